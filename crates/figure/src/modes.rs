//! What attempts come to, by length: failure modes, and how much of the procedure was executed.

use stepfall_grade::{Executed, Mode};
use stepfall_plot::PARTS;
use stepfall_plot::chart::{Stack, Stacks};
use stepfall_stats::parts;

use crate::figure::{Drawing, Figure, NO_ATTEMPTS, id_of};
use crate::pick::{Only, Pick};
use crate::picked::executed_name;
use crate::summary::{Counts, LineId, Shape, Summary};
use crate::table::Table;
use crate::words::{NONE, count, list, lower, percent, thousandths};

/// How much was executed and the classes of it, from the lowest part of a bar.
const EXECUTED: [(Executed, &str); 3] = [
    (Executed::Exact, "executed-exact"),
    (Executed::Under, "executed-under"),
    (Executed::Over, "executed-over"),
];

/// A part of a bar: its name, its class, and what holds of its attempts.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    pub(crate) only: Only,
}

/// The counts of one length, in the order of the parts.
pub(crate) struct Counted {
    pub(crate) steps: u16,
    pub(crate) counts: Vec<u32>,
    pub(crate) pick: Pick,
}

impl Summary {
    /// The failure mode to name, by length, as shares of all attempts of a line; `followed` is one of them.
    pub fn modes(&self, line: LineId) -> Figure {
        let label = self.label(line);
        let title = format!("Failure modes by number of steps: {label}");
        let id = id_of("modes", line);
        // In the order of the bars, right ones at the foot.
        let all: Vec<(usize, &'static str)> = PARTS
            .iter()
            .filter_map(|part| {
                let mode = Mode::from_slug(part.class.strip_prefix("mode-")?)?;
                Some((Mode::ALL.iter().position(|other| *other == mode)?, part.class))
            })
            .collect();
        let occurs = |place: usize| self.shapes(line).any(|(_, counts)| counts.modes[place] > 0);
        let drawn: Vec<(usize, &'static str)> =
            all.into_iter().filter(|(place, _)| occurs(*place)).collect();
        let part = |(place, class): &(usize, &'static str)| {
            let mode = Mode::ALL[*place];
            Part { name: mode.name(), class, only: Only::Mode(mode) }
        };
        let parts: Vec<Part> = drawn.iter().map(part).collect();
        let counted = self
            .counted(line, |counts| drawn.iter().map(|(place, _)| counts.modes[*place]).collect());
        if counted.is_empty() {
            return Figure::nothing(&id, &title, NO_ATTEMPTS, Table::new(&["steps", "attempts"]));
        }
        let mut notes = vec!["Each attempt counts once, by the mode that names it best. The shares of a row of the table add up to 100 %.".to_owned()];
        notes.extend(self.missing_note(&[line]));
        notes.extend(self.simulated_note(&[line]));
        Figure {
            id,
            sentence: modes_sentence(&parts, &counted),
            table: table("attempts", &parts, &counted),
            notes,
            drawing: Drawing::Stacks(stacks(&title, "attempts", &parts, &counted)),
            title,
        }
    }

    /// How many of the steps are claimed, by length, as shares of the attempts of a line that claim any.
    pub fn executed(&self, line: LineId) -> Figure {
        let label = self.label(line);
        let title = format!("Steps executed, by number of steps: {label}");
        let id = id_of("executed", line);
        let parts = EXECUTED.map(|(executed, class)| Part {
            name: executed_name(executed),
            class,
            only: Only::Executed(executed),
        });
        let mut counted = self.counted(line, |counts| counts.executed.to_vec());
        let (shown, all) =
            (total(&counted), self.shapes(line).map(|(_, counts)| counts.attempts).sum::<u32>());
        counted.retain(|counted| counted.counts.iter().any(|count| *count > 0));
        if counted.is_empty() {
            let why = if all == 0 { NO_ATTEMPTS } else { "No attempt shows a step." };
            return Figure::nothing(
                &id,
                &title,
                why,
                table("attempts that show steps", &parts, &counted),
            );
        }
        let of = |place: usize| counted.iter().map(|counted| counted.counts[place]).sum::<u32>();
        let share = |place: usize| percent(f64::from(of(place)) / f64::from(shown));
        let sentence = format!(
            "Of {} that show steps, {} execute exactly all of them, {} fewer and {} more.",
            count(shown, "attempt"),
            share(0),
            share(1),
            share(2)
        );
        let mut notes = Vec::new();
        if shown < all {
            let left = count(all - shown, "attempt");
            let (verb, is) = if all - shown == 1 { ("shows", "is") } else { ("show", "are") };
            notes.push(format!("{left} that {verb} no step {is} left out."));
        }
        notes.extend(self.missing_note(&[line]));
        notes.extend(self.simulated_note(&[line]));
        Figure {
            id,
            sentence,
            table: table("attempts that show steps", &parts, &counted),
            notes,
            drawing: Drawing::Stacks(stacks(&title, "attempts that show steps", &parts, &counted)),
            title,
        }
    }

    /// What is counted at each length, over all look-backs.
    pub(crate) fn counted(&self, line: LineId, of: impl Fn(&Counts) -> Vec<u32>) -> Vec<Counted> {
        let at = |steps: u16| {
            let shapes: Vec<(Shape, &Counts)> = self.at(line, steps);
            let all = shapes.iter().map(|(_, counts)| of(counts));
            let counts =
                all.reduce(|one, other| one.iter().zip(other).map(|(a, b)| a + b).collect());
            Counted { steps, counts: counts.unwrap_or_default(), pick: Self::pick(line, &shapes) }
        };
        self.lengths(line).into_iter().map(at).collect()
    }
}

pub(crate) fn total(counted: &[Counted]) -> u32 {
    counted.iter().flat_map(|counted| &counted.counts).sum()
}

/// The shares of each length in tenths of a percent, which add up to 100 %.
pub(crate) fn table(of: &str, parts_of: &[Part], counted: &[Counted]) -> Table {
    let mut table = Table::new(&["steps", of]);
    table.columns.extend(parts_of.iter().map(|part| format!("{}, %", part.name)));
    for Counted { steps, counts, .. } in counted {
        let mut row = vec![steps.to_string(), counts.iter().sum::<u32>().to_string()];
        row.extend(match parts(counts, 1_000) {
            Ok(shares) => shares.into_iter().map(thousandths).collect(),
            Err(_) => vec![NONE.to_owned(); parts_of.len()],
        });
        table.rows.push(row);
    }
    table
}

pub(crate) fn stacks(title: &str, of: &str, parts: &[Part], counted: &[Counted]) -> Stacks {
    let stack = |counted: &Counted| {
        let all = counted.counts.iter().sum::<u32>();
        let share = |(number, part): (&u32, &Part)| {
            let share = f64::from(*number) / f64::from(all.max(1));
            let steps = count(u32::from(counted.steps), "step");
            let title = format!("{}, {steps}: {}, {number} of {all}", part.name, percent(share));
            (share, counted.pick.only(part.only).told(title))
        };
        let shares = counted.counts.iter().zip(parts).map(share).collect();
        Stack { label: counted.steps.to_string(), above: String::new(), shares }
    };
    Stacks {
        title: title.to_owned(),
        label: format!("share of {of}"),
        foot: "steps".to_owned(),
        stacks: counted.iter().map(stack).collect(),
        parts: parts.iter().map(|part| (part.name.to_owned(), part.class)).collect(),
    }
}

/// The commonest failure of the shortest and of the longest length.
fn modes_sentence(parts: &[Part], counted: &[Counted]) -> String {
    let said = |counted: &Counted| {
        let all = f64::from(counted.counts.iter().sum::<u32>().max(1));
        let mut told: Vec<(u32, &str)> =
            counted.counts.iter().copied().zip(parts.iter().map(|part| part.name)).collect();
        told.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
        let told: Vec<String> = told
            .into_iter()
            .take(3)
            .filter(|(number, _)| *number > 0)
            .map(|(number, name)| format!("{} {}", percent(f64::from(number) / all), lower(name)))
            .collect();
        format!("at {} {}", count(u32::from(counted.steps), "step"), list(&told))
    };
    match counted {
        [] => String::new(),
        [only] => format!("The commonest outcomes are {}.", said(only)),
        [first, .., last] => format!("The commonest outcomes are {}; {}.", said(first), said(last)),
    }
}
