//! The transcript that is shown: its text, whom it is by, what it was written for, and what it took the place of.

use std::sync::Arc;

use stepfall_link::{Checkpoint, Link, SolverRun, Source};
use stepfall_procedure::has_piles;

use super::asked::Asked;
use super::is_slow_in_field;

/// A longer transcript is read and not written on, in bytes: a field with it keeps the browser busy.
const LONGEST_FIELD: usize = 300_000;

/// What is done to the transcript. Nothing here is about what is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnswerEdit {
    /// Writes on the transcript.
    Write(String),
    /// Puts another transcript in its place, or none.
    Replace(String),
    /// Takes the last replacement back, which can be taken back too.
    Undo,
    /// Takes what a simulated solver wrote in one of its runs.
    Simulated(String, SolverRun),
    /// Takes what the same run wrote in place of what it wrote for another procedure.
    Follow(String),
    /// Takes what the specimen wrote.
    Specimen {
        /// What it wrote.
        text: String,
        /// Its checkpoint.
        checkpoint: Checkpoint,
        /// Whether it came to no end.
        is_cut: bool,
    },
    /// Makes room for what a model will write, and notes its name.
    Begin(String),
    /// Takes more of what the model writes.
    More(String),
    /// Takes all that the model has written, in place of what was told before.
    Whole(String),
    /// Goes to a part of the transcript, which then stands alone.
    Sample(String),
    /// Says whether the model was cut off at a limit.
    Cut(bool),
    /// Takes a transcript that was pasted for another prompt as one for this.
    Adopt,
}

impl AnswerEdit {
    /// Returns whether a complete answer comes from elsewhere than the field, so that its verdict is what the user wants to see.
    pub(crate) fn arrives(&self) -> bool {
        match self {
            Self::Replace(text) => !text.trim().is_empty(),
            Self::Simulated(..) | Self::Specimen { .. } => true,
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

    /// Whether what was there gives way to something else, which leaves a place to come back to.
    pub(crate) const fn replaces(&self) -> bool {
        match self {
            Self::Replace(_)
            | Self::Undo
            | Self::Simulated(..)
            | Self::Specimen { .. }
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

/// A text with what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Transcript {
    text: Arc<String>,
    /// What was asked for it.
    of: Asked,
    source: Source,
    /// The model that this page asked for it; empty where it did not.
    author: String,
    /// Whether the model was cut off at a limit.
    is_cut: bool,
}

impl Transcript {
    /// The transcript of a link, as one for what was asked.
    pub(crate) fn of_link(link: Link, of: Asked) -> Self {
        let Link { transcript, source, cut, .. } = link;
        if transcript.is_empty() {
            return Self::new(transcript, of, Source::Model);
        }
        Self { is_cut: cut, ..Self::new(transcript, of, source) }
    }

    fn new(text: String, of: Asked, source: Source) -> Self {
        Self { text: Arc::new(text), of, source, author: String::new(), is_cut: false }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text without a copy.
    pub(crate) fn shared_text(&self) -> Arc<String> {
        self.text.clone()
    }

    /// The model that this page asked for it; empty where it did not.
    pub(crate) fn author(&self) -> &str {
        &self.author
    }

    /// Whether a simulated solver wrote it.
    pub(crate) const fn is_simulated(&self) -> bool {
        self.source.is_simulated()
    }

    /// Who wrote it.
    pub(crate) const fn source(&self) -> &Source {
        &self.source
    }

    /// Whether the model was cut off at a limit.
    pub(crate) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Whether it is only read. A field with it would keep the browser busy: it is too long, or its characters take long to lay out.
    pub(crate) fn is_only_read(&self) -> bool {
        self.text.len() > LONGEST_FIELD || has_piles(&self.text) || is_slow_in_field(&self.text)
    }

    /// Whether it was written for something else than what is asked.
    pub(crate) fn is_stale(&self, asked: &Asked) -> bool {
        !self.text.is_empty() && self.of != *asked
    }

    /// The run of the solver that wrote it.
    pub(crate) const fn solver(&self) -> Option<&SolverRun> {
        self.source.solver()
    }

    /// The fragment of what it was written for, with what is known of it and without its text.
    pub(crate) fn origin(&self) -> String {
        let of = self.of.link();
        Link { source: self.source.clone(), cut: self.is_cut, ..of }.fragment_without_text()
    }

    /// A link with it.
    pub(crate) fn on(&self, link: Link) -> Link {
        let (transcript, source) = (self.text().to_owned(), self.source.clone());
        Link { transcript, source, cut: self.is_cut, ..link }
    }

    /// Marks the transcript as simulated but edited.
    fn forget_run(&mut self) {
        if self.is_simulated() {
            self.source = Source::Simulated;
        }
    }
}

/// The transcript that is shown, and the one before it.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    transcript: Transcript,
    /// What it took the place of, until it is written on.
    replaced: Option<Box<Transcript>>,
}

impl Answer {
    pub(crate) const fn new(transcript: Transcript) -> Self {
        Self { transcript, replaced: None }
    }

    /// The transcript that is shown.
    pub(crate) const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Whether there is a replacement to take back.
    pub(crate) const fn can_undo(&self) -> bool {
        self.replaced.is_some()
    }

    /// Notes the model that wrote the transcript.
    pub(crate) fn set_author(&mut self, author: String) {
        self.transcript.author = author;
    }

    /// Carries an edit out while something is asked.
    pub(crate) fn change(&mut self, edit: AnswerEdit, asked: &Asked) {
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
            AnswerEdit::Specimen { text, checkpoint, is_cut } => {
                let written = for_this(text, Source::Specimen(Some(checkpoint)));
                self.replace(Transcript { is_cut, ..written });
            }
            // What a visitor gave before can still be brought back.
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

    /// Takes a text that a visitor writes. The field in which it is written has an undo of its own.
    fn write(&mut self, text: String, asked: &Asked) {
        let before = &self.transcript;
        // Who goes on writing on what is for another prompt has not made it one for this.
        let goes_on = before.is_stale(asked) && is_continued(&before.text, &text);
        let of = if goes_on { before.of.clone() } else { asked.clone() };
        let is_cut = before.is_cut && !text.is_empty();
        self.transcript = Transcript { is_cut, ..Transcript::new(text, of, Source::Model) };
        self.replaced = None;
    }

    fn replace(&mut self, transcript: Transcript) {
        let before = std::mem::replace(&mut self.transcript, transcript);
        self.replaced = (!before.text.trim().is_empty()).then(|| Box::new(before));
    }
}

/// Whether a text is what comes of writing on another: half of it stands before or after what has changed.
fn is_continued(before: &str, after: &str) -> bool {
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let same = |pair: &(&u8, &u8)| pair.0 == pair.1;
    let head = before.iter().zip(after).take_while(same).count();
    let (before, rest) = (&before[head..], &after[head..]);
    let tail = before.iter().rev().zip(rest.iter().rev()).take_while(same).count();
    !after.is_empty() && (head + tail) * 2 >= after.len()
}
