//! The models that run in the page: the scripts of `src/browser/models`, and the engine wllama from
//! npm.
//!
//! A script is joined with the scripts that it imports, so that the page loads one file. The page
//! loads none of these files before the visitor uses a model in the page.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Dist;
use super::document::{Asset, File};
use crate::module;
use crate::process::{program, run};
use crate::tools;
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The folder of the scripts that run models.
const FOLDER: &str = "src/browser/models";

/// The scripts that the page imports, by their stems. The document names the address of each script
/// with hyphens instead of underscores.
const SCRIPTS: [&str; 2] = ["models", "file_model"];

/// The npm package of the engine.
pub(crate) const ENGINE: &str = "node_modules/@wllama/wllama";

/// The program that makes the engine's two scripts.
const MAKER: &str = "xtask/src/page/wllama.js";

/// The names of the engine's two scripts.
const ENGINE_SCRIPTS: [&str; 2] = ["wllama.js", "wllama-worker.js"];

/// The files of the finished page that run a model in it.
pub(super) struct Models {
    pub(super) scripts: Vec<File>,
    pub(super) engine: Engine,
}

/// The files of the engine: the script that the page imports, the script of the workers, and the
/// module that the workers run.
pub(super) struct Engine {
    pub(super) script: Asset,
    pub(super) worker: Asset,
    pub(super) module: Asset,
}

impl Models {
    pub(super) fn files(&self) -> impl Iterator<Item = &Asset> {
        self.imported().chain([&self.engine.worker, &self.engine.module])
    }

    /// Returns the scripts that the page imports.
    pub(super) fn imported(&self) -> impl Iterator<Item = &Asset> {
        self.scripts.iter().map(|script| &script.asset).chain([&self.engine.script])
    }

    /// Returns the elements of the document that name the files.
    pub(super) fn document_elements(&self) -> String {
        let Engine { script, worker, module } = &self.engine;
        let mut named = format!(
            r#"<meta name="asset-wllama" content="{} {} {} {}">"#,
            script.address, worker.address, module.address, module.integrity
        );
        for File { name, asset } in &self.scripts {
            let _ = write!(named, "\n  <meta name=\"asset-{name}\" content=\"{}\">", asset.address);
        }
        named
    }
}

/// Writes the scripts and the engine into the folder of the page.
pub(super) fn put(workspace: &Workspace, dist: &Dist) -> Result<Models> {
    let minified = |path: &Path| module::minify(workspace, path);
    let [script, worker] = engine_scripts(workspace)?;
    let engine = Engine {
        script: dist.put("wllama", "js", &minified(&script)?)?,
        worker: dist.put("wllama-worker", "js", &minified(&worker)?)?,
        module: dist.put("wllama", "wasm", &engine_module(workspace)?)?,
    };
    let folder = workspace.scratch("models")?;
    let put_script = |stem: &&str| {
        let name = stem.replace('_', "-");
        let path = folder.join(format!("{name}.js"));
        write(&path, bundle(&workspace.root.join(FOLDER), stem)?)?;
        let asset = dist.put(&name, "js", &minified(&path)?)?;
        Ok(File { name, asset })
    };
    Ok(Models { scripts: SCRIPTS.iter().map(put_script).collect::<Result<_>>()?, engine })
}

/// Makes the scripts of the engine, and returns their paths.
fn engine_scripts(workspace: &Workspace) -> Result<[PathBuf; 2]> {
    tools::npm_packages(workspace)?;
    let folder = workspace.scratch("wllama")?;
    run(program(workspace, "node").arg(MAKER).arg(workspace.root.join(ENGINE)).arg(&folder))?;
    Ok(ENGINE_SCRIPTS.map(|name| folder.join(name)))
}

fn engine_module(workspace: &Workspace) -> Result<Vec<u8>> {
    read_bytes(&workspace.root.join(ENGINE).join("esm/wasm/wllama.wasm"))
}

/// Returns the text of a script, after the texts of the scripts that it imports.
fn bundle(folder: &Path, stem: &str) -> Result<String> {
    let mut done = BTreeSet::new();
    let mut script = String::new();
    append(folder, &format!("{stem}.js"), true, &mut done, &mut script)?;
    Ok(script)
}

/// Appends a script after its imports. Only the first script keeps its exports.
fn append(
    folder: &Path,
    name: &str,
    is_first: bool,
    done: &mut BTreeSet<String>,
    script: &mut String,
) -> Result<()> {
    if !done.insert(name.to_owned()) {
        return Ok(());
    }
    let text = read_text(&folder.join(name))?;
    for imported in text.lines().filter_map(imported).collect::<Vec<_>>() {
        append(folder, imported, false, done, script)?;
    }
    for line in text.lines().filter(|line| imported(line).is_none()) {
        if line.starts_with("import ") {
            bail!("{name} imports in a form that this build does not read: {line}");
        }
        let line = if is_first { line } else { line.strip_prefix("export ").unwrap_or(line) };
        writeln!(script, "{line}")?;
    }
    Ok(())
}

/// Returns the file that a line imports: `import { a } from "./name.js";`.
fn imported(line: &str) -> Option<&str> {
    let (_, rest) = line.strip_prefix("import {")?.split_once("} from \"./")?;
    rest.strip_suffix("\";")
}

/// Returns the version of the engine and the text of its licence.
pub(crate) fn engine_licence(workspace: &Workspace) -> Result<(String, String)> {
    tools::npm_packages(workspace)?;
    let folder = workspace.root.join(ENGINE);
    let package: serde_json::Value =
        serde_json::from_str(&read_text(&folder.join("package.json"))?)?;
    let version = package["version"].as_str().context("the package of wllama has no version")?;
    Ok((version.to_owned(), read_text(&folder.join("LICENCE"))?.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_script_is_joined_with_each_import_once() {
        let folder = std::env::temp_dir().join(format!("stepfall-bundle-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in [
            (
                "first.js",
                "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\nexport { a };\nexport const c = a + b;\n",
            ),
            ("a.js", "export const a = 1;\n"),
            ("b.js", "import { a } from \"./a.js\";\nexport const b = a;\n"),
            ("other.js", "import * as a from \"./a.js\";\n"),
        ] {
            fs::write(folder.join(name), text).unwrap();
        }
        let joined = bundle(&folder, "first").unwrap();
        let other = bundle(&folder, "other");
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(joined, "const a = 1;\nconst b = a;\nexport { a };\nexport const c = a + b;\n");
        assert!(other.is_err());
    }
}
