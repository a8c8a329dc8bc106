//! A complete sweep of simulated solvers, without the network and the disk.

use std::collections::BTreeMap;

use stepfall_api::ApiError;
use stepfall_link::{FIGURE, LinkedModel, SweepLink};
use stepfall_protocol::figure::{Measure, RunFigures};
use stepfall_protocol::{Event, RunEvent};

use crate::command::Command;
use crate::runner::Runner;

/// The name of the run during the computation.
const RUN: &str = "figures";
/// The maximum number of attempts of a sweep, so that it takes a few seconds at most.
const MAX_ATTEMPTS: u32 = 10_000;

/// Runs the set-up of a sweep of simulated solvers, and lays its figures out for a width.
///
/// # Errors
///
/// [`ApiError`] if the set-up has a model that is not simulated, is refused, or has more than
/// [`MAX_ATTEMPTS`] attempts.
pub(super) fn figures(setup: &str, width: u32) -> Result<RunFigures, ApiError> {
    let mut setup = SweepLink::read(setup);
    // The selected figure is no part of the plan.
    setup.set(FIGURE, "");
    let models = &setup.models;
    if models.is_empty() || !models.iter().all(LinkedModel::is_simulated) {
        let why = "Only a sweep of simulated solvers can be drawn from its address. Save the figure of another run as a picture.";
        return Err(ApiError::Selection(why.to_owned()));
    }
    let mut runner = Runner::default();
    runner.begin(RUN, &setup.plan(), "", &[], 0, 0);
    carry_out(&mut runner)?;
    runner.figures(Measure::First, width);
    let drawn = carry_out(&mut runner)?.into_iter().rev().find_map(|event| match event {
        Event::Run(RunEvent::Figures(drawn)) if !drawn.figures.is_empty() => Some(drawn),
        _ => None,
    });
    drawn.ok_or_else(|| ApiError::Selection("This set-up has no figures.".to_owned()))
}

/// Runs a runner until it has no work left, with a disk and a clock that never fail. Returns its
/// events for the page.
fn carry_out(runner: &mut Runner) -> Result<Vec<Event>, ApiError> {
    let (mut events, mut now, mut count) = (Vec::new(), 0, 0_usize);
    loop {
        let commands = runner.take_commands();
        if commands.is_empty() {
            return Ok(events);
        }
        now += 1;
        let mut stored = BTreeMap::<String, usize>::new();
        for command in commands {
            match command {
                Command::StoreLine { run, .. } => *stored.entry(run).or_default() += 1,
                Command::Lock(run) => runner.on_lock(&run, true, now),
                Command::Wake(at) if at <= now => runner.wake(now),
                Command::Emit(Event::Run(RunEvent::NotDone(why))) => {
                    return Err(ApiError::Selection(why));
                }
                // After `begin`, the runner reports `Checked` only if it refuses the set-up.
                Command::Emit(Event::Run(RunEvent::Checked(checked))) => {
                    // `problems` has the errors of the plan and also those of the address.
                    let problems = checked.problems.into_iter();
                    let problems =
                        problems.map(|problem| format!("{}: {}", problem.field, problem.sentence));
                    let problems: Vec<String> = problems.collect();
                    let why = format!("This sweep is not drawn. {}", problems.join(" "));
                    return Err(ApiError::Selection(why));
                }
                Command::Emit(event) => events.push(event),
                // Stored data is not read later, and simulated solvers need no network.
                _ => {}
            }
        }
        count += stored.values().sum::<usize>();
        if u32::try_from(count).is_ok_and(|count| count > MAX_ATTEMPTS) {
            return Err(ApiError::Range {
                what: "a number of attempts in a frame",
                most: MAX_ATTEMPTS,
            });
        }
        for (run, count) in stored {
            runner.on_lines_stored(&run, count, Ok(()), now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETUP: &str = "#/sweep?v=2&steps=5,15&items=10&seed=4&model=simulated:mixed:500";

    #[test]
    fn a_simulated_sweep_is_run_and_drawn() {
        let drawn = figures(SETUP, 700).unwrap();
        let curve = &drawn.figures[0];
        assert_eq!(curve.id, "collapse");
        assert_eq!(curve.table.rows.len(), 2);
        // The selected figure in the address does not change the results.
        assert_eq!(figures(&format!("{SETUP}&figure=modes"), 700).unwrap(), drawn);
    }

    #[test]
    fn only_solvers_are_run() {
        for setup in [
            "#/sweep?v=2&steps=5",
            "#/sweep?v=2&steps=5&model=openai:gpt",
            "#/sweep?v=2&steps=5&model=simulated:mixed:500&model=openai:gpt",
            "#/sweep?v=2&steps=5&model=specimen:short.1",
        ] {
            assert!(figures(setup, 700).is_err(), "{setup}");
        }
        let many =
            "#/sweep?v=2&steps=3,4,5,6,7,8,9,10,11,12,13,14&items=900&model=simulated:mixed:500";
        let why = figures(many, 700).unwrap_err().to_string();
        assert!(why.contains("attempts in a frame"), "{why}");
        let refused = "#/sweep?v=2&steps=0&model=simulated:mixed:500";
        let why = figures(refused, 700).unwrap_err().to_string();
        assert!(
            why.ends_with(": Numbers are from 1 to 500; others count as the nearest one."),
            "{why}"
        );
    }
}
