//! Bars whose parts add up to the whole, one beside the other.

use super::axis::{FOOT, Frame, TICKS};
use super::legend::{Entry, Sample, bar, column, column_height, column_width, rows};
use super::{Axis, ROOMY, SMALL, Told, clamped, note, whole, wide};
use crate::scale::Bands;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Tint};

/// A bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    /// What stands below it.
    pub label: String,
    /// What stands above it, such as how many it is made of; may be empty.
    pub above: String,
    /// How much of the whole each part is, from 0 to 1, in the order of [`Stacks::parts`], and what it says.
    pub shares: Vec<(f64, Told)>,
}

/// Bars beside each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacks {
    /// What the chart is, for those who do not see it.
    pub title: String,
    /// What the heights are.
    pub label: String,
    /// What the bars are.
    pub foot: String,
    /// The parts from the lowest: the name and the class.
    pub parts: Vec<(String, &'static str)>,
    /// The bars.
    pub stacks: Vec<Stack>,
}

/// How far from each other bars are at most.
const WIDEST: f64 = 120.0;
/// The room for what stands above bars.
const ABOVE: f64 = 12.0;

impl Stacks {
    /// The chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.stacks.is_empty() || self.parts.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let entries = self.entries();
        let all = f64::from(width);
        let height = (all * 0.42).clamp(200.0, 360.0);
        let names = column_width(&entries) + 18.0;
        let is_beside = width >= ROOMY && column_height(&entries) <= height && names < all * 0.45;
        let axis = Axis::percent(&self.label);
        let left = axis.widest() + 14.0;
        let bars = u32::try_from(self.stacks.len()).map_or(0.0, f64::from);
        let right = if is_beside { all - names } else { all }.min(left + bars * WIDEST);
        let is_topped = self.stacks.iter().any(|stack| !stack.above.is_empty());
        let top = axis.head(all) + if is_topped { ABOVE } else { 0.0 };
        let frame = Frame { left, top, right, bottom: top + height };
        let bands = Bands::new(self.stacks.len(), (left, right), 0.22, WIDEST);

        let mut root = vec![Mark::group(axis.upright(frame, all))];
        root.push(Mark::group(self.labels(bands, frame)));
        for (at, stack) in self.stacks.iter().enumerate() {
            root.push(self.bar(stack, bands.start(at), bands.width, frame));
        }
        let mut bottom = frame.bottom + FOOT + 10.0;
        if is_beside {
            let top = frame.top - 2.0;
            root.push(Mark::group(column(&entries, (right + 18.0, top), names).0));
        } else {
            let (marks, end) = rows(&entries, (0.0, bottom + 6.0), all);
            root.push(Mark::group(marks));
            bottom = end + 4.0;
        }
        Scene { title: self.title.clone(), width, height: whole(bottom), root }
    }

    /// The names of the parts, the highest first as in the bars.
    fn entries(&self) -> Vec<Entry> {
        let entry = |(text, class): &(String, &'static str)| Entry {
            text: text.clone(),
            tint: Tint::Part(class),
            sample: Sample::Swatch,
        };
        self.parts.iter().rev().map(entry).collect()
    }

    /// What stands below and above the bars, as far as there is room.
    fn labels(&self, bands: Bands, frame: Frame) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut row = |text: fn(&Stack) -> &str, y: f64| {
            let mut free = f64::MIN;
            for (at, stack) in self.stacks.iter().enumerate() {
                let (x, half) = (bands.middle(at), wide(text(stack), SMALL) / 2.0);
                if text(stack).is_empty() || x - half < free {
                    continue;
                }
                free = x + half + 6.0;
                let class = Class::of(Role::Tick);
                marks.push(Mark::text((x, y), Anchor::Middle, text(stack), class));
            }
        };
        row(|stack| &stack.label, frame.bottom + TICKS);
        row(|stack| &stack.above, frame.top - 6.0);
        let foot = bands.middle(0).midpoint(bands.middle(self.stacks.len() - 1));
        let at = (foot, frame.bottom + FOOT);
        marks.push(Mark::text(at, Anchor::Middle, &self.foot, Class::of(Role::Label)));
        marks
    }

    fn bar(&self, stack: &Stack, left: f64, width: f64, frame: Frame) -> Mark {
        let height = frame.bottom - frame.top;
        let mut marks = Vec::new();
        let mut low = frame.bottom;
        for ((share, told), (_, class)) in stack.shares.iter().zip(&self.parts) {
            if *share <= 0.0 {
                continue;
            }
            let high = low - share * height;
            // A hair's breadth of ground parts neighbours where there is room for it.
            let edge = if low - high > 3.0 && high > frame.top + 0.5 { 1.0 } else { 0.0 };
            let edges = [left, high + edge, left + width, low];
            let mut drawn = bar(edges, Tint::Part(class));
            if let Some(last) = drawn.last_mut() {
                *last = last.clone().told(&told.title, &told.data);
            }
            marks.push(Mark::group(drawn));
            low = high;
        }
        Mark::group(marks)
    }
}
