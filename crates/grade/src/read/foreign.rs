//! Statements about names that are not the item's: another procedure's, or steps that the model invents.

use stepfall_procedure::Names;

use super::Reader;
use super::pending::{Evidence, Pending, Subject};
use crate::chain::{Outcome, Term, chain};
use crate::rounding::is_rounding;
use crate::token::{Equals, Kind, Word};

impl Reader<'_> {
    /// `limit = 4`, `limit: 4`; gives the token to go on with.
    pub(super) fn foreign(&mut self, at: usize, fresh: bool) -> usize {
        let value = match self.kind(at + 2) {
            Some(Kind::Number(_)) => true,
            // `type: error` says nothing of a procedure.
            Some(Kind::Word(Word::Other)) => {
                self.kind(at + 1) != Some(Kind::Colon)
                    || matches!(self.kind(at + 3), Some(Kind::Op(_)))
            }
            _ => false,
        };
        self.out.foreign += u32::from(value);
        let begins = fresh
            || matches!(
                self.kind(at.wrapping_sub(1)),
                Some(
                    Kind::Comma
                        | Kind::Semicolon
                        | Kind::Question
                        | Kind::Stop
                        | Kind::Equals(Equals::Verb)
                )
            );
        if !begins {
            return at + 1;
        }
        if self.kind(at + 1) != Some(Kind::Colon) {
            self.pending = Pending::default();
        }
        self.unknown(at)
    }

    /// A statement about a name that is not the item's: a step beyond the procedure where it comes after the last step and uses the item's names, or
    /// stands right under the last step's. Gives the token to go on with.
    fn unknown(&mut self, at: usize) -> usize {
        let states = matches!(self.kind(at + 2), Some(Kind::Number(_) | Kind::Name(_)));
        if !states || !self.is_over() {
            return at + 1;
        }
        let chain = chain(self.tokens, at + 2, self.until, Vec::new());
        let names = chain.terms.iter().find_map(|term| term.names(self.tokens));
        let copied = chain.terms.first().and_then(Term::lone_name).is_some();
        let under = copied || (self.lines_since_claim <= 1 && chain.terms.len() == 1);
        // `Check: 38 < 97`, and `Final value: 38` after the last step, are remarks.
        let ends = matches!(self.kind(chain.end), None | Some(Kind::Line { .. }))
            || (self.kind(chain.end) == Some(Kind::Stop)
                && matches!(self.kind(chain.end + 1), None | Some(Kind::Line { .. })));
        // What takes no other step's value is a step where none of the procedure does.
        let computes = self.plan.is_unchained()
            && matches!(self.kind(at + 1), Some(Kind::Equals(_)))
            && chain.terms.iter().any(|term| term.values(self.tokens).is_some());
        let is_step = |value: &Outcome| {
            names.is_some() || copied || computes || (under && ends && !self.is_last_value(value))
        };
        match self.taste.value(self.tokens, &chain, None) {
            Some(value) if is_step(&value) => {
                let evidence = Evidence { names, ..Evidence::default() };
                self.claim(self.beyond(), evidence, value, &chain.terms);
                chain.end
            }
            _ => at + 2,
        }
    }

    /// Whether a number is the value of the last step, or what that is rounded from.
    fn is_last_value(&self, value: &Outcome) -> bool {
        let Some(said) = value.term.value().map(|place| self.value(place)) else { return false };
        let claimed = self.out.steps.last().map(|claim| &claim.value);
        let mut known = self.plan.truth.last().into_iter().chain(claimed);
        known.any(|known| known == said || is_rounding(known, said))
    }

    /// Whether a heading names a step that is not the item's, after the item's are over.
    pub(super) fn is_foreign_heading(&self, bullet: usize) -> bool {
        self.kind(bullet + 1) == Some(Kind::Word(Word::Other))
            && matches!(self.kind(bullet + 2), None | Some(Kind::Line { .. }))
            && self.is_over()
    }

    /// Whether names are words, and the last step, or one beyond it, was claimed last: what has another name now is a step too many.
    pub(super) fn is_over(&self) -> bool {
        let last = self.out.steps.last();
        self.plan.item.spec.names != Names::Numbered
            && last.is_some_and(|claim| claim.number >= self.plan.last())
    }

    /// A step that the procedure has not.
    pub(super) fn beyond(&self) -> Subject {
        Subject::Step(self.plan.last() + 1)
    }
}
