//! `cargo xtask dist`: the release page.
//!
//! `dist/` holds one `index.html` and the files it names. Every such name carries the hash of its file, every
//! address is relative, and the document says the digest of everything it loads, so the folder can be put on any static
//! host, under any path, and be kept by caches for ever. The same sources give the same bytes.

mod document;
mod style;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use data_encoding::{BASE64, HEXLOWER};
use sha2::{Digest, Sha256, Sha384};

use self::document::{Asset, Assets, Worker};
use crate::module::{self, Artifact, Host};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The package whose program is the page.
pub(crate) const PACKAGE: &str = "stepfall-page";

/// The package whose library is the module that the page's workers load.
pub(crate) const WORKER: &str = "stepfall-worker";

/// The package whose library is the module of the npm package.
const NPM: &str = "stepfall-js";

/// Builds the page into `dist/`, in place of what was there.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let source = read_text(&workspace.root.join("index.html"))?;
    let wanted = document::wanted(&source)?;
    let raw = module::compile(workspace, PACKAGE, &Artifact::Program)?;
    let bound = workspace.scratch("page")?;
    module::bind(&raw, PACKAGE, &Host::Page, &bound)?;
    let module = module::optimise(workspace, &bound.join(format!("{PACKAGE}_bg.wasm")))?;
    let glue = module::minify(workspace, &bound.join(format!("{PACKAGE}.js")))?;

    let loaded = worker_module(workspace)?;

    let dist = Dist::emptied(workspace)?;
    let assets = Assets {
        style: dist.put(
            "main",
            "css",
            style::bundle(&workspace.root, &wanted.styles)?.as_bytes(),
        )?,
        glue: dist.put(PACKAGE, "js", &glue)?,
        module: dist.put(PACKAGE, "wasm", &module)?,
        snippets: dist.copy_snippets(workspace, &bound)?,
        workers: wanted
            .workers
            .iter()
            .map(|source| dist.copy_worker(workspace, source, &loaded))
            .collect::<Result<_>>()?,
    };
    write(&dist.folder.join("index.html"), document::render(&source, &assets)?)
}

/// A module as a worker loads it.
struct WorkerModule {
    /// The script that defines `wasm_bindgen`.
    glue: Vec<u8>,
    module: Vec<u8>,
}

/// Builds the module of the workers.
fn worker_module(workspace: &Workspace) -> Result<WorkerModule> {
    let raw = module::compile(workspace, WORKER, &Artifact::Library)?;
    let bound = workspace.scratch("worker")?;
    module::bind(&raw, WORKER, &Host::Worker, &bound)?;
    let module = module::optimise(workspace, &bound.join(format!("{WORKER}_bg.wasm")))?;
    let glue = read_bytes(&bound.join(format!("{WORKER}.js")))?;
    Ok(WorkerModule { glue, module })
}

/// Builds the module of the workers into a folder, under the names that a page looks for whose document does not say where it is: what Trunk's page
/// needs.
pub(crate) fn build_worker(workspace: &Workspace, folder: &Path) -> Result<()> {
    let WorkerModule { glue, module } = worker_module(workspace)?;
    write(&folder.join(format!("{WORKER}.js")), glue)?;
    write(&folder.join(format!("{WORKER}.wasm")), module)
}

/// What the npm package has of the workspace besides its module: from where, and where to in `pkg/`.
const PACKAGED: [(&str, &str); 4] = [
    ("schemas/item.schema.json", "dist/schemas/item.schema.json"),
    ("schemas/verdict.schema.json", "dist/schemas/verdict.schema.json"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// Builds the module of the npm package into `pkg/dist/`, and copies there what else it has of the workspace.
pub(crate) fn build_package(workspace: &Workspace) -> Result<()> {
    let raw = module::compile(workspace, NPM, &Artifact::Library)?;
    let bound = workspace.scratch("package")?;
    module::bind(&raw, "stepfall", &Host::Page, &bound)?;
    let module = module::optimise(workspace, &bound.join("stepfall_bg.wasm"))?;
    let package = workspace.root.join("pkg");
    let folder = package.join("dist/schemas");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    write(&package.join("dist/stepfall.js"), read_bytes(&bound.join("stepfall.js"))?)?;
    write(&package.join("dist/stepfall.wasm"), module)?;
    for (from, to) in PACKAGED {
        write(&package.join(to), read_bytes(&workspace.root.join(from))?)?;
    }
    Ok(())
}

/// The folder of the finished page.
struct Dist {
    folder: PathBuf,
}

impl Dist {
    /// Removes the last page and begins a new one.
    fn emptied(workspace: &Workspace) -> Result<Self> {
        let folder = workspace.dist();
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { folder })
    }

    /// Writes a file under a name that carries its hash.
    fn put(&self, stem: &str, extension: &str, bytes: &[u8]) -> Result<Asset> {
        let digest = HEXLOWER.encode(&Sha256::digest(bytes));
        let name = format!("{stem}-{}.{extension}", &digest[..16]);
        write(&self.folder.join(&name), bytes)?;
        Ok(Asset { address: format!("./{name}"), integrity: integrity(bytes) })
    }

    /// Copies the JavaScript that dependencies bring along; the glue imports it by names that hold a hash already.
    fn copy_snippets(&self, workspace: &Workspace, bound: &Path) -> Result<Vec<Asset>> {
        let mut snippets = Vec::new();
        let mut folders = vec![bound.join("snippets")];
        while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = module::minify(workspace, &path)?;
                let name = path.strip_prefix(bound)?;
                let copy = self.folder.join(name);
                fs::create_dir_all(copy.parent().context("a snippet lies in a folder")?)?;
                write(&copy, &bytes)?;
                let address = format!("./{}", name.to_string_lossy().replace('\\', "/"));
                snippets.push(Asset { address, integrity: integrity(&bytes) });
            }
        }
        snippets.sort_by(|a, b| a.address.cmp(&b.address));
        Ok(snippets)
    }

    /// Writes a script that the page may start as a worker, with its module's glue before it, and the module.
    fn copy_worker(
        &self,
        workspace: &Workspace,
        source: &str,
        loaded: &WorkerModule,
    ) -> Result<Worker> {
        let stem = Path::new(source).file_stem().context("a worker's link names no file")?;
        let name = stem.to_string_lossy().into_owned();
        let mut script = loaded.glue.clone();
        script.extend(read_bytes(&workspace.root.join(source))?);
        let whole = workspace.scratch("workers")?.join(format!("{name}.js"));
        write(&whole, script)?;
        let script = self.put(&name, "js", &module::minify(workspace, &whole)?)?;
        let module = self.put(WORKER, "wasm", &loaded.module)?;
        Ok(Worker { name, script, module })
    }
}

/// The digest of a file as browsers check it (Subresource Integrity).
fn integrity(bytes: &[u8]) -> String {
    format!("sha384-{}", BASE64.encode(&Sha384::digest(bytes)))
}

/// The source expression that admits one inline script (Content Security Policy).
fn inline_hash(script: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(script.as_bytes())))
}
