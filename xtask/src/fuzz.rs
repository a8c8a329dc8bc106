//! `cargo xtask fuzz`: random bytes for the parsers of external input, through libFuzzer.
//!
//! No sanitizer is used, so that the stable compiler suffices. The crates contain no unsafe code,
//! and the targets search for panics, endless loops and unbounded memory.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, program, run as run_program};
use crate::tools;
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The version of cargo-fuzz to install.
const VERSION: &str = "0.13.2";

const TARGETS: &str = "fuzz/targets";

/// The settings of a round of fuzzing.
pub(crate) struct Round {
    /// The targets; empty for all.
    pub(crate) targets: Vec<String>,
    /// The minutes for all targets together, in equal shares.
    pub(crate) minutes: u32,
    /// The number of targets that are fuzzed at the same time.
    pub(crate) jobs: usize,
}

/// Fuzzes targets one by one, or several at a time, and prints their results. A finding is an error
/// at the end; the target's output contains the path of the input.
pub(crate) fn run(workspace: &Workspace, round: &Round) -> Result<()> {
    let all = all_targets(workspace)?;
    let targets = if round.targets.is_empty() { &all } else { &round.targets };
    if let Some(target) = targets.iter().find(|target| !all.contains(target)) {
        bail!("there is no fuzz target {target}: there are {}", all.join(", "));
    }
    let cargo_fuzz = tools::cargo_program(workspace, "cargo-fuzz", "cargo-fuzz", VERSION)?;
    let share = (round.minutes.saturating_mul(60) / u32::try_from(targets.len())?).max(1);
    for target in targets {
        // All targets are built before the first is run, so that compilation takes no share of the
        // time.
        run_program(&mut cargo_fuzz_command(workspace, &cargo_fuzz, "build", target))?;
    }
    println!(
        "{share} s each, {} at a time; their output: {}",
        round.jobs,
        logs(workspace)?.display()
    );
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        let work = || -> Result<()> {
            while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
                if fuzz(workspace, &cargo_fuzz, target, share)? {
                    let mut found =
                        found.lock().map_err(|_| anyhow::anyhow!("a thread broke off"))?;
                    found.push(target.as_str());
                }
            }
            Ok(())
        };
        let threads: Vec<_> = (0..round.jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().map_err(|_| anyhow::anyhow!("a thread broke off"))?
        })
    })?;
    let found = found.into_inner().map_err(|_| anyhow::anyhow!("a thread broke off"))?;
    if !found.is_empty() {
        bail!("there are findings in {}: the ends of their outputs say more", found.join(", "));
    }
    Ok(())
}

/// Returns the sorted names of all targets.
fn all_targets(workspace: &Workspace) -> Result<Vec<String>> {
    let folder = workspace.root.join(TARGETS);
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut targets = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            targets.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    targets.sort();
    Ok(targets)
}

/// Returns the folder of the targets' outputs.
fn logs(workspace: &Workspace) -> Result<PathBuf> {
    workspace.scratch("fuzz/logs")
}

fn cargo_fuzz_command(
    workspace: &Workspace,
    cargo_fuzz: &Path,
    what: &str,
    target: &str,
) -> std::process::Command {
    let mut command = program(workspace, cargo_fuzz);
    command
        .args([what, target, "--sanitizer", "none", "--target-dir"])
        .arg(workspace.target.join("fuzz"))
        .env("CARGO", cargo(workspace).get_program());
    command
}

/// Fuzzes one target for some seconds, and prints the end of its output. Returns whether there is a
/// finding.
fn fuzz(workspace: &Workspace, cargo_fuzz: &Path, target: &str, seconds: u32) -> Result<bool> {
    let mut command = cargo_fuzz_command(workspace, cargo_fuzz, "run", target);
    let seeds = match target {
        "grade" => Some(transcripts(workspace)?),
        "batch" => Some(result_files(workspace)?),
        "records" => Some(lines_of_files(workspace)?),
        _ => None,
    };
    if let Some(seeds) = seeds {
        // libFuzzer writes its inputs to the first folder. The seeds are only read.
        let found = workspace.root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
        command.arg(found).arg(seeds);
    }
    command.args(["--", "-max_len=70000", "-timeout=5", "-rss_limit_mb=1024"]);
    command.arg(format!("-max_total_time={seconds}"));
    let words = workspace.root.join(TARGETS).join(format!("{target}.dict"));
    if words.is_file() {
        command.arg(format!("-dict={}", words.display()));
    }
    let path = logs(workspace)?.join(format!("{target}.log"));
    let file = File::create(&path).with_context(|| format!("cannot make {}", path.display()))?;
    let status = command
        .stdout(file.try_clone().context("a file can be written from two places")?)
        .stderr(file)
        .status()
        .with_context(|| format!("cannot start {}", cargo_fuzz.display()))?;
    let output = String::from_utf8_lossy(&read_bytes(&path)?).into_owned();
    let lines: Vec<&str> = output.lines().collect();
    if status.success() {
        // The last status line of libFuzzer has the numbers of runs, edges and kept inputs.
        let end = lines.iter().rfind(|line| line.starts_with('#')).unwrap_or(&"");
        println!("{target}: no finding; {end}");
    } else {
        println!("{target}: {}", lines[lines.len().saturating_sub(40)..].join("\n"));
    }
    Ok(!status.success())
}

/// Writes every transcript of `tests/corpus` as an input of the target `grade` (item, condition,
/// text), and returns the folder.
fn transcripts(workspace: &Workspace) -> Result<PathBuf> {
    let items = read_text(&workspace.root.join("fuzz/targets/grade.items"))?;
    let items: Vec<&str> = items.lines().collect();
    let folder = workspace.scratch("fuzz/seeds")?;
    let mut texts = Vec::new();
    collect(&workspace.root.join("tests/corpus"), &mut texts)?;
    texts.sort();
    for (index, path) in texts.iter().enumerate() {
        // The item of the transcript if the target has that item, else any item.
        let label = read_text(&path.with_extension("label"))?;
        let link = label.lines().find_map(|line| line.strip_prefix("item: ")).unwrap_or_default();
        let spec = link.split("&condition=").next();
        let item = items.iter().position(|item| Some(*item) == spec).unwrap_or(index % items.len());
        let condition = u8::try_from(index % 6)?;
        let mut seed = vec![u8::try_from(item)?, condition];
        seed.extend(read_bytes(path)?);
        write(&folder.join(index.to_string()), seed)?;
    }
    Ok(folder)
}

/// A valid id. The ids in the result files of the tests name no item.
const ID: &str = "sf1-AgQBkAAAABFCRFU";

/// Writes every result file of the reader's tests as an input of the target `batch`, and returns
/// the folder. An input begins with the choice of columns and two lengths of pieces. In text files,
/// [`ID`] replaces the id `sf-1`.
fn result_files(workspace: &Workspace) -> Result<PathBuf> {
    let files = workspace.root.join("crates/interchange/tests/files");
    let folder = workspace.scratch("fuzz/result-files")?;
    let entries =
        fs::read_dir(&files).with_context(|| format!("cannot read {}", files.display()))?;
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().context("a folder has an entry without a name")?;
        let mut seed = vec![1, 5, 100];
        seed.extend(match String::from_utf8(read_bytes(&path)?) {
            Ok(text) => text.replace("sf-1", ID).into_bytes(),
            Err(archive) => archive.into_bytes(),
        });
        write(&folder.join(name), seed)?;
    }
    Ok(folder)
}

/// Writes each line of `fuzz/targets/records.lines` to a file, as an input of the target `records`,
/// and returns the folder. The first byte of an input chooses the beginning of the file, and the
/// second is the length of its pieces.
fn lines_of_files(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.scratch("fuzz/lines")?;
    let lines = read_text(&workspace.root.join(TARGETS).join("records.lines"))?;
    for (index, line) in lines.lines().enumerate() {
        let seed = [&[0, 7], line.as_bytes(), b"\n"].concat();
        write(&folder.join(index.to_string()), seed)?;
    }
    Ok(folder)
}

/// Collects all transcripts below a folder.
fn collect(folder: &Path, texts: &mut Vec<PathBuf>) -> Result<()> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, texts)?;
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            texts.push(path);
        }
    }
    Ok(())
}
