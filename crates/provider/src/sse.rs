//! Server-sent events, by the HTML standard, "Parsing an event stream".

use crate::lines::{self, Lines, MAX_LINE, Overlong};

/// One item that a decoder found in a stream: an event, or a line of JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// The data of an event, or a line of JSON.
    Data {
        /// The name of the event; empty if it has none.
        name: String,
        /// The data; several lines are joined by LF. Invalid UTF-8 becomes U+FFFD.
        data: String,
        /// True if some bytes of the data were invalid UTF-8.
        has_replacements: bool,
    },
    /// An item longer than [`MAX_LINE`], which was skipped.
    Overlong,
}

/// Decodes server-sent events from bytes that arrive in arbitrary pieces.
#[derive(Debug, Default)]
pub struct Sse {
    lines: Lines,
    event: Pending,
    begun: bool,
}

#[derive(Debug, Default)]
struct Pending {
    name: String,
    data: Option<String>,
    has_replacements: bool,
    overlong: bool,
}

impl Sse {
    /// Creates a decoder at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes more bytes and returns the events that they complete.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        let Self { lines, event, begun } = self;
        lines.push(bytes, |line| event.line(line, begun, &mut frames));
        frames
    }

    /// Ends the stream, and returns an event that lacks the blank line at its end. The standard
    /// drops such an event, but some servers end this way.
    pub fn finish(mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        let Self { lines, event, begun } = &mut self;
        lines.finish(|line| event.line(line, begun, &mut frames));
        self.event.end(&mut frames);
        frames
    }
}

impl Pending {
    fn line(&mut self, line: Result<&[u8], Overlong>, begun: &mut bool, frames: &mut Vec<Frame>) {
        let Ok(mut line) = line else {
            *begun = true;
            return self.pass_over(frames);
        };
        if !std::mem::replace(begun, true) {
            line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        }
        if line.is_empty() {
            self.end(frames);
            return;
        }
        let colon = line.iter().position(|&byte| byte == b':').unwrap_or(line.len());
        let value = line.get(colon + 1..).unwrap_or_default();
        let (value, has_replacements) = lines::text(value.strip_prefix(b" ").unwrap_or(value));
        match &line[..colon] {
            b"event" => self.name = value.into_owned(),
            b"data" => {
                self.has_replacements |= has_replacements;
                self.add(&value, frames);
            }
            _ => {}
        }
    }

    fn add(&mut self, value: &str, frames: &mut Vec<Frame>) {
        match &mut self.data {
            None => self.data = Some(value.to_owned()),
            Some(data) if data.len() + value.len() < MAX_LINE => {
                data.push('\n');
                data.push_str(value);
            }
            Some(_) => self.pass_over(frames),
        }
    }

    /// Reports an event that is too long, once and at once, because its end may never come.
    fn pass_over(&mut self, frames: &mut Vec<Frame>) {
        if !std::mem::replace(&mut self.overlong, true) {
            frames.push(Frame::Overlong);
        }
    }

    fn end(&mut self, frames: &mut Vec<Frame>) {
        let Self { name, data, has_replacements, overlong } = std::mem::take(self);
        match data {
            _ if overlong => {}
            Some(data) => frames.push(Frame::Data { name, data, has_replacements }),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(bytes: &[u8]) -> Vec<(String, String)> {
        let mut sse = Sse::new();
        let mut frames = sse.push(bytes);
        frames.extend(sse.finish());
        let mut pairs = Vec::new();
        for frame in frames {
            if let Frame::Data { name, data, .. } = frame {
                pairs.push((name, data));
            }
        }
        pairs
    }

    fn data(bytes: &[u8]) -> Vec<String> {
        frames(bytes).into_iter().map(|(_, data)| data).collect()
    }

    #[test]
    fn all_line_endings_are_accepted() {
        for text in
            ["data: a\n\ndata: b\n\n", "data: a\r\n\r\ndata: b\r\n\r\n", "data:a\r\rdata:b\r\r"]
        {
            assert_eq!(data(text.as_bytes()), ["a", "b"], "{text:?}");
        }
    }

    #[test]
    fn comments_keep_alives_and_unknown_fields_are_ignored() {
        let text = ": OPENROUTER PROCESSING\n\n\n\nretry: 5\nid: 1\nnonsense\n\n:\ndata: a\n\n: keep-alive\n\n";
        assert_eq!(data(text.as_bytes()), ["a"]);
    }

    #[test]
    fn names_multiline_data_and_a_byte_order_mark_are_read() {
        let text = "\u{feff}event: ping\ndata: {\ndata:  1\ndata\ndata: }\n\ndata: [DONE]\n\n";
        let expected = [("ping", "{\n 1\n\n}"), ("", "[DONE]")];
        assert_eq!(
            frames(text.as_bytes()),
            expected.map(|(name, data)| (name.into(), data.into()))
        );
    }

    #[test]
    fn an_unterminated_last_event_counts() {
        assert_eq!(data(b"data: a\n\ndata: b"), ["a", "b"]);
    }

    #[test]
    fn an_overlong_line_is_reported_and_skipped() {
        let text = format!("data: {}\n\ndata: b\n\n", "x".repeat(MAX_LINE));
        let frames = Sse::new().push(text.as_bytes());
        assert_eq!(frames[0], Frame::Overlong);
        assert_eq!(
            frames[1],
            Frame::Data { name: String::new(), data: "b".to_owned(), has_replacements: false }
        );
        let many = format!("{}\n", "data: x\n".repeat(MAX_LINE / 2 + 1));
        assert_eq!(Sse::new().push(many.as_bytes()), [Frame::Overlong]);
    }
}
