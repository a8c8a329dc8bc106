//! Every number of a text, with its surroundings.

use std::ops::Range;

use stepfall_number::Number;
use stepfall_procedure::Op;

use crate::chain::{Before, Term, chain};
use crate::claim::{NumberForm, StepClaim, WrittenOperation};
use crate::equation::{Truth, equations};
use crate::requested_procedure::RequestedProcedure;
use crate::rounding::is_rounding;
use crate::token::{Equals, Token, TokenKind, Tokens, Word};
use crate::verdict::Answer;

/// The most tokens before a number that are searched for names.
const NAME_TOKENS_BEFORE: usize = 48;
/// The most tokens after a number that are searched for a name.
const NAME_TOKENS_AFTER: usize = 5;
/// The most numbers after a number that are searched for its rounded or reduced form.
const MAX_NUMBERS_TO_ROUNDED: usize = 5;
/// The most tokens between an operation and its result.
const MAX_TOKENS_TO_RESULT: usize = 12;
/// The most tokens of a sentence that are read before a number and after it.
const SENTENCE_TOKENS: usize = 24;
/// The most words between a name and a number that belongs to it: `brings S5 to -74`.
const MAX_WORDS: usize = 3;
/// The most names that are kept from the line before a number.
const MAX_NAMES: usize = 8;

/// Relation of a name to a number near it, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum NameRelation {
    /// The name is right before the number (`tray = 136`, `tray (136)`) or begins its chain.
    Direct,
    /// The number is in a statement that was read as a claim about the name.
    Read,
    /// A few words are between the name and the number: `136 is what tray becomes`, `brings the
    /// tray to 136`.
    WordsBetween,
    /// The name is the first one after the previous result in the line.
    Head,
    /// The name is in the same line.
    Near,
}

/// Role of a number in its surroundings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The value of an equation, of a name or of a cell.
    Result,
    /// A number without an equation or an operation.
    Loose,
    Operand,
}

/// Kind of statement in which a number was read as the value of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatementKind {
    /// No statement claims the number for a step.
    None,
    /// A statement that does not name its step. An earlier line names the step, or the step is
    /// counted.
    Unnamed,
    /// A statement that names its step and does not begin its line.
    Within,
    /// A statement that names its step and begins its line.
    Plain,
}

/// A number in a text, with the evidence for the step that it may belong to.
#[derive(Debug)]
pub(super) struct NumberMention {
    pub(super) token: usize,
    pub(super) value: Number,
    pub(super) other: Option<Number>,
    pub(super) is_decimal: bool,
    pub(super) form: NumberForm,
    pub(super) role: Role,
    pub(super) statement: StatementKind,
    /// The line, counted from 0.
    pub(super) line: u32,
    pub(super) names: Vec<(u16, NameRelation)>,
    /// The written operations on values that lead to this number, such as `12 - 5`.
    pub(super) operations_by_value: Vec<WrittenOperation>,
    /// The written operation on names, such as `S4 - S3`.
    pub(super) operation_by_name: Option<WrittenOperation>,
    /// The value that this number leads to: the last value of its chain, or the rounded or reduced
    /// form shortly after the number.
    pub(super) leads_to: Option<Number>,
    pub(super) span: Range<usize>,
}

impl NumberMention {
    /// Adds the name and the operations from a claim about the number.
    fn take(&mut self, claim: &StepClaim, tokens: &Tokens) {
        // If only an earlier line names the step, the number may be an intermediate result.
        let is_named = self.names.iter().any(|(name, _)| *name == claim.number)
            || tokens.is_called(claim.number, claim.value_span.start);
        match self.names.iter_mut().find(|(name, _)| *name == claim.number) {
            Some((_, link)) => *link = (*link).min(NameRelation::Read),
            None => self.names.push((claim.number, NameRelation::Read)),
        }
        if let Some(operation) = &claim.operation_by_name {
            let is_operand = |name| operation.takes_name(name);
            self.names.retain(|(name, _)| *name == claim.number || !is_operand(*name));
        }
        sort_by_link(&mut self.names);
        self.role = Role::Result;
        if self.statement != StatementKind::Plain {
            self.statement = match (is_named, claim.opens_line) {
                (false, _) => StatementKind::Unnamed,
                (true, false) => StatementKind::Within,
                (true, true) => StatementKind::Plain,
            };
        }
        if let Some(values) = &claim.operation_by_value
            && !self.operations_by_value.contains(values)
        {
            self.operations_by_value.insert(0, values.clone());
        }
        self.operation_by_name =
            claim.operation_by_name.clone().or_else(|| self.operation_by_name.take());
    }

    /// Returns whether the text states the number as the value of another step.
    pub(super) fn is_of_another(&self, number: u16) -> bool {
        let is_stated =
            |link: &NameRelation| matches!(link, NameRelation::Direct | NameRelation::Read);
        self.names.iter().any(|(name, link)| *name != number && is_stated(link))
    }

    /// Returns the relation of a name to the number, or `None` if the name is not near it.
    pub(super) fn link(&self, name: u16) -> Option<NameRelation> {
        self.names.iter().find(|(other, _)| *other == name).map(|(_, link)| *link)
    }
}

/// Returns the numbers in some ranges of tokens that may be values, in the order of the text.
/// Returns an empty list if there are more than `most` numbers. `claims` come from the statements.
pub(super) fn mentions(
    tokens: &Tokens,
    ranges: &[Range<usize>],
    claims: &[StepClaim],
    answers: &[Answer],
    procedure: &RequestedProcedure<'_>,
    most: usize,
) -> Vec<NumberMention> {
    let mut reader =
        Reader { tokens, line: 0, line_start: 0, since: 0, open: None, out: Vec::new() };
    for range in ranges {
        reader.run(range.clone());
        if reader.out.len() > most {
            return Vec::new();
        }
    }
    let mut out = reader.out;
    out.sort_by_key(|mention| mention.token);
    out.dedup_by_key(|mention| mention.token);
    for claim in claims {
        let start = claim.value_span.start;
        let Ok(at) = out.binary_search_by_key(&start, |mention| mention.span.start) else {
            continue;
        };
        out[at].take(claim, tokens);
        let before = out[..at].iter_mut().rev();
        for mention in before.take_while(|mention| mention.span.start >= claim.span.start) {
            let is_cell = mention.statement == StatementKind::None
                && mention.token.checked_sub(1).and_then(|at| tokens.kind(at))
                    == Some(TokenKind::Bar);
            if is_cell
                && claim.operation_by_name.as_ref().is_some_and(|names| names.takes(&mention.value))
            {
                mention.role = Role::Operand;
            }
        }
    }
    // A number that was read as an answer counts for a step only if a statement claims it for the
    // step.
    let is_answer = |mention: &NumberMention| {
        mention.statement == StatementKind::None
            && answers.iter().any(|answer| answer.claim.span.start == mention.span.start)
    };
    out.retain(|mention| !is_answer(mention) && !counts_something(tokens, mention));
    // An operand of a false equation is no evidence for a step that has the same value.
    let equations = equations(tokens, ranges, procedure);
    let is_in_false = |mention: &NumberMention| {
        let at = equations.partition_point(|equation| equation.span.end <= mention.span.start);
        let after = equations[at..].iter();
        let mut around = after.take_while(|equation| equation.span.start <= mention.span.start);
        around.any(|equation| equation.truth == Truth::False)
    };
    out.retain(|mention| mention.role != Role::Operand || !is_in_false(mention));
    for at in 0..out.len() {
        if out[at].role != Role::Operand && out[at].leads_to.is_none() {
            out[at].leads_to = rounded_after(&out, at, procedure);
        }
    }
    out
}

/// Returns whether a number is the only one of its sentence and counts the noun after it, or is the
/// day or the year of a date: `about 3 minutes`, `12 March 2025`.
fn counts_something(tokens: &Tokens, mention: &NumberMention) -> bool {
    let at = mention.token;
    let is_noun = |at: usize| tokens.kind(at) == Some(TokenKind::Word(Word::Other));
    let is_number = |token: &Token| matches!(token.kind, TokenKind::Number(_));
    let is_loose = mention.role == Role::Loose
        && mention.statement == StatementKind::None
        && mention.names.is_empty();
    if !is_loose || !(is_noun(at + 1) || (at > 0 && is_noun(at - 1))) {
        return false;
    }
    let continues = |token: &&Token| {
        !matches!(token.kind, TokenKind::FullStop | TokenKind::Question | TokenKind::Line { .. })
    };
    let (before, after) = (&tokens.list[..at], &tokens.list[at + 1..]);
    let before = || before.iter().rev().take(SENTENCE_TOKENS).take_while(continues);
    let after = || after.iter().take(SENTENCE_TOKENS).take_while(continues);
    let others = before().chain(after()).filter(|token| is_number(token)).count();
    let value = |at: usize| match tokens.kind(at)? {
        TokenKind::Number(place) => tokens.numeral(place).value.to_i64(),
        _ => None,
    };
    // The day, the month and the year.
    let is_date = |day: usize| {
        others == 1
            && value(day).is_some_and(|day| (1..=31).contains(&day))
            && is_noun(day + 1)
            && value(day + 2).is_some_and(|year| (1_000..3_000).contains(&year))
    };
    let is_day = is_date(at);
    let is_year = at > 1 && is_date(at - 2);
    let is_count = others == 0 && is_noun(at + 1);
    is_count || is_day || is_year
}

/// Returns the rounded or reduced form of a number if this form appears shortly after the number.
fn rounded_after(
    mentions: &[NumberMention],
    at: usize,
    procedure: &RequestedProcedure<'_>,
) -> Option<Number> {
    let settled = procedure.rounded_or_reduced(&mentions[at].value)?;
    let line = mentions[at].line;
    let after = mentions[at + 1..].iter().take(MAX_NUMBERS_TO_ROUNDED);
    let mut near = after.take_while(|other| other.line <= line + 1);
    near.any(|other| other.role != Role::Operand && other.value == settled).then_some(settled)
}

/// Sorts names by closeness, the closest first. Equally close names keep their order. An insertion
/// sort suits short lists.
fn sort_by_link(names: &mut [(u16, NameRelation)]) {
    for end in 1..names.len() {
        let mut at = end;
        while at > 0 && names[at - 1].1 > names[at].1 {
            names.swap(at - 1, at);
            at -= 1;
        }
    }
}

struct Reader<'a> {
    tokens: &'a Tokens,
    line: u32,
    line_start: usize,
    /// The token after the last result of the line, or the first token of the line.
    since: usize,
    /// An operation without a written result, and the token after the operation.
    open: Option<(WrittenOperation, usize)>,
    out: Vec<NumberMention>,
}

impl Reader<'_> {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.kind(at)
    }

    fn run(&mut self, range: Range<usize>) {
        let mut at = range.start;
        let mut buffer = Vec::new();
        (self.line_start, self.since) = (at, at);
        while at < range.end {
            match self.tokens.list[at].kind {
                TokenKind::Name(_)
                | TokenKind::Number(_)
                | TokenKind::Bar
                | TokenKind::Equals(_) => {
                    let chain = chain(self.tokens, at, range.end, buffer);
                    self.chain(&chain.terms, at, chain.end);
                    for passed in at..chain.end {
                        self.pass(passed);
                    }
                    at = chain.end;
                    buffer = chain.terms;
                }
                _ => {
                    self.pass(at);
                    at += 1;
                }
            }
        }
    }

    fn pass(&mut self, at: usize) {
        if let Some(TokenKind::Line { .. }) = self.kind(at) {
            self.line += 1;
            (self.line_start, self.since) = (at + 1, at + 1);
            self.open = None;
        }
    }

    /// Adds the numbers of a chain, each with its role, its name and the operations written before
    /// it.
    fn chain(&mut self, terms: &[Term], from: usize, until: usize) {
        let mut about = None;
        let mut shown: Vec<WrittenOperation> = Vec::new();
        let mut named = None;
        let mut results: Vec<usize> = Vec::new();
        // Indices of numbers that the chain equates with each other.
        let mut equal: Vec<usize> = Vec::new();
        let mut done = from;
        for term in terms {
            // `S7 = S6 = 5` is about S7, and `S6 to get S7 = 5` too.
            if term.before != Before::Equals(Equals::Sign) || about.is_none() {
                about = term.lone_name().or(about);
            }
            let lone = term.value();
            for at in term.start.max(done)..term.end.min(until) {
                let Some(TokenKind::Number(place)) = self.kind(at) else { continue };
                let is_result = lone == Some(place);
                let role = match term.before {
                    _ if !is_result && self.is_before_dash(at) => Role::Loose,
                    _ if !is_result => Role::Operand,
                    Before::Equals(_) | Before::Name => Role::Result,
                    Before::Nothing if term.is_cell => Role::Result,
                    Before::Nothing => Role::Loose,
                };
                let is_led_to = term.before == Before::Equals(Equals::Verb)
                    || term.start.checked_sub(1).is_some_and(|sign| self.tokens.is_arrow(sign));
                let stated = about.filter(|_| !is_led_to || !self.tokens.is_last_of_several(from));
                let direct = term.annotated().map(|(name, _)| name).or(stated);
                self.note(at, place, role, direct.filter(|_| is_result));
                if is_result && let Some(mention) = self.out.last_mut() {
                    mention.operations_by_value.clone_from(&shown);
                    mention.operation_by_name.clone_from(&named);
                    let is_equal = self.is_equal_sign_before(term.start);
                    let is_arrow = term.before == Before::Equals(Equals::Sign) && !is_equal;
                    if is_arrow || term.before == Before::Nothing {
                        equal.clear();
                    }
                    equal.push(self.out.len() - 1);
                    match term.before {
                        Before::Equals(Equals::Sign) if is_equal => {
                            results.push(self.out.len() - 1);
                        }
                        // An arrow leads to the next step.
                        Before::Equals(Equals::Sign) => {
                            shown.clear();
                            named = None;
                        }
                        _ => {}
                    }
                }
            }
            done = done.max(term.end);
            shown.extend(term.operation_by_value(self.tokens));
            named = named.or_else(|| term.operation_by_name(self.tokens));
        }
        let is_result =
            self.out.last().is_some_and(|last| last.role != Role::Operand && last.token >= from);
        match shown.last() {
            Some(last) if !is_result => self.open = Some((last.clone(), until)),
            _ => self.close(from),
        }
        self.take_for_divisions(&equal);
        if let Some((last, before)) = results.split_last() {
            let last = self.out[*last].value.clone();
            for at in before {
                let mention = &mut self.out[*at];
                if mention.role != Role::Operand {
                    mention.leads_to = Some(&last).filter(|last| **last != mention.value).cloned();
                }
            }
        }
        for at in done..until {
            if let Some(TokenKind::Number(place)) = self.kind(at) {
                self.note(at, place, Role::Loose, None);
            }
        }
    }

    /// Reads a fraction as a division if the last number that the text equates with it is neither
    /// its value nor a rounding of it: `37/2 = 20`.
    fn take_for_divisions(&mut self, equal: &[usize]) {
        let Some((last, before)) = equal.split_last() else { return };
        let last = self.out[*last].value.clone();
        for at in before {
            let mention = &mut self.out[*at];
            let is_fraction = matches!(self.tokens.kind(mention.token), Some(TokenKind::Number(place))
                if self.tokens.numeral(place).fraction().is_some());
            if is_fraction && last != mention.value && !is_rounding(&last, &mention.value) {
                mention.role = Role::Operand;
            }
        }
    }

    /// Adds an operation shortly before a chain to the first number of the chain:
    /// `-840 plus 288, that is -568`.
    fn close(&mut self, from: usize) {
        let Some(first) =
            self.out.iter_mut().rev().take_while(|mention| mention.token >= from).last()
        else {
            return;
        };
        let Some((open, end)) = self.open.take() else { return };
        if first.role != Role::Operand
            && first.operations_by_value.is_empty()
            && from < end + MAX_TOKENS_TO_RESULT
        {
            first.operations_by_value.push(open);
        }
    }

    fn note(&mut self, at: usize, numeral_index: u32, role: Role, direct: Option<u16>) {
        let numeral = self.tokens.numeral(numeral_index);
        let token = self.tokens.list[at];
        let named = self.signed_after_name(at);
        let direct = direct.or(named);
        let role = match role {
            Role::Loose | Role::Operand if named.is_some() => Role::Result,
            Role::Loose if direct.is_none() => self.role(at),
            _ => role,
        };
        // In `garden -28`, the sign belongs to the number.
        let (value, other, start) = match named {
            Some(_) => {
                let sign = self.tokens.list[at - 1];
                (numeral.value.neg(), Some(numeral.value.clone()), sign.start)
            }
            None => (numeral.value.clone(), numeral.other().cloned(), token.start),
        };
        let mut mention = NumberMention {
            token: at,
            value,
            // Accountants write negative numbers in brackets.
            other: other.or_else(|| self.is_alone_in_brackets(at).then(|| numeral.value.neg())),
            is_decimal: numeral.decimal,
            form: numeral.form(),
            role,
            statement: StatementKind::None,
            line: self.line,
            names: direct.map(|name| (name, NameRelation::Direct)).into_iter().collect(),
            operations_by_value: Vec::new(),
            operation_by_name: None,
            leads_to: None,
            span: start as usize..token.end as usize,
        };
        self.names_before(at, &mut mention);
        self.names_after(at, &mut mention);
        sort_by_link(&mut mention.names);
        if role == Role::Result {
            self.since = at + 1;
        }
        self.out.push(mention);
    }

    /// Returns whether a sign of equality that is not an arrow is before a term.
    fn is_equal_sign_before(&self, start: usize) -> bool {
        let sign = start.checked_sub(1).and_then(|before| self.tokens.list.get(before));
        sign.is_some_and(|sign| {
            matches!(sign.kind, TokenKind::Equals(_)) && sign.end - sign.start == 1
        })
    }

    /// Returns whether the separator at a token is a dash.
    fn is_dash(&self, at: usize) -> bool {
        let token = self.tokens.list[at];
        token.end - token.start > 1
    }

    /// Returns whether a dash that is not a minus sign follows the token.
    fn is_before_dash(&self, at: usize) -> bool {
        self.kind(at + 1) == Some(TokenKind::Op(Op::Sub)) && self.is_word(at + 2)
    }

    /// Returns whether a word is at a token, so that a dash before it is not a minus sign.
    fn is_word(&self, at: usize) -> bool {
        matches!(
            self.kind(at),
            Some(TokenKind::Word(_) | TokenKind::Name(_) | TokenKind::Equals(Equals::Verb))
        )
    }

    /// Returns the name before a number whose minus sign directly precedes its digits, as in a list
    /// of values: `garden -28`.
    fn signed_after_name(&self, at: usize) -> Option<u16> {
        let [name, sign] = self.tokens.list.get(at.checked_sub(2)?..at)? else { return None };
        let is_tight = sign.end == self.tokens.list[at].start && name.end < sign.start;
        match name.kind {
            TokenKind::Name(name) if is_tight && sign.kind == TokenKind::Op(Op::Sub) => Some(name),
            _ => None,
        }
    }

    fn is_alone_in_brackets(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.kind(before));
        before == Some(TokenKind::Open) && self.kind(at + 1) == Some(TokenKind::Close)
    }

    /// Returns the role of a loose number by the tokens next to it.
    fn role(&self, at: usize) -> Role {
        let before = at.checked_sub(1).and_then(|before| self.kind(before));
        match (before, self.kind(at + 1)) {
            _ if self.is_before_dash(at) => Role::Loose,
            (_, Some(TokenKind::Op(_))) | (Some(TokenKind::Op(_)), _) => Role::Operand,
            (
                Some(TokenKind::Equals(_) | TokenKind::Name(_) | TokenKind::Colon | TokenKind::Bar),
                _,
            ) => Role::Result,
            _ => Role::Loose,
        }
    }

    /// Returns whether the word or sign before a name makes the name an operand: `subtract 12 from
    /// S3`.
    fn is_operand(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.kind(before));
        matches!(before, Some(TokenKind::Op(_) | TokenKind::Word(Word::Joint)))
    }

    /// Returns whether a plain sign of equality or a colon is at a token.
    fn is_equated(&self, at: usize) -> bool {
        let length = self.tokens.list.get(at).map_or(0, |token| token.end - token.start);
        match self.kind(at) {
            Some(TokenKind::Equals(Equals::Sign)) => length == 1,
            kind => kind == Some(TokenKind::Colon),
        }
    }

    fn names_before(&self, at: usize, mention: &mut NumberMention) {
        let mut is_adjacent = true;
        let mut is_announced = false;
        // The count of passed words other than fillers, or `None` after any other token.
        let mut words = Some(0);
        let mut head = None;
        let follows_sign =
            |at: usize| at > 0 && matches!(self.kind(at - 1), Some(TokenKind::Op(_)));
        for before in (self.line_start.max(at.saturating_sub(NAME_TOKENS_BEFORE))..at).rev() {
            match self.tokens.list[before].kind {
                TokenKind::Name(name) => {
                    let is_direct = is_adjacent
                        && !(is_announced && self.tokens.is_last_of_several(before))
                        && (!follows_sign(before) || self.is_equated(before + 1));
                    let link = match words {
                        _ if is_direct => NameRelation::Direct,
                        Some(1..=MAX_WORDS) if !self.is_operand(before) => {
                            NameRelation::WordsBetween
                        }
                        _ => NameRelation::Near,
                    };
                    (is_adjacent, words) = (false, None);
                    if before >= self.since {
                        head = Some(name);
                    }
                    if mention.link(name).is_none() && mention.names.len() < MAX_NAMES {
                        mention.names.push((name, link));
                    }
                }
                TokenKind::Open
                | TokenKind::Box
                | TokenKind::Colon
                | TokenKind::Comma
                | TokenKind::Bar
                | TokenKind::Equals(_)
                | TokenKind::Word(Word::Filler | Word::So) => {
                    is_announced |= self.kind(before) == Some(TokenKind::Equals(Equals::Verb))
                        || self.tokens.is_arrow(before)
                        || self.kind(before) == Some(TokenKind::Colon);
                    words = words.filter(|_| matches!(self.kind(before), Some(TokenKind::Word(_))));
                }
                TokenKind::Word(_) => {
                    is_adjacent = false;
                    words = words.map(|words| words + 1);
                }
                _ => (is_adjacent, words) = (false, None),
            }
        }
        if let Some(head) = head
            && let Some((_, link)) = mention.names.iter_mut().find(|(name, _)| *name == head)
        {
            *link = (*link).min(NameRelation::Head);
        }
    }

    fn names_after(&self, at: usize, mention: &mut NumberMention) {
        for after in at + 1..at + 1 + NAME_TOKENS_AFTER {
            match self.kind(after) {
                Some(TokenKind::Name(name)) => {
                    let begins = matches!(
                        self.kind(after + 1),
                        Some(TokenKind::Equals(Equals::Sign | Equals::Nearly) | TokenKind::Op(_))
                    );
                    if begins {
                        return;
                    }
                    match mention.names.iter_mut().find(|(other, _)| *other == name) {
                        Some((_, link)) => *link = (*link).min(NameRelation::WordsBetween),
                        None => mention.names.push((name, NameRelation::WordsBetween)),
                    }
                    return;
                }
                Some(
                    TokenKind::Close
                    | TokenKind::BoxEnd
                    | TokenKind::Comma
                    | TokenKind::Open
                    | TokenKind::Remark
                    | TokenKind::Equals(_)
                    | TokenKind::Other
                    | TokenKind::Word(_),
                ) => {}
                Some(TokenKind::Semicolon) if after == at + 1 && self.is_dash(after) => {}
                // Skip a dash before words.
                Some(TokenKind::Op(Op::Sub)) if after == at + 1 && self.is_word(after + 1) => {}
                _ => return,
            }
        }
    }
}
