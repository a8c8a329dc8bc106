//! Small multiples: equal plots next to and below each other.

use super::axis::{Frame, TICKS};
use super::names::{Name, list, max_extra_height};
use super::{Axis, NAME, SMALL, text_width};
use crate::scene::{Anchor, Class, Mark, Role};

/// The minimum width of a plot.
const NARROWEST: f64 = 140.0;
/// The gap between plots.
const GAP: f64 = 22.0;
/// The maximum number of lines of a plot's name.
const LINES: usize = 2;
/// The height above a plot, with a one-line name.
const HEAD: f64 = 22.0;
/// The height below a plot, with the numbers.
const FOOT: f64 = 26.0;
/// The minimum and maximum height of a plot.
const HEIGHTS: (f64, f64) = (64.0, 240.0);

/// The positions of plots.
pub(super) struct Panels {
    frames: Vec<Frame>,
    names: Vec<Name>,
    columns: usize,
    /// The lower end of the last row with its numbers.
    pub(super) bottom: f64,
}

impl Panels {
    /// Lays out plots with these names from `left` to `right`, below `top`, about `most` high in
    /// total. It uses as few rows as fit, of equal length.
    pub(super) fn new(names: &[&str], (left, right): (f64, f64), top: f64, most: f64) -> Self {
        let count = names.len();
        let pitch = |columns: usize| (right - left + GAP) / number(columns);
        let fits = |columns: &usize| pitch(*columns) >= NARROWEST + GAP;
        let widest = (1..=count.max(1)).rev().find(fits).unwrap_or(1);
        let rows = count.max(1).div_ceil(widest);
        let columns = count.max(1).div_ceil(rows);
        let room = pitch(columns) - GAP;
        let names = list(names, NAME, room, LINES);
        let head = HEAD + max_extra_height(&names);
        let height = (most / number(rows) - head - FOOT).clamp(HEIGHTS.0, HEIGHTS.1);
        let frame = |at: usize| {
            let left = left + pitch(columns) * number(at % columns);
            let top = top + (head + height + FOOT) * number(at / columns) + head;
            Frame { left, top, right: left + room, bottom: top + height }
        };
        let bottom = top + (head + height + FOOT) * number(rows);
        Self { frames: (0..count).map(frame).collect(), names, columns, bottom }
    }

    pub(super) fn frames(&self) -> impl Iterator<Item = Frame> {
        self.frames.iter().copied()
    }

    /// Draws the name above each plot, and the lines across it. The first plot of each row has the
    /// numbers.
    pub(super) fn ground(&self, y: &Axis) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (at, (frame, name)) in self.frames().zip(&self.names).enumerate() {
            let place = (frame.left, frame.top - 9.0 - name.extra_height());
            marks.extend(name.marks(place, Anchor::Start, Class::of(Role::Row)));
            marks.extend(across(y, frame, at % self.columns == 0));
        }
        marks
    }

    /// Draws the label of the horizontal axes.
    pub(super) fn caption(&self, label: &str) -> Option<Mark> {
        let (first, last) = (self.frames.first()?, self.frames.get(self.columns.saturating_sub(1)));
        let at = (first.left.midpoint(last.unwrap_or(first).right), self.bottom + 9.0);
        Some(Mark::text(at, Anchor::Middle, label, Class::of(Role::Label)))
    }
}

/// Draws the lines across a plot, with or without numbers. A low plot has fewer lines at equal
/// distances, which include the ends.
fn across(y: &Axis, frame: Frame, is_numbered: bool) -> Vec<Mark> {
    let scale = y.scale((frame.bottom, frame.top));
    let distances = y.ticks.len().saturating_sub(1).max(1);
    let is_low = frame.bottom - frame.top < 22.0 * number(y.ticks.len());
    let is_even = |every: &usize| distances.is_multiple_of(*every);
    let every = if is_low { (2..=distances).find(is_even).unwrap_or(1) } else { 1 };
    let mut marks = Vec::new();
    for tick in y.ticks.iter().step_by(every) {
        let height = scale.at(tick.at);
        let is_foot = (height - frame.bottom).abs() < 0.5;
        let role = if is_foot { Role::Axis } else { Role::Grid };
        marks.push(Mark::line((frame.left, height), (frame.right, height), Class::of(role)));
        if is_numbered {
            let at = (frame.left - 8.0, height + 4.0);
            marks.push(Mark::text(at, Anchor::End, &tick.text, Class::of(Role::Tick)));
        }
    }
    let foot = ((frame.left, frame.bottom), (frame.right, frame.bottom));
    marks.push(Mark::line(foot.0, foot.1, Class::of(Role::Axis)));
    marks
}

/// Draws texts below a plot, from the first one on, and leaves out those that would overlap. The
/// last text is always drawn.
pub(super) fn along<'a>(texts: &[(f64, &'a str)], y: f64) -> Vec<Mark> {
    let half = |text: &str| text_width(text, SMALL) / 2.0 + 3.0;
    let mut written: Vec<(f64, &'a str)> = Vec::new();
    let Some((last, rest)) = texts.split_last() else { return Vec::new() };
    let is_clear = |before: &(f64, &str), after: &(f64, &str)| {
        before.0 + half(before.1) <= after.0 - half(after.1)
    };
    for text in rest {
        if written.last().is_none_or(|before| is_clear(before, text)) && is_clear(text, last) {
            written.push(*text);
        }
    }
    written.push(*last);
    let text = |(x, text): &(f64, &str)| {
        Mark::text((*x, y + TICKS), Anchor::Middle, *text, Class::of(Role::Tick))
    };
    written.iter().map(text).collect()
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panels_have_gaps_and_fill_the_height() {
        for (count, width, rows) in [(1, 780.0, 1), (4, 780.0, 1), (6, 780.0, 2), (12, 780.0, 3)] {
            let panels = Panels::new(&vec!["a model"; count], (40.0, width), 30.0, 360.0);
            let frames: Vec<Frame> = panels.frames().collect();
            assert_eq!(frames.len(), count);
            assert_eq!(count.div_ceil(panels.columns), rows, "{count}");
            assert!(panels.bottom <= 30.0 + 361.0);
            for (at, frame) in frames.iter().enumerate() {
                assert!(frame.right <= width + 0.01 && frame.bottom < panels.bottom);
                for earlier in &frames[..at] {
                    let is_same_row =
                        frame.left >= earlier.right + GAP - 0.01 || frame.right <= earlier.left;
                    assert!(is_same_row || frame.top >= earlier.bottom + HEAD);
                }
            }
        }
        // On a phone, plots keep their minimum height, and the chart exceeds its maximum height.
        let phone = Panels::new(&["a model"; 12], (40.0, 360.0), 30.0, 360.0);
        assert_eq!(phone.columns, 2);
        assert!(phone.frames().all(|frame| frame.bottom - frame.top >= 64.0));
    }
}
