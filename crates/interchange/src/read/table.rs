//! Reads tables: CSV by RFC 4180, also with tabs, semicolons or bars between the cells.

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};
use serde_json::Value;
use stepfall_sweep::push_record;

use super::MAX_LINE;
use super::json::Object;
use super::problem::Problem;
use super::records::ReadState;
use super::report::{Location, MAX_COLUMNS};
use super::row::{self, ColumnChoice};
use crate::Response;

/// The possible separators of cells.
const SEPARATORS: [u8; 4] = [b',', b'\t', b';', b'|'];
/// The maximum number of cells in a row.
const MAX_CELLS: usize = 4_096;
/// The maximum number of times that reading restarts after a line that is left out.
const MAX_RECOVERIES: u32 = 20;

/// A table that arrives in pieces, including its first row.
#[derive(Debug)]
pub(super) struct TableReader {
    separator: u8,
    reader: Reader,
    /// The bytes of the incomplete row.
    raw: Vec<u8>,
    /// The text of the row's cells that were read so far.
    cells: Vec<u8>,
    cells_len: usize,
    ends: Vec<usize>,
    ends_len: usize,
    long: OverlongRow,
    names: Option<Vec<String>>,
    /// The number of the line of the next byte.
    line: u64,
    /// True after a carriage return, so that a following line feed belongs to it.
    is_returned: bool,
    recoveries: u32,
    rows: u64,
    /// The number of rows with as many cells as there are names.
    even_rows: u64,
}

/// The state of a row that may be too long to be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OverlongRow {
    No,
    /// The row is too long, and this is not reported yet.
    Unreported,
    /// The row is too long, and this is already reported.
    Reported,
}

/// Returns the separator of a first line. It is the one that yields chosen or known columns, or
/// else the one that yields the most cells.
pub(super) fn separator(line: &[u8], choice: Option<&ColumnChoice>) -> u8 {
    let rank = |separator: u8| {
        let names = first_row(line, separator);
        let row = names.iter().map(|name| (name.clone(), Value::Null)).collect::<Object>();
        let is_chosen = choice.is_some_and(|choice| row::has_chosen(&row, choice));
        (is_chosen, row::is_known(&row), names.len().min(MAX_CELLS))
    };
    // The first of equally good separators is preferred.
    SEPARATORS.into_iter().rev().max_by_key(|&separator| rank(separator)).unwrap_or(b',')
}

fn first_row(line: &[u8], separator: u8) -> Vec<String> {
    let mut table = TableReader::new(separator, 1);
    let mut first = line.to_vec();
    first.push(b'\n');
    table.read(&first);
    table.row().0
}

impl TableReader {
    /// Creates a table with this separator whose first byte is on this line.
    pub(super) fn new(separator: u8, line: u64) -> Self {
        Self {
            separator,
            reader: ReaderBuilder::new().delimiter(separator).build(),
            raw: Vec::new(),
            cells: vec![0; 1_024],
            cells_len: 0,
            ends: vec![0; 32],
            ends_len: 0,
            long: OverlongRow::No,
            names: None,
            line,
            is_returned: false,
            recoveries: 0,
            rows: 0,
            even_rows: 0,
        }
    }

    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        records: &mut ReadState,
        found: &mut dyn FnMut(Response),
    ) {
        let mut bytes = bytes;
        while !bytes.is_empty() {
            let room = (MAX_LINE + 1).saturating_sub(self.raw.len()).max(1);
            let (is_row, taken) = self.read(&bytes[..bytes.len().min(room)]);
            bytes = &bytes[taken..];
            if is_row {
                self.end_row(records, found);
            } else if self.raw.len() > MAX_LINE {
                self.overflow(records, found);
            }
        }
    }

    pub(super) fn finish(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        loop {
            let before = self.cells_len;
            // A line break ends the row unless a quotation mark is open.
            let (is_row, _) = self.read(b"\n");
            if is_row {
                return self.end_row(records, found);
            }
            if self.cells_len == before {
                return;
            }
            self.raw.pop();
            if self.long != OverlongRow::No || !self.recover(Problem::OpenQuote, records, found) {
                return;
            }
        }
    }

    /// Reads up to the end of a row. Returns whether the end was reached, and the number of bytes
    /// that were read.
    fn read(&mut self, bytes: &[u8]) -> (bool, usize) {
        let mut taken = 0;
        while taken < bytes.len() {
            let (result, read, wrote, ended) = self.reader.read_record(
                &bytes[taken..],
                &mut self.cells[self.cells_len..],
                &mut self.ends[self.ends_len..],
            );
            self.raw.extend_from_slice(&bytes[taken..taken + read]);
            taken += read;
            self.cells_len += wrote;
            self.ends_len += ended;
            match result {
                ReadRecordResult::InputEmpty | ReadRecordResult::End => break,
                ReadRecordResult::Record => return (true, taken),
                ReadRecordResult::OutputFull if self.long != OverlongRow::No => self.cells_len = 0,
                ReadRecordResult::OutputFull => self.cells.resize(self.cells.len() * 2, 0),
                ReadRecordResult::OutputEndsFull if self.ends.len() < MAX_CELLS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputEndsFull => {
                    self.long = OverlongRow::Unreported;
                    self.ends_len = 0;
                }
            }
        }
        (false, taken)
    }

    /// Returns the cells of the last row, and whether they contain bytes that are not UTF-8.
    fn row(&self) -> (Vec<String>, bool) {
        let (mut cells, mut has_replacements, mut begin) = (Vec::new(), false, 0);
        for &end in &self.ends[..self.ends_len] {
            let cell = String::from_utf8_lossy(self.cells.get(begin..end).unwrap_or_default());
            has_replacements |= matches!(cell, std::borrow::Cow::Owned(_));
            cells.push(cell.into_owned());
            begin = end;
        }
        (cells, has_replacements)
    }

    fn end_row(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        let blank = self.raw.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        let raw = std::mem::take(&mut self.raw);
        let (before, row) = raw.split_at(blank);
        self.count_lines(before);
        let place = Location::Line(self.line);
        self.count_lines(row);
        let ((cells, has_replacements), long) = (self.row(), self.long);
        self.begin_row(raw);
        match long {
            OverlongRow::No => {}
            OverlongRow::Unreported => return records.report_bad_record(place, Problem::TooLong),
            OverlongRow::Reported => return,
        }
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return;
        }
        if has_replacements {
            records.note_replacements();
        }
        let Some(names) = &self.names else {
            self.names = Some(cells.into_iter().map(|name| name.trim().to_owned()).collect());
            return;
        };
        self.rows += 1;
        self.even_rows += u64::from(cells.len() == names.len());
        let mut row = Object::new();
        let mut cells = cells.into_iter();
        for name in names {
            let cell = cells.next().map_or(Value::Null, |cell| Value::String(bare(cell)));
            row.entry(name.as_str()).or_insert(cell);
        }
        records.take_row(place, &row, found);
    }

    /// Prepares the next row, and reuses the memory of the last one.
    fn begin_row(&mut self, mut raw: Vec<u8>) {
        raw.clear();
        self.raw = raw;
        self.cells_len = 0;
        self.ends_len = 0;
        self.long = OverlongRow::No;
    }

    /// Handles a row that exceeds the limit.
    fn overflow(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        let state = self.long;
        if state == OverlongRow::No && self.recover(Problem::TooLong, records, found) {
            return;
        }
        let raw = std::mem::take(&mut self.raw);
        self.count_lines(&raw);
        self.begin_row(raw);
        self.long = if state == OverlongRow::Unreported { state } else { OverlongRow::Reported };
    }

    /// Leaves out the line on which the row begins, and reads the held bytes after it again.
    /// Returns false if no held bytes follow that line, or after too many restarts.
    fn recover(
        &mut self,
        problem: Problem,
        records: &mut ReadState,
        found: &mut dyn FnMut(Response),
    ) -> bool {
        let raw = std::mem::take(&mut self.raw);
        let is_break = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let blank = raw.iter().take_while(|byte| is_break(byte)).count();
        self.count_lines(&raw[..blank]);
        records.report_bad_record(Location::Line(self.line), problem);
        let end = raw[blank..].iter().position(is_break).map(|end| blank + end);
        self.reader = ReaderBuilder::new().delimiter(self.separator).build();
        self.begin_row(Vec::new());
        let Some(end) = end.filter(|_| self.recoveries < MAX_RECOVERIES) else {
            self.count_lines(&raw[blank..]);
            return false;
        };
        self.recoveries += 1;
        self.count_lines(&raw[blank..end]);
        self.push(&raw[end..], records, found);
        true
    }

    fn count_lines(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let is_second = std::mem::take(&mut self.is_returned) && byte == b'\n';
            self.is_returned = byte == b'\r';
            if matches!(byte, b'\r' | b'\n') && !is_second {
                self.line = self.line.saturating_add(1);
            }
        }
    }

    /// Returns the names of the columns. They are empty if most rows have another number of cells,
    /// because the file is then hardly a table.
    pub(super) fn columns(&self) -> Vec<String> {
        if self.even_rows < self.rows.div_ceil(2) {
            return Vec::new();
        }
        let names = self.names.iter().flatten().filter(|name| !name.is_empty());
        names.take(MAX_COLUMNS).cloned().collect()
    }
}

/// Removes the apostrophe that Stepfall's tables put before text that a spreadsheet would take for
/// a formula.
fn bare(cell: String) -> String {
    let Some(rest) = cell.strip_prefix('\'') else { return cell };
    let apostrophes = |text: &str| text.len() - text.trim_start_matches('\'').len();
    let mut written = String::new();
    push_record(&mut written, &[rest]);
    let is_ours = apostrophes(written.strip_prefix('"').unwrap_or(&written)) > apostrophes(rest);
    if is_ours { rest.to_owned() } else { cell }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_the_one_that_yields_known_columns() {
        assert_eq!(separator(b"id;response;a, b, c, d", None), b';');
        assert_eq!(separator(b"id\tresponse", None), b'\t');
        assert_eq!(separator(b"a,b,c;d", None), b',');
        assert_eq!(separator(b"", None), b',');
        let choice = ColumnChoice { id: "c".to_owned(), output: "d,e,f".to_owned() };
        assert_eq!(separator(b"c;d,e,f", Some(&choice)), b';');
    }

    #[test]
    fn an_apostrophe_is_removed_only_before_an_escaped_cell() {
        let bare = |cell: &str| super::bare(cell.to_owned());
        assert_eq!(bare("'=1,\"a\""), "=1,\"a\"");
        assert_eq!(bare("''=1"), "'=1");
        assert_eq!(
            (bare("'tis"), bare("'"), bare("''"), bare("-4")),
            ("'tis".into(), "'".into(), "''".into(), "-4".into())
        );
    }
}
