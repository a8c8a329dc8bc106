//! `cargo xtask budgets`: all budgets of the page compared with measurements.
//!
//! Sizes are a hard limit, which `cargo xtask sizes` enforces. Lighthouse and the longest tasks
//! depend on the machine, which `docs/budgets.md` names. No test depends on them.

use std::fmt::Write as _;
use std::path::Path;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::bench::long_tasks;
use crate::process::{output, program};
use crate::sizes::{self, BudgetedSize};
use crate::workspace::{Workspace, write};
use crate::{page, tools};

/// The document with the committed figures.
const SNAPSHOT: &str = "docs/budgets.md";

/// The categories of Lighthouse in the order of `tests/lighthouse/audit.mjs`, with the goals for
/// desktop and mobile. Only performance has a goal for mobile.
const CATEGORIES: [(&str, u64, Option<u64>); 4] = [
    ("performance", 98, Some(95)),
    ("accessibility", 100, None),
    ("best practices", 100, None),
    ("search engines", 100, None),
];

/// Prints all figures with their budgets, and writes them to [`SNAPSHOT`] if requested.
pub(crate) fn run(workspace: &Workspace, update: bool) -> Result<()> {
    page::build(workspace)?;
    page::build_package(workspace)?;
    tools::npm_packages(workspace)?;
    let sizes = sizes::budgeted(workspace)?;
    let chromium = tools::whole_chromium(workspace)?;
    let cores = available_parallelism().context("the number of cores is not known")?;
    let version = output(program(workspace, &chromium).arg("--version"))?;
    let mut text = format!(
        "# Budgets\n\nPrinted by `cargo xtask budgets --update` on {cores} cores, in {}.\n\n## Sizes\n\nBytes after `gzip -9` unless stated otherwise; `cargo xtask test --release` \
         fails past a budget. `xtask/sizes.snap` has the requests and bytes of each page.\n\n{}\n",
        version.trim(),
        sizes_table(&sizes)?,
    );
    let scores = lighthouse(workspace, &chromium)?;
    write!(
        text,
        "## Lighthouse\n\nThe middle of three runs on the page served with Brotli; the network and the telephone's slower processor are simulated. The machine takes \
         part in it.\n\n{}\n## Longest tasks\n\nTasks of the page's main thread, in Chromium's traces, each with the microtasks at its end. None should take over 50 ms. Openings are cold, in a tab that has loaded \
         nothing. Tracing itself adds to the tasks, and so does other load of the machine.\n\n{}\nThroughput and its budgets are printed by `cargo xtask bench`.\n",
        scores_table(&scores)?,
        long_tasks::table(workspace)?,
    )?;
    print!("{text}");
    if update {
        write(&workspace.root.join(SNAPSHOT), text)?;
    }
    Ok(())
}

fn sizes_table(sizes: &[BudgetedSize]) -> Result<String> {
    let mut table = "| what | bytes | budget | kept |\n| --- | --- | --- | --- |\n".to_owned();
    for BudgetedSize { what, bytes, budget } in sizes {
        writeln!(table, "| {what} | {bytes} | {budget} | {} |", kept_text(bytes <= budget))?;
    }
    Ok(table)
}

/// Returns the audit of the page in `dist/` by Lighthouse.
fn lighthouse(workspace: &Workspace, chromium: &Path) -> Result<Value> {
    let packages = tools::npm_folder(workspace, "tests/lighthouse")?;
    let script = "tests/lighthouse/audit.mjs";
    let mut command = program(workspace, "node");
    command.env("CHROMIUM", chromium).env("PAGE", workspace.dist());
    let scores = output(command.arg(script).arg(packages))?;
    serde_json::from_str(&scores).with_context(|| format!("{script} wrote no scores"))
}

/// Returns the table of the scores of both devices with their budgets. A sentence on each device
/// has its times, its layout shift and its failed audits.
fn scores_table(results: &Value) -> Result<String> {
    let mut table =
        "| device | category | score | budget | kept |\n| --- | --- | --- | --- | --- |\n"
            .to_owned();
    let mut notes = String::new();
    for device in ["desktop", "mobile"] {
        let result = &results[device];
        for (at, &(category, desktop, mobile)) in CATEGORIES.iter().enumerate() {
            let score = result["scores"][at].as_u64().context("a score is missing")?;
            let budget = if device == "desktop" { Some(desktop) } else { mobile };
            let (wanted, verdict) = budget.map_or_else(
                || ("-".to_owned(), "-"),
                |budget| (budget.to_string(), kept_text(score >= budget)),
            );
            writeln!(table, "| {device} | {category} | {score} | {wanted} | {verdict} |")?;
        }
        let [first, largest, blocked] = [0, 1, 2].map(|at| &result["times"][at]);
        let findings = result["findings"].as_array().context("the findings are missing")?;
        let findings: Vec<&str> = findings.iter().filter_map(Value::as_str).collect();
        write!(
            notes,
            "\nOn {device} the first content is there after {first} ms and the largest after {largest} ms, the main thread is blocked for {blocked} ms, and the layout shifts by {}.",
            result["shift"]
        )?;
        if !findings.is_empty() {
            write!(notes, " Failed audits: {}.", findings.join(", "))?;
        }
    }
    Ok(format!("{table}{notes}\n"))
}

fn kept_text(is_kept: bool) -> &'static str {
    if is_kept { "yes" } else { "no" }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_missed_budget_is_reported() {
        let result = |performance| json!({ "scores": [performance, 100, 99, 100], "times": [1, 2, 3], "shift": 0, "findings": ["csp-xss"] });
        let table = scores_table(&json!({ "desktop": result(98), "mobile": result(94) })).unwrap();
        assert!(table.contains("| desktop | performance | 98 | 98 | yes |"));
        assert!(table.contains("| desktop | best practices | 99 | 100 | no |"));
        assert!(table.contains("| mobile | performance | 94 | 95 | no |"));
        assert!(table.contains("| mobile | best practices | 99 | - | - |"));
        assert!(table.contains("Failed audits: csp-xss."));
        assert!(scores_table(&json!({ "desktop": result(98) })).is_err());
        let sizes = ["worker", "npm package"].map(|what| BudgetedSize {
            what: what.to_owned(),
            bytes: 11,
            budget: 10,
        });
        let sizes = sizes_table(&sizes).unwrap();
        assert!(sizes.contains("| worker | 11 | 10 | no |"));
        assert!(sizes.contains("| npm package | 11 | 10 | no |"));
    }
}
