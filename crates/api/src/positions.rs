//! Conversion of text positions to the UTF-16 units of JavaScript.

/// The distance between stored counts, in bytes.
const BLOCK: usize = 64;

/// A converter from positions in UTF-8 bytes to positions in UTF-16 units.
#[derive(Debug)]
pub struct Positions<'a> {
    text: &'a str,
    /// The number of UTF-16 units before each block. Empty for ASCII text, whose positions are
    /// equal in both encodings.
    counts: Vec<usize>,
}

impl<'a> Positions<'a> {
    /// Creates a converter for a text.
    pub fn new(text: &'a str) -> Self {
        let mut counts = Vec::new();
        if !text.is_ascii() {
            counts.reserve(text.len() / BLOCK + 1);
            let mut count = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                counts.push(count);
                count += units(block);
            }
        }
        Self { text, counts }
    }

    /// Returns the UTF-16 position of a byte that begins a character, or of the end.
    pub fn utf16(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        // If the text consists of complete blocks, its end belongs to the last block.
        let block = (byte / BLOCK).min(self.counts.len().saturating_sub(1));
        let Some(before) = self.counts.get(block) else { return byte };
        before + units(&self.text.as_bytes()[block * BLOCK..byte])
    }
}

/// Counts the UTF-16 units of the characters that begin in these bytes. A character of four bytes
/// is beyond U+FFFF and has two units.
fn units(bytes: &[u8]) -> usize {
    let units = |byte: &u8| match byte {
        0x80..0xc0 => 0,
        0xf0.. => 2,
        _ => 1,
    };
    bytes.iter().map(units).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_utf16_offsets() {
        let texts =
            ["", "S3 = 4", "−4 × 9", "🧮 = 3, é, 中, ½", &"a−🧮".repeat(90), &"−".repeat(64)];
        for text in texts {
            let positions = Positions::new(text);
            let mut units = 0;
            for (byte, character) in text.char_indices() {
                assert_eq!(positions.utf16(byte), units, "{text:?} at {byte}");
                units += character.len_utf16();
            }
            assert_eq!(positions.utf16(text.len()), units, "{text:?} at its end");
        }
    }
}
