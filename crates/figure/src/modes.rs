//! Failure modes of attempts, by length.

use std::collections::BTreeMap;

use stepfall_grade::Mode;
use stepfall_plot::PARTS;
use stepfall_plot::chart::{Stack, StackGroup, Stacks};
use stepfall_protocol::figure::Table;
use stepfall_stats::{FirstError, apportion};

use crate::attempt_filter::{AttemptFilter, Restriction};
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::hazard::share;
use crate::line_id::LineId;
use crate::scored;
use crate::shares;
use crate::summary::{Counts, ItemCounts, LengthAndLookBack, Summary};
use crate::words::{NONE, count, fixed, list, lower, percent, percent_cell, thousandths};

/// The end of a sentence on the shares of parts. It describes their intervals.
const INTERVALS: &str = "; each has its interval at 95 %, Wilson's, for as many independent attempts as those are worth that are at the same items.";

/// The note on the rates in the table.
const RATES: &str = "A share of attempts grows with length where a failure is as likely at every step. The last columns have rates instead: attempts of each mode that is a failure, by the steps that all attempts reach without an error before them; none where no work is shown.";

/// A part of a bar: its mode, and its CSS class.
struct Part {
    mode: Mode,
    class: &'static str,
}

/// The counts of one length, in the order of the parts: in total, and of each item.
struct LengthCounts {
    steps: u16,
    counts: Vec<u32>,
    items: BTreeMap<(LengthAndLookBack, u32), Vec<u32>>,
    filter: AttemptFilter,
}

impl LengthCounts {
    /// Returns, for each item, the number of attempts that belong to a part, and the number of all
    /// attempts.
    fn shares(&self, part: usize) -> Vec<shares::ItemHits> {
        let counted = |((shape, item), counts): (&(LengthAndLookBack, u32), &Vec<u32>)| {
            Some((*shape, *item, (*counts.get(part)?, counts.iter().sum())))
        };
        self.items.iter().filter_map(counted).collect()
    }
}

/// The counts of a line at each of its lengths.
struct Column {
    line: LineId,
    lengths: Vec<LengthCounts>,
}

impl Summary {
    /// Returns the primary failure mode by length, as shares of all attempts of each line;
    /// `followed` is one of the modes.
    pub fn modes(&self) -> Figure {
        self.marked(self.modes_figure())
    }

    fn modes_figure(&self) -> Figure {
        const ID: &str = "modes";
        let lines = self.lines();
        let title = self.titled("Failure modes by number of steps", &lines);
        // The parts have the order of the bars, with correct attempts at the bottom.
        let all = PARTS.iter().filter_map(|part| {
            let mode = Mode::from_slug(part.class.strip_prefix("mode-")?)?;
            Some(Part { mode, class: part.class })
        });
        let has_any = |part: &Part, counts: &Counts| {
            let mut items = counts.items.values();
            items.any(|item| item.modes.contains(&part.mode))
        };
        let occurs = |part: &Part| {
            lines.iter().any(|line| self.shapes(*line).any(|(_, counts)| has_any(part, counts)))
        };
        let parts: Vec<Part> = all.filter(occurs).collect();
        let columns = self.columns(&lines, &parts);
        let mut table = self.parts_table(&parts, &columns);
        self.add_rates(&mut table, &parts, &columns);
        if columns.is_empty() {
            return Figure::nothing(ID, &title, NO_ATTEMPTS, table);
        }
        let mut method =
            vec!["The shares of a row of the table add up to 100 %".to_owned() + INTERVALS];
        method.push(RATES.to_owned());
        let (drawn, more) = Self::panelled(&lines);
        method.extend(more);
        method.extend(self.missing_note(&lines));
        method.extend(self.naming_notes(&lines));
        let is_alone = columns.len() == 1;
        let text = |column: &Column| (column.line, outcomes(&parts, &column.lengths, is_alone));
        let text: Vec<(LineId, String)> = columns.iter().map(text).collect();
        Figure {
            id: ID.to_owned(),
            sentence: format!("Commonest outcomes: {}.", self.for_each_line(&text)),
            table,
            note: Some(
                "Each attempt counts once, by the mode that names it best.".to_owned()
                    + scored::corrected_note(&lines),
            ),
            method,
            basis: self.basis(&lines),
            drawing: Drawing::Stacks(self.stacks(&title, &parts, &columns[..drawn.len()], &lines)),
            title,
        }
    }

    /// Counts the attempts of each part at each length of some lines, over all look-backs.
    fn columns(&self, lines: &[LineId], parts: &[Part]) -> Vec<Column> {
        let at = |line: LineId, steps: u16| {
            let shapes: Vec<(LengthAndLookBack, &Counts)> = self.at(line, steps);
            let of_item = |item: &ItemCounts| -> Vec<u32> {
                let count_of =
                    |part: &Part| item.modes.iter().filter(|mode| **mode == part.mode).count();
                parts.iter().map(|part| u32::try_from(count_of(part)).unwrap_or(u32::MAX)).collect()
            };
            let of_shape = |(shape, counts): &(LengthAndLookBack, &Counts)| -> Vec<((LengthAndLookBack, u32), Vec<u32>)> {
                let items = counts.items.iter();
                items.map(|(item, counts)| ((*shape, *item), of_item(counts))).collect()
            };
            let items: BTreeMap<(LengthAndLookBack, u32), Vec<u32>> =
                shapes.iter().flat_map(of_shape).collect();
            let count = |part: usize| items.values().map(|item| item[part]).sum();
            LengthCounts {
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

    /// Returns the shares of each length in tenths of a percent, which add up to 100 %, each with
    /// its interval.
    fn parts_table(&self, parts_of: &[Part], columns: &[Column]) -> Table {
        let mut table = Table::new(&["line", "steps", "attempts"]);
        let named = |part: &Part| {
            ["%", "low, %", "high, %"].map(|quantity| format!("{}, {quantity}", part.mode.name()))
        };
        table.columns.extend(parts_of.iter().flat_map(named));
        for Column { line, lengths } in columns {
            for counted in lengths {
                let (steps, all) = (counted.steps, counted.counts.iter().sum::<u32>());
                let mut row = vec![self.label(*line), steps.to_string(), all.to_string()];
                let shares = apportion(&counted.counts, 1_000).unwrap_or_default();
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

    /// Returns the bars of some columns. The title is about `lines`, including those that are not
    /// drawn.
    fn stacks(&self, title: &str, parts: &[Part], columns: &[Column], lines: &[LineId]) -> Stacks {
        let stack = |counted: &LengthCounts| {
            let all = counted.counts.iter().sum::<u32>();
            let share = |(number, part): (&u32, &Part)| {
                let share = f64::from(*number) / f64::from(all.max(1));
                let steps = count(u32::from(counted.steps), "step");
                let title =
                    format!("{}, {steps}: {}, {number} of {all}", part.mode.name(), percent(share));
                (share, counted.filter.only(Restriction::Mode(part.mode)).info(title))
            };
            let shares = counted.counts.iter().zip(parts).map(share).collect();
            Stack { label: counted.steps.to_string(), shares }
        };
        let group = |column: &Column| StackGroup {
            name: self.label_among(column.line, lines),
            stacks: column.lengths.iter().map(stack).collect(),
        };
        Stacks {
            title: title.to_owned(),
            label: "share of attempts".to_owned(),
            foot: "number of steps".to_owned(),
            groups: columns.iter().map(group).collect(),
            parts: parts.iter().map(|part| (part.mode.name().to_owned(), part.class)).collect(),
        }
    }

    /// Adds the rates of each row to the table: attempts of each failure mode, divided by the steps
    /// at risk of all attempts.
    ///
    /// R. L. Prentice and others, The Analysis of Failure Times in the Presence of Competing Risks,
    /// Biometrics 34 (1978) 541-554.
    fn add_rates(&self, table: &mut Table, parts: &[Part], columns: &[Column]) {
        let fails = |part: &Part| part.mode != Mode::Followed;
        table.columns.push("steps at risk".to_owned());
        let failing = parts.iter().filter(|part| fails(part));
        table
            .columns
            .extend(failing.map(|part| format!("{}, % of steps at risk", part.mode.name())));
        let counted = columns
            .iter()
            .flat_map(|column| column.lengths.iter().map(move |counted| (column.line, counted)));
        for (row, (line, counted)) in table.rows.iter_mut().zip(counted) {
            let at_risk = self.steps_at_risk(line, counted.steps);
            row.push(at_risk.to_string());
            let failed = counted.counts.iter().zip(parts).filter(|(_, part)| fails(part));
            row.extend(failed.map(|(failed, _)| match at_risk {
                0 => NONE.to_owned(),
                steps => fixed(share(u64::from(*failed), steps) * 100.0, 2),
            }));
        }
    }

    /// Counts the steps that attempts of a line at one length reach without an error before them.
    fn steps_at_risk(&self, line: LineId, steps: u16) -> u64 {
        let shapes = self.at(line, steps);
        let attempts = shapes.iter().flat_map(|(_, counts)| &counts.first_errors);
        let at_risk = |(_, first_error): &(u32, FirstError)| {
            let (FirstError::At(step) | FirstError::NotBy(step)) = first_error;
            u64::from(step.saturating_sub(line.given()))
        };
        attempts.map(at_risk).sum()
    }
}

/// Returns the commonest outcomes of a line at its longest length and, if it is the only line, at
/// its shortest.
fn outcomes(parts: &[Part], lengths: &[LengthCounts], is_alone: bool) -> String {
    let text = |counted: &LengthCounts| {
        let all = f64::from(counted.counts.iter().sum::<u32>().max(1));
        let mut largest: Vec<(u32, &str)> =
            counted.counts.iter().copied().zip(parts.iter().map(|part| part.mode.name())).collect();
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
        [first, .., last] if is_alone => format!("{}; {}", text(first), text(last)),
        [.., last] => text(last),
        [] => String::new(),
    }
}
