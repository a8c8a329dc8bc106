//! Finds the nearest spec that works, for a spec that is refused.

use crate::generate::Generator;
use crate::op::Op;
use crate::refuse::{RefusalReason, SearchEffort};
use crate::spec::{LookBack, MAX_LOOK_BACK, Spec};

/// The maximum effort for each spec that is tried.
const EFFORT_FOR_ONE: u32 = 50_000;
/// The maximum effort for all changed specs together.
const EFFORT_FOR_ALL: u32 = 100_000;

/// Returns the first spec that works. First the nearest valid spec is tried, then single changes to
/// it from small to large, and then default specs.
pub(crate) fn nearest(spec: &Spec, rule: RefusalReason) -> Option<Spec> {
    let mut left = EFFORT_FOR_ALL;
    let mut works = |candidate: &Spec| {
        // The effort only limits the search. It does not change the procedures of a spec.
        let mut search_effort = SearchEffort::new(EFFORT_FOR_ONE.min(left));
        let before = search_effort.remaining_effort;
        let works = Generator::probe(*candidate, &mut search_effort).is_ok();
        left -= before - search_effort.remaining_effort;
        works
    };
    let valid = spec.nearest_valid();
    let repaired = (valid != *spec).then_some(valid);
    let changed = changes(&valid, rule).into_iter().filter(|candidate| *candidate != valid);
    repaired.into_iter().chain(changed).find(&mut works).or_else(|| {
        let works =
            |spec: &Spec| Generator::probe(*spec, &mut SearchEffort::new(EFFORT_FOR_ALL)).is_ok();
        last_resorts(&valid).into_iter().find(works)
    })
}

/// Returns default specs with some parameters of `spec`. The first one keeps the most parameters.
/// The last one keeps the fewest and always works.
fn last_resorts(spec: &Spec) -> [Spec; 3] {
    let (steps, wording, names) = (spec.steps, spec.wording, spec.names);
    [
        Spec { steps, wording, names, ..Spec::new(spec.arithmetic) },
        Spec { wording, names, ..Spec::new(spec.arithmetic) },
        Spec { wording, names, ..Spec::default() },
    ]
}

/// Returns single changes to a spec that may make it work. Changes that keep most of the spec come
/// first.
fn changes(spec: &Spec, rule: RefusalReason) -> Vec<Spec> {
    let standard = Spec::new(spec.arithmetic);
    let mut changes = Vec::new();
    if let RefusalReason::Mix { op, .. } = rule {
        changes.push(without(spec, op));
    }
    for factor in [2, 5, 10, 100] {
        changes.push(Spec { bound: spec.bound.saturating_mul(factor), ..*spec });
    }
    for op in [Op::Sub, Op::Add, Op::Mul, Op::Div] {
        let mut operations = spec.operations;
        operations[op.index()] = operations[op.index()].max(1);
        changes.push(Spec { operations, ..*spec });
    }
    for op in Op::ALL {
        changes.push(without(spec, op));
    }
    for dead in [spec.dead / 2, 0] {
        changes.push(Spec { dead, ..*spec });
    }
    let k = spec.look_back.reach();
    changes.push(Spec { look_back: LookBack::AtMost(k), ..*spec });
    for k in [k + 1, k.saturating_sub(1), k + 2, k / 2, 3] {
        let look_back = spec.look_back.with_reach(k.clamp(1, MAX_LOOK_BACK));
        changes.push(Spec { look_back, ..*spec });
    }
    changes.push(Spec { constants: standard.constants, ..*spec });
    changes.push(Spec { inputs: None, ..*spec });
    changes.push(Spec { operations: standard.operations, ..*spec });
    for eighths in (1..8).rev() {
        changes.push(Spec { steps: (spec.steps * eighths / 8).max(1), ..*spec });
    }
    changes.retain(|candidate| candidate.check().is_ok());
    changes
}

fn without(spec: &Spec, op: Op) -> Spec {
    let mut operations = spec.operations;
    operations[op.index()] = 0;
    Spec { operations, ..*spec }
}
