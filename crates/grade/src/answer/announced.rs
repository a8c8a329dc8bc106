//! Answers that words announce.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Op;

use super::Reader;
use crate::chain::FollowingText;
use crate::claim::{AnswerClaim, AnswerRule};
use crate::token::{Equals, Token, TokenKind, Word};

/// The most tokens after an announcing word that are searched for its connector, such as `:` or
/// `is`. For a guess, they are also searched for the value.
const CONNECTOR: usize = 14;
/// The most tokens before a word that are searched within its sentence.
const SENTENCE: usize = 24;
/// The most tokens after a connector that are searched for the value.
const FAR: usize = 200;
/// The most words of a label before the number in the last line, as in `A: 18`.
const LABEL: usize = 3;

impl Reader<'_> {
    /// Returns the answer that the word at `at` announces: `Answer: 528`,
    /// `the final answer is 528`.
    pub(super) fn announced_answer(&self, at: usize, until: usize) -> Option<AnswerClaim> {
        if at > 0 && self.kind(at - 1) == Some(TokenKind::Word(Word::NoAnswer)) {
            return None;
        }
        let begin = at;
        let at = self.connector(at + 1, until)?;
        if self.is_supposed(begin, at) {
            return None;
        }
        let far = until.min(at + FAR);
        let mut start = self.past_fillers(at, far);
        let next_line = matches!(self.kind(start), Some(TokenKind::Line { .. }));
        while start < far
            && matches!(
                self.kind(start),
                Some(TokenKind::Line { .. } | TokenKind::Bullet | TokenKind::Heading)
            )
        {
            start = self.past_fillers(start + 1, far);
        }
        if self.begins_list(start) {
            return None;
        }
        let cell = |at: &usize| self.kind(*at) == Some(TokenKind::Bar);
        let until = (start..until.min(start + FAR)).find(cell).unwrap_or(until);
        if let Some(signed) = self.negative_answer(start) {
            return Some(signed);
        }
        let chain = self.chain(start, until)?;
        // A question announces no answer: `Is the answer 94?`.
        if start == begin + 1 && self.kind(chain.end) == Some(TokenKind::Question) {
            return None;
        }
        let alone = chain.ending == FollowingText::Clean
            && matches!(
                self.kind(chain.end),
                None | Some(
                    TokenKind::Line { .. }
                        | TokenKind::FullStop
                        | TokenKind::Tag
                        | TokenKind::BoxEnd
                        | TokenKind::Bar
                )
            );
        if next_line && !alone && chain.end < until {
            return None;
        }
        self.value(&chain, AnswerRule::Announced)
    }

    /// Returns the answer that fills the last line: `The result is: 528`, `Final: 528`, `#### 528`.
    /// After an answer with another value, a number alone counts too. A line with `result` counts
    /// only if a step is claimed, if the line follows a blank line, or if it is the whole text.
    pub(super) fn closing_answer(
        &self,
        range: Range<usize>,
        has_steps: bool,
    ) -> Option<AnswerClaim> {
        let list = &self.tokens.list[..range.end];
        let end =
            range.start + list[range.start..].iter().rposition(|token| !token.ends_line())? + 1;
        let begin = list[..end].iter().rposition(Token::ends_line).map_or(0, |at| at + 1);
        let begin = begin.max(range.start);
        let is_heading = list[begin].kind == TokenKind::Heading;
        let from = begin + usize::from(is_heading);
        let is_all = list[range.start..begin].iter().all(Token::ends_line);
        let is_apart =
            is_all || (begin > 0 && list[begin - 1].kind == TokenKind::Line { blank: true });
        let is_filler = |kind| {
            matches!(
                kind,
                TokenKind::Word(Word::Filler | Word::So | Word::Result | Word::Final | Word::Other)
            )
        };
        let verb = self.tokens.skip_matching(from, end, is_filler);
        let calls = |token: &Token| match token.kind {
            TokenKind::Word(Word::Result) => has_steps || is_apart,
            kind => kind == TokenKind::Word(Word::Final),
        };
        let start = self.tokens.skip_matching(verb, end, |kind| {
            matches!(kind, TokenKind::Colon | TokenKind::Equals(_))
        });
        let is_announced = start > verb && list[from..verb].iter().any(calls);
        // The last line may be the end of an equation: `= 528`.
        let is_result = is_apart && verb == from && start > verb && !is_all;
        // The last line may have a short label: `A: 18`. Lines above must not have the same form.
        let labels = |line: &[Token]| {
            let words =
                line.iter().take_while(|token| matches!(token.kind, TokenKind::Word(_))).count();
            let rest = line.get(words..).unwrap_or_default();
            (1..=LABEL).contains(&words)
                && matches!(rest, [colon, number, ..] if colon.kind == TokenKind::Colon && matches!(number.kind, TokenKind::Number(_)))
        };
        let is_labelled = self.out.is_empty()
            && !is_all
            && labels(&list[begin..end])
            && !list[range.start..begin].split(Token::ends_line).any(labels);
        if !(is_announced || is_result || is_labelled || (is_heading && start == from)) {
            let latest = self.out.last()?;
            let lone = self.line_alone(begin, end, range.start)?;
            return (lone.value != latest.value && lone.span.start > latest.span.start)
                .then_some(lone);
        }
        if let Some(signed) = self.negative_answer(start) {
            return Some(signed);
        }
        let chain = self.chain(start, end)?;
        let is_closed = |token: &Token| matches!(token.kind, TokenKind::FullStop | TokenKind::Tag);
        let is_alone = chain.terms.len() == 1
            && chain.ending == FollowingText::Clean
            && list[chain.end.min(end)..end].iter().all(is_closed);
        if is_alone { self.value(&chain, AnswerRule::Announced) } else { None }
    }

    /// Returns the guess that the word at `at` announces: `Best guess: 528`,
    /// `my guess is about 500`.
    pub(super) fn guessed_answer(&self, at: usize, until: usize) -> Option<AnswerClaim> {
        let until = until.min(at + CONNECTOR);
        let is_filler =
            |kind| matches!(kind, TokenKind::Word(Word::Filler | Word::Other | Word::Joint));
        let connector = self.tokens.skip_matching(at + 1, until.min(at + 4), is_filler);
        let Some(TokenKind::Colon | TokenKind::Equals(Equals::Verb | Equals::Sign)) =
            self.kind(connector)
        else {
            return None;
        };
        let near = |kind| {
            let is_near =
                matches!(kind, TokenKind::Equals(Equals::Nearly) | TokenKind::Word(Word::So));
            is_near || is_filler(kind)
        };
        let start = self.tokens.skip_matching(connector + 1, until, near);
        let chain = self
            .chain(start, until)
            .filter(|_| matches!(self.kind(start), Some(TokenKind::Number(_))))?;
        (chain.terms.len() == 1).then(|| self.value(&chain, AnswerRule::Announced))?
    }

    /// Returns the negative number whose minus sign is the token at `at`: `Answer: - 90`. A blank
    /// separates the sign from the digits.
    fn negative_answer(&self, at: usize) -> Option<AnswerClaim> {
        let (sign, token) = (self.tokens.list.get(at)?, self.tokens.list.get(at + 1)?);
        let (TokenKind::Op(Op::Sub), TokenKind::Number(place)) = (sign.kind, token.kind) else {
            return None;
        };
        let ends = matches!(
            self.kind(at + 2),
            None | Some(TokenKind::Line { .. } | TokenKind::FullStop | TokenKind::Tag)
        );
        let numeral = self.tokens.numeral(place);
        ends.then(|| AnswerClaim {
            span: sign.start as usize..token.end as usize,
            value: numeral.value.neg(),
            second_value: numeral.other().map(Number::neg),
            rule: AnswerRule::Announced,
        })
    }

    /// Returns whether a sentence announces the answer to a hypothetical question: `if S3 were 5,
    /// the answer would be 9`. `begin` is the announcing word, and `end` is the token after its
    /// connector.
    fn is_supposed(&self, begin: usize, end: usize) -> bool {
        let kind_at = |at: usize| self.kind(at).unwrap_or(TokenKind::FullStop);
        let would = (begin..end).any(|at| kind_at(at) == TokenKind::Word(Word::Would));
        let ends = |kind| {
            matches!(kind, TokenKind::FullStop | TokenKind::Line { .. } | TokenKind::Semicolon)
        };
        let sentence = (begin.saturating_sub(SENTENCE)..begin).rev().map(kind_at);
        would
            && sentence
                .take_while(|kind| !ends(*kind))
                .any(|kind| kind == TokenKind::Word(Word::If))
    }

    /// Returns the number after the word at `at`, if it corrects an answer shortly before that
    /// word: `Answer: 94 → corrected: 84`, `Answer: 94. Sorry, I meant 84.`
    pub(super) fn corrected_answer(&self, at: usize, until: usize) -> Option<AnswerClaim> {
        let answer = self.out.last()?;
        let near = at.saturating_sub(SENTENCE);
        let answered = self.tokens.list[near..at]
            .iter()
            .rposition(|token| token.start as usize == answer.span.start)?;
        let between = near + answered + 1..at;
        let steps = |at| matches!(self.kind(at), Some(TokenKind::Name(_) | TokenKind::Number(_)));
        if between.clone().any(steps) {
            return None;
        }
        let start = self.tokens.skip_matching(at + 1, until.min(at + CONNECTOR), |kind| {
            matches!(
                kind,
                TokenKind::Comma
                    | TokenKind::FullStop
                    | TokenKind::Semicolon
                    | TokenKind::Colon
                    | TokenKind::Line { .. }
                    | TokenKind::Equals(_)
                    | TokenKind::Word(
                        Word::Correction
                            | Word::Filler
                            | Word::So
                            | Word::Result
                            | Word::Other
                            | Word::NoAnswer
                            | Word::Joint
                            | Word::Would
                    )
            )
        });
        let Some(TokenKind::Number(_)) = self.kind(start) else { return None };
        let chain = self.chain(start, until)?;
        let alone = chain.terms.len() == 1
            && chain.ending == FollowingText::Clean
            && matches!(
                self.kind(chain.end),
                None | Some(
                    TokenKind::Line { .. }
                        | TokenKind::FullStop
                        | TokenKind::Semicolon
                        | TokenKind::Tag
                )
            );
        if alone { self.value(&chain, AnswerRule::Announced) } else { None }
    }

    /// Returns whether a token numbers a list item with a step: `1. S3 = 5`, `1) S3 = 5`.
    fn begins_list(&self, at: usize) -> bool {
        matches!(
            (self.kind(at), self.kind(at + 1), self.kind(at + 2), self.kind(at + 3)),
            (
                Some(TokenKind::Number(_)),
                Some(TokenKind::FullStop | TokenKind::Close),
                Some(TokenKind::Name(_)),
                Some(TokenKind::Equals(_) | TokenKind::Colon)
            )
        )
    }

    fn past_fillers(&self, at: usize, until: usize) -> usize {
        let at = self.tokens.skip_matching(at, until, |kind| {
            matches!(
                kind,
                TokenKind::Word(Word::Filler | Word::So | Word::Result | Word::Final)
                    | TokenKind::Colon
                    | TokenKind::Comma
            )
        });
        // Skip a second announcement: `Answer: the answer is …`.
        match (self.kind(at), self.kind(at + 1)) {
            (
                Some(TokenKind::Word(Word::Answer)),
                Some(TokenKind::Equals(_) | TokenKind::Colon),
            ) => at + 2,
            _ => at,
        }
    }

    /// Returns the token after the connector of a word that announces an answer: `:`, `is`,
    /// `for S27 =`, or the end of a heading.
    fn connector(&self, from: usize, until: usize) -> Option<usize> {
        for at in from..until.min(from + CONNECTOR) {
            match self.kind(at)? {
                TokenKind::Colon
                | TokenKind::Equals(_)
                | TokenKind::Semicolon
                | TokenKind::Op(Op::Sub) => {
                    return Some(at + 1);
                }
                // The answer is in the next cell of a table.
                TokenKind::Bar if matches!(self.kind(at + 1), Some(TokenKind::Number(_))) => {
                    return Some(at + 1);
                }
                // There is no token between the announcement and the number. The connector is a
                // dash that was read as the sign of the number, or markup.
                TokenKind::Number(_) if at == from => {
                    let parted = self.tokens.list[at].start > self.tokens.list[at - 1].end;
                    return parted.then_some(at);
                }
                // Only fillers are before a number that ends the sentence: `a final value of 528.`
                TokenKind::Number(_) => {
                    let filler = |token: &Token| token.kind == TokenKind::Word(Word::Filler);
                    let ends = matches!(
                        self.kind(at + 1),
                        None | Some(
                            TokenKind::FullStop
                                | TokenKind::Line { .. }
                                | TokenKind::BoxEnd
                                | TokenKind::Tag
                        )
                    );
                    return (ends && self.tokens.list[from..at].iter().all(filler)).then_some(at);
                }
                TokenKind::Line { .. } => return Some(at),
                TokenKind::Name(name) if name == self.last => {}
                TokenKind::Open
                | TokenKind::Close
                | TokenKind::Word(
                    Word::Filler
                    | Word::So
                    | Word::Result
                    | Word::Joint
                    | Word::Other
                    | Word::Final
                    | Word::Connector
                    | Word::If
                    | Word::Would,
                ) => {}
                _ => return None,
            }
        }
        None
    }

    /// Returns the answer of `S27 is 528` if the number ends the sentence. The verb follows the
    /// token at `at`.
    pub(super) fn answer_by_name(&self, at: usize, until: usize) -> Option<AnswerClaim> {
        if self.kind(at) != Some(TokenKind::Name(self.last)) {
            return None;
        }
        let start = self.tokens.skip_matching(at + 2, until, |kind| {
            matches!(kind, TokenKind::Word(Word::Filler | Word::So) | TokenKind::Colon)
        });
        let Some(TokenKind::Number(_)) = self.kind(start) else { return None };
        let chain = self.chain(start, until)?;
        let direct = chain.terms.len() == 1 && chain.ending == FollowingText::Clean;
        if direct { self.value(&chain, AnswerRule::Announced) } else { None }
    }
}
