//! `cargo xtask bench`: times of the generator, the grader and the small model, natively, in
//! WebAssembly and in a peer, which is another program for a similar task. The command also times
//! batches on the command line, the scheduling of attempts, and the longest tasks of the page.

mod batch;
mod grading;
pub(crate) mod long_tasks;
mod making;
mod scheduling;
mod small_model;

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace::{Workspace, read_bytes};
use crate::{golden, tools};

/// Measurements by the name of a case, in microseconds. The small model has tokens per second, and
/// milliseconds for one transcript.
type Figures = BTreeMap<String, f64>;

/// Times everything and prints all tables, or batches alone.
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
    let small_model = small_model::time(workspace, &python)?;
    making.print();
    grading.print();
    batch.print();
    scheduling.print();
    small_model.print();
    print!("\n{}", long_tasks::table(workspace)?);
    Ok(())
}

/// Returns the time of a case in the fastest of criterion's samples, in microseconds. Slower
/// samples only show that the machine did other work.
fn fastest(workspace: &Workspace, id: &str) -> Result<f64> {
    let path = workspace.target.join("criterion").join(id).join("new/sample.json");
    let sample: Value = serde_json::from_slice(&read_bytes(&path)?)?;
    let list = |name: &str| sample[name].as_array().into_iter().flatten().filter_map(Value::as_f64);
    let fastest = list("times").zip(list("iters")).map(|(time, rounds)| time / rounds);
    let fastest = fastest.min_by(f64::total_cmp);
    Ok(fastest.with_context(|| format!("{} holds no sample", path.display()))? / 1000.0)
}

/// Formats microseconds to one decimal; a dash if there is no measurement.
fn formatted(microseconds: Option<&f64>) -> String {
    microseconds.map_or_else(|| "-".to_owned(), |microseconds| format!("{microseconds:.1}"))
}
