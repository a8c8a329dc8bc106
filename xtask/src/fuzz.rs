//! `cargo xtask fuzz`: random bytes for a parser, through libFuzzer.
//!
//! No sanitizer is used, so the stable compiler will do: the crates hold no unsafe code, and what is looked for are panics,
//! endless loops and memory without bound.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, program, run as run_program};
use crate::tools;
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The version of cargo-fuzz that is installed.
const VERSION: &str = "0.13.2";

/// Fuzzes one target for some minutes; a finding is an error, and libFuzzer says where it put the input.
pub(crate) fn run(workspace: &Workspace, target: &str, minutes: u32) -> Result<()> {
    if !workspace.root.join("fuzz/targets").join(format!("{target}.rs")).is_file() {
        bail!("there is no fuzz target {target}: see fuzz/targets/");
    }
    let cargo_fuzz = tools::cargo_program(workspace, "cargo-fuzz", "cargo-fuzz", VERSION)?;
    let seconds = minutes.saturating_mul(60);
    let mut command = program(workspace, cargo_fuzz);
    command
        .args(["run", target, "--sanitizer", "none", "--target-dir"])
        .arg(workspace.target.join("fuzz"));
    let seeds = match target {
        "grade" => Some(transcripts(workspace)?),
        "batch" => Some(result_files(workspace)?),
        _ => None,
    };
    if let Some(seeds) = seeds {
        // What libFuzzer finds goes to the first folder, the seeds are only read.
        let found = workspace.root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
        command.arg(found).arg(seeds);
    }
    command.args(["--", "-max_len=70000", "-timeout=5", "-rss_limit_mb=1024"]);
    command.arg("-print_final_stats=1").arg(format!("-max_total_time={seconds}"));
    let words = workspace.root.join("fuzz/targets").join(format!("{target}.dict"));
    if words.is_file() {
        command.arg(format!("-dict={}", words.display()));
    }
    run_program(command.env("CARGO", cargo(workspace).get_program()))
}

/// A folder with every transcript of `tests/corpus` as the target `grade` takes it: the item, the condition, the text.
fn transcripts(workspace: &Workspace) -> Result<PathBuf> {
    let items = read_text(&workspace.root.join("fuzz/targets/grade.items"))?;
    let items: Vec<&str> = items.lines().collect();
    let folder = workspace.scratch("fuzz/seeds")?;
    let mut texts = Vec::new();
    collect(&workspace.root.join("tests/corpus"), &mut texts)?;
    texts.sort();
    for (index, path) in texts.iter().enumerate() {
        // With its own item where the target has it, else with any.
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

/// An id of which there is an item; those in the result files are none.
const ID: &str = "sf1-AgQBkAAAABFCRFU";

/// A folder with every result file of the reader's tests as the target `batch` takes it: whether columns are chosen, two lengths of pieces, the file. In texts the first id
/// is one of an item.
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

/// All transcripts below a folder.
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
