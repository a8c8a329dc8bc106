//! Splits the page's module into chunks, which the page loads on demand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use wasm_split_cli_support::Options;

use super::CHUNK;
use super::document::Asset;
use crate::module::empty;
use crate::workspace::{Workspace, read_bytes};

/// The script that loads chunks.
const LOADER: &str = include_str!("chunks.js");

/// The name from which the WebAssembly module imports a function for each split point. No file has
/// this name: [`add_loader`] replaces the imports from it by functions of [`LOADER`].
const IMPORTED: &str = "./__wasm_split.js";

/// The size in bytes below which chunks share one file, unless only one split point needs them. A
/// request of its own costs more than a chunk below this size.
const SMALL: usize = 7_000;

/// The name of the file that small chunks share.
const SMALL_ONES: &str = "small";

/// The name of the file of common chunks. This file belongs to the first load.
pub(super) const COMMON: &str = "common";

/// The split point with the most bytes. A chunk is common if this split point and at least [`MANY`]
/// split points in all need the chunk. Common chunks count for the first load instead of the
/// largest page.
const LARGEST_SPLIT_POINT: &str = "sweep";
/// The number of split points from which on a chunk can be common.
const MANY: usize = 5;

/// A module in parts.
pub(super) struct Split {
    /// The part that is loaded first. It is not bound yet.
    pub(super) main: PathBuf,
    /// The other parts, by name.
    pub(super) chunks: BTreeMap<String, PathBuf>,
    pub(super) needed: Needed,
}

/// The names of the chunks that each split point needs.
pub(super) type Needed = BTreeMap<String, Vec<String>>;

/// Splits a raw module at its split points. The module must have relocations.
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
    // Some chunks are empty and are not written.
    let is_there = |name: &String| chunks.contains_key(name);
    let needed = split
        .prefetch_map
        .into_iter()
        .map(|(point, names)| (point, names.into_iter().filter(is_there).collect()));
    Ok(Split { main, needed: needed.collect(), chunks })
}

/// Returns the stem of a chunk's file in the finished page. A chunk of one split point has the name
/// of that point.
pub(super) fn file_stem(name: &str) -> String {
    match name.split_once("split_") {
        Some((_, point)) => format!("{CHUNK}-{point}"),
        None if name == COMMON => COMMON.to_owned(),
        None => CHUNK.to_owned(),
    }
}

fn stem(path: &Path) -> Result<String> {
    Ok(path.file_stem().context("a chunk has no name")?.to_string_lossy().into_owned())
}

/// Replaces the import of split points in the page's glue by the loader of chunks.
pub(super) fn add_loader(glue: &str, needed: &Needed) -> Result<String> {
    let mut script = String::with_capacity(glue.len() + LOADER.len());
    let mut imports = Vec::new();
    for line in glue.lines() {
        match line.strip_prefix("import * as ").and_then(|rest| rest.split_once(" from ")) {
            // Each split point has its own import.
            Some((name, from)) if from.contains(IMPORTED) => imports.push(name),
            _ => {
                script.push_str(line);
                script.push('\n');
            }
        }
    }
    ensure!(!imports.is_empty(), "the glue imports nothing from {IMPORTED}");
    script += LOADER;
    let points: Vec<_> = needed
        .keys()
        .map(|name| format!("__wasm_split_load_{name}: splitPoint(\"{name}\")"))
        .collect();
    script += &format!("const splitPoints = {{ {} }};\n", points.join(", "));
    for name in imports {
        script += &format!("const {name} = splitPoints;\n");
    }
    Ok(script)
}

/// The files of a split module.
pub(super) struct Files {
    pub(super) by_name: BTreeMap<String, Vec<u8>>,
    /// The names of the files that each split point needs.
    pub(super) needed: Needed,
    pub(super) bundled: Bundled,
}

/// The lengths of the consecutive chunks in each file that has several, by the file's name.
pub(super) type Bundled = BTreeMap<&'static str, Vec<usize>>;

/// Puts common chunks into one file, and small chunks into another one.
pub(super) fn bundle(chunks: BTreeMap<String, Vec<u8>>, needed: &Needed) -> Files {
    let bundle_of = |name: &str, bytes: &[u8]| {
        let points: Vec<_> =
            needed.iter().filter(|(_, names)| names.iter().any(|needed| needed == name)).collect();
        let is_common =
            points.len() >= MANY && points.iter().any(|(point, _)| *point == LARGEST_SPLIT_POINT);
        match points.len() {
            _ if is_common => Some(COMMON),
            0 | 1 => None,
            _ => (bytes.len() < SMALL).then_some(SMALL_ONES),
        }
    };
    let file_of: BTreeMap<_, _> = chunks
        .iter()
        .filter_map(|(name, bytes)| Some((name.clone(), bundle_of(name, bytes)?)))
        .collect();
    let needed = needed.iter().map(|(point, names)| {
        let files: BTreeSet<_> = names
            .iter()
            .map(|name| file_of.get(name).map_or_else(|| name.clone(), |&bundle| bundle.to_owned()))
            .collect();
        (point.clone(), files.into_iter().collect())
    });
    let needed = needed.collect();
    let mut by_name = BTreeMap::new();
    let mut bundled = Bundled::new();
    for (name, bytes) in chunks {
        match file_of.get(&name) {
            None => {
                by_name.insert(name, bytes);
            }
            Some(bundle) => {
                bundled.entry(*bundle).or_default().push(bytes.len());
                by_name.entry((*bundle).to_owned()).or_default().extend(bytes);
            }
        }
    }
    Files { by_name, needed, bundled }
}

/// The tables about chunks in the document, as JSON.
pub(super) struct Tables {
    /// The addresses that each split point needs.
    pub(super) needed: String,
    /// The digests of the chunks' files and of the first module, by their addresses.
    pub(super) digests: String,
    /// The lengths of the chunks in each file that has several, by the file's address.
    pub(super) bundled: String,
}

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
    let bundled: BTreeMap<_, _> = bundled
        .iter()
        .filter_map(|(name, lengths)| Some((&assets.get(*name)?.address, lengths)))
        .collect();
    Ok(Tables {
        needed: serde_json::to_string(&needed)?,
        digests: serde_json::to_string(&digests)?,
        bundled: serde_json::to_string(&bundled)?,
    })
}

/// The chunks of the finished page.
pub(super) struct Chunks {
    /// The files of the chunks, by name.
    pub(super) assets: BTreeMap<String, Asset>,
    pub(super) needed: Needed,
    pub(super) bundled: Bundled,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_and_small_chunks_share_files() {
        let chunk = |name: &str, length| (name.to_owned(), vec![0; length]);
        let chunks = BTreeMap::from([
            chunk("split_lab", 10),
            chunk("0_chunk", 20),
            chunk("1_chunk", SMALL),
            chunk("2_chunk", 30),
            chunk("3_chunk", SMALL),
            chunk("4_chunk", 40),
        ]);
        let needs = |point: &str, names: &[&str]| {
            (point.to_owned(), names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>())
        };
        let needed = Needed::from([
            needs("lab", &["0_chunk", "1_chunk", "2_chunk", "3_chunk", "4_chunk", "split_lab"]),
            needs("batch", &["0_chunk", "1_chunk", "2_chunk", "3_chunk", "4_chunk"]),
            needs("learn", &["2_chunk", "3_chunk"]),
            needs("results", &["2_chunk", "3_chunk"]),
            needs("sweep", &["2_chunk", "3_chunk"]),
        ]);
        let Files { by_name, needed, bundled } = bundle(chunks, &needed);
        assert_eq!(bundled, [(COMMON, vec![30, SMALL]), (SMALL_ONES, vec![20, 40])].into());
        assert_eq!(by_name[COMMON].len(), 30 + SMALL);
        assert_eq!(by_name[SMALL_ONES].len(), 60);
        assert_eq!(
            by_name.keys().collect::<Vec<_>>(),
            ["1_chunk", COMMON, SMALL_ONES, "split_lab"]
        );
        assert_eq!(needed["lab"], ["1_chunk", COMMON, SMALL_ONES, "split_lab"]);
        assert_eq!(needed["sweep"], [COMMON]);
    }

    #[test]
    fn the_loader_replaces_the_import() {
        let glue = "import * as import1 from \"./__wasm_split.js\"\nlet wasm;\n";
        let script = add_loader(glue, &Needed::from([("lab".to_owned(), Vec::new())])).unwrap();
        assert!(!script.contains("import *"));
        assert!(script.contains("__wasm_split_load_lab: splitPoint(\"lab\")"));
        assert!(script.ends_with("const import1 = splitPoints;\n"));
        assert!(add_loader("let wasm;", &Needed::new()).is_err());
    }
}
