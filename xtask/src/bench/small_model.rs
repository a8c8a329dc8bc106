//! The tokens per second that the small model reads in WebAssembly, compared with a general engine
//! with the same weights.

use std::path::Path;

use anyhow::{Context, Result};

use super::Figures;
use crate::process::{output, program, run};
use crate::workspace::Workspace;
use crate::{golden, tools};

/// The file of weights for both engines.
const WEIGHTS: &str = "crates/small-model/weights/short.safetensors";

/// The numbers of tokens of context, each with its goal in tokens per second.
const CONTEXTS: [(u32, u32); 2] = [(512, 5_000), (1_800, 2_500)];

pub(super) struct SmallModel(Figures);

/// Times the small model in our module and in onnxruntime-web.
pub(super) fn time(workspace: &Workspace, python: &Path) -> Result<SmallModel> {
    let module = golden::bound_small_model(workspace)?;
    let packages = tools::npm_folder(workspace, "tests/bench-peer")?;
    let graph = workspace.scratch("bench-peer")?.join("small-model.onnx");
    let weights = workspace.root.join(WEIGHTS);
    run(program(workspace, python)
        .arg("tests/bench-peer/small_model.py")
        .arg(&weights)
        .arg(&graph))?;
    let script = "tests/bench-peer/small-model.mjs";
    let figures = output(
        program(workspace, "node").arg(script).args([&module, &weights, &graph, &packages]),
    )?;
    let last = figures.trim().lines().last().unwrap_or_default();
    let figures =
        serde_json::from_str(last).with_context(|| format!("{script} wrote no figures"))?;
    Ok(SmallModel(figures))
}

impl SmallModel {
    pub(super) fn print(&self) {
        println!(
            "\nthe small model in WebAssembly under Node, on one core, tokens a second behind a context; both say the same at every token\n"
        );
        println!("{:>8}{:>10}{:>18}{:>10}", "context", "ours", "onnxruntime-web", "wanted");
        for (context, wanted) in CONTEXTS {
            let rate =
                |engine: &str| self.0.get(&format!("{engine}/{context}")).copied().unwrap_or(0.0);
            println!("{context:>8}{:>10.0}{:>18.0}{wanted:>10}", rate("ours"), rate("peer"));
        }
        let map = self.0.get("map/25").copied().unwrap_or(0.0);
        println!(
            "\na transcript of 25 steps with its saliency, milliseconds: {map:.0} (wanted: 300)"
        );
    }
}
