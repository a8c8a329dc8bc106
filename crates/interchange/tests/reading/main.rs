//! Files of responses, read whole and in pieces.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod arbitrary;
mod archives;
mod bad;
mod files;

use stepfall_interchange::{ColumnChoice, FileReader, FileReport, Response, ResponseEnd};

/// Reads a file that arrives in these pieces.
fn read_pieces<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
    choice: Option<&ColumnChoice>,
) -> (Vec<Response>, FileReport) {
    let mut responses = Vec::new();
    let mut reader = FileReader::new("the file", choice.cloned());
    for piece in pieces {
        reader.push(piece, &mut |response| responses.push(response));
    }
    let report = reader.finish(&mut |response| responses.push(response));
    assert_eq!(usize::try_from(report.responses), Ok(responses.len()));
    assert!(report.problems.len() <= stepfall_interchange::MAX_PROBLEMS + 3);
    (responses, report)
}

/// Reads a file whole, byte by byte, and in two pieces. All results must be equal.
fn read(bytes: &[u8], choice: Option<&ColumnChoice>) -> (Vec<Response>, FileReport) {
    let whole = read_pieces([bytes], choice);
    assert_eq!(read_pieces(bytes.chunks(1), choice), whole, "byte by byte");
    // An archive is held until its end, so a few splits are enough.
    let step = if bytes.starts_with(b"PK") { bytes.len() / 20 + 1 } else { 1 };
    for at in (0..bytes.len()).step_by(step) {
        let (first_part, second_part) = bytes.split_at(at);
        assert_eq!(read_pieces([first_part, second_part], choice), whole, "split at {at}");
    }
    whole
}

/// Formats a response as `id#sample (end) text`, followed by its other data.
fn line(response: &Response) -> String {
    let Response { id, sample, text, reasoning, end, model, tokens_in, tokens_out } = response;
    let end = match end {
        ResponseEnd::Natural => String::new(),
        ResponseEnd::Length => " (length)".to_owned(),
        ResponseEnd::Refusal => " (refusal)".to_owned(),
        ResponseEnd::Failed(reason) => format!(" (failed: {reason})"),
    };
    let mut line = format!("{id}#{sample}{end} {text:?}");
    if !reasoning.is_empty() {
        line += &format!(" reasoning {reasoning:?}");
    }
    if let Some(model) = model {
        line += &format!(" by {model}");
    }
    if tokens_in.is_some() || tokens_out.is_some() {
        let number =
            |tokens: &Option<u64>| tokens.map_or("?".to_owned(), |tokens| tokens.to_string());
        line += &format!(" tokens {} → {}", number(tokens_in), number(tokens_out));
    }
    line
}

/// Formats the result of a file as lines.
fn summary((responses, report): &(Vec<Response>, FileReport)) -> String {
    let kind = report.kind.map_or("nothing that is known".to_owned(), |kind| kind.to_string());
    let mut lines = vec![format!("{kind}; {} records", report.lines)];
    lines.extend(responses.iter().map(line));
    lines.extend(report.problems.iter().map(ToString::to_string));
    if report.problems_left_out > 0 {
        lines.push(format!("and {} more", report.problems_left_out));
    }
    if !report.columns.is_empty() {
        lines.push(format!("columns: {}", report.columns.join(" | ")));
    }
    lines.join("\n")
}

/// Returns the problems of a file as sentences.
fn messages(report: &FileReport) -> Vec<String> {
    report.problems.iter().map(ToString::to_string).collect()
}

/// Returns the ids and texts of responses.
fn texts(responses: &[Response]) -> Vec<(&str, &str)> {
    responses.iter().map(|response| (response.id.as_str(), response.text.as_str())).collect()
}
