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

use self::document::{Asset, Assets, Wanted};
use crate::module::{self, Artifact, Host};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The package whose program is the page.
pub(crate) const PACKAGE: &str = "stepfall-page";

/// Builds the page into `dist/`, in place of what was there.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let source = read_text(&workspace.root.join("index.html"))?;
    let wanted = document::wanted(&source)?;
    let raw = module::compile(workspace, PACKAGE, &Artifact::Program)?;
    let bound = workspace.scratch("page")?;
    module::bind(&raw, PACKAGE, &Host::Page, &bound)?;
    let module = module::optimise(workspace, &bound.join(format!("{PACKAGE}_bg.wasm")))?;
    let glue = module::minify(workspace, &bound.join(format!("{PACKAGE}.js")))?;

    let dist = Dist::emptied(workspace)?;
    let assets = Assets {
        style: dist.put(
            "main",
            "css",
            style::bundle(&workspace.root, &wanted.styles)?.as_bytes(),
        )?,
        glue: dist.put(PACKAGE, "js", &glue)?,
        module: dist.put(PACKAGE, "wasm", &module)?,
        snippets: dist.copy_snippets(&bound)?,
        workers: dist.copy_workers(workspace, &wanted)?,
    };
    write(&dist.folder.join("index.html"), document::render(&source, &assets)?)
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
    fn copy_snippets(&self, bound: &Path) -> Result<Vec<Asset>> {
        let mut snippets = Vec::new();
        let mut folders = vec![bound.join("snippets")];
        while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
            for entry in fs::read_dir(&folder)? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let bytes = read_bytes(&path)?;
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

    /// Copies the scripts that the page may start as workers.
    fn copy_workers(&self, workspace: &Workspace, wanted: &Wanted) -> Result<Vec<(String, Asset)>> {
        let copy = |source: &String| {
            let stem = Path::new(source).file_stem().context("a worker's link names no file")?;
            let stem = stem.to_string_lossy().into_owned();
            let asset = self.put(&stem, "js", &read_bytes(&workspace.root.join(source))?)?;
            Ok((stem, asset))
        };
        wanted.workers.iter().map(copy).collect()
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
