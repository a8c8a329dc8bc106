//! The hazard of the first error, step by step.

use stepfall_plot::chart::{Axis, Facets, Point, Series, Tick};
use stepfall_plot::scene::Tint;
use stepfall_plot::{Spacing, integer_ticks, nice_end};
use stepfall_stats::{
    Confidence, Estimate, FirstError, Interval, Share, StepHazard, hazard, wilson,
};

use crate::attempt_filter::{AttemptFilter, Only};
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::line_id::LineId;
use crate::summary::Summary;
use crate::table::Table;
use crate::words::{count, fixed, percent_cell, thousands};

/// Steps that fewer attempts than this reach without an error are not drawn.
const FEWEST: u32 = 10;
/// About how many points are drawn; where there are more steps, neighbours are taken together.
const BINS: usize = 24;

/// The hazard of a line: every step, and how many of them are drawn.
struct Measured {
    line: LineId,
    steps: Vec<StepHazard>,
    drawn: usize,
}

impl Summary {
    /// The probability that the first error of an attempt is in a step, given that none is before it, for every step and each line.
    pub fn hazard(&self) -> Figure {
        const ID: &str = "hazard";
        const TITLE: &str = "Where the first error comes, step by step";
        let columns = [
            "line",
            "step",
            "attempts at risk",
            "first errors",
            "hazard, %",
            "low, %",
            "high, %",
            "without an error so far, %",
        ];
        let mut table = Table::new(&columns);
        let lines = self.lines();
        let measured: Vec<Measured> = lines.iter().map(|line| self.hazard_of(*line)).collect();
        for Measured { line, steps, .. } in &measured {
            table.rows.extend(steps.iter().map(|step| row(self.label(*line), step)));
        }
        let is_shown = measured.iter().any(|one| !one.steps.is_empty());
        let drawn: Vec<&Measured> = measured.iter().filter(|one| one.drawn > 0).collect();
        let drawn_lines: Vec<LineId> = drawn.iter().map(|one| one.line).collect();
        let title = self.titled(TITLE, &drawn_lines);
        if drawn.is_empty() {
            let why = match (lines.is_empty(), is_shown) {
                (true, _) => NO_ATTEMPTS,
                (_, false) => "No attempt shows a step.",
                _ => "Fewer than 10 attempts show steps; the table has what there is.",
            };
            return Figure::nothing(ID, &title, why, table);
        }
        let mut notes = vec![
            "An attempt counts at a step while it has no error before it. One that is cut off counts up to the last step that it shows. Shaded: 95 % Wilson intervals; the last column of the table is Kaplan and Meier's survival.".to_owned(),
        ];
        if drawn.iter().any(|one| one.drawn > BINS) {
            notes.push("Each point is the hazard of a step, taken over several neighbouring steps; the table has every step.".to_owned());
        }
        if drawn.iter().any(|one| one.drawn < one.steps.len()) {
            notes.push(format!("Steps that fewer than {FEWEST} attempts reach without an error are in the table alone."));
        }
        let silent = |line: &LineId| {
            self.errors(*line).iter().filter(|error| **error == FirstError::NotBy(0)).count()
        };
        let silent: usize = lines.iter().map(silent).sum();
        if silent > 0 {
            let silent = count(u32::try_from(silent).unwrap_or(u32::MAX), "attempt");
            notes.push(format!("{silent} that show no step say nothing here."));
        }
        let (panelled, more) = Self::panelled(&drawn_lines);
        notes.extend(more);
        notes.extend(self.missing_note(&drawn_lines));
        notes.extend(self.naming_notes(&drawn_lines));
        let said: Vec<(LineId, String)> =
            drawn.iter().map(|one| (one.line, sentence(&one.steps))).collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!("First errors: {}.", self.for_each_line(&said)),
            table,
            notes,
            basis: self.basis(&drawn_lines),
            drawing: Drawing::Facets(self.facets(&title, &drawn[..panelled.len()], &lines)),
            title,
        }
    }

    fn errors(&self, line: LineId) -> Vec<FirstError> {
        self.shapes(line).flat_map(|(_, counts)| counts.first_errors.iter().copied()).collect()
    }

    fn hazard_of(&self, line: LineId) -> Measured {
        let steps = hazard(&self.errors(line), Confidence::USUAL).unwrap_or_default();
        let drawn = steps.partition_point(|step| step.at_risk >= FEWEST);
        Measured { line, steps, drawn }
    }

    fn facets(&self, title: &str, drawn: &[&Measured], lines: &[LineId]) -> Facets {
        let longest = drawn.iter().map(|one| one.drawn).max().unwrap_or(1);
        let width = bin_width(longest);
        let curves: Vec<(LineId, Vec<(Bin, Estimate)>)> = drawn
            .iter()
            .map(|one| {
                let bins = bins(&one.steps[..one.drawn], width).into_iter();
                (one.line, bins.filter_map(|bin| bin.hazard().map(|it| (bin, it))).collect())
            })
            .collect();
        let values = curves.iter().flat_map(|(_, bins)| bins).map(|(_, estimate)| estimate.value);
        // Room for the intervals of most bins, and never more than all.
        let (end, distance) = nice_end((values.fold(0.0, f64::max) * 1.4).clamp(0.02, 1.0));
        let ends = |one: &&Measured| one.steps.get(one.drawn.wrapping_sub(1)).map(|step| step.step);
        let last = drawn.iter().filter_map(ends).max().unwrap_or(1);
        let tick = |step: u32| Tick { at: f64::from(step), text: step.to_string() };
        let mut ticks: Vec<u32> = integer_ticks(1, last, 8);
        if ticks.first() != Some(&1) {
            ticks.insert(0, 1);
        }
        let named: Vec<LineId> = drawn.iter().map(|one| one.line).collect();
        let series = |(line, bins): &(LineId, Vec<(Bin, Estimate)>)| {
            let tint = lines.iter().position(|other| other == line).unwrap_or(0);
            Series {
                label: self.label_among(*line, &named),
                value: String::new(),
                tint: Tint::Series(u8::try_from(tint % 8).unwrap_or(0)),
                points: bins.iter().map(|(bin, it)| bin.point(*line, *it, end)).collect(),
            }
        };
        Facets {
            title: title.to_owned(),
            x: Axis {
                label: "step".to_owned(),
                ends: (1.0, f64::from(last)),
                ticks: ticks.into_iter().map(tick).collect(),
                spacing: Spacing::Even,
            },
            y: Axis::percent_to("first error at a step, of attempts without one", end, distance),
            series: curves.iter().map(series).collect(),
        }
    }
}

fn row(label: String, step: &StepHazard) -> Vec<String> {
    vec![
        label,
        step.step.to_string(),
        step.at_risk.to_string(),
        step.events.to_string(),
        percent_cell(step.hazard.value),
        percent_cell(step.hazard.interval.low),
        percent_cell(step.hazard.interval.high),
        percent_cell(step.survival),
    ]
}

/// Neighbouring steps together, so that their hazard is not all noise.
struct Bin {
    /// The first and the last step.
    from: u32,
    to: u32,
    at_risk: u32,
    events: u32,
    survival: f64,
}

/// How many of some steps are taken together: 1, 2, 5, 10 …, so that there are not many more bins than [`BINS`].
fn bin_width(steps: usize) -> usize {
    let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000];
    widths.into_iter().find(|width| steps.div_ceil(*width) <= BINS).unwrap_or(100_000)
}

fn bins(steps: &[StepHazard], width: usize) -> Vec<Bin> {
    let bin = |part: &[StepHazard]| {
        let (first, last) = (part.first()?, part.last()?);
        let sum = |of: fn(&StepHazard) -> u32| {
            part.iter().fold(0u32, |sum, step| sum.saturating_add(of(step)))
        };
        Some(Bin {
            from: first.step,
            to: last.step,
            at_risk: sum(|step| step.at_risk),
            events: sum(|step| step.events),
            survival: last.survival,
        })
    };
    steps.chunks(width).filter_map(bin).collect()
}

impl Bin {
    /// The hazard of each step, with Wilson's interval.
    fn hazard(&self) -> Option<Estimate> {
        let share = Share::new(self.events, self.at_risk).ok()?;
        Some(Estimate { value: share.value()?, interval: wilson(share, Confidence::USUAL) })
    }

    fn name(&self) -> String {
        if self.from == self.to {
            return format!("step {}", self.from);
        }
        format!("steps {} to {}", self.from, self.to)
    }

    fn point(&self, line: LineId, estimate: Estimate, end: f64) -> Point {
        let title = format!(
            "{}: {} first errors at {} that were reached without one, {} % each; {} % without an error so far",
            self.name(),
            self.events,
            count(self.at_risk, "step"),
            percent_cell(estimate.value),
            percent_cell(self.survival)
        );
        let Interval { low, high } = estimate.interval;
        Point {
            x: f64::from(self.from).midpoint(f64::from(self.to)),
            y: estimate.value,
            range: Some((low.min(end), high.min(end))),
            info: AttemptFilter::line(line).only(Only::FirstError(self.from, self.to)).info(title),
        }
    }
}

/// Where the first error of a line comes: in so many of the steps that are reached, and by when half of the attempts have erred.
fn sentence(steps: &[StepHazard]) -> String {
    let events: u64 = steps.iter().map(|step| u64::from(step.events)).sum();
    let risks: u64 = steps.iter().map(|step| u64::from(step.at_risk)).sum();
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return String::new() };
    let often = format!(
        "in {} % of the steps that are reached without one",
        fixed(share(events, risks) * 100.0, 1)
    );
    let attempts = count(first.at_risk, "attempt");
    match steps.iter().find(|step| step.survival < 0.5) {
        Some(step) => format!("{often}, and half of {attempts} have erred by step {}", step.step),
        None => format!(
            "{often}, and {} % of {attempts} have none up to step {}",
            percent_cell(last.survival),
            thousands(u64::from(last.step))
        ),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
