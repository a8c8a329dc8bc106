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
Time, providers, network and disk are simulated, and everything runs natively: `tests/soak` drives the page's worker (`crates/worker`) as it is, from the commands of a visitor to the events that the page is told. \
**No memory of a browser is measured**: neither the heap of the WebAssembly module, which never shrinks, nor JavaScript, nor the elements of the page. What is counted are the bytes that Rust's allocator has handed out, in a program of one thread, \
so that every byte is found again; they include what stands for browser and providers, and in the first part the disk.

Flat means, with the first hour as the warm-up: what is live at any later quiet point, when nothing is open and nothing is on the disk, is above the most of the first hour by at most 16 kB or 1 %, whichever is more; the peak, and \
what a run or a batch holds for each of its attempts or responses while it is open, by at most 10 %. Otherwise the command fails. That lost bytes are found is tested with bytes that are lost on purpose (`tests/soak/tests/leak.rs`). With the same compiler the same command gives the same bytes; only the clock differs.

What is not flat by design: a run that is open keeps a row of every attempt, and a batch every response with its text, until they are closed. The tables have how many bytes that is for each of them. Drawing the figures takes a multiple of it for as long as it takes, \
which the peak shows.
";

/// The parts: their names on the command line, their titles, and their descriptions.
const PARTS: [(&str, &str, &str); 3] = [
    (
        "sweep",
        "Sweep, one run after the other",
        "Each run asks eight models of six providers, eight calls at once each, at four lengths under two conditions, of which one is a dialogue of several turns; answers of simulated solvers come in pieces at 40 to 120 tokens a second. A third of the way something \
         happens, by turns: nothing, pauses, the run is left and opened anew from the disk, the disk is full, the network is gone for a minute, the machine sleeps for five. Figures are drawn every 15 s. In the end there are all figures in all \
         measures, lists and single attempts, pictures, the report, the table, and the lines, which are taken in as another run; two of six runs are compared.",
    ),
    (
        "long",
        "Sweep, one run all the time",
        "The same with 192,000 attempts, close to the most that the page takes, and six calls at once for each model; lines go to a disk outside. Every ten minutes all calls are ended, the run is measured, its figures are drawn, and it goes on. What it holds for each attempt is all that can be flat here, and is held to be, at no more than 500 bytes.",
    ),
    (
        "batch",
        "Batch",
        "Every half minute a file of 160 to 4,800 lines: OpenAI's and Anthropic's batches, tables, damaged files, procedures of one's own with their records, one or several of them a batch, now and then the same file twice. Each batch has its figures drawn, its rows listed, filtered and opened, \
         everything saved in all forms, and is taken away.",
    ),
];

/// Runs all parts for some hours, at the same time. Prints the results, and writes them to [`LOG`]
/// if requested. Memory that is not flat is an error.
pub(crate) fn run(workspace: &Workspace, hours: u32, update: bool) -> Result<()> {
    // In an optimised build, eight hours take minutes.
    run_program(cargo(workspace).args(["build", "--release", "--package", "stepfall-soak"]))?;
    let path = workspace.target.join("release").join(format!("stepfall-soak{EXE_SUFFIX}"));
    let minutes = hours.saturating_mul(60).to_string();
    let told = thread::scope(|scope| {
        let part = |(name, ..): (&'static str, &str, &str)| {
            let (path, minutes) = (&path, &minutes);
            scope.spawn(move || output(program(workspace, path).args([name, "--minutes", minutes])))
        };
        let parts = PARTS.map(part);
        parts.map(|part| part.join().map_err(|_| anyhow!("a thread broke off")).flatten())
    });
    let cores = available_parallelism().context("the number of cores is not known")?;
    let mut text = format!(
        "# Soak\n\nPrinted by `cargo xtask soak --hours {hours} --update` on {cores} cores: {hours} hours of simulated time for each part, all parts at the same time.\n\n{WHAT}"
    );
    for ((_, title, what), told) in PARTS.iter().zip(told) {
        write!(text, "\n## {title}\n\n{what}\n\n{}", told.with_context(|| (*title).to_owned())?)?;
    }
    print!("{text}");
    if update {
        write(&workspace.root.join(LOG), text)?;
    }
    Ok(())
}
