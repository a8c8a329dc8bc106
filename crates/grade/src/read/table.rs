//! Reads rows of tables.

use super::Reader;
use super::pending::{Evidence, Pending, Subject};
use crate::chain::{ChainValue, Term};
use crate::token::{TokenKind, Word};

/// The most cells of a row that are read.
const MAX_CELLS: usize = 600;

/// The columns that the heading of a table describes.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The columns that hold the values of one name each.
    names: Vec<(usize, u16)>,
    /// The column whose heading has a word such as `value` or `result`.
    values: Option<usize>,
}

impl Table {
    /// Ends the table. The reader calls it at a line that is not a row.
    pub(super) fn forget(&mut self) {
        if self.values.is_some() || !self.names.is_empty() {
            *self = Self::default();
        }
    }
}

/// Returns the terms of a row, each with the index of its column.
fn columns(terms: &[Term]) -> impl Iterator<Item = (usize, &Term)> {
    let mut column = 0;
    terms.iter().take(MAX_CELLS).map(move |term| {
        column += usize::from(term.begins_cell());
        (column, term)
    })
}

impl Reader<'_> {
    /// Reads a row. Returns false if the row may still be a statement.
    pub(super) fn row(&mut self, terms: &[Term]) -> bool {
        let filled = || columns(terms).filter(|(_, term)| !term.is_empty() && !term.is_broken);
        let names: Vec<(usize, u16)> =
            filled().filter_map(|(column, term)| Some((column, term.lone_name()?))).collect();
        if names.len() >= 2 && filled().all(|(_, term)| term.lone_name().is_some()) {
            self.table = Table { names, values: None };
            return true;
        }
        if filled().next().is_none() {
            self.heading(terms);
            return false;
        }
        if names.is_empty() && self.row_of_values(terms) {
            return true;
        }
        if !names.is_empty() {
            return false;
        }
        let last = filled().filter(|(_, term)| term.lone_number().is_some()).last();
        if let Some((_, last)) = last
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

    /// Records the column with a heading such as `value` or `result`, if only one column has such a
    /// heading.
    fn heading(&mut self, terms: &[Term]) {
        let mut called = columns(terms).filter(|(_, term)| {
            let words = self.tokens.list.get(term.start..term.end).unwrap_or_default();
            words.iter().any(|token| token.kind == TokenKind::Word(Word::Result))
        });
        let values = called.next().map(|(column, _)| column).filter(|_| called.next().is_none());
        // The horizontal rule below the heading has no such word and changes nothing.
        if values.is_some() {
            self.table = Table { names: Vec::new(), values };
        }
    }

    /// Returns the value in the recorded value column, unless it is the last term of the row.
    pub(super) fn in_value_column(&self, terms: &[Term]) -> Option<ChainValue> {
        let values = self.table.values?;
        let last = terms.last()?;
        let cell = columns(terms).filter(|(column, _)| *column == values);
        let (_, term) = cell.filter(|(_, term)| term.lone_number().is_some()).last()?;
        // The general rule finds a value in the last column.
        (term.start != last.start).then_some(ChainValue { term: *term, rounding: None })
    }

    /// Claims the values of a row below a heading of names. The row may have values for only some
    /// of the names. Returns whether a value was claimed.
    fn row_of_values(&mut self, terms: &[Term]) -> bool {
        let numbers = || {
            let filled = columns(terms).filter(|(_, term)| !term.is_broken);
            filled.filter(|(_, term)| term.lone_number().is_some())
        };
        if self.table.names.len() < 2 {
            return false;
        }
        let names = std::mem::take(&mut self.table.names);
        let mut found = Vec::new();
        let mut under = names.iter().peekable();
        for (at, term) in numbers() {
            while under.next_if(|(column, _)| *column < at).is_some() {}
            let name = under.next_if(|(column, _)| *column == at);
            found.extend(name.map(|(_, name)| (*name, term)));
        }
        if found.is_empty() && numbers().count() == names.len() {
            // If the columns are not aligned with the heading, take the numbers in order.
            found =
                names.iter().zip(numbers()).map(|((_, name), (_, term))| (*name, term)).collect();
        }
        let read = !found.is_empty();
        for (name, term) in found {
            self.claim_new(name, term);
        }
        self.table.names = names;
        read
    }

    /// Claims the value of a cell, unless the latest claim has the same value.
    fn claim_new(&mut self, name: u16, term: &Term) {
        let value = term.value().map(|place| self.value(place));
        if self.latest(name).is_none_or(|latest| Some(&latest.value) != value) {
            self.claim_cell(Subject::Step(name), term, &[*term]);
        }
    }

    /// Claims the number of a term that shows no operation. `terms` are the terms of its statement.
    pub(super) fn claim_cell(&mut self, subject: Subject, term: &Term, terms: &[Term]) {
        let value = ChainValue { term: *term, rounding: None };
        self.claim(subject, Evidence::default(), value, terms);
    }

    fn is_foreign_name(&self, term: &Term) -> bool {
        matches!(
            self.tokens.list.get(term.start..term.end),
            Some([only]) if only.kind == TokenKind::Word(Word::Other)
        )
    }

    /// Takes the number in the first cell of a row without names as the count of a step.
    fn count(&mut self, terms: &[Term]) {
        let mut cells = terms.iter().filter(|term| !term.is_empty() && !term.is_broken);
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
