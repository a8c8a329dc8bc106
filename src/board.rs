//! The board: Sweep as signals, kept in step with the address, and what the worker that runs sweeps says.

use std::cell::{Cell, RefCell};

use crate::prelude::*;
use stepfall_link::{Place, Route, Setup, SetupModel};
use wasm_bindgen::JsValue;

use crate::asker::Asker;
use crate::browser::{self, Timer, Told};
use crate::desk::Desk;
use crate::post::Post;
use crate::state::{Checked, Preset, Progress, RunInfo, State, Trouble};
use crate::text;

/// How long the set-up rests before it is checked, in milliseconds.
const REST: f64 = 250.0;
/// The least time between two drawings of the figures, in milliseconds, and as a multiple of how long the last took: what resamples takes longer with
/// every attempt, and the worker has better things to do.
const BETWEEN_DRAWINGS: f64 = 1_500.0;
const BETWEEN_LONG_DRAWINGS: f64 = 12.0;

/// Sweep. It stands for as long as the page lives.
pub(crate) struct Board {
    pub(crate) asker: &'static Asker,
    desk: &'static Desk,
    post: &'static Post,
    pub(crate) setup: ArcRwSignal<Setup>,
    /// What the runner says about the set-up; nothing while it has not been asked.
    pub(crate) checked: ArcRwSignal<Option<Checked>>,
    /// The runs that are kept, the newest first.
    pub(crate) runs: ArcRwSignal<Vec<RunInfo>>,
    /// Whether runs outlive this tab.
    pub(crate) is_kept: ArcRwSignal<bool>,
    /// The name of the run that stands beside the open one; empty where none does.
    pub(crate) beside: ArcRwSignal<String>,
    /// How far the open run is.
    pub(crate) progress: ArcRwSignal<Option<Progress>>,
    /// The name for the next run.
    pub(crate) name: ArcRwSignal<String>,
    /// What is right in the curve.
    pub(crate) measure: ArcRwSignal<String>,
    /// The figures, as the runner tells them.
    pub(crate) figures: ArcRwSignal<String>,
    /// Rows of the list of attempts, as the runner tells them.
    pub(crate) rows: ArcRwSignal<String>,
    /// Which attempts are listed, as a mark of a figure says it; empty where all are.
    pub(crate) pick: ArcRwSignal<String>,
    /// What these are, in words; empty where all are listed.
    pub(crate) listed: ArcRwSignal<String>,
    /// What may be behind it that nothing comes back; nothing where something does.
    pub(crate) suspects: ArcRwSignal<Option<Trouble>>,
    /// Origins to which the visitor lets requests go.
    allowed: ArcRwSignal<Vec<String>>,
    /// What a file or a run could not do.
    pub(crate) trouble: ArcRwSignal<Option<String>>,
    widths: Cell<(u32, u32)>,
    /// The answers that are drawn, when that was asked for, and how long the last drawing took.
    drawn: Cell<(u32, f64)>,
    took: Cell<f64>,
    resting: Cell<Option<Timer>>,
    drawing: Cell<Option<Timer>>,
    places: RefCell<Option<Box<dyn Fn()>>>,
    checks: &'static Post,
    is_checking: Cell<bool>,
}

impl Board {
    /// A board that opens the address.
    pub(crate) fn new(
        desk: &'static Desk,
        asker: &'static Asker,
        post: &'static Post,
    ) -> &'static Self {
        let board: &Self = Box::leak(Box::new(Self {
            asker,
            desk,
            post,
            setup: ArcRwSignal::new(Setup::read("")),
            checked: ArcRwSignal::default(),
            runs: ArcRwSignal::default(),
            is_kept: ArcRwSignal::new(true),
            beside: ArcRwSignal::default(),
            progress: ArcRwSignal::default(),
            name: ArcRwSignal::default(),
            measure: ArcRwSignal::new("first".to_owned()),
            figures: ArcRwSignal::default(),
            rows: ArcRwSignal::default(),
            pick: ArcRwSignal::default(),
            listed: ArcRwSignal::default(),
            suspects: ArcRwSignal::default(),
            allowed: ArcRwSignal::default(),
            trouble: ArcRwSignal::default(),
            widths: Cell::default(),
            drawn: Cell::default(),
            took: Cell::default(),
            resting: Cell::default(),
            drawing: Cell::default(),
            places: RefCell::default(),
            checks: Post::new(),
            is_checking: Cell::default(),
        }));
        post.listen(move |told| board.hear(told));
        board.checks.listen(move |told| {
            board.is_checking.set(false);
            board.hear(told);
        });
        asker.open();
        post.call("runs", &[]);
        board.reopen();
        board
    }

    /// What is done to go to Play.
    pub(crate) fn on_play(&self, go: impl Fn() + 'static) {
        *self.places.borrow_mut() = Some(Box::new(go));
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(&'static self) {
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
            self.post.call("open", &[run.into(), chance()]);
        }
        self.check_soon();
        browser::set_title(text::SWEEP_TITLE);
    }

    /// Shows nothing of any run.
    fn clear(&self) {
        self.progress.set(None);
        self.figures.set(String::new());
        self.beside.set(String::new());
        self.suspects.set(None);
        self.drawn.set((0, 0.0));
        self.pick.set(String::new());
    }

    /// The address as it should be.
    pub(crate) fn fragment(&self) -> String {
        self.setup.with_untracked(Setup::fragment)
    }

    /// The link that opens the set-up everywhere.
    pub(crate) fn link(&self) -> String {
        browser::base() + &self.setup.with_untracked(Setup::plan)
    }

    /// Changes the set-up, which is then that of a new run: one that is open is left, and is in the list of runs.
    pub(crate) fn change(&'static self, change: impl FnOnce(&mut Setup)) {
        if untrack(|| self.has_run()) {
            self.close();
        }
        self.setup.update(change);
        self.check_soon();
    }

    /// Takes a set-up to start from, and shows what there is to do next: to say whom to ask, or to start.
    pub(crate) fn take_preset(&'static self, preset: Preset) {
        self.change(|setup| *setup = preset.of(setup));
        browser::push(&self.fragment(), None);
        let is_nobody = self.setup.with_untracked(|setup| setup.models.is_empty());
        browser::reveal_element(if is_nobody { ".setup-add" } else { ".setup-before" });
    }

    /// Changes a parameter. Limits are those of the open run too, from when it goes on.
    pub(crate) fn change_field(&'static self, key: &str, typed: &str) {
        if matches!(key, "max-requests" | "max-spend") {
            self.setup.update(|setup| setup.set(key, typed));
            self.check_soon();
        } else {
            self.change(|setup| setup.set(key, typed));
        }
    }

    /// Origins that the set-up names and the visitor has neither chosen nor allowed: an address or a file may name any.
    pub(crate) fn foreign(&self) -> Vec<String> {
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
    pub(crate) fn allow(&'static self) {
        let foreign = untrack(|| self.foreign());
        self.allowed.update(|allowed| allowed.extend(foreign));
    }

    fn check_soon(&'static self) {
        if let Some(timer) = self.resting.take() {
            timer.cancel();
        }
        self.resting.set(Timer::start(REST, move || {
            // Another place may have the address by now.
            if Route::read(&browser::fragment()) == Route::To(Place::Sweep) {
                browser::replace(&self.fragment(), None);
            }
            self.check();
        }));
    }

    /// Has the set-up checked. While models are asked, a worker of its own does it, so that none of them is held up; one that is still at an earlier set-up
    /// is ended.
    fn check(&'static self) {
        let given = [self.setup.with_untracked(Setup::plan).into()];
        if !untrack(|| self.is_running() || self.asker.is_occupied()) {
            return self.post.call("check", &given);
        }
        if self.is_checking.replace(true) {
            self.checks.stop();
        }
        self.checks.call("check", &given);
    }

    /// Adds the model that the form names, with its price where the list told it.
    pub(crate) fn add_model(&'static self) {
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
    pub(crate) fn add_simulated(&'static self, executor: &str, rate: u32) {
        let name = format!("simulated:{executor}:{rate}");
        self.change(|setup| {
            setup.models.retain(|model| model.name != name);
            setup.models.push(SetupModel::new(name, &[]));
        });
    }

    /// Whether a run is open.
    pub(crate) fn has_run(&self) -> bool {
        self.setup.with(|setup| !setup.run.is_empty())
    }

    /// Whether the open run is asking.
    pub(crate) fn is_running(&self) -> bool {
        self.progress.with(|progress| {
            progress.as_ref().is_some_and(|progress| progress.state == State::Running)
        })
    }

    /// How many attempts of the open run were given up.
    pub(crate) fn given_up(&self) -> u32 {
        self.progress.with(|progress| progress.as_ref().map_or(0, |progress| progress.given_up))
    }

    /// Begins a run of the set-up.
    pub(crate) fn begin(&'static self) {
        let run = fresh();
        let plan = self.setup.with_untracked(Setup::plan);
        self.clear();
        self.setup.update(|setup| setup.open(&run));
        browser::push(&self.fragment(), None);
        let name = self.name.get_untracked();
        let given = [run.into(), plan.into(), name.into(), self.asker.all_keys().into(), chance()];
        self.post.call("begin", &given);
        self.name.set(String::new());
        browser::go_up();
    }

    /// Goes on with the open run; perhaps also with what was given up.
    pub(crate) fn go(&'static self, again: bool) {
        self.suspects.set(None);
        let plan = self.setup.with_untracked(Setup::plan);
        self.post.call("go", &[self.asker.all_keys().into(), again.into(), plan.into()]);
    }

    /// Asks nothing more; perhaps ends what is under way too.
    pub(crate) fn pause(&'static self, at_once: bool) {
        self.post.call("pause", &[at_once.into()]);
    }

    /// Goes from the open run back to its set-up.
    pub(crate) fn close(&'static self) {
        self.post.call("open", &["".into(), chance()]);
        self.setup.update(|setup| setup.run.clear());
        self.clear();
        browser::push(&self.fragment(), None);
        self.check_soon();
    }

    /// Opens a run that is kept.
    pub(crate) fn open_run(&'static self, run: &RunInfo) {
        let mut setup = Setup::read(&run.plan);
        setup.open(&run.run);
        browser::push(&setup.fragment(), None);
        self.reopen();
    }

    pub(crate) fn rename(&'static self, run: &str, name: &str) {
        self.post.call("rename", &[run.into(), name.into()]);
    }

    /// Deletes a run that is kept.
    pub(crate) fn remove(&'static self, run: &str) {
        if self.setup.with_untracked(|setup| setup.run == run) {
            self.close();
        }
        self.post.call("remove", &[run.into()]);
    }

    /// Saves a run that is kept as a file of lines.
    pub(crate) fn save_lines(&'static self, run: &str) {
        self.post.call("lines", &[run.into()]);
    }

    /// Puts another run beside the open one; with an empty name takes it away.
    pub(crate) fn compare(&'static self, run: &str) {
        self.post.call("compare", &[run.into()]);
    }

    /// Saves the open run as a file of lines.
    pub(crate) fn save_run(&'static self) {
        self.save_lines(&self.setup.with_untracked(|setup| setup.run.clone()));
    }

    /// Takes the procedure that Play shows, but for its length and look-back.
    pub(crate) fn take_procedure(&'static self) {
        let play = self.desk.plain_link();
        self.change(|setup| setup.take_procedure(&play));
    }

    /// Saves the attempts of the open run as a table.
    pub(crate) fn save_table(&'static self) {
        let run = self.setup.with_untracked(|setup| setup.run.clone());
        self.post.call("table", &[run.into()]);
    }

    /// Saves the open run as one file with all figures.
    pub(crate) fn save_report(&'static self) {
        let address = browser::base();
        self.post.call("report", &[self.measure.get_untracked().into(), address.into()]);
    }

    /// Takes a file of attempts in.
    pub(crate) fn take_file(&'static self) {
        self.trouble.set(None);
        browser::choose_file(move |file| self.post.call("take", &[fresh().into(), file]));
    }

    /// The figures have this width to be drawn in, and each but the first that one.
    pub(crate) fn set_widths(&'static self, wide: u32, narrow: u32) {
        self.widths.set((wide, narrow));
        self.draw();
    }

    /// Chooses what counts as right in the curve.
    pub(crate) fn choose_measure(&'static self, measure: String) {
        self.measure.set(measure);
        self.draw();
    }

    /// Draws the figures anew.
    fn draw(&'static self) {
        let (wide, narrow) = self.widths.get();
        let is_there = self.progress.with_untracked(|progress| {
            progress.as_ref().is_some_and(|progress| progress.answered > 0)
        });
        if wide > 0 && is_there {
            self.drawn.set((self.drawn.get().0, browser::now()));
            let measure = self.measure.get_untracked().into();
            self.post.call("figures", &[measure, wide.into(), narrow.into()]);
        }
    }

    /// Draws the figures again once they are old, if there is something new.
    fn draw_soon(&'static self, progress: &Progress) {
        let (drawn, at) = self.drawn.get();
        // While a run is read, what there is of it changes all the time.
        if progress.state == State::Opening {
            return;
        }
        let is_over = progress.state != State::Running;
        let answered = progress.answered + progress.given_up;
        if answered == drawn {
            return;
        }
        let between = BETWEEN_DRAWINGS.max(self.took.get() * BETWEEN_LONG_DRAWINGS);
        let wait = (at + between - browser::now()).clamp(0.0, between);
        if is_over || wait == 0.0 {
            self.drawn.set((answered, at));
            self.draw();
        } else if self.drawing.get().is_none() {
            self.drawing.set(Timer::start(wait, move || {
                self.drawing.set(None);
                let now = self.progress.get_untracked();
                if let Some(progress) = now {
                    self.draw_soon(&progress);
                }
            }));
        }
    }

    /// What is wanted of a figure: a file of it, or the attempts behind a mark.
    pub(crate) fn want(&'static self, word: &str, what: &str) {
        if word == "pick" {
            self.pick.set(what.to_owned());
            browser::jump(".attempts");
            return;
        }
        let measure = self.measure.get_untracked().into();
        let given = [measure, what.into(), word.into(), browser::is_dark().into()];
        self.post.call("file", &given);
    }

    /// Asks for rows of the list of attempts.
    pub(crate) fn list(&'static self, from: u32) {
        let pick = self.pick.get_untracked();
        self.post.call("attempts", &[pick.into(), from.into()]);
    }

    /// Opens an attempt in Play.
    pub(crate) fn open_attempt(&'static self, number: u32) {
        self.post.call("attempt", &[number.into()]);
    }

    /// Takes up what the worker says.
    fn hear(&'static self, told: &Told) {
        let text = &told.text;
        match told.kind.as_str() {
            "runs" => {
                self.is_kept.set(told.call == 1);
                self.runs.set(browser::runs(text));
            }
            "checked" => self.checked.set(browser::checked(text)),
            "progress" => {
                if let Some(progress) = browser::progress(text)
                    && self.setup.with_untracked(|setup| setup.run == progress.run)
                {
                    self.progress.set(Some(progress.clone()));
                    self.draw_soon(&progress);
                }
            }
            "figures" => {
                self.took.set((browser::now() - self.drawn.get().1).max(0.0));
                self.figures.set(text.clone());
            }
            "attempts" => self.rows.set(text.clone()),
            "listed" => self.listed.set(text.clone()),
            "attempt" => {
                if let Some(opened) = browser::opened(text)
                    && let Some(go) = self.places.borrow().as_ref()
                {
                    go();
                    self.desk.open_attempt(opened);
                    browser::go_up();
                }
            }
            "text" | "png" => browser::save_told(text, told.kind == "png"),
            "taken" => {
                self.post.call("runs", &[]);
            }
            "suspects" => self.suspects.set(Some(browser::trouble(text))),
            "compared" => {
                self.trouble.set(None);
                self.beside.set(text.clone());
                // A mark may have meant someone of another run.
                self.pick.set(String::new());
                self.draw();
            }
            "untaken" => self.trouble.set(Some(text.clone())),
            "broken" => {
                self.clear();
                self.trouble.set(Some(text::engine_failed(text)));
            }
            _ => {}
        }
    }
}

/// A seed for what need not be repeated.
fn chance() -> JsValue {
    let number = browser::random_number().map_or(1, |number| number % (1 << 30));
    u32::try_from(number).unwrap_or(1).into()
}

/// A name that no other run has.
fn fresh() -> String {
    let chance = browser::random_number().unwrap_or_default() % 1_000_000;
    format!("{}-{chance}", browser::now())
}
