//! The time and memory of `stepfall batch grade` for a file of transcripts, compared with scorers
//! in Python.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::process::{cargo, output, program, run};
use crate::workspace::{Workspace, read_text};

/// The numbers of transcripts. The memory must not depend on them.
const COUNTS: [u32; 2] = [20_000, 200_000];
/// The number of measurements of each reader; the fastest counts.
const ROUNDS: u32 = 3;
/// The largest resident memory, in bytes.
const MAX_MEMORY: f64 = 200e6;

/// The measurements of all readers with all files.
pub(super) struct Batch(Vec<Run>);

/// The measurement of one reader with one file.
struct Run {
    reader: &'static str,
    cores: u32,
    transcripts: u32,
    /// The size of the file, in bytes.
    bytes: f64,
    seconds: f64,
    /// The processor time, summed over all cores, in seconds.
    processor: f64,
    /// The largest resident memory of all rounds, in bytes.
    memory: f64,
    /// The number of correct responses that the reader reports.
    correct: u64,
}

/// A reader of a file: its name, its number of cores, and its command with arguments.
type Reader<'r> = (&'static str, u32, Vec<&'r Path>);

/// Makes the files and measures all readers.
///
/// # Errors
///
/// If a program fails, or if a reader takes too much memory.
pub(super) fn time(workspace: &Workspace, python: &Path) -> Result<Batch> {
    let release = ["build", "--release", "--package"];
    run(cargo(workspace).args(release).arg("stepfall-cli"))?;
    let stepfall =
        workspace.target.join("release").join(format!("stepfall{}", std::env::consts::EXE_SUFFIX));
    let scorer = Path::new("tests/bench-peer/batch_score.py");
    let arguments = ["batch", "grade", "--format", "jsonl"];
    let grader = || [stepfall.as_path()].into_iter().chain(arguments.map(Path::new)).collect();
    let readers: [Reader<'_>; 4] = [
        ("stepfall batch grade", 1, grader()),
        ("stepfall batch grade", 2, grader()),
        ("Python, answer", 1, vec![python, scorer, Path::new("answer")]),
        ("Python, answer and steps", 1, vec![python, scorer, Path::new("steps")]),
    ];
    let mut runs = Vec::new();
    for transcripts in COUNTS {
        let file = make_transcripts(workspace, transcripts)?;
        for reader in &readers {
            runs.push(measure_reader(workspace, python, reader, &file, transcripts)?);
        }
    }
    Ok(Batch(runs))
}

impl Batch {
    pub(super) fn print(&self) {
        println!(
            "\nfiles of transcripts of 5, 15, 25, 45 and 95 steps, reasoning in sentences and then a trace, on standard input. The scorers are told the right\n\
             values, read the trace alone, and say nothing about causes. The quickest of {ROUNDS} rounds\n"
        );
        println!(
            "{:<25}{:>6}{:>12}{:>9}{:>9}{:>9}{:>12}{:>8}{:>9}{:>9}",
            "reader",
            "cores",
            "transcripts",
            "MB",
            "seconds",
            "of cores",
            "a second",
            "MB/s",
            "peak MB",
            "right"
        );
        for run in &self.0 {
            println!(
                "{:<25}{:>6}{:>12}{:>9.0}{:>9.2}{:>9.2}{:>12.0}{:>8.1}{:>9.1}{:>9}",
                run.reader,
                run.cores,
                run.transcripts,
                run.bytes / 1e6,
                run.seconds,
                run.processor,
                f64::from(run.transcripts) / run.seconds,
                run.bytes / 1e6 / run.seconds,
                run.memory / 1e6,
                run.correct,
            );
        }
    }
}

/// Makes a file of transcripts and returns its path.
pub(super) fn make_transcripts(workspace: &Workspace, transcripts: u32) -> Result<PathBuf> {
    let maker =
        ["build", "--release", "--package", "stepfall-interchange", "--example", "transcripts"];
    run(cargo(workspace).args(maker))?;
    let path = workspace.scratch("tmp")?.join(format!("batch-{transcripts}.jsonl"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let maker = workspace.target.join("release/examples/transcripts");
    run(program(workspace, maker).arg(transcripts.to_string()).stdout(Stdio::from(file)))?;
    Ok(path)
}

fn measure_reader(
    workspace: &Workspace,
    python: &Path,
    (reader, cores, command): &Reader<'_>,
    file: &Path,
    transcripts: u32,
) -> Result<Run> {
    let bytes = f64::from(u32::try_from(std::fs::metadata(file)?.len())?);
    let written = workspace.scratch("tmp")?.join("batch-read.jsonl");
    let mut best = Run {
        reader,
        cores: *cores,
        transcripts,
        bytes,
        seconds: f64::INFINITY,
        processor: f64::INFINITY,
        memory: 0.0,
        correct: 0,
    };
    for _ in 0..ROUNDS {
        let mut measure = program(workspace, python);
        measure.arg("tests/bench-peer/measure.py").arg(cores.to_string());
        measure.arg(file).arg(&written).args(command);
        let figures: Value = serde_json::from_str(&output(&mut measure)?)?;
        let figure = |name: &str| figures[name].as_f64().with_context(|| format!("no {name}"));
        best.seconds = best.seconds.min(figure("seconds")?);
        best.processor = best.processor.min(figure("processor")?);
        best.memory = best.memory.max(figure("memory")?);
    }
    if best.memory > MAX_MEMORY {
        bail!("{reader} took {:.0} MB for {transcripts} transcripts", best.memory / 1e6);
    }
    best.correct = correct(&read_text(&written)?)?;
    Ok(best)
}

/// Returns the number of correct responses, from the one object of a scorer or from the rows of the
/// grader.
fn correct(written: &str) -> Result<u64> {
    let mut correct = 0;
    for line in written.lines() {
        let line: Value = serde_json::from_str(line)?;
        correct +=
            line["correct"].as_u64().unwrap_or_else(|| u64::from(line["outcome"] == "correct"));
    }
    Ok(correct)
}
