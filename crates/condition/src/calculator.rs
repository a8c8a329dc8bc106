//! The calculator: carries out one operation, by native calls or by lines of text.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Condition, Item, Operand};
use stepfall_provider::{Answer, ToolResult, Turn};

use crate::call::{Call, CallError, NAME, ValidCall, native, textual};
use crate::names::Names;
use crate::next_step::NextStep;
use crate::note::{End, Note};
use crate::part_verdict::grade;
use crate::program::{budget, is_commutative};

/// The number of identical calls in a row, and of replies in a row with only failed calls, that
/// ends the dialogue.
const MAX_FAILED_IN_A_ROW: u16 = 3;
/// The most calls of one reply that are carried out.
const MAX_CALLS: usize = 600;

/// A call that was carried out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CompletedCall {
    number: u16,
    called: ValidCall,
    value: Number,
}

/// The state of a dialogue with a calculator.
#[derive(Debug, Clone)]
pub(crate) struct Calculator {
    names: Names,
    done: Vec<CompletedCall>,
    /// The answer that the model wrote at the end.
    answer: Option<Number>,
    last: Option<ValidCall>,
    repeats: u16,
    in_vain: u16,
    silent: u16,
    /// The number of calls.
    pub(crate) calls: u32,
    /// The number of failed calls.
    pub(crate) failed: u32,
    /// Values of the inputs and of the steps called so far, `S1` first.
    own: Vec<Option<Number>>,
    /// The number of calls with other operands than the step's.
    pub(crate) wrong_operands: u32,
    /// The number of calls with another operation than the step's.
    pub(crate) wrong_operations: u32,
}

impl Calculator {
    pub(crate) fn new(item: &Item) -> Self {
        let mut own = vec![None; usize::from(item.procedure.last())];
        for (slot, value) in own.iter_mut().zip(&item.procedure.inputs) {
            *slot = Some(value.clone());
        }
        Self {
            names: Names::new(item),
            done: Vec::new(),
            answer: None,
            last: None,
            repeats: 0,
            in_vain: 0,
            silent: 0,
            calls: 0,
            failed: 0,
            own,
            wrong_operands: 0,
            wrong_operations: 0,
        }
    }

    /// Takes a reply; `said` is its visible text.
    pub(crate) fn on_answer(
        &mut self,
        item: &Item,
        answer: &Answer,
        said: &str,
        notes: &mut Vec<Note>,
    ) -> NextStep {
        let is_native = !answer.calls.is_empty();
        let calls: Vec<Call> = if is_native {
            let calls = answer.calls.iter().map(|call| native(item, &self.names, call));
            calls.take(MAX_CALLS).map(|called| Call { called, has_result: false }).collect()
        } else {
            said.lines()
                .filter_map(|line| textual(item, &self.names, line))
                .take(MAX_CALLS)
                .collect()
        };
        if calls.is_empty() {
            return self.end(item, said, notes);
        }
        if calls.len() > 1 {
            notes.push(Note::Ahead);
        }
        let has_results = calls.iter().any(|call| call.has_result);
        if has_results || self.computes(item, said) {
            notes.push(Note::Computed);
        }
        self.silent = 0;
        let failed = self.failed;
        let count = calls.len();
        let texts: Vec<String> =
            calls.into_iter().map(|call| self.carry_out(item, call.called, notes)).collect();
        let is_in_vain = (self.failed - failed) as usize == count;
        self.in_vain = if is_in_vain { self.in_vain + 1 } else { 0 };
        if self.repeats >= MAX_FAILED_IN_A_ROW {
            return NextStep::End(End::Looped);
        }
        if self.in_vain >= MAX_FAILED_IN_A_ROW {
            return NextStep::End(End::Failed);
        }
        // A model that calls for every step and answers in the same reply has not waited for the
        // results.
        if self.own.iter().all(Option::is_some) && said.contains("Answer:") {
            notes.push(Note::Computed);
            return self.end(item, said, notes);
        }
        let words = texts.join("\n");
        if !is_native {
            return NextStep::Ask(words);
        }
        let result = |(call, text): (&stepfall_provider::ToolCall, String)| ToolResult {
            id: call.id.clone(),
            name: call.name.clone(),
            // The result of a native tool is only a value, because the call has the name of the
            // step.
            text: text.rsplit(" = ").next().unwrap_or(&text).to_owned(),
        };
        NextStep::Results(
            Turn::Results(answer.calls.iter().zip(texts).map(result).collect()),
            words,
        )
    }

    /// Returns whether a reply claims the value of a step without an earlier call.
    fn computes(&self, item: &Item, said: &str) -> bool {
        let is_call = |line: &&str| textual(item, &self.names, line).is_some();
        let rest: Vec<&str> = said.lines().filter(|line| !is_call(line)).collect();
        let rest = rest.join("\n");
        // A claim contains a digit.
        rest.bytes().any(|byte| byte.is_ascii_digit())
            && grade(item, Condition::Trace, &rest)
                .text
                .claimed()
                .any(|step| self.own[usize::from(step.number) - 1].is_none())
    }

    /// Handles a reply without calls: an answer, or a reply in the wrong form.
    fn end(&mut self, item: &Item, said: &str, notes: &mut Vec<Note>) -> NextStep {
        let verdict = grade(item, Condition::AnswerOnly, said);
        let has_all = self.own.iter().all(Option::is_some);
        // Before the last step only an announced answer counts: other numbers may be about
        // anything.
        let answer =
            verdict.text.last().filter(|answer| has_all || answer.claim.rule.is_explicit());
        if let Some(answer) = answer
            && (!self.done.is_empty() || self.silent > 0)
        {
            if !has_all {
                notes.push(Note::Computed);
            }
            self.answer = Some(answer.claim.value.clone());
            let is_without_call = self.done.is_empty();
            return NextStep::End(if is_without_call { End::Ignored } else { End::Complete });
        }
        notes.push(Note::NotInForm);
        self.silent += 1;
        if self.silent > 1 {
            return NextStep::End(End::Ignored);
        }
        let next = self.next();
        let last = item.procedure.last();
        NextStep::Ask(if next > last {
            format!(
                "All steps are done. Reply with a line that reads \"Answer: \" followed by the value of {}.",
                item.name(last)
            )
        } else {
            format!(
                "That reply calls the calculator for nothing. The next step is {}.",
                item.name(next)
            )
        })
    }

    /// Returns the first step without a value.
    fn next(&self) -> u16 {
        let place = self.own.iter().position(Option::is_none).unwrap_or(self.own.len());
        u16::try_from(place + 1).unwrap_or(u16::MAX)
    }

    /// Carries out a call, and returns the result or the error as text.
    fn carry_out(
        &mut self,
        item: &Item,
        called: Result<ValidCall, CallError>,
        notes: &mut Vec<Note>,
    ) -> String {
        self.calls += 1;
        let result = match called {
            Err(CallError::Tool(name)) => {
                notes.push(Note::UnknownTool(name));
                Err(format!("error: there is no such tool; {NAME} is the only one"))
            }
            Err(CallError::Form) => {
                notes.push(Note::Malformed);
                Err("error: give the name of a step, two numbers and one of + - * /".to_owned())
            }
            Ok(called) => self.compute(item, called, notes),
        };
        result.unwrap_or_else(|text| {
            self.failed += 1;
            text
        })
    }

    fn compute(
        &mut self,
        item: &Item,
        called: ValidCall,
        notes: &mut Vec<Note>,
    ) -> Result<String, String> {
        let is_same = self.last.as_ref() == Some(&called);
        self.repeats = if is_same { self.repeats + 1 } else { 1 };
        self.last = Some(called.clone());
        let Some(number) = self.names.step(&called.step) else {
            notes.push(Note::Malformed);
            return Err("error: the procedure has no step of that name".to_owned());
        };
        let arithmetic = item.procedure.arithmetic;
        let value = arithmetic.apply(called.op, &called.left, &called.right, budget(item));
        let Ok(value) = value else {
            notes.push(Note::NoValue);
            return Err("error: that operation has no result".to_owned());
        };
        self.judge(item, number, &called);
        self.own[usize::from(number) - 1] = Some(value.clone());
        let text = format!("{} = {}", called.step, exact_text(arithmetic, &value));
        self.done.push(CompletedCall { number, called, value });
        Ok(text)
    }

    /// Counts a call whose operands or operation differ from those of the step, given the earlier
    /// results of the calculator.
    fn judge(&mut self, item: &Item, number: u16, called: &ValidCall) {
        let Some(step) = item.procedure.step(number) else { return };
        let own = |operand: Operand| match operand {
            Operand::Value(of) => {
                self.own[usize::from(of) - 1].clone().unwrap_or_else(|| item.value(of).clone())
            }
            Operand::Constant(value) => value.number(),
        };
        let (first, second) = (own(step.left), own(step.right));
        let sides = (&called.left, &called.right);
        let is_straight = sides == (&first, &second);
        let is_turned = sides == (&second, &first) && is_commutative(called.op);
        self.wrong_operations += u32::from(called.op != step.op);
        self.wrong_operands += u32::from(!is_straight && !is_turned);
    }

    /// Returns the completed calls, one line each, and the answer.
    pub(crate) fn lines(&self, item: &Item) -> Vec<String> {
        let arithmetic = item.procedure.arithmetic;
        let line = |done: &CompletedCall| {
            let text = |value: &Number| exact_text(arithmetic, value);
            let values = done.called.op.joined(&text(&done.called.left), &text(&done.called.right));
            format!("{} = {values} = {}", item.name(done.number), text(&done.value))
        };
        let answer = self
            .answer
            .as_ref()
            .map(|answer| format!("Answer: {}", exact_text(arithmetic, answer)));
        self.done.iter().map(line).chain(answer).collect()
    }
}

/// Writes a value in the form of the procedure, but never rounded.
pub(crate) fn exact_text(arithmetic: Arithmetic, value: &Number) -> String {
    let text = arithmetic.value_text(value);
    let is_exact = text.parse::<Number>().is_ok_and(|read| read == *value);
    if is_exact { text } else { value.to_decimal().unwrap_or_else(|| value.to_string()) }
}
