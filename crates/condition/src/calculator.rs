//! The calculator of two conditions. It carries out one operation per call. A call is a native tool
//! call or a line of text.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Condition, Item, Operand};
use stepfall_provider::{Answer, ToolResult, Turn};

use crate::call::{Call, CallError, NAME, ValidCall, native, parse_text_call};
use crate::names::NameIndex;
use crate::next_step::NextStep;
use crate::note::{DialogueEnd, Note};
use crate::part_verdict::grade;
use crate::program::{budget, is_commutative};

/// The dialogue ends after this many identical calls in a row, or after this many replies in a row
/// in which every call failed.
const MAX_FAILED_IN_A_ROW: u16 = 3;
/// The maximum number of calls of one reply that are carried out.
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
    names: NameIndex,
    completed: Vec<CompletedCall>,
    /// The answer that the model wrote at the end.
    answer: Option<Number>,
    last: Option<ValidCall>,
    repeats: u16,
    failed_replies: u16,
    replies_without_call: u16,
    /// All calls, including failed ones.
    pub(crate) calls: u32,
    pub(crate) failed: u32,
    /// The inputs and the last results of the calculator, `S1` first. `None` for a step without a
    /// result.
    values: Vec<Option<Number>>,
    /// The number of completed calls with operands that differ from those of the step.
    pub(crate) wrong_operands: u32,
    /// The number of completed calls with an operation that differs from that of the step.
    pub(crate) wrong_operations: u32,
}

impl Calculator {
    pub(crate) fn new(item: &Item) -> Self {
        let mut values = vec![None; usize::from(item.procedure.last())];
        for (slot, value) in values.iter_mut().zip(&item.procedure.inputs) {
            *slot = Some(value.clone());
        }
        Self {
            names: NameIndex::new(item),
            completed: Vec::new(),
            answer: None,
            last: None,
            repeats: 0,
            failed_replies: 0,
            replies_without_call: 0,
            calls: 0,
            failed: 0,
            values,
            wrong_operands: 0,
            wrong_operations: 0,
        }
    }

    /// Handles a reply; `text` is its visible text, without reasoning.
    pub(crate) fn on_answer(
        &mut self,
        item: &Item,
        answer: &Answer,
        text: &str,
        notes: &mut Vec<Note>,
    ) -> NextStep {
        let is_native = !answer.calls.is_empty();
        let calls: Vec<Call> = if is_native {
            let calls = answer.calls.iter().map(|call| native(item, &self.names, call));
            calls.take(MAX_CALLS).map(|called| Call { called, has_result: false }).collect()
        } else {
            text.lines()
                .filter_map(|line| parse_text_call(item, &self.names, line))
                .take(MAX_CALLS)
                .collect()
        };
        if calls.is_empty() {
            return self.end(item, text, notes);
        }
        if calls.len() > 1 {
            notes.push(Note::Ahead);
        }
        let has_results = calls.iter().any(|call| call.has_result);
        if has_results || self.computes(item, text) {
            notes.push(Note::Computed);
        }
        self.replies_without_call = 0;
        let failed = self.failed;
        let count = calls.len();
        let texts: Vec<String> =
            calls.into_iter().map(|call| self.carry_out(item, call.called, notes)).collect();
        let all_failed = (self.failed - failed) as usize == count;
        self.failed_replies = if all_failed { self.failed_replies + 1 } else { 0 };
        if self.repeats >= MAX_FAILED_IN_A_ROW {
            return NextStep::End(DialogueEnd::Looped);
        }
        if self.failed_replies >= MAX_FAILED_IN_A_ROW {
            return NextStep::End(DialogueEnd::Failed);
        }
        // A model that answers in the same reply as its last calls has not waited for their
        // results.
        if self.values.iter().all(Option::is_some) && text.contains("Answer:") {
            notes.push(Note::Computed);
            return self.end(item, text, notes);
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

    /// Returns whether a reply, apart from its call lines, claims the value of a step without a
    /// result.
    fn computes(&self, item: &Item, text: &str) -> bool {
        let is_call = |line: &&str| parse_text_call(item, &self.names, line).is_some();
        let rest: Vec<&str> = text.lines().filter(|line| !is_call(line)).collect();
        let rest = rest.join("\n");
        // Text without a digit has no claims and need not be graded.
        rest.bytes().any(|byte| byte.is_ascii_digit())
            && grade(item, Condition::Trace, &rest)
                .visible
                .claimed_steps()
                .any(|step| self.values[usize::from(step.number) - 1].is_none())
    }

    /// Handles a reply that has an answer, or neither a call nor an answer.
    fn end(&mut self, item: &Item, text: &str, notes: &mut Vec<Note>) -> NextStep {
        let verdict = grade(item, Condition::AnswerOnly, text);
        let has_all = self.values.iter().all(Option::is_some);
        // Before all steps have results, only an announced answer counts, such as `Answer: 4`. Any
        // other number may not be meant as the answer.
        let answer = verdict
            .visible
            .last_answer()
            .filter(|answer| has_all || answer.claim.rule.is_explicit());
        if let Some(answer) = answer
            && (!self.completed.is_empty() || self.replies_without_call > 0)
        {
            if !has_all {
                notes.push(Note::Computed);
            }
            self.answer = Some(answer.claim.value.clone());
            let is_without_call = self.completed.is_empty();
            return NextStep::End(if is_without_call {
                DialogueEnd::Ignored
            } else {
                DialogueEnd::Complete
            });
        }
        notes.push(Note::NotInForm);
        self.replies_without_call += 1;
        if self.replies_without_call > 1 {
            return NextStep::End(DialogueEnd::Ignored);
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

    /// Returns the number of the first step without a value. If every step has one, returns the
    /// number after the last step.
    fn next(&self) -> u16 {
        let index = self.values.iter().position(Option::is_none).unwrap_or(self.values.len());
        u16::try_from(index + 1).unwrap_or(u16::MAX)
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
        self.values[usize::from(number) - 1] = Some(value.clone());
        let text = format!("{} = {}", called.step, exact_text(arithmetic, &value));
        self.completed.push(CompletedCall { number, called, value });
        Ok(text)
    }

    /// Counts a call whose operands or operation differ from those of the step. The correct
    /// operands are the earlier results of the calculator, even if these are incorrect. An operand
    /// without a result has the correct value.
    fn judge(&mut self, item: &Item, number: u16, called: &ValidCall) {
        let Some(step) = item.procedure.step(number) else { return };
        let value_of = |operand: Operand| match operand {
            Operand::Value(operand_number) => self.values[usize::from(operand_number) - 1]
                .clone()
                .unwrap_or_else(|| item.value(operand_number).clone()),
            Operand::Constant(value) => value.number(),
        };
        let (first, second) = (value_of(step.left), value_of(step.right));
        let sides = (&called.left, &called.right);
        let is_straight = sides == (&first, &second);
        let is_swapped = sides == (&second, &first) && is_commutative(called.op);
        self.wrong_operations += u32::from(called.op != step.op);
        self.wrong_operands += u32::from(!is_straight && !is_swapped);
    }

    /// Returns the completed calls, one line each, and the answer.
    pub(crate) fn lines(&self, item: &Item) -> Vec<String> {
        let arithmetic = item.procedure.arithmetic;
        let line = |call: &CompletedCall| {
            let text = |value: &Number| exact_text(arithmetic, value);
            let values = call
                .called
                .op
                .format_with_operands(&text(&call.called.left), &text(&call.called.right));
            format!("{} = {values} = {}", item.name(call.number), text(&call.value))
        };
        let answer = self
            .answer
            .as_ref()
            .map(|answer| format!("Answer: {}", exact_text(arithmetic, answer)));
        self.completed.iter().map(line).chain(answer).collect()
    }
}

/// Formats a value as the procedure writes it. A value that would be rounded is written exactly.
pub(crate) fn exact_text(arithmetic: Arithmetic, value: &Number) -> String {
    let text = arithmetic.value_text(value);
    let is_exact = text.parse::<Number>().is_ok_and(|read| read == *value);
    if is_exact { text } else { value.to_decimal().unwrap_or_else(|| value.to_string()) }
}
