//! Sweep as signals, in step with the address, and the events of the worker that runs sweeps.

mod results;
mod run;
mod setup;
mod specimen;

use leptos::prelude::*;
use leptos::task::spawn_local;
use reactive_stores::Store;
use stepfall_link::{MAX_SETUP, Place, Route, Setup};
use stepfall_protocol::asking::FailureReport;
use stepfall_protocol::figure::{Figure, Measure};
use stepfall_protocol::listing::Rows;
use stepfall_protocol::sweep::{Checked, RunInfo, RunProgress};
use stepfall_protocol::{Event, Request, RunEvent, Specimen};

use crate::browser::{self, Timer};
use crate::lazy;
use crate::state::{CameFrom, Exercises};
use crate::stores::{ModelClient, PageContext, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// The visible state of Sweep.
#[derive(Debug, Store)]
pub(crate) struct SweepState {
    setup: Setup,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    notices: Vec<String>,
    /// The worker's check of the set-up; `None` until the worker has answered.
    checked: Option<Checked>,
    /// The kept runs, newest first.
    runs: Vec<RunInfo>,
    /// Whether runs outlive this tab.
    is_kept: bool,
    /// The name of the run that the open run is compared with; empty if there is none.
    compared: String,
    /// The progress of the open run.
    progress: Option<RunProgress>,
    /// The name for the next run.
    name: String,
    /// The measure that counts as correct in the curve.
    measure: Measure,
    figures: Vec<Figure>,
    /// The title and the finding of the open run; empty while they are unknown.
    title: String,
    finding: String,
    /// The name of the enlarged figure; the first figure if no figure has this name.
    focus: String,
    /// The visible rows of the list of attempts.
    rows: Rows,
    /// The filter of the listed attempts, as a mark of a figure encodes it; empty lists all.
    filter: String,
    /// The likely reason why no responses arrive; `None` if some do.
    suspects: Option<FailureReport>,
    /// The origins to which the user allows requests.
    allowed: Vec<String>,
    /// The reason why a file or a run failed.
    trouble: Option<String>,
}

/// The internal state of Sweep.
struct Parts {
    play: PlayStore,
    models: ModelClient,
    worker: WorkerClient,
    /// A separate worker that checks set-ups while models are asked.
    checks: WorkerClient,
    is_checking: bool,
    /// The worker that runs the small model, and its exercises for the open run.
    specimen: WorkerClient<Specimen>,
    exercises: Exercises,
    /// Whether the opened address is still unchecked.
    is_unchecked: bool,
    route: RwSignal<Route>,
    /// The width available for figures, in CSS pixels; 0 while it is unknown.
    width: u32,
    /// The number of drawn answers, the time of the last drawing request, and the duration of the last drawing.
    drawn: u32,
    drawn_at: f64,
    took: f64,
    resting: Option<Timer>,
    resizing: Option<Timer>,
    drawing: Option<Timer>,
}

/// The store of Sweep. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct SweepStore {
    pub(crate) state: Store<SweepState>,
    parts: StoredValue<Parts, LocalStorage>,
}

impl SweepStore {
    /// Creates the store.
    pub(crate) fn new(context: PageContext) -> Self {
        let PageContext { route, play, models, asking: worker, .. } = context;
        let state = Store::new(SweepState {
            setup: Setup::read(""),
            notices: Vec::new(),
            checked: None,
            runs: Vec::new(),
            is_kept: true,
            compared: String::new(),
            progress: None,
            name: String::new(),
            measure: Measure::First,
            figures: Vec::new(),
            title: String::new(),
            finding: String::new(),
            focus: String::new(),
            rows: Rows::default(),
            filter: String::new(),
            suspects: None,
            allowed: Vec::new(),
            trouble: None,
        });
        let checks = WorkerClient::new();
        let specimen = WorkerClient::new();
        let parts = StoredValue::new_local(Parts {
            play,
            models,
            worker,
            checks,
            is_checking: false,
            specimen,
            exercises: Exercises::default(),
            is_unchecked: false,
            route,
            width: 0,
            drawn: 0,
            drawn_at: 0.0,
            took: 0.0,
            resting: None,
            resizing: None,
            drawing: None,
        });
        let sweep = Self { state, parts };
        worker.listen(move |event| sweep.on_event(event));
        specimen.listen(move |event| sweep.on_specimen(event));
        checks.listen(move |event| {
            sweep.part(|parts| parts.is_checking = false);
            sweep.on_event(event);
        });
        sweep
    }

    /// Runs a function on the internal state.
    fn part<T>(self, act: impl FnOnce(&mut Parts) -> T) -> T {
        let mut parts = self.parts.write_value();
        act(&mut parts)
    }

    fn send(self, request: &Request) {
        let worker = self.part(|parts| parts.worker);
        worker.send(request);
    }

    /// Returns the client that asks models.
    pub(crate) fn models(self) -> ModelClient {
        self.part(|parts| parts.models)
    }

    /// Requests the kept runs and opens the address.
    pub(crate) fn open(self) {
        self.models().open();
        // Loads the list of attempts before a run needs it.
        browser::when_idle(self.parts, || spawn_local(lazy::preload_attempts()));
        self.send(&Request::Runs);
        self.reopen();
    }

    /// Opens the address again after something else has changed it.
    pub(crate) fn reopen(self) {
        let setup = Setup::read(&browser::fragment());
        let before = self.state.setup().with_untracked(|setup| setup.run.clone());
        let run = setup.run.clone();
        // The page that opened this one can change its fragment. So this run needs the same confirmation as a link, except for origins that the user has
        // already allowed for it.
        self.state.allowed().set(browser::allowed(&run));
        self.state.setup().set(setup);
        self.state.notices().set(Vec::new());
        self.part(|parts| parts.is_unchecked = true);
        if run.is_empty() || run != before {
            self.clear();
        }
        if run != before {
            // An empty name closes the previous run.
            self.send(&Request::Open { run, jitter: chance() });
        }
        self.check_soon();
        browser::set_title(text::sweep::TITLE);
    }

    /// Clears everything about the open run.
    fn clear(self) {
        self.state.progress().set(None);
        self.state.figures().set(Vec::new());
        self.state.title().set(String::new());
        self.state.finding().set(String::new());
        self.state.rows().set(Rows::default());
        self.state.focus().set(String::new());
        self.state.compared().set(String::new());
        self.state.suspects().set(None);
        self.part(|parts| (parts.drawn, parts.drawn_at) = (0, 0.0));
        self.state.filter().set(String::new());
    }

    /// Handles an event from the worker.
    fn on_event(self, event: &Event) {
        match event {
            Event::Run(event) => self.on_run_event(event),
            Event::Broken(why) => {
                self.clear();
                self.state.trouble().set(Some(text::verdict::engine_failed(why)));
            }
            // Play handles these events. A file is saved on arrival.
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
                self.state.is_kept().set(*is_kept);
                self.state.runs().set(runs.clone());
            }
            RunEvent::Checked(checked) => {
                if self.part(|parts| std::mem::take(&mut parts.is_unchecked)) {
                    let is_cut = self.state.setup().with_untracked(Setup::is_cut);
                    let cut = is_cut.then(|| text::sweep::setup_is_cut(MAX_SETUP));
                    let notices = cut.into_iter().chain(checked.unread.iter().cloned());
                    self.state.notices().set(notices.collect());
                }
                self.state.checked().set(Some(checked.clone()));
            }
            RunEvent::Progress(progress) => {
                if self.state.setup().with_untracked(|setup| setup.run == progress.run) {
                    self.state.progress().set(Some(progress.clone()));
                    self.draw_soon(progress);
                }
            }
            RunEvent::Figures(results) => {
                self.part(|parts| parts.took = (browser::now() - parts.drawn_at).max(0.0));
                self.state.title().set(results.title.clone());
                self.state.finding().set(results.finding.clone().unwrap_or_default());
                self.state.figures().set(results.figures.clone());
            }
            RunEvent::Attempts(rows) => self.state.rows().set(rows.clone()),
            RunEvent::Attempt(attempt) => {
                let (play, route) = self.part(|parts| (parts.play, parts.route));
                let said = self.state.title().with_untracked(|title| text::play::from_run(title));
                let from = CameFrom { said, back: text::play::BACK_TO_RUN, href: self.fragment() };
                route.set(Route::To(Place::Play));
                play.open_from(attempt.clone(), from);
                browser::go_up();
            }
            RunEvent::Imported(_) => self.send(&Request::Runs),
            RunEvent::Suspects(suspects) => self.state.suspects().set(Some(suspects.clone())),
            RunEvent::Compared(run) => {
                self.state.trouble().set(None);
                self.state.compared().set(run.clone());
                // A mark may refer to a target of another run.
                self.state.filter().set(String::new());
                self.draw();
            }
            RunEvent::Exercise(call, exercise) => self.exercise(*call, exercise.clone()),
            RunEvent::NotDone(why) => self.state.trouble().set(Some(why.clone())),
        }
    }
}

/// Returns a random seed for values that need not be reproducible.
fn chance() -> u64 {
    browser::random_number().map_or(1, |number| number % (1 << 30))
}
