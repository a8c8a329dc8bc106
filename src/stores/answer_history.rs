//! What models answered in Play before.

use leptos::prelude::*;
use stepfall_protocol::asking::KeptAnswer;
use stepfall_protocol::{AnswersEvent, CallEvent, Event, Request};

use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// What was answered before. The worker keeps it; nothing is read before the list is unfolded. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct AnswerHistory {
    play: PlayStore,
    worker: WorkerClient,
    /// The answers that are kept, the newest first; nothing while they have not been read.
    pub(crate) answers: RwSignal<Option<Vec<KeptAnswer>>>,
    /// Whether they outlive this tab.
    pub(crate) is_kept: RwSignal<bool>,
    /// Why the last one could not be kept.
    pub(crate) trouble: RwSignal<Option<String>>,
    is_unfolded: StoredValue<bool>,
}

impl AnswerHistory {
    pub(crate) fn new(play: PlayStore, worker: WorkerClient) -> Self {
        let history = Self {
            play,
            worker,
            answers: RwSignal::default(),
            is_kept: RwSignal::new(true),
            trouble: RwSignal::default(),
            is_unfolded: StoredValue::new(false),
        };
        worker.listen(move |event| history.on_event(event));
        history
    }

    /// The list is unfolded, or folded.
    pub(crate) fn unfold(self, is_unfolded: bool) {
        self.is_unfolded.set_value(is_unfolded);
        if is_unfolded {
            self.worker.send(&Request::Answers);
        }
    }

    /// Opens an answer in place of what is shown.
    pub(crate) fn open(self, number: u32) {
        self.worker.send(&Request::Answer(number));
    }

    /// Deletes an answer for good.
    pub(crate) fn remove(self, number: u32) {
        self.worker.send(&Request::RemoveAnswer(number));
    }

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        let is_unfolded = self.is_unfolded.get_value();
        match event {
            Event::Answers(AnswersEvent::Listed { is_kept, answers }) => {
                self.is_kept.set(*is_kept);
                self.answers.set(Some(answers.clone()));
            }
            Event::Answers(AnswersEvent::Opened(answer)) => self.play.open_attempt(answer.clone()),
            Event::Call(_, CallEvent::NotKept(why)) => self.trouble.set(Some(why.clone())),
            Event::Call(_, call) if call.is_end() && is_unfolded => self.unfold(true),
            Event::Broken(why) if is_unfolded => {
                self.trouble.set(Some(text::engine_failed(why)));
            }
            Event::Broken(_)
            | Event::Job(..)
            | Event::Providers(_)
            | Event::Call(..)
            | Event::Run(_)
            | Event::Batch(_)
            | Event::File(_) => {}
        }
    }
}
