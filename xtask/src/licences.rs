//! The licences of the shipped packages: a check that all are allowed, and their texts.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::Value;

use crate::module::{LAB, NPM, WORKER};
use crate::page::{PACKAGE, models};
use crate::process::{cargo, output, program, run};
use crate::tools;
use crate::workspace::{Workspace, read_text};

/// The version of cargo-deny to install.
const DENY: &str = "0.20.2";

/// The beginnings of the names of licence files.
const FILES: [&str; 6] = ["licen", "copying", "notice", "unlicense", "copyright", "apache"];

/// The projects in the engine of models and the holders of their MIT licences, as llama.cpp names
/// them.
const ENGINE_PARTS: [(&str, &str); 3] = [
    ("llama.cpp and ggml", "2023-2026 The ggml authors"),
    ("JSON for Modern C++", "2013-2026 Niels Lohmann"),
    ("the library of Emscripten", "2010-2026 Emscripten authors"),
];

/// The beginning and the end of the page of licences.
const HEAD: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Licences – Stepfall</title>
<style>body{max-width:48rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}</style>
</head>
<body>
<h1>Licences</h1>
"#;
const TAIL: &str = "</body>\n</html>\n";

/// A shipped product, which contains packages of other authors.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Product {
    /// The page.
    Page,
    /// The command line.
    Program,
    /// The npm package.
    Npm,
    /// The Python package.
    Python,
}

impl Product {
    /// Returns the beginning of a sentence about the product.
    const fn name(self) -> &'static str {
        match self {
            Self::Page => "Its page",
            Self::Program => "Its command line",
            Self::Npm => "Its npm package",
            Self::Python => "Its Python package",
        }
    }

    /// Returns our packages in the product.
    const fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Page => &[PACKAGE, WORKER.package, LAB.package],
            Self::Program => &["stepfall-cli"],
            Self::Npm => &[NPM.package],
            Self::Python => &["stepfall-python"],
        }
    }

    /// Returns the path of the manifest of these packages, below the root.
    const fn manifest(self) -> &'static str {
        match self {
            Self::Python => "python/Cargo.toml",
            _ => "Cargo.toml",
        }
    }
}

/// A package of other authors in a product.
struct Package {
    name: String,
    version: String,
    licence: String,
    authors: String,
    /// The texts of its licence.
    texts: Vec<String>,
}

/// Writes [`page`] to a file.
pub(crate) fn write(
    workspace: &Workspace,
    product: Product,
    target: Option<&str>,
    file: &Path,
) -> Result<()> {
    let page = page(workspace, product, target)?;
    fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))
}

/// Returns a page with the licence of every package in a product, each text once. The default
/// target is this machine, or WebAssembly for the page and the npm package. A licence that is
/// missing from the list of `deny.toml` is an error.
pub(crate) fn page(
    workspace: &Workspace,
    product: Product,
    target: Option<&str>,
) -> Result<String> {
    let deny = read_text(&workspace.root.join("deny.toml"))?;
    let allowed = allowed(&deny)?;
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages(workspace, product, target)? {
        let Package { name, version, licence, texts, .. } = &package;
        if !permits(licence, &allowed) {
            bail!("the licence of {name} {version}, {licence}, is not allowed by deny.toml");
        }
        for text in texts {
            by_text.entry(text.clone()).or_default().push(format!("{name} {version} ({licence})"));
        }
    }
    let own = read_text(&workspace.root.join("LICENSE-MIT"))?;
    let apache = read_text(&workspace.root.join("LICENSE-APACHE"))?;
    let compiler = output(program(workspace, "rustc").arg("--version"))?;
    let library = format!("the standard library of {} (MIT OR Apache-2.0)", compiler.trim());
    by_text.entry(apache.trim().to_owned()).or_default().push(library);
    let npm = if product == Product::Page {
        for (text, name) in engine(workspace)? {
            by_text.entry(text).or_default().push(name);
        }
        "From npm it contains wllama alone, which runs open models in the page."
    } else {
        "It contains no package from npm."
    };
    let mut page = HEAD.to_owned();
    page += &format!(
        "<p>Stepfall is under MIT or Apache-2.0, as you like. {} contains the packages below, each under the licence that stands there. {npm}</p>\n",
        product.name()
    );
    page += &format!("<h2>Stepfall</h2>\n<pre>{}</pre>\n", escaped(own.trim()));
    for (text, packages) in &by_text {
        page +=
            &format!("<h2>{}</h2>\n<pre>{}</pre>\n", escaped(&packages.join(", ")), escaped(text));
    }
    Ok(page + TAIL)
}

/// Returns the texts of the licences of the engine of models, with the names of the projects that
/// it contains.
fn engine(workspace: &Workspace) -> Result<Vec<(String, String)>> {
    let (version, text) = models::engine_licence(workspace)?;
    let mut licences = vec![(text, format!("wllama {version} (MIT)"))];
    for (name, holders) in ENGINE_PARTS {
        licences.push((mit(workspace, holders)?, format!("{name}, in wllama {version} (MIT)")));
    }
    Ok(licences)
}

/// Returns the MIT licence of these holders.
fn mit(workspace: &Workspace, holders: &str) -> Result<String> {
    let own = read_text(&workspace.root.join("LICENSE-MIT"))?;
    let (_, terms) = own.split_once("\n\nPermission").context("LICENSE-MIT has no terms")?;
    Ok(format!("MIT License\n\nCopyright (c) {holders}\n\nPermission{}", terms.trim_end()))
}

/// Runs cargo-deny, which checks everything that is built, including tools and tests.
pub(crate) fn deny(workspace: &Workspace) -> Result<()> {
    let deny = tools::cargo_program(workspace, "cargo-deny", "cargo-deny", DENY)?;
    run(program(workspace, deny).args(["--workspace", "check", "licenses", "bans", "sources"]))
}

/// Returns the packages of other authors in a product.
fn packages(workspace: &Workspace, product: Product, target: Option<&str>) -> Result<Vec<Package>> {
    let target = match (target, product) {
        (Some(target), _) => target.to_owned(),
        (None, Product::Page | Product::Npm) => tools::module_target().to_owned(),
        (None, Product::Program | Product::Python) => tools::own_target(workspace)?,
    };
    let manifest = workspace.root.join(product.manifest());
    let of_manifest = |command: &str| {
        let mut cargo = cargo(workspace);
        cargo.args([command, "--locked", "--manifest-path"]).arg(&manifest);
        cargo
    };
    let mut tree = of_manifest("tree");
    tree.args(["--prefix", "none", "--edges", "normal,no-proc-macro"]);
    tree.args(["--format", "{p}", "--target", &target]);
    for package in product.packages() {
        tree.args(["--package", package]);
    }
    let tree = output(&mut tree)?;
    let metadata =
        output(of_manifest("metadata").args(["--format-version=1", "--filter-platform", &target]))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let all = metadata["packages"].as_array().context("cargo's metadata has no packages")?;
    let mut packages = Vec::new();
    for package in all {
        let text = |key: &str| package[key].as_str().unwrap_or_default().to_owned();
        let (name, version) = (text("name"), text("version"));
        let line = format!("{name} v{version}");
        let is_in_tree =
            tree.lines().any(|found| found == line || found.starts_with(&format!("{line} ")));
        if !is_in_tree || package["source"].is_null() {
            continue;
        }
        let authors = package["authors"].as_array().into_iter().flatten();
        let authors: Vec<&str> = authors.filter_map(Value::as_str).collect();
        let mut package = Package {
            licence: text("license"),
            authors: authors.join(", "),
            name,
            version,
            texts: Vec::new(),
        };
        let folder = PathBuf::from(text("manifest_path"));
        let folder = folder.parent().context("a manifest lies in a folder")?;
        package.texts = texts(workspace, &package, folder)?;
        packages.push(package);
    }
    Ok(packages)
}

/// Returns the texts of a package's licence: its own files, or the standard text if it has none.
fn texts(workspace: &Workspace, package: &Package, folder: &Path) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && FILES.iter().any(|begin| name.starts_with(begin)) {
            files.push((name, path));
        }
    }
    files.sort();
    // If MIT is one of the choices, only its text is used, since it names the authors.
    let is_choice = is_choice(&package.licence);
    if is_choice && files.iter().any(|(name, _)| name.contains("mit")) {
        files.retain(|(name, _)| name.contains("mit"));
    }
    if files.is_empty() {
        return Ok(vec![standard_text(workspace, package)?]);
    }
    files
        .iter()
        .map(|(_, path)| Ok(String::from_utf8_lossy(&fs::read(path)?).trim().replace('\r', "")))
        .collect()
}

/// Returns the standard text of the licence of a package without licence files. Only MIT and
/// Apache-2.0 have one here.
fn standard_text(workspace: &Workspace, package: &Package) -> Result<String> {
    let Package { name, licence, authors, .. } = package;
    let names: Vec<&str> = licence.split([' ', '/', '(', ')']).collect();
    if names.contains(&"MIT") {
        let holders =
            if authors.is_empty() { format!("the authors of {name}") } else { authors.clone() };
        return mit(workspace, &holders);
    }
    if names.contains(&"Apache-2.0") {
        return Ok(read_text(&workspace.root.join("LICENSE-APACHE"))?.trim().to_owned());
    }
    bail!("{name} brings no text of its licence, {licence}")
}

/// Returns whether an expression offers MIT as one of several licences to choose from.
fn is_choice(licence: &str) -> bool {
    let has = |word: &str| licence.contains(word);
    has("MIT") && (has(" OR ") || has("/")) && !has(" AND ")
}

/// Returns the licences that `deny.toml` allows.
fn allowed(deny: &str) -> Result<Vec<&str>> {
    let (_, rest) =
        deny.split_once("\n[licenses]").context("deny.toml says nothing of licenses")?;
    let (_, rest) = rest.split_once("\nallow = [").context("deny.toml allows no licence")?;
    let (list, _) = rest.split_once(']').context("the list of deny.toml does not end")?;
    Ok(list.split('"').skip(1).step_by(2).collect())
}

/// Returns whether allowed licences can satisfy an expression (SPDX, or the older form with
/// slashes). Expressions that cannot be parsed are not satisfied.
#[cfg(feature = "release")]
fn permits(expression: &str, allowed: &[&str]) -> bool {
    let expression = spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX);
    expression.is_ok_and(|expression| {
        expression.evaluate(|required| allowed.contains(&required.to_string().as_str()))
    })
}

/// Satisfies no expression, because expressions are parsed only with the feature `release`.
#[cfg(not(feature = "release"))]
fn permits(_: &str, _: &[&str]) -> bool {
    false
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(feature = "release")]
    fn an_expression_is_permitted_by_allowed_licences() {
        let allowed = ["MIT", "Unicode-3.0"];
        for met in [
            "MIT",
            "GPL-3.0 OR MIT",
            "Apache-2.0/MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0 AND ISC OR MIT",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(permits(met, &allowed), "{met}");
        }
        for unmet in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "(MIT OR Apache-2.0) AND ISC",
            "(MIT",
            "MIT)",
            "MIT OR",
            "MIT WITH LLVM-exception",
            "Of our own OR MIT",
        ] {
            assert!(!permits(unmet, &allowed), "{unmet}");
        }
    }

    #[test]
    fn the_allowed_licences_are_read_from_deny_toml() {
        let allowed = allowed(include_str!("../../deny.toml")).unwrap();
        assert!(allowed.contains(&"0BSD") && allowed.contains(&"Zlib"));
        assert!(allowed.iter().all(|licence| !licence.starts_with("GPL") && !licence.is_empty()));
    }

    #[test]
    fn markup_in_a_licence_is_escaped() {
        assert_eq!(escaped("a <b> & c"), "a &lt;b> &amp; c");
    }
}
