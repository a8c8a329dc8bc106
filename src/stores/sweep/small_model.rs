//! The small model in a sweep: the page passes messages between the worker that runs sweeps and the
//! worker that runs the model.

use stepfall_link::Checkpoint;
use stepfall_protocol::lab::{LabEvent, LabRequest, SmallModelQuestion};
use stepfall_protocol::{CallId, Request};

use super::SweepStore;
use crate::stores::lab::weights;
use crate::text;

impl SweepStore {
    /// Queues an exercise for the small model.
    pub(super) fn exercise(self, call: CallId, exercise: SmallModelQuestion) {
        self.with_internals(|parts| parts.exercises.push(call, exercise));
        self.next_exercise();
    }

    /// Sends the next exercise to the small model, unless an exercise is running.
    fn next_exercise(self) {
        let (next, small_model) =
            self.with_internals(|parts| (parts.exercises.start_next(), parts.small_model));
        let Some((id, exercise)) = next else { return };
        let checkpoint = Checkpoint::from_slug(&exercise.checkpoint).unwrap_or_default();
        small_model.send(&LabRequest::Answer(id, exercise, weights(checkpoint)));
    }

    /// Passes an answer of the small model, or its failure, on to the run.
    pub(super) fn on_small_model(self, event: &LabEvent) {
        if let Some((call, exercise, came)) =
            self.with_internals(|parts| parts.exercises.take(event))
        {
            let came = match event {
                LabEvent::Broken(why) => Err(text::lab::failure_reason(why)),
                _ => came,
            };
            self.send(&Request::Wrote(call, exercise, came));
            self.next_exercise();
        }
    }
}
