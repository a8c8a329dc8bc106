//! Bars whose parts add up to the whole, next to each other.

use super::axis::{FOOT, Frame, TICKS};
use super::legend::{Entry, Sample, bar, column, column_height, column_width, rows};
use super::panels::{Panels, along};
use super::thumbnail::{Thumbnail, quarters};
use super::{Axis, MIN_WIDTH_FOR_SIDE_NAMES, MarkInfo, SMALL, clamped, names, note, text_width};
use crate::scale::Bands;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Tint};

/// A bar that consists of parts.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    /// The text below the bar.
    pub label: String,
    /// The share of each part, from 0 to 1, in the order of [`Stacks::parts`], with its tooltip and
    /// filter.
    pub shares: Vec<(f64, MarkInfo)>,
}

/// Bars that belong together, in a separate plot.
#[derive(Debug, Clone, PartialEq)]
pub struct StackGroup {
    /// The name of the plot.
    pub name: String,
    /// The bars, from the left.
    pub stacks: Vec<Stack>,
}

/// Bars next to each other, in one plot or in several equal ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacks {
    /// The accessible name of the chart.
    pub title: String,
    /// The label of the vertical axis.
    pub label: String,
    /// The label of the horizontal axis.
    pub foot: String,
    /// The parts from the lowest: name and class.
    pub parts: Vec<(String, &'static str)>,
    /// The bars. A single plot needs no name.
    pub groups: Vec<StackGroup>,
}

/// The height of several plots together, including the texts below them.
const MAX_HEIGHT: f64 = 430.0;
/// The maximum distance between bars.
const WIDEST: f64 = 120.0;

impl Stacks {
    /// Draws the chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.parts.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        match &self.groups[..] {
            [] => note(&self.title, "There is nothing to draw.", width),
            [only] => self.single(&only.stacks, width),
            _ => self.several(width),
        }
    }

    /// Draws the chart as a thumbnail: up to four plots, without names.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        if self.groups.len() == 1 {
            small.upright(&Axis::percent(""));
        }
        let frames = quarters(self.groups.len(), small.frame);
        let stacks = self.groups.first().map_or(&[][..], |group| &group.stacks);
        let right = frames.first().map_or(small.frame.right, |frame| frame.right);
        if let (Some(first), Some(last)) = (stacks.first(), stacks.last()) {
            small.ends((small.frame.left, &first.label), (right, &last.label), right);
        }
        for (frame, group) in frames.into_iter().zip(&self.groups) {
            let bands = bands(group, frame);
            for (at, stack) in group.stacks.iter().enumerate() {
                small.marks.extend(self.small(stack, (bands.start(at), bands.width), frame));
            }
            let foot = ((frame.left, frame.bottom), (frame.right, frame.bottom));
            small.marks.push(Mark::line(foot.0, foot.1, Class::of(Role::Axis)));
        }
        small.scene(&self.title)
    }

    fn single(&self, stacks: &[Stack], width: u32) -> Scene {
        let entries = self.entries();
        let all = f64::from(width);
        let height = (all * 0.42).clamp(200.0, 340.0);
        let side = column_width(&entries) + 18.0;
        let has_side_legend = width >= MIN_WIDTH_FOR_SIDE_NAMES
            && column_height(&entries) <= height
            && side < all * 0.45;
        let axis = Axis::percent(&self.label);
        let left = axis.widest() + 14.0;
        let bars = u32::try_from(stacks.len()).map_or(0.0, f64::from);
        let right = if has_side_legend { all - side } else { all }.min(left + bars * WIDEST);
        let top = axis.head(all);
        let frame = Frame { left, top, right, bottom: top + height };
        let bands = Bands::new(stacks.len(), (left, right), 0.22, WIDEST);
        let mut root = vec![Mark::group(axis.upright(frame, all))];
        root.push(Mark::group(labels(stacks, bands, frame)));
        let foot = bands.middle(0).midpoint(bands.middle(stacks.len().saturating_sub(1)));
        let at = (foot, frame.bottom + FOOT);
        root.push(Mark::text(at, Anchor::Middle, &self.foot, Class::of(Role::Label)));
        for (at, stack) in stacks.iter().enumerate() {
            root.push(self.bar(stack, bands.start(at), bands.width, frame));
        }
        let mut bottom = frame.bottom + FOOT + 10.0;
        if has_side_legend {
            let top = frame.top - 2.0;
            root.push(Mark::group(column(&entries, (right + 18.0, top), side).0));
        } else {
            let (marks, end) = rows(&entries, (0.0, bottom + 6.0), all);
            root.push(Mark::group(marks));
            bottom = end + 4.0;
        }
        names::scene(&self.title, width, bottom, root)
    }

    fn several(&self, width: u32) -> Scene {
        let all = f64::from(width);
        let axis = Axis::percent(&self.label);
        let left = axis.widest() + 14.0;
        let entries = self.entries();
        let legend = rows(&entries, (0.0, 0.0), all).1;
        let top = axis.head(all) - 8.0;
        let labels: Vec<&str> = self.groups.iter().map(|group| group.name.as_str()).collect();
        let panels = Panels::new(&labels, (left, all), top, MAX_HEIGHT - top - legend);
        let mut root = vec![Mark::group(axis.label(all)), Mark::group(panels.ground(&axis))];
        for (frame, group) in panels.frames().zip(&self.groups) {
            let bands = bands(group, frame);
            let ticks = (0..).zip(&group.stacks);
            let ticks: Vec<(f64, &str)> =
                ticks.map(|(at, stack)| (bands.middle(at), stack.label.as_str())).collect();
            root.push(Mark::group(along(&ticks, frame.bottom)));
            for (at, stack) in group.stacks.iter().enumerate() {
                root.push(self.bar(stack, bands.start(at), bands.width, frame));
            }
        }
        root.extend(panels.caption(&self.foot));
        let (marks, bottom) = rows(&entries, (0.0, panels.bottom + 22.0), all);
        root.push(Mark::group(marks));
        names::scene(&self.title, width, bottom + 4.0, root)
    }

    /// Draws the parts of a bar in a thumbnail.
    fn small(&self, stack: &Stack, (left, width): (f64, f64), frame: Frame) -> Vec<Mark> {
        let mut low = frame.bottom;
        let mut marks = Vec::new();
        for ((share, _), (_, class)) in stack.shares.iter().zip(&self.parts) {
            let high = low - share * (frame.bottom - frame.top);
            if *share > 0.0 {
                let class = Class::tinted(Role::Bar, Tint::Part(class));
                marks.push(Mark::rect(left, high, left + width, low, class));
            }
            low = high;
        }
        marks
    }

    /// Returns the names of the parts, the highest first as in the bars.
    fn entries(&self) -> Vec<Entry> {
        let entry = |(text, class): &(String, &'static str)| Entry {
            text: text.clone(),
            tint: Tint::Part(class),
            sample: Sample::Swatch,
        };
        self.parts.iter().rev().map(entry).collect()
    }

    fn bar(&self, stack: &Stack, left: f64, width: f64, frame: Frame) -> Mark {
        let height = frame.bottom - frame.top;
        let mut marks = Vec::new();
        let mut low = frame.bottom;
        for ((share, info), (_, class)) in stack.shares.iter().zip(&self.parts) {
            if *share <= 0.0 {
                continue;
            }
            let high = low - share * height;
            // A thin gap separates neighbours if there is room for it.
            let edge = if low - high > 3.0 && high > frame.top + 0.5 { 1.0 } else { 0.0 };
            let edges = [left, high + edge, left + width, low];
            let mut drawn = bar(edges, Tint::Part(class));
            if let Some(last) = drawn.last_mut() {
                *last = last.clone().info(&info.title, &info.filter);
            }
            marks.push(Mark::group(drawn));
            low = high;
        }
        Mark::group(marks)
    }
}

fn bands(group: &StackGroup, frame: Frame) -> Bands {
    Bands::new(group.stacks.len(), (frame.left + 2.0, frame.right - 2.0), 0.22, WIDEST)
}

/// Draws the names below the bars of a single plot that fit.
fn labels(stacks: &[Stack], bands: Bands, frame: Frame) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut free = f64::MIN;
    for (at, stack) in stacks.iter().enumerate() {
        let (x, half) = (bands.middle(at), text_width(&stack.label, SMALL) / 2.0);
        if x - half < free {
            continue;
        }
        free = x + half + 6.0;
        let at = (x, frame.bottom + TICKS);
        marks.push(Mark::text(at, Anchor::Middle, &stack.label, Class::of(Role::Tick)));
    }
    marks
}
