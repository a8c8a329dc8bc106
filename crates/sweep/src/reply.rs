//! The reply to a call, collected from its events.

use stepfall_condition::Dialogue;
use stepfall_provider::{Answer, Error, Event, Stop};

/// An answer, with the time of its first piece.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The model's answer, with its tokens.
    pub answer: Answer,
    /// Milliseconds from sending a request to the first piece of text or reasoning of its reply. In
    /// a dialogue, the first reply with such a piece counts.
    pub first_output_ms: Option<u64>,
}

impl Reply {
    /// Creates the reply of a simulated solver.
    pub fn simulated(text: String) -> Self {
        Self {
            answer: Answer { text, stop: Some(Stop::Natural), ..Answer::default() },
            first_output_ms: None,
        }
    }

    /// Replaces the text of a dialogue's last reply with the text of the whole dialogue, and clears
    /// its reasoning and tool calls. The reply to a plain condition keeps its text and its
    /// reasoning apart.
    pub fn close(&mut self, dialogue: &Dialogue<'_>) {
        if !dialogue.condition().is_plain() {
            self.answer.text = dialogue.text();
            self.answer.reasoning.clear();
            self.answer.calls.clear();
        }
    }

    /// Adds an event that came `after` milliseconds after the request was sent. Returns the
    /// failure, as [`Answer::on_event`] does; the tokens that were reported before stay in the
    /// answer.
    pub fn on_event(&mut self, event: Event, after: u64) -> Option<Error> {
        if matches!(event, Event::Text(_) | Event::Reasoning(_)) {
            self.first_output_ms.get_or_insert(after);
        }
        self.answer.on_event(event)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_the_first_output_is_recorded() {
        let mut reply = Reply::default();
        for (after, event) in [
            (10, Event::Model("m-1".to_owned())),
            (30, Event::Reasoning("4 + 9".to_owned())),
            (40, Event::Text("13".to_owned())),
        ] {
            assert_eq!(reply.on_event(event, after), None);
        }
        assert_eq!((reply.first_output_ms, reply.answer.text.as_str()), (Some(30), "13"));
    }
}
