//! Reads the plan that the address and the flags describe.

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use stepfall_cli::print_line;
use stepfall_procedure::GENERATOR_VERSION;
use stepfall_sweep::{Plan, Problem, SweepLimits, Target};

use super::args::PlanArguments;
use super::error::SweepError;

/// Returns the plan: that of the address, of the resumed file, or the default, changed by the
/// flags. Flags are appended to the address as its parameters and parsed in the same way.
/// `file_plan` is the plan of the resumed file.
pub(super) fn read(
    arguments: &PlanArguments,
    file_plan: Option<&Plan>,
) -> Result<Plan, SweepError> {
    let names_models = !arguments.model.is_empty();
    let mut base = match (&arguments.address, file_plan) {
        (Some(address), _) => {
            let plan = understood(address)?;
            if plan.generator != GENERATOR_VERSION {
                print_line(
                    "notice: the address was made with an unpublished generator; its set-up is used with items of the current version",
                );
            }
            Plan { generator: GENERATOR_VERSION, ..plan }
        }
        (None, Some(plan)) if !names_models => plan.clone(),
        (None, _) if names_models => Plan::default(),
        (None, _) => return Err(SweepError::NoModel),
    };
    if names_models {
        base.targets.clear();
    }
    let fragment = base.fragment();
    // A flag replaces the parameter of the address.
    let is_flag = |pair: &str| {
        let key = pair.split_once('=').map_or(pair, |(key, _)| key);
        arguments.given().any(|(flag, _)| flag == key)
    };
    let (place, words) = fragment.split_once('?').unwrap_or((&fragment, ""));
    let words: Vec<&str> = words.split('&').filter(|pair| !is_flag(pair)).collect();
    let mut address = format!("{place}?{}", words.join("&"));
    for (key, value) in arguments.given() {
        address.push_str(&format!("&{key}={}", encoded(value)));
    }
    for name in &arguments.model {
        address.push_str(&format!("&model={}", model(name, arguments)));
    }
    let plan = understood(&address)?;
    plan.check().map_err(SweepError::Plan)?;
    Ok(plan)
}

/// Returns whether two plans have the same attempts. Limits, concurrency, prices and sizes may
/// differ.
pub(super) fn is_same(first: &Plan, second: &Plan) -> bool {
    let essence = |plan: &Plan| {
        let mut plan = Plan { limits: SweepLimits::default(), concurrency: 1, ..plan.clone() };
        for target in &mut plan.targets {
            if let Target::Model { price, size, .. } = target {
                (*price, *size) = (None, None);
            }
        }
        plan
    };
    essence(first) == essence(second)
}

/// Parses the plan of an address. Every parameter must be understood.
fn understood(address: &str) -> Result<Plan, SweepError> {
    let (plan, problems): (Plan, Vec<Problem>) = Plan::read(address);
    if problems.is_empty() { Ok(plan) } else { Err(SweepError::NotUnderstood(problems)) }
}

/// Returns a model as a parameter of an address. Without `--provider`, the name is already in this
/// form, except for `&` and `#`.
fn model(name: &str, arguments: &PlanArguments) -> String {
    let mut word = match &arguments.provider {
        Some(provider) => format!("{}:{}", encoded(provider), encoded(name)),
        None => name.replace('&', "%26").replace('#', "%23"),
    };
    let parts = [("base", &arguments.base), ("size", &arguments.size), ("price", &arguments.price)];
    for (key, value) in parts {
        if let Some(value) = value {
            word.push_str(&format!(";{key}={}", encoded(value)));
        }
    }
    word
}

fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
