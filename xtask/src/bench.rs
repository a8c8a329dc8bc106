//! `cargo xtask bench`: how long making an item and grading a transcript take, natively, in WebAssembly, and with a peer; a batch of them on the command line; scheduling an attempt, the tokens of the specimen, and the longest tasks of the page.

mod batch;
mod grading;
pub(crate) mod long_tasks;
mod making;
mod scheduling;
mod specimen;

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace::{Workspace, read_bytes};
use crate::{golden, tools};

/// Microseconds, by what was timed.
type Figures = BTreeMap<String, f64>;

/// Times everything and then prints all tables; or batches alone.
pub(crate) fn run(workspace: &Workspace, batch_alone: bool) -> Result<()> {
    let pins = "tests/bench-peer/requirements.txt";
    let python = tools::python_packages(workspace, "bench-peer", pins)?;
    if batch_alone {
        batch::time(workspace, &python)?.print();
        return Ok(());
    }
    let module = golden::bound_module(workspace)?;
    let making = making::time(workspace, &module, &python)?;
    let grading = grading::time(workspace, &module, &python)?;
    let batch = batch::time(workspace, &python)?;
    let scheduling = scheduling::time(workspace)?;
    let specimen = specimen::time(workspace, &python)?;
    making.print();
    grading.print();
    batch.print();
    scheduling.print();
    specimen.print();
    print!("\n{}", long_tasks::table(workspace)?);
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

/// A figure for a table, or a dash.
fn shown(microseconds: Option<&f64>) -> String {
    microseconds.map_or_else(|| "-".to_owned(), |microseconds| format!("{microseconds:.1}"))
}
