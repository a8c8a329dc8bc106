//! Reads steps that are written as JSON objects.

use stepfall_procedure::{Op, Step};

use super::Reader;
use super::pending::{Evidence, Pending, Subject};
use crate::claim::{ClaimedOperand, StepClaim, WrittenOperation};
use crate::looked_up::LookUp;
use crate::object::StepObject;

impl Reader<'_> {
    /// Claims the step of the object with the index `numeral_index`, which is the token `at`.
    pub(super) fn object(&mut self, at: usize, numeral_index: u32) {
        self.pending = Pending::default();
        self.unassigned = None;
        let object = &self.tokens.objects[numeral_index as usize];
        let Some((numeral, value_span)) = &object.value else { return };
        let token = self.tokens.list[at];
        let evidence = self.evidence_of(object);
        let subject = if let Some(number) = object.number {
            self.compare(number, &evidence);
            Subject::Step(number)
        } else {
            self.out.foreign += 1;
            if !self.is_over() {
                return;
            }
            self.beyond()
        };
        let claim = StepClaim {
            number: 0,
            value: numeral.value.clone(),
            second_value: numeral.other().cloned(),
            rounding: None,
            opens_line: true,
            shares_row: false,
            form: numeral.form(),
            span: token.start as usize..token.end as usize,
            value_span: value_span.clone(),
            operation_by_name: evidence.operation_by_name,
            operation_by_value: evidence.operation_by_value,
            look_up: self.look_up_of(object),
            equation: None,
            is_corrected: false,
        };
        self.out.are_objects = true;
        self.enter_claim(subject, claim, at..at + 1);
    }

    /// Returns the look-up of an object, if the condition requests look-ups.
    fn look_up_of(&self, object: &StepObject) -> Option<LookUp> {
        let names = self.procedure.look_ups()?.names();
        let table = object.table.as_ref()?;
        let table = names.iter().position(|name| name == table)?;
        Some(LookUp { table, of: object.of.clone()? })
    }

    /// Returns the operands and the operation of an object.
    fn evidence_of(&self, object: &StepObject) -> Evidence {
        let both = |sides: &[Option<ClaimedOperand>; 2]| match sides {
            [Some(left), Some(right)] => Some((left.clone(), right.clone())),
            _ => None,
        };
        let is_named = object.operands.iter().flatten().any(|side| side.name().is_some());
        let operands = both(&object.operands);
        let (names, values) = if is_named {
            (operands, both(&object.values))
        } else {
            (None, operands.or_else(|| both(&object.values)))
        };
        let joined = |sides: Option<(ClaimedOperand, ClaimedOperand)>| {
            let (left, right) = sides?;
            let op = object.op.or_else(|| self.op_of(object, &left, &right))?;
            Some(WrittenOperation { op, left, right })
        };
        Evidence { operation_by_name: joined(names), operation_by_value: joined(values) }
    }

    /// Returns the operation for an object that contains no operation: the operation of the step,
    /// unless only another operation leads from the operands to the result.
    fn op_of(
        &self,
        object: &StepObject,
        left: &ClaimedOperand,
        right: &ClaimedOperand,
    ) -> Option<Op> {
        let step = self.procedure.find_step(object.number?)?;
        let (Some(left), Some(right)) = (left.value(), right.value()) else { return Some(step.op) };
        let (result, _) = object.value.as_ref()?;
        let leads = |op| {
            let value = self.procedure.apply(Step { op, ..step }, left, right);
            value.is_some_and(|value| self.procedure.agrees(&result.value, &value))
        };
        let mut others = self.procedure.arithmetic().operations().iter().copied();
        if leads(step.op) { Some(step.op) } else { others.find(|op| leads(*op)).or(Some(step.op)) }
    }
}
