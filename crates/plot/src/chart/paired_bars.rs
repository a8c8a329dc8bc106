//! Compared pairs. A bar to the left counts the items in favour of one side. A bar to the right
//! counts the items in favour of the other side.

use super::names::{Name, list, max_extra_height, scene};
use super::thumbnail::Thumbnail;
use super::{MarkInfo, NAME, SMALL, clamped, note, text_width};
use crate::scene::{Anchor, Class, Mark, Role, Scene, Tint};

/// A compared pair: two names, and the number of items in favour of each.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedBar {
    /// The name and the colour of the left side.
    pub left: (String, Tint),
    /// The name and the colour of the right side.
    pub right: (String, Tint),
    /// The number of items in favour of the left side, and of the right side.
    pub counts: (u32, u32),
    /// The conclusion, in a few words.
    pub text: String,
    /// The tooltip and filter.
    pub info: MarkInfo,
    /// The tooltips and filters of the left and the right bar.
    pub sides: (MarkInfo, MarkInfo),
}

/// A chart of pairs below each other.
#[derive(Debug, Clone, PartialEq)]
pub struct PairedBars {
    /// The accessible name of the chart.
    pub title: String,
    /// The quantities counted to the left and to the right; both may be empty.
    pub sides: (String, String),
    /// The pairs, from the top.
    pub paired_bars: Vec<PairedBar>,
}

const HEAD: f64 = 26.0;
/// The maximum number of lines of a name, and of the conclusion.
const LINES: usize = 2;
/// The minimum and maximum height of a pair with all texts on one line.
const PITCH: (f64, f64) = (56.0, 66.0);
/// The height of all pairs together, if it leaves room for their texts.
const HEIGHT: f64 = 450.0;
/// The minimum width of a bar's touch target, however short the bar is.
const REACH: f64 = 24.0;

impl PairedBars {
    /// Draws the chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.paired_bars.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let all = f64::from(width);
        let middle = all / 2.0;
        let most = self
            .paired_bars
            .iter()
            .map(|paired_bar| paired_bar.counts.0.max(paired_bar.counts.1))
            .max();
        let most = f64::from(most.unwrap_or(1).max(1));
        let unit = (middle - text_width("00000", SMALL) - 6.0).min(380.0) / most;
        let label = Class::of(Role::Label);
        let mut root = Vec::new();
        let mut y = 4.0;
        if !(self.sides.0.is_empty() && self.sides.1.is_empty()) {
            root.push(Mark::text((middle - 10.0, 14.0), Anchor::End, &self.sides.0, label));
            root.push(Mark::text((middle + 10.0, 14.0), Anchor::Start, &self.sides.1, label));
            y = HEAD;
        }
        let names: Vec<&str> = self
            .paired_bars
            .iter()
            .flat_map(|paired_bar| [paired_bar.left.0.as_str(), &paired_bar.right.0])
            .collect();
        let names = list(&names, NAME, middle - 14.0, LINES);
        let conclusion = |paired_bar: &PairedBar| Name::new(&paired_bar.text, SMALL, all, LINES);
        let conclusions: Vec<Name> = self.paired_bars.iter().map(conclusion).collect();
        let (above, below) = (max_extra_height(&names), max_extra_height(&conclusions));
        let rows = u32::try_from(self.paired_bars.len()).map_or(1.0, f64::from);
        let pitch = (HEIGHT / rows).clamp(PITCH.0, PITCH.1) + above + below;
        for ((paired_bar, names), conclusion) in
            self.paired_bars.iter().zip(names.chunks(2)).zip(&conclusions)
        {
            root.push(paired_bar.marks((names, conclusion), (middle, y + above), unit, all));
            y += pitch;
        }
        scene(&self.title, width, y - 4.0, root)
    }

    /// Draws the chart as a thumbnail: bars to both sides.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        let (top, bottom) = (small.frame.top, small.frame.bottom + 12.0);
        let middle = small.frame.left.midpoint(small.frame.right);
        let most = self
            .paired_bars
            .iter()
            .map(|paired_bar| paired_bar.counts.0.max(paired_bar.counts.1))
            .max();
        let unit = (middle - small.frame.left) / f64::from(most.unwrap_or(1).max(1));
        let rows = u32::try_from(self.paired_bars.len()).map_or(1.0, f64::from).max(1.0);
        let pitch = ((bottom - top) / rows).min(26.0);
        let mut y = top.midpoint(bottom) - pitch * rows / 2.0;
        for paired_bar in &self.paired_bars {
            let (low, high) = (y + pitch * 0.15, y + pitch * 0.85);
            let (left, right) =
                (f64::from(paired_bar.counts.0) * unit, f64::from(paired_bar.counts.1) * unit);
            let classes =
                [paired_bar.left.1, paired_bar.right.1].map(|tint| Class::tinted(Role::Bar, tint));
            small.marks.push(Mark::rect(middle - left, low, middle, high, classes[0]));
            small.marks.push(Mark::rect(middle, low, middle + right, high, classes[1]));
            y += pitch;
        }
        small.marks.push(Mark::line((middle, top), (middle, bottom), Class::of(Role::Axis)));
        small.scene(&self.title)
    }
}

impl PairedBar {
    /// Draws a pair with its two names and its conclusion. The last lines of the names are directly
    /// below `top`.
    fn marks(
        &self,
        (names, conclusion): (&[Name], &Name),
        (middle, top): (f64, f64),
        unit: f64,
        all: f64,
    ) -> Mark {
        let mut marks = Vec::new();
        let sides = [(-1.0, self.left.1, self.counts.0), (1.0, self.right.1, self.counts.1)];
        for (name, (side, tint, count)) in names.iter().zip(sides) {
            let anchor = if side < 0.0 { Anchor::End } else { Anchor::Start };
            let at = (middle + side * 10.0, top + 12.0 - name.extra_height());
            marks.extend(name.marks(at, anchor, Class::tinted(Role::Name, tint)));
            let end = middle + side * f64::from(count) * unit;
            let (left, right) = (middle.min(end), middle.max(end));
            marks.push(Mark::rect(
                left,
                top + 20.0,
                right,
                top + 34.0,
                Class::tinted(Role::Bar, tint),
            ));
            let at = (end + side * 7.0, top + 31.0);
            marks.push(Mark::text(at, anchor, count.to_string(), Class::of(Role::Value)));
        }
        let axis = ((middle, top + 17.0), (middle, top + 37.0));
        marks.push(Mark::line(axis.0, axis.1, Class::of(Role::Axis)));
        let at = (middle, top + 50.0);
        marks.extend(conclusion.marks(at, Anchor::Middle, Class::of(Role::Tick)));
        let begin = top - max_extra_height(names);
        let end = top + PITCH.0 - 2.0 + conclusion.extra_height();
        let target = Mark::rect(0.0, begin, all, end, Class::of(Role::Target));
        marks.push(target.info(&self.info.title, &self.info.filter));
        for (side, info, count) in
            [(-1.0, &self.sides.0, self.counts.0), (1.0, &self.sides.1, self.counts.1)]
        {
            if count > 0 {
                let end = middle + side * (f64::from(count) * unit).max(REACH);
                let (left, right) = (middle.min(end), middle.max(end));
                let class = Class::of(Role::Target);
                let target = Mark::rect(left, top + 15.0, right, top + 39.0, class);
                marks.push(target.info(&info.title, &info.filter));
            }
        }
        Mark::group(marks)
    }
}
