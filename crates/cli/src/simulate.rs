//! `stepfall simulate`: transcripts and dialogues of simulated solvers.

use std::io::Write;

use stepfall_cli::CommandError;
use stepfall_condition::DialogueSolver;
use stepfall_procedure::{Condition, Item};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, simulate};

use crate::args::{Selected, SimulateArguments};

pub(crate) fn run(arguments: &SimulateArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let kind = arguments.solver;
    let frequency = match &arguments.rate {
        None => ErrorFrequency::Once,
        Some(_) if !kind.is_rated() => return Err(CommandError::RateWithoutEffect(kind.slug())),
        Some(rate) => ErrorFrequency::PerStep(read_rate(rate)?),
    };
    let Selected { item, condition, .. } = arguments.selection.resolve()?;
    let form = arguments.form.unwrap_or(match condition {
        Condition::Structured => Form::Json,
        _ => Form::Trace,
    });
    let solver = Solver { kind, frequency };
    let transcript = simulate_transcript(&item, condition, solver, form, arguments.run)
        .ok_or(CommandError::NothingToSimulate { solver: kind.slug(), form: form.slug() })?;
    writeln!(out, "{transcript}")?;
    Ok(())
}

/// Returns a transcript, or `None` if the solver cannot make its error.
fn simulate_transcript(
    item: &Item,
    condition: Condition,
    solver: Solver,
    form: Form,
    run: u64,
) -> Option<String> {
    if !condition.is_plain() {
        return DialogueSolver::transcript(item, condition, solver, form, run);
    }
    Some(simulate(item, condition, &solver, form, run)?.transcript)
}

/// Parses a rate from a percentage with at most two decimals.
fn read_rate(text: &str) -> Result<Rate, CommandError> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits(whole) && digits(decimals) && decimals.len() <= 2 && !whole.is_empty();
    let parts = plain.then(|| format!("{whole}{decimals:0<2}").parse::<u16>().ok()).flatten();
    let parts = parts.filter(|parts| *parts <= Rate::WHOLE);
    parts.map(Rate::per_ten_thousand).ok_or_else(|| CommandError::Rate(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_percentages() {
        let parts = |text| read_rate(text).map(Rate::parts).ok();
        let cases = [("2.5", 250), ("0", 0), ("100", 10_000), ("0.01", 1), ("7.", 700)];
        for (text, expected) in cases {
            assert_eq!(parts(text), Some(expected), "{text}");
        }
        for text in ["", ".5", "-1", "101", "100.01", "1e2", "0.001", "2,5", "99999999999"] {
            assert_eq!(parts(text), None, "{text}");
        }
    }
}
