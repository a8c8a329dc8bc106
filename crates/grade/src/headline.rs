//! The verdict in one plain sentence, for a person who knows nothing of slugs.

use stepfall_procedure::{Arithmetic, Item, Op};

use crate::cause::{Cause, Slip};
use crate::certainty::Certainty;
use crate::judge::{Status, StepVerdict};
use crate::mode::Mode;
use crate::record::value_text;
use crate::verdict::{RootFault, Verdict};

/// What happened, in one sentence.
///
/// It says how far the procedure was followed, what went wrong first, and what that did to the answer; names are the item's.
pub fn headline(item: &Item, verdict: &Verdict) -> String {
    let mut told = HeadlineWriter { item, verdict }.tell();
    if matches!(verdict.voice.certainty, Certainty::Likely(_)) && names_fault(verdict) {
        told.push_str(LIKELY);
    }
    told
}

/// What is added where a fault is named by a reading that is likely, not sure.
const LIKELY: &str = " Which value belongs to which step is likely here, not certain.";

/// Whether the headline names a fault of a step.
fn names_fault(verdict: &Verdict) -> bool {
    let of_step = |root: &RootFault| root.number.is_some() && root.cause() != Cause::Stopped;
    let is_named = !matches!(
        verdict.primary,
        Mode::WrongItem | Mode::Refused | Mode::Truncated | Mode::SelfCorrected | Mode::TalkedOut
    );
    is_named && verdict.voice.roots.iter().any(of_step)
}

struct HeadlineWriter<'a> {
    item: &'a Item,
    verdict: &'a Verdict,
}

impl HeadlineWriter<'_> {
    fn tell(&self) -> String {
        let right = self.right();
        match self.verdict.primary {
            Mode::WrongItem => {
                "This seems to be an answer to another procedure: it does not fit the inputs and steps of this one.".to_owned()
            }
            Mode::Refused => format!("Declined to answer{}.", self.after_steps(", after ")),
            Mode::Truncated => self.truncated(),
            Mode::MissingAnswer => self.unanswered(),
            Mode::TalkedOut => format!(
                "Gave the right answer, {right}, and then changed it to {}, which is wrong.",
                self.answer(self.verdict.voice.last())
            ),
            Mode::SelfCorrected => format!(
                "Answered {} at first, which is wrong, and then corrected it to {right}, which is right.",
                self.answer(self.verdict.voice.first())
            ),
            Mode::Followed => self.followed(),
            Mode::Unclear => self.unclear(),
            Mode::RightAnswerWrongProcedure => self.right_for_wrong_reasons(),
            Mode::AnotherOrder => format!(
                "Right: {right}. The work goes another way than the procedure, and none of its equations is false."
            ),
            Mode::LostFormat => format!(
                "Has the right value in a form that was not asked for: {} stands for {right}.",
                self.written_answer()
            ),
            Mode::WrongWorkNotShown => format!(
                "Answered {}, where {right} is right; no step was found that would say why.",
                self.answer(self.verdict.voice.first())
            ),
            _ => self.fault(),
        }
    }

    fn right(&self) -> String {
        let last = self.verdict.voice.steps.last();
        let copied = last.is_some_and(|last| last.expected != *self.item.last_value());
        match last {
            // Under the condition of copying, the answer is another value.
            Some(last) if copied => self.text(&last.expected),
            _ => self.item.answer_text(),
        }
    }

    fn text(&self, value: &stepfall_number::Number) -> String {
        value_text(self.item, value)
    }

    fn answer(&self, answer: Option<&crate::verdict::Answer>) -> String {
        answer.map_or_else(|| "nothing".to_owned(), |answer| self.plain(&answer.claim.value))
    }

    /// A value as it is, with all its places.
    fn plain(&self, value: &stepfall_number::Number) -> String {
        let written = self.text(value);
        let exact = written.parse::<stepfall_number::Number>().is_ok_and(|read| read == *value);
        if exact { written } else { value.to_decimal().unwrap_or_else(|| value.to_string()) }
    }

    fn written_answer(&self) -> String {
        match self.verdict.voice.first() {
            Some(answer) => match &answer.claim.other {
                Some(other) => {
                    format!("what reads as {} or {}", decimal(&answer.claim.value), decimal(other))
                }
                None => decimal(&answer.claim.value),
            },
            None => "it".to_owned(),
        }
    }

    fn claimed(&self) -> usize {
        self.verdict.voice.steps.iter().filter(|step| step.claim.is_some()).count()
    }

    fn after_steps(&self, joint: &str) -> String {
        match self.claimed() {
            0 => String::new(),
            count => format!("{joint}{}", steps(count)),
        }
    }

    fn unanswered(&self) -> String {
        if self.claimed() == 0 {
            return "Gave no answer, and no value of any step.".to_owned();
        }
        let stops = self.after_steps("; the work stops after ");
        let fault = self.earliest().filter(|root| root.cause() != Cause::Stopped);
        let fault = fault.map_or_else(String::new, |root| format!("; {}", self.at_fault(root)));
        format!("Gave no answer{stops}{fault}.")
    }

    fn truncated(&self) -> String {
        let last = self.verdict.voice.steps.iter().rev().find(|step| step.claim.is_some());
        match (self.verdict.voice.first(), last) {
            (Some(answer), _) => {
                let worth = if answer.correct { "right" } else { "wrong" };
                format!("The output was cut off, after an answer that is {worth}.")
            }
            (None, Some(step)) => {
                format!("The text breaks off after {}, before any answer.", self.name(step.number))
            }
            (None, None) => "The text breaks off before any step or answer.".to_owned(),
        }
    }

    fn followed(&self) -> String {
        let steps = &self.verdict.voice.steps;
        let right = self.right();
        let premature = self.verdict.modes.contains(&Mode::PrematureAnswer);
        let hidden = steps.iter().filter(|step| step.status == Status::NotShown).count();
        match self.claimed() {
            0 => format!("The answer, {right}, is right; no step was found."),
            _ if premature => {
                format!(
                    "Gave the right answer, {right}, before the work that leads to it, which is right too."
                )
            }
            _ if hidden > 0 => format!(
                "Right: {right}. All that is shown is right; {hidden} of {} {} not shown.",
                self::steps(steps.len()),
                if hidden == 1 { "is" } else { "are" }
            ),
            _ if self.verdict.modes.contains(&Mode::LostPlace) => {
                format!(
                    "All values are right, and so is the answer, {right}, but not every step comes in its place."
                )
            }
            _ if steps.len() == 1 => format!("Followed the one step to the right answer, {right}."),
            _ => format!("Followed all {} steps to the right answer, {right}.", steps.len()),
        }
    }

    fn unclear(&self) -> String {
        let voice = &self.verdict.voice;
        let part = match voice.certainty {
            Certainty::Unclear { from, .. } if from > 3 => {
                format!("what is written from {} on", self.name(from))
            }
            _ => "what is written".to_owned(),
        };
        let untold = format!("{part} could not be assigned to steps with certainty");
        let right = self.right();
        if voice.is_right() {
            format!("The answer, {right}, is right; {untold}.")
        } else {
            let answered = self.answer(voice.first());
            format!("Answered {answered}, where {right} is right; {untold}, so no fault is named.")
        }
    }

    fn right_for_wrong_reasons(&self) -> String {
        let what = self.earliest().map_or_else(String::new, |root| self.at_fault(root));
        format!(
            "The answer, {}, is right, but the procedure was not followed: {what}.",
            self.right()
        )
    }

    /// The root fault that stands first in the text.
    fn earliest(&self) -> Option<&RootFault> {
        self.verdict.voice.roots.iter().min_by_key(|root| root.at)
    }

    fn fault(&self) -> String {
        let voice = &self.verdict.voice;
        let Some(root) = self.earliest() else {
            return format!(
                "Answered {}, where {} is right; what went wrong cannot be told.",
                self.answer(voice.first()),
                self.right()
            );
        };
        if root.cause() == Cause::Early {
            return format!(
                "Answered {} before the work was done; {} is right.",
                self.answer(voice.first()),
                self.right()
            );
        }
        let before = self.before(root);
        let rest = self.rest(root);
        let what = self.at_fault(root);
        if before.is_empty() {
            format!("{}{rest}.", capital(&what))
        } else {
            format!("{before}; {what}{rest}.")
        }
    }

    /// How far the procedure was followed before a fault.
    fn before(&self, root: &RootFault) -> String {
        let steps = &self.verdict.voice.steps;
        let limit = root.number.map_or(steps.len(), |number| usize::from(number).saturating_sub(3));
        let count = steps.len().min(limit);
        let clean = steps[..count].iter().all(|step| {
            matches!(step.status, Status::Right | Status::NotShown | Status::Recovered)
        });
        let shown = steps[..count].iter().any(|step| step.claim.is_some());
        match count {
            0 => String::new(),
            _ if !clean || !shown => String::new(),
            _ if matches!(root.cause(), Cause::Equation(_)) => String::new(),
            _ if root.number.is_none() => format!("Followed all {}", self::steps(count)),
            _ => format!("Followed for {}", self::steps(count)),
        }
    }

    /// What came of the fault.
    fn rest(&self, root: &RootFault) -> String {
        let voice = &self.verdict.voice;
        let others = voice.roots.len() - 1;
        let Some(number) = root.number else { return String::new() };
        if matches!(root.cause(), Cause::Stopped | Cause::Invented) {
            return String::new();
        }
        let after = voice.steps.iter().filter(|step| step.number > number);
        let inherits = after.clone().any(|step| step.status == Status::Inherited);
        match others {
            0 if inherits => "; the rest follows from that".to_owned(),
            0 => String::new(),
            1 => "; one more fault comes later".to_owned(),
            _ => format!("; {others} more faults come later"),
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
        self.verdict.voice.steps.get(usize::from(number).checked_sub(3)?)
    }

    /// What happened at a fault, in words that can follow a semicolon.
    fn at_fault(&self, root: &RootFault) -> String {
        let Some(number) = root.number else { return self.answer_fault(root.cause()) };
        let name = self.name(number);
        let claimed = self.step(number).and_then(|step| step.claim.as_ref());
        let wrote = claimed.map_or_else(String::new, |claim| self.plain(&claim.value));
        let followed = self.step(number).and_then(|step| step.followed.as_ref());
        let instead =
            followed.map_or_else(String::new, |value| format!(" instead of {}", self.plain(value)));
        let perhaps = if root.causes.len() > 1 { " probably" } else { "" };
        match root.cause() {
            Cause::Operand { took, instead_of } => {
                let used = match took {
                    Some(took) => format!("{perhaps} used {}", self.name(took)),
                    None => " used a value that belongs to none of the steps".to_owned(),
                };
                let right = match instead_of {
                    Some(operand) => format!(" instead of {}", self.item.operand_text(operand)),
                    None => format!(", where the procedure says {}", self.operands(number)),
                };
                format!("at {name} it{used}{right}")
            }
            Cause::Swapped => format!("at {name} it{perhaps} swapped the two operands"),
            Cause::Operation(op) => {
                let right = self.operation(number);
                format!("at {name} it{perhaps} {}, where the procedure {right}", past(op))
            }
            Cause::Slip(slip) => {
                format!("at {name} it{perhaps} {}: {wrote}{instead}", slipped(slip))
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
            _ => format!("at {name} it wrote {wrote}{instead}, and nothing known explains that"),
        }
    }

    fn answer_fault(&self, cause: Cause) -> String {
        let answer = self.answer(self.verdict.voice.first());
        match cause {
            Cause::Reports(number) => {
                format!(
                    "the answer, {answer}, is the value of {}, not of the last step",
                    self.name(number)
                )
            }
            Cause::Slip(_) => {
                format!("it miscopied its own last value as {answer}; {} is right", self.right())
            }
            Cause::Equation(slip) => format!(
                "in work that goes another way than the procedure, it {} in an equation of its own",
                slipped(slip)
            ),
            Cause::Form => format!("the answer, {answer}, is in another form than was asked for"),
            Cause::Early => format!("it answered {answer} before the work was done"),
            _ => format!("the answer, {answer}, is not the value that it had come to"),
        }
    }

    /// The step's own expression.
    fn operands(&self, number: u16) -> String {
        let Some(step) =
            usize::from(number).checked_sub(3).and_then(|at| self.item.procedure.steps.get(at))
        else {
            return "another".to_owned();
        };
        let side = |operand| self.item.operand_text(operand);
        format!("{} {} {}", side(step.left), sign(step.op), side(step.right))
    }

    fn operation(&self, number: u16) -> &'static str {
        let step =
            usize::from(number).checked_sub(3).and_then(|at| self.item.procedure.steps.get(at));
        match step.map(|step| step.op) {
            Some(Op::Add) => "adds",
            Some(Op::Sub) => "subtracts",
            Some(Op::Mul) => "multiplies",
            Some(Op::Div) => "divides",
            None => "does something else",
        }
    }
}

const fn sign(op: Op) -> char {
    match op {
        Op::Add => '+',
        Op::Sub => '−',
        Op::Mul => '×',
        Op::Div => '÷',
    }
}

const fn past(op: Op) -> &'static str {
    match op {
        Op::Add => "added",
        Op::Sub => "subtracted",
        Op::Mul => "multiplied",
        Op::Div => "divided",
    }
}

const fn slipped(slip: Slip) -> &'static str {
    match slip {
        Slip::Sign => "lost the sign",
        Slip::Magnitude => "was a power of ten off",
        Slip::OffByOne => "was off by one",
        Slip::Carry => "lost or gained a carry",
        Slip::Digit => "got one digit wrong",
        Slip::Transposed => "exchanged two digits",
        Slip::Other => "got the arithmetic wrong",
    }
}

/// A value as a decimal where its expansion ends: what is wrong in its form is rarely a fraction.
fn decimal(value: &stepfall_number::Number) -> String {
    value.to_decimal().unwrap_or_else(|| value.to_string())
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

/// English begins a sentence with an ASCII letter.
fn capital(text: &str) -> String {
    let mut capital = text.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}
