//! Sweeps for the page: one run is open at a time.

use std::collections::BTreeMap;

use stepfall_figure::{Figure, GradedRun, LineId, Summary, html_report};
use stepfall_protocol::figure::{Measure, RunFigures};
use stepfall_protocol::lab::{LabAnswer, SmallModelQuestion};
use stepfall_protocol::sweep::{RunProgress, RunState};
use stepfall_protocol::{Event, FigureFormat, FileEvent, RunEvent};
use stepfall_provider::{Circumstances, Endpoint, Key, diagnose};
use stepfall_sweep::{Attempt, Estimate, Header, Plan, ReplyEnd, Run};

use crate::active_run::{ActiveRun, FIRST_CALL};
use crate::command::{CallId, Command};
use crate::figure_file::figure_file;
use crate::file_import::{FileImport, MAX_FILE, too_large};
use crate::listing::{Listing, ROWS, other_number};
use crate::page;
use crate::store::StoreError;
use crate::{events, table};

/// The runs of the page.
#[derive(Debug, Default)]
pub(crate) struct RunManager {
    active: Option<ActiveRun>,
    /// A run whose header is being read, with the seed of its random delays.
    opening: Option<(String, u64)>,
    /// Another run that is compared with the open one.
    compared: Option<ComparedRun>,
    /// An endpoint without replies, while the cause is investigated.
    lost: Option<Endpoint>,
    /// A file that is being imported.
    import: Option<FileImport>,
    commands: Vec<Command>,
}

impl RunManager {
    pub(crate) fn take_commands(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Returns whether a call belongs to a sweep.
    pub(crate) const fn owns(id: CallId) -> bool {
        id >= FIRST_CALL
    }

    fn emit(&mut self, event: Event) {
        self.commands.push(Command::Emit(event));
    }

    /// Reports the errors of a set-up, and its estimated size.
    pub(crate) fn check(&mut self, fragment: &str) {
        let (plan, unread) = Plan::read(fragment);
        let invalid = plan.check().err().unwrap_or_default();
        let is_correct = unread.is_empty() && invalid.is_empty();
        let estimate = is_correct.then(|| Estimate::of(&plan).ok()).flatten();
        let checked = events::setup_check(&unread, &invalid, &plan, estimate.as_ref());
        self.emit(Event::Run(RunEvent::Checked(checked)));
    }

    /// Creates a run, and starts it at once. If the set-up or a key is invalid, reports the errors
    /// instead.
    pub(crate) fn begin(&mut self, begin: NewRun, now: u64) {
        let NewRun { run, fragment, name, keys, jitter } = begin;
        let (plan, unread) = Plan::read(&fragment);
        let invalid = plan.check().err().unwrap_or_default();
        if !unread.is_empty() || !invalid.is_empty() {
            let checked = events::setup_check(&unread, &invalid, &plan, None);
            return self.emit(Event::Run(RunEvent::Checked(checked)));
        }
        if !self.are_keys(&keys) {
            return self
                .emit(Event::Run(RunEvent::Progress(RunProgress::new(&run, RunState::Gone))));
        }
        self.leave(now);
        let header = Header::new(&plan, &name, now);
        let mut active = ActiveRun::begin(run, plan, header, jitter);
        active.resume(keys, &mut self.commands);
        self.active = Some(active);
    }

    pub(crate) fn open(&mut self, run: &str, jitter: u64, now: u64) {
        if self.active.as_ref().is_some_and(|active| active.run() == run) {
            return self.report(now);
        }
        self.leave(now);
        self.opening = Some((run.to_owned(), jitter));
        self.commands.push(Command::LoadRun(run.to_owned()));
    }

    /// Closes the open run.
    pub(crate) fn leave(&mut self, now: u64) {
        self.opening = None;
        self.compared = None;
        if let Some(mut active) = self.active.take() {
            active.let_go(now, &mut self.commands);
        }
    }

    /// Compares the open run with another one; an empty name ends the comparison. The other run may
    /// have other items if `takes_other_items`, and is then drawn without a comparison by items.
    pub(crate) fn compare(&mut self, run: &str, takes_other_items: bool) {
        self.compared = None;
        if run.is_empty() {
            self.emit(Event::Run(RunEvent::Compared(String::new())));
        } else if self.active.is_some() {
            self.compared = Some(ComparedRun {
                run: run.to_owned(),
                name: String::new(),
                takes_other_items,
                has_same_items: false,
                graded: None,
            });
            self.commands.push(Command::LoadRun(run.to_owned()));
        }
    }

    /// Handles the header of the compared run.
    fn head_compared(&mut self, line: &str) {
        let plan = self.active.as_mut().map(|active| active.graded().plan().clone());
        let why = match (Run::begin(line), &mut self.compared, plan) {
            (Ok(run), Some(compared), Some(plan))
                if compared.takes_other_items || has_same_items(&plan, &run.plan) =>
            {
                compared.has_same_items = has_same_items(&plan, &run.plan);
                compared.name = run.header.title(&run.plan);
                compared.graded = Some(GradedRun::new(run.plan));
                return;
            }
            (Err(error), ..) => error.to_string(),
            (Ok(_), ..) => {
                "they have other items, because seed, procedure or version differ".to_owned()
            }
        };
        self.compared = None;
        self.emit(Event::Run(RunEvent::NotDone(format!(
            "The two runs cannot be compared: {why}."
        ))));
    }

    /// Handles lines of the compared run.
    fn load_compared(&mut self, lines: &str, is_last: bool) {
        let Some(ComparedRun { graded: Some(graded), name, .. }) = &mut self.compared else {
            return;
        };
        for line in lines.lines() {
            if let Ok(attempt) = Attempt::read(line, graded.plan()) {
                graded.add(&attempt);
            }
        }
        if is_last {
            let name = name.clone();
            self.emit(Event::Run(RunEvent::Compared(name)));
        }
    }

    /// Handles the header of a run that is being opened or compared. `line` is empty if there is no
    /// such run.
    pub(crate) fn on_header(&mut self, run: &str, line: &str) {
        if self.compared.as_ref().is_some_and(|compared| compared.run == run) {
            return self.head_compared(line);
        }
        let Some((name, jitter)) = self.opening.take_if(|(name, _)| name == run) else { return };
        if let Ok(Run { header, plan, .. }) = Run::begin(line) {
            self.active = Some(ActiveRun::being_read(name, header, plan, jitter));
        } else {
            self.emit(Event::Run(RunEvent::Progress(RunProgress::new(run, RunState::Gone))));
        }
    }

    /// Handles lines of a run that is being opened or compared.
    pub(crate) fn on_lines(&mut self, run: &str, lines: &str, is_last: bool, now: u64) {
        if self.compared.as_ref().is_some_and(|compared| compared.run == run) {
            return self.load_compared(lines, is_last);
        }
        let commands = &mut self.commands;
        let Some(active) = self.active.as_mut().filter(|active| active.run() == run) else {
            return;
        };
        active.take_lines(lines);
        if is_last {
            active.finish_loading();
            active.settle(now, commands);
        } else {
            active.report(now, commands);
        }
    }

    /// Continues the open run within the limits of a set-up; with `retries_given_up`, also repeats
    /// the attempts that were given up.
    pub(crate) fn resume(
        &mut self,
        keys: BTreeMap<String, String>,
        retries_given_up: bool,
        fragment: &str,
    ) {
        if !self.are_keys(&keys) {
            return;
        }
        if let Some(active) = &mut self.active {
            active.limit(fragment);
            if retries_given_up {
                active.retry_given_up(keys, &mut self.commands);
            } else {
                active.resume(keys, &mut self.commands);
            }
        }
    }

    /// Renames a run; the new name is already on the disk.
    pub(crate) fn rename(&mut self, run: &str, name: &str) {
        if let Some(active) = self.active.as_mut().filter(|active| active.run() == run) {
            active.rename(name);
        }
    }

    /// Forgets the key for an origin, and stops the open run if it uses that key.
    pub(crate) fn forget(&mut self, origin: &str, now: u64) {
        if let Some(active) = &mut self.active {
            active.forget(origin, now, &mut self.commands);
        }
    }

    /// Returns whether all keys can be sent. Otherwise sends the page an error.
    fn are_keys(&mut self, keys: &BTreeMap<String, String>) -> bool {
        let unusable = keys.iter().find(|(_, key)| Key::new(key).is_none());
        if let Some((origin, _)) = unusable {
            let sentence = format!(
                "The key for {origin} is invalid: it has blanks or characters that no key has, or it is too long."
            );
            self.emit(Event::Run(RunEvent::NotDone(sentence)));
        }
        unusable.is_none()
    }

    pub(crate) fn pause(&mut self, now: u64) {
        if let Some(active) = &mut self.active {
            active.pause(now, &mut self.commands);
        }
    }

    pub(crate) fn stop_run(&mut self, now: u64) {
        if let Some(active) = &mut self.active {
            active.stop(now, &mut self.commands);
        }
    }

    pub(crate) fn on_lock(&mut self, run: &str, is_mine: bool, now: u64) {
        if let Some(active) = self.active.as_mut().filter(|active| active.run() == run) {
            active.on_lock(is_mine, now, &mut self.commands);
        }
    }

    pub(crate) fn on_lines_stored(
        &mut self,
        run: &str,
        count: usize,
        result: Result<(), &StoreError>,
        now: u64,
    ) {
        if let Some(import) = self.import.as_mut().filter(|import| import.run() == run) {
            let goes_on = import.on_lines_stored(count, result, &mut self.commands);
            self.import.take_if(|_| !goes_on);
            return;
        }
        if let Some(active) = self.active.as_mut().filter(|active| active.run() == run) {
            active.on_lines_stored(count, result, now, &mut self.commands);
            self.start_diagnosis();
        }
    }

    /// Handles the loss of the store after another one was opened.
    pub(crate) fn on_disk_lost(&mut self, is_kept: bool, now: u64) {
        if let Some(active) = &mut self.active {
            active.on_disk_lost(is_kept, now, &mut self.commands);
        }
    }

    /// Handles the result of moving a run into another store.
    pub(crate) fn on_restored(&mut self, run: &str, restored: Result<(), &StoreError>, now: u64) {
        if let Some(active) = self.active.as_mut().filter(|active| active.run() == run) {
            active.on_restored(restored, now, &mut self.commands);
        }
    }

    /// Returns the lines of a run that are not on the disk, or an empty list if the run is not
    /// open.
    pub(crate) fn unsaved_lines(&mut self, run: &str) -> Vec<String> {
        let active = self.active.as_mut().filter(|active| active.run() == run);
        active.map(ActiveRun::unsaved_lines).unwrap_or_default()
    }

    /// Returns all lines of a run in memory, its header first, or an empty list if the run is not
    /// open.
    pub(crate) fn lines_in_memory(&mut self, run: &str, now: u64) -> Vec<String> {
        let active = self.active.as_mut().filter(|active| active.run() == run);
        active.map(|active| active.lines_in_memory(now)).unwrap_or_default()
    }

    pub(crate) fn active(&mut self) -> Option<&mut ActiveRun> {
        self.active.as_mut()
    }

    pub(crate) fn on_end(&mut self, id: CallId, how: ReplyEnd, now: u64) {
        let Some(active) = &mut self.active else { return };
        active.on_end(id, how, now, &mut self.commands);
        self.start_diagnosis();
    }

    /// Handles the small model's answer, or the reason for its absence.
    pub(crate) fn on_small_model_answer(
        &mut self,
        id: CallId,
        question: &SmallModelQuestion,
        answer: Result<LabAnswer, String>,
        now: u64,
    ) {
        if let Some(active) = &mut self.active {
            active.on_small_model_answer(id, question, answer, now, &mut self.commands);
        }
    }

    /// Investigates missing replies, if there are any.
    fn start_diagnosis(&mut self) {
        if let Some(endpoint) = self.active.as_mut().and_then(ActiveRun::unreachable) {
            self.commands.push(Command::Probe {
                call: DIAGNOSIS_CALL,
                origin: endpoint.origin().to_owned(),
            });
            self.lost = Some(endpoint);
        }
    }

    /// Reports the possible causes of missing replies.
    pub(crate) fn on_diagnosis_facts(&mut self, circumstances: &Circumstances) {
        if let Some(endpoint) = self.lost.take() {
            let suspects = diagnose(&endpoint, circumstances);
            self.emit(Event::Run(RunEvent::Suspects(page::report_of_suspects(suspects))));
        }
    }

    pub(crate) fn wake(&mut self, now: u64) {
        if let Some(active) = self.active.as_mut().filter(|active| active.is_locked()) {
            active.wake(now, &mut self.commands);
            self.start_diagnosis();
        }
    }

    fn report(&mut self, now: u64) {
        if let Some(active) = &mut self.active {
            active.report(now, &mut self.commands);
        }
    }

    /// Sends all figures of the open run, laid out for a width.
    pub(crate) fn figures(&mut self, measure: Measure, width: u32) {
        let title = self.active.as_ref().map_or_else(String::new, ActiveRun::title);
        let results = match self.summary() {
            Some(summary) => RunFigures {
                title,
                finding: summary.of_all.finding(measure),
                figures: events::figures(&summary.figures(measure), width),
            },
            None => RunFigures { title, ..RunFigures::default() },
        };
        if let (Some(active), Some(finding), Measure::First, None) =
            (&mut self.active, &results.finding, measure, &self.compared)
        {
            active.note_finding(finding, &mut self.commands);
        }
        self.emit(Event::Run(RunEvent::Figures(results)));
    }

    /// Returns the summary of the open run and the compared run. Returns `None` if no run is open,
    /// or if the open run cannot be graded.
    fn summary(&mut self) -> Option<RunSummary> {
        let active = self.active.as_mut()?;
        if !active.graded().is_graded() {
            return None;
        }
        let title = active.title();
        let mut run = active.graded().run();
        let target_count = run.targets.len();
        let mut has_pairs = false;
        if let Some(compared) = &self.compared
            && let ComparedRun { name, graded: Some(graded), .. } = compared
        {
            has_pairs = compared.has_same_items;
            let (other, names) = (graded.run(), [title.as_str(), name]);
            run =
                if has_pairs { run.compared_with(other, names) } else { run.beside(other, names) };
        }
        Some(RunSummary { of_all: Summary::of(&run), target_count, has_pairs })
    }

    /// Returns the figures; empty if there is no summary.
    fn run_figures(&mut self, measure: Measure) -> Vec<Figure> {
        self.summary().map(|summary| summary.figures(measure)).unwrap_or_default()
    }

    /// Sends a figure as a file. For a bitmap the page needs the SVG drawing.
    pub(crate) fn file(&mut self, measure: Measure, id: &str, form: FigureFormat, is_dark: bool) {
        let figures = self.run_figures(measure);
        let Some(figure) = figures.iter().find(|figure| figure.id == id) else { return };
        let source = self.active.as_ref().map_or_else(String::new, ActiveRun::source);
        self.emit(Event::File(figure_file(figure, form, is_dark, &source)));
    }

    /// Sends all figures of the run as one HTML file, with the link that reproduces its items.
    pub(crate) fn report_file(&mut self, measure: Measure, address: &str) {
        let figures = self.run_figures(measure);
        let Some(active) = &mut self.active else { return };
        let name = active.title();
        let link = format!("{address}{}", active.header().plan);
        let html = html_report(&name, &link, &figures);
        self.emit(Event::File(FileEvent::Text {
            name: "stepfall-sweep.html".to_owned(),
            text: html,
        }));
    }

    /// Converts lines of a run to lines of a table, with their grades if the run is open. Without
    /// lines, returns the names of the columns. Returns an empty text for an invalid header.
    pub(crate) fn table(&mut self, run: &str, header: &str, lines: &str) -> String {
        let Ok(Run { header, plan, .. }) = Run::begin(header) else { return String::new() };
        if lines.is_empty() {
            return table::begin();
        }
        let mut active = self.active.as_mut().filter(|active| active.run() == run);
        let mut text = String::new();
        for attempt in lines.lines().filter_map(|line| Attempt::read(line, &plan).ok()) {
            let graded = active.as_mut().map(|active| active.graded());
            let row = graded.as_ref().and_then(|graded| graded.rows().get(&attempt.number));
            let interim = graded.as_ref().and_then(|graded| graded.completion().interim());
            table::push(&mut text, &attempt, &header, row, interim.as_deref());
        }
        text
    }

    /// Sends rows of the list of attempts that a filter selects, with a description of the
    /// selection.
    pub(crate) fn attempts(&mut self, filter: &str, from: usize) {
        let Some(active) = &mut self.active else { return };
        let listing = Listing::new(
            active.graded(),
            self.compared.as_ref().and_then(|compared| compared.graded.as_ref()),
        );
        let (numbers, description) = listing.selection(filter);
        let rows = events::attempts(&listing, (&numbers, description), from, ROWS);
        self.emit(Event::Run(RunEvent::Attempts(rows)));
    }

    /// Requests one attempt from the store, to be opened in Play.
    pub(crate) fn attempt(&mut self, number: u32) {
        let Some(active) = &mut self.active else { return };
        let (run, number) = match (&self.compared, other_number(active.graded(), number)) {
            (Some(compared), Some(number)) => (compared.run.as_str(), number),
            _ => (active.run(), number),
        };
        self.commands.push(Command::LoadAttempt { run: run.to_owned(), number });
    }

    /// Sends the page a stored attempt of the open run or the compared run.
    pub(crate) fn on_attempt_line(&mut self, run: &str, line: &str) {
        let current = self.active.as_mut().filter(|active| active.run() == run);
        let current = current.map(|active| &*active.graded());
        let other =
            || self.compared.as_ref().filter(|compared| compared.run == run)?.graded.as_ref();
        let Some(plan) = current.or_else(other).map(GradedRun::plan) else { return };
        let attempt =
            Attempt::read(line, plan).ok().and_then(|attempt| events::attempt(plan, &attempt));
        if let Some(attempt) = attempt {
            self.emit(Event::Run(RunEvent::Attempt(attempt)));
        }
    }

    /// Imports a file of attempts of this size in bytes, as a run of this name.
    pub(crate) fn import_file(&mut self, run: &str, size: u64) {
        if self.import.is_some() {
            let sentence = "Another file is still being read. Open this one afterwards.";
            return self.emit(Event::Run(RunEvent::NotDone(sentence.to_owned())));
        }
        if size > MAX_FILE {
            return self.emit(Event::Run(RunEvent::NotDone(too_large())));
        }
        self.import = Some(FileImport::new(run));
        self.commands.push(Command::ReadFilePiece(run.to_owned()));
    }

    /// Handles a piece of the imported file.
    pub(crate) fn on_file_piece(&mut self, run: &str, bytes: &[u8], is_last: bool) {
        if let Some(import) = self.import.as_mut().filter(|import| import.run() == run) {
            let goes_on = import.piece(bytes, is_last, &mut self.commands);
            self.import.take_if(|_| !goes_on);
        }
    }

    /// Handles a read error of the imported file.
    pub(crate) fn on_file_unreadable(&mut self, run: &str) {
        if self.import.take_if(|import| import.run() == run).is_some() {
            self.emit(Event::Run(RunEvent::NotDone(
                "The file cannot be read any further.".to_owned(),
            )));
        }
    }
}

/// The number of the call that investigates missing replies.
pub(crate) const DIAGNOSIS_CALL: CallId = CallId::MAX;

/// A run that is compared with the open one.
#[derive(Debug)]
struct ComparedRun {
    run: String,
    name: String,
    /// True if it may have other items than the open run.
    takes_other_items: bool,
    /// True if it has the items of the open run.
    has_same_items: bool,
    /// The attempts; `None` until the header has arrived.
    graded: Option<GradedRun>,
}

/// Returns whether the same length, look-back and number identify the same item in both plans.
fn has_same_items(first: &Plan, second: &Plan) -> bool {
    let (a, b) = (first.cell_spec(25, 5), second.cell_spec(25, 5));
    a == b && first.seed == second.seed && first.generator == second.generator
}

/// The summary of the open run, together with a compared run if there is one.
struct RunSummary {
    of_all: Summary,
    /// The number of the open run's targets.
    target_count: usize,
    /// True if there is a compared run with the same items.
    has_pairs: bool,
}

impl RunSummary {
    /// Returns the figures by a measure. If there is a compared run with the same items, lines are
    /// paired across the runs. If the compared run has other items, the paired comparison is left
    /// out.
    fn figures(&self, measure: Measure) -> Vec<Figure> {
        let Self { of_all, target_count, has_pairs } = self;
        let mut figures = of_all.figures(measure);
        if of_all.lines().iter().any(|line| usize::from(line.target) >= *target_count) {
            let paired = of_all.paired(&pairs(of_all, *target_count), measure);
            figures.retain(|figure| figure.id != paired.id);
            if *has_pairs {
                figures.insert(figures.len().min(1), paired);
            }
        }
        figures
    }
}

/// Pairs each line of the open run with the other run's line of the same target position and
/// condition. Without such a line, the other run's first line is used.
fn pairs(summary: &Summary, target_count: usize) -> Vec<(LineId, LineId)> {
    let target_count = u16::try_from(target_count).unwrap_or(u16::MAX);
    let (own_lines, other_lines): (Vec<LineId>, Vec<LineId>) =
        summary.lines().into_iter().partition(|line| line.target < target_count);
    let other = |line: &LineId| {
        let same = LineId::new(line.target.saturating_add(target_count), line.condition);
        other_lines
            .iter()
            .find(|other_line| **other_line == same)
            .or_else(|| other_lines.first())
            .copied()
    };
    own_lines.iter().filter_map(|line| Some((*line, other(line)?))).collect()
}

/// The parameters of a new run.
pub(crate) struct NewRun {
    pub(crate) run: String,
    pub(crate) fragment: String,
    pub(crate) name: String,
    pub(crate) keys: BTreeMap<String, String>,
    pub(crate) jitter: u64,
}
