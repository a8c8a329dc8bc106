//! Which steps are dead: drawn before anything else, so that every other draw can keep to it.

use crate::draw::Draw;
use crate::spec::Spec;

/// True for every dead step. Neither the first nor the last is; runs stay shorter than the look-back.
///
/// Step by step, a dead one is drawn with the share of dead steps that are still to be placed, and forced either way
/// where the rules leave no choice.
pub(crate) fn dead_steps(spec: &Spec, draw: &mut Draw) -> Vec<bool> {
    let mut dead = vec![false; usize::from(spec.steps)];
    let longest = u32::from(spec.look_back.reach()).saturating_sub(1);
    let mut open = u32::from(spec.dead_steps());
    let mut run = 0;
    let mut rest = u32::from(spec.steps).saturating_sub(2);
    for step in dead.iter_mut().skip(1) {
        if open == 0 || rest == 0 {
            break;
        }
        let may = run < longest;
        let must = room(rest - 1, 0, longest) < open;
        *step = may && (must || draw.below_u32(rest) < open);
        run = if *step { run + 1 } else { 0 };
        open -= u32::from(*step);
        rest -= 1;
    }
    dead
}

/// How many dead steps fit into `rest` positions after a run of `run`, with runs of at most `longest`.
fn room(rest: u32, run: u32, longest: u32) -> u32 {
    let first = rest.min(longest - run);
    let after = rest - first;
    first + after - after.div_ceil(longest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Key, Stream};
    use crate::spec::LookBack;

    #[test]
    fn the_count_is_met_and_runs_stay_short() {
        for (steps, k) in [(3, 2), (10, 2), (25, 3), (95, 5), (500, 7)] {
            for dead in 0..=80 {
                let spec = Spec {
                    steps,
                    look_back: LookBack::AtMost(k),
                    dead,
                    ..Spec::default()
                };
                if spec.check().is_err() {
                    continue;
                }
                for seed in 0..20 {
                    let key = Key {
                        seed,
                        index: 0,
                        attempt: 0,
                    };
                    let drawn = dead_steps(&spec, &mut key.stream(Stream::Dead));
                    let count = drawn.iter().filter(|&&dead| dead).count();
                    assert_eq!(count, usize::from(spec.dead_steps()), "{spec:?}");
                    assert!(!drawn[0] && !drawn[drawn.len() - 1]);
                    let longest = drawn
                        .split(|&dead| !dead)
                        .map(<[bool]>::len)
                        .max()
                        .unwrap_or(0);
                    assert!(longest < usize::from(k), "{spec:?}");
                }
            }
        }
    }
}
