//! Executes steps in order, with a memory of the solver's values.

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::kind::SolverKind;
use crate::rng::SeededRng;
use crate::step_error::fail;
use crate::task::{BinaryOperation, OperandSource, SolverTask, StepExpression};
use crate::truth::TrueCause;

/// A written step.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) number: u16,
    pub(crate) expression: StepExpression,
    /// The executed operation, or `None` for a look-up.
    pub(crate) op: Option<Op>,
    /// The written values of the operands.
    pub(crate) operands: Vec<String>,
    pub(crate) value: Number,
    pub(crate) text: String,
    /// The root error of this step; `None` if the value is correct or follows from the solver's
    /// values.
    pub(crate) cause: Option<TrueCause>,
    pub(crate) alternatives: Vec<TrueCause>,
}

/// The solver's values and their written forms.
#[derive(Default)]
pub(crate) struct Memory {
    own_values: Vec<Number>,
    texts: Vec<String>,
}

impl Memory {
    /// Creates a memory with the first `count` true values of a task.
    pub(crate) fn of_truth(task: &SolverTask<'_>, count: u16) -> Self {
        let own_values = task.values[..usize::from(count)].to_vec();
        let texts = own_values.iter().map(|value| task.text(value)).collect();
        Self { own_values, texts }
    }

    /// Replaces the values by `own_values`. Values before the first difference keep their written
    /// forms.
    pub(crate) fn hold(&mut self, task: &SolverTask<'_>, own_values: &[Number]) {
        let same =
            self.own_values.iter().zip(own_values).take_while(|(old, new)| old == new).count();
        self.own_values.truncate(same);
        self.texts.truncate(same);
        self.own_values.extend_from_slice(&own_values[same..]);
        self.texts.extend(own_values[same..].iter().map(|value| task.text(value)));
    }

    /// Returns the solver's values, `S1` first.
    pub(crate) fn own_values(&self) -> &[Number] {
        &self.own_values
    }

    /// Returns the written form of the value with this number.
    pub(crate) fn text(&self, number: u16) -> String {
        self.texts.get(usize::from(number) - 1).cloned().unwrap_or_default()
    }

    /// Returns the written values of the operands of an expression.
    pub(crate) fn operand_texts(&self, task: &SolverTask<'_>, work: StepExpression) -> Vec<String> {
        let text = |operand| match operand {
            OperandSource::Value(number) => self.text(number),
            OperandSource::Constant(constant) => constant.to_string(),
            OperandSource::Literal { .. } => {
                let value = task.operand(operand, &self.own_values);
                value.map(|value| task.text(&value)).unwrap_or_default()
            }
        };
        work.operands().into_iter().map(text).collect()
    }
}

/// The action at a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Claimed,
    Folded,
    Skipped,
    NotReached,
}

/// The relation of a true value to the solver's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TrueValueRelation {
    /// The true value is the exact result.
    Exact,
    /// Rounding or truncating an uneven division gives the true value by chance. A reader could not
    /// tell whether such a claim follows from the solver's values or is a recovery. So no solver
    /// makes such a claim.
    ByRounding,
    /// The true value does not follow from the solver's values.
    Incorrect,
}

/// The state of a solver during its work.
pub(crate) struct SolverState<'w, 'a> {
    pub(crate) task: &'w SolverTask<'a>,
    pub(crate) shows_operands: bool,
    pub(crate) memory: Memory,
    pub(crate) lines: Vec<Line>,
    pub(crate) actions: Vec<Action>,
}

impl<'w, 'a> SolverState<'w, 'a> {
    pub(crate) fn new(task: &'w SolverTask<'a>, shows_operands: bool) -> Self {
        let memory = Memory::of_truth(task, task.first() - 1);
        Self { task, shows_operands, memory, lines: Vec::new(), actions: Vec::new() }
    }

    /// Creates a solver's state that continues from any memory.
    pub(crate) fn from(task: &'w SolverTask<'a>, memory: Memory) -> Self {
        Self { task, shows_operands: true, memory, lines: Vec::new(), actions: Vec::new() }
    }

    /// Returns the number of the next value.
    pub(crate) fn next(&self) -> u16 {
        u16::try_from(self.memory.own_values.len())
            .map_or(u16::MAX, |count| count.saturating_add(1))
    }

    /// Returns the last of the solver's values.
    pub(crate) fn last_value(&self) -> Number {
        self.memory.own_values.last().cloned().unwrap_or(Number::ZERO)
    }

    /// Returns the value that follows at the next step. If several values follow, returns one that
    /// does not equal the true value by chance.
    fn draw_next_value(&self, rng: &mut SeededRng) -> Option<Number> {
        let number = self.next();
        let mut all = self.task.following_values(number, self.memory.own_values());
        if all.len() > 1 {
            all.retain(|value| value != self.task.value(number));
        }
        rng.take(all)
    }

    /// Carries out the next step correctly, from the solver's values. Returns `None` if the step
    /// has no result.
    pub(crate) fn follow(&mut self, rng: &mut SeededRng) -> Option<()> {
        let value = self.draw_next_value(rng)?;
        self.claim(value);
        Some(())
    }

    /// Carries out all steps before this number correctly, from the solver's values.
    pub(crate) fn follow_until(&mut self, number: u16, rng: &mut SeededRng) -> Option<()> {
        while self.next() < number {
            self.follow(rng)?;
        }
        Some(())
    }

    /// Carries out all remaining steps correctly, from the solver's values.
    pub(crate) fn follow_all(&mut self, rng: &mut SeededRng) -> Option<()> {
        self.follow_until(self.task.last() + 1, rng)
    }

    /// Makes an error of this kind at the next step; `None` if none is possible.
    pub(crate) fn fail(&mut self, kind: SolverKind, rng: &mut SeededRng) -> Option<()> {
        let line = fail(self.task, kind, self.next(), &self.memory, self.shows_operands, rng)?;
        self.write(line);
        Some(())
    }

    /// Carries out the next step without writing it.
    pub(crate) fn fold(&mut self, rng: &mut SeededRng) -> Option<()> {
        let value = self.draw_next_value(rng)?;
        self.remember(value, Action::Folded);
        Some(())
    }

    /// Omits the next step; the value before the step takes its place.
    pub(crate) fn skip(&mut self) {
        let text = self.memory.texts.last().cloned().unwrap_or_default();
        self.memory.own_values.push(self.last_value());
        self.memory.texts.push(text);
        self.actions.push(Action::Skipped);
    }

    /// Claims the true value of the next step, independently of the solver's values.
    pub(crate) fn recover(&mut self) {
        let value = self.task.value(self.next()).clone();
        self.claim(value);
    }

    /// Returns the relation of the next step's true value to the solver's values.
    pub(crate) fn true_value_relation(&self) -> TrueValueRelation {
        let following = self.task.following_values(self.next(), self.memory.own_values());
        match following.iter().position(|value| value == self.task.value(self.next())) {
            Some(0) => TrueValueRelation::Exact,
            Some(_) => TrueValueRelation::ByRounding,
            None => TrueValueRelation::Incorrect,
        }
    }

    /// Removes all values and lines from this number on.
    pub(crate) fn back_to(&mut self, number: u16) {
        self.memory.own_values.truncate(usize::from(number) - 1);
        self.memory.texts.truncate(usize::from(number) - 1);
        self.actions.truncate(usize::from(number - self.task.first()));
        self.lines.retain(|line| line.number < number);
    }

    /// Records that no further step is carried out.
    pub(crate) fn stop(&mut self) {
        self.actions.resize(self.task.item.procedure.steps.len(), Action::NotReached);
    }

    /// Writes a prepared step.
    pub(crate) fn write(&mut self, line: Line) {
        self.memory.own_values.push(line.value.clone());
        self.memory.texts.push(line.text.clone());
        self.lines.push(line);
        self.actions.push(Action::Claimed);
    }

    /// Returns the line of the next step with this value.
    pub(crate) fn line(&self, value: Number) -> Line {
        let (number, work) = (self.next(), self.task.work(self.next()));
        let op = self.task.op(work, self.memory.own_values());
        let operands = self.memory.operand_texts(self.task, work);
        let text = self.task.text(&value);
        Line {
            number,
            expression: work,
            op,
            operands,
            value,
            text,
            cause: None,
            alternatives: Vec::new(),
        }
    }

    /// Returns an additional step after the last step of the procedure.
    pub(crate) fn invent(&self, rng: &mut SeededRng) -> Option<Line> {
        let (task, own_values) = (self.task, self.memory.own_values());
        let last = task.last();
        let other = *rng.pick(&task.within_reach(last))?;
        let op = *rng.pick(&[Op::Add, Op::Sub])?;
        let work = match task.work(last) {
            StepExpression::Look { table, .. } => StepExpression::Look { table, of: last },
            StepExpression::Compute(join) => {
                let (left, right) = if task.is_unchained() {
                    (join.left, *task.work(other).operands().last()?)
                } else {
                    (OperandSource::Value(last), OperandSource::Value(other))
                };
                let sign = task.printed_sign(
                    op,
                    &task.operand(left, own_values)?,
                    &task.operand(right, own_values)?,
                );
                StepExpression::Compute(BinaryOperation { sign, instead: Some(op), left, right })
            }
        };
        let value = task.compute(work, own_values)?;
        let (operands, text) = (self.memory.operand_texts(task, work), task.text(&value));
        Some(Line {
            number: last + 1,
            expression: work,
            op: task.op(work, own_values),
            operands,
            value,
            text,
            cause: Some(TrueCause::Invented),
            alternatives: Vec::new(),
        })
    }

    fn claim(&mut self, value: Number) {
        let line = self.line(value);
        self.write(line);
    }

    fn remember(&mut self, value: Number, action: Action) {
        self.memory.texts.push(self.task.text(&value));
        self.memory.own_values.push(value);
        self.actions.push(action);
    }
}
