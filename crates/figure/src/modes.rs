//! What attempts come to, by length: failure modes, and how much of the procedure was executed.

use std::collections::BTreeMap;

use stepfall_grade::{Executed, Mode};
use stepfall_plot::PARTS;
use stepfall_plot::chart::{Pile, Stack, Stacks};
use stepfall_stats::parts;

use crate::attempt_filter::{AttemptFilter, Only};
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::line_id::LineId;
use crate::selection::executed_name;
use crate::shares;
use crate::summary::{Counts, ItemCounts, Outcome, Shape, Summary};
use crate::table::Table;
use crate::words::{NONE, count, list, lower, percent, percent_cell, thousandths};

/// How much was executed and the classes of it, from the lowest part of a bar.
const EXECUTED: [(Executed, &str); 3] = [
    (Executed::Exact, "executed-exact"),
    (Executed::Under, "executed-under"),
    (Executed::Over, "executed-over"),
];

/// How the intervals of parts are made, to follow a sentence on their shares.
pub(crate) const INTERVALS: &str = "; each has its interval at 95 %, Wilson's, for as many independent attempts as those are worth that are at the same items.";

/// What the rates in the table are.
const RATES: &str = "A share of attempts grows with length where a failure is as likely at every step. The last columns have rates instead: attempts of each mode that is a failure, by the steps that all attempts reach without an error before them; none where no work is shown.";

/// A part of a bar: its name, its class, and what holds of its attempts.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    pub(crate) only: Only,
}

/// The counts of one length, in the order of the parts: together, and of each item.
pub(crate) struct Counted {
    pub(crate) steps: u16,
    pub(crate) counts: Vec<u32>,
    items: BTreeMap<(Shape, u32), Vec<u32>>,
    pub(crate) filter: AttemptFilter,
}

impl Part {
    /// Whether an attempt is of it.
    fn holds(&self, outcome: Outcome) -> bool {
        match self.only {
            Only::Mode(mode) => outcome.mode == mode,
            Only::Lost(loss) => outcome.loss == Some(loss),
            Only::Executed(executed) => outcome.executed == Some(executed),
            Only::GivenUp
            | Only::Reviewed { .. }
            | Only::FirstError(..)
            | Only::Decides(..)
            | Only::Solves(..) => false,
        }
    }
}

impl Counted {
    /// How often attempts are of a part, item by item.
    fn shares(&self, part: usize) -> Vec<shares::Counted> {
        let counted = |((shape, item), counts): (&(Shape, u32), &Vec<u32>)| {
            Some((*shape, *item, (*counts.get(part)?, counts.iter().sum())))
        };
        self.items.iter().filter_map(counted).collect()
    }
}

/// The counts of a line at each of its lengths.
pub(crate) struct Column {
    pub(crate) line: LineId,
    pub(crate) lengths: Vec<Counted>,
}

impl Summary {
    /// The failure mode to name, by length, as shares of all attempts of each line; `followed` is one of them.
    pub fn modes(&self) -> Figure {
        const ID: &str = "modes";
        let lines = self.lines();
        let title = self.titled("Failure modes by number of steps", &lines);
        // In the order of the bars, right ones at the foot.
        let all = PARTS.iter().filter_map(|part| {
            let mode = Mode::from_slug(part.class.strip_prefix("mode-")?)?;
            Some(Part { name: mode.name(), class: part.class, only: Only::Mode(mode) })
        });
        let has_any = |part: &Part, counts: &Counts| {
            let mut items = counts.items.values();
            items.any(|item| item.outcomes.iter().any(|outcome| part.holds(*outcome)))
        };
        let occurs = |part: &Part| {
            lines.iter().any(|line| self.shapes(*line).any(|(_, counts)| has_any(part, counts)))
        };
        let parts: Vec<Part> = all.filter(occurs).collect();
        let columns = self.columns(&lines, &parts);
        let mut table = self.parts_table("attempts", &parts, &columns);
        self.add_rates(&mut table, &parts, &columns);
        if columns.is_empty() {
            return Figure::nothing(ID, &title, NO_ATTEMPTS, table);
        }
        let mut notes = vec!["Each attempt counts once, by the mode that names it best. The shares of a row of the table add up to 100 %".to_owned() + INTERVALS];
        notes.push(RATES.to_owned());
        let (drawn, more) = Self::panelled(&lines);
        notes.extend(more);
        notes.extend(self.missing_note(&lines));
        notes.extend(self.naming_notes(&lines));
        let is_alone = columns.len() == 1;
        let said = |column: &Column| (column.line, outcomes(&parts, &column.lengths, is_alone));
        let said: Vec<(LineId, String)> = columns.iter().map(said).collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!("Commonest outcomes: {}.", self.for_each_line(&said)),
            table,
            notes,
            basis: self.basis(&lines),
            drawing: Drawing::Stacks(self.stacks(
                &title,
                "share of attempts",
                &parts,
                &columns[..drawn.len()],
                &lines,
            )),
            title,
        }
    }

    /// How many of the steps are claimed, by length, as shares of the attempts of each line that claim any.
    pub fn executed(&self) -> Figure {
        const ID: &str = "executed";
        const OF: &str = "attempts that show steps";
        let parts = EXECUTED.map(|(executed, class)| Part {
            name: executed_name(executed),
            class,
            only: Only::Executed(executed),
        });
        let lines = self.lines();
        let mut columns = self.columns(&lines, &parts);
        for column in &mut columns {
            column.lengths.retain(|counted| counted.counts.iter().any(|count| *count > 0));
        }
        columns.retain(|column| !column.lengths.is_empty());
        let table = self.parts_table(OF, &parts, &columns);
        let showing: Vec<LineId> = columns.iter().map(|column| column.line).collect();
        let title = self.titled("Steps executed, by number of steps", &showing);
        if columns.is_empty() {
            let why = if lines.is_empty() { NO_ATTEMPTS } else { "No attempt shows a step." };
            return Figure::nothing(ID, &title, why, table);
        }
        let shown: u32 = columns.iter().map(|column| total(&column.lengths)).sum();
        let left = self.graded(&lines).saturating_sub(shown);
        let mut notes =
            vec![format!("The shares of a row of the table add up to 100 %{INTERVALS}")];
        if left > 0 {
            let attempts = count(left, "attempt");
            let (verb, is) = if left == 1 { ("shows", "is") } else { ("show", "are") };
            notes.push(format!("{attempts} that {verb} no step {is} left out."));
        }
        let (drawn, more) = Self::panelled(&showing);
        notes.extend(more);
        notes.extend(self.missing_note(&lines));
        notes.extend(self.naming_notes(&showing));
        let said = |column: &Column| {
            let of = |place: usize| -> u32 {
                column.lengths.iter().map(|counted| counted.counts[place]).sum()
            };
            let share =
                |place: usize| percent(f64::from(of(place)) / f64::from(of(0) + of(1) + of(2)));
            let (exact, under, over) = (share(0), share(1), share(2));
            (
                column.line,
                format!("{exact} execute exactly all steps, {under} fewer and {over} more"),
            )
        };
        let said: Vec<(LineId, String)> = columns.iter().map(said).collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!(
                "Of {} that show steps: {}.",
                count(shown, "attempt"),
                self.for_each_line(&said)
            ),
            table,
            notes,
            basis: self.basis(&lines).counting(shown, "show steps"),
            drawing: Drawing::Stacks(self.stacks(
                &title,
                "share of attempts that show steps",
                &parts,
                &columns[..drawn.len()],
                &showing,
            )),
            title,
        }
    }

    /// How many attempts of some lines each of some parts has at each length, over all look-backs.
    pub(crate) fn columns(&self, lines: &[LineId], parts: &[Part]) -> Vec<Column> {
        let at = |line: LineId, steps: u16| {
            let shapes: Vec<(Shape, &Counts)> = self.at(line, steps);
            let of_item = |item: &ItemCounts| -> Vec<u32> {
                let held = |part: &Part| item.outcomes.iter().filter(|it| part.holds(**it)).count();
                parts.iter().map(|part| u32::try_from(held(part)).unwrap_or(u32::MAX)).collect()
            };
            let of_shape = |(shape, counts): &(Shape, &Counts)| -> Vec<((Shape, u32), Vec<u32>)> {
                let items = counts.items.iter();
                items.map(|(item, of)| ((*shape, *item), of_item(of))).collect()
            };
            let items: BTreeMap<(Shape, u32), Vec<u32>> =
                shapes.iter().flat_map(of_shape).collect();
            let count = |part: usize| items.values().map(|item| item[part]).sum();
            Counted {
                steps,
                counts: (0..parts.len()).map(count).collect(),
                items,
                filter: Self::filter(line, &shapes),
            }
        };
        let column = |line: &LineId| {
            let lengths = self.lengths(*line).into_iter().map(|steps| at(*line, steps)).collect();
            Column { line: *line, lengths }
        };
        lines.iter().map(column).collect()
    }

    /// The shares of each length in tenths of a percent, which add up to 100 %, each with its interval.
    pub(crate) fn parts_table(&self, of: &str, parts_of: &[Part], columns: &[Column]) -> Table {
        let mut table = Table::new(&["line", "steps", of]);
        let named =
            |part: &Part| ["%", "low, %", "high, %"].map(|of| format!("{}, {of}", part.name));
        table.columns.extend(parts_of.iter().flat_map(named));
        for Column { line, lengths } in columns {
            for counted in lengths {
                let (steps, all) = (counted.steps, counted.counts.iter().sum::<u32>());
                let mut row = vec![self.label(*line), steps.to_string(), all.to_string()];
                let shares = parts(&counted.counts, 1_000).unwrap_or_default();
                for part in 0..parts_of.len() {
                    let share = shares.get(part).map(|share| thousandths(*share));
                    let estimate = self.share_of(&counted.shares(part));
                    let ends = estimate.map(|it| [it.interval.low, it.interval.high]);
                    row.push(share.unwrap_or(NONE.to_owned()));
                    row.extend(
                        ends.map_or([(); 2].map(|()| NONE.to_owned()), |ends| {
                            ends.map(percent_cell)
                        }),
                    );
                }
                table.rows.push(row);
            }
        }
        table
    }

    /// The bars of some columns, under a title that is about `lines`, those that are not drawn among them.
    pub(crate) fn stacks(
        &self,
        title: &str,
        label: &str,
        parts: &[Part],
        columns: &[Column],
        lines: &[LineId],
    ) -> Stacks {
        let stack = |counted: &Counted| {
            let all = counted.counts.iter().sum::<u32>();
            let share = |(number, part): (&u32, &Part)| {
                let share = f64::from(*number) / f64::from(all.max(1));
                let steps = count(u32::from(counted.steps), "step");
                let title =
                    format!("{}, {steps}: {}, {number} of {all}", part.name, percent(share));
                (share, counted.filter.only(part.only).info(title))
            };
            let shares = counted.counts.iter().zip(parts).map(share).collect();
            Stack { label: counted.steps.to_string(), above: String::new(), shares }
        };
        let pile = |column: &Column| Pile {
            name: self.label_among(column.line, lines),
            stacks: column.lengths.iter().map(stack).collect(),
        };
        Stacks {
            title: title.to_owned(),
            label: label.to_owned(),
            foot: "number of steps".to_owned(),
            piles: columns.iter().map(pile).collect(),
            parts: parts.iter().map(|part| (part.name.to_owned(), part.class)).collect(),
        }
    }
}

pub(crate) fn total(counted: &[Counted]) -> u32 {
    counted.iter().flat_map(|counted| &counted.counts).sum()
}

/// The commonest outcomes of a line at its longest length, and, where it is the only one, at its shortest.
fn outcomes(parts: &[Part], lengths: &[Counted], is_alone: bool) -> String {
    let said = |counted: &Counted| {
        let all = f64::from(counted.counts.iter().sum::<u32>().max(1));
        let mut largest: Vec<(u32, &str)> =
            counted.counts.iter().copied().zip(parts.iter().map(|part| part.name)).collect();
        largest.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        let largest: Vec<String> = largest
            .into_iter()
            .take(if is_alone { 3 } else { 2 })
            .filter(|(number, _)| *number > 0)
            .map(|(number, name)| format!("{} {}", percent(f64::from(number) / all), lower(name)))
            .collect();
        format!("{} at {}", list(&largest), count(u32::from(counted.steps), "step"))
    };
    match lengths {
        [first, .., last] if is_alone => format!("{}; {}", said(first), said(last)),
        [.., last] => said(last),
        [] => String::new(),
    }
}
