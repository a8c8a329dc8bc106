//! `stepfall grade`: the verdict on a transcript, as text or JSON.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};

use stepfall_cli::verdict::Page;
use stepfall_cli::{CommandError, print_line};
use stepfall_condition::{ReadingRecord, read as read_dialogue};
use stepfall_grade::{MAX_TRANSCRIPT, StopReason};
use stepfall_procedure::safe_text;

use crate::args::{GradeArguments, ReportedStop, Selected, VerdictFormat};

pub(crate) fn run(arguments: &GradeArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let Selected { item, condition, link, holds_foreign_answer } = arguments.selection.resolve()?;
    if holds_foreign_answer && arguments.file.is_none() {
        return Err(CommandError::ForeignAnswer);
    }
    let link_with_answer =
        link.filter(|link| arguments.file.is_none() && !link.transcript.is_empty());
    let cut = link_with_answer.as_ref().is_some_and(|link| link.is_cut);
    let transcript = match (&arguments.file, link_with_answer) {
        (_, Some(link)) => link.transcript,
        (None, None) => read("-")?,
        (Some(path), None) => read(path)?,
    };
    let cut = cut || arguments.stop == ReportedStop::Length;
    let stop = if cut { StopReason::Length } else { StopReason::Unknown };
    let mut transcript = transcript.as_str();
    let mut reading = read_dialogue(&item, condition, transcript, stop);
    let text;
    if let Some(number) = arguments.sample {
        text = reading.text;
        let found = reading.verdict.samples.len();
        let range = number.checked_sub(1).and_then(|at| reading.verdict.samples.get(at)).cloned();
        let sample = range.and_then(|range| text.get(range));
        transcript = sample.ok_or(CommandError::Sample { given: number, found })?;
        reading = read_dialogue(&item, condition, transcript, stop);
    }
    match arguments.format {
        VerdictFormat::Text => {
            let page = Page { item: &item, condition, reading: &reading };
            write!(out, "{}", safe_text(&page.text()))?;
        }
        VerdictFormat::Json => {
            let record = ReadingRecord::new(&item, condition, transcript, &reading);
            serde_json::to_writer_pretty(&mut *out, &record)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Reads a transcript from a file, or from standard input for `-`. Prints a notice if it contains
/// no text.
fn read(path: &str) -> Result<String, CommandError> {
    let limit = MAX_TRANSCRIPT as u64 + 1;
    let mut bytes = Vec::new();
    let outcome = if path == "-" {
        if io::stdin().is_terminal() {
            print_line("reading the transcript from standard input, up to its end (Ctrl-D)");
        }
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    let path = || if path == "-" { "standard input".to_owned() } else { path.to_owned() };
    outcome.map_err(|error| CommandError::Unread { path: path(), error })?;
    if bytes.len() > MAX_TRANSCRIPT {
        return Err(CommandError::TooLarge { path: path() });
    }
    let text = decode_transcript(&bytes, &path());
    if text.trim().is_empty() {
        print_line(&format!("notice: {} contains no text", path()));
    }
    Ok(text)
}

/// Returns whether the bytes of a file begin with the byte-order mark of UTF-16.
pub(crate) fn is_wide(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
}

/// Decodes a file as UTF-16 if it begins with a UTF-16 byte-order mark, else as UTF-8.
///
/// Invalid bytes become replacement characters, which a notice reports.
pub(crate) fn decode_transcript(bytes: &[u8], path: &str) -> String {
    let (name, (text, is_broken)) = match bytes {
        [0xFF, 0xFE, units @ ..] => ("UTF-16LE", from_utf16(units, u16::from_le_bytes)),
        [0xFE, 0xFF, units @ ..] => ("UTF-16BE", from_utf16(units, u16::from_be_bytes)),
        // A byte-order mark of UTF-8 stays in the text. The grader and the readers of files skip
        // the mark.
        _ => match String::from_utf8_lossy(bytes) {
            Cow::Borrowed(text) => ("UTF-8", (text.to_owned(), false)),
            Cow::Owned(text) => ("UTF-8", (text, true)),
        },
    };
    if is_broken {
        print_line(&format!(
            "notice: {path} is not valid {name}; invalid parts are read as \u{FFFD}"
        ));
    }
    text
}

/// Decodes UTF-16, and returns whether some of it is invalid.
fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> (String, bool) {
    let (units, rest) = bytes.as_chunks();
    let mut is_broken = !rest.is_empty();
    let characters = char::decode_utf16(units.iter().map(|bytes| unit(*bytes)));
    let mut text: String = characters
        .map(|character| {
            character.unwrap_or_else(|_| {
                is_broken = true;
                char::REPLACEMENT_CHARACTER
            })
        })
        .collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, is_broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_decoded_by_their_byte_order_mark() {
        for (bytes, text) in [
            (&b"S3 = 5"[..], "S3 = 5"),
            (b"\xEF\xBB\xBFa", "\u{FEFF}a"),
            (b"a\xFF\xFE", "a\u{FFFD}\u{FFFD}"),
            (b"\xFF\xFEa\0\x12\x22", "a\u{2212}"),
            (b"\xFE\xFF\0a\x22\x12", "a\u{2212}"),
            (b"\xFF\xFE\x3D\xD8a\0b", "\u{FFFD}a\u{FFFD}"),
        ] {
            assert_eq!(decode_transcript(bytes, "file"), text);
        }
    }
}
