//! Cost and accuracy: how often each line solves an item, against the tokens that it takes.

use std::collections::BTreeSet;

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Scatter, Spot, Tick};
use stepfall_stats::Estimate;

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES};
use crate::line_id::LineId;
use crate::shares::{pooled, solved_shares};
use crate::summary::{Shape, Summary};
use crate::table::Table;
use crate::totals::{Total, Totals};
use crate::words::{self, NONE, count, fixed, list, percent_cell, thousands};

/// What was measured of a line.
struct Measured {
    line: LineId,
    solved: u32,
    attempts: u32,
    estimate: Estimate,
    totals: Totals,
    /// Tokens that an attempt takes on average.
    tokens: f64,
    is_best: bool,
}

/// The most lines that are drawn.
const MOST: usize = 3 * MAX_LINES;

impl Summary {
    /// How often each line solves an item, against the tokens of output that an item takes, and which of them no other one surpasses in both.
    ///
    /// Where some line's attempts told no tokens, as those of simulated agents, all are reckoned from the text as [`stepfall_sweep::tokens`] does.
    pub fn frontier(&self) -> Figure {
        const ID: &str = "frontier";
        let (mut all, is_reported) = self.priced();
        let lines: Vec<LineId> = all.iter().map(|measured| measured.line).collect();
        let title = self.titled("Cost and accuracy", &lines);
        all.sort_by(|one, other| {
            let by_tokens = one.tokens.total_cmp(&other.tokens);
            by_tokens.then(one.line.cmp(&other.line))
        });
        let mut highest = 0.0;
        for at in 0..all.len() {
            let of_same = all[at..].iter().take_while(|other| other.tokens <= all[at].tokens);
            let most = of_same.map(|other| other.estimate.value).fold(0.0, f64::max);
            all[at].is_best = all[at].estimate.value > highest && all[at].estimate.value >= most;
            highest = all[at].estimate.value.max(highest);
        }
        let unit = if is_reported { "tokens out" } else { "tokens out (at least)" };
        let name = |line: LineId| self.label_among(line, &lines);
        let table = frontier_table(&all, unit, name);
        if all.len() < 2 {
            let why = "A comparison needs two models or conditions; there are none yet.";
            return Figure::nothing(ID, &title, why, table);
        }
        let x = if is_reported {
            "tokens out for an item"
        } else {
            "tokens out for an item (at least)"
        };
        let drawn = all
            .iter()
            .filter(|one| one.is_best || all.len() <= MOST || one.line <= lines[MOST - 1]);
        let scatter = Scatter {
            title: title.clone(),
            x: axis(x, all.iter().map(|measured| measured.tokens)),
            y: Axis::percent("items solved"),
            spots: drawn.map(|measured| spot(measured, unit, name(measured.line))).collect(),
            frontier: "frontier: none is cheaper and better".to_owned(),
        };
        let mut notes = vec![
            "On the frontier is what solves something if nothing else takes no more tokens and solves more. Upright lines are intervals at 95 %: where they overlap, the frontier may be another one. Tokens of what was sent are not among them; a dialogue sends its turns again each time. What a solved item takes in the table is all that was spent, also on wrong attempts, by the number of solved ones.".to_owned(),
        ];
        if !is_reported {
            notes.push("Not all attempts told their tokens: they are counted in the text of the replies, in pieces that no tokenizer joins, so that there are at least so many. Reasoning that is not in the text is missing.".to_owned());
        }
        if all.len() > MOST {
            notes.push(format!(
                "{} of {} lines are drawn, those of the frontier among them; the table has all.",
                scatter.spots.len(),
                all.len()
            ));
        }
        let attempts = all.iter().map(|measured| measured.attempts).sum();
        notes.extend(self.missing_note(&lines));
        notes.extend(self.naming_notes(&lines));
        Figure {
            id: ID.to_owned(),
            sentence: frontier_sentence(&all, is_reported, name),
            table,
            notes,
            basis: self.basis(&lines).counting(attempts, "counted"),
            drawing: Drawing::Scatter(scatter),
            title,
        }
    }

    /// All lines over the lengths and look-backs that all of them have, or over all where there is none such; and whether tokens were told.
    fn priced(&self) -> (Vec<Measured>, bool) {
        let lines = self.lines();
        let shapes_of = |line: &LineId| -> BTreeSet<Shape> {
            self.shapes(*line).map(|(shape, _)| shape).collect()
        };
        let common = lines.iter().map(shapes_of).reduce(|one, other| &one & &other);
        let common = common.unwrap_or_default();
        let is_meant = |shape: &Shape| common.is_empty() || common.contains(shape);
        let measure = |line: LineId| {
            let shapes: Vec<_> = self.shapes(line).filter(|(shape, _)| is_meant(shape)).collect();
            let items = solved_shares(&shapes);
            let (solved, attempts) = pooled(&items);
            let mut totals = Totals::default();
            for (_, counts) in &shapes {
                totals.join(&counts.spent);
            }
            let estimate = self.estimate(&items)?;
            let (tokens, is_best) = (0.0, false);
            Some(Measured { line, solved, attempts, estimate, totals, tokens, is_best })
        };
        let mut all: Vec<Measured> = lines.into_iter().filter_map(measure).collect();
        let is_reported = all.iter().all(|measured| measured.totals.tokens_out.of > 0);
        for measured in &mut all {
            measured.tokens = measured.spent(is_reported).mean().unwrap_or(0.0);
        }
        (all, is_reported)
    }
}

impl Measured {
    const fn spent(&self, is_reported: bool) -> Total {
        if is_reported { self.totals.tokens_out } else { self.totals.written }
    }

    /// What of a quantity a solved item takes; nothing where none is solved, or nothing was told.
    fn each_solved(&self, mean: Option<f64>) -> Option<f64> {
        let each = f64::from(self.attempts) / f64::from(self.solved.max(1));
        mean.filter(|_| self.solved > 0).map(|mean| mean * each)
    }
}

fn frontier_table(all: &[Measured], unit: &str, name: impl Fn(LineId) -> String) -> Table {
    let mut table = Table::new(&["line", "attempts", "solved", "solved, %", "low, %", "high, %"]);
    let solved = ["replies per solved item", "tokens per solved item", "seconds per solved item"];
    let each = [unit, "tokens in", "replies"];
    table.columns.extend(each.map(|name| format!("{name} per attempt")));
    table.columns.extend(solved.map(str::to_owned));
    table.columns.push("on the frontier".to_owned());
    for one in all {
        let (replies, millis) = (one.totals.replies.mean(), one.totals.millis.mean());
        let number = |value: Option<f64>, places: u32| {
            value.map_or(NONE.to_owned(), |value| fixed(value, places))
        };
        let Estimate { value, interval } = one.estimate;
        let mut row = vec![name(one.line), one.attempts.to_string(), one.solved.to_string()];
        row.extend([value, interval.low, interval.high].map(percent_cell));
        let sent = number(one.totals.tokens_in.mean(), 0);
        row.extend([number(Some(one.tokens), 0), sent, number(replies, 2)]);
        row.extend([
            number(one.each_solved(replies), 2),
            number(one.each_solved(Some(one.tokens)), 0),
            number(one.each_solved(millis.map(|millis| millis / 1e3)), 2),
            if one.is_best { "yes" } else { "no" }.to_owned(),
        ]);
        table.rows.push(row);
    }
    table
}

fn spot(measured: &Measured, unit: &str, label: String) -> Spot {
    let interval = measured.estimate.interval;
    let title = format!(
        "{label}: {} solved, {} of {}, {} {unit}{}",
        words::estimate(measured.estimate),
        thousands(measured.solved.into()),
        count(measured.attempts, "attempt"),
        rounded(measured.tokens),
        if measured.is_best { ", on the frontier" } else { "" }
    );
    Spot {
        label,
        at: (measured.tokens.max(1.0), measured.estimate.value),
        range: (interval.low, interval.high),
        is_best: measured.is_best,
        info: AttemptFilter::line(measured.line).info(title),
    }
}

/// A number of tokens from a round one below all to a round one above all, where equal factors are equally far apart.
fn axis(label: &str, tokens: impl Iterator<Item = f64>) -> Axis {
    let all: Vec<f64> = tokens.map(|tokens| tokens.max(1.0)).collect();
    let (least, most) =
        (all.iter().copied().fold(1e12, f64::min), all.iter().copied().fold(1.0, f64::max));
    let round: Vec<f64> = std::iter::successors(Some(1.0), |power| Some(power * 10.0))
        .take(12)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|times| power * times))
        .collect();
    let low = round.iter().rev().find(|round| **round <= least).copied().unwrap_or(1.0);
    let high = round.iter().find(|round| **round >= most && **round > low).copied().unwrap_or(1e12);
    let tick = |at: &f64| Tick { at: *at, text: rounded(*at) };
    let ticks = round.iter().filter(|round| (low..=high).contains(*round)).map(tick).collect();
    Axis { label: label.to_owned(), ends: (low, high), ticks, spacing: Spacing::Doubling }
}

/// A whole number with its thousands apart.
fn rounded(tokens: f64) -> String {
    let text = fixed(tokens, 0);
    text.parse().map_or(text, thousands)
}

/// What is on the frontier, and whether what is on it solves more or only seems to.
fn frontier_sentence(
    all: &[Measured],
    is_reported: bool,
    name: impl Fn(LineId) -> String,
) -> String {
    let least = if is_reported { "" } else { "at least " };
    let best: Vec<&Measured> = all.iter().filter(|measured| measured.is_best).collect();
    let named: Vec<String> = best
        .iter()
        .map(|measured| {
            let (name, share) = (name(measured.line), words::percent(measured.estimate.value));
            format!("{name} ({share} solved, {least}{} tokens)", rounded(measured.tokens))
        })
        .collect();
    let highest_low = best.iter().map(|one| one.estimate.interval.low).fold(0.0, f64::max);
    let lowest_high = best.iter().map(|one| one.estimate.interval.high).fold(1.0, f64::min);
    match &named[..] {
        [] => "No item is solved.".to_owned(),
        [only] if all.iter().all(|one| one.is_best || one.estimate.interval.high < highest_low) => {
            format!("Nothing else takes fewer tokens or solves more than {only}.")
        }
        [only] => format!("Nothing else takes fewer tokens, or clearly solves more, than {only}."),
        _ if highest_low <= lowest_high => format!(
            "On the frontier, from the cheapest, are {}; there is no clear difference in what they solve.",
            list(&named)
        ),
        _ => format!("On the frontier, from the cheapest, are {}.", list(&named)),
    }
}
