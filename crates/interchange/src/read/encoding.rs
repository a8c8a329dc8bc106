//! Decodes bytes to UTF-8. Invalid UTF-8 is passed on and replaced when records are read.

use std::borrow::Cow;

/// The character encoding of a file.
#[derive(Debug)]
pub(super) enum Encoding {
    /// UTF-8, or another encoding that extends ASCII.
    Utf8,
    /// UTF-16 in either byte order.
    Utf16(Utf16Decoder),
}

/// A decoder for UTF-16 that arrives in pieces.
#[derive(Debug)]
pub(super) struct Utf16Decoder {
    is_big_endian: bool,
    /// The first byte of a unit whose second byte is still missing.
    byte: Option<u8>,
    /// The first surrogate of a pair whose second one is still missing.
    half: Option<u16>,
    has_replacements: bool,
}

impl Encoding {
    /// Detects the encoding by the first bytes of a file: a byte order mark, or ASCII characters
    /// with zeros between them.
    pub(super) const fn of(bytes: &[u8]) -> Self {
        match bytes {
            [0xfe, 0xff, ..] | [0, 1..=127, 0, _, ..] => Self::units(true),
            [0xff, 0xfe, ..] | [1..=127, 0, _, 0, ..] => Self::units(false),
            _ => Self::Utf8,
        }
    }

    const fn units(is_big_endian: bool) -> Self {
        Self::Utf16(Utf16Decoder { is_big_endian, byte: None, half: None, has_replacements: false })
    }

    /// Returns the next bytes as UTF-8.
    pub(super) fn decode<'a>(&mut self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match self {
            Self::Utf8 => Cow::Borrowed(bytes),
            Self::Utf16(units) => Cow::Owned(units.decode(bytes).into_bytes()),
        }
    }

    /// Returns the replacement for an incomplete character at the end of the file.
    pub(super) const fn rest(&mut self) -> &'static [u8] {
        match self {
            Self::Utf16(units) if units.byte.is_some() || units.half.is_some() => {
                units.has_replacements = true;
                "\u{fffd}".as_bytes()
            }
            _ => b"",
        }
    }

    /// Returns whether unpaired surrogates or an incomplete last character were replaced.
    pub(super) const fn has_replacements(&self) -> bool {
        matches!(self, Self::Utf16(Utf16Decoder { has_replacements: true, .. }))
    }
}

impl Utf16Decoder {
    fn decode(&mut self, bytes: &[u8]) -> String {
        let mut text = String::with_capacity(bytes.len());
        for &byte in bytes {
            let Some(first) = self.byte.take() else {
                self.byte = Some(byte);
                continue;
            };
            let pair = [first, byte];
            let unit = if self.is_big_endian {
                u16::from_be_bytes(pair)
            } else {
                u16::from_le_bytes(pair)
            };
            self.push(unit, &mut text);
        }
        text
    }

    fn push(&mut self, unit: u16, text: &mut String) {
        let half = self.half.take();
        if (0xd800..=0xdbff).contains(&unit) {
            self.half = Some(unit);
        }
        let complete = self.half.is_none().then_some(unit);
        for character in char::decode_utf16(half.into_iter().chain(complete)) {
            self.has_replacements |= character.is_err();
            text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        }
    }
}
