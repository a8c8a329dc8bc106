//! Installing what a fresh machine lacks. Each function is quick when there is nothing to do.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::process::{cargo, find, output, program, run};
use crate::workspace::{Workspace, read_bytes, write};

/// Where a Chromium may be found, in order of preference (`tests/e2e/browser.mjs` has them too). The one without windows takes a third of the time for a page.
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Adds Rust's wasm32 target through rustup.
pub(crate) fn wasm_target(workspace: &Workspace) -> Result<()> {
    let libraries = output(program(workspace, "rustc").args([
        "--print",
        "target-libdir",
        "--target",
        module_target(),
    ]))?;
    if PathBuf::from(libraries.trim()).is_dir() {
        return Ok(());
    }
    run(program(workspace, "rustup").args(["target", "add", module_target()])).with_context(|| {
        format!("Rust's target {} is missing and rustup cannot add it", module_target())
    })
}

/// The one target that the page is compiled for.
pub(crate) fn module_target() -> &'static str {
    "wasm32-unknown-unknown"
}

/// Installs the npm packages of `package-lock.json`, unless that very file was installed before.
pub(crate) fn npm_packages(workspace: &Workspace) -> Result<()> {
    let lock = read_bytes(&workspace.root.join("package-lock.json"))?;
    let stamp = workspace.root.join("node_modules/.installed-lock.json");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let npm = find("npm")
        .or_else(|| find("npm.cmd"))
        .context("npm is missing: install Node 20 or newer, with npm")?;
    run(program(workspace, npm).args(["ci", "--loglevel=error"]))?;
    write(&stamp, lock)
}

/// Finds a Chromium, installing Debian's where that is possible.
pub(crate) fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let installed = || CHROMIUM_NAMES.iter().find_map(|name| find(name));
    if let Some(path) = installed() {
        return Ok(path);
    }
    if find("apt-get").is_none() || !is_root(workspace) {
        bail!(
            "no Chromium found: install one (Debian: apt-get install chromium), or name it in CHROMIUM"
        );
    }
    run(program(workspace, "apt-get").args(["update", "-qq"]))?;
    let install = |package| {
        run(program(workspace, "apt-get")
            .args(["install", "-y", "-qq", "--no-install-recommends", package, "fonts-dejavu-core"])
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    // Not every system with `apt-get` has the one without windows.
    if install("chromium-headless-shell").is_err() {
        install("chromium")?;
    }
    installed().context("apt-get installed chromium, yet no such program is in the search path")
}

/// Installs a program of a package from the crate registry below the target folder, and returns its path.
///
/// The name of the folder holds the version, so a new pin is installed beside the old one. The settings override
/// those of the program itself: a tool that runs for seconds need not be optimised for minutes.
pub(crate) fn cargo_program(
    workspace: &Workspace,
    package: &str,
    program: &str,
    version: &str,
) -> Result<PathBuf> {
    let folder = workspace.scratch("tools")?.join(format!("{package}-{version}"));
    let path = folder.join("bin").join(format!("{program}{}", env::consts::EXE_SUFFIX));
    if path.is_file() {
        return Ok(path);
    }
    let install = |locked: &[&str]| {
        run(cargo(workspace)
            .args(["install", package, "--version", version, "--root"])
            .arg(&folder)
            .args(locked)
            .env("CARGO_TARGET_DIR", workspace.target.join("tools/build"))
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"))
    };
    // The lock file of a program may name a release that was taken back, or that a mirror of the registry lacks.
    if install(&["--locked"]).is_err() {
        install(&[])?;
    }
    Ok(path)
}

/// Whether this user may install packages.
fn is_root(workspace: &Workspace) -> bool {
    output(program(workspace, "id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}
