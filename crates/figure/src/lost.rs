//! What is lost: wrong attempts by the first root fault, by length.

use stepfall_grade::Mode;
use stepfall_plot::PARTS;
use stepfall_procedure::Condition;
use stepfall_stats::FirstError;

use crate::attempt_filter::Only;
use crate::figure::{Drawing, Figure, NO_ATTEMPTS};
use crate::hazard::share;
use crate::line_id::LineId;
use crate::loss::Loss;
use crate::modes::{Column, Counted, INTERVALS, Part, total};
use crate::summary::Summary;
use crate::table::Table;
use crate::words::{NONE, count, fixed, list, lower, percent, thousands};

impl Summary {
    /// What wrong attempts of each line lost first, by length, as shares of those that are wrong. Lines under answer-only show no work and are left out.
    ///
    /// The table has cause-specific rates beside the shares: R. L. Prentice and others, The Analysis of Failure Times in the Presence of Competing Risks, Biometrics
    /// 34 (1978) 541-554.
    pub fn lost(&self) -> Figure {
        const ID: &str = "lost";
        let mut lines = self.lines();
        let all_lines = lines.len();
        lines.retain(|line| line.condition != Condition::AnswerOnly);
        let all: Vec<Part> = PARTS.iter().filter_map(|part| of_class(part.class)).collect();
        let columns_of = |parts: &[Part]| {
            let mut columns = self.columns(&lines, parts);
            columns.retain(|column| total(&column.lengths) > 0);
            columns
        };
        let columns = columns_of(&all);
        let wrong_lines: Vec<LineId> = columns.iter().map(|column| column.line).collect();
        let title = self.titled("What wrong attempts lose first", &wrong_lines);
        let mut table = self.parts_table(OF, &all, &columns);
        self.add_rates(&mut table, &all, &columns);
        if columns.is_empty() {
            let why = match (all_lines, lines.is_empty()) {
                (0, _) => NO_ATTEMPTS,
                (_, true) => "No attempt was asked to show work.",
                _ => "No attempt is wrong.",
            };
            return Figure::nothing(ID, &title, why, table);
        }
        let occurs = |at: usize| {
            let mut lengths = columns.iter().flat_map(|column| &column.lengths);
            lengths.any(|counted| counted.counts[at] > 0)
        };
        let drawn: Vec<Part> = (0..)
            .zip(all)
            .filter_map(|(at, part): (usize, Part)| occurs(at).then_some(part))
            .collect();
        let columns = columns_of(&drawn);
        let (panelled, more) = Self::panelled(&wrong_lines);
        let shown = &columns[..panelled.len()];
        let label = if shown.len() == 1 {
            "share of wrong attempts, and their number"
        } else {
            "share of wrong attempts"
        };
        let mut stacks = self.stacks(&title, label, &drawn, shown, &wrong_lines);
        if let ([pile], [column]) = (&mut stacks.piles[..], shown) {
            for (stack, counted) in pile.stacks.iter_mut().zip(&column.lengths) {
                stack.above = thousands(counted.counts.iter().map(|count| u64::from(*count)).sum());
            }
        }
        let mut notes = vec![
            "Each wrong attempt counts once, by its first root fault in the text: the first fault that does not follow from an earlier one. Swapped operands are a matter of operation; answering early, leaving out, stopping and going on beyond the procedure are one of place. The shares of a row of the table add up to 100 %".to_owned() + INTERVALS,
        ];
        notes.push(RATES.to_owned());
        notes.extend(self.shared_items_note());
        let has_given =
            |line: &LineId| matches!(line.condition, Condition::Primed { faults: 1.., .. });
        if wrong_lines.iter().any(has_given) {
            notes.push("Errors in the history that was given are none of the attempt; wrong is what does not follow from them.".to_owned());
        }
        if lines.len() < all_lines {
            notes.push("Attempts under answer-only show no work, and are left out.".to_owned());
        }
        notes.extend(more);
        notes.extend(self.missing_note(&lines));
        notes.extend(self.naming_notes(&wrong_lines));
        let said: Vec<(LineId, String)> =
            columns.iter().map(|column| (column.line, losses(&drawn, &column.lengths))).collect();
        let wrong: u32 = columns.iter().map(|column| total(&column.lengths)).sum();
        let are = if wrong == 1 { "is" } else { "are" };
        Figure {
            id: ID.to_owned(),
            sentence: format!(
                "{} of {} {are} wrong; they lose first: {}.",
                thousands(wrong.into()),
                count(self.graded(&lines), "attempt"),
                self.for_each_line(&said)
            ),
            table,
            notes,
            basis: self.basis(&lines).counting(wrong, "wrong"),
            drawing: Drawing::Stacks(stacks),
            title,
        }
    }

    /// The cause-specific rates of each row of the table, in columns behind its own: attempts of each part by the steps at risk of all attempts.
    /// What is right is no failure and has no rate.
    pub(crate) fn add_rates(&self, table: &mut Table, parts: &[Part], columns: &[Column]) {
        let fails = |part: &Part| part.only != Only::Mode(Mode::Followed);
        table.columns.push("steps at risk".to_owned());
        let failing = parts.iter().filter(|part| fails(part));
        table.columns.extend(failing.map(|part| format!("{}, % of steps at risk", part.name)));
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

    /// The steps that attempts of a line at one length reach without an error before them, over all attempts.
    fn steps_at_risk(&self, line: LineId, steps: u16) -> u64 {
        let shapes = self.at(line, steps);
        let attempts = shapes.iter().flat_map(|(_, counts)| &counts.first_errors);
        let at_risk = |(_, first_error): &(u32, FirstError)| {
            let (FirstError::At(step) | FirstError::NotBy(step)) = first_error;
            u64::from(step.saturating_sub(line.given()))
        };
        attempts.map(at_risk).sum()
    }

    /// How many attempts of a line are graded.
    pub(crate) fn attempts(&self, line: LineId) -> u32 {
        self.shapes(line).map(|(_, counts)| counts.attempts).sum()
    }
}

/// What the rates in the table are.
const RATES: &str = "A share says what wrong attempts lost, and rises where others fall. The last columns have rates instead: wrong attempts of each kind, by the steps that all attempts reach without an error before them. The rate of one kind does not depend on how common the others are.";
/// What the shares are of.
const OF: &str = "wrong attempts";

/// The part of a class, if it is one of a loss.
fn of_class(class: &'static str) -> Option<Part> {
    let loss = Loss::from_slug(class.strip_prefix("loss-")?)?;
    Some(Part { name: loss.name(), class, only: Only::Lost(loss) })
}

/// What a line loses most, over all lengths.
fn losses(parts: &[Part], lengths: &[Counted]) -> String {
    let of = |at: usize| lengths.iter().map(|counted| counted.counts[at]).sum::<u32>();
    let wrong = f64::from(total(lengths).max(1));
    let mut largest: Vec<(u32, &str)> =
        (0..).zip(parts).map(|(at, part)| (of(at), part.name)).collect();
    largest.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    let largest: Vec<String> = largest
        .into_iter()
        .take(3)
        .filter(|(number, _)| *number > 0)
        .map(|(number, name)| format!("{} {}", percent(f64::from(number) / wrong), lower(name)))
        .collect();
    list(&largest)
}
