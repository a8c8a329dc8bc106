//! Compilation of packages to WebAssembly, their JavaScript glue, and the optimisation of both.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, in_parallel, output, program, run};
use crate::tools;
use crate::workspace::{Build, Workspace, read_bytes, unfinished};

/// A package that is compiled to a module.
#[derive(Clone, Copy)]
pub(crate) struct Source {
    pub(crate) package: &'static str,
    pub(crate) artifact: Artifact,
    pub(crate) aim: Aim,
}

/// The part of a package that becomes the module.
#[derive(Clone, Copy)]
pub(crate) enum Artifact {
    /// The binary of the package's name.
    Program,
    /// The library, a `cdylib`.
    Library,
}

/// The environment that loads the module.
pub(crate) enum Host {
    /// The page, by `import`. The module keeps the exports of the linker, which its chunks import.
    Page,
    /// A third-party page or bundler, by `import`.
    Bundler,
    /// A worker, as a script that defines `wasm_bindgen`.
    Worker,
    /// Node, by `require`.
    Node,
}

/// The goal of optimisation in a release. In a development build all modules have the same flags,
/// so that they share their dependencies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// A small download.
    Size,
    /// Fast computation, with SIMD, which every browser has since 2023.
    Speed,
}

/// The features of WebAssembly that the compiler and the glue may use. Every browser has them since
/// 2022.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The additional feature of a module for speed, for the compiler and for Binaryen.
const SIMD: (&str, &str) = ("-Ctarget-feature=+simd128", "--enable-simd");

impl Source {
    fn profile(self, build: Build) -> &'static str {
        match (build, self.aim) {
            (Build::Development, _) => "wasm-dev",
            (Build::Release, Aim::Size) => "wasm",
            (Build::Release, Aim::Speed) => "wasm-speed",
        }
    }

    /// Returns the name of the file that cargo writes.
    fn file(self) -> String {
        match self.artifact {
            Artifact::Program => format!("{}.wasm", self.package),
            Artifact::Library => format!("{}.wasm", self.package.replace('-', "_")),
        }
    }
}

pub(crate) const PAGE: Source =
    Source { package: "stepfall-page", artifact: Artifact::Program, aim: Aim::Size };

/// The module of the workers that grade and that send requests to models.
pub(crate) const WORKER: Source =
    Source { package: "stepfall-worker", artifact: Artifact::Library, aim: Aim::Size };

/// The module of the workers that run the small model.
pub(crate) const LAB: Source =
    Source { package: "stepfall-lab", artifact: Artifact::Library, aim: Aim::Speed };

pub(crate) const NPM: Source =
    Source { package: "stepfall-js", artifact: Artifact::Library, aim: Aim::Size };

/// The module that makes items for the comparison with golden files.
pub(crate) const GOLDEN: Source =
    Source { package: "stepfall-golden", artifact: Artifact::Library, aim: Aim::Size };

/// All modules that the tests need.
const ALL: [Source; 5] = [PAGE, WORKER, LAB, NPM, GOLDEN];

/// Compiles packages and returns the paths of their raw modules. Packages of one profile are
/// compiled by one call of cargo, so that their dependencies have the same features and are
/// compiled once.
pub(crate) fn compile(workspace: &Workspace, sources: &[Source]) -> Result<Vec<PathBuf>> {
    tools::wasm_target(workspace)?;
    let profile = |source: &Source| source.profile(workspace.build);
    let mut profiles: Vec<_> = sources.iter().map(profile).collect();
    profiles.dedup();
    let compiled = if workspace.needs_everything { &ALL } else { sources };
    for wanted in profiles {
        let together: Vec<_> =
            compiled.iter().filter(|source| profile(source) == wanted).copied().collect();
        compile_together(workspace, wanted, &together)?;
    }
    let folder = workspace.target.join(tools::module_target());
    Ok(sources.iter().map(|source| folder.join(profile(source)).join(source.file())).collect())
}

fn compile_together(workspace: &Workspace, profile: &str, sources: &[Source]) -> Result<()> {
    let mut command = cargo(workspace);
    command.args(["build", "--profile", profile, "--target", tools::module_target()]);
    for Source { package, artifact, .. } in sources {
        command.args(["--package", package]);
        if matches!(artifact, Artifact::Program) {
            command.args(["--bin", package]);
        }
    }
    if sources.iter().any(|source| matches!(source.artifact, Artifact::Library)) {
        command.arg("--lib");
    }
    let mut flags = match workspace.build {
        Build::Development => Vec::new(),
        Build::Release => remapped(workspace),
    };
    // Development builds use SIMD in all modules, because they share their dependencies with the
    // small model.
    if workspace.build == Build::Development
        || sources.iter().any(|source| source.aim == Aim::Speed)
    {
        flags.push(SIMD.0.to_owned());
    }
    // Cargo joins these flags with those of `.cargo/config.toml`.
    let flags = serde_json::to_string(&flags)?;
    command.args(["--config", &format!("target.{}.rustflags={flags}", tools::module_target())]);
    run(&mut command)
}

/// Returns compiler flags that replace this machine's paths in panic messages, so that every
/// machine builds the same bytes.
fn remapped(workspace: &Workspace) -> Vec<String> {
    let home = &workspace.cargo_home;
    // The last matching flag wins, so the inner folders come last.
    let mut flags = vec![
        format!("--remap-path-prefix={}=.", workspace.root.display()),
        format!("--remap-path-prefix={}=cargo", home.display()),
    ];
    // The folder of a registry is named after its address.
    let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    let registries = registries.map(|registry| registry.path());
    flags.extend(registries.map(|path| format!("--remap-path-prefix={}=", path.display())));
    if let Ok(sysroot) = output(program(workspace, "rustc").args(["--print", "sysroot"])) {
        flags.push(format!("--remap-path-prefix={}=rust", sysroot.trim()));
    }
    flags
}

/// Writes `<name>.js` and `<name>_bg.wasm` for a raw module into a folder, which is emptied first.
pub(crate) fn bind(raw: &Path, name: &str, host: &Host, folder: &Path) -> Result<()> {
    empty(folder)?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(raw).out_name(name).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true).omit_default_module_path(true);
    match host {
        Host::Bundler => bindgen.web(true)?,
        Host::Page => bindgen.web(true)?.keep_lld_exports(true).demangle(false),
        Host::Worker => bindgen.no_modules(true)?,
        Host::Node => bindgen.nodejs(true)?,
    };
    bindgen.generate(folder).with_context(|| format!("wasm-bindgen cannot read {}", raw.display()))
}

/// Removes a folder with its contents, if it exists.
pub(crate) fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    Ok(())
}

/// Optimises the modules of a release with Binaryen, and returns those of a development build
/// unchanged.
pub(crate) fn optimise(workspace: &Workspace, modules: &[(PathBuf, Aim)]) -> Result<Vec<Vec<u8>>> {
    if workspace.build == Build::Development {
        return modules.iter().map(|(path, _)| read_bytes(path)).collect();
    }
    tools::npm_packages(workspace)?;
    // Binaryen in Node has one thread, so several processes run at a time.
    in_parallel(modules, |(path, aim)| {
        let mut options: Vec<&str> = match aim {
            Aim::Size => vec!["-Os", "--quiet"],
            Aim::Speed => vec!["-O3", "--quiet", SIMD.1],
        };
        options.extend(FEATURES);
        shrink(workspace, "binaryen/bin/wasm-opt", path, &options)
    })
}

/// Minifies a JavaScript module of a release with Terser, and returns that of a development build
/// unchanged. A script that is not a module may also be passed if no other script uses its names.
pub(crate) fn minify(workspace: &Workspace, script: &Path) -> Result<Vec<u8>> {
    if workspace.build == Build::Development {
        return read_bytes(script);
    }
    tools::npm_packages(workspace)?;
    shrink(workspace, "terser/bin/terser", script, &["--module", "--compress", "--mangle"])
}

/// Runs the program of an npm package, which writes the file after `-o`. Results are cached by the
/// hash of all inputs, because this takes seconds.
fn shrink(workspace: &Workspace, tool: &str, input: &Path, options: &[&str]) -> Result<Vec<u8>> {
    let packages = workspace.root.join("node_modules");
    let (package, _) = tool.split_once('/').context("a tool is named by package and path")?;
    let mut hash = Sha256::new();
    hash.update(read_bytes(input)?);
    hash.update(read_bytes(&packages.join(package).join("package.json"))?);
    hash.update(options.join(" "));
    let cached = workspace.scratch("shrunk")?.join(HEXLOWER.encode(&hash.finalize()));
    if !cached.is_file() {
        // The file is renamed at the end, so that an interrupted run leaves no incomplete result.
        let unfinished = unfinished(&cached);
        run(program(workspace, "node")
            .arg(packages.join(tool))
            .arg(input)
            .args(options)
            .arg("-o")
            .arg(&unfinished))?;
        fs::rename(&unfinished, &cached)
            .with_context(|| format!("cannot write {}", cached.display()))?;
    }
    read_bytes(&cached)
}
