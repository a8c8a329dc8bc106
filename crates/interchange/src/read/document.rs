//! Splits a JSON document into the elements of the list that holds its records. Only one record, or
//! the text before the list, is held in memory.

use super::MAX_LINE;
use super::inspect;
use super::json;
use super::nesting::Quoted;
use super::problem::Problem;
use super::records::ReadState;
use super::report::Location;
use crate::Response;

/// The maximum number of containers whose names are kept. No list of records is nested deeper.
const MAX_KEPT: usize = 8;
/// The maximum length of a kept name, in bytes.
const MAX_NAME: usize = 64;

/// A container that is open: an object or a list.
#[derive(Debug)]
struct Container {
    is_list: bool,
    /// In an object, the name of the current or next member.
    name: Vec<u8>,
    /// In an object, true if the next string is a name.
    expects_name: bool,
}

/// The use of the bytes that arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ByteHandling {
    /// The bytes are held. The whole document may be one record, and its beginning may name the
    /// model.
    Whole,
    /// The bytes are held as an element of the list of records. Holds the number of containers that
    /// are open between two elements, this list included.
    Element(usize),
    /// The bytes are skipped.
    Nothing,
}

/// One or several documents that arrive in pieces.
#[derive(Debug)]
pub(super) struct DocumentReader {
    open: Vec<Container>,
    /// The number of open containers beyond those that are kept.
    deeper: usize,
    string: Quoted,
    /// True if the open string is a name.
    is_name: bool,
    keeping: ByteHandling,
    buffer: Vec<u8>,
    is_long: bool,
    /// The location of all records of the document; `None` if each element has its own number.
    place: Option<Location>,
    /// The number of records so far.
    count: u64,
    /// True if there is text outside of the documents.
    has_stray: bool,
}

impl DocumentReader {
    /// Creates a state for documents whose records are numbered from 1.
    pub(super) const fn new() -> Self {
        Self {
            open: Vec::new(),
            deeper: 0,
            string: Quoted::Outside,
            is_name: false,
            keeping: ByteHandling::Whole,
            buffer: Vec::new(),
            is_long: false,
            place: None,
            count: 0,
            has_stray: false,
        }
    }

    /// Creates a state for a document whose records all have this location.
    pub(super) fn at(place: Location) -> Self {
        Self { place: Some(place), ..Self::new() }
    }

    pub(super) fn push(
        &mut self,
        bytes: &[u8],
        records: &mut ReadState,
        found: &mut dyn FnMut(Response),
    ) {
        for &byte in bytes {
            let before = self.string;
            self.string = before.position_after(byte);
            if before != Quoted::Outside || self.string != Quoted::Outside {
                self.read_string(before, byte);
                continue;
            }
            match byte {
                b'{' | b'[' => self.begin(byte == b'[', records),
                b'}' | b']' => self.end(byte, records, found),
                b',' => self.comma(records, found),
                _ => {
                    self.has_stray |= self.open.is_empty() && !byte.is_ascii_whitespace();
                    self.hold(byte);
                }
            }
        }
    }

    /// Ends the last document.
    pub(super) fn finish(mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        if !self.open.is_empty() {
            records.report_bad_record(
                self.place.clone().unwrap_or(Location::File),
                Problem::BrokenOff,
            );
        } else if self.has_stray {
            let place = self.place.take().unwrap_or(Location::File);
            if self.count == 0 {
                records.take(place, &serde_json::Value::Null, found);
            } else {
                records.report_problem(place, Problem::TextOutsideDocument);
            }
        }
    }

    /// Takes a byte of a string, including its quotation marks.
    fn read_string(&mut self, before: Quoted, byte: u8) {
        self.has_stray |= self.open.is_empty();
        if let Some(container) = self.open.last_mut().filter(|_| self.deeper == 0) {
            if before == Quoted::Outside {
                self.is_name = container.expects_name;
                if self.is_name {
                    container.name.clear();
                }
            } else if self.is_name
                && self.string != Quoted::Outside
                && container.name.len() <= MAX_NAME
            {
                container.name.push(byte);
            } else if self.is_name && self.string == Quoted::Outside {
                container.expects_name = false;
            }
        }
        self.hold(byte);
    }

    fn begin(&mut self, is_list: bool, records: &mut ReadState) {
        if self.open.is_empty() {
            self.keeping = ByteHandling::Whole;
            self.buffer.clear();
            self.is_long = false;
        }
        let is_element = matches!(self.keeping, ByteHandling::Element(_));
        let has_records = is_list && self.deeper == 0 && !is_element && self.leads_to_records();
        self.hold(if is_list { b'[' } else { b'{' });
        if self.open.len() >= MAX_KEPT {
            self.deeper += 1;
            return;
        }
        self.open.push(Container { is_list, name: Vec::new(), expects_name: !is_list });
        if has_records {
            self.read_head(records);
            self.keeping = ByteHandling::Element(self.open.len());
            self.buffer.clear();
            self.is_long = false;
        }
    }

    fn end(&mut self, byte: u8, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        if self.is_between_elements() {
            self.end_record(records, found);
            self.keeping = ByteHandling::Nothing;
        }
        self.hold(byte);
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if self.open.pop().is_none() {
            self.has_stray = true;
        } else if self.open.is_empty() && self.keeping == ByteHandling::Whole {
            self.end_record(records, found);
        }
    }

    /// Takes a comma, which may end a record.
    fn comma(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        if self.is_between_elements() {
            return self.end_record(records, found);
        }
        if let Some(container) = self.open.last_mut().filter(|_| self.deeper == 0) {
            container.expects_name = !container.is_list;
        }
        self.hold(b',');
    }

    /// Returns whether the innermost open list is the list of records.
    fn is_between_elements(&self) -> bool {
        self.deeper == 0 && self.keeping == ByteHandling::Element(self.open.len())
    }

    /// Returns whether the list that begins at the current byte contains records. Such a list is
    /// the document itself, the list of results of Inspect, promptfoo or Gemini, or the list of
    /// requests to Anthropic.
    fn leads_to_records(&self) -> bool {
        if self.open.iter().any(|container| container.is_list) {
            return false;
        }
        let names: Vec<&[u8]> =
            self.open.iter().map(|container| container.name.as_slice()).collect();
        matches!(
            names.as_slice(),
            [] | [b"samples" | b"results" | b"requests"]
                | [b"results", b"results"]
                | [.., b"inlinedResponses" | b"inlined_responses"]
        )
    }

    /// Reads the text before the list of records as if the document ended here, because it may name
    /// the model.
    fn read_head(&self, records: &mut ReadState) {
        if self.keeping != ByteHandling::Whole || self.is_long {
            return;
        }
        let mut head = self.buffer.clone();
        head.extend(self.open.iter().rev().map(|open| if open.is_list { b']' } else { b'}' }));
        let Ok((head, _)) = json::parse(&head) else { return };
        if head.as_object().is_some_and(inspect::is_log) {
            records.empty = Problem::NoSamples;
        }
        if let Some(model) = inspect::model(&head) {
            records.model = Some(model);
        }
    }

    fn hold(&mut self, byte: u8) {
        if self.keeping == ByteHandling::Nothing
            || self.is_long
            || self.open.is_empty() && byte != b'{' && byte != b'['
        {
            return;
        }
        if self.buffer.len() < MAX_LINE {
            self.buffer.push(byte);
        } else {
            self.is_long = true;
            self.buffer.clear();
        }
    }

    /// Passes on the held bytes as a record.
    fn end_record(&mut self, records: &mut ReadState, found: &mut dyn FnMut(Response)) {
        let buffer = std::mem::take(&mut self.buffer);
        let is_long = std::mem::take(&mut self.is_long);
        if buffer.trim_ascii().is_empty() && !is_long {
            return;
        }
        self.count = self.count.saturating_add(1);
        let place = self.place.clone().unwrap_or(Location::Record(self.count));
        if is_long {
            records.report_bad_record(place, Problem::TooLong);
        } else {
            records.take_json(place, &buffer, found);
        }
        self.buffer = buffer;
        self.buffer.clear();
    }
}
