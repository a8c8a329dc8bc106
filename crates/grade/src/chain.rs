//! Chains of terms that a text equates: `S14 = S13 + S8 = 412 + 97 = 509`.
//!
//! The reader splits a chain into [terms](term), and [rules](value_rules) decide which term is its
//! value. Other modules decide which step the chain is about.

mod reader;
mod term;
mod value_rules;

use crate::token::Tokens;

use self::reader::Reader;

pub(crate) use self::reader::Remark;
pub(crate) use self::term::{Before, Term};
pub(crate) use self::value_rules::{ChainValue, ValueRules};

/// A chain of equal terms.
#[derive(Debug)]
pub(crate) struct Chain {
    pub(crate) terms: Vec<Term>,
    pub(crate) ending: FollowingText,
    /// The last remark in brackets after an operand.
    pub(crate) remark: Option<Remark>,
    /// The token after the chain.
    pub(crate) end: usize,
}

/// The way in which a chain ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FollowingText {
    /// The chain ends at the end of its sentence or line, or where another statement begins.
    Clean,
    /// After the chain comes a word that does not affect the value.
    Word,
    /// The text after the chain makes the last value doubtful.
    Doubt,
}

/// Reads the chain that begins at the token `from`. `terms` is a buffer to reuse.
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
