//! Splits bytes that arrive in arbitrary pieces into lines.

use std::borrow::Cow;

/// The maximum length of a line, and of the data of one server-sent event, in bytes. The limit is
/// high because some providers repeat the whole answer at its end.
pub const MAX_LINE: usize = 4 << 20;

/// Decodes bytes, and returns whether they had invalid UTF-8. Each invalid sequence becomes one
/// U+FFFD, as the Unicode standard recommends (section 3.9, "U+FFFD Substitution of Maximal
/// Subparts").
pub(crate) fn text(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let text = String::from_utf8_lossy(bytes);
    let has_replacements = matches!(text, Cow::Owned(_));
    (text, has_replacements)
}

/// The error for a line that was longer than [`MAX_LINE`] and was skipped.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Overlong;

/// Splits bytes into lines without their ends: LF, CRLF or CR.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    pending: Vec<u8>,
    overlong: bool,
    after_return: bool,
}

impl Lines {
    /// Takes more bytes and passes on each line that is complete or too long.
    pub(crate) fn push(&mut self, bytes: &[u8], mut each: impl FnMut(Result<&[u8], Overlong>)) {
        for &byte in bytes {
            let second_half = self.after_return && byte == b'\n';
            self.after_return = byte == b'\r';
            match byte {
                b'\n' if second_half => {}
                b'\n' | b'\r' => self.end(&mut each),
                _ if self.overlong => {}
                _ if self.pending.len() < MAX_LINE => self.pending.push(byte),
                _ => {
                    // The error is reported at once, because the end of the line may never come.
                    self.overlong = true;
                    each(Err(Overlong));
                }
            }
        }
    }

    /// Passes on the last line if it has no line end.
    pub(crate) fn finish(&mut self, mut each: impl FnMut(Result<&[u8], Overlong>)) {
        if !self.pending.is_empty() {
            self.end(&mut each);
        }
    }

    fn end(&mut self, each: &mut impl FnMut(Result<&[u8], Overlong>)) {
        if !self.overlong {
            each(Ok(&self.pending));
        }
        self.pending.clear();
        self.overlong = false;
    }
}
