//! Reads the bytes of a reply into events.

use serde_json::Value;

use crate::classify::{MAX_ERROR_BODY, classify, page};
use crate::error::ErrorKind;
use crate::event::{Event, Stop};
use crate::format::Format;
use crate::json::{shortened, text};
use crate::key::Key;
use crate::lines::{self, MAX_LINE};
use crate::ndjson::Ndjson;
use crate::sink::Sink;
use crate::sse::{Frame, Sse};
use crate::surrogate;

/// The maximum length of a reply that is not streamed, in bytes.
pub const MAX_BODY: usize = 16 << 20;

/// The maximum length of the reported name of a content encoding, in characters.
const MAX_NAME: usize = 40;

/// The part of a reply before its body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The HTTP status.
    pub status: u16,
    /// The headers that the caller could read; a page can read only a few.
    pub headers: Vec<(String, String)>,
}

impl Head {
    /// Creates a head with a status and no headers.
    pub const fn new(status: u16) -> Self {
        Self { status, headers: Vec::new() }
    }
}

/// Reads one reply, whose bytes may arrive in arbitrary pieces.
///
/// The content decides whether a reply is streamed, not the request. Some servers answer a request
/// for a stream in one piece, above all with errors.
#[derive(Debug)]
pub struct ReplyReader {
    format: Format,
    head: Head,
    input: Input,
    sink: Sink,
}

#[derive(Debug)]
enum Input {
    /// Only whitespace has come.
    Opening,
    Events(Sse),
    Lines(Ndjson),
    Whole(Vec<u8>),
    Error(Vec<u8>),
    TooLong,
    /// The reply has an unsupported content encoding; holds its name.
    Packed(String),
}

impl ReplyReader {
    /// Creates a reader for a reply in a format. The reader removes the sent key from the texts of
    /// errors with [`Key::redact`], and whole keys from all other texts.
    pub fn new(format: Format, head: Head, key: Option<Key>) -> Self {
        let is_success = (200..300).contains(&head.status);
        let is_packed = |(name, packed): &&(String, String)| {
            name.eq_ignore_ascii_case("content-encoding")
                && !packed.eq_ignore_ascii_case("identity")
        };
        let input = match head.headers.iter().find(is_packed) {
            Some((_, packed)) => Input::Packed(shortened(packed, MAX_NAME)),
            None if is_success => Input::Opening,
            None => Input::Error(Vec::new()),
        };
        Self { format, head, input, sink: Sink::new(key) }
    }

    /// Returns whether the reply is read as a whole: no event is reported before its end, unless it
    /// exceeds a limit.
    pub const fn comes_whole(&self) -> bool {
        matches!(self.input, Input::Whole(_) | Input::Error(_))
    }

    /// Takes more bytes and returns the events that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let bytes = self.open(bytes);
        let frames = match &mut self.input {
            Input::Events(sse) => sse.push(bytes),
            Input::Lines(lines) => lines.push(bytes),
            Input::Error(body) => {
                let room = MAX_ERROR_BODY - body.len();
                body.extend_from_slice(&bytes[..bytes.len().min(room)]);
                if body.len() < MAX_ERROR_BODY {
                    return Vec::new();
                }
                // The rest of the body is not read, and its end may never come.
                let error = classify(Some(self.head.status), &self.head.headers, body);
                self.sink.fail(error);
                return self.sink.take();
            }
            Input::Whole(body) if body.len() + bytes.len() <= MAX_BODY => {
                body.extend_from_slice(bytes);
                return Vec::new();
            }
            Input::Whole(_) => {
                self.input = Input::TooLong;
                let message = format!("the reply is longer than {MAX_BODY} bytes");
                self.sink.fail_plainly(ErrorKind::Overlong, &message);
                return self.sink.take();
            }
            Input::Packed(_) => {
                self.fail_packed();
                return self.sink.take();
            }
            Input::Opening | Input::TooLong => return Vec::new(),
        };
        self.read_frames(&frames, false);
        self.sink.take()
    }

    /// Ends the reply and returns the remaining events. Every reply ends with a stop or a failure.
    pub fn finish(mut self) -> Vec<Event> {
        match std::mem::replace(&mut self.input, Input::Opening) {
            Input::Events(sse) => self.read_frames(&sse.finish(), true),
            Input::Lines(lines) => self.read_frames(&lines.finish(), true),
            Input::Whole(body) => self.read_whole(&body),
            Input::Error(body) => {
                self.sink.fail(classify(Some(self.head.status), &self.head.headers, &body));
            }
            input @ Input::Packed(_) => {
                self.input = input;
                self.fail_packed();
            }
            Input::Opening | Input::TooLong => {}
        }
        if !self.sink.is_ended() {
            self.sink.fail_plainly(ErrorKind::Cut, "the stream ended without a stop");
        }
        self.sink.flush();
        self.sink.take()
    }

    /// Fails a reply with an unsupported content encoding.
    fn fail_packed(&mut self) {
        let Input::Packed(packed) = &self.input else { return };
        if (200..300).contains(&self.head.status) {
            let message = format!("the reply is packed as “{packed}”, which was not asked for");
            self.sink.fail_plainly(ErrorKind::Unreadable, &message);
        } else {
            self.sink.fail(classify(Some(self.head.status), &self.head.headers, b""));
        }
    }

    /// Chooses how to read the reply by its first byte that is not whitespace. Returns the bytes
    /// from that byte on.
    fn open<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if !matches!(self.input, Input::Opening) {
            return bytes;
        }
        // The three bytes of a byte order mark count as blank. They may arrive one at a time.
        let is_blank = |byte: &u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(byte);
        let Some(begin) = bytes.iter().position(|byte| !is_blank(byte)) else {
            return &[];
        };
        self.input = match bytes[begin] {
            b'{' if self.format == Format::Ollama => Input::Lines(Ndjson::new()),
            b'{' | b'[' | b'<' => Input::Whole(Vec::new()),
            _ => Input::Events(Sse::new()),
        };
        &bytes[begin..]
    }

    fn read_frames(&mut self, frames: &[Frame], at_end: bool) {
        for frame in frames {
            let data = match frame {
                Frame::Data { data, has_replacements, .. } => {
                    self.sink.has_replacements = *has_replacements;
                    data.trim()
                }
                Frame::Overlong => {
                    let message = format!("a line is longer than {MAX_LINE} bytes");
                    self.sink.fail_plainly(ErrorKind::Overlong, &message);
                    continue;
                }
            };
            match surrogate::parse(data) {
                _ if data.is_empty() => {}
                _ if data == "[DONE]" => self.sink.stop(Stop::Unsaid),
                Ok(value) => self.read_value(&value),
                Err(error) if is_deep(&error) => self.fail_deep(),
                Err(_) if is_run_together(data) => {
                    let message = "no blank lines are between the events";
                    self.sink.fail_plainly(ErrorKind::Unreadable, message);
                }
                // JSON that breaks off in the middle is cut, not malformed.
                Err(_) if at_end => {}
                Err(_) if matches!(frame, Frame::Data { name, .. } if name == "error") => {
                    self.sink.fail_with(&Value::from(data));
                }
                Err(_) => {
                    let message = "a piece of the stream is no JSON";
                    self.sink.fail_plainly(ErrorKind::Malformed, message);
                }
            }
        }
    }

    fn read_whole(&mut self, body: &[u8]) {
        let (body, has_replacements) = lines::text(body);
        self.sink.has_replacements = has_replacements;
        match surrogate::parse(&body) {
            Ok(Value::Array(values)) => values.iter().for_each(|value| self.read_value(value)),
            Ok(value) => self.read_value(&value),
            Err(error) if error.is_eof() => return,
            Err(error) if is_deep(&error) => self.fail_deep(),
            Err(_) => {
                let page = page(&body);
                let message = page.as_deref().unwrap_or("the reply is no JSON");
                self.sink.fail_plainly(ErrorKind::Malformed, message);
            }
        }
        if self.sink.has_output {
            self.sink.stop(Stop::Unsaid);
        } else if !self.sink.is_ended() {
            self.sink.fail_plainly(ErrorKind::Malformed, "the reply has no known shape");
        }
    }

    fn fail_deep(&mut self) {
        self.sink.fail_plainly(ErrorKind::Unreadable, "the reply is nested too deeply");
    }

    fn read_value(&mut self, value: &Value) {
        if is_error(value) {
            self.sink.fail_with(value);
        } else {
            self.format.read(value, &mut self.sink);
        }
    }
}

/// Returns whether JSON is rejected because it is nested too deeply.
fn is_deep(error: &serde_json::Error) -> bool {
    error.to_string().starts_with("recursion limit exceeded")
}

/// Returns whether the data of one event contains several JSON values, on separate lines.
fn is_run_together(data: &str) -> bool {
    data.split_once('\n').is_some_and(|(first, _)| surrogate::parse(first).is_ok())
}

/// Returns whether a piece of a reply is an error: it has a member `error`, or the member `object`
/// is `error`. In errors of Mistral, Cohere and Cerebras, only a string `message` shows this. In a
/// reply that is no error, `message` is not a string.
fn is_error(value: &Value) -> bool {
    let is_set = |error: &Value| !matches!(error, Value::Null | Value::Bool(false)) && error != "";
    value.get("error").is_some_and(is_set)
        || text(value, "/message").is_some_and(|message| !message.is_empty())
        || text(value, "/object") == Some("error")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    /// Returns the number of text events in a reply of chat completions, and its last stop or
    /// failure.
    fn last(head: Head, body: &str) -> (usize, Event) {
        let mut reply = ReplyReader::new(Format::Chat, head, None);
        let mut events = reply.push(body.as_bytes());
        events.extend(reply.finish());
        let texts = events.iter().filter(|event| matches!(event, Event::Text(_))).count();
        let end = |event: &Event| matches!(event, Event::Stop(_) | Event::Failed(_));
        (texts, events.into_iter().rfind(end).unwrap())
    }

    fn failed(head: Head, body: &str) -> Error {
        match last(head, body).1 {
            Event::Failed(error) => error,
            other => panic!("{other:?}"),
        }
    }

    const TEXT: &str = "data: {\"choices\":[{\"delta\":{\"content\":\"S3\"}}]}\n\n";
    const STOP: &str = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    const NONE: &str = "data: {\"error\":{\"message\":\"The model does not exist.\",\"code\":\"model_not_found\"}}\n\n";

    #[test]
    fn data_after_a_stop_is_ignored() {
        let whole = [TEXT, STOP, NONE, "data: nonsense\n\n"].concat();
        assert_eq!(last(Head::new(200), &whole), (1, Event::Stop(Stop::Natural)));
    }

    #[test]
    fn the_kind_of_an_error_depends_on_text_before_it() {
        assert_eq!(failed(Head::new(200), NONE).kind, ErrorKind::NoSuchModel);
        assert_eq!(failed(Head::new(200), &[TEXT, NONE].concat()).kind, ErrorKind::Overloaded);
        let limit = "data: {\"error\":{\"message\":\"rate limit\"}}\n\n";
        assert_eq!(failed(Head::new(200), &[TEXT, limit].concat()).kind, ErrorKind::RateLimit);
        let words = "event: error\ndata: Internal Server Error\n\n";
        let error = failed(Head::new(200), words);
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Overloaded, "Internal Server Error")
        );
    }

    #[test]
    fn an_error_records_whether_output_preceded_it() {
        let call = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}\n\n";
        let reasoning = "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"4 + 9\"}}]}\n\n";
        let tokens =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":2}}\n\n";
        let limit = "data: {\"error\":{\"message\":\"rate limit\"}}\n\n";
        for error in [NONE, limit] {
            assert!(!failed(Head::new(200), error).after_output);
            for before in [TEXT, call, reasoning, tokens] {
                let error = failed(Head::new(200), &[before, error].concat());
                assert!(error.after_output, "{before}{error:?}");
            }
        }
        assert!(!failed(Head::new(502), "Bad Gateway").after_output);
    }

    #[test]
    fn permanently_unreadable_replies_have_their_own_error() {
        let deep = format!("{{\"a\":{}", "[".repeat(100_000));
        let run_together = [TEXT.trim_end(), "\n", TEXT.trim_end(), "\n", STOP].concat();
        for body in [deep.clone(), format!("data: {deep}\n\n"), run_together] {
            assert_eq!(failed(Head::new(200), &body).kind, ErrorKind::Unreadable, "{body:.40}");
        }
        let cut = "data: {\ndata: \"choices\":[";
        assert_eq!(failed(Head::new(200), cut).kind, ErrorKind::Cut);
    }

    #[test]
    fn endless_replies_fail_at_the_limit() {
        let packed = ("content-encoding".to_owned(), "gzip, gzip".to_owned());
        let line = "x".repeat(1 << 20);
        let data = format!("data: {}\n", "x".repeat(1 << 10));
        for (head, begin, more) in [
            (Head::new(200), "data: ", line.as_str()),
            (Head::new(200), "", data.as_str()),
            (Head::new(200), "{\"choices\":\"", line.as_str()),
            (Head::new(500), "", line.as_str()),
            (Head { status: 200, headers: vec![packed] }, "", line.as_str()),
        ] {
            let mut reply = ReplyReader::new(Format::Chat, head.clone(), None);
            let mut events = reply.push(begin.as_bytes());
            for _ in 0..2 * MAX_BODY / more.len() {
                events.extend(reply.push(more.as_bytes()));
            }
            assert!(matches!(events[..], [Event::Failed(_)]), "{head:?}: {events:?}");
            assert!(reply.finish().is_empty(), "a reply fails only once");
        }
    }

    #[test]
    fn an_end_without_text_and_reason_is_a_failure() {
        assert_eq!(failed(Head::new(200), "data: [DONE]\n\n").kind, ErrorKind::Cut);
        assert_eq!(
            last(Head::new(200), &[TEXT, "data: [DONE]\n\n"].concat()).1,
            Event::Stop(Stop::Unsaid)
        );
        assert_eq!(last(Head::new(200), STOP).1, Event::Stop(Stop::Natural));
    }

    #[test]
    fn a_key_split_over_alternating_text_and_reasoning_is_removed() {
        let key = Key::new("secret-key-1234");
        let mut reply = ReplyReader::new(Format::Chat, Head::new(200), key);
        let piece = |content: &str, reasoning: &str| {
            format!(
                "data: {{\"choices\":[{{\"delta\":{{\"content\":\"{content}\",\"reasoning_content\":\"{reasoning}\"}}}}]}}\n\n"
            )
        };
        let body =
            piece("I was sent secret-", "x secret-") + &piece("key-1234.", "key-1234 y") + STOP;
        let mut events = reply.push(body.as_bytes());
        events.extend(reply.finish());
        let (mut text, mut reasoning) = (String::new(), String::new());
        for event in events {
            match event {
                Event::Text(piece) => text.push_str(&piece),
                Event::Reasoning(piece) => reasoning.push_str(&piece),
                _ => {}
            }
        }
        assert_eq!((text.as_str(), reasoning.as_str()), ("I was sent [key].", "x [key] y"));
    }

    #[test]
    fn web_pages_compressed_replies_and_redirects_are_recognised() {
        let page = "<!DOCTYPE html><html><head><title>Sign in</title></head></html>";
        let error = failed(Head::new(200), page);
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Malformed, "a web page came back: Sign in")
        );
        let error = failed(Head::new(403), page);
        assert_eq!(
            (error.kind, error.message.as_str()),
            (ErrorKind::Overloaded, "a web page came back: Sign in")
        );
        assert_eq!(failed(Head::new(404), "<html>").message, "a web page came back");
        let with = |status, name: &str, value: &str| Head {
            status,
            headers: vec![(name.to_owned(), value.to_owned())],
        };
        let error = failed(with(200, "Content-Encoding", "br"), TEXT);
        assert_eq!(error.kind, ErrorKind::Unreadable);
        assert_eq!(error.message, "the reply is packed as “br”, which was not asked for");
        assert_eq!(failed(with(429, "content-encoding", "br"), "?").kind, ErrorKind::RateLimit);
        assert_eq!(last(with(200, "content-encoding", "identity"), &[TEXT, STOP].concat()).0, 1);
        let error = failed(with(307, "location", "https://other.example/v1"), "");
        assert_eq!(error.kind, ErrorKind::NoSuchAddress);
        assert_eq!(error.message, "the server sends on to https://other.example/v1");
    }
}
