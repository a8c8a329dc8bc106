//! Signs in a transcript other than claims: that it is cut off, declines, or is about another item.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Operand;

use crate::claim::Claim;
use crate::cut::Cut;
use crate::plan::Plan;
use crate::read::Claims;
use crate::token::{Equals, Kind, Token, Tokens, Word};
use crate::word::expects_more;

/// The fewest written operations that can show another procedure.
const ENOUGH: u32 = 3;

#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a sign of its own")]
pub(crate) struct Signs {
    /// Set if most of the written operations belong to another procedure.
    pub(crate) other_steps: bool,
    /// Set if the text gives another value for every input.
    pub(crate) other_inputs: bool,
    /// Set if the text states the inputs of the procedure, or its constants if it has no inputs.
    pub(crate) states_inputs: bool,
    pub(crate) refused: bool,
    pub(crate) end: End,
    /// The number of statements with names that are not the item's.
    pub(crate) foreign: u32,
    /// The latest position at which a step is claimed for the first time, in bytes.
    pub(crate) latest_first: Option<usize>,
}

/// The end of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The text ends with a statement.
    Whole,
    /// The text ends inside a statement.
    Open,
    /// The provider reported that the text was cut.
    Cut,
}

impl Signs {
    /// Returns the signs of a text with this end.
    pub(crate) fn of(
        tokens: &Tokens,
        ranges: &[Range<usize>],
        read: &Claims,
        plan: &Plan<'_>,
        end: End,
    ) -> Self {
        let given = read.inputs.iter().zip(plan.inputs());
        let inputs: Vec<_> = given.filter_map(|(read, input)| Some((read, input?))).collect();
        let are_own = inputs.iter().all(|(read, input)| read.as_ref() == Some(*input));
        let agreement = &read.agreement;
        let departs = agreement.written >= ENOUGH && agreement.same * 3 < agreement.written;
        Self {
            other_steps: departs && !are_own,
            other_inputs: !inputs.is_empty()
                && inputs
                    .iter()
                    .all(|(read, input)| read.as_ref().is_some_and(|read| read != *input)),
            states_inputs: (are_own && !inputs.is_empty()) || states_inputs(tokens, ranges, plan),
            refused: refuses(tokens, ranges),
            end,
            foreign: if read.foreign >= ENOUGH { read.foreign } else { 0 },
            latest_first: read.latest_first(plan.last()),
        }
    }

    /// Returns the signs of a text that is exactly as requested. `last` is the position of its last
    /// step.
    pub(crate) const fn of_whole(last: Option<usize>) -> Self {
        Self {
            other_steps: false,
            other_inputs: false,
            states_inputs: true,
            refused: false,
            end: End::Whole,
            foreign: 0,
            latest_first: last,
        }
    }
}

/// Reports whether a text begins with all inputs, whatever their signs, or has them among its first
/// numbers. In a procedure without inputs, all constants count instead. For numbers of few digits,
/// fewer numbers of the text are searched, because equal numbers may occur by chance.
fn states_inputs(tokens: &Tokens, ranges: &[Range<usize>], plan: &Plan<'_>) -> bool {
    let mut given: Vec<Number> = plan.inputs().flatten().map(Number::abs).collect();
    if plan.item.procedure.inputs.is_empty() {
        let operands = plan.item.procedure.steps.iter().flat_map(|step| [step.left, step.right]);
        let constant = |operand| match operand {
            Operand::Constant(constant) => Some(constant.number().abs()),
            Operand::Value(_) => None,
        };
        given = operands.filter_map(constant).collect();
    }
    if given.is_empty() {
        return false;
    }
    let digits = given.iter().map(|input| input.to_string().len()).min().unwrap_or(1);
    // Among so many numbers, one text in ten has one input by chance, and one in a hundred has two.
    let looked_at = 10_usize.saturating_pow(u32::try_from(digits).unwrap_or(u32::MAX)) / 100;
    let said = ranges.iter().flat_map(|range| &tokens.list[range.clone()]);
    let mut numbers = said.filter_map(|token| match token.kind {
        Kind::Number(place) => Some(tokens.numeral(place).value.abs()),
        _ => None,
    });
    let mut missing = given.clone();
    let mut begins: Vec<Number> = numbers.by_ref().take(given.len()).collect();
    missing.retain(|input| !begins.contains(input));
    begins.sort();
    given.sort();
    if begins == given {
        return true;
    }
    let mut rest = numbers.take(looked_at.saturating_sub(given.len()));
    looked_at >= given.len()
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
    words.any(|token| token.kind == Kind::Word(Word::Refusal))
}

/// A text whose end is examined, without its last full stop and line break.
pub(crate) struct Ending<'a> {
    pub(crate) tokens: &'a Tokens,
    pub(crate) text: &'a str,
    /// The visible tokens.
    pub(crate) ranges: &'a [Range<usize>],
    pub(crate) read: &'a Claims,
    pub(crate) answers: &'a [Claim],
}

impl Ending<'_> {
    /// Returns how the text ends.
    pub(crate) fn end(&self, cut: Cut) -> End {
        match cut {
            Cut::InLine | Cut::AfterLine => End::Cut,
            Cut::Unknown if self.tokens.unclosed_think || self.breaks_off() => End::Open,
            Cut::Unknown => End::Whole,
        }
    }

    /// Reports whether the text ends inside a statement or a JSON object.
    fn breaks_off(&self) -> bool {
        let Self { tokens, ranges, .. } = self;
        if tokens.unclosed_object {
            return true;
        }
        let Some(range) = ranges.last() else { return false };
        let said = &tokens.list[range.clone()];
        let Some(end) = said.iter().rposition(|token| !token.ends_line()) else { return false };
        let said = &said[..=end];
        if tokens.object_end > said[end].start as usize || self.ends_with_answer(said) {
            return false;
        }
        self.expects_more(said[end]) || self.is_unfinished_line(said)
    }

    /// Reports whether an answer is announced, and no number, name, operation or sign of equality
    /// follows it.
    fn ends_with_answer(&self, said: &[Token]) -> bool {
        let announced = self.answers.iter().rev().find(|answer| answer.rule.is_explicit());
        announced.is_some_and(|answer| {
            let after = said.iter().rev();
            let mut after = after.take_while(|token| token.start as usize >= answer.span.end);
            !after.any(|token| {
                matches!(
                    token.kind,
                    Kind::Number(_) | Kind::Name(_) | Kind::Op(_) | Kind::Equals(_)
                )
            })
        })
    }

    /// Reports whether something must follow the last token of a text.
    fn expects_more(&self, last: Token) -> bool {
        match last.kind {
            Kind::Op(_)
            | Kind::Equals(_)
            | Kind::Open
            | Kind::Comma
            | Kind::Colon
            | Kind::Modulo { .. }
            | Kind::Ordinal(_)
            | Kind::Word(Word::Joint | Word::So | Word::Verb(_) | Word::If | Word::Would) => true,
            Kind::Word(_) => expects_more(&self.text[last.start as usize..last.end as usize]),
            _ => false,
        }
    }

    /// Reports whether the last line is about a step but has no value, while at least two steps are
    /// claimed before.
    fn is_unfinished_line(&self, said: &[Token]) -> bool {
        let steps = &self.read.steps;
        let start = said.iter().rposition(Token::ends_line).map_or(0, |before| before + 1);
        let line = &said[start..];
        let (Some(first), Some(latest)) = (line.first(), steps.last()) else { return false };
        let names = |token: &Token| matches!(token.kind, Kind::Name(_));
        let names_next = |token: &Token| token.kind == Kind::Name(latest.number + 1);
        let is_work = |token: &Token| {
            matches!(token.kind, Kind::Op(_) | Kind::Equals(Equals::Sign | Equals::Nearly))
        };
        let is_claimed = steps.iter().any(|claim| claim.value_span.start >= first.start as usize);
        let is_about_step =
            line.iter().any(names_next) || (line.iter().any(names) && line.iter().any(is_work));
        is_about_step && !is_claimed && steps.len() > 1
    }
}
