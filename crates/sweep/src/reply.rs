//! What came back for a call, gathered from its events.

use stepfall_provider::{Error, Event, Parameter, Stop, Usage};

/// An answer as it arrived.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reply {
    /// The visible text.
    pub text: String,
    /// The reasoning, where it came apart from the text.
    pub reasoning: String,
    /// Why the model stopped.
    pub stop: Option<Stop>,
    /// The model that answered, by the provider's own name.
    pub model: Option<String>,
    /// The tokens.
    pub usage: Usage,
    /// Milliseconds from sending the request to the first piece of text or reasoning.
    pub first: Option<u64>,
    /// What was asked for and left out of the request.
    pub omitted: Vec<Parameter>,
    /// What was left out after it had been refused, as paths into the request.
    pub dropped: Vec<String>,
}

impl Reply {
    /// The text of a simulated executor.
    pub fn simulated(text: String) -> Self {
        Self { text, stop: Some(Stop::Natural), ..Self::default() }
    }

    /// Takes in an event that came so many milliseconds after the request was sent. What it gives back is the failure, where the event
    /// is one; the tokens that were told before are still in [`Reply::usage`].
    pub fn hear(&mut self, event: Event, after: u64) -> Option<Error> {
        match event {
            Event::Text(piece) => {
                self.first.get_or_insert(after);
                self.text.push_str(&piece);
            }
            Event::Reasoning(piece) => {
                self.first.get_or_insert(after);
                self.reasoning.push_str(&piece);
            }
            Event::Usage(usage) => self.usage = usage,
            Event::Stop(stop) => self.stop = Some(stop),
            Event::Model(model) => self.model = Some(model),
            Event::Failed(error) => return Some(error),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_gathered() {
        let mut reply = Reply::default();
        let usage = |output| Usage { output: Some(output), ..Usage::default() };
        for (after, event) in [
            (10, Event::Model("m-1".to_owned())),
            (20, Event::Usage(usage(1))),
            (30, Event::Reasoning("4 + 9".to_owned())),
            (40, Event::Text("S3 = ".to_owned())),
            (50, Event::Text("13".to_owned())),
            (60, Event::Stop(Stop::Length)),
            (70, Event::Usage(usage(9))),
        ] {
            assert_eq!(reply.hear(event, after), None);
        }
        let wanted = Reply {
            text: "S3 = 13".to_owned(),
            reasoning: "4 + 9".to_owned(),
            stop: Some(Stop::Length),
            model: Some("m-1".to_owned()),
            usage: usage(9),
            first: Some(30),
            ..Reply::default()
        };
        assert_eq!(reply, wanted);
    }

    #[test]
    fn a_failure_is_given_back_beside_the_tokens_before_it() {
        let mut reply = Reply::default();
        let error = stepfall_provider::classify(Some(529), &[], b"");
        reply.hear(Event::Usage(Usage { input: Some(3), ..Usage::default() }), 1);
        assert_eq!(reply.hear(Event::Failed(error.clone()), 2), Some(error));
        assert_eq!(reply.usage.input, Some(3));
    }
}
