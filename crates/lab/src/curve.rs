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
    /// The next pair of length and item, and the next way at it.
    next: (u32, usize),
}

impl Curve {
    pub(crate) fn new(ways: Vec<Way>, sample: Sample) -> Self {
        let next = (sample.part, 0);
        Self { ways, sample, next }
    }

    /// How it fared at its next item; nothing where there is none. Items come before lengths, so that all lengths have their first item early, and all ways at an item come before the next one, so that the same
    /// items are soon compared.
    pub(crate) fn point(&mut self) -> Option<Result<LabPoint, String>> {
        let lengths = u32::try_from(self.sample.lengths.len()).unwrap_or(u32::MAX);
        let (pair, way) = self.next;
        if pair >= lengths.saturating_mul(self.sample.items) || self.ways.is_empty() {
            return None;
        }
        self.next = if way + 1 < self.ways.len() {
            (pair, way + 1)
        } else {
            (pair.saturating_add(self.sample.parts.max(1)), 0)
        };
        let steps = self.sample.lengths[(pair % lengths) as usize];
        Some(self.at(way, steps, self.sample.from.saturating_add(pair / lengths)))
    }

    fn at(&self, way: usize, steps: u16, item: u32) -> Result<LabPoint, String> {
        let Way { weights, link, flow } = &self.ways[way];
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
