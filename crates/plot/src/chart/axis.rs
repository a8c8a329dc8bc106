//! Axes: what is measured, where its ticks stand, and which of them there is room for.

use super::{SMALL, whole, wide};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role};
use crate::typography;

/// A number that is written at an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Tick {
    /// The number.
    pub at: f64,
    /// How it is written.
    pub text: String,
}

/// What is measured along one side of a plot.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// What it is, with its unit.
    pub label: String,
    /// The ends.
    pub ends: (f64, f64),
    /// The numbers that may be written, in order. Along the foot those are left out for which there is no room.
    pub ticks: Vec<Tick>,
}

/// Where a plot is, in units.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

/// From the top of a scene to its plot: the room for what the upright axis measures, on one line, and what each further line takes.
const HEAD: f64 = 30.0;
const LINE: f64 = 15.0;
/// From the plot down to the ticks' texts, and to what the axis measures.
pub(super) const TICKS: f64 = 18.0;
pub(super) const FOOT: f64 = 38.0;

impl Axis {
    /// Shares from 0 to 1, written as percentages.
    pub fn percent(label: &str) -> Self {
        Self::percent_to(label, 1.0, 0.25)
    }

    /// Shares from 0 to `end`, written as percentages at a distance.
    pub fn percent_to(label: &str, end: f64, distance: f64) -> Self {
        Self::percent_between(label, (0.0, end), distance)
    }

    /// Shares from one end to the other, written as percentages at a distance.
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

    /// The width of the widest tick.
    pub(super) fn widest(&self) -> f64 {
        self.ticks.iter().map(|tick| wide(&tick.text, SMALL)).fold(0.0, f64::max)
    }

    /// The scale of an axis from place to place.
    pub(super) fn scale(&self, range: (f64, f64)) -> Scale {
        Scale::new(self.ends, range)
    }

    /// What an upright axis measures, on as many lines as it takes in a width.
    fn lines(&self, room: f64) -> Vec<&str> {
        let lines = typography::lines(&self.label, SMALL, whole(room));
        lines.into_iter().map(|line| &self.label[line]).collect()
    }

    /// From the top of a scene of a width to its plot.
    pub(super) fn head(&self, room: f64) -> f64 {
        let further = self.lines(room).len().saturating_sub(1);
        HEAD + LINE * u32::try_from(further).map_or(0.0, f64::from)
    }

    /// The lines across a plot, their numbers, and what they measure, in a scene of a width.
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

    /// What an upright axis measures, over it.
    pub(super) fn label(&self, room: f64) -> Vec<Mark> {
        let mut y = 13.0;
        let mut marks = Vec::new();
        for line in self.lines(room) {
            marks.push(Mark::text((0.0, y), Anchor::Start, line, Class::of(Role::Label)));
            y += LINE;
        }
        marks
    }

    /// The numbers along the foot of a plot, and what they measure.
    pub(super) fn along(&self, scale: Scale, frame: Frame) -> Vec<Mark> {
        let mut marks = Vec::new();
        for (x, tick) in self.written(scale) {
            let (from, to) = ((x, frame.bottom), (x, frame.bottom + 4.0));
            marks.push(Mark::line(from, to, Class::of(Role::Axis)));
            let at = (x, frame.bottom + TICKS);
            marks.push(Mark::text(at, Anchor::Middle, &tick.text, Class::of(Role::Tick)));
        }
        marks.push(self.caption(frame));
        marks
    }

    /// The ticks for which there is room along a foot, and where they stand: where they are evenly apart every second, third … of them, else those that are
    /// clear of the one before.
    pub(super) fn written(&self, scale: Scale) -> Vec<(f64, &Tick)> {
        let all: Vec<(f64, &Tick)> =
            self.ticks.iter().map(|tick| (scale.at(tick.at), tick)).collect();
        let half = |tick: &Tick| wide(&tick.text, SMALL) / 2.0 + 3.0;
        let are_clear = |one: &(f64, &Tick), other: &(f64, &Tick)| {
            other.0 - half(other.1) >= one.0 + half(one.1)
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

    /// What the foot measures.
    pub(super) fn caption(&self, frame: Frame) -> Mark {
        let at = (frame.left.midpoint(frame.right), frame.bottom + FOOT);
        Mark::text(at, Anchor::Middle, &self.label, Class::of(Role::Label))
    }
}

/// A share as a percentage, with one place where it is not whole.
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
    fn ticks_are_thinned_evenly_where_they_are_even() {
        let written = |numbers: &[u32], width: f64| {
            let tick = |at: &u32| Tick { at: f64::from(*at), text: at.to_string() };
            let ends = (f64::from(numbers[0]), f64::from(numbers[numbers.len() - 1]));
            let ticks = numbers.iter().map(tick).collect();
            let axis = Axis { label: String::new(), ends, ticks };
            let scale = axis.scale((0.0, width));
            axis.written(scale)
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
    fn percentages_are_written_with_what_they_need() {
        let texts = |axis: &Axis| {
            axis.ticks.iter().map(|tick| tick.text.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(texts(&Axis::percent("right")), "0 25 50 75 100 %");
        assert_eq!(texts(&Axis::percent_to("hazard", 0.08, 0.02)), "0 2 4 6 8 %");
        assert_eq!(texts(&Axis::percent_to("hazard", 0.01, 0.0025)), "0 0.3 0.5 0.8 1 %");
    }
}
