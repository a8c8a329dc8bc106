//! Reads claims from tokens: the statements that contain the value of a step.
//!
//! Most statements are [chains](statement) such as `S3 = 4 + 9 = 13`. Others are
//! [sentences](speech), rows of [tables](table), values that are only [counted](ordinal), values in
//! a [row](sequence) without names, [equations] without names, and statements about [other
//! names](foreign). A statement without a value is [pending] until a [claim] completes it.

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

use crate::chain::{ChainValue, Term, ValueRules};
use crate::claim::{AnswerClaim, StepClaim, WrittenOperation};
use crate::requested_procedure::RequestedProcedure;
use crate::token::{Equals, TokenKind, Tokens, Word};

pub(crate) use self::plain::{PlainStatement, plain_statement};

use self::pending::{Evidence, Pending, Subject, UnassignedOperation};
use self::table::Table;

/// The longest distance between an operation and its value, in tokens. Also the longest distance
/// between two claims that are compared, in claims.
const MAX_TOKENS_TO_VALUE: usize = 80;

/// The result of reading the statements about steps.
#[derive(Debug, Default)]
pub(crate) struct Claims {
    /// The claims of steps, in the order of the text.
    pub(crate) steps: Vec<StepClaim>,
    /// True if the values form a row without names.
    pub(crate) is_unnamed_row: bool,
    /// True if steps were read from JSON objects.
    pub(crate) are_objects: bool,
    /// The value of the last step, if the text first writes steps without values and then, on a
    /// later line, only this value. An example is code with its output.
    pub(crate) printed_result: Option<StepClaim>,
    /// The values of the inputs in the text. An element is `None` if the text has no value for that
    /// input.
    pub(crate) inputs: Vec<Option<Number>>,
    /// The number of statements that look like steps but define names that are not in the item.
    pub(crate) foreign: u32,
    pub(crate) agreement: OperationAgreement,
}

impl Claims {
    /// Removes claims of the last step that are answers, such as `S27 is 528`.
    ///
    /// Claims with an operation stay. All claims stay if other steps are claimed and the last step
    /// is claimed at most once. `only` means that the prompt requests only the answer. Then all
    /// claims are removed if they claim only the last step, without an operation: `S27 = 528`.
    pub(crate) fn keep_answers_out(&mut self, last: u16, answers: &[AnswerClaim], only: bool) {
        let of_last = self.steps.iter().filter(|claim| claim.number == last).count();
        let bare = |claim: &StepClaim| {
            claim.operation_by_name.is_none() && claim.operation_by_value.is_none()
        };
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

    /// Returns whether at least half of the steps before step `number` are claimed before a byte.
    pub(crate) fn claims_half_before(
        &self,
        procedure: &RequestedProcedure<'_>,
        number: u16,
        byte: usize,
    ) -> bool {
        let before = self.steps.iter().take_while(|claim| claim.value_span.start < byte);
        let mut claimed: Vec<u16> =
            before.map(|claim| claim.number).filter(|claimed| *claimed < number).collect();
        claimed.sort_unstable();
        claimed.dedup();
        claimed.len() * 2 >= procedure.position_of(number).unwrap_or_default().max(1)
    }

    /// Returns the latest byte at which a step up to `last` is claimed for the first time.
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

/// Counts of the operations that are written by name, compared with the procedure.
#[derive(Debug, Default)]
pub(crate) struct OperationAgreement {
    /// The number of operations that are written by name.
    pub(crate) written: u32,
    /// The number of these operations that agree with the procedure.
    pub(crate) same: u32,
}

struct Reader<'a> {
    tokens: &'a Tokens,
    procedure: &'a RequestedProcedure<'a>,
    value_rules: ValueRules,
    /// The token after the range that is being read.
    until: usize,
    /// True if the chain that was read last begins its line.
    opens_line: bool,
    /// The number of lines that ended since the last claim.
    lines_since_claim: u32,
    pending: Pending,
    unassigned: Option<UnassignedOperation>,
    /// The token at which an announced value begins, as after `Result:`.
    announced_at: Option<usize>,
    /// True if an earlier line called the value of a step its result.
    has_results: bool,
    table: Table,
    /// Equations that name no step. They are collected until a step before the last is claimed.
    equations: Vec<StepClaim>,
    /// Steps that were defined without a value since the last claim, with their operations by name.
    declared: Vec<(u16, Option<WrittenOperation>)>,
    /// Claims whose step is only counted, as in `Step 3`, each with that count.
    ordinals: Vec<(u16, StepClaim)>,
    /// Counts of statements with both a count and a name. The first element counts statements in
    /// which `Step 1` is `S1`, the second those in which `Step 1` is the first step.
    offsets: [u32; 2],
    /// The index in [`Claims::steps`] of the latest claim, by the number of the step.
    latest: Vec<Option<usize>>,
    out: Claims,
    /// A buffer for the terms of a chain.
    terms: Vec<Term>,
}

/// Reads the claims in some ranges of tokens.
pub(crate) fn claims(
    tokens: &Tokens,
    procedure: &RequestedProcedure<'_>,
    ranges: &[Range<usize>],
) -> Claims {
    let mut reader = Reader {
        tokens,
        procedure,
        value_rules: ValueRules::of_steps(procedure.arithmetic()),
        until: 0,
        opens_line: false,
        lines_since_claim: 0,
        pending: Pending::default(),
        unassigned: None,
        announced_at: None,
        has_results: false,
        table: Table::default(),
        equations: Vec::new(),
        declared: Vec::new(),
        ordinals: Vec::new(),
        offsets: [0; 2],
        latest: vec![None; usize::from(procedure.last()) + 1],
        out: Claims {
            inputs: vec![None; procedure.item.procedure.inputs.len()],
            ..Claims::default()
        },
        terms: Vec::new(),
    };
    for range in ranges {
        reader.run(range.clone());
    }
    reader.settle_ordinals();
    reader.settle_roundings();
    if reader.claims_at_most_an_answer() {
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
        let mut opens_line = true;
        while at < range.end {
            (at, opens_line) = self.token(at, opens_line);
        }
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.kind(at)
    }

    /// Reads the statement or sign that begins at the token `at`. `opens_line` is true if the token
    /// begins its line. Returns the next token to read, and whether that token begins its line.
    fn token(&mut self, at: usize, opens_line: bool) -> (usize, bool) {
        match self.tokens.list[at].kind {
            TokenKind::Line { .. } => {
                self.lines_since_claim += 1;
                self.pending.line_ended = true;
                self.end_sentence();
                (at + 1, true)
            }
            TokenKind::Ordinal(number) => {
                self.pending = Pending::about(Subject::Ordinal(number), at);
                let colon = self.kind(at + 1) == Some(TokenKind::Colon);
                (at + 1 + usize::from(colon), opens_line)
            }
            TokenKind::Bullet | TokenKind::Heading if self.is_foreign_heading(at) => {
                let beyond = Subject::Step(self.procedure.last() + 1);
                self.pending = Pending::about(beyond, at);
                (at + 2, opens_line)
            }
            // An operation may begin with a bracket: `Step 3: (-36/7) / 4 = -9/7`.
            TokenKind::Open if self.begins_with_brackets(at) => {
                (self.statement(at, opens_line), false)
            }
            // The answer may be a heading: `#### 528`.
            TokenKind::Heading
                if matches!(self.kind(at + 1), Some(TokenKind::Number(_))) && self.closes(at) =>
            {
                self.pending = Pending::default();
                (at + 2, false)
            }
            // The last line may be only a sign and the answer: `= 528`.
            TokenKind::Equals(Equals::Sign)
                if opens_line
                    && matches!(self.kind(at + 1), Some(TokenKind::Number(_)))
                    && self.closes(at) =>
            {
                self.pending = Pending::default();
                (at + 2, false)
            }
            TokenKind::Bullet | TokenKind::Heading | TokenKind::Open => (at + 1, opens_line),
            TokenKind::Name(name) if opens_line && self.is_record(at) => {
                if let Some(TokenKind::Number(value)) = self.kind(at + 2) {
                    self.claim_number(Subject::Step(name), at + 2, value);
                }
                (at + 3, false)
            }
            TokenKind::Name(_) if opens_line && self.names_several(at) => {
                (self.claim_list(at).unwrap_or_else(|| self.statement(at, opens_line)), false)
            }
            TokenKind::Name(name) if opens_line && self.is_pair(at) => {
                (self.claim_pair(name, at), true)
            }
            // An operation may directly follow the name of its step: `celery 55 - 43 = 12`.
            TokenKind::Name(name) if opens_line && self.begins_sum(at + 1) => {
                self.pending = Pending::about(Subject::Step(name), at);
                (at + 1, true)
            }
            // A name right before another name is not a statement.
            TokenKind::Name(_)
                if !opens_line && matches!(self.kind(at + 1), Some(TokenKind::Name(_))) =>
            {
                (at + 1, false)
            }
            TokenKind::Number(_)
                if opens_line
                    && self.is_open()
                    && let Some(end) = self.ends_column(at) =>
            {
                (end, true)
            }
            TokenKind::Name(_) | TokenKind::Number(_) | TokenKind::Bar | TokenKind::Equals(_) => {
                self.pending.settling |= self.kind(at) == Some(TokenKind::Equals(Equals::Nearly));
                (self.statement(at, opens_line), false)
            }
            TokenKind::Word(Word::Label) => (self.read_label(at + 1), opens_line),
            TokenKind::Word(word) => (self.word(word, at, opens_line), false),
            TokenKind::Object(place) => {
                self.object(at, place);
                (at + 1, false)
            }
            TokenKind::FullStop | TokenKind::Semicolon | TokenKind::Question => {
                self.end_sentence();
                (at + 1, false)
            }
            TokenKind::Modulo { .. } => (self.reduce(at), false),
            TokenKind::Remark => {
                // A remark may contain the value of the pending statement: `S7 = S6 - S3  # -26`.
                if !opens_line && self.is_open() && self.is_near_pending(at) {
                    self.announced_at = Some(at + 1);
                }
                (at + 1, opens_line)
            }
            TokenKind::Op(_)
            | TokenKind::Close
            | TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::AnswerTag
            | TokenKind::Tag
            | TokenKind::Box
            | TokenKind::BoxEnd
            | TokenKind::Think
            | TokenKind::ThinkEnd
            | TokenKind::Doubt
            | TokenKind::Other => (at + 1, false),
        }
    }

    fn end_sentence(&mut self) {
        self.pending.is_guess = false;
        self.pending.settling = false;
        self.unassigned.take_if(|unassigned| unassigned.value.is_none());
    }

    /// Returns whether the line is a record of a name and a number: `S3,13`.
    fn is_record(&self, at: usize) -> bool {
        self.kind(at + 1) == Some(TokenKind::Comma)
            && matches!(self.kind(at + 2), Some(TokenKind::Number(_)))
            && matches!(self.kind(at + 3), None | Some(TokenKind::Line { .. }))
    }

    /// Returns whether a name and a number form a statement, alone on a line or in a list of such
    /// pairs: `S3 13`.
    fn is_pair(&self, at: usize) -> bool {
        matches!(self.kind(at + 1), Some(TokenKind::Number(_)))
            && matches!(
                self.kind(at + 2),
                None | Some(
                    TokenKind::Line { .. }
                        | TokenKind::Name(_)
                        | TokenKind::Comma
                        | TokenKind::Semicolon
                        | TokenKind::Question
                )
            )
    }

    /// Returns whether an operation on two numbers and a sign of equality begin at a token:
    /// `55 - 43 =`.
    fn begins_sum(&self, at: usize) -> bool {
        let kinds = [at, at + 1, at + 2, at + 3].map(|at| self.kind(at));
        matches!(
            kinds,
            [
                Some(TokenKind::Number(_)),
                Some(TokenKind::Op(_)),
                Some(TokenKind::Number(_)),
                Some(TokenKind::Equals(Equals::Sign))
            ]
        )
    }

    /// Returns the token after the rule of a written column that begins here. The column has two
    /// operands on separate lines: `667`, `- 492`, `-----`.
    fn ends_column(&self, at: usize) -> Option<usize> {
        let kinds = [1, 2, 3, 4, 5].map(|more| self.kind(at + more));
        matches!(
            kinds,
            [
                Some(TokenKind::Line { .. }),
                Some(TokenKind::Op(_) | TokenKind::Bullet),
                Some(TokenKind::Number(_)),
                Some(TokenKind::Line { .. }),
                Some(TokenKind::Other)
            ]
        )
        .then_some(at + 6)
    }

    /// Returns whether an operation begins here whose first operand is a number in brackets.
    fn begins_with_brackets(&self, at: usize) -> bool {
        let kinds = [at + 1, at + 2, at + 3, at + 4].map(|at| self.kind(at));
        matches!(
            kinds,
            [
                Some(TokenKind::Number(_)),
                Some(TokenKind::Close),
                Some(TokenKind::Op(_)),
                Some(TokenKind::Number(_) | TokenKind::Open)
            ]
        )
    }

    /// Reads the sentence that a word begins. Returns the next token to read.
    fn word(&mut self, word: Word, at: usize, opens_line: bool) -> usize {
        let next = self.kind(at + 1);
        match word {
            Word::Verb(op) => self.verb(op, at + 1).unwrap_or(at + 1),
            Word::Correction => self.read_correction(at + 1),
            Word::For => self.subject_after_for(at + 1),
            // An announced value is not the value of the pending step.
            Word::Answer => {
                self.pending = Pending::default();
                at + 1
            }
            Word::Final if next == Some(TokenKind::Word(Word::Result)) => {
                self.pending = Pending::default();
                at + 2
            }
            Word::Result if self.closes(at) => {
                self.pending = Pending::default();
                at + 1
            }
            Word::Result => self.result(at + 1),
            Word::Print => self.read_print(at + 1),
            Word::Other
                if matches!(next, Some(TokenKind::Equals(Equals::Sign) | TokenKind::Colon)) =>
            {
                self.foreign(at, opens_line)
            }
            _ => at + 1,
        }
    }

    /// Claims the number after a name, without a sign between them. Returns the token after the pair
    /// and the comma that may separate it from another pair.
    fn claim_pair(&mut self, name: u16, at: usize) -> usize {
        if let Some(TokenKind::Number(numeral_index)) = self.kind(at + 1) {
            self.claim_number(Subject::Step(name), at + 1, numeral_index);
        }
        let comma = matches!(
            (self.kind(at + 2), self.kind(at + 3)),
            (Some(TokenKind::Comma | TokenKind::Semicolon), Some(TokenKind::Name(_)))
        );
        at + 2 + usize::from(comma)
    }

    /// Claims the value of the number token `at`. `numeral_index` is the index of its numeral.
    fn claim_number(&mut self, subject: Subject, at: usize, numeral_index: u32) {
        let value = ChainValue::number(at, numeral_index);
        self.claim(subject, Evidence::default(), value, &[value.term]);
    }

    /// Returns the value of the numeral with this index.
    fn value(&self, numeral_index: u32) -> &Number {
        &self.tokens.numeral(numeral_index).value
    }
}
