//! The estimate of a sweep before it runs.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_figure::detectable;
use stepfall_sweep::{Amount, Estimate, EstimateRange, Micros, Plan, Target};

/// Prints the address of the plan, the number of attempts, and requests, tokens and cost in total.
/// If there are several targets, requests, tokens and cost of each target follow. Notes are at the
/// end.
pub(super) fn print(
    plan: &Plan,
    estimate: &Estimate,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    writeln!(out, "{}", plan.fragment())?;
    writeln!(out)?;
    writeln!(out, "attempts       {}", plan.task_count())?;
    put(&estimate.total, out)?;
    if plan.targets.len() > 1 {
        for (target, amount) in plan.targets.iter().zip(&estimate.targets) {
            writeln!(out)?;
            writeln!(out, "{}", target.label())?;
            put(amount, out)?;
        }
    }
    writeln!(out)?;
    writeln!(
        out,
        "The number of requests assumes that none fails. A model that reasons by default writes more."
    )?;
    if let Some(sentence) = detectable(plan) {
        writeln!(out, "{sentence}")?;
    }
    for note in plan.repeated_cells() {
        writeln!(out, "{note}")?;
    }
    for target in plan.targets.iter().filter(|target| is_unpriced(target)) {
        writeln!(out, "{} has no price; give one with --price to see its cost.", target.label())?;
    }
    Ok(())
}

fn put(amount: &Amount, out: &mut impl Write) -> Result<(), CommandError> {
    writeln!(out, "requests       {}", amount.requests)?;
    writeln!(out, "input tokens   {}", range(amount.input, |count| count.to_string()))?;
    writeln!(out, "output tokens  {}", range(amount.output, |count| count.to_string()))?;
    if let Some(cost) = amount.cost {
        writeln!(out, "cost           {}", range(cost, |micros| format!("${}", Micros(micros))))?;
    }
    Ok(())
}

fn range(range: EstimateRange, text: impl Fn(u64) -> String) -> String {
    match range.high {
        Some(high) if high == range.low => text(high),
        Some(high) => format!("{} to {}", text(range.low), text(high)),
        None => format!("{} or more; the maximum is unknown", text(range.low)),
    }
}

fn is_unpriced(target: &Target) -> bool {
    target.is_model() && target.price().is_none()
}
