//! Reasoning that open models write at the beginning of their text: `<think>…</think>`.

use crate::event::Event;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";
/// The maximum amount of whitespace that is held back before a text begins, in bytes.
const MAX_BLANKS: usize = 1_024;

/// Separates reasoning from text while a reply arrives. A closing tag without an opening tag stays
/// in the text. The text before such a tag is already reported, and the grader handles it.
#[derive(Debug, Default)]
pub(crate) struct ReasoningSplitter {
    place: TagState,
    pending: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum TagState {
    #[default]
    Before,
    Inside,
    After,
}

impl ReasoningSplitter {
    /// Takes more of the text, and adds events for the part that cannot be the beginning of a tag.
    pub(crate) fn push(&mut self, text: &str, events: &mut Vec<Event>) {
        self.pending.push_str(text);
        if self.place == TagState::Before {
            let begun = self.pending.trim_start();
            if let Some(rest) = begun.strip_prefix(OPEN) {
                self.pending = rest.to_owned();
                self.place = TagState::Inside;
            } else if !OPEN.starts_with(begun) || self.pending.len() > MAX_BLANKS {
                self.place = TagState::After;
            }
        }
        if self.place == TagState::Inside {
            self.inside(events);
        }
        if self.place == TagState::After {
            self.flush(events);
        }
    }

    fn inside(&mut self, events: &mut Vec<Event>) {
        let closed = self.pending.find(CLOSE);
        let begun = || (1..CLOSE.len()).rev().find(|&len| self.pending.ends_with(&CLOSE[..len]));
        let end = closed.unwrap_or_else(|| self.pending.len() - begun().unwrap_or(0));
        let next = closed.map_or(end, |at| at + CLOSE.len());
        if closed.is_some() {
            self.place = TagState::After;
        }
        if end > 0 {
            events.push(Event::Reasoning(self.pending[..end].to_owned()));
        }
        self.pending.drain(..next);
    }

    /// Reports the text that was held back.
    pub(crate) fn flush(&mut self, events: &mut Vec<Event>) {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() {
            return;
        }
        events.push(match self.place {
            TagState::Inside => Event::Reasoning(pending),
            TagState::Before | TagState::After => Event::Text(pending),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events_of(pieces: &[&str]) -> Vec<Event> {
        let mut think = ReasoningSplitter::default();
        let mut events = Vec::new();
        for piece in pieces {
            think.push(piece, &mut events);
        }
        think.flush(&mut events);
        events
    }

    #[test]
    fn tags_are_read_for_every_split() {
        let events = events_of(&["\n<th", "ink>Nine", "</thi", "nk>", "13</think>"]);
        let wanted = [Event::Reasoning("Nine".to_owned()), Event::Text("13</think>".to_owned())];
        assert_eq!(events, wanted);
    }

    #[test]
    fn the_number_of_held_back_blanks_is_limited() {
        let events = events_of(&[&" ".repeat(MAX_BLANKS), " ", " ", "<think>"]);
        assert_eq!(events.len(), 3);
        assert_eq!(events[2], Event::Text("<think>".to_owned()));
    }
}
