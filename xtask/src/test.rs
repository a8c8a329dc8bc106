//! `cargo xtask test`: the checks that every change has to pass, and longer checks for `--all`.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::process::{TESTED, build_program, cargo, output, phase, program, run as run_program};
use crate::workspace::{Build, Workspace};
use crate::{calibrate, fuzz, golden, licences, page, peers, prose, python, sizes, soak, tools};

/// One check: its name and its function.
type Check = (&'static str, fn(&Workspace) -> Result<()>);

/// The checks of every run.
const CHECKS: [Check; 13] = [
    ("format", format),
    ("prose", prose::check),
    ("lints, native", lints),
    ("lints, wasm", lints_wasm),
    ("tests, native", tests),
    ("documentation", documentation),
    ("page", page::build),
    ("goldens, wasm", golden::check_wasm),
    ("small model, wasm", golden::check_small_model),
    ("counts of the grader, audit of the generator", golden::check_printed),
    ("recorded runs", golden::check_results),
    ("npm package", package),
    ("page in a browser", browser),
];

/// The checks of a release that a development build does not need.
const RELEASE_CHECKS: [Check; 1] = [("sizes", |workspace| sizes::run(workspace, false))];

/// Checks that take long or install large packages. Only `--all` runs them.
const OTHER_CHECKS: [Check; 19] = [
    ("licences of everything", licences::deny),
    ("calibration", calibrate::check),
    ("Parquet files", parquet),
    ("page in a slow browser", slow_browser),
    ("page in Firefox", firefox),
    ("peer, LiteLLM", |workspace| peers::litellm(workspace, &command_line(workspace)?)),
    ("peer, llama.cpp", |workspace| peers::llama_cpp(workspace, &command_line(workspace)?)),
    ("peer, model in the page", peers::file_model),
    ("python package", python::test),
    ("peer, Inspect AI", python::inspect_ai),
    ("peer, lm-evaluation-harness", python::lm_eval),
    ("peer, promptfoo", python::promptfoo),
    ("peer, verifiers", python::verifiers),
    ("peer, reasoning-gym", python::reasoning_gym),
    ("peer, SkyRL Gym", python::skyrl_gym),
    ("peer, TRL", python::trl),
    ("histories of sweeps", histories),
    ("fuzz, every parser", fuzz_all),
    ("soak of Sweep and Batch", soak_all),
];

/// The number of random histories in the long test of sweeps (`crates/sweep/tests/all/world.rs`).
/// Without this number, the test checks some thousands.
const HISTORIES: &str = "100000";
/// The test that reads the number of histories.
const HISTORIES_TEST: &str = "random_histories_keep_limits_and_lose_no_paid_answer";

/// The minutes for fuzzing all parsers together, under `--all`.
const FUZZ: u32 = 55;

/// The simulated hours of the soak of Sweep and Batch, under `--all`.
const SOAK: u32 = 8;

/// The folder of the browser tests.
const BROWSER_TESTS: &str = "tests/e2e";

/// The folder of the tests of the npm package.
const PACKAGE_TESTS: &str = "pkg/test";

/// The folder of the browser tests for Firefox.
const FIREFOX_TESTS: &str = "tests/firefox";

/// Runs the checks in order and stops at the first failure.
pub(crate) fn run(workspace: &Workspace, all: bool) -> Result<()> {
    let workspace = &Workspace { needs_everything: true, ..workspace.clone() };
    let other_checks: &[Check] = if all { &OTHER_CHECKS } else { &[] };
    let release_checks: &[Check] = match workspace.build {
        Build::Development => &[],
        Build::Release => &RELEASE_CHECKS,
    };
    let begin = Instant::now();
    let mut count = 0;
    for (name, check) in CHECKS.iter().chain(release_checks).chain(other_checks) {
        println!("\n== {name}");
        phase(name, || check(workspace).with_context(|| format!("check failed: {name}")))?;
        count += 1;
    }
    println!("\nall {count} checks passed in {:.0} s", begin.elapsed().as_secs_f32());
    Ok(())
}

fn format(workspace: &Workspace) -> Result<()> {
    run_program(cargo(workspace).args(["fmt", "--all", "--check"])).context("run `cargo fmt --all`")
}

fn lints(workspace: &Workspace) -> Result<()> {
    let clippy = |arguments: &[&str]| {
        let mut command = cargo(workspace);
        command.arg("clippy").args(arguments).args(["--all-targets", "--", "-D", "warnings"]);
        command
    };
    run_program(&mut clippy(&["--workspace", "--features", "xtask/release"]))?;
    // Two packages have separate workspaces. Here, the target folder is the same, so compiled
    // dependencies are shared.
    for manifest in ["python/Cargo.toml", "fuzz/Cargo.toml"] {
        let mut command = clippy(&["--manifest-path", manifest]);
        // With these variables, PyO3 needs no Python, and the fuzzer needs no C++ compiler. Nothing
        // is linked here.
        command.env("PYO3_NO_PYTHON", "1").env("PYO3_BUILD_EXTENSION_MODULE", "1");
        command.env("CUSTOM_LIBFUZZER_PATH", "none/libfuzzer.a");
        run_program(&mut command)?;
    }
    Ok(())
}

/// Checks the command line with Parquet, which the default build leaves out.
fn parquet(workspace: &Workspace) -> Result<()> {
    let package = ["--package", "stepfall-cli", "--features", "parquet"];
    let mut lints = cargo(workspace);
    lints.arg("clippy").args(package).args(["--all-targets", "--", "-D", "warnings"]);
    run_program(&mut lints)?;
    run_program(cargo(workspace).arg("test").args(package).args(["--test", "all", "parquet"]))
}

/// Checks all code that reaches the page, on 32 bits.
fn lints_wasm(workspace: &Workspace) -> Result<()> {
    tools::wasm_target(workspace)?;
    let mut command = cargo(workspace);
    command.args(["clippy", "--workspace", "--target", tools::module_target()]);
    for package in ["xtask", "stepfall-cli", "stepfall-dev", "stepfall-soak"] {
        command.args(["--exclude", package]);
    }
    run_program(command.args(["--", "-D", "warnings"]))
}

/// Runs the soak, after its tests, which check that it finds leaked bytes.
fn soak_all(workspace: &Workspace) -> Result<()> {
    run_program(cargo(workspace).args(["test", "--package", "stepfall-soak"]))?;
    soak::run(workspace, SOAK, false)
}

fn tests(workspace: &Workspace) -> Result<()> {
    run_program(cargo(workspace).arg("test").args(TESTED))
}

fn documentation(workspace: &Workspace) -> Result<()> {
    run_program(
        cargo(workspace)
            .args(["doc", "--workspace", "--features", "xtask/release", "--no-deps"])
            .env("RUSTDOCFLAGS", "-Dwarnings"),
    )
}

/// Tests the npm package under Node, compared with the command line, its example in Chromium, and
/// its types.
fn package(workspace: &Workspace) -> Result<()> {
    page::build_package(workspace)?;
    tools::npm_packages(workspace)?;
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-reporter=spec"]).args(test_files(workspace, PACKAGE_TESTS)?);
    command.env("CHROMIUM", tools::chromium(workspace)?).env("STEPFALL", command_line(workspace)?);
    run_program(&mut command)?;
    let compiler = workspace.root.join("node_modules/typescript/bin/tsc");
    let options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2022"];
    run_program(
        program(workspace, "node").arg(compiler).args(options).arg("pkg/test/types.test.ts"),
    )
}

/// Tests the current page in Chromium without the files in [`HEAVY`]. A development build also
/// leaves out those in [`THOROUGH`].
fn browser(workspace: &Workspace) -> Result<()> {
    let mut files = test_files(workspace, BROWSER_TESTS)?;
    let left_out = match workspace.build {
        Build::Development => [THOROUGH.as_slice(), &HEAVY].concat(),
        Build::Release => HEAVY.to_vec(),
    };
    files.retain(|file| !left_out.iter().any(|name| file.ends_with(name)));
    run_in_browser(workspace, &files, "1")
}

/// Tests the page with a main thread four times slower, as on a phone, which reveals problems that
/// a fast machine hides.
fn slow_browser(workspace: &Workspace) -> Result<()> {
    run_in_browser(workspace, &test_files(workspace, BROWSER_TESTS)?, "4")
}

/// Tests the current page in Firefox.
fn firefox(workspace: &Workspace) -> Result<()> {
    tools::npm_packages(workspace)?;
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-reporter=spec"]);
    command.env("FIREFOX", tools::firefox(workspace)?).env("PAGE", workspace.dist());
    run_program(command.args(test_files(workspace, FIREFOX_TESTS)?))
}

/// The test files that take longest for their size, the longest first.
const SLOWEST_TESTS: [&str; 6] = [
    "lab.curve.test.mjs",
    "access.test.mjs",
    "outcomes.test.mjs",
    "cli.test.mjs",
    "cli.kills.test.mjs",
    "dialogues.kills.test.mjs",
];

/// The test files that repeat one check many times: all pages and states for accessibility, all
/// moments of an interruption, all network errors, and megabytes in a link. A test of a development
/// build leaves them out, except in the slow browser of `--all`.
const THOROUGH: [&str; 5] = [
    "access.test.mjs",
    "cli.kills.test.mjs",
    "dialogues.kills.test.mjs",
    "hostile.test.mjs",
    "outcomes.test.mjs",
];

/// The test file that runs the small model on 200 items, which keeps two cores busy for about 20 s.
/// Only the check "page in a slow browser" of `--all` runs it.
const HEAVY: [&str; 1] = ["lab.curve.test.mjs"];

/// Returns the test files in a folder. The longest come first, so that none of them runs alone at
/// the end.
fn test_files(workspace: &Workspace, folder: &str) -> Result<Vec<PathBuf>> {
    let folder = workspace.root.join(folder);
    let mut files = Vec::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            let size = fs::metadata(&path)?.len();
            let rank = SLOWEST_TESTS.iter().rev().position(|name| path.ends_with(name));
            files.push((Reverse((rank, size)), path));
        }
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

fn fuzz_all(workspace: &Workspace) -> Result<()> {
    fuzz::run(workspace, &fuzz::Round { targets: Vec::new(), minutes: FUZZ, jobs: 1 })
}

/// Tests many histories of the simulated world of sweeps.
fn histories(workspace: &Workspace) -> Result<()> {
    let mut command = cargo(workspace);
    command.args([
        "test",
        "--release",
        "--package",
        "stepfall-sweep",
        "--test",
        "all",
        HISTORIES_TEST,
    ]);
    let printed = output(command.env("STEPFALL_HISTORIES", HISTORIES))?;
    ensure!(printed.contains("1 passed"), "no test is named {HISTORIES_TEST}");
    Ok(())
}

/// Runs browser tests on the current page. `throttle` is the factor by which its main thread is
/// slower.
fn run_in_browser(workspace: &Workspace, files: &[PathBuf], throttle: &str) -> Result<()> {
    tools::npm_packages(workspace)?;
    let chromium = tools::chromium(workspace)?;
    let stepfall = command_line(workspace)?;
    // Four files run at a time, each with its own browser, because tests wait half of the time.
    let mut command = program(workspace, "node");
    command.args(["--test", "--test-concurrency=4", "--test-reporter=spec"]);
    command.env("CHROMIUM", chromium).env("PAGE", workspace.dist()).env("STEPFALL", stepfall);
    run_program(command.env("THROTTLE", throttle).args(files))
}

/// Builds the command line for the tests that run it.
fn command_line(workspace: &Workspace) -> Result<PathBuf> {
    build_program(workspace, "stepfall-cli", "stepfall")
}
