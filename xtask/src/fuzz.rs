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
    if target == "grade" {
        // What libFuzzer finds goes to the first folder, the seeds are only read.
        let found = workspace.root.join("fuzz/corpus").join(target);
        fs::create_dir_all(&found).with_context(|| format!("cannot make {}", found.display()))?;
        command.arg(found).arg(transcripts(workspace)?);
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
