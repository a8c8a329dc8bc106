//! From tokens to claims: which statements say what a step's value is.
//!
//! Most statements are [chains](statement) such as `S3 = 4 + 9 = 13`. Others are [sentences](speech), rows of [tables](table), values
//! that are only [counted](ordinal) or that stand in a [row](sequence) without names, [equations] without names, and statements about [other names](foreign). What one
//! of them says and does not complete is [pending] until a [claim] takes it up.

mod cells;
mod claim;
mod equations;
mod foreign;
mod list;
mod made_of;
mod object;
mod ordinal;
mod pending;
mod plain;
mod reason;
mod sequence;
mod settle;
mod speech;
mod statement;
mod subject;
mod table;
mod used;

use std::ops::Range;

use stepfall_number::Number;

use crate::chain::{Outcome, Taste, Term};
use crate::claim::{Claim, Expression, StepClaim};
use crate::plan::Plan;
use crate::token::{Equals, Kind, Tokens, Word};

pub(crate) use self::plain::{PlainStatement, plain_statement};

use self::pending::{Evidence, Orphan, Pending, Subject};
use self::table::Table;

/// How far a written operation may stand from the value that it belongs to, in tokens; and how many claims later it may still be used.
const NEAR: usize = 80;

/// Everything that was read about steps.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// In the order of the text.
    pub(crate) steps: Vec<StepClaim>,
    /// Whether the values stand in a row without names.
    pub(crate) bare: bool,
    /// Whether steps are told as objects, each by itself.
    pub(crate) are_objects: bool,
    /// The value of the last step where it is all that is said after steps without values, as after code.
    pub(crate) outcome: Option<StepClaim>,
    /// The values that the text gives the inputs.
    pub(crate) inputs: Vec<Option<Number>>,
    /// How many statements begin like those of a procedure but with names of another.
    pub(crate) foreign: u32,
    pub(crate) agreement: Agreement,
}

impl Claims {
    /// Takes out what is an answer and no claim of the last step: `S27 is 528`, unless the steps are told in such sentences; and `S27 = 528` where
    /// nothing else is claimed and the answer `only` is asked for.
    pub(crate) fn keep_answers_out(&mut self, last: u16, answers: &[Claim], only: bool) {
        let of_last = self.steps.iter().filter(|claim| claim.number == last).count();
        let bare = |claim: &StepClaim| claim.names.is_none() && claim.values.is_none();
        if only && of_last == self.steps.len() && self.steps.iter().all(bare) {
            return self.steps.clear();
        }
        if of_last < 2 && of_last < self.steps.len() {
            return;
        }
        let is_answer = |claim: &StepClaim| {
            let place =
                answers.binary_search_by_key(&claim.value_span.start, |answer| answer.span.start);
            place.is_ok_and(|place| answers[place].rule.is_explicit())
        };
        self.steps.retain(|claim| !(claim.number == last && bare(claim) && is_answer(claim)));
    }

    /// Returns whether at least half of the steps before this one are claimed before a byte.
    pub(crate) fn claims_half_before(&self, plan: &Plan<'_>, number: u16, byte: usize) -> bool {
        let before = self.steps.iter().take_while(|claim| claim.value_span.start < byte);
        let mut claimed: Vec<u16> =
            before.map(|claim| claim.number).filter(|claimed| *claimed < number).collect();
        claimed.sort_unstable();
        claimed.dedup();
        claimed.len() * 2 >= plan.position_of(number).unwrap_or_default().max(1)
    }

    /// Where the step that is the last to be claimed is claimed first, of steps up to this one.
    pub(crate) fn latest_first(&self, last: u16) -> Option<usize> {
        let mut firsts = vec![usize::MAX; usize::from(last) + 1];
        for claim in &self.steps {
            if let Some(first) = firsts.get_mut(usize::from(claim.number)) {
                *first = (*first).min(claim.value_span.start);
            }
        }
        firsts.into_iter().filter(|first| *first != usize::MAX).max()
    }
}

/// How well the operations that are written by name agree with the procedure.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// How many there are.
    pub(crate) written: u32,
    /// How many are as the procedure has them.
    pub(crate) same: u32,
}

struct Reader<'a> {
    tokens: &'a Tokens,
    plan: &'a Plan<'a>,
    taste: Taste,
    /// The token at which what is being read ends.
    until: usize,
    /// Whether the chain that was read last begins its line.
    opens_line: bool,
    /// How many lines have ended since the last claim.
    lines_since_claim: u32,
    pending: Pending,
    orphan: Option<Orphan>,
    /// The token at which a value was announced: `Result:` stands before it.
    announced_at: Option<usize>,
    /// Whether a line before called the value of a step its result.
    has_results: bool,
    table: Table,
    /// Equations that do not say what they are about, while no step is claimed.
    equations: Vec<StepClaim>,
    /// Steps that were declared since the last claim, with their operations by name.
    declared: Vec<(u16, Option<Expression>)>,
    /// Claims of which only a count is known, with that.
    ordinals: Vec<(u16, StepClaim)>,
    /// Statements that name both: how often `Step 1` was `S1`, and how often `S3`.
    offsets: [u32; 2],
    /// By number, the place of the latest claim in [`Claims::steps`].
    latest: Vec<Option<usize>>,
    out: Claims,
    /// Room for the terms of a chain.
    terms: Vec<Term>,
}

/// Reads the claims in some ranges of tokens.
pub(crate) fn claims(tokens: &Tokens, plan: &Plan<'_>, ranges: &[Range<usize>]) -> Claims {
    let mut reader = Reader {
        tokens,
        plan,
        taste: Taste::of_steps(plan.arithmetic()),
        until: 0,
        opens_line: false,
        lines_since_claim: 0,
        pending: Pending::default(),
        orphan: None,
        announced_at: None,
        has_results: false,
        table: Table::default(),
        equations: Vec::new(),
        declared: Vec::new(),
        ordinals: Vec::new(),
        offsets: [0; 2],
        latest: vec![None; usize::from(plan.last()) + 1],
        out: Claims { inputs: vec![None; plan.item.procedure.inputs.len()], ..Claims::default() },
        terms: Vec::new(),
    };
    for range in ranges {
        reader.run(range.clone());
    }
    reader.settle_ordinals();
    reader.settle_roundings();
    if reader.tells_no_more_than_an_answer() {
        reader.line_up_equations();
    } else {
        reader.add_work_of_equations();
    }
    if reader.out.steps.is_empty() {
        reader.sequence(ranges);
    } else {
        reader.claim_used_values();
    }
    reader.out
}

impl Reader<'_> {
    fn run(&mut self, range: Range<usize>) {
        self.pending = Pending::default();
        self.until = range.end;
        let mut at = range.start;
        let mut fresh = true;
        while at < range.end {
            (at, fresh) = self.token(at, fresh);
        }
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.kind(at)
    }

    /// Reads what begins at a token; `fresh` is whether that begins its line. Gives where to go on, and the same of that.
    fn token(&mut self, at: usize, fresh: bool) -> (usize, bool) {
        match self.tokens.list[at].kind {
            Kind::Line { .. } => {
                self.lines_since_claim += 1;
                self.pending.line_ended = true;
                self.end_sentence();
                (at + 1, true)
            }
            Kind::Ordinal(number) => {
                self.pending = Pending::about(Subject::Ordinal(number), at);
                let colon = self.kind(at + 1) == Some(Kind::Colon);
                (at + 1 + usize::from(colon), fresh)
            }
            Kind::Bullet | Kind::Heading if self.is_foreign_heading(at) => {
                let beyond = Subject::Step(self.plan.last() + 1);
                self.pending = Pending::about(beyond, at);
                (at + 2, fresh)
            }
            // `Step 3: (-36/7) / 4 = -9/7`
            Kind::Open if self.begins_with_brackets(at) => (self.statement(at, fresh), false),
            // `#### 528`
            Kind::Heading
                if matches!(self.kind(at + 1), Some(Kind::Number(_))) && self.closes(at) =>
            {
                self.pending = Pending::default();
                (at + 2, false)
            }
            // `= 528`
            Kind::Equals(Equals::Sign)
                if fresh
                    && matches!(self.kind(at + 1), Some(Kind::Number(_)))
                    && self.closes(at) =>
            {
                self.pending = Pending::default();
                (at + 2, false)
            }
            Kind::Bullet | Kind::Heading | Kind::Open => (at + 1, fresh),
            Kind::Name(name) if fresh && self.is_record(at) => {
                if let Some(Kind::Number(value)) = self.kind(at + 2) {
                    self.claim_number(Subject::Step(name), at + 2, value);
                }
                (at + 3, false)
            }
            Kind::Name(_) if fresh && self.names_several(at) => {
                (self.listed(at).unwrap_or_else(|| self.statement(at, fresh)), false)
            }
            Kind::Name(name) if fresh && self.is_pair(at) => {
                if let Some(Kind::Number(value)) = self.kind(at + 1) {
                    self.claim_number(Subject::Step(name), at + 1, value);
                }
                // Another may follow at once.
                let comma = matches!(
                    (self.kind(at + 2), self.kind(at + 3)),
                    (Some(Kind::Comma | Kind::Semicolon), Some(Kind::Name(_)))
                );
                (at + 2 + usize::from(comma), true)
            }
            // `celery 55 - 43 = 12`
            Kind::Name(name) if fresh && self.begins_sum(at + 1) => {
                self.pending = Pending::about(Subject::Step(name), at);
                (at + 1, true)
            }
            // A name right before another says nothing.
            Kind::Name(_) if !fresh && matches!(self.kind(at + 1), Some(Kind::Name(_))) => {
                (at + 1, false)
            }
            Kind::Number(_) if fresh && self.is_open() && self.ends_column(at).is_some() => {
                (self.ends_column(at).unwrap_or(at + 1), true)
            }
            Kind::Name(_) | Kind::Number(_) | Kind::Bar | Kind::Equals(_) => {
                self.pending.settling |= self.kind(at) == Some(Kind::Equals(Equals::Nearly));
                (self.statement(at, fresh), false)
            }
            Kind::Word(Word::Label) => (self.labelled(at + 1), fresh),
            Kind::Word(word) => (self.word(word, at, fresh), false),
            Kind::Object(place) => {
                self.object(at, place);
                (at + 1, false)
            }
            Kind::Stop | Kind::Semicolon | Kind::Question => {
                self.end_sentence();
                (at + 1, false)
            }
            Kind::Modulo { .. } => (self.reduce(at), false),
            Kind::Remark => {
                // `S7 = S6 - S3  # -26`
                if !fresh && self.is_open() && self.is_near_pending(at) {
                    self.announced_at = Some(at + 1);
                }
                (at + 1, fresh)
            }
            Kind::Op(_)
            | Kind::Close
            | Kind::Colon
            | Kind::Comma
            | Kind::AnswerTag
            | Kind::Tag
            | Kind::Box
            | Kind::BoxEnd
            | Kind::Think
            | Kind::ThinkEnd
            | Kind::Doubt
            | Kind::Other => (at + 1, false),
        }
    }

    fn end_sentence(&mut self) {
        self.pending.weak = false;
        self.pending.settling = false;
        self.orphan.take_if(|orphan| orphan.value.is_none());
    }

    /// `S3,13`, alone on a line.
    fn is_record(&self, at: usize) -> bool {
        self.kind(at + 1) == Some(Kind::Comma)
            && matches!(self.kind(at + 2), Some(Kind::Number(_)))
            && matches!(self.kind(at + 3), None | Some(Kind::Line { .. }))
    }

    /// `S3 13`, alone on a line or among others of its kind.
    fn is_pair(&self, at: usize) -> bool {
        matches!(self.kind(at + 1), Some(Kind::Number(_)))
            && matches!(
                self.kind(at + 2),
                None | Some(
                    Kind::Line { .. }
                        | Kind::Name(_)
                        | Kind::Comma
                        | Kind::Semicolon
                        | Kind::Question
                )
            )
    }

    /// Whether a sum of numbers begins here that the line gives the value of.
    fn begins_sum(&self, at: usize) -> bool {
        let kinds = [at, at + 1, at + 2, at + 3].map(|at| self.kind(at));
        matches!(
            kinds,
            [
                Some(Kind::Number(_)),
                Some(Kind::Op(_)),
                Some(Kind::Number(_)),
                Some(Kind::Equals(Equals::Sign))
            ]
        )
    }

    /// Returns the token after the rule of a column of two operands that begins here, each in a line of its own: `667`, `- 492`, `-----`.
    fn ends_column(&self, at: usize) -> Option<usize> {
        let kinds = [1, 2, 3, 4, 5].map(|more| self.kind(at + more));
        matches!(
            kinds,
            [
                Some(Kind::Line { .. }),
                Some(Kind::Op(_) | Kind::Bullet),
                Some(Kind::Number(_)),
                Some(Kind::Line { .. }),
                Some(Kind::Other)
            ]
        )
        .then_some(at + 6)
    }

    /// Whether an operation begins here whose first operand is a number in brackets.
    fn begins_with_brackets(&self, at: usize) -> bool {
        let kinds = [at + 1, at + 2, at + 3, at + 4].map(|at| self.kind(at));
        matches!(
            kinds,
            [
                Some(Kind::Number(_)),
                Some(Kind::Close),
                Some(Kind::Op(_)),
                Some(Kind::Number(_) | Kind::Open)
            ]
        )
    }

    /// Reads what a word begins; gives the token to go on with.
    fn word(&mut self, word: Word, at: usize, fresh: bool) -> usize {
        let next = self.kind(at + 1);
        match word {
            Word::Verb(op) => self.verb(op, at + 1).unwrap_or(at + 1),
            Word::Mend => self.mend(at + 1),
            Word::For => self.spoken_of(at + 1),
            // What is announced is no step's value unless it names the step.
            Word::Answer => {
                self.pending = Pending::default();
                at + 1
            }
            Word::Final if next == Some(Kind::Word(Word::Result)) => {
                self.pending = Pending::default();
                at + 2
            }
            Word::Result if self.closes(at) => {
                self.pending = Pending::default();
                at + 1
            }
            Word::Result => self.result(at + 1),
            Word::Print => self.printed(at + 1),
            Word::Other if matches!(next, Some(Kind::Equals(Equals::Sign) | Kind::Colon)) => {
                self.foreign(at, fresh)
            }
            _ => at + 1,
        }
    }

    /// Claims the numeral that is the token `at`.
    fn claim_number(&mut self, subject: Subject, at: usize, value: u32) {
        let value = Outcome::number(at, value);
        self.claim(subject, Evidence::default(), value, &[value.term]);
    }

    /// The value of a numeral.
    fn value(&self, place: u32) -> &Number {
        &self.tokens.numeral(place).value
    }
}
