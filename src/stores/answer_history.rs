//! The shelf: what models answered in Play before, as signals.

use crate::browser::{self, Told};
use crate::prelude::*;
use crate::state::Earlier;
use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// What was answered before. The worker keeps it; nothing is read before the list is unfolded. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct AnswerHistory {
    desk: PlayStore,
    post: WorkerClient,
    /// The answers that are kept, the newest first; nothing while they have not been read.
    pub(crate) answers: RwSignal<Option<Vec<Earlier>>>,
    /// Whether they outlive this tab.
    pub(crate) is_kept: RwSignal<bool>,
    /// Why the last one could not be kept.
    pub(crate) trouble: RwSignal<Option<String>>,
    is_unfolded: StoredValue<bool>,
}

impl AnswerHistory {
    pub(crate) fn new(desk: PlayStore, post: WorkerClient) -> Self {
        let shelf = Self {
            desk,
            post,
            answers: RwSignal::default(),
            is_kept: RwSignal::new(true),
            trouble: RwSignal::default(),
            is_unfolded: StoredValue::new(false),
        };
        post.listen(move |told| shelf.on_event(told));
        shelf
    }

    /// The list is unfolded, or folded.
    pub(crate) fn unfold(self, is_unfolded: bool) {
        self.is_unfolded.set_value(is_unfolded);
        if is_unfolded {
            self.post.call("answers", &[]);
        }
    }

    /// Opens an answer in place of what is shown.
    pub(crate) fn open(self, number: u32) {
        self.post.call("answer", &[number.into()]);
    }

    /// Deletes an answer for good.
    pub(crate) fn remove(self, number: u32) {
        self.post.call("remove_answer", &[number.into()]);
    }

    /// Takes up what the worker says.
    fn on_event(self, told: &Told) {
        match told.kind.as_str() {
            "answers" => {
                self.is_kept.set(told.call == 1);
                self.answers.set(Some(browser::earlier(&told.text)));
            }
            "answer" => {
                if let Some(opened) = browser::opened(&told.text) {
                    self.desk.open_attempt(opened);
                }
            }
            "unkept" => self.trouble.set(Some(told.text.clone())),
            "answered" | "stopped" | "failed" if self.is_unfolded.get_value() => self.unfold(true),
            "broken" if self.is_unfolded.get_value() => {
                self.trouble.set(Some(text::engine_failed(&told.text)));
            }
            _ => {}
        }
    }
}
