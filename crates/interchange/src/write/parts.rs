//! Files that hold no more than their service takes.

use super::{Export, limits};
use crate::question::Question;

/// What a file may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Questions.
    pub lines: u32,
    /// Bytes.
    pub bytes: u64,
}

impl Limits {
    /// No limit.
    pub const NONE: Self = Self { lines: u32::MAX, bytes: u64::MAX };
}

/// What is to be written next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePart {
    /// More of the present file.
    Text(String),
    /// The present file is over, and this is its name; what comes next begins another one.
    End(String),
}

/// Puts questions into as many files as they need, and what belongs beside them behind them.
#[derive(Debug, Clone)]
pub struct Parts {
    export: Export,
    limits: Limits,
    lines: u32,
    bytes: u64,
    /// The files that are over.
    names: Vec<String>,
}

impl Parts {
    /// With the limits of the export's target.
    pub fn new(export: Export) -> Self {
        let limits = limits(export.target());
        Self::with_limits(export, limits)
    }

    /// With limits of one's own.
    pub const fn with_limits(export: Export, limits: Limits) -> Self {
        Self { export, limits, lines: 0, bytes: 0, names: Vec::new() }
    }

    /// Takes a question, and tells what is to be written. A question that is larger than a file may be gets one of its own.
    pub fn push(&mut self, question: &Question) -> Vec<FilePart> {
        let text = self.export.question(question);
        let mut parts = Vec::new();
        let size = |text: &str| u64::try_from(text.len()).unwrap_or(u64::MAX);
        let around = size(self.export.between()) + size(self.export.tail());
        let is_full = self.lines >= self.limits.lines
            || self.bytes + size(&text) + around > self.limits.bytes;
        if self.lines > 0 && is_full {
            parts.push(FilePart::Text(self.export.tail().to_owned()));
            parts.push(self.end());
        }
        let before =
            if self.lines == 0 { self.export.head() } else { self.export.between().to_owned() };
        self.lines += 1;
        self.bytes += size(&before) + size(&text);
        parts.push(FilePart::Text(before + &text));
        parts
    }

    /// What ends the last file, and the files that belong beside those of the questions.
    pub fn finish(mut self) -> Vec<FilePart> {
        let tail = self.export.tail();
        let end = if self.lines == 0 {
            self.export.head() + tail.trim_start_matches('\n')
        } else {
            tail.to_owned()
        };
        let mut parts = vec![FilePart::Text(end), self.end()];
        for (name, text) in self.export.companions(&self.names) {
            parts.extend([FilePart::Text(text), FilePart::End(name)]);
        }
        parts
    }

    /// What the present file is called. Only those behind the first have a number, so that a name is known before its file is whole.
    pub fn name(&self) -> String {
        self.export.file_name(self.names.len() + 1)
    }

    fn end(&mut self) -> FilePart {
        (self.lines, self.bytes) = (0, 0);
        let name = self.name();
        self.names.push(name.clone());
        FilePart::End(name)
    }
}
