//! The build of the page.
//!
//! The folder of the page contains `index.html` and the files that it names. The name of nearly
//! every file contains the hash of the file, so caches may keep these files for ever. All addresses
//! are relative, so any static host can serve the folder under any path. The document contains the
//! digests of the scripts, modules and chunks that it loads.

mod chunks;
mod document;
pub(crate) mod headers;
pub(crate) mod models;
mod offline;
mod style;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use data_encoding::{BASE64, HEXLOWER};
use sha2::{Digest, Sha256};

use self::chunks::{Chunks, Files};
use self::document::{Asset, Assets, File, Installed, Worker};
use self::offline::SERVICE_WORKER_ADDRESS;
use crate::licences::{self, Product};
use crate::module::{self, Aim, Host, LAB, NPM, Source, WORKER};
use crate::packed::{Packed, pack};
use crate::process::{in_parallel, phase};
use crate::workspace::{Build, Workspace, read_bytes, read_text, write};

/// The package whose program is the page.
pub(crate) const PACKAGE: &str = module::PAGE.package;

/// The beginning of the name of every chunk.
pub(crate) const CHUNK: &str = "part";

/// The folder of the icons of the installed page.
const ICONS: &str = "style/icons";

/// The modules of the page and of its workers.
const MODULES: [Source; 3] = [module::PAGE, WORKER, LAB];

/// The modules of the workers, each with the stem of the script that starts the worker.
const WORKERS: [(&str, Source); 2] = [("worker", WORKER), ("lab", LAB)];

/// Builds the page into its folder, in place of the previous page.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let source = read_text(&workspace.root.join("index.html"))?;
    let wanted = document::requested_files(&source)?;
    let raw = phase("compile the page and its workers", || module::compile(workspace, &MODULES))?;
    let [page, worker, lab] = &raw[..] else { bail!("cargo compiled another number of modules") };
    let (bound, split) = phase("split and bind the page", || {
        let split = chunks::split(workspace, page, PACKAGE)?;
        let bound = workspace.scratch("page")?;
        module::bind(&split.main, PACKAGE, &Host::Page, &bound)?;
        Ok((bound, split))
    })?;
    let workers = phase("bind the workers", || {
        WORKERS
            .iter()
            .zip([worker, lab])
            .map(|(&(stem, source), raw)| BoundWorker::bind(workspace, stem, source, raw))
            .collect::<Result<Vec<_>>>()
    })?;

    let mut unoptimised = vec![(bound.join(format!("{PACKAGE}_bg.wasm")), Aim::Size)];
    unoptimised.extend(workers.iter().map(|worker| (worker.module.clone(), worker.aim)));
    unoptimised.extend(split.chunks.values().map(|path| (path.clone(), Aim::Size)));
    let mut modules =
        phase("optimise modules", || module::optimise(workspace, &unoptimised))?.into_iter();
    let mut next = || modules.next().context("a module is missing");
    let module = next()?;
    let loaded: Vec<WorkerModule> =
        workers.into_iter().map(|worker| Ok(worker.with_module(next()?))).collect::<Result<_>>()?;

    let dist = Dist::create_empty(workspace)?;
    let mut optimised = BTreeMap::new();
    for name in split.chunks.keys() {
        optimised.insert(name.clone(), next()?);
    }
    let Files { by_name, needed, bundled } = chunks::bundle(optimised, &split.needed);
    let mut assets = BTreeMap::new();
    for (name, bytes) in by_name {
        let extension = if bundled.contains_key(name.as_str()) { "bin" } else { "wasm" };
        let asset = dist.put(&chunks::file_stem(&name), extension, &bytes)?;
        assets.insert(name, asset);
    }
    let chunks = Chunks { assets, needed, bundled };
    let glue = bound.join(format!("{PACKAGE}.js"));
    write(&glue, chunks::add_loader(&read_text(&glue)?, &chunks.needed)?)?;
    let mut glue =
        String::from_utf8(module::minify(workspace, &glue)?).context("the glue is no text")?;
    let snippets = dist.copy_snippets(workspace, &bound, &mut glue)?;
    let assets = Assets {
        style: style::bundle(&workspace.root, &wanted.styles)?,
        glue: dist.put(PACKAGE, "js", glue.as_bytes())?,
        module: dist.put(PACKAGE, "wasm", &module)?,
        chunks,
        snippets,
        workers: wanted
            .workers
            .iter()
            .map(|source| dist.copy_worker(workspace, source, &loaded))
            .collect::<Result<_>>()?,
        files: wanted
            .files
            .iter()
            .map(|source| dist.copy_file(workspace, source))
            .collect::<Result<_>>()?,
        models: phase("make the engine of models", || models::put(workspace, &dist))?,
        installed: dist.put_manifest(workspace)?,
        build: workspace.build,
        licences: match workspace.build {
            Build::Development => None,
            Build::Release => Some(
                dist.put_named("licences.html", &licences::page(workspace, Product::Page, None)?)?,
            ),
        },
    };
    let runs = dist.copy_runs(workspace, &wanted.runs)?;
    let document = document::render(&source, &assets)?;
    write(&dist.folder.join("index.html"), &document)?;
    let document = Asset { address: "./".to_owned(), integrity: integrity(document.as_bytes()) };
    let on_demand: Vec<_> = assets.models.files().map(|file| file.address.clone()).collect();
    let (first, later) = assets.in_order(document);
    let script = offline::service_worker(&first, &later)?;
    write(&dist.folder.join(SERVICE_WORKER_ADDRESS), script)?;
    if workspace.build == Build::Release {
        phase("pack files", || dist.pack(workspace))?;
    }
    let named = first[1..].iter().chain(&later).map(|file| file.address.as_str());
    // A visitor opens few of the recorded runs, and most visitors run no model in the page. So none
    // of these files is kept for offline use.
    let runs = runs.iter().map(|file| file.address.as_str());
    let named = named.chain(on_demand.iter().map(String::as_str)).chain(runs);
    let named =
        named.chain([SERVICE_WORKER_ADDRESS]).map(|address| address.trim_start_matches("./"));
    write(&dist.folder.join("_headers"), headers::file(named))
}

/// A worker's module with its glue, before it is optimised.
struct BoundWorker {
    /// The stem of the script that starts the worker.
    stem: &'static str,
    package: &'static str,
    aim: Aim,
    glue: Vec<u8>,
    module: PathBuf,
}

/// A module and its glue, as a worker loads them.
struct WorkerModule {
    /// The stem of the script that starts the worker.
    stem: &'static str,
    package: &'static str,
    /// The script that defines `wasm_bindgen`.
    glue: Vec<u8>,
    module: Vec<u8>,
}

impl BoundWorker {
    fn bind(workspace: &Workspace, stem: &'static str, source: Source, raw: &Path) -> Result<Self> {
        let Source { package, aim, .. } = source;
        let bound = workspace.scratch(&format!("bound-{stem}"))?;
        module::bind(raw, package, &Host::Worker, &bound)?;
        let glue = read_bytes(&bound.join(format!("{package}.js")))?;
        Ok(Self { stem, package, aim, glue, module: bound.join(format!("{package}_bg.wasm")) })
    }

    fn with_module(self, module: Vec<u8>) -> WorkerModule {
        let Self { stem, package, glue, .. } = self;
        WorkerModule { stem, package, glue, module }
    }
}

/// The files of the workspace that the npm package contains, and their paths in `pkg/`.
const PACKAGED: [(&str, &str); 4] = [
    ("schemas/item.schema.json", "dist/schemas/item.schema.json"),
    ("schemas/verdict.schema.json", "dist/schemas/verdict.schema.json"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// Builds the module of the npm package into `pkg/dist/`, and copies the files in [`PACKAGED`] into
/// `pkg/`.
pub(crate) fn build_package(workspace: &Workspace) -> Result<()> {
    let raw = module::compile(workspace, &[NPM])?;
    let raw = raw.first().context("cargo compiled no module")?;
    let bound = workspace.scratch("package")?;
    module::bind(raw, "stepfall", &Host::Bundler, &bound)?;
    let unoptimised = (bound.join("stepfall_bg.wasm"), NPM.aim);
    let module = module::optimise(workspace, &[unoptimised])?.concat();
    let package = workspace.root.join("pkg");
    let folder = package.join("dist/schemas");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    write(&package.join("dist/stepfall.js"), read_bytes(&bound.join("stepfall.js"))?)?;
    write(&package.join("dist/stepfall.wasm"), module)?;
    for (from, to) in PACKAGED {
        write(&package.join(to), read_bytes(&workspace.root.join(from))?)?;
    }
    match workspace.build {
        Build::Development => Ok(()),
        Build::Release => {
            licences::write(workspace, Product::Npm, None, &package.join("dist/licences.html"))
        }
    }
}

/// The extensions of compressed copies, which are next to their originals.
pub(crate) const PACKED: [&str; 2] = ["gz", "br"];

struct Dist {
    folder: PathBuf,
}

impl Dist {
    /// Removes the previous page and creates an empty folder.
    fn create_empty(workspace: &Workspace) -> Result<Self> {
        let folder = workspace.dist();
        if folder.exists() {
            fs::remove_dir_all(&folder)
                .with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        Ok(Self { folder })
    }

    /// Writes a file under a name that contains its hash.
    fn put(&self, stem: &str, extension: &str, bytes: &[u8]) -> Result<Asset> {
        let digest = HEXLOWER.encode(&Sha256::digest(bytes));
        let name = format!("{stem}-{}.{extension}", &digest[..16]);
        write(&self.folder.join(&name), bytes)?;
        Ok(Asset { address: format!("./{name}"), integrity: integrity(bytes) })
    }

    /// Writes a file under a name that is the same in every version.
    fn put_named(&self, name: &str, text: &str) -> Result<Asset> {
        write(&self.folder.join(name), text)?;
        Ok(Asset { address: format!("./{name}"), integrity: integrity(text.as_bytes()) })
    }

    /// Copies the JavaScript of packages under names that contain the hash of each file. Changes
    /// the imports of the glue accordingly. wasm-bindgen names the files by package, not by
    /// content.
    fn copy_snippets(
        &self,
        workspace: &Workspace,
        bound: &Path,
        glue: &mut String,
    ) -> Result<Vec<Asset>> {
        let mut snippets = Vec::new();
        let mut folders = vec![bound.join("snippets")];
        while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let stem = path.file_stem().context("a snippet has a name")?.to_string_lossy();
                let asset = self.put(&stem, "js", &module::minify(workspace, &path)?)?;
                let name = path.strip_prefix(bound)?.to_string_lossy().replace('\\', "/");
                // Only the glue has these addresses. The imports of the module keep their names.
                let forms = ["from\"./{}\"", "from \"./{}\"", "from './{}'"];
                let forms = forms.map(|form| form.replace("{}", &name));
                if !forms.iter().any(|form| glue.contains(form)) {
                    bail!("the glue does not import {name}");
                }
                for form in forms {
                    *glue = glue.replace(&form, &format!("from \"{}\"", asset.address));
                }
                snippets.push(asset);
            }
        }
        snippets.sort_by(|a, b| a.address.cmp(&b.address));
        Ok(snippets)
    }

    /// Writes compressed copies next to the files, for servers that can send them. A copy is left
    /// out unless it is more than a tenth smaller than its original.
    fn pack(&self, workspace: &Workspace) -> Result<()> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            paths.push(entry?.path());
        }
        paths.sort_by_key(|path| Reverse(path.metadata().map_or(0, |file| file.len())));
        in_parallel(&paths, |path| {
            let bytes = read_bytes(path)?;
            let Packed { gzip, brotli } = pack(workspace, &bytes)?;
            for (extension, packed) in PACKED.into_iter().zip([gzip, brotli]) {
                if packed.len() * 10 < bytes.len() * 9 {
                    let mut name = path.clone().into_os_string();
                    name.push(format!(".{extension}"));
                    write(Path::new(&name), packed)?;
                }
            }
            Ok(())
        })?;
        Ok(())
    }

    /// Writes the manifest with its icons.
    fn put_manifest(&self, workspace: &Workspace) -> Result<Installed> {
        let put = |stem: &str, extension: &str| {
            let path = workspace.root.join(ICONS).join(format!("{stem}.{extension}"));
            self.put(stem, extension, &read_bytes(&path)?)
        };
        let svg = put("icon", "svg")?;
        let mut pngs = Vec::new();
        for pixels in [192, 512] {
            pngs.push((pixels, put(&format!("icon-{pixels}"), "png")?));
        }
        let named: Vec<_> =
            pngs.iter().map(|(pixels, png)| (*pixels, png.address.clone())).collect();
        let text = offline::manifest(&svg.address, &named)?;
        let manifest = self.put_named("manifest.webmanifest", &text)?;
        let mut icons = vec![svg];
        icons.extend(pngs.into_iter().map(|(_, png)| png));
        Ok(Installed { manifest, icons })
    }

    /// Writes the script of a worker, with its module's glue at the beginning, and the module.
    fn copy_worker(
        &self,
        workspace: &Workspace,
        source: &str,
        loaded: &[WorkerModule],
    ) -> Result<Worker> {
        let stem = Path::new(source).file_stem().context("a worker's link names no file")?;
        let name = stem.to_string_lossy().into_owned();
        let loaded = loaded
            .iter()
            .find(|loaded| loaded.stem == name)
            .with_context(|| format!("no module belongs to {source}"))?;
        let mut script = loaded.glue.clone();
        script.extend(read_bytes(&workspace.root.join(source))?);
        let joined_script = workspace.scratch("workers")?.join(format!("{name}.js"));
        write(&joined_script, script)?;
        let script = self.put(&name, "js", &module::minify(workspace, &joined_script)?)?;
        let module = self.put(loaded.package, "wasm", &loaded.module)?;
        Ok(Worker { name, script, module })
    }

    /// Copies the recorded runs of folders, with the index of each folder. The page finds a run by
    /// its name and the digest in its list.
    fn copy_runs(&self, workspace: &Workspace, folders: &[String]) -> Result<Vec<Asset>> {
        let mut runs = Vec::new();
        for folder in folders {
            let folder = workspace.root.join(folder);
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                let name = path.file_name().context("a run has a name")?.to_string_lossy();
                if let Some(stem) = name.strip_suffix(".jsonl.gz") {
                    // Some servers declare files with the extension `gz` as compressed answers.
                    runs.push(self.put(stem, "run", &read_bytes(&path)?)?);
                } else if name == "index.json" {
                    runs.push(self.put("results", "json", &read_bytes(&path)?)?);
                }
            }
        }
        runs.sort_by(|a, b| a.address.cmp(&b.address));
        Ok(runs)
    }

    /// Copies a file that the page loads on demand.
    fn copy_file(&self, workspace: &Workspace, source: &str) -> Result<File> {
        let path = Path::new(source);
        let part =
            |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
        let name = part(path.file_stem()).context("a link names no file")?;
        let extension = part(path.extension()).context("a file has no extension")?;
        let bytes = read_bytes(&workspace.root.join(source))?;
        let asset = self.put(&name, &extension, &bytes)?;
        Ok(File { name, asset })
    }
}

/// Returns the digest of a file for Subresource Integrity.
fn integrity(bytes: &[u8]) -> String {
    format!("sha256-{}", BASE64.encode(&Sha256::digest(bytes)))
}

/// Returns the source expression that allows one inline script or style (Content Security Policy).
fn inline_hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(&Sha256::digest(text.as_bytes())))
}
