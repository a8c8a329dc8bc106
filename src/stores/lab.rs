//! The Lab as signals, in sync with the address, and the workers that run the small model.

use leptos::prelude::*;
use stepfall_link::{Checkpoint, LabLink, Page, Route, SMALL_MODEL_VERSION};
use stepfall_procedure::Seed;
use stepfall_protocol::figure::Figure;
use stepfall_protocol::lab::{CurveItem, LabConfiguration, LabEvent, LabRequest, LabTables};
use stepfall_protocol::{DrawCurves, FigureFormat, LabChannel, SaveCurve};

use crate::browser::{self, Timer};
use crate::job_client::{JobClient, JobError, JobSender};
use crate::state::lab::{Curve, LabRun};
use crate::text;
use crate::worker_client::WorkerClient;

/// The number of items per length that one press of the button adds to the curve.
pub(crate) const MORE_ITEMS: u32 = 20;
/// The maximum number of workers that compute a curve. Each worker holds a copy of the weights.
const MAX_WORKERS: usize = 4;
/// The time between two tokens during playback, in milliseconds.
const PACE: f64 = 70.0;
/// The delay before figures are redrawn while points arrive, in milliseconds.
const REDRAW_DELAY_MS: f64 = 250.0;
/// The upper limit of random seeds, which keeps seeds short enough to read aloud.
const DRAWN_SEEDS: u64 = 1_000_000;
/// The debounce delay for typed numbers, in milliseconds.
const TYPING_DELAY_MS: f64 = 250.0;

/// The store of the Lab. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct LabStore {
    /// The state that the address holds.
    pub(crate) link: RwSignal<LabLink>,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The transcript of the model as trained, and the transcript of the comparison.
    pub(crate) runs: [RwSignal<LabRun>; 2],
    /// The number of visible tokens during playback; `None` shows all tokens.
    pub(crate) playing: RwSignal<Option<usize>>,
    pub(crate) curve: RwSignal<Curve>,
    pub(crate) figures: RwSignal<Vec<Figure>>,
    /// The precomputed tables of each checkpoint; empty until a worker has sent them.
    pub(crate) tables: RwSignal<Vec<LabTables>>,
    internals: StoredValue<Internals, LocalStorage>,
}

/// The internal state of the Lab.
struct Internals {
    runners: [WorkerClient<LabChannel>; 2],
    /// The workers that compute the curve.
    pool: [WorkerClient<LabChannel>; MAX_WORKERS],
    jobs: JobSender,
    /// The last requested link of each transcript.
    asked: [Option<String>; 2],
    /// The number of the last request for each transcript. Results of earlier requests are ignored.
    runs: [u32; 2],
    /// The number of the last request of any kind.
    last: u32,
    /// The number of the last request for a curve; 0 before the first request and after a stop.
    curve: u32,
    width: u32,
    ticking: Option<Timer>,
    drawing: Option<Timer>,
    /// Typed changes that are not applied yet, in order.
    typed: Vec<Change>,
    typing: Option<Timer>,
}

type Change = Box<dyn FnOnce(&mut LabLink)>;

impl LabStore {
    pub(crate) fn new(jobs: JobClient) -> Self {
        let internals = Internals {
            runners: [WorkerClient::new(), WorkerClient::new()],
            pool: std::array::from_fn(|_| WorkerClient::new()),
            jobs: jobs.register(),
            asked: [None, None],
            runs: [0, 0],
            last: 0,
            curve: 0,
            width: 0,
            ticking: None,
            drawing: None,
            typed: Vec::new(),
            typing: None,
        };
        let lab = Self {
            link: RwSignal::new(LabLink::first()),
            notices: RwSignal::new(Vec::new()),
            runs: [RwSignal::new(LabRun::default()), RwSignal::new(LabRun::default())],
            playing: RwSignal::new(None),
            curve: RwSignal::new(Curve::default()),
            figures: RwSignal::new(Vec::new()),
            tables: RwSignal::new(Vec::new()),
            internals: StoredValue::new_local(internals),
        };
        for side in [0, 1] {
            let runner = lab.with_internals(|internals| internals.runners[side]);
            runner.listen(move |event| lab.on_run(side, event));
        }
        for worker in lab.with_internals(|internals| internals.pool) {
            worker.listen(move |event| lab.on_curve(event));
        }
        lab
    }

    fn with_internals<T>(self, act: impl FnOnce(&mut Internals) -> T) -> T {
        let mut internals = self.internals.write_value();
        act(&mut internals)
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        drop(self.take_typed());
        let (link, notices) = LabLink::read(&browser::fragment());
        self.notices.set(notices.iter().map(ToString::to_string).collect());
        self.take(&link);
        browser::set_title(text::lab::TITLE);
    }

    /// Returns the full address of the current state.
    pub(crate) fn address(self) -> String {
        format!("{}{}", browser::address_without_fragment(), self.fragment())
    }

    /// Returns the fragment of the current state.
    pub(crate) fn fragment(self) -> String {
        self.link.with_untracked(LabLink::fragment)
    }

    /// Returns whether the transcript is compared with another transcript. Tracks the link.
    pub(crate) fn is_compared(self) -> bool {
        self.link.with(LabLink::is_compared)
    }

    /// Changes the state and the address. Pending typed changes are applied first.
    pub(crate) fn change(self, change: impl FnOnce(&mut LabLink)) {
        let mut link = self.link.get_untracked();
        for typed in self.take_typed() {
            typed(&mut link);
        }
        change(&mut link);
        link.model_version = SMALL_MODEL_VERSION;
        if link.step.is_some_and(|step| step > link.steps + 2) {
            link.step = None;
        }
        if link == self.link.get_untracked() {
            return;
        }
        self.take(&link);
        // A frame keeps the address that it was opened with.
        if Route::read(&browser::fragment()) == Route::To(Page::Lab) {
            browser::replace(&self.fragment(), None);
        }
    }

    /// Changes the state after a debounce delay, so that the user can finish typing a number.
    pub(crate) fn change_soon(self, change: impl FnOnce(&mut LabLink) + 'static) {
        let timer = Timer::start(self.internals, TYPING_DELAY_MS, move || self.settle());
        let before = self.with_internals(|internals| {
            internals.typed.push(Box::new(change));
            std::mem::replace(&mut internals.typing, timer)
        });
        if let Some(before) = before {
            before.cancel();
        }
    }

    /// Applies pending typed changes now.
    fn settle(self) {
        if self.with_internals(|internals| !internals.typed.is_empty()) {
            self.change(|_| ());
        }
    }

    /// Removes and returns the pending typed changes, which the caller must apply or drop.
    fn take_typed(self) -> Vec<Change> {
        let (typed, timer) = self.with_internals(|internals| {
            (std::mem::take(&mut internals.typed), internals.typing.take())
        });
        if let Some(timer) = timer {
            timer.cancel();
        }
        typed
    }

    /// Opens a state in a new history entry. Pending typed changes stay in the previous entry.
    pub(crate) fn show(self, link: &LabLink) {
        self.settle();
        self.notices.set(Vec::new());
        self.take(link);
        browser::push(&self.fragment(), None);
    }

    /// Opens an item with a random seed.
    pub(crate) fn draw(self) {
        let Some(number) = browser::random_number() else { return };
        let seed = Seed::wrapping(number % DRAWN_SEEDS);
        self.change(|link| {
            link.seed = seed;
            link.step = None;
        });
    }

    /// Selects the step of a value, or clears the selection if that step is already selected.
    pub(crate) fn look_at(self, step: u16) {
        self.change(|link| link.step = (link.step != Some(step)).then_some(step));
    }

    /// Starts token-by-token playback from the beginning, or stops it.
    pub(crate) fn play_or_pause(self) {
        if self.playing.get_untracked().is_some() {
            return self.stop_playing();
        }
        self.playing.set(Some(0));
        self.tick();
    }

    fn stop_playing(self) {
        self.playing.set(None);
        if let Some(timer) = self.with_internals(|internals| internals.ticking.take()) {
            timer.cancel();
        }
    }

    fn tick(self) {
        let timer = Timer::start(self.internals, PACE, move || {
            let Some(seen) = self.playing.get_untracked() else { return };
            let all = self
                .runs
                .iter()
                .map(|run| run.with_untracked(LabRun::tokens))
                .max()
                .unwrap_or_default();
            if seen >= all {
                return self.playing.set(None);
            }
            self.playing.set(Some(seen + 1));
            self.tick();
        });
        // Only one timer runs, even if the user presses the button several times.
        if let Some(before) =
            self.with_internals(|internals| std::mem::replace(&mut internals.ticking, timer))
        {
            before.cancel();
        }
    }

    /// Requests both transcripts again after a failure.
    pub(crate) fn retry(self) {
        self.with_internals(|internals| internals.asked = [None, None]);
        self.take(&self.link.get_untracked());
    }

    /// Shows the state of a link, and requests missing results.
    fn take(self, link: &LabLink) {
        let before = self.link.get_untracked();
        let is_other_curve = curve_of(&before) != curve_of(link);
        self.link.set(link.clone());
        if is_other_curve {
            self.stop_curve();
            self.curve.set(Curve::default());
            self.figures.set(Vec::new());
        }
        for (side, subject) in sides(link).into_iter().enumerate() {
            self.ask(side, subject);
        }
    }

    fn ask(self, side: usize, link: Option<LabLink>) {
        let fragment = link.as_ref().map(LabLink::fragment);
        if self.with_internals(|internals| internals.asked[side] == fragment) {
            return;
        }
        self.stop_playing();
        let (id, runner) = self.with_internals(|internals| {
            internals.asked[side].clone_from(&fragment);
            internals.last += 1;
            internals.runs[side] = internals.last;
            (internals.last, internals.runners[side])
        });
        let Some(link) = link else {
            self.runs[side].set(LabRun::default());
            return runner.send(&LabRequest::Stop);
        };
        if self.tables.with_untracked(Vec::is_empty) {
            runner.send(&LabRequest::Tables);
        }
        runner.send(&LabRequest::Run(id, subject(&link)));
    }

    /// Handles a worker event about a transcript.
    fn on_run(self, side: usize, event: &LabEvent) {
        if let LabEvent::Tables(tables) = event {
            return self.tables.set(tables.clone());
        }
        let id = match event {
            LabEvent::Refused(id, _)
            | LabEvent::Begun(id, _)
            | LabEvent::Line(id, _)
            | LabEvent::Finished(id, _) => Some(*id),
            _ => None,
        };
        if id.is_some_and(|id| id != self.with_internals(|internals| internals.runs[side])) {
            return;
        }
        let is_broken = matches!(event, LabEvent::Broken(_));
        if is_broken || matches!(event, LabEvent::Refused(..)) {
            // Without a last link, a retry sends the request again.
            self.with_internals(|internals| internals.asked[side] = None);
        }
        if let LabEvent::Broken(why) = event {
            let why = text::lab::failure_reason(why);
            return self.runs[side].update(|run| run.take(&LabEvent::Broken(why)));
        }
        self.runs[side].update(|run| run.take(event));
    }

    /// Adds items to the curve, or continues with its missing items.
    pub(crate) fn run_curve(self) {
        let link = self.link.get_untracked();
        let variants: Vec<LabLink> = sides(&link).into_iter().flatten().collect();
        let names = variants.iter().map(text::lab::checkpoint_and_flow).collect::<Vec<_>>();
        let (id, pool) = self.with_internals(|internals| {
            internals.last += 1;
            internals.curve = internals.last;
            (internals.last, internals.pool)
        });
        let mut missing = Vec::new();
        let workers = browser::cores().clamp(1, MAX_WORKERS);
        self.curve.update(|curve| {
            if curve.is_empty() {
                curve.begin(names);
            }
            curve.want(MORE_ITEMS);
            curve.error = None;
            missing = curve.missing();
            curve.under_way = u32::try_from(workers.min(missing.len())).unwrap_or(1);
        });
        let subjects: Vec<LabConfiguration> = variants.iter().map(subject).collect();
        for (part, worker) in pool.into_iter().enumerate().take(workers.min(missing.len())) {
            // Each worker gets every n-th item, so that the first items are computed first.
            let items: Vec<CurveItem> =
                missing.iter().skip(part).step_by(workers).copied().collect();
            worker.send(&LabRequest::Curve(id, subjects.clone(), items));
        }
    }

    /// Stops computing the curve. Its points stay.
    pub(crate) fn stop_curve(self) {
        let pool = self.with_internals(|internals| {
            internals.curve = 0;
            internals.pool
        });
        for worker in pool {
            if worker.is_started() {
                worker.send(&LabRequest::Stop);
            }
        }
        self.curve.update(|curve| curve.under_way = 0);
    }

    /// Handles a worker event about the curve.
    fn on_curve(self, event: &LabEvent) {
        let is_now = |id: &u32| self.with_internals(|internals| internals.curve == *id);
        match event {
            LabEvent::Point(id, point) if is_now(id) => {
                self.curve.update(|curve| curve.take(*point));
                self.draw_soon();
            }
            LabEvent::Done(id) if is_now(id) => {
                self.curve.update(|curve| curve.under_way = curve.under_way.saturating_sub(1));
                self.draw_soon();
            }
            LabEvent::Refused(id, why) if is_now(id) => self.end_curve(why.clone()),
            LabEvent::Broken(why) => self.end_curve(text::lab::failure_reason(why)),
            _ => {}
        }
    }

    fn end_curve(self, why: String) {
        self.stop_curve();
        self.curve.update(|curve| curve.error = Some(why));
    }

    /// Sets the width available for figures, in CSS pixels, and redraws them if it has changed.
    pub(crate) fn set_width(self, width: u32) {
        if self.with_internals(|internals| std::mem::replace(&mut internals.width, width)) != width
        {
            self.draw_soon();
        }
    }

    /// Draws the figures after a delay, so that several points share one drawing.
    fn draw_soon(self) {
        if self.with_internals(|internals| internals.drawing.is_some()) {
            return;
        }
        let timer = Timer::start(self.internals, REDRAW_DELAY_MS, move || {
            let (jobs, width) = self.with_internals(|internals| {
                internals.drawing = None;
                (internals.jobs, internals.width)
            });
            let curves = self.curve.with_untracked(|curve| curve.to_curves(width));
            if width > 0 && !curves.lines.is_empty() {
                jobs.start(DrawCurves(curves), move |result| match result {
                    Ok(figures) if !self.curve.with_untracked(Curve::is_empty) => {
                        self.figures.set(figures);
                    }
                    Ok(_) => {}
                    Err(error) => self.on_failed(&error),
                });
            }
        });
        self.with_internals(|internals| internals.drawing = timer);
    }

    /// Saves a figure as a file that names the current address as its source.
    pub(crate) fn save_figure(self, figure: String, form: FigureFormat) {
        let curves = self.curve.with_untracked(|curve| curve.to_curves(0));
        let (is_dark, source) = (browser::is_dark(), self.address());
        let job = SaveCurve { curves, figure, form, is_dark, source };
        self.with_internals(|internals| internals.jobs).start(job, move |result| match result {
            Ok(file) => file.iter().for_each(|file| browser::save_file_event(file, None)),
            Err(error) => self.on_failed(&error),
        });
    }

    fn on_failed(self, error: &JobError) {
        if *error != JobError::Stopped {
            self.end_curve(error.to_string());
        }
    }
}

/// Returns the links of the two transcripts: the model as trained, and the comparison; `None` if
/// nothing is compared.
fn sides(link: &LabLink) -> [Option<LabLink>; 2] {
    let plain = LabLink {
        steps: link.steps,
        look_back: link.look_back,
        seed: link.seed,
        model: link.model,
        ..LabLink::default()
    };
    let other = link.is_compared().then(|| LabLink {
        model: link.against.unwrap_or(link.model),
        flow: link.flow.clone(),
        ..plain.clone()
    });
    [Some(plain), other]
}

/// Returns the parts of a link that a curve depends on, without the number of steps and the view
/// settings.
fn curve_of(link: &LabLink) -> [Option<LabLink>; 2] {
    sides(link).map(|side| side.map(|side| LabLink { steps: 0, ..side }))
}

/// Returns the part of a link that a worker needs.
fn subject(link: &LabLink) -> LabConfiguration {
    LabConfiguration { link: link.fragment(), weights: weights(link.model) }
}

/// Returns the address of the weights file of a checkpoint.
pub(crate) fn weights(checkpoint: Checkpoint) -> String {
    let slug = checkpoint.slug();
    browser::asset(slug).unwrap_or_else(|| format!("./{slug}.safetensors"))
}
