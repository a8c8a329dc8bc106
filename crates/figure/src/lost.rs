//! What is lost: wrong attempts by the first root fault, by length.

use stepfall_plot::PARTS;
use stepfall_procedure::Condition;

use crate::figure::{Drawing, Figure, NO_ATTEMPTS, id_of};
use crate::loss::Loss;
use crate::modes::{Counted, Part, stacks, table, total};
use crate::pick::Only;
use crate::summary::{LineId, Summary};
use crate::words::{count, list, lower, percent, thousands};

impl Summary {
    /// What wrong attempts of a line lost first, by length, as shares of those that are wrong.
    pub fn lost(&self, line: LineId) -> Figure {
        let title = format!("What wrong attempts lose first: {}", self.label(line));
        let id = id_of("lost", line);
        let all: Vec<Part> = PARTS.iter().filter_map(|part| of_class(part.class)).collect();
        let place = |part: &Part| Loss::ALL.iter().position(|loss| part.only == Only::Lost(*loss));
        let counts_of = |parts: &[Part]| {
            let places: Vec<usize> = parts.iter().filter_map(place).collect();
            self.counted(line, |counts| places.iter().map(|place| counts.losses[*place]).collect())
        };
        let counted = counts_of(&all);
        let table = table(OF, &all, &counted);
        let wrong = total(&counted);
        if wrong == 0 {
            let why = if counted.is_empty() { NO_ATTEMPTS } else { "No attempt is wrong." };
            return Figure::nothing(&id, &title, why, table);
        }
        let occurs = |at: usize| counted.iter().any(|counted| counted.counts[at] > 0);
        let drawn: Vec<Part> = (0..)
            .zip(all)
            .filter_map(|(at, part): (usize, Part)| occurs(at).then_some(part))
            .collect();
        let counted = counts_of(&drawn);
        let mut stacks = stacks(&title, OF, &drawn, &counted);
        "share of wrong attempts, and their number".clone_into(&mut stacks.label);
        for (stack, counted) in stacks.stacks.iter_mut().zip(&counted) {
            stack.above = thousands(counted.counts.iter().map(|count| u64::from(*count)).sum());
        }
        let mut notes = vec![
            "Each wrong attempt counts once, by its first root fault in the text: the first fault that does not follow from an earlier one. Exchanged operands are a matter of operation; answering early, leaving out, stopping and going on beyond the procedure are one of place. The shares of a row of the table add up to 100 %.".to_owned(),
        ];
        if matches!(line.condition, Condition::Primed { faults: 1.., .. }) {
            notes.push("Slips in the history that was given are none of the attempt; wrong is what does not follow from them.".to_owned());
        }
        notes.extend(self.missing_note(&[line]));
        notes.extend(self.simulated_note(&[line]));
        Figure {
            id,
            sentence: sentence(&drawn, &counted, wrong, self.attempts(line)),
            table,
            notes,
            drawing: Drawing::Stacks(stacks),
            title,
        }
    }

    /// The drawn lines under conditions that show work, those under trace first.
    pub(crate) fn lost_lines(&self) -> Vec<LineId> {
        let mut lines = self.pictured();
        lines.retain(|line| line.condition != Condition::AnswerOnly);
        lines.sort_by_key(|line| line.condition != Condition::Trace);
        lines
    }

    /// How many attempts of a line are graded.
    pub(crate) fn attempts(&self, line: LineId) -> u32 {
        self.shapes(line).map(|(_, counts)| counts.attempts).sum()
    }
}

/// What the shares are of.
const OF: &str = "wrong attempts";

/// The part of a class, if it is one of a loss.
fn of_class(class: &'static str) -> Option<Part> {
    let loss = Loss::from_slug(class.strip_prefix("loss-")?)?;
    Some(Part { name: loss.name(), class, only: Only::Lost(loss) })
}

/// What is lost most, over all lengths.
fn sentence(parts: &[Part], counted: &[Counted], wrong: u32, attempts: u32) -> String {
    let of = |at: usize| counted.iter().map(|counted| counted.counts[at]).sum::<u32>();
    let mut told: Vec<(u32, &str)> =
        (0..).zip(parts).map(|(at, part)| (of(at), part.name)).collect();
    told.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    let told: Vec<String> = told
        .into_iter()
        .take(3)
        .map(|(number, name)| {
            format!("{} {}", percent(f64::from(number) / f64::from(wrong)), lower(name))
        })
        .collect();
    let are = if wrong == 1 { "is" } else { "are" };
    format!(
        "Of {}, {} {are} wrong; what these lose first is {}.",
        count(attempts, "attempt"),
        thousands(wrong.into()),
        list(&told)
    )
}
