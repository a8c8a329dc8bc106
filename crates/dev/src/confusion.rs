//! `stepfall-dev confusion`: how often the grader is correct about simulated transcripts, whose
//! truth is known.

mod draw;
mod form_counts;
mod report;

use std::io::Write;
use std::num::NonZero;
use std::thread;

use clap::Args;
use stepfall_cli::CommandError;
use stepfall_grade::{Grader, StopReason};
use stepfall_solver::{Form, SolverKind};

pub(crate) use self::draw::{Draws, Trial};
use self::form_counts::FormCounts;
use self::report::{Part, Targets};

#[derive(Debug, Args)]
pub(crate) struct ConfusionArguments {
    /// The number of transcripts to draw.
    #[arg(long, value_name = "N", default_value_t = 24_000)]
    pub(crate) count: u64,
}

/// The targets for forms that show names and values of operands.
const OPERANDS_SHOWN: Targets = Targets { roots: 9_950, primary: 9_850 };
/// The targets for forms that show values only.
const VALUES_ONLY: Targets = Targets { roots: 9_700, primary: 9_500 };

/// The counts for each group of forms.
#[derive(Default)]
struct Counts {
    operands: FormCounts,
    values: FormCounts,
}

/// Prints the settings, and both matrices and the figures for each group of forms.
pub(crate) fn run(
    arguments: &ConfusionArguments,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let draws = Draws::new(SolverKind::ALL.to_vec(), Form::ALL.to_vec())?;
    let counts = count(&draws, arguments.count);
    let parts = [
        Part { title: "Operands shown", form_counts: &counts.operands, targets: OPERANDS_SHOWN },
        Part { title: "Values only", form_counts: &counts.values, targets: VALUES_ONLY },
    ];
    report::head(&draws, arguments.count, &parts, out)?;
    for part in &parts {
        report::part(part, out)?;
    }
    Ok(())
}

/// Grades all trials on all available threads. Counts are sums, so the number of threads changes
/// nothing.
fn count(draws: &Draws, trials: u64) -> Counts {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let part = |first: usize| {
        let mut counts = Counts::default();
        for number in (first as u64..trials).step_by(threads) {
            count_one(draws, number, &mut counts);
        }
        counts
    };
    let mut sum = Counts::default();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        for worker in workers {
            let counts = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            sum.operands.add(&counts.operands);
            sum.values.add(&counts.values);
        }
    });
    sum
}

fn count_one(draws: &Draws, number: u64, counts: &mut Counts) {
    let Some(trial) = draws.trial(number) else { return };
    let grader = Grader::new(&trial.item, trial.condition);
    let verdict = grader.grade(&trial.simulation.transcript, StopReason::Unknown);
    let form_counts = if trial.form.shows_operands(trial.condition) {
        &mut counts.operands
    } else {
        &mut counts.values
    };
    form_counts.count(&trial, &verdict);
}
