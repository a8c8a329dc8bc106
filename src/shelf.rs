//! The shelf: what models answered in Play before, as signals.

use std::cell::Cell;

use crate::browser::{self, Told};
use crate::desk::Desk;
use crate::post::Post;
use crate::prelude::*;
use crate::state::Earlier;
use crate::text;

/// What was answered before. The worker keeps it; nothing is read before the list is unfolded. It stands for as long as the page lives.
pub(crate) struct Shelf {
    desk: &'static Desk,
    post: &'static Post,
    /// The answers that are kept, the newest first; nothing while they have not been read.
    pub(crate) answers: ArcRwSignal<Option<Vec<Earlier>>>,
    /// Whether they outlive this tab.
    pub(crate) is_kept: ArcRwSignal<bool>,
    /// Why the last one could not be kept.
    pub(crate) trouble: ArcRwSignal<Option<String>>,
    is_unfolded: Cell<bool>,
}

impl Shelf {
    pub(crate) fn new(desk: &'static Desk, post: &'static Post) -> &'static Self {
        let shelf: &Self = Box::leak(Box::new(Self {
            desk,
            post,
            answers: ArcRwSignal::default(),
            is_kept: ArcRwSignal::new(true),
            trouble: ArcRwSignal::default(),
            is_unfolded: Cell::default(),
        }));
        post.listen(move |told| shelf.hear(told));
        shelf
    }

    /// The list is unfolded, or folded.
    pub(crate) fn unfold(&'static self, is_unfolded: bool) {
        self.is_unfolded.set(is_unfolded);
        if is_unfolded {
            self.post.call("answers", &[]);
        }
    }

    /// Opens an answer in place of what is shown.
    pub(crate) fn open(&'static self, number: u32) {
        self.post.call("answer", &[number.into()]);
    }

    /// Deletes an answer for good.
    pub(crate) fn remove(&'static self, number: u32) {
        self.post.call("remove_answer", &[number.into()]);
    }

    /// Takes up what the worker says.
    fn hear(&'static self, told: &Told) {
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
            "answered" | "stopped" | "failed" if self.is_unfolded.get() => self.unfold(true),
            "broken" if self.is_unfolded.get() => {
                self.trouble.set(Some(text::engine_failed(&told.text)));
            }
            _ => {}
        }
    }
}
