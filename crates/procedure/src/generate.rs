//! From a spec to its items.

use stepfall_number::Budget;

use crate::arithmetic::Arithmetic;
use crate::dead::dead_steps;
use crate::draw::{Key, Stream};
use crate::grid::{Fractions, Grid, Line, Residues};
use crate::item::Item;
use crate::op::Op;
use crate::paper::draw_paper;
use crate::procedure::Procedure;
use crate::refuse::{Refusal, Rule, Tally};
use crate::search::attempt;
use crate::spec::{LookBack, MAX_LOOK_BACK, Spec};

/// How many times an item is drawn anew before its spec is refused.
const MAX_ATTEMPTS: u32 = 64;
/// The same, while a spec that works is looked for; a spec found with fewer attempts also works with more.
const NEAREST_ATTEMPTS: u32 = 4;
/// How many steps are drawn to see that a spec can be satisfied and keeps its mix.
const PROBE_STEPS: u32 = 2_000;
/// The most items that are drawn for the same.
const MOST_PROBES: u32 = 200;

/// The seed of an item: a whole number below 2^53, so that every JSON reader keeps it exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seed(u64);

impl Seed {
    /// The number of seeds.
    pub const COUNT: u64 = 1 << 53;

    /// The seed of that number, where there is one.
    pub const fn new(number: u64) -> Option<Self> {
        if number < Self::COUNT {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The seed whose number is `number` modulo 2^53.
    pub const fn wrapping(number: u64) -> Self {
        Self(number % Self::COUNT)
    }

    /// The number of the seed.
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A spec that is known to work, ready to make items.
#[derive(Debug, Clone)]
pub struct Generator {
    spec: Spec,
    mix: [u32; 4],
}

impl Generator {
    /// Checks a spec, draws a few of its procedures from seeds that no item has, and takes the spec if all of them
    /// exist and every operation has at least half its fair share of the steps.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with the rule that binds and the nearest spec that works.
    pub fn new(spec: Spec) -> Result<Self, Refusal> {
        Self::probe(spec, MAX_ATTEMPTS).map_err(|rule| Refusal {
            spec,
            rule,
            nearest: nearest(&spec, rule),
        })
    }

    fn probe(spec: Spec, attempts: u32) -> Result<Self, Rule> {
        spec.check().map_err(Rule::Invalid)?;
        let mut mix = [0u32; 4];
        if !matches!(spec.numbers, Arithmetic::Paper { .. }) {
            for seed in 0..PROBE_STEPS.div_ceil(u32::from(spec.steps)).min(MOST_PROBES) {
                let seed = Seed::COUNT + u64::from(seed);
                let procedure = draw(&spec, seed, 0, attempts)?;
                // Step 3 joins the inputs and follows another rule than the rest.
                for step in procedure.steps.iter().skip(1) {
                    mix[step.op.index()] += 1;
                }
            }
        }
        match unfair(&spec, mix) {
            Some(rule) => Err(rule),
            None => Ok(Self { spec, mix }),
        }
    }

    /// The spec.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// How often each operation occurred in the procedures that were drawn to check the spec, without their first
    /// steps; all zero for `paper`, where operations are drawn by weight alone.
    pub const fn mix(&self) -> [u32; 4] {
        self.mix
    }

    /// The item of a seed and an index. The same arguments give the same item for ever.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] in the rare case that this one item cannot be drawn although the spec was taken.
    pub fn item(&self, seed: Seed, index: u32) -> Result<Item, Refusal> {
        let refuse = |rule| Refusal {
            spec: self.spec,
            rule,
            nearest: nearest(&self.spec, rule),
        };
        let procedure = draw(&self.spec, seed.0, index, MAX_ATTEMPTS).map_err(refuse)?;
        let values = procedure
            .evaluate(Budget::default())
            .map_err(|_| refuse(Rule::TooLong))?;
        Ok(Item::new(self.spec, seed, index, procedure, values))
    }
}

/// Draws a procedure, trying again up to `attempts` times.
fn draw(spec: &Spec, seed: u64, index: u32, attempts: u32) -> Result<Procedure, Rule> {
    let mut tally = Tally::default();
    for attempt in 0..attempts {
        let key = Key {
            seed,
            index,
            attempt,
        };
        if let Some(procedure) = draw_once(spec, key, &mut tally) {
            return Ok(procedure);
        }
    }
    Err(tally.binding())
}

fn draw_once(spec: &Spec, key: Key, tally: &mut Tally) -> Option<Procedure> {
    match spec.numbers {
        Arithmetic::Integer => searched(&Line::new(spec, false), spec, key, tally),
        Arithmetic::Decimal { .. } => searched(&Line::new(spec, true), spec, key, tally),
        Arithmetic::Modular { modulus } => {
            searched(&Residues::new(spec, modulus), spec, key, tally)
        }
        Arithmetic::Rational => searched(&Fractions::new(spec), spec, key, tally),
        Arithmetic::Paper { .. } => {
            let (inputs, steps) = draw_paper(spec, key)?;
            Some(Procedure {
                arithmetic: spec.numbers,
                inputs,
                steps,
            })
        }
    }
}

fn searched<G: Grid>(grid: &G, spec: &Spec, key: Key, tally: &mut Tally) -> Option<Procedure> {
    let dead = dead_steps(spec, &mut key.stream(Stream::Dead));
    let (inputs, steps) = attempt(grid, spec, &dead, key, tally)?;
    Some(Procedure {
        arithmetic: spec.numbers,
        inputs: inputs.map(|value| grid.number(value)),
        steps,
    })
}

/// The first operation that has less than half its fair share.
fn unfair(spec: &Spec, mix: [u32; 4]) -> Option<Rule> {
    let drawn: u32 = mix.iter().sum();
    let weights: u32 = spec
        .operations
        .iter()
        .map(|&weight| u32::from(weight))
        .sum();
    if drawn == 0 {
        return None;
    }
    Op::ALL
        .into_iter()
        .filter(|&op| spec.uses(op))
        .find_map(|op| {
            let (count, weight) = (mix[op.index()], u32::from(spec.operations[op.index()]));
            (2 * count * weights < drawn * weight).then(|| Rule::Mix {
                op,
                realised: count * 1_000 / drawn,
                fair: weight * 1_000 / weights,
            })
        })
}

/// The first single change, from small to large, that makes the spec work.
fn nearest(spec: &Spec, rule: Rule) -> Option<Spec> {
    let valid = spec.nearest_valid();
    let works = |candidate: &Spec| Generator::probe(*candidate, NEAREST_ATTEMPTS).is_ok();
    if works(&valid) {
        return Some(valid);
    }
    changes(&valid, rule)
        .into_iter()
        .filter(|candidate| *candidate != valid)
        .find(works)
}

/// Single changes to a spec that may make it work, those that keep most of it first.
fn changes(spec: &Spec, rule: Rule) -> Vec<Spec> {
    let standard = Spec::new(spec.numbers);
    let mut changes = Vec::new();
    if let Rule::Mix { op, .. } = rule {
        changes.push(without(spec, op));
    }
    for factor in [2, 5, 10, 100] {
        changes.push(Spec {
            bound: spec.bound.saturating_mul(factor),
            ..*spec
        });
    }
    for op in [Op::Sub, Op::Add, Op::Mul, Op::Div] {
        let mut operations = spec.operations;
        operations[op.index()] = operations[op.index()].max(1);
        changes.push(Spec {
            operations,
            ..*spec
        });
    }
    for op in Op::ALL {
        changes.push(without(spec, op));
    }
    for dead in [spec.dead / 2, 0] {
        changes.push(Spec { dead, ..*spec });
    }
    let k = spec.look_back.reach();
    changes.push(Spec {
        look_back: LookBack::AtMost(k),
        ..*spec
    });
    for k in [k + 1, k.saturating_sub(1), k + 2, k / 2, 3] {
        let look_back = spec.look_back.with_reach(k.clamp(1, MAX_LOOK_BACK));
        changes.push(Spec { look_back, ..*spec });
    }
    changes.push(Spec {
        constants: standard.constants,
        ..*spec
    });
    changes.push(Spec {
        inputs: standard.inputs,
        ..*spec
    });
    changes.push(Spec {
        operations: standard.operations,
        ..*spec
    });
    for eighths in (1..8).rev() {
        changes.push(Spec {
            steps: (spec.steps * eighths / 8).max(1),
            ..*spec
        });
    }
    changes.push(Spec {
        steps: spec.steps,
        wording: spec.wording,
        names: spec.names,
        ..standard
    });
    changes.push(Spec {
        wording: spec.wording,
        names: spec.names,
        ..standard
    });
    changes.retain(|candidate| candidate.check().is_ok());
    changes
}

fn without(spec: &Spec, op: Op) -> Spec {
    let mut operations = spec.operations;
    operations[op.index()] = 0;
    Spec {
        operations,
        ..*spec
    }
}
