//! Axes: their labels, their ticks, and the choice of ticks that fit.

use super::{SMALL, ceil_units, text_width};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role};
use crate::typography;

/// A number at an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The position on the axis.
    pub at: f64,
    /// The text at this position.
    pub text: String,
}

/// An axis along one side of a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// The quantity, with its unit.
    pub label: String,
    /// The numbers at the first and at the last position of the axis.
    pub ends: (f64, f64),
    /// The possible ticks, in order. A horizontal axis leaves out those that do not fit.
    pub ticks: Vec<Tick>,
}

/// The rectangle of a plot, in units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

/// The distance from the top of a scene to its plot, with a label on one line.
const HEAD: f64 = 30.0;
/// The height of each further line of the label.
const LINE_HEIGHT: f64 = 15.0;
/// The distance from the plot down to the tick texts.
pub(super) const TICKS: f64 = 18.0;
/// The distance from the plot down to the axis label.
pub(super) const FOOT: f64 = 38.0;

impl Axis {
    /// Creates an axis of shares from 0 to 1, written as percentages.
    pub fn percent(label: &str) -> Self {
        Self::percent_to(label, 1.0, 0.25)
    }

    /// Creates an axis of shares from 0 to `end`. It has a percentage as a tick at every multiple
    /// of `distance`.
    pub fn percent_to(label: &str, end: f64, distance: f64) -> Self {
        Self::percent_between(label, (0.0, end), distance)
    }

    /// Creates an axis of shares from one end to the other. It has a percentage as a tick at every
    /// `distance`, from the first end on.
    pub fn percent_between(label: &str, (begin, end): (f64, f64), distance: f64) -> Self {
        let mut ticks = Vec::new();
        let mut at = begin;
        while at <= end + distance / 2.0 && ticks.len() < 20 {
            ticks.push(Tick { at, text: percent(at) });
            at += distance;
        }
        if let Some(last) = ticks.last_mut() {
            last.text += " %";
        }
        Self { label: label.to_owned(), ends: (begin, end), ticks }
    }

    /// Returns the width of the widest tick.
    pub(super) fn widest(&self) -> f64 {
        self.ticks.iter().map(|tick| text_width(&tick.text, SMALL)).fold(0.0, f64::max)
    }

    /// Returns the scale from the axis to a range of positions.
    pub(super) fn scale(&self, range: (f64, f64)) -> Scale {
        Scale::new(self.ends, range)
    }

    /// Breaks the label of a vertical axis into lines that fit a width.
    fn lines(&self, room: f64) -> Vec<&str> {
        let lines = typography::lines(&self.label, SMALL, ceil_units(room));
        lines.into_iter().map(|line| &self.label[line]).collect()
    }

    /// Returns the distance from the top of a scene to its plot.
    pub(super) fn head(&self, room: f64) -> f64 {
        let further = self.lines(room).len().saturating_sub(1);
        HEAD + LINE_HEIGHT * u32::try_from(further).map_or(0.0, f64::from)
    }

    /// Draws the lines across a plot, their numbers, and the label, which is broken to fit `room`.
    pub(super) fn upright(&self, frame: Frame, room: f64) -> Vec<Mark> {
        let scale = self.scale((frame.bottom, frame.top));
        let mut marks = Vec::new();
        for tick in &self.ticks {
            let y = scale.at(tick.at);
            let is_foot = (y - frame.bottom).abs() < 0.5;
            let role = if is_foot { Role::Axis } else { Role::Grid };
            marks.push(Mark::line((frame.left, y), (frame.right, y), Class::of(role)));
            let at = (frame.left - 8.0, y + 4.0);
            marks.push(Mark::text(at, Anchor::End, &tick.text, Class::of(Role::Tick)));
        }
        marks.extend(self.label(room));
        marks
    }

    /// Draws the label of a vertical axis above it.
    pub(super) fn label(&self, room: f64) -> Vec<Mark> {
        let mut y = 13.0;
        let mut marks = Vec::new();
        for line in self.lines(room) {
            marks.push(Mark::text((0.0, y), Anchor::Start, line, Class::of(Role::Label)));
            y += LINE_HEIGHT;
        }
        marks
    }

    /// Draws the numbers below a plot, and the label.
    pub(super) fn along(&self, scale: Scale, frame: Frame) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (x, tick) in self.fitting_ticks(scale) {
            let (from, to) = ((x, frame.bottom), (x, frame.bottom + 4.0));
            marks.push(Mark::line(from, to, Class::of(Role::Axis)));
            let at = (x, frame.bottom + TICKS);
            marks.push(Mark::text(at, Anchor::Middle, &tick.text, Class::of(Role::Tick)));
        }
        marks.push(self.caption(frame));
        marks
    }

    /// Returns the ticks that fit along a horizontal axis, with their positions. Evenly spaced
    /// ticks are thinned to every second, third and so on. Other ticks are kept if they do not
    /// overlap the last kept tick.
    pub(super) fn fitting_ticks(&self, scale: Scale) -> Vec<(f64, &Tick)> {
        let all: Vec<(f64, &Tick)> =
            self.ticks.iter().map(|tick| (scale.at(tick.at), tick)).collect();
        let half = |tick: &Tick| text_width(&tick.text, SMALL) / 2.0 + 3.0;
        let are_clear = |before: &(f64, &Tick), after: &(f64, &Tick)| {
            after.0 - half(after.1) >= before.0 + half(before.1)
        };
        let distances = || all.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let first = distances().next().unwrap_or(0.0);
        if distances().all(|distance| (distance - first).abs() < 0.01) {
            let thinned = |every: usize| all.iter().step_by(every).copied().collect::<Vec<_>>();
            let fits = |ticks: &Vec<_>| ticks.windows(2).all(|pair| are_clear(&pair[0], &pair[1]));
            return (1..=all.len()).map(thinned).find(fits).unwrap_or_default();
        }
        let mut written: Vec<(f64, &Tick)> = Vec::new();
        for tick in all {
            if written.last().is_none_or(|last| are_clear(last, &tick)) {
                written.push(tick);
            }
        }
        written
    }

    /// Draws the label of the horizontal axis.
    pub(super) fn caption(&self, frame: Frame) -> Mark {
        let at = (frame.left.midpoint(frame.right), frame.bottom + FOOT);
        Mark::text(at, Anchor::Middle, &self.label, Class::of(Role::Label))
    }
}

/// Formats a share as a percentage, with one decimal place if it is not whole.
#[expect(clippy::cast_possible_truncation, reason = "at most 1,000")]
fn percent(share: f64) -> String {
    let tenths = (share * 1_000.0 + 0.5).floor() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{rest}", tenths / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_thinned_evenly() {
        let written = |numbers: &[u32], width: f64| {
            let tick = |at: &u32| Tick { at: f64::from(*at), text: at.to_string() };
            let ends = (f64::from(numbers[0]), f64::from(numbers[numbers.len() - 1]));
            let ticks = numbers.iter().map(tick).collect();
            let axis = Axis { label: String::new(), ends, ticks };
            let scale = axis.scale((0.0, width));
            axis.fitting_ticks(scale)
                .iter()
                .map(|(_, tick)| tick.text.clone())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let even: Vec<u32> = (1..20).map(|number| number * 5).collect();
        assert_eq!(written(&even, 200.0), "5 15 25 35 45 55 65 75 85 95");
        assert_eq!(written(&[5, 15, 25], 400.0), "5 15 25");
        assert_eq!(written(&[5, 6, 7, 50, 95], 300.0), "5 50 95");
        assert_eq!(written(&[25], 300.0), "25");
    }

    #[test]
    fn percentages_have_only_necessary_decimals() {
        let texts = |axis: &Axis| {
            axis.ticks.iter().map(|tick| tick.text.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts(&Axis::percent("right")), "0 25 50 75 100 %");
        assert_eq!(texts(&Axis::percent_to("hazard", 0.08, 0.02)), "0 2 4 6 8 %");
        assert_eq!(texts(&Axis::percent_to("hazard", 0.01, 0.0025)), "0 0.3 0.5 0.8 1 %");
    }
}
