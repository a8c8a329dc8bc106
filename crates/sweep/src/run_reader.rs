//! A reader for a file of attempts that arrives in pieces, as lines of JSON or as a table. The
//! first byte of the file determines its form.

use crate::attempt::{LineError, MAX_LINE};
use crate::csv::{CsvError, Record, Records};
use crate::run::{BadLine, HeaderError, MAX_BAD, Run};
use crate::table::Columns;

/// The longest first line, in bytes: the header of a file, or the names of a table's columns.
const MAX_FIRST: usize = 1 << 20;
/// The possible separators of cells: the comma that this crate writes, and others that spreadsheets
/// write.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// The byte order mark that some programs put before UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns whether a file with this beginning can only be a table, because it does not begin with a
/// JSON object. False for an empty beginning.
pub fn is_table(bytes: &[u8]) -> bool {
    bytes.strip_prefix(MARK).unwrap_or(bytes).first().is_some_and(|&byte| byte != b'{')
}

/// A reader of a file that arrives in pieces. The file is UTF-8, and pieces may end anywhere.
///
/// The reader holds only an incomplete line and the content of [`RunReader::run`].
#[derive(Debug, Default)]
pub struct RunReader {
    run: Option<Run>,
    /// The form of the file, known after its first line.
    form: Option<Form>,
    /// The beginning of an incomplete line.
    rest: Vec<u8>,
    /// True if the incomplete line is too long to be held.
    is_long: bool,
    /// The unreadable lines before the run was known.
    bad: Vec<BadLine>,
}

#[derive(Debug)]
enum Form {
    Lines,
    Table(Box<Columns>, Records),
}

impl RunReader {
    /// Returns the run so far; `None` until a line has identified the plan. A caller that removes
    /// attempts must itself prefer the first answer if a task has several attempts.
    pub const fn run(&mut self) -> Option<&mut Run> {
        self.run.as_mut()
    }

    /// Reads the next piece.
    ///
    /// # Errors
    ///
    /// [`HeaderError`] if the file is not a file of attempts. Further pieces are then useless.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), HeaderError> {
        if self.form.is_none() {
            // The bytes before this piece contain no line break, except perhaps a last carriage
            // return.
            let from = self.rest.len().saturating_sub(1);
            self.rest.extend_from_slice(piece);
            let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let end = self.rest[from..].iter().position(is_break).map(|end| from + end);
            let Some(end) = end else {
                let is_long = self.rest.len() > MAX_FIRST;
                return if is_long { Err(HeaderError::NotAHeader) } else { Ok(()) };
            };
            let behind = match &self.rest[end..] {
                // A line feed may follow in the next piece.
                b"\r" => return Ok(()),
                [b'\r', b'\n', ..] => end + 2,
                _ => end + 1,
            };
            let buffer = std::mem::take(&mut self.rest);
            self.begin(&buffer[..end])?;
            return self.push(&buffer[behind..]);
        }
        let mut piece = piece;
        while !piece.is_empty() {
            match &mut self.form {
                Some(Form::Table(columns, records)) => {
                    let Some(record) = records.next(&mut piece) else { return Ok(()) };
                    self.bad.extend(place(&mut self.run, columns, record)?);
                    if self.bad.len() >= MAX_BAD {
                        return Err(HeaderError::NoLines(self.bad.drain(..).next()));
                    }
                }
                _ => piece = self.take_line(piece),
            }
        }
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// [`HeaderError`] if the file is not a file of attempts.
    pub fn end(&mut self) -> Result<(), HeaderError> {
        if self.form.is_none() {
            let first = std::mem::take(&mut self.rest);
            self.begin(&first)?;
        }
        if let Some(Form::Table(columns, records)) = &mut self.form {
            if let Some(record) = records.last() {
                self.bad.extend(place(&mut self.run, columns, record)?);
            }
        } else if !self.rest.is_empty() || self.is_long {
            self.take_line(b"\n");
        }
        let bad = std::mem::take(&mut self.bad);
        let Some(run) = &mut self.run else {
            return Err(HeaderError::NoLines(bad.into_iter().next()));
        };
        for BadLine { line, error } in bad {
            run.take(Err(error), line);
        }
        Ok(())
    }

    /// Returns the complete run, after [`RunReader::end`]; `None` if the file identified no run.
    pub fn into_run(self) -> Option<Run> {
        self.run
    }

    /// Reads the first line, without its break.
    fn begin(&mut self, line: &[u8]) -> Result<(), HeaderError> {
        let line = line.strip_prefix(MARK).unwrap_or(line);
        if !is_table(line) {
            let line = std::str::from_utf8(line).map_err(|_| HeaderError::NotAHeader)?;
            self.run = Some(Run::begin(line)?);
            self.form = Some(Form::Lines);
            return Ok(());
        }
        let mut refusal = HeaderError::NotAHeader;
        for separator in SEPARATORS {
            let Some(Ok(names)) = Records::new(separator, 1).whole(line) else { continue };
            match Columns::find(&names) {
                Ok(columns) => {
                    self.form = Some(Form::Table(Box::new(columns), Records::new(separator, 2)));
                    return Ok(());
                }
                Err(HeaderError::NotAHeader) => {}
                Err(error) => refusal = error,
            }
        }
        Err(refusal)
    }

    /// Reads up to the end of a line of JSON, and returns the rest of the piece.
    fn take_line<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        let end = piece.iter().position(|&byte| byte == b'\n');
        let (line, behind) = piece.split_at(end.unwrap_or(piece.len()));
        if self.rest.len() + line.len() > MAX_LINE {
            self.is_long = true;
            self.rest.clear();
        } else if !self.is_long {
            self.rest.extend_from_slice(line);
        }
        if end.is_none() {
            return behind;
        }
        if let Some(run) = &mut self.run {
            if std::mem::take(&mut self.is_long) {
                run.pass_over();
            } else {
                run.push(&String::from_utf8_lossy(&self.rest));
            }
        }
        self.rest.clear();
        &behind[1..]
    }
}

/// Adds the attempt of a table's line to the run. If the run is not known yet, the line must
/// identify it; a line that does not is returned as unreadable.
fn place(
    run: &mut Option<Run>,
    columns: &Columns,
    record: Result<Record, (u32, CsvError)>,
) -> Result<Option<BadLine>, HeaderError> {
    let (line, record) = match record {
        // Programs that write tables leave empty lines at their end.
        Ok(record) if record.is_empty() => return Ok(None),
        Ok(record) => (record.line, Ok(record)),
        Err((line, error)) => (line, Err(broken(error))),
    };
    if run.is_none() {
        match record.as_ref().map_err(Clone::clone).and_then(|record| columns.header(record)) {
            Ok(header) => *run = Some(Run::of(header)?),
            Err(error) => return Ok(Some(BadLine { line, error })),
        }
    }
    if let Some(run) = run {
        let attempt = record.and_then(|record| columns.attempt(&record, &run.header, &run.plan));
        run.take(attempt, line);
    }
    Ok(None)
}

const fn broken(error: CsvError) -> LineError {
    match error {
        CsvError::TooLong => LineError::TooLong,
        CsvError::TextAfterQuote => {
            LineError::Broken("characters follow a quotation mark that closes a cell")
        }
        CsvError::OpenQuote => LineError::Broken(
            "a quotation mark that begins a cell is not closed, so that nothing after it can be read",
        ),
        CsvError::NoText => {
            LineError::Broken("it is not written in UTF-8; save the table as “CSV UTF-8”")
        }
    }
}
