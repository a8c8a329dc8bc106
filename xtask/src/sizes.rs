//! `cargo xtask sizes`: what a first visit downloads, and what the npm package brings.
//!
//! The budget is a hard limit. The snapshot, which is committed, makes every change of size show in the change's diff, and
//! growth of a few per cent a decision instead of an accident.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::packed::{Packed, pack};
use crate::page::{self, LAB, PACKED, WORKER};
use crate::workspace::{Workspace, read_bytes, read_text, write};

/// Most that the module, its scripts and the style may weigh together that every visit loads, in bytes after `gzip -9`. Of these the views of Play and Sweep
/// take about half, those of the Lab and of Batch 160,000, those of Learn, its field guide and frames 65,000, the generator and the reading of links 75,000, texts and tables 47,000, and the finished sample run 5,000.
const BUDGET: usize = 945_000;

/// Most that the workers' script and module may weigh together, which are loaded when there is something to grade. Of these the conditions that ask for other steps
/// than those of the procedure, and what reads their answers and acts in them, take 30,000, and what writes suites and reads the
/// result files of others 110,000, of which the archives of Inspect with their two ways of packing are the most.
const WORKER_BUDGET: usize = 1_340_000;

/// Most that the script and the module that run the specimen may weigh together, which the Lab loads, and each file of its weights. Of the first the forward pass and the gradient, laid out
/// for SIMD, and the generator with its exact numbers are the most; what reads links of Play and procedures of one's own, about which the specimen is asked there, takes 60,000.
const LAB_BUDGET: usize = 245_000;
const WEIGHTS_BUDGET: usize = 2_000_000;

/// Most that the script and the module of the npm package may weigh together. It has the generator, the grader and the executors, what writes suites, and what reads the result files of others.
const PACKAGE_BUDGET: usize = 850_000;

/// What keeps the page for use without a network, which is loaded when all else was.
const SERVICE_WORKER: &str = "sw.js";

/// The rows of sums whose growth is held against the snapshot.
const AT_FIRST: &str = "at first";
const PACKAGE: &str = "npm package";

/// Growth that has to be accepted by `--update`, in parts of a thousand of the snapshot.
const NOTABLE_GROWTH: usize = 30;

/// The sizes of one file, or of several together, in bytes.
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

/// Builds the page and the npm package, prints their sizes, and compares them.
pub(crate) fn run(workspace: &Workspace, update: bool) -> Result<()> {
    page::build(workspace)?;
    page::build_package(workspace)?;
    let measured = measure(workspace)?;
    let Measured { table, package, total, .. } = &measured;
    print!("{table}");
    for Held { what, gzip, budget } in measured.held() {
        if gzip > budget {
            bail!(
                "{gzip} bytes after gzip ({what}) are {} past the budget of {budget}",
                gzip - budget
            );
        }
        println!(
            "{:.1} % of the budget of {budget} bytes after gzip ({what})",
            percent(gzip, budget)
        );
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
    compare(table, &[(AT_FIRST, *total), (PACKAGE, *package)], &read_text(&path)?)
}

/// What has a budget of the page and the npm package as they lie built.
pub(crate) fn held(workspace: &Workspace) -> Result<[Held; 5]> {
    Ok(measure(workspace)?.held())
}

/// A size that has a budget, in bytes.
pub(crate) struct Held {
    /// What has it.
    pub(crate) what: &'static str,
    /// What it weighs.
    pub(crate) gzip: usize,
    /// The most that it may weigh.
    pub(crate) budget: usize,
}

/// Where the snapshot lies.
fn snapshot(workspace: &Workspace) -> PathBuf {
    workspace.root.join("xtask/sizes.snap")
}

/// What the page and the npm package weigh.
struct Measured {
    /// All files.
    table: String,
    /// What the usual workers load.
    worker: Sizes,
    /// What the worker that runs the specimen loads.
    lab: Sizes,
    /// The largest file of weights.
    weights: Sizes,
    /// What the npm package brings.
    package: Sizes,
    /// What is loaded at first.
    total: Sizes,
}

impl Measured {
    /// All sizes that have a budget.
    fn held(&self) -> [Held; 5] {
        [
            ("worker", self.worker, WORKER_BUDGET),
            ("lab", self.lab, LAB_BUDGET),
            ("largest file of weights", self.weights, WEIGHTS_BUDGET),
            (PACKAGE, self.package, PACKAGE_BUDGET),
            (AT_FIRST, self.total, BUDGET),
        ]
        .map(|(what, sizes, budget)| Held { what, gzip: sizes.gzip, budget })
    }
}

fn measure(workspace: &Workspace) -> Result<Measured> {
    let mut files = Vec::new();
    let mut folders = vec![workspace.dist()];
    while let Some(folder) = folders.pop() {
        for entry in
            fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?
        {
            let path = entry?.path();
            let extension = path.extension().unwrap_or_default();
            if path.is_dir() {
                folders.push(path);
            } else if !PACKED.iter().any(|packed| extension == *packed) {
                files.push(path);
            }
        }
    }
    let mut rows = Vec::new();
    let [mut worker, mut lab, mut weights, mut total] = [Sizes::default(); 4];
    for path in files {
        let name = path.file_name().context("a file has a name")?.to_string_lossy();
        let sizes = weigh(workspace, &read_bytes(&path)?)?;
        if name.starts_with("worker") || name.starts_with(WORKER) {
            worker.add(sizes);
        } else if name.starts_with("lab") || name.starts_with(LAB) {
            lab.add(sizes);
        } else if name.ends_with(".safetensors") {
            if sizes.raw > weights.raw {
                weights = sizes;
            }
        } else if name != SERVICE_WORKER
            && (name.ends_with(".wasm") || name.ends_with(".js") || name.ends_with(".css"))
        {
            total.add(sizes);
        }
        rows.push((without_hash(&name), sizes));
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
    rows.push((AT_FIRST.to_owned(), total));
    let mut table = format!("{:<28}{:>10}{:>10}{:>10}\n", "file", "raw", "gzip", "brotli");
    for (name, Sizes { raw, gzip, brotli }) in rows {
        writeln!(table, "{name:<28}{raw:>10}{gzip:>10}{brotli:>10}")?;
    }
    Ok(Measured { table, worker, lab, weights, package, total })
}

/// Compresses as the best of hosts would.
fn weigh(workspace: &Workspace, bytes: &[u8]) -> Result<Sizes> {
    let Packed { gzip, brotli } = pack(workspace, bytes)?;
    Ok(Sizes { raw: bytes.len(), gzip: gzip.len(), brotli: brotli.len() })
}

/// The name of a file without the hash that stands between its stem and its extension.
fn without_hash(name: &str) -> String {
    let parts = name.rsplit_once('.').and_then(|(stem, extension)| {
        let (stem, hash) = stem.rsplit_once('-')?;
        (hash.len() == 16).then(|| format!("{stem}.{extension}"))
    });
    parts.unwrap_or_else(|| name.to_owned())
}

/// Holds the present sizes against the committed ones: the table, and the sums by the names of their rows.
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
                "{growth:.1} % more ({name}) than the snapshot's {before} bytes: say why, and run `cargo xtask sizes --update`"
            );
        }
        println!(
            "note: {growth:+.1} % ({name}) against the snapshot's {before} bytes; `cargo xtask sizes --update` takes it up"
        );
    }
    Ok(())
}

/// The sum after gzip in the row of that name of a committed table.
fn committed_sum(name: &str, committed: &str) -> Option<usize> {
    let row = committed.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    row.split_whitespace().nth(1)?.parse().ok()
}

/// One figure in per cent of another, for people.
#[expect(clippy::cast_precision_loss, reason = "sizes of files are far below 2^52")]
fn percent(part: usize, whole: usize) -> f64 {
    part as f64 * 100.0 / whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_is_left_out_of_a_name() {
        assert_eq!(without_hash("stepfall-page-0123456789abcdef.js"), "stepfall-page.js");
        assert_eq!(without_hash("index.html"), "index.html");
    }

    #[test]
    fn growth_of_three_per_cent_has_to_be_accepted() {
        let committed = "file  raw  gzip  brotli\nat first, too  1 1 1\nat first   9   1000   8\n";
        assert_eq!(committed_sum(AT_FIRST, committed), Some(1000));
        assert_eq!(committed_sum(PACKAGE, committed), None);
        let with = |gzip| compare("", &[(AT_FIRST, Sizes { gzip, ..Sizes::default() })], committed);
        assert!(with(1029).is_ok() && with(500).is_ok());
        assert!(with(1030).is_err());
    }
}
