//! A file of attempts: a header that names the plan, then one attempt or ledger entry per line.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::attempt::{Attempt, LineError};
use crate::ledger::{Balance, Ledger, LedgerEntry};
use crate::plan::Plan;
use crate::prior_attempt::PriorAttempt;

/// The version of the file format, which its header contains.
pub const FORMAT: u32 = 1;
/// The most unreadable lines of a file that are reported individually.
pub const MAX_BAD: usize = 20;

/// The first line of a file of attempts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file: [`FORMAT`].
    pub stepfall_sweep: u32,
    /// The address of the plan.
    pub plan: String,
    /// The name that the user gave the run; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The start time, in milliseconds from 1970.
    #[serde(default)]
    pub started: u64,
}

impl Header {
    /// Creates the header for a plan.
    pub fn new(plan: &Plan, name: &str, started: u64) -> Self {
        Self { stepfall_sweep: FORMAT, plan: plan.fragment(), name: name.to_owned(), started }
    }

    /// Returns the line, without a line break.
    ///
    /// # Errors
    ///
    /// Errors of the JSON writer; a header causes none.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

/// The reason why a file cannot be read as a file of attempts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeaderError {
    /// The first line is missing, or is neither the JSON of a header nor the column names of a
    /// table.
    NotAHeader,
    /// The file is of another version.
    Version(u32),
    /// The plan is not fully understood, so that its attempts may have other numbers. Holds the
    /// first problem.
    Plan(String),
    /// A table has no column of this name.
    NoColumn(&'static str),
    /// A table has several columns of this name.
    TwoColumns(&'static str),
    /// The plan cannot be read from any line of a table, or from its first [`MAX_BAD`] lines. Holds
    /// the first unreadable line, if there is one.
    NoLines(Option<BadLine>),
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAHeader => f.write_str("the first line is not the header of a sweep file"),
            Self::Version(version) => {
                write!(f, "the file is of version {version}; only version {FORMAT} is read")
            }
            Self::Plan(sentence) => write!(f, "its plan is not understood: {sentence}"),
            Self::NoColumn(column) => write!(
                f,
                "its first line lacks the column “{column}”; use the file as it was saved, or save the run as JSONL"
            ),
            Self::TwoColumns(column) => {
                write!(f, "its first line has the column “{column}” twice; rename one")
            }
            Self::NoLines(None) => f.write_str("it has columns but no attempts"),
            Self::NoLines(Some(bad)) => {
                write!(f, "its lines cannot be read; line {}: {}", bad.line, bad.error)
            }
        }
    }
}

impl std::error::Error for HeaderError {}

/// The message for a line of the ledger that cannot be read.
const BROKEN_ENTRY: &str =
    "it is a damaged line of the ledger, so that a request or a turn of a dialogue is not counted";

/// An unreadable line, which is left out of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The number of the line, from 1.
    pub line: u32,
    /// The reason why the line is unreadable.
    pub error: LineError,
}

/// A file of attempts after reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The header, which contains the address of the plan.
    pub header: Header,
    /// The plan that was read from the header.
    pub plan: Plan,
    /// The attempts by number.
    pub attempts: BTreeMap<u32, Attempt>,
    /// The entries of the ledger, in their order.
    pub entries: Vec<LedgerEntry>,
    /// The first [`MAX_BAD`] unreadable lines. A crash may leave a torn last line.
    pub bad: Vec<BadLine>,
    /// The number of unreadable lines.
    pub bad_lines: u32,
    lines: u32,
}

impl Run {
    /// Starts a run from its header line, without attempts.
    ///
    /// # Errors
    ///
    /// [`HeaderError`] if the line is not a header of a plan that is understood.
    pub fn begin(line: &str) -> Result<Self, HeaderError> {
        Self::of(serde_json::from_str(line).map_err(|_| HeaderError::NotAHeader)?)
    }

    /// Starts a run with this header, without attempts.
    pub(crate) fn of(header: Header) -> Result<Self, HeaderError> {
        if header.stepfall_sweep != FORMAT {
            return Err(HeaderError::Version(header.stepfall_sweep));
        }
        let (plan, problems) = Plan::read(&header.plan);
        if let Some(problem) = problems.into_iter().next() {
            return Err(HeaderError::Plan(problem.sentence));
        }
        let attempts = BTreeMap::new();
        Ok(Self {
            header,
            plan,
            attempts,
            entries: Vec::new(),
            bad: Vec::new(),
            bad_lines: 0,
            lines: 1,
        })
    }

    /// Reads the next line. An empty line is skipped. A line that is neither an attempt nor a
    /// ledger entry counts as unreadable. If a task has several attempts, the first answer counts,
    /// or the last attempt if there is no answer.
    pub fn push(&mut self, line: &str) {
        self.lines = self.lines.saturating_add(1);
        if line.trim().is_empty() {
            return;
        }
        if LedgerEntry::is_ledger_line(line) {
            return match LedgerEntry::read(line) {
                Some(entry) => self.entries.push(entry),
                None => self.take(Err(LineError::Broken(BROKEN_ENTRY)), self.lines),
            };
        }
        self.take(Attempt::read(line, &self.plan), self.lines);
    }

    /// Returns the balance of the run's ledger.
    pub fn balance(&self) -> Balance {
        let mut ledger = Ledger::default();
        self.entries.iter().for_each(|entry| ledger.take(entry.clone()));
        ledger.balance(&self.prior_attempts())
    }

    /// Adds the attempt of a line, or counts the line as unreadable.
    pub(crate) fn take(&mut self, read: Result<Attempt, LineError>, line: u32) {
        match read {
            Ok(attempt) => {
                let earlier = self.attempts.get(&attempt.number);
                if !earlier.is_some_and(Attempt::is_answer) {
                    self.attempts.insert(attempt.number, attempt);
                }
            }
            Err(error) => {
                self.bad_lines = self.bad_lines.saturating_add(1);
                if self.bad.len() < MAX_BAD {
                    self.bad.push(BadLine { line, error });
                }
            }
        }
    }

    /// Counts a line that is too long as unreadable.
    pub(crate) fn pass_over(&mut self) {
        self.lines = self.lines.saturating_add(1);
        self.take(Err(LineError::TooLong), self.lines);
    }

    /// Reads a whole file.
    ///
    /// # Errors
    ///
    /// [`HeaderError`] if the first line is not a header of a plan that is understood.
    pub fn read_lines<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, HeaderError> {
        let mut lines = lines.into_iter();
        let mut run = Self::begin(lines.next().ok_or(HeaderError::NotAHeader)?)?;
        for line in lines {
            run.push(line);
        }
        Ok(run)
    }

    /// Returns the data about the attempts that a scheduler needs to go on.
    pub fn prior_attempts(&self) -> Vec<PriorAttempt> {
        self.attempts.values().map(PriorAttempt::from).collect()
    }
}
