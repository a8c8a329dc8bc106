//! The Lab: what it shows, kept in step with the address, and what the workers that run the specimen say.

use leptos::prelude::*;
use stepfall_link::{Checkpoint, LabLink, Place, Route, SPECIMEN};
use stepfall_procedure::Seed;
use stepfall_protocol::figure::Figure;
use stepfall_protocol::lab::{CurveItem, LabEvent, LabRequest, LabTables, Subject};
use stepfall_protocol::{DrawCurves, Form, SaveCurve, Specimen};

use crate::browser::{self, Timer};
use crate::job_client::{JobClient, JobError, JobSender};
use crate::state::lab::{Curve, LabRun};
use crate::text;
use crate::worker_client::WorkerClient;

/// How many items of each length a press of the button adds.
pub(crate) const MORE_ITEMS: u32 = 20;
/// The most workers that make a curve: each has the weights once.
const MOST_WORKERS: usize = 4;
/// How long a token is seen before the next one comes, in milliseconds.
const PACE: f64 = 70.0;
/// How soon figures are drawn anew while points come, in milliseconds.
const DRAWING: f64 = 250.0;
/// Seeds that are drawn are below this one, so that they can be read aloud.
const DRAWN_SEEDS: u64 = 1_000_000;
/// How soon a number that is typed counts, in milliseconds.
const TYPING: f64 = 250.0;

/// The Lab. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct LabStore {
    /// What the address says.
    pub(crate) link: RwSignal<LabLink>,
    /// What was not understood in the address that was opened, until the visitor puts it away.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The transcript as trained, and the one that it is held against.
    pub(crate) runs: [RwSignal<LabRun>; 2],
    /// How many tokens are seen; all of them for none.
    pub(crate) playing: RwSignal<Option<usize>>,
    pub(crate) curve: RwSignal<Curve>,
    pub(crate) figures: RwSignal<Vec<Figure>>,
    /// The tables that were printed of each checkpoint, once a worker has told them.
    pub(crate) tables: RwSignal<Vec<LabTables>>,
    parts: StoredValue<Parts, LocalStorage>,
}

/// What the Lab works with and does not show.
struct Parts {
    runners: [WorkerClient<Specimen>; 2],
    /// Those that make the curve.
    pool: [WorkerClient<Specimen>; MOST_WORKERS],
    jobs: JobSender,
    /// The link of each transcript that was asked for last, and the number of that request.
    asked: [Option<String>; 2],
    runs: [u32; 2],
    /// The number of the last request. What comes of an earlier one counts for nothing.
    last: u32,
    /// The number of the request of the curve that is made.
    curve: u32,
    width: u32,
    ticking: Option<Timer>,
    drawing: Option<Timer>,
    /// What was typed and does not count yet, in the order in which it was.
    typed: Vec<Change>,
    typing: Option<Timer>,
}

/// A change of what is shown.
type Change = Box<dyn FnOnce(&mut LabLink)>;

impl LabStore {
    /// The initial state of the Lab.
    pub(crate) fn new(jobs: JobClient) -> Self {
        let parts = Parts {
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
            parts: StoredValue::new_local(parts),
        };
        for side in [0, 1] {
            let runner = lab.part(|parts| parts.runners[side]);
            runner.listen(move |event| lab.on_run(side, event));
        }
        for worker in lab.part(|parts| parts.pool) {
            worker.listen(move |event| lab.on_curve(event));
        }
        lab
    }

    fn part<T>(self, act: impl FnOnce(&mut Parts) -> T) -> T {
        let mut parts = self.parts.write_value();
        act(&mut parts)
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(self) {
        drop(self.take_typed());
        let (link, notices) = LabLink::read(&browser::fragment());
        self.notices.set(notices.iter().map(ToString::to_string).collect());
        self.take(&link);
        browser::set_title(text::LAB_TITLE);
    }

    /// The whole address of what is shown.
    pub(crate) fn address(self) -> String {
        format!("{}{}", browser::base(), self.fragment())
    }

    /// The fragment of what is shown.
    pub(crate) fn fragment(self) -> String {
        self.link.with_untracked(LabLink::fragment)
    }

    /// Whether there is something that the transcript is held against.
    pub(crate) fn is_compared(self) -> bool {
        self.link.with(LabLink::is_compared)
    }

    /// Changes what is shown, and the address with it. What was typed just before counts first.
    pub(crate) fn change(self, change: impl FnOnce(&mut LabLink)) {
        let mut link = self.link.get_untracked();
        for typed in self.take_typed() {
            typed(&mut link);
        }
        change(&mut link);
        link.specimen = SPECIMEN;
        if link.step.is_some_and(|step| step > link.steps + 2) {
            link.step = None;
        }
        if link == self.link.get_untracked() {
            return;
        }
        self.take(&link);
        // In a frame it stays as it was given.
        if Route::read(&browser::fragment()) == Route::To(Place::Lab) {
            browser::replace(&self.fragment(), None);
        }
    }

    /// The same a little later, so that a number can be typed.
    pub(crate) fn change_soon(self, change: impl FnOnce(&mut LabLink) + 'static) {
        let timer = Timer::start(self.parts, TYPING, move || self.settle());
        let before = self.part(|parts| {
            parts.typed.push(Box::new(change));
            std::mem::replace(&mut parts.typing, timer)
        });
        if let Some(before) = before {
            before.cancel();
        }
    }

    /// Has what was typed count now.
    fn settle(self) {
        if self.part(|parts| !parts.typed.is_empty()) {
            self.change(|_| ());
        }
    }

    /// What was typed and does not count yet; it is for the caller to heed.
    fn take_typed(self) -> Vec<Change> {
        let (typed, timer) =
            self.part(|parts| (std::mem::take(&mut parts.typed), parts.typing.take()));
        if let Some(timer) = timer {
            timer.cancel();
        }
        typed
    }

    /// Goes to a state of its own, from which one can go back to what there was, with what was typed.
    pub(crate) fn go(self, link: &LabLink) {
        self.settle();
        self.notices.set(Vec::new());
        self.take(link);
        browser::push(&self.fragment(), None);
    }

    /// Another item.
    pub(crate) fn draw(self) {
        let Some(number) = browser::random_number() else { return };
        let seed = Seed::wrapping(number % DRAWN_SEEDS);
        self.change(|link| {
            link.seed = seed;
            link.step = None;
        });
    }

    /// Looks at the step of a value, or at none where it is that one already.
    pub(crate) fn look_at(self, step: u16) {
        self.change(|link| link.step = (link.step != Some(step)).then_some(step));
    }

    /// Shows the transcript token by token from its beginning, or stops that.
    pub(crate) fn play_or_pause(self) {
        if self.playing.get_untracked().is_some() {
            return self.stop_playing();
        }
        self.playing.set(Some(0));
        self.tick();
    }

    fn stop_playing(self) {
        self.playing.set(None);
        if let Some(timer) = self.part(|parts| parts.ticking.take()) {
            timer.cancel();
        }
    }

    fn tick(self) {
        let timer = Timer::start(self.parts, PACE, move || {
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
        // One clock at a time, however often one presses.
        if let Some(before) = self.part(|parts| std::mem::replace(&mut parts.ticking, timer)) {
            before.cancel();
        }
    }

    /// Tries anew what could not be done.
    pub(crate) fn retry(self) {
        self.part(|parts| parts.asked = [None, None]);
        self.take(&self.link.get_untracked());
    }

    /// Shows what a link says, and asks for what is not there yet.
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
        if self.part(|parts| parts.asked[side] == fragment) {
            return;
        }
        self.stop_playing();
        let (id, runner) = self.part(|parts| {
            parts.asked[side].clone_from(&fragment);
            parts.last += 1;
            parts.runs[side] = parts.last;
            (parts.last, parts.runners[side])
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

    /// Takes up what a worker says of a transcript.
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
        if id.is_some_and(|id| id != self.part(|parts| parts.runs[side])) {
            return;
        }
        let is_broken = matches!(event, LabEvent::Broken(_));
        if is_broken || matches!(event, LabEvent::Refused(..)) {
            // It is asked again when the visitor wants that.
            self.part(|parts| parts.asked[side] = None);
        }
        if let LabEvent::Broken(why) = event {
            let why = text::lab_failed(why);
            return self.runs[side].update(|run| run.take(&LabEvent::Broken(why)));
        }
        self.runs[side].update(|run| run.take(event));
    }

    /// Adds items to the curve, or goes on with those that are missing.
    pub(crate) fn run_curve(self) {
        let link = self.link.get_untracked();
        let ways: Vec<LabLink> = sides(&link).into_iter().flatten().collect();
        let names = ways.iter().map(text::lab_way).collect::<Vec<_>>();
        let (id, pool) = self.part(|parts| {
            parts.last += 1;
            parts.curve = parts.last;
            (parts.last, parts.pool)
        });
        let mut missing = Vec::new();
        let workers = browser::cores().clamp(1, MOST_WORKERS);
        self.curve.update(|curve| {
            if curve.is_empty() {
                curve.begin(names);
            }
            curve.want(MORE_ITEMS);
            curve.trouble = None;
            missing = curve.missing();
            curve.under_way = u32::try_from(workers.min(missing.len())).unwrap_or(1);
        });
        let subjects: Vec<Subject> = ways.iter().map(subject).collect();
        for (part, worker) in pool.into_iter().enumerate().take(workers.min(missing.len())) {
            // Each takes every so many-th, so that all are at the first items first.
            let items: Vec<CurveItem> =
                missing.iter().skip(part).step_by(workers).copied().collect();
            worker.send(&LabRequest::Curve(id, subjects.clone(), items));
        }
    }

    /// Ends what is made of the curve; its points stay.
    pub(crate) fn stop_curve(self) {
        let pool = self.part(|parts| {
            parts.curve = 0;
            parts.pool
        });
        for worker in pool {
            if worker.is_started() {
                worker.send(&LabRequest::Stop);
            }
        }
        self.curve.update(|curve| curve.under_way = 0);
    }

    /// Takes up what a worker says of the curve.
    fn on_curve(self, event: &LabEvent) {
        let is_now = |id: &u32| self.part(|parts| parts.curve == *id);
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
            LabEvent::Broken(why) => self.end_curve(text::lab_failed(why)),
            _ => {}
        }
    }

    fn end_curve(self, why: String) {
        self.stop_curve();
        self.curve.update(|curve| curve.trouble = Some(why));
    }

    /// The room for figures has become another one.
    pub(crate) fn set_width(self, width: u32) {
        if self.part(|parts| std::mem::replace(&mut parts.width, width)) != width {
            self.draw_soon();
        }
    }

    /// Has the figures drawn, a little later where points still come.
    fn draw_soon(self) {
        if self.part(|parts| parts.drawing.is_some()) {
            return;
        }
        let timer = Timer::start(self.parts, DRAWING, move || {
            let (jobs, width) = self.part(|parts| {
                parts.drawing = None;
                (parts.jobs, parts.width)
            });
            let curves = self.curve.with_untracked(|curve| curve.drawn(width));
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
        self.part(|parts| parts.drawing = timer);
    }

    /// Saves a figure as a file, whose source is the address of what is shown.
    pub(crate) fn save_figure(self, figure: String, form: Form) {
        let curves = self.curve.with_untracked(|curve| curve.drawn(0));
        let (is_dark, source) = (browser::is_dark(), self.address());
        let job = SaveCurve { curves, figure, form, is_dark, source };
        self.part(|parts| parts.jobs).start(job, move |result| match result {
            Ok(file) => file.iter().for_each(|file| browser::save_made(file, None)),
            Err(error) => self.on_failed(&error),
        });
    }

    fn on_failed(self, error: &JobError) {
        if *error != JobError::Stopped {
            self.end_curve(error.to_string());
        }
    }
}

/// The transcripts that a link is about: as trained, and the one that it is held against.
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

/// What a curve depends on: not which item is shown, and not how.
fn curve_of(link: &LabLink) -> [Option<LabLink>; 2] {
    sides(link).map(|side| side.map(|side| LabLink { steps: 0, ..side }))
}

/// What a worker needs to know of a link.
fn subject(link: &LabLink) -> Subject {
    Subject { link: link.fragment(), weights: weights(link.model) }
}

/// The address of the file of a checkpoint's weights.
pub(crate) fn weights(checkpoint: Checkpoint) -> String {
    let slug = checkpoint.slug();
    browser::asset(slug).unwrap_or_else(|| format!("./{slug}.safetensors"))
}
