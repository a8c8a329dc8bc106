//! The store of Batch: the suite of questions that the page writes to files, and the graded
//! responses. The store keeps the address in sync.

mod comparison;

use leptos::prelude::*;
use stepfall_link::{BatchLink, Page, Route};
use stepfall_protocol::batch::{
    BatchEvent, BatchFile, BatchRequest, BatchRows, BatchSummary, Columns, RowsFormat, Suites,
};
use stepfall_protocol::comparison::Side;
use stepfall_protocol::figure::Figure;
use stepfall_protocol::{Event, FigureFormat, Request, RunEvent};
use stepfall_text::Outcome;

pub(crate) use self::comparison::ComparisonStore;
use crate::browser::{self, ChosenFile, Timer};
use crate::state::{AttemptOrigin, PromptSource};
use crate::stores::{PageContext, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// Debounce delay before changed settings reach the worker and the address, in milliseconds.
const SETTINGS_DELAY_MS: f64 = 200.0;
/// Delay before figures are redrawn, so that several changes share one drawing, in milliseconds.
const REDRAW_DELAY_MS: f64 = 400.0;

/// The internal state of Batch.
struct Internals {
    play: PlayStore,
    worker: WorkerClient,
    route: RwSignal<Route>,
    /// All input files, in the order of their numbers, for choosing columns later. Numbers are
    /// never reused, so events of a removed file match no other file.
    inputs: Vec<ChosenFile>,
    width: u32,
    drawing: Option<Timer>,
    /// The timer that sends changed settings to the worker and the address.
    debounce_timer: Option<Timer>,
}

/// The store of Batch.
#[derive(Clone, Copy)]
pub(crate) struct BatchStore {
    pub(crate) link: RwSignal<BatchLink>,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The sizes of the suites and of the selection in the address, or the error in the selection.
    /// Empty until the worker has answered.
    pub(crate) suites: RwSignal<Suites>,
    /// The number of written questions and the total; `None` while no files are made.
    pub(crate) making: RwSignal<Option<(u64, u64)>>,
    /// The reason why files could not be made, or why the worker cannot be used.
    pub(crate) error: RwSignal<Option<String>>,
    /// The files of both sides.
    files: RwSignal<Vec<BatchFile>>,
    pub(crate) summary: RwSignal<BatchSummary>,
    pub(crate) figures: RwSignal<Vec<Figure>>,
    /// The name of the enlarged figure; the first figure if no figure has this name.
    pub(crate) focus: RwSignal<String>,
    /// The outcome of the listed responses; `None` lists all.
    pub(crate) outcome: RwSignal<Option<Outcome>>,
    pub(crate) rows: RwSignal<BatchRows>,
    /// A counter that changes when rows have to be requested again.
    pub(crate) version: RwSignal<u32>,
    pub(crate) comparison: ComparisonStore,
    internals: StoredValue<Internals, LocalStorage>,
}

impl BatchStore {
    pub(crate) fn new(context: PageContext) -> Self {
        let PageContext { route, play, .. } = context;
        let worker = WorkerClient::new();
        let internals = Internals {
            play,
            worker,
            route,
            inputs: Vec::new(),
            width: 0,
            drawing: None,
            debounce_timer: None,
        };
        let summary = RwSignal::default();
        let batch = Self {
            link: RwSignal::new(BatchLink::first()),
            notices: RwSignal::default(),
            suites: RwSignal::default(),
            making: RwSignal::default(),
            error: RwSignal::default(),
            files: RwSignal::default(),
            summary,
            figures: RwSignal::default(),
            focus: RwSignal::default(),
            outcome: RwSignal::default(),
            rows: RwSignal::default(),
            version: RwSignal::default(),
            comparison: ComparisonStore::new(worker, summary),
            internals: StoredValue::new_local(internals),
        };
        worker.listen(move |event| batch.on_event(event));
        batch
    }

    fn with_internals<T>(self, act: impl FnOnce(&mut Internals) -> T) -> T {
        let mut internals = self.internals.write_value();
        act(&mut internals)
    }

    fn send(self, request: BatchRequest) {
        self.with_internals(|internals| internals.worker).send(&Request::Batch(request));
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        let (link, notices) = BatchLink::read(&browser::fragment());
        self.notices.set(notices.iter().map(ToString::to_string).collect());
        self.take(link);
        browser::set_title(text::batch::TITLE);
    }

    /// Returns the fragment of the current settings.
    pub(crate) fn fragment(self) -> String {
        self.link.with_untracked(BatchLink::fragment)
    }

    /// Returns the full address of the current settings.
    pub(crate) fn address(self) -> String {
        format!("{}{}", browser::address_without_fragment(), self.fragment())
    }

    /// Changes the settings. The worker and the address follow after a pause.
    pub(crate) fn change(self, change: impl FnOnce(&mut BatchLink)) {
        let mut link = self.link.get_untracked();
        change(&mut link);
        if link == self.link.get_untracked() {
            return;
        }
        self.link.set(link);
        self.error.set(None);
        let timer = Timer::start(self.internals, SETTINGS_DELAY_MS, move || self.write());
        if let Some(before) =
            self.with_internals(|internals| std::mem::replace(&mut internals.debounce_timer, timer))
        {
            before.cancel();
        }
    }

    /// Writes pending changes into the address, before another page replaces it.
    pub(crate) fn write_address(self) {
        if let Some(timer) = self.with_internals(|internals| internals.debounce_timer.take()) {
            timer.cancel();
            self.write();
        }
    }

    /// Sends the settings to the worker, and writes the address unless another page owns it by now.
    fn write(self) {
        self.with_internals(|internals| internals.debounce_timer = None);
        self.send(BatchRequest::Suites(self.fragment()));
        if Route::read(&browser::fragment()) == Route::To(Page::Batch) {
            browser::replace(&self.fragment(), None);
        }
    }

    /// Copies the settings from the item that Play shows. Does nothing if the item is a custom
    /// procedure.
    pub(crate) fn take_play(self) {
        let play = self.with_internals(|internals| internals.play);
        let shown = play.current_item.get_untracked();
        let PromptSource { spec, seed, condition, custom: None, .. } = &shown.prompt_source else {
            return;
        };
        let link = self.link.get_untracked();
        let of_play = BatchLink::of_play(spec, *seed, *condition);
        let BatchLink { target, model, max_output, price, .. } = link;
        self.change(|link| *link = BatchLink { target, model, max_output, price, ..of_play });
    }

    fn take(self, link: BatchLink) {
        self.link.set(link);
        self.error.set(None);
        self.send(BatchRequest::Suites(self.fragment()));
    }

    /// Starts making the files. Each file is saved when it is done.
    pub(crate) fn make(self) {
        self.making.set(Some((0, 0)));
        self.error.set(None);
        self.send(BatchRequest::Make(self.fragment()));
    }

    /// Returns the files of a side. Tracks them.
    pub(crate) fn files(self, side: Side) -> Vec<BatchFile> {
        self.files.with(|files| files.iter().filter(|file| file.side == side).cloned().collect())
    }

    /// Reads files of a side one after the other.
    pub(crate) fn give(self, side: Side, files: Vec<ChosenFile>) {
        for file in files {
            self.read(side, &file, None);
        }
    }

    /// Reads a file again with the chosen columns.
    pub(crate) fn choose_columns(self, id: u32, columns: Columns) {
        let file = self
            .with_internals(|internals| internals.inputs.get(usize::try_from(id).ok()?).cloned());
        let side = self.files.with_untracked(|files| {
            files.iter().find(|known| known.id == id).map(|known| known.side)
        });
        if let (Some(file), Some(side)) = (file, side) {
            self.files.update(|files| files.retain(|known| known.id != id));
            self.read(side, &file, Some(columns));
        }
    }

    fn read(self, side: Side, file: &ChosenFile, columns: Option<Columns>) {
        let (worker, id) = self.with_internals(|internals| {
            internals.inputs.push(file.clone());
            (internals.worker, u32::try_from(internals.inputs.len() - 1).unwrap_or(u32::MAX))
        });
        let name = file.name();
        let entry =
            BatchFile { side, id, name: name.clone(), size: file.size(), ..BatchFile::default() };
        self.files.update(|files| files.push(entry));
        let request = BatchRequest::Take { side, id, name, columns };
        worker.send_file(&Request::Batch(request), file.content());
    }

    /// Removes the files of the second side and their responses.
    pub(crate) fn clear_second(self) {
        self.send(BatchRequest::ClearSecond);
        self.files.update(|files| files.retain(|file| file.side == Side::First));
        self.comparison.empty();
    }

    /// Removes all files and responses.
    pub(crate) fn clear(self) {
        self.send(BatchRequest::Clear);
        self.empty();
    }

    fn empty(self) {
        self.files.set(Vec::new());
        self.summary.set(BatchSummary::default());
        self.figures.set(Vec::new());
        self.rows.set(BatchRows::default());
        self.outcome.set(None);
        self.comparison.empty();
    }

    /// Returns whether any answer is graded as correct or incorrect. Tracks the summary.
    pub(crate) fn has_scored(self) -> bool {
        self.summary.with(has_scored)
    }

    /// Limits the list to the responses with this outcome; `None` lists all responses.
    pub(crate) fn list_outcome(self, outcome: Option<Outcome>) {
        self.outcome.set(outcome);
    }

    /// Requests the rows of the list from number `from` on.
    pub(crate) fn list(self, from: u32) {
        let outcome = self.outcome.get_untracked();
        self.send(BatchRequest::Rows { outcome, from });
    }

    /// Opens a response in Play.
    pub(crate) fn open_row(self, number: u32) {
        self.send(BatchRequest::Open(number));
    }

    /// Saves a figure as a file.
    pub(crate) fn save_figure(self, figure: String, form: FigureFormat) {
        let is_dark = browser::is_dark();
        self.send(BatchRequest::File { figure, form, is_dark });
    }

    /// Saves all graded responses.
    pub(crate) fn save(self, form: RowsFormat) {
        self.send(BatchRequest::Save(form));
    }

    /// Saves a report with all figures.
    pub(crate) fn save_report(self) {
        self.send(BatchRequest::Report);
    }

    /// Sets the width available for figures, in CSS pixels, and redraws them if it has changed.
    pub(crate) fn set_width(self, width: u32) {
        if self.with_internals(|internals| std::mem::replace(&mut internals.width, width)) != width
        {
            self.draw_soon();
        }
    }

    fn draw_soon(self) {
        if self.with_internals(|internals| internals.drawing.is_some()) {
            return;
        }
        let timer = Timer::start(self.internals, REDRAW_DELAY_MS, move || {
            let width = self.with_internals(|internals| {
                internals.drawing = None;
                internals.width
            });
            if width > 0 && self.summary.with_untracked(has_scored) {
                self.send(BatchRequest::Figures(width));
            }
        });
        self.with_internals(|internals| internals.drawing = timer);
    }

    fn on_event(self, event: &Event) {
        match event {
            Event::Batch(event) => self.on_batch(event),
            Event::Run(RunEvent::Attempt(attempt)) => {
                let (play, route) =
                    self.with_internals(|internals| (internals.play, internals.route));
                let said = text::play::FROM_BATCH.to_owned();
                let from =
                    AttemptOrigin { said, back: text::play::BACK_TO_BATCH, href: self.fragment() };
                route.set(Route::To(Page::Play));
                play.open_from(attempt.clone(), from);
                browser::go_up();
            }
            Event::Broken(why) => {
                self.making.set(None);
                self.empty();
                self.error.set(Some(text::verdict::engine_failed(why)));
            }
            // The `browser` module saves files on arrival. This worker sends none of the other
            // events.
            Event::Job(..)
            | Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Run(_)
            | Event::File(_) => {}
        }
    }

    fn on_batch(self, event: &BatchEvent) {
        match event {
            BatchEvent::Suites(suites) => self.suites.set(suites.clone()),
            BatchEvent::Making(done, all) => self.making.set(Some((*done, *all))),
            BatchEvent::Made(made) => {
                self.making.set(None);
                self.error.set(made.clone().err());
            }
            BatchEvent::File(file) => self.files.update(|files| {
                if let Some(known) = files.iter_mut().find(|known| known.id == file.id) {
                    known.clone_from(file);
                }
            }),
            BatchEvent::Outcome(side, summary) => self.on_outcome(*side, summary),
            BatchEvent::Figures(figures) => self.figures.set(figures.clone()),
            BatchEvent::Rows(rows) => self.rows.set(rows.clone()),
            BatchEvent::Compared(comparison) => self.comparison.finish(comparison),
            BatchEvent::Pairs(rows) => self.comparison.rows.set(rows.clone()),
        }
    }

    fn on_outcome(self, side: Side, summary: &BatchSummary) {
        if side == Side::First {
            self.summary.set(summary.clone());
            self.version.update(|version| *version = version.wrapping_add(1));
        } else {
            self.comparison.second().set(summary.clone());
        }
        let (is_first_over, is_all_over) = self.files.with_untracked(|files| {
            let mut waiting = files.iter().filter(|file| !file.is_over).map(|file| file.side);
            (waiting.all(|side| side == Side::Second), files.iter().all(|file| file.is_over))
        });
        // Figures are drawn only when all files of the first side are graded. One drawing takes as
        // long as grading some thousands of responses.
        if side == Side::First && is_first_over {
            self.draw_soon();
        }
        if is_all_over {
            self.comparison.start();
        }
    }
}

/// Returns whether any answer is graded as correct or incorrect.
fn has_scored(summary: &BatchSummary) -> bool {
    summary.counts[0] + summary.counts[1] > 0
}
