//! What attempts come to, by length: failure modes, and how much of the procedure was executed.

use stepfall_grade::Mode;
use stepfall_plot::PARTS;
use stepfall_plot::chart::{Stack, Stacks, Told};
use stepfall_stats::parts;

use crate::figure::{Drawing, Figure, NO_ATTEMPTS, id_of};
use crate::summary::{Counts, LineId, Shape, Summary};
use crate::table::Table;
use crate::words::{count, list, percent, thousandths};

/// Names and classes of how much was executed, from the lowest part of a bar.
const EXECUTED: [(&str, &str); 3] = [
    ("exactly all steps", "executed-exact"),
    ("fewer steps", "executed-under"),
    ("more steps", "executed-over"),
];

/// The counts of one length, in the order of the parts.
struct Counted {
    steps: u16,
    counts: Vec<u32>,
    cell: Vec<(&'static str, String)>,
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
        let names: Vec<(String, &'static str)> = drawn
            .iter()
            .map(|(place, class)| (Mode::ALL[*place].name().to_owned(), *class))
            .collect();
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
            sentence: modes_sentence(&names, &counted),
            table: table("attempts", &names, &counted),
            notes,
            drawing: Drawing::Stacks(stacks(&title, "attempts", names, counted)),
            title,
        }
    }

    /// How many of the steps are claimed, by length, as shares of the attempts of a line that claim any.
    pub fn executed(&self, line: LineId) -> Figure {
        let label = self.label(line);
        let title = format!("Steps executed, by number of steps: {label}");
        let id = id_of("executed", line);
        let names = EXECUTED.map(|(name, class)| (name.to_owned(), class)).to_vec();
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
                table("attempts that show steps", &names, &counted),
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
            table: table("attempts that show steps", &names, &counted),
            notes,
            drawing: Drawing::Stacks(stacks(&title, "attempts that show steps", names, counted)),
            title,
        }
    }

    /// What is counted at each length, over all look-backs.
    fn counted(&self, line: LineId, of: impl Fn(&Counts) -> Vec<u32>) -> Vec<Counted> {
        let at = |steps: u16| {
            let shapes: Vec<(Shape, &Counts)> = self.at(line, steps);
            let all = shapes.iter().map(|(_, counts)| of(counts));
            let counts =
                all.reduce(|one, other| one.iter().zip(other).map(|(a, b)| a + b).collect());
            Counted { steps, counts: counts.unwrap_or_default(), cell: Self::cell(line, &shapes) }
        };
        self.lengths(line).into_iter().map(at).collect()
    }
}

fn total(counted: &[Counted]) -> u32 {
    counted.iter().flat_map(|counted| &counted.counts).sum()
}

/// The shares of each length in tenths of a percent, which add up to 100 %.
fn table(of: &str, names: &[(String, &'static str)], counted: &[Counted]) -> Table {
    let mut table = Table::new(&["steps", of]);
    table.columns.extend(names.iter().map(|(name, _)| format!("{name}, %")));
    for Counted { steps, counts, .. } in counted {
        let mut row = vec![steps.to_string(), counts.iter().sum::<u32>().to_string()];
        row.extend(parts(counts, 1_000).unwrap_or_default().into_iter().map(thousandths));
        table.rows.push(row);
    }
    table
}

fn stacks(
    title: &str,
    of: &str,
    names: Vec<(String, &'static str)>,
    counted: Vec<Counted>,
) -> Stacks {
    let stack = |counted: Counted| {
        let all = counted.counts.iter().sum::<u32>();
        let share = |(part, (name, _)): (&u32, &(String, &'static str))| {
            let share = f64::from(*part) / f64::from(all.max(1));
            let steps = count(u32::from(counted.steps), "step");
            let title = format!("{name}, {steps}: {}, {part} of {all}", percent(share));
            (share, Told { title, data: counted.cell.clone() })
        };
        let shares = counted.counts.iter().zip(&names).map(share).collect();
        Stack { label: counted.steps.to_string(), shares }
    };
    Stacks {
        title: title.to_owned(),
        label: format!("share of {of}"),
        foot: "steps".to_owned(),
        stacks: counted.into_iter().map(stack).collect(),
        parts: names,
    }
}

/// The commonest failure of the shortest and of the longest length.
fn modes_sentence(names: &[(String, &'static str)], counted: &[Counted]) -> String {
    let said = |counted: &Counted| {
        let all = f64::from(counted.counts.iter().sum::<u32>().max(1));
        let mut told: Vec<(u32, &str)> = counted
            .counts
            .iter()
            .copied()
            .zip(names.iter().map(|(name, _)| name.as_str()))
            .collect();
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

/// A name within a sentence.
fn lower(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}
