//! Simulated solvers in dialogues.

use stepfall_number::{Budget, Number};
use stepfall_procedure::{Condition, Item, Operand, Step};
use stepfall_provider::{Answer, Stop, ToolCall, Turn};
use stepfall_solver::{ExecutedStep, Form, SimulatedAgent, Solver, simulate};

use crate::calculator::exact_text;
use crate::dialogue::Dialogue;

/// A simulated solver that takes part in a dialogue.
///
/// A condition prevents the same errors in a solver as in a model. With a calculator or a program,
/// a solver makes no arithmetic or rounding errors. If each step is asked in a separate question,
/// the solver uses the operands of the question.
///
/// A solver describes every step correctly. If it has to correct or review steps, it repeats all
/// steps from the first incorrect one on. It then makes errors of the same kind at the same rate.
pub struct DialogueSolver<'i> {
    item: &'i Item,
    condition: Condition,
    solver: Solver,
    form: Form,
    seed: u64,
    agent: Option<SimulatedAgent<'i>>,
    /// The solver's own values, `S1` first.
    values: Vec<Number>,
    replies: u16,
}

impl<'i> DialogueSolver<'i> {
    /// Creates a solver; `None` if the solver cannot make its error in this item under this
    /// condition.
    pub fn new(
        item: &'i Item,
        condition: Condition,
        solver: Solver,
        form: Form,
        seed: u64,
    ) -> Option<Self> {
        let values = match condition {
            Condition::Primed { steps, errors } => item.primed_values(steps, errors),
            _ => item.procedure.inputs.clone(),
        };
        // A reply with only the answer needs the same steps, although it does not show them.
        let is_silent = condition == Condition::AnswerOnly && solver.kind.is_rated();
        let agent = if condition.is_plain() && !is_silent {
            None
        } else {
            Some(SimulatedAgent::new(item, solver, seed)?)
        };
        let is_by_name = matches!(condition, Condition::Transcribe | Condition::Symbolic);
        let agent = if is_by_name { agent.map(SimulatedAgent::by_name) } else { agent };
        Some(Self { item, condition, solver, form, seed, agent, values, replies: 0 })
    }

    /// Returns the solver's reply to an item under a condition, or the whole dialogue; `None` if
    /// the solver cannot make its error in this item under this condition.
    pub fn transcript(
        item: &'i Item,
        condition: Condition,
        solver: Solver,
        form: Form,
        seed: u64,
    ) -> Option<String> {
        let mut solver = Self::new(item, condition, solver, form, seed)?;
        let mut dialogue = Dialogue::new(item, condition);
        while !dialogue.is_over() {
            dialogue.on_answer(&solver.reply(dialogue.turns())?);
        }
        Some(dialogue.text())
    }

    /// Returns the solver's reply to the last of the turns of [`Dialogue::turns`]; `None` if the
    /// solver cannot continue.
    pub fn reply(&mut self, turns: &[Turn]) -> Option<Answer> {
        self.replies = self.replies.saturating_add(1);
        let (first, last) = (self.item.procedure.first_step(), self.item.procedure.last());
        let question = match turns.last() {
            Some(Turn::User(text)) => text.as_str(),
            _ => "",
        };
        let text = match self.condition {
            Condition::Stepwise | Condition::Checkpoints(_) | Condition::Verified(_) => {
                let (from, to) = self.asked(question)?;
                self.lines(from, to)?
            }
            Condition::Primed { .. } => self.lines(self.next(), last)?,
            Condition::Explain if self.replies > 1 => self.descriptions(question)?,
            Condition::Review if self.replies > 1 => self.review_reply()?,
            Condition::Explain | Condition::Review => self.lines(first, last)?,
            Condition::Isolated => self.isolated_reply()?,
            Condition::Transcribe => self.program()?,
            Condition::Symbolic => self.symbolic_reply()?,
            Condition::AnswerOnly if self.agent.is_some() => {
                self.lines(first, last)?;
                self.answer_text()?
            }
            Condition::Calculator => return self.call(true),
            Condition::CalculatorText => return self.call(false),
            _ => {
                let (item, condition) = (self.item, self.condition);
                simulate(item, condition, &self.solver, self.form, self.seed)?.transcript
            }
        };
        Some(Answer { text, stop: Some(Stop::Natural), ..Answer::default() })
    }

    fn next(&self) -> u16 {
        u16::try_from(self.values.len() + 1).unwrap_or(u16::MAX)
    }

    /// Returns the first and the last step of the question.
    fn asked(&self, question: &str) -> Option<(u16, u16)> {
        let from = question.rfind("Now do ")? + "Now do ".len();
        let asked = question[from..].split(['.', '\n']).next()?;
        let steps = asked.split_once(", and end with ").map_or(asked, |(steps, _)| steps);
        let number = |name: &str| {
            let procedure = &self.item.procedure;
            (procedure.first_step()..=procedure.last())
                .find(|number| self.item.name(*number) == name)
        };
        let mut named = steps.split([' ', ',']).filter_map(number);
        let first = named.next()?;
        Some((first, named.next_back().unwrap_or(first)))
    }

    /// Carries out a step. Later steps continue from its value.
    fn step(&mut self, number: u16) -> Option<ExecutedStep> {
        self.values.truncate(usize::from(number) - 1);
        let executed = self.agent.as_mut()?.step(number, &self.values)?;
        self.values.push(executed.value.clone());
        Some(executed)
    }

    /// Returns the lines of a trace. The answer follows the last step of the procedure.
    fn lines(&mut self, from: u16, to: u16) -> Option<String> {
        let item = self.item;
        let mut lines = Vec::new();
        for number in from..=to {
            lines.push(self.step(number)?.line(item));
        }
        if to == item.procedure.last() {
            lines.push(self.answer()?);
        }
        Some(lines.join("\n"))
    }

    fn answer(&self) -> Option<String> {
        Some(format!("Answer: {}", self.answer_text()?))
    }

    fn answer_text(&self) -> Option<String> {
        let arithmetic = self.item.procedure.arithmetic;
        let answer = arithmetic.answer(self.values.last()?);
        Some(exact_text(arithmetic, &answer))
    }

    /// Describes the steps of the question.
    fn descriptions(&self, question: &str) -> Option<String> {
        let from = question.rfind("The steps are ")? + "The steps are ".len();
        let asked: Vec<&str> = question[from..].trim_end_matches('.').split(", ").collect();
        let is_asked =
            |(number, _): &(u16, &Step)| asked.contains(&self.item.name(*number).as_str());
        let line = |(number, step): (u16, &Step)| {
            let (left, right) =
                (self.item.operand_text(step.left), self.item.operand_text(step.right));
            format!("{} = {}", self.item.name(number), step.op.format_with_operands(&left, &right))
        };
        let steps = (self.item.procedure.first_step()..).zip(&self.item.procedure.steps);
        Some(steps.filter(is_asked).map(line).collect::<Vec<_>>().join("\n"))
    }

    /// Repeats the lines from the first incorrect line on, with the answer. If no line is
    /// incorrect, returns the answer alone.
    fn review_reply(&mut self) -> Option<String> {
        let item = self.item;
        let follows = |number: &u16| {
            let compute = |step| item.procedure.compute(step, &self.values, Budget::default()).ok();
            let value = item.procedure.step(*number).and_then(compute);
            value.as_ref() == self.values.get(usize::from(*number) - 1)
        };
        let last = item.procedure.last();
        match (item.procedure.first_step()..=last).find(|number| !follows(number)) {
            Some(incorrect) => self.lines(incorrect, last),
            None => self.answer(),
        }
    }

    fn program(&mut self) -> Option<String> {
        let item = self.item;
        let arithmetic = item.procedure.arithmetic;
        let mut lines = vec!["```python".to_owned()];
        for number in 1..item.procedure.first_step() {
            let value = arithmetic.value_text(item.value(number));
            lines.push(format!("{} = {value}", item.name(number)));
        }
        for number in item.procedure.first_step()..=item.procedure.last() {
            let executed = self.step(number)?;
            lines.push(format!("{} = {}", item.name(number), executed.operation_by_name(item)));
        }
        lines.push(format!("print({})", item.name(item.procedure.last())));
        lines.push("```".to_owned());
        Some(lines.join("\n"))
    }

    /// Returns the result of one step from the correct values of its operands. The solver cannot
    /// take other operands, because the question contains the values. If it tries to, the result is
    /// correct.
    fn isolated_reply(&mut self) -> Option<String> {
        let item = self.item;
        let number = self.replies.checked_add(item.procedure.first_step() - 1)?;
        let before = item.values.get(..usize::from(number) - 1)?;
        let executed = self.agent.as_mut()?.step(number, before)?;
        let step = item.procedure.step(number)?;
        let written = |operand: Operand| match operand {
            Operand::Value(number) => exact_text(item.procedure.arithmetic, item.value(number)),
            Operand::Constant(_) => item.operand_text(operand),
        };
        let mut operands = [step.left, step.right].map(written);
        let mut used = executed.operands;
        operands.sort_unstable();
        used.sort_unstable();
        let text = if used == operands {
            executed.text
        } else {
            exact_text(item.procedure.arithmetic, item.value(number))
        };
        Some(format!("Answer: {text}"))
    }

    /// Returns the operation of each step, with the names of its operands.
    fn symbolic_reply(&mut self) -> Option<String> {
        let item = self.item;
        let last = item.procedure.last();
        let mut lines = Vec::new();
        for number in item.procedure.first_step()..=last {
            let executed = self.step(number)?;
            lines.push(format!("{} = {}", item.name(number), executed.operation_by_name(item)));
        }
        lines.push(format!("Answer: {}", item.name(last)));
        Some(lines.join("\n"))
    }

    /// Returns the next call, or the answer after the last call.
    fn call(&mut self, is_native: bool) -> Option<Answer> {
        let item = self.item;
        let number = self.next();
        let mut answer = Answer { stop: Some(Stop::Natural), ..Answer::default() };
        if number > item.procedure.last() {
            answer.text = self.answer()?;
            return Some(answer);
        }
        let executed = self.step(number)?;
        let [left, right] = &executed.operands;
        let name = item.name(number);
        // The calculator computes the value, so the solver's own result is replaced.
        let [first, second] = [left, right].map(|text| text.parse::<Number>().ok());
        let arithmetic = item.procedure.arithmetic;
        let value =
            arithmetic.apply(executed.step.op, &first?, &second?, Budget::default()).ok()?;
        if let Some(last) = self.values.last_mut() {
            *last = value;
        }
        let sign = executed.step.op.symbol();
        if is_native {
            let arguments = serde_json::json!({"step": name, "left": left, "operation": sign.to_string(), "right": right});
            let (id, arguments) = (format!("call-{}", self.replies), arguments.to_string());
            answer.calls = vec![ToolCall { id, name: "calculate".to_owned(), arguments }];
            answer.stop = Some(Stop::Tool);
        } else {
            let in_brackets = |text: &str| {
                if text.starts_with('-') || text.contains('/') {
                    format!("({text})")
                } else {
                    text.to_owned()
                }
            };
            answer.text =
                format!("CALL {name}: {} {sign} {}", in_brackets(left), in_brackets(right));
        }
        Some(answer)
    }
}
