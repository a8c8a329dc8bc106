//! Finds the term of a chain that is its value.

use stepfall_number::Number;
use stepfall_procedure::Arithmetic;

use super::term::{Before, Modulus, Term};
use super::{Chain, FollowingText};
use crate::rounding::is_rounding;
use crate::token::{Equals, TokenKind, Tokens};

/// The arithmetic rules by which a term is the value of a chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueRules {
    /// True if the value of `5/3 ≈ 1.667` is 5/3.
    exact: bool,
    modulus: Option<u32>,
}

/// The value of a chain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChainValue {
    /// The term that contains the value.
    pub(crate) term: Term,
    /// The numeral of a rounding that follows, if the value is exact.
    pub(crate) rounding: Option<u32>,
}

impl ChainValue {
    /// Returns the value that is the number token `at`. `numeral_index` is the index of its numeral.
    pub(crate) const fn number(at: usize, numeral_index: u32) -> Self {
        Self { term: Term::number(at, numeral_index), rounding: None }
    }
}

impl ValueRules {
    /// Returns the rules for the values of steps.
    pub(crate) const fn of_steps(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Modular { modulus } => Self { exact: true, modulus: Some(modulus) },
            Arithmetic::Decimal { .. } => Self { exact: false, modulus: None },
            Arithmetic::Integer | Arithmetic::Rational | Arithmetic::Paper { .. } => {
                Self { exact: true, modulus: None }
            }
        }
    }

    /// Returns the rules for answers. They differ in paper items, which round only the answer.
    pub(crate) const fn of_answers(arithmetic: Arithmetic) -> Self {
        match arithmetic {
            Arithmetic::Paper { .. } => Self { exact: false, modulus: None },
            _ => Self::of_steps(arithmetic),
        }
    }

    /// Returns the modulus by which results are reduced, or `None` in other arithmetic.
    pub(crate) fn modulus(self) -> Option<Number> {
        self.modulus.map(|modulus| Number::integer(i64::from(modulus)))
    }

    /// Returns whether results are reduced by a modulus.
    pub(crate) const fn reduces(self) -> bool {
        self.modulus.is_some()
    }

    /// Returns the value of a chain. `subject` is the index of the term that names the subject.
    pub(crate) fn value(
        self,
        tokens: &Tokens,
        chain: &Chain,
        subject: Option<usize>,
    ) -> Option<ChainValue> {
        let terms = &chain.terms;
        let last = terms.len().checked_sub(1)?;
        let usable = |(index, term): &(usize, &Term)| {
            Some(*index) != subject
                && (term.annotated().is_some() || self.is_result(tokens, term, *index == last))
        };
        let mut candidates = terms.iter().enumerate().filter(usable);
        let (index, term) = candidates.next_back()?;
        if terms[index + 1..].iter().any(goes_on) {
            return self.remainder(tokens, terms, index);
        }
        if chain.ending == FollowingText::Doubt && index == last {
            return None;
        }
        let nearly = term.before == Before::Equals(Equals::Nearly);
        if self.exact && (nearly || tokens.numeral(term.value()?).decimal) {
            let before = candidates.next_back().filter(|(before, _)| before + 1 == index);
            if let Some((_, exact)) =
                before.filter(|(_, exact)| is_exact_fraction(tokens, exact, term))
            {
                return Some(ChainValue { term: *exact, rounding: term.lone_number() });
            }
        }
        Some(ChainValue { term: *term, rounding: None })
    }

    /// Returns the remainder in the last term, if that term writes the previous value as a multiple
    /// of the modulus plus a remainder: `174 = 1 × 97 + 77`.
    fn remainder(self, tokens: &Tokens, terms: &[Term], index: usize) -> Option<ChainValue> {
        let modulus = self.modulus?;
        let [shown, apart] = terms.get(index..)? else { return None };
        let value = |place| &tokens.numeral(place).value;
        let list = &tokens.list[apart.start..apart.end];
        let numbers = || {
            list.iter().enumerate().filter_map(|(at, token)| match token.kind {
                TokenKind::Number(place) => Some((apart.start + at, place)),
                _ => None,
            })
        };
        let (at, place) = numbers().next_back()?;
        let divides = numbers().any(|(_, place)| Some(value(place)) == self.modulus().as_ref());
        let left = value(shown.lone_number()?).rem_euclid(modulus)?;
        (divides && *value(place) == left).then_some(ChainValue::number(at, place))
    }

    /// Returns whether a term is a number on which no operation is left to do. `110 mod 97` must
    /// still be reduced, but `13 (mod 97)` is already reduced.
    fn is_result(self, tokens: &Tokens, term: &Term, last: bool) -> bool {
        let Some(value) = term.lone_number() else { return false };
        if term.modulus == Modulus::None {
            return true;
        }
        let reduced = match self.modulus {
            Some(modulus) => {
                let value = tokens.numeral(value).value.to_i64();
                value.is_some_and(|value| (0..i64::from(modulus)).contains(&value))
            }
            None => term.modulus == Modulus::Meant,
        };
        last && reduced
    }
}

/// Returns whether a term after a value shows that the chain continues after that value. A name, a
/// cell of a table or a term after a verb does not show it.
fn goes_on(term: &Term) -> bool {
    let follows_verb = term.before == Before::Equals(Equals::Verb);
    !term.is_cell && !term.is_empty() && term.lone_name().is_none() && !follows_verb
}

/// Returns whether a term is a fraction and the term after it is the same value as a decimal,
/// rounded or not.
fn is_exact_fraction(tokens: &Tokens, term: &Term, after: &Term) -> bool {
    let (Some(exact), Some(decimal)) = (term.lone_number(), after.value()) else { return false };
    let [exact, decimal] = [exact, decimal].map(|place| tokens.numeral(place));
    term.before != Before::Equals(Equals::Nearly)
        && exact.fraction().is_some()
        && (decimal.value == exact.value || is_rounding(&decimal.value, &exact.value))
}
