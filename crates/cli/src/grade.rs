//! `stepfall grade`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};

use encoding_rs::{Encoding, UTF_8};
use stepfall_cli::verdict::Page;
use stepfall_cli::{Failure, say};
use stepfall_condition::{ReadingRecord, read as read_dialogue};
use stepfall_grade::{MAX_TRANSCRIPT, Stop};

use crate::args::{GradeArguments, Selected, StopReason, VerdictFormat};

/// Prints the verdict on a transcript.
pub(crate) fn run(arguments: &GradeArguments, out: &mut impl Write) -> Result<(), Failure> {
    let Selected { item, condition, link, holds_foreign_answer } = arguments.selection.resolve()?;
    if holds_foreign_answer && arguments.file.is_none() {
        return Err(Failure::ForeignAnswer);
    }
    let of_link = link.filter(|link| arguments.file.is_none() && !link.transcript.is_empty());
    let cut = of_link.as_ref().is_some_and(|link| link.cut);
    let transcript = match (&arguments.file, of_link) {
        (_, Some(link)) => link.transcript,
        (None, None) => read("-")?,
        (Some(path), None) => read(path)?,
    };
    let cut = cut || arguments.stop == StopReason::Length;
    let stop = if cut { Stop::Length } else { Stop::Unknown };
    let mut transcript = transcript.as_str();
    let mut reading = read_dialogue(&item, condition, transcript, stop);
    let whole;
    if let Some(given) = arguments.sample {
        whole = reading.text;
        let found = reading.verdict.samples.len();
        let range = given.checked_sub(1).and_then(|at| reading.verdict.samples.get(at)).cloned();
        let sample = range.and_then(|range| whole.get(range));
        transcript = sample.ok_or(Failure::Sample { given, found })?;
        reading = read_dialogue(&item, condition, transcript, stop);
    }
    match arguments.format {
        VerdictFormat::Text => {
            let page = Page { item: &item, condition, reading: &reading };
            write!(out, "{}", page.text())?;
        }
        VerdictFormat::Json => {
            let record = ReadingRecord::new(&item, condition, transcript, &reading);
            serde_json::to_writer_pretty(&mut *out, &record)?;
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Reads a file, or standard input for `-`. Bytes that are no UTF-8 become replacement characters.
fn read(path: &str) -> Result<String, Failure> {
    let limit = MAX_TRANSCRIPT as u64 + 1;
    let mut bytes = Vec::new();
    let outcome = if path == "-" {
        if io::stdin().is_terminal() {
            say("reading the transcript from standard input, up to its end (Ctrl-D)");
        }
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    let path = || if path == "-" { "standard input".to_owned() } else { path.to_owned() };
    outcome.map_err(|error| Failure::Unread { path: path(), error })?;
    if bytes.len() > MAX_TRANSCRIPT {
        return Err(Failure::TooLarge { path: path() });
    }
    let text = decoded(&bytes, &path());
    if text.trim().is_empty() {
        say(&format!("notice: {} holds no text", path()));
    }
    Ok(text)
}

/// Whether the bytes of a file begin with the mark of UTF-16.
pub(crate) fn is_wide(bytes: &[u8]) -> bool {
    encoding(bytes) != UTF_8
}

/// UTF-16 where a byte-order mark says so, as some shells write it, else UTF-8.
fn encoding(bytes: &[u8]) -> &'static Encoding {
    Encoding::for_bom(bytes).map_or(UTF_8, |(encoding, _)| encoding)
}

/// The text of a file: UTF-16 where a byte-order mark says so, else UTF-8. What is neither becomes replacement characters, and is told.
pub(crate) fn decoded(bytes: &[u8], path: &str) -> String {
    let encoding = encoding(bytes);
    // The mark of UTF-8 is a part of the text, which graders and readers leave out themselves.
    let content = if encoding == UTF_8 { bytes } else { &bytes[2..] };
    let (text, is_broken) = encoding.decode_without_bom_handling(content);
    if is_broken {
        let name = encoding.name();
        say(&format!("notice: {path} is no {name} throughout; what is not is read as \u{FFFD}"));
    }
    text.into_owned()
}
