//! Chains of equal things: `S14 = S13 + S8 = 412 + 97 = 509`.
//!
//! A chain is read as [terms](term), and a [taste] says which of them is its value. What a chain is about is not known here.

mod reader;
mod taste;
mod term;

use crate::token::Tokens;

use self::reader::Reader;

pub(crate) use self::reader::Remark;
pub(crate) use self::taste::{Outcome, Taste};
pub(crate) use self::term::{Before, Term};

/// Terms that are equal to each other.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) terms: Vec<Term>,
    pub(crate) ending: Ending,
    /// What stands in brackets beside the operand that has the last such remark.
    pub(crate) remark: Option<Remark>,
    /// The first token after it.
    pub(crate) end: usize,
}

/// How a chain ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With its sentence, line or part.
    Clean,
    /// A word follows that says nothing about the value.
    Word,
    /// What follows makes the last value doubtful.
    Doubt,
}

/// Reads the chain that begins at `from`; `terms` is room to be used again.
pub(crate) fn chain(tokens: &Tokens, from: usize, until: usize, mut terms: Vec<Term>) -> Chain {
    terms.clear();
    let mut reader = Reader::new(&tokens.list[..until], from, terms);
    let ending = reader.read();
    let remark = reader.remark;
    let mut terms = reader.terms;
    while terms.last().is_some_and(Term::is_empty) {
        terms.pop();
    }
    Chain { terms, ending, remark, end: reader.at.max(from + 1).min(until) }
}
