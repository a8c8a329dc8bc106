//! The search for steps that obey every rule: draw, undo at a dead end, give up after a limit.

use crate::arithmetic::Arithmetic;
use crate::constant::Constant;
use crate::grid::{Grid, RejectReason, Value};
use crate::influence::Influence;
use crate::op::Op;
use crate::procedure::{Operand, Step, number_at};
use crate::refuse::{RefusalReason, RuleCounts, SearchEffort};
use crate::rng::{Key, Sampler, SeededRng, Stream};
use crate::spec::{LookBack, MAX_LOOK_BACK, Spec};

/// The maximum number of undone steps in one attempt.
const MAX_UNDOS: u32 = 500;
/// The cost of an undo, in units of a search's effort.
const UNDO_COST: u32 = 8;
/// The factor for the weight of an operation while it occurs less often than its weight asks for.
const CATCH_UP_FACTOR: u16 = 3;
/// The maximum number of draws of one input. All these limits are frozen with version 2 of the
/// generator, because they decide which item a seed gives.
const MAX_INPUT_DRAWS: u32 = 64;

/// Tries to draw the inputs and steps of an item. `None` if no admissible inputs are drawn, or if
/// the undos or the effort are used up.
pub(crate) fn draw_steps(
    grid: &Grid,
    spec: &Spec,
    dead: &[bool],
    key: Key,
    search_effort: &mut SearchEffort,
) -> Option<([Value; 2], Vec<Step>)> {
    let mut search = Search {
        grid,
        spec,
        dead,
        inputs: key.stream(Stream::Inputs),
        rng: key.stream(Stream::Steps),
        values: Vec::with_capacity(dead.len() + 2),
        choices: Vec::with_capacity(dead.len()),
        tried: Vec::new(),
        counts: [0; 4],
        pool: Pool { constants: false, len: 0, orders: 1, numbers: [0; MAX_LOOK_BACK as usize] },
        sampler: Sampler::empty(),
        influence: tracks_influence(spec).then(|| Influence::with_capacity(dead.len())),
        avoids_traps: spec.avoids_traps(),
        common_divisor: 1,
        coprime_pair: None,
        catching_up: catching_up(spec),
    };
    search.draw_inputs()?;
    let mut undos = 0;
    while search.choices.len() < dead.len() {
        if !search.extend(search_effort) {
            undos += 1;
            search_effort.remaining_effort =
                search_effort.remaining_effort.saturating_sub(UNDO_COST);
            if undos > MAX_UNDOS || search_effort.remaining_effort == 0 {
                return None;
            }
            search.undo()?;
        }
    }
    let steps = search.choices.iter().map(|choice| choice.step).collect();
    Some(([search.values[0], search.values[1]], steps))
}

/// A chosen step. An undo uses `op` and `candidate` to rule the choice out.
#[derive(Clone, Copy)]
struct Choice {
    step: Step,
    op: Op,
    candidate: u8,
}

struct Search<'a> {
    grid: &'a Grid,
    spec: &'a Spec,
    dead: &'a [bool],
    inputs: SeededRng,
    rng: SeededRng,
    values: Vec<Value>,
    choices: Vec<Choice>,
    /// Choices that led to a dead end: position of the step, operation and candidate. An undo
    /// removes the entries of all later positions.
    tried: Vec<(usize, Op, u8)>,
    influence: Option<Influence>,
    /// True if the search avoids traps: see [`Spec::avoids_traps`].
    avoids_traps: bool,
    /// A number with which a new value must not share a prime of 11 or more. With 0, the value must
    /// have no such prime at all; with 1, every value is allowed.
    common_divisor: u64,
    /// The positions of two live values that share no prime of 11 or more. While both are within
    /// reach, no value can be a trap.
    coprime_pair: Option<[usize; 2]>,
    /// The factor for the weight of each operation while it occurs less often than its weight asks
    /// for.
    catching_up: [u16; 4],
    /// The number of times each operation was chosen.
    counts: [u16; 4],
    /// Scratch space for one choice.
    pool: Pool,
    sampler: Sampler,
}

/// Returns whether the search has to reject steps that cancel the influence of an earlier step.
///
/// At look-back 1 nothing can cancel. In modular arithmetic two values are multiplied, so the
/// derivatives are not constant, and influences are not tracked.
fn tracks_influence(spec: &Spec) -> bool {
    spec.look_back.reach() > 1 && !matches!(spec.arithmetic, Arithmetic::Modular { .. })
}

impl Spec {
    /// Returns whether the search avoids traps.
    ///
    /// A trap is a state in which all live values within reach of the next live step are multiples
    /// of one prime of 11 or more. All later values are then multiples of that prime too: the usual
    /// constants, 2 to 9, cannot divide it out. Residues and fractions have no traps. Specs without
    /// `+` and `-`, and specs with look-back 1, cannot avoid traps.
    ///
    /// With a large bound (bound × 10^places of 1,000 or more), nearly every value has a prime of
    /// 11 or more. If the search also has few values to choose from, it could avoid traps only by
    /// leaving out nearly all products. Specs with such a bound therefore do not avoid traps in
    /// three cases: at look-back 2, at look-back 3 without both `+` and `-`, and with dead steps.
    pub fn avoids_traps(&self) -> bool {
        let is_whole = matches!(self.arithmetic, Arithmetic::Integer | Arithmetic::Decimal { .. });
        let has_sums = self.uses(Op::Add) || self.uses(Op::Sub);
        let has_room = match self.look_back.reach() {
            ..=2 => false,
            3 => self.dead == 0 && self.uses(Op::Add) && self.uses(Op::Sub),
            _ => self.dead == 0,
        };
        let is_narrow = i64::from(self.bound) * self.unit() < 1_000;
        is_whole && has_sums && (has_room || is_narrow) && self.look_back.reach() > 1
    }
}

/// Returns the factor for the weight of each operation while it occurs less often than its weight
/// asks for. If the search avoids traps, a small look-back allows products and quotients only after
/// values without large primes. Their factors are then larger, to make up for these rare chances.
fn catching_up(spec: &Spec) -> [u16; 4] {
    let products = match spec.look_back.reach() {
        _ if !spec.avoids_traps() => CATCH_UP_FACTOR,
        ..=2 => 16,
        3 | 4 => 8,
        _ if spec.uses(Op::Sub) => 3,
        _ => 8,
    };
    [CATCH_UP_FACTOR, CATCH_UP_FACTOR, products, products]
}

/// The candidates for the second operand of a step.
struct Pool {
    /// True if the candidates are constants of the spec's range, and not earlier values.
    constants: bool,
    /// The number of candidates.
    len: u8,
    /// 2 if the operands may also be swapped, else 1.
    orders: u8,
    /// The numbers of the earlier values.
    numbers: [u16; MAX_LOOK_BACK as usize],
}

impl Search<'_> {
    fn draw_inputs(&mut self) -> Option<()> {
        self.values.clear();
        self.coprime_pair = None;
        let first = self.draw_input(None)?;
        let second = self.draw_input(Some(first))?;
        // Inputs that share a prime of 11 or more are a trap. The next attempt draws others.
        if self.avoids_traps && Grid::rough_part(Grid::common(first.size(), second)) > 1 {
            return None;
        }
        self.values.extend([first, second]);
        Some(())
    }

    fn draw_input(&mut self, other: Option<Value>) -> Option<Value> {
        (0..MAX_INPUT_DRAWS).find_map(|_| {
            let value = self.grid.input(&mut self.inputs)?;
            other.is_none_or(|other| !self.grid.clash(value, other)).then_some(value)
        })
    }

    /// Adds the next step; returns `false` at a dead end.
    fn extend(&mut self, search_effort: &mut SearchEffort) -> bool {
        let mut weights = self.weights();
        self.common_divisor = self.shared_within_reach();
        let mut rejected = RuleCounts::default();
        // An operation without a candidate gets the weight 0, and another one is drawn. This is the
        // same as one draw among the possible operations, but computes fewer candidates.
        while let Some(position) = self.rng.weighted(weights) {
            search_effort.remaining_effort = search_effort.remaining_effort.saturating_sub(1);
            let op = Op::ALL[position];
            if let Some((choice, value)) =
                self.choose(op, &mut rejected, &mut search_effort.remaining_effort)
            {
                if let Some(influence) = &mut self.influence {
                    influence.push(choice.step);
                }
                self.counts[position] += 1;
                self.choices.push(choice);
                self.values.push(value);
                return true;
            }
            weights[position] = 0;
        }
        search_effort.counts.merge(&rejected);
        false
    }

    /// Returns the weights of the operations. An operation that occurs less often than its weight
    /// asks for gets a higher weight. Otherwise products and quotients would be too rare, because
    /// the rules reject them more often than sums.
    fn weights(&self) -> [u16; 4] {
        let spec = self.spec.operations;
        let total: u32 = spec.iter().map(|&weight| u32::from(weight)).sum();
        let chosen: u32 = self.counts.iter().map(|&count| u32::from(count)).sum();
        let behind = |op: usize| u32::from(self.counts[op]) * total < u32::from(spec[op]) * chosen;
        let factor = |op: usize| if behind(op) { self.catching_up[op] } else { 1 };
        std::array::from_fn(|op| u16::from(spec[op]) * factor(op))
    }

    /// Returns the greatest common divisor, without factors 2, 3, 5 and 7, of the live values that
    /// the next live step can reach. The value to be drawn is left out.
    ///
    /// Returns 0 if no other live value is within reach. Returns 1 if the values share no prime of
    /// 11 or more, or if the rule against traps does not apply.
    fn shared_within_reach(&mut self) -> u64 {
        let position = self.choices.len();
        if !self.avoids_traps || self.dead[position] {
            return 1;
        }
        let is_live = |at: usize| at < 2 || !self.dead[at - 2];
        let this = position + 2;
        let next = (this + 1..self.dead.len() + 2).find(|&at| is_live(at)).unwrap_or(this + 1);
        let from = next.saturating_sub(usize::from(self.spec.look_back.reach()));
        if self.coprime_pair.is_some_and(|[farther, _]| farther >= from) {
            return 1;
        }
        let mut live = (from..this).rev().filter(|&at| is_live(at));
        let Some(nearest) = live.next() else { return 0 };
        let (mut shared, mut is_pair) = (self.values[nearest].size(), true);
        for at in live {
            shared = Grid::common(shared, self.values[at]);
            // A number below 11 has no prime of 11 or more.
            if shared < 11 {
                self.coprime_pair = is_pair.then_some([at, nearest]);
                return 1;
            }
            is_pair = false;
        }
        Grid::rough_part(shared)
    }

    /// Removes the last step and rules it out. If there is no step, draws other inputs.
    fn undo(&mut self) -> Option<()> {
        let position = self.choices.len();
        self.tried.retain(|&(at, ..)| at < position);
        match self.choices.pop() {
            Some(Choice { op, candidate, .. }) => {
                self.values.pop();
                self.coprime_pair.take_if(|[_, nearer]| *nearer >= self.values.len());
                self.counts[op.index()] -= 1;
                if let Some(influence) = &mut self.influence {
                    influence.pop();
                }
                self.tried.push((position - 1, op, candidate));
                Some(())
            }
            None => self.draw_inputs(),
        }
    }

    /// Draws a valid candidate of an operation. Candidates that cancel no earlier step are equally
    /// likely. If every candidate cancels a step, all candidates are equally likely.
    fn choose(
        &mut self,
        op: Op,
        counts: &mut RuleCounts,
        effort: &mut u32,
    ) -> Option<(Choice, Value)> {
        let position = self.choices.len();
        let previous = self.previous();
        self.fill_pool(op, previous);
        if self.pool.len == 0 {
            counts.count(RefusalReason::Reach);
            return None;
        }
        self.sampler.fill(self.pool.len * self.pool.orders);
        // Every candidate is compared with the values within the look-back.
        let cost = self.grid.cost() + u32::from(self.spec.look_back.reach()) / 16;
        let mut second_best = None;
        while let Some(candidate) = self.sampler.take(&mut self.rng) {
            *effort = effort.saturating_sub(cost);
            if self.tried.contains(&(position, op, candidate)) {
                continue;
            }
            let (step, value) = self.candidate(op, previous, candidate);
            match value
                .and_then(|value| self.reject_repeat(value))
                .and_then(|value| self.reject_trap(value))
            {
                Ok(value) => {
                    let found = (Choice { step, op, candidate }, value);
                    if self.keeps_influence(step, previous) {
                        return Some(found);
                    }
                    second_best.get_or_insert(found);
                }
                Err(reason) => counts.count(RefusalReason::from(reason)),
            }
        }
        second_best
    }

    /// Returns a candidate of the pool: its step, and its value or the reason for its rejection.
    fn candidate(
        &self,
        op: Op,
        previous: u16,
        candidate: u8,
    ) -> (Step, Result<Value, RejectReason>) {
        let Pool { numbers, constants, orders, .. } = &self.pool;
        let swapped = candidate % orders == 1;
        let second = candidate / orders;
        let (first, second, value) = if *constants {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "constants are at most 99"
            )]
            let c = self.spec.constants.min as u8 + second;
            (
                previous,
                Operand::Constant(Constant::whole(c.into())),
                self.with_constant(op, previous, c, swapped),
            )
        } else {
            // The first step joins `S1` and `S2`. Later steps join the previous value and an
            // earlier one.
            let second = numbers[usize::from(second)];
            let (first, second) = if self.choices.is_empty() { (1, 2) } else { (previous, second) };
            let (a, b) = (self.value(first), self.value(second));
            let value = if swapped { self.grid.join(op, b, a) } else { self.grid.join(op, a, b) };
            (first, Operand::Value(second), value)
        };
        let first = Operand::Value(first);
        let (left, right) = if swapped { (second, first) } else { (first, second) };
        (Step { op, left, right }, value)
    }

    fn value(&self, number: u16) -> Value {
        self.values[usize::from(number) - 1]
    }

    fn with_constant(
        &self,
        op: Op,
        previous: u16,
        c: u8,
        swapped: bool,
    ) -> Result<Value, RejectReason> {
        let (a, constant) = (self.value(previous), self.grid.constant(c));
        match op {
            Op::Add | Op::Sub if swapped => self.grid.join(op, constant, a),
            Op::Add | Op::Sub => self.grid.join(op, a, constant),
            _ => self.grid.scale(op, a, c),
        }
    }

    /// Rejects a value that is equal or opposite to one of the last k values, where k is the
    /// look-back.
    fn reject_repeat(&self, value: Value) -> Result<Value, RejectReason> {
        let reach = usize::from(self.spec.look_back.reach());
        let mut last = self.values.iter().rev().take(reach);
        if last.any(|&other| self.grid.clash(value, other)) {
            Err(RejectReason::Repeats)
        } else {
            Ok(value)
        }
    }

    /// Rejects a value that would be a trap: the next live step could then only use multiples of
    /// one prime of 11 or more.
    fn reject_trap(&self, value: Value) -> Result<Value, RejectReason> {
        let is_apart = match self.common_divisor {
            0 => Grid::rough_part(value.size()) == 1,
            1 => true,
            shared => Grid::common(shared, value) == 1,
        };
        if is_apart { Ok(value) } else { Err(RejectReason::CommonPrime) }
    }

    /// Returns whether no live step loses its influence on the answer through this step.
    fn keeps_influence(&self, step: Step, previous: u16) -> bool {
        let live = !self.dead[self.choices.len()];
        match &self.influence {
            Some(influence) if live => influence.keeps(step, previous, self.dead),
            _ => true,
        }
    }

    /// Returns the number of the value that the next step must take: the last live one.
    fn previous(&self) -> u16 {
        let mut number = number_at(self.choices.len()) - 1;
        while number > 2 && self.dead[usize::from(number) - 3] {
            number -= 1;
        }
        number
    }

    /// Fills the pool of second operands: constants or earlier values.
    ///
    /// At look-back 1 they are constants for every operation. At a larger look-back they are
    /// constants only for `*` and `/`, but not in modular arithmetic. The first step always takes
    /// an input.
    fn fill_pool(&mut self, op: Op, previous: u16) {
        let position = self.choices.len();
        let k = u16::from(self.spec.look_back.reach());
        let modular = matches!(self.spec.arithmetic, Arithmetic::Modular { .. });
        let constants = position > 0 && (k == 1 || (!modular && matches!(op, Op::Mul | Op::Div)));
        // A constant before `/` would nearly always leave a remainder, so the constant comes after
        // the sign.
        let ordered = op == Op::Sub || (op == Op::Div && !constants);
        self.pool.constants = constants;
        self.pool.orders = if ordered { 2 } else { 1 };
        self.pool.len = if constants {
            u8::try_from(self.spec.constants.max - self.spec.constants.min + 1).unwrap_or(0)
        } else if position == 0 {
            1
        } else {
            self.fill_earlier(previous)
        };
    }

    /// Fills in the numbers of earlier values within the look-back, farthest first, and returns
    /// their count. Under [`LookBack::Exactly`], fills in only the farthest one.
    fn fill_earlier(&mut self, previous: u16) -> u8 {
        let position = self.choices.len();
        let this = number_at(position);
        let farthest = u16::from(self.spec.look_back.reach()).min(this - 1);
        let live_only = !self.dead[position];
        let is_dead = |number: u16| number > 2 && self.dead[usize::from(number) - 3];
        let most = match self.spec.look_back {
            LookBack::AtMost(_) => usize::MAX,
            LookBack::Exactly(_) => 1,
        };
        let allowed = (this - farthest..=this - 2)
            .filter(|&number| number != previous && !(live_only && is_dead(number)))
            .take(most);
        let mut len = 0;
        for (slot, number) in self.pool.numbers.iter_mut().zip(allowed) {
            *slot = number;
            len += 1;
        }
        len
    }
}
