//! The 50 % horizon: the number of steps up to which answers are correct half of the time.

use stepfall_plot::chart::{Axis, Dot, Dots, End};
use stepfall_plot::scene::Tint;
use stepfall_protocol::figure::{Measure, Table};
use stepfall_stats::{
    Bracket, Confidence, Estimate, Horizon, HorizonEstimate, Length, MIN_ITEMS, bracket, horizon,
};

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES, NO_ATTEMPTS};
use crate::length_axis::length_axis;
use crate::line_id::LineId;
use crate::scored::measure_note;
use crate::shares::item_shares;
use crate::summary::Summary;
use crate::words::{self, NONE, TOO_FEW_ITEMS, percent_cell};

/// The share that defines a horizon.
const HALF: f64 = 0.5;
/// The most lines whose horizon is computed, since each takes 2,000 fits.
const MAX_LINES_WITH_HORIZON: usize = 3 * MAX_LINES;
/// The note below the figure.
const NOTE: &str = "Lines: from the longest length clearly above one half to the shortest clearly below. Markers: a fitted estimate, which assumes that each step fails equally often.";
/// The note on how the enclosing lengths are found.
const TESTS: &str = "A length is clearly above or below one half where its 95 % interval (as in the curve) is. Lengths are tested from the shortest up and from the longest down, each side until the first that is not clear. Such a fixed order needs no adjustment, so that both ends hold together in 95 % of runs, for any curve that never rises.";
/// The message if no line has two lengths.
const TOO_FEW: &str = "A horizon needs at least two lengths; no line has them yet.";

/// The horizon of a line.
struct LineHorizon {
    line: LineId,
    lengths: Vec<u16>,
    bracket: Bracket,
    estimate: HorizonEstimate,
}

impl Summary {
    /// Returns the number of steps up to which answers are correct half of the time, for each line
    /// with at least two lengths.
    pub fn horizon(&self, measure: Measure) -> Figure {
        self.marked(self.horizon_figure(measure))
    }

    fn horizon_figure(&self, measure: Measure) -> Figure {
        const TITLE: &str = "50 % horizon, in steps";
        let found = self.line_horizons(measure);
        let table = self.horizon_table(&found, measure);
        if found.is_empty() {
            let why = if self.lines().is_empty() { NO_ATTEMPTS } else { TOO_FEW };
            return Figure::nothing("horizon", TITLE, why, table);
        }
        let row = |(tint, found): (usize, &LineHorizon)| self.dot(found, tint);
        let dots = Dots {
            title: TITLE.to_owned(),
            axis: axis(&found),
            rows: found.iter().enumerate().map(row).collect(),
        };
        let lines: Vec<LineId> = found.iter().map(|found| found.line).collect();
        let mut method = vec![
            TESTS.to_owned(),
            format!(
                "The fitted estimate is where a non-increasing fit crosses 50 %. Its intervals are over 2,000 resamples of the items, expanded for their number; with fewer than {MIN_ITEMS} items at a length there is none. On a curve that falls suddenly, the interval seldom holds the horizon."
            ),
        ];
        method.extend(measure_note(measure, &lines));
        method.extend(self.shared_items_note());
        let all = self.with_lengths().count();
        method.extend((all > MAX_LINES_WITH_HORIZON).then(|| {
            format!("Horizons are sought for the first {MAX_LINES_WITH_HORIZON} of {all} lines with two lengths; the others are neither drawn nor in the table.")
        }));
        method.extend(self.missing_note(&self.all_lines()));
        method.extend(self.naming_notes(&self.lines()));
        Figure {
            id: "horizon".to_owned(),
            title: TITLE.to_owned(),
            sentence: self.sentence_of(&found, measure),
            table,
            note: Some(NOTE.to_owned()),
            method,
            basis: self.basis(&lines),
            drawing: Drawing::Dots(dots),
        }
    }

    /// Returns the lines with enough lengths for a horizon.
    fn with_lengths(&self) -> impl Iterator<Item = LineId> {
        self.lines().into_iter().filter(|line| self.lengths(*line).len() > 1)
    }

    fn line_horizons(&self, measure: Measure) -> Vec<LineHorizon> {
        let line_horizon = |line: LineId| {
            let (bracket, estimate) = self.horizon_of(line, measure)?;
            Some(LineHorizon { line, lengths: self.lengths(line), bracket, estimate })
        };
        self.with_lengths().filter_map(line_horizon).take(MAX_LINES_WITH_HORIZON).collect()
    }

    /// Returns the measured lengths that enclose the 50 % horizon of a line with at least two
    /// lengths, and the fitted estimate. The result is cached, since it takes 2,000 resamples.
    /// `None` if the line has too few lengths.
    pub fn horizon_of(&self, line: LineId, measure: Measure) -> Option<(Bracket, HorizonEstimate)> {
        let known = self.horizons.borrow().get(&(line, measure)).copied();
        known.unwrap_or_else(|| {
            let found = self.compute_horizon(line, measure);
            self.horizons.borrow_mut().insert((line, measure), found);
            found
        })
    }

    fn compute_horizon(
        &self,
        line: LineId,
        measure: Measure,
    ) -> Option<(Bracket, HorizonEstimate)> {
        let length = |steps: u16| Length {
            steps: u32::from(steps),
            items: item_shares(&self.at(line, steps), measure),
        };
        let measured: Vec<Length> = self.lengths(line).into_iter().map(length).collect();
        if measured.len() < 2 {
            return None;
        }
        let usual = Confidence::P95;
        let estimate = horizon(&measured, self.items, HALF, usual, self.resampling()).ok()?;
        Some((bracket(&measured, self.items, HALF, usual).ok()?, estimate))
    }

    fn horizon_table(&self, found: &[LineHorizon], measure: Measure) -> Table {
        let columns = [
            "line",
            "parameters, billions",
            "lengths",
            "items",
            "above one half up to",
            "correct there, %",
            "low, %",
            "below one half from",
            "correct there, %",
            "high, %",
            "fitted",
            "fitted, low",
            "fitted, high",
        ];
        let mut table = Table::new(&columns);
        for LineHorizon { line, lengths, bracket, estimate } in found {
            let [low, high] = match estimate.interval {
                Some((low, high)) => [words::horizon(low), words::horizon(high)],
                None => [TOO_FEW_ITEMS.to_owned(), TOO_FEW_ITEMS.to_owned()],
            };
            let side = |steps: Option<u32>, end: fn(Estimate) -> f64| {
                let share = steps.and_then(|steps| {
                    let shapes = self.at(*line, u16::try_from(steps).ok()?);
                    self.estimate(&item_shares(&shapes, measure))
                });
                let cells = steps.zip(share).map(|(steps, share)| {
                    [steps.to_string(), percent_cell(share.value), percent_cell(end(share))]
                });
                cells.unwrap_or_else(|| [(); 3].map(|()| NONE.to_owned()))
            };
            let texts: Vec<String> = lengths.iter().map(u16::to_string).collect();
            let mut row = vec![
                self.label(*line),
                self.size(line.target).map_or(NONE.to_owned(), size_text),
                texts.join(" "),
                self.basis(&[*line]).items.to_string(),
            ];
            row.extend(side(bracket.above, |share| share.interval.low));
            row.extend(side(bracket.below, |share| share.interval.high));
            row.extend([words::horizon(estimate.horizon), low, high]);
            table.rows.push(row);
        }
        table
    }

    fn dot(&self, found: &LineHorizon, tint: usize) -> Dot {
        let LineHorizon { line, lengths, bracket, estimate } = found;
        let (model, interval) = (words::horizon(estimate.horizon), words::fitted_horizon(estimate));
        let text = format!("{}; fitted {model}", words::enclosed_short(*bracket, lengths));
        let label = self.label(*line);
        let side =
            |steps: Option<u32>, other: End| steps.map_or(other, |steps| End::At(steps.into()));
        Dot {
            tint: Tint::Series(u8::try_from(tint).unwrap_or(0)),
            value: end(estimate.horizon),
            range: (side(bracket.above, End::Below), side(bracket.below, End::Beyond)),
            info: AttemptFilter::line(*line)
                .info(format!("{label}: {}; {interval}", words::enclosed(*bracket, lengths))),
            label,
            text,
        }
    }

    fn sentence_of(&self, found: &[LineHorizon], measure: Measure) -> String {
        let part = |found: &LineHorizon| {
            let enclosed = words::enclosed(found.bracket, &found.lengths);
            let model = words::fitted_horizon(&found.estimate);
            format!("{}: {enclosed} ({model})", self.label(found.line))
        };
        let parts: Vec<String> = found.iter().take(3).map(part).collect();
        let more = match found.len() {
            0..=3 => String::new(),
            some => format!(" The table has all {some} lines."),
        };
        format!("Correct half of the time ({}): {}.{more}", measure.means(), parts.join("; "))
    }
}

const fn end(horizon: Horizon) -> End {
    match horizon {
        Horizon::BelowShortest(_) => End::Below,
        Horizon::At(steps) => End::At(steps),
        Horizon::BeyondLongest(_) => End::Beyond,
    }
}

/// Returns the axis of steps over all lengths of all lines.
fn axis(found: &[LineHorizon]) -> Axis {
    let mut lengths: Vec<u16> =
        found.iter().flat_map(|found| found.lengths.iter().copied()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    length_axis(&lengths)
}

/// Formats a size in billions: `8`, `1.5`, `0.36`.
fn size_text(size: f64) -> String {
    let text = words::fixed(size, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
