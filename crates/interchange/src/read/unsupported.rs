//! Detects files that are not text with results, by their first bytes or by the members of an
//! archive.

use std::fmt;

/// The number of bytes that are examined to detect a file's format.
pub(super) const MAGIC: usize = 16;

/// The kind of a file that is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnsupportedFormat {
    /// A workbook of a spreadsheet program.
    Spreadsheet,
    /// A document of a word processor, slides, or PDF.
    Document,
    /// A picture or a recording.
    Picture,
    /// A table in the format Parquet, Arrow or ORC.
    Columns,
    /// A database of `SQLite`.
    Database,
    /// A text in UTF-32.
    Utf32,
    /// A file with bytes that do not occur in text.
    Binary,
}

/// The first bytes of files that are not read.
const BEGINNINGS: [(&[u8], UnsupportedFormat); 13] = [
    (b"%PDF", UnsupportedFormat::Document),
    (b"{\\rtf", UnsupportedFormat::Document),
    (b"\xd0\xcf\x11\xe0", UnsupportedFormat::Spreadsheet),
    (b"\x89PNG", UnsupportedFormat::Picture),
    (b"\xff\xd8\xff", UnsupportedFormat::Picture),
    (b"GIF8", UnsupportedFormat::Picture),
    (b"RIFF", UnsupportedFormat::Picture),
    (b"PAR1", UnsupportedFormat::Columns),
    (b"ARROW1", UnsupportedFormat::Columns),
    (b"ORC\x01", UnsupportedFormat::Columns),
    (b"SQLite format 3", UnsupportedFormat::Database),
    (b"\xff\xfe\0\0", UnsupportedFormat::Utf32),
    (b"\0\0\xfe\xff", UnsupportedFormat::Utf32),
];

/// The first bytes of compressed files.
const PACKED: [&[u8]; 6] =
    [b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf", b"Rar!\x1a"];

/// The kinds of archives, by the beginning of a member's name.
const MEMBERS: [(&str, UnsupportedFormat); 5] = [
    ("xl/", UnsupportedFormat::Spreadsheet),
    ("word/", UnsupportedFormat::Document),
    ("ppt/", UnsupportedFormat::Document),
    ("Index/Tables/", UnsupportedFormat::Spreadsheet),
    ("Index/Document.iwa", UnsupportedFormat::Document),
];

/// Returns the kind of a file with these first bytes; `None` if it may be readable.
pub(super) fn unsupported_format(bytes: &[u8]) -> Option<UnsupportedFormat> {
    let known = BEGINNINGS.into_iter().find(|(beginning, _)| bytes.starts_with(beginning));
    if let Some((_, unsupported)) = known {
        return Some(unsupported);
    }
    match bytes {
        [1..=127, 0, 0, 0, ..] | [0, 0, 0, 1..=127, ..] if bytes.len() >= 8 => {
            let is_character = |unit: &[u8]| matches!(unit, [_, _, 0, 0] | [0, 0, _, _]);
            let is_wide = bytes.chunks_exact(4).all(is_character);
            Some(if is_wide { UnsupportedFormat::Utf32 } else { UnsupportedFormat::Binary })
        }
        _ => None,
    }
}

/// Returns whether a file with these first bytes is compressed.
pub(super) fn is_packed(bytes: &[u8]) -> bool {
    PACKED.into_iter().any(|beginning| bytes.starts_with(beginning))
}

/// Returns the kind of an `OpenDocument` archive, which its first member names; `None` for other
/// archives.
pub(super) fn by_kind(bytes: &[u8]) -> Option<UnsupportedFormat> {
    let head = String::from_utf8_lossy(bytes.get(30..bytes.len().min(120))?);
    let (_, kind) = head.split_once("mimetypeapplication/vnd.oasis.opendocument.")?;
    let is_sheet = kind.starts_with("spreadsheet");
    Some(if is_sheet { UnsupportedFormat::Spreadsheet } else { UnsupportedFormat::Document })
}

/// Returns the kind of an archive that has a member with this name; `None` if the name is unknown.
pub(super) fn by_member(name: &str) -> Option<UnsupportedFormat> {
    MEMBERS
        .into_iter()
        .find(|(beginning, _)| name.starts_with(beginning))
        .map(|(_, unsupported)| unsupported)
}

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spreadsheet => {
                "It is a workbook of a spreadsheet program, which cannot be read. Save the sheet as CSV in UTF-8, and choose that file."
            }
            Self::Document => {
                "It is a document, not a list of responses. Choose the file that the batch or the tool wrote, or put the responses into a CSV file with the columns “id” and “response”."
            }
            Self::Picture => {
                "It is a picture or a recording, not a list of responses. Choose the file that the batch or the tool wrote."
            }
            Self::Columns => {
                "It is a table in Parquet, Arrow or ORC, which cannot be read. Write it as CSV or JSONL, for instance with pandas, polars or DuckDB, and choose that file."
            }
            Self::Database => {
                "It is an SQLite database, which cannot be read. Export the results and choose that file; promptfoo does so with “promptfoo export eval latest --output results.json”."
            }
            Self::Utf32 => "It is a text in UTF-32, which cannot be read. Save it as UTF-8, and choose that file.",
            Self::Binary => {
                "It is not a text: it contains bytes of value zero. Choose the file that the batch or the tool wrote."
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_not_mistaken_for_a_binary_format() {
        for text in ["{\"id\":\"a\"}", "id,text\na,1\n", "B", "RI", "", "GIF,text", "[{}]"] {
            assert_eq!(
                (unsupported_format(text.as_bytes()), is_packed(text.as_bytes())),
                (None, false),
                "{text}"
            );
        }
        let wide =
            |text: &str| text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>();
        assert_eq!(unsupported_format(&wide("{\"id\"")[..MAGIC]), Some(UnsupportedFormat::Utf32));
        assert_eq!(
            unsupported_format(b"\x07\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff"),
            Some(UnsupportedFormat::Binary)
        );
    }
}
