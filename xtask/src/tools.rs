//! Installing what a fresh machine lacks. Each function is quick when there is nothing to do.

use std::env;
use std::path::{Path, PathBuf};

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

/// Where a Firefox may be found, in order of preference (`tests/firefox/browser.mjs` has them too).
const FIREFOX_NAMES: [&str; 2] = ["firefox-esr", "firefox"];

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

/// The target of this machine, which programs are built for where nothing else is said.
pub(crate) fn own_target(workspace: &Workspace) -> Result<String> {
    let version = output(program(workspace, "rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not say for which machine it builds")?.to_owned())
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

/// Installs the npm packages of a folder of the workspace below the target folder, so that only who needs them has them, and returns where they lie.
pub(crate) fn npm_folder(workspace: &Workspace, source: &str) -> Result<PathBuf> {
    let source = workspace.root.join(source);
    let name = source.file_name().context("the folder has a name")?;
    let folder = workspace.scratch("tools/npm")?.join(name);
    let lock = read_bytes(&source.join("package-lock.json"))?;
    let stamp = folder.join("installed-lock.json");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(folder);
    }
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    for file in ["package.json", "package-lock.json"] {
        write(&folder.join(file), read_bytes(&source.join(file))?)?;
    }
    let npm = find("npm")
        .or_else(|| find("npm.cmd"))
        .context("npm is missing: install Node 20 or newer, with npm")?;
    run(program(workspace, npm)
        .args(["ci", "--loglevel=error", "--prefix"])
        .arg(&folder)
        .current_dir(&folder))?;
    write(&stamp, lock)?;
    Ok(folder)
}

/// Finds a Chromium, installing Debian's where that is possible: the one without windows, which not every system with `apt-get` has.
pub(crate) fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Chromium", &CHROMIUM_NAMES, &["chromium-headless-shell", "chromium"])
}

/// Finds a Chromium that has windows, as visitors have it: the one without paints at other times, by which Lighthouse gives other scores.
pub(crate) fn whole_chromium(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Chromium", &CHROMIUM_NAMES[1..], &["chromium"])
}

/// Finds a Firefox, installing Debian's where that is possible.
pub(crate) fn firefox(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Firefox", &FIREFOX_NAMES, &["firefox-esr"])
}

/// Finds a browser by the names of its programs, unless a variable names it, and installs the first of these packages that there is where it is missing.
fn browser(
    workspace: &Workspace,
    browser: &str,
    names: &[&str],
    packages: &[&str],
) -> Result<PathBuf> {
    let variable = browser.to_uppercase();
    if let Some(path) = env::var_os(&variable) {
        return Ok(path.into());
    }
    let installed = || names.iter().find_map(|name| find(name));
    if let Some(path) = installed() {
        return Ok(path);
    }
    if !has_apt(workspace) {
        let package = packages.last().unwrap_or(&"");
        bail!(
            "no {browser} found: install one (Debian: apt-get install {package}), or name it in {variable}"
        );
    }
    let mut outcome = Ok(());
    for package in packages {
        outcome = apt_get(workspace, &[package, "fonts-dejavu-core"]);
        if outcome.is_ok() {
            break;
        }
    }
    outcome?;
    installed().with_context(|| {
        format!("apt-get installed {browser}, yet no such program is in the search path")
    })
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

/// Installs packages of the Python registry into an environment of their own below the target folder, and returns its Python.
///
/// `pins` is a file of the workspace that names each with its version. Where other pins were installed before, the environment is made anew.
pub(crate) fn python_packages(workspace: &Workspace, name: &str, pins: &str) -> Result<PathBuf> {
    let folder = workspace.scratch("tools/python")?.join(name);
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let pins = workspace.root.join(pins);
    let wanted = read_bytes(&pins)?;
    let stamp = folder.join("installed.txt");
    if python.is_file() && std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    if make_environment(workspace, &folder).is_err() {
        if !has_apt(workspace) {
            bail!(
                "no Python 3.11 or newer that can make environments: install one (Debian: apt-get install python3-venv)"
            );
        }
        apt_get(workspace, &["python3-venv"])?;
        make_environment(workspace, &folder)?;
    }
    run(program(workspace, &python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
        .arg(&pins))
    .with_context(|| {
        format!(
            "the packages of {} cannot be installed: they need Python 3.11 or newer",
            pins.display()
        )
    })?;
    write(&stamp, wanted)?;
    Ok(python)
}

/// Makes an empty environment for Python packages, in place of one that is there.
fn make_environment(workspace: &Workspace, folder: &Path) -> Result<()> {
    let python = find("python3").or_else(|| find("python")).context("Python is missing")?;
    run(program(workspace, python).args(["-m", "venv", "--clear"]).arg(folder))
}

/// Whether packages of the system can be installed: there is `apt-get`, and this user may run it.
fn has_apt(workspace: &Workspace) -> bool {
    let is_root = || output(program(workspace, "id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    find("apt-get").is_some() && is_root()
}

/// Installs packages of the system.
fn apt_get(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    run(program(workspace, "apt-get").args(["update", "-qq"]))?;
    run(program(workspace, "apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}
