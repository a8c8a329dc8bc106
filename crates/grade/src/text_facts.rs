//! Facts about a transcript other than its claims: that it is cut off, declines, or is about another
//! item.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Operand;

use crate::claim::AnswerClaim;
use crate::cut::Cut;
use crate::read::Claims;
use crate::requested_procedure::RequestedProcedure;
use crate::token::{Equals, Token, TokenKind, Tokens, Word};
use crate::word::expects_more;

/// The fewest operations that can show another procedure, and the fewest statements about foreign
/// names that count.
const ENOUGH: u32 = 3;

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(crate) struct TextFacts {
    /// True if fewer than a third of the operations by name agree with the procedure, and the text
    /// does not give its inputs. At least three operations must be written.
    pub(crate) other_steps: bool,
    /// True if the text gives another value for every input.
    pub(crate) other_inputs: bool,
    /// True if the text states the inputs of the procedure, or its constants if it has no inputs.
    pub(crate) states_inputs: bool,
    pub(crate) is_refusal: bool,
    pub(crate) end: Completeness,
    /// The number of statements about names that are not in the item, or 0 if there are only a few.
    pub(crate) foreign: u32,
    /// The last position at which a step is claimed for the first time, in bytes.
    pub(crate) latest_first: Option<usize>,
}

/// The end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// The text ends with a complete statement.
    Whole,
    /// The text ends inside a statement, a JSON object or its reasoning.
    Open,
    /// The provider reported that the text was cut.
    Cut,
}

impl TextFacts {
    /// Returns the facts about a text with this end.
    pub(crate) fn of(
        tokens: &Tokens,
        ranges: &[Range<usize>],
        read: &Claims,
        procedure: &RequestedProcedure<'_>,
        end: Completeness,
    ) -> Self {
        let pairs = read.inputs.iter().zip(procedure.inputs());
        let inputs: Vec<_> = pairs.filter_map(|(read, input)| Some((read, input?))).collect();
        let are_own = inputs.iter().all(|(read, input)| read.as_ref() == Some(*input));
        let agreement = &read.agreement;
        let departs = agreement.written >= ENOUGH && agreement.same * 3 < agreement.written;
        Self {
            other_steps: departs && !are_own,
            other_inputs: !inputs.is_empty()
                && inputs
                    .iter()
                    .all(|(read, input)| read.as_ref().is_some_and(|read| read != *input)),
            states_inputs: (are_own && !inputs.is_empty())
                || states_inputs(tokens, ranges, procedure),
            is_refusal: refuses(tokens, ranges),
            end,
            foreign: if read.foreign >= ENOUGH { read.foreign } else { 0 },
            latest_first: read.latest_first(procedure.last()),
        }
    }

    /// Returns the facts about a text that is exactly as requested. `last` is the position of its last
    /// step.
    pub(crate) const fn of_whole(last: Option<usize>) -> Self {
        Self {
            other_steps: false,
            other_inputs: false,
            states_inputs: true,
            is_refusal: false,
            end: Completeness::Whole,
            foreign: 0,
            latest_first: last,
        }
    }
}

/// Returns whether a text begins with all inputs, or has them among its first numbers. Signs are
/// ignored. In a procedure without inputs, all constants count instead. If the inputs have few
/// digits, fewer numbers of the text are searched, because equal numbers may occur by chance.
fn states_inputs(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    procedure: &RequestedProcedure<'_>,
) -> bool {
    let mut expected: Vec<Number> = procedure.inputs().flatten().map(Number::abs).collect();
    if procedure.item.procedure.inputs.is_empty() {
        let operands =
            procedure.item.procedure.steps.iter().flat_map(|step| [step.left, step.right]);
        let constant = |operand| match operand {
            Operand::Constant(constant) => Some(constant.number().abs()),
            Operand::Value(_) => None,
        };
        expected = operands.filter_map(constant).collect();
    }
    if expected.is_empty() {
        return false;
    }
    let digits = expected.iter().map(|input| input.to_string().len()).min().unwrap_or(1);
    // By chance, an input is among this many numbers in about one text in a hundred.
    let search_length = 10_usize.saturating_pow(u32::try_from(digits).unwrap_or(u32::MAX)) / 100;
    let searched = ranges.iter().flat_map(|range| &tokens.list[range.clone()]);
    let mut numbers = searched.filter_map(|token| match token.kind {
        TokenKind::Number(place) => Some(tokens.numeral(place).value.abs()),
        _ => None,
    });
    let mut missing = expected.clone();
    let mut begins: Vec<Number> = numbers.by_ref().take(expected.len()).collect();
    missing.retain(|input| !begins.contains(input));
    begins.sort();
    expected.sort();
    if begins == expected {
        return true;
    }
    let mut rest = numbers.take(search_length.saturating_sub(expected.len()));
    search_length >= expected.len()
        && (missing.is_empty()
            || rest.any(|value| {
                missing.retain(|input| *input != value);
                missing.is_empty()
            }))
}

fn refuses(tokens: &Tokens, ranges: &[Range<usize>]) -> bool {
    if !tokens.has_refusal {
        return false;
    }
    let mut words = ranges.iter().flat_map(|range| &tokens.list[range.clone()]);
    words.any(|token| token.kind == TokenKind::Word(Word::Refusal))
}

/// A text whose end is examined, without its last full stop and line break.
pub(crate) struct Ending<'a> {
    pub(crate) tokens: &'a Tokens,
    pub(crate) text: &'a str,
    /// The visible tokens.
    pub(crate) ranges: &'a [Range<usize>],
    pub(crate) read: &'a Claims,
    pub(crate) answers: &'a [AnswerClaim],
}

impl Ending<'_> {
    /// Returns how the text ends. If the provider reported a cut, the text itself does not matter.
    pub(crate) fn end(&self, cut: Cut) -> Completeness {
        match cut {
            Cut::InLine | Cut::AfterLine => Completeness::Cut,
            Cut::Unknown if self.tokens.unclosed_think || self.breaks_off() => Completeness::Open,
            Cut::Unknown => Completeness::Whole,
        }
    }

    /// Returns whether the text ends inside a statement or a JSON object.
    fn breaks_off(&self) -> bool {
        let Self { tokens, ranges, .. } = self;
        if tokens.unclosed_object {
            return true;
        }
        let Some(range) = ranges.last() else { return false };
        let list = &tokens.list[range.clone()];
        let Some(end) = list.iter().rposition(|token| !token.ends_line()) else { return false };
        let list = &list[..=end];
        if tokens.object_end > list[end].start as usize || self.ends_with_answer(list) {
            return false;
        }
        self.expects_more(list[end]) || self.is_unfinished_line(list)
    }

    /// Returns whether an answer is announced, and no number, name, operation or sign of equality
    /// follows it.
    fn ends_with_answer(&self, list: &[Token]) -> bool {
        let announced = self.answers.iter().rev().find(|answer| answer.rule.is_explicit());
        announced.is_some_and(|answer| {
            let after = list.iter().rev();
            let mut after = after.take_while(|token| token.start as usize >= answer.span.end);
            !after.any(|token| {
                matches!(
                    token.kind,
                    TokenKind::Number(_)
                        | TokenKind::Name(_)
                        | TokenKind::Op(_)
                        | TokenKind::Equals(_)
                )
            })
        })
    }

    /// Returns whether the last token of a text cannot end a sentence or statement.
    fn expects_more(&self, last: Token) -> bool {
        match last.kind {
            TokenKind::Op(_)
            | TokenKind::Equals(_)
            | TokenKind::Open
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::Modulo { .. }
            | TokenKind::Ordinal(_)
            | TokenKind::Word(Word::Joint | Word::So | Word::Verb(_) | Word::If | Word::Would) => {
                true
            }
            TokenKind::Word(_) => expects_more(&self.text[last.start as usize..last.end as usize]),
            _ => false,
        }
    }

    /// Returns whether the last line is about a step but has no value, while at least two steps are
    /// claimed before.
    fn is_unfinished_line(&self, list: &[Token]) -> bool {
        let steps = &self.read.steps;
        let start = list.iter().rposition(Token::ends_line).map_or(0, |before| before + 1);
        let line = &list[start..];
        let (Some(first), Some(latest)) = (line.first(), steps.last()) else { return false };
        let names = |token: &Token| matches!(token.kind, TokenKind::Name(_));
        let names_next = |token: &Token| token.kind == TokenKind::Name(latest.number + 1);
        let is_work = |token: &Token| {
            matches!(
                token.kind,
                TokenKind::Op(_) | TokenKind::Equals(Equals::Sign | Equals::Nearly)
            )
        };
        let is_claimed = steps.iter().any(|claim| claim.value_span.start >= first.start as usize);
        let is_about_step =
            line.iter().any(names_next) || (line.iter().any(names) && line.iter().any(is_work));
        is_about_step && !is_claimed && steps.len() > 1
    }
}
