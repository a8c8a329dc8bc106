//! The tables that are committed beside the specimen, as the command line printed them.

use stepfall_link::Checkpoint;

/// What the command line printed about each checkpoint: accuracy by length, what `StepFlow` does over thousands of items, what errors in the history do.
struct Printed {
    accuracy: &'static str,
    flow: Option<&'static str>,
    history: &'static str,
    /// An excerpt, since all of it is long.
    saliency: &'static str,
}

const SHORT: Printed = Printed {
    accuracy: include_str!("../../../training/results/short-accuracy.md"),
    flow: Some(include_str!("../../../training/results/short-flow.md")),
    history: include_str!("../../../training/results/short-history.md"),
    saliency: include_str!("short-saliency.md"),
};

const LONG: Printed = Printed {
    accuracy: include_str!("../../../training/results/long-accuracy.md"),
    flow: None,
    history: include_str!("../../../training/results/long-history.md"),
    saliency: include_str!("long-saliency.md"),
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
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Whether it is set in bold.
    pub(crate) is_bold: bool,
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

/// What the ways of a table did at each length.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ways {
    /// The numbers of steps.
    pub(crate) steps: Vec<String>,
    /// What every other way is compared with: its name, and its share of right answers at each length.
    pub(crate) first: (String, Vec<String>),
    pub(crate) others: Vec<Way>,
    /// From where to where the differences reach with their intervals, zero among them, in points.
    pub(crate) range: (f32, f32),
}

/// One way, compared with the first one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Way {
    pub(crate) name: String,
    /// How many tokens it takes, as a multiple of those of the first way: `× 2.26`.
    pub(crate) tokens: String,
    /// The difference at each length, where there is one.
    pub(crate) differences: Vec<Option<Difference>>,
}

/// A difference in points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Difference {
    /// As it is printed, with its interval.
    pub(crate) said: String,
    /// The low end of the interval, the difference, and the high end.
    pub(crate) points: [f32; 3],
    /// Whether it holds after adjustment for all comparisons.
    pub(crate) is_real: bool,
}

impl Difference {
    /// From `+2.1 (+1.1 to +3.2)`.
    fn read(said: &str, is_real: bool) -> Option<Self> {
        let (middle, interval) = said.split_once(" (")?;
        let (low, high) = interval.strip_suffix(')')?.split_once(" to ")?;
        let points = [low.parse().ok()?, middle.parse().ok()?, high.parse().ok()?];
        Some(Self { said: said.to_owned(), points, is_real })
    }
}

impl Ways {
    /// The ways of a table, in its order; nothing where the table has no differences.
    pub(crate) fn new(table: &ResultTable) -> Option<Self> {
        let place = |name: &str| table.columns.iter().position(|column| column == name);
        let (steps, way, tokens) = (place("steps")?, place("way")?, place("tokens")?);
        let (answers, difference, p) = (place("answers")?, place("difference")?, place("p")?);
        let cell = |row: &[Cell], at: usize| {
            row.get(at).map_or_else(String::new, |cell| cell.text.clone())
        };
        let distinct = |at: usize| {
            let mut seen: Vec<String> = Vec::new();
            for row in &table.rows {
                let text = cell(row, at);
                if !seen.contains(&text) {
                    seen.push(text);
                }
            }
            seen
        };
        let lengths = distinct(steps);
        let mut names = distinct(way).into_iter();
        let of = |name: &str| {
            let at = |length: &String| {
                table.rows.iter().find(|row| cell(row, steps) == *length && cell(row, way) == name)
            };
            lengths.iter().map(at).collect::<Vec<_>>()
        };
        let share = |row: Option<&Vec<Cell>>| {
            let answers = row.map(|row| cell(row, answers)).unwrap_or_default();
            answers.split(' ').next().unwrap_or_default().to_owned()
        };
        let first = names.next()?;
        let shares = of(&first).into_iter().map(share).collect();
        let others: Vec<Way> = names
            .map(|name| {
                let rows = of(&name);
                let times = rows.iter().flatten().next().map(|row| cell(row, tokens));
                let times = times.as_deref().and_then(|all| all.split_once('('));
                let read = |row: Option<&Vec<Cell>>| {
                    row.and_then(|row| {
                        Difference::read(&cell(row, difference), is_real(&cell(row, p)))
                    })
                };
                let tokens = times.map_or("", |(_, times)| times.trim_end_matches(')')).to_owned();
                Way { tokens, differences: rows.into_iter().map(read).collect(), name }
            })
            .collect();
        let ends = others.iter().flat_map(|way| way.differences.iter().flatten());
        let range = ends.fold((0.0_f32, 0.0_f32), |(low, high), difference| {
            let [least, _, most] = difference.points;
            (low.min(least), high.max(most))
        });
        Some(Self { steps: lengths, first: (first, shares), others, range })
    }

    /// How far right a number of points lies, in percent of the range, from 3 to 97.
    pub(crate) fn percent(&self, points: f32) -> f32 {
        let (low, high) = self.range;
        3.0 + 94.0 * (points - low) / (high - low).max(f32::MIN_POSITIVE)
    }
}

/// Whether an adjusted p-value is below 5 %. One that is below what is printed is printed as `< 0.001`.
fn is_real(p: &str) -> bool {
    p.starts_with('<') || p.strip_prefix("0.0").is_some_and(|rest| rest < "50")
}

/// The differences of a table whose adjusted p-value is below 5 %; nothing where the table has no such column.
pub(crate) fn real_differences(table: &ResultTable) -> Option<Vec<RealDifference>> {
    let place = |name: &str| table.columns.iter().position(|column| column == name);
    let (p, steps) = (place("p")?, place("steps")?);
    let (way, difference) = (place("way")?, place("difference")?);
    let rows = table.rows.iter().filter(|row| row.get(p).is_some_and(|cell| is_real(&cell.text)));
    let cell =
        |row: &[Cell], at: usize| row.get(at).map_or_else(String::new, |cell| cell.text.clone());
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

/// What is lost with length, as far as tables of accuracy say: shares in percent at the shortest length where the next line is right in fewer than three of four.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lost {
    pub(crate) steps: String,
    /// The next line is about the right step.
    pub(crate) line: String,
    /// The next operand is the right one.
    pub(crate) operand: String,
    /// The value of an operand is fetched rightly by its name.
    pub(crate) value: String,
    /// The result of a line follows from its operands.
    pub(crate) result: String,
}

impl Lost {
    /// From the first table that has a share for each kind of token.
    pub(crate) fn of(tables: &[ResultTable]) -> Option<Self> {
        tables.iter().find_map(|table| {
            let place = |name: &str| table.columns.iter().position(|column| column == name);
            let places = [
                place("steps")?,
                place("line")?,
                place("name")?,
                place("fetch")?,
                place("result")?,
            ];
            table.rows.iter().find_map(|row| {
                let cells = places.map(|at| row.get(at).map(|cell| cell.text.clone()));
                let [Some(steps), Some(line), Some(operand), Some(value), Some(result)] = cells
                else {
                    return None;
                };
                let is_lost = line.parse::<f32>().is_ok_and(|share| share < 75.0);
                is_lost.then_some(Self { steps, line, operand, value, result })
            })
        })
    }
}

/// The tables of `StepFlow` for a checkpoint, where there are any.
pub(crate) fn flow_results(model: Checkpoint) -> Vec<ResultTable> {
    printed(model).flow.map(tables).unwrap_or_default()
}

/// The tables of how saliency agrees with what steps need for a checkpoint: an excerpt of what the command line printed.
pub(crate) fn saliency_results(model: Checkpoint) -> Vec<ResultTable> {
    tables(printed(model).saliency)
}

/// The table of errors in the history for a checkpoint.
pub(crate) fn history_results(model: Checkpoint) -> Vec<ResultTable> {
    tables(printed(model).history)
}

impl Cell {
    /// A cell in Markdown, which is bold as a whole or not at all.
    fn read(text: &str) -> Self {
        let text = text.trim();
        let bold = text.strip_prefix("**").and_then(|text| text.strip_suffix("**"));
        Self { text: bold.unwrap_or(text).replace('`', ""), is_bold: bold.is_some() }
    }
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
        let cells: Vec<Cell> = cells.trim_end_matches('|').split('|').map(Cell::read).collect();
        if cells.iter().all(|cell| cell.text.chars().all(|sign| matches!(sign, '-' | ':'))) {
            continue;
        }
        if table.columns.is_empty() {
            table.columns = cells.into_iter().map(|cell| cell.text).collect();
        } else {
            table.rows.push(cells);
        }
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
        let cell = |text: &str, is_bold| Cell { text: text.to_owned(), is_bold };
        assert_eq!(all[0].rows[0], [cell("1", false), cell("x", true)]);
        assert_eq!(all[0].rows[1], [cell("2", false), cell("–", false)]);
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
    fn ways_are_compared_at_each_length() {
        let ways = Ways::new(&flow_results(Checkpoint::Short)[0]).expect("it has the columns");
        assert_eq!(ways.steps, ["15", "17", "19", "21"]);
        assert_eq!(ways.first.0, "one greedy trace");
        assert_eq!(ways.first.1, ["95.2", "78.3", "40.1", "7.2"]);
        assert_eq!(ways.others.len(), 7);
        let previous = &ways.others[1];
        assert_eq!(
            (previous.name.as_str(), previous.tokens.as_str()),
            ("bridge to the previous line", "× 1.00")
        );
        let at_19 = previous.differences[2].as_ref().expect("it was measured");
        assert_eq!((at_19.points, at_19.is_real), ([2.2, 3.5, 4.9], true));
        assert_eq!(ways.range, (-3.0, 5.2));
        assert!((ways.percent(-3.0) - 3.0).abs() < 1e-4 && (ways.percent(5.2) - 97.0).abs() < 1e-4);
        assert_eq!(Ways::new(&accuracy_results(Checkpoint::Short)[0]), None);
    }

    #[test]
    fn what_is_lost_is_following_and_neither_memory_nor_arithmetic() {
        let lost = |model| Lost::of(&accuracy_results(model)).expect("it collapses");
        let short = lost(Checkpoint::Short);
        assert_eq!(
            (short.steps.as_str(), short.line.as_str(), short.value.as_str()),
            ("25", "50.1", "100.0")
        );
        assert_eq!(lost(Checkpoint::Long).steps, "95");
        assert_eq!(Lost::of(&flow_results(Checkpoint::Short)), None);
    }

    #[test]
    fn the_excerpts_are_of_what_the_command_line_printed() {
        let all = concat!(env!("CARGO_MANIFEST_DIR"), "/training/results");
        for model in Checkpoint::ALL {
            let path = format!("{all}/{}-saliency.md", model.slug());
            let whole = std::fs::read_to_string(path).expect("it is committed");
            let lines: Vec<&str> = whole.lines().collect();
            assert!(printed(model).saliency.lines().all(|line| lines.contains(&line)));
            assert!(saliency_results(model).len() >= 5);
        }
    }

    #[test]
    fn the_committed_tables_are_whole() {
        for model in Checkpoint::ALL {
            for results in [accuracy_results, flow_results, history_results, saliency_results] {
                for table in results(model) {
                    assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
                }
            }
            assert!(accuracy_results(model).iter().any(|table| table.rows.len() > 4));
        }
        let flow = flow_results(Checkpoint::Short);
        assert!(flow[0].rows.iter().any(|row| row[1].text == "one greedy trace"));
        // What was chosen is bold: one setting of each of the five changes.
        let bold = |table: &ResultTable| table.rows.iter().flatten().any(|cell| cell.is_bold);
        assert!(!bold(&flow[0]) && flow.iter().any(bold));
    }
}
