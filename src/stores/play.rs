//! The store of Play: its signals, in sync with the address.
//!
//! Views read the store and send it edits. The effects of an edit are derived signals, or happen in
//! this store.

mod address;
mod grading;
mod small_model;

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::SolverRun;
use stepfall_procedure::Seed;
use stepfall_protocol::LinkedAttempt;
use stepfall_protocol::verdict::TextVerdict;
use stepfall_protocol::{LabChannel, Protocol};

use crate::browser::{self, InputText};
use crate::job_client::{JobClient, JobSender};
use crate::state::{
    AnswerEdit, AttemptOrigin, CurrentItem, Edit, Play, Problem, SmallModelRunner,
    StoredTranscript, TranscriptState, Verdict, append_turn, has_headings,
};
use crate::text;
use crate::worker_client::WorkerClient;

use self::address::HistoryUpdate;
pub(crate) use self::address::TranscriptLocation;
pub(crate) use self::address::{AddressBar, open_from_address};

/// The debounce delay before an edit changes the address, in milliseconds.
const ADDRESS_DELAY_MS: f64 = 150.0;
/// The upper limit of random seeds, which keeps seeds short enough to read aloud.
const SEED_LIMIT: u64 = 10_000_000;

/// A panel above the answer that can supply an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerPanel {
    /// The form that asks a model.
    Ask,
    /// Files, examples, simulated solvers and the small model.
    Sources,
}

/// The store of Play. It lives as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct PlayStore {
    play: RwSignal<Play>,
    /// The current item.
    pub(crate) current_item: Memo<Arc<CurrentItem>>,
    /// The relation of the transcript to the current prompt.
    pub(crate) transcript_state: Memo<TranscriptState>,
    /// The reason why the current item differs from the settings.
    pub(crate) problem: Memo<Option<Problem>>,
    /// True if the transcript is empty.
    pub(crate) is_empty: Memo<bool>,
    /// The verdict of the worker on the transcript.
    pub(crate) verdict: RwSignal<Verdict>,
    /// The number of the focused value; `None` if no value is focused.
    pub(crate) focus: RwSignal<Option<u16>>,
    /// True if the transcript is shown as annotated text instead of an input field.
    pub(crate) is_reading: RwSignal<bool>,
    /// True if steps and arcs show the reasoning instead of the visible text.
    pub(crate) shows_reasoning: RwSignal<bool>,
    /// The verdict that steps and arcs show.
    pub(crate) text_verdict: Memo<Option<Arc<TextVerdict>>>,
    /// The open panel above the answer; `None` if both panels are closed.
    pub(crate) panel: RwSignal<Option<AnswerPanel>>,
    /// True if the settings cover the page, which is possible only on a narrow screen.
    pub(crate) has_settings: RwSignal<bool>,
    /// True if a model is writing the transcript.
    pub(crate) is_streaming: RwSignal<bool>,
    /// The reason why a job failed, such as a solver's, or why an input has no text.
    pub(crate) error: RwSignal<Option<String>>,
    /// The sender of jobs for the worker that grades.
    jobs: JobSender,
    /// The protocol of the dialogue, with the link of its item; `None` if the condition is not a
    /// dialogue.
    protocol: RwSignal<Option<(String, Protocol)>>,
    /// The current request to the small model, with its progress.
    pub(crate) small_model_runner: RwSignal<SmallModelRunner>,
    /// The worker that runs the small model.
    small_model: WorkerClient<LabChannel>,
    /// The link to the item for which a solver is writing a new answer; `None` if no solver is
    /// writing.
    following: RwSignal<Option<String>>,
    /// True if the address is not written until a solver's answer arrives. The address then gets a
    /// new history entry.
    delays_address_write: StoredValue<bool>,
    /// The location of the stored transcript.
    pub(crate) transcript_location: RwSignal<TranscriptLocation>,
    /// The address bar; `None` if this store does not keep the address in sync.
    address_bar: Option<AddressBar>,
    /// The page from which an attempt was opened, with the link of its item.
    origin: RwSignal<Option<(AttemptOrigin, String)>>,
}

impl PlayStore {
    /// Creates the store for an opened Play. With `address_bar` the store keeps the address in
    /// sync; only one store on a page gets it.
    pub(crate) fn new(
        (play, verdict): (Play, Verdict),
        grading: JobClient,
        address_bar: Option<AddressBar>,
    ) -> Self {
        let reading = RwSignal::new(play.transcript_state() == TranscriptState::Current);
        let keeping = RwSignal::new(TranscriptLocation::of(&play));
        let play = RwSignal::new(play);
        let verdict = RwSignal::new(verdict);
        let shows_reasoning = RwSignal::new(false);
        let store = Self {
            play,
            current_item: Memo::new(move |_| play.with(|play| play.current_item().clone())),
            transcript_state: Memo::new(move |_| play.with(Play::transcript_state)),
            problem: Memo::new(move |_| play.with(Play::problem)),
            is_empty: Memo::new(move |_| play.with(|play| play.transcript().text().is_empty())),
            verdict,
            focus: RwSignal::new(None),
            is_reading: reading,
            shows_reasoning,
            text_verdict: Memo::new(move |_| text_verdict(&verdict.get(), shows_reasoning)),
            panel: RwSignal::new(None),
            has_settings: RwSignal::new(false),
            is_streaming: RwSignal::new(false),
            error: RwSignal::new(None),
            jobs: grading.register(),
            protocol: RwSignal::new(None),
            small_model_runner: RwSignal::new(SmallModelRunner::default()),
            small_model: WorkerClient::new(),
            following: RwSignal::new(None),
            delays_address_write: StoredValue::new(false),
            transcript_location: keeping,
            address_bar,
            origin: RwSignal::new(None),
        };
        store.small_model.listen(move |event| store.on_small_model(event));
        store.on_item_changed();
        if !matches!(store.verdict.get_untracked(), Verdict::Judged(_)) {
            store.grade();
        }
        browser::on_leave(move || store.write_address());
        store
    }

    /// Reads the state, and tracks it.
    pub(crate) fn with<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with(read)
    }

    /// Reads the state without tracking it.
    pub(crate) fn with_untracked<T>(self, read: impl FnOnce(&Play) -> T) -> T {
        self.play.with_untracked(read)
    }

    /// Returns whether this panel above the answer is open. Tracks the open panel.
    pub(crate) fn has_panel(self, panel: AnswerPanel) -> bool {
        self.panel.get() == Some(panel)
    }

    /// Opens a panel above the answer in place of the other panel, or closes it if it is open.
    pub(crate) fn toggle_panel(self, panel: AnswerPanel) {
        self.panel.update(|open| *open = (*open != Some(panel)).then_some(panel));
    }

    /// Applies an edit and updates the address.
    pub(crate) fn send(self, edit: Edit) {
        let typing = matches!(edit, Edit::Answer(AnswerEdit::Write(_)) | Edit::Settle(_));
        if !typing && self.with_untracked(|play| !play.transcript().text().is_empty()) {
            // The history entry that Back opens must contain the transcript.
            self.write_address();
        }
        let regrade = matches!(edit, Edit::Answer(_));
        let is_other = match &edit {
            Edit::Answer(edit) => edit.is_replacement(),
            edit => matches!(edit, Edit::Draw(_) | Edit::ChangeIndex { .. }),
        };
        let is_new = is_other || matches!(edit, Edit::Answer(AnswerEdit::Write(_)));
        if is_new {
            self.error.set(None);
        }
        if matches!(&edit, Edit::Answer(edit) if edit.is_complete_insertion()) {
            self.panel.set(None);
        }
        if is_other {
            self.shows_reasoning.set(false);
        }
        let (visit, asked) =
            self.with_untracked(|play| (play.visit(), play.current_item().prompt_source.clone()));
        self.play.update(|play| play.apply(edit));
        let is_same_visit = self.with_untracked(Play::visit) == visit;
        let moved = self.with_untracked(|play| play.current_item().prompt_source != asked);
        let run = self.with_untracked(|play| play.outdated_solver_run().filter(|_| moved).cloned());
        if run.is_some() {
            // The solver's transcript arrives soon, and is then written into the address.
            self.delays_address_write.update_value(|pending| *pending |= !is_same_visit);
        } else if is_same_visit {
            self.write_soon();
        } else {
            self.write(HistoryUpdate::Push);
        }
        if moved {
            self.on_item_changed();
        }
        if moved || is_new {
            self.is_streaming.set(false);
        }
        if moved || regrade {
            self.grade();
        }
        if let Some(run) = run {
            self.rerun_solver(&run);
        }
    }

    /// Returns whether a solver is writing a new answer for the current item.
    pub(crate) fn is_solver_writing(self) -> bool {
        self.following.with(Option::is_some)
    }

    /// Opens an attempt of a run or a batch, with a link back to that page.
    pub(crate) fn open_from(self, opened: LinkedAttempt, from: AttemptOrigin) {
        self.open_attempt(opened);
        self.origin.set(Some((from, self.plain_link())));
    }

    /// Returns the page from which the current item was opened; `None` if there is no such page, or
    /// another item is shown by now. Tracks the page and the item.
    pub(crate) fn attempt_origin(self) -> Option<AttemptOrigin> {
        let (from, item) = self.origin.get()?;
        (self.current_item.get().prompt_source.link().fragment() == item).then_some(from)
    }

    /// Opens a stored attempt.
    pub(crate) fn open_attempt(self, opened: LinkedAttempt) {
        self.origin.set(None);
        let LinkedAttempt { link, transcript, author } = opened;
        let item_link = link.clone();
        if let Ok(mut play) =
            Play::open(&link, Some(StoredTranscript { item: item_link, transcript }))
        {
            play.set_author(author);
            self.write_address();
            self.show(play);
            self.write(HistoryUpdate::Push);
        }
    }

    /// Runs a simulated solver on the current item, with a random run number.
    pub(crate) fn simulate(self, solver: &str, form: &str, rate: u32) {
        let run = browser::random_number().map_or(1, |number| number % 1_000_000);
        let run = u32::try_from(run).unwrap_or(1);
        let (solver, form) = (solver.to_owned(), form.to_owned());
        self.following.set(None);
        self.run_solver(SolverRun { solver, form, rate, run });
    }

    /// Clears the answer before a model writes a new one.
    pub(crate) fn begin_stream(self, author: String) {
        self.send(AnswerEdit::Begin(author).into());
        self.is_streaming.set(true);
    }

    /// Appends streamed text, or replaces the whole text if `is_whole`. Ignores the text if
    /// streaming has ended.
    pub(crate) fn stream(self, text: String, is_whole: bool) {
        if self.is_streaming.get_untracked() {
            // The marked text replaces the input field, which then need not be filled with the
            // text.
            self.is_reading.set(true);
            let edit = if is_whole { AnswerEdit::Whole(text) } else { AnswerEdit::More(text) };
            self.send(edit.into());
        }
    }

    /// Ends a streamed answer and closes the form, so that the verdict is visible.
    pub(crate) fn finish_stream(self, is_cut: bool) {
        if self.is_streaming.get_untracked() {
            self.panel.set(None);
        }
        self.end_stream(is_cut);
    }

    /// Ends a streamed answer without closing the form: the answer may be cut off, or the call may
    /// have failed.
    pub(crate) fn end_stream(self, is_cut: bool) {
        if self.is_streaming.get_untracked() {
            self.is_streaming.set(false);
            if is_cut {
                self.send(AnswerEdit::Cut(true).into());
            }
            // The user may have paid for this answer, so it goes into the address at once: the user
            // may reload before a delayed write.
            self.write_address();
        }
    }

    /// Takes a text that the user pasted, dropped or chose, as the answer. Shows the reason if
    /// there is no text.
    pub(crate) fn take(self, input: InputText) {
        let error = match input {
            InputText::Text(text) => {
                // The marked text replaces the input field, which then need not be filled with the
                // text.
                self.is_reading.set(true);
                let text = self.continue_dialogue(&text).unwrap_or(text);
                return self.send(AnswerEdit::Replace(text).into());
            }
            InputText::Unread => text::verdict::NO_FILE,
            InputText::Large => text::verdict::LARGE_FILE,
            InputText::Binary => text::verdict::NO_TEXT,
            InputText::Empty => text::verdict::EMPTY_FILE,
            InputText::Several => text::verdict::SEVERAL_FILES,
        };
        self.error.set(Some(error.to_owned()));
    }

    /// Returns the unfinished dialogue with `reply` as the next reply. Returns `None` if `reply` is
    /// a dialogue itself, or if there is no verdict that expects a reply.
    fn continue_dialogue(self, reply: &str) -> Option<String> {
        let Verdict::Judged(graded) = self.verdict.get_untracked() else { return None };
        let dialogue = graded.report.dialogue.as_ref()?;
        let asked = dialogue.next.as_ref().filter(|_| !has_headings(reply))?;
        let messages = browser::Units::of(&graded.transcript).slice(0, dialogue.messages_end());
        Some(append_turn(&messages, asked, reply))
    }

    /// Replaces the whole state.
    fn show(self, play: Play) {
        self.panel.set(None);
        self.is_streaming.set(false);
        self.error.set(None);
        self.shows_reasoning.set(false);
        self.verdict.set(Verdict::None);
        self.is_reading.set(play.transcript_state() == TranscriptState::Current);
        self.transcript_location.set(TranscriptLocation::of(&play));
        self.play.set(play);
        self.on_item_changed();
        self.grade();
    }

    /// Opens the first item of a random seed.
    pub(crate) fn draw(self) {
        // Without a source of randomness, seeds are consecutive.
        let next = self.with_untracked(|play| play.requested_source().seed.number() + 1);
        let number = browser::random_number().map_or(next, |number| number % SEED_LIMIT);
        self.send(Edit::Draw(Seed::wrapping(number)));
    }
}

/// Returns the verdict on the visible text, or on the reasoning if the reasoning is shown.
fn text_verdict(verdict: &Verdict, shows_reasoning: RwSignal<bool>) -> Option<Arc<TextVerdict>> {
    let Verdict::Judged(graded) = verdict else { return None };
    let report = &graded.report;
    let reasoning = report.reasoning.as_ref().filter(|_| shows_reasoning.get());
    Some(reasoning.map_or_else(|| report.visible.clone(), |reasoning| reasoning.verdict.clone()))
}
