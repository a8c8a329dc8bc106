//! The desk: Play as signals, kept in step with the address.
//!
//! Views read the desk and send it edits; everything that follows from an edit is derived or happens here.

use std::cell::Cell;
use std::sync::Arc;

use leptos::prelude::*;
use stepfall_procedure::{Refusal, Seed, Share};

use crate::browser::{self, Timer};
use crate::state::{Address, Asked, Edit, Judgement, Play, Shown};
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

/// Play as signals. It stands for as long as the page lives.
pub(crate) struct Desk {
    play: ArcRwSignal<Play>,
    /// The verdict on the transcript.
    pub(crate) judgement: ArcMemo<Judgement>,
    /// The share of faults that show in the answer, once it is worked out.
    in_answer: ArcRwSignal<Option<(Asked, Share)>>,
    /// Where the transcript is kept.
    pub(crate) keeping: ArcRwSignal<Keeping>,
    writing: Cell<Writing>,
    working_out: Cell<Option<Timer>>,
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
        let play = ArcRwSignal::new(Play::open(&browser::fragment(), browser::kept)?);
        let judged = play.clone();
        let desk: &Self = Box::leak(Box::new(Self {
            play,
            judgement: ArcMemo::new(move |_| judged.with(Play::judgement)),
            in_answer: ArcRwSignal::new(None),
            keeping: ArcRwSignal::new(Keeping::Address),
            writing: Cell::default(),
            working_out: Cell::default(),
        }));
        desk.settle();
        browser::on_fragment(move || desk.reopen());
        browser::on_leave(move || {
            if desk.writing.get().timer.is_some() {
                desk.write(browser::replace);
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
            self.write(browser::replace);
        }
        let (visit, asked) = self.peek(|play| (play.visit(), play.shown().asked));
        self.play.update(|play| play.apply(edit));
        if self.peek(Play::visit) == visit {
            self.write_soon();
        } else {
            self.write(browser::push);
        }
        if self.peek(|play| play.shown().asked != asked) {
            self.settle();
        }
    }

    /// Goes to a new seed.
    pub(crate) fn draw(&'static self) {
        // Without a source of chance, one seed after the other.
        let next = self.peek(|play| play.wanted().seed.number() + 1);
        let number = browser::random_number().map_or(next, |number| number % SEEDS);
        self.send(Edit::Draw(Seed::wrapping(number)));
    }

    /// The share of faults that show in the answer; nothing while it is not worked out.
    pub(crate) fn in_answer(&self) -> Option<Share> {
        let asked = self.shown().asked;
        self.in_answer.get().filter(|(of, _)| *of == asked).map(|(_, share)| share)
    }

    /// The whole address to share. The error says why the transcript is not in it.
    pub(crate) fn link(&self) -> (String, Option<&'static str>) {
        let base = browser::base();
        if let Ok(fragment) = self.peek(Play::share) {
            let stale = self.peek(Play::is_stale).then_some(text::LINK_WITHOUT_STALE);
            return (base + &fragment, stale);
        }
        let fragment = self.peek(|play| play.shown().asked.link(String::new()).fragment());
        (base + &fragment, Some(text::LINK_WITHOUT_TRANSCRIPT))
    }

    /// Opens the address anew, after someone else has changed it.
    fn reopen(&'static self) {
        self.stop_writing();
        // An address always opens; were even the default spec refused, the page would not have started.
        if let Ok(play) = Play::open(&browser::fragment(), browser::kept) {
            self.play.set(play);
            self.settle();
        }
    }

    fn write_soon(&'static self) {
        let Writing { timer, last } = self.writing.get();
        if timer.is_none() {
            let wait = last + BETWEEN_WRITINGS - browser::now();
            // A clock that was set back must not hold the address up.
            let wait = wait.clamp(REST, BETWEEN_WRITINGS);
            let timer = Timer::start(wait, move || self.write(browser::replace));
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

    fn write(&self, write: fn(&str) -> bool) {
        self.stop_writing();
        self.writing.set(Writing { timer: None, last: browser::now() });
        let Address { fragment, beside } = self.peek(Play::address);
        let keeping = if !beside {
            if self.peek(|play| !play.is_stale()) {
                browser::forget(&fragment);
            }
            Keeping::Address
        } else if self.peek(|play| browser::keep(&fragment, play.transcript())) {
            Keeping::Tab
        } else {
            Keeping::Nowhere
        };
        if self.keeping.get_untracked() != keeping {
            self.keeping.set(keeping);
        }
        if fragment != browser::fragment() {
            write(&fragment);
        }
    }

    /// What follows once the item stays the same for a while.
    fn settle(&'static self) {
        let shown = self.peek(|play| play.shown().clone());
        browser::set_title(&text::title(shown.asked.spec.steps, shown.asked.seed.number()));
        if let Some(timer) = self.working_out.get() {
            timer.cancel();
        }
        let timer = shown.is_quick().then(|| Timer::start(REST, move || self.work_out())).flatten();
        self.working_out.set(timer);
    }

    /// Works out the share of faults that show in the answer.
    pub(crate) fn work_out(&'static self) {
        let shown = self.peek(|play| play.shown().clone());
        if let Ok(share) = shown.item.shows_in_answer() {
            self.in_answer.set(Some((shown.asked, share)));
        }
    }
}
