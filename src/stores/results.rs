//! The store of Results: the selection of recorded runs, and the open run. The store keeps the
//! address in sync. A separate worker holds the runs in memory, so that the browser does not store
//! them.

use leptos::prelude::*;
use stepfall_link::{ResultsLink, Route};
use stepfall_protocol::figure::{Figure, Measure};
use stepfall_protocol::listing::AttemptRows;
use stepfall_protocol::recorded::ListedRun;
use stepfall_protocol::sweep::{RunInfo, RunState};
use stepfall_protocol::{Event, FigureFormat, Request, RunEvent};

use crate::browser::{self, Timer};
use crate::state::AttemptOrigin;
use crate::state::recorded::{self, ComparedWith, NextStep, Opening};
use crate::stores::{PageContext, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// The debounce delay before figures are redrawn for another width, in milliseconds.
const RESIZE_DELAY_MS: f64 = 200.0;

/// The state of the open run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Fetching {
    /// No run is open, or the open run is shown.
    #[default]
    Done,
    /// A run is being fetched or read.
    Coming,
    /// A run could not be opened, for this reason.
    Failed(String),
}

/// The internal state of Results.
struct Internals {
    play: PlayStore,
    worker: WorkerClient,
    route: RwSignal<Route>,
    opening: Opening,
    /// The width available for figures, in CSS pixels; 0 while it is unknown.
    width: u32,
    resizing: Option<Timer>,
}

/// The store of Results. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct ResultsStore {
    pub(crate) link: RwSignal<ResultsLink>,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// All recorded runs.
    pub(crate) runs: StoredValue<Vec<ListedRun>>,
    /// The finished runs of the user on this machine; `None` until they are known.
    pub(crate) own_runs: RwSignal<Option<Vec<RunInfo>>>,
    /// The name of the user's run that is drawn next to the open run; empty if there is none. The
    /// address does not contain this name.
    pub(crate) own: RwSignal<String>,
    pub(crate) fetching: RwSignal<Fetching>,
    pub(crate) figures: RwSignal<Vec<Figure>>,
    /// The name of the enlarged figure; the first figure if no figure has this name.
    pub(crate) focus: RwSignal<String>,
    /// The visible rows of the list of attempts.
    pub(crate) rows: RwSignal<AttemptRows>,
    /// The filter of the listed attempts, in the text form that marks of a figure use.
    pub(crate) filter: RwSignal<String>,
    internals: StoredValue<Internals, LocalStorage>,
}

impl ResultsStore {
    pub(crate) fn new(context: PageContext) -> Self {
        let PageContext { route, play, .. } = context;
        let worker = WorkerClient::new();
        let internals = Internals {
            play,
            worker,
            route,
            opening: Opening::default(),
            width: 0,
            resizing: None,
        };
        let results = Self {
            link: RwSignal::default(),
            notices: RwSignal::default(),
            runs: StoredValue::new(recorded::recorded_runs()),
            own_runs: RwSignal::default(),
            own: RwSignal::default(),
            fetching: RwSignal::default(),
            figures: RwSignal::default(),
            focus: RwSignal::default(),
            rows: RwSignal::default(),
            filter: RwSignal::default(),
            internals: StoredValue::new_local(internals),
        };
        worker.listen(move |event| results.on_event(event));
        results
    }

    fn with_internals<T>(self, act: impl FnOnce(&mut Internals) -> T) -> T {
        let mut internals = self.internals.write_value();
        act(&mut internals)
    }

    fn send(self, request: &Request) {
        self.with_internals(|internals| internals.worker).send(request);
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        let (link, notices) = ResultsLink::read(&browser::fragment());
        let (link, bad) = self.runs.with_value(|runs| recorded::drop_unknown_names(runs, link));
        let notices = notices.iter().map(ToString::to_string);
        self.notices.set(notices.chain(bad.iter().map(text::results::bad_name)).collect());
        self.take(link);
        self.set_title();
    }

    /// Returns the fragment of the current selection.
    pub(crate) fn fragment(self) -> String {
        self.link.with_untracked(ResultsLink::fragment)
    }

    /// Returns the full address of the current selection.
    pub(crate) fn address(self) -> String {
        format!("{}{}", browser::address_without_fragment(), self.fragment())
    }

    /// Sets the document title from the open run.
    pub(crate) fn set_title(self) {
        let run = self.link.with_untracked(|link| link.run.clone());
        let title = self.runs.with_value(|runs| {
            recorded::find_run(runs, &run)
                .map_or(text::results::PAGE.to_owned(), text::results::title)
        });
        browser::set_title(&text::page::title_of(&title));
    }

    /// Changes the order or the filters of the table.
    pub(crate) fn arrange(self, change: impl FnOnce(&mut ResultsLink)) {
        self.link.update(change);
        browser::replace(&self.fragment(), None);
    }

    /// Opens a run, and compares it with another run. An empty name means no run.
    pub(crate) fn choose(self, run: &str, with: &str) {
        let mut link = self.link.get_untracked();
        (link.run, link.with) = (run.to_owned(), with.to_owned());
        self.notices.set(Vec::new());
        self.own.set(String::new());
        self.take(link);
        browser::push(&self.fragment(), None);
        self.set_title();
    }

    /// Draws a run of the user next to the open run. An empty name means no run.
    pub(crate) fn choose_own(self, own: String) {
        let had_other = self.link.with_untracked(|link| !link.with.is_empty());
        self.link.update(|link| link.with.clear());
        self.own.set(own);
        self.take(self.link.get_untracked());
        if had_other {
            browser::push(&self.fragment(), None);
        }
    }

    fn take(self, link: ResultsLink) {
        let is_new = self.link.with_untracked(|before| before.run != link.run);
        if is_new {
            self.clear();
            self.own.set(String::new());
        }
        // A new choice clears an earlier failure.
        if self.fetching.with_untracked(|fetching| matches!(fetching, Fetching::Failed(_))) {
            self.fetching.set(Fetching::Done);
        }
        let own = self.own.get_untracked();
        self.with_internals(|internals| internals.opening.choose(&link, &own));
        self.link.set(link);
        self.advance();
    }

    /// Clears the signals of the open run.
    fn clear(self) {
        self.fetching.set(Fetching::Done);
        self.figures.set(Vec::new());
        self.focus.set(String::new());
        self.rows.set(AttemptRows::default());
        self.filter.set(String::new());
    }

    /// Carries out the next step towards showing the chosen runs. Also repeats a step that failed.
    pub(crate) fn advance(self) {
        let (step, is_empty) = self.with_internals(|internals| {
            (internals.opening.next_step(), internals.opening.is_empty())
        });
        match step {
            Some(NextStep::Fetch(name)) => {
                self.fetching.set(Fetching::Coming);
                if is_empty {
                    self.send(&Request::InMemory);
                }
                self.fetch(name);
            }
            Some(NextStep::Open(run)) => {
                let is_one = !run.is_empty();
                self.fetching.set(if is_one { Fetching::Coming } else { Fetching::Done });
                // The run sends no requests, so its delays need no randomness.
                self.send(&Request::Open { run, jitter: 1 });
                self.list_own();
            }
            Some(NextStep::Compare(beside)) => {
                self.filter.set(String::new());
                self.send(&match beside {
                    ComparedWith::None => Request::Compare(String::new()),
                    ComparedWith::Recorded(run) => Request::Compare(run),
                    ComparedWith::Own(run) => Request::Overlay(run),
                });
            }
            None => {}
        }
    }

    fn fetch(self, name: String) {
        let file = self.runs.with_value(|runs| {
            let run = recorded::find_run(runs, &name)?;
            Some((recorded::file_address(run), run.file.clone()))
        });
        let Some((address, digest)) = file else { return };
        let content = async move { browser::fetch_recorded(&address, &digest).await };
        browser::when_done(self.link, content, move |content| match content {
            Some(content) => {
                self.with_internals(|internals| internals.worker)
                    .send_file(&Request::Import(name), &content);
            }
            None => self.fail(text::results::NOT_FETCHED.to_owned()),
        });
    }

    fn fail(self, why: String) {
        self.with_internals(|internals| internals.opening.on_failed());
        self.fetching.set(Fetching::Failed(why));
    }

    /// Sets the width available for figures, in CSS pixels.
    pub(crate) fn set_width(self, width: u32) {
        let before =
            self.with_internals(|internals| std::mem::replace(&mut internals.width, width));
        if width == before {
            return;
        }
        if before == 0 {
            return self.draw();
        }
        let timer = Timer::start(self.internals, RESIZE_DELAY_MS, move || self.draw());
        if let Some(before) =
            self.with_internals(|internals| std::mem::replace(&mut internals.resizing, timer))
        {
            before.cancel();
        }
    }

    /// Requests the figures, if the width is known and a run is open.
    fn draw(self) {
        let (width, is_read) =
            self.with_internals(|internals| (internals.width, internals.opening.is_read()));
        if width > 0 && is_read {
            self.send(&Request::Figures { measure: Measure::First, width });
        }
    }

    /// Requests the runs of the user, because Sweep may have added runs. Does nothing before the
    /// worker has a recorded run.
    pub(crate) fn list_own(self) {
        if !self.with_internals(|internals| internals.opening.is_empty()) {
            self.send(&Request::Runs);
        }
    }

    /// Requests the rows of the list of attempts from number `from` on.
    pub(crate) fn list(self, from: u32) {
        let filter = self.filter.get_untracked();
        self.send(&Request::Attempts { filter, from });
    }

    /// Opens an attempt in Play.
    pub(crate) fn open_attempt(self, number: u32) {
        self.send(&Request::Attempt(number));
    }

    /// Saves a figure as a file.
    pub(crate) fn save_figure(self, figure: String, form: FigureFormat) {
        let is_dark = browser::is_dark();
        self.send(&Request::File { measure: Measure::First, figure, form, is_dark });
    }

    fn on_event(self, event: &Event) {
        match event {
            Event::Run(event) => self.on_run(event),
            Event::Broken(why) => {
                self.with_internals(|internals| internals.opening.on_worker_lost());
                self.clear();
                self.fetching.set(Fetching::Failed(text::verdict::engine_failed(why)));
            }
            // The `browser` module saves files on arrival. This worker sends none of the other
            // events.
            Event::Job(..)
            | Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Batch(_)
            | Event::File(_) => {}
        }
    }

    fn on_run(self, event: &RunEvent) {
        match event {
            RunEvent::Imported(run) => {
                self.with_internals(|internals| internals.opening.on_stored(run));
                self.advance();
            }
            RunEvent::Progress(progress) if progress.state != RunState::Opening => {
                if self.with_internals(|internals| internals.opening.on_read(&progress.run)) {
                    self.draw();
                    self.advance();
                }
            }
            RunEvent::Compared(_) => self.draw(),
            RunEvent::Figures(results) => {
                self.figures.set(results.figures.clone());
                self.fetching.update(|fetching| {
                    if *fetching == Fetching::Coming {
                        *fetching = Fetching::Done;
                    }
                });
            }
            RunEvent::Attempts(rows) => self.rows.set(rows.clone()),
            RunEvent::Attempt(attempt) => {
                let (play, route) =
                    self.with_internals(|internals| (internals.play, internals.route));
                let run = self.link.with_untracked(|link| link.run.clone());
                let said = self.runs.with_value(|runs| {
                    recorded::find_run(runs, &run).map(text::results::title).unwrap_or_default()
                });
                let from = AttemptOrigin {
                    said: text::play::from_run(&said),
                    back: text::results::BACK,
                    href: self.fragment(),
                };
                route.set(Route::To(stepfall_link::Page::Play));
                play.open_from(attempt.clone(), from);
                browser::go_up();
            }
            RunEvent::NotDone(why) => self.fail(why.clone()),
            RunEvent::Listed { runs, .. } => {
                let runs = recorded::finished_runs(runs);
                if self.own_runs.with_untracked(|before| before.as_ref() != Some(&runs)) {
                    self.own_runs.set(Some(runs));
                }
            }
            // Progress while a run is read needs no action. Recorded runs send no requests, so the
            // worker sends none of the other events.
            RunEvent::Progress(_)
            | RunEvent::Checked(_)
            | RunEvent::Suspects(_)
            | RunEvent::SmallModelQuestion(..) => {}
        }
    }
}
