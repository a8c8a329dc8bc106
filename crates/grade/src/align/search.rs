//! The search for the reading of a whole text that leaves the least to explain.

use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Op, Step};
use stepfall_text::Status;

use super::mention::{Link, Mention, Role, Statement};
use crate::claim::{Expression, Written};
use crate::judge::StepVerdict;
use crate::plan::Plan;
use crate::rounding::is_rounding;

/// How many readings are kept at each step.
const BEAM: usize = 40;
/// How many numbers after the last that was taken are looked at for a fault.
const WINDOW: usize = 60;
/// How many of these may be taken without a name and without an operation.
const NAMELESS: usize = 5;
/// How many numbers of the same value, or with the same name, are looked at.
const ALIKE: usize = 6;

/// How many readings are compared.
const READINGS: usize = 6;
/// What a reading is first supposed to have to explain at most, in hundredths, and how many times as much next.
const LITTLE: u32 = 300;
const MORE: u32 = 4;

/// How far after a number it may be mended, in tokens.
const MENDING: usize = 40;
/// Among how many values a number is looked for that is only recalled.
const RECENT: usize = 8;

/// Among how many numbers before a value one is looked for that explains it in the place of an operand.
const SUPPOSED: usize = 6;

/// Costs, in hundredths: what a reading has to explain.
pub(in crate::align) mod cost {
    pub(in crate::align) const NOT_SHOWN: u32 = 110;
    pub(in crate::align) const NOT_SHOWN_EITHER: u32 = 75;
    pub(in crate::align) const FAR_FROM_SHOWN: u32 = 5;
    pub(in crate::align) const SKIPPED: u32 = 340;
    pub(in crate::align) const FAULT: u32 = 300;
    pub(in crate::align) const NO_VALUE: u32 = 400;
    pub(in crate::align) const CONTRADICTED: u32 = 600;
    pub(in crate::align) const RECOVERED: u32 = 120;
    pub(in crate::align) const MISREAD: u32 = 260;
    pub(in crate::align) const MISCOUNTED: u32 = 90;
    pub(in crate::align) const KNOWN: u32 = 200;
    pub(in crate::align) const CORRECTED: u32 = 40;
    pub(in crate::align) const BACKWARDS: u32 = 60;
    pub(in crate::align) const LEFT_OUT: u32 = 34;
    pub(in crate::align) const PASSED_OVER: u32 = 18;
    pub(in crate::align) const ROUNDED: u32 = 60;
    pub(in crate::align) const NEARLY: u32 = 25;
    pub(in crate::align) const FROM_ELSEWHERE: u32 = 150;
    pub(in crate::align) const LEADS_ON: u32 = 75;
    pub(in crate::align) const OTHER_ANSWER: u32 = 320;
    pub(in crate::align) const ANSWER_LEFT_OUT: u32 = 100;
}

/// What a reading takes for the value of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// It is not shown.
    Nothing,
    /// It was left out, and the value before stands in its place.
    Skipped,
    /// The number with this place among all.
    Mention(usize),
}

/// What a reading takes for a step.
#[derive(Debug)]
pub(super) struct StepChoice {
    pub(super) choice: Choice,
    pub(super) value: Option<Number>,
    /// Of the operations that are written with the number, the one that explains it best.
    pub(super) shown: Option<Expression>,
}

/// The reading with the least to explain.
#[derive(Debug)]
pub(super) struct Reading {
    /// For each step, from the first.
    pub(super) choices: Vec<StepChoice>,
    /// What it has to explain.
    pub(super) cost: u32,
    /// The first step that is at fault; 0 where none is.
    pub(super) first: u16,
    /// How many steps are at fault.
    pub(super) faults: u16,
}

impl Reading {
    /// What it has to explain beside its faults.
    pub(super) fn residue(&self) -> u32 {
        self.cost.saturating_sub(cost::FAULT * u32::from(self.faults))
    }

    /// What each step is read to come to, where that is written.
    pub(super) fn values(&self) -> impl Iterator<Item = Option<&Number>> {
        self.choices.iter().map(|chosen| match chosen.choice {
            Choice::Mention(_) => chosen.value.as_ref(),
            Choice::Nothing | Choice::Skipped => None,
        })
    }
}

/// A value of a reading, with where it came from.
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
    /// The first step that is at fault; 0 where none is.
    first: u16,
    /// How many steps before were not shown.
    hidden: u8,
    /// How many steps are at fault.
    faults: u16,
}

/// What a step is asked to have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked<'a> {
    Anything,
    /// No number of the text.
    Nothing,
    Value(&'a Number),
}

/// One way to go on with a state.
struct Way {
    value: Option<Number>,
    choice: Choice,
    cost: u32,
    at: usize,
    is_fault: bool,
}

/// The ways to go on with a state that are found.
struct Ways<'a> {
    asked: Asked<'a>,
    /// What a way may cost at most.
    left: u32,
    /// Whether there is one that is asked for, whatever it costs.
    found: bool,
    list: Vec<Way>,
}

impl Asked<'_> {
    /// Whether this value is asked for and no other.
    fn is_for(self, value: Option<&Number>) -> bool {
        matches!(self, Asked::Value(asked) if Some(asked) == value)
    }
}

impl Ways<'_> {
    /// Whether it is asked for that a number is this value of a step.
    fn asks_for(&mut self, mention: &Mention, value: &Number) -> bool {
        let asks = match self.asked {
            Asked::Anything => true,
            Asked::Nothing => false,
            Asked::Value(asked) => value == asked || mention.value == *asked,
        };
        self.found |= asks;
        asks
    }

    fn push(&mut self, way: Way) {
        if way.cost <= self.left {
            self.list.push(way);
        }
    }
}

/// What a number is held against.
struct Place<'a> {
    number: u16,
    step: Step,
    state: &'a State,
    operands: Option<&'a (Number, Number)>,
    ahead: Ahead<'a>,
}

/// The numbers after a state.
struct Ahead<'a> {
    /// The place of the first.
    from: usize,
    /// The last values of the state, which explain a number.
    recent: [Option<&'a Number>; RECENT],
    /// What it costs to leave out so many, as far as that was asked.
    sums: Vec<u32>,
}

pub(super) struct Search<'a> {
    plan: &'a Plan<'a>,
    mentions: &'a [Mention],
    by_value: BTreeMap<&'a Number, Vec<usize>>,
    by_name: BTreeMap<u16, Vec<usize>>,
    /// The last step that a statement is about.
    reached: u16,
    /// What each step is in what was read statement by statement, where that is right.
    known: Vec<Option<Number>>,
    nodes: Vec<Node>,
    /// What a reading may have to explain at most.
    most: u32,
    /// The numbers that the text gives a step directly, each with what it costs to take another.
    said: Vec<(usize, u32)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, mentions: &'a [Mention], steps: &[StepVerdict]) -> Self {
        let mut by_value: BTreeMap<&Number, Vec<usize>> = BTreeMap::new();
        let mut by_name: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for (at, mention) in mentions.iter().enumerate() {
            by_value.entry(&mention.value).or_default().push(at);
            if let Some(other) = &mention.other {
                by_value.entry(other).or_default().push(at);
            }
            for (name, link) in &mention.names {
                if *link != Link::Near {
                    by_name.entry(*name).or_default().push(at);
                }
            }
        }
        let claimed = steps.iter().filter(|step| step.claim.is_some());
        let reached = claimed.map(|step| step.number).max().unwrap_or(0);
        let is_right =
            |step: &&StepVerdict| matches!(step.status, Status::Right | Status::Inherited);
        let value = |step: &StepVerdict| Some(step.claim.as_ref()?.value.clone());
        let known = steps.iter().map(|step| Some(step).filter(is_right).and_then(value));
        let known = known.collect();
        Self {
            plan,
            mentions,
            by_value,
            by_name,
            reached,
            known,
            nodes: Vec::new(),
            most: u32::MAX,
            said: Vec::new(),
        }
    }

    /// The reading with the least to explain among those in which each step has this value, or is not shown where there is none; `answer` is the first answer.
    pub(super) fn own(
        &mut self,
        answer: Option<&Number>,
        only: &[Option<Number>],
    ) -> Option<Reading> {
        // Most have little to explain, and a search for little is short.
        let mut most = LITTLE;
        loop {
            match self.run(answer, Some(only), most).into_iter().next() {
                Some(reading) => return Some(reading),
                None if most == u32::MAX => return None,
                None => most = most.saturating_mul(MORE),
            }
        }
    }

    /// The readings that have no more than `most` to explain, the best first, of those with the same first fault only the best; `answer` is the first
    /// answer. With `only`, among those in which each step has this value, or is not shown where there is none.
    ///
    /// What is left out of the search for `most` costs more than all that is kept for it, so that it finds what a search without a bound finds.
    pub(super) fn run(
        &mut self,
        answer: Option<&Number>,
        only: Option<&[Option<Number>]>,
        most: u32,
    ) -> Vec<Reading> {
        self.most = most;
        self.nodes.clear();
        let mut root = None;
        for value in &self.plan.truth[..2] {
            self.nodes.push(Node {
                digest: 0,
                before: root,
                value: Some(value.clone()),
                choice: Choice::Nothing,
            });
            root = Some(self.nodes.len() - 1);
        }
        let Some(node) = root else { return Vec::new() };
        let first = State { node, cost: 0, at: 0, first: 0, hidden: 0, faults: 0 };
        let mut beam = vec![first];
        for number in 3..=self.plan.last() {
            let asked = match only.map(|only| only[usize::from(number) - 3].as_ref()) {
                None => Asked::Anything,
                Some(None) => Asked::Nothing,
                Some(Some(value)) => Asked::Value(value),
            };
            beam = self.step(number, &beam, asked);
            if beam.is_empty() {
                return Vec::new();
            }
        }
        let left_out = |state| self.left_out(&mut self.ahead(state), usize::MAX, u32::MAX);
        let ends: Vec<u32> = beam.iter().map(left_out).collect();
        for (state, left_out) in beam.iter_mut().zip(ends) {
            state.cost += left_out;
            if !fits(self.plan, answer, self.nodes[state.node].value.as_ref()) {
                state.cost += cost::OTHER_ANSWER;
                if is_shown_after(self.mentions, answer, state.at) {
                    state.cost += cost::ANSWER_LEFT_OUT;
                }
            }
        }
        beam.sort_by_key(|state| (state.cost, state.first));
        let mut firsts = BTreeSet::new();
        beam.retain(|state| state.cost <= most && firsts.insert(state.first));
        beam.iter().take(READINGS).filter_map(|state| self.reading(state)).collect()
    }

    /// The reading that ends with a state.
    fn reading(&self, &State { node, cost, first, faults, .. }: &State) -> Option<Reading> {
        let mut choices = Vec::with_capacity(usize::from(self.plan.last()) - 2);
        let mut node = node;
        for number in (3..=self.plan.last()).rev() {
            let Node { before, value, choice, .. } = &self.nodes[node];
            let before = (*before)?;
            let shown = match choice {
                Choice::Mention(at) => self
                    .explains(before, number, &self.mentions[*at])
                    .or_else(|| self.supposed(before, number, *at, value.as_ref()?)),
                Choice::Nothing | Choice::Skipped => None,
            };
            choices.push(StepChoice { choice: *choice, value: value.clone(), shown });
            node = before;
        }
        choices.reverse();
        Some(Reading { choices, cost, first, faults })
    }

    /// The value with a number, where `node` is the value with the number `latest`.
    fn value(&self, node: usize, latest: u16, number: u16) -> Option<&Number> {
        let mut at = node;
        for _ in number..latest {
            at = self.nodes[at].before?;
        }
        self.nodes[at].value.as_ref()
    }

    fn operands(&self, node: usize, number: u16, step: Step) -> Option<(Number, Number)> {
        let value = |operand: stepfall_procedure::Operand| match operand {
            stepfall_procedure::Operand::Value(reference) => {
                self.value(node, number - 1, reference).cloned()
            }
            stepfall_procedure::Operand::Constant(constant) => {
                Some(Number::integer(i64::from(constant)))
            }
        };
        Some((value(step.left)?, value(step.right)?))
    }

    fn step(&mut self, number: u16, beam: &[State], asked: Asked<'_>) -> Vec<State> {
        self.said = self.said_of(number);
        let mut next: Vec<(State, Way)> = Vec::new();
        for state in beam {
            for option in self.options(number, state, asked) {
                let first = if state.first == 0 && option.is_fault { number } else { state.first };
                let shown = matches!(option.choice, Choice::Mention(_));
                let state = State {
                    node: state.node,
                    cost: state.cost + option.cost,
                    at: option.at,
                    first,
                    faults: state.faults + u16::from(option.is_fault),
                    hidden: if shown { 0 } else { state.hidden.saturating_add(1) },
                };
                next.push((state, option));
            }
        }
        next.sort_by_key(|(state, _)| (state.cost, state.first, state.at));
        let mut kept: Vec<State> = Vec::with_capacity(BEAM);
        let mut classes: Vec<(u16, usize)> = Vec::new();
        let mut seen: BTreeSet<(u16, usize, u64)> = BTreeSet::new();
        for (state, option) in next {
            // Whoever is at the same place with the same values at a higher cost has nothing more to give.
            let digest = digest(self.nodes[state.node].digest, option.value.as_ref());
            if !seen.insert((state.first, state.at, digest)) {
                continue;
            }
            let known = classes.iter().position(|(first, _)| *first == state.first);
            let place = known.unwrap_or(classes.len());
            if known.is_none() {
                classes.push((state.first, 0));
            }
            let class = &mut classes[place].1;
            if *class >= BEAM / 2 || (kept.len() >= BEAM && *class >= 2) {
                continue;
            }
            *class += 1;
            self.nodes.push(Node {
                digest,
                before: Some(state.node),
                value: option.value,
                choice: option.choice,
            });
            kept.push(State { node: self.nodes.len() - 1, ..state });
            if kept.len() >= BEAM * 2 {
                break;
            }
        }
        kept
    }

    /// The ways to go on.
    fn options(&self, number: u16, state: &State, asked: Asked<'_>) -> Vec<Way> {
        let step = self.plan.step(number);
        let operands = match self.plan.source(number) {
            Some(_) => None,
            None => self.operands(state.node, number, step),
        };
        let followed = match self.plan.source(number) {
            Some(source) => self.value(state.node, number - 1, source).cloned(),
            None => operands.as_ref().and_then(|(left, right)| self.plan.apply(step, left, right)),
        };
        let mut ways = Ways { asked, left: self.most - state.cost, found: false, list: Vec::new() };
        if !matches!(asked, Asked::Value(_)) {
            self.hide(number, state, operands.as_ref(), followed.as_ref(), &mut ways);
        }
        if asked != Asked::Nothing {
            let mut place = Place {
                number,
                step,
                state,
                operands: operands.as_ref(),
                ahead: self.ahead(state),
            };
            if let Some(followed) = &followed {
                self.matches(&mut place, followed, &mut ways);
            }
            self.faults(&mut place, followed.as_ref(), &mut ways);
        }
        if !matches!(asked, Asked::Value(_)) {
            self.skip(number, state, operands.as_ref(), followed.as_ref(), &mut ways);
        }
        if let (Asked::Value(value), false) = (asked, ways.found) {
            ways.push(Way {
                value: Some(value.clone()),
                choice: Choice::Nothing,
                cost: cost::FAULT + cost::MISREAD,
                at: state.at,
                is_fault: true,
            });
        }
        ways.list
    }

    /// The way on which the step is not shown.
    fn hide(
        &self,
        number: u16,
        state: &State,
        operands: Option<&(Number, Number)>,
        followed: Option<&Number>,
        ways: &mut Ways<'_>,
    ) {
        let hidden = match state.hidden {
            0 => cost::NOT_SHOWN,
            _ if number <= self.reached || self.is_going_on(state.at) => cost::NOT_SHOWN_EITHER,
            _ => cost::FAR_FROM_SHOWN,
        };
        let no_value = if followed.is_none() { cost::NO_VALUE } else { 0 };
        let known = if self.known[usize::from(number) - 3].is_some() { cost::KNOWN } else { 0 };
        let total = hidden + no_value + known;
        if total > ways.left {
            return;
        }
        ways.push(Way {
            cost: total + self.contradicted(number, operands, followed),
            value: followed.cloned(),
            choice: Choice::Nothing,
            at: state.at,
            is_fault: false,
        });
    }

    /// The way on which the step was left out and the value before stands in its place.
    fn skip(
        &self,
        number: u16,
        state: &State,
        operands: Option<&(Number, Number)>,
        followed: Option<&Number>,
        ways: &mut Ways<'_>,
    ) {
        let previous = self.nodes[state.node].value.as_ref();
        if number > 3 && previous.is_some() && previous != followed && cost::SKIPPED <= ways.left {
            ways.push(Way {
                cost: cost::SKIPPED + self.contradicted(number, operands, None),
                value: previous.cloned(),
                choice: Choice::Skipped,
                at: state.at,
                is_fault: true,
            });
        }
    }

    /// Numbers that are what follows.
    fn matches(&self, place: &mut Place<'_>, followed: &Number, ways: &mut Ways<'_>) {
        let Place { number, state, .. } = *place;
        if let Some(same) = self.by_value.get(followed) {
            let from = same.partition_point(|at| self.mentions[*at].token <= state.at);
            for at in same[from..].iter().take(ALIKE).chain(same[..from].iter().rev().take(2)) {
                self.take(place, *at, 0, followed, false, ways);
            }
        }
        let truth = &self.plan.truth[usize::from(number) - 1];
        if truth != followed
            && let Some(same) = self.by_value.get(truth)
        {
            let is_named = |at: &&usize| {
                matches!(self.mentions[**at].link(number), Some(Link::Direct | Link::Read))
            };
            for at in same.iter().filter(is_named).take(2) {
                self.take(place, *at, cost::RECOVERED, truth, false, ways);
            }
        }
        let is_approximated = !matches!(
            self.plan.arithmetic(),
            Arithmetic::Decimal { .. } | Arithmetic::Modular { .. }
        );
        if followed.is_integer() || !is_approximated {
            return;
        }
        let integers = matches!(self.plan.arithmetic(), Arithmetic::Integer);
        let named = self.by_name.get(&number).into_iter().flatten().take(ALIKE * 2).copied();
        let next = place.ahead.from;
        let near = next..self.mentions.len().min(next + ALIKE);
        for at in named.chain(near) {
            let mention = &self.mentions[at];
            if (mention.is_decimal || integers)
                && mention.role != Role::Operand
                && is_rounding(&mention.value, followed)
            {
                self.take(place, at, cost::NEARLY, followed, false, ways);
                // Or the work goes on with what was rounded, which whole numbers that come out uneven leave no other way than.
                let rounded = if integers { cost::NEARLY } else { cost::ROUNDED };
                self.take(place, at, rounded, &mention.value, !integers, ways);
            }
        }
    }

    /// The way on which a number is the value of a step.
    fn take(
        &self,
        place: &mut Place<'_>,
        at: usize,
        extra: u32,
        value: &Number,
        is_fault: bool,
        ways: &mut Ways<'_>,
    ) {
        let Place { number, step, state, operands, .. } = *place;
        let mention = &self.mentions[at];
        if !ways.asks_for(mention, value) {
            return;
        }
        let is_back = mention.token < state.at;
        let of_role = match mention.role {
            Role::Result => 0,
            Role::Loose => 20,
            Role::Operand => 100,
        };
        let leads_on = |to: &Number| {
            let settled = self.plan.settled(to);
            to != value && settled.as_ref() != Some(value) && !is_rounding(to, value)
        };
        let on = if mention.leads_to.as_ref().is_some_and(leads_on) { cost::LEADS_ON } else { 0 };
        let mut total = extra + of_role + on + if is_back { cost::BACKWARDS } else { 0 };
        if total > ways.left {
            return;
        }
        let is_shown =
            operands.is_some_and(|operands| self.shown(mention, step, operands) == Some(0));
        let distance = self.distance(mention, number, step);
        total += if is_shown { distance.min(5) } else { distance };
        if !is_back {
            total += self.left_out(&mut place.ahead, at, ways.left);
        }
        if total > ways.left {
            return;
        }
        total += self.contradicted(number, operands, Some(value));
        ways.push(Way {
            value: Some(value.clone()),
            choice: Choice::Mention(at),
            cost: total,
            at: if is_back { state.at } else { mention.token },
            is_fault,
        });
    }

    /// How little a number has to do with a step by its names.
    fn distance(&self, mention: &Mention, number: u16, step: Step) -> u32 {
        match mention.link(number) {
            Some(Link::Direct | Link::Read) => return 0,
            Some(Link::Head) => return 10,
            Some(Link::After) => return 15,
            Some(Link::Near) => return 40,
            None => {}
        }
        let operand = |name: u16| {
            step.references().any(|reference| reference == name) || name > self.plan.last()
        };
        let others = mention.names.iter().filter(|(name, _)| !operand(*name));
        let closest = others.map(|(_, link)| *link).min();
        match closest {
            None => 15,
            Some(Link::Near) => 50,
            Some(Link::After) => 90,
            Some(Link::Head) => 100,
            Some(Link::Read) if mention.statement == Statement::Unnamed => 40,
            Some(Link::Read) => 120,
            Some(Link::Direct) => 200,
        }
    }

    /// The numbers that the text gives a step directly, each with what it costs to take another.
    fn said_of(&self, number: u16) -> Vec<(usize, u32)> {
        let said = |at: &usize| {
            let mention = &self.mentions[*at];
            let cost = match mention.link(number) {
                Some(Link::Direct) if mention.role == Role::Result => cost::CONTRADICTED,
                Some(Link::Read) if mention.statement == Statement::Plain => cost::CONTRADICTED,
                Some(Link::Read) if mention.statement == Statement::Unnamed => cost::MISCOUNTED,
                Some(Link::Read) => cost::MISREAD,
                _ => return None,
            };
            Some((*at, cost))
        };
        let named = self.by_name.get(&number).into_iter().flatten();
        named.take(ALIKE * 2).filter_map(said).collect()
    }

    /// What it costs that the text gives a step directly another value than this.
    fn contradicted(
        &self,
        number: u16,
        operands: Option<&(Number, Number)>,
        value: Option<&Number>,
    ) -> u32 {
        let known = self.known[usize::from(number) - 3].as_ref();
        let mut other = if known.is_some() && known != value { cost::KNOWN } else { 0 };
        let mut total = 0;
        for (at, said) in &self.said {
            let mention = &self.mentions[*at];
            if self.is_same(mention, value) || self.is_made_of(mention, number, value) {
                continue;
            }
            let is_mended = value.is_some_and(|value| self.is_mended(*at, number, operands, value));
            if is_mended && known == Some(&mention.value) {
                other = 0;
            }
            total = total.max(if is_mended { cost::CORRECTED } else { *said });
        }
        total.max(other)
    }

    /// Whether a number comes from the value of a step, and another step that takes it is spoken of.
    fn is_made_of(&self, mention: &Mention, number: u16, value: Option<&Number>) -> bool {
        let Some(value) = value else { return false };
        let mut made = mention.shown.iter().filter(|shown| shown.takes(value));
        let is_spoken_of = |op: Op| {
            let later = mention.names.iter().filter(|(name, _)| *name > number);
            let mut steps = later.filter_map(|(name, _)| self.plan.find_step(*name));
            steps.any(|step| step.op == op || step.references().any(|taken| taken == number))
        };
        made.any(|shown| is_spoken_of(shown.op))
    }

    /// Whether a number stands for a value: equal, nearly, or before it is reduced.
    fn is_same(&self, mention: &Mention, value: Option<&Number>) -> bool {
        let Some(value) = value else { return false };
        let is_modular = matches!(self.plan.arithmetic(), Arithmetic::Modular { .. });
        mention.value == *value
            || mention.other.as_ref() == Some(value)
            || (is_modular && self.plan.settled(&mention.value).as_ref() == Some(value))
            || (mention.is_decimal && is_rounding(&mention.value, value))
    }

    /// Whether the value stands in the same line as a number, or is given to the step later, by its name or as what its operation comes to.
    fn is_mended(
        &self,
        at: usize,
        number: u16,
        operands: Option<&(Number, Number)>,
        value: &Number,
    ) -> bool {
        let contradicted = &self.mentions[at];
        let named = self.by_name.get(&number).into_iter().flatten().take(ALIKE * 2);
        let is_rounded = |other: &Mention| {
            other.link(number) == Some(Link::Direct) && other.role == Role::Result
        };
        if !value.is_integer()
            && named
                .map(|other| &self.mentions[*other])
                .any(|other| is_rounded(other) && self.is_same(other, Some(value)))
        {
            return true;
        }
        let Some(same) = self.by_value.get(value) else { return false };
        let step = self.plan.step(number);
        let from = same.partition_point(|other| self.mentions[*other].line < contradicted.line);
        same[from..].iter().take(ALIKE).any(|other| {
            let other = &self.mentions[*other];
            let is_after = (1..=MENDING).contains(&other.token.saturating_sub(contradicted.token));
            if other.is_of_another(number) {
                return false;
            }
            let is_named = other.link(number).is_some_and(|link| link != Link::Near);
            let is_shown =
                || operands.is_some_and(|operands| self.shown(other, step, operands) == Some(0));
            (other.line == contradicted.line && is_after)
                || (other.role == Role::Result && (is_named || is_shown()))
        })
    }

    /// What stands after a state.
    fn ahead(&self, state: &State) -> Ahead<'_> {
        let from = self.mentions.partition_point(|mention| mention.token <= state.at);
        let mut recent = [None; RECENT];
        let mut at = Some(state.node);
        for value in &mut recent {
            let Some(node) = at else { break };
            *value = self.nodes[node].value.as_ref();
            at = self.nodes[node].before;
        }
        Ahead { from, recent, sums: Vec::new() }
    }

    /// What it costs that numbers are left out before the one with this place, that nothing before explains; where that is more than `most`, only that it is.
    fn left_out(&self, ahead: &mut Ahead<'_>, until: usize, most: u32) -> u32 {
        let count = until.min(self.mentions.len()).saturating_sub(ahead.from).min(WINDOW);
        if let Some(sum) = ahead.sums.get(count) {
            return *sum;
        }
        let mut sum = ahead.sums.last().copied().unwrap_or(0);
        if ahead.sums.is_empty() {
            ahead.sums.push(0);
        }
        while ahead.sums.len() <= count && sum <= most {
            let mention = &self.mentions[ahead.from + ahead.sums.len() - 1];
            let cost = match mention.role {
                Role::Result => cost::LEFT_OUT,
                Role::Loose => cost::PASSED_OVER,
                Role::Operand => 0,
            };
            if cost > 0 && !self.is_recent(ahead, &mention.value) {
                sum += cost;
            }
            ahead.sums.push(sum);
        }
        sum
    }

    /// Whether one of the last values is this, as it is or once it is reduced or rounded.
    fn is_recent(&self, ahead: &Ahead<'_>, value: &Number) -> bool {
        let settled = || self.plan.settled(value);
        ahead.recent.contains(&Some(value))
            || settled().is_some_and(|settled| ahead.recent.contains(&Some(&settled)))
    }

    /// Whether several numbers come after a place.
    fn is_going_on(&self, at: usize) -> bool {
        let after = self.mentions.iter().rev().take_while(|mention| mention.token > at);
        after.filter(|mention| mention.role != Role::Operand).nth(1).is_some()
    }

    /// Numbers that are not what follows.
    fn faults(&self, place: &mut Place<'_>, followed: Option<&Number>, ways: &mut Ways<'_>) {
        let Place { number, step, state, operands, .. } = *place;
        if cost::FAULT > ways.left || ways.asked.is_for(followed) {
            return;
        }
        let next = place.ahead.from;
        let named = self.by_name.get(&number).map_or(&[][..], Vec::as_slice);
        let named = &named[..named.len().min(ALIKE * 2)];
        let window = next..self.mentions.len().min(next + WINDOW);
        let others = window.filter(|at| !named.contains(at));
        let mut nameless = 0;
        for at in named.iter().copied().chain(others) {
            let mention = &self.mentions[at];
            if mention.role == Role::Operand || followed == Some(&mention.value) {
                continue;
            }
            // What is still to be reduced, and is reduced elsewhere.
            if followed.is_some_and(|followed| {
                self.plan.settled(&mention.value).as_ref() == Some(followed)
                    && self.stands_near(followed, mention.line)
            }) {
                continue;
            }
            let link = mention.link(number);
            let shown = operands.and_then(|operands| self.shown(mention, step, operands));
            let mut total = match (link, shown) {
                (Some(Link::Direct | Link::Read), shown) => shown.unwrap_or(40),
                (Some(Link::After), shown) => 40 + shown.unwrap_or(40),
                (Some(Link::Head), shown) => 50 + shown.unwrap_or(40),
                (_, Some(shown)) => {
                    let distance = self.distance(mention, number, step);
                    20 + shown + distance.saturating_sub(15)
                }
                (Some(Link::Near), None) => 140,
                (None, None) => {
                    nameless += 1;
                    if nameless > NAMELESS {
                        continue;
                    }
                    100 + self.distance(mention, number, step)
                }
            };
            if !ways.asks_for(mention, &mention.value) {
                continue;
            }
            total += if mention.leads_to.is_some() { cost::LEADS_ON } else { 0 };
            total += match (mention.role, link) {
                (Role::Loose, Some(Link::Direct)) => 110,
                (Role::Loose, _) => 30,
                _ => 0,
            };
            let is_back = mention.token < state.at;
            total += if is_back {
                cost::BACKWARDS
            } else {
                self.left_out(&mut place.ahead, at, ways.left)
            };
            total +=
                if self.takes_what_was_said(mention, place) { cost::FROM_ELSEWHERE } else { 0 };
            if cost::FAULT + total > ways.left {
                continue;
            }
            let other = self.contradicted(number, operands, Some(&mention.value));
            ways.push(Way {
                value: Some(mention.value.clone()),
                choice: Choice::Mention(at),
                cost: cost::FAULT + total + other,
                at: if is_back { state.at } else { mention.token },
                is_fault: true,
            });
        }
    }

    /// Whether a value stands as one in a line or the next.
    fn stands_near(&self, value: &Number, line: u32) -> bool {
        let mut same = self.by_value.get(value).into_iter().flatten().map(|at| &self.mentions[*at]);
        same.any(|mention| {
            mention.role != Role::Operand && (line..=line + 1).contains(&mention.line)
        })
    }

    /// Whether the operation that is written with a number takes a value that no step has and that was given before: then the fault is where it was given.
    fn takes_what_was_said(&self, mention: &Mention, place: &Place<'_>) -> bool {
        let Some(operands) = place.operands else { return false };
        if self.shown(mention, place.step, operands) == Some(0) {
            return false;
        }
        let (a, b) = operands;
        let was_said = |value: &Number| {
            let said = self.by_value.get(value).into_iter().flatten();
            let mut said = said.map(|at| &self.mentions[*at]);
            value != a
                && value != b
                && !place.ahead.recent.contains(&Some(value))
                && said.any(|said| said.role != Role::Operand && said.token < mention.token)
        };
        let sides = mention.shown.iter().filter_map(Expression::values);
        sides.into_iter().any(|(left, right)| {
            let is_one = [left == a, right == b, left == b, right == a].contains(&true);
            is_one && (was_said(left) || was_said(right))
        })
    }

    /// The written operation that explains a number best, or the first.
    fn explains(&self, node: usize, number: u16, mention: &Mention) -> Option<Expression> {
        let step = self.plan.step(number);
        let operands = self.operands(node, number, step);
        let departs = |shown: &&Expression| {
            let operands = operands.as_ref()?;
            self.departs(shown, &mention.value, step, operands)
        };
        let best = mention.shown.iter().min_by_key(|shown| departs(shown).unwrap_or(u32::MAX));
        best.cloned()
    }

    /// The operation that explains a value with a number that stands shortly before it in the place of an operand, where the value does not follow.
    fn supposed(&self, node: usize, number: u16, at: usize, value: &Number) -> Option<Expression> {
        let step = self.plan.step(number);
        if self.plan.source(number).is_some() {
            return None;
        }
        let (left, right) = self.operands(node, number, step)?;
        let gives = |left: &Number, right: &Number| {
            self.plan.apply(step, left, right).as_ref() == Some(value)
        };
        if gives(&left, &right) {
            return None;
        }
        let before = self.mentions[..at].iter().rev().take(SUPPOSED);
        let others = before.map(|mention| &mention.value).filter(|other| *other != value);
        let written = |left: &Number, right: &Number| {
            let [left, right] = [left, right].map(|side| Written::Value(side.clone()));
            Expression { op: step.op, left, right }
        };
        others.into_iter().find_map(|other| {
            let is_left = *other != left && gives(other, &right);
            let is_right = *other != right && gives(&left, other);
            match (is_left, is_right) {
                (true, false) => Some(written(other, &right)),
                (false, true) => Some(written(&left, other)),
                _ => None,
            }
        })
    }

    /// How well the operation that is written with a number explains that it is not what follows; nothing where it belongs elsewhere.
    fn shown(&self, mention: &Mention, step: Step, operands: &(Number, Number)) -> Option<u32> {
        let found = mention
            .shown
            .iter()
            .filter_map(|shown| self.departs(shown, &mention.value, step, operands));
        found.min()
    }

    fn departs(
        &self,
        shown: &Expression,
        value: &Number,
        step: Step,
        (a, b): &(Number, Number),
    ) -> Option<u32> {
        let (left, right) = shown.values()?;
        let straight = [left == a, right == b];
        let crossed = [left == b, right == a];
        let same_op = shown.op == step.op;
        let is_pair = straight == [true; 2] || crossed == [true; 2];
        let comes_to = self.plan.apply(Step { op: shown.op, ..step }, left, right);
        let is_sound = comes_to.as_ref() == Some(value);
        if is_pair && same_op {
            return Some(if straight == [true; 2] || !step.op.ordered() { 0 } else { 10 });
        }
        if is_pair {
            return Some(if is_sound { 15 } else { 100 });
        }
        // `a - (-b)` written as `a + b`.
        let exact = |op: Op, left: &Number, right: &Number| {
            self.plan.apply(Step { op, ..step }, left, right)
        };
        if exact(shown.op, left, right) == exact(step.op, a, b) {
            return Some(0);
        }
        let one = straight[0] || straight[1] || ((crossed[0] || crossed[1]) && !step.op.ordered());
        (one && same_op).then_some(if is_sound { 20 } else { 70 })
    }
}

/// Whether the first answer, where there is one, is what a last value leads to.
pub(super) fn fits(plan: &Plan<'_>, answer: Option<&Number>, last: Option<&Number>) -> bool {
    match (answer, last) {
        (Some(answer), Some(last)) => {
            plan.answer_of(last) == *answer || is_rounding(answer, &plan.answer_of(last))
        }
        (None, _) => true,
        (Some(_), None) => false,
    }
}

/// Whether the answer stands as a value after a token.
fn is_shown_after(mentions: &[Mention], answer: Option<&Number>, at: usize) -> bool {
    let mut after = mentions.iter().rev().take_while(|mention| mention.token > at);
    after.any(|mention| mention.role != Role::Operand && Some(&mention.value) == answer)
}

/// A digest of a value after others, the same on every machine.
fn digest(before: u64, value: Option<&Number>) -> u64 {
    let mut hasher = DefaultHasher::new();
    before.hash(&mut hasher);
    value.hash(&mut hasher);
    hasher.finish()
}
