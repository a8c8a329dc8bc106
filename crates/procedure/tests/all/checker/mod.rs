//! A checker of items that is written from the rules alone. It shares no code with the generator,
//! recomputes everything with `num-rational`, and names the first rule that does not hold.

pub(crate) mod oracle;
pub(crate) mod reader;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use stepfall_procedure::{Arithmetic, Inputs, Item, LookBack, Op, Operand, Spec, Step};

use self::oracle::Exact;

/// Checks every rule of the item's spec, and all data that the item derives.
pub(crate) fn check(item: &Item) -> Result<(), String> {
    check_all(item).map_err(|problem| {
        let Item { spec, seed, index, .. } = item;
        format!("{problem}\nin index {index} of {seed:?} of {spec:?}\n{}", item.text())
    })
}

fn check_all(item: &Item) -> Result<(), String> {
    check_shape(item)?;
    let facts = Facts::of(item)?;
    facts.check_inputs()?;
    facts.check_values()?;
    facts.check_liveness()?;
    facts.check_traps()?;
    for number in 3..=facts.last() {
        facts.check_step(number).map_err(|problem| format!("S{number}: {problem}"))?;
    }
    facts.check_derived()
}

/// Returns the message unless the condition holds.
fn ensure(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// Checks that there are two inputs and as many steps as the spec asks for. The steps must have its
/// operations and constants, and every reference must point backwards.
fn check_shape(item: &Item) -> Result<(), String> {
    let (spec, procedure) = (&item.spec, &item.procedure);
    ensure(procedure.arithmetic == spec.arithmetic, || "another arithmetic".to_owned())?;
    ensure(procedure.steps.len() == usize::from(spec.steps), || {
        format!("{} steps", procedure.steps.len())
    })?;
    ensure(
        item.values.len() == procedure.steps.len() + 2
            && item.values.starts_with(&procedure.inputs),
        || "the values do not begin with the inputs, or are not one for each step".to_owned(),
    )?;
    ensure(procedure.last() == spec.steps + 2, || {
        format!("the last value is S{}", procedure.last())
    })?;
    for (number, step) in (3u16..).zip(&procedure.steps) {
        ensure(spec.operations[step.op.index()] > 0, || {
            format!("S{number} uses {}, which has no weight", step.op)
        })?;
        ensure(spec.arithmetic.operations().contains(&step.op), || {
            format!("S{number} uses {}, which the arithmetic lacks", step.op)
        })?;
        for operand in [step.left, step.right] {
            match operand {
                Operand::Value(earlier) => ensure((1..number).contains(&earlier), || {
                    format!("S{number} refers to S{earlier}")
                })?,
                Operand::Constant(constant) => {
                    let range = spec.constants.min..=spec.constants.max;
                    ensure(
                        constant.to_whole().is_some_and(|constant| {
                            i32::try_from(constant).is_ok_and(|constant| range.contains(&constant))
                        }),
                        || format!("S{number} has the constant {constant}"),
                    )?;
                }
            }
        }
    }
    Ok(())
}

/// The data that the checks share. Vectors hold the value `S(i + 1)` at position `i`.
struct Facts<'a> {
    item: &'a Item,
    spec: &'a Spec,
    values: Vec<Exact>,
    /// True for each value that the last value depends on. The inputs always count as live.
    live: Vec<bool>,
    paper: bool,
    reach: u16,
}

impl<'a> Facts<'a> {
    /// Recomputes the values and their liveness, and compares the values.
    fn of(item: &'a Item) -> Result<Self, String> {
        let spec = &item.spec;
        let values =
            oracle::evaluate(&item.procedure).ok_or_else(|| "a division by zero".to_owned())?;
        for (number, (given_value, computed)) in (1..).zip(item.values.iter().zip(&values)) {
            ensure(oracle::exact(given_value) == *computed, || {
                format!("S{number} is given as {given_value} and is {computed}")
            })?;
        }
        let (LookBack::AtMost(reach) | LookBack::Exactly(reach)) = spec.look_back;
        Ok(Self {
            item,
            spec,
            live: reachable(&item.procedure.steps),
            values,
            paper: matches!(spec.arithmetic, Arithmetic::Paper { .. }),
            reach: reach.into(),
        })
    }

    fn last(&self) -> u16 {
        self.spec.steps + 2
    }

    fn value(&self, number: u16) -> &Exact {
        &self.values[usize::from(number) - 1]
    }

    fn is_live(&self, number: u16) -> bool {
        self.live[usize::from(number) - 1]
    }

    /// Checks that the inputs come from the range of the spec.
    fn check_inputs(&self) -> Result<(), String> {
        let Inputs { range, signed } = self.spec.inputs();
        let (low, high): (BigInt, BigInt) = (range.min.into(), range.max.into());
        let within = |numerator: &BigInt| {
            let size = if signed { numerator.abs() } else { numerator.clone() };
            size >= low && size <= high
        };
        let inside = |value: &Exact| {
            let size = if signed { value.abs() } else { value.clone() };
            size >= low.clone().into() && size <= high.clone().into()
        };
        let on_grid = |value: &Exact, places: u8| {
            let scale = Exact::from_integer(BigInt::from(10).pow(places.into()));
            (value * scale).denom().is_one()
        };
        for number in [1, 2] {
            let value = self.value(number);
            let drawn = match self.spec.arithmetic {
                Arithmetic::Integer => value.denom().is_one() && inside(value),
                Arithmetic::Modular { modulus } => {
                    let residues = oracle::whole(2)..=oracle::whole(i64::from(modulus) - 2);
                    value.denom().is_one() && inside(value) && residues.contains(value)
                }
                Arithmetic::Decimal { places } => on_grid(value, places) && inside(value),
                Arithmetic::Rational => (2..=9).any(|bottom| {
                    let top = value * oracle::whole(bottom);
                    top.denom().is_one() && within(top.numer())
                }),
                Arithmetic::Paper { places } => {
                    on_grid(value, places) && inside(value) && !value.is_zero()
                }
            };
            ensure(drawn, || format!("the input S{number} = {value} cannot have been drawn"))?;
        }
        Ok(())
    }

    /// Checks that values are within the bound, and never 0 or ±1. No value may be equal or
    /// opposite to one of the last k values, and the second input may not be so to the first. The
    /// `paper` arithmetic does not have these rules.
    fn check_values(&self) -> Result<(), String> {
        if self.paper {
            return Ok(());
        }
        for number in 1..=self.last() {
            let value = self.value(number);
            self.check_value(value).map_err(|problem| format!("S{number} = {value} {problem}"))?;
            let back = if number == 2 { 1 } else { self.reach };
            for earlier in number.saturating_sub(back).max(1)..number {
                ensure(!self.repeats(value, self.value(earlier)), || {
                    format!("S{number} = {value} repeats S{earlier}")
                })?;
            }
        }
        Ok(())
    }

    /// Checks that no live step leaves the next live one only multiples of one prime of 11 or more,
    /// if that rule applies.
    fn check_traps(&self) -> Result<(), String> {
        let places = match self.spec.arithmetic {
            Arithmetic::Integer => 0,
            Arithmetic::Decimal { places } => places,
            _ => return Ok(()),
        };
        let [adds, subtracts] = [Op::Add, Op::Sub].map(|op| self.spec.operations[op.index()] > 0);
        let k = self.reach.min(self.last() - 1);
        let narrow = i64::from(self.spec.bound) * 10i64.pow(places.into()) < 1_000;
        let wide = self.spec.dead == 0 && (k > 3 || (k == 3 && adds && subtracts));
        if k < 2 || !(adds || subtracts) || !(narrow || wide) {
            return Ok(());
        }
        let scale = BigInt::from(10).pow(places.into());
        for number in (2..=self.last()).filter(|&number| number == 2 || self.is_live(number)) {
            let next = (number + 1..=self.last()).find(|&next| self.is_live(next));
            let from = next.unwrap_or(number + 1).saturating_sub(k).max(1);
            let within = (from..=number).filter(|&earlier| earlier < 3 || self.is_live(earlier));
            let common = within.fold(BigInt::zero(), |common, earlier| {
                let units = (self.value(earlier) * &scale).to_integer();
                gcd(common, units.abs())
            });
            ensure(is_smooth(common.clone()), || {
                format!("after S{number} all live values within reach are multiples of {common}")
            })?;
        }
        Ok(())
    }

    fn check_value(&self, value: &Exact) -> Result<(), String> {
        if let Arithmetic::Modular { modulus } = self.spec.arithmetic {
            let barred = [0, 1, i64::from(modulus) - 1].map(oracle::whole);
            return ensure(!barred.contains(value), || "is 0 or ±1".to_owned());
        }
        if self.spec.arithmetic == Arithmetic::Integer {
            ensure(value.denom().is_one(), || {
                "is no whole number: a division is uneven".to_owned()
            })?;
        }
        let bound = BigInt::from(self.spec.bound);
        let within = match self.spec.arithmetic {
            Arithmetic::Rational => value.numer().abs() <= bound && *value.denom() <= bound,
            _ => value.numer().abs() <= bound * value.denom(),
        };
        ensure(within, || "passes the bound".to_owned())?;
        ensure(!value.is_zero() && !value.abs().is_one(), || "is 0 or ±1".to_owned())
    }

    /// Returns whether one value is equal or opposite to the other.
    fn repeats(&self, one: &Exact, other: &Exact) -> bool {
        match self.spec.arithmetic {
            Arithmetic::Modular { modulus } => {
                one == other || one + other == oracle::whole(modulus.into())
            }
            _ => {
                one.numer().magnitude() == other.numer().magnitude() && one.denom() == other.denom()
            }
        }
    }

    /// Checks that the number of dead steps is the requested one, and that they are at allowed
    /// positions. In the `paper` arithmetic, any number of steps may be dead.
    fn check_liveness(&self) -> Result<(), String> {
        if self.paper {
            return Ok(());
        }
        let hundredths = u32::from(self.spec.steps) * u32::from(self.spec.dead);
        let asked = (hundredths + 50) / 100;
        let dead: Vec<u16> = (3..=self.last()).filter(|&n| !self.is_live(n)).collect();
        ensure(dead.len() == usize::try_from(asked).unwrap(), || {
            format!("{} dead steps instead of {asked}", dead.len())
        })?;
        ensure(self.is_live(3) && self.is_live(self.last()), || {
            "the first or the last step is dead".to_owned()
        })?;
        let mut run = 0;
        for number in 3..=self.last() {
            run = if self.is_live(number) { 0 } else { run + 1 };
            ensure(run < self.reach, || format!("{run} dead steps in a row up to S{number}"))?;
        }
        Ok(())
    }

    fn check_step(&self, number: u16) -> Result<(), String> {
        let step = self.item.procedure.steps[usize::from(number) - 3];
        if self.paper {
            return self.check_paper_step(number, step);
        }
        if number == 3 {
            return check_first_step(step);
        }
        if self.is_live(number) {
            ensure(step.references().all(|earlier| self.is_live(earlier)), || {
                "a live step refers to a dead value".to_owned()
            })?;
        }
        let previous = (1..number).rev().find(|&earlier| self.is_live(earlier)).unwrap();
        let modular = matches!(self.spec.arithmetic, Arithmetic::Modular { .. });
        let by_constant = self.reach == 1 || (!modular && matches!(step.op, Op::Mul | Op::Div));
        if by_constant {
            check_constant_step(step, previous)
        } else {
            self.check_look_back(number, previous, step)
        }
    }

    /// Checks that a step takes the previous value and another one within reach.
    fn check_look_back(&self, number: u16, previous: u16, step: Step) -> Result<(), String> {
        let (Operand::Value(left), Operand::Value(right)) = (step.left, step.right) else {
            return Err("a constant where an earlier value belongs".to_owned());
        };
        let other = match step.op {
            Op::Sub if right == previous => left,
            _ if left == previous => right,
            Op::Sub => return Err(format!("neither operand is the previous value S{previous}")),
            _ => {
                return Err(format!("does not begin with the previous value S{previous}"));
            }
        };
        let takes = |earlier: u16| {
            earlier != previous
                && (2..=self.reach).contains(&(number - earlier))
                && (self.is_live(earlier) || !self.is_live(number))
        };
        ensure(takes(other), || format!("S{other} is not within reach"))?;
        if let LookBack::Exactly(_) = self.spec.look_back {
            let farthest = (1..number).find(|&earlier| takes(earlier)).unwrap();
            ensure(other == farthest, || format!("takes S{other} where S{farthest} is farther"))?;
        }
        Ok(())
    }

    /// Checks that a step has the form `S_i = S_(i-j) op (S1 or S2)`, with the input on the right.
    fn check_paper_step(&self, number: u16, step: Step) -> Result<(), String> {
        let (Operand::Value(left), Operand::Value(right)) = (step.left, step.right) else {
            return Err("a constant".to_owned());
        };
        let reached = |earlier: u16| {
            let distance = number - earlier;
            match self.spec.look_back {
                LookBack::AtMost(_) => distance <= self.reach,
                LookBack::Exactly(_) => distance == self.reach.min(number - 1),
            }
        };
        let holds = reached(left) && right <= 2;
        ensure(holds, || "is not an earlier value within reach with an input".to_owned())
    }

    /// Checks the data that the item derives from its procedure.
    fn check_derived(&self) -> Result<(), String> {
        let (item, steps) = (self.item, &self.item.procedure.steps);
        let answer = oracle::answer(self.spec.arithmetic, self.value(self.last()));
        ensure(oracle::exact(&item.answer()) == answer, || {
            format!("the answer is given as {} and is {answer}", item.answer())
        })?;
        let text = oracle::answer_text(self.spec.arithmetic, &answer);
        ensure(item.answer_text() == text, || {
            format!("the answer is written {} for {text}", item.answer_text())
        })?;
        ensure(item.last_value() == &item.values[steps.len() + 1], || {
            "another last value".to_owned()
        })?;
        let live = &self.live[2..];
        ensure(item.procedure.live_flags() == live, || "other steps are live".to_owned())?;
        let depth = live.iter().filter(|&&live| live).count();
        ensure(usize::from(item.live_depth()) == depth, || format!("the live depth is {depth}"))?;
        let mut mix = [0; 4];
        let mut distances = vec![0; steps.len() + 1];
        for (number, step) in (3..).zip(steps) {
            mix[Op::ALL.iter().position(|&op| op == step.op).unwrap()] += 1;
            for operand in [step.left, step.right] {
                if let Operand::Value(earlier) = operand {
                    distances[usize::from(number - earlier) - 1] += 1;
                }
            }
        }
        let longest = distances.iter().rposition(|&count| count > 0).unwrap() + 1;
        ensure(item.procedure.mix()[..4] == mix, || format!("the mix is {mix:?}"))?;
        ensure(item.procedure.distances() == distances[..longest], || {
            format!("the distances are {distances:?}")
        })
    }
}

/// Checks that step 3 joins the two inputs.
fn check_first_step(step: Step) -> Result<(), String> {
    let (one, two) = (Operand::Value(1), Operand::Value(2));
    let straight = (step.left, step.right) == (one, two);
    let turned = (step.left, step.right) == (two, one);
    ensure(straight || (turned && step.op.is_order_sensitive()), || {
        "does not join S1 and S2".to_owned()
    })
}

/// Checks that a step takes the previous value and then a constant. Only in a subtraction may the
/// constant come first.
fn check_constant_step(step: Step, previous: u16) -> Result<(), String> {
    match (step.left, step.right) {
        (Operand::Value(value), Operand::Constant(_)) if value == previous => Ok(()),
        (Operand::Constant(_), Operand::Value(value))
            if value == previous && step.op == Op::Sub =>
        {
            Ok(())
        }
        _ => Err(format!("is not S{previous} with a constant")),
    }
}

/// Returns for each value whether the last value depends on it, by following references back from
/// the last value. For the inputs it is always true.
fn reachable(steps: &[Step]) -> Vec<bool> {
    let mut reached = vec![false; steps.len() + 2];
    reached[..2].fill(true);
    let mut pending = vec![steps.len() + 2];
    while let Some(number) = pending.pop() {
        if number <= 2 || reached[number - 1] {
            continue;
        }
        reached[number - 1] = true;
        let step = steps[number - 3];
        for operand in [step.left, step.right] {
            if let Operand::Value(earlier) = operand {
                pending.push(earlier.into());
            }
        }
    }
    reached
}

fn gcd(mut a: BigInt, mut b: BigInt) -> BigInt {
    while !b.is_zero() {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// Returns whether a number has no prime of 11 or more.
fn is_smooth(mut number: BigInt) -> bool {
    for prime in [2, 3, 5, 7].map(BigInt::from) {
        while (&number % &prime).is_zero() {
            number /= &prime;
        }
    }
    number.is_one()
}
