//! Answers that nothing announces: numbers alone on a line, the only result and the only number.

use std::ops::Range;

use super::Reader;
use crate::chain::{Chain, FollowingText, Term};
use crate::claim::{AnswerClaim, AnswerRule, StepClaim};
use crate::token::{Equals, Token, TokenKind, Word};

impl Reader<'_> {
    /// Adds numbers that are alone in a line and are not the value of a step.
    pub(super) fn add_lone_numbers(&mut self, range: Range<usize>, steps: &[StepClaim]) {
        let of_step = |claim: &AnswerClaim| {
            let place = steps.binary_search_by_key(&claim.span.start, |step| step.value_span.start);
            place.is_ok_and(|place| steps[place].value_span == claim.span)
        };
        let mut start = range.start;
        while start < range.end {
            let line = &self.tokens.list[start..range.end];
            let end = start + line.iter().take_while(|token| !token.ends_line()).count();
            let claim = self.line_alone(start, end, range.start);
            let claim = claim.filter(|_| !self.is_part(start..end, &range, !steps.is_empty()));
            self.out.extend(claim.filter(|claim| !of_step(claim)));
            start = end + 1;
        }
    }

    /// Returns whether a line with one number belongs to the lines next to it. The number may be an
    /// operand of an operation below, the result of an equation above, or one of several numbers.
    /// The last line of a text belongs to other lines only if it continues the equation of a step.
    fn is_part(&self, line: Range<usize>, range: &Range<usize>, has_steps: bool) -> bool {
        let list = &self.tokens.list[..range.end];
        let goes_on = self.kind(line.start) == Some(TokenKind::Equals(Equals::Sign));
        // `= 928 / 4` continues the equation of a step.
        if has_steps && goes_on {
            return true;
        }
        if list[line.end..].iter().all(Token::ends_line) {
            return false;
        }
        let is_break = |at: usize| self.kind(at) == Some(TokenKind::Line { blank: false });
        let is_number = |token: &Token| matches!(token.kind, TokenKind::Number(_));
        let above = || {
            let end = line.start.checked_sub(1).filter(|at| is_break(*at) && *at > range.start)?;
            let before = &list[range.start..end];
            let begin = before.iter().rposition(Token::ends_line).map_or(0, |at| at + 1);
            Some(&before[begin..])
        };
        let below = || {
            let after = list.get(line.end + 1..).filter(|_| is_break(line.end))?;
            let length = after.iter().position(Token::ends_line).unwrap_or(after.len());
            Some(&after[..length])
        };
        let is_operation = |line: &[Token]| {
            let [sign, rest @ ..] = line else { return false };
            let is_sign = matches!(sign.kind, TokenKind::Op(_) | TokenKind::Bullet);
            is_sign && rest.iter().all(is_number) && !rest.is_empty()
        };
        let is_alone = |line: &[Token]| matches!(line, [number] if is_number(number));
        let ends_with_number = |line: &[Token]| line.last().is_some_and(is_number);
        below().is_some_and(|line| is_operation(line) || is_alone(line))
            || above().is_some_and(|line| is_alone(line) || (goes_on && ends_with_number(line)))
    }

    pub(super) fn line_alone(&self, start: usize, end: usize, begin: usize) -> Option<AnswerClaim> {
        let mut at = self
            .tokens
            .skip_matching(start, end, |kind| matches!(kind, TokenKind::Open | TokenKind::Tag));
        let role = (Some(TokenKind::Word(Word::Role)), Some(TokenKind::Colon));
        if at + 1 < end && (self.kind(at), self.kind(at + 1)) == role {
            at += 2;
        }
        if at < end && self.kind(at) == Some(TokenKind::Equals(Equals::Sign)) {
            at += 1;
        }
        let Some(TokenKind::Number(place)) = self.kind(at).filter(|_| at < end) else {
            return None;
        };
        // A chat page writes `3/3` for the third of three versions of a reply.
        if self.tokens.numeral(place).fraction().is_some_and(|(number, total)| {
            number == total
                || (!self.is_fraction_allowed && 0 < number && number < total && total < 10)
        }) {
            return None;
        }
        let mut stops = 0;
        for token in &self.tokens.list[at + 1..end] {
            match token.kind {
                TokenKind::FullStop if stops == 0 => stops += 1,
                TokenKind::Close | TokenKind::Tag => {}
                _ => return None,
            }
        }
        if (stops > 0 && !self.may_end_with_stop(start, end, begin))
            || self.counts(start..end, place)
        {
            return None;
        }
        self.claim(&Term::number(at, place), AnswerRule::Alone)
    }

    /// Returns whether the last line of a text contains only the number of the next list item.
    fn counts(&self, line: Range<usize>, numeral_index: u32) -> bool {
        let list = &self.tokens.list;
        let Some((broken, before)) = list[..line.start].split_last() else { return false };
        if list[line.end..].iter().any(|token| !token.ends_line()) {
            return false;
        }
        let begin = before.iter().rposition(Token::ends_line).map_or(0, |at| at + 1);
        let count = match before[begin..] {
            [
                Token { kind: TokenKind::Number(count), .. },
                Token { kind: TokenKind::FullStop, .. },
            ] => self.tokens.numeral(count).value.to_i64(),
            [Token { kind: TokenKind::Ordinal(count), .. }, ..]
                if broken.kind == TokenKind::Line { blank: false } =>
            {
                Some(i64::from(count))
            }
            _ => None,
        };
        let next = count.map(|count| count + 1);
        next.is_some() && self.tokens.numeral(numeral_index).value.to_i64() == next
    }

    /// Returns whether a number alone in a line may end with a full stop. The line must be the
    /// first one, and the text must end there or continue with a blank line and no number.
    /// Otherwise `1.` begins a list.
    fn may_end_with_stop(&self, start: usize, end: usize, begin: usize) -> bool {
        let first = self.tokens.list[begin..start].iter().all(Token::ends_line);
        let paragraph = matches!(self.kind(end), None | Some(TokenKind::Line { blank: true }))
            && !matches!(self.kind(end + 1), Some(TokenKind::Number(_)));
        let over = end + 1 >= self.tokens.list.len();
        first && (paragraph || over)
    }

    /// Returns the value of `Result: 528` if nothing else is called a result.
    pub(super) fn only_result(&self, ranges: &[Range<usize>]) -> Option<AnswerClaim> {
        let places = ranges.iter().flat_map(|range| range.clone().map(|at| (at, range.end)));
        let mut results = places.filter_map(|(at, until)| self.result(at, until));
        let only = results.next()?;
        if results.next().is_some()
            || only.ending != FollowingText::Clean
            || self.reassigns_result(ranges)
        {
            return None;
        }
        self.value(&only, AnswerRule::LastStep)
    }

    /// Returns whether code assigns several values to its result: `result = 0`, and later
    /// `result = result + S3`.
    fn reassigns_result(&self, ranges: &[Range<usize>]) -> bool {
        let is_assigned = |at: &usize| {
            self.kind(*at) == Some(TokenKind::Word(Word::Result))
                && matches!(
                    self.kind(*at + 1),
                    Some(TokenKind::Equals(Equals::Sign) | TokenKind::Op(_))
                )
        };
        ranges.iter().flat_map(Range::clone).filter(is_assigned).nth(1).is_some()
    }

    /// Returns the number of a text that has one number, no name and no word of doubt or refusal:
    /// `After all steps, we get 232.`
    pub(super) fn only_number(&self, ranges: &[Range<usize>]) -> Option<AnswerClaim> {
        let places = || ranges.iter().flat_map(Range::clone);
        let hedged = places().any(|at| {
            matches!(
                self.kind(at),
                Some(TokenKind::Word(Word::NoAnswer | Word::Doubt | Word::Refusal))
            )
        });
        if hedged {
            return None;
        }
        let places = places();
        let mut numbers = places.filter(|at| {
            matches!(
                self.kind(*at),
                Some(TokenKind::Number(_) | TokenKind::Doubt | TokenKind::Name(_))
            )
        });
        let only = numbers.next()?;
        let unit = matches!(
            self.kind(only + 1),
            Some(
                TokenKind::Op(_)
                    | TokenKind::Modulo { .. }
                    | TokenKind::Word(Word::Unit | Word::Doubt)
            )
        );
        // The number counts something: `about 3 minutes`.
        let counts = only > 0 && self.kind(only + 1) == Some(TokenKind::Word(Word::Other));
        // A sign or colon before the number may assign it to something else.
        let is_verb = |at: usize| self.kind(at) == Some(TokenKind::Equals(Equals::Verb));
        let other = only > 0
            && match self.kind(only - 1) {
                Some(TokenKind::Equals(Equals::Sign)) => true,
                // A colon after a verb announces the result: `The sum is: 57`.
                Some(TokenKind::Colon) => only < 2 || !is_verb(only - 2),
                _ => false,
            };
        let place = self.kind(only).filter(|_| !unit && !other && !counts);
        let Some(TokenKind::Number(place)) = place else { return None };
        if numbers.next().is_some() {
            return None;
        }
        self.claim(&Term::number(only, place), AnswerRule::Alone)
    }

    /// Returns the chain after the word `result` at `at`: `the result should be about 75`.
    fn result(&self, at: usize, until: usize) -> Option<Chain> {
        /// The most words between `result` and its verb.
        const MAX_WORDS: usize = 3;
        if self.kind(at) != Some(TokenKind::Word(Word::Result)) {
            return None;
        }
        let verb = self.tokens.skip_matching(at + 1, at + 1 + MAX_WORDS, |kind| {
            matches!(kind, TokenKind::Word(Word::Filler | Word::Other | Word::Would))
        });
        match self.kind(verb)? {
            TokenKind::Colon | TokenKind::Equals(_) => self.chain(verb + 1, until),
            _ => None,
        }
    }
}
