//! The specimen as one who is asked in a sweep: the page goes between the worker that runs sweeps and the one that runs the specimen.

use stepfall_link::Checkpoint;
use stepfall_protocol::lab::{Exercise, LabEvent, LabRequest};
use stepfall_protocol::{CallId, Request};

use super::SweepStore;
use crate::stores::lab::weights;
use crate::text;

impl SweepStore {
    /// Takes an exercise up for the specimen.
    pub(super) fn exercise(self, call: CallId, exercise: Exercise) {
        self.part(|parts| parts.exercises.push(call, exercise));
        self.next_exercise();
    }

    /// Gives the specimen the next exercise, where it is free.
    fn next_exercise(self) {
        let (next, specimen) = self.part(|parts| (parts.exercises.start_next(), parts.specimen));
        let Some((id, exercise)) = next else { return };
        let checkpoint = Checkpoint::from_slug(&exercise.checkpoint).unwrap_or_default();
        let exercise = Exercise { weights: weights(checkpoint), ..exercise };
        specimen.send(&LabRequest::Answer(id, exercise));
    }

    /// Takes up what the worker of the specimen says, and hands it on.
    pub(super) fn on_specimen(self, event: &LabEvent) {
        if let Some((call, exercise, came)) = self.part(|parts| parts.exercises.take(event)) {
            let came = match event {
                LabEvent::Broken(why) => Err(text::lab_failed(why)),
                _ => came,
            };
            self.send(&Request::Wrote(call, exercise, came));
            self.next_exercise();
        }
    }
}
