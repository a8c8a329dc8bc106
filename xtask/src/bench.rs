//! `cargo xtask bench`: how long making an item and grading a transcript take, natively, in WebAssembly, and with a peer; and scheduling an attempt.

mod grading;
mod making;
mod scheduling;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::golden;
use crate::process::{find, program, run as run_program};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// Microseconds, by what was timed.
type Figures = BTreeMap<String, f64>;

/// Times everything and then prints all tables.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let module = golden::bound_module(workspace)?;
    let python = python(workspace)?;
    let making = making::time(workspace, &module, &python)?;
    let grading = grading::time(workspace, &module, &python)?;
    let scheduling = scheduling::time(workspace)?;
    making.print();
    grading.print();
    scheduling.print();
    Ok(())
}

/// The fastest of criterion's samples of a case, in microseconds. What a slower one takes longer is other work on the machine, which no code
/// changes; all that is compared here is timed so.
fn fastest(workspace: &Workspace, id: &str) -> Result<f64> {
    let path = workspace.target.join("criterion").join(id).join("new/sample.json");
    let sample: Value = serde_json::from_slice(&read_bytes(&path)?)?;
    let list = |name: &str| sample[name].as_array().into_iter().flatten().filter_map(Value::as_f64);
    let fastest = list("times").zip(list("iters")).map(|(time, rounds)| time / rounds);
    let fastest = fastest.min_by(f64::total_cmp);
    Ok(fastest.with_context(|| format!("{} holds no sample", path.display()))? / 1000.0)
}

/// Python, in an environment of its own that holds what the peers need.
fn python(workspace: &Workspace) -> Result<PathBuf> {
    let folder = workspace.scratch("bench-peer")?;
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let requirements = workspace.root.join("tests/bench-peer/requirements.txt");
    let pins = read_text(&requirements)?;
    let stamp = folder.join("installed.txt");
    if !std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == pins) {
        let system = find("python3")
            .or_else(|| find("python"))
            .context("the peer needs Python 3.11 or newer")?;
        run_program(program(workspace, system).args(["-m", "venv"]).arg(&folder))?;
        run_program(
            program(workspace, &python)
                .args(["-m", "pip", "install", "--quiet", "-r"])
                .arg(&requirements),
        )?;
        write(&stamp, pins)?;
    }
    Ok(python)
}

/// A figure for a table, or a dash.
fn shown(microseconds: Option<&f64>) -> String {
    microseconds.map_or_else(|| "-".to_owned(), |microseconds| format!("{microseconds:.1}"))
}
