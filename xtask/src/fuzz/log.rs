//! Results of fuzzing: a row for each target, and the table in the documents.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use crate::workspace::{Workspace, read_text, write};

/// The document with the table.
const DOCUMENT: &str = "docs/fuzzing.md";

/// The marks before and after the table.
const MARKS: [&str; 2] = ["<!-- the table begins -->\n", "<!-- the table ends -->\n"];

pub(crate) const HEAD: &str = "| target | seconds | runs | runs a second | edges reached | inputs kept | peak memory, MB | finding |\n| --- | --: | --: | --: | --: | --: | --: | --- |";

/// The result of one target.
#[derive(Debug, Default)]
pub(crate) struct TargetReport {
    pub(crate) target: String,
    /// True if it ended with a finding.
    pub(crate) has_finding: bool,
    seconds: u64,
    runs: u64,
    edges: u64,
    inputs: u64,
    peak: u64,
}

impl TargetReport {
    /// Reads the result from libFuzzer's output. `seconds` is the duration of the run.
    pub(crate) fn read(target: &str, output: &str, seconds: u64, has_finding: bool) -> Self {
        let target = target.to_owned();
        let mut outcome = Self { target, has_finding, seconds, ..Self::default() };
        for line in output.lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["stat::number_of_executed_units:", runs] => outcome.runs = number(runs),
                ["stat::peak_rss_mb:", peak] => outcome.peak = number(peak),
                [at, ..] if at.starts_with('#') => {
                    for pair in words.windows(2) {
                        match pair {
                            ["cov:", edges] => outcome.edges = number(edges),
                            ["corp:", inputs] => outcome.inputs = number(inputs),
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        outcome
    }

    pub(crate) fn row(&self) -> String {
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            self.target,
            self.seconds,
            self.runs,
            self.runs / self.seconds.max(1),
            self.edges,
            self.inputs,
            self.peak,
            if self.has_finding { "yes" } else { "none" },
        )
    }
}

/// Parses the number at the beginning of a word; 0 if there is none.
fn number(word: &str) -> u64 {
    let end = word.find(|character: char| !character.is_ascii_digit()).unwrap_or(word.len());
    word[..end].parse().unwrap_or_default()
}

/// Writes results into the document. Each result replaces the earlier one of the same target.
pub(crate) fn enter(workspace: &Workspace, command: &str, outcomes: &[TargetReport]) -> Result<()> {
    let path = workspace.root.join(DOCUMENT);
    let text = read_text(&path)?;
    let [begin, end] = MARKS;
    let (before, rest) = text.split_once(begin).context("the document has no place for it")?;
    let (table, after) = rest.split_once(end).context("the table has no end")?;
    let rows = table.lines().filter_map(|line| {
        let name = line.strip_prefix("| ")?.split(' ').next()?;
        (!["target", "---"].contains(&name)).then(|| (name.to_owned(), line.to_owned()))
    });
    let mut rows: BTreeMap<String, String> = rows.collect();
    for outcome in outcomes {
        let row = format!("{} `{command}` |", outcome.row());
        rows.insert(outcome.target.clone(), row);
    }
    let table = rows.into_values().collect::<Vec<_>>().join("\n");
    let head = HEAD.replacen(" |\n", " | last run by |\n", 1) + " --- |";
    write(&path, format!("{before}{begin}\n{head}\n{table}\n\n{end}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "INFO: Seed: 1\n#2\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 30Mb\n#900\tDONE   cov: 4321 ft: 9000 corp: 123/45Kb lim: 70000 exec/s: 90 rss: 61Mb\nDone 900 runs in 10 second(s)\nstat::number_of_executed_units: 900\nstat::peak_rss_mb:              61\n";

    #[test]
    fn the_output_of_libfuzzer_is_read() {
        let outcome = TargetReport::read("link", OUTPUT, 10, false);
        assert_eq!(outcome.row(), "| link | 10 | 900 | 90 | 4321 | 123 | 61 | none |");
    }
}
