//! The collapse curve: how often answers are right, against the number of steps.

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Lines, Point, Reference, Series, Tick, Uncertainty};
use stepfall_plot::scene::Tint;
use stepfall_stats::Estimate;

use crate::figure::{BESIDE, Drawing, Figure, NO_ATTEMPTS};
use crate::summary::{LineId, Measure, Summary, estimate, item_shares, pooled};
use crate::table::Table;
use crate::words::{self, count, list, percent_cell};

/// What the original study reports for the average over its models and datasets (arXiv 2605.00817, abstract of its first version;
/// the third has 63 % at 5 steps): steps, and the share of right first answers.
pub const STUDY: [(u16, f64); 2] = [(5, 0.61), (95, 0.20)];
/// How the two numbers are named in a figure.
const STUDY_NAME: &str = "arXiv 2605.00817, averages";
/// How many lines a sentence tells of.
const TOLD: usize = 3;

/// What was measured at one length.
struct Measured {
    steps: u16,
    right: u32,
    attempts: u32,
    items: usize,
    estimate: Estimate,
}

impl Summary {
    /// The share of right answers against steps, one line for each target and condition, with intervals at 95 %.
    pub fn collapse(&self, measure: Measure) -> Figure {
        let (id, title) = named(measure);
        let mut table = Table::new(&[
            "line", "steps", "items", "attempts", "right", "right, %", "low, %", "high, %",
            "given up",
        ]);
        let all: Vec<(LineId, Vec<Measured>)> =
            self.lines().into_iter().map(|line| (line, self.measured(line, measure))).collect();
        for (line, measured) in &all {
            self.rows(*line, measured, &mut table);
        }
        if all.is_empty() {
            return Figure::nothing(id, title, NO_ATTEMPTS, table);
        }
        let (drawn, more) = self.drawn();
        let series = |(tint, line): (u8, &LineId)| {
            let measured = all.iter().find(|(other, _)| other == line).map(|(_, points)| points);
            self.series(*line, measured.map_or(&[], Vec::as_slice), tint)
        };
        let lines = Lines {
            title: title.to_owned(),
            x: steps_axis(all.iter().flat_map(|(_, points)| points).map(|point| point.steps)),
            y: Axis::percent(label(measure)),
            series: (0..).zip(&drawn).map(series).collect(),
            references: vec![study()],
            uncertainty: Uncertainty::Band,
            is_joined: true,
        };
        let mut notes = vec![self.how(&all)];
        notes.push(format!(
            "Dashed: the averages that {} reports for 14 to 15 models and 55 datasets, about 61 % at 5 steps (63 % in its third version) and 20 % at 95. Only these two points are known; the line between them is drawn.",
            "arXiv 2605.00817"
        ));
        notes.extend((drawn.len() > 1).then(|| BESIDE.to_owned()));
        notes.extend(more);
        notes.extend(self.missing_note(&self.all_lines()));
        notes.extend(self.simulated_note(&self.lines()));
        Figure {
            id: id.to_owned(),
            title: title.to_owned(),
            sentence: self.sentence(&all, measure),
            table,
            notes,
            drawing: Drawing::Lines(lines),
        }
    }

    fn measured(&self, line: LineId, measure: Measure) -> Vec<Measured> {
        let at = |steps: u16| {
            let shares = item_shares(&self.at(line, steps), measure);
            let (right, attempts) = pooled(&shares);
            let estimate = estimate(&shares, self.resampling())?;
            Some(Measured { steps, right, attempts, items: shares.len(), estimate })
        };
        self.lengths(line).into_iter().filter_map(at).collect()
    }

    fn rows(&self, line: LineId, measured: &[Measured], table: &mut Table) {
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
                point.right.to_string(),
                percent_cell(value),
                percent_cell(interval.low),
                percent_cell(interval.high),
                missing.to_string(),
            ]);
        }
    }

    fn series(&self, line: LineId, measured: &[Measured], tint: u8) -> Series {
        let label = self.label(line);
        let point = |point: &Measured| {
            let steps = count(u32::from(point.steps), "step");
            let share = words::estimate(point.estimate);
            let of = format!("{} of {}", point.right, count(point.attempts, "attempt"));
            let interval = point.estimate.interval;
            Point {
                x: f64::from(point.steps),
                y: point.estimate.value,
                range: Some((interval.low, interval.high)),
                told: Self::pick(line, &self.at(line, point.steps))
                    .told(format!("{label}, {steps}: {share}, {of}")),
            }
        };
        let points = measured.iter().map(point).collect();
        Series { label: label.clone(), tint: Tint::Series(tint), points }
    }

    fn sentence(&self, all: &[(LineId, Vec<Measured>)], measure: Measure) -> String {
        let what = match measure {
            Measure::First => "the first answer is right",
            Measure::Last => "the last answer is right",
            Measure::Any => "some answer is right",
            Measure::Tolerant => "the first answer is right within the tolerance",
        };
        let told: Vec<String> = all
            .iter()
            .take(TOLD)
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
        let mut sentence = format!("Of all attempts {what} in {}.", told.join("; in "));
        if all.iter().all(|(_, points)| points.len() == 1) {
            sentence += " Only one length was measured; a curve takes two.";
        } else if all.len() > TOLD {
            sentence += " The table has the other lines.";
        }
        sentence
    }

    /// How the intervals are made.
    fn how(&self, all: &[(LineId, Vec<Measured>)]) -> String {
        let mut points = all.iter().flat_map(|(_, points)| points);
        let has_samples = points.any(|point| point.attempts as usize > point.items);
        let how = if has_samples {
            "over 2,000 resamples of the items, where items have several samples, and Wilson's elsewhere"
        } else {
            "Wilson's"
        };
        let lines: Vec<String> = all.iter().take(1).map(|(line, _)| self.label(*line)).collect();
        let whose = if all.len() == 1 { list(&lines) } else { "the lines".to_owned() };
        format!(
            "Stripes, or upright lines, around {whose} are intervals at 95 %: {how}. Each length is taken over all of its look-backs."
        )
    }
}

const fn named(measure: Measure) -> (&'static str, &'static str) {
    match measure {
        Measure::First => ("collapse", "First answers right, by number of steps"),
        Measure::Last => ("collapse-last", "Last answers right, by number of steps"),
        Measure::Any => ("collapse-any", "Any answer right, by number of steps"),
        Measure::Tolerant => {
            ("collapse-tolerant", "First answers right within the tolerance, by number of steps")
        }
    }
}

const fn label(measure: Measure) -> &'static str {
    match measure {
        Measure::First => "first answer right",
        Measure::Last => "last answer right",
        Measure::Any => "any answer right",
        Measure::Tolerant => "first answer right within 0.001",
    }
}

/// The axis of steps from the shortest to the longest length and those of the study, with the lengths as ticks.
fn steps_axis(lengths: impl Iterator<Item = u16>) -> Axis {
    let mut lengths: Vec<u16> = lengths.chain(STUDY.map(|(steps, _)| steps)).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths_axis(&lengths)
}

/// The axis of steps over some lengths, in order.
pub(crate) fn lengths_axis(lengths: &[u16]) -> Axis {
    let ends = (lengths.first().copied().unwrap_or(0), lengths.last().copied().unwrap_or(0));
    let tick = |steps: &u16| Tick { at: f64::from(*steps), text: steps.to_string() };
    Axis {
        label: "steps".to_owned(),
        ends: (f64::from(ends.0), f64::from(ends.1)),
        ticks: lengths.iter().map(tick).collect(),
        spacing: Spacing::Even,
    }
}

fn study() -> Reference {
    let point = |(steps, share): (u16, f64)| {
        let title = format!("{STUDY_NAME}: about {} at {steps} steps", words::percent(share));
        (f64::from(steps), share, title)
    };
    Reference { label: STUDY_NAME.to_owned(), points: STUDY.into_iter().map(point).collect() }
}
