//! `cargo xtask sizes`: the sizes of the page's files, and of the npm package.
//!
//! The budgets are hard limits. The sizes are also compared with a committed snapshot, which
//! `--update` writes. Growth of three per cent or more, of the files of every visit or of the npm
//! package after gzip, is an error until `--update` accepts it. Other changes are only noted.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::module::{LAB, WORKER};
use crate::packed::{Packed, pack};
use crate::page::{self, PACKED};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// The most bytes after `gzip -9` of the files that every visit loads: the document with its style,
/// the first module, and its scripts. The code that reads custom procedures takes 20,000 bytes. It
/// belongs to the first load, because the page shows the steps while a procedure is typed.
const BUDGET: usize = 580_000;

/// The most bytes of the same files after Brotli.
const BROTLI_BUDGET: usize = 460_000;

/// The most bytes, after gzip, of the chunks that one split point needs after the first load.
const CHUNKS_BUDGET: usize = 195_000;

/// The most chunks that one split point needs.
const MAX_CHUNKS: usize = 8;

/// The most bytes, after gzip, of the workers' script and module, which are loaded when there is something to
/// grade.
///
/// Conditions with other steps than those of the procedure take 30,000 bytes, including the reading
/// of their answers and their simulation. Writing suites and reading result files takes 110,000
/// bytes, mostly for the two compression formats in archives of Inspect. Comparing two results
/// takes 20,000 bytes.
const WORKER_BUDGET: usize = 1_365_000;

/// The most bytes, after gzip, of the Lab's script and module, which run the small model.
///
/// The largest parts are the forward pass and the gradient, laid out for SIMD, and the generator
/// with its exact numbers. Reading links of Play and custom procedures, which the Lab also accepts,
/// takes 75,000 bytes.
const LAB_BUDGET: usize = 262_000;

/// The most bytes of each file of weights, after gzip.
const WEIGHTS_BUDGET: usize = 2_000_000;

/// The most bytes, after gzip, of the scripts and the module that run an open model in the page. Nearly all of
/// them are the engine's module, which other authors build.
const ENGINE_BUDGET: usize = 3_000_000;

/// The most bytes, after gzip, of the script and the module of the npm package. It contains the generator, the
/// grader and the solvers, writes suites, and reads result files.
const PACKAGE_BUDGET: usize = 865_000;

/// The service worker for offline use, which is loaded last.
const SERVICE_WORKER: &str = "sw.js";

/// The document, which contains the style.
const DOCUMENT: &str = "index.html";

/// The name of the row with the sum of the files that every visit loads. Its growth is compared
/// with the snapshot.
const AT_FIRST: &str = "at first";

/// The name of the row with the sum of the npm package's files. Its growth is compared with the
/// snapshot.
const PACKAGE: &str = "npm package";

/// The growth from which on `--update` has to accept it, in thousandths of the size in the
/// snapshot.
const NOTABLE_GROWTH: usize = 30;

/// The sizes of one file, or of several files together, in bytes.
#[derive(Clone, Copy, Default)]
struct Sizes {
    raw: usize,
    gzip: usize,
    brotli: usize,
}

impl Sizes {
    fn add(&mut self, other: Self) {
        self.raw += other.raw;
        self.gzip += other.gzip;
        self.brotli += other.brotli;
    }
}

/// Builds the page and the npm package, prints their sizes, and compares them with the budgets and
/// the snapshot.
pub(crate) fn run(workspace: &Workspace, update: bool) -> Result<()> {
    page::build(workspace)?;
    page::build_package(workspace)?;
    let measured = measure(workspace)?;
    let Measured { table, package, first, most_chunks, .. } = &measured;
    print!("{table}");
    if *most_chunks > MAX_CHUNKS {
        bail!("a split point needs {most_chunks} chunks, more than {MAX_CHUNKS}");
    }
    for BudgetedSize { what, bytes, budget } in measured.budgeted() {
        if bytes > budget {
            bail!("{bytes} bytes ({what}) are {} past the budget of {budget}", bytes - budget);
        }
        println!("{:.1} % of the budget of {budget} bytes ({what})", percent(bytes, budget));
    }
    let path = snapshot(workspace);
    if update {
        return write(&path, table);
    }
    if !path.is_file() {
        bail!(
            "there is no snapshot yet: run `cargo xtask sizes --update` and commit {}",
            path.display()
        );
    }
    compare(table, &[(AT_FIRST, *first), (PACKAGE, *package)], &read_text(&path)?)
}

/// Returns the sizes with a budget of the built page and npm package.
pub(crate) fn budgeted(workspace: &Workspace) -> Result<Vec<BudgetedSize>> {
    Ok(measure(workspace)?.budgeted())
}

/// A size with a budget, in bytes after gzip unless its name contains another format.
pub(crate) struct BudgetedSize {
    pub(crate) what: String,
    pub(crate) bytes: usize,
    pub(crate) budget: usize,
}

fn snapshot(workspace: &Workspace) -> PathBuf {
    workspace.root.join("xtask/sizes.snap")
}

/// The sizes of the page and the npm package.
struct Measured {
    /// All files, and the downloads of a first visit to each page.
    table: String,
    /// The script and module of the workers that grade.
    worker: Sizes,
    /// The script and module of the workers that run the small model.
    lab: Sizes,
    /// The largest file of weights.
    weights: Sizes,
    /// The scripts and the module that run an open model in the page.
    engine: Sizes,
    /// The script and the module of the npm package.
    package: Sizes,
    /// The files that every visit loads.
    first: Sizes,
    /// The chunks of each split point, by its name.
    points: Vec<(String, Sizes)>,
    /// The most chunks of a split point.
    most_chunks: usize,
}

impl Measured {
    fn budgeted(&self) -> Vec<BudgetedSize> {
        let size =
            |what: &str, bytes, budget| BudgetedSize { what: what.to_owned(), bytes, budget };
        let mut all = vec![
            size("worker", self.worker.gzip, WORKER_BUDGET),
            size("lab", self.lab.gzip, LAB_BUDGET),
            size("largest file of weights", self.weights.gzip, WEIGHTS_BUDGET),
            size("model engine", self.engine.gzip, ENGINE_BUDGET),
            size(PACKAGE, self.package.gzip, PACKAGE_BUDGET),
            size(AT_FIRST, self.first.gzip, BUDGET),
            size("at first, after Brotli", self.first.brotli, BROTLI_BUDGET),
        ];
        let chunks_of = |(point, sizes): &(String, Sizes)| {
            size(&format!("chunks of {point}"), sizes.gzip, CHUNKS_BUDGET)
        };
        all.extend(self.points.iter().map(chunks_of));
        all
    }
}

fn measure(workspace: &Workspace) -> Result<Measured> {
    let mut rows = Vec::new();
    let mut by_name = BTreeMap::new();
    let [mut worker, mut lab, mut engine, mut weights, mut first] = [Sizes::default(); 5];
    let mut first_requests = 0;
    for path in files(workspace)? {
        let name = path.file_name().context("a file has a name")?.to_string_lossy().into_owned();
        let sizes = weigh(workspace, &read_bytes(&path)?)?;
        if name.starts_with("worker") || name.starts_with(WORKER.package) {
            worker.add(sizes);
        } else if name.starts_with("lab") || name.starts_with(LAB.package) {
            lab.add(sizes);
        } else if name.starts_with("wllama") || name.starts_with("file-model") {
            engine.add(sizes);
        } else if name.ends_with(".safetensors") {
            if sizes.raw > weights.raw {
                weights = sizes;
            }
        } else if name != SERVICE_WORKER
            && !name.starts_with(page::CHUNK)
            && (name == DOCUMENT
                || [".wasm", ".bin", ".js"].iter().any(|extension| name.ends_with(extension)))
        {
            first.add(sizes);
            first_requests += 1;
        }
        rows.push((without_hash(&name), sizes));
        by_name.insert(format!("./{name}"), sizes);
    }
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    let mut package = Sizes::default();
    for name in ["stepfall.js", "stepfall.wasm"] {
        let sizes = weigh(workspace, &read_bytes(&workspace.root.join("pkg/dist").join(name))?)?;
        package.add(sizes);
        rows.push((format!("{PACKAGE}, {name}"), sizes));
    }
    rows.push((PACKAGE.to_owned(), package));
    rows.push(("on demand, worker".to_owned(), worker));
    rows.push(("on demand, lab".to_owned(), lab));
    rows.push(("on demand, model engine".to_owned(), engine));
    rows.push((AT_FIRST.to_owned(), first));
    let mut table = format!("{:<28}{:>10}{:>10}{:>10}\n", "file", "raw", "gzip", "brotli");
    for (name, Sizes { raw, gzip, brotli }) in rows {
        writeln!(table, "{name:<28}{raw:>10}{gzip:>10}{brotli:>10}")?;
    }
    let (mut points, mut most_chunks) = (Vec::new(), 0);
    writeln!(
        table,
        "\n{:<28}{:>10}{:>10}{:>10}{:>10}",
        "after the first load", "requests", "raw", "gzip", "brotli"
    )?;
    for (point, addresses) in needed(workspace)? {
        let mut sum = Sizes::default();
        let is_chunk = |address: &&String| address.starts_with(&format!("./{}", page::CHUNK));
        let addresses: Vec<_> = addresses.iter().filter(is_chunk).collect();
        for address in &addresses {
            sum.add(
                *by_name.get(address.as_str()).with_context(|| format!("there is no {address}"))?,
            );
        }
        let requests = addresses.len();
        writeln!(
            table,
            "{point:<28}{requests:>10}{:>10}{:>10}{:>10}",
            sum.raw, sum.gzip, sum.brotli
        )?;
        most_chunks = most_chunks.max(requests);
        points.push((point, sum));
    }
    let Sizes { raw, gzip, brotli } = first;
    writeln!(table, "{AT_FIRST:<28}{first_requests:>10}{raw:>10}{gzip:>10}{brotli:>10}")?;
    Ok(Measured { table, worker, lab, weights, engine, package, first, points, most_chunks })
}

/// Returns the files of the page, without compressed copies.
fn files(workspace: &Workspace) -> Result<Vec<PathBuf>> {
    let folder = workspace.dist();
    let mut files = Vec::new();
    for entry in
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let path = entry?.path();
        let extension = path.extension().unwrap_or_default();
        if !PACKED.iter().any(|packed| extension == *packed) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the addresses of the chunks that each part of the page needs, from the document.
fn needed(workspace: &Workspace) -> Result<BTreeMap<String, Vec<String>>> {
    let document = read_text(&workspace.dist().join(DOCUMENT))?;
    let line = document.lines().find_map(|line| line.trim().strip_prefix("const NEEDED = "));
    let table = line.context("the document has no table of chunks")?.trim_end_matches(';');
    serde_json::from_str(table).context("the document's table of chunks is damaged")
}

/// Returns the sizes of a file, compressed as by the best hosts.
fn weigh(workspace: &Workspace, bytes: &[u8]) -> Result<Sizes> {
    let Packed { gzip, brotli } = pack(workspace, bytes)?;
    Ok(Sizes { raw: bytes.len(), gzip: gzip.len(), brotli: brotli.len() })
}

/// Returns the name of a file without the hash between its stem and its extension.
fn without_hash(name: &str) -> String {
    let parts = name.rsplit_once('.').and_then(|(stem, extension)| {
        let (stem, hash) = stem.rsplit_once('-')?;
        (hash.len() == 16).then(|| format!("{stem}.{extension}"))
    });
    parts.unwrap_or_else(|| name.to_owned())
}

/// Compares the sizes with the committed ones: the whole table, and the growth of the sums, which
/// are given with the names of their rows.
fn compare(table: &str, sums: &[(&str, Sizes)], committed: &str) -> Result<()> {
    if table == committed {
        println!("the same as the snapshot");
        return Ok(());
    }
    for (name, Sizes { gzip, .. }) in sums {
        let before = committed_sum(name, committed)
            .context("the snapshot is damaged: run `cargo xtask sizes --update`")?;
        let growth = percent(*gzip, before) - 100.0;
        if gzip * 1000 >= before * (1000 + NOTABLE_GROWTH) {
            bail!(
                "{growth:.1} % more ({name}) than the snapshot's {before} bytes: explain why, and run `cargo xtask sizes --update`"
            );
        }
        println!(
            "note: {growth:+.1} % ({name}) against the snapshot's {before} bytes; `cargo xtask sizes --update` writes it to the snapshot"
        );
    }
    Ok(())
}

/// Returns the gzip column of the row with that name in a committed table.
fn committed_sum(name: &str, committed: &str) -> Option<usize> {
    let row = committed.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    row.split_whitespace().nth(1)?.parse().ok()
}

/// Returns `part` as a percentage of `total`, for display.
#[expect(clippy::cast_precision_loss, reason = "sizes of files are far below 2^52")]
fn percent(part: usize, total: usize) -> f64 {
    part as f64 * 100.0 / total as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_removed_from_a_name() {
        assert_eq!(without_hash("stepfall-page-0123456789abcdef.js"), "stepfall-page.js");
        assert_eq!(without_hash("index.html"), "index.html");
    }

    #[test]
    fn growth_of_three_per_cent_must_be_accepted() {
        let committed = "file  raw  gzip  brotli\nat first, too  1 1 1\nat first   9   1000   8\n";
        assert_eq!(committed_sum(AT_FIRST, committed), Some(1000));
        assert_eq!(committed_sum(PACKAGE, committed), None);
        let with = |gzip| compare("", &[(AT_FIRST, Sizes { gzip, ..Sizes::default() })], committed);
        assert!(with(1029).is_ok() && with(500).is_ok());
        assert!(with(1030).is_err());
    }
}
