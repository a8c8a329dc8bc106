//! Tokens, time and money, for each attempt and for each solved one.

use stepfall_plot::chart::{Bars, Column, Quantity};
use stepfall_plot::scene::Tint;
use stepfall_protocol::figure::Table;
use stepfall_stats::Estimate;

use crate::attempt_filter::AttemptFilter;
use crate::figure::{Drawing, Figure, MAX_LINES, MAX_NAMED, NO_ATTEMPTS};
use crate::line_id::LineId;
use crate::shares::{pooled_counts, solved_shares};
use crate::summary::Summary;
use crate::totals::{Total, Totals};
use crate::words::{NONE, count, fixed, thousands};

/// The totals of a line.
struct LineTotals {
    line: LineId,
    attempts: u32,
    correct: u32,
    /// The share of solved attempts, with its interval.
    share: Option<Estimate>,
    totals: Totals,
}

/// A column of the table, which bars can show.
#[derive(Clone, Copy)]
struct Kind {
    label: &'static str,
    /// The total that the quantity uses.
    total: fn(&Totals) -> Total,
    /// The number that divides the total to get the unit of the label.
    unit: f64,
    /// The number of decimal places.
    places: u32,
    /// True if the quantity is per solved attempt instead of per attempt.
    is_solved: bool,
}

const fn kind(label: &'static str, total: fn(&Totals) -> Total, unit: f64, places: u32) -> Kind {
    Kind { label, total, unit, places, is_solved: false }
}

const fn solved(kind: Kind) -> Kind {
    Kind { is_solved: true, ..kind }
}

const KINDS: [Kind; 10] = [
    kind("tokens in per attempt", |totals| totals.tokens_in, 1.0, 0),
    kind("tokens out per attempt", |totals| totals.tokens_out, 1.0, 0),
    kind("reasoning per attempt", |totals| totals.reasoning, 1.0, 0),
    solved(kind("tokens out per solved item", |totals| totals.tokens_out, 1.0, 0)),
    kind("seconds per attempt", |totals| totals.millis, 1e3, 2),
    solved(kind("seconds per solved item", |totals| totals.millis, 1e3, 2)),
    kind("US$ per attempt", |totals| totals.cost_micros, 1e6, 5),
    solved(kind("US$ per solved item", |totals| totals.cost_micros, 1e6, 5)),
    kind("replies per attempt", |totals| totals.replies, 1.0, 2),
    solved(kind("replies per solved item", |totals| totals.replies, 1.0, 2)),
];
/// The indexes in `KINDS` of the quantities to draw. Replies are drawn only if there are dialogues,
/// and other quantities only if some attempt reports them.
const DRAWN: [usize; 5] = [REPLIES, 1, 3, 5, 7];
/// The index in `KINDS` of replies per solved item.
const REPLIES: usize = 9;

impl Summary {
    /// Returns tokens, time and cost of each line, per attempt and per solved item.
    pub fn cost(&self) -> Figure {
        self.marked(self.cost_figure())
    }

    fn cost_figure(&self) -> Figure {
        const ID: &str = "cost";
        const TITLE: &str = "Tokens, time and money";
        let all: Vec<LineTotals> =
            self.lines().into_iter().map(|line| self.line_totals(line)).collect();
        let table = self.cost_table(&all);
        if all.is_empty() {
            return Figure::nothing(ID, TITLE, NO_ATTEMPTS, table);
        }
        let drawn: Vec<&LineTotals> = all.iter().take(MAX_LINES).collect();
        let has_dialogues =
            all.iter().any(|LineTotals { totals: Totals { replies, .. }, .. }| {
                replies.sum > replies.of.into()
            });
        let is_shown = |place: &&usize| {
            let is_reported = all.iter().any(|taken| (KINDS[**place].total)(&taken.totals).of > 0);
            is_reported && (**place != REPLIES || has_dialogues)
        };
        let kinds: Vec<Kind> = DRAWN.iter().filter(is_shown).map(|place| KINDS[*place]).collect();
        if kinds.is_empty() {
            let why = "No attempt told its tokens, time or cost.";
            return Figure::nothing(ID, TITLE, why, table);
        }
        let rows =
            (0..).zip(&drawn).map(|(tint, taken)| (self.label(taken.line), Tint::Series(tint)));
        let bars = Bars {
            title: TITLE.to_owned(),
            rows: rows.collect(),
            columns: kinds.iter().map(|kind| self.column(*kind, &drawn)).collect(),
        };
        let mut method = vec![format!(
            "Of several samples each counts. What a solved item takes is all that was spent, also on incorrect answers, by the number of correct ones; {NONE} where there are none, or nothing was told."
        )];
        if all.iter().any(|taken| {
            KINDS.iter().any(|kind| (1..taken.attempts).contains(&(kind.total)(&taken.totals).of))
        }) {
            method.push(
                "Where some attempts did not tell, they are taken to be like those that did."
                    .to_owned(),
            );
        }
        method.extend(self.drawn_lines().1);
        method.extend(self.missing_note(&self.all_lines()));
        method.extend(self.naming_notes(&self.lines()));
        Figure {
            id: ID.to_owned(),
            title: TITLE.to_owned(),
            sentence: self.cost_sentence(&all, &kinds),
            table,
            note: Some("An item is solved where the answer that counts is correct: the first of a single reply, the last of a dialogue.".to_owned()),
            method,
            basis: self.basis(&self.lines()),
            drawing: Drawing::Bars(bars),
        }
    }

    fn line_totals(&self, line: LineId) -> LineTotals {
        let shapes: Vec<_> = self.shapes(line).collect();
        let items = solved_shares(&shapes);
        let (correct, attempts) = pooled_counts(&items);
        let mut totals = Totals::default();
        for (_, counts) in &shapes {
            totals.join(&counts.spent);
        }
        let share = self.estimate(&items);
        LineTotals { line, attempts, correct, share, totals }
    }

    fn cost_table(&self, all: &[LineTotals]) -> Table {
        let mut table = Table::new(&["line", "attempts", "solved"]);
        table.columns.extend(KINDS.map(|kind| kind.label.to_owned()));
        for taken in all {
            let mut row =
                vec![self.label(taken.line), taken.attempts.to_string(), taken.correct.to_string()];
            row.extend(KINDS.map(|kind| {
                kind.value(taken).map_or(NONE.to_owned(), |value| fixed(value, kind.places))
            }));
            table.rows.push(row);
        }
        table
    }

    fn column(&self, kind: Kind, all: &[&LineTotals]) -> Column {
        let values: Vec<Option<f64>> = all.iter().map(|taken| kind.value(taken)).collect();
        let most = values.iter().flatten().copied().fold(0.0, f64::max);
        let quantity = |(taken, value): (&&LineTotals, Option<f64>)| {
            let text = value.map_or(NONE.to_owned(), |value| kind.text(value));
            let title = format!("{}: {} {text}", self.label(taken.line), kind.label);
            Quantity {
                share: value.map(|value| if most > 0.0 { value / most } else { 0.0 }),
                text,
                info: AttemptFilter::line(taken.line).info(title),
            }
        };
        Column {
            label: kind.label.to_owned(),
            quantities: all.iter().zip(values).map(quantity).collect(),
        }
    }

    /// Returns the sentence for a run in which no line of a language model has a value per solved
    /// item.
    fn nothing_priced(&self, all: &[LineTotals]) -> String {
        let mut models =
            all.iter().filter(|taken| !self.is_simulated(taken.line.target)).peekable();
        let sentence = if models.peek().is_none() {
            "Only simulations were asked, which take neither tokens nor time."
        } else if models.all(|taken| taken.correct == 0) {
            "No model solved an item."
        } else {
            "No model that solved an item reported how much it took."
        };
        sentence.to_owned()
    }

    /// Returns a sentence on the line of a language model that needs the least for a solved item.
    /// The quantity is the last of the drawn quantities per solved item. If no line needs clearly
    /// less than the others, the sentence names the cheapest lines.
    fn cost_sentence(&self, all: &[LineTotals], kinds: &[Kind]) -> String {
        let Some(kind) = kinds.iter().rfind(|kind| kind.is_solved) else {
            return format!(
                "Over {}.",
                count(all.iter().map(|taken| taken.attempts).sum(), "attempt")
            );
        };
        let models = all.iter().filter(|taken| !self.is_simulated(taken.line.target));
        let mut priced: Vec<(f64, &LineTotals)> =
            models.filter_map(|taken| Some((kind.value(taken)?, taken))).collect();
        priced.sort_by(|first, second| first.0.total_cmp(&second.0));
        let sentence = |(value, taken): &(f64, &LineTotals)| {
            format!(
                "{} ({} of {} solved)",
                kind.with_unit(*value),
                thousands(u64::from(taken.correct)),
                count(taken.attempts, "attempt")
            )
        };
        let is_drawn = |line: LineId| all.iter().take(MAX_LINES).any(|taken| taken.line == line);
        let name = |(_, taken): &(f64, &LineTotals)| {
            let place = if is_drawn(taken.line) { "" } else { " (in the table alone)" };
            format!("{}{place}", self.label(taken.line))
        };
        match &priced[..] {
            [] => self.nothing_priced(all),
            [only] => format!("A solved item takes {}.", sentence(only)),
            [least, next, ..] if !self.completion.is_interim() && kind.is_less(least.1, next.1) => {
                format!("{} solves an item for the least, {}.", name(least), sentence(least))
            }
            _ => {
                let named = |priced_line: &(f64, &LineTotals)| {
                    format!("{}: {}", name(priced_line), sentence(priced_line))
                };
                let named: Vec<String> = priced.iter().take(MAX_NAMED).map(named).collect();
                let claim = if self.completion.is_interim() {
                    "A solved item takes so far"
                } else {
                    "What a solved item takes does not differ clearly between the cheapest"
                };
                format!("{claim}: {}.", named.join("; "))
            }
        }
    }
}

impl Kind {
    /// Returns the mean over the attempts that reported the quantity. For a quantity per solved
    /// attempt, this mean is multiplied by the number of all attempts and divided by the number of
    /// solved ones. `None` if no attempt reported the quantity, or if it is per solved attempt and
    /// no attempt is solved.
    fn value(self, taken: &LineTotals) -> Option<f64> {
        let total = (self.total)(&taken.totals);
        if self.is_solved && taken.correct == 0 {
            return None;
        }
        let mean = total.mean()? / self.unit;
        let each = f64::from(taken.attempts) / f64::from(taken.correct.max(1));
        Some(if self.is_solved { mean * each } else { mean })
    }

    /// Returns whether a solved item takes clearly less of the quantity in the first line than in
    /// the second. The difference is clear if it exists for all shares of solved items within their
    /// 95 % intervals.
    fn is_less(self, first: &LineTotals, second: &LineTotals) -> bool {
        let each = |taken: &LineTotals, share: f64| {
            (self.total)(&taken.totals).mean().map(|mean| mean / share.max(1e-9))
        };
        let ends =
            |taken: &LineTotals| taken.share.map(|share| (share.interval.low, share.interval.high));
        let Some(((low, _), (_, high))) = ends(first).zip(ends(second)) else { return false };
        each(first, low).zip(each(second, high)).is_some_and(|(most, least)| most < least)
    }

    /// Formats a value for a bar, with about three digits.
    fn text(self, value: f64) -> String {
        let is_large = value >= 100.0 || self.places == 0;
        let places = match value {
            _ if is_large => 0,
            value if value >= 1.0 => 2,
            value if value >= 0.01 => 4.min(self.places),
            _ => self.places,
        };
        let text = fixed(value, places);
        if is_large { text.parse().map_or(text, thousands) } else { text }
    }

    fn with_unit(self, value: f64) -> String {
        let number = self.text(value);
        match self.label.split_once(" per ") {
            Some(("US$", _)) => format!("{number} US$"),
            Some((unit, _)) => format!("{number} {unit}"),
            None => number,
        }
    }
}
