//! The result tables of a checkpoint, read from the Markdown that `stepfall lab` prints.

/// A table with the text above it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct ResultTable {
    /// The paragraphs before the table.
    pub(crate) said: Vec<String>,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<Vec<Cell>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) is_bold: bool,
}

/// A significant difference in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RealDifference {
    /// The variant that differs from the baseline.
    pub(crate) variant: String,
    pub(crate) steps: String,
    /// The difference in percentage points, with its interval.
    pub(crate) difference: String,
}

/// The variants of a table and their results at each length.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variants {
    pub(crate) steps: Vec<String>,
    /// The baseline: its name, and its share of correct answers at each length.
    pub(crate) first: (String, Vec<String>),
    pub(crate) others: Vec<Variant>,
    /// The range of the differences with their intervals, zero included, in tenths of points.
    pub(crate) range: (i32, i32),
}

/// A variant, compared with the baseline.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Variant {
    pub(crate) name: String,
    /// The number of tokens as a multiple of the baseline's: `× 2.26`.
    pub(crate) tokens: String,
    /// The difference from the baseline at each length; `None` if the table has no difference for a
    /// length.
    pub(crate) differences: Vec<Option<Difference>>,
}

/// A difference in percentage points.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Difference {
    /// The text of the table: the difference with its interval.
    pub(crate) said: String,
    /// The lower bound, the difference and the upper bound, in tenths of points.
    pub(crate) points: [i32; 3],
    /// True if the difference is significant after adjustment for all comparisons.
    pub(crate) is_real: bool,
}

impl Difference {
    /// Parses a text such as `+2.1 (+1.1 to +3.2)`.
    fn read(text: &str, is_real: bool) -> Option<Self> {
        let (middle, interval) = text.split_once(" (")?;
        let (low, high) = interval.strip_suffix(')')?.split_once(" to ")?;
        let points = [in_tenths(low)?, in_tenths(middle)?, in_tenths(high)?];
        Some(Self { said: text.to_owned(), points, is_real })
    }
}

impl Variants {
    /// Reads the variants of a table, in the order of its rows. The first variant is the baseline.
    /// Returns `None` if the table has no rows or lacks a column.
    pub(crate) fn new(table: &ResultTable) -> Option<Self> {
        let place = |name: &str| table.columns.iter().position(|column| column == name);
        let (steps, variant, tokens) = (place("steps")?, place("way")?, place("tokens")?);
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
        let mut names = distinct(variant).into_iter();
        let cells_of = |name: &str| {
            let at = |length: &String| {
                table
                    .rows
                    .iter()
                    .find(|row| cell(row, steps) == *length && cell(row, variant) == name)
            };
            lengths.iter().map(at).collect::<Vec<_>>()
        };
        let share = |row: Option<&Vec<Cell>>| {
            let answers = row.map(|row| cell(row, answers)).unwrap_or_default();
            answers.split(' ').next().unwrap_or_default().to_owned()
        };
        let first = names.next()?;
        let shares = cells_of(&first).into_iter().map(share).collect();
        let others: Vec<Variant> = names
            .map(|name| {
                let rows = cells_of(&name);
                let times = rows.iter().flatten().next().map(|row| cell(row, tokens));
                let times = times.as_deref().and_then(|all| all.split_once('('));
                let read = |row: Option<&Vec<Cell>>| {
                    row.and_then(|row| {
                        Difference::read(&cell(row, difference), is_real(&cell(row, p)))
                    })
                };
                let tokens = times.map_or("", |(_, times)| times.trim_end_matches(')')).to_owned();
                Variant { tokens, differences: rows.into_iter().map(read).collect(), name }
            })
            .collect();
        let ends = others.iter().flat_map(|variant| variant.differences.iter().flatten());
        let range = ends.fold((0, 0), |(low, high), difference| {
            let [least, _, most] = difference.points;
            (low.min(least), high.max(most))
        });
        Some(Self { steps: lengths, first: (first, shares), others, range })
    }

    /// Returns the horizontal position of a difference in percent: 3 is the lower end of the range,
    /// and 97 the upper end. `points` is in tenths of percentage points.
    pub(crate) fn percent(&self, points: i32) -> i32 {
        let (low, high) = self.range;
        3 + (94 * (points - low) + (high - low) / 2) / (high - low).max(1)
    }
}

/// Parses a number with one decimal, such as `-2.1`, into tenths.
fn in_tenths(text: &str) -> Option<i32> {
    let (units, tenth) = text.split_once('.')?;
    let (units, tenth): (i32, i32) = (units.parse().ok()?, tenth.parse().ok()?);
    Some(units * 10 + if text.starts_with('-') { -tenth } else { tenth })
}

/// Returns whether an adjusted p-value is below 5 %. Values below the printed precision appear as
/// `< 0.001`.
fn is_real(p: &str) -> bool {
    p.starts_with('<') || p.strip_prefix("0.0").is_some_and(|rest| rest < "50")
}

/// Returns the differences of a table whose adjusted p-value is below 5 %; `None` if the table
/// lacks a column.
pub(crate) fn real_differences(table: &ResultTable) -> Option<Vec<RealDifference>> {
    let place = |name: &str| table.columns.iter().position(|column| column == name);
    let (p, steps) = (place("p")?, place("steps")?);
    let (variant, difference) = (place("way")?, place("difference")?);
    let rows = table.rows.iter().filter(|row| row.get(p).is_some_and(|cell| is_real(&cell.text)));
    let cell =
        |row: &[Cell], at: usize| row.get(at).map_or_else(String::new, |cell| cell.text.clone());
    Some(
        rows.map(|row| RealDifference {
            variant: cell(row, variant),
            steps: cell(row, steps),
            difference: cell(row, difference),
        })
        .collect(),
    )
}

/// The accuracy by kind of token, in percent, at the shortest length where less than 75 % of the
/// next lines are about the correct step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LostAbilities {
    pub(crate) steps: String,
    /// The share of next lines that are about the correct step.
    pub(crate) line: String,
    /// The share of next operands that are correct.
    pub(crate) operand: String,
    /// The share of operand values that match the operand's name.
    pub(crate) value: String,
    /// The share of results that follow from the operands of their line.
    pub(crate) result: String,
}

impl LostAbilities {
    /// Reads the first table with a share for each kind of token in which a length is below 75 %;
    /// `None` if there is no such table.
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
                let is_lost = in_tenths(&line).is_some_and(|share| share < 750);
                is_lost.then_some(Self { steps, line, operand, value, result })
            })
        })
    }
}

/// The number of measured lines after one planted error, and their first errors by kind. The
/// numbers are sums over all lengths of the table of histories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AfterError {
    pub(crate) lines: u32,
    /// The number of lines with another step, operand or operation than the procedure has at that
    /// position.
    pub(crate) following: u32,
    /// The number of lines with an incorrect value for an operand, which is an error of memory.
    pub(crate) memory: u32,
    /// The number of lines with an incorrect result, which is an error of arithmetic.
    pub(crate) arithmetic: u32,
    /// The number of lines without the form of a trace line.
    pub(crate) malformed: u32,
}

impl AfterError {
    /// Reads the column about one planted error; `None` if there is no such column, or if one of
    /// its cells cannot be parsed.
    pub(crate) fn of(tables: &[ResultTable]) -> Option<Self> {
        let column = |table: &ResultTable| {
            table.columns.iter().position(|column| column == "1 planted error")
        };
        let (table, at) = tables.iter().find_map(|table| Some((table, column(table)?)))?;
        let mut found = Self::default();
        for cell in table.rows.iter().filter_map(|row| row.get(at)) {
            let (share, kinds) = cell.text.split_once("; ").unwrap_or((&cell.text, ""));
            found.lines += share.rsplit(' ').next()?.parse::<u32>().ok()?;
            for kind in kinds.split(", ").filter(|kind| !kind.is_empty()) {
                let (count, kind) = kind.split_once(' ')?;
                let count: u32 = count.parse().ok()?;
                *match kind {
                    "line" | "name" | "operation" => &mut found.following,
                    "fetch" => &mut found.memory,
                    "result" => &mut found.arithmetic,
                    _ => &mut found.malformed,
                } += count;
            }
        }
        Some(found)
    }

    /// Returns the number of lines with an error.
    pub(crate) const fn errors(&self) -> u32 {
        self.following + self.memory + self.arithmetic + self.malformed
    }
}

impl Cell {
    /// Parses a Markdown cell, and drops backticks. A cell is bold only if its whole text is bold.
    fn read(text: &str) -> Self {
        let text = text.trim();
        let bold = text.strip_prefix("**").and_then(|text| text.strip_suffix("**"));
        Self { text: bold.unwrap_or(text).replace('`', ""), is_bold: bold.is_some() }
    }
}

/// Parses the tables of a Markdown text, each with the paragraphs before it. Drops headings. Text
/// after the last table becomes a table without rows.
pub(crate) fn tables(text: &str) -> Vec<ResultTable> {
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

    const ACCURACY: [&str; 2] = [
        include_str!("../../../training/results/short-accuracy.md"),
        include_str!("../../../training/results/long-accuracy.md"),
    ];
    const FLOW: &str = include_str!("../../../training/results/short-flow.md");

    #[test]
    fn tables_are_parsed_from_markdown() {
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
    fn significant_differences_have_p_below_five_per_cent() {
        let text = "| steps | way | difference | p |\n| --- | --- | --- | --- |\n\
                    | 5 | a | +1 | 0.049 |\n| 5 | b | +2 | 0.050 |\n| 9 | c | -3 | < 0.001 |\n| 9 | d | – | – |\n";
        let found = real_differences(&tables(text)[0]).expect("the table has the columns");
        let variants: Vec<_> = found
            .iter()
            .map(|difference| (difference.variant.as_str(), difference.steps.as_str()))
            .collect();
        assert_eq!(variants, [("a", "5"), ("c", "9")]);
        assert_eq!(real_differences(&ResultTable::default()), None);
        assert!(real_differences(&tables(FLOW)[0]).is_some());
    }

    #[test]
    fn variants_are_compared_at_each_length() {
        let variants = Variants::new(&tables(FLOW)[0]).expect("the table has the columns");
        assert_eq!(variants.steps, ["15", "17", "19", "21"]);
        assert_eq!(variants.first.0, "one greedy trace");
        assert_eq!(variants.first.1, ["95.2", "78.3", "40.1", "7.2"]);
        assert_eq!(variants.others.len(), 7);
        let previous = &variants.others[1];
        assert_eq!(
            (previous.name.as_str(), previous.tokens.as_str()),
            ("bridge to the previous line", "× 1.00")
        );
        let at_19 = previous.differences[2].as_ref().expect("the length was measured");
        assert_eq!((at_19.points, at_19.is_real), ([22, 35, 49], true));
        assert_eq!(variants.range, (-30, 52));
        assert_eq!([-30, 0, 52].map(|points| variants.percent(points)), [3, 37, 97]);
        assert_eq!(
            [in_tenths("-0.4"), in_tenths("+1.2"), in_tenths("–")],
            [Some(-4), Some(12), None]
        );
        assert_eq!(Variants::new(&tables(ACCURACY[0])[0]), None);
    }

    #[test]
    fn most_errors_after_a_planted_one_are_in_memory_or_arithmetic() {
        let read = |text| AfterError::of(&tables(text)).expect("the table has the column");
        let short = read(include_str!("../../../training/results/short-history.md"));
        assert_eq!((short.lines, short.errors()), (999, 315));
        assert_eq!((short.memory, short.arithmetic), (157, 115));
        assert_eq!((short.following, short.malformed), (40, 3));
        let long = read(include_str!("../../../training/results/long-history.md"));
        assert!(2 * (long.memory + long.arithmetic) > long.errors());
        assert_eq!(AfterError::of(&tables(FLOW)), None);
    }

    #[test]
    fn the_small_model_loses_following_before_arithmetic() {
        let [short, long] =
            ACCURACY.map(|text| LostAbilities::of(&tables(text)).expect("accuracy collapses"));
        assert_eq!(
            (short.steps.as_str(), short.line.as_str(), short.value.as_str()),
            ("25", "50.1", "100.0")
        );
        assert_eq!(long.steps, "95");
        assert_eq!(LostAbilities::of(&tables(FLOW)), None);
    }

    #[test]
    fn the_committed_tables_are_complete() {
        for text in [ACCURACY[0], ACCURACY[1], FLOW] {
            for table in tables(text) {
                assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
            }
        }
        for text in ACCURACY {
            assert!(tables(text).iter().any(|table| table.rows.len() > 4));
        }
        let flow = tables(FLOW);
        assert!(flow[0].rows.iter().any(|row| row[1].text == "one greedy trace"));
        // The selected settings are bold: one setting of each of the five changes.
        let bold = |table: &ResultTable| table.rows.iter().flatten().any(|cell| cell.is_bold);
        assert!(!bold(&flow[0]) && flow.iter().any(bold));
    }
}
