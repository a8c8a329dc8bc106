//! Lines of JSON, each a record by itself, so that a bad one costs nothing but itself.

use super::MAX_LINE;
use super::document::Document;
use super::json;
use super::problem::Problem;
use super::records::Records;
use super::report::Place;
use crate::Response;

/// Lines that come in pieces.
#[derive(Debug)]
pub(super) struct Lines {
    held: Vec<u8>,
    is_long: bool,
    /// The number of the line that is not whole yet.
    line: u64,
}

impl Lines {
    /// Lines of which the first has this number.
    pub(super) const fn new(line: u64) -> Self {
        Self { held: Vec::new(), is_long: false, line }
    }

    /// Takes the next bytes.
    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        records: &mut Records,
        found: &mut dyn FnMut(Response),
    ) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            let line = piece.strip_suffix(b"\n").unwrap_or(piece);
            if self.held.len() + line.len() > MAX_LINE {
                self.is_long = true;
                self.held.clear();
            } else if !self.is_long {
                self.held.extend_from_slice(line);
            }
            if line.len() < piece.len() {
                self.end(false, records, found);
            }
        }
    }

    /// Ends the last line.
    pub(super) fn finish(&mut self, records: &mut Records, found: &mut dyn FnMut(Response)) {
        self.end(true, records, found);
    }

    fn end(&mut self, is_last: bool, records: &mut Records, found: &mut dyn FnMut(Response)) {
        let place = Place::Line(self.line);
        self.line = self.line.saturating_add(1);
        let held = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.is_long) {
            return records.bad(place, Problem::TooLong);
        }
        if held.trim_ascii().is_empty() {
            return;
        }
        match json::parse(&held) {
            Ok((value, is_mended)) if records.knows(&value) => {
                if is_mended {
                    records.replaced();
                }
                records.take(place, &value, found);
            }
            // It may be a whole document on one line.
            Ok(_) => {
                let mut document = Document::at(place);
                document.push(&held, records, found);
                document.finish(records, found);
            }
            Err(error) if is_last && error.is_eof() => records.bad(place, Problem::BrokenOff),
            Err(error) => records.bad(place, Problem::NotJson(error.to_string())),
        }
        self.held = held;
        self.held.clear();
    }
}
