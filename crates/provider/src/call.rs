//! One call of a model, from the question to the answer. The caller does the networking.

use crate::answer::Answer;
use crate::endpoint::{Endpoint, PreparedRequest};
use crate::error::{Error, ErrorKind};
use crate::event::Event;
use crate::model_request::ModelRequest;
use crate::reply::{Head, ReplyReader};
use crate::request::Request;
use crate::retry::without_refused;

/// The outcome of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The model stopped.
    Answered,
    /// The provider refused a parameter. [`Call::request`] now lacks or renames the parameter, and
    /// must be sent once more.
    ParameterRefused,
    /// There is no answer. Content that arrived earlier stays in [`Call::answer`].
    Failed(Error),
}

/// One call: the request, and the answer so far.
#[derive(Debug)]
pub struct Call {
    endpoint: Endpoint,
    request: Request,
    reply: Option<ReplyReader>,
    answer: Answer,
    failed: Option<Error>,
}

impl Call {
    /// Creates a call that is not sent yet.
    pub fn new(endpoint: Endpoint, model_request: &ModelRequest) -> Self {
        let PreparedRequest { request, omitted } = endpoint.prepare(model_request);
        let answer = Answer { omitted, ..Answer::default() };
        Self { endpoint, request, reply: None, answer, failed: None }
    }

    /// Returns the endpoint that is called.
    pub const fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Returns the request to send.
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// Returns the answer so far.
    pub const fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Returns whether a reply has begun to arrive and has not been finished.
    pub const fn has_begun(&self) -> bool {
        self.reply.is_some()
    }

    /// Returns the answer at the end of the call.
    pub fn into_answer(self) -> Answer {
        self.answer
    }

    /// Takes the status and headers of the reply.
    pub fn head(&mut self, head: Head) {
        self.reply = Some(self.endpoint.reply(head));
    }

    /// Takes bytes of the body. Returns whether text, reasoning or a tool call was added to the
    /// answer.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        let events = match &mut self.reply {
            Some(reply) if self.failed.is_none() => reply.push(bytes),
            _ => return false,
        };
        self.take(events)
    }

    /// Ends the body, and returns the outcome.
    pub fn finish(&mut self) -> Ending {
        if let Some(reply) = self.reply.take() {
            let events = reply.finish();
            self.take(events);
        }
        let Some(error) = self.failed.take() else {
            return match self.answer.stop {
                Some(_) => Ending::Answered,
                None => Ending::Failed(Error::plain(ErrorKind::Cut, "there was no reply")),
            };
        };
        if self.answer.dropped.is_empty()
            && let Some(retry) = without_refused(&self.request, &error)
        {
            self.request = retry.request;
            self.answer.dropped.push(match retry.renamed {
                Some(name) => format!("{} → {name}", retry.dropped),
                None => retry.dropped,
            });
            return Ending::ParameterRefused;
        }
        Ending::Failed(error)
    }

    fn take(&mut self, events: Vec<Event>) -> bool {
        let mut changed = false;
        for event in events {
            changed |= matches!(event, Event::Text(_) | Event::Reasoning(_) | Event::Call(_));
            if let Some(error) = self.answer.on_event(event) {
                self.failed.get_or_insert(error);
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::MAX_ANSWER;
    use crate::event::Stop;
    use crate::key::Key;
    use crate::provider::Provider;

    fn call(slug: &str) -> Call {
        let endpoint =
            Endpoint::new(Provider::find(slug).unwrap(), None, Key::new("secret-key-1")).unwrap();
        let model_request =
            ModelRequest { temperature: Some(0.5), ..ModelRequest::new("m", "What is 4 + 9?") };
        Call::new(endpoint, &model_request)
    }

    fn chunk(text: &str) -> Vec<u8> {
        format!("data: {{\"choices\":[{{\"delta\":{text}}}]}}\n\n").into_bytes()
    }

    #[test]
    fn an_answer_grows_until_it_ends() {
        let mut call = call("mistral");
        call.head(Head::new(200));
        assert!(call.push(&chunk(r#"{"reasoning_content":"4 and 9"}"#)));
        assert_eq!(call.answer().transcript(), "<think>\n4 and 9");
        assert!(call.push(&chunk(r#"{"content":"13"}"#)));
        assert!(
            !call.push(b"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"length\"}]}\n\n")
        );
        assert_eq!(call.finish(), Ending::Answered);
        assert_eq!(call.answer().transcript(), "<think>\n4 and 9\n</think>\n\n13");
        assert!(call.into_answer().is_cut());
    }

    #[test]
    fn an_answer_can_consist_of_tool_calls_alone() {
        let mut call = call("mistral");
        call.head(Head::new(200));
        let piece = r#"{"tool_calls":[{"function":{"name":"calculate","arguments":"{}"}}]}"#;
        assert!(!call.push(&chunk(piece)));
        assert!(call.push(b"data: [DONE]\n\n"));
        assert_eq!(call.finish(), Ending::Answered);
        let answer = call.into_answer();
        assert_eq!((answer.stop, answer.calls.len()), (Some(Stop::Tool), 1));
        assert_eq!((answer.calls[0].id.as_str(), answer.text.as_str()), ("call-1", ""));
    }

    #[test]
    fn endless_arguments_are_a_failure() {
        let mut call = call("mistral");
        call.head(Head::new(200));
        let begin = r#"{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""#;
        let piece = chunk(&format!(r#"{begin}{}"}}}}]}}"#, "7".repeat(1 << 20)));
        for _ in 0..=MAX_ANSWER >> 20 {
            call.push(&piece);
        }
        assert!(
            matches!(call.finish(), Ending::Failed(error) if error.kind == ErrorKind::Overlong)
        );
    }

    #[test]
    fn a_refused_parameter_is_left_out_once_and_recorded() {
        let refusal =
            br#"{"error":{"message":"temperature is not supported","param":"temperature"}}"#;
        let mut call = call("mistral");
        assert!(call.request().body.contains("temperature"));
        call.head(Head::new(400));
        call.push(refusal);
        assert_eq!(call.finish(), Ending::ParameterRefused);
        assert!(!call.request().body.contains("temperature"));
        assert_eq!(call.answer().dropped, ["temperature"]);
        call.head(Head::new(400));
        call.push(br#"{"error":{"message":"stream is not supported","param":"max_tokens"}}"#);
        assert!(matches!(call.finish(), Ending::Failed(_)));
    }

    #[test]
    fn a_missing_reply_is_a_failure() {
        assert!(matches!(call("mistral").finish(), Ending::Failed(_)));
    }

    #[test]
    fn a_key_in_a_reply_is_redacted() {
        let mut call = call("mistral");
        call.head(Head::new(200));
        for piece in ["You sent secret-", "key", "-1, I think."] {
            call.push(&chunk(&format!(r#"{{"content":"{piece}"}}"#)));
        }
        assert_eq!(call.answer().text, "You sent [key], I think.");
    }
}
