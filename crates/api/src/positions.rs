//! Positions in a text as JavaScript counts them.

/// How many bytes lie between two counts that are kept.
const BLOCK: usize = 64;

/// Turns positions in bytes of UTF-8 into positions in units of UTF-16.
#[derive(Debug)]
pub struct Positions<'a> {
    text: &'a str,
    /// For each block of bytes, how many units of UTF-16 end before it; nothing where the text is ASCII, in which both are the same.
    counts: Vec<usize>,
}

impl<'a> Positions<'a> {
    /// Of a text.
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

    /// The position in units of UTF-16 of a byte that begins a character, or of the end.
    pub fn utf16(&self, byte: usize) -> usize {
        let byte = byte.min(self.text.len());
        // The end of a text of whole blocks belongs to the last of them.
        let block = (byte / BLOCK).min(self.counts.len().saturating_sub(1));
        let Some(before) = self.counts.get(block) else { return byte };
        before + units(&self.text.as_bytes()[block * BLOCK..byte])
    }
}

/// The units of UTF-16 of the characters that begin among these bytes: two for one of four bytes, which is beyond U+FFFF.
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
    fn every_character_stands_where_javascript_has_it() {
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
