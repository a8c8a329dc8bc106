//! The rules that find answers.

mod announced;
mod lone;

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Item};

use crate::chain::{Chain, FollowingText, Term, ValueRules, chain};
use crate::claim::{AnswerClaim, AnswerRule, StepClaim};
use crate::read::Claims;
use crate::token::{Equals, Token, TokenKind, Tokens, Word};

/// The most tokens that are searched for the end of a tag.
const MAX_TAGGED_TOKENS: usize = 200;

struct Reader<'a> {
    tokens: &'a Tokens,
    value_rules: ValueRules,
    last: u16,
    /// True if an answer may be a fraction.
    is_fraction_allowed: bool,
    out: Vec<AnswerClaim>,
    /// The first guess, which counts if it is before every answer.
    guess: Option<AnswerClaim>,
}

/// Returns the answers in some ranges of tokens, in the order of the text.
///
/// Tagged, boxed and announced answers have the first rank. If the text has no such answer, numbers
/// alone on a line count. Without these, the value of the last step, the only result or the only
/// number counts. A guess counts if it comes before every answer.
pub(crate) fn answers(
    tokens: &Tokens,
    item: &Item,
    ranges: &[Range<usize>],
    claims: &Claims,
) -> Vec<AnswerClaim> {
    let last = item.procedure.last();
    let value_rules = ValueRules::of_answers(item.procedure.arithmetic);
    let fractions =
        matches!(item.procedure.arithmetic, Arithmetic::Rational | Arithmetic::Paper { .. });
    let mut reader = Reader {
        tokens,
        value_rules,
        last,
        is_fraction_allowed: fractions,
        out: Vec::new(),
        guess: None,
    };
    for range in ranges {
        reader.add_explicit_answers(range.clone());
    }
    if let Some(range) = ranges.last() {
        let closing = reader.closing_answer(range.clone(), !claims.steps.is_empty());
        let of_step = |answer: &AnswerClaim| {
            let of_span = |claim: &StepClaim| claim.value_span == answer.span;
            claims.steps.iter().any(|claim| claim.number < last && of_span(claim))
        };
        reader.out.extend(closing.filter(|answer| !of_step(answer)));
    }
    reader.leave_out_estimates();
    reader.leave_out_boxed_steps(claims);
    reader.keep_last_box();
    if reader.out.is_empty() && !claims.is_unnamed_row {
        for range in ranges {
            reader.add_lone_numbers(range.clone(), &claims.steps);
        }
    }
    if reader.out.is_empty() {
        let of_last = claims.steps.iter().rev().find(|claim| claim.number == last);
        let of_last = of_last.or(claims.printed_result.as_ref());
        let claim = match of_last {
            Some(claim) => Some(AnswerClaim {
                span: claim.value_span.clone(),
                value: claim.value.clone(),
                second_value: claim.second_value.clone(),
                rule: AnswerRule::LastStep,
            }),
            None if claims.steps.is_empty() => {
                reader.only_result(ranges).or_else(|| reader.only_number(ranges))
            }
            None => reader.only_result(ranges),
        };
        reader.out.extend(claim);
    }
    let guess = reader.guess.take();
    let is_first =
        |guess: &AnswerClaim| reader.out.iter().all(|claim| claim.span.start > guess.span.start);
    reader.out.extend(guess.filter(is_first));
    let rank = |claim: &AnswerClaim| usize::from(claim.rule == AnswerRule::Announced);
    reader.out.sort_by_key(|claim| (claim.span.start, rank(claim)));
    reader.out.dedup_by(|later, earlier| later.span == earlier.span);
    reader.out
}

impl Reader<'_> {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.kind(at)
    }

    /// Removes boxes with the values of earlier steps that are written with an operation. If the
    /// values of several earlier steps are boxed, removes all boxes. A box with the same value as
    /// the last answer stays, and nothing is removed if the last answer is itself such a box.
    fn leave_out_boxed_steps(&mut self, claims: &Claims) {
        let of_step = |answer: &AnswerClaim| {
            let mut boxed = claims.steps.iter().filter(|_| answer.rule == AnswerRule::Boxed);
            boxed.rfind(|claim| claim.value_span.start == answer.span.start)
        };
        let others = self.out.iter().filter_map(of_step).filter(|claim| claim.number < self.last);
        let all = others.count() > 1;
        let is_boxed = |answer: &AnswerClaim| {
            let shows_work = |claim: &StepClaim| {
                claim.number < self.last
                    && (claim.operation_by_name.is_some() || claim.operation_by_value.is_some())
            };
            (all && answer.rule == AnswerRule::Boxed) || of_step(answer).is_some_and(shows_work)
        };
        let Some(last) = self.out.last().filter(|last| !is_boxed(last)).cloned() else {
            return;
        };
        let retained: Vec<bool> =
            self.out.iter().map(|answer| answer.value == last.value || !is_boxed(answer)).collect();
        let mut retained = retained.into_iter();
        self.out.retain(|_| retained.next().unwrap_or(true));
    }

    /// Removes estimates if an exact answer comes later: `the answer is about 5600`, and at the end
    /// `5624`.
    fn leave_out_estimates(&mut self) {
        let is_estimate = |claim: &AnswerClaim| self.tokens.is_called_approximate(claim.span.start);
        let Some(exact) = self.out.iter().rposition(|claim| !is_estimate(claim)) else { return };
        let exact = self.out[exact].span.start;
        self.out.retain(|claim| claim.span.start >= exact || !is_estimate(claim));
    }

    /// Removes all boxes but the last if many different values are boxed, because the other boxes
    /// then contain results of steps.
    fn keep_last_box(&mut self) {
        /// The most boxed values that still are one answer, repeated or corrected.
        const MAX_BOXED_VALUES: usize = 2;
        let is_boxed = |claim: &AnswerClaim| claim.rule == AnswerRule::Boxed;
        let mut values: Vec<&Number> = Vec::new();
        for claim in self.out.iter().filter(|claim| is_boxed(claim)) {
            if !values.contains(&&claim.value) && values.len() <= MAX_BOXED_VALUES {
                values.push(&claim.value);
            }
        }
        if values.len() <= MAX_BOXED_VALUES {
            return;
        }
        let last =
            self.out.iter().rev().find(|claim| is_boxed(claim)).map(|claim| claim.span.start);
        self.out.retain(|claim| !is_boxed(claim) || Some(claim.span.start) == last);
    }

    /// Finds tagged, boxed and announced answers, their corrections, and the first guess.
    fn add_explicit_answers(&mut self, range: Range<usize>) {
        let mut boxes = Vec::new();
        let tokens = self.tokens;
        let from = tokens.announcing.partition_point(|at| *at < range.start);
        for &at in tokens.announcing[from..].iter().take_while(|at| **at < range.end) {
            let found = match tokens.list[at].kind {
                TokenKind::AnswerTag => self.tagged(at + 1, range.end),
                TokenKind::Box => {
                    boxes.push(at);
                    continue;
                }
                TokenKind::BoxEnd => self.boxed(&mut boxes, at),
                TokenKind::Word(Word::Answer) => self.announced_answer(at, range.end),
                TokenKind::Word(Word::Guess) => {
                    self.guess = self.guess.take().or_else(|| self.guessed_answer(at, range.end));
                    continue;
                }
                TokenKind::Word(Word::Final)
                    if self.kind(at + 1) == Some(TokenKind::Word(Word::Result)) =>
                {
                    self.announced_answer(at + 1, range.end)
                }
                TokenKind::Equals(Equals::Verb) if at > range.start => {
                    self.answer_by_name(at - 1, range.end)
                }
                TokenKind::Word(Word::Correction) => self.corrected_answer(at, range.end),
                _ => continue,
            };
            self.out.extend(found);
        }
    }

    fn tagged(&self, from: usize, until: usize) -> Option<AnswerClaim> {
        let until = until.min(from.saturating_add(MAX_TAGGED_TOKENS));
        let end = (from..until).find(|at| self.kind(*at) == Some(TokenKind::Tag)).unwrap_or(until);
        self.only_value(from, end, AnswerRule::Tagged)
    }

    /// Returns the value of the box that ends at the token `end`. Of nested boxes, only the
    /// innermost one with a value counts.
    fn boxed(&self, boxes: &mut Vec<usize>, end: usize) -> Option<AnswerClaim> {
        let found = self.only_value(boxes.pop()? + 1, end, AnswerRule::Boxed);
        if found.is_some() {
            boxes.clear();
        }
        found
    }

    /// Returns the value in a range of tokens without another number: `528`, `S27 = 528`, `Answer:
    /// 528`.
    fn only_value(&self, from: usize, until: usize, rule: AnswerRule) -> Option<AnswerClaim> {
        let at = self.tokens.skip_matching(from, until, |kind| {
            matches!(
                kind,
                TokenKind::Line { .. }
                    | TokenKind::Bullet
                    | TokenKind::Heading
                    | TokenKind::Colon
                    | TokenKind::Open
                    | TokenKind::Word(
                        Word::Filler
                            | Word::So
                            | Word::Result
                            | Word::Final
                            | Word::Answer
                            | Word::Other
                            | Word::Would
                    )
            )
        });
        let chain = self.chain(at, until)?;
        let more = (chain.end..until).any(|at| matches!(self.kind(at), Some(TokenKind::Number(_))));
        if more || chain.ending != FollowingText::Clean {
            return None;
        }
        self.value(&chain, rule)
    }

    fn chain(&self, at: usize, until: usize) -> Option<Chain> {
        let starts = matches!(
            self.kind(at)?,
            TokenKind::Name(_)
                | TokenKind::Number(_)
                | TokenKind::Equals(_)
                | TokenKind::Open
                | TokenKind::Op(_)
                | TokenKind::Box
        );
        (at < until && starts).then(|| chain(self.tokens, at, until, Vec::new()))
    }

    /// Returns the value of a chain that begins with the name of the last value or without a name.
    fn value(&self, chain: &Chain, rule: AnswerRule) -> Option<AnswerClaim> {
        let first = chain.terms.iter().position(|term| !term.is_empty())?;
        let about = chain.terms[first].lone_name();
        if about.is_some_and(|name| name != self.last) {
            return None;
        }
        let value = self.value_rules.value(self.tokens, chain, about.map(|_| first))?;
        self.claim(&value.term, rule)
    }

    fn claim(&self, term: &Term, rule: AnswerRule) -> Option<AnswerClaim> {
        let place = term.value()?;
        let numeral = self.tokens.numeral(place);
        let number = |token: &&Token| token.kind == TokenKind::Number(place);
        let token = self.tokens.list[term.start..term.end].iter().find(number)?;
        Some(AnswerClaim {
            span: token.start as usize..token.end as usize,
            value: numeral.value.clone(),
            second_value: numeral.other().cloned(),
            rule,
        })
    }
}
