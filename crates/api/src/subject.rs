//! The subject of shared files: an item, the verdict on its transcript, and its link.

use stepfall_grade::{HypothesisRecord, StepVerdictRecord, VerdictRecord};
use stepfall_plot::{Misread, StepCategory};
use stepfall_procedure::{Condition, Item, Op};
use stepfall_text::{self as text, ArithmeticError, Cause, Status, category_of};

/// An item with the verdict on a transcript, if there is one.
pub(crate) struct SharedItem<'a> {
    pub(crate) item: &'a Item,
    pub(crate) condition: Condition,
    pub(crate) record: Option<&'a VerdictRecord>,
    /// The whole link.
    pub(crate) address: &'a str,
    /// The word that marks a transcript that no language model wrote; empty otherwise.
    pub(crate) mark: &'a str,
}

impl SharedItem<'_> {
    /// Returns the coordinates of the item in words.
    pub(crate) fn coordinates(&self) -> String {
        let (spec, seed) = (&self.item.spec, self.item.seed.number());
        let (steps, look_back) = (text::steps(spec.steps), text::look_back(spec.look_back));
        if self.item.is_custom() {
            return format!("{steps}, {look_back}, custom procedure");
        }
        format!("{steps}, {look_back}, seed {seed}, item {}", self.item.index)
    }

    /// Returns the answer of the transcript and the correct answer, in words.
    pub(crate) fn answer(record: &VerdictRecord) -> String {
        let answers = &record.text.answers;
        let [first, last] = [&answers.first, &answers.last]
            .map(|answer| answer.as_ref().map(|answer| &*answer.value));
        // Under conditions in which every step counts, an answer can have the correct value and
        // still count as incorrect.
        if answers
            .first
            .as_ref()
            .is_some_and(|answer| !answer.correct && answer.value == answers.expected)
        {
            return text::value_of_last(&answers.expected);
        }
        text::answers_sentence(first, last, &answers.expected)
    }

    /// Returns how many of the steps are shown, in words.
    pub(crate) fn steps_shown_text(record: &VerdictRecord) -> String {
        text::steps_shown(record.metrics.claimed, record.metrics.steps)
    }

    /// Returns the name of the first root error in the text: of a step, or `equation`. Root errors
    /// of the answer do not count.
    pub(crate) fn first_error(&self) -> Option<&str> {
        let roots = self.record.into_iter().flat_map(|record| &record.text.root_faults);
        let of_steps = roots.filter(|root| root.name != "answer");
        of_steps.min_by_key(|root| root.at).map(|root| root.name.as_str())
    }

    /// Returns the judged steps, each with the number of its value.
    fn numbered_steps(&self) -> impl Iterator<Item = (u16, &StepVerdictRecord)> {
        let steps = self.record.into_iter().flat_map(|record| &record.text.steps);
        (self.item.procedure.first_step()..).zip(steps)
    }

    /// Returns the number of the value of the step with the first error. If no step has that error,
    /// returns the number of the first step that is incorrect or missing.
    pub(crate) fn first_error_number(&self) -> Option<u16> {
        let numbered = || self.numbered_steps();
        let name = self.first_error();
        let named = numbered().find(|(_, step)| Some(step.name.as_str()) == name);
        let is_error = |status| {
            matches!(
                category_of(Status::from_slug(status)),
                StepCategory::RootError | StepCategory::Missing
            )
        };
        let found = named.or_else(|| numbered().find(|(_, step)| is_error(step.status)));
        found.map(|(number, _)| number)
    }

    /// Returns the category of a value. Inputs and items without a verdict have `None`.
    pub(crate) fn category(&self, number: u16) -> Option<StepCategory> {
        let step = self.record?.text.steps.get(self.item.procedure.position_of(number)?)?;
        Some(category_of(Status::from_slug(step.status)))
    }

    /// Returns the reason why the value of a step is incorrect, in words.
    pub(crate) fn cause(&self, found: &HypothesisRecord) -> String {
        let cause = match (found.cause, found.operation.and_then(Op::from_slug)) {
            ("wrong-operand", _) => {
                let (took, right) = (found.operand.as_deref(), found.instead_of.as_deref());
                return text::operand(self.condition, took, right);
            }
            ("swapped", _) => Cause::Swapped,
            ("wrong-operation", Some(op)) => Cause::Operation(text::op_sign(op).to_owned()),
            ("slip" | "false-equation", _) => Cause::ArithmeticError(
                found
                    .arithmetic_error
                    .and_then(ArithmeticError::from_slug)
                    .unwrap_or(ArithmeticError::Other),
            ),
            ("wrong-table", _) => Cause::Table(found.table.clone().unwrap_or_default()),
            ("rounded", _) => Cause::Rounded,
            _ => Cause::Unexplained,
        };
        cause.sentence(self.condition)
    }

    /// Returns the steps whose likeliest cause is a wrong operand.
    pub(crate) fn misread_steps(&self) -> Vec<Misread> {
        let misread = self.numbered_steps().filter_map(|(number, step)| {
            let found = step.hypotheses.first().filter(|found| found.cause == "wrong-operand")?;
            let (used, instead_of) = (found.operand.as_deref(), found.instead_of.as_deref());
            Some(Misread::new(self.item, self.condition, number, used, instead_of))
        });
        misread.collect()
    }
}
