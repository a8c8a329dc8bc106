//! The tables that are committed beside the specimen, as the command line printed them.

use stepfall_link::Checkpoint;

/// What the command line printed about each checkpoint: accuracy by length, what `StepFlow` does over thousands of items, what errors in the history do.
struct Printed {
    accuracy: &'static str,
    flow: Option<&'static str>,
    history: &'static str,
}

const SHORT: Printed = Printed {
    accuracy: include_str!("../../../training/results/short-accuracy.md"),
    flow: Some(include_str!("../../../training/results/short-flow.md")),
    history: include_str!("../../../training/results/short-history.md"),
};

const LONG: Printed = Printed {
    accuracy: include_str!("../../../training/results/long-accuracy.md"),
    flow: None,
    history: include_str!("../../../training/results/long-history.md"),
};

const fn printed(model: Checkpoint) -> &'static Printed {
    match model {
        Checkpoint::Short => &SHORT,
        Checkpoint::Long => &LONG,
    }
}

/// A table, with what is said above and below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ResultTable {
    /// The sentences before and after it.
    pub(crate) said: Vec<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// A difference that a table finds to be real.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RealDifference {
    /// What makes it.
    pub(crate) way: String,
    pub(crate) steps: String,
    /// In points, with its interval.
    pub(crate) difference: String,
}

/// The differences of a table whose adjusted p-value is below 5 %; nothing where the table has no such column.
pub(crate) fn real_differences(table: &ResultTable) -> Option<Vec<RealDifference>> {
    let place = |name: &str| table.columns.iter().position(|column| column == name);
    let (p, steps) = (place("p")?, place("steps")?);
    let (way, difference) = (place("way")?, place("difference")?);
    // A p-value below what is printed is printed as `< 0.001`.
    let is_real = |cell: &str| {
        cell.starts_with('<') || cell.strip_prefix("0.0").is_some_and(|rest| rest < "50")
    };
    let rows = table.rows.iter().filter(|row| row.get(p).is_some_and(|cell| is_real(cell)));
    let cell = |row: &[String], at: usize| row.get(at).cloned().unwrap_or_default();
    Some(
        rows.map(|row| RealDifference {
            way: cell(row, way),
            steps: cell(row, steps),
            difference: cell(row, difference),
        })
        .collect(),
    )
}

/// The tables of accuracy by length for a checkpoint: as it works freely, with steps asked alone, and led.
pub(crate) fn accuracy_results(model: Checkpoint) -> Vec<ResultTable> {
    tables(printed(model).accuracy)
}

/// The tables of `StepFlow` for a checkpoint, where there are any.
pub(crate) fn flow_results(model: Checkpoint) -> Vec<ResultTable> {
    printed(model).flow.map(tables).unwrap_or_default()
}

/// The table of errors in the history for a checkpoint.
pub(crate) fn history_results(model: Checkpoint) -> Vec<ResultTable> {
    tables(printed(model).history)
}

/// The tables of a text in Markdown, each with the paragraphs before it; what comes after the last is a table without rows.
fn tables(text: &str) -> Vec<ResultTable> {
    let mut tables = Vec::new();
    let mut table = ResultTable::default();
    for line in text.lines().map(str::trim) {
        let Some(cells) = line.strip_prefix('|') else {
            if !table.columns.is_empty() {
                tables.push(std::mem::take(&mut table));
            }
            if !line.is_empty() && !line.starts_with('#') {
                table.said.push(line.replace('`', ""));
            }
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
    if table != ResultTable::default() {
        tables.push(table);
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_taken_from_markdown() {
        let text = "Before.\n\n| a | b |\n| --- | ---: |\n| 1 | **x** |\n| 2 | – |\n\n| c |\n| --- |\n\nAfter.\n";
        let all = tables(text);
        assert_eq!(all[0].said, ["Before."]);
        assert_eq!(all[0].columns, ["a", "b"]);
        assert_eq!(all[0].rows, [["1", "x"], ["2", "–"]]);
        assert_eq!(all[1].columns, ["c"]);
        assert_eq!(all[2].said, ["After."]);
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn real_differences_are_those_below_five_per_cent() {
        let text = "| steps | way | difference | p |\n| --- | --- | --- | --- |\n\
                    | 5 | a | +1 | 0.049 |\n| 5 | b | +2 | 0.050 |\n| 9 | c | -3 | < 0.001 |\n| 9 | d | – | – |\n";
        let found = real_differences(&tables(text)[0]).expect("it has the columns");
        let said: Vec<_> = found.iter().map(|one| (one.way.as_str(), one.steps.as_str())).collect();
        assert_eq!(said, [("a", "5"), ("c", "9")]);
        assert_eq!(real_differences(&ResultTable::default()), None);
        assert!(real_differences(&flow_results(Checkpoint::Short)[0]).is_some());
    }

    #[test]
    fn the_committed_tables_are_whole() {
        for model in Checkpoint::ALL {
            for results in [accuracy_results, flow_results, history_results] {
                for table in results(model) {
                    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
                }
            }
            assert!(accuracy_results(model).iter().any(|table| table.rows.len() > 4));
        }
        let flow = flow_results(Checkpoint::Short);
        assert!(flow.iter().any(|table| table.rows.iter().any(|row| row[1] == "one greedy trace")));
    }
}
