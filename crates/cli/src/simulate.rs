//! `stepfall simulate`: transcripts and dialogues of simulated solvers.

mod record;

use std::io::Write;

use stepfall_cli::{CommandError, print_line};
use stepfall_condition::Simulated;
use stepfall_procedure::{Condition, Item};
use stepfall_solver::{ErrorFrequency, Form, Rate, Solver, Truth, simulate};

use self::record::Line;
use crate::args::{Selected, SimulateArguments, SimulationFormat};

pub(crate) fn run(arguments: &SimulateArguments, out: &mut impl Write) -> Result<(), CommandError> {
    let several = arguments.count > 1;
    if several && arguments.format == SimulationFormat::Text {
        return Err(CommandError::Several);
    }
    let kind = arguments.solver;
    let frequency = match &arguments.rate {
        None => ErrorFrequency::Once,
        Some(_) if !kind.is_rated() => return Err(CommandError::RateWithoutEffect(kind.slug())),
        Some(rate) => ErrorFrequency::PerStep(read_rate(rate)?),
    };
    let selected = arguments.selection.resolve()?;
    let Selected { item, condition, .. } = &selected;
    let form = arguments.form.unwrap_or(match condition {
        Condition::Structured => Form::Json,
        _ => Form::Trace,
    });
    let nothing_to_simulate =
        CommandError::NothingToSimulate { solver: kind.slug(), form: form.slug() };
    let mut has_printed = false;
    for run in
        (arguments.run..=u64::MAX).take(usize::try_from(arguments.count).unwrap_or(usize::MAX))
    {
        let solver = Solver { kind, frequency };
        let Some((transcript, truth)) = written(item, *condition, solver, form, run) else {
            if several {
                print_line(&format!("notice: run {run} is left out: {nothing_to_simulate}"));
            }
            continue;
        };
        has_printed = true;
        match arguments.format {
            SimulationFormat::Text => writeln!(out, "{transcript}")?,
            SimulationFormat::Jsonl => {
                let record = Line::new(&selected, solver, form, run, transcript, truth);
                serde_json::to_writer(&mut *out, &record)?;
                writeln!(out)?;
            }
        }
    }
    if has_printed || arguments.count == 0 { Ok(()) } else { Err(nothing_to_simulate) }
}

/// Returns a transcript and the truth about it, or `None` if the solver cannot make its error. For
/// a dialogue, the truth is `None`.
fn written(
    item: &Item,
    condition: Condition,
    solver: Solver,
    form: Form,
    run: u64,
) -> Option<(String, Option<Truth>)> {
    if !condition.is_plain() {
        return Some((Simulated::transcript(item, condition, solver, form, run)?, None));
    }
    let simulation = simulate(item, condition, &solver, form, run)?;
    Some((simulation.transcript, Some(simulation.truth)))
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
