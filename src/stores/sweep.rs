//! Sweep: what it shows, kept in step with the address, and what the worker that runs sweeps says.

mod results;
mod run;
mod setup;
mod specimen;

use leptos::prelude::*;
use leptos::task::spawn_local;
use reactive_stores::Store;
use stepfall_link::{MAX_SETUP, Place, Route, Setup};
use stepfall_protocol::asking::Failure;
use stepfall_protocol::figure::{Figure, Measure};
use stepfall_protocol::listing::Rows;
use stepfall_protocol::sweep::{Checked, Progress, RunInfo};
use stepfall_protocol::{Event, Request, RunEvent, Specimen};

use crate::browser::{self, Timer};
use crate::lazy;
use crate::state::{CameFrom, Exercises};
use crate::stores::{ModelClient, PageContext, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// What Sweep shows.
#[derive(Debug, Store)]
pub(crate) struct SweepState {
    setup: Setup,
    /// What was not understood in the address that was opened, until the visitor puts it away.
    notices: Vec<String>,
    /// What the worker says about the set-up; nothing while it has not been asked.
    checked: Option<Checked>,
    /// The runs that are kept, the newest first.
    runs: Vec<RunInfo>,
    /// Whether runs outlive this tab.
    is_kept: bool,
    /// The name of the run that the open one is compared with; empty where there is none.
    compared: String,
    /// How far the open run is.
    progress: Option<Progress>,
    /// The name for the next run.
    name: String,
    /// What is right in the curve.
    measure: Measure,
    figures: Vec<Figure>,
    /// What the open run is called, and what it comes to; empty where nobody can say.
    title: String,
    finding: String,
    /// The name of the figure that is seen whole; the first where no figure is called so.
    focus: String,
    /// The rows of the list of attempts that are seen.
    rows: Rows,
    /// Which attempts are listed, as a mark of a figure says it; empty where all are.
    filter: String,
    /// What may be behind it that nothing comes back; nothing where something does.
    suspects: Option<Failure>,
    /// Origins to which the visitor lets requests go.
    allowed: Vec<String>,
    /// What a file or a run could not do.
    trouble: Option<String>,
}

/// What Sweep works with and does not show.
struct Parts {
    play: PlayStore,
    models: ModelClient,
    worker: WorkerClient,
    /// A worker of its own for set-ups that are checked while models are asked.
    checks: WorkerClient,
    is_checking: bool,
    /// The worker that runs the specimen, and what it is to do for the open run.
    specimen: WorkerClient<Specimen>,
    exercises: Exercises,
    /// Whether the address was opened and not yet checked.
    is_unchecked: bool,
    route: RwSignal<Route>,
    /// The room for a figure, in CSS pixels; 0 while it is not known.
    width: u32,
    /// How many answers are drawn, when that was asked for, and how long the last drawing took.
    drawn: u32,
    drawn_at: f64,
    took: f64,
    resting: Option<Timer>,
    resizing: Option<Timer>,
    drawing: Option<Timer>,
}

/// Sweep. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct SweepStore {
    pub(crate) state: Store<SweepState>,
    parts: StoredValue<Parts, LocalStorage>,
}

impl SweepStore {
    /// The initial state of the Sweep page.
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

    /// Does something with what is not shown.
    fn part<T>(self, act: impl FnOnce(&mut Parts) -> T) -> T {
        let mut parts = self.parts.write_value();
        act(&mut parts)
    }

    fn send(self, request: &Request) {
        let worker = self.part(|parts| parts.worker);
        worker.send(request);
    }

    /// Whom the visitor can ask.
    pub(crate) fn models(self) -> ModelClient {
        self.part(|parts| parts.models)
    }

    /// Asks the worker for the kept runs and opens the address.
    pub(crate) fn open(self) {
        self.models().open();
        // The list of attempts is there before a run needs it.
        browser::when_idle(self.parts, || spawn_local(lazy::preload_attempts()));
        self.send(&Request::Runs);
        self.reopen();
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(self) {
        let setup = Setup::read(&browser::fragment());
        let before = self.state.setup().with_untracked(|setup| setup.run.clone());
        let run = setup.run.clone();
        // Whoever opened the page can change its fragment, so that what comes by it is asked about like what comes by a link: but for what the visitor has
        // let this very run ask.
        self.state.allowed().set(browser::allowed(&run));
        self.state.setup().set(setup);
        self.state.notices().set(Vec::new());
        self.part(|parts| parts.is_unchecked = true);
        if run.is_empty() || run != before {
            self.clear();
        }
        if run != before {
            // An empty name lets the run go that is left.
            self.send(&Request::Open { run, jitter: chance() });
        }
        self.check_soon();
        browser::set_title(text::SWEEP_TITLE);
    }

    /// Shows nothing of any run.
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

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        match event {
            Event::Run(event) => self.on_run_event(event),
            Event::Broken(why) => {
                self.clear();
                self.state.trouble().set(Some(text::engine_failed(why)));
            }
            // These are of Play, and a file is saved where it comes in.
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
                    let cut = is_cut.then(|| text::setup_is_cut(MAX_SETUP));
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
                let said = self.state.title().with_untracked(|title| text::from_run(title));
                let from = CameFrom { said, back: text::BACK_TO_RUN, href: self.fragment() };
                route.set(Route::To(Place::Play));
                play.open_from(attempt.clone(), from);
                browser::go_up();
            }
            RunEvent::Imported(_) => self.send(&Request::Runs),
            RunEvent::Suspects(suspects) => self.state.suspects().set(Some(suspects.clone())),
            RunEvent::Compared(run) => {
                self.state.trouble().set(None);
                self.state.compared().set(run.clone());
                // A mark may have meant someone of another run.
                self.state.filter().set(String::new());
                self.draw();
            }
            RunEvent::Exercise(call, exercise) => self.exercise(*call, exercise.clone()),
            RunEvent::NotDone(why) => self.state.trouble().set(Some(why.clone())),
        }
    }
}

/// A seed for what need not be repeated.
fn chance() -> u64 {
    browser::random_number().map_or(1, |number| number % (1 << 30))
}
