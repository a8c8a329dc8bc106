//! How the specimen fares at some lengths, item by item.

use stepfall_link::LabLink;
use stepfall_protocol::lab::{LabPoint, Sample};
use stepfall_specimen::{Part, StepFlow, Weights, free_and_led};

use crate::subject::task;

/// The parts of a line that are told, in their order.
const PARTS: [Part; 5] = [Part::Line, Part::Name, Part::Operation, Part::Fetch, Part::Result];

/// One way in which the specimen is run.
pub(crate) struct Way {
    pub(crate) weights: &'static Weights,
    pub(crate) link: LabLink,
    pub(crate) flow: StepFlow,
}

/// The items of a curve that are left to one worker.
pub(crate) struct Curve {
    ways: Vec<Way>,
    sample: Sample,
    next: u32,
}

impl Curve {
    pub(crate) fn new(ways: Vec<Way>, sample: Sample) -> Self {
        let next = sample.part;
        Self { ways, sample, next }
    }

    /// How it fared at its next item; nothing where there is none. Items come before lengths, so that all lengths have their first item early, and ways last, so that the same items are soon
    /// compared.
    pub(crate) fn point(&mut self) -> Option<Result<LabPoint, String>> {
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let (lengths, ways) = (count(self.sample.lengths.len()), count(self.ways.len()));
        let (number, all) =
            (self.next, lengths.saturating_mul(self.sample.items).saturating_mul(ways));
        if number >= all {
            return None;
        }
        self.next = number.saturating_add(self.sample.parts.max(1));
        let (way, rest) = (number % ways, number / ways);
        let steps = self.sample.lengths[(rest % lengths) as usize];
        Some(self.at(way, steps, self.sample.from.saturating_add(rest / lengths)))
    }

    fn at(&self, way: u32, steps: u16, item: u32) -> Result<LabPoint, String> {
        let Way { weights, link, flow } = &self.ways[way as usize];
        let task = task(&LabLink { steps, ..link.clone() }, item)?;
        let (judgement, counts) = free_and_led(weights, &task, flow.clone());
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        Ok(LabPoint {
            way: u8::try_from(way).unwrap_or(u8::MAX),
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
