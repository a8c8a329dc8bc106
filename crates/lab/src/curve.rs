//! Results of the small model at several lengths, item by item.

use stepfall_link::LabLink;
use stepfall_protocol::lab::{CurveItem, LabPoint};
use stepfall_small_model::{
    Part, SmallModelItem, StepFlow, Weights, free_and_teacher_forced, is_correct_alone,
};

use crate::subject::task;

/// The parts of a line that are reported, in order.
const PARTS: [Part; 5] = [Part::Line, Part::Name, Part::Operation, Part::Fetch, Part::Result];
/// The maximum number of steps of an item that are asked alone. Asking all steps of a long item
/// would take as long as the item itself.
const MAX_ISOLATED_STEPS: usize = 10;

/// One configuration of the small model.
pub(crate) struct Configuration {
    pub(crate) weights: &'static Weights,
    pub(crate) link: LabLink,
    pub(crate) flow: StepFlow,
}

/// The items of a curve for one worker.
pub(crate) struct Curve {
    configurations: Vec<Configuration>,
    items: Vec<CurveItem>,
    /// The index of the next item, and the index of the next configuration at this item.
    next: (usize, usize),
}

impl Curve {
    pub(crate) const fn new(configurations: Vec<Configuration>, items: Vec<CurveItem>) -> Self {
        Self { configurations, items, next: (0, 0) }
    }

    /// Returns the next result; `None` after the last item. All configurations run at one item
    /// before any of them runs at the next item, so that they can soon be compared.
    pub(crate) fn point(&mut self) -> Option<Result<LabPoint, String>> {
        let (item_index, index) = self.next;
        let &item = self.items.get(item_index)?;
        let configuration = self.configurations.get(index)?;
        self.next = if index + 1 < self.configurations.len() {
            (item_index, index + 1)
        } else {
            (item_index + 1, 0)
        };
        Some(configuration.measure(index, item))
    }
}

impl Configuration {
    fn measure(
        &self,
        index: usize,
        CurveItem { steps, item }: CurveItem,
    ) -> Result<LabPoint, String> {
        let task = task(&LabLink { steps, ..self.link.clone() }, item)?;
        let (judgement, counts) = free_and_teacher_forced(self.weights, &task, self.flow.clone());
        let small = |count: u32| u16::try_from(count).unwrap_or(u16::MAX);
        Ok(LabPoint {
            configuration: u8::try_from(index).unwrap_or(u8::MAX),
            steps,
            item,
            whole: judgement.is_trace_correct,
            solved: judgement.is_answer_correct,
            parts: PARTS.map(|part| {
                let (right, all) = counts.of(part);
                (small(right), small(all))
            }),
            alone: self.isolated_step_counts(&task, item),
        })
    }

    /// Returns the number of steps that are correct if each is asked alone, and the number of steps
    /// asked. The steps are evenly spread, and differ from item to item.
    fn isolated_step_counts(&self, task: &SmallModelItem, item: u32) -> (u16, u16) {
        let steps = task.steps().len();
        let first = usize::try_from(item).unwrap_or_default();
        let asked = steps.min(MAX_ISOLATED_STEPS);
        let chosen = (0..asked).map(|part| (first + part * steps / asked) % steps);
        let is_correct =
            |&step: &usize| is_correct_alone(self.weights, task, step, self.flow.clone());
        let small = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        (small(chosen.filter(is_correct).count()), small(asked))
    }
}
