//! The tables that are committed beside the specimen, as the command line printed them.

use stepfall_link::Checkpoint;

/// What `StepFlow` does over thousands of items.
const FLOW: &str = include_str!("../../../training/results/short-flow.md");
/// What errors in the history do.
const HISTORY: &str = include_str!("../../../training/results/short-history.md");

/// A table, with what is said above and below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ResultTable {
    /// The sentences before and after it.
    pub(crate) said: Vec<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The tables of `StepFlow` for a checkpoint, where there are any.
pub(crate) fn flow_results(model: Checkpoint) -> Vec<ResultTable> {
    match model {
        Checkpoint::Short => tables(FLOW),
        Checkpoint::Long => Vec::new(),
    }
}

/// The table of errors in the history for a checkpoint, where there is one.
pub(crate) fn history_results(model: Checkpoint) -> Vec<ResultTable> {
    match model {
        Checkpoint::Short => tables(HISTORY),
        Checkpoint::Long => Vec::new(),
    }
}

/// The tables of a text in Markdown, each with the paragraphs before it; what comes after the last is a table without rows.
fn tables(text: &str) -> Vec<ResultTable> {
    let mut tables = Vec::new();
    let mut table = ResultTable::default();
    for line in text.lines().map(str::trim) {
        let Some(cells) = line.strip_prefix('|') else {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !table.columns.is_empty() {
                tables.push(std::mem::take(&mut table));
            }
            table.said.push(line.replace('`', ""));
            continue;
        };
        let cells: Vec<String> = cells
            .trim_end_matches('|')
            .split('|')
            .map(|cell| cell.trim().replace("**", "").replace('`', ""))
            .collect();
        if cells.iter().all(|cell| cell.chars().all(|sign| matches!(sign, '-' | ':'))) {
            continue;
        }
        if table.columns.is_empty() { table.columns = cells } else { table.rows.push(cells) }
    }
    tables.push(table);
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_taken_from_markdown() {
        let text = "Before.\n\n| a | b |\n| --- | ---: |\n| 1 | **x** |\n| 2 | – |\n\nAfter.\n";
        let all = tables(text);
        assert_eq!(all[0].said, ["Before."]);
        assert_eq!(all[0].columns, ["a", "b"]);
        assert_eq!(all[0].rows, [["1", "x"], ["2", "–"]]);
        assert_eq!((all[1].said.as_slice(), all[1].rows.len()), (&["After.".to_owned()][..], 0));
    }

    #[test]
    fn the_committed_tables_are_whole() {
        for table in
            flow_results(Checkpoint::Short).iter().chain(&history_results(Checkpoint::Short))
        {
            assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        }
        let flow = flow_results(Checkpoint::Short);
        assert!(flow.iter().any(|table| table.rows.iter().any(|row| row[1] == "as trained")));
    }
}
