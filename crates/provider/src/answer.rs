//! A model's answer, gathered from the events of its provider.

use crate::error::{Error, ErrorKind};
use crate::event::{Event, Stop, Usage};
use crate::model_request::Parameter;
use crate::tool::ToolCall;

/// The maximum length of an answer with its reasoning and the arguments of its tool calls, in
/// bytes.
pub const MAX_ANSWER: usize = 8 << 20;

/// A model's answer, as far as it has arrived.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The visible text.
    pub text: String,
    /// The reasoning, or the provider's summary of it; empty if there is none.
    pub reasoning: String,
    /// The calls of tools. An answer may have calls and no text.
    pub calls: Vec<ToolCall>,
    /// JSON that the provider wants back with this turn if the dialogue continues; empty if it
    /// wants nothing back. Only the provider interprets this data.
    pub echo: String,
    /// The number of characters that became U+FFFD, because the bytes were not UTF-8 or a surrogate
    /// had no partner.
    pub replaced: u32,
    /// The token counts that were reported last.
    pub usage: Usage,
    /// The reason why the model stopped; `None` until it has stopped.
    pub stop: Option<Stop>,
    /// The model that answers, by its name at the provider; `None` until the provider reports it.
    pub model: Option<String>,
    /// Requested parameters that were left out, because the model refuses them or they would have
    /// no effect.
    pub omitted: Vec<Parameter>,
    /// Parameters that were left out or renamed after the provider refused them, as paths in the
    /// request.
    pub dropped: Vec<String>,
}

impl Answer {
    /// Returns reasoning and text as one [`transcript`].
    pub fn transcript(&self) -> String {
        transcript(&self.reasoning, &self.text, self.stop.is_some())
    }

    /// Adds an event. Returns an error if the event is an error, or if the answer is now longer
    /// than [`MAX_ANSWER`]. Earlier content stays.
    pub fn on_event(&mut self, event: Event) -> Option<Error> {
        match event {
            Event::Text(piece) => self.text.push_str(&piece),
            Event::Reasoning(piece) => self.reasoning.push_str(&piece),
            Event::Call(call) => self.calls.push(call),
            Event::Echo(echo) => self.echo = echo,
            Event::Replaced(count) => self.replaced = self.replaced.saturating_add(count),
            Event::Usage(usage) => self.usage = usage,
            Event::Stop(stop) => self.stop = Some(stop),
            Event::Model(model) => self.model = Some(model),
            Event::Failed(error) => return Some(error),
        }
        let calls: usize = self.calls.iter().map(|call| call.arguments.len()).sum();
        let is_too_long = self.text.len() + self.reasoning.len() + calls > MAX_ANSWER;
        is_too_long.then(too_long)
    }

    /// Returns whether the model was cut off at a limit.
    pub fn is_cut(&self) -> bool {
        self.stop == Some(Stop::Length)
    }
}

/// Returns the error for an answer longer than [`MAX_ANSWER`].
pub(crate) fn too_long() -> Error {
    let message = format!("the answer is longer than {MAX_ANSWER} bytes");
    Error::plain(ErrorKind::Overlong, &message)
}

/// Returns the text that a grader reads: reasoning between `<think>` and `</think>`, then the text.
/// Without reasoning there are no tags. The closing tag is missing while there is no text and the
/// model has not stopped.
pub fn transcript(reasoning: &str, text: &str, has_stopped: bool) -> String {
    if reasoning.is_empty() {
        return text.to_owned();
    }
    if text.is_empty() && !has_stopped {
        return format!("<think>\n{reasoning}");
    }
    format!("<think>\n{}\n</think>\n\n{text}", reasoning.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_accumulate_in_the_answer() {
        let mut answer = Answer::default();
        let usage = |output| Usage { output: Some(output), ..Usage::default() };
        for event in [
            Event::Model("m-1".to_owned()),
            Event::Usage(usage(1)),
            Event::Reasoning("4 + 9".to_owned()),
            Event::Text("S3 = ".to_owned()),
            Event::Text("13".to_owned()),
            Event::Stop(Stop::Length),
            Event::Usage(usage(9)),
        ] {
            assert_eq!(answer.on_event(event), None);
        }
        let wanted = Answer {
            text: "S3 = 13".to_owned(),
            reasoning: "4 + 9".to_owned(),
            stop: Some(Stop::Length),
            model: Some("m-1".to_owned()),
            usage: usage(9),
            ..Answer::default()
        };
        assert_eq!(answer, wanted);
    }

    #[test]
    fn a_failure_keeps_the_text_before_it() {
        let mut answer = Answer::default();
        let error = Error::plain(ErrorKind::Cut, "cut");
        answer.on_event(Event::Text("S3".to_owned()));
        assert_eq!(answer.on_event(Event::Failed(error.clone())), Some(error));
        assert_eq!(answer.text, "S3");
    }

    #[test]
    fn an_endless_answer_is_a_failure() {
        let mut answer = Answer::default();
        let piece = "7".repeat(MAX_ANSWER);
        assert_eq!(answer.on_event(Event::Reasoning(piece)), None);
        let error = answer.on_event(Event::Text("1".to_owned())).unwrap();
        assert_eq!(error.kind, ErrorKind::Overlong);
    }
}
