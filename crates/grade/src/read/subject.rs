//! Finds the step that a chain is about.

use crate::chain::{Before, Term};
use crate::token::Equals;

/// The step that a chain is about, and the term that only names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChainSubject {
    pub(super) name: u16,
    /// The index of the term that only names the step, or `None` if the name is next to a value.
    pub(super) term: Option<usize>,
}

impl ChainSubject {
    const fn at(name: u16, term: usize) -> Self {
        Self { name, term: Some(term) }
    }
}

/// Returns the subject of a chain. `colon` is true if a colon follows the name with which the chain
/// begins.
pub(super) fn subject_of(terms: &[Term], colon: bool) -> Option<ChainSubject> {
    let first = first(terms)?;
    // The name before the colon may be an operand: `Copy S2: S3 = 6`.
    if let (true, [source, copy, _, ..]) = (colon, terms)
        && let Some(name) = copy.lone_name()
        && source.lone_name().is_some_and(|source| name > source)
    {
        return Some(ChainSubject::at(name, 1));
    }
    if let Some(about) = named_after_verb(terms) {
        return Some(about);
    }
    let mut lone = terms
        .iter()
        .enumerate()
        .filter(|(_, term)| term.annotated().is_none())
        .filter_map(|(index, term)| Some(ChainSubject::at(term.lone_name()?, index)));
    let Some(found) = lone.next() else {
        // If all names are next to values, the last name is the subject:
        // `15 (S1) + 14 (S2) = 29 (S3)`, `S3 (13)`.
        let (name, _) = terms.last()?.annotated()?;
        return Some(ChainSubject { name, term: None });
    };
    if found.term == Some(0) && colon {
        // `S3: 28 - 16 = 12 = S1` is about S1.
        let last = lone.next_back().filter(|about| about.term == Some(terms.len() - 1));
        return Some(last.filter(|_| terms.len() > 2).unwrap_or(found));
    }
    // A name after the first term is the subject if it is the only name: `4 + 9 = S3 = 13`.
    let only = found.term == Some(first) || (terms.len() > 1 && lone.next().is_none());
    only.then_some(found)
}

/// Returns the index of the first term that is not empty. A cell with the number of the row, before
/// a name, is skipped.
fn first(terms: &[Term]) -> Option<usize> {
    let first = terms.iter().position(|term| !term.is_empty())?;
    let counts = terms[first].lone_number().is_some()
        && terms.get(first + 1).is_some_and(|next| next.is_cell && next.lone_name().is_some());
    Some(first + usize::from(counts))
}

/// Returns the subject of a sentence that names it after a verb.
fn named_after_verb(terms: &[Term]) -> Option<ChainSubject> {
    // The name may be directly before its value: `three times the badge makes market 699`.
    let apposed = terms.iter().position(|term| term.before == Before::Name);
    if let Some(before) = apposed.and_then(|at| at.checked_sub(1))
        && let Some(name) = terms[before].lone_name()
    {
        return Some(ChainSubject::at(name, before));
    }
    // A later name may be between a verb and a sign: `copy S1 to get S3 = 7`.
    let [source, copy, value, ..] = terms else { return None };
    let name = copy.lone_name()?;
    let later = source.lone_name().is_some_and(|source| name > source);
    let signs = copy.follows_verb() && value.before == Before::Equals(Equals::Sign);
    (later && signs).then_some(ChainSubject::at(name, 1))
}
