//! Execution of other programs.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};

use crate::workspace::Workspace;

/// Returns a command that runs in the root of the workspace.
pub(crate) fn program(workspace: &Workspace, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(&workspace.root);
    command
}

/// Returns the cargo that runs this build system, with the target folder and the cargo home of the
/// workspace.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut command = program(workspace, env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // `cargo run` describes xtask in the variables that are removed here. The build script of ring
    // depends on them. If they remained, every change between `cargo` and `cargo xtask` would
    // compile ring and its dependents again.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&name);
        }
    }
    command.env("CARGO_TARGET_DIR", &workspace.target).env("CARGO_HOME", &workspace.cargo_home);
    command
}

/// The packages and features whose tests are run.
pub(crate) const TESTED: [&str; 5] =
    ["--workspace", "--features", "xtask/release", "--exclude", "stepfall-soak"];

/// Builds a program of a package without optimisation and returns its path.
pub(crate) fn build_program(workspace: &Workspace, package: &str, name: &str) -> Result<PathBuf> {
    let mut command = cargo(workspace);
    command.args(["build", "--quiet"]);
    if workspace.needs_everything {
        // With the tests as targets, dependencies have the same features as for `cargo test`.
        command.args(TESTED).args(["--bin", name, "--tests"]);
    } else {
        command.args(["--package", package]);
    }
    run(&mut command)?;
    Ok(workspace.target.join("debug").join(format!("{name}{}", env::consts::EXE_SUFFIX)))
}

/// Runs a program to its end. A failure is an error with the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("cannot start {}", command_line(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", command_line(command));
    }
    Ok(())
}

/// Runs a program and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    String::from_utf8(output_bytes(command)?)
        .with_context(|| format!("{} did not write text", command_line(command)))
}

/// Runs a program and returns the bytes of its standard output.
pub(crate) fn output_bytes(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", command_line(command)))?;
    if !output.status.success() {
        bail!("{} ended with {}", command_line(command), output.status);
    }
    Ok(output.stdout)
}

/// Searches for a program in the search path.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// Processes all items in parallel, on as many threads as there are cores, but at most four. The
/// results are in the order of the items. Items start in that order, so the longest should come
/// first.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(at) else { return done };
            done.push((at, work(item)));
        }
    };
    // Binaryen needs up to a gigabyte, so at most four processes run at once.
    let cores = thread::available_parallelism().map_or(1, usize::from).min(4);
    let mut done = BTreeMap::new();
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores.min(items.len())).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            done.extend(thread.join().map_err(|_| anyhow!("a thread of this build panicked"))?);
        }
        anyhow::Ok(())
    })?;
    done.into_values().collect()
}

/// Runs a phase of a command, and prints its duration.
pub(crate) fn phase<T>(name: &str, run: impl FnOnce() -> Result<T>) -> Result<T> {
    let begin = Instant::now();
    let result = run()?;
    println!("== {name}: {:.1} s", begin.elapsed().as_secs_f32());
    Ok(result)
}

fn command_line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}
