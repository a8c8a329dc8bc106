//! Splits questions into files within the limits of their service.

use super::{Export, limits};
use crate::question::Question;

/// The limits of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of questions.
    pub lines: u32,
    /// The maximum size in bytes.
    pub bytes: u64,
}

impl Limits {
    /// The absence of limits, for tools and tables.
    pub const NONE: Self = Self { lines: u32::MAX, bytes: u64::MAX };
}

/// The next piece of output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePart {
    /// More text of the current file.
    Text(String),
    /// The end of the current file, which has this name. The next piece begins another file.
    End(String),
}

/// Questions split into as many files as needed, followed by the companion files.
#[derive(Debug, Clone)]
pub struct Parts {
    export: Export,
    limits: Limits,
    lines: u32,
    bytes: u64,
    /// The names of the finished files.
    names: Vec<String>,
}

impl Parts {
    /// Creates the parts of an export, with the limits of its target.
    pub fn new(export: Export) -> Self {
        let limits = limits(export.target());
        Self::with_limits(export, limits)
    }

    /// Creates the parts of an export, with these limits.
    pub const fn with_limits(export: Export, limits: Limits) -> Self {
        Self { export, limits, lines: 0, bytes: 0, names: Vec::new() }
    }

    /// Takes a question and returns the pieces to write. A question that exceeds the size limit by
    /// itself gets a file of its own.
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

    /// Returns the end of the last file, and the companion files.
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

    /// Returns the name of the current file. The first file has no number, so its name is known
    /// before all questions are written.
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
