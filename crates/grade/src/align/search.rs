//! The search for the reading of a whole text with the lowest cost.

mod continuations;
mod contradiction;
pub(in crate::align) mod cost;
mod left_out;
mod operations;

use std::collections::{BTreeMap, BTreeSet};

use stepfall_number::Number;
use stepfall_procedure::Step;
use stepfall_text::Status;

use self::continuations::{AllowedValue, Continuation};
use super::mention::{NameRelation, NumberMention, Role};
use crate::claim::WrittenOperation;
use crate::judge::StepVerdict;
use crate::requested_procedure::RequestedProcedure;
use crate::rounding::is_rounding;

/// The number of readings that the search keeps at each step. At most half as many have the same
/// first error. If many first errors occur, the search keeps up to twice the number.
const BEAM_WIDTH: usize = 40;
/// The most numbers after the last taken number that are tried as an error.
const MAX_NUMBERS_AHEAD: usize = 60;
/// The most numbers of the same value after the last taken number that are tried. Of the numbers
/// with the name of a step, twice as many are tried.
const MAX_EQUAL_NUMBERS: usize = 6;

/// The most readings that are compared.
const MAX_ALIGNMENTS: usize = 6;
/// The first limit on the cost of a reading, in hundredths.
const FIRST_COST_LIMIT: u32 = 300;
/// The factor from one limit to the next.
const COST_LIMIT_FACTOR: u32 = 4;

/// The number that a reading takes for a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// The step is not shown.
    Nothing,
    /// The text leaves out the step and uses the previous value in its place.
    Skipped,
    /// The number with this index among all mentions.
    Mention(usize),
}

/// The number and the value that a reading takes for a step.
#[derive(Debug)]
pub(super) struct StepChoice {
    pub(super) choice: Choice,
    pub(super) value: Option<Number>,
    /// The operation that explains the number best.
    pub(super) shown: Option<WrittenOperation>,
}

/// A reading of the whole text: one choice for each step, with the total cost.
#[derive(Debug)]
pub(super) struct Alignment {
    /// The choices for the steps, from the first.
    pub(super) choices: Vec<StepChoice>,
    /// The cost, in hundredths.
    pub(super) cost: u32,
    /// The first step with an error, or 0.
    pub(super) first_error: u16,
    /// The number of steps with an error.
    pub(super) errors: u16,
}

impl Alignment {
    /// Returns the cost without the costs of errors.
    pub(super) fn residue(&self) -> u32 {
        self.cost.saturating_sub(cost::ERROR * u32::from(self.errors))
    }

    /// Returns the value of each step, or `None` for a step that is not shown or was left out.
    pub(super) fn values(&self) -> impl Iterator<Item = Option<&Number>> {
        self.choices.iter().map(|chosen| match chosen.choice {
            Choice::Mention(_) => chosen.value.as_ref(),
            Choice::Nothing | Choice::Skipped => None,
        })
    }
}

/// A value of a reading, with a link to the previous value.
struct Node {
    /// A digest of this value and all before it.
    digest: u64,
    before: Option<usize>,
    value: Option<Number>,
    choice: Choice,
}

#[derive(Clone)]
struct State {
    node: usize,
    cost: u32,
    /// The token of the last number that was taken.
    at: usize,
    /// The first step with an error, or 0.
    first_error: u16,
    /// The number of steps since the last one that is shown.
    hidden: u8,
    /// The number of steps with an error.
    errors: u16,
}

pub(super) struct Search<'a> {
    procedure: &'a RequestedProcedure<'a>,
    mentions: &'a [NumberMention],
    by_value: BTreeMap<&'a Number, Vec<usize>>,
    by_name: BTreeMap<u16, Vec<usize>>,
    /// The number of the last step with a claim, or 0.
    reached: u16,
    /// The value of each step in the statements, if it is correct or inherits an error.
    known: Vec<Option<Number>>,
    nodes: Vec<Node>,
    /// The most that a reading may cost.
    cost_limit: u32,
    /// The numbers that the text assigns to the current step directly, each with the cost of taking
    /// another number.
    stated_numbers: Vec<(usize, u32)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        procedure: &'a RequestedProcedure<'a>,
        mentions: &'a [NumberMention],
        steps: &[StepVerdict],
    ) -> Self {
        let mut by_value: BTreeMap<&Number, Vec<usize>> = BTreeMap::new();
        let mut by_name: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for (at, mention) in mentions.iter().enumerate() {
            by_value.entry(&mention.value).or_default().push(at);
            if let Some(other) = &mention.other {
                by_value.entry(other).or_default().push(at);
            }
            for (name, link) in &mention.names {
                if *link != NameRelation::Near {
                    by_name.entry(*name).or_default().push(at);
                }
            }
        }
        let claimed = steps.iter().filter(|step| step.claim.is_some());
        let reached = claimed.map(|step| step.number).max().unwrap_or(0);
        let is_correct =
            |step: &&StepVerdict| matches!(step.status, Status::Correct | Status::Inherited);
        let value = |step: &StepVerdict| Some(step.claim.as_ref()?.value.clone());
        let known = steps.iter().map(|step| Some(step).filter(is_correct).and_then(value));
        let known = known.collect();
        Self {
            procedure,
            mentions,
            by_value,
            by_name,
            reached,
            known,
            nodes: Vec::new(),
            cost_limit: u32::MAX,
            stated_numbers: Vec::new(),
        }
    }

    /// Returns the reading with the lowest cost in which each step has the value in `only`. A step
    /// with `None` is not shown. `answer` is the first answer.
    pub(super) fn cheapest_with_values(
        &mut self,
        answer: Option<&Number>,
        only: &[Option<Number>],
    ) -> Option<Alignment> {
        // Most readings cost little, and a search with a low limit is short.
        let mut most = FIRST_COST_LIMIT;
        loop {
            match self.run(answer, Some(only), most).into_iter().next() {
                Some(reading) => return Some(reading),
                None if most == u32::MAX => return None,
                None => most = most.saturating_mul(COST_LIMIT_FACTOR),
            }
        }
    }

    /// Returns the readings that cost at most `most`, the cheapest first. Of readings with the same
    /// first error, only the cheapest is returned. `answer` is the first answer. With `only`, each
    /// step has its value from `only`, and a step with `None` is not shown.
    ///
    /// The search drops states that cost more than `most`. Such states rank after all other states,
    /// so a search without the limit finds the same readings.
    pub(super) fn run(
        &mut self,
        answer: Option<&Number>,
        only: Option<&[Option<Number>]>,
        most: u32,
    ) -> Vec<Alignment> {
        self.cost_limit = most;
        self.nodes.clear();
        let mut root = None;
        // A procedure without inputs begins at a node without a value.
        if self.procedure.first() == 1 {
            let (choice, value) = (Choice::Nothing, None);
            self.nodes.push(Node { digest: 0, before: None, value, choice });
            root = Some(0);
        }
        for value in self.procedure.given_inputs() {
            self.nodes.push(Node { digest: 0, before: root, value, choice: Choice::Nothing });
            root = Some(self.nodes.len() - 1);
        }
        let Some(node) = root else { return Vec::new() };
        let first = State { node, cost: 0, at: 0, first_error: 0, hidden: 0, errors: 0 };
        let mut beam = vec![first];
        for number in self.procedure.steps() {
            let allowed = match only
                .map(|only| only[usize::from(number - self.procedure.first())].as_ref())
            {
                None => AllowedValue::Anything,
                Some(None) => AllowedValue::Nothing,
                Some(Some(value)) => AllowedValue::Value(value),
            };
            beam = self.step(number, &beam, allowed);
            if beam.is_empty() {
                return Vec::new();
            }
        }
        let left_out =
            |state| self.omission_cost(&mut self.following_numbers(state), usize::MAX, u32::MAX);
        let ends: Vec<u32> = beam.iter().map(left_out).collect();
        for (state, left_out) in beam.iter_mut().zip(ends) {
            state.cost += left_out;
            if !fits(self.procedure, answer, self.nodes[state.node].value.as_ref()) {
                state.cost += cost::OTHER_ANSWER;
                if is_shown_after(self.mentions, answer, state.at) {
                    state.cost += cost::ANSWER_LEFT_OUT;
                }
            }
        }
        beam.sort_by_key(|state| (state.cost, state.first_error));
        let mut firsts = BTreeSet::new();
        beam.retain(|state| state.cost <= most && firsts.insert(state.first_error));
        beam.iter().take(MAX_ALIGNMENTS).filter_map(|state| self.reading(state)).collect()
    }

    /// Returns the reading that ends with a state.
    fn reading(
        &self,
        &State { node, cost, first_error: first, errors, .. }: &State,
    ) -> Option<Alignment> {
        let mut choices = Vec::with_capacity(self.procedure.item.procedure.steps.len());
        let mut node = node;
        for number in self.procedure.steps().rev() {
            let Node { before, value, choice, .. } = &self.nodes[node];
            let before = (*before)?;
            let shown = match choice {
                Choice::Mention(at) => self
                    .best_operation(before, number, &self.mentions[*at])
                    .or_else(|| self.infer_operation(before, number, *at, value.as_ref()?)),
                Choice::Nothing | Choice::Skipped => None,
            };
            choices.push(StepChoice { choice: *choice, value: value.clone(), shown });
            node = before;
        }
        choices.reverse();
        Some(Alignment { choices, cost, first_error: first, errors })
    }

    /// Returns the value of step `number`, where `node` is the value of step `latest`.
    fn value(&self, node: usize, latest: u16, number: u16) -> Option<&Number> {
        let mut at = node;
        for _ in number..latest {
            at = self.nodes[at].before?;
        }
        self.nodes[at].value.as_ref()
    }

    fn operands(&self, node: usize, number: u16, step: Step) -> Option<(Number, Number)> {
        if let Some([left, right]) = self.procedure.printed_operands(number) {
            return Some((left.clone(), right.clone()));
        }
        let value = |operand: stepfall_procedure::Operand| match operand {
            stepfall_procedure::Operand::Value(reference) => {
                self.value(node, number - 1, reference).cloned()
            }
            stepfall_procedure::Operand::Constant(constant) => Some(constant.number()),
        };
        Some((value(step.left)?, value(step.right)?))
    }

    fn step(&mut self, number: u16, beam: &[State], allowed: AllowedValue<'_>) -> Vec<State> {
        self.stated_numbers = self.stated_numbers_of(number);
        let mut next: Vec<(State, Continuation)> = Vec::new();
        for state in beam {
            for option in self.options(number, state, allowed) {
                let first = if state.first_error == 0 && option.is_error {
                    number
                } else {
                    state.first_error
                };
                let is_shown = matches!(option.choice, Choice::Mention(_));
                let state = State {
                    node: state.node,
                    cost: state.cost + option.cost,
                    at: option.at,
                    first_error: first,
                    errors: state.errors + u16::from(option.is_error),
                    hidden: if is_shown { 0 } else { state.hidden.saturating_add(1) },
                };
                next.push((state, option));
            }
        }
        next.sort_by_key(|(state, _)| (state.cost, state.first_error, state.at));
        let mut next_beam: Vec<State> = Vec::with_capacity(BEAM_WIDTH);
        let mut classes: Vec<(u16, usize)> = Vec::new();
        let mut seen: BTreeSet<(u16, usize, u64)> = BTreeSet::new();
        for (state, option) in next {
            // A state at the same token with the same values and a higher cost is redundant.
            let digest = digest(self.nodes[state.node].digest, option.value.as_ref());
            if !seen.insert((state.first_error, state.at, digest)) {
                continue;
            }
            let known = classes.iter().position(|(first, _)| *first == state.first_error);
            let place = known.unwrap_or(classes.len());
            if known.is_none() {
                classes.push((state.first_error, 0));
            }
            let class = &mut classes[place].1;
            if *class >= BEAM_WIDTH / 2 || (next_beam.len() >= BEAM_WIDTH && *class >= 2) {
                continue;
            }
            *class += 1;
            self.nodes.push(Node {
                digest,
                before: Some(state.node),
                value: option.value,
                choice: option.choice,
            });
            next_beam.push(State { node: self.nodes.len() - 1, ..state });
            if next_beam.len() >= BEAM_WIDTH * 2 {
                break;
            }
        }
        next_beam
    }
}

/// Returns whether the first answer follows from the last value. Returns `true` without an answer.
pub(super) fn fits(
    procedure: &RequestedProcedure<'_>,
    answer: Option<&Number>,
    last: Option<&Number>,
) -> bool {
    match (answer, last) {
        (Some(answer), Some(last)) => {
            procedure.answer_of(last) == *answer || is_rounding(answer, &procedure.answer_of(last))
        }
        (None, _) => true,
        (Some(_), None) => false,
    }
}

/// Returns whether the answer appears as a value after a token.
fn is_shown_after(mentions: &[NumberMention], answer: Option<&Number>, at: usize) -> bool {
    let mut after = mentions.iter().rev().take_while(|mention| mention.token > at);
    after.any(|mention| mention.role != Role::Operand && Some(&mention.value) == answer)
}

/// Returns the FNV-1a digest of a value and of all values before it. The digest is the same on
/// every machine.
fn digest(before: u64, value: Option<&Number>) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    let add = |digest: u64, byte: u8| (digest ^ u64::from(byte)).wrapping_mul(PRIME);
    let add_all =
        |digest: u64, bytes: &[u8]| bytes.iter().fold(digest, |sum, byte| add(sum, *byte));
    let Some(value) = value else { return add(before, 0) };
    match value.to_i64() {
        Some(small) => add_all(add(before, 1), &small.to_le_bytes()),
        None => add_all(add(before, 2), value.to_string().as_bytes()),
    }
}
