//! The board: Sweep as signals, kept in step with the address, and what the worker that runs sweeps says.

use crate::prelude::*;
use stepfall_link::{Place, Route, Setup, SetupModel};
use stepfall_protocol::{Event, Form, Request};

use crate::browser::{self, Timer};
use crate::state::{Checked, Preset, Progress, RunInfo, State, Trouble};
use crate::stores::ModelClient;
use crate::stores::PlayStore;
use crate::text;
use crate::worker_client::WorkerClient;

/// How long the set-up rests before it is checked, in milliseconds.
const REST: f64 = 250.0;
/// The least time between two drawings of the figures, in milliseconds, and as a multiple of how long the last took: what resamples takes longer with
/// every attempt, and the worker has better things to do.
const BETWEEN_DRAWINGS: f64 = 1_500.0;
const BETWEEN_LONG_DRAWINGS: f64 = 12.0;

/// Sweep. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct SweepStore {
    pub(crate) asker: ModelClient,
    desk: PlayStore,
    post: WorkerClient,
    pub(crate) setup: RwSignal<Setup>,
    /// What the runner says about the set-up; nothing while it has not been asked.
    pub(crate) checked: RwSignal<Option<Checked>>,
    /// The runs that are kept, the newest first.
    pub(crate) runs: RwSignal<Vec<RunInfo>>,
    /// Whether runs outlive this tab.
    pub(crate) is_kept: RwSignal<bool>,
    /// The name of the run that stands beside the open one; empty where none does.
    pub(crate) beside: RwSignal<String>,
    /// How far the open run is.
    pub(crate) progress: RwSignal<Option<Progress>>,
    /// The name for the next run.
    pub(crate) name: RwSignal<String>,
    /// What is right in the curve.
    pub(crate) measure: RwSignal<String>,
    /// The figures, as the runner tells them.
    pub(crate) figures: RwSignal<String>,
    /// Rows of the list of attempts, as the runner tells them.
    pub(crate) rows: RwSignal<String>,
    /// Which attempts are listed, as a mark of a figure says it; empty where all are.
    pub(crate) pick: RwSignal<String>,
    /// What these are, in words; empty where all are listed.
    pub(crate) listed: RwSignal<String>,
    /// What may be behind it that nothing comes back; nothing where something does.
    pub(crate) suspects: RwSignal<Option<Trouble>>,
    /// Origins to which the visitor lets requests go.
    allowed: RwSignal<Vec<String>>,
    /// What a file or a run could not do.
    pub(crate) trouble: RwSignal<Option<String>>,
    widths: StoredValue<(u32, u32), LocalStorage>,
    /// The answers that are drawn, when that was asked for, and how long the last drawing took.
    drawn: StoredValue<(u32, f64), LocalStorage>,
    took: StoredValue<f64, LocalStorage>,
    resting: StoredValue<Option<Timer>, LocalStorage>,
    drawing: StoredValue<Option<Timer>, LocalStorage>,
    places: StoredValue<Option<Box<dyn Fn()>>, LocalStorage>,
    checks: WorkerClient,
    is_checking: StoredValue<bool, LocalStorage>,
    is_open: StoredValue<bool>,
}

impl SweepStore {
    /// A board that opens the address.
    pub(crate) fn new(desk: PlayStore, asker: ModelClient, post: WorkerClient) -> Self {
        let board = Self {
            asker,
            desk,
            post,
            setup: RwSignal::new(Setup::read("")),
            checked: RwSignal::default(),
            runs: RwSignal::default(),
            is_kept: RwSignal::new(true),
            beside: RwSignal::default(),
            progress: RwSignal::default(),
            name: RwSignal::default(),
            measure: RwSignal::new("first".to_owned()),
            figures: RwSignal::default(),
            rows: RwSignal::default(),
            pick: RwSignal::default(),
            listed: RwSignal::default(),
            suspects: RwSignal::default(),
            allowed: RwSignal::default(),
            trouble: RwSignal::default(),
            widths: StoredValue::new_local((0, 0)),
            drawn: StoredValue::new_local((0, 0.0)),
            took: StoredValue::new_local(0.0),
            resting: StoredValue::new_local(None),
            drawing: StoredValue::new_local(None),
            places: StoredValue::new_local(None),
            checks: WorkerClient::new(),
            is_checking: StoredValue::new_local(false),
            is_open: StoredValue::new(false),
        };
        post.listen(move |event| board.on_event(event));
        board.checks.listen(move |event| {
            board.is_checking.set_value(false);
            board.on_event(event);
        });
        board
    }

    /// Whether the place has been gone to.
    pub(crate) fn is_open(self) -> bool {
        self.is_open.get_value()
    }

    /// Asks the worker for what is kept and opens the address, when the place is gone to first.
    pub(crate) fn open(self) {
        if self.is_open() {
            return;
        }
        self.is_open.set_value(true);
        self.asker.open();
        self.post.send(&Request::Runs);
        self.reopen();
    }

    /// What is done to go to Play.
    pub(crate) fn on_play(self, go: impl Fn() + 'static) {
        self.places.set_value(Some(Box::new(go)));
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(self) {
        let setup = Setup::read(&browser::fragment());
        let before = self.setup.with_untracked(|setup| setup.run.clone());
        let run = setup.run.clone();
        // Whoever opened the page can change its fragment, so that what comes by it is asked about like what comes by a link.
        self.allowed.set(Vec::new());
        self.setup.set(setup);
        if run.is_empty() || run != before {
            self.clear();
        }
        if run != before {
            // An empty name lets the run go that is left.
            self.post.send(&Request::Open { run, jitter: chance() });
        }
        self.check_soon();
        browser::set_title(text::SWEEP_TITLE);
    }

    /// Shows nothing of any run.
    fn clear(self) {
        self.progress.set(None);
        self.figures.set(String::new());
        self.beside.set(String::new());
        self.suspects.set(None);
        self.drawn.set_value((0, 0.0));
        self.pick.set(String::new());
    }

    /// The address as it should be.
    pub(crate) fn fragment(self) -> String {
        self.setup.with_untracked(Setup::fragment)
    }

    /// The link that opens the set-up everywhere.
    pub(crate) fn link(self) -> String {
        browser::base() + &self.setup.with_untracked(Setup::plan)
    }

    /// Changes the set-up, which is then that of a new run: one that is open is left, and is in the list of runs.
    pub(crate) fn change(self, change: impl FnOnce(&mut Setup)) {
        if untrack(|| self.has_run()) {
            self.close();
        }
        self.setup.update(change);
        self.check_soon();
    }

    /// Takes a set-up to start from, and shows what there is to do next: to say whom to ask, or to start.
    pub(crate) fn take_preset(self, preset: Preset) {
        self.change(|setup| *setup = preset.of(setup));
        browser::push(&self.fragment(), None);
        let is_nobody = self.setup.with_untracked(|setup| setup.models.is_empty());
        browser::reveal_element(if is_nobody { ".setup-add" } else { ".setup-before" });
    }

    /// Changes a parameter. Limits are those of the open run too, from when it goes on.
    pub(crate) fn change_field(self, key: &str, typed: &str) {
        if matches!(key, "max-requests" | "max-spend") {
            self.setup.update(|setup| setup.set(key, typed));
            self.check_soon();
        } else {
            self.change(|setup| setup.set(key, typed));
        }
    }

    /// Origins that the set-up names and the visitor has neither chosen nor allowed: an address or a file may name any.
    pub(crate) fn foreign(self) -> Vec<String> {
        let allowed = self.allowed.get();
        let origins = self
            .setup
            .with(|setup| setup.bases().filter_map(browser::origin).collect::<Vec<String>>());
        let mut foreign: Vec<String> = origins
            .into_iter()
            .filter(|origin| !allowed.contains(origin) && !self.asker.knows(origin))
            .collect();
        foreign.dedup();
        foreign
    }

    /// Allows requests to the origins that the set-up names.
    pub(crate) fn allow(self) {
        let foreign = untrack(|| self.foreign());
        self.allowed.update(|allowed| allowed.extend(foreign));
    }

    fn check_soon(self) {
        if let Some(timer) = self.resting.try_update_value(Option::take).flatten() {
            timer.cancel();
        }
        self.resting.set_value(Timer::start(REST, move || {
            // Another place may have the address by now.
            if Route::read(&browser::fragment()) == Route::To(Place::Sweep) {
                browser::replace(&self.fragment(), None);
            }
            self.check();
        }));
    }

    /// Has the set-up checked. While models are asked, a worker of its own does it, so that none of them is held up; one that is still at an earlier set-up
    /// is ended.
    fn check(self) {
        let check = Request::Check(self.setup.with_untracked(Setup::plan));
        if !untrack(|| self.is_running() || self.asker.is_occupied()) {
            return self.post.send(&check);
        }
        if self.is_checking.get_value() {
            self.checks.stop();
        }
        self.checks.send(&check);
    }

    /// Adds the model that the form names, with its price where the list told it.
    pub(crate) fn add_model(self) {
        if let Some(target) = self.asker.target() {
            self.allowed.update(|allowed| allowed.extend(browser::origin(target.get("base"))));
            self.change(|setup| {
                let is_same = |model: &SetupModel| {
                    model.name == target.name && model.get("base") == target.get("base")
                };
                setup.models.retain(|model| !is_same(model));
                setup.models.push(target);
            });
            self.asker.model.set(String::new());
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

    /// Whether a run is open.
    pub(crate) fn has_run(self) -> bool {
        self.setup.with(|setup| !setup.run.is_empty())
    }

    /// Whether the open run is asking.
    pub(crate) fn is_running(self) -> bool {
        self.progress.with(|progress| {
            progress.as_ref().is_some_and(|progress| progress.state == State::Running)
        })
    }

    /// How many attempts of the open run were given up.
    pub(crate) fn given_up(self) -> u32 {
        self.progress.with(|progress| progress.as_ref().map_or(0, |progress| progress.given_up))
    }

    /// Begins a run of the set-up.
    pub(crate) fn begin(self) {
        let run = fresh();
        let plan = self.setup.with_untracked(Setup::plan);
        self.clear();
        self.setup.update(|setup| setup.open(&run));
        browser::push(&self.fragment(), None);
        let name = self.name.get_untracked();
        let keys = self.asker.all_keys();
        self.post.send(&Request::Begin { run, plan, name, keys, jitter: chance() });
        self.name.set(String::new());
        browser::go_up();
    }

    /// Goes on with the open run; perhaps also with what was given up.
    pub(crate) fn go(self, again: bool) {
        self.suspects.set(None);
        let plan = self.setup.with_untracked(Setup::plan);
        self.post.send(&Request::Go { keys: self.asker.all_keys(), again, plan });
    }

    /// Asks nothing more; perhaps ends what is under way too.
    pub(crate) fn pause(self, at_once: bool) {
        self.post.send(&Request::Pause(at_once));
    }

    /// Goes from the open run back to its set-up.
    pub(crate) fn close(self) {
        self.post.send(&Request::Open { run: String::new(), jitter: chance() });
        self.setup.update(|setup| setup.run.clear());
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
        self.post.send(&Request::Rename { run: run.to_owned(), name: name.to_owned() });
    }

    /// Deletes a run that is kept.
    pub(crate) fn remove(self, run: &str) {
        if self.setup.with_untracked(|setup| setup.run == run) {
            self.close();
        }
        self.post.send(&Request::Remove(run.to_owned()));
    }

    /// Saves a run that is kept as a file of lines.
    pub(crate) fn save_lines(self, run: &str) {
        self.post.send(&Request::Lines(run.to_owned()));
    }

    /// Puts another run beside the open one; with an empty name takes it away.
    pub(crate) fn compare(self, run: &str) {
        self.post.send(&Request::Compare(run.to_owned()));
    }

    /// Saves the open run as a file of lines.
    pub(crate) fn save_run(self) {
        self.save_lines(&self.setup.with_untracked(|setup| setup.run.clone()));
    }

    /// Takes the procedure that Play shows, but for its length and look-back.
    pub(crate) fn take_procedure(self) {
        let play = self.desk.plain_link();
        self.change(|setup| setup.take_procedure(&play));
    }

    /// Saves the attempts of the open run as a table.
    pub(crate) fn save_table(self) {
        let run = self.setup.with_untracked(|setup| setup.run.clone());
        self.post.send(&Request::Table(run));
    }

    /// Saves the open run as one file with all figures.
    pub(crate) fn save_report(self) {
        let address = browser::base();
        self.post.send(&Request::Report { measure: self.measure.get_untracked(), address });
    }

    /// Takes a file of attempts in.
    pub(crate) fn take_file(self) {
        self.trouble.set(None);
        browser::choose_file(move |file| self.post.send_file(&Request::Import(fresh()), &file));
    }

    /// The figures have this width to be drawn in, and each but the first that one.
    pub(crate) fn set_widths(self, wide: u32, narrow: u32) {
        self.widths.set_value((wide, narrow));
        self.draw();
    }

    /// Chooses what counts as right in the curve.
    pub(crate) fn choose_measure(self, measure: String) {
        self.measure.set(measure);
        self.draw();
    }

    /// Draws the figures anew.
    fn draw(self) {
        let (wide, narrow) = self.widths.get_value();
        let is_there = self.progress.with_untracked(|progress| {
            progress.as_ref().is_some_and(|progress| progress.answered > 0)
        });
        if wide > 0 && is_there {
            self.drawn.set_value((self.drawn.get_value().0, browser::now()));
            let measure = self.measure.get_untracked();
            self.post.send(&Request::Figures { measure, wide, narrow });
        }
    }

    /// Draws the figures again once they are old, if there is something new.
    fn draw_soon(self, progress: &Progress) {
        let (drawn, at) = self.drawn.get_value();
        // While a run is read, what there is of it changes all the time.
        if progress.state == State::Opening {
            return;
        }
        let is_over = progress.state != State::Running;
        let answered = progress.answered + progress.given_up;
        if answered == drawn {
            return;
        }
        let between = BETWEEN_DRAWINGS.max(self.took.get_value() * BETWEEN_LONG_DRAWINGS);
        let wait = (at + between - browser::now()).clamp(0.0, between);
        if is_over || wait == 0.0 {
            self.drawn.set_value((answered, at));
            self.draw();
        } else if self.drawing.get_value().is_none() {
            self.drawing.set_value(Timer::start(wait, move || {
                self.drawing.set_value(None);
                let now = self.progress.get_untracked();
                if let Some(progress) = now {
                    self.draw_soon(&progress);
                }
            }));
        }
    }

    /// What is wanted of a figure: a file of it, or the attempts behind a mark.
    pub(crate) fn want(self, word: &str, what: &str) {
        if word == "pick" {
            self.pick.set(what.to_owned());
            browser::jump(".attempts");
            return;
        }
        let form = match word {
            "csv" => Form::Csv,
            "png" => Form::Png,
            _ => Form::Svg,
        };
        let (measure, figure) = (self.measure.get_untracked(), what.to_owned());
        self.post.send(&Request::File { measure, figure, form, is_dark: browser::is_dark() });
    }

    /// Asks for rows of the list of attempts.
    pub(crate) fn list(self, from: u32) {
        let pick = self.pick.get_untracked();
        self.post.send(&Request::Attempts { pick, from });
    }

    /// Opens an attempt in Play.
    pub(crate) fn open_attempt(self, number: u32) {
        self.post.send(&Request::Attempt(number));
    }

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        match event {
            Event::Runs { is_kept, runs } => {
                self.is_kept.set(*is_kept);
                self.runs.set(browser::runs(runs));
            }
            Event::Checked(checked) => self.checked.set(browser::checked(checked)),
            Event::Progress(progress) => {
                if let Some(progress) = browser::progress(progress)
                    && self.setup.with_untracked(|setup| setup.run == progress.run)
                {
                    self.progress.set(Some(progress.clone()));
                    self.draw_soon(&progress);
                }
            }
            Event::Figures(figures) => {
                self.took.set_value((browser::now() - self.drawn.get_value().1).max(0.0));
                self.figures.set(figures.clone());
            }
            Event::Attempts(rows) => self.rows.set(rows.clone()),
            Event::Listed(said) => self.listed.set(said.clone()),
            Event::Attempt(attempt) => {
                self.places.with_value(|go| go.as_ref().inspect(|go| go()).is_some());
                self.desk.open_attempt(attempt.clone());
                browser::go_up();
            }
            Event::File { name, text, in_dots } => browser::save_made(name, text, *in_dots),
            Event::Imported(_) => self.post.send(&Request::Runs),
            Event::Suspects(suspects) => self.suspects.set(Some(browser::trouble(suspects))),
            Event::Compared(run) => {
                self.trouble.set(None);
                self.beside.set(run.clone());
                // A mark may have meant someone of another run.
                self.pick.set(String::new());
                self.draw();
            }
            Event::NotDone(why) => self.trouble.set(Some(why.clone())),
            Event::Broken(why) => {
                self.clear();
                self.trouble.set(Some(text::engine_failed(why)));
            }
            // What is asked in Play, and its answers, are others' business; a file is saved where it comes in.
            Event::Providers(_)
            | Event::Models(..)
            | Event::Preview(..)
            | Event::More(..)
            | Event::Whole(..)
            | Event::Answered(..)
            | Event::Stopped(..)
            | Event::Failed(..)
            | Event::NotKept(..)
            | Event::SignIn { .. }
            | Event::Key { .. }
            | Event::Answers { .. }
            | Event::Answer(_)
            | Event::Blob(_) => {}
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
