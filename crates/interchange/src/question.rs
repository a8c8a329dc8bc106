//! Questions: an item as it is asked for, under its id.

use serde_json::Value;
use stepfall_condition::Dialogue;
use stepfall_procedure::{Condition, Item};
use stepfall_provider::Turn;

use crate::id::QuestionId;
use crate::write::tables;

/// An item as it is asked for once.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Its id, which tells all of it.
    pub id: QuestionId,
    /// The dataset that it stands in.
    pub dataset: String,
    /// The item.
    pub item: Item,
    /// What is said to the model; the last turn is ours.
    pub turns: Vec<Turn>,
}

/// Whether a condition asks an item once, so that it goes into a file and a file has all of its reply. The others go on by what a model says: they belong into a sweep.
pub fn asks_once(item: &Item, condition: Condition) -> bool {
    // Most conditions are plain, and need no prompt to know it.
    if condition.is_plain() {
        return true;
    }
    let dialogue = Dialogue::new(item, condition);
    dialogue.most_replies() == 1 && dialogue.request().is_some_and(|asked| asked.tools.is_empty())
}

impl Question {
    /// The question; nothing where the condition takes more than one reply.
    pub fn new(dataset: &str, item: Item, condition: Condition, sample: u16) -> Option<Self> {
        if !asks_once(&item, condition) {
            return None;
        }
        let turns = Dialogue::new(&item, condition).request()?.turns;
        let id = QuestionId::of(&item, condition, sample);
        Some(Self { id, dataset: dataset.to_owned(), item, turns })
    }

    /// The right answer, as it is to be written.
    pub fn target(&self) -> String {
        self.item.expected_text(self.id.condition)
    }

    /// The turns as who speaks (`user` or `assistant`) and what is said.
    pub fn messages(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.turns.iter().filter_map(|turn| match turn {
            Turn::User(text) => Some(("user", text.as_str())),
            Turn::Assistant { text, .. } => Some(("assistant", text.as_str())),
            Turn::Results(_) => None,
        })
    }

    /// All that is known of it, as a line of JSON of a suite that is called so: `id`, `suite`, `dataset`, `condition`, `steps`, `lookback`, `link` (empty for a
    /// procedure of one's own), `prompt`, `target`, and `messages` where more is said than the prompt.
    pub fn record(&self, suite: &str) -> Value {
        tables::json(&self.id.to_string(), suite, self)
    }

    /// All of it as one text, for tools that take no dialogue: a lone turn as it is, several under who speaks.
    pub fn prompt(&self) -> String {
        if let [Turn::User(text)] = self.turns.as_slice() {
            return text.clone();
        }
        let turns: Vec<String> =
            self.messages().map(|(role, text)| format!("{role}:\n{text}")).collect();
        turns.join("\n\n")
    }
}
