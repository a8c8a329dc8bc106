//! Turns the records of a file into responses, one at a time, and collects the report of the file.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::Value;
use stepfall_procedure::{Condition, Item, MAX_RECORD};

use super::json::{self, Object};
use super::problem::Problem;
use super::report::{FileProblem, FileReport, Location, MAX_COLUMNS, MAX_PROBLEMS};
use super::row::{self, ColumnChoice};
use super::shape::{FileKind, RecordKind, is_question, record_kind};
use super::unsupported::UnsupportedFormat;
use super::{anthropic, gemini, inspect, lm_eval, openai, promptfoo};
use crate::id::{IdError, QuestionId};
use crate::{Response, ResponseEnd};

/// The columns that identify a table as a saved sweep.
const SWEEP: [&str; 3] = ["attempt", "text", "plan"];

/// The maximum size of all procedure records of a file, in bytes.
const MAX_ITEM_BYTES: usize = 8 * MAX_RECORD;

/// The state of a file that is being read.
#[derive(Debug)]
pub(super) struct ReadState {
    choice: Option<ColumnChoice>,
    report: FileReport,
    /// The problem to report if the file has no records.
    pub(super) empty: Problem,
    /// The number of responses with an id from Stepfall.
    stepfall_ids: u64,
    /// The model that the head of a log names.
    pub(super) model: Option<String>,
    /// The model that the caller named for responses that name none.
    fallback_model: Option<String>,
    promptfoo: promptfoo::Results,
    /// Hashes of the responses of lm-eval, because each filter repeats them. They take eight bytes
    /// per line.
    seen: HashSet<u64>,
    /// For each reported problem, the result of [`shared_text`].
    shared_texts: Vec<String>,
    /// The first record of unknown shape.
    first_unknown: Option<Location>,
    unknown_count: u64,
    is_table: bool,
    is_replaced: bool,
    /// True if the file has a byte of value zero.
    has_zero: bool,
    /// The size of all procedure records so far, in bytes.
    item_bytes: usize,
}

impl ReadState {
    /// Creates the initial state of a file with this name.
    pub(super) fn new(name: &str, choice: Option<ColumnChoice>) -> Self {
        Self {
            choice,
            report: FileReport { name: name.to_owned(), ..FileReport::default() },
            empty: Problem::Empty,
            stepfall_ids: 0,
            model: None,
            fallback_model: None,
            promptfoo: promptfoo::Results::default(),
            seen: HashSet::new(),
            shared_texts: Vec::new(),
            first_unknown: None,
            unknown_count: 0,
            is_table: false,
            is_replaced: false,
            has_zero: false,
            item_bytes: 0,
        }
    }

    /// Sets the model of responses that name none.
    pub(super) fn of_model(&mut self, model: Option<String>) {
        self.fallback_model = model;
    }

    pub(super) const fn choice(&self) -> Option<&ColumnChoice> {
        self.choice.as_ref()
    }

    /// Adds a problem to the report. If the report has a similar problem, adds only the place to
    /// that one. If the report has [`MAX_PROBLEMS`] problems, only counts the new one.
    pub(super) fn report_problem(&mut self, place: Location, problem: Problem) {
        let text = shared_text(&place, &problem);
        let known = self.shared_texts.iter().position(|known| *known == text);
        if let Some(known) = known.and_then(|at| self.report.problems.get_mut(at)) {
            known.add(place);
        } else if self.report.problems.len() < MAX_PROBLEMS {
            self.shared_texts.push(text);
            self.report.problems.push(FileProblem::new(place, problem));
        } else {
            self.report.problems_left_out = self.report.problems_left_out.saturating_add(1);
        }
    }

    /// Reports a problem with a record, and counts the record.
    pub(super) fn report_bad_record(&mut self, place: Location, problem: Problem) {
        self.report.lines = self.report.lines.saturating_add(1);
        self.report_problem(place, problem);
    }

    /// Notes that characters were replaced.
    pub(super) const fn note_replacements(&mut self) {
        self.is_replaced = true;
    }

    /// Notes that the file has a byte of value zero.
    pub(super) const fn note_zero_byte(&mut self) {
        self.has_zero = true;
    }

    /// Returns whether a value is a record of a known shape.
    pub(super) fn is_known_record(&self, value: &Value) -> bool {
        let Value::Object(object) = value else { return false };
        self.is_chosen(object) || record_kind(object).is_some()
    }

    /// Takes a record as JSON text.
    pub(super) fn take_json(
        &mut self,
        place: Location,
        bytes: &[u8],
        found: &mut dyn FnMut(Response),
    ) {
        match json::parse(bytes) {
            Ok((value, has_replacements)) => {
                self.is_replaced |= has_replacements;
                self.take(place, &value, found);
            }
            Err(error) => self.report_bad_record(place, Problem::NotJson(error.to_string())),
        }
    }

    /// Takes a record: passes on its responses, or reports why it has none.
    pub(super) fn take(&mut self, place: Location, value: &Value, found: &mut dyn FnMut(Response)) {
        let Value::Object(object) = value else { return self.count_unknown(place, None) };
        if let Some(choice) = &self.choice
            && let Some(read) = row::read_chosen(object, choice)
        {
            let read = read.map(|response| vec![response]);
            return self.pass_on(FileKind::ChosenColumns, place, read, found);
        }
        let kind = match record_kind(object) {
            Some(RecordKind::Response(kind)) => kind,
            Some(RecordKind::Request) => return self.report_bad_record(place, Problem::Request),
            Some(RecordKind::Question) => return self.report_bad_record(place, Problem::Question),
            Some(RecordKind::Scores) => return self.report_bad_record(place, Problem::Scores),
            Some(RecordKind::Sweep) => return self.report_bad_record(place, Problem::Sweep),
            Some(RecordKind::EmptyLog) => return self.report_bad_record(place, Problem::NoSamples),
            None => return self.count_unknown(place, Some(object)),
        };
        let read = match kind {
            FileKind::OpenAiBatch => openai::read(value),
            FileKind::AnthropicBatch => anthropic::read(value),
            FileKind::GeminiBatch => gemini::read(value),
            FileKind::LmEval => self.read_once(value),
            FileKind::Promptfoo => self.promptfoo.read(value),
            FileKind::Inspect => inspect::read(value, self.model.as_deref(), &mut |_| None),
            FileKind::Rows | FileKind::ChosenColumns => row::read(object),
            FileKind::Procedures => return self.take_item(place, value),
        };
        self.pass_on(kind, place, read, found);
    }

    /// Takes the record of an item.
    fn take_item(&mut self, place: Location, value: &Value) {
        let text = value.to_string();
        self.item_bytes = self.item_bytes.saturating_add(text.len());
        if self.item_bytes > MAX_ITEM_BYTES {
            return self.report_bad_record(place, Problem::ManyProcedures);
        }
        let read: Result<(Item, Condition), _> = Item::from_record(&text);
        match read {
            Ok((item, _)) => {
                self.report.kind.get_or_insert(FileKind::Procedures);
                self.report.lines = self.report.lines.saturating_add(1);
                self.report.procedures.push(item);
            }
            Err(error) => self.report_bad_record(place, Problem::Procedure(error.to_string())),
        }
    }

    /// Takes a row of a table.
    pub(super) fn take_row(
        &mut self,
        place: Location,
        row: &Object,
        found: &mut dyn FnMut(Response),
    ) {
        let chosen = self.choice.as_ref().and_then(|choice| row::read_chosen(row, choice));
        if let Some(read) = chosen {
            let read = read.map(|response| vec![response]);
            self.pass_on(FileKind::ChosenColumns, place, read, found);
        } else if row::is_known(row) {
            self.pass_on(FileKind::Rows, place, row::read(row), found);
        } else if is_question(row) {
            self.report_bad_record(place, Problem::Question);
        } else {
            self.count_unknown(place, None);
        }
    }

    /// Takes the names of the columns of a table, after its end.
    pub(super) fn table(&mut self, names: Vec<String>) {
        let has = |name: &str| names.iter().any(|other| other == name);
        if SWEEP.into_iter().all(has) {
            self.report_problem(Location::File, Problem::Sweep);
        } else if self.report.lines == 0 {
            match names.as_slice() {
                [] => {}
                [_] => self.count_unknown(Location::File, None),
                _ => self.report_problem(Location::File, Problem::OnlyNames),
            }
        }
        self.report.columns = names;
        self.is_table = true;
    }

    /// Passes on the responses of a record of this kind, or reports its problem.
    pub(super) fn pass_on(
        &mut self,
        kind: FileKind,
        place: Location,
        read: Result<Vec<Response>, Problem>,
        found: &mut dyn FnMut(Response),
    ) {
        self.report.kind.get_or_insert(kind);
        self.report.lines = self.report.lines.saturating_add(1);
        match read {
            Ok(responses) => {
                for mut response in responses {
                    let is_of_stepfall =
                        QuestionId::read(&response.id) != Err(IdError::NotStepfall);
                    self.stepfall_ids = self.stepfall_ids.saturating_add(is_of_stepfall.into());
                    self.report.responses = self.report.responses.saturating_add(1);
                    if response.model.is_none() {
                        response.model = self.default_model(kind, &response.end);
                    }
                    found(response);
                }
            }
            Err(problem) => self.report_problem(place, problem),
        }
    }

    /// Returns the model for a response that names none.
    fn default_model(&self, kind: FileKind, end: &ResponseEnd) -> Option<String> {
        // A failed call of a batch belongs to the model of the replies in that batch, so the
        // caller's model is not used.
        let is_failed = matches!(end, ResponseEnd::Failed(_));
        if is_failed && kind.is_of_provider() {
            return None;
        }
        let by_name = || (kind == FileKind::LmEval).then(|| lm_eval::model(&self.report.name));
        self.fallback_model.clone().or_else(|| by_name().flatten())
    }

    /// Returns the report, after the end of the file.
    pub(super) fn finish(mut self) -> FileReport {
        let report = &mut self.report;
        if self.stepfall_ids == 0 {
            for entry in &mut report.problems {
                if let Problem::NoId(member) = entry.problem {
                    entry.problem = Problem::NoStepfallId(member);
                }
            }
        }
        if report.kind.is_none() && self.has_zero {
            let problem = Problem::UnsupportedFormat(UnsupportedFormat::Binary);
            report.problems = vec![FileProblem::new(Location::File, problem)];
            report.problems_left_out = 0;
            report.columns.clear();
            return self.report;
        }
        let is_sweep = report.problems.iter().any(|entry| entry.problem == Problem::Sweep);
        let at_file = |problem| FileProblem::new(Location::File, problem);
        let file_problem = match (report.kind, self.first_unknown.take()) {
            (None, _) if is_sweep => None,
            (Some(_), Some(place)) => {
                let others = self.unknown_count.saturating_sub(1);
                Some(FileProblem::new(place, Problem::OtherShape { others }))
            }
            (None, None) if report.lines == 0 && report.problems.is_empty() => {
                Some(at_file(self.empty.clone()))
            }
            (None, Some(_)) => Some(at_file(match self.choice {
                Some(ColumnChoice { id, output }) => Problem::NoSuchColumns { id, output },
                // One object of unknown shape is not enough to recognise a list of rows.
                None if report.columns.len() > 1 && (self.is_table || self.unknown_count > 1) => {
                    Problem::UnknownColumns
                }
                None => Problem::NotRecognised,
            })),
            (_, None) => None,
        };
        report.problems.extend(file_problem);
        if self.is_replaced {
            report.problems.push(at_file(Problem::Replaced));
        }
        if self.promptfoo.has_guessed {
            report.problems.push(at_file(Problem::ShownThinking));
        }
        // Columns are listed only if the user has to choose the one with the responses.
        if report.kind.is_some() || is_sweep || self.unknown_count == 0 {
            report.columns.clear();
        }
        self.report
    }

    fn is_chosen(&self, object: &Object) -> bool {
        self.choice.as_ref().is_some_and(|choice| row::has_chosen(object, choice))
    }

    /// Counts a record of unknown shape, and keeps the columns of the first such object.
    fn count_unknown(&mut self, place: Location, object: Option<&Object>) {
        self.report.lines = self.report.lines.saturating_add(1);
        self.unknown_count = self.unknown_count.saturating_add(1);
        self.first_unknown.get_or_insert(place);
        if let Some(object) = object
            && self.report.columns.is_empty()
        {
            row::columns(object, MAX_COLUMNS, &mut self.report.columns);
        }
    }

    /// Reads a line of lm-eval. The result is empty if another filter has repeated it.
    fn read_once(&mut self, value: &Value) -> Result<Vec<Response>, Problem> {
        let responses = lm_eval::read(value)?;
        let mut hasher = DefaultHasher::new();
        for response in &responses {
            (&response.id, &response.text).hash(&mut hasher);
        }
        Ok(if self.seen.insert(hasher.finish()) { responses } else { Vec::new() })
    }
}

/// Returns the text that similar problems share: the sentence without its digits, after a letter
/// for the kind of place. Similar problems are reported once.
fn shared_text(place: &Location, problem: &Problem) -> String {
    let kind = match place {
        Location::File => 'f',
        Location::Line(_) => 'l',
        Location::Record(_) => 'r',
        Location::Member(_) => 'm',
    };
    let words = problem.to_string();
    let letters = words.chars().filter(|character| !character.is_ascii_digit());
    std::iter::once(kind).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_of_one_kind_are_reported_once() {
        let mut records = ReadState::new("a", None);
        for line in 1..=50 {
            records.report_bad_record(
                Location::Line(line),
                Problem::NotJson(format!("column {line}")),
            );
        }
        records.report_bad_record(Location::Line(51), Problem::InvalidUtf8);
        records.report_bad_record(Location::Record(52), Problem::InvalidUtf8);
        for letter in 'a'..='z' {
            records.report_bad_record(Location::File, Problem::Procedure(letter.to_string()));
        }
        let report = records.finish();
        assert_eq!((report.lines, report.problems.len()), (78, MAX_PROBLEMS));
        assert_eq!(report.problems_left_out, 9);
        let problems: Vec<String> =
            report.problems.iter().take(3).map(ToString::to_string).collect();
        assert!(
            problems[0].starts_with(
                "Line 1, like 49 others (2, 3, 4, …): It is not valid JSON (column 1)"
            ),
            "{problems:?}"
        );
        assert!(
            problems[1].starts_with("Line 51: ") && problems[2].starts_with("Record 52: "),
            "{problems:?}"
        );
    }
}
