//! The collapse curve: the share of correct answers against the number of steps.

use stepfall_plot::chart::{Axis, Crossing, End, Lines, Point, Reference, Series};
use stepfall_plot::scene::Tint;
use stepfall_procedure::Condition;
use stepfall_protocol::figure::{Measure, Table};
use stepfall_stats::Estimate;

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_NAMED, NO_ATTEMPTS, OFFSET_NOTE};
use crate::isolated::COLUMN;
use crate::length_axis::length_axis;
use crate::line_id::LineId;
use crate::scored::measure_note;
use crate::shares::{item_shares, pooled_counts};
use crate::summary::Summary;
use crate::words::{self, NONE, count, percent_cell};

/// The averages over models and datasets that the original study reports (arXiv 2605.00817,
/// abstract of the first version; the third version has 63 % at 5 steps). Each is a number of steps
/// and the share of correct first answers.
pub const STUDY: [(u16, f64); 2] = [(5, 0.61), (95, 0.20)];
/// The name of the two averages in a figure.
const STUDY_NAME: &str = "arXiv 2605.00817";

/// The accuracy at one length.
struct LengthAccuracy {
    steps: u16,
    correct: u32,
    attempts: u32,
    items: usize,
    estimate: Estimate,
}

impl Summary {
    /// Returns the share of correct answers against steps, one line for each target and condition,
    /// with 95 % intervals. The line in focus also has its 50 % horizon.
    ///
    /// The averages of the original study appear only with first answers under answer-only at items
    /// of its setting ([`crate::is_study`]). They are cut at the ends of the measured range. They
    /// are left out if neither of the study's two lengths is in this range.
    pub fn collapse(&self, measure: Measure) -> Figure {
        self.marked(self.collapse_figure(measure))
    }

    fn collapse_figure(&self, measure: Measure) -> Figure {
        let (id, title) = id_and_title(measure);
        let mut table = Table::new(&[
            "line",
            "steps",
            "items",
            "attempts",
            "correct",
            "correct, %",
            "low, %",
            "high, %",
            "failed",
        ]);
        let has_failed = self.missing(&self.all_lines()) > 0;
        if has_failed {
            table
                .columns
                .extend(["if failed incorrect, %", "if failed correct, %"].map(str::to_owned));
        }
        if self.has_predicted_alone() {
            table.columns.push(COLUMN.to_owned());
        }
        let all: Vec<(LineId, Vec<LengthAccuracy>)> = self
            .lines()
            .into_iter()
            .map(|line| (line, self.length_accuracies(line, measure)))
            .collect();
        for (line, measured) in &all {
            self.rows(*line, measured, &mut table);
        }
        if all.is_empty() {
            return Figure::nothing(id, title, NO_ATTEMPTS, table);
        }
        let (drawn, more) = self.drawn_lines();
        let series = |(tint, line): (u8, &LineId)| {
            let measured = all.iter().find(|(other, _)| other == line).map(|(_, points)| points);
            self.series(*line, measured.map_or(&[], Vec::as_slice), tint)
        };
        let steps = || all.iter().flat_map(|(_, points)| points).map(|point| point.steps);
        let is_comparable = self.is_study
            && matches!(measure, Measure::First | Measure::Tolerant)
            && drawn.iter().any(|line| line.condition == Condition::AnswerOnly);
        let study = steps().min().zip(steps().max()).filter(|_| is_comparable).and_then(study);
        let has_study = study.is_some();
        // The line in focus is the baseline of the first target, as in the finding. Colours keep
        // the order of the lines.
        let focus = drawn.first().and_then(|line| self.baseline(line.target));
        let focus = drawn.iter().position(|line| Some(*line) == focus).unwrap_or(0);
        let mut all_series: Vec<Series> = (0..).zip(&drawn).map(series).collect();
        if let Some(before) = all_series.get_mut(..=focus) {
            before.rotate_right(1);
        }
        let in_focus = drawn.get(focus).copied();
        let lines = Lines {
            title: title.to_owned(),
            x: steps_axis(steps()),
            y: Axis::percent(label(measure)),
            series: all_series,
            references: study.into_iter().chain(self.isolated_curves(&drawn)).collect(),
            crossing: in_focus.and_then(|line| self.crossing(line, measure, &all)),
        };
        let (note, how) = self.method_notes(&all, in_focus);
        let mut method = vec![how];
        method.extend(measure_note(measure, &self.lines()));
        method.extend(has_study.then(|| {
            "Dashed: the averages that arXiv 2605.00817 reports for 14 to 15 models, 61 % at 5 steps in its first version (63 % in its third, of 24 May 2026) and 20 % at 95. Only these two lengths are known.".to_owned()
        }));
        method.extend(self.isolated_note());
        method.extend((drawn.len() > 1).then(|| OFFSET_NOTE.to_owned()));
        method.extend(more);
        method.extend(self.shared_items_note());
        method.extend(self.missing_note(&self.all_lines()));
        if has_failed {
            method.push("What they can have changed is bounded in the last two columns of the table: all of them incorrect, and all of them correct.".to_owned());
        }
        method.extend(self.naming_notes(&self.lines()));
        Figure {
            id: id.to_owned(),
            title: title.to_owned(),
            sentence: self.sentence(&all, measure),
            table,
            note: Some(note),
            method,
            basis: self.basis(&self.lines()),
            drawing: Drawing::Lines(lines),
        }
    }

    /// Returns where the drawn line crosses one half, with the measured lengths that enclose the
    /// horizon; `None` if the line has fewer than two lengths or does not cross.
    fn crossing(
        &self,
        line: LineId,
        measure: Measure,
        all: &[(LineId, Vec<LengthAccuracy>)],
    ) -> Option<Crossing> {
        let (bracket, estimate) = self.horizon_of(line, measure)?;
        let (_, points) = all.iter().find(|(other, _)| *other == line)?;
        let is_down = |pair: &&[LengthAccuracy]| {
            pair[0].estimate.value >= 0.5 && pair[1].estimate.value < 0.5
        };
        let pair = points.windows(2).find(is_down)?;
        let ends = [&pair[0], &pair[1]].map(|end| (f64::from(end.steps), end.estimate.value));
        let [(from, over), (to, under)] = ends;
        let enclosed = words::enclosed(bracket, &self.lengths(line));
        let model = words::fitted_horizon(&estimate);
        let end =
            |steps: Option<u32>, other: End| steps.map_or(other, |steps| End::At(steps.into()));
        let title = format!("{}: 50 % horizon {enclosed}; {model}", self.label(line));
        Some(Crossing {
            share: 0.5,
            at: from + (over - 0.5) / (over - under) * (to - from),
            range: (end(bracket.above, End::Below), end(bracket.below, End::Beyond)),
            text: (
                words::enclosed_short(bracket, &self.lengths(line)),
                format!("fitted: {}", words::horizon(estimate.horizon)),
            ),
            info: AttemptFilter::line(line).info(title),
        })
    }

    fn length_accuracies(&self, line: LineId, measure: Measure) -> Vec<LengthAccuracy> {
        let at = |steps: u16| {
            let shares = item_shares(&self.at(line, steps), measure);
            let (correct, attempts) = pooled_counts(&shares);
            let estimate = self.estimate(&shares)?;
            Some(LengthAccuracy { steps, correct, attempts, items: shares.len(), estimate })
        };
        self.lengths(line).into_iter().filter_map(at).collect()
    }

    fn rows(&self, line: LineId, measured: &[LengthAccuracy], table: &mut Table) {
        let has_failed = self.missing(&self.all_lines()) > 0;
        for point in measured {
            let Estimate { value, interval } = point.estimate;
            let at = self.at(line, point.steps);
            let missing =
                at.iter().fold(0u32, |all, (_, counts)| all.saturating_add(counts.missing));
            table.rows.push(vec![
                self.label(line),
                point.steps.to_string(),
                point.items.to_string(),
                point.attempts.to_string(),
                point.correct.to_string(),
                percent_cell(value),
                percent_cell(interval.low),
                percent_cell(interval.high),
                missing.to_string(),
            ]);
            let bounds = bounds(point.correct, point.attempts, missing).map(percent_cell);
            if let Some(row) = table.rows.last_mut().filter(|_| has_failed) {
                row.extend(bounds);
            }
            let alone = self.predicted_alone(line.target, point.steps);
            let alone = alone.map_or(NONE.to_owned(), percent_cell);
            if let Some(row) = table.rows.last_mut().filter(|_| self.has_predicted_alone()) {
                row.push(alone);
            }
        }
    }

    fn series(&self, line: LineId, measured: &[LengthAccuracy], tint: u8) -> Series {
        let label = self.label(line);
        let point = |point: &LengthAccuracy| {
            let steps = count(u32::from(point.steps), "step");
            let share = words::estimate(point.estimate);
            let of = format!("{} of {}", point.correct, count(point.attempts, "attempt"));
            let interval = point.estimate.interval;
            Point {
                x: f64::from(point.steps),
                y: point.estimate.value,
                range: Some((interval.low, interval.high)),
                info: Self::filter(line, &self.at(line, point.steps))
                    .info(format!("{label}, {steps}: {share}, {of}")),
            }
        };
        let points = measured.iter().map(point).collect();
        let last = measured.last().map(|point| words::short_estimate(point.estimate));
        let value = last.unwrap_or_default();
        Series { label: label.clone(), value, tint: Tint::Series(tint), points }
    }

    fn sentence(&self, all: &[(LineId, Vec<LengthAccuracy>)], measure: Measure) -> String {
        let what = match measure {
            Measure::First => "the first answer is correct",
            Measure::Last => "the last answer is correct",
            Measure::Any => "some answer is correct",
            Measure::Tolerant => "the first answer is correct within the tolerance",
            Measure::Solved => "the answer that counts is correct",
        };
        let parts: Vec<String> = all
            .iter()
            .take(MAX_NAMED)
            .filter_map(|(line, points)| {
                let (first, last) = (points.first()?, points.last()?);
                let share = words::estimate(first.estimate);
                let steps = count(u32::from(first.steps), "step");
                let label = self.label(*line);
                if points.len() == 1 {
                    return Some(format!("{share} at {steps} ({label})"));
                }
                let end = words::estimate(last.estimate);
                Some(format!("{share} at {steps} and {end} at {} ({label})", last.steps))
            })
            .collect();
        let mut sentence = format!("Of all attempts {what} in {}.", parts.join("; in "));
        if all.iter().all(|(_, points)| points.len() == 1) {
            sentence += " Only one length was measured; a curve needs two.";
        } else if all.len() > MAX_NAMED {
            sentence += " The table has the other lines.";
        }
        sentence
    }

    /// Returns the note on the drawn marks, and the note on the method of the intervals.
    fn method_notes(
        &self,
        all: &[(LineId, Vec<LengthAccuracy>)],
        in_focus: Option<LineId>,
    ) -> (String, String) {
        let mut points = all.iter().flat_map(|(_, points)| points);
        let has_samples = points.any(|point| point.attempts as usize > point.items);
        let strata = |line: &LineId| self.lengths(*line).len() < self.shapes(*line).count();
        let how = if has_samples || self.lines().iter().any(strata) {
            "95 % Wilson intervals, for as many independent attempts as those at the same items are worth"
        } else {
            "95 % Wilson intervals"
        };
        let is_curve = in_focus.is_some_and(|line| self.lengths(line).len() > 1);
        let drawn = match (is_curve, all.len() > 1) {
            (true, false) => "Shaded".to_owned(),
            (true, true) => {
                let name = in_focus.map_or(String::new(), |line| self.label(line));
                format!("Shaded for {name}, upright lines for the others")
            }
            (false, _) => "Upright lines".to_owned(),
        };
        (
            format!("Only the markers are measured. {drawn}: 95 % intervals."),
            format!("Intervals are {how}. Each length is taken over all of its look-backs."),
        )
    }
}

const fn id_and_title(measure: Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::First => ("collapse", "Correct answers by number of steps"),
        Measure::Last => ("collapse-last", "Last answers correct, by number of steps"),
        Measure::Any => ("collapse-any", "Any answer correct, by number of steps"),
        Measure::Tolerant => {
            ("collapse-tolerant", "First answers correct within the tolerance, by number of steps")
        }
        Measure::Solved => ("collapse-solved", "Items solved, by number of steps"),
    }
}

const fn label(measure: Measure) -> &'static str {
    match measure {
        Measure::First => "first answers correct",
        Measure::Last => "last answers correct",
        Measure::Any => "any answer correct",
        Measure::Tolerant => "first answers correct within 0.001",
        Measure::Solved => "items solved",
    }
}

/// Returns the shares of correct attempts if all failed ones were incorrect, and if all were
/// correct. Whatever made them fail, the share of all lies between these bounds (C. F. Manski,
/// Nonparametric Bounds on Treatment Effects, American Economic Review 80 (1990) 319-323).
pub(crate) fn bounds(correct: u32, attempts: u32, failed: u32) -> [f64; 2] {
    let all = f64::from(attempts) + f64::from(failed);
    [f64::from(correct), f64::from(correct) + f64::from(failed)].map(|correct| correct / all)
}

/// Returns the axis of steps from the shortest to the longest length, with the lengths as ticks.
fn steps_axis(lengths: impl Iterator<Item = u16>) -> Axis {
    let mut lengths: Vec<u16> = lengths.collect();
    lengths.sort_unstable();
    lengths.dedup();
    length_axis(&lengths)
}

/// Returns the averages of the study from the shortest to the longest length of a run. `None` if
/// neither length of the study lies within that range.
fn study((shortest, longest): (u16, u16)) -> Option<Reference> {
    let [(from, first), (to, last)] = STUDY.map(|(steps, share)| (f64::from(steps), share));
    let line = |steps: f64| first + (steps - from) / (to - from) * (last - first);
    let ends = (f64::from(shortest).max(from), f64::from(longest).min(to));
    let is_within = |steps: &f64| (ends.0..=ends.1).contains(steps);
    let text = |steps: f64, share: f64| {
        let title =
            format!("{STUDY_NAME}: average about {} at {steps} steps", words::percent(share));
        (steps, share, title)
    };
    let known = [(from, first), (to, last)].into_iter().filter(|(steps, _)| is_within(steps));
    let points: Vec<(f64, f64, String)> = known.map(|(steps, share)| text(steps, share)).collect();
    let places = [ends.0, ends.1].map(|steps| (steps, line(steps)));
    (!points.is_empty()).then(|| Reference {
        label: STUDY_NAME.to_owned(),
        places: places.into(),
        points,
    })
}
