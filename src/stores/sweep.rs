//! Sweep: what it shows, kept in step with the address, and what the worker that runs sweeps says.

use crate::prelude::*;
use reactive_stores::Store;
use stepfall_link::{Place, Route, Setup, SetupModel};
use stepfall_protocol::figure::{Figure, Measure};
use stepfall_protocol::listing::Rows;
use stepfall_protocol::{Event, Form, Request, RunEvent};

use crate::browser::{self, Timer};
use crate::state::{Checked, Failure, Preset, Progress, RunInfo, RunState, TargetState};
use crate::stores::{ModelClient, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// How long the set-up rests before it is checked, in milliseconds.
const REST: f64 = 250.0;
/// How long another width rests before the figures are drawn for it, in milliseconds.
const WIDTH_REST: f64 = 200.0;
/// The least time between two drawings of the figures, in milliseconds, and as a multiple of how long the last took: what resamples takes longer with
/// every attempt, and the worker has better things to do.
const BETWEEN_DRAWINGS: f64 = 1_500.0;
const BETWEEN_LONG_DRAWINGS: f64 = 12.0;

/// What Sweep shows.
#[derive(Debug, Store)]
pub(crate) struct SweepState {
    setup: Setup,
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
    is_open: bool,
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
    /// Sweep as it is before it is gone to.
    pub(crate) fn new(
        play: PlayStore,
        models: ModelClient,
        worker: WorkerClient,
        route: RwSignal<Route>,
    ) -> Self {
        let state = Store::new(SweepState {
            setup: Setup::read(""),
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
        let parts = StoredValue::new_local(Parts {
            play,
            models,
            worker,
            checks,
            is_checking: false,
            is_open: false,
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

    /// Whether the place has been gone to.
    pub(crate) fn is_open(self) -> bool {
        self.part(|parts| parts.is_open)
    }

    /// Asks the worker for what is kept and opens the address, when the place is gone to first.
    pub(crate) fn open(self) {
        if self.part(|parts| std::mem::replace(&mut parts.is_open, true)) {
            return;
        }
        self.models().open();
        self.send(&Request::Runs);
        self.reopen();
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(self) {
        let setup = Setup::read(&browser::fragment());
        let before = self.state.setup().with_untracked(|setup| setup.run.clone());
        let run = setup.run.clone();
        // Whoever opened the page can change its fragment, so that what comes by it is asked about like what comes by a link.
        self.state.allowed().set(Vec::new());
        self.state.setup().set(setup);
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

    /// The address as it should be.
    pub(crate) fn fragment(self) -> String {
        self.state.setup().with_untracked(Setup::fragment)
    }

    /// The link that opens the set-up everywhere.
    pub(crate) fn link(self) -> String {
        browser::base() + &self.state.setup().with_untracked(Setup::plan)
    }

    /// Changes the set-up, which is then that of a new run: one that is open is left, and is in the list of runs.
    pub(crate) fn change(self, change: impl FnOnce(&mut Setup)) {
        if untrack(|| self.has_run()) {
            self.close();
        }
        self.state.setup().update(change);
        self.check_soon();
    }

    /// Takes a set-up to start from. One that asks executors alone begins at once; the others wait for whom to ask, and for the visitor.
    pub(crate) fn take_preset(self, preset: Preset) {
        let is_free = self.state.setup().with_untracked(|setup| preset.is_free(setup));
        self.change(|setup| *setup = preset.of(setup));
        if is_free == Some(true) {
            return self.begin();
        }
        browser::push(&self.fragment(), None);
    }

    /// Changes a parameter. Limits are those of the open run too, from when it goes on.
    pub(crate) fn change_field(self, key: &str, typed: &str) {
        if matches!(key, "max-requests" | "max-spend") {
            self.state.setup().update(|setup| setup.set(key, typed));
            self.check_soon();
        } else {
            self.change(|setup| setup.set(key, typed));
        }
    }

    /// Origins that the set-up names and the visitor has neither chosen nor allowed: an address or a file may name any.
    pub(crate) fn foreign(self) -> Vec<String> {
        let allowed = self.state.allowed().get();
        let origins = self
            .state
            .setup()
            .with(|setup| setup.bases().filter_map(browser::origin).collect::<Vec<String>>());
        let mut foreign: Vec<String> = origins
            .into_iter()
            .filter(|origin| !allowed.contains(origin) && !self.models().knows(origin))
            .collect();
        foreign.dedup();
        foreign
    }

    /// The origins that lack a key, or refused the one that they were given: without another one, the open run does not go on there. No key is asked for
    /// where requests may not go.
    pub(crate) fn keyless(self) -> Vec<String> {
        let (client, foreign) = (self.models(), self.foreign());
        let halted = self.state.progress().with(|progress| {
            let targets = progress.iter().flat_map(|progress| &progress.targets);
            targets.map(|target| target.state == TargetState::Halted).collect::<Vec<bool>>()
        });
        let mut keyless = self.state.setup().with(|setup| {
            let is_halted = |at: usize| halted.get(at).copied().unwrap_or_default();
            let models = setup.models.iter().enumerate();
            models
                .filter(|(at, model)| is_halted(*at) || !client.has_key(model))
                .filter_map(|(_, model)| client.key_origin(model))
                .filter(|origin| !foreign.contains(origin))
                .collect::<Vec<String>>()
        });
        keyless.sort();
        keyless.dedup();
        keyless
    }

    /// Allows requests to the origins that the set-up names.
    pub(crate) fn allow(self) {
        let foreign = untrack(|| self.foreign());
        self.state.allowed().update(|allowed| allowed.extend(foreign));
    }

    fn check_soon(self) {
        let timer = Timer::start(REST, move || {
            // Another place may have the address by now.
            if Route::read(&browser::fragment()) == Route::To(Place::Sweep) {
                browser::replace(&self.fragment(), None);
            }
            self.check();
        });
        if let Some(before) = self.part(|parts| std::mem::replace(&mut parts.resting, timer)) {
            before.cancel();
        }
    }

    /// Has the set-up checked. While models are asked, a worker of its own does it, so that none of them is held up; one that is still at an earlier set-up
    /// is ended.
    fn check(self) {
        let check = Request::Check(self.state.setup().with_untracked(Setup::plan));
        if !untrack(|| self.is_running() || self.models().is_occupied()) {
            return self.send(&check);
        }
        let (checks, is_checking) =
            self.part(|parts| (parts.checks, std::mem::replace(&mut parts.is_checking, true)));
        if is_checking {
            checks.stop();
        }
        checks.send(&check);
    }

    /// Adds the model that the form names, with its price where the list told it.
    pub(crate) fn add_model(self) {
        if let Some(target) = self.models().target() {
            self.state
                .allowed()
                .update(|allowed| allowed.extend(browser::origin(target.get("base"))));
            self.change(|setup| {
                let is_same = |model: &SetupModel| {
                    model.name == target.name && model.get("base") == target.get("base")
                };
                setup.models.retain(|model| !is_same(model));
                setup.models.push(target);
            });
            self.models().state.model().set(String::new());
        }
    }

    /// Adds a simulated executor with a rate in ten-thousandths.
    pub(crate) fn add_simulated(self, executor: &str, rate: u32) {
        let name = format!("simulated:{executor}:{rate}");
        self.change(|setup| {
            setup.models.retain(|model| model.name != name);
            setup.models.push(SetupModel::new(name, &[]));
        });
    }

    /// What is wrong with a parameter of the set-up, in sentences; empty where nothing is.
    pub(crate) fn problems(self, key: &str) -> String {
        self.state.checked().with(|checked| {
            let problems = checked.iter().flat_map(|checked| &checked.problems);
            let about = problems.filter(|problem| problem.field == key);
            about.map(|problem| problem.sentence.as_str()).collect::<Vec<_>>().join(" ")
        })
    }

    /// Whether a run is open.
    pub(crate) fn has_run(self) -> bool {
        self.state.setup().with(|setup| !setup.run.is_empty())
    }

    /// Whether a run is open that is on this machine, or may be.
    pub(crate) fn shows_run(self) -> bool {
        self.has_run()
            && self.state.progress().with(|progress| {
                progress.as_ref().is_none_or(|progress| progress.state != RunState::Gone)
            })
    }

    /// Whether the open run is asking.
    pub(crate) fn is_running(self) -> bool {
        self.state.progress().with(|progress| {
            progress.as_ref().is_some_and(|progress| progress.state == RunState::Running)
        })
    }

    /// How many attempts of the open run were given up.
    pub(crate) fn given_up(self) -> u32 {
        self.state
            .progress()
            .with(|progress| progress.as_ref().map_or(0, |progress| progress.given_up))
    }

    /// Begins a run of the set-up.
    pub(crate) fn begin(self) {
        let run = fresh();
        let plan = self.state.setup().with_untracked(Setup::plan);
        self.clear();
        self.state.setup().update(|setup| setup.open(&run));
        browser::push(&self.fragment(), None);
        let name = self.state.name().get_untracked();
        let keys = self.models().all_keys();
        self.send(&Request::Begin { run, plan, name, keys, jitter: chance() });
        self.state.name().set(String::new());
        browser::go_up();
    }

    /// Goes on with the open run; perhaps also with what was given up.
    pub(crate) fn go(self, again: bool) {
        self.state.suspects().set(None);
        let plan = self.state.setup().with_untracked(Setup::plan);
        self.send(&Request::Go { keys: self.models().all_keys(), again, plan });
    }

    /// Asks nothing more; perhaps ends what is under way too.
    pub(crate) fn pause(self, at_once: bool) {
        self.send(&Request::Pause(at_once));
    }

    /// Goes from the open run back to its set-up.
    pub(crate) fn close(self) {
        self.send(&Request::Open { run: String::new(), jitter: chance() });
        self.state.setup().update(|setup| setup.run.clear());
        self.clear();
        browser::push(&self.fragment(), None);
        self.check_soon();
    }

    /// Opens a run that is kept.
    pub(crate) fn open_run(self, run: &RunInfo) {
        let mut setup = Setup::read(&run.plan);
        setup.open(&run.run);
        browser::push(&setup.fragment(), None);
        self.reopen();
    }

    pub(crate) fn rename(self, run: &str, name: &str) {
        self.send(&Request::Rename { run: run.to_owned(), name: name.to_owned() });
    }

    /// Deletes a run that is kept.
    pub(crate) fn remove(self, run: &str) {
        if self.state.setup().with_untracked(|setup| setup.run == run) {
            self.close();
        }
        self.send(&Request::Remove(run.to_owned()));
    }

    /// Saves a run that is kept as a file of lines.
    pub(crate) fn save_lines(self, run: &str) {
        self.send(&Request::Lines(run.to_owned()));
    }

    /// Puts another run beside the open one; with an empty name takes it away.
    pub(crate) fn compare(self, run: &str) {
        self.send(&Request::Compare(run.to_owned()));
    }

    /// Saves the open run as a file of lines.
    pub(crate) fn save_run(self) {
        self.save_lines(&self.state.setup().with_untracked(|setup| setup.run.clone()));
    }

    /// Takes the procedure that Play shows, but for its length and look-back.
    pub(crate) fn take_procedure(self) {
        let play = self.part(|parts| parts.play).plain_link();
        self.change(|setup| setup.take_procedure(&play));
    }

    /// Saves the attempts of the open run as a table.
    pub(crate) fn save_table(self) {
        let run = self.state.setup().with_untracked(|setup| setup.run.clone());
        self.send(&Request::Table(run));
    }

    /// Saves the open run as one file with all figures.
    pub(crate) fn save_report(self) {
        let address = browser::base();
        self.send(&Request::Report { measure: self.state.measure().get_untracked(), address });
    }

    /// Takes a file of attempts in.
    pub(crate) fn take_file(self) {
        self.state.trouble().set(None);
        let worker = self.part(|parts| parts.worker);
        browser::choose_file(move |file| {
            worker.send_file(&Request::Import(fresh()), file.as_ref());
        });
    }

    /// Figures have this room, in CSS pixels. While a window is dragged it changes all the time.
    pub(crate) fn set_width(self, width: u32) {
        let before = self.part(|parts| std::mem::replace(&mut parts.width, width));
        if width == before {
            return;
        }
        if before == 0 {
            return self.draw();
        }
        let timer = Timer::start(WIDTH_REST, move || self.draw());
        if let Some(before) = self.part(|parts| std::mem::replace(&mut parts.resizing, timer)) {
            before.cancel();
        }
    }

    /// Chooses what counts as right in the curve.
    pub(crate) fn choose_measure(self, measure: Measure) {
        self.state.measure().set(measure);
        self.draw();
    }

    /// Draws the figures anew.
    fn draw(self) {
        let width = self.part(|parts| parts.width);
        let is_there = self.state.progress().with_untracked(|progress| {
            progress.as_ref().is_some_and(|progress| progress.answered > 0)
        });
        if width > 0 && is_there {
            self.part(|parts| parts.drawn_at = browser::now());
            let measure = self.state.measure().get_untracked();
            self.send(&Request::Figures { measure, width });
        }
    }

    /// Draws the figures again once they are old, if there is something new.
    fn draw_soon(self, progress: &Progress) {
        let (drawn, at, took) = self.part(|parts| (parts.drawn, parts.drawn_at, parts.took));
        // While a run is read, what there is of it changes all the time.
        if progress.state == RunState::Opening {
            return;
        }
        let is_over = progress.state != RunState::Running;
        let answered = progress.answered + progress.given_up;
        if answered == drawn {
            return;
        }
        let between = BETWEEN_DRAWINGS.max(took * BETWEEN_LONG_DRAWINGS);
        let wait = (at + between - browser::now()).clamp(0.0, between);
        if is_over || wait == 0.0 {
            self.part(|parts| parts.drawn = answered);
            self.draw();
        } else if self.part(|parts| parts.drawing.is_none()) {
            let timer = Timer::start(wait, move || {
                self.part(|parts| parts.drawing = None);
                let now = self.state.progress().get_untracked();
                if let Some(progress) = now {
                    self.draw_soon(&progress);
                }
            });
            self.part(|parts| parts.drawing = timer);
        }
    }

    /// Lists the attempts behind a mark of a figure; without one, all.
    pub(crate) fn choose_attempts(self, filter: &str) {
        self.state.filter().set(filter.to_owned());
    }

    /// Saves a figure as a file.
    pub(crate) fn save_figure(self, figure: &str, form: Form) {
        let (measure, figure) = (self.state.measure().get_untracked(), figure.to_owned());
        self.send(&Request::File { measure, figure, form, is_dark: browser::is_dark() });
    }

    /// Asks for rows of the list of attempts.
    pub(crate) fn list(self, from: u32) {
        let filter = self.state.filter().get_untracked();
        self.send(&Request::Attempts { filter, from });
    }

    /// Opens an attempt in Play.
    pub(crate) fn open_attempt(self, number: u32) {
        self.send(&Request::Attempt(number));
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
            | Event::File(_) => {}
        }
    }

    fn on_run_event(self, event: &RunEvent) {
        match event {
            RunEvent::Listed { is_kept, runs } => {
                self.state.is_kept().set(*is_kept);
                self.state.runs().set(runs.clone());
            }
            RunEvent::Checked(checked) => self.state.checked().set(Some(checked.clone())),
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
                route.set(Route::To(Place::Play));
                play.open_attempt(attempt.clone());
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
            RunEvent::NotDone(why) => self.state.trouble().set(Some(why.clone())),
        }
    }
}

/// A seed for what need not be repeated.
fn chance() -> u64 {
    browser::random_number().map_or(1, |number| number % (1 << 30))
}

/// A name that no other run has.
fn fresh() -> String {
    let chance = browser::random_number().unwrap_or_default() % 1_000_000;
    format!("{}-{chance}", browser::now())
}
