//! The store of Learn: the open chapter and its content. The store keeps the address in sync.

use leptos::prelude::*;
use stepfall_link::{
    Chapter, GuideSlug, LearnLink, LearnNumber, Page, PlayLink, Route, SolverRun, Source,
};
use stepfall_protocol::{
    Attempts, CountCorrectSteps, GuidePage, Job, LinkedAttempt, ReadGuide, RunComparison, RunTwice,
    Simulate,
};

use super::PlayStore;
use crate::browser::{self, Timer};
use crate::job_client::{JobClient, JobError, JobSender};
use crate::state::{AnswerEdit, Play, Verdict, learn};
use crate::text;

/// The debounce delay for sliders before the address is rewritten, in milliseconds.
const ADDRESS_DELAY_MS: f64 = 500.0;

/// The store of Learn. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct LearnStore {
    /// The state that the address holds.
    pub(crate) link: RwSignal<LearnLink>,
    /// Parts of the opened address that were not understood, until the user dismisses them.
    pub(crate) notices: RwSignal<Vec<String>>,
    /// The item of the chapter; `None` until Learn is opened.
    pub(crate) chapter_play: RwSignal<Option<PlayStore>>,
    /// The number of correct steps before the first error of each attempt in the chapter about the
    /// collapse; `None` for an attempt without an error.
    pub(crate) attempts: RwSignal<Vec<Option<u16>>>,
    /// The results of running the same solver twice.
    pub(crate) run_comparison: RwSignal<Option<RunComparison>>,
    /// The example and the rates of the open entry of the field guide.
    pub(crate) guide: RwSignal<Option<GuidePage>>,
    /// The reason why a part of the chapter cannot be shown.
    pub(crate) error: RwSignal<Option<String>>,
    /// The store of Play, in which items are opened; `None` in a frame.
    play: Option<PlayStore>,
    route: RwSignal<Route>,
    jobs: JobClient,
    sender: JobSender,
    writing: StoredValue<Option<Timer>, LocalStorage>,
    /// The last requested attempts.
    asked: StoredValue<Option<Attempts>>,
    /// The link to open in Play when the solver has written its transcript.
    opens: StoredValue<Option<PlayLink>>,
}

/// Returns the entry of the field guide that a link shows.
fn shown_guide_entry(link: &LearnLink) -> Option<GuideSlug> {
    link.entry.filter(|_| link.chapter == Chapter::Guide)
}

impl LearnStore {
    /// Creates the store. Items are opened in `play`; a frame passes `None`.
    pub(crate) fn new(play: Option<PlayStore>, route: RwSignal<Route>, jobs: JobClient) -> Self {
        Self {
            link: RwSignal::new(LearnLink::default()),
            notices: RwSignal::new(Vec::new()),
            chapter_play: RwSignal::new(None),
            attempts: RwSignal::new(Vec::new()),
            run_comparison: RwSignal::new(None),
            guide: RwSignal::new(None),
            error: RwSignal::new(None),
            play,
            route,
            jobs,
            sender: jobs.register(),
            writing: StoredValue::new_local(None),
            asked: StoredValue::new(None),
            opens: StoredValue::new(None),
        }
    }

    /// Returns whether items can be opened in Play.
    pub(crate) const fn can_open(self) -> bool {
        self.play.is_some()
    }

    /// Opens the address for the first time. Signals created here live as long as the current
    /// reactive owner.
    pub(crate) fn open(self) {
        let first = learn::chapter_link(&LearnLink::default()).unwrap_or_default();
        match Play::open(&first.fragment(), None) {
            Ok(play) => {
                let chapter_play = PlayStore::new((play, Verdict::None), self.jobs, None);
                self.chapter_play.set(Some(chapter_play));
                self.reopen();
            }
            Err(refusal) => self.error.set(Some(refusal.to_string())),
        }
    }

    /// Opens the address again after the user has changed it, for example with Back.
    pub(crate) fn reopen(self) {
        let (link, notices) = LearnLink::read(&browser::fragment());
        self.notices.set(notices.iter().map(ToString::to_string).collect());
        self.take(link);
        self.set_title();
    }

    /// Sets the document title from the chapter.
    pub(crate) fn set_title(self) {
        let link = self.link.get_untracked();
        let entry = shown_guide_entry(&link).and_then(|entry| text::guide_entry(entry.slug()));
        let title = match entry {
            Some(entry) => format!("{} · {}", entry.name, text::GUIDE_OVER),
            None => text::learn::title(link.chapter as usize),
        };
        browser::set_title(&text::page::title_of(&title));
    }

    /// Returns the fragment of the current state.
    pub(crate) fn fragment(self) -> String {
        self.link.with_untracked(LearnLink::fragment)
    }

    /// Returns the full address of the current state.
    pub(crate) fn address(self) -> String {
        format!("{}{}", browser::address_without_fragment(), self.fragment())
    }

    /// Changes the state of the chapter. The address follows after a pause.
    pub(crate) fn change(self, change: impl FnOnce(&mut LearnLink)) {
        let mut link = self.link.get_untracked();
        change(&mut link);
        if link == self.link.get_untracked() {
            return;
        }
        self.take(link);
        self.stop_writing();
        self.writing.set_value(Timer::start(self.link, ADDRESS_DELAY_MS, move || self.write()));
    }

    pub(crate) fn set(self, number: LearnNumber, value: u16) {
        self.change(|link| link.set(number, value));
    }

    /// Moves to the next draw, and from the last draw to the first.
    pub(crate) fn draw(self) {
        self.change(|link| {
            let next = link.get(LearnNumber::Draw) + 1;
            let range = LearnNumber::Draw.range();
            link.set(LearnNumber::Draw, if range.contains(&next) { next } else { *range.start() });
        });
    }

    /// Cancels a pending write of the address. Returns whether a write was pending.
    fn stop_writing(self) -> bool {
        let waiting = self.writing.try_update_value(Option::take).flatten();
        waiting.map(Timer::cancel).is_some()
    }

    /// Writes pending changes into the address, before another page replaces it.
    pub(crate) fn write_address(self) {
        if self.stop_writing() {
            self.write();
        }
    }

    /// Writes the state into the address, unless another page owns it by now.
    fn write(self) {
        self.writing.set_value(None);
        if Route::read(&browser::fragment()) == Route::To(Page::Learn) {
            browser::replace(&self.fragment(), None);
        }
    }

    /// Shows the state of a link.
    fn take(self, link: LearnLink) {
        let before = self.link.get_untracked();
        self.error.set(None);
        if before != link {
            self.link.set(link);
        }
        if let Some(attempts) = learn::attempts(&link) {
            self.ask(link.chapter, attempts);
        }
        if let Some(entry) =
            shown_guide_entry(&link).filter(|entry| shown_guide_entry(&before) != Some(*entry))
        {
            self.guide.set(None);
            self.start(ReadGuide(entry.slug().to_owned()), move |page| self.on_guide(entry, page));
        }
        let Some(wanted) = learn::chapter_link(&link) else { return };
        if before.chapter != link.chapter {
            // The content of the previous chapter is removed.
            let item = PlayLink { source: Source::Model, ..wanted.clone() };
            self.show(&item, String::new());
        }
        if let Source::Solver(by) = &wanted.source {
            self.simulate(&wanted, by.clone());
        }
    }

    /// Requests attempts, unless they are already requested.
    fn ask(self, chapter: Chapter, attempts: Attempts) {
        if self.asked.get_value() == Some(attempts) {
            return;
        }
        self.asked.set_value(Some(attempts));
        if let Some(known) = learn::known_attempts(&attempts) {
            return self.attempts.set(known);
        }
        let is_asked = move || self.asked.get_value() == Some(attempts);
        if chapter == Chapter::Remedies {
            self.start(RunTwice(attempts), move |run_comparison| {
                if is_asked() {
                    self.run_comparison.set(Some(run_comparison));
                }
            });
        } else {
            self.start(CountCorrectSteps(attempts), move |attempts| {
                if is_asked() {
                    self.attempts.set(attempts);
                }
            });
        }
    }

    fn simulate(self, link: &PlayLink, by: SolverRun) {
        let link = PlayLink { source: Source::Model, ..link.clone() }.fragment();
        let SolverRun { solver, form, rate, run } = by.clone();
        let job = Simulate { link: link.clone(), solver, form, rate, run };
        self.start(job, move |transcript| self.on_simulated(&link, &by, transcript));
    }

    /// Starts a job, and calls `then` with its output. If the job fails, shows its error.
    fn start<J: Job>(self, job: J, then: impl FnOnce(J::Output) + 'static) {
        self.sender.start(job, move |result| match result {
            Ok(output) => then(output),
            Err(error) => self.fail(&error),
        });
    }

    /// Opens the first attempt with an error in Play; if no attempt has an error, the first
    /// attempt.
    pub(crate) fn open_attempt(self) {
        let incorrect =
            self.attempts.with_untracked(|attempts| attempts.iter().position(Option::is_some));
        let index = incorrect.and_then(|at| u32::try_from(at).ok()).unwrap_or_default();
        let link = self.link.with_untracked(|link| learn::attempt(link, index));
        if let Source::Solver(by) = link.source.clone() {
            self.opens.set_value(Some(link.clone()));
            self.simulate(&link, by);
        }
    }

    /// Opens the item of the chapter in Play, or the example of the open entry of the field guide.
    pub(crate) fn open_chapter_item(self) {
        let Some(chapter_play) = self.chapter_play.get_untracked() else { return };
        let page = self.guide.get_untracked();
        if let (Chapter::Guide, Some(page)) = (self.link.with_untracked(|link| link.chapter), page)
        {
            return self.open_in_play(page.example);
        }
        let (link, transcript) = chapter_play.with_untracked(|play| {
            let transcript = play.transcript();
            (transcript.origin(), transcript.text().to_owned())
        });
        self.open_in_play(LinkedAttempt { link, transcript, author: String::new() });
    }

    fn open_in_play(self, opened: LinkedAttempt) {
        let Some(play) = self.play else { return };
        self.write_address();
        play.open_attempt(opened);
        play.set_title();
        self.route.set(Route::To(Page::Play));
    }

    /// Shows an item with a transcript.
    fn show(self, link: &PlayLink, transcript: String) {
        let Some(chapter_play) = self.chapter_play.get_untracked() else { return };
        let is_same = PlayLink { source: Source::Model, ..link.clone() }.fragment()
            == chapter_play.plain_link();
        if let (Source::Solver(by), true) = (&link.source, is_same) {
            // The old verdict stays until the new one arrives.
            chapter_play.send(AnswerEdit::Simulated(transcript, by.clone()).into());
        } else {
            let link = link.fragment_without_text();
            chapter_play.open_attempt(LinkedAttempt { link, transcript, author: String::new() });
        }
    }

    fn fail(self, error: &JobError) {
        self.asked.set_value(None);
        self.opens.set_value(None);
        self.error.set(Some(error.to_string()));
    }

    fn on_guide(self, entry: GuideSlug, page: GuidePage) {
        if self.link.with_untracked(shown_guide_entry) != Some(entry) {
            return;
        }
        if let Some(chapter_play) = self.chapter_play.get_untracked() {
            chapter_play.open_attempt(page.example.clone());
        }
        self.guide.set(Some(page));
    }

    /// Shows a transcript of a simulated solver, or opens it in Play. Drops the transcript if the
    /// page no longer waits for it.
    fn on_simulated(self, link: &str, by: &SolverRun, transcript: String) {
        let is_it = |wanted: &PlayLink| match &wanted.source {
            Source::Solver(source) => {
                let plain = PlayLink { source: Source::Model, ..wanted.clone() };
                source.run == by.run && source.solver == by.solver && plain.fragment() == link
            }
            _ => false,
        };
        if let Some(wanted) = self.opens.get_value().filter(&is_it) {
            self.opens.set_value(None);
            let link = wanted.fragment_without_text();
            return self.open_in_play(LinkedAttempt { link, transcript, author: String::new() });
        }
        // The user may have moved the slider meanwhile.
        if let Some(wanted) = self.link.with_untracked(learn::chapter_link).filter(is_it) {
            self.show(&wanted, transcript);
        }
    }
}
