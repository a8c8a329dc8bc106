//! The small model as a model that answers in Play. Its worker starts at the first question.

use leptos::prelude::*;
use stepfall_link::Checkpoint;
use stepfall_protocol::lab::{LabEvent, LabRequest, SmallModelQuestion};
use stepfall_small_model::{UnsupportedItem, to_small_model_item};

use super::PlayStore;
use crate::state::{AnswerEdit, SmallModelRequest, SmallModelRunner};
use crate::stores::lab::weights;
use crate::text;

impl PlayStore {
    /// Returns why the small model cannot answer the current item; `None` if it can.
    pub(crate) fn unsupported_reason(self) -> Option<UnsupportedItem> {
        let shown = self.current_item.get();
        to_small_model_item(&shown.item, shown.prompt_source.condition).err()
    }

    /// Asks the small model about the current item.
    pub(crate) fn ask_small_model(self, checkpoint: Checkpoint) {
        let link = self.plain_link();
        let asked = SmallModelRequest { checkpoint, link: link.clone() };
        let id = self.small_model_runner.try_update(|asker| asker.begin(asked)).unwrap_or_default();
        let (checkpoint, weights) = (checkpoint.slug().to_owned(), weights(checkpoint));
        let question = SmallModelQuestion { link, checkpoint, sample: 0 };
        self.small_model.send(&LabRequest::Answer(id, question, weights));
    }

    /// Stops the small model.
    pub(crate) fn stop_small_model(self) {
        self.small_model.stop();
        self.small_model_runner.update(SmallModelRunner::stop);
    }

    /// Handles an event of the small model's worker. Drops an answer to an item that is no longer
    /// shown.
    pub(super) fn on_small_model(self, event: &LabEvent) {
        let event = match event {
            LabEvent::Broken(why) => &LabEvent::Broken(text::lab::failure_reason(why)),
            event => event,
        };
        let answered = self.small_model_runner.try_update(|asker| asker.take(event)).flatten();
        if let Some((SmallModelRequest { checkpoint, link }, answer)) = answered
            && link == self.plain_link()
        {
            // The marked text replaces the input field, which then need not be filled with the
            // text.
            self.is_reading.set(true);
            let text = answer.text;
            self.send(AnswerEdit::SmallModel { text, checkpoint, is_cut: answer.is_cut }.into());
        }
    }
}
