//! Parses the targets in an address: `openrouter:vendor/name;size=7;price=0.15/0.6@2026-11-01`,
//! `simulated:mixed:200;form=table`, `specimen:short`.

use stepfall_link::{Checkpoint, LinkedModel};
use stepfall_procedure::safe_excerpt;
use stepfall_solver::Form;

use crate::fixed::Thousandths;
use crate::money::Price;
use crate::plan::{MAX_TARGETS, Plan};
use crate::target::{SIMULATED, SMALL_MODEL, Target};
use stepfall_protocol::sweep::Problem;

/// The default error rate of a simulated solver, in ten-thousandths.
const RATE: u32 = 200;
/// The most problems with targets that are reported. The problem that no target is left is reported
/// in addition.
const MAX_PROBLEMS: usize = 5;

/// Reads all targets. Unusable targets are left out, and targets with the same label count once. If
/// no target is left, the plan keeps its targets.
pub(super) fn read_targets(models: &[LinkedModel], plan: &mut Plan, problems: &mut Vec<Problem>) {
    let (mut targets, mut labels) = (Vec::new(), Vec::new());
    let (mut count, mut is_named) = (0, false);
    let mut report = |sentence: String| {
        count += 1;
        if count <= MAX_PROBLEMS {
            problems.push(Problem::new("model", sentence));
        }
    };
    for model in models.iter().filter(|model| !model.name.is_empty()) {
        is_named = true;
        if targets.len() == MAX_TARGETS {
            report(format!("There may be {MAX_TARGETS} models; only the first ones count."));
            break;
        }
        let target = match read_target(model, &mut report) {
            Ok(target) => target,
            Err(sentence) => {
                report(format!("{sentence} “{}” is left out.", safe_excerpt(&model.text())));
                continue;
            }
        };
        let label = target.label();
        if labels.contains(&label) {
            report(format!("{} is named twice and counts once.", safe_excerpt(&label)));
        } else {
            labels.push(label);
            targets.push(target);
        }
    }
    if !targets.is_empty() {
        plan.targets = targets;
    } else if is_named {
        let label = plan.targets.first().map(Target::label).unwrap_or_default();
        problems.push(Problem::new(
            "model",
            format!("No model is left; without one, {label} is asked."),
        ));
    }
}

/// Reads a target, or returns the reason why it cannot be used, such as an unknown form or an
/// invalid base address. Options that the target does not have, or whose values cannot be read, are
/// left out and passed to `report` as a sentence.
fn read_target(model: &LinkedModel, report: &mut impl FnMut(String)) -> Result<Target, String> {
    let Some((provider, name)) = model.name.split_once(':') else {
        return Err("Write a model as provider:model.".to_owned());
    };
    let mut target = match provider {
        SIMULATED => solver(name)?,
        SMALL_MODEL => small_model(name)?,
        provider => Target::model(provider, name),
    };
    for (key, value) in model.more() {
        if !set(&mut target, key, value) {
            let part = safe_excerpt(&format!("{key}={value}"));
            report(format!(
                "“{part}” is left out; what follows a model is base=…, size=7 or price=0.15/0.6@2026-11-01."
            ));
        }
    }
    target.problem().map_or(Ok(target), Err)
}

/// Parses `short` or `long`.
fn small_model(name: &str) -> Result<Target, String> {
    let checkpoint = Checkpoint::from_slug(name);
    let checkpoint = checkpoint
        .ok_or("The small model has two checkpoints: specimen:short and specimen:long.")?;
    Ok(Target::SmallModel { checkpoint })
}

/// Parses `mixed` or `mixed:200`.
fn solver(name: &str) -> Result<Target, String> {
    let (solver, rate) = match name.split_once(':') {
        None => (name, Some(RATE)),
        Some((solver, rate)) => {
            let is_number = rate.bytes().all(|byte| byte.is_ascii_digit());
            (solver, rate.parse().ok().filter(|_| is_number))
        }
    };
    let rate = rate.ok_or("A rate is a whole number of ten-thousandths, such as 200.")?;
    let (solver, form) = (solver.to_owned(), Form::Trace.slug().to_owned());
    Ok(Target::Simulated { solver, form, rate })
}

/// Sets an option of a target, such as `size=7`. Returns false if the target has no such option or
/// the value cannot be read.
fn set(target: &mut Target, key: &str, value: &str) -> bool {
    match (target, key) {
        (Target::Simulated { form, .. }, "form") => value.clone_into(form),
        (Target::Model { base, .. }, "base") => *base = Some(value.to_owned()),
        (Target::Model { size, .. }, "size") => match Thousandths::read(value) {
            Some(read) => *size = Some(read),
            None => return false,
        },
        (Target::Model { price, .. }, "price") => match Price::read(value) {
            Some(read) => *price = Some(read),
            None => return false,
        },
        _ => return false,
    }
    true
}
