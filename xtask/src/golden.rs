//! `cargo xtask golden`: the frozen files of `tests/golden/`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::module::{self, GOLDEN, Host, LAB, Source};
use crate::process::{build_program, cargo, in_parallel, output_bytes, program, run};
use crate::workspace::{self, Workspace};

/// A golden file that `stepfall-dev` prints, and its command.
struct GoldenFile {
    file: &'static str,
    what: &'static str,
    arguments: &'static [&'static str],
}

/// The counts of how often the grader is correct about simulated transcripts.
const CONFUSION: GoldenFile = GoldenFile {
    file: "tests/golden/confusion.txt",
    what: "the grader's counts",
    arguments: &["confusion"],
};

/// The counts of how often the verdict survives edits that keep the meaning, and how often an
/// inserted error is found.
const INVARIANCE: GoldenFile = GoldenFile {
    file: "tests/golden/invariance.txt",
    what: "the counts of edited transcripts",
    arguments: &["invariance", "tests/transcripts", "tests/corpus"],
};

/// The figures of how well the items of the default specs test a model.
const AUDIT: GoldenFile = GoldenFile {
    file: "tests/golden/audit.txt",
    what: "the figures of the default specs",
    arguments: &["audit"],
};

/// The recorded runs of models: their index, the document with their counts, and the files that the
/// page contains.
const RESULTS: [GoldenFile; 5] = [
    GoldenFile {
        file: "results/index.json",
        what: "the counts of the recorded runs",
        arguments: &["results", "results"],
    },
    GoldenFile {
        file: "docs/results.md",
        what: "the tables of the recorded runs",
        arguments: &["results", "results", "--table"],
    },
    GoldenFile {
        file: "src/state/recorded/list.bin",
        what: "the page's list of recorded runs",
        arguments: &["results", "results", "--page", "list"],
    },
    GoldenFile {
        file: "src/state/recorded/example.bin",
        what: "the page's example of a recorded run",
        arguments: &["results", "results", "--page", "example"],
    },
    GoldenFile {
        file: "src/state/example/attempt.bin",
        what: "the page's first example",
        arguments: &["results", "results", "--page", "attempt"],
    },
];

/// Checks and grades the recorded runs, and writes the files in [`RESULTS`].
pub(crate) fn write_results(workspace: &Workspace) -> Result<()> {
    for printed in &RESULTS {
        workspace::write(&workspace.root.join(printed.file), &printed.now(workspace)?)?;
    }
    Ok(())
}

/// Checks and grades the recorded runs, and compares the output with the files in [`RESULTS`].
pub(crate) fn check_results(workspace: &Workspace) -> Result<()> {
    RESULTS.iter().try_for_each(|printed| printed.check(workspace))
}

pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    run(cargo(workspace).args(["run", "--package", GOLDEN.package, "--", "write"]))?;
    for printed in [&CONFUSION, &INVARIANCE, &AUDIT] {
        workspace::write(&workspace.root.join(printed.file), &printed.now(workspace)?)?;
    }
    Ok(())
}

/// Compares the golden items and the small model with those in WebAssembly, and the printed golden
/// files with the current output.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    check_wasm(workspace)?;
    check_small_model(workspace)?;
    check_printed(workspace)
}

/// Compares the grader's counts, those of edited transcripts, and the audit of the default specs
/// with the committed ones. The audit has one thread, so another program runs at the same time.
pub(crate) fn check_printed(workspace: &Workspace) -> Result<()> {
    in_parallel(&[&AUDIT, &CONFUSION], |printed| printed.check(workspace))?;
    INVARIANCE.check(workspace)
}

impl GoldenFile {
    fn check(&self, workspace: &Workspace) -> Result<()> {
        let Self { file, what, arguments } = self;
        let accept = match arguments {
            ["results", ..] => "cargo xtask results",
            _ => "cargo xtask golden",
        };
        let committed = fs::read(workspace.root.join(file))
            .with_context(|| format!("cannot read {file}; write it by `{accept}`"))?;
        let now = self.now(workspace)?;
        let lines = committed.split(|byte| *byte == b'\n').zip(now.split(|byte| *byte == b'\n'));
        let first = lines.clone().position(|(committed, now)| committed != now);
        let line = first.unwrap_or(lines.count()) + 1;
        ensure!(
            committed == now,
            "{what} are no longer those of {file}, from line {line} on; see whether they are better, and accept them by \
             `{accept}`"
        );
        println!("{what} are those of {file}");
        Ok(())
    }

    fn now(&self, workspace: &Workspace) -> Result<Vec<u8>> {
        // A development build is fast enough, since all profiles optimise the crates that do the
        // work.
        let path = build_program(workspace, "stepfall-dev", "stepfall-dev")?;
        output_bytes(program(workspace, path).args(self.arguments))
    }
}

/// Compares every golden item with the item that WebAssembly makes from its link, under Node.
pub(crate) fn check_wasm(workspace: &Workspace) -> Result<()> {
    let folder = bound_module(workspace)?;
    run(program(workspace, "node").arg("tests/wasm/goldens.mjs").arg(folder))
}

/// Compiles the module of the golden items for Node and returns the folder of the result.
pub(crate) fn bound_module(workspace: &Workspace) -> Result<PathBuf> {
    for_node(workspace, GOLDEN, "golden-wasm")
}

/// Compares the outputs and the saliency of the small model with those in WebAssembly, to the last
/// bit.
pub(crate) fn check_small_model(workspace: &Workspace) -> Result<()> {
    let folder = bound_small_model(workspace)?;
    run(program(workspace, "node").arg("tests/wasm/small-model.mjs").arg(folder))
}

/// Compiles the module of the small model for Node and returns the folder of the result.
pub(crate) fn bound_small_model(workspace: &Workspace) -> Result<PathBuf> {
    for_node(workspace, LAB, "small-model-wasm")
}

fn for_node(workspace: &Workspace, source: Source, folder: &str) -> Result<PathBuf> {
    let raw = module::compile(workspace, &[source])?;
    let raw = raw.first().context("cargo compiled no module")?;
    let folder = workspace.scratch(folder)?;
    module::bind(raw, source.package, &Host::Node, &folder)?;
    // Node reads the type of a `.js` file from the nearest package.json. That of the root declares
    // ES modules, and the result is a CommonJS module.
    workspace::write(&folder.join("package.json"), r#"{"type":"commonjs"}"#)?;
    Ok(folder)
}
