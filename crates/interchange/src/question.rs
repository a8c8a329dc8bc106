//! Questions: an item, its condition, and the messages that ask for it.

use serde_json::Value;
use stepfall_condition::Dialogue;
use stepfall_procedure::{Condition, Item};
use stepfall_provider::Turn;

use crate::id::QuestionId;
use crate::write::tables;

/// An item with the messages that ask for it once.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The id, which identifies item, condition and sample.
    pub id: QuestionId,
    /// The name of the dataset that the question belongs to.
    pub dataset: String,
    /// The item that the question asks for.
    pub item: Item,
    /// The messages to the model; the last one is from the user.
    pub turns: Vec<Turn>,
}

/// Returns whether a condition needs only one request, without tools. A file can then contain the
/// request and its whole reply. Other conditions depend on what the model writes, so they need a
/// sweep.
pub fn asks_once(item: &Item, condition: Condition) -> bool {
    // Plain conditions are recognised without building a prompt.
    if condition.is_plain() {
        return true;
    }
    let dialogue = Dialogue::new(item, condition);
    dialogue.most_replies() == 1 && dialogue.request().is_some_and(|asked| asked.tools.is_empty())
}

impl Question {
    /// Creates the question; `None` if the condition needs more than one reply.
    pub fn new(dataset: &str, item: Item, condition: Condition, sample: u16) -> Option<Self> {
        if !asks_once(&item, condition) {
            return None;
        }
        let turns = Dialogue::new(&item, condition).request()?.turns;
        let id = QuestionId::of(&item, condition, sample);
        Some(Self { id, dataset: dataset.to_owned(), item, turns })
    }

    /// Returns the correct answer, in the form in which the model should write it.
    pub fn correct_answer(&self) -> String {
        self.item.expected_text(self.id.condition)
    }

    /// Returns the messages as pairs of role (`user` or `assistant`) and text.
    pub fn messages(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.turns.iter().filter_map(|turn| match turn {
            Turn::User(text) => Some(("user", text.as_str())),
            Turn::Assistant { text, .. } => Some(("assistant", text.as_str())),
            Turn::Results(_) => None,
        })
    }

    /// Returns the question as a JSON object, for a line of the suite with this name.
    ///
    /// The members are `id`, `suite`, `dataset`, `condition`, `steps`, `lookback`, `link` (empty
    /// for a custom procedure), `prompt` and `target`. If there is more than one message,
    /// `messages` contains all of them.
    pub fn record(&self, suite: &str) -> Value {
        tables::json(&self.id.to_string(), suite, self)
    }

    /// Returns all messages as one text, for tools that accept no dialogue. A single message is
    /// returned unchanged; several are each preceded by their role.
    pub fn prompt(&self) -> String {
        if let [Turn::User(text)] = self.turns.as_slice() {
            return text.clone();
        }
        let turns: Vec<String> =
            self.messages().map(|(role, text)| format!("{role}:\n{text}")).collect();
        turns.join("\n\n")
    }
}
