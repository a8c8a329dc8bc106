//! A solver that carries out single steps on request, from given values.

use stepfall_number::Number;
use stepfall_procedure::{Condition, Item, Operand, Step};

use crate::kind::{ErrorFrequency, Rate, Solver, SolverKind};
use crate::rng::{SeededRng, Stream};
use crate::state::{Line, Memory, SolverState};
use crate::step_error::fail;
use crate::task::{OperandSource, SolverTask, StepExpression};

/// The maximum number of wrong operands that are drawn to find one whose name is not that of the
/// procedure.
const DRAWS: u32 = 24;

/// A step that a solver carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExecutedStep {
    /// The number of the value that the step defines: 3 for `S3`.
    pub number: u16,
    /// The operation and the operands used.
    pub step: Step,
    /// The written values of the operands.
    pub operands: [String; 2],
    /// The result.
    pub value: Number,
    /// The result in its written form.
    pub text: String,
}

impl ExecutedStep {
    /// Returns the line that `Condition::Trace` asks for.
    pub fn line(&self, item: &Item) -> String {
        let Self { number, operands: [left, right], text, .. } = self;
        let values = self.step.op.format_with_operands(left, right);
        format!("{} = {} = {values} = {text}", item.name(*number), self.operation_by_name(item))
    }

    /// Returns the operation with the names of its operands.
    pub fn operation_by_name(&self, item: &Item) -> String {
        let Step { op, left, right } = self.step;
        op.format_with_operands(&item.operand_text(left), &item.operand_text(right))
    }
}

/// A solver for single steps, which fails according to its kind and rate. If a failed step is
/// requested again, it may succeed.
pub struct SimulatedAgent<'i> {
    task: SolverTask<'i>,
    kind: SolverKind,
    rate: Rate,
    error_step: Option<u16>,
    by_name: bool,
    rng: SeededRng,
    /// The solver's values at the last step. They are kept because the next step usually continues
    /// from them.
    memory: Memory,
}

impl<'i> SimulatedAgent<'i> {
    /// Creates a solver of an item. Returns `None` if the kind is neither an error of single steps
    /// nor [`SolverKind::Followed`], or if a required error is possible at no step.
    pub fn new(item: &'i Item, solver: Solver, seed: u64) -> Option<Self> {
        let Solver { kind, frequency } = solver;
        if kind != SolverKind::Followed && !kind.is_rated() {
            return None;
        }
        let task = SolverTask::new(item, Condition::Trace);
        let mut rng = SeededRng::new(item, seed, Stream::Actions);
        let (is_sure, rate) = match frequency {
            ErrorFrequency::Once => (true, Rate::default()),
            ErrorFrequency::AtLeastOnce(rate) => (true, rate),
            ErrorFrequency::PerStep(rate) => (false, rate),
        };
        let error_step = if is_sure && kind != SolverKind::Followed {
            Some(crate::steps::place(&task, kind, true, &mut rng)?)
        } else {
            None
        };
        Some(Self { task, kind, rate, error_step, by_name: false, rng, memory: Memory::default() })
    }

    /// Restricts the errors of [`SolverKind::WrongOperand`] to operands with a wrong name. Without this
    /// restriction, a wrong operand may also be another value with the correct name.
    #[must_use]
    pub fn by_name(self) -> Self {
        Self { by_name: true, ..self }
    }

    /// Carries out the step with this number from the solver's values, `S1` first. Returns `None`
    /// if there is no such step, an earlier value is missing, or the step has no result.
    pub fn step(&mut self, number: u16, own_values: &[Number]) -> Option<ExecutedStep> {
        let before = usize::from(number).checked_sub(1)?;
        let own_values = own_values.get(..before)?;
        if number < self.task.first() || number > self.task.last() {
            return None;
        }
        self.memory.hold(&self.task, own_values);
        let mut state = SolverState::from(&self.task, std::mem::take(&mut self.memory));
        let is_placed = self.error_step == Some(number);
        let fails = self.kind != SolverKind::Followed && (self.rng.happens(self.rate) || is_placed);
        if is_placed {
            self.error_step = None;
        }
        let mut error = None;
        // About half of the drawn wrong operands have the correct name with another value.
        for _ in 0..if fails { DRAWS } else { 0 } {
            error = fail(&self.task, self.kind, number, &state.memory, true, &mut self.rng);
            let is_named = |line: &Line| line.expression != self.task.work(number);
            if !self.by_name
                || self.kind != SolverKind::WrongOperand
                || error.as_ref().is_none_or(is_named)
            {
                break;
            }
        }
        let line = if let Some(line) = error {
            line
        } else {
            state.follow(&mut self.rng)?;
            state.lines.pop()?
        };
        self.memory = state.memory;
        executed(line)
    }
}

fn executed(line: Line) -> Option<ExecutedStep> {
    let StepExpression::Compute(join) = line.expression else {
        return None;
    };
    let operand = |source| match source {
        OperandSource::Value(number) => Some(Operand::Value(number)),
        OperandSource::Constant(constant) => Some(Operand::Constant(constant)),
        OperandSource::Literal { .. } => None,
    };
    let step = Step { op: line.op?, left: operand(join.left)?, right: operand(join.right)? };
    let operands = line.operands.try_into().ok()?;
    Some(ExecutedStep { number: line.number, step, operands, value: line.value, text: line.text })
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::{Generator, Seed, Spec};

    use super::*;

    fn item() -> Item {
        Generator::new(Spec::default()).unwrap().item(Seed::wrapping(7), 0).unwrap()
    }

    #[test]
    fn agent_without_errors_gives_the_item_values() {
        let item = item();
        let mut agent = SimulatedAgent::new(&item, Solver::once(SolverKind::Followed), 1).unwrap();
        for number in 3..=item.procedure.last() {
            let executed = agent.step(number, &item.values).unwrap();
            assert_eq!(executed.value, *item.value(number));
        }
        assert_eq!(agent.step(3, &item.values[..1]), None);
        assert_eq!(agent.step(item.procedure.last() + 1, &item.values), None);
    }

    #[test]
    fn agent_that_fails_once_errs_at_one_step_and_then_corrects_it() {
        let item = item();
        let mut agent =
            SimulatedAgent::new(&item, Solver::once(SolverKind::WrongOperand), 1).unwrap();
        let numbers: Vec<u16> = (3..=item.procedure.last()).collect();
        let incorrect = |agent: &mut SimulatedAgent<'_>| {
            let is_incorrect = |number: &&u16| {
                agent.step(**number, &item.values).unwrap().value != *item.value(**number)
            };
            numbers.iter().filter(is_incorrect).count()
        };
        assert_eq!(incorrect(&mut agent), 1);
        assert_eq!(incorrect(&mut agent), 0);
    }

    #[test]
    fn kind_without_an_error_at_a_step_has_no_agent() {
        assert!(SimulatedAgent::new(&item(), Solver::once(SolverKind::Truncated), 1).is_none());
    }
}
