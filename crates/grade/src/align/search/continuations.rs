//! The ways to continue a state with a step: the step is not shown, it was left out, or a number of
//! the text is its value.

use stepfall_number::Number;
use stepfall_procedure::{Arithmetic, Step};

use super::left_out::FollowingNumbers;
use super::{Choice, MAX_EQUAL_NUMBERS, MAX_NUMBERS_AHEAD, Search, State, cost};
use crate::align::mention::{NameRelation, NumberMention, Role, StatementKind};
use crate::rounding::is_rounding;

/// The most numbers without a name and without an operation that are tried as an error.
const MAX_UNNAMED_NUMBERS: usize = 5;

/// Values that a search allows for a step.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AllowedValue<'a> {
    Anything,
    /// No number of the text.
    Nothing,
    Value(&'a Number),
}

/// One way to continue a state.
pub(super) struct Continuation {
    pub(super) value: Option<Number>,
    pub(super) choice: Choice,
    pub(super) cost: u32,
    pub(super) at: usize,
    pub(super) is_error: bool,
}

/// The continuations of a state that were found so far.
struct Continuations<'a> {
    allowed: AllowedValue<'a>,
    /// The most that a continuation may cost.
    left: u32,
    /// True if the text contains an allowed number, whatever the cost of taking it.
    found: bool,
    list: Vec<Continuation>,
}

impl AllowedValue<'_> {
    /// Returns whether only this value is allowed.
    fn is_for(self, value: Option<&Number>) -> bool {
        matches!(self, AllowedValue::Value(allowed) if Some(allowed) == value)
    }
}

impl Continuations<'_> {
    /// Returns whether a search allows this value or the value of the number itself. If so, records
    /// in `found` that the number exists.
    fn allows(&mut self, mention: &NumberMention, value: &Number) -> bool {
        let is_allowed = match self.allowed {
            AllowedValue::Anything => true,
            AllowedValue::Nothing => false,
            AllowedValue::Value(allowed) => value == allowed || mention.value == *allowed,
        };
        self.found |= is_allowed;
        is_allowed
    }

    fn push(&mut self, continuation: Continuation) {
        if continuation.cost <= self.left {
            self.list.push(continuation);
        }
    }
}

/// The context in which a number is compared with a step.
pub(super) struct MatchContext<'a> {
    number: u16,
    pub(super) step: Step,
    state: &'a State,
    pub(super) operands: Option<&'a (Number, Number)>,
    pub(super) ahead: FollowingNumbers<'a>,
}

impl Search<'_> {
    /// Returns the continuations of a state with the step `number`.
    pub(super) fn options(
        &self,
        number: u16,
        state: &State,
        allowed: AllowedValue<'_>,
    ) -> Vec<Continuation> {
        let step = self.procedure.step(number);
        let operands = self.operands(state.node, number, step);
        let step = operands
            .as_ref()
            .map_or(step, |(left, right)| self.procedure.step_for_operands(number, left, right));
        let followed =
            operands.as_ref().and_then(|(left, right)| self.procedure.apply(step, left, right));
        let mut ways = Continuations {
            allowed,
            left: self.cost_limit - state.cost,
            found: false,
            list: Vec::new(),
        };
        if !matches!(allowed, AllowedValue::Value(_)) {
            self.hide(number, state, operands.as_ref(), followed.as_ref(), &mut ways);
        }
        if allowed != AllowedValue::Nothing {
            let mut place = MatchContext {
                number,
                step,
                state,
                operands: operands.as_ref(),
                ahead: self.following_numbers(state),
            };
            if let Some(followed) = &followed {
                self.add_matches(&mut place, followed, &mut ways);
            }
            self.add_errors(&mut place, followed.as_ref(), &mut ways);
        }
        if !matches!(allowed, AllowedValue::Value(_)) {
            self.skip(number, state, operands.as_ref(), followed.as_ref(), &mut ways);
        }
        if let (AllowedValue::Value(value), false) = (allowed, ways.found) {
            ways.push(Continuation {
                value: Some(value.clone()),
                choice: Choice::Nothing,
                cost: cost::ERROR + cost::MISREAD,
                at: state.at,
                is_error: true,
            });
        }
        ways.list
    }

    /// Adds the continuation in which the step is not shown.
    fn hide(
        &self,
        number: u16,
        state: &State,
        operands: Option<&(Number, Number)>,
        followed: Option<&Number>,
        ways: &mut Continuations<'_>,
    ) {
        let hidden = match state.hidden {
            0 => cost::NOT_SHOWN,
            _ if number <= self.reached || self.is_going_on(state.at) => cost::NOT_SHOWN_EITHER,
            _ => cost::FAR_FROM_SHOWN,
        };
        let no_value = if followed.is_none() { cost::NO_VALUE } else { 0 };
        let known = if self.known[usize::from(number - self.procedure.first())].is_some() {
            cost::KNOWN
        } else {
            0
        };
        let total = hidden + no_value + known;
        if total > ways.left {
            return;
        }
        ways.push(Continuation {
            cost: total + self.contradiction_cost(number, operands, followed),
            value: followed.cloned(),
            choice: Choice::Nothing,
            at: state.at,
            is_error: false,
        });
    }

    /// Adds the continuation in which the text leaves out the step and uses the previous value.
    fn skip(
        &self,
        number: u16,
        state: &State,
        operands: Option<&(Number, Number)>,
        followed: Option<&Number>,
        ways: &mut Continuations<'_>,
    ) {
        let previous = self.nodes[state.node].value.as_ref();
        if number > 3 && previous.is_some() && previous != followed && cost::SKIPPED <= ways.left {
            ways.push(Continuation {
                cost: cost::SKIPPED + self.contradiction_cost(number, operands, None),
                value: previous.cloned(),
                choice: Choice::Skipped,
                at: state.at,
                is_error: true,
            });
        }
    }

    /// Adds the numbers that agree, exactly or rounded, with the value that follows from the state.
    /// Also adds numbers that name the step and have its correct value.
    fn add_matches(
        &self,
        place: &mut MatchContext<'_>,
        followed: &Number,
        ways: &mut Continuations<'_>,
    ) {
        let MatchContext { number, state, .. } = *place;
        if let Some(same) = self.by_value.get(followed) {
            let from = same.partition_point(|at| self.mentions[*at].token <= state.at);
            for at in
                same[from..].iter().take(MAX_EQUAL_NUMBERS).chain(same[..from].iter().rev().take(2))
            {
                self.take(place, *at, 0, followed, false, ways);
            }
        }
        let truth = &self.procedure.truth[usize::from(number) - 1];
        if truth != followed
            && let Some(same) = self.by_value.get(truth)
        {
            let is_named = |at: &&usize| {
                matches!(
                    self.mentions[**at].link(number),
                    Some(NameRelation::Direct | NameRelation::Read)
                )
            };
            for at in same.iter().filter(is_named).take(2) {
                self.take(place, *at, cost::RECOVERED, truth, false, ways);
            }
        }
        let is_approximated = !matches!(
            self.procedure.arithmetic(),
            Arithmetic::Decimal { .. } | Arithmetic::Modular { .. }
        );
        if followed.is_integer() || !is_approximated {
            return;
        }
        let integers = matches!(self.procedure.arithmetic(), Arithmetic::Integer);
        let named =
            self.by_name.get(&number).into_iter().flatten().take(MAX_EQUAL_NUMBERS * 2).copied();
        let next = place.ahead.from;
        let near = next..self.mentions.len().min(next + MAX_EQUAL_NUMBERS);
        for at in named.chain(near) {
            let mention = &self.mentions[at];
            if (mention.is_decimal || integers)
                && mention.role != Role::Operand
                && is_rounding(&mention.value, followed)
            {
                self.take(place, at, cost::NEARLY, followed, false, ways);
                // The model may also continue with the rounded number. With whole numbers, an
                // inexact quotient leaves no other choice.
                let rounded = if integers { cost::NEARLY } else { cost::ROUNDED };
                self.take(place, at, rounded, &mention.value, !integers, ways);
            }
        }
    }

    /// Adds the continuation in which a number is the value of a step.
    fn take(
        &self,
        place: &mut MatchContext<'_>,
        at: usize,
        extra: u32,
        value: &Number,
        is_error: bool,
        ways: &mut Continuations<'_>,
    ) {
        let MatchContext { number, step, state, operands, .. } = *place;
        let mention = &self.mentions[at];
        if !ways.allows(mention, value) {
            return;
        }
        let is_back = mention.token < state.at;
        let of_role = match mention.role {
            Role::Result => 0,
            Role::Loose => 20,
            Role::Operand => 100,
        };
        let leads_on = |to: &Number| {
            let settled = self.procedure.rounded_or_reduced(to);
            to != value && settled.as_ref() != Some(value) && !is_rounding(to, value)
        };
        let on = if mention.leads_to.as_ref().is_some_and(leads_on) { cost::LEADS_ON } else { 0 };
        let mut total = extra + of_role + on + if is_back { cost::BACKWARDS } else { 0 };
        if total > ways.left {
            return;
        }
        let is_shown = operands
            .is_some_and(|operands| self.operation_cost(mention, step, operands) == Some(0));
        let distance = self.distance(mention, number, step);
        total += if is_shown { distance.min(5) } else { distance };
        if !is_back {
            total += self.omission_cost(&mut place.ahead, at, ways.left);
        }
        if total > ways.left {
            return;
        }
        total += self.contradiction_cost(number, operands, Some(value));
        ways.push(Continuation {
            value: Some(value.clone()),
            choice: Choice::Mention(at),
            cost: total,
            at: if is_back { state.at } else { mention.token },
            is_error,
        });
    }

    /// Returns the cost of the names near a number: low if they name the step, high if they name
    /// other steps.
    fn distance(&self, mention: &NumberMention, number: u16, step: Step) -> u32 {
        match mention.link(number) {
            Some(NameRelation::Direct | NameRelation::Read) => return 0,
            Some(NameRelation::Head) => return 10,
            Some(NameRelation::WordsBetween) => return 15,
            Some(NameRelation::Near) => return 40,
            None => {}
        }
        let operand = |name: u16| {
            step.references().any(|reference| reference == name) || name > self.procedure.last()
        };
        let others = mention.names.iter().filter(|(name, _)| !operand(*name));
        let closest = others.map(|(_, link)| *link).min();
        match closest {
            None => 15,
            Some(NameRelation::Near) => 50,
            Some(NameRelation::WordsBetween) => 90,
            Some(NameRelation::Head) => 100,
            Some(NameRelation::Read) if mention.statement == StatementKind::Unnamed => 40,
            Some(NameRelation::Read) => 120,
            Some(NameRelation::Direct) => 200,
        }
    }

    /// Adds the numbers that differ from the value that follows from the state, as errors.
    fn add_errors(
        &self,
        place: &mut MatchContext<'_>,
        followed: Option<&Number>,
        ways: &mut Continuations<'_>,
    ) {
        let MatchContext { number, step, state, operands, .. } = *place;
        if cost::ERROR > ways.left || ways.allowed.is_for(followed) {
            return;
        }
        let next = place.ahead.from;
        let named = self.by_name.get(&number).map_or(&[][..], Vec::as_slice);
        let named = &named[..named.len().min(MAX_EQUAL_NUMBERS * 2)];
        let window = next..self.mentions.len().min(next + MAX_NUMBERS_AHEAD);
        let others = window.filter(|at| !named.contains(at));
        let mut nameless = 0;
        for at in named.iter().copied().chain(others) {
            let mention = &self.mentions[at];
            if mention.role == Role::Operand || followed == Some(&mention.value) {
                continue;
            }
            // Skip a number whose reduced or rounded form is nearby: that form counts instead.
            if followed.is_some_and(|followed| {
                self.procedure.rounded_or_reduced(&mention.value).as_ref() == Some(followed)
                    && self.appears_near(followed, mention.line)
            }) {
                continue;
            }
            let link = mention.link(number);
            let shown = operands.and_then(|operands| self.operation_cost(mention, step, operands));
            let mut total = match (link, shown) {
                (Some(NameRelation::Direct | NameRelation::Read), shown) => shown.unwrap_or(40),
                (Some(NameRelation::WordsBetween), shown) => 40 + shown.unwrap_or(40),
                (Some(NameRelation::Head), shown) => 50 + shown.unwrap_or(40),
                (_, Some(shown)) => {
                    let distance = self.distance(mention, number, step);
                    20 + shown + distance.saturating_sub(15)
                }
                (Some(NameRelation::Near), None) => 140,
                (None, None) => {
                    // A number with the value of an input repeats that input and does not count.
                    nameless += usize::from(!self.is_input(&mention.value));
                    if nameless > MAX_UNNAMED_NUMBERS {
                        continue;
                    }
                    100 + self.distance(mention, number, step)
                }
            };
            if !ways.allows(mention, &mention.value) {
                continue;
            }
            total += if mention.leads_to.is_some() { cost::LEADS_ON } else { 0 };
            total += match (mention.role, link) {
                (Role::Loose, Some(NameRelation::Direct)) => 110,
                (Role::Loose, _) => 30,
                _ => 0,
            };
            let is_back = mention.token < state.at;
            total += if is_back {
                cost::BACKWARDS
            } else {
                self.omission_cost(&mut place.ahead, at, ways.left)
            };
            total +=
                if self.takes_stated_number(mention, place) { cost::FROM_ELSEWHERE } else { 0 };
            if cost::ERROR + total > ways.left {
                continue;
            }
            let other = self.contradiction_cost(number, operands, Some(&mention.value));
            ways.push(Continuation {
                value: Some(mention.value.clone()),
                choice: Choice::Mention(at),
                cost: cost::ERROR + total + other,
                at: if is_back { state.at } else { mention.token },
                is_error: true,
            });
        }
    }

    fn is_input(&self, value: &Number) -> bool {
        self.procedure.inputs().any(|input| input == Some(value))
    }

    /// Returns whether a value appears in the line `line` or the next one, and not as an operand.
    fn appears_near(&self, value: &Number, line: u32) -> bool {
        let mut same = self.by_value.get(value).into_iter().flatten().map(|at| &self.mentions[*at]);
        same.any(|mention| {
            mention.role != Role::Operand && (line..=line + 1).contains(&mention.line)
        })
    }
}
