//! From the bytes of a reply to events.

use serde_json::Value;

use crate::classify::{MAX_ERROR_BODY, classify};
use crate::error::ErrorKind;
use crate::event::{Event, Stop};
use crate::format::Format;
use crate::json::text;
use crate::key::Key;
use crate::lines::{self, MAX_LINE};
use crate::ndjson::Ndjson;
use crate::sink::Sink;
use crate::sse::{Frame, Sse};
use crate::surrogate;

/// The longest reply in one piece that is read, in bytes.
pub const MAX_BODY: usize = 16 << 20;

/// What comes before the body of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The HTTP status.
    pub status: u16,
    /// The headers that are known; a page is shown few of them.
    pub headers: Vec<(String, String)>,
}

impl Head {
    /// A status without headers.
    pub const fn new(status: u16) -> Self {
        Self { status, headers: Vec::new() }
    }
}

/// Reads one reply, whose bytes may come split anywhere.
///
/// Whether it is streamed is told by what comes, not by what was asked: some servers answer a request for a stream in one
/// piece, above all with errors.
#[derive(Debug)]
pub struct Reply {
    format: Format,
    head: Head,
    input: Input,
    sink: Sink,
}

#[derive(Debug)]
enum Input {
    /// Nothing but blanks has come.
    Opening,
    Events(Sse),
    Lines(Ndjson),
    Whole(Vec<u8>),
    Error(Vec<u8>),
    TooLong,
}

impl Reply {
    /// A reader for a reply in a format. The key that was sent is removed from the texts of errors in every way that
    /// [`Key::redact`] knows, and as a whole from all other texts.
    pub fn new(format: Format, head: Head, key: Option<Key>) -> Self {
        let good = (200..300).contains(&head.status);
        let input = if good { Input::Opening } else { Input::Error(Vec::new()) };
        Self { format, head, input, sink: Sink::new(key) }
    }

    /// Whether it comes in one piece, so that nothing is told of it before its end.
    pub const fn comes_whole(&self) -> bool {
        matches!(self.input, Input::Whole(_) | Input::Error(_))
    }

    /// Takes more bytes and gives the events that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Event> {
        let bytes = self.open(bytes);
        let frames = match &mut self.input {
            Input::Events(sse) => sse.push(bytes),
            Input::Lines(lines) => lines.push(bytes),
            Input::Error(body) => {
                let room = MAX_ERROR_BODY - body.len();
                body.extend_from_slice(&bytes[..bytes.len().min(room)]);
                return Vec::new();
            }
            Input::Whole(body) if body.len() + bytes.len() <= MAX_BODY => {
                body.extend_from_slice(bytes);
                return Vec::new();
            }
            Input::Whole(_) => {
                self.input = Input::TooLong;
                return Vec::new();
            }
            Input::Opening | Input::TooLong => return Vec::new(),
        };
        self.read_frames(&frames, false);
        self.sink.take()
    }

    /// Ends the reply and gives what is left to tell. The last event is never missing: there was a stop or a failure.
    pub fn finish(mut self) -> Vec<Event> {
        match std::mem::replace(&mut self.input, Input::Opening) {
            Input::Events(sse) => self.read_frames(&sse.finish(), true),
            Input::Lines(lines) => self.read_frames(&lines.finish(), true),
            Input::Whole(body) => self.read_whole(&body),
            Input::Error(body) => {
                self.sink.fail(classify(Some(self.head.status), &self.head.headers, &body));
            }
            Input::TooLong => {
                let message = format!("the reply is longer than {MAX_BODY} bytes");
                self.sink.fail_plainly(ErrorKind::Overlong, &message);
            }
            Input::Opening => {}
        }
        if !self.sink.ended() {
            self.sink.fail_plainly(ErrorKind::Cut, "the stream ended without a stop");
        }
        self.sink.flush();
        self.sink.take()
    }

    /// Decides by the first byte that is no blank how the reply is to be read, and gives the bytes from there.
    fn open<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        if !matches!(self.input, Input::Opening) {
            return bytes;
        }
        // The three bytes of a byte order mark, which may come one at a time.
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
                Frame::Data { data, replaced, .. } => {
                    self.sink.replaced(*replaced);
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
                // What breaks off in the middle is cut, not malformed.
                Err(_) if at_end => {}
                Err(_) => {
                    let message = "a piece of the stream is no JSON";
                    self.sink.fail_plainly(ErrorKind::Malformed, message);
                }
            }
        }
    }

    fn read_whole(&mut self, body: &[u8]) {
        let (body, replaced) = lines::text(body);
        self.sink.replaced(replaced);
        match surrogate::parse(&body) {
            Ok(Value::Array(values)) => values.iter().for_each(|value| self.read_value(value)),
            Ok(value) => self.read_value(&value),
            Err(error) if error.is_eof() => return,
            Err(_) => self.sink.fail_plainly(ErrorKind::Malformed, "the reply is no JSON"),
        }
        if self.sink.wrote {
            self.sink.stop(Stop::Unsaid);
        } else if !self.sink.ended() {
            self.sink.fail_plainly(ErrorKind::Malformed, "the reply has no known shape");
        }
    }

    fn read_value(&mut self, value: &Value) {
        if is_error(value) {
            self.sink.fail_with(value);
        } else {
            self.format.read(value, &mut self.sink);
        }
    }
}

/// Whether a piece of a reply is an error. Mistral, Cohere and Cerebras put its message where others have a member `error`; where
/// replies have a `message`, it is no text.
fn is_error(value: &Value) -> bool {
    let is_said = |error: &Value| !matches!(error, Value::Null | Value::Bool(false)) && error != "";
    value.get("error").is_some_and(is_said)
        || text(value, "/message").is_some_and(|message| !message.is_empty())
        || text(value, "/object") == Some("error")
}
