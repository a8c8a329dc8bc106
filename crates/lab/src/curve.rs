//! How the specimen fares at some lengths, item by item.

use stepfall_link::LabLink;
use stepfall_protocol::lab::{LabPoint, Sample};
use stepfall_specimen::{Part, StepFlow, Weights, free_and_led};

use crate::subject::task;

/// The parts of a line that are told, in their order.
const PARTS: [Part; 5] = [Part::Line, Part::Name, Part::Operation, Part::Fetch, Part::Result];

/// The items of a curve that are left to one worker.
pub(crate) struct Curve {
    weights: &'static Weights,
    link: LabLink,
    flow: StepFlow,
    sample: Sample,
    next: u32,
}

impl Curve {
    pub(crate) fn new(
        weights: &'static Weights,
        link: LabLink,
        flow: StepFlow,
        sample: Sample,
    ) -> Self {
        let next = sample.part;
        Self { weights, link, flow, sample, next }
    }

    /// How it fared at its next item; nothing where there is none. Items come before lengths, so that all lengths have their first item early.
    pub(crate) fn point(&mut self) -> Option<Result<LabPoint, String>> {
        let lengths = u32::try_from(self.sample.lengths.len()).unwrap_or(u32::MAX);
        let (number, count) = (self.next, lengths.saturating_mul(self.sample.items));
        if number >= count {
            return None;
        }
        self.next = number.saturating_add(self.sample.parts.max(1));
        let steps = self.sample.lengths[(number % lengths) as usize];
        Some(self.at(steps, self.sample.from.saturating_add(number / lengths)))
    }

    fn at(&self, steps: u16, item: u32) -> Result<LabPoint, String> {
        let task = task(&LabLink { steps, ..self.link.clone() }, item)?;
        let (judgement, counts) = free_and_led(self.weights, &task, self.flow.clone());
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        Ok(LabPoint {
            steps,
            item,
            whole: judgement.whole,
            solved: judgement.solved,
            parts: PARTS.map(|part| {
                let (right, all) = counts.of(part);
                (small(right), small(all))
            }),
        })
    }
}
