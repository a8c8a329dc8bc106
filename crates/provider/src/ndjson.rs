//! A decoder for newline-delimited JSON.

use crate::lines::{self, Lines, Overlong};
use crate::sse::Frame;

/// Decodes lines of JSON from bytes that arrive in arbitrary pieces. Blank lines are skipped.
#[derive(Debug, Default)]
pub struct Ndjson {
    lines: Lines,
}

impl Ndjson {
    /// Creates a decoder at the beginning of a stream.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes more bytes and returns the lines that they complete, as frames without a name.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.lines.push(bytes, |line| frames.extend(frame(line)));
        frames
    }

    /// Ends the stream and returns the last line if it has no line end.
    pub fn finish(mut self) -> Vec<Frame> {
        let mut frames = Vec::new();
        self.lines.finish(|line| frames.extend(frame(line)));
        frames
    }
}

fn frame(line: Result<&[u8], Overlong>) -> Option<Frame> {
    let Ok(line) = line else {
        return Some(Frame::Overlong);
    };
    let (data, has_replacements) = lines::text(line);
    let data = data.trim_start_matches('\u{feff}').trim();
    (!data.is_empty()).then(|| Frame::Data {
        name: String::new(),
        data: data.to_owned(),
        has_replacements,
    })
}
