//! How often a step is right given the attempt's own earlier values: what a model does at each step, apart from what it was handed by its own errors.

use stepfall_plot::chart::{Axis, Lines, Point, Series};
use stepfall_plot::scene::Tint;
use stepfall_stats::Estimate;

use crate::figure::{Drawing, Figure, MAX_LINES, NO_ATTEMPTS, OFFSET_NOTE, left_out};
use crate::length_axis::length_axis;
use crate::line_id::LineId;
use crate::shares::Counted;
use crate::summary::Summary;
use crate::table::Table;
use crate::words::{self, count, percent_cell, thousands};

/// What was measured at one length.
struct Measured {
    steps: u16,
    right: u64,
    claimed: u64,
    estimate: Estimate,
}

impl Summary {
    /// The share of the steps shown that are right given the attempt's own earlier values, by length, for each line.
    pub fn own_state(&self) -> Figure {
        const ID: &str = "own-state";
        const TITLE: &str = "Local accuracy of steps, by number of steps";
        let columns = [
            "line",
            "steps",
            "steps shown",
            "locally right",
            "local accuracy, %",
            "low, %",
            "high, %",
        ];
        let mut table = Table::new(&columns);
        let lines = self.lines();
        let all: Vec<(LineId, Vec<Measured>)> = lines
            .iter()
            .map(|line| (*line, self.own(*line)))
            .filter(|(_, points)| !points.is_empty())
            .collect();
        for (line, points) in &all {
            table.rows.extend(points.iter().map(|point| row(self.label(*line), point)));
        }
        if all.is_empty() {
            let why = if lines.is_empty() { NO_ATTEMPTS } else { "No attempt shows a step." };
            return Figure::nothing(ID, TITLE, why, table);
        }
        let drawn = &all[..all.len().min(MAX_LINES)];
        // In the colours of the curve of all lines, as far as these differ.
        let place = |at: usize, line: LineId| match lines.len() {
            ..=MAX_LINES => lines.iter().position(|other| *other == line).unwrap_or(at),
            _ => at,
        };
        let series = drawn.iter().enumerate().map(|(at, (line, points))| {
            let tint = u8::try_from(place(at, *line)).unwrap_or(0);
            self.own_series(*line, points, tint)
        });
        let mut lengths: Vec<u16> =
            all.iter().flat_map(|(_, points)| points).map(|point| point.steps).collect();
        lengths.sort_unstable();
        lengths.dedup();
        let chart = Lines {
            title: TITLE.to_owned(),
            x: length_axis(&lengths),
            y: upright(&all),
            series: series.collect(),
            references: Vec::new(),
            crossing: None,
            is_joined: true,
        };
        let mut notes = vec![
            "Local accuracy is the share of the steps shown that are right given the attempt's own earlier values. Intervals at 95 % are Wilson's, for as many independent steps as those of the same items are worth; where all steps are right, or all wrong, that is as many as there are items.".to_owned(),
        ];
        notes.extend((all.len() > 1).then(|| OFFSET_NOTE.to_owned()));
        notes.extend(left_out(drawn.len(), all.len(), "lines"));
        notes.extend(self.missing_note(&self.all_lines()));
        notes.extend(self.naming_notes(&lines));
        Figure {
            id: ID.to_owned(),
            title: TITLE.to_owned(),
            sentence: self.own_sentence(&all),
            table,
            notes,
            basis: self.basis(&all.iter().map(|(line, _)| *line).collect::<Vec<_>>()),
            drawing: Drawing::Lines(chart),
        }
    }

    fn own(&self, line: LineId) -> Vec<Measured> {
        let at = |steps: u16| {
            let shapes = self.at(line, steps);
            let items = shapes.iter().flat_map(|(shape, counts)| {
                counts.items.iter().map(move |(item, counts)| (*shape, *item, counts.own))
            });
            let own: Vec<Counted> = items.filter(|(.., own)| own.1 > 0).collect();
            let (right, claimed) = own.iter().fold((0, 0), |(right, claimed), (.., own)| {
                (right + u64::from(own.0), claimed + u64::from(own.1))
            });
            let estimate = self.share_of(&own)?;
            Some(Measured { steps, right, claimed, estimate })
        };
        self.lengths(line).into_iter().filter_map(at).collect()
    }

    fn own_series(&self, line: LineId, points: &[Measured], tint: u8) -> Series {
        let label = self.label(line);
        let point = |point: &Measured| {
            let steps = count(u32::from(point.steps), "step");
            let share = words::estimate(point.estimate);
            let (right, claimed) = (thousands(point.right), thousands(point.claimed));
            let title = format!("{label}, {steps}: {share}, {right} of {claimed} steps shown");
            let interval = point.estimate.interval;
            Point {
                x: f64::from(point.steps),
                y: point.estimate.value,
                range: Some((interval.low, interval.high)),
                info: Self::filter(line, &self.at(line, point.steps)).info(title),
            }
        };
        let last = points.last().map(|point| words::short_fine_estimate(point.estimate));
        let value = last.unwrap_or_default();
        let points = points.iter().map(point).collect();
        Series {
            label: label.clone(),
            value,
            tint: Tint::Series(tint),
            points,
            between: Vec::new(),
        }
    }

    fn own_sentence(&self, all: &[(LineId, Vec<Measured>)]) -> String {
        let parts: Vec<String> = all
            .iter()
            .take(3)
            .filter_map(|(line, points)| {
                let (first, last) = (points.first()?, points.last()?);
                let (label, share) = (self.label(*line), words::fine_estimate(first.estimate));
                if points.len() == 1 {
                    return Some(format!("{share} at {} ({label})", first.steps));
                }
                let end = words::fine_estimate(last.estimate);
                Some(format!("{share} at {} and {end} at {} ({label})", first.steps, last.steps))
            })
            .collect();
        let more = if all.len() > 3 { " The table has the other lines." } else { "" };
        format!(
            "Local accuracy of the steps shown, by number of steps: {}.{more}",
            parts.join("; ")
        )
    }
}

/// Shares from a round number below all intervals on: a step is mostly right, and differences are small.
fn upright(all: &[(LineId, Vec<Measured>)]) -> Axis {
    const LABEL: &str = "local accuracy of the steps shown";
    let points = all.iter().flat_map(|(_, points)| points);
    let least = points.map(|point| point.estimate.interval.low).fold(1.0, f64::min);
    let begins = [(0.95, 0.01), (0.9, 0.02), (0.8, 0.05), (0.5, 0.1)];
    match begins.into_iter().find(|(begin, _)| *begin <= least) {
        Some((begin, distance)) => {
            let label = format!("{LABEL} (axis from {})", words::percent(begin));
            Axis::percent_between(&label, (begin, 1.0), distance)
        }
        None => Axis::percent(LABEL),
    }
}

fn row(label: String, point: &Measured) -> Vec<String> {
    let Estimate { value, interval } = point.estimate;
    vec![
        label,
        point.steps.to_string(),
        point.claimed.to_string(),
        point.right.to_string(),
        percent_cell(value),
        percent_cell(interval.low),
        percent_cell(interval.high),
    ]
}
