//! What a model wrote, gathered from what its provider tells.

use crate::ask::Parameter;
use crate::error::{Error, ErrorKind};
use crate::event::{Event, Stop, Usage};
use crate::tool::ToolCall;

/// The longest answer that is read, its reasoning and its calls of tools included, in bytes.
pub const MAX_ANSWER: usize = 8 << 20;

/// What a model wrote, as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The visible text.
    pub text: String,
    /// The reasoning, or the provider's summary of it; empty where there is none.
    pub reasoning: String,
    /// The tools that it called. An answer may have calls and no text.
    pub calls: Vec<ToolCall>,
    /// What has to be sent back with this turn where the dialogue goes on, as JSON that is its provider's own matter; empty where nothing
    /// has to.
    pub echo: String,
    /// How many of its characters were replaced by U+FFFD, since what was sent there is none.
    pub replaced: u32,
    /// The tokens.
    pub usage: Usage,
    /// Why the model stopped; nothing before it has.
    pub stop: Option<Stop>,
    /// The model that answers, by the provider's own name.
    pub model: Option<String>,
    /// What was asked for and left out, because the model refuses it or it would be without effect.
    pub omitted: Vec<Parameter>,
    /// What was left out or renamed after the provider had refused it, as paths in the request.
    pub dropped: Vec<String>,
}

impl Answer {
    /// The whole as one transcript: reasoning between `<think>` and `</think>` first, which is left open while there is nothing else.
    pub fn transcript(&self) -> String {
        transcript(&self.reasoning, &self.text, self.stop.is_some())
    }

    /// Takes in an event. What it gives back is the failure, where the event is one or the answer has become longer than [`MAX_ANSWER`];
    /// what was told before stays.
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

    /// Whether the model was cut at a limit.
    pub fn is_cut(&self) -> bool {
        self.stop == Some(Stop::Length)
    }
}

/// The failure that an answer comes to that is longer than [`MAX_ANSWER`].
pub(crate) fn too_long() -> Error {
    let message = format!("the answer is longer than {MAX_ANSWER} bytes");
    Error::plain(ErrorKind::Overlong, &message)
}

/// What a grader reads: reasoning between `<think>` and `</think>`, then the text. The reasoning is left open while nothing else has
/// come and the model has not stopped.
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
    fn events_are_gathered() {
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
    fn a_failure_is_given_back_with_what_came_before_it() {
        let mut answer = Answer::default();
        let error = Error::plain(ErrorKind::Cut, "cut");
        answer.on_event(Event::Text("S3".to_owned()));
        assert_eq!(answer.on_event(Event::Failed(error.clone())), Some(error));
        assert_eq!(answer.text, "S3");
    }

    #[test]
    fn an_answer_that_does_not_end_is_a_failure() {
        let mut answer = Answer::default();
        let piece = "7".repeat(MAX_ANSWER);
        assert_eq!(answer.on_event(Event::Reasoning(piece)), None);
        let error = answer.on_event(Event::Text("1".to_owned())).unwrap();
        assert_eq!(error.kind, ErrorKind::Overlong);
    }
}
