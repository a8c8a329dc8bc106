//! `cargo xtask bench`: how long one item takes, natively, in WebAssembly, and with a peer.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::golden;
use crate::process::{cargo, find, output, program, run as run_program};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// Lengths of procedures that are timed.
const STEPS: [u32; 4] = [5, 25, 95, 500];

/// Kinds of arithmetic that are timed, as a link names them, each with the peer's task that comes nearest.
const ARITHMETICS: [(&str, Option<&str>); 5] = [
    ("integer", Some("chain_sum")),
    ("mod97", None),
    ("decimal2", Some("decimal_chain_sum")),
    ("rational", None),
    ("paper", None),
];

/// What criterion times, by the names of its groups; a column of the table each.
const NATIVE: [&str; 3] = ["make", "make-and-step-shares", "answer-shares"];

/// What may be spent on an item of whole numbers with 95 steps.
const BUDGET: &str = "budget for integer, 95 steps: make 20 native; with step-level shares 50 in wasm; answer-level shares 150";

/// Microseconds for one item, by what was timed.
type Figures = BTreeMap<String, f64>;

/// Times everything and prints one table.
pub(crate) fn run(workspace: &Workspace) -> Result<()> {
    let native = native(workspace)?;
    let wasm = wasm(workspace)?;
    let peer = peer(workspace)?;
    println!(
        "\nmicroseconds for one item: made, evaluated and worded; with the share of faults that show at the step; \
         the share that\nshows in the answer, of a finished item; the peer makes a sum with its answer\n{BUDGET}\n"
    );
    println!(
        "{:>5}  {:<10}{:>10}{:>12}{:>12}{:>12}{:>10}",
        "steps", "arithmetic", "make", "step shares", "in wasm", "answer", "peer"
    );
    for (arithmetic, task) in ARITHMETICS {
        for steps in STEPS {
            let [make, shares, answer] =
                NATIVE.map(|group| shown(native.get(&id(group, arithmetic, steps))));
            let wasm = shown(wasm.get(&id(NATIVE[1], arithmetic, steps)));
            let peer = shown(task.and_then(|task| peer.get(&format!("{task}/{steps}"))));
            println!(
                "{steps:>5}  {arithmetic:<10}{make:>10}{shares:>12}{wasm:>12}{answer:>12}{peer:>10}"
            );
        }
    }
    Ok(())
}

/// What a case is called, in criterion's folders too: group, arithmetic, steps.
fn id(group: &str, arithmetic: &str, steps: u32) -> String {
    format!("{group}/{arithmetic}/{steps}")
}

/// The link of a case's spec, without a seed.
fn link(arithmetic: &str, steps: u32) -> String {
    format!("#/play?v=0&numbers={arithmetic}&steps={steps}")
}

/// Criterion's medians.
fn native(workspace: &Workspace) -> Result<Figures> {
    run_program(cargo(workspace).args(["bench", "--package", "stepfall-procedure"]))?;
    let mut figures = Figures::new();
    for group in NATIVE {
        for (arithmetic, _) in ARITHMETICS {
            for steps in STEPS {
                let id = id(group, arithmetic, steps);
                let path = workspace.target.join("criterion").join(&id).join("new/estimates.json");
                let estimates: Value = serde_json::from_slice(&read_bytes(&path)?)?;
                let median = estimates["median"]["point_estimate"].as_f64();
                let median =
                    median.with_context(|| format!("{} holds no median", path.display()))?;
                figures.insert(id, median / 1000.0);
            }
        }
    }
    Ok(figures)
}

/// Medians in WebAssembly under Node.
fn wasm(workspace: &Workspace) -> Result<Figures> {
    let folder = golden::bound_module(workspace)?;
    let case = |arithmetic, steps| json!({ "id": id(NATIVE[1], arithmetic, steps), "link": link(arithmetic, steps) });
    let cases: Vec<Value> = ARITHMETICS
        .iter()
        .flat_map(|(arithmetic, _)| STEPS.map(|steps| case(arithmetic, steps)))
        .collect();
    let script = "tests/wasm/bench.mjs";
    let figures = output(
        program(workspace, "node").arg(script).arg(folder).arg(Value::from(cases).to_string()),
    )?;
    serde_json::from_str(&figures).with_context(|| format!("{script} wrote no figures"))
}

/// Medians of the peer, in a Python environment of its own.
fn peer(workspace: &Workspace) -> Result<Figures> {
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
    let figures = output(program(workspace, &python).arg("tests/bench-peer/peer.py"))?;
    serde_json::from_str(&figures).context("tests/bench-peer/peer.py wrote no figures")
}

/// A figure for the table, or a dash.
fn shown(microseconds: Option<&f64>) -> String {
    microseconds.map_or_else(|| "-".to_owned(), |microseconds| format!("{microseconds:.1}"))
}
