//! The desk: Play as signals, kept in step with the address.
//!
//! Views read the desk and send it edits; everything that follows from an edit is derived or happens here.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use crate::prelude::*;
use stepfall_procedure::{Refusal, Seed};
use wasm_bindgen::JsValue;

use crate::browser::{self, Engine, Given, Timer};
use crate::state::{
    Address, Asked, Call, Calls, Edit, Judgement, Kept, Opened, Play, SWEEP_PLACE, Shared, Shares,
    Shown, Verdict, Voice, example,
};
use crate::text;

/// The least time between two rewritings of the address, in milliseconds.
const BETWEEN_WRITINGS: f64 = 500.0;
/// How long the knobs rest before what takes longer is worked out, in milliseconds.
const REST: f64 = 150.0;
/// New seeds are drawn below this number: short enough to be read aloud.
const SEEDS: u64 = 10_000_000;

/// Where the transcript is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// In the address, or there is none.
    Address,
    /// In this tab, because it is too long for the address.
    Tab,
    /// Nowhere: this tab has no room for it.
    Nowhere,
}

impl Keeping {
    /// Where the transcript of what was opened comes from.
    fn of(play: &Play) -> Self {
        if play.address().beside.is_some() { Self::Tab } else { Self::Address }
    }
}

/// Play as signals. It stands for as long as the page lives.
pub(crate) struct Desk {
    play: ArcRwSignal<Play>,
    /// What the engine says about the transcript.
    pub(crate) verdict: ArcRwSignal<Verdict>,
    /// The number of the value that is looked at.
    pub(crate) focus: ArcRwSignal<Option<u16>>,
    /// Whether the transcript is shown with what was read in it, instead of being written.
    pub(crate) reading: ArcRwSignal<bool>,
    /// Whether the reasoning is what steps and arcs show, instead of the visible text.
    pub(crate) aside: ArcRwSignal<bool>,
    /// Whether the sheet of the settings is open, where the screen is narrow.
    pub(crate) sheet: ArcRwSignal<bool>,
    /// What is there to be handed on.
    pub(crate) shared: ArcRwSignal<Option<Shared>>,
    /// Whether a model is writing the transcript.
    pub(crate) streaming: ArcRwSignal<bool>,
    /// What an executor or an example could not do.
    pub(crate) trouble: ArcRwSignal<Option<String>>,
    engine: RefCell<Option<Engine>>,
    calls: RefCell<Calls<Call>>,
    /// The shares of faults that show, once they are worked out.
    shares: ArcRwSignal<Option<(Asked, Shares)>>,
    /// Where the transcript is kept.
    pub(crate) keeping: ArcRwSignal<Keeping>,
    writing: Cell<Writing>,
    working_out: Cell<Option<Timer>>,
}

/// How the address is brought in step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Write {
    /// In the present entry of the history.
    Replace,
    /// In a new one.
    Push,
}

/// The rewriting of the address.
#[derive(Debug, Clone, Copy, Default)]
struct Writing {
    timer: Option<Timer>,
    last: f64,
}

impl Desk {
    /// Opens the address and follows it from now on.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] only if even the default spec were refused.
    pub(crate) fn open() -> Result<&'static Self, Box<Refusal>> {
        let (play, verdict) = opened()?;
        let reading = ArcRwSignal::new(play.judgement() == Judgement::Due);
        let keeping = ArcRwSignal::new(Keeping::of(&play));
        let play = ArcRwSignal::new(play);
        let desk: &Self = Box::leak(Box::new(Self {
            play,
            verdict: ArcRwSignal::new(verdict),
            focus: ArcRwSignal::new(None),
            reading,
            aside: ArcRwSignal::new(false),
            sheet: ArcRwSignal::new(false),
            shared: ArcRwSignal::new(None),
            streaming: ArcRwSignal::new(false),
            trouble: ArcRwSignal::new(None),
            engine: RefCell::default(),
            calls: RefCell::default(),
            shares: ArcRwSignal::new(None),
            keeping,
            writing: Cell::default(),
            working_out: Cell::default(),
        }));
        desk.settle();
        if !matches!(desk.verdict.get_untracked(), Verdict::Judged(_)) {
            desk.grade();
        }
        browser::on_leave(move || {
            if desk.writing.get().timer.is_some() && !is_elsewhere() {
                desk.write(Write::Replace);
            }
        });
        Ok(desk)
    }

    /// Reads Play, and is told when it changes.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with(read)
    }

    /// Reads Play as it is now.
    pub(crate) fn peek<T>(&self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with_untracked(read)
    }

    /// Why the engine is of no use, where it is not.
    pub(crate) fn failure(&self) -> Option<String> {
        match self.verdict.get() {
            Verdict::Failed(why) => Some(why),
            _ => None,
        }
    }

    /// What there is to judge.
    pub(crate) fn judgement(&self) -> Judgement {
        self.read(Play::judgement)
    }

    /// What is shown.
    pub(crate) fn shown(&self) -> Arc<Shown> {
        self.read(|play| play.shown().clone())
    }

    /// Whether what is shown is not what the knobs say.
    pub(crate) fn is_behind(&self) -> bool {
        self.read(|play| play.problem().is_some())
    }

    /// Carries an edit out and brings the address in step.
    pub(crate) fn send(&'static self, edit: Edit) {
        let pending = self.writing.get().timer.is_some();
        let typing = matches!(edit, Edit::Transcript(_) | Edit::Settle(_));
        if pending && !typing && self.peek(|play| !play.transcript().is_empty()) {
            // The transcript has to be in the entry that Back leads to.
            self.write(Write::Replace);
        }
        let is_new = matches!(
            edit,
            Edit::Transcript(_)
                | Edit::Replace(_)
                | Edit::Simulated(_)
                | Edit::Sample(_)
                | Edit::Begin(_)
                | Edit::Draw(_)
                | Edit::Turn { .. }
        );
        let goes_on = matches!(edit, Edit::More(_) | Edit::Whole(_));
        let regrade = is_new || goes_on || matches!(edit, Edit::Adopt | Edit::Cut(_));
        if is_new {
            self.trouble.set(None);
        }
        if is_new && !matches!(edit, Edit::Transcript(_)) {
            self.aside.set(false);
        }
        let (visit, asked) = self.peek(|play| (play.visit(), play.shown().asked));
        self.play.update(|play| play.apply(edit));
        if self.peek(Play::visit) == visit {
            self.write_soon();
        } else {
            self.write(Write::Push);
        }
        let moved = self.peek(|play| play.shown().asked != asked);
        if moved {
            self.settle();
        }
        if moved || is_new {
            self.streaming.set(false);
        }
        if moved || regrade {
            self.grade();
        }
    }

    /// Opens the transcript of an example with its item.
    pub(crate) fn show_example(&'static self, place: u32) {
        self.ask(Call::Example(place));
    }

    /// Opens an attempt that was kept.
    pub(crate) fn open_attempt(&'static self, opened: Opened) {
        let Opened { link, transcript, author } = opened;
        let of = link.clone();
        if let Ok(mut play) = Play::open(&link, Some(Kept { of, transcript })) {
            play.set_author(author);
            self.leave();
            self.show(play);
            self.write(Write::Push);
        }
    }

    /// Lets an executor carry the item out.
    pub(crate) fn simulate(&'static self, executor: &'static str, form: &'static str, rate: u32) {
        let run = browser::random_number().map_or(1, |number| number % 1_000_000);
        let run = u32::try_from(run).unwrap_or(1);
        self.ask(Call::Simulate { link: self.plain_link(), executor, form, rate, run });
    }

    /// Makes room for what a model will write.
    pub(crate) fn begin_stream(&'static self, author: String) {
        self.send(Edit::Begin(author));
        self.streaming.set(true);
    }

    /// Takes more of what a model writes, or all of it anew, unless nobody wants it any more.
    pub(crate) fn stream(&'static self, text: String, is_whole: bool) {
        if self.streaming.get_untracked() {
            // No field is there to be filled with it.
            self.reading.set(true);
            self.send(if is_whole { Edit::Whole(text) } else { Edit::More(text) });
        }
    }

    /// The model writes no more; perhaps because it was cut off.
    pub(crate) fn end_stream(&'static self, is_cut: bool) {
        if self.streaming.get_untracked() {
            self.streaming.set(false);
            if is_cut {
                self.send(Edit::Cut(true));
            }
        }
    }

    /// The fragment of what is shown, without the transcript.
    pub(crate) fn plain_link(&self) -> String {
        self.peek(|play| play.shown().asked.link().fragment())
    }

    /// Takes a text that was given as a whole.
    pub(crate) fn take(&'static self, given: Given) {
        let trouble = match given {
            Given::Text(text) => {
                // No field is there to be filled with it.
                self.reading.set(true);
                return self.send(Edit::Replace(text));
            }
            Given::Unread => text::NO_FILE,
            Given::Large => text::LARGE_FILE,
            Given::Binary => text::NO_TEXT,
            Given::Empty => text::EMPTY_FILE,
            Given::Several => text::SEVERAL_FILES,
        };
        self.trouble.set(Some(trouble.to_owned()));
    }

    /// Tries again to have the transcript graded.
    pub(crate) fn retry(&'static self) {
        browser::refocus(".transcript");
        self.verdict.set(Verdict::Waiting);
        self.grade();
    }

    /// Has the transcript graded, where there is one for this prompt.
    fn grade(&'static self) {
        if self.peek(Play::judgement) != Judgement::Due {
            let nothing =
                Call::Grade { link: String::new(), transcript: String::new(), cut: false };
            self.make_way(&nothing);
            self.calls.borrow_mut().forget(&nothing);
            self.verdict.set(Verdict::None);
            // What is too long for a field is only read.
            self.reading.set(self.peek(Play::is_long));
            return;
        }
        if !matches!(self.verdict.get_untracked(), Verdict::Judged(_)) {
            self.verdict.set(Verdict::Waiting);
        }
        let (transcript, cut) = self.peek(|play| (play.transcript().to_owned(), play.is_cut()));
        self.ask(Call::Grade { link: self.plain_link(), transcript, cut });
    }

    /// Gives up what is under way, as the visitor wishes.
    pub(crate) fn stop(&'static self) {
        browser::refocus(".transcript");
        self.stop_engine();
        self.verdict.set(Verdict::Failed(text::STOPPED.to_owned()));
        self.call_next();
    }

    /// Whether what is under way may take long.
    pub(crate) fn is_slow(&self) -> bool {
        self.calls.borrow().running().is_some_and(Call::is_slow)
    }

    /// What steps and arcs show of the verdict.
    pub(crate) fn voice(&self) -> Option<Arc<Voice>> {
        let Verdict::Judged(report) = self.verdict.get() else { return None };
        let aside = report.reasoning.as_ref().filter(|_| self.aside.get());
        Some(aside.map_or_else(|| report.voice.clone(), |reasoning| reasoning.voice.clone()))
    }

    /// The same as it is now.
    pub(crate) fn voice_now(&self) -> Option<Arc<Voice>> {
        untrack(|| self.voice())
    }

    /// Takes a call to the engine up.
    fn ask(&'static self, call: Call) {
        self.make_way(&call);
        self.calls.borrow_mut().ask(call);
        self.call_next();
    }

    /// Gives up what is under way where it would keep a call waiting for long.
    fn make_way(&self, call: &Call) {
        let yields = self.calls.borrow().running().is_some_and(|running| running.yields_to(call));
        if yields {
            self.stop_engine();
        }
    }

    fn stop_engine(&self) {
        self.calls.borrow_mut().give_up();
        if let Some(engine) = self.engine.take() {
            engine.stop();
        }
    }

    /// Sends the next call to the engine, and starts that where it is not running.
    fn call_next(&'static self) {
        let mut calls = self.calls.borrow_mut();
        let Some((id, call)) = calls.next() else { return };
        let mut engine = self.engine.borrow_mut();
        if engine.is_none() {
            *engine = Engine::start(move |(id, result)| self.answered(id, result));
        }
        let Some(engine) = engine.as_ref() else {
            calls.give_up();
            return self.verdict.set(Verdict::Failed(text::NO_WORKER.to_owned()));
        };
        match call {
            Call::Grade { link, transcript, cut } => {
                engine.post(id, "grade", &[link.into(), transcript.into(), stop(*cut)]);
            }
            Call::Simulate { link, executor, form, rate, run } => {
                let (executor, form) = ((*executor).into(), (*form).into());
                let given = [link.into(), executor, form, (*rate).into(), (*run).into()];
                engine.post(id, "simulate", &given);
            }
            Call::Share { link, transcript, cut, address, simulated } => {
                let (transcript, address) = (transcript.into(), address.into());
                let given = [link.into(), transcript, stop(*cut), address, (*simulated).into()];
                engine.post(id, "share", &given);
            }
            Call::Shares(asked) => engine.post(id, "shares", &[asked.link().fragment().into()]),
            Call::Example(place) => engine.post(id, "example", &[(*place).into()]),
        }
    }

    /// Takes up what the engine says.
    fn answered(&'static self, id: u32, result: Result<String, String>) {
        if id == 0 {
            if let Err(why) = result {
                self.stop_engine();
                self.verdict.set(Verdict::Failed(text::engine_failed(&why)));
            }
            return;
        }
        let done = self.calls.borrow_mut().done(id);
        match (done, result) {
            (Some(Call::Grade { link, transcript, cut }), result) => {
                let is_now = link == self.plain_link()
                    && self.peek(|play| {
                        play.judgement() == Judgement::Due
                            && play.transcript() == transcript
                            && play.is_cut() == cut
                    });
                if is_now {
                    self.verdict.set(match result.map(|json| browser::report(&json, transcript)) {
                        Ok(Some(report)) => Verdict::Judged(Arc::new(report)),
                        Ok(None) => Verdict::Failed(text::engine_failed("")),
                        Err(why) => Verdict::Failed(text::engine_failed(&why)),
                    });
                }
            }
            (Some(Call::Simulate { link, .. }), Ok(json)) => {
                if let Some(transcript) = browser::member(&json, "transcript")
                    && link == self.plain_link()
                {
                    self.reading.set(true);
                    self.send(Edit::Simulated(transcript));
                }
            }
            (Some(Call::Share { .. }), Ok(json)) => self.shared.set(browser::shared(&json)),
            (Some(Call::Shares(asked)), Ok(json)) => {
                self.shares.set(browser::shares(&json).map(|shares| (asked, shares)));
            }
            (Some(Call::Example(_)), Ok(json)) => {
                let link = browser::member(&json, "link");
                let transcript = browser::member(&json, "transcript");
                if let (Some(link), Some(transcript)) = (link, transcript)
                    && let of = link.clone()
                    && let Ok(play) = Play::open(&link, Some(Kept { of, transcript }))
                {
                    if self.writing.get().timer.is_some() {
                        self.write(Write::Replace);
                    }
                    self.show(play);
                    self.write(Write::Push);
                }
            }
            (Some(_), Err(why)) => self.trouble.set(Some(why)),
            (None, _) => {}
        }
        self.call_next();
    }

    /// Shows something else altogether.
    fn show(&'static self, play: Play) {
        self.streaming.set(false);
        self.trouble.set(None);
        self.aside.set(false);
        self.verdict.set(Verdict::None);
        self.reading.set(play.judgement() == Judgement::Due);
        self.keeping.set(Keeping::of(&play));
        self.play.set(play);
        self.settle();
        self.grade();
    }

    /// Goes to a new seed.
    pub(crate) fn draw(&'static self) {
        // Without a source of chance, one seed after the other.
        let next = self.peek(|play| play.wanted().seed.number() + 1);
        let number = browser::random_number().map_or(next, |number| number % SEEDS);
        self.send(Edit::Draw(Seed::wrapping(number)));
    }

    /// The shares of faults that show; nothing while they are not worked out.
    pub(crate) fn shares(&self) -> Option<Shares> {
        let asked = self.shown().asked;
        self.shares.get().filter(|(of, _)| *of == asked).map(|(_, shares)| shares)
    }

    /// The whole address to share, with the transcript or without, and why the transcript is not in it although it should.
    pub(crate) fn link(&self, with_transcript: bool) -> (String, Option<&'static str>) {
        let base = browser::base();
        if !with_transcript {
            return (base + &self.plain_link(), None);
        }
        if let Ok(fragment) = self.peek(Play::share) {
            let stale = self.peek(Play::is_stale).then_some(text::LINK_WITHOUT_STALE);
            return (base + &fragment, stale);
        }
        (base + &self.plain_link(), Some(text::LINK_WITHOUT_TRANSCRIPT))
    }

    /// Makes what is handed on beside an address.
    pub(crate) fn make_shared(&'static self, address: &str) {
        self.shared.set(None);
        let is_judged = self.peek(Play::judgement) == Judgement::Due;
        let (transcript, cut) = self.peek(|play| (play.transcript().to_owned(), play.is_cut()));
        let transcript = if is_judged { transcript } else { String::new() };
        let simulated = is_judged && self.peek(Play::is_simulated);
        let (link, address) = (self.plain_link(), address.to_owned());
        self.ask(Call::Share { link, transcript, cut, address, simulated });
    }

    /// Opens the address anew, after someone else has changed it.
    pub(crate) fn reopen(&'static self) {
        // An address always opens; were even the default spec refused, the page would not have started.
        self.stop_writing();
        if let Ok((play, _)) = opened() {
            self.show(play);
        }
    }

    fn write_soon(&'static self) {
        let Writing { timer, last } = self.writing.get();
        if timer.is_none() {
            let wait = last + BETWEEN_WRITINGS - browser::now();
            // A clock that was set back must not hold the address up.
            let wait = wait.clamp(REST, BETWEEN_WRITINGS);
            let timer = Timer::start(wait, move || self.write(Write::Replace));
            self.writing.set(Writing { timer, last });
        }
    }

    fn stop_writing(&self) {
        let Writing { timer, last } = self.writing.get();
        if let Some(timer) = timer {
            timer.cancel();
        }
        self.writing.set(Writing { timer: None, last });
    }

    /// Puts the address of what is shown in a new entry of the history.
    pub(crate) fn enter(&self) {
        self.write(Write::Push);
    }

    /// Brings what waits to be written into the address, before another place has it.
    pub(crate) fn leave(&self) {
        if self.writing.get().timer.is_some() {
            self.write(Write::Replace);
        }
    }

    fn write(&self, write: Write) {
        self.stop_writing();
        if write == Write::Replace && is_elsewhere() {
            return;
        }
        self.writing.set(Writing { timer: None, last: browser::now() });
        let Address { fragment, beside } = self.peek(Play::address);
        // An entry that is rewritten goes on with the name that it has.
        let mut name = browser::name().filter(|_| write == Write::Replace);
        let mut keeping = Keeping::Address;
        match &beside {
            None => name = None,
            Some(kept) => {
                let new = || browser::random_number().unwrap_or_default().to_string();
                let given = name.take().unwrap_or_else(new);
                keeping = if browser::keep(&given, kept) { Keeping::Tab } else { Keeping::Nowhere };
                name = Some(given);
            }
        }
        if self.keeping.get_untracked() != keeping {
            self.keeping.set(keeping);
        }
        let (name, now) = (name.as_deref(), browser::name());
        match write {
            Write::Push => {
                browser::push(&fragment, name);
            }
            Write::Replace if fragment != browser::fragment() || name != now.as_deref() => {
                browser::replace(&fragment, name);
            }
            Write::Replace => {}
        }
    }

    /// Names the document after what is shown.
    pub(crate) fn name(&self) {
        let asked = self.peek(|play| play.shown().asked);
        browser::set_title(&text::title(asked.spec.steps, asked.seed.number()));
    }

    /// What follows once the item stays the same for a while.
    fn settle(&'static self) {
        let shown = self.peek(|play| play.shown().clone());
        self.name();
        if let Some(timer) = self.working_out.get() {
            timer.cancel();
        }
        // The engine is not loaded for this alone.
        let at_once = shown.is_quick() && self.engine.borrow().is_some();
        let timer = at_once.then(|| Timer::start(REST, move || self.work_out())).flatten();
        self.working_out.set(timer);
    }

    /// Works out the shares of faults that show.
    pub(crate) fn work_out(&'static self) {
        let asked = self.peek(|play| play.shown().asked);
        self.ask(Call::Shares(asked));
    }
}

/// Whether the address is that of another place.
fn is_elsewhere() -> bool {
    browser::fragment().starts_with(SWEEP_PLACE)
}

/// Why the model stopped, in the engine's word.
fn stop(is_cut: bool) -> JsValue {
    if is_cut { "length" } else { "unknown" }.into()
}

/// Opens the address; without one, an example that is finished.
fn opened() -> Result<(Play, Verdict), Box<Refusal>> {
    let fragment = browser::fragment();
    if !fragment.is_empty() && !is_elsewhere() {
        let kept = browser::name().and_then(|name| browser::kept(&name));
        return Ok((Play::open(&fragment, kept)?, Verdict::None));
    }
    let (of, transcript) = (example::LINK.to_owned(), example::TRANSCRIPT.to_owned());
    let play = Play::open(example::LINK, Some(Kept { of, transcript }))?;
    let verdict = browser::report(example::VERDICT, example::TRANSCRIPT.to_owned());
    Ok((play, verdict.map_or(Verdict::None, |report| Verdict::Judged(Arc::new(report)))))
}
