//! The time of making one item.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::{Figures, fastest, formatted};
use crate::process::{cargo, output, program, run};
use crate::workspace::Workspace;

/// The timed lengths of procedures.
const STEPS: [u32; 4] = [5, 25, 95, 500];

/// The timed kinds of arithmetic by their names in links, each with the most similar task of the
/// peer.
const ARITHMETICS: [(&str, Option<&str>); 5] = [
    ("integer", Some("chain_sum")),
    ("mod97", None),
    ("decimal2", Some("decimal_chain_sum")),
    ("rational", None),
    ("paper", None),
];

/// The names of criterion's groups, one for each column of the table.
const NATIVE: [&str; 4] = ["make", "make-and-step-shares", "answer-shares", "betrays"];

/// The budget for an item of whole numbers with 95 steps, in microseconds.
const BUDGET: &str = "budget for integer, 95 steps: make 20 native; with step-level shares 50 in wasm; answer-level shares 150; betrays 150";

pub(super) struct Making {
    native: Figures,
    wasm: Figures,
    peer: Figures,
}

pub(super) fn time(workspace: &Workspace, module: &Path, python: &Path) -> Result<Making> {
    Ok(Making {
        native: native(workspace)?,
        wasm: wasm(workspace, module)?,
        peer: peer(workspace, python)?,
    })
}

impl Making {
    pub(super) fn print(&self) {
        println!(
            "\nmicroseconds for one item: made, evaluated and worded, with its difficulty; the same with the share of errors that show at the step instead;\n\
             for a finished item, the share of errors that show in the answer, and of arithmetic errors that leave a remainder; the peer makes a sum\n\
             with its answer\n{BUDGET}\n"
        );
        println!(
            "{:>5}  {:<10}{:>10}{:>12}{:>12}{:>12}{:>12}{:>10}",
            "steps", "arithmetic", "make", "step shares", "in wasm", "answer", "betrays", "peer"
        );
        for (arithmetic, task) in ARITHMETICS {
            for steps in STEPS {
                let [make, shares, answer, betrays] =
                    NATIVE.map(|group| formatted(self.native.get(&id(group, arithmetic, steps))));
                let wasm = formatted(self.wasm.get(&id(NATIVE[1], arithmetic, steps)));
                let peer =
                    formatted(task.and_then(|task| self.peer.get(&format!("{task}/{steps}"))));
                println!(
                    "{steps:>5}  {arithmetic:<10}{make:>10}{shares:>12}{wasm:>12}{answer:>12}{betrays:>12}{peer:>10}"
                );
            }
        }
    }
}

/// Returns the name of a case, which is also its path in criterion's folders: group, arithmetic,
/// steps.
fn id(group: &str, arithmetic: &str, steps: u32) -> String {
    format!("{group}/{arithmetic}/{steps}")
}

/// Returns the link of a case's spec, without a seed.
fn link(arithmetic: &str, steps: u32) -> String {
    format!("#/play?v=2&numbers={arithmetic}&steps={steps}")
}

/// Returns criterion's fastest samples.
fn native(workspace: &Workspace) -> Result<Figures> {
    run(cargo(workspace).args(["bench", "--package", "stepfall-procedure"]))?;
    let mut figures = Figures::new();
    for group in NATIVE {
        for (arithmetic, _) in ARITHMETICS {
            for steps in STEPS {
                let id = id(group, arithmetic, steps);
                figures.insert(id.clone(), fastest(workspace, &id)?);
            }
        }
    }
    Ok(figures)
}

/// Returns the medians in WebAssembly under Node.
fn wasm(workspace: &Workspace, module: &Path) -> Result<Figures> {
    let case = |arithmetic, steps| json!({ "id": id(NATIVE[1], arithmetic, steps), "link": link(arithmetic, steps) });
    let cases: Vec<Value> = ARITHMETICS
        .iter()
        .flat_map(|(arithmetic, _)| STEPS.map(|steps| case(arithmetic, steps)))
        .collect();
    let script = "tests/wasm/bench.mjs";
    let figures = output(
        program(workspace, "node").arg(script).arg(module).arg(Value::from(cases).to_string()),
    )?;
    serde_json::from_str(&figures).with_context(|| format!("{script} wrote no figures"))
}

/// Returns the medians of the peer.
fn peer(workspace: &Workspace, python: &Path) -> Result<Figures> {
    let figures = output(program(workspace, python).arg("tests/bench-peer/peer.py"))?;
    serde_json::from_str(&figures).context("tests/bench-peer/peer.py wrote no figures")
}
