//! The syntax of each language: comments, and the parts in which no comment begins. These parts are
//! strings, characters and regular expressions.

use crate::prose::comments::reader::Reader;

impl Reader<'_> {
    pub(super) fn rust(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'/' if self.sees("//!") => self.line_comment("//!"),
                b'/' if self.sees("///") && self.peek(3) != b'/' => self.line_comment("///"),
                b'/' if self.peek(1) == b'/' => self.line_comment("//"),
                b'/' if self.peek(1) == b'*' => self.block_comment(true),
                b'"' => self.string(true),
                b'\'' => self.character(),
                b'r' if self.raw_string() => {}
                _ => self.at += 1,
            }
        }
    }

    /// Skips a character literal, or the apostrophe of a lifetime.
    fn character(&mut self) {
        let Some(next) = self.text[self.at + 1..].chars().next() else {
            self.at += 1;
            return;
        };
        let end = self.at + 1 + next.len_utf8();
        if next == '\\' {
            self.string(false);
        } else if self.bytes.get(end) == Some(&b'\'') {
            self.at = end + 1;
        } else {
            self.at += 1;
        }
    }

    /// Skips a raw string if its `r` is at the cursor. Returns whether there was one.
    fn raw_string(&mut self) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let prefix = &self.bytes[..self.at];
        let prefix =
            prefix.strip_suffix(b"b").or_else(|| prefix.strip_suffix(b"c")).unwrap_or(prefix);
        if prefix.last().is_some_and(|byte| is_name(*byte)) {
            return false;
        }
        let hashes = self.bytes[self.at + 1..].iter().take_while(|byte| **byte == b'#').count();
        if self.peek(1 + hashes) != b'"' {
            return false;
        }
        let closing = format!("\"{}", "#".repeat(hashes));
        self.at = self.find(&closing, self.at + 2 + hashes) + closing.len();
        true
    }

    /// Collects the comments of a JavaScript or TypeScript file.
    pub(super) fn script(&mut self) {
        // The number of open braces in each `${…}` around the cursor.
        let mut templates: Vec<usize> = Vec::new();
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'/' if self.peek(1) == b'/' => self.line_comment("//"),
                b'/' if self.peek(1) == b'*' => self.block_comment(false),
                b'/' => self.regex(),
                b'"' | b'\'' => self.string(false),
                b'`' => self.template(&mut templates),
                b'{' => {
                    templates.iter_mut().next_back().into_iter().for_each(|depth| *depth += 1);
                    self.at += 1;
                }
                b'}' => match templates.last_mut() {
                    Some(0) => {
                        templates.pop();
                        self.template(&mut templates);
                    }
                    Some(depth) => {
                        *depth -= 1;
                        self.at += 1;
                    }
                    None => self.at += 1,
                },
                _ => self.at += 1,
            }
        }
    }

    /// Skips the text of a template literal up to its end or to an expression in it.
    fn template(&mut self, templates: &mut Vec<usize>) {
        self.at += 1;
        while self.at < self.bytes.len() {
            if self.peek(0) == b'\\' {
                self.at += 2;
            } else if self.peek(0) == b'`' {
                self.at += 1;
                return;
            } else if self.sees("${") {
                self.at += 2;
                templates.push(0);
                return;
            } else {
                self.at += 1;
            }
        }
    }

    /// Skips a regular expression, or the slash of a division.
    fn regex(&mut self) {
        let slash = self.at;
        self.at += 1;
        if !expects_value(&self.bytes[..slash]) {
            return;
        }
        let mut in_class = false;
        let mut at = slash + 1;
        while let Some(byte) = self.bytes.get(at) {
            match byte {
                b'\n' => return,
                b'\\' => at += 1,
                b'[' => in_class = true,
                b']' => in_class = false,
                b'/' if !in_class => {
                    self.at = at + 1;
                    return;
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// Collects the comments of a style sheet.
    pub(super) fn style(&mut self) {
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'/' if self.peek(1) == b'*' => self.block_comment(false),
                b'"' | b'\'' => self.string(false),
                b'u' if self.sees("url(") && !matches!(self.peek(4), b'"' | b'\'') => {
                    self.at = self.find(")", self.at);
                }
                _ => self.at += 1,
            }
        }
    }

    pub(super) fn python(&mut self) {
        let mut brackets = 0_usize;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'#' => self.line_comment("#"),
                b'"' if self.sees("\"\"\"") => self.triple("\"\"\"", brackets == 0),
                b'\'' if self.sees("'''") => self.triple("'''", brackets == 0),
                b'"' | b'\'' => self.string(false),
                byte => {
                    match byte {
                        b'(' | b'[' | b'{' => brackets += 1,
                        b')' | b']' | b'}' => brackets = brackets.saturating_sub(1),
                        _ => {}
                    }
                    self.at += 1;
                }
            }
        }
    }

    /// Reads a triple-quoted string. If it is a statement of its own, it is a docstring and thus a
    /// comment.
    fn triple(&mut self, quotes: &str, in_statement: bool) {
        let (start, opening) = (self.at, self.at + quotes.len());
        self.at = opening;
        while self.at < self.bytes.len() && !self.sees(quotes) {
            self.at += if self.peek(0) == b'\\' { 2 } else { 1 };
        }
        let end = self.at.min(self.bytes.len());
        self.at = end + quotes.len();
        if in_statement && self.starts_line(start) {
            let (_, column) = self.position(start);
            self.block(opening, end, column, true);
        }
    }
}

/// Returns whether a value, not an operator, follows some JavaScript code.
fn expects_value(code: &[u8]) -> bool {
    const KEYWORDS: [&[u8]; 8] =
        [b"return", b"typeof", b"case", b"in", b"of", b"do", b"else", b"await"];
    let code = code.trim_ascii_end();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let word = code.iter().rev().take_while(|byte| is_name(byte)).count();
    if word > 0 {
        return KEYWORDS.contains(&&code[code.len() - word..]);
    }
    !matches!(code.last(), Some(b')' | b']' | b'"' | b'\'' | b'`'))
}
