//! The verdict in plain sentences, for people who do not know the slugs.

use stepfall_procedure::{Arithmetic, Condition, Item, Op, RequestedSteps};
use stepfall_text::{Mode, Status, capital, op_sign, steps};

use crate::cause::Cause;
use crate::certainty::Certainty;
use crate::judge::StepVerdict;
use crate::record::{table_name, value_text};
use crate::verdict::{RootError, Verdict};

/// Returns the verdict in a sentence or two.
///
/// The sentences state how much of the work is shown and correct, which error is the first, and
/// what follows from that error. Steps that are not shown get no credit. Names are those of the
/// item.
pub fn headline(item: &Item, condition: Condition, verdict: &Verdict) -> String {
    let requested = item.requested_steps(condition);
    let mut sentence = HeadlineWriter { item, condition, requested, verdict }.write();
    if matches!(verdict.visible.certainty, Certainty::Likely(_)) && names_error(verdict) {
        sentence.push_str(LIKELY);
    }
    sentence
}

/// The sentence that is added to an error if the reading is likely, not sure.
const LIKELY: &str = " Which value belongs to which step is likely here, not certain.";

/// Returns whether the headline names an error of a step.
fn names_error(verdict: &Verdict) -> bool {
    let of_step = |root: &RootError| root.number.is_some() && root.cause() != Cause::Stopped;
    let is_named = !matches!(
        verdict.primary,
        Mode::WrongItem | Mode::Refused | Mode::Truncated | Mode::SelfCorrected | Mode::TalkedOut
    );
    is_named && verdict.visible.roots.iter().any(of_step)
}

struct HeadlineWriter<'a> {
    item: &'a Item,
    condition: Condition,
    requested: RequestedSteps,
    verdict: &'a Verdict,
}

impl HeadlineWriter<'_> {
    fn write(&self) -> String {
        let expected = self.expected();
        match self.verdict.primary {
            Mode::WrongItem => {
                "This answers another procedure: its steps do not fit the inputs and steps of this one.".to_owned()
            }
            Mode::Refused => format!("The model declined{}.", self.after_steps(" after ")),
            Mode::Truncated => self.truncated_sentence(),
            Mode::MissingAnswer => self.unanswered_sentence(),
            Mode::TalkedOut => format!(
                "It first gave {expected}, which is correct, and then changed it to {}.",
                self.answer(self.verdict.visible.last_answer())
            ),
            Mode::SelfCorrected => format!(
                "It first gave {}, which is incorrect, and then corrected it to {expected}.",
                self.answer(self.verdict.visible.first_answer())
            ),
            Mode::Followed => self.followed_sentence(),
            Mode::Unclear => self.unclear_sentence(),
            Mode::RightAnswerWrongProcedure => self.correct_despite_error(),
            Mode::AnotherOrder => "The answer is correct. The work goes another way than the procedure, and none of its equations is incorrect.".to_owned(),
            Mode::LostFormat => format!(
                "The answer has the correct value in a form that was not asked for: {} stands for {expected}.",
                self.written_answer()
            ),
            Mode::WrongWorkNotShown if self.only_last_is_correct() => format!(
                "The value of {} is correct. No steps are shown, and all of them are asked for.",
                self.name(self.item.procedure.last())
            ),
            Mode::WrongWorkNotShown => format!(
                "The final answer is incorrect: {} instead of {expected}. No steps are shown that would say why.",
                self.answer(self.verdict.visible.first_answer())
            ),
            _ => self.error(),
        }
    }

    fn expected(&self) -> String {
        self.item.expected_text(self.condition)
    }

    /// Returns whether the answer is the correct value of the last step, under a condition that
    /// requests the values of all steps.
    fn only_last_is_correct(&self) -> bool {
        let answer = self.verdict.visible.first_answer().map(|answer| &answer.claim.value);
        matches!(self.requested, RequestedSteps::Unchained(_))
            && answer == Some(&self.item.expected(self.condition))
    }

    fn text(&self, value: &stepfall_number::Number) -> String {
        value_text(self.item, self.condition, value)
    }

    fn answer(&self, answer: Option<&crate::verdict::Answer>) -> String {
        answer.map_or_else(|| "nothing".to_owned(), |answer| self.plain(&answer.claim.value))
    }

    /// Returns a value with all its places.
    fn plain(&self, value: &stepfall_number::Number) -> String {
        let written = self.text(value);
        let exact = written.parse::<stepfall_number::Number>().is_ok_and(|read| read == *value);
        if exact { written } else { value.to_decimal().unwrap_or_else(|| value.to_string()) }
    }

    fn written_answer(&self) -> String {
        match self.verdict.visible.first_answer() {
            Some(answer) => match &answer.claim.second_value {
                Some(other) => {
                    format!("what reads as {} or {}", decimal(&answer.claim.value), decimal(other))
                }
                None => decimal(&answer.claim.value),
            },
            None => "it".to_owned(),
        }
    }

    fn claimed_count(&self) -> usize {
        self.verdict.visible.claimed_steps().count()
    }

    /// Returns the number of steps that the model had to do.
    fn required_count(&self) -> usize {
        self.verdict.visible.required_steps().count()
    }

    fn after_steps(&self, joint: &str) -> String {
        match self.claimed_count() {
            0 => String::new(),
            count => format!("{joint}{}", steps(count)),
        }
    }

    /// Returns a sentence on how much of the work is shown and correct. With `until`, it is about
    /// the steps before that step. Returns an empty text if no such sentence is possible.
    fn progress_sentence(&self, until: Option<u16>) -> String {
        let (all, claimed) = (self.required_count(), self.claimed_count());
        let is_before = |step: &&StepVerdict| until.is_none_or(|number| step.number < number);
        let before = || self.verdict.visible.required_steps().filter(is_before);
        let limit = before().count();
        let written = before().filter(|step| step.claim.is_some()).count();
        let is_clean = before().all(|step| {
            let is_correct = matches!(step.status, Status::Correct | Status::Recovered);
            is_correct || matches!(step.status, Status::NotShown | Status::NotReached)
        });
        match written {
            0 if claimed == 0 => "No steps are shown.".to_owned(),
            _ if written < limit => self.partial_work_sentence(is_clean && written == claimed),
            0 => String::new(),
            _ if !is_clean => String::new(),
            _ if written == all && all == 1 => "The one step is correct.".to_owned(),
            _ if written == all => format!("All {all} steps are correct."),
            _ => format!("Correct for {written} of {}.", steps(all)),
        }
    }

    /// Returns a sentence on how many steps are shown, for work that does not show all. With
    /// `are_correct`, the sentence adds that they are correct.
    fn partial_work_sentence(&self, are_correct: bool) -> String {
        let (all, claimed) = (self.required_count(), self.claimed_count());
        let only = if claimed * 2 < all { "Only " } else { "" };
        let are = if claimed == 1 { "is" } else { "are" };
        let correct = match (are_correct, claimed) {
            (false, _) => "",
            (true, 1) => ", and correct",
            (true, _) => ", all correct",
        };
        format!("{only}{claimed} of {} {are} shown{correct}.", steps(all))
    }

    fn unanswered_sentence(&self) -> String {
        if self.claimed_count() == 0 {
            return "No answer was found, and no step.".to_owned();
        }
        let error = self.first_root_error().filter(|root| root.cause() != Cause::Stopped);
        let last = self.last_claimed().map_or(0, |step| step.number);
        let before = match error {
            Some(root) => self.up_to_error(root),
            None => self.progress_sentence(Some(last + 1)),
        };
        sentences(&[
            before,
            format!("The work stops after {}, without an answer.", self.name(last)),
        ])
    }

    /// Returns how much of the work is correct, and the error that comes next.
    fn up_to_error(&self, root: &RootError) -> String {
        let what = format!("{}{}.", capital(&self.at_error(root)), self.consequences(root));
        sentences(&[self.correct_before(root.number), what])
    }

    /// Returns how much of the work is correct before an error. If no step uses another, counts all
    /// correct steps.
    fn correct_before(&self, error: Option<u16>) -> String {
        if !matches!(self.requested, RequestedSteps::Unchained(_)) {
            return self.progress_sentence(error);
        }
        let correct = self
            .verdict
            .visible
            .required_steps()
            .filter(|step| step.status == Status::Correct)
            .count();
        format!("Correct for {correct} of {}.", steps(self.required_count()))
    }

    fn last_claimed(&self) -> Option<&StepVerdict> {
        self.verdict.visible.steps.iter().rev().find(|step| step.claim.is_some())
    }

    fn truncated_sentence(&self) -> String {
        if let Some(answer) = self.verdict.visible.first_answer() {
            let worth = if answer.is_correct { "correct" } else { "incorrect" };
            return format!("The text breaks off after an answer that is {worth}.");
        }
        let Some(last) = self.last_claimed() else {
            return "The text breaks off before any step or answer.".to_owned();
        };
        let is_error = |step: &StepVerdict| {
            !matches!(step.status, Status::Correct | Status::Recovered) && step.claim.is_some()
        };
        let claimed = self.claimed_count();
        let progress = if self.verdict.visible.steps.iter().any(is_error) {
            let error = self.first_root_error().filter(|root| root.cause() != Cause::Stopped);
            error.map_or_else(String::new, |root| self.up_to_error(root))
        } else if claimed == 1 {
            "The one step shown is correct.".to_owned()
        } else {
            format!("Correct for all {claimed} steps shown.")
        };
        let broken =
            format!("The text breaks off after {}, before an answer.", self.name(last.number));
        sentences(&[progress, broken])
    }

    fn followed_sentence(&self) -> String {
        let (all, claimed) = (self.required_count(), self.claimed_count());
        let are = if claimed == 1 { "step" } else { "steps" };
        match claimed {
            0 => "The answer is correct. No steps are shown, so nothing can be said about how it was reached.".to_owned(),
            _ if self.verdict.modes.contains(&Mode::PrematureAnswer) => format!(
                "It gave the correct answer, {}, before the work that leads to it; the {claimed} {are} it wrote afterwards {} correct.",
                self.expected(),
                if claimed == 1 { "is" } else { "are" }
            ),
            _ if claimed < all => format!("The answer is correct. {}", self.partial_work_sentence(true)),
            _ if self.verdict.modes.contains(&Mode::LostPlace) => {
                format!("All {all} steps and the answer are correct, but not every step comes in its place.")
            }
            1 => "The one step and the answer are correct.".to_owned(),
            _ => format!("All {all} steps and the answer are correct."),
        }
    }

    fn unclear_sentence(&self) -> String {
        let text_verdict = &self.verdict.visible;
        let part = match text_verdict.certainty {
            Certainty::Unclear { from, .. } if from > 3 => {
                format!("what is written from {} on", self.name(from))
            }
            _ => "what is written".to_owned(),
        };
        let unassigned = format!("{part} could not be assigned to steps with certainty");
        if text_verdict.is_correct() {
            format!("The answer is correct; {unassigned}.")
        } else {
            let (answered, expected) = (self.answer(text_verdict.first_answer()), self.expected());
            format!(
                "The final answer is incorrect: {answered} instead of {expected}; {unassigned}, so no error is named."
            )
        }
    }

    fn correct_despite_error(&self) -> String {
        let Some(root) = self.first_root_error() else {
            return "The answer is correct, but the procedure was not followed.".to_owned();
        };
        // An error is cancelled only if all later claimed steps have the status `Correct`.
        let steps = &self.verdict.visible.steps;
        let is_over = |number: u16| {
            let after = |step: &&StepVerdict| step.number > number && step.claim.is_some();
            steps.iter().filter(after).all(|step| step.status == Status::Correct)
        };
        let cancels = |step: &&StepVerdict| {
            step.by_cancellation
                && root.number.is_some_and(|number| number < step.number)
                && is_over(step.number)
        };
        let cancelled = steps.iter().find(cancels);
        let cancelled = cancelled.map_or_else(String::new, |step| {
            format!("; {} cancels the error", self.name(step.number))
        });
        format!("The answer is correct, but {}{cancelled}.", self.at_error(root))
    }

    /// Returns the root error that comes first in the text.
    fn first_root_error(&self) -> Option<&RootError> {
        self.verdict.visible.roots.iter().min_by_key(|root| root.at)
    }

    fn error(&self) -> String {
        let text_verdict = &self.verdict.visible;
        let Some(root) = self.first_root_error() else {
            if self.only_last_is_correct() {
                return self.progress_sentence(None);
            }
            return format!(
                "The final answer is incorrect: {} instead of {}; we cannot tell why.",
                self.answer(text_verdict.first_answer()),
                self.expected()
            );
        };
        match root.cause() {
            Cause::Early => self.early_answer_sentence(root),
            Cause::Stopped => self.stopped_sentence(),
            Cause::Equation(_) => format!("{}.", capital(&self.at_error(root))),
            _ => self.up_to_error(root),
        }
    }

    /// Describes an answer before the work.
    fn early_answer_sentence(&self, root: &RootError) -> String {
        let text_verdict = &self.verdict.visible;
        let answer = self.answer(text_verdict.first_answer());
        let after = |step: &&StepVerdict| {
            step.claim.as_ref().is_some_and(|claim| claim.span.start > root.at)
        };
        let later = || text_verdict.steps.iter().filter(after);
        let Some(next) =
            later().min_by_key(|step| step.claim.as_ref().map(|claim| claim.span.start))
        else {
            return format!(
                "It answered {answer} before the work was done; {} is correct.",
                self.expected()
            );
        };
        let rest = if later().all(|step| step.status == Status::Correct) {
            "; the steps it wrote afterwards are correct".to_owned()
        } else {
            format!("; {} is correct", self.expected())
        };
        format!("It answered {answer} before {}{rest}.", self.name(next.number))
    }

    /// Describes work that stops before the last step.
    fn stopped_sentence(&self) -> String {
        let text_verdict = &self.verdict.visible;
        let Some(last) = self.last_claimed() else { return self.progress_sentence(None) };
        let name = self.name(last.number);
        let progress = self.progress_sentence(Some(last.number + 1));
        let value = last.claim.as_ref().map(|claim| &claim.value);
        match text_verdict.first_answer() {
            Some(answer) if Some(&answer.claim.value) == value => {
                let progress = progress.strip_suffix('.').unwrap_or(&progress);
                let joint = if progress.is_empty() { "It" } else { ", then it" };
                format!("{progress}{joint} stopped after {name} and gave that value as the answer.")
            }
            _ if self.only_last_is_correct() => {
                let last = self.name(self.item.procedure.last());
                let value = format!("The value of {last} is correct, and all steps are asked for.");
                sentences(&[self.progress_sentence(None), value])
            }
            _ => sentences(&[
                self.progress_sentence(None),
                "The final answer is incorrect.".to_owned(),
            ]),
        }
    }

    /// Describes the consequences of the error.
    fn consequences(&self, root: &RootError) -> String {
        let text_verdict = &self.verdict.visible;
        let others = text_verdict.roots.len() - 1;
        let Some(number) = root.number else { return String::new() };
        if root.cause() == Cause::Invented {
            return String::new();
        }
        let after = text_verdict.steps.iter().filter(|step| step.number > number);
        let inherits = after.clone().any(|step| step.status == Status::Inherited);
        match others {
            0 if inherits => "; later steps inherit the error".to_owned(),
            0 => String::new(),
            1 => "; one more error comes later".to_owned(),
            _ => format!("; {others} more errors come later"),
        }
    }

    fn name(&self, number: u16) -> String {
        if number <= self.item.procedure.last() {
            self.item.name(number)
        } else {
            format!("S{number}")
        }
    }

    fn step(&self, number: u16) -> Option<&StepVerdict> {
        self.verdict.visible.step(number)
    }

    /// Describes an error, in words that can follow a semicolon.
    fn at_error(&self, root: &RootError) -> String {
        let Some(number) = root.number else { return self.answer_error(root.cause()) };
        let name = self.name(number);
        let claimed = self.step(number).and_then(|step| step.claim.as_ref());
        let wrote = claimed.map_or_else(String::new, |claim| self.plain(&claim.value));
        let followed = self.step(number).and_then(|step| step.consistent_value.as_ref());
        let instead =
            followed.map_or_else(String::new, |value| format!(" instead of {}", self.plain(value)));
        let perhaps = if root.causes.len() > 1 { " probably" } else { "" };
        match root.cause() {
            Cause::Operand { took: Some(took), instead_of: Some(operand) } if self.looks_up() => {
                let (took, required) = (self.name(took), self.item.operand_text(operand));
                format!("at {name} it{perhaps} looked {took} up instead of {required}")
            }
            Cause::Table(table) => {
                let took = table_name(self.item, self.condition, table);
                let required = self.table(number);
                format!("at {name} it{perhaps} looked up in table {took} instead of {required}")
            }
            Cause::Operand { took, instead_of } => {
                let used = match took {
                    Some(took) => format!("{perhaps} used {}", self.name(took)),
                    None if matches!(self.requested, RequestedSteps::Unchained(_)) => {
                        " used another number".to_owned()
                    }
                    None => " used a value that belongs to none of the steps".to_owned(),
                };
                let required = match instead_of {
                    Some(operand) => format!(
                        " instead of {}",
                        self.item.operand_text_under(self.condition, number, operand)
                    ),
                    None => format!(", where the procedure says {}", self.operands(number)),
                };
                format!("at {name} it{used}{required}")
            }
            Cause::Swapped => format!("at {name} it{perhaps} swapped the two operands"),
            Cause::Operation(op) => {
                let required = self.operation(number);
                format!("at {name} it{perhaps} {}, where {required}", past_tense(op))
            }
            Cause::ArithmeticError(arithmetic_error) => {
                format!("at {name} it{perhaps} {}: {wrote}{instead}", arithmetic_error.past_tense())
            }
            Cause::Rounded
                if matches!(self.item.procedure.arithmetic, Arithmetic::Decimal { .. }) =>
            {
                format!("at {name} it did not round as the procedure says: {wrote}{instead}")
            }
            Cause::Rounded => {
                let wrote = claimed.map_or_else(String::new, |claim| decimal(&claim.value));
                format!("at {name} it rounded where the procedure does not: {wrote}{instead}")
            }
            Cause::Skipped => format!("it left {name} out"),
            Cause::Stopped => format!("it stopped before {name}"),
            Cause::Invented => format!("it went on beyond the procedure, to {name}"),
            _ => format!("at {name} it wrote {wrote}{instead}; we cannot tell why"),
        }
    }

    fn answer_error(&self, cause: Cause) -> String {
        let answer = self.answer(self.verdict.visible.first_answer());
        match cause {
            Cause::Reports(number) => {
                format!(
                    "the answer, {answer}, is the value of {}, not of the last step",
                    self.name(number)
                )
            }
            Cause::ArithmeticError(_) => {
                format!(
                    "it miscopied its own last value as {answer}; {} is correct",
                    self.expected()
                )
            }
            Cause::Equation(arithmetic_error) => format!(
                "in work that goes another way than the procedure, it {} in an equation of its own",
                arithmetic_error.past_tense()
            ),
            Cause::Form => format!("the answer, {answer}, is in another form than was asked for"),
            Cause::Early => format!("it answered {answer} before the work was done"),
            _ => format!("the answer, {answer}, is not the value that it had come to"),
        }
    }

    const fn looks_up(&self) -> bool {
        matches!(self.requested, RequestedSteps::LookUps(_))
    }

    /// Returns the name of the table in which a step is to look up.
    fn table(&self, number: u16) -> &str {
        let RequestedSteps::LookUps(look_ups) = &self.requested else { return "" };
        look_ups.table_name(self.item.procedure.position_of(number).unwrap_or_default())
    }

    /// Returns the expression of a step as the prompt writes it.
    fn operands(&self, number: u16) -> String {
        let Some(step) = self.item.procedure.step(number) else {
            return "another".to_owned();
        };
        let side = |operand| self.item.operand_text_under(self.condition, number, operand);
        let op = self.item.printed_op(&self.requested, number).unwrap_or(step.op);
        stepfall_text::op_joined(op, &side(step.left), &side(step.right))
    }

    /// Returns the operation that a step requires, as a clause.
    fn operation(&self, number: u16) -> String {
        let step = self.item.procedure.step(number);
        let Some(step) = step else { return "the procedure does something else".to_owned() };
        let printed = self
            .item
            .printed_op(&self.requested, number)
            .filter(|_| self.requested.changes_signs());
        let meant = printed.and_then(|op| self.sign_meaning(number, op)).unwrap_or(step.op);
        let (verb, third) = match meant {
            Op::Add => ("add", "adds"),
            Op::Sub => ("subtract", "subtracts"),
            Op::Mul => ("multiply", "multiplies"),
            Op::Div | Op::FloorDiv => ("divide", "divides"),
            Op::Mod => ("take the remainder", "takes the remainder"),
            Op::Min => ("take the smaller", "takes the smaller"),
            Op::Max => ("take the larger", "takes the larger"),
            Op::Round => ("round", "rounds"),
        };
        match printed.filter(|printed| *printed != meant) {
            Some(printed) => format!("{} means to {verb}", op_sign(printed)),
            None => format!("the procedure {third}"),
        }
    }

    /// Returns the meaning of a printed sign between the transcript's own values.
    fn sign_meaning(&self, number: u16, printed: Op) -> Option<Op> {
        let inputs = self.item.procedure.inputs.iter().cloned();
        let values =
            self.verdict.visible.steps.iter().map(|step| {
                step.claim.as_ref().map_or(&step.expected, |claim| &claim.value).clone()
            });
        let own: Vec<stepfall_number::Number> = inputs.chain(values).collect();
        let [left, right] = self.item.operand_values(&self.requested, number, &own)?;
        Some(self.requested.meaning(printed, &left, &right))
    }
}

const fn past_tense(op: Op) -> &'static str {
    match op {
        Op::Add => "added",
        Op::Sub => "subtracted",
        Op::Mul => "multiplied",
        Op::Div | Op::FloorDiv => "divided",
        Op::Mod => "took the remainder",
        Op::Min => "took the smaller",
        Op::Max => "took the larger",
        Op::Round => "rounded",
    }
}

/// Returns a value as a decimal if its decimal expansion ends. An answer in an incorrect form is
/// rarely a fraction.
fn decimal(value: &stepfall_number::Number) -> String {
    value.to_decimal().unwrap_or_else(|| value.to_string())
}

/// Joins sentences, without the empty ones.
fn sentences(parts: &[String]) -> String {
    let parts: Vec<&str> =
        parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(" ")
}
