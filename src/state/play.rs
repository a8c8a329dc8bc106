//! Play: the knobs, the item that is shown, and what was pasted.

use std::sync::Arc;

use stepfall_link::{ExecutorRun, Link, Notice, Source, TranscriptError, WARN_PACKED, open, parse};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Inputs, Item, LookBack, Names, Op, Refusal, Seed, VERSION,
    Wording, has_piles,
};

use super::asked::{Asked, Family};
use super::field::Field;
use super::own::OwnDraft;

/// The longest transcript that is packed to see whether it fits the address, in bytes. Nothing longer packs so small
/// unless it says the same over and over, and packing it would keep the visitor waiting.
const MOST_FOR_ADDRESS: usize = 65_536;

/// A longer transcript is read and not written on, in bytes: a field with it keeps the browser busy.
const LONGEST_FIELD: usize = 300_000;

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
    /// Writes on the transcript.
    Transcript(String),
    /// Puts another transcript in its place, or none.
    Replace(String),
    /// Takes the last replacement back.
    Undo,
    /// Takes what a simulated executor wrote in one of its runs.
    Simulated(String, ExecutorRun),
    /// Takes what the same run wrote in place of what it wrote for another procedure.
    Follow(String),
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
    /// Puts the notices of the address away.
    Dismiss,
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

    /// Whether the share of faults that show in the answer is worked out at once.
    pub(crate) fn is_quick(&self) -> bool {
        self.fault_paths() <= 1_000_000
    }

    /// How many steps have to be computed to follow every single fault to the answer, about.
    fn fault_paths(&self) -> u32 {
        let spec = &self.asked.spec;
        let steps = u32::from(spec.steps);
        let faults = 2 * u32::from(spec.look_back.reach()) + 4;
        match spec.numbers {
            // One's own may multiply what it has computed, and is followed step by step.
            _ if self.asked.own.is_some() => steps * faults * steps,
            Arithmetic::Integer | Arithmetic::Rational => steps * faults,
            // Steps of `paper` have values that grow by a digit each.
            Arithmetic::Paper { .. } => steps * faults * 16,
            Arithmetic::Modular { .. } | Arithmetic::Decimal { .. } => steps * faults * steps / 2,
        }
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
    transcript: String,
    /// What was asked when the transcript was pasted.
    transcript_of: Asked,
    /// Who wrote the transcript.
    source: Source,
    /// The model that this page asked for the transcript; empty where it did not.
    author: String,
    /// Whether the model was cut off at a limit.
    cut: bool,
    /// What the transcript took the place of, until it is written on.
    replaced: Option<Box<Replaced>>,
    notices: Vec<Notice>,
    visit: u32,
}

/// A transcript with what was told of it.
#[derive(Debug, Clone)]
struct Replaced {
    transcript: String,
    of: Asked,
    source: Source,
    author: String,
    cut: bool,
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
        let has_transcript = !told.transcript.is_empty();
        let is_for_this = !has_transcript
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
        Ok(Self {
            shown: Arc::new(shown),
            wanted: asked.clone(),
            own,
            drawn,
            drafts: Vec::new(),
            refusal: None,
            weights,
            transcript_of: if is_for_this { asked } else { Asked::of(&told) },
            source: if has_transcript { told.source } else { Source::Model },
            author: String::new(),
            cut: has_transcript && told.cut,
            transcript: told.transcript,
            replaced: None,
            notices: opened.notices,
            visit: 0,
        })
    }

    /// Carries an edit out.
    pub(crate) fn apply(&mut self, edit: Edit) {
        let before = self.shown.asked.clone();
        let had_transcript = !self.transcript.is_empty() && !self.is_stale();
        let new_round = matches!(edit, Edit::Draw(_) | Edit::Turn { .. });
        let replaces = matches!(
            edit,
            Edit::Replace(_) | Edit::Undo | Edit::Simulated(..) | Edit::Sample(_) | Edit::Begin(_)
        );
        if replaces && !self.transcript.trim().is_empty() {
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
        if new_round && self.source.executor().is_none() {
            self.replace(String::new(), Source::Model);
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
            Edit::Own(text) => self.take_own(|own| own.write(text)),
            Edit::OwnNumbers(numbers) => self.take_own(|own| own.choose(numbers)),
            Edit::Drawn => self.drafts.clear(),
            Edit::Condition(condition) => {
                self.wanted.condition = condition;
                for field in [Field::Chunk, Field::Checked, Field::Given, Field::Slips] {
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
            Edit::Transcript(transcript) => self.write_on(transcript),
            Edit::Replace(transcript) => self.replace(transcript, Source::Model),
            Edit::Undo => self.undo(),
            Edit::Simulated(transcript, run) => self.replace(transcript, Source::Executor(run)),
            Edit::Follow(transcript) => self.follow_with(transcript),
            Edit::Begin(author) => {
                self.replace(String::new(), Source::Model);
                self.author = author;
            }
            Edit::More(more) => self.transcript.push_str(&more),
            Edit::Whole(transcript) => self.transcript = transcript,
            Edit::Sample(sample) => self.take_sample(sample),
            Edit::Cut(cut) => self.cut = cut && !self.transcript.is_empty(),
            Edit::Adopt => {
                self.transcript_of = self.shown.asked.clone();
                self.forget_run();
            }
            Edit::Dismiss => self.notices.clear(),
        }
    }

    /// Takes a text that a visitor writes.
    fn write_on(&mut self, transcript: String) {
        // Who goes on writing on what is for another prompt has not made it one for this.
        if self.is_stale() && is_continued(&self.transcript, &transcript) {
            self.transcript = transcript;
            self.source = Source::Model;
        } else {
            self.write(transcript, Source::Model);
        }
    }

    /// Takes another text, of which nobody has said that it was cut off.
    fn replace(&mut self, transcript: String, source: Source) {
        let replaced = Replaced {
            transcript: std::mem::take(&mut self.transcript),
            of: self.transcript_of.clone(),
            source: self.source.clone(),
            author: std::mem::take(&mut self.author),
            cut: self.cut,
        };
        self.cut = false;
        self.write(transcript, source);
        self.replaced = (!replaced.transcript.trim().is_empty()).then(|| Box::new(replaced));
    }

    /// Takes what the same run of an executor wrote. What a visitor gave before can still be brought back.
    fn follow_with(&mut self, transcript: String) {
        let replaced = self.replaced.take();
        self.cut = false;
        self.write(transcript, self.source.clone());
        self.replaced = replaced;
    }

    /// Takes a part of the transcript in place of the whole.
    fn take_sample(&mut self, sample: String) {
        let (of, author, cut) = (self.transcript_of.clone(), self.author.clone(), self.cut);
        self.forget_run();
        self.replace(sample, self.source.clone());
        (self.transcript_of, self.author, self.cut) = (of, author, cut);
    }

    /// Takes the last replacement back, and can take that back too.
    fn undo(&mut self) {
        let Some(Replaced { transcript, of, source, author, cut }) =
            self.replaced.take().map(|replaced| *replaced)
        else {
            return;
        };
        self.replace(transcript, source);
        (self.transcript_of, self.author, self.cut) = (of, author, cut);
    }

    /// Whether there is a replacement to take back.
    pub(crate) const fn can_undo(&self) -> bool {
        self.replaced.is_some()
    }

    /// Takes a text as one for what is shown.
    fn write(&mut self, transcript: String, source: Source) {
        self.cut &= !transcript.is_empty();
        self.replaced = None;
        self.source = source;
        self.author.clear();
        self.transcript = transcript;
        self.transcript_of = self.shown.asked.clone();
    }

    /// Lets the transcript be a simulated one that is not what a run of its executor writes for its prompt.
    fn forget_run(&mut self) {
        if self.source.is_simulated() {
            self.source = Source::Simulated;
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
            | Edit::Transcript(_)
            | Edit::Replace(_)
            | Edit::Undo
            | Edit::Simulated(..)
            | Edit::Follow(_)
            | Edit::Begin(_)
            | Edit::More(_)
            | Edit::Whole(_)
            | Edit::Sample(_)
            | Edit::Cut(_)
            | Edit::Adopt
            | Edit::Dismiss => false,
        }
    }

    pub(crate) fn notices(&self) -> &[Notice] {
        &self.notices
    }

    pub(crate) fn transcript(&self) -> &str {
        &self.transcript
    }

    /// Whether the transcript is only read, since it would keep the browser busy in a field: it is too long, or piles of marks stand on its characters.
    pub(crate) fn is_only_read(&self) -> bool {
        self.transcript.len() > LONGEST_FIELD || has_piles(&self.transcript)
    }

    /// Whether the transcript is a simulated executor's.
    pub(crate) const fn is_simulated(&self) -> bool {
        self.source.is_simulated()
    }

    /// The run of the executor that wrote the transcript for another prompt, and can write one for this; nothing where there is none.
    pub(crate) fn to_follow(&self) -> Option<&ExecutorRun> {
        self.source.executor().filter(|_| self.is_stale())
    }

    /// The model that this page asked for the transcript; empty where it did not.
    pub(crate) fn author(&self) -> &str {
        &self.author
    }

    /// Notes the model that wrote the transcript.
    pub(crate) fn set_author(&mut self, author: String) {
        self.author = author;
    }

    /// Whether the model was cut off at a limit.
    pub(crate) const fn is_cut(&self) -> bool {
        self.cut
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
        !self.transcript.is_empty() && self.transcript_of != self.shown.asked
    }

    /// What there is to judge.
    pub(crate) fn judgement(&self) -> Judgement {
        if self.transcript.trim().is_empty() {
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
        if self.transcript.is_empty() {
            return Address { fragment: plain, beside: None };
        }
        if !self.is_stale()
            && self.transcript.len() <= MOST_FOR_ADDRESS
            && let Ok(fragment) = self.share()
            && fragment.len() <= plain.len() + WARN_PACKED
        {
            return Address { fragment, beside: None };
        }
        let of = self.transcript_of.link();
        let of = Link { source: self.source.clone(), cut: self.cut, ..of }.fragment_without_text();
        let transcript = self.transcript.clone();
        Address { fragment: plain, beside: Some(Kept { of, transcript }) }
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
        if self.is_stale() {
            return link;
        }
        let transcript = self.transcript.clone();
        Link { transcript, source: self.source.clone(), cut: self.cut, ..link }
    }
}

/// Whether an edit is about the procedure that is drawn.
fn is_of_drawing(edit: &Edit) -> bool {
    match edit {
        Edit::Text(field, _) => {
            !matches!(field, Field::Chunk | Field::Checked | Field::Given | Field::Slips)
        }
        Edit::Exactly(_)
        | Edit::Signed(_)
        | Edit::Nested(_)
        | Edit::Toggle(_)
        | Edit::Family(_)
        | Edit::PaperWhole(_)
        | Edit::Names(_)
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
        | Edit::Transcript(_)
        | Edit::Replace(_)
        | Edit::Undo
        | Edit::Simulated(..)
        | Edit::Follow(_)
        | Edit::Begin(_)
        | Edit::More(_)
        | Edit::Whole(_)
        | Edit::Sample(_)
        | Edit::Cut(_)
        | Edit::Adopt
        | Edit::Dismiss => false,
    }
}

/// Whether conditions differ in their numbers alone. A history is with slips or without.
fn is_alike(one: Condition, other: Condition) -> bool {
    let has_slips = |condition| matches!(condition, Condition::Primed { faults: 1.., .. });
    one.word() == other.word() && has_slips(one) == has_slips(other)
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

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
