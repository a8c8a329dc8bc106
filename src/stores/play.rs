//! The store: Play as signals, kept in step with the address.
//!
//! Views read the store and send it edits; everything that follows from an edit is derived or happens here.

mod address;
mod grading;
mod specimen;

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::SolverRun;
use stepfall_procedure::Seed;
use stepfall_protocol::Attempt;
use stepfall_protocol::verdict::TextVerdict;
use stepfall_protocol::{Protocol, Specimen};

use crate::browser::{self, Given};
use crate::job_client::{JobClient, JobSender};
use crate::state::{
    AnswerEdit, CameFrom, Edit, Judgement, Kept, Play, Shown, SpecimenAsker, Verdict, continued,
    has_headings,
};
use crate::text;
use crate::worker_client::WorkerClient;

pub(crate) use self::address::Keeping;
use self::address::Write;
pub(crate) use self::address::{AddressBar, opened};

/// The delay before the address follows an edit, in milliseconds.
const REST_MS: f64 = 150.0;
/// New seeds are drawn below this number: short enough to be read aloud.
const SEED_LIMIT: u64 = 10_000_000;

/// A panel above the answer, from which an answer can come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerPanel {
    /// The form that asks a model.
    Ask,
    /// Files, examples, simulated solvers and the small model.
    Sources,
}

/// Play as signals. It stands for as long as the page lives.
#[derive(Clone, Copy)]
pub(crate) struct PlayStore {
    play: RwSignal<Play>,
    /// What the worker says about the transcript.
    pub(crate) verdict: RwSignal<Verdict>,
    /// The number of the value that is looked at.
    pub(crate) focus: RwSignal<Option<u16>>,
    /// Whether the transcript is shown with what was read in it, instead of being written.
    pub(crate) reading: RwSignal<bool>,
    /// Whether the reasoning is what steps and arcs show, instead of the visible text.
    pub(crate) shows_reasoning: RwSignal<bool>,
    /// The panel that is open above the answer.
    pub(crate) panel: RwSignal<Option<AnswerPanel>>,
    /// Whether the sheet of the settings is open, where the screen is narrow.
    pub(crate) has_settings: RwSignal<bool>,
    /// Whether a model is writing the transcript.
    pub(crate) streaming: RwSignal<bool>,
    /// What a solver or an example could not do.
    pub(crate) trouble: RwSignal<Option<String>>,
    /// What the worker that grades is to do.
    jobs: JobSender,
    /// How a model is asked for the item of a link, where that is a dialogue.
    protocol: RwSignal<Option<(String, Protocol)>>,
    /// What the specimen is at.
    pub(crate) asker: RwSignal<SpecimenAsker>,
    /// The worker that runs the specimen.
    specimen: WorkerClient<Specimen>,
    /// The link for which a solver follows the settings.
    following: RwSignal<Option<String>>,
    /// Whether the address waits for what a solver writes, and then gets an entry of its own.
    is_pending: StoredValue<bool>,
    /// Where the transcript is kept.
    pub(crate) keeping: RwSignal<Keeping>,
    /// The address of the page, where it is this one's.
    address_bar: Option<AddressBar>,
    /// The page from which an attempt was opened, with the link of its item.
    origin: RwSignal<Option<(CameFrom, String)>>,
}

impl PlayStore {
    /// Shows what was opened. It follows the address of the page where it is given that; another on the same page is not.
    pub(crate) fn new(
        (play, verdict): (Play, Verdict),
        grading: JobClient,
        address_bar: Option<AddressBar>,
    ) -> Self {
        let reading = RwSignal::new(play.judgement() == Judgement::Due);
        let keeping = RwSignal::new(Keeping::of(&play));
        let play = RwSignal::new(play);
        let store = Self {
            play,
            verdict: RwSignal::new(verdict),
            focus: RwSignal::new(None),
            reading,
            shows_reasoning: RwSignal::new(false),
            panel: RwSignal::new(None),
            has_settings: RwSignal::new(false),
            streaming: RwSignal::new(false),
            trouble: RwSignal::new(None),
            jobs: grading.register(),
            protocol: RwSignal::new(None),
            asker: RwSignal::new(SpecimenAsker::default()),
            specimen: WorkerClient::new(),
            following: RwSignal::new(None),
            is_pending: StoredValue::new(false),
            keeping,
            address_bar,
            origin: RwSignal::new(None),
        };
        store.specimen.listen(move |event| store.on_specimen(event));
        store.on_item_changed();
        if !matches!(store.verdict.get_untracked(), Verdict::Judged(_)) {
            store.grade();
        }
        browser::on_leave(move || store.write_address());
        store
    }

    /// Reads Play, and is told when it changes.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with(read)
    }

    /// Reads Play as it is now.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with_untracked(read)
    }

    /// What there is to judge.
    pub(crate) fn judgement(self) -> Judgement {
        self.with(Play::judgement)
    }

    /// What is shown.
    pub(crate) fn shown(self) -> Arc<Shown> {
        self.with(|play| play.shown().clone())
    }

    /// Whether what is shown is not what the knobs say.
    pub(crate) fn is_behind(self) -> bool {
        self.with(|play| play.problem().is_some())
    }

    /// Whether a panel above the answer is open.
    pub(crate) fn has_panel(self, panel: AnswerPanel) -> bool {
        self.panel.get() == Some(panel)
    }

    /// Opens a panel above the answer in place of the other, or closes it.
    pub(crate) fn toggle_panel(self, panel: AnswerPanel) {
        self.panel.update(|open| *open = (*open != Some(panel)).then_some(panel));
    }

    /// Carries an edit out and brings the address in step.
    pub(crate) fn send(self, edit: Edit) {
        let typing = matches!(edit, Edit::Answer(AnswerEdit::Write(_)) | Edit::Settle(_));
        if !typing && self.with_untracked(|play| !play.transcript().text().is_empty()) {
            // The transcript has to be in the entry that Back leads to.
            self.write_address();
        }
        let regrade = matches!(edit, Edit::Answer(_));
        let is_other = match &edit {
            Edit::Answer(edit) => edit.replaces(),
            edit => matches!(edit, Edit::Draw(_) | Edit::Turn { .. }),
        };
        let is_new = is_other || matches!(edit, Edit::Answer(AnswerEdit::Write(_)));
        if is_new {
            self.trouble.set(None);
        }
        if matches!(&edit, Edit::Answer(edit) if edit.arrives()) {
            self.panel.set(None);
        }
        if is_other {
            self.shows_reasoning.set(false);
        }
        let (visit, asked) = self.with_untracked(|play| (play.visit(), play.shown().asked.clone()));
        self.play.update(|play| play.apply(edit));
        let is_same_visit = self.with_untracked(Play::visit) == visit;
        let moved = self.with_untracked(|play| play.shown().asked != asked);
        let run = self.with_untracked(|play| play.to_follow().filter(|_| moved).cloned());
        if run.is_some() {
            // What the solver writes is soon there, and then goes into the address.
            self.is_pending.update_value(|pending| *pending |= !is_same_visit);
        } else if is_same_visit {
            self.write_soon();
        } else {
            self.write(Write::Push);
        }
        if moved {
            self.on_item_changed();
        }
        if moved || is_new {
            self.streaming.set(false);
        }
        if moved || regrade {
            self.grade();
        }
        if let Some(run) = run {
            self.follow(&run);
        }
    }

    /// Whether a solver is about to write for what is shown now.
    pub(crate) fn is_followed_now(self) -> bool {
        self.following.with(Option::is_some)
    }

    /// Opens an attempt of a run or a batch, with the way back to it.
    pub(crate) fn open_from(self, opened: Attempt, from: CameFrom) {
        self.open_attempt(opened);
        self.origin.set(Some((from, self.plain_link())));
    }

    /// The page from which what is shown was opened. Tracks that; another item has no origin.
    pub(crate) fn came_from(self) -> Option<CameFrom> {
        let (from, item) = self.origin.get()?;
        (self.shown().asked.link().fragment() == item).then_some(from)
    }

    /// Opens an attempt that was kept.
    pub(crate) fn open_attempt(self, opened: Attempt) {
        self.origin.set(None);
        let Attempt { link, transcript, author } = opened;
        let of = link.clone();
        if let Ok(mut play) = Play::open(&link, Some(Kept { of, transcript })) {
            play.set_author(author);
            self.write_address();
            self.show(play);
            self.write(Write::Push);
        }
    }

    /// Lets a solver carry the item out.
    pub(crate) fn simulate(self, solver: &str, form: &str, rate: u32) {
        let run = browser::random_number().map_or(1, |number| number % 1_000_000);
        let run = u32::try_from(run).unwrap_or(1);
        let (solver, form) = (solver.to_owned(), form.to_owned());
        self.following.set(None);
        self.run_solver(SolverRun { solver, form, rate, run });
    }

    /// Makes room for what a model will write.
    pub(crate) fn begin_stream(self, author: String) {
        self.send(AnswerEdit::Begin(author).into());
        self.streaming.set(true);
    }

    /// Takes more of what a model writes, or all of it anew, unless nobody wants it any more.
    pub(crate) fn stream(self, text: String, is_whole: bool) {
        if self.streaming.get_untracked() {
            // No field is there to be filled with it.
            self.reading.set(true);
            let edit = if is_whole { AnswerEdit::Whole(text) } else { AnswerEdit::More(text) };
            self.send(edit.into());
        }
    }

    /// Ends the answer that a model has written, and closes the form, so that the verdict is visible.
    pub(crate) fn finish_stream(self, is_cut: bool) {
        if self.streaming.get_untracked() {
            self.panel.set(None);
        }
        self.end_stream(is_cut);
    }

    /// Ends a stream, which may have been cut off or have failed.
    pub(crate) fn end_stream(self, is_cut: bool) {
        if self.streaming.get_untracked() {
            self.streaming.set(false);
            if is_cut {
                self.send(AnswerEdit::Cut(true).into());
            }
            // What was paid for is in the address at once: a reload may come before what waits is written.
            self.write_address();
        }
    }

    /// Takes a text that was given as a whole.
    pub(crate) fn take(self, given: Given) {
        let trouble = match given {
            Given::Text(text) => {
                // No field is there to be filled with it.
                self.reading.set(true);
                let text = self.continued(&text).unwrap_or(text);
                return self.send(AnswerEdit::Replace(text).into());
            }
            Given::Unread => text::NO_FILE,
            Given::Large => text::LARGE_FILE,
            Given::Binary => text::NO_TEXT,
            Given::Empty => text::EMPTY_FILE,
            Given::Several => text::SEVERAL_FILES,
        };
        self.trouble.set(Some(trouble.to_owned()));
    }

    /// A dialogue that is not over, with a text as the next reply; nothing where the text is a dialogue itself, or nothing is waited for.
    fn continued(self, reply: &str) -> Option<String> {
        let Verdict::Judged(graded) = self.verdict.get_untracked() else { return None };
        let dialogue = graded.report.dialogue.as_ref()?;
        let asked = dialogue.next.as_ref().filter(|_| !has_headings(reply))?;
        let said = browser::Units::of(&graded.transcript).slice(0, dialogue.said_until());
        Some(continued(&said, asked, reply))
    }

    /// What steps and arcs show of the verdict.
    pub(crate) fn text_verdict(self) -> Option<Arc<TextVerdict>> {
        let Verdict::Judged(graded) = self.verdict.get() else { return None };
        let report = &graded.report;
        let aside = report.reasoning.as_ref().filter(|_| self.shows_reasoning.get());
        Some(aside.map_or_else(|| report.visible.clone(), |reasoning| reasoning.verdict.clone()))
    }

    /// The same as it is now.
    pub(crate) fn text_verdict_untracked(self) -> Option<Arc<TextVerdict>> {
        untrack(|| self.text_verdict())
    }

    /// Shows something else altogether.
    fn show(self, play: Play) {
        self.panel.set(None);
        self.streaming.set(false);
        self.trouble.set(None);
        self.shows_reasoning.set(false);
        self.verdict.set(Verdict::None);
        self.reading.set(play.judgement() == Judgement::Due);
        self.keeping.set(Keeping::of(&play));
        self.play.set(play);
        self.on_item_changed();
        self.grade();
    }

    /// Goes to a new seed.
    pub(crate) fn draw(self) {
        // Without a source of chance, one seed after the other.
        let next = self.with_untracked(|play| play.wanted().seed.number() + 1);
        let number = browser::random_number().map_or(next, |number| number % SEED_LIMIT);
        self.send(Edit::Draw(Seed::wrapping(number)));
    }
}
