//! The small model in a sweep: the page passes messages between the worker that runs sweeps and the
//! worker that runs the model.

use stepfall_link::Checkpoint;
use stepfall_protocol::lab::{LabEvent, LabRequest, SmallModelQuestion};
use stepfall_protocol::{CallId, Request};

use super::SweepStore;
use crate::stores::lab::weights;
use crate::text;

impl SweepStore {
    /// Queues a question for the small model.
    pub(super) fn question(self, call: CallId, question: SmallModelQuestion) {
        self.with_internals(|internals| internals.questions.push(call, question));
        self.next_question();
    }

    /// Sends the next question to the small model, unless a question is running.
    fn next_question(self) {
        let (next, small_model) = self
            .with_internals(|internals| (internals.questions.start_next(), internals.small_model));
        let Some((id, question)) = next else { return };
        let checkpoint = Checkpoint::from_slug(&question.checkpoint).unwrap_or_default();
        small_model.send(&LabRequest::Answer(id, question, weights(checkpoint)));
    }

    /// Passes an answer of the small model, or its failure, on to the run.
    pub(super) fn on_small_model(self, event: &LabEvent) {
        if let Some((call, question, came)) =
            self.with_internals(|internals| internals.questions.take(event))
        {
            let came = match event {
                LabEvent::Broken(why) => Err(text::lab::failure_reason(why)),
                _ => came,
            };
            self.send(&Request::Wrote(call, question, came));
            self.next_question();
        }
    }
}
