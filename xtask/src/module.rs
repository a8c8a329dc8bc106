//! Compiling a package to a wasm module with its JavaScript glue, and making the module smaller.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, output, program, run};
use crate::tools;
use crate::workspace::{Workspace, read_bytes};

/// What cargo is asked to compile.
pub(crate) enum Artifact {
    /// The binary of a package, of the same name.
    Program,
    /// The library of a package, a `cdylib`.
    Library,
}

/// Who will load the module.
pub(crate) enum Host {
    /// A web page, by `import`.
    Page,
    /// A worker, as a script that defines `wasm_bindgen`.
    Worker,
    /// Node, by `require`.
    Node,
}

/// What a module is made for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// To be loaded soon.
    Size,
    /// To compute: with SIMD, which every browser has since 2023.
    Speed,
}

impl Aim {
    /// The profile of cargo.
    const fn profile(self) -> &'static str {
        match self {
            Self::Size => "wasm",
            Self::Speed => "wasm-speed",
        }
    }
}

/// Every feature of WebAssembly that the compiler or the glue may use. All are in every browser since 2022.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// The feature that a module for speed has besides.
const SIMD: (&str, &str) = ("-Ctarget-feature=+simd128", "--enable-simd");

/// Configuration that makes the module smaller: `dashu` counts in words of 16 bits, for which it has no multiplication by
/// number-theoretic transform. Numbers of ten thousand digits do not need it.
const SMALL: &str = "--cfg=force_bits=\"16\"";

/// Configuration by which all views of Leptos share their code, instead of each having its own for every type of attribute and child.
const ERASED: &str = "--cfg=erase_components";

/// Compiles a package with the profile of its aim and returns the path of the raw module.
pub(crate) fn compile(
    workspace: &Workspace,
    package: &str,
    artifact: &Artifact,
    aim: Aim,
) -> Result<PathBuf> {
    tools::wasm_target(workspace)?;
    let mut command = cargo(workspace);
    command.args([
        "build",
        "--profile",
        aim.profile(),
        "--target",
        tools::module_target(),
        "--package",
        package,
    ]);
    let file = match artifact {
        Artifact::Program => {
            command.args(["--bin", package]);
            format!("{package}.wasm")
        }
        Artifact::Library => {
            command.arg("--lib");
            format!("{}.wasm", package.replace('-', "_"))
        }
    };
    run(command.env("CARGO_ENCODED_RUSTFLAGS", flags(workspace, aim)))?;
    Ok(workspace.target.join(tools::module_target()).join(aim.profile()).join(file))
}

/// Writes `<name>.js` and `<name>_bg.wasm` for a raw module into a folder, which is emptied first.
pub(crate) fn bind(raw: &Path, name: &str, host: &Host, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let mut bindgen = Bindgen::new();
    bindgen.input_path(raw).out_name(name).typescript(false);
    bindgen.remove_name_section(true).remove_producers_section(true).omit_default_module_path(true);
    match host {
        Host::Page => bindgen.web(true)?,
        Host::Worker => bindgen.no_modules(true)?,
        Host::Node => bindgen.nodejs(true)?,
    };
    bindgen.generate(folder).with_context(|| format!("wasm-bindgen cannot read {}", raw.display()))
}

/// Makes a module small with Binaryen, or fast.
pub(crate) fn optimise(workspace: &Workspace, module: &Path, aim: Aim) -> Result<Vec<u8>> {
    let mut options: Vec<&str> = match aim {
        Aim::Size => vec!["-Os"],
        Aim::Speed => vec!["-O3", SIMD.1],
    };
    options.extend(FEATURES);
    shrink(workspace, "binaryen/bin/wasm-opt", module, &options)
}

/// Makes JavaScript small with Terser: a module, or a script of which nothing but its effects is used.
pub(crate) fn minify(workspace: &Workspace, script: &Path) -> Result<Vec<u8>> {
    shrink(workspace, "terser/bin/terser", script, &["--module", "--compress", "--mangle"])
}

/// Runs an npm package's program, which writes what `-o` names. The result is kept by the hash of everything that it depends
/// on, because this takes seconds.
fn shrink(workspace: &Workspace, tool: &str, input: &Path, options: &[&str]) -> Result<Vec<u8>> {
    tools::npm_packages(workspace)?;
    let packages = workspace.root.join("node_modules");
    let (package, _) = tool.split_once('/').context("a tool is named by package and path")?;
    let mut hash = Sha256::new();
    hash.update(read_bytes(input)?);
    hash.update(read_bytes(&packages.join(package).join("package.json"))?);
    hash.update(options.join(" "));
    let kept = workspace.scratch("shrunk")?.join(HEXLOWER.encode(&hash.finalize()));
    if !kept.is_file() {
        // Renamed at the end, so that an interrupted run leaves nothing that looks finished.
        let unfinished = kept.with_extension("unfinished");
        run(program(workspace, "node")
            .arg(packages.join(tool))
            .arg(input)
            .args(options)
            .arg("-o")
            .arg(&unfinished))?;
        fs::rename(&unfinished, &kept)
            .with_context(|| format!("cannot write {}", kept.display()))?;
    }
    read_bytes(&kept)
}

/// Compiler flags: [`SMALL`], [`ERASED`], [`SIMD`] where it is wanted, and what keeps this machine's folders out of panic messages, so that every machine builds
/// the same bytes.
fn flags(workspace: &Workspace, aim: Aim) -> String {
    let home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    let mut flags: Vec<String> = Vec::new();
    // The last flag that fits wins, so the inner folders come last.
    flags.push(format!("--remap-path-prefix={}=.", workspace.root.display()));
    if let Some(home) = home {
        flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
        // The folder of a registry is named after its address.
        let registries = fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
        let registries = registries.map(|registry| registry.path());
        flags.extend(registries.map(|path| format!("--remap-path-prefix={}=", path.display())));
    }
    if let Ok(sysroot) = output(program(workspace, "rustc").args(["--print", "sysroot"])) {
        flags.push(format!("--remap-path-prefix={}=rust", sysroot.trim()));
    }
    flags.extend([SMALL, ERASED].map(str::to_owned));
    flags.extend((aim == Aim::Speed).then(|| SIMD.0.to_owned()));
    flags.join("\u{1f}")
}
