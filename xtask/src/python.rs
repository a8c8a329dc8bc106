//! The Python package: its wheel, its tests, and third-party evaluation tools that call it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::licences::Product;
use crate::process::{cargo, program, run};
use crate::workspace::Workspace;
use crate::{licences, page, tools};

const PACKAGE: &str = "python";

/// The file that pins the packages for building and testing.
const PINS: &str = "python/tests/requirements.txt";

/// The folder of the tests with third-party tools, and of the files that pin their packages.
const PEERS: &str = "tests/peers";

/// Checks the package's code by the workspace's rules, builds its wheel, and runs its tests.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    let manifest = format!("{PACKAGE}/Cargo.toml");
    run(cargo(workspace).args(["fmt", "--check", "--manifest-path", &manifest]))?;
    let mut lints = cargo(workspace);
    lints.args(["clippy", "--locked", "--manifest-path", &manifest]);
    lints.env("CARGO_TARGET_DIR", target(workspace)?);
    run(lints.args(["--", "-D", "warnings"]))?;
    let python = with_package(workspace, "stepfall", PINS)?;
    run(program(workspace, python).args(["-m", "pytest", "-q", "-p", "no:cacheprovider", PACKAGE]))
}

/// Runs an exported suite under Inspect AI.
pub(crate) fn inspect_ai(workspace: &Workspace) -> Result<()> {
    peer(workspace, "inspect-ai")
}

/// Runs an exported suite under lm-evaluation-harness.
pub(crate) fn lm_eval(workspace: &Workspace) -> Result<()> {
    peer(workspace, "lm-eval")
}

/// Runs the taskset and the environment under verifiers.
pub(crate) fn verifiers(workspace: &Workspace) -> Result<()> {
    peer(workspace, "verifiers")
}

/// Runs the dataset under reasoning-gym.
pub(crate) fn reasoning_gym(workspace: &Workspace) -> Result<()> {
    peer(workspace, "reasoning-gym")
}

/// Runs the environment under `SkyRL` Gym.
pub(crate) fn skyrl_gym(workspace: &Workspace) -> Result<()> {
    peer(workspace, "skyrl-gym")
}

/// Runs two steps of GRPO under TRL. The Python environment takes 6 GB. Most of that is libraries
/// for CUDA that the test does not use, because no package for Linux on `PyPI` has a smaller torch.
pub(crate) fn trl(workspace: &Workspace) -> Result<()> {
    peer(workspace, "trl")
}

/// Runs an exported suite under promptfoo, which calls the npm package.
pub(crate) fn promptfoo(workspace: &Workspace) -> Result<()> {
    page::build_package(workspace)?;
    let folder = tools::npm_folder(workspace, &format!("{PEERS}/promptfoo"))?;
    let python = with_package(workspace, "stepfall", PINS)?;
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-reporter=spec", &format!("{PEERS}/promptfoo.test.mjs")]);
    run(command.env("PROMPTFOO", folder).env("STEPFALL_PYTHON", python))
}

/// Runs the test of a tool that is a Python package.
fn peer(workspace: &Workspace, name: &str) -> Result<()> {
    let python = with_package(workspace, name, &format!("{PEERS}/{name}.txt"))?;
    run(program(workspace, python).arg(format!("{PEERS}/{name}.test.py")))
}

/// Makes an environment with these packages and the current wheel, and returns its Python.
fn with_package(workspace: &Workspace, name: &str, pins: &str) -> Result<PathBuf> {
    let wheel = wheel(workspace)?;
    let python = tools::python_packages(workspace, name, pins)?;
    let install = ["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps"];
    run(program(workspace, &python).args(install).arg("--disable-pip-version-check").arg(wheel))?;
    Ok(python)
}

/// Builds the wheel and returns its path.
fn wheel(workspace: &Workspace) -> Result<PathBuf> {
    let python = tools::python_packages(workspace, "stepfall", PINS)?;
    let folder = target(workspace)?.join("new");
    if folder.is_dir() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let licences = workspace.root.join(PACKAGE).join("licences.html");
    licences::write(workspace, Product::Python, None, &licences)?;
    let mut build = program(workspace, &python);
    build.args(["-m", "maturin", "build", "--release", "--locked", "--quiet"]);
    build.args(["--manifest-path", &format!("{PACKAGE}/Cargo.toml"), "--interpreter"]).arg(&python);
    run(build.arg("--out").arg(&folder).env("CARGO_TARGET_DIR", target(workspace)?))?;
    let mut wheels = fs::read_dir(&folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(Result::ok)
        .map(|entry| entry.path());
    wheels.next().with_context(|| format!("there is no wheel in {}", folder.display()))
}

/// Returns the folder where the package's crate is built. It is separate, because that crate has
/// other versions of some dependencies.
fn target(workspace: &Workspace) -> Result<PathBuf> {
    workspace.scratch(PACKAGE)
}
