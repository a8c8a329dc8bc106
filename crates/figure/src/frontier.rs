//! Cost and accuracy: how often each line solves an item, against the tokens that it takes and the money.

use std::collections::BTreeSet;

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Scatter, Spot, Tick};
use stepfall_stats::Estimate;

use crate::attempt_filter::AttemptFilter;
use crate::collapse::bounds;
use crate::control::Declared;
use crate::figure::{Drawing, Figure, MAX_LINES};
use crate::line_id::LineId;
use crate::scored::counted_note;
use crate::shares::{pooled, solved_shares};
use crate::summary::{Shape, Summary};
use crate::table::Table;
use crate::totals::{Total, Totals};
use crate::words::{self, NONE, count, fixed, list, money, percent_cell, rounded, thousands};

/// What an item costs, as far as it is known of all lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Price {
    /// Tokens that were sent and tokens of the replies.
    Tokens,
    /// Tokens of the replies, where some line did not tell what was sent.
    Out,
    /// Tokens that the texts of the replies have at least, where some line told none.
    Written,
    /// Money, in millionths of the currency.
    Money,
}

/// What was measured of a line.
struct Measured {
    line: LineId,
    solved: u32,
    attempts: u32,
    failed: u32,
    estimate: Estimate,
    totals: Totals,
    /// What an attempt costs on average.
    price: f64,
    is_best: bool,
}

/// The most lines that are drawn.
const MOST: usize = 3 * MAX_LINES;

impl Price {
    /// What is counted of some lines: of tokens the most that all of them told.
    fn of_tokens(all: &[Measured]) -> Self {
        let has = |of: fn(&Totals) -> Total| all.iter().all(|one| of(&one.totals).of > 0);
        match (has(|totals| totals.tokens_in), has(|totals| totals.tokens_out)) {
            (true, true) => Self::Tokens,
            (_, true) => Self::Out,
            _ => Self::Written,
        }
    }

    const fn id(self) -> &'static str {
        match self {
            Self::Tokens | Self::Out | Self::Written => "frontier",
            Self::Money => "frontier-money",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Tokens | Self::Out | Self::Written => "Tokens and accuracy",
            Self::Money => "Money and accuracy",
        }
    }

    /// What it is called.
    const fn unit(self) -> &'static str {
        match self {
            Self::Tokens => "tokens in and out",
            Self::Out => "tokens out",
            Self::Written => "tokens out (at least)",
            Self::Money => "US$",
        }
    }

    /// What an attempt of a line costs on average, as far as it was told.
    fn mean(self, totals: &Totals) -> Option<f64> {
        match self {
            Self::Tokens => Some(totals.tokens_in.mean()? + totals.tokens_out.mean()?),
            Self::Out => totals.tokens_out.mean(),
            Self::Written => totals.written.mean(),
            Self::Money => totals.cost_micros.mean(),
        }
    }

    /// A number of it in words, without its unit: whole tokens with their thousands apart, or money.
    fn number(self, value: f64) -> String {
        match self {
            Self::Tokens | Self::Out | Self::Written => rounded(value),
            Self::Money => money(value),
        }
    }

    /// A number of it with its unit, for a sentence.
    fn said(self, value: f64) -> String {
        let number = self.number(value);
        match self {
            Self::Tokens => format!("{number} tokens in and out"),
            Self::Out => format!("{number} tokens out"),
            Self::Written => format!("at least {number} tokens out"),
            Self::Money => format!("{number} US$"),
        }
    }

    /// What is counted, and what is not.
    const fn note(self) -> &'static str {
        match self {
            Self::Tokens => {
                "Counted are tokens of what was sent and of the replies, reasoning among them; a dialogue sends its turns again each time. Where input and output have prices of their own, money tells more."
            }
            Self::Out => {
                "Counted are tokens of the replies, reasoning among them. Not all lines told the tokens of what was sent, of which a dialogue has more, since it sends its turns again each time."
            }
            Self::Written => {
                "Not all attempts told their tokens: they are counted in the text of the replies, in pieces that no tokenizer joins, so that there are at least so many. What was sent, of which a dialogue has more, and reasoning that is not in the text are missing."
            }
            Self::Money => {
                "Counted is what was paid for input and output by the prices that the run was given, or by what providers said."
            }
        }
    }
}

impl Summary {
    /// How often each line solves an item, against the tokens of input and output that an item takes, and which of them no other one surpasses in both.
    ///
    /// Where some line's attempts told no tokens, as those of simulated agents, all are reckoned from the text as [`stepfall_sweep::tokens`] does.
    pub fn frontier(&self) -> Figure {
        let all = self.priced();
        let price = Price::of_tokens(&all);
        self.frontier_by(price, all)
    }

    /// The same against what an item costs, where that is known of all lines.
    pub fn frontier_by_money(&self) -> Figure {
        let all = self.priced();
        let is_known = |one: &Measured| one.totals.cost_micros.of > 0;
        if !all.iter().all(is_known) || all.iter().all(|one| one.totals.cost_micros.sum == 0) {
            let why = "What attempts cost is not known of all models and conditions.";
            let title = Price::Money.title();
            return Figure::nothing(Price::Money.id(), title, why, Table::default());
        }
        self.frontier_by(Price::Money, all)
    }

    fn frontier_by(&self, price: Price, mut all: Vec<Measured>) -> Figure {
        let lines: Vec<LineId> = all.iter().map(|measured| measured.line).collect();
        let title = self.titled(price.title(), &lines);
        find_best(&mut all, price);
        let name = |line: LineId| self.label_among(line, &lines);
        let table = frontier_table(&all, price, name);
        if all.len() < 2 {
            let why = "A comparison needs two models or conditions; there are none yet.";
            return Figure::nothing(price.id(), &title, why, table);
        }
        let drawn = all
            .iter()
            .filter(|one| one.is_best || all.len() <= MOST || one.line <= lines[MOST - 1]);
        let scatter = Scatter {
            title: title.clone(),
            x: axis(price, all.iter().map(|measured| measured.price)),
            y: Axis::percent("items solved"),
            spots: drawn.map(|measured| spot(measured, price, name(measured.line))).collect(),
            frontier: "frontier: none is cheaper and better".to_owned(),
        };
        let mut notes = vec![
            "On the frontier is what solves something if nothing else takes no more and solves more. Upright lines are intervals at 95 %: where they overlap, the frontier may be another one. What a solved item takes in the table is all that was spent, also on wrong attempts, by the number of solved ones.".to_owned(),
            price.note().to_owned(),
            counted_note(&lines),
        ];
        if all.len() > MOST {
            notes.push(format!(
                "{} of {} lines are drawn, those of the frontier among them; the table has all.",
                scatter.spots.len(),
                all.len()
            ));
        }
        let attempts = all.iter().map(|measured| measured.attempts).sum();
        notes.extend(self.missing_note(&lines));
        if all.iter().any(|one| one.failed > 0) {
            notes.push(BOUNDS.to_owned());
        }
        if self.lines().iter().any(|line| Declared::of(line.condition).is_control()) {
            notes.push(OTHER_TASKS.to_owned());
        }
        notes.extend(self.naming_notes(&lines));
        Figure {
            id: price.id().to_owned(),
            sentence: frontier_sentence(&all, price, name),
            table,
            notes,
            basis: self.basis(&lines).counting(attempts, "counted"),
            drawing: Drawing::Scatter(scatter),
            title,
        }
    }

    /// All lines but those that only isolate something, over the lengths and look-backs that all of them have, or over all where there is none such.
    fn priced(&self) -> Vec<Measured> {
        let lines: Vec<LineId> = self
            .lines()
            .into_iter()
            .filter(|line| !Declared::of(line.condition).is_control())
            .collect();
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
            let failed = shapes.iter().map(|(_, counts)| counts.missing).sum();
            let estimate = self.estimate(&items)?;
            let (price, is_best) = (0.0, false);
            Some(Measured { line, solved, attempts, failed, estimate, totals, price, is_best })
        };
        lines.into_iter().filter_map(measure).collect()
    }
}

/// Why some lines of a run are not there.
const OTHER_TASKS: &str = "Conditions that only isolate something are left out: what they ask for is another task, and they stand in what is lost.";

/// What the last columns of the table bound.
const BOUNDS: &str = "What failed attempts can have changed of the share that is solved is bounded in the last two columns of the table: all of them wrong, and all of them right.";

/// Puts lines in the order of what they cost, and finds those that no other one surpasses.
fn find_best(all: &mut [Measured], price: Price) {
    for measured in &mut *all {
        measured.price = price.mean(&measured.totals).unwrap_or(0.0);
    }
    all.sort_by(|one, other| one.price.total_cmp(&other.price).then(one.line.cmp(&other.line)));
    let mut highest = 0.0;
    for at in 0..all.len() {
        let of_same = all[at..].iter().take_while(|other| other.price <= all[at].price);
        let most = of_same.map(|other| other.estimate.value).fold(0.0, f64::max);
        all[at].is_best = all[at].estimate.value > highest && all[at].estimate.value >= most;
        highest = all[at].estimate.value.max(highest);
    }
}

impl Measured {
    /// What of a quantity a solved item takes; nothing where none is solved, or nothing was told.
    fn each_solved(&self, mean: Option<f64>) -> Option<f64> {
        let each = f64::from(self.attempts) / f64::from(self.solved.max(1));
        mean.filter(|_| self.solved > 0).map(|mean| mean * each)
    }
}

fn frontier_table(all: &[Measured], price: Price, name: impl Fn(LineId) -> String) -> Table {
    let mut table = Table::new(&["line", "attempts", "solved", "solved, %", "low, %", "high, %"]);
    // Tokens stand beside money as they would without it.
    let tokens = if price == Price::Money { Price::of_tokens(all) } else { price };
    let out = if tokens == Price::Written { tokens.unit() } else { Price::Out.unit() };
    let each = ["tokens in", out, "US$", "replies"];
    table.columns.extend(each.map(|name| format!("{name} per attempt")));
    let unit = tokens.unit();
    let solved = [unit, "US$", "replies", "seconds"];
    table.columns.extend(solved.map(|name| format!("{name} per solved item")));
    table.columns.push("on the frontier".to_owned());
    let has_failed = all.iter().any(|one| one.failed > 0);
    if has_failed {
        let bounds = ["failed", "if failed wrong, %", "if failed right, %"];
        table.columns.extend(bounds.map(str::to_owned));
    }
    for one in all {
        let totals = &one.totals;
        let number = |value: Option<f64>, places: u32| {
            value.map_or(NONE.to_owned(), |value| fixed(value, places))
        };
        let Estimate { value, interval } = one.estimate;
        let mut row = vec![name(one.line), one.attempts.to_string(), one.solved.to_string()];
        row.extend([value, interval.low, interval.high].map(percent_cell));
        let out = if tokens == Price::Written { totals.written } else { totals.tokens_out };
        let cost = totals.cost_micros.mean().map(|micros| micros / 1e6);
        let (replies, millis) = (totals.replies.mean(), totals.millis.mean());
        row.extend([
            number(totals.tokens_in.mean(), 0),
            number(out.mean(), 0),
            number(cost, 5),
            number(replies, 2),
            number(one.each_solved(tokens.mean(totals)), 0),
            number(one.each_solved(cost), 5),
            number(one.each_solved(replies), 2),
            number(one.each_solved(millis.map(|millis| millis / 1e3)), 2),
            if one.is_best { "yes" } else { "no" }.to_owned(),
        ]);
        if has_failed {
            row.push(one.failed.to_string());
            row.extend(bounds(one.solved, one.attempts, one.failed).map(percent_cell));
        }
        table.rows.push(row);
    }
    table
}

fn spot(measured: &Measured, price: Price, label: String) -> Spot {
    let interval = measured.estimate.interval;
    let title = format!(
        "{label}: {} solved, {} of {}, {}{}",
        words::estimate(measured.estimate),
        thousands(measured.solved.into()),
        count(measured.attempts, "attempt"),
        price.said(measured.price),
        if measured.is_best { ", on the frontier" } else { "" }
    );
    Spot {
        label,
        at: (measured.price.max(1.0), measured.estimate.value),
        range: (interval.low, interval.high),
        is_best: measured.is_best,
        info: AttemptFilter::line(measured.line).info(title),
    }
}

/// A number from a round one below all to a round one above all, where equal factors are equally far apart.
fn axis(price: Price, prices: impl Iterator<Item = f64>) -> Axis {
    let all: Vec<f64> = prices.map(|one| one.max(1.0)).collect();
    let (least, most) =
        (all.iter().copied().fold(1e12, f64::min), all.iter().copied().fold(1.0, f64::max));
    let round: Vec<f64> = std::iter::successors(Some(1.0), |power| Some(power * 10.0))
        .take(12)
        .flat_map(|power| [1.0, 2.0, 5.0].map(|times| power * times))
        .collect();
    let low = round.iter().rev().find(|round| **round <= least).copied().unwrap_or(1.0);
    let high = round.iter().find(|round| **round >= most && **round > low).copied().unwrap_or(1e12);
    let tick = |at: &f64| Tick { at: *at, text: price.number(*at) };
    let ticks = round.iter().filter(|round| (low..=high).contains(*round)).map(tick).collect();
    let label = format!("{} for an item", price.unit());
    Axis { label, ends: (low, high), ticks, spacing: Spacing::Doubling }
}

/// What is on the frontier, and whether what is on it solves more or only seems to.
fn frontier_sentence(all: &[Measured], price: Price, name: impl Fn(LineId) -> String) -> String {
    let best: Vec<&Measured> = all.iter().filter(|measured| measured.is_best).collect();
    let named: Vec<String> = best
        .iter()
        .map(|measured| {
            let (name, share) = (name(measured.line), words::percent(measured.estimate.value));
            format!("{name} ({share} solved, {})", price.said(measured.price))
        })
        .collect();
    let highest_low = best.iter().map(|one| one.estimate.interval.low).fold(0.0, f64::max);
    let lowest_high = best.iter().map(|one| one.estimate.interval.high).fold(1.0, f64::min);
    match &named[..] {
        [] => "No item is solved.".to_owned(),
        [only] if all.iter().all(|one| one.is_best || one.estimate.interval.high < highest_low) => {
            format!("Nothing else takes less or solves more than {only}.")
        }
        [only] => format!("Nothing else takes less, or clearly solves more, than {only}."),
        _ if highest_low <= lowest_high => format!(
            "On the frontier, from the cheapest, are {}; there is no clear difference in what they solve.",
            list(&named)
        ),
        _ => format!("On the frontier, from the cheapest, are {}.", list(&named)),
    }
}
