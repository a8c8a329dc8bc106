//! Play: the settings, the current item and the transcript.

use std::sync::Arc;

use stepfall_link::{Notice, PlayLink, SolverRun, TranscriptError, WARN_PACKED, open, parse};
use stepfall_procedure::{
    Arithmetic, Condition, GENERATOR_VERSION, Generator, Inputs, Item, LineOrder, LookBack,
    NameStyle, Op, Refusal, Seed, Spec, Wording,
};
use stepfall_protocol::recorded::RecordedAttempt;

use super::custom::CustomDraft;
use super::example;
use super::field::Field;
use super::prompt_source::{Family, PromptSource};
use super::transcript::{Answer, AnswerEdit, Transcript};

/// The maximum length of a transcript that may be packed into the address, in bytes. A longer
/// transcript would fit only if it is very repetitive, and packing it would delay the user.
const MAX_ADDRESS_TRANSCRIPT: usize = 65_536;

/// The fields that belong to a condition and not to the procedure.
const OF_CONDITIONS: [Field; 5] =
    [Field::Filler, Field::Chunk, Field::Checked, Field::Given, Field::HistoryErrors];

/// An action of the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Types into a field, or moves its slider.
    Text(Field, String),
    /// Leaves a field. A valid text is then replaced by the usual form of its value.
    Settle(Field),
    /// Makes the look-back exact, or an upper limit.
    Exactly(bool),
    /// Sets whether the sign of each input is drawn separately.
    Signed(bool),
    /// Sets whether shorter procedures are the beginnings of longer ones.
    Nested(bool),
    /// Includes or excludes an operation.
    Toggle(Op),
    Family(Family),
    /// Sets whole or decimal inputs in `paper`.
    PaperWhole(bool),
    Wording(Wording),
    Names(NameStyle),
    Lines(LineOrder),
    /// Changes the text of the custom procedure.
    Custom(String),
    /// Chooses the arithmetic of the custom procedure; `None` means the arithmetic that the text
    /// names.
    CustomNumbers(Option<Arithmetic>),
    /// Returns to a generated procedure.
    UseGenerated,
    Condition(Condition),
    /// Opens the first item of this seed.
    Draw(Seed),
    /// Opens the next or the previous item of the seed.
    ChangeIndex {
        is_forward: bool,
    },
    /// Applies the nearest valid spec.
    Nearest,
    /// Resets the settings to those of the current item.
    PutBack,
    /// Changes the transcript.
    Answer(AnswerEdit),
    /// Dismisses the notices of the address.
    Dismiss,
}

impl From<AnswerEdit> for Edit {
    fn from(edit: AnswerEdit) -> Self {
        Self::Answer(edit)
    }
}

/// The current item with all values derived from it.
#[derive(Debug, Clone)]
pub(crate) struct CurrentItem {
    pub(crate) prompt_source: PromptSource,
    pub(crate) item: Item,
    pub(crate) prompt: String,
    generator: Generator,
}

impl PartialEq for CurrentItem {
    /// Compares only the inputs, since all other fields are derived from them.
    fn eq(&self, other: &Self) -> bool {
        self.prompt_source == other.prompt_source
    }
}

impl CurrentItem {
    fn new(generator: Generator, asked: PromptSource) -> Result<Self, Box<Refusal>> {
        let item = match &asked.custom {
            Some(custom) => asked.with_own_wording(custom.as_ref().clone()),
            None => generator.item(asked.seed, asked.index)?,
        };
        let prompt = item.prompt(asked.condition);
        Ok(Self { prompt_source: asked, item, prompt, generator })
    }
}

/// The reason why the settings differ from the current item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// The typed text is no number that the field can hold.
    Unread { field: Field, typed: String },
    /// The spec is invalid.
    Refused(Box<Refusal>),
}

/// The relation of the transcript to the current prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TranscriptState {
    /// There is no transcript.
    Nothing,
    /// The transcript is for another prompt.
    Stale,
    /// The transcript is for the current prompt.
    Current,
}

/// The content of the address bar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) fragment: String,
    /// The transcript, if it is stored outside the address because it is too long or answers
    /// another prompt.
    pub(crate) outside: Option<StoredTranscript>,
}

/// A transcript that is stored outside the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredTranscript {
    /// The fragment of the item that the transcript answers, with the metadata of the transcript.
    pub(crate) item: String,
    pub(crate) transcript: String,
}

/// Typed text that is not the usual form of its field's value.
#[derive(Debug, Clone)]
struct Draft {
    field: Field,
    typed: String,
    is_readable: bool,
}

/// The state of Play.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    current_item: Arc<CurrentItem>,
    /// The inputs in the settings. These inputs differ from the current item's if they were
    /// refused.
    requested_source: PromptSource,
    drafts: Vec<Draft>,
    /// The last refused inputs, and the reason.
    refusal: Option<(PromptSource, Box<Refusal>)>,
    custom: CustomDraft,
    /// The settings of the last generated procedure.
    generated_source: PromptSource,
    /// The last nonzero weight of each operation.
    weights: [u8; 4],
    answer: Answer,
    notices: Vec<Notice>,
    visit: u32,
}

impl Play {
    /// Opens an address, with a transcript that was stored outside it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if the default spec is refused, which never happens.
    pub(crate) fn open(
        address: &str,
        kept: Option<StoredTranscript>,
    ) -> Result<Self, Box<Refusal>> {
        let mut opened = open(address)?;
        let mut answer_link = opened.link.clone();
        if answer_link.transcript.is_empty()
            && let Some(kept) = kept
        {
            answer_link = parse(&kept.item).link;
            answer_link.transcript = kept.transcript;
        }
        let is_for_this = answer_link.transcript.is_empty()
            || PromptSource::of(&answer_link)
                == PromptSource { generator: GENERATOR_VERSION, ..PromptSource::of(&opened.link) };
        // The current version of the generator makes the item. Only a transcript can belong to an
        // item of an older version.
        let asked = PromptSource { generator: GENERATOR_VERSION, ..PromptSource::of(&opened.link) };
        let shown = CurrentItem::new(opened.generator, asked.clone()).or_else(|refusal| {
            let spec = refusal.nearest.unwrap_or_default();
            opened.notices.push(Notice::Refused(refusal));
            CurrentItem::new(Generator::new(spec)?, PromptSource { spec, ..asked.clone() })
        })?;
        let asked = shown.prompt_source.clone();
        let custom = asked.custom.as_deref().map(CustomDraft::of).unwrap_or_default();
        let drawn = match &asked.custom {
            None => asked.clone(),
            Some(_) => PromptSource {
                condition: asked.condition,
                ..PromptSource::of(&PlayLink::default())
            },
        };
        let weights = asked.spec.operations.map(|weight| weight.max(1));
        let answered = if is_for_this { asked.clone() } else { PromptSource::of(&answer_link) };
        Ok(Self {
            current_item: Arc::new(shown),
            requested_source: asked,
            custom,
            generated_source: drawn,
            drafts: Vec::new(),
            refusal: None,
            weights,
            answer: Answer::new(Transcript::of_link(answer_link, answered)),
            notices: opened.notices,
            visit: 0,
        })
    }

    /// Applies an edit, and makes the item anew if the inputs have changed and are valid.
    pub(crate) fn apply(&mut self, edit: impl Into<Edit>) {
        let edit = edit.into();
        let before = self.current_item.prompt_source.clone();
        let had_transcript = !self.transcript().text().is_empty() && !self.is_stale();
        let new_round = matches!(edit, Edit::Draw(_) | Edit::ChangeIndex { .. });
        let replaces = matches!(&edit, Edit::Answer(edit) if edit.is_replacement());
        if replaces && !self.transcript().text().trim().is_empty() {
            self.visit += 1;
        }
        self.change(edit);
        if self.requested_source == self.current_item.prompt_source {
            self.refusal = None;
        } else if self.refusal.as_ref().is_none_or(|(asked, _)| *asked != self.requested_source) {
            self.update_current_item();
        }
        if self.current_item.prompt_source == before {
            return;
        }
        // A new history entry lets the user go back to the last verdict.
        if new_round || had_transcript {
            self.visit += 1;
        }
        // Only a simulated answer stays: its solver writes it again for the new item.
        if new_round && self.transcript().solver().is_none() {
            self.answer
                .change(AnswerEdit::Replace(String::new()), &self.current_item.prompt_source);
        }
    }

    fn change(&mut self, edit: Edit) {
        self.track_generated_source(&edit);
        self.leave_example(&edit);
        let spec = &mut self.requested_source.spec;
        match edit {
            Edit::Text(field, typed) => {
                let readable = field.read(&typed, &mut self.requested_source);
                self.forget_draft(field);
                if !readable || field.text(&self.requested_source) != typed {
                    self.drafts.push(Draft { field, typed, is_readable: readable });
                }
            }
            Edit::Settle(field) => {
                self.drafts.retain(|draft| draft.field != field || !draft.is_readable);
            }
            Edit::Exactly(exactly) => {
                let reach = spec.look_back.reach();
                spec.look_back =
                    if exactly { LookBack::Exactly(reach) } else { LookBack::AtMost(reach) };
            }
            Edit::Signed(signed) => *spec = spec.with_inputs(Inputs { signed, ..spec.inputs() }),
            Edit::Nested(nested) => spec.nested = nested,
            Edit::Toggle(op) => {
                let (weight, last) =
                    (&mut spec.operations[op.index()], &mut self.weights[op.index()]);
                if *weight > 0 {
                    *last = std::mem::take(weight);
                } else {
                    *weight = *last;
                }
            }
            Edit::Family(family) => {
                if Family::of(spec.arithmetic) != family {
                    spec.change_numbers(family.arithmetic());
                    self.forget_draft(Field::Modulus);
                    self.forget_draft(Field::DecimalPlaces);
                }
            }
            Edit::PaperWhole(is_whole) => {
                let places = if is_whole { 0 } else { 3 };
                spec.change_numbers(Arithmetic::Paper { places });
            }
            Edit::Wording(wording) => spec.wording = wording,
            Edit::Names(names) => spec.names = names,
            Edit::Lines(lines) => spec.lines = lines,
            Edit::Custom(text) => self.edit_custom(|custom| custom.write(text)),
            Edit::CustomNumbers(numbers) => self.edit_custom(|custom| custom.choose(numbers)),
            Edit::UseGenerated => self.drafts.clear(),
            Edit::Condition(condition) => {
                self.requested_source.condition = condition;
                for field in OF_CONDITIONS {
                    self.forget_draft(field);
                }
            }
            Edit::Draw(seed) => {
                self.requested_source.seed = seed;
                self.requested_source.index = 0;
                self.forget_draft(Field::Seed);
                self.forget_draft(Field::Index);
            }
            Edit::ChangeIndex { is_forward: forward } => {
                let index = self.requested_source.index;
                self.requested_source.index =
                    if forward { index.saturating_add(1) } else { index.saturating_sub(1) };
                self.forget_draft(Field::Index);
            }
            Edit::Nearest => {
                let refusal = self.refusal.as_ref();
                if let Some(nearest) = refusal.and_then(|(_, refusal)| refusal.nearest) {
                    *spec = nearest;
                    self.drafts.clear();
                }
            }
            Edit::PutBack => {
                self.requested_source = self.current_item.prompt_source.clone();
                self.drafts.clear();
            }
            Edit::Answer(edit) => self.answer.change(edit, &self.current_item.prompt_source),
            Edit::Dismiss => self.notices.clear(),
        }
    }

    /// Changes the draft of the custom procedure. Uses the draft's procedure if it is valid;
    /// otherwise the previous procedure stays.
    fn edit_custom(&mut self, change: impl FnOnce(&mut CustomDraft)) {
        change(&mut self.custom);
        if let Some(custom) = self.custom.item(self.requested_source.spec.wording) {
            self.requested_source = self.requested_source.with_custom(custom);
            self.drafts.clear();
        }
    }

    /// Returns to the default spec when the user changes the length, the look-back or the seed of
    /// the example. The spec of the example only adds, so the values of its longer procedures would
    /// exceed the bound.
    fn leave_example(&mut self, edit: &Edit) {
        let leaves = match edit {
            Edit::Text(field @ (Field::Steps | Field::LookBack), typed) => {
                let mut read = self.requested_source.clone();
                field.read(typed, &mut read) && read != self.requested_source
            }
            Edit::Draw(_) => true,
            _ => false,
        };
        if leaves
            && self.requested_source == self.current_item.prompt_source
            && self.has_example_item()
        {
            self.requested_source.spec = Spec::default();
            self.weights = self.requested_source.spec.operations.map(|weight| weight.max(1));
        }
    }

    fn has_example_item(&self) -> bool {
        example::attempt().is_some_and(|attempt| {
            self.current_item.prompt_source.link().fragment() == attempt.link
        })
    }

    /// Remembers the settings of a generated procedure. If a custom procedure is in use, an edit of
    /// the generator settings restores the remembered settings with the current condition.
    fn track_generated_source(&mut self, edit: &Edit) {
        if self.requested_source.custom.is_none() {
            self.generated_source = self.requested_source.clone();
            return;
        }
        if !needs_generated_procedure(edit) {
            return;
        }
        let condition = self.requested_source.condition;
        self.requested_source = PromptSource { condition, ..self.generated_source.clone() };
        self.weights = self.requested_source.spec.operations.map(|weight| weight.max(1));
    }

    fn forget_draft(&mut self, field: Field) {
        self.drafts.retain(|draft| draft.field != field);
    }

    fn draft(&self, field: Field) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.field == field)
    }

    /// Makes the current item from the settings, or records why that fails.
    fn update_current_item(&mut self) {
        let generator = if self.requested_source.custom.is_some()
            || self.requested_source.spec == *self.current_item.generator.spec()
        {
            Ok(self.current_item.generator.clone())
        } else {
            Generator::new(self.requested_source.spec).map_err(Box::new)
        };
        match generator
            .and_then(|generator| CurrentItem::new(generator, self.requested_source.clone()))
        {
            Ok(shown) => {
                self.current_item = Arc::new(shown);
                self.refusal = None;
            }
            Err(refusal) => self.refusal = Some((self.requested_source.clone(), refusal)),
        }
    }

    pub(crate) const fn current_item(&self) -> &Arc<CurrentItem> {
        &self.current_item
    }

    /// Returns the inputs in the settings.
    pub(crate) const fn requested_source(&self) -> &PromptSource {
        &self.requested_source
    }

    pub(crate) const fn custom(&self) -> &CustomDraft {
        &self.custom
    }

    /// Returns whether the current item is a custom procedure.
    pub(crate) fn is_custom(&self) -> bool {
        self.current_item.prompt_source.custom.is_some()
    }

    /// Returns whether a choice is currently selected.
    pub(crate) fn is_selected(&self, choice: &Edit) -> bool {
        let PromptSource { spec, condition, .. } = &self.requested_source;
        match choice {
            Edit::Exactly(exactly) => matches!(spec.look_back, LookBack::Exactly(_)) == *exactly,
            Edit::Signed(signed) => spec.inputs().signed == *signed,
            Edit::Nested(nested) => spec.nested == *nested,
            Edit::Toggle(op) => spec.uses(*op),
            Edit::Family(family) => Family::of(spec.arithmetic) == *family,
            Edit::PaperWhole(is_whole) => {
                matches!(spec.arithmetic, Arithmetic::Paper { places: 0 }) == *is_whole
            }
            Edit::Wording(wording) => spec.wording == *wording,
            Edit::Names(names) => spec.names == *names,
            Edit::Lines(lines) => spec.lines == *lines,
            Edit::CustomNumbers(numbers) => self.custom.numbers() == *numbers,
            Edit::Condition(chosen) => is_alike(*condition, *chosen),
            // These edits are not choices.
            Edit::Text(..)
            | Edit::Settle(_)
            | Edit::Custom(_)
            | Edit::UseGenerated
            | Edit::Draw(_)
            | Edit::ChangeIndex { .. }
            | Edit::Nearest
            | Edit::PutBack
            | Edit::Answer(_)
            | Edit::Dismiss => false,
        }
    }

    pub(crate) fn notices(&self) -> &[Notice] {
        &self.notices
    }

    pub(crate) const fn transcript(&self) -> &Transcript {
        self.answer.transcript()
    }

    /// Returns whether a replaced transcript can be restored.
    pub(crate) const fn can_undo(&self) -> bool {
        self.answer.can_undo()
    }

    /// Returns the run of the simulated solver whose transcript answers another prompt, so that the
    /// run can be repeated for this prompt. Returns `None` if there is no such run.
    pub(crate) fn outdated_solver_run(&self) -> Option<&SolverRun> {
        self.transcript().solver().filter(|_| self.is_stale())
    }

    /// Returns the recorded attempt of the example, while it is shown unedited with its item.
    pub(crate) fn example(&self) -> Option<RecordedAttempt> {
        let attempt =
            example::attempt().filter(|_| self.transcript_state() == TranscriptState::Current)?;
        let is_it = self.transcript().text() == attempt.transcript && self.has_example_item();
        is_it.then_some(attempt)
    }

    /// Sets the name of the model that wrote the transcript.
    pub(crate) fn set_author(&mut self, author: String) {
        self.answer.set_author(author);
    }

    /// Returns a counter that an edit raises if it needs a new history entry.
    pub(crate) const fn visit(&self) -> u32 {
        self.visit
    }

    /// Returns the text in a field.
    pub(crate) fn text(&self, field: Field) -> String {
        match self.draft(field) {
            Some(draft) => draft.typed.clone(),
            None => field.text(&self.requested_source),
        }
    }

    pub(crate) fn is_unread(&self, field: Field) -> bool {
        self.draft(field).is_some_and(|draft| !draft.is_readable)
    }

    /// Returns the reason why the settings differ from the current item.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let unread = self.drafts.iter().find(|draft| !draft.is_readable);
        match (unread, &self.refusal) {
            (Some(draft), _) => {
                Some(Problem::Unread { field: draft.field, typed: draft.typed.clone() })
            }
            (None, Some((_, refusal))) => Some(Problem::Refused(refusal.clone())),
            (None, None) => None,
        }
    }

    /// Returns whether the transcript answers another prompt than the current one.
    pub(crate) fn is_stale(&self) -> bool {
        self.transcript().is_stale(&self.current_item.prompt_source)
    }

    /// Returns the relation of the transcript to the current prompt.
    pub(crate) fn transcript_state(&self) -> TranscriptState {
        if self.transcript().text().trim().is_empty() {
            TranscriptState::Nothing
        } else if self.is_stale() {
            TranscriptState::Stale
        } else {
            TranscriptState::Current
        }
    }

    /// Returns the content of the address bar: the current item, and its transcript if the
    /// transcript is short enough.
    pub(crate) fn address(&self) -> Address {
        let plain = self.current_item.prompt_source.link().fragment();
        let transcript = self.transcript();
        if transcript.text().is_empty() {
            return Address { fragment: plain, outside: None };
        }
        if !self.is_stale()
            && transcript.text().len() <= MAX_ADDRESS_TRANSCRIPT
            && let Ok(fragment) = self.share()
            && fragment.len() <= plain.len() + WARN_PACKED
        {
            return Address { fragment, outside: None };
        }
        let kept = StoredTranscript {
            item: transcript.origin(),
            transcript: transcript.text().to_owned(),
        };
        Address { fragment: plain, outside: Some(kept) }
    }

    /// Returns the fragment of a link to the current item, with the transcript if it answers the
    /// current prompt.
    ///
    /// # Errors
    ///
    /// [`TranscriptError`] if the transcript is too long for a link.
    pub(crate) fn share(&self) -> Result<String, TranscriptError> {
        self.link().fragment_with_transcript()
    }

    /// Returns the link to the current item, with the transcript if it answers the current prompt.
    fn link(&self) -> PlayLink {
        let link = self.current_item.prompt_source.link();
        if self.is_stale() { link } else { self.transcript().add_to_link(link) }
    }
}

/// Returns whether an edit needs a generated procedure, so that it ends the use of a custom one.
fn needs_generated_procedure(edit: &Edit) -> bool {
    match edit {
        Edit::Text(field, _) => !OF_CONDITIONS.contains(field),
        Edit::Exactly(_)
        | Edit::Signed(_)
        | Edit::Nested(_)
        | Edit::Toggle(_)
        | Edit::Family(_)
        | Edit::PaperWhole(_)
        | Edit::Names(_)
        | Edit::Lines(_)
        | Edit::Draw(_)
        | Edit::ChangeIndex { .. }
        | Edit::UseGenerated => true,
        Edit::Settle(_)
        | Edit::Wording(_)
        | Edit::Custom(_)
        | Edit::CustomNumbers(_)
        | Edit::Condition(_)
        | Edit::Nearest
        | Edit::PutBack
        | Edit::Answer(_)
        | Edit::Dismiss => false,
    }
}

/// Returns whether two conditions differ at most in their numbers. For `primed`, both histories or
/// neither must contain errors.
fn is_alike(left: Condition, right: Condition) -> bool {
    let has_errors = |condition| matches!(condition, Condition::Primed { errors: 1.., .. });
    left.word() == right.word() && has_errors(left) == has_errors(right)
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
