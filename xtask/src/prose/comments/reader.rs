//! A cursor over a source file that collects comments. Its methods are those that several languages
//! need.

use crate::prose::comments::{Comment, Line};

/// The position of a line comment, which decides whether the next one continues it.
#[derive(PartialEq, Eq)]
struct Position {
    marker: &'static str,
    line: usize,
    column: usize,
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    /// The offset of the cursor, which may be past the end.
    pub(super) at: usize,
    /// The offsets at which lines start.
    starts: Vec<usize>,
    pub(super) comments: Vec<Comment<'a>>,
    /// The position of the last line comment.
    last: Option<Position>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        Self { text, bytes: text.as_bytes(), at: 0, starts, comments: Vec::new(), last: None }
    }

    pub(super) fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    pub(super) fn sees(&self, what: &str) -> bool {
        self.bytes[self.at..].starts_with(what.as_bytes())
    }

    /// Returns the offset of a pattern at or after an offset, or the end of the file.
    pub(super) fn find(&self, pattern: &str, from: usize) -> usize {
        let found = self.text.get(from..).and_then(|rest| rest.find(pattern));
        found.map_or(self.bytes.len(), |at| from + at)
    }

    /// Returns the line index, from 0, and the column of an offset.
    pub(super) fn position(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        (line, offset - self.starts[line])
    }

    /// Returns whether only white space precedes an offset on its line.
    pub(super) fn starts_line(&self, offset: usize) -> bool {
        let (_, column) = self.position(offset);
        self.bytes[offset - column..offset].iter().all(u8::is_ascii_whitespace)
    }

    /// Reads a line comment at the cursor. It continues a comment with the same marker in the same
    /// column of the line above, unless code precedes it.
    pub(super) fn line_comment(&mut self, marker: &'static str) {
        let start = self.at;
        self.at = self.find("\n", start);
        let (line, column) = self.position(start);
        let body = &self.text[start + marker.len()..self.at];
        let body = body.trim_end().trim_start_matches('/');
        let text = body.strip_prefix(' ').unwrap_or(body);
        let number = line + 1;
        let above = line.checked_sub(1).map(|line| Position { marker, line, column });
        let continues = above.is_some() && self.last == above && self.starts_line(start);
        match self.comments.last_mut() {
            Some(comment) if continues => comment.lines.push(Line { number, text }),
            _ => {
                self.comments.push(Comment { lines: vec![Line { number, text }], describes: true });
            }
        }
        self.last = Some(Position { marker, line, column });
    }

    /// Adds the text between two offsets as a comment, without an indentation of up to `indent`
    /// bytes.
    pub(super) fn block(&mut self, start: usize, end: usize, indent: usize, describes: bool) {
        let (first, _) = self.position(start);
        let lines = self.text[start..end].lines().enumerate().map(|(index, text)| {
            let spaces = text.len() - text.trim_start_matches(' ').len();
            Line { number: first + index + 1, text: &text[spaces.min(indent)..] }
        });
        let lines = lines.collect();
        self.comments.push(Comment { lines, describes });
    }

    /// Reads a block comment at the cursor. If `nests` is true, it may contain other block
    /// comments.
    pub(super) fn block_comment(&mut self, nests: bool) {
        let start = self.at + 2;
        self.at = start;
        let mut depth = 1;
        while depth > 0 && self.at < self.bytes.len() {
            if self.sees("*/") {
                depth -= 1;
                self.at += 2;
            } else if nests && self.sees("/*") {
                depth += 1;
                self.at += 2;
            } else {
                self.at += 1;
            }
        }
        let end = if depth == 0 { self.at - 2 } else { self.at };
        self.block(start, end.max(start), usize::MAX, true);
        for line in self.comments.last_mut().into_iter().flat_map(|comment| &mut comment.lines) {
            let body = line.text.trim_start_matches(['*', '!']);
            line.text = body.strip_prefix(' ').unwrap_or(body).trim_end();
        }
    }

    /// Skips a string whose quote is at the cursor. If `spans_lines` is false, the end of the line
    /// ends an unclosed string.
    pub(super) fn string(&mut self, spans_lines: bool) {
        let quote = self.peek(0);
        self.at += 1;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\\' => self.at += 2,
                b'\n' if !spans_lines => return,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
        self.at = self.bytes.len();
    }
}
