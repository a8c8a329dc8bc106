//! The hazard of the first error, step by step.

use stepfall_plot::chart::{Axis, Lines, Point, Series, Tick, Uncertainty};
use stepfall_plot::scene::Tint;
use stepfall_plot::{Spacing, integer_ticks, nice_end};
use stepfall_stats::{
    Confidence, Estimate, FirstError, Interval, Share, StepHazard, hazard, wilson,
};

use crate::figure::{Drawing, Figure, NO_ATTEMPTS, id_of};
use crate::pick::{Only, Pick};
use crate::summary::{LineId, Summary};
use crate::table::Table;
use crate::words::{count, fixed, percent_cell, thousands};

/// Steps that fewer attempts than this reach without an error are not drawn.
const FEWEST: u32 = 10;
/// About how many points are drawn; where there are more steps, neighbours are taken together.
const BINS: usize = 24;

impl Summary {
    /// The probability that the first error of an attempt of a line is in a step, given that none is before it, for every step.
    pub fn hazard(&self, line: LineId) -> Figure {
        let title = format!("Where the first error comes, step by step: {}", self.label(line));
        let id = id_of("hazard", line);
        let columns = [
            "step",
            "attempts at risk",
            "first errors",
            "hazard, %",
            "low, %",
            "high, %",
            "without an error so far, %",
        ];
        let mut table = Table::new(&columns);
        let errors: Vec<FirstError> =
            self.shapes(line).flat_map(|(_, counts)| counts.first_errors.iter().copied()).collect();
        let steps = hazard(&errors, Confidence::USUAL).unwrap_or_default();
        table.rows.extend(steps.iter().map(row));
        let drawn = &steps[..steps.partition_point(|step| step.at_risk >= FEWEST)];
        if drawn.is_empty() {
            let why = match (errors.is_empty(), steps.is_empty()) {
                (true, _) => NO_ATTEMPTS,
                (_, true) => "No attempt shows a step.",
                _ => "Fewer than 10 attempts show steps; the table has what there is.",
            };
            return Figure::nothing(&id, &title, why, table);
        }
        let mut notes = vec![
            "An attempt counts at a step while it has no error before it. One that is cut off counts up to the last step that it claims. Stripes are Wilson's intervals at 95 %; the last column of the table is Kaplan and Meier's survival.".to_owned(),
        ];
        if drawn.len() > BINS {
            notes.push("Each point is the hazard of a step, taken over several neighbouring steps; the table has every step.".to_owned());
        }
        if drawn.len() < steps.len() {
            notes.push(format!("Steps that fewer than {FEWEST} attempts reach without an error are in the table alone."));
        }
        let silent = errors.iter().filter(|error| **error == FirstError::NotBy(0)).count();
        if silent > 0 {
            let silent = count(u32::try_from(silent).unwrap_or(u32::MAX), "attempt");
            notes.push(format!("{silent} without a claimed step say nothing here."));
        }
        notes.extend(self.missing_note(&[line]));
        notes.extend(self.simulated_note(&[line]));
        Figure {
            id,
            sentence: sentence(&steps),
            table,
            notes,
            drawing: Drawing::Lines(chart(&title, line, drawn)),
            title,
        }
    }
}

fn row(step: &StepHazard) -> Vec<String> {
    vec![
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

/// Bins of 1, 2, 5, 10 … steps, not many more than [`BINS`].
fn bins(steps: &[StepHazard]) -> Vec<Bin> {
    let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000];
    let width = widths.into_iter().find(|width| steps.len().div_ceil(*width) <= BINS);
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
    steps.chunks(width.unwrap_or(100_000)).filter_map(bin).collect()
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
            told: Pick::line(line).only(Only::FirstError(self.from, self.to)).told(title),
        }
    }
}

fn chart(title: &str, line: LineId, drawn: &[StepHazard]) -> Lines {
    let bins = bins(drawn);
    let measured: Vec<(&Bin, Estimate)> =
        bins.iter().filter_map(|bin| Some((bin, bin.hazard()?))).collect();
    let largest = measured.iter().map(|(_, estimate)| estimate.value).fold(0.0, f64::max);
    // Room for the stripes of most bins, and never more than all.
    let (end, distance) = nice_end((largest * 1.4).clamp(0.02, 1.0));
    let last = drawn.last().map_or(1, |step| step.step);
    let tick = |step: u32| Tick { at: f64::from(step), text: step.to_string() };
    let mut ticks: Vec<u32> = integer_ticks(1, last, 8);
    if ticks.first() != Some(&1) {
        ticks.insert(0, 1);
    }
    let points = measured.iter().map(|(bin, estimate)| bin.point(line, *estimate, end)).collect();
    Lines {
        title: title.to_owned(),
        x: Axis {
            label: "step".to_owned(),
            ends: (1.0, f64::from(last)),
            ticks: ticks.into_iter().map(tick).collect(),
            spacing: Spacing::Even,
        },
        y: Axis::percent_to("first error at a step, of attempts without one", end, distance),
        series: vec![Series { label: String::new(), tint: Tint::Series(0), points }],
        references: Vec::new(),
        uncertainty: Uncertainty::Band,
        is_joined: true,
    }
}

fn sentence(steps: &[StepHazard]) -> String {
    let events: u64 = steps.iter().map(|step| u64::from(step.events)).sum();
    let risks: u64 = steps.iter().map(|step| u64::from(step.at_risk)).sum();
    let (Some(first), Some(last)) = (steps.first(), steps.last()) else { return String::new() };
    let mean = share(events, risks);
    let mut sentence = format!(
        "Over {} the first error comes in {} % of the steps that are reached without one",
        count(first.at_risk, "attempt"),
        fixed(mean * 100.0, 1)
    );
    match steps.iter().find(|step| step.survival < 0.5) {
        Some(step) => sentence += &format!("; half of them have erred by step {}.", step.step),
        None => {
            sentence += &format!(
                "; {} % have no error up to step {}.",
                percent_cell(last.survival),
                thousands(u64::from(last.step))
            );
        }
    }
    sentence
}

#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
