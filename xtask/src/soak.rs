//! `cargo xtask soak`: hours of Sweep and Batch in simulated time, in which memory has to stay
//! flat.

use std::env::consts::EXE_SUFFIX;
use std::fmt::Write as _;
use std::thread::{self, available_parallelism};

use anyhow::{Context, Result, anyhow};

use crate::process::{cargo, output, program, run as run_program};
use crate::workspace::{Workspace, write};

/// The committed log.
const LOG: &str = "docs/soak.md";

/// The description of the simulation at the beginning of the log.
const WHAT: &str = "\
Time, providers, network and disk are simulated, and everything runs natively. `tests/soak` \
drives the page's worker (`crates/worker`) unchanged, from the commands of a visitor to the \
events that the page receives. **No memory of a browser is measured**: neither the heap of the \
WebAssembly module, which never shrinks, nor JavaScript, nor the elements of the page. The \
counted bytes are those that Rust's allocator has handed out in a program of one thread, so that \
every byte is found again. They include the simulated browser and providers, and in the first \
part the disk.

The first hour is the warm-up. After it, memory is flat if it stays within these limits, and \
otherwise the command fails. At a quiet point nothing is open and nothing is on the disk. The \
live bytes there exceed the maximum of the first hour by at most 16 kB or 1 %, whichever is \
more. The peak exceeds its maximum of the first hour by at most 10 %. The same limit applies to \
the bytes that an open run or batch holds for each attempt or response. \
`tests/soak/tests/leak.rs` leaks bytes on purpose, and checks that they are found. With the same \
compiler the same command gives the same bytes; only the elapsed time differs.

Open runs and batches grow by design: until they are closed, a run keeps a row of every attempt, \
and a batch keeps every response with its text. The tables have the bytes for each attempt or \
response. Drawing the figures takes a multiple of these bytes for a short time, as the peak \
shows.
";

/// The parts: their names on the command line, their titles, and their descriptions.
const PARTS: [(&str, &str, &str); 3] = [
    (
        "sweep",
        "Sweep, one run after the other",
        "Each run asks eight models of six providers, with eight simultaneous calls for each \
         model, at four lengths under two conditions. One of the conditions is a dialogue of \
         several turns. Answers of simulated solvers arrive in pieces at 40 to 120 tokens a \
         second. After a third of each run one of six cases follows, in turn. The cases are no \
         disturbance, pauses, leaving the run and opening it again from the disk, a full disk, a \
         minute without a network, and five minutes of sleep. Figures are drawn every 15 s. At \
         the end all figures are drawn in all measures. Lists, single attempts, pictures, the \
         report, the table and the lines follow; the lines are read as another run. Two of six \
         runs are compared.",
    ),
    (
        "long",
        "Sweep, one run all the time",
        "The same with 192,000 attempts, close to the limit of the page, and six simultaneous \
         calls for each model. Lines go to a disk outside. Every ten minutes all calls are ended, \
         the run is measured, its figures are drawn, and it resumes. Only the bytes for each \
         attempt can be flat here; they may be at most 5,000.",
    ),
    (
        "batch",
        "Batch",
        "Every half minute a file of 160 to 4,800 lines arrives: batches of OpenAI and Anthropic, \
         tables, damaged files, and custom procedures with their records. A batch has one or \
         several files, and sometimes the same file twice. Its figures are drawn, its rows are \
         listed, filtered and opened, and everything is saved in all forms. Then the batch is \
         removed.",
    ),
];

/// Runs all parts at the same time, each for some simulated hours. Prints the results, and writes
/// them to [`LOG`] if requested. Memory that is not flat is an error.
pub(crate) fn run(workspace: &Workspace, hours: u32, update: bool) -> Result<()> {
    // In an optimised build, eight simulated hours take minutes.
    run_program(cargo(workspace).args(["build", "--release", "--package", "stepfall-soak"]))?;
    let path = workspace.target.join("release").join(format!("stepfall-soak{EXE_SUFFIX}"));
    let minutes = hours.saturating_mul(60).to_string();
    let logs = thread::scope(|scope| {
        let part = |(name, ..): (&'static str, &str, &str)| {
            let (path, minutes) = (&path, &minutes);
            scope.spawn(move || output(program(workspace, path).args([name, "--minutes", minutes])))
        };
        let parts = PARTS.map(part);
        parts.map(|part| part.join().map_err(|_| anyhow!("a thread panicked")).flatten())
    });
    let cores = available_parallelism().context("the number of cores is not known")?;
    let mut text = format!(
        "# Soak\n\nPrinted by `cargo xtask soak --hours {hours} --update` on {cores} cores: {hours} hours of simulated time for each part, all parts at the same time.\n\n{WHAT}"
    );
    for ((_, title, what), log) in PARTS.iter().zip(logs) {
        write!(text, "\n## {title}\n\n{what}\n\n{}", log.with_context(|| (*title).to_owned())?)?;
    }
    print!("{text}");
    if update {
        write(&workspace.root.join(LOG), text)?;
    }
    Ok(())
}
