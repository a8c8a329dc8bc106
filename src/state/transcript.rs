//! The current transcript: its text, its author, the inputs that it was written for, and the
//! transcript that it replaced.

use std::sync::Arc;

use stepfall_link::{Checkpoint, PlayLink, SolverRun, Source};
use stepfall_procedure::has_excess_marks;

use super::is_slow_in_field;
use super::prompt_source::PromptSource;

/// The length above which a transcript is read-only, in bytes. A longer text would make an input
/// field slow.
const MAX_FIELD: usize = 300_000;

/// A change of the transcript. It never changes the inputs of the prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnswerEdit {
    /// Edits the text by typing.
    Write(String),
    /// Replaces the transcript; an empty text removes it.
    Replace(String),
    /// Restores the replaced transcript. The restoration can be undone too.
    Undo,
    /// Takes the transcript of a simulated solver, with its run.
    Simulated(String, SolverRun),
    /// Replaces the transcript of a simulated solver for another procedure with the transcript that
    /// the same run writes for the current procedure.
    Follow(String),
    /// Takes the transcript of the small model.
    SmallModel {
        text: String,
        checkpoint: Checkpoint,
        /// True if the answer was cut off.
        is_cut: bool,
    },
    /// Clears the text for the answer of the model with this name.
    Begin(String),
    /// Appends more text of the model.
    More(String),
    /// Replaces the received text with the complete text of the model.
    Whole(String),
    /// Keeps only a part of the transcript.
    Sample(String),
    /// Sets whether the model's answer was cut off at a limit.
    Cut(bool),
    /// Treats a transcript for another prompt as a transcript for the current prompt.
    Adopt,
}

impl AnswerEdit {
    /// Returns whether the edit inserts a complete answer from a paste, a file, a solver or the
    /// small model. The user then wants to see its verdict.
    pub(crate) fn is_complete_insertion(&self) -> bool {
        match self {
            Self::Replace(text) => !text.trim().is_empty(),
            Self::Simulated(..) | Self::SmallModel { .. } => true,
            Self::Write(_)
            | Self::Undo
            | Self::Follow(_)
            | Self::Begin(_)
            | Self::More(_)
            | Self::Whole(_)
            | Self::Sample(_)
            | Self::Cut(_)
            | Self::Adopt => false,
        }
    }

    /// Returns whether the edit replaces the transcript, which creates a history entry.
    pub(crate) const fn is_replacement(&self) -> bool {
        match self {
            Self::Replace(_)
            | Self::Undo
            | Self::Simulated(..)
            | Self::SmallModel { .. }
            | Self::Begin(_)
            | Self::Sample(_) => true,
            Self::Write(_)
            | Self::Follow(_)
            | Self::More(_)
            | Self::Whole(_)
            | Self::Cut(_)
            | Self::Adopt => false,
        }
    }
}

/// The text of an answer with its metadata.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transcript {
    text: Arc<String>,
    /// The inputs of the prompt that the transcript answers.
    of: PromptSource,
    source: Source,
    /// The name of the language model that wrote the transcript; empty if it is unknown.
    author: String,
    /// True if the model's answer was cut off at a limit.
    is_cut: bool,
}

impl Transcript {
    /// Returns the transcript of a link, as an answer to these inputs.
    pub(crate) fn of_link(link: PlayLink, answered: PromptSource) -> Self {
        let PlayLink { transcript, source, is_cut: cut, .. } = link;
        if transcript.is_empty() {
            return Self::new(transcript, answered, Source::Model);
        }
        Self { is_cut: cut, ..Self::new(transcript, answered, source) }
    }

    fn new(text: String, of: PromptSource, source: Source) -> Self {
        Self { text: Arc::new(text), of, source, author: String::new(), is_cut: false }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns a shared reference to the text, which avoids a copy.
    pub(crate) fn shared_text(&self) -> Arc<String> {
        self.text.clone()
    }

    /// Returns the name of the language model that wrote the transcript; empty if it is unknown.
    pub(crate) fn author(&self) -> &str {
        &self.author
    }

    /// Returns whether a simulated solver wrote the transcript.
    pub(crate) const fn is_simulated(&self) -> bool {
        self.source.is_simulated()
    }

    pub(crate) const fn source(&self) -> &Source {
        &self.source
    }

    /// Returns whether the model's answer was cut off at a limit.
    pub(crate) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns whether the transcript is read-only, because it is too long for an input field or
    /// takes long to lay out.
    pub(crate) fn is_only_read(&self) -> bool {
        self.text.len() > MAX_FIELD || has_excess_marks(&self.text) || is_slow_in_field(&self.text)
    }

    /// Returns whether the transcript has a text and answers other inputs than `asked`.
    pub(crate) fn is_stale(&self, asked: &PromptSource) -> bool {
        !self.text.is_empty() && self.of != *asked
    }

    /// Returns the run of the simulated solver that wrote the transcript.
    pub(crate) const fn solver(&self) -> Option<&SolverRun> {
        self.source.solver()
    }

    /// Returns the fragment of the item that the transcript answers, with the metadata but without
    /// the text.
    pub(crate) fn origin(&self) -> String {
        let item = self.of.link();
        PlayLink { source: self.source.clone(), is_cut: self.is_cut, ..item }
            .fragment_without_text()
    }

    /// Returns a link with the transcript added.
    pub(crate) fn add_to_link(&self, link: PlayLink) -> PlayLink {
        let (transcript, source) = (self.text().to_owned(), self.source.clone());
        PlayLink { transcript, source, is_cut: self.is_cut, ..link }
    }

    /// Marks the transcript as simulated but edited.
    fn forget_run(&mut self) {
        if self.is_simulated() {
            self.source = Source::Simulated;
        }
    }
}

/// The current transcript, and the transcript that it replaced.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    transcript: Transcript,
    /// The replaced transcript, until the user types into the current transcript.
    replaced: Option<Box<Transcript>>,
}

impl Answer {
    pub(crate) const fn new(transcript: Transcript) -> Self {
        Self { transcript, replaced: None }
    }

    pub(crate) const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Returns whether a replaced transcript can be restored.
    pub(crate) const fn can_undo(&self) -> bool {
        self.replaced.is_some()
    }

    /// Sets the name of the model that wrote the transcript.
    pub(crate) fn set_author(&mut self, author: String) {
        self.transcript.author = author;
    }

    /// Applies an edit under the current inputs.
    pub(crate) fn change(&mut self, edit: AnswerEdit, asked: &PromptSource) {
        let for_this = |text, source| Transcript::new(text, asked.clone(), source);
        match edit {
            AnswerEdit::Write(text) => self.write(text, asked),
            AnswerEdit::Replace(text) => self.replace(for_this(text, Source::Model)),
            AnswerEdit::Undo => {
                if let Some(replaced) = self.replaced.take() {
                    self.replace(*replaced);
                }
            }
            AnswerEdit::Simulated(text, run) => self.replace(for_this(text, Source::Solver(run))),
            AnswerEdit::SmallModel { text, checkpoint, is_cut } => {
                let written = for_this(text, Source::SmallModel(Some(checkpoint)));
                self.replace(Transcript { is_cut, ..written });
            }
            // `replaced` stays, so the transcript before the simulated one can still be restored.
            AnswerEdit::Follow(text) => {
                self.transcript = for_this(text, self.transcript.source.clone());
            }
            AnswerEdit::Begin(author) => {
                self.replace(Transcript { author, ..for_this(String::new(), Source::Model) });
            }
            AnswerEdit::More(more) => Arc::make_mut(&mut self.transcript.text).push_str(&more),
            AnswerEdit::Whole(text) => self.transcript.text = Arc::new(text),
            AnswerEdit::Sample(text) => {
                let mut sample = Transcript { text: Arc::new(text), ..self.transcript.clone() };
                sample.forget_run();
                self.replace(sample);
            }
            AnswerEdit::Cut(is_cut) => {
                self.transcript.is_cut = is_cut && !self.transcript.text.is_empty();
            }
            AnswerEdit::Adopt => {
                self.transcript.of = asked.clone();
                self.transcript.forget_run();
            }
        }
    }

    /// Takes text that the user types. The input field has its own undo, so a replaced transcript
    /// can no longer be restored.
    fn write(&mut self, text: String, asked: &PromptSource) {
        let before = &self.transcript;
        // An edited transcript still answers the prompt that it was written for.
        let goes_on = before.is_stale(asked) && is_continued(&before.text, &text);
        let answered = if goes_on { before.of.clone() } else { asked.clone() };
        let is_cut = before.is_cut && !text.is_empty();
        self.transcript = Transcript { is_cut, ..Transcript::new(text, answered, Source::Model) };
        self.replaced = None;
    }

    fn replace(&mut self, transcript: Transcript) {
        let before = std::mem::replace(&mut self.transcript, transcript);
        self.replaced = (!before.text.trim().is_empty()).then(|| Box::new(before));
    }
}

/// Returns whether `after` is an edited version of `before`: the beginning and the end that both
/// texts share make up at least half of `after`.
fn is_continued(before: &str, after: &str) -> bool {
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let head = before.iter().zip(after).take_while(same).count();
    let (before, rest) = (&before[head..], &after[head..]);
    let tail = before.iter().rev().zip(rest.iter().rev()).take_while(same).count();
    !after.is_empty() && (head + tail) * 2 >= after.len()
}
