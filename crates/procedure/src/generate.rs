//! Generates the items of a spec.

use stepfall_number::Budget;

use crate::arithmetic::Arithmetic;
use crate::dead::dead_steps;
use crate::grid::Grid;
use crate::item::Item;
use crate::nearest::nearest;
use crate::op::Op;
use crate::paper::draw_paper;
use crate::procedure::Procedure;
use crate::refuse::{Refusal, RefusalReason, SearchEffort};
use crate::rng::{Key, Stream};
use crate::search::draw_steps;
use crate::spec::Spec;

/// The maximum number of attempts to draw one procedure.
const MAX_ATTEMPTS: u32 = 64;
/// The approximate number of steps that are drawn to check a spec: that it can be satisfied, and
/// that each operation occurs often enough.
const PROBE_STEPS: u32 = 2_000;
/// The maximum number of procedures that are drawn to check a spec.
const MAX_PROBES: u32 = 200;
/// The smallest number of steps for which the share of each operation is checked.
const MIN_JUDGED_STEPS: u16 = 5;
/// The maximum effort for the check of a spec: some milliseconds of work. A candidate value costs
/// about 1, see [`Grid::cost`].
const EFFORT: u32 = 480_000;
/// The maximum effort for one item. Nearly all items need less than a hundredth of it.
const EFFORT_FOR_ITEM: u32 = 1_000_000;

/// The seed of an item: a whole number below 2^53, which every JSON reader keeps exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seed(u64);

impl Seed {
    /// The number of possible seeds. Every seed is below it.
    pub const COUNT: u64 = 1 << 53;

    /// Returns the seed with this number; `None` if the number is not below [`Seed::COUNT`].
    pub const fn new(number: u64) -> Option<Self> {
        if number < Self::COUNT { Some(Self(number)) } else { None }
    }

    /// Returns the seed whose number is `number` modulo 2^53.
    pub const fn wrapping(number: u64) -> Self {
        Self(number % Self::COUNT)
    }

    /// Returns the seed as a number below [`Seed::COUNT`].
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// A spec that passed the check of [`Generator::new`], ready to generate items.
#[derive(Debug, Clone)]
pub struct Generator {
    spec: Spec,
    mix: [u32; 4],
}

impl Generator {
    /// Checks a spec and creates its generator.
    ///
    /// The check draws some procedures from seeds that no item has. The spec is accepted if all of
    /// them exist and every operation has at least half its fair share of the steps. Shares are
    /// checked from five steps on. For `paper`, no procedures are drawn.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with the reason and, if one was found, the nearest spec that works.
    pub fn new(spec: Spec) -> Result<Self, Refusal> {
        Self::probe(spec, &mut SearchEffort::new(EFFORT)).map_err(|rule| Refusal {
            spec,
            rule,
            nearest: nearest(&spec, rule),
        })
    }

    /// Checks a spec like [`Generator::new`], within the remaining search effort, but does not
    /// search for the nearest spec.
    pub(crate) fn probe(
        spec: Spec,
        search_effort: &mut SearchEffort,
    ) -> Result<Self, RefusalReason> {
        spec.check().map_err(RefusalReason::Invalid)?;
        let mut mix = [0u32; 4];
        if !matches!(spec.arithmetic, Arithmetic::Paper { .. }) {
            for seed in 0..PROBE_STEPS.div_ceil(u32::from(spec.steps)).min(MAX_PROBES) {
                let seed = Seed::COUNT + u64::from(seed);
                let procedure = draw(&spec, seed, 0, search_effort)?;
                // The first step always joins the two inputs, so its operation is not counted.
                for step in procedure.steps.iter().skip(1) {
                    mix[step.op.index()] += 1;
                }
            }
        }
        match mix_violation(&spec, mix) {
            Some(rule) => Err(rule),
            None => Ok(Self { spec, mix }),
        }
    }

    /// Returns the spec of the items.
    pub const fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Returns how often each operation occurred in the procedures that were drawn to check the
    /// spec, without their first steps. The order is that of [`Op::ALL`]. All counts are zero for
    /// `paper`, where operations are drawn by weight alone.
    pub const fn mix(&self) -> [u32; 4] {
        self.mix
    }

    /// Returns the item of a seed and an index. The same arguments give the same item for ever.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] with [`RefusalReason::NoItem`] in the rare case that this one item cannot be drawn
    /// although the spec was accepted. A [`Refusal`] with [`RefusalReason::TooLong`] if a value exceeds the
    /// digit budget.
    pub fn item(&self, seed: Seed, index: u32) -> Result<Item, Refusal> {
        let refuse = |rule| Refusal { spec: self.spec, rule, nearest: None };
        let procedure = draw(&self.spec, seed.0, index, &mut SearchEffort::new(EFFORT_FOR_ITEM))
            .map_err(|_| refuse(RefusalReason::NoItem))?;
        let values =
            procedure.evaluate(Budget::default()).map_err(|_| refuse(RefusalReason::TooLong))?;
        Ok(Item::new(self.spec, seed, index, procedure, values))
    }
}

/// Draws a procedure, in up to [`MAX_ATTEMPTS`] attempts.
fn draw(
    spec: &Spec,
    seed: u64,
    index: u32,
    search_effort: &mut SearchEffort,
) -> Result<Procedure, RefusalReason> {
    let key = Key::new(spec, seed, index);
    let inputs = Some(spec.inputs());
    let spec = &Spec { look_back: spec.binding_look_back(), inputs, ..*spec };
    for attempt in 0..MAX_ATTEMPTS {
        if let Some(procedure) = draw_once(spec, key.with_attempt(attempt), search_effort) {
            return Ok(procedure);
        }
        if search_effort.remaining_effort == 0 {
            break;
        }
    }
    Err(search_effort.binding())
}

fn draw_once(spec: &Spec, key: Key, search_effort: &mut SearchEffort) -> Option<Procedure> {
    let (inputs, steps) = if let Arithmetic::Paper { .. } = spec.arithmetic {
        draw_paper(spec, key)?
    } else {
        let grid = Grid::new(spec);
        let dead = dead_steps(spec, &mut key.stream(Stream::Dead));
        let (inputs, steps) = draw_steps(&grid, spec, &dead, key, search_effort)?;
        (inputs.map(|value| grid.number(value)), steps)
    };
    Some(Procedure { arithmetic: spec.arithmetic, inputs: inputs.to_vec(), steps })
}

/// Returns [`RefusalReason::Mix`] for the first operation that has less than half of the share that its
/// weight asks for.
fn mix_violation(spec: &Spec, mix: [u32; 4]) -> Option<RefusalReason> {
    let drawn: u32 = mix.iter().sum();
    let weights: u32 = spec.operations.iter().map(|&weight| u32::from(weight)).sum();
    // In short procedures most candidates repeat an input or a step, so some operations hardly fit.
    if drawn == 0 || spec.steps < MIN_JUDGED_STEPS {
        return None;
    }
    Op::ALL.into_iter().filter(|&op| spec.uses(op)).find_map(|op| {
        let (count, weight) = (mix[op.index()], u32::from(spec.operations[op.index()]));
        (2 * count * weights < drawn * weight).then(|| RefusalReason::Mix {
            op,
            realised: count * 1_000 / drawn,
            fair: weight * 1_000 / weights,
        })
    })
}
