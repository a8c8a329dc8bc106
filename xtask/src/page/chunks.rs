//! Splits the page's module into chunks, which the page loads when they are first needed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use wasm_split_cli_support::Options;

use super::CHUNK;
use super::document::Asset;
use crate::module::empty;
use crate::workspace::{Workspace, read_bytes};

/// The script that loads chunks.
const LOADER: &str = include_str!("chunks.js");

/// The module from which the page's own one imports a function for each split point. The glue defines it.
const IMPORTED: &str = "./__wasm_split.js";

/// Chunks of several split points that are smaller than this, in bytes, share one file: each request costs more than such a chunk.
const SMALL: usize = 16_000;

/// The name of the file that small chunks share.
pub(super) const BUNDLE: &str = "bundle";

/// A module in parts.
pub(super) struct Split {
    /// The part that is loaded first. It is not bound yet.
    pub(super) main: PathBuf,
    /// The other parts, by name.
    pub(super) chunks: BTreeMap<String, PathBuf>,
    /// The chunks that each split point needs, by the split point's name.
    pub(super) needed: Needed,
}

/// The names of the chunks that each split point needs.
pub(super) type Needed = BTreeMap<String, Vec<String>>;

/// Splits a raw module that has relocations at its split points.
pub(super) fn split(workspace: &Workspace, raw: &Path, name: &str) -> Result<Split> {
    let folder = workspace.scratch("split")?;
    empty(&folder)?;
    let module = read_bytes(raw)?;
    let main = folder.join(format!("{name}.wasm"));
    let mut options = Options::new(&module);
    options.output_dir = &folder;
    options.main_out_path = &main;
    options.link_name = IMPORTED;
    let split = wasm_split_cli_support::transform(options)
        .map_err(|error| anyhow!("cannot split {}: {error:#}", raw.display()))?;
    let mut chunks = BTreeMap::new();
    for path in split.split_modules {
        chunks.insert(stem(&path)?, path);
    }
    // Some chunks hold nothing and are not written.
    let is_there = |name: &String| chunks.contains_key(name);
    let needed = split
        .prefetch_map
        .into_iter()
        .map(|(point, names)| (point, names.into_iter().filter(is_there).collect()));
    Ok(Split { main, needed: needed.collect(), chunks })
}

/// The stem of a chunk's file in the finished page: the name of the split point that needs it, where it is one alone.
pub(super) fn file_stem(name: &str) -> String {
    match name.split_once("split_") {
        Some((_, point)) => format!("{CHUNK}-{point}"),
        None => CHUNK.to_owned(),
    }
}

fn stem(path: &Path) -> Result<String> {
    Ok(path.file_stem().context("a chunk has no name")?.to_string_lossy().into_owned())
}

/// Adds the loader of chunks to the glue of the page, in place of the import of another script.
pub(super) fn add_loader(glue: &str, needed: &Needed) -> Result<String> {
    let mut whole = String::with_capacity(glue.len() + LOADER.len());
    let mut imports = Vec::new();
    for line in glue.lines() {
        match line.strip_prefix("import * as ").and_then(|rest| rest.split_once(" from ")) {
            // Each split point has an import of its own.
            Some((name, from)) if from.contains(IMPORTED) => imports.push(name),
            _ => {
                whole.push_str(line);
                whole.push('\n');
            }
        }
    }
    ensure!(!imports.is_empty(), "the glue imports nothing from {IMPORTED}");
    whole += LOADER;
    let points: Vec<_> = needed
        .keys()
        .map(|name| format!("__wasm_split_load_{name}: splitPoint(\"{name}\")"))
        .collect();
    whole += &format!("const splitPoints = {{ {} }};\n", points.join(", "));
    for name in imports {
        whole += &format!("const {name} = splitPoints;\n");
    }
    Ok(whole)
}

/// The files of a split module, by name.
pub(super) struct Files {
    pub(super) by_name: BTreeMap<String, Vec<u8>>,
    /// The names of the files that each split point needs.
    pub(super) needed: Needed,
    /// The lengths of the chunks in the file that several share, one behind the other.
    pub(super) bundled: Vec<usize>,
}

/// Puts small chunks of several split points into one file.
pub(super) fn bundle(chunks: BTreeMap<String, Vec<u8>>, needed: Needed) -> Files {
    let is_small = |name: &str, bytes: &[u8]| file_stem(name) == CHUNK && bytes.len() < SMALL;
    let (small, mut by_name): (BTreeMap<_, _>, BTreeMap<_, _>) =
        chunks.into_iter().partition(|(name, bytes)| is_small(name, bytes));
    let bundled = small.values().map(Vec::len).collect();
    let needed = needed.into_iter().map(|(point, names)| {
        let (bundled, mut own): (Vec<_>, Vec<_>) =
            names.into_iter().partition(|name| small.contains_key(name));
        own.extend((!bundled.is_empty()).then(|| BUNDLE.to_owned()));
        (point, own)
    });
    let needed = needed.collect();
    if !small.is_empty() {
        by_name.insert(BUNDLE.to_owned(), small.into_values().flatten().collect());
    }
    Files { by_name, needed, bundled }
}

/// What the document says of chunks, as JSON.
pub(super) struct Tables {
    /// The addresses that each split point needs.
    pub(super) needed: String,
    /// The digest of each address, and of the first module.
    pub(super) digests: String,
    /// The lengths of the chunks in each address that has several.
    pub(super) bundled: String,
}

/// Makes the tables of the document.
pub(super) fn tables(chunks: &Chunks, module: &Asset) -> Result<Tables> {
    let Chunks { assets, needed, bundled } = chunks;
    let digests: BTreeMap<_, _> =
        assets.values().chain([module]).map(|chunk| (&chunk.address, &chunk.integrity)).collect();
    let needed: BTreeMap<_, Vec<_>> = needed
        .iter()
        .map(|(point, names)| {
            let addresses = names.iter().filter_map(|name| assets.get(name));
            (point, addresses.map(|chunk| &chunk.address).collect())
        })
        .collect();
    let bundled: BTreeMap<_, _> =
        assets.get(BUNDLE).map(|chunk| (&chunk.address, bundled)).into_iter().collect();
    Ok(Tables {
        needed: serde_json::to_string(&needed)?,
        digests: serde_json::to_string(&digests)?,
        bundled: serde_json::to_string(&bundled)?,
    })
}

/// The chunks of the finished page.
pub(super) struct Chunks {
    /// Their files, by name.
    pub(super) assets: BTreeMap<String, Asset>,
    pub(super) needed: Needed,
    pub(super) bundled: Vec<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_chunks_of_several_split_points_share_a_file() {
        let chunk = |name: &str, length| (name.to_owned(), vec![0; length]);
        let chunks = BTreeMap::from([
            chunk("0_split_lab", 10),
            chunk("1_chunk_1", 20),
            chunk("2_chunk_2", SMALL),
            chunk("3_chunk_3", 30),
        ]);
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let needed = Needed::from([
            ("lab".to_owned(), names(&["1_chunk_1", "2_chunk_2", "3_chunk_3", "0_split_lab"])),
            ("batch".to_owned(), names(&["2_chunk_2"])),
        ]);
        let Files { by_name, needed, bundled } = bundle(chunks, needed);
        assert_eq!(bundled, [20, 30]);
        assert_eq!(by_name[BUNDLE].len(), 50);
        assert_eq!(by_name.keys().collect::<Vec<_>>(), ["0_split_lab", "2_chunk_2", BUNDLE]);
        assert_eq!(needed["lab"], names(&["2_chunk_2", "0_split_lab", BUNDLE]));
        assert_eq!(needed["batch"], names(&["2_chunk_2"]));
    }

    #[test]
    fn the_loader_takes_the_place_of_an_import() {
        let glue = "import * as import1 from \"./__wasm_split.js\"\nlet wasm;\n";
        let whole = add_loader(glue, &Needed::from([("lab".to_owned(), Vec::new())])).unwrap();
        assert!(!whole.contains("import *"));
        assert!(whole.contains("__wasm_split_load_lab: splitPoint(\"lab\")"));
        assert!(whole.ends_with("const import1 = splitPoints;\n"));
        assert!(add_loader("let wasm;", &Needed::new()).is_err());
    }
}
