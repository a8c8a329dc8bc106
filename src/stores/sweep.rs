//! The store of Sweep. It keeps the address in sync, and handles the events of the worker that runs
//! sweeps.

mod results;
mod run;
mod setup;
mod small_model;

use leptos::prelude::*;
use leptos::task::spawn_local;
use stepfall_link::{MAX_SETUP, Page, Route, SweepLink};
use stepfall_protocol::asking::FailureReport;
use stepfall_protocol::figure::{Figure, Measure};
use stepfall_protocol::listing::AttemptRows;
use stepfall_protocol::sweep::{RunInfo, RunProgress, SetupCheck};
use stepfall_protocol::{Event, LabChannel, Request, RunEvent};

use crate::browser::{self, Timer};
use crate::lazy;
use crate::state::{AttemptOrigin, QuestionQueue};
use crate::stores::{ModelClient, PageContext, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// The internal state of Sweep.
struct Internals {
    play: PlayStore,
    models: ModelClient,
    worker: WorkerClient,
    /// A separate worker that checks set-ups while models are asked.
    checks: WorkerClient,
    is_checking: bool,
    /// The worker that runs the small model.
    small_model: WorkerClient<LabChannel>,
    /// The questions of the open run for the small model.
    questions: QuestionQueue,
    /// True until the worker has checked the opened address.
    is_unchecked: bool,
    route: RwSignal<Route>,
    /// The width available for figures, in CSS pixels; 0 while it is unknown.
    width: u32,
    /// The number of answers in the last drawing.
    drawn: u32,
    /// The time of the last drawing request, in milliseconds.
    drawn_at: f64,
    /// The duration of the last drawing, in milliseconds.
    took: f64,
    debounce_timer: Option<Timer>,
    resizing: Option<Timer>,
    drawing: Option<Timer>,
}

/// The store of Sweep. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct SweepStore {
    pub(crate) setup: RwSignal<SweepLink>,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The worker's check of the set-up; `None` until the worker has answered.
    pub(crate) checked: RwSignal<Option<SetupCheck>>,
    /// The stored runs, newest first.
    pub(crate) runs: RwSignal<Vec<RunInfo>>,
    /// True if runs outlive this tab.
    pub(crate) is_kept: RwSignal<bool>,
    /// The name of the run that the open run is compared with; empty if there is none.
    pub(crate) compared: RwSignal<String>,
    /// The progress of the open run.
    pub(crate) progress: RwSignal<Option<RunProgress>>,
    /// The name for the next run.
    pub(crate) name: RwSignal<String>,
    /// The measure that counts as correct in the curve.
    pub(crate) measure: RwSignal<Measure>,
    pub(crate) figures: RwSignal<Vec<Figure>>,
    /// The title of the open run; empty while it is unknown.
    pub(crate) title: RwSignal<String>,
    /// The finding of the open run; empty while it is unknown.
    pub(crate) finding: RwSignal<String>,
    /// The name of the enlarged figure; the first figure if no figure has this name.
    pub(crate) focus: RwSignal<String>,
    /// The visible rows of the list of attempts.
    pub(crate) rows: RwSignal<AttemptRows>,
    /// The filter of the listed attempts, in the text form that marks of a figure use. An empty
    /// filter lists all attempts.
    pub(crate) filter: RwSignal<String>,
    /// The likely reason why no responses arrive; `None` if responses arrive.
    pub(crate) suspects: RwSignal<Option<FailureReport>>,
    /// The origins to which the user allows requests.
    pub(crate) allowed: RwSignal<Vec<String>>,
    /// The reason why a file or a run failed.
    pub(crate) error: RwSignal<Option<String>>,
    internals: StoredValue<Internals, LocalStorage>,
}

impl SweepStore {
    pub(crate) fn new(context: PageContext) -> Self {
        let PageContext { route, play, models, asking: worker, .. } = context;
        let checks = WorkerClient::new();
        let small_model = WorkerClient::new();
        let internals = StoredValue::new_local(Internals {
            play,
            models,
            worker,
            checks,
            is_checking: false,
            small_model,
            questions: QuestionQueue::default(),
            is_unchecked: false,
            route,
            width: 0,
            drawn: 0,
            drawn_at: 0.0,
            took: 0.0,
            debounce_timer: None,
            resizing: None,
            drawing: None,
        });
        let sweep = Self {
            setup: RwSignal::new(SweepLink::read("")),
            notices: RwSignal::new(Vec::new()),
            checked: RwSignal::new(None),
            runs: RwSignal::new(Vec::new()),
            is_kept: RwSignal::new(true),
            compared: RwSignal::new(String::new()),
            progress: RwSignal::new(None),
            name: RwSignal::new(String::new()),
            measure: RwSignal::new(Measure::First),
            figures: RwSignal::new(Vec::new()),
            title: RwSignal::new(String::new()),
            finding: RwSignal::new(String::new()),
            focus: RwSignal::new(String::new()),
            rows: RwSignal::new(AttemptRows::default()),
            filter: RwSignal::new(String::new()),
            suspects: RwSignal::new(None),
            allowed: RwSignal::new(Vec::new()),
            error: RwSignal::new(None),
            internals,
        };
        worker.listen(move |event| sweep.on_event(event));
        small_model.listen(move |event| sweep.on_small_model(event));
        checks.listen(move |event| {
            sweep.with_internals(|internals| internals.is_checking = false);
            sweep.on_event(event);
        });
        sweep
    }

    fn with_internals<T>(self, act: impl FnOnce(&mut Internals) -> T) -> T {
        let mut internals = self.internals.write_value();
        act(&mut internals)
    }

    fn send(self, request: &Request) {
        let worker = self.with_internals(|internals| internals.worker);
        worker.send(request);
    }

    /// Returns the client that asks models.
    pub(crate) fn models(self) -> ModelClient {
        self.with_internals(|internals| internals.models)
    }

    /// Requests the list of stored runs, and opens the address.
    pub(crate) fn open(self) {
        self.models().open();
        // Loads the list of attempts before a run needs it.
        browser::when_idle(self.internals, || spawn_local(lazy::preload_attempts()));
        self.send(&Request::Runs);
        self.reopen();
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        let setup = SweepLink::read(&browser::fragment());
        let before = self.setup.with_untracked(|setup| setup.run.clone());
        let run = setup.run.clone();
        // A page that opened this page can change its fragment. So a run in the fragment may send
        // requests only to the origins that the user has allowed for this run.
        self.allowed.set(browser::stored_allowed_origins(&run));
        self.setup.set(setup);
        self.notices.set(Vec::new());
        self.with_internals(|internals| internals.is_unchecked = true);
        if run.is_empty() || run != before {
            self.clear();
        }
        if run != before {
            // A request with an empty name closes the previous run.
            self.send(&Request::Open { run, jitter: random_jitter_seed() });
        }
        self.check_soon();
        browser::set_title(text::sweep::TITLE);
    }

    /// Clears the signals of the open run.
    fn clear(self) {
        self.progress.set(None);
        self.figures.set(Vec::new());
        self.title.set(String::new());
        self.finding.set(String::new());
        self.rows.set(AttemptRows::default());
        self.focus.set(String::new());
        self.compared.set(String::new());
        self.suspects.set(None);
        self.with_internals(|internals| (internals.drawn, internals.drawn_at) = (0, 0.0));
        self.filter.set(String::new());
    }

    fn on_event(self, event: &Event) {
        match event {
            Event::Run(event) => self.on_run_event(event),
            Event::Broken(why) => {
                self.clear();
                self.error.set(Some(text::verdict::engine_failed(why)));
            }
            // Other stores handle these events. The `browser` module saves files on arrival.
            Event::Job(..)
            | Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Batch(_)
            | Event::File(_) => {}
        }
    }

    fn on_run_event(self, event: &RunEvent) {
        match event {
            RunEvent::Listed { is_kept, runs } => {
                self.is_kept.set(*is_kept);
                self.runs.set(runs.clone());
            }
            RunEvent::Checked(checked) => {
                if self.with_internals(|internals| std::mem::take(&mut internals.is_unchecked)) {
                    let is_cut = self.setup.with_untracked(SweepLink::is_cut);
                    let cut = is_cut.then(|| text::sweep::setup_is_cut(MAX_SETUP));
                    let notices = cut.into_iter().chain(checked.unread.iter().cloned());
                    self.notices.set(notices.collect());
                }
                self.checked.set(Some(checked.clone()));
            }
            RunEvent::Progress(progress) => {
                if self.setup.with_untracked(|setup| setup.run == progress.run) {
                    self.progress.set(Some(progress.clone()));
                    self.draw_soon(progress);
                }
            }
            RunEvent::Figures(results) => {
                self.with_internals(|internals| {
                    internals.took = (browser::now() - internals.drawn_at).max(0.0);
                });
                self.title.set(results.title.clone());
                self.finding.set(results.finding.clone().unwrap_or_default());
                self.figures.set(results.figures.clone());
            }
            RunEvent::Attempts(rows) => self.rows.set(rows.clone()),
            RunEvent::Attempt(attempt) => {
                let (play, route) =
                    self.with_internals(|internals| (internals.play, internals.route));
                let said = self.title.with_untracked(|title| text::play::from_run(title));
                let from =
                    AttemptOrigin { said, back: text::play::BACK_TO_RUN, href: self.fragment() };
                route.set(Route::To(Page::Play));
                play.open_from(attempt.clone(), from);
                browser::go_up();
            }
            RunEvent::Imported(_) => self.send(&Request::Runs),
            RunEvent::Suspects(suspects) => self.suspects.set(Some(suspects.clone())),
            RunEvent::Compared(run) => {
                self.error.set(None);
                self.compared.set(run.clone());
                // The filter may name a target of the previously compared run.
                self.filter.set(String::new());
                self.draw();
            }
            RunEvent::SmallModelQuestion(call, question) => self.question(*call, question.clone()),
            RunEvent::NotDone(why) => self.error.set(Some(why.clone())),
        }
    }
}

/// Returns a random seed for the delays of requests, which need not be reproducible.
fn random_jitter_seed() -> u64 {
    browser::random_number().map_or(1, |number| number % (1 << 30))
}
