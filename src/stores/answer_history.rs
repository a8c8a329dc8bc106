//! The history of answers that models gave in Play.

use leptos::prelude::*;
use stepfall_protocol::asking::KeptAnswer;
use stepfall_protocol::{AnswersEvent, CallEvent, Event, Request};

use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// The store of the answer history. The worker keeps the answers, and reads them only when the user
/// first unfolds the list. The store lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct AnswerHistory {
    play: PlayStore,
    worker: WorkerClient,
    /// The stored answers, newest first; `None` until the worker has read them.
    pub(crate) answers: RwSignal<Option<Vec<KeptAnswer>>>,
    /// True if the answers outlive this tab.
    pub(crate) is_kept: RwSignal<bool>,
    /// The reason why an answer could not be kept, or the failure of the worker while the list is
    /// unfolded. `None` if neither occurred.
    pub(crate) error: RwSignal<Option<String>>,
    is_unfolded: StoredValue<bool>,
}

impl AnswerHistory {
    pub(crate) fn new(play: PlayStore, worker: WorkerClient) -> Self {
        let history = Self {
            play,
            worker,
            answers: RwSignal::default(),
            is_kept: RwSignal::new(true),
            error: RwSignal::default(),
            is_unfolded: StoredValue::new(false),
        };
        worker.listen(move |event| history.on_event(event));
        history
    }

    /// Records whether the list is unfolded, and requests the answers if it is.
    pub(crate) fn unfold(self, is_unfolded: bool) {
        self.is_unfolded.set_value(is_unfolded);
        if is_unfolded {
            self.worker.send(&Request::Answers);
        }
    }

    /// Opens an answer in Play, in place of the current transcript.
    pub(crate) fn open(self, number: u32) {
        self.worker.send(&Request::Answer(number));
    }

    /// Deletes an answer for good.
    pub(crate) fn remove(self, number: u32) {
        self.worker.send(&Request::RemoveAnswer(number));
    }

    fn on_event(self, event: &Event) {
        let is_unfolded = self.is_unfolded.get_value();
        match event {
            Event::Answers(AnswersEvent::Listed { is_kept, answers }) => {
                self.is_kept.set(*is_kept);
                self.answers.set(Some(answers.clone()));
            }
            Event::Answers(AnswersEvent::Opened(answer)) => self.play.open_attempt(answer.clone()),
            Event::Call(_, CallEvent::NotKept(why)) => self.error.set(Some(why.clone())),
            Event::Call(_, call) if call.is_end() && is_unfolded => self.unfold(true),
            Event::Broken(why) if is_unfolded => {
                self.error.set(Some(text::verdict::engine_failed(why)));
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
