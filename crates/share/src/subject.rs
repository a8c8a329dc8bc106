//! What is handed on: an item, the verdict on a transcript of it, and where it is found.

use stepfall_grade::VerdictRecord;
use stepfall_plot::Standing;
use stepfall_procedure::{Condition, Item};

use crate::words;

/// An item with the verdict on a transcript, if there is one.
pub(crate) struct Subject<'a> {
    pub(crate) item: &'a Item,
    pub(crate) condition: Condition,
    pub(crate) record: Option<&'a VerdictRecord>,
    /// The whole link that leads there.
    pub(crate) address: &'a str,
    /// Whether a simulated executor wrote the transcript.
    pub(crate) simulated: bool,
}

impl Subject<'_> {
    /// Which item it is.
    pub(crate) fn coordinates(&self) -> String {
        let (spec, seed) = (&self.item.spec, self.item.seed.number());
        let (steps, look_back) = (words::steps(spec.steps), words::look_back(spec.look_back));
        if self.item.is_own() {
            return format!("{steps}, {look_back}, a procedure of one's own");
        }
        format!("{steps}, {look_back}, seed {seed}, item {}", self.item.index)
    }

    /// What was answered first, and what should have been.
    pub(crate) fn answer(record: &VerdictRecord) -> String {
        let expected = words::typeset(&record.voice.answers.expected);
        match &record.voice.answers.first {
            None => format!("No answer, expected {expected}"),
            Some(first) if first.correct => {
                format!("First answer {}, right", words::typeset(&first.value))
            }
            Some(first) => {
                format!("First answer {}, expected {expected}", words::typeset(&first.value))
            }
        }
    }

    /// The name of the step of the fault that stands first in the text.
    pub(crate) fn first_fault(&self) -> Option<&str> {
        let roots = self.record.into_iter().flat_map(|record| &record.voice.root_faults);
        let of_steps = roots.filter(|root| root.name != "answer");
        of_steps.min_by_key(|root| root.at).map(|root| root.name.as_str())
    }

    /// The number of the value of that step; where the fault is in no step, that of the first that was not followed.
    pub(crate) fn first_broken(&self) -> Option<u16> {
        let numbered = || (3..).zip(self.record.into_iter().flat_map(|record| &record.voice.steps));
        let name = self.first_fault();
        let named = numbered().find(|(_, step)| Some(step.name.as_str()) == name);
        let is_fault = |status| matches!(Standing::of(status), Standing::Fault | Standing::Missing);
        let found = named.or_else(|| numbered().find(|(_, step)| is_fault(step.status)));
        found.map(|(number, _)| number)
    }

    /// How a value stands; nothing for inputs, and without a verdict.
    pub(crate) fn standing(&self, number: u16) -> Option<Standing> {
        let step = self.record?.voice.steps.get(usize::from(number).checked_sub(3)?)?;
        Some(Standing::of(step.status))
    }

    /// Operands that were taken instead of the right ones: from which value, at which step.
    pub(crate) fn taken(&self) -> Vec<(u16, u16)> {
        let steps = (3..).zip(self.record.into_iter().flat_map(|record| &record.voice.steps));
        let last = self.item.procedure.last();
        let named = |name: &str| (1..=last).find(|number| self.item.name(*number) == name);
        let taken = steps.filter_map(|(number, step)| {
            let operand = step.hypotheses.first()?.operand.as_deref()?;
            Some((named(operand)?, number))
        });
        taken.filter(|(from, to)| from != to).collect()
    }
}
