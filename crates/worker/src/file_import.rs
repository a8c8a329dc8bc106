//! Import of a file of attempts into the store, in pieces. The next piece is read once the attempts
//! of the last one are stored.

use std::collections::BTreeMap;

use stepfall_protocol::{Event, RunEvent};
use stepfall_sweep::{Attempt, HeaderError, Run, RunReader};

use crate::command::Command;
use crate::events;
use crate::store::StoreError;

/// The maximum size of a file, in bytes.
pub(crate) const MAX_FILE: u64 = 512_000_000;

/// A file that is being imported.
#[derive(Debug)]
pub(crate) struct FileImport {
    run: String,
    reader: RunReader,
    /// The numbers of the attempts that are stored or being written, and whether each attempt has
    /// an answer.
    numbers: BTreeMap<u32, bool>,
    /// The number of lines that are being written.
    left: usize,
    is_over: bool,
}

impl FileImport {
    /// Begins the import of a file as a run of this name.
    pub(crate) fn new(run: &str) -> Self {
        let (reader, numbers) = (RunReader::default(), BTreeMap::new());
        Self { run: run.to_owned(), reader, numbers, left: 0, is_over: false }
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// Reads a piece; returns `false` if the import is over.
    pub(crate) fn piece(
        &mut self,
        bytes: &[u8],
        is_last: bool,
        commands: &mut Vec<Command>,
    ) -> bool {
        self.is_over = is_last;
        let read = self.reader.push(bytes);
        if let Err(error) = read.and_then(|()| if is_last { self.reader.end() } else { Ok(()) }) {
            commands.push(not_imported(refused(&error)));
            return false;
        }
        self.store_new_lines(commands);
        self.go_on(commands)
    }

    /// Handles the result of storing this many lines; returns `false` if the import is over. A
    /// count of 0 is the result of storing the header.
    pub(crate) fn on_lines_stored(
        &mut self,
        count: usize,
        result: Result<(), &StoreError>,
        commands: &mut Vec<Command>,
    ) -> bool {
        if let Err(error) = result {
            self.head(commands);
            commands.push(not_imported(not_kept(error)));
            return false;
        }
        if count == 0 {
            return true;
        }
        self.left = self.left.saturating_sub(count);
        self.go_on(commands)
    }

    /// Stores the attempts and ledger entries that the reader has found. An attempt is ignored if
    /// an earlier attempt of the same number has an answer.
    fn store_new_lines(&mut self, commands: &mut Vec<Command>) {
        let Some(run) = self.reader.run() else { return };
        let numbers = &mut self.numbers;
        let mut attempts: Vec<Attempt> = std::mem::take(&mut run.attempts).into_values().collect();
        attempts.retain(|attempt| {
            let is_answered = numbers.entry(attempt.number).or_insert(false);
            let is_answer = attempt.is_answer() || *is_answered;
            !std::mem::replace(is_answered, is_answer)
        });
        let entries = std::mem::take(&mut run.entries);
        self.head(commands);
        for entry in entries {
            if let Ok(line) = entry.line() {
                self.left += 1;
                commands.push(Command::StoreLine { run: self.run.clone(), key: entry.key(), line });
            }
        }
        for attempt in attempts {
            if let Ok(line) = attempt.line() {
                self.left += 1;
                commands.push(Command::StoreLine {
                    run: self.run.clone(),
                    key: attempt.number.into(),
                    line,
                });
            }
        }
    }

    /// Stores the header, with the number of stored attempts. The number may be too low while lines
    /// are being written.
    fn head(&mut self, commands: &mut Vec<Command>) {
        let stored = self.numbers.len().saturating_sub(self.left);
        if let Some(run) = self.reader.run() {
            let header = events::header_of(&run.header, stored, run.plan.task_count(), "");
            commands.push(Command::StoreRun { run: self.run.clone(), header });
        }
    }

    fn go_on(&mut self, commands: &mut Vec<Command>) -> bool {
        if self.left > 0 {
            return true;
        }
        if !self.is_over {
            commands.push(Command::ReadFilePiece(self.run.clone()));
            return true;
        }
        self.head(commands);
        if let Some(run) = self.reader.run().filter(|run| run.bad_lines > 0) {
            commands.push(not_imported(bad_lines(run)));
        }
        commands.push(Command::Emit(Event::Run(RunEvent::Imported(self.run.clone()))));
        false
    }
}

/// Returns the event for a file that is not imported, or only in part.
const fn not_imported(why: String) -> Command {
    Command::Emit(Event::Run(RunEvent::NotDone(why)))
}

fn refused(error: &HeaderError) -> String {
    format!("This is not a file of a sweep: {error}.")
}

/// Explains why a file could not be stored.
fn not_kept(error: &StoreError) -> String {
    match error {
        StoreError::Full => "There is no space left in this browser to store the file.".to_owned(),
        StoreError::Closed | StoreError::Other(_) => {
            format!("The file could not be stored in this browser: {error}.")
        }
    }
}

/// Explains why a file of more than [`MAX_FILE`] bytes is not imported.
pub(crate) fn too_large() -> String {
    format!(
        "The file is too large: at most {} MB are read. Split it: each part needs the first line of the file, and is imported as a separate run.",
        MAX_FILE / 1_000_000
    )
}

/// Reports the lines of a file that were left out.
fn bad_lines(run: &Run) -> String {
    let first = run.bad.first().map(|bad| format!(" Line {}: {}.", bad.line, bad.error));
    let lines = match run.bad_lines {
        1 => "One line of the file was left out.".to_owned(),
        more => format!("{more} lines of the file were left out."),
    };
    lines + &first.unwrap_or_default()
}
