//! Where attempts are kept.

use std::collections::BTreeMap;
use std::fmt;

use crate::attempt::Attempt;
use crate::plan::Plan;

/// Why an attempt could not be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// There is no room left.
    Full,
    /// Something else, in a sentence.
    Other(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("there is no room left to keep attempts"),
            Self::Other(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for StoreError {}

/// Where the attempts of runs are kept, each run under a name of its own.
pub trait Store {
    /// Keeps an attempt, in place of an earlier one at the same task. When it returns, the attempt survives a crash.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where it could not be kept; what was there before is still there.
    fn keep(&mut self, run: &str, attempt: &Attempt) -> Result<(), StoreError>;

    /// The attempts of a run, by number; none where there is no such run. What cannot be read is left out.
    ///
    /// # Errors
    ///
    /// [`StoreError`] where the store itself cannot be read.
    fn load(&self, run: &str, plan: &Plan) -> Result<Vec<Attempt>, StoreError>;
}

/// A store in memory, which keeps lines as the others do and can be told to be full.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    runs: BTreeMap<String, BTreeMap<u32, String>>,
    room: Option<usize>,
}

impl Memory {
    /// Leaves room for so many bytes of lines in all; none for as many as there are.
    pub fn limit(&mut self, room: Option<usize>) {
        self.room = room;
    }

    fn bytes(&self) -> usize {
        self.runs.values().flat_map(BTreeMap::values).map(String::len).sum()
    }
}

impl Store for Memory {
    fn keep(&mut self, run: &str, attempt: &Attempt) -> Result<(), StoreError> {
        let line = attempt.line().map_err(|error| StoreError::Other(error.to_string()))?;
        if self.room.is_some_and(|room| self.bytes().saturating_add(line.len()) > room) {
            return Err(StoreError::Full);
        }
        self.runs.entry(run.to_owned()).or_default().insert(attempt.number, line);
        Ok(())
    }

    fn load(&self, run: &str, plan: &Plan) -> Result<Vec<Attempt>, StoreError> {
        let lines = self.runs.get(run).into_iter().flat_map(BTreeMap::values);
        Ok(lines.filter_map(|line| Attempt::read(line, plan).ok()).collect())
    }
}
