//! Batches for the page: suites become files, and result files are graded in pieces.

mod make;
mod sides;
mod words;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use stepfall_figure::{Measure, Summary, html_report};
use stepfall_interchange::{
    BatchGrader, ColumnChoice, Datasets, FileReader, FileReport, Graded, GradedRecord, ItemId,
    Outcome, QuestionId, Response, ResponseEnd, Tally, Ungraded, graded_head, graded_row,
};
use stepfall_link::PlayLink;
use stepfall_procedure::Condition;
use stepfall_protocol::batch::{BatchEvent, BatchFile, BatchRow, BatchRows, Columns, RowsFormat};
use stepfall_protocol::comparison::Side;
use stepfall_protocol::{Event, FigureFormat, FileEvent, LinkedAttempt, RunEvent};
use stepfall_provider::transcript;

pub use self::make::{Made, make, suites};
pub use self::sides::BatchSides;
use crate::events;
use crate::figure_file::figure_file;
use crate::listing::ROWS;

/// The maximum size of a file, in bytes.
pub const MAX_BATCH_FILE: u64 = 200_000_000;
/// The maximum number of errors of a file that are reported one by one.
const TROUBLES: usize = 20;
/// The maximum size of the stored replies of each [`Side`], in bytes. Further replies are graded,
/// but their texts are not stored.
const MAX_KEPT: [usize; 2] = [600_000_000, 200_000_000];

/// The graded responses of all files of a side.
#[derive(Debug, Default)]
pub struct Batch {
    side: Side,
    grader: BatchGrader,
    tally: Tally,
    datasets: Datasets,
    kept: Vec<StoredResponse>,
    kept_bytes: usize,
    /// The positions in `kept` of failed calls, by id, sample and model. A reply replaces the
    /// failed call.
    failed: HashMap<(String, u32, String), usize>,
    /// Responses to custom procedures whose records have not arrived, each with the number of its
    /// file.
    awaiting: Vec<(u32, Response)>,
    /// The last report on each file that has responses in `awaiting`.
    files: BTreeMap<u32, BatchFile>,
    open: Option<OpenFile>,
}

/// A graded response without its whole verdict. Saving a file with verdicts grades the response
/// again.
#[derive(Debug)]
struct StoredResponse {
    response: Response,
    outcome: Outcome,
    condition: Condition,
    steps: u16,
    headline: String,
}

fn is_custom(id: &str) -> bool {
    QuestionId::read(id).is_ok_and(|question| matches!(question.item, ItemId::Custom(_)))
}

/// Returns the key that identifies the call of a response.
fn call(response: &Response, model: &str) -> (String, u32, String) {
    (response.id.trim().to_owned(), response.sample, model.to_owned())
}

/// Returns the size of a response's text and reasoning, in bytes.
const fn bytes_of(response: &Response) -> usize {
    response.text.len() + response.reasoning.len()
}

#[derive(Debug)]
struct OpenFile {
    file_report: BatchFile,
    reader: FileReader,
}

impl Batch {
    /// Creates a side without responses.
    pub fn of(side: Side) -> Self {
        Self { side, ..Self::default() }
    }

    /// Begins a file of this size in bytes. Returns an event only if the file is too large to be
    /// read.
    pub fn begin(
        &mut self,
        id: u32,
        name: &str,
        size: u64,
        columns: Option<Columns>,
    ) -> Vec<Event> {
        let mut file_report =
            BatchFile { side: self.side, id, name: name.to_owned(), size, ..BatchFile::default() };
        if size > MAX_BATCH_FILE {
            file_report.is_over = true;
            file_report.troubles = vec![words::too_large(size)];
            return vec![Event::Batch(BatchEvent::File(file_report))];
        }
        let columns = columns.map(|Columns { id, output }| ColumnChoice { id, output });
        self.open = Some(OpenFile { file_report, reader: FileReader::new(name, columns) });
        Vec::new()
    }

    /// Reads the next bytes of the current file.
    pub fn piece(&mut self, bytes: &[u8]) -> Vec<Event> {
        let Some(mut open) = self.open.take() else { return Vec::new() };
        let mut responses = Vec::new();
        open.reader.push(bytes, &mut |response| responses.push(response));
        open.file_report.read += u64::try_from(bytes.len()).unwrap_or_default();
        self.take(responses, &mut open.file_report);
        let file_report = open.file_report.clone();
        self.open = Some(open);
        vec![Event::Batch(BatchEvent::File(file_report)), self.summary()]
    }

    /// Ends the file; `unread` explains why it could not be read to its end.
    pub fn end(&mut self, unread: Option<&str>) -> Vec<Event> {
        let Some(OpenFile { mut file_report, reader }) = self.open.take() else {
            return Vec::new();
        };
        let mut responses = Vec::new();
        let report = reader.finish(&mut |response| responses.push(response));
        self.take(responses, &mut file_report);
        file_report.is_over = true;
        file_report.kind = report.kind.map(|kind| kind.to_string()).unwrap_or_default();
        file_report.troubles = troubles(&report, unread);
        file_report.columns = report.columns;
        file_report.procedures = u64::try_from(report.procedures.len()).unwrap_or_default();
        if self.awaiting.iter().any(|(file, _)| *file == file_report.id) {
            self.files.insert(file_report.id, file_report.clone());
        }
        let mut events = vec![Event::Batch(BatchEvent::File(file_report))];
        if !report.procedures.is_empty() {
            report.procedures.into_iter().for_each(|item| self.grader.add_custom(item));
            events.extend(self.regrade());
        }
        events.push(self.summary());
        events
    }

    /// Takes over the procedures of another side, and grades the responses that waited for them.
    fn take_procedures(&mut self, other: &Self) -> Vec<Event> {
        self.grader.add_custom_of(&other.grader);
        let mut events = self.regrade();
        if !events.is_empty() {
            events.push(self.summary());
        }
        events
    }

    /// Grades the responses whose procedures have arrived, and reports on their files again.
    fn regrade(&mut self) -> Vec<Event> {
        let mut changed = BTreeSet::new();
        for (file, response) in std::mem::take(&mut self.awaiting) {
            match self.grader.grade(response.clone()) {
                Err(Ungraded::Custom) => self.awaiting.push((file, response)),
                Err(_) => self.kept_bytes = self.kept_bytes.saturating_sub(bytes_of(&response)),
                Ok(graded) => {
                    self.kept_bytes = self.kept_bytes.saturating_sub(bytes_of(&response));
                    self.tally.take_back(&response.id);
                    let is_repeated = self.tally.is_duplicate(&graded.response);
                    if let Some(file_report) = self.files.get_mut(&file) {
                        let count = if is_repeated {
                            &mut file_report.repeated
                        } else {
                            &mut file_report.graded
                        };
                        *count += 1;
                    }
                    changed.insert(file);
                    if !is_repeated {
                        self.store_graded(graded);
                    }
                }
            }
        }
        let reports = changed.iter().filter_map(|file| self.files.get(file).cloned());
        reports.map(|file| Event::Batch(BatchEvent::File(file))).collect()
    }

    fn take(&mut self, responses: Vec<Response>, file_report: &mut BatchFile) {
        for response in responses {
            file_report.found += 1;
            let id = response.id.clone();
            let custom = is_custom(&id).then(|| response.clone());
            match self.grader.grade(response) {
                Ok(graded) if self.tally.is_duplicate(&graded.response) => {
                    file_report.repeated += 1;
                }
                Ok(graded) => {
                    file_report.graded += 1;
                    self.store_graded(graded);
                }
                Err(why) => {
                    self.tally.add_ungraded(&id, &why);
                    if let Some(response) = custom.filter(|_| why == Ungraded::Custom) {
                        self.defer_response(file_report.id, response);
                    }
                }
            }
        }
    }

    /// Stores a response until the record of its procedure arrives, if there is room for it.
    fn defer_response(&mut self, file: u32, response: Response) {
        let kept_bytes = self.kept_bytes.saturating_add(bytes_of(&response));
        if kept_bytes <= MAX_KEPT[self.side as usize] {
            self.kept_bytes = kept_bytes;
            self.awaiting.push((file, response));
        }
    }

    fn store_graded(&mut self, graded: Graded) {
        let replaced = self.tally.add(&graded).and_then(|model| {
            self.datasets.take_back(&graded, &model);
            self.failed.remove(&call(&graded.response, &model))
        });
        self.datasets.add(&graded);
        let Graded { mut response, outcome, question, item, headline, .. } = graded;
        self.kept_bytes =
            self.kept_bytes.saturating_add(bytes_of(&response)).saturating_add(headline.len());
        if self.kept_bytes > MAX_KEPT[self.side as usize] {
            (response.text, response.reasoning) = (words::NOT_KEPT.to_owned(), String::new());
        }
        if outcome == Outcome::Errored {
            let model = response.model.as_deref().unwrap_or_default();
            self.failed.insert(call(&response, model), self.kept.len());
        }
        let (condition, steps) = (question.condition, item.spec.steps);
        let stored = StoredResponse { response, outcome, condition, steps, headline };
        match replaced {
            Some(at) => self.kept[at] = stored,
            None => self.kept.push(stored),
        }
    }

    /// Returns the results so far.
    pub fn summary(&self) -> Event {
        Event::Batch(BatchEvent::Outcome(self.side, words::summary(&self.tally)))
    }

    /// Returns the figures of the dataset with the most scored responses.
    pub fn figures(&self, width: u32) -> Event {
        let datasets = self.datasets.largest_first();
        let figures = datasets.first().map(|dataset| {
            let figures = Summary::of(&dataset.run()).figures(Measure::First);
            events::figures(&figures, width)
        });
        Event::Batch(BatchEvent::Figures(figures.unwrap_or_default()))
    }

    /// Returns a figure of the dataset with the most scored responses, as a file; `None` if there
    /// is no such figure.
    pub fn figure(&self, id: &str, form: FigureFormat, is_dark: bool) -> Option<Event> {
        let datasets = self.datasets.largest_first();
        let figures = Summary::of(&datasets.first()?.run()).figures(Measure::First);
        let figure = figures.iter().find(|figure| figure.id == id)?;
        Some(Event::File(figure_file(figure, form, is_dark, words::REPORT)))
    }

    /// Returns the figures of all datasets as one HTML file.
    pub fn report(&self) -> Event {
        let datasets = self.datasets.largest_first();
        let figures: Vec<_> = datasets
            .iter()
            .flat_map(|dataset| Summary::of(&dataset.run()).figures(Measure::First))
            .collect();
        let text = html_report(words::REPORT, "", &figures);
        Event::File(FileEvent::Text { name: "stepfall-batch.html".to_owned(), text })
    }

    /// Returns rows of the list of responses with this outcome, from a position on. `None` selects
    /// all responses.
    pub fn rows(&self, outcome: Option<Outcome>, from: u32) -> Event {
        let wanted: Vec<usize> = (0..self.kept.len())
            .filter(|at| outcome.is_none_or(|outcome| self.kept[*at].outcome == outcome))
            .collect();
        let start = usize::try_from(from).unwrap_or(usize::MAX).min(wanted.len());
        let rows = wanted[start..].iter().take(ROWS).filter_map(|at| self.row(*at)).collect();
        let total = u32::try_from(wanted.len()).unwrap_or(u32::MAX);
        Event::Batch(BatchEvent::Rows(BatchRows { outcome, from, total, rows }))
    }

    fn row(&self, at: usize) -> Option<BatchRow> {
        let StoredResponse { response, outcome, condition, steps, headline } = self.kept.get(at)?;
        Some(BatchRow {
            number: u32::try_from(at).ok()?,
            outcome: *outcome,
            model: response.model.clone().unwrap_or_default(),
            condition: condition.slug(),
            steps: *steps,
            headline: headline.clone(),
        })
    }

    /// Returns a response, to be opened in Play.
    pub fn open(&mut self, number: u32) -> Option<Event> {
        let StoredResponse { response, .. } = self.kept.get(usize::try_from(number).ok()?)?;
        let question = QuestionId::read(&response.id).ok()?;
        let link = if let Some(link) = question.link() {
            link
        } else {
            let item = self.grader.item(&question).ok()?;
            PlayLink {
                spec: item.spec,
                condition: question.condition,
                custom: Some(Box::new(item)),
                ..PlayLink::default()
            }
        };
        let cut = response.end == ResponseEnd::Length;
        let attempt = LinkedAttempt {
            link: PlayLink { is_cut: cut, ..link }.fragment_without_text(),
            transcript: transcript(&response.reasoning, &response.text, true),
            author: response.model.clone().unwrap_or_default(),
        };
        Some(Event::Run(RunEvent::Attempt(attempt)))
    }

    /// Writes all graded responses in a file format, in pieces. Returns the name of the file and
    /// its media type.
    pub fn save(
        &mut self,
        form: RowsFormat,
        emit: &mut dyn FnMut(&str),
    ) -> (&'static str, &'static str) {
        if form == RowsFormat::Csv {
            emit(&graded_head());
        }
        for at in 0..self.kept.len() {
            let response = self.kept[at].response.clone();
            let Ok(graded) = self.grader.grade(response) else { continue };
            match form {
                RowsFormat::Jsonl => {
                    let line = serde_json::to_string(&GradedRecord::from(&graded));
                    emit(&(line.unwrap_or_default() + "\n"));
                }
                RowsFormat::Csv => emit(&graded_row(&graded)),
            }
        }
        match form {
            RowsFormat::Jsonl => ("stepfall-graded.jsonl", "application/jsonl"),
            RowsFormat::Csv => ("stepfall-graded.csv", "text/csv"),
        }
    }
}

fn troubles(report: &FileReport, unread: Option<&str>) -> Vec<String> {
    let mut troubles: Vec<String> = unread.map(words::unread).into_iter().collect();
    troubles.extend(report.problems.iter().take(TROUBLES).map(ToString::to_string));
    let listed = u64::try_from(report.problems.len().min(TROUBLES)).unwrap_or_default();
    let all = u64::try_from(report.problems.len()).unwrap_or_default() + report.problems_left_out;
    if all > listed {
        troubles.push(words::more(all - listed));
    }
    troubles
}
