//! [`Condition::Isolated`]: each step is asked in a new dialogue, with the correct values of its
//! operands.

use stepfall_grade::AnswerRule;
use stepfall_number::Number;
use stepfall_procedure::{Condition, Item};

use crate::calculator::exact_text;
use crate::next_step::NextStep;
use crate::note::{DialogueEnd, Note};
use crate::part_verdict::grade;

/// The state of a dialogue of single steps.
#[derive(Debug, Clone)]
pub(crate) struct Isolated {
    /// The step of the current question.
    number: u16,
}

impl Isolated {
    pub(crate) const fn new(item: &Item) -> Self {
        Self { number: item.procedure.first_step() }
    }

    /// Writes a reply as the line of a trace; `None` if the reply has no clear result.
    pub(crate) fn line(&self, item: &Item, reply: &str) -> Option<String> {
        let value = exact_text(item.procedure.arithmetic, &result(item, reply)?);
        Some(format!(
            "{} = {} = {value}",
            item.name(self.number),
            item.step_with_values(self.number)
        ))
    }

    /// Handles a reply; `line` is what [`Isolated::line`] returns for the reply.
    pub(crate) fn on_answer(
        &mut self,
        item: &Item,
        line: Option<&str>,
        notes: &mut Vec<Note>,
    ) -> NextStep {
        if line.is_none() {
            notes.push(Note::NotInForm);
        }
        self.go_on(item)
    }

    /// Returns the question about the next step, or the end.
    pub(crate) fn go_on(&mut self, item: &Item) -> NextStep {
        if self.number >= item.procedure.last() {
            return NextStep::End(DialogueEnd::Complete);
        }
        self.number += 1;
        NextStep::Anew(item.ask_alone(self.number))
    }
}

/// Returns the first announced answer of a reply, or else the result in its only line. `None` if
/// there is neither, or if the separators of the number are ambiguous.
fn result(item: &Item, reply: &str) -> Option<Number> {
    let text_verdict = grade(item, Condition::AnswerOnly, reply).visible;
    let first =
        text_verdict.first_answer().filter(|answer| answer.claim.rule != AnswerRule::LastStep);
    let claim = first.map(|answer| &answer.claim);
    if let Some(claim) = claim {
        return claim.second_value.is_none().then(|| claim.value.clone());
    }
    let mut lines = reply.lines().map(str::trim).filter(|line| !line.is_empty());
    let only = lines.next().filter(|_| lines.next().is_none())?;
    let (_, end) = only.rsplit_once('=').or_else(|| called_result(only))?;
    let text_verdict = grade(item, Condition::AnswerOnly, &format!("Answer: {end}")).visible;
    text_verdict.first_answer().map(|answer| answer.claim.value.clone())
}

/// Splits a line that announces a result in the words of the question, such as `Result: 4` or
/// `The result is 4.` The second part is the result.
fn called_result(line: &str) -> Option<(&str, &str)> {
    line.to_ascii_lowercase().contains("result").then_some(())?;
    line.rsplit_once(':').or_else(|| line.rsplit_once(" is "))
}

#[cfg(test)]
mod tests {
    use stepfall_procedure::{Generator, Seed, Spec};

    use super::*;

    #[test]
    fn number_announced_as_the_result_is_read() {
        let generator = Generator::new(Spec::default()).unwrap();
        let item = generator.item(Seed::wrapping(42), 0).unwrap();
        let found = |reply: &str| result(&item, reply).map(|value| value.to_string());
        for reply in ["Result: -74", "The result is -74.", "**Result:** -74", "-74", "4 - 78 = -74"]
        {
            assert_eq!(found(reply).as_deref(), Some("-74"), "{reply}");
        }
        assert_eq!(found("The result is unknown."), None);
    }
}
