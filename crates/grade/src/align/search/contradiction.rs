//! The numbers that the text assigns to a step directly, and the cost of taking another value.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op};

use super::{MAX_EQUAL_NUMBERS, Search, cost};
use crate::align::mention::{NameRelation, NumberMention, Role, StatementKind};
use crate::rounding::is_rounding;

/// The most tokens between a number and its correction.
const MAX_TOKENS_TO_CORRECTION: usize = 40;

impl Search<'_> {
    /// Returns the numbers that the text assigns to a step directly, each with the cost of taking
    /// another number.
    pub(super) fn stated_numbers_of(&self, number: u16) -> Vec<(usize, u32)> {
        let stated = |at: &usize| {
            let mention = &self.mentions[*at];
            let cost = match mention.link(number) {
                Some(NameRelation::Direct) if mention.role == Role::Result => cost::CONTRADICTED,
                Some(NameRelation::Read) if mention.statement == StatementKind::Plain => {
                    cost::CONTRADICTED
                }
                Some(NameRelation::Read) if mention.statement == StatementKind::Unnamed => {
                    cost::MISCOUNTED
                }
                Some(NameRelation::Read) => cost::MISREAD,
                _ => return None,
            };
            Some((*at, cost))
        };
        let named = self.by_name.get(&number).into_iter().flatten();
        named.take(MAX_EQUAL_NUMBERS * 2).filter_map(stated).collect()
    }

    /// Returns the cost of giving a step this value although the text assigns another value
    /// directly. Returns 0 if nothing contradicts the value.
    pub(super) fn contradiction_cost(
        &self,
        number: u16,
        operands: Option<&(Number, Number)>,
        value: Option<&Number>,
    ) -> u32 {
        let known = self.known[usize::from(number - self.procedure.first())].as_ref();
        let mut other = if known.is_some() && known != value { cost::KNOWN } else { 0 };
        let mut total = 0;
        for (at, stated_cost) in &self.stated_numbers {
            let mention = &self.mentions[*at];
            if self.is_same(mention, value) || self.is_made_of(mention, number, value) {
                continue;
            }
            let is_mended =
                value.is_some_and(|value| self.is_corrected(*at, number, operands, value));
            if is_mended && known == Some(&mention.value) {
                other = 0;
            }
            total = total.max(if is_mended { cost::CORRECTED } else { *stated_cost });
        }
        total.max(other)
    }

    /// Returns whether the text computes a number from this value for a later step. The later step
    /// must have a name near the number. It must also have the same operation or refer to the step
    /// `number`.
    fn is_made_of(&self, mention: &NumberMention, number: u16, value: Option<&Number>) -> bool {
        let Some(value) = value else { return false };
        let mut made = mention.operations_by_value.iter().filter(|shown| shown.takes(value));
        let is_of_later_step = |op: Op| {
            let later = mention.names.iter().filter(|(name, _)| *name > number);
            let mut steps = later.filter_map(|(name, _)| self.procedure.find_step(*name));
            steps.any(|step| step.op == op || step.references().any(|taken| taken == number))
        };
        made.any(|shown| is_of_later_step(shown.op))
    }

    /// Returns whether a number represents a value: equal, rounded, or not yet reduced.
    fn is_same(&self, mention: &NumberMention, value: Option<&Number>) -> bool {
        let Some(value) = value else { return false };
        let is_modular = matches!(self.procedure.arithmetic(), Arithmetic::Modular { .. });
        mention.value == *value
            || mention.other.as_ref() == Some(value)
            || (is_modular
                && self.procedure.rounded_or_reduced(&mention.value).as_ref() == Some(value))
            || (mention.is_decimal && is_rounding(&mention.value, value))
    }

    /// Returns whether the text corrects a number to this value. The value appears later in the
    /// same line. Or it is a result in this or a later line, with the name or the operation of the
    /// step. A rounded value that directly follows the name also corrects the number.
    fn is_corrected(
        &self,
        at: usize,
        number: u16,
        operands: Option<&(Number, Number)>,
        value: &Number,
    ) -> bool {
        let contradicted = &self.mentions[at];
        let named = self.by_name.get(&number).into_iter().flatten().take(MAX_EQUAL_NUMBERS * 2);
        let is_rounded = |other: &NumberMention| {
            other.link(number) == Some(NameRelation::Direct) && other.role == Role::Result
        };
        if !value.is_integer()
            && named
                .map(|other| &self.mentions[*other])
                .any(|other| is_rounded(other) && self.is_same(other, Some(value)))
        {
            return true;
        }
        let Some(same) = self.by_value.get(value) else { return false };
        let step = self.procedure.step(number);
        let from = same.partition_point(|other| self.mentions[*other].line < contradicted.line);
        same[from..].iter().take(MAX_EQUAL_NUMBERS).any(|other| {
            let other = &self.mentions[*other];
            let is_after = (1..=MAX_TOKENS_TO_CORRECTION)
                .contains(&other.token.saturating_sub(contradicted.token));
            if other.is_of_another(number) {
                return false;
            }
            let is_named = other.link(number).is_some_and(|link| link != NameRelation::Near);
            let is_shown = || {
                operands
                    .is_some_and(|operands| self.operation_cost(other, step, operands) == Some(0))
            };
            (other.line == contradicted.line && is_after)
                || (other.role == Role::Result && (is_named || is_shown()))
        })
    }
}
