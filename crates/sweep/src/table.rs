//! Attempts as lines of a table for spreadsheets. Each line names the run. A table lacks only the
//! seed and the mark of a simulated solver, which follow from the plan.
//!
//! A reader finds the columns by their names, regardless of their order and of additional columns.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::attempt::{Attempt, LineError, Tokens, Try};
use crate::csv::{Record, bare};
use crate::money::Micros;
use crate::plan::Plan;
use crate::run::{FORMAT, Header, HeaderError};
use crate::timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    Attempt,
    Target,
    Condition,
    Steps,
    LookBack,
    Item,
    Sample,
    Input,
    Output,
    Reasoned,
    Cached,
    Took,
    First,
    Cost,
    Requests,
    Started,
    Stop,
    Answered,
    Text,
    Reasoning,
    Characters,
    Replaced,
    Omitted,
    Dropped,
    Tries,
    Error,
    ErrorAt,
    Status,
    Message,
    Name,
    Begun,
    Plan,
}

/// The names of the columns, each at the index of its [`Column`].
const NAMES: [&str; 32] = [
    "attempt",
    "model",
    "condition",
    "steps",
    "look-back",
    "item",
    "sample",
    "tokens in",
    "tokens out",
    "reasoning tokens",
    "cached tokens",
    "milliseconds",
    "milliseconds to the first piece",
    "cost in millionths of a dollar",
    "requests",
    "started",
    "stop",
    "answered by",
    "text",
    "reasoning",
    "characters",
    "characters replaced",
    "left out",
    "left out when refused",
    "failed tries",
    "given up because of",
    "given up at",
    "status",
    "message",
    "run",
    "run started",
    "plan",
];

/// The required columns. Without one of them, a line cannot be read, or would be read as a
/// different attempt.
const NEEDED: [Column; 4] = [Column::Attempt, Column::Text, Column::Error, Column::Plan];

/// The number of columns that identify the attempt. They come first.
pub const TASK_COLUMNS: usize = 7;

/// Returns the names of the columns of a table of attempts.
pub const fn table_columns() -> &'static [&'static str] {
    &NAMES
}

/// Returns the cells of an attempt of a run, one for each of [`table_columns`].
///
/// An empty reasoning, stop or model is written like a missing one.
pub fn table_cells(attempt: &Attempt, header: &Header) -> Vec<String> {
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let Attempt { usage, error, .. } = attempt;
    let error = error.as_ref();
    let slug = |error: &Try| {
        if error.error.is_empty() { "unknown".to_owned() } else { error.error.clone() }
    };
    vec![
        attempt.number.to_string(),
        attempt.target.clone(),
        attempt.condition.clone(),
        attempt.steps.to_string(),
        attempt.look_back.to_string(),
        attempt.item.to_string(),
        attempt.sample.to_string(),
        number(usage.input),
        number(usage.output),
        number(usage.reasoning),
        number(usage.cached),
        attempt.duration_ms.to_string(),
        number(attempt.first_output_ms),
        number(attempt.cost.map(|cost| cost.0)),
        attempt.requests.to_string(),
        timestamp::write(attempt.started),
        text(&attempt.stop),
        text(&attempt.model),
        text(&attempt.text),
        text(&attempt.reasoning),
        characters(attempt).to_string(),
        attempt.replaced.to_string(),
        list(&attempt.omitted),
        list(&attempt.dropped),
        list(&attempt.tries),
        error.map(slug).unwrap_or_default(),
        error.map(|error| timestamp::write(error.at)).unwrap_or_default(),
        number(error.and_then(|error| error.status).map(u64::from)),
        error.map(|error| error.message.clone()).unwrap_or_default(),
        header.name.clone(),
        timestamp::write(header.started),
        header.plan.clone(),
    ]
}

/// Returns the number of characters of text and reasoning. Carriage returns are not counted,
/// because spreadsheets drop them.
fn characters(attempt: &Attempt) -> u64 {
    let texts = [&attempt.text, &attempt.reasoning].into_iter().flatten();
    let count = texts.flat_map(|text| text.chars()).filter(|&character| character != '\r').count();
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Formats a list as JSON; empty text for an empty list.
fn list<T: Serialize>(list: &[T]) -> String {
    if list.is_empty() { String::new() } else { serde_json::to_string(list).unwrap_or_default() }
}

/// The positions of the columns in a table.
#[derive(Debug)]
pub(crate) struct Columns([Option<usize>; NAMES.len()]);

impl Columns {
    /// Finds the columns by their names, in upper or lower case.
    pub(crate) fn find(names: &Record) -> Result<Self, HeaderError> {
        let mut found = [None; NAMES.len()];
        for at in 0..names.len() {
            let name = bare(names.cell(at)).trim();
            let known = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
            let Some(known) = known else { continue };
            if found[known].replace(at).is_some() {
                return Err(HeaderError::TwoColumns(NAMES[known]));
            }
        }
        let is_found = |column: &Column| found[*column as usize].is_some();
        match NEEDED.iter().find(|column| !is_found(column)) {
            Some(Column::Attempt) => Err(HeaderError::NotAHeader),
            Some(&missing) => Err(HeaderError::NoColumn(NAMES[missing as usize])),
            None => Ok(Self(found)),
        }
    }

    /// Returns the header of the run to which a line belongs.
    pub(crate) fn header(&self, record: &Record) -> Result<Header, LineError> {
        let line = Line { columns: self, record };
        if line.plan().is_empty() {
            return Err(line.bad(Column::Plan, ADDRESS));
        }
        Ok(Header {
            stepfall_sweep: FORMAT,
            plan: line.plan().to_owned(),
            name: line.text(Column::Name).to_owned(),
            started: line.moment(Column::Begun)?.unwrap_or_default(),
        })
    }

    /// Returns the attempt of a line. The line must belong to the run, or leave its plan empty.
    pub(crate) fn attempt(
        &self,
        record: &Record,
        header: &Header,
        plan: &Plan,
    ) -> Result<Attempt, LineError> {
        let line = Line { columns: self, record };
        let number = line.required_number(Column::Attempt)?;
        if !line.plan().is_empty() && line.plan() != header.plan {
            return Err(LineError::OtherRun);
        }
        let task = plan.task(number).ok_or(LineError::NoSuchTask(number))?;
        let expected = Attempt::of(plan, &task);
        let attempt = line.read(expected.clone())?;
        if !attempt.is_at(&expected) {
            return Err(LineError::OtherTask(number));
        }
        let found = characters(&attempt);
        let has_column = self.0[Column::Characters as usize].is_some();
        let written = if has_column { line.required_number(Column::Characters)? } else { found };
        if written == found { Ok(attempt) } else { Err(LineError::Changed { found, written }) }
    }
}

const NUMBER: &str = "a whole number, without thousands separators and without an exponent";
const MOMENT: &str = "a moment such as 2026-10-21T07:28:00.000Z";
const LIST: &str = "a list as JSON";
const ADDRESS: &str = "the address of the sweep";

struct Line<'a> {
    columns: &'a Columns,
    record: &'a Record,
}

impl Line<'_> {
    /// Returns the content of a column; empty if the table lacks it.
    fn text(&self, column: Column) -> &str {
        bare(self.columns.0[column as usize].map_or("", |at| self.record.cell(at)))
    }

    fn plan(&self) -> &str {
        self.text(Column::Plan).trim()
    }

    fn non_empty(&self, column: Column) -> Option<String> {
        Some(self.text(column)).filter(|text| !text.is_empty()).map(str::to_owned)
    }

    fn bad(&self, column: Column, needs: &'static str) -> LineError {
        let found = self.text(column).chars().take(40).collect();
        LineError::Cell { column: NAMES[column as usize], found, needs }
    }

    /// Reads a whole number; `None` if the cell is empty. One or two decimal places that are zero
    /// are accepted, because programs add them. Three zeros could be thousands.
    fn number<T: TryFrom<u64>>(&self, column: Column) -> Result<Option<T>, LineError> {
        let text = self.text(column).trim();
        if text.is_empty() {
            return Ok(None);
        }
        let whole = match text.split_once(['.', ',']) {
            Some((whole, "0" | "00")) => whole,
            _ => text,
        };
        let is_whole = whole.bytes().all(|byte| byte.is_ascii_digit());
        let number = whole.parse::<u64>().ok().filter(|_| is_whole);
        let number = number.and_then(|number| T::try_from(number).ok());
        number.map(Some).ok_or_else(|| self.bad(column, NUMBER))
    }

    fn required_number<T: TryFrom<u64>>(&self, column: Column) -> Result<T, LineError> {
        self.number(column)?.ok_or_else(|| self.bad(column, NUMBER))
    }

    /// Reads a number that identifies the attempt; returns `default` if the cell is empty.
    fn number_or<T: TryFrom<u64>>(&self, column: Column, default: T) -> Result<T, LineError> {
        Ok(self.number(column)?.unwrap_or(default))
    }

    fn moment(&self, column: Column) -> Result<Option<u64>, LineError> {
        let text = self.text(column).trim();
        if text.is_empty() {
            return Ok(None);
        }
        timestamp::read(text).map(Some).ok_or_else(|| self.bad(column, MOMENT))
    }

    fn list<T: DeserializeOwned>(&self, column: Column) -> Result<Vec<T>, LineError> {
        let text = self.text(column);
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        serde_json::from_str(text).map_err(|_| self.bad(column, LIST))
    }

    /// Reads the line as an attempt. `defaults` supplies the identifying values that the line
    /// lacks.
    fn read(&self, defaults: Attempt) -> Result<Attempt, LineError> {
        let error = self.error()?;
        let text = self.text(Column::Text);
        if error.is_some() && !text.is_empty() {
            return Err(LineError::NoOutcome);
        }
        Ok(Attempt {
            target: self.non_empty(Column::Target).unwrap_or(defaults.target),
            condition: self.non_empty(Column::Condition).unwrap_or(defaults.condition),
            steps: self.number_or(Column::Steps, defaults.steps)?,
            look_back: self.number_or(Column::LookBack, defaults.look_back)?,
            item: self.number_or(Column::Item, defaults.item)?,
            sample: self.number_or(Column::Sample, defaults.sample)?,
            text: error.is_none().then(|| text.to_owned()),
            reasoning: self.non_empty(Column::Reasoning),
            replaced: self.number(Column::Replaced)?.unwrap_or_default(),
            stop: self.non_empty(Column::Stop),
            error,
            model: self.non_empty(Column::Answered),
            usage: Tokens {
                input: self.number(Column::Input)?,
                output: self.number(Column::Output)?,
                reasoning: self.number(Column::Reasoned)?,
                cached: self.number(Column::Cached)?,
            },
            started: self.moment(Column::Started)?.unwrap_or_default(),
            duration_ms: self.number(Column::Took)?.unwrap_or_default(),
            first_output_ms: self.number(Column::First)?,
            tries: self.list(Column::Tries)?,
            requests: self.number(Column::Requests)?.unwrap_or_default(),
            omitted: self.list(Column::Omitted)?,
            dropped: self.list(Column::Dropped)?,
            cost: self.number(Column::Cost)?.map(Micros),
            ..defaults
        })
    }

    /// Returns the error for which the attempt was given up; `None` if it has an answer.
    fn error(&self) -> Result<Option<Try>, LineError> {
        let Some(error) = self.non_empty(Column::Error) else { return Ok(None) };
        Ok(Some(Try {
            at: self.moment(Column::ErrorAt)?.unwrap_or_default(),
            error,
            status: self.number(Column::Status)?,
            message: self.text(Column::Message).to_owned(),
        }))
    }
}
