//! Installation of missing programs and packages. Each function is fast if there is nothing to do.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, find, output, program, run};
use crate::workspace::{Workspace, read_bytes, write};

/// The program names of Chromium in order of preference (`tests/e2e/browser.mjs` has them too). The
/// headless shell needs a third of the time of a Chromium with windows.
const CHROMIUM_NAMES: [&str; 5] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// The program names of Firefox in order of preference (`tests/firefox/browser.mjs` has them too).
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

/// Returns the target for which the page and its workers are compiled.
pub(crate) fn module_target() -> &'static str {
    "wasm32-unknown-unknown"
}

/// Returns the target of this machine, which is the default for programs.
pub(crate) fn own_target(workspace: &Workspace) -> Result<String> {
    let version = output(program(workspace, "rustc").arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc does not report its host")?.to_owned())
}

/// Installs the npm packages of `package-lock.json`, unless the packages of the same file were
/// installed before.
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

/// Installs the npm packages of a folder of the workspace into a folder below the target folder, so
/// that other tests do not have them. Returns the path of the new folder.
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

/// Finds a Chromium, or installs Debian's if possible. The headless shell is preferred. Some
/// systems with `apt-get` have no package of it.
pub(crate) fn chromium(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Chromium", &CHROMIUM_NAMES, &["chromium-headless-shell", "chromium"])
}

/// Finds a Chromium with windows, as visitors have it. The headless shell paints at other times,
/// which changes the scores of Lighthouse.
pub(crate) fn whole_chromium(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Chromium", &CHROMIUM_NAMES[1..], &["chromium"])
}

/// Finds a Firefox, or installs Debian's if possible.
pub(crate) fn firefox(workspace: &Workspace) -> Result<PathBuf> {
    browser(workspace, "Firefox", &FIREFOX_NAMES, &["firefox-esr"])
}

/// Finds a browser by the names of its programs, unless an environment variable contains its path.
/// If there is no browser, installs the first available package.
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

/// Installs a program from the crate registry below the target folder, and returns its path.
///
/// The name of the folder contains the version, so a new pin is installed next to the old one. The
/// settings override the program's own profile: less optimisation, for a shorter build.
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
    // The program's lock file may name a release that was yanked, or that a mirror lacks.
    if install(&["--locked"]).is_err() {
        install(&[])?;
    }
    Ok(path)
}

/// Installs packages of the Python registry into their own environment below the target folder, and
/// returns its Python.
///
/// `pins` is a file of the workspace with the version of each package. If other pins were installed
/// before, the environment is made again.
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

/// Unpacks a package of the Python registry below the target folder without the packages that it
/// needs, and returns its folder. `python` is an environment from [`python_packages`].
pub(crate) fn python_files(
    workspace: &Workspace,
    python: &Path,
    package: &str,
    version: &str,
) -> Result<PathBuf> {
    let folder = workspace.scratch("tools/python-files")?.join(format!("{package}-{version}"));
    if !folder.is_dir() {
        let unfinished = folder.with_extension("unfinished");
        run(program(workspace, python)
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"])
            .args(["--no-deps", "--upgrade", "--target"])
            .arg(&unfinished)
            .arg(format!("{package}=={version}")))?;
        std::fs::rename(&unfinished, &folder)
            .with_context(|| format!("cannot write {}", folder.display()))?;
    }
    Ok(folder)
}

/// Makes an empty environment for Python packages, in place of an existing one.
fn make_environment(workspace: &Workspace, folder: &Path) -> Result<()> {
    let python = find("python3").or_else(|| find("python")).context("Python is missing")?;
    run(program(workspace, python).args(["-m", "venv", "--clear"]).arg(folder))
}

/// Returns whether packages of the system can be installed: `apt-get` exists, and the user is root.
fn has_apt(workspace: &Workspace) -> bool {
    let is_root = || output(program(workspace, "id").arg("-u")).is_ok_and(|id| id.trim() == "0");
    find("apt-get").is_some() && is_root()
}

fn apt_get(workspace: &Workspace, packages: &[&str]) -> Result<()> {
    run(program(workspace, "apt-get").args(["update", "-qq"]))?;
    run(program(workspace, "apt-get")
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(packages)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}
