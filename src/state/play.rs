//! Play: the knobs, the item that is shown, and what was pasted.

use std::sync::Arc;

use stepfall_link::{Link, Notice, SolverRun, TranscriptError, WARN_PACKED, open, parse};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Inputs, Item, Lines, LookBack, Names, Op, Refusal, Seed,
    VERSION, Wording,
};

use super::asked::{Asked, Family};
use super::field::Field;
use super::own::OwnDraft;
use super::transcript::{Answer, AnswerEdit, Transcript};

/// The longest transcript that is packed to see whether it fits the address, in bytes. Nothing longer packs so small
/// unless it says the same over and over, and packing it would keep the visitor waiting.
const MOST_FOR_ADDRESS: usize = 65_536;

/// The fields that belong to a condition and not to the procedure.
const OF_CONDITIONS: [Field; 5] =
    [Field::Filler, Field::Chunk, Field::Checked, Field::Given, Field::Slips];

/// Something that a visitor does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Edit {
    /// Types into a field, or moves its slider.
    Text(Field, String),
    /// Leaves a field, which then shows its value in its usual form if it could be read.
    Settle(Field),
    /// Makes the look-back exact, or a limit.
    Exactly(bool),
    /// Whether inputs get a sign by a draw of its own.
    Signed(bool),
    /// Whether shorter procedures are the beginnings of longer ones.
    Nested(bool),
    /// Takes an operation in or leaves it out.
    Toggle(Op),
    Family(Family),
    /// Whole or decimal inputs in `paper`.
    PaperWhole(bool),
    Wording(Wording),
    Names(Names),
    Lines(Lines),
    /// Writes a procedure of one's own.
    Own(String),
    /// Chooses its arithmetic, or leaves that to what is written.
    OwnNumbers(Option<Arithmetic>),
    /// Goes back to the procedure from a seed.
    Drawn,
    Condition(Condition),
    /// Goes to a new seed.
    Draw(Seed),
    /// Goes to the next item of the seed, or back.
    Turn {
        forward: bool,
    },
    /// Takes the nearest spec that works.
    Nearest,
    /// Sets the knobs back to what is shown.
    PutBack,
    /// Changes the transcript.
    Answer(AnswerEdit),
    /// Puts the notices of the address away.
    Dismiss,
}

impl From<AnswerEdit> for Edit {
    fn from(edit: AnswerEdit) -> Self {
        Self::Answer(edit)
    }
}

/// The item that is shown with everything that follows from it.
#[derive(Debug, Clone)]
pub(crate) struct Shown {
    pub(crate) asked: Asked,
    pub(crate) item: Item,
    pub(crate) prompt: String,
    generator: Generator,
}

impl PartialEq for Shown {
    /// Everything else follows from what is asked.
    fn eq(&self, other: &Self) -> bool {
        self.asked == other.asked
    }
}

impl Shown {
    fn new(generator: Generator, asked: Asked) -> Result<Self, Box<Refusal>> {
        let item = match &asked.own {
            Some(own) => asked.worded(own.as_ref().clone()),
            None => generator.item(asked.seed, asked.index)?,
        };
        let prompt = item.prompt(asked.condition);
        Ok(Self { asked, item, prompt, generator })
    }
}

/// Why the knobs do not match what is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// What was typed is no number that the field can hold.
    Unread { field: Field, typed: String },
    /// The spec has no procedure.
    Refused(Box<Refusal>),
}

/// What there is to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judgement {
    /// Nothing was pasted.
    Nothing,
    /// What was pasted was for another prompt.
    Stale,
    /// What was pasted is for this one.
    Due,
}

/// What the address bar should say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) fragment: String,
    /// The transcript where it has to be kept elsewhere: it is too long, or for another prompt.
    pub(crate) beside: Option<Kept>,
}

/// A transcript that is kept beside the address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kept {
    /// The fragment of what it is for, with what is told of it.
    pub(crate) of: String,
    pub(crate) transcript: String,
}

/// What was typed into a field, where it is not the usual form of the value.
#[derive(Debug, Clone)]
struct Draft {
    field: Field,
    typed: String,
    readable: bool,
}

/// The state of Play.
#[derive(Debug, Clone)]
pub(crate) struct Play {
    shown: Arc<Shown>,
    /// What the knobs say; differs from what is shown where that is refused.
    wanted: Asked,
    drafts: Vec<Draft>,
    /// What was refused last, and why.
    refusal: Option<(Asked, Box<Refusal>)>,
    own: OwnDraft,
    /// What the knobs said before a procedure of one's own was written.
    drawn: Asked,
    /// The last weight of each operation that was not 0.
    weights: [u8; 4],
    answer: Answer,
    notices: Vec<Notice>,
    visit: u32,
}

impl Play {
    /// Opens an address, with a transcript that was kept beside it.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] only if even the default spec were refused.
    pub(crate) fn open(address: &str, kept: Option<Kept>) -> Result<Self, Box<Refusal>> {
        let mut opened = open(address)?;
        let mut told = opened.link.clone();
        if told.transcript.is_empty()
            && let Some(kept) = kept
        {
            told = parse(&kept.of).link;
            told.transcript = kept.transcript;
        }
        let is_for_this = told.transcript.is_empty()
            || Asked::of(&told) == Asked { generator: VERSION, ..Asked::of(&opened.link) };
        // What is shown is always made by the present generator; only a transcript may be for the item of another.
        let asked = Asked { generator: VERSION, ..Asked::of(&opened.link) };
        let shown = Shown::new(opened.generator, asked.clone()).or_else(|refusal| {
            let spec = refusal.nearest.unwrap_or_default();
            opened.notices.push(Notice::Refused(refusal));
            Shown::new(Generator::new(spec)?, Asked { spec, ..asked.clone() })
        })?;
        let asked = shown.asked.clone();
        let own = asked.own.as_deref().map(OwnDraft::of).unwrap_or_default();
        let drawn = match &asked.own {
            None => asked.clone(),
            Some(_) => Asked { condition: asked.condition, ..Asked::of(&Link::default()) },
        };
        let weights = asked.spec.operations.map(|weight| weight.max(1));
        let of = if is_for_this { asked.clone() } else { Asked::of(&told) };
        Ok(Self {
            shown: Arc::new(shown),
            wanted: asked,
            own,
            drawn,
            drafts: Vec::new(),
            refusal: None,
            weights,
            answer: Answer::new(Transcript::of_link(told, of)),
            notices: opened.notices,
            visit: 0,
        })
    }

    /// Carries an edit out.
    pub(crate) fn apply(&mut self, edit: impl Into<Edit>) {
        let edit = edit.into();
        let before = self.shown.asked.clone();
        let had_transcript = !self.transcript().text().is_empty() && !self.is_stale();
        let new_round = matches!(edit, Edit::Draw(_) | Edit::Turn { .. });
        let replaces = matches!(&edit, Edit::Answer(edit) if edit.replaces());
        if replaces && !self.transcript().text().trim().is_empty() {
            self.visit += 1;
        }
        self.change(edit);
        if self.wanted == self.shown.asked {
            self.refusal = None;
        } else if self.refusal.as_ref().is_none_or(|(asked, _)| *asked != self.wanted) {
            self.follow();
        }
        if self.shown.asked == before {
            return;
        }
        // A verdict is never left without a way back to it.
        if new_round || had_transcript {
            self.visit += 1;
        }
        // A simulated answer follows.
        if new_round && self.transcript().solver().is_none() {
            self.answer.change(AnswerEdit::Replace(String::new()), &self.shown.asked);
        }
    }

    fn change(&mut self, edit: Edit) {
        self.mind_drawn(&edit);
        let spec = &mut self.wanted.spec;
        match edit {
            Edit::Text(field, typed) => {
                let readable = field.read(&typed, &mut self.wanted);
                self.forget_draft(field);
                if !readable || field.text(&self.wanted) != typed {
                    self.drafts.push(Draft { field, typed, readable });
                }
            }
            Edit::Settle(field) => {
                self.drafts.retain(|draft| draft.field != field || !draft.readable);
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
                if Family::of(spec.numbers) != family {
                    spec.change_numbers(family.arithmetic());
                    self.forget_draft(Field::Modulus);
                    self.forget_draft(Field::Places);
                }
            }
            Edit::PaperWhole(whole) => {
                let places = if whole { 0 } else { 3 };
                spec.change_numbers(Arithmetic::Paper { places });
            }
            Edit::Wording(wording) => spec.wording = wording,
            Edit::Names(names) => spec.names = names,
            Edit::Lines(lines) => spec.lines = lines,
            Edit::Own(text) => self.take_own(|own| own.write(text)),
            Edit::OwnNumbers(numbers) => self.take_own(|own| own.choose(numbers)),
            Edit::Drawn => self.drafts.clear(),
            Edit::Condition(condition) => {
                self.wanted.condition = condition;
                for field in OF_CONDITIONS {
                    self.forget_draft(field);
                }
            }
            Edit::Draw(seed) => {
                self.wanted.seed = seed;
                self.wanted.index = 0;
                self.forget_draft(Field::Seed);
                self.forget_draft(Field::Index);
            }
            Edit::Turn { forward } => {
                let index = self.wanted.index;
                self.wanted.index =
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
                self.wanted = self.shown.asked.clone();
                self.drafts.clear();
            }
            Edit::Answer(edit) => self.answer.change(edit, &self.shown.asked),
            Edit::Dismiss => self.notices.clear(),
        }
    }

    /// Wants what is written after a change, if it is a procedure; what was shown stays otherwise.
    fn take_own(&mut self, change: impl FnOnce(&mut OwnDraft)) {
        change(&mut self.own);
        if let Some(own) = self.own.item(self.wanted.spec.wording) {
            self.wanted = self.wanted.with_own(own);
            self.drafts.clear();
        }
    }

    /// Remembers what the knobs say of a procedure from a seed. Where one's own is wanted, an edit that is about drawing goes on from there, with what is asked
    /// as it is now.
    fn mind_drawn(&mut self, edit: &Edit) {
        if self.wanted.own.is_none() {
            self.drawn = self.wanted.clone();
            return;
        }
        if !is_of_drawing(edit) {
            return;
        }
        let condition = self.wanted.condition;
        self.wanted = Asked { condition, ..self.drawn.clone() };
        self.weights = self.wanted.spec.operations.map(|weight| weight.max(1));
    }

    fn forget_draft(&mut self, field: Field) {
        self.drafts.retain(|draft| draft.field != field);
    }

    fn draft(&self, field: Field) -> Option<&Draft> {
        self.drafts.iter().find(|draft| draft.field == field)
    }

    /// Shows what the knobs say, or notes why that cannot be.
    fn follow(&mut self) {
        let generator =
            if self.wanted.own.is_some() || self.wanted.spec == *self.shown.generator.spec() {
                Ok(self.shown.generator.clone())
            } else {
                Generator::new(self.wanted.spec).map_err(Box::new)
            };
        match generator.and_then(|generator| Shown::new(generator, self.wanted.clone())) {
            Ok(shown) => {
                self.shown = Arc::new(shown);
                self.refusal = None;
            }
            Err(refusal) => self.refusal = Some((self.wanted.clone(), refusal)),
        }
    }

    pub(crate) const fn shown(&self) -> &Arc<Shown> {
        &self.shown
    }

    /// What the knobs say.
    pub(crate) const fn wanted(&self) -> &Asked {
        &self.wanted
    }

    /// A procedure of one's own as it is being written.
    pub(crate) const fn own(&self) -> &OwnDraft {
        &self.own
    }

    /// Whether a procedure of one's own is shown.
    pub(crate) fn is_own(&self) -> bool {
        self.shown.asked.own.is_some()
    }

    /// Whether a choice is the present one.
    pub(crate) fn is_so(&self, choice: &Edit) -> bool {
        let Asked { spec, condition, .. } = &self.wanted;
        match choice {
            Edit::Exactly(exactly) => matches!(spec.look_back, LookBack::Exactly(_)) == *exactly,
            Edit::Signed(signed) => spec.inputs().signed == *signed,
            Edit::Nested(nested) => spec.nested == *nested,
            Edit::Toggle(op) => spec.uses(*op),
            Edit::Family(family) => Family::of(spec.numbers) == *family,
            Edit::PaperWhole(whole) => {
                matches!(spec.numbers, Arithmetic::Paper { places: 0 }) == *whole
            }
            Edit::Wording(wording) => spec.wording == *wording,
            Edit::Names(names) => spec.names == *names,
            Edit::Lines(lines) => spec.lines == *lines,
            Edit::OwnNumbers(numbers) => self.own.numbers() == *numbers,
            Edit::Condition(chosen) => is_alike(*condition, *chosen),
            // These are no choices.
            Edit::Text(..)
            | Edit::Settle(_)
            | Edit::Own(_)
            | Edit::Drawn
            | Edit::Draw(_)
            | Edit::Turn { .. }
            | Edit::Nearest
            | Edit::PutBack
            | Edit::Answer(_)
            | Edit::Dismiss => false,
        }
    }

    pub(crate) fn notices(&self) -> &[Notice] {
        &self.notices
    }

    /// The transcript that is shown.
    pub(crate) const fn transcript(&self) -> &Transcript {
        self.answer.transcript()
    }

    /// Whether there is a transcript that was replaced, to take back.
    pub(crate) const fn can_undo(&self) -> bool {
        self.answer.can_undo()
    }

    /// The run of the solver that wrote the transcript for another prompt, and can write one for this; nothing where there is none.
    pub(crate) fn to_follow(&self) -> Option<&SolverRun> {
        self.transcript().solver().filter(|_| self.is_stale())
    }

    /// Notes the model that wrote the transcript.
    pub(crate) fn set_author(&mut self, author: String) {
        self.answer.set_author(author);
    }

    /// Changes whenever going on from here should leave a place to come back to.
    pub(crate) const fn visit(&self) -> u32 {
        self.visit
    }

    /// What a field shows.
    pub(crate) fn text(&self, field: Field) -> String {
        match self.draft(field) {
            Some(draft) => draft.typed.clone(),
            None => field.text(&self.wanted),
        }
    }

    pub(crate) fn is_unread(&self, field: Field) -> bool {
        self.draft(field).is_some_and(|draft| !draft.readable)
    }

    /// Why the knobs do not match what is shown.
    pub(crate) fn problem(&self) -> Option<Problem> {
        let unread = self.drafts.iter().find(|draft| !draft.readable);
        match (unread, &self.refusal) {
            (Some(draft), _) => {
                Some(Problem::Unread { field: draft.field, typed: draft.typed.clone() })
            }
            (None, Some((_, refusal))) => Some(Problem::Refused(refusal.clone())),
            (None, None) => None,
        }
    }

    /// Whether the transcript was pasted for another prompt than the one that is shown.
    pub(crate) fn is_stale(&self) -> bool {
        self.transcript().is_stale(&self.shown.asked)
    }

    /// What there is to judge.
    pub(crate) fn judgement(&self) -> Judgement {
        if self.transcript().text().trim().is_empty() {
            Judgement::Nothing
        } else if self.is_stale() {
            Judgement::Stale
        } else {
            Judgement::Due
        }
    }

    /// What the address bar should say: what is shown, and the transcript that belongs to it where it is short enough.
    pub(crate) fn address(&self) -> Address {
        let plain = self.shown.asked.link().fragment();
        let transcript = self.transcript();
        if transcript.text().is_empty() {
            return Address { fragment: plain, beside: None };
        }
        if !self.is_stale()
            && transcript.text().len() <= MOST_FOR_ADDRESS
            && let Ok(fragment) = self.share()
            && fragment.len() <= plain.len() + WARN_PACKED
        {
            return Address { fragment, beside: None };
        }
        let kept = Kept { of: transcript.origin(), transcript: transcript.text().to_owned() };
        Address { fragment: plain, beside: Some(kept) }
    }

    /// The fragment of a link to everything that is shown, with the transcript if it belongs to it.
    ///
    /// # Errors
    ///
    /// [`TranscriptError`] where the transcript is too long for a link.
    pub(crate) fn share(&self) -> Result<String, TranscriptError> {
        self.link().fragment_with_transcript()
    }

    /// The link to what is shown, with the transcript if it belongs to it.
    fn link(&self) -> Link {
        let link = self.shown.asked.link();
        if self.is_stale() { link } else { self.transcript().on(link) }
    }
}

/// Whether an edit is about the procedure that is drawn.
fn is_of_drawing(edit: &Edit) -> bool {
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
        | Edit::Turn { .. }
        | Edit::Drawn => true,
        Edit::Settle(_)
        | Edit::Wording(_)
        | Edit::Own(_)
        | Edit::OwnNumbers(_)
        | Edit::Condition(_)
        | Edit::Nearest
        | Edit::PutBack
        | Edit::Answer(_)
        | Edit::Dismiss => false,
    }
}

/// Whether conditions differ in their numbers alone. A history is with slips or without.
fn is_alike(one: Condition, other: Condition) -> bool {
    let has_slips = |condition| matches!(condition, Condition::Primed { faults: 1.., .. });
    one.word() == other.word() && has_slips(one) == has_slips(other)
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
