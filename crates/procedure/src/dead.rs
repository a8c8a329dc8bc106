//! Draws the positions of dead steps: steps on which the answer does not depend. They are drawn
//! first, so that every other draw can respect them.

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::rng::SeededRng;
use crate::spec::Spec;

/// Draws for each step whether it is dead. The first and the last step are live. Every live step
/// has the live values that it needs within its look-back.
///
/// The steps are drawn in order. The probability that a step is dead is the number of dead steps
/// still to place, divided by the number of steps left. Where the rules leave no choice, the
/// outcome is forced.
pub(crate) fn dead_steps(spec: &Spec, rng: &mut SeededRng) -> Vec<bool> {
    let mut dead = vec![false; usize::from(spec.steps)];
    let mut open = u32::from(spec.dead_steps());
    let mut state = State::new(spec);
    let inner = u32::from(spec.steps).saturating_sub(2);
    for (step, rest) in dead.iter_mut().skip(1).zip((1..=inner).rev()) {
        if open == 0 {
            break;
        }
        let must = state.after(false).room(rest - 1) < open;
        *step = state.may_be_dead() && (must || rng.below_u32(rest) < open);
        state = state.after(*step);
        open -= u32::from(*step);
    }
    dead
}

/// Returns the maximum number of dead steps that a spec has room for.
pub(crate) fn most_dead_steps(spec: &Spec) -> u16 {
    let room = State::new(spec).room(u32::from(spec.steps).saturating_sub(2));
    u16::try_from(room).unwrap_or(u16::MAX)
}

/// The distances from the next step to the live values that it needs.
#[derive(Clone, Copy)]
struct State {
    look_back: u32,
    /// Distances from the next step to the last live value and to the one before it.
    distances: [u32; 2],
    /// The index of the distance that must be within the look-back: 1 if every live step takes two
    /// earlier values, else 0.
    needed: usize,
}

impl State {
    /// Returns the state after the first step, `S3`, which is live.
    fn new(spec: &Spec) -> Self {
        let modular = matches!(spec.arithmetic, Arithmetic::Modular { .. });
        let has_constants = !modular && (spec.uses(Op::Mul) || spec.uses(Op::Div));
        Self {
            look_back: spec.look_back.reach().into(),
            distances: [1, 2],
            needed: usize::from(!has_constants),
        }
    }

    /// Returns whether the next step may be dead. A live step after it must still have the live
    /// values that it needs within its look-back.
    fn may_be_dead(self) -> bool {
        self.distances[self.needed] < self.look_back
    }

    /// Returns the state after one more step.
    fn after(self, dead: bool) -> Self {
        let [last, before] = self.distances;
        let distances = if dead { [last + 1, before + 1] } else { [1, last + 1] };
        Self { distances, ..self }
    }

    /// Returns how many of the next `rest` steps can be dead. Counts a step as dead whenever it may
    /// be.
    fn room(self, rest: u32) -> u32 {
        let mut state = self;
        let mut room = 0;
        for _ in 0..rest {
            let dead = state.may_be_dead();
            room += u32::from(dead);
            state = state.after(dead);
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Key, Stream};
    use crate::spec::LookBack;

    /// Returns whether the `needed` live values before each live step are within its look-back `k`.
    fn is_supplied(dead: &[bool], k: usize, needed: usize) -> bool {
        let live: Vec<usize> =
            [0, 1].into_iter().chain((2..dead.len() + 2).filter(|&at| !dead[at - 2])).collect();
        (needed..live.len()).all(|nth| live[nth] - live[nth - needed] <= k)
    }

    #[test]
    fn dead_steps_have_the_requested_count_and_keep_live_steps_supplied() {
        for (operations, needed) in [([1, 1, 1, 1], 1), ([1, 1, 0, 0], 2)] {
            for (steps, k) in [(3, 2), (10, 2), (25, 3), (95, 5), (500, 7)] {
                for dead in 0..=80 {
                    let look_back = LookBack::AtMost(k);
                    let spec = Spec { steps, look_back, operations, dead, ..Spec::default() };
                    if spec.check().is_err() {
                        continue;
                    }
                    for seed in 0..8 {
                        let key = Key::new(&spec, seed, 0);
                        let drawn = dead_steps(&spec, &mut key.stream(Stream::Dead));
                        let count = drawn.iter().filter(|&&dead| dead).count();
                        assert_eq!(count, usize::from(spec.dead_steps()), "{spec:?}");
                        assert!(!drawn[0] && !drawn[drawn.len() - 1]);
                        assert!(is_supplied(&drawn, k.into(), needed), "{spec:?} {drawn:?}");
                    }
                }
            }
        }
    }

    /// Compares the greedy count with all patterns.
    #[test]
    fn greedy_maximum_of_dead_steps_equals_brute_force() {
        for (operations, needed) in [([1, 1, 1, 1], 1), ([1, 1, 0, 0], 2)] {
            for k in 2..=5u8 {
                for steps in 1..=12u16 {
                    let look_back = LookBack::AtMost(k);
                    let spec = Spec { steps, look_back, operations, ..Spec::default() };
                    let inner = steps.saturating_sub(2);
                    let best = (0u32..1 << inner)
                        .filter(|pattern| {
                            let dead: Vec<bool> = (0..steps)
                                .map(|at| at > 0 && at + 1 < steps && pattern >> (at - 1) & 1 == 1)
                                .collect();
                            is_supplied(&dead, k.into(), needed)
                        })
                        .map(u32::count_ones)
                        .max();
                    assert_eq!(best, Some(most_dead_steps(&spec).into()), "{spec:?}");
                }
            }
        }
    }
}
