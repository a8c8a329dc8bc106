//! Rows of tables.

use super::Reader;
use super::pending::{Evidence, Pending, Subject};
use crate::chain::{Outcome, Term};
use crate::token::{Kind, Word};

/// The most cells of a table that lies on its side.
const MOST_CELLS: usize = 600;

impl Reader<'_> {
    /// Reads a row; whether that is all there is to it, so that it is no statement.
    pub(super) fn row(&mut self, terms: &[Term]) -> bool {
        let filled = || terms.iter().filter(|term| !term.is_empty() && !term.broken);
        let names: Vec<u16> = filled().filter_map(Term::lone_name).take(MOST_CELLS).collect();
        if names.len() >= 2 && filled().all(|term| term.lone_name().is_some()) {
            self.header = names;
            return true;
        }
        let is_number = |term: &&Term| term.lone_number().is_some();
        let numbers = || filled().filter(is_number).take(MOST_CELLS);
        if self.header.len() >= 2 && numbers().count() == self.header.len() {
            for (name, term) in std::mem::take(&mut self.header).into_iter().zip(numbers()) {
                self.claim_cell(Subject::Step(name), term, &[*term]);
            }
            return true;
        }
        if !names.is_empty() {
            return false;
        }
        if let Some(last) = numbers().last()
            && terms.iter().any(|term| self.is_foreign_name(term))
        {
            self.out.foreign += 1;
            if self.is_over() {
                self.claim_cell(self.beyond(), last, terms);
                return true;
            }
        }
        self.count(terms);
        false
    }

    fn claim_cell(&mut self, subject: Subject, term: &Term, terms: &[Term]) {
        let value = Outcome { term: *term, rounding: None };
        self.claim(subject, Evidence::default(), value, terms);
    }

    fn is_foreign_name(&self, term: &Term) -> bool {
        matches!(
            self.tokens.list.get(term.start..term.end),
            Some([only]) if only.kind == Kind::Word(Word::Other)
        )
    }

    /// Takes the number of a row without names for that of a step.
    fn count(&mut self, terms: &[Term]) {
        let mut cells = terms.iter().filter(|term| !term.is_empty() && !term.broken);
        if let Some(first) = cells.next()
            && let Some(value) = first.lone_number()
            && let Some(number) = self.value(value).to_i64()
            && let Ok(number) = u16::try_from(number)
            && cells.next().is_some()
        {
            self.pending = Pending::about(Subject::Ordinal(number), first.start);
        }
    }
}
