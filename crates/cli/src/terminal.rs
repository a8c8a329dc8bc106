//! Output for a terminal, without characters that could control it or change the direction of
//! writing.

use std::io::{self, Write};

use stepfall_procedure::safe_text;

/// A writer that passes text through [`safe_text`] before it writes it.
#[derive(Debug)]
pub struct EscapingWriter<W> {
    out: W,
    /// The first bytes of a character whose other bytes have not been written yet.
    rest: Vec<u8>,
}

impl<W> EscapingWriter<W> {
    /// Creates a writer that passes the changed text to `out`.
    pub const fn new(out: W) -> Self {
        Self { out, rest: Vec::new() }
    }
}

impl<W: Write> Write for EscapingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.rest) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.rest.len(),
        };
        let text = safe_text(&String::from_utf8_lossy(&self.rest[..whole]));
        self.rest.drain(..whole);
        self.out.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

    use super::*;

    #[test]
    fn control_characters_are_replaced_for_every_split_of_the_text() {
        let text = "a\tä\u{1b}]0;PWNED\u{7}\n\u{9d}x\u{202e}b\r\n";
        let wanted = "a\tä\u{fffd}]0;PWNED\u{fffd}\n\u{fffd}x\u{fffd}b\u{fffd}\n";
        for size in [1, 2, 3, 100] {
            let mut shown = EscapingWriter::new(Vec::new());
            for piece in text.as_bytes().chunks(size) {
                shown.write_all(piece).unwrap();
            }
            assert_eq!(String::from_utf8(shown.out).unwrap(), wanted, "{size}");
        }
    }
}
