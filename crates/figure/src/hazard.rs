//! The hazard of the first error, step by step.

use stepfall_plot::chart::{Axis, Facets, Point, Series, Tick};
use stepfall_plot::scene::Tint;
use stepfall_plot::{integer_ticks, nice_end};
use stepfall_protocol::figure::Table;
use stepfall_stats::{Confidence, FirstError, MIN_ITEMS, ObservedAttempt, StepHazard, hazard};

use crate::attempt_filter::{AttemptFilter, Restriction};
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::line_id::LineId;
use crate::scored;
use crate::summary::{Counts, LengthAndLookBack, Summary};
use crate::words::{TOO_FEW_ITEMS, count, fixed, percent_cell, thousands};

/// The maximum number of drawn points of a line. With more steps, neighbouring steps are grouped.
const BINS: usize = 24;

/// The hazard of a line: every step, and how many of them are drawn.
struct LineHazard {
    line: LineId,
    steps: Vec<StepHazard>,
    drawn: usize,
}

impl Summary {
    /// Returns the hazard of each line: for every step, the probability that it has the first error
    /// of an attempt, given that no earlier step has an error.
    pub fn hazard(&self) -> Figure {
        self.marked(self.hazard_figure())
    }

    fn hazard_figure(&self) -> Figure {
        const ID: &str = "hazard";
        const TITLE: &str = "Where the first error comes, step by step";
        let columns = [
            "line",
            "step",
            "attempts at risk",
            "items",
            "first errors",
            "hazard, %",
            "low, %",
            "high, %",
            "without an error so far, %",
        ];
        let mut table = Table::new(&columns);
        let lines = self.lines();
        let measured: Vec<LineHazard> = lines.iter().map(|line| self.hazard_of(*line)).collect();
        for LineHazard { line, steps, .. } in &measured {
            table.rows.extend(steps.iter().map(|step| row(self.label(*line), step)));
        }
        let is_shown = measured.iter().any(|hazard| !hazard.steps.is_empty());
        let drawn: Vec<&LineHazard> = measured.iter().filter(|hazard| hazard.drawn > 0).collect();
        let drawn_lines: Vec<LineId> = drawn.iter().map(|hazard| hazard.line).collect();
        let title = self.titled(TITLE, &drawn_lines);
        if drawn.is_empty() {
            let why = match (lines.is_empty(), is_shown) {
                (true, _) => NO_ATTEMPTS,
                (_, false) => "No attempt shows a step.",
                _ => "Attempts at fewer than 10 items show steps; the table has what there is.",
            };
            return Figure::nothing(ID, &title, why, table);
        }
        let mut method = vec![
            "An attempt that is cut off counts up to the last step that it shows. Shaded: intervals at 95 %, Wilson's, for as many independent steps as those of the same items are worth; the last column of the table is Kaplan and Meier's survival.".to_owned(),
        ];
        if drawn.iter().any(|hazard| hazard.drawn > BINS) {
            method.push("Each point is the hazard of a step, taken over several neighbouring steps; the table has every step.".to_owned());
        }
        if drawn.iter().any(|hazard| hazard.drawn < hazard.steps.len()) {
            method.push(format!("Steps that attempts at fewer than {MIN_ITEMS} items reach without an error are in the table alone, and have no interval there: these are too few items."));
        }
        if drawn_lines.iter().any(|line| line.given() > 0) {
            method.push("Steps of a history that was given are at no risk: lines under primed begin with the first step of their own.".to_owned());
        }
        method.extend(self.shared_items_note());
        let silent = |line: &LineId| {
            let errors = self.observed_attempts(*line).into_iter();
            errors.filter(|attempt| attempt.first_error == FirstError::NotBy(0)).count()
        };
        let silent: usize = lines.iter().map(silent).sum();
        if silent > 0 {
            let silent = count(u32::try_from(silent).unwrap_or(u32::MAX), "attempt");
            method.push(format!("{silent} that show no step say nothing here."));
        }
        let (panelled, more) = Self::panelled(&drawn_lines);
        method.extend(more);
        method.extend(self.missing_note(&drawn_lines));
        method.extend(self.naming_notes(&drawn_lines));
        let text: Vec<(LineId, String)> =
            drawn.iter().map(|hazard| (hazard.line, sentence(&hazard.steps))).collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!("First errors: {}.", self.for_each_line(&text)),
            table,
            note: Some(
                "An attempt counts at a step while it has no error before it.".to_owned()
                    + scored::corrected_note(&lines),
            ),
            method,
            basis: self.basis(&drawn_lines),
            drawing: Drawing::Facets(self.facets(
                &title,
                &drawn[..panelled.len()],
                &drawn_lines,
                &lines,
            )),
            title,
        }
    }

    /// Returns the first error of each attempt of a line, counted from the first step at risk.
    fn observed_attempts(&self, line: LineId) -> Vec<ObservedAttempt> {
        let of_shape = |(shape, counts): (LengthAndLookBack, &Counts)| {
            let followed = |(item, first_error): &(u32, FirstError)| ObservedAttempt {
                stratum: shape.stratum(),
                item: shape.item(*item),
                first_error: own(*first_error, line.given()),
            };
            counts.first_errors.iter().map(followed).collect::<Vec<_>>()
        };
        self.shapes(line).flat_map(of_shape).collect()
    }

    /// Returns the hazard of the first error of a line, in groups of `width` neighbouring steps,
    /// with 95 % intervals. Empty if no attempt shows a step.
    pub fn hazards(&self, line: LineId, width: u32) -> Vec<StepHazard> {
        let attempts = self.observed_attempts(line);
        let mut rows = hazard(&attempts, self.items, width, Confidence::P95).unwrap_or_default();
        for row in &mut rows {
            (row.from, row.to) = (row.from + line.given(), row.to + line.given());
        }
        rows
    }

    fn hazard_of(&self, line: LineId) -> LineHazard {
        let steps = self.hazards(line, 1);
        let drawn = steps.partition_point(|step| step.interval.is_some());
        LineHazard { line, steps, drawn }
    }

    /// Returns the hazard of a line as it is drawn, in groups of `width` neighbouring steps.
    fn binned(&self, hazard: &LineHazard, width: usize) -> Vec<StepHazard> {
        let mut bins = self.hazards(hazard.line, u32::try_from(width).unwrap_or(u32::MAX));
        let given = hazard.line.given();
        bins.retain(|bin| (bin.from - given) as usize <= hazard.drawn && bin.interval.is_some());
        bins
    }

    /// Returns the curves of the `drawn` lines. `named` are the lines that the title is about, and
    /// `lines` all lines of the run, which determine the colours.
    fn facets(
        &self,
        title: &str,
        drawn: &[&LineHazard],
        named: &[LineId],
        lines: &[LineId],
    ) -> Facets {
        let longest = drawn.iter().map(|hazard| hazard.drawn).max().unwrap_or(1);
        let width = bin_width(longest);
        let curves: Vec<(LineId, Vec<StepHazard>)> =
            drawn.iter().map(|hazard| (hazard.line, self.binned(hazard, width))).collect();
        let values = curves.iter().flat_map(|(_, bins)| bins).map(|bin| bin.hazard);
        // The axis leaves room for the intervals of most bins, but ends at a probability of 1 at
        // most.
        let (end, distance) = nice_end((values.fold(0.0, f64::max) * 1.4).clamp(0.02, 1.0));
        let ends = |hazard: &&LineHazard| {
            hazard.steps.get(hazard.drawn.wrapping_sub(1)).map(|step| step.to)
        };
        let last = drawn.iter().filter_map(ends).max().unwrap_or(1);
        let tick = |step: u32| Tick { at: f64::from(step), text: step.to_string() };
        let mut ticks: Vec<u32> = integer_ticks(1, last, 8);
        if ticks.first() != Some(&1) {
            ticks.insert(0, 1);
        }
        let series = |(line, bins): &(LineId, Vec<StepHazard>)| {
            let tint = lines.iter().position(|other| other == line).unwrap_or(0);
            Series {
                label: self.label_among(*line, named),
                value: String::new(),
                tint: Tint::Series(u8::try_from(tint % 8).unwrap_or(0)),
                points: bins.iter().map(|bin| point(bin, *line, end)).collect(),
            }
        };
        Facets {
            title: title.to_owned(),
            x: Axis {
                label: "step".to_owned(),
                ends: (1.0, f64::from(last)),
                ticks: ticks.into_iter().map(tick).collect(),
            },
            y: Axis::percent_to("chance that the first error is at this step", end, distance),
            series: curves.iter().map(series).collect(),
        }
    }
}

/// Returns the first error, counted from the first step after the given history.
const fn own(first_error: FirstError, given: u32) -> FirstError {
    match first_error {
        FirstError::At(step) => FirstError::At(step.saturating_sub(given)),
        FirstError::NotBy(step) => FirstError::NotBy(step.saturating_sub(given)),
    }
}

fn row(label: String, step: &StepHazard) -> Vec<String> {
    let [low, high] = match step.interval {
        Some(interval) => [interval.low, interval.high].map(percent_cell),
        None => [TOO_FEW_ITEMS.to_owned(), TOO_FEW_ITEMS.to_owned()],
    };
    vec![
        label,
        step.from.to_string(),
        step.at_risk.to_string(),
        step.items.to_string(),
        step.events.to_string(),
        percent_cell(step.hazard),
        low,
        high,
        percent_cell(step.survival),
    ]
}

/// Returns how many steps form a group: 1, 2, 5, 10 …, so that a line has at most [`BINS`] points.
fn bin_width(steps: usize) -> usize {
    let widths = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000];
    widths.into_iter().find(|width| steps.div_ceil(*width) <= BINS).unwrap_or(100_000)
}

fn point(bin: &StepHazard, line: LineId, end: f64) -> Point {
    let (from, to) = (bin.from, bin.to);
    let name = if from == to { format!("step {from}") } else { format!("steps {from} to {to}") };
    let title = format!(
        "{name}: {} first errors at {} that were reached without one, {} % each; {} % without an error so far",
        bin.events,
        count(bin.at_risk, "step"),
        percent_cell(bin.hazard),
        percent_cell(bin.survival)
    );
    Point {
        x: f64::from(from).midpoint(f64::from(to)),
        y: bin.hazard,
        range: bin.interval.map(|interval| (interval.low.min(end), interval.high.min(end))),
        info: AttemptFilter::line(line).only(Restriction::FirstError(from, to)).info(title),
    }
}

/// Returns a sentence on the first errors of a line: their share of the steps reached, and the step
/// by which half of the attempts have erred. If fewer have erred, the share of attempts without an
/// error.
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
        Some(step) => format!("{often}, and half of {attempts} have erred by step {}", step.to),
        None => format!(
            "{often}, and {} % of {attempts} have none up to step {}",
            percent_cell(last.survival),
            thousands(u64::from(last.to))
        ),
    }
}

/// Returns `part` divided by `whole`; 0 if `whole` is 0.
#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
