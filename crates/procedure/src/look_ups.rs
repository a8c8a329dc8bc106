//! Chains of look-ups in tables: [`Condition::Copy`](crate::Condition::Copy).

use stepfall_number::Number;

use crate::item::Item;
use crate::rng::{Key, SeededRng, Stream};

/// The number of codes in a table.
const CODES: usize = 16;
const TABLES: usize = 4;
/// The number of preceding values among which a value does not occur, if the tables allow.
const APART: usize = 8;

/// Tables of two-digit codes, and the table in which each step looks up the preceding value.
///
/// Every table has each code as a result once, and no code as its own result. No two tables give
/// the same result for a code. So every step is live, and an incorrect table or code always leads
/// to another value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUps {
    /// The codes in ascending order.
    codes: Vec<u16>,
    names: Vec<String>,
    /// For each table, the position of each code's result.
    tables: Vec<Vec<usize>>,
    /// The position of the code that the first step looks up.
    start: usize,
    /// The table of each step.
    steps: Vec<usize>,
}

impl LookUps {
    /// Draws the tables for an item, and a chain of as many look-ups as it has steps.
    pub(crate) fn draw(item: &Item) -> Self {
        let mut rng = Key::new(&item.spec, item.seed.number(), item.index).stream(Stream::Tables);
        let mut all: Vec<u16> = (10..100).collect();
        rng.shuffle(&mut all);
        let mut codes = all[..CODES].to_vec();
        codes.sort_unstable();
        let mut tables: Vec<Vec<usize>> = Vec::with_capacity(TABLES);
        while tables.len() < TABLES {
            let mut table: Vec<usize> = (0..CODES).collect();
            rng.shuffle(&mut table);
            let is_new = |(from, to): (usize, &usize)| {
                from != *to && tables.iter().all(|other| other[from] != *to)
            };
            if table.iter().enumerate().all(is_new) {
                tables.push(table);
            }
        }
        let start = rng.below_u32(16) as usize;
        let steps = chain(&tables, start, item.procedure.steps.len(), &mut rng);
        Self { codes, names: item.names_of_tables(), tables, start, steps }
    }

    /// Creates look-ups from tables by name, a first code, and the table of each step. `None` if
    /// the tables break the rules of [`LookUps`], or if a code or a table is unknown.
    pub fn new(tables: &[(String, Vec<(u16, u16)>)], start: u16, steps: &[String]) -> Option<Self> {
        let codes: Vec<u16> = tables.first()?.1.iter().map(|(from, _)| *from).collect();
        codes.is_sorted_by(|left, other| left < other).then_some(())?;
        let position = |code: u16| codes.iter().position(|known| *known == code);
        let mut positions: Vec<Vec<usize>> = Vec::new();
        for (_, entries) in tables {
            let mut table = Vec::new();
            for (from, to) in entries {
                (codes.get(table.len()) == Some(from)).then_some(())?;
                let to = position(*to).filter(|to| *to != table.len() && !table.contains(to))?;
                table.push(to);
            }
            let clashes =
                |other: &Vec<usize>| other.iter().zip(&table).any(|(left, right)| left == right);
            if table.len() != codes.len() || positions.iter().any(clashes) {
                return None;
            }
            positions.push(table);
        }
        let steps = steps.iter().map(|name| tables.iter().position(|(known, _)| known == name));
        Some(Self {
            names: tables.iter().map(|(name, _)| name.clone()).collect(),
            tables: positions,
            start: position(start)?,
            steps: steps.collect::<Option<_>>()?,
            codes,
        })
    }

    /// Returns the names of the tables, in the order of their indices.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the index of the table of the step at a position, from 0; `None` after the last
    /// step.
    pub fn table(&self, position: usize) -> Option<usize> {
        self.steps.get(position).copied()
    }

    /// Returns the name of the table of the step at a position, from 0; empty after the last step.
    pub fn table_name(&self, position: usize) -> &str {
        self.table(position).map_or("", |table| self.names[table].as_str())
    }

    /// Returns the entries of a table, in ascending order of their codes: the code and the result.
    pub fn entries(&self, table: usize) -> impl Iterator<Item = (u16, u16)> {
        let results = self.tables.get(table).into_iter().flatten();
        self.codes.iter().copied().zip(results.map(|to| self.codes[*to]))
    }

    /// Returns the result of a table for a value, if the value is a code.
    pub fn look_up(&self, table: usize, value: &Number) -> Option<Number> {
        let code = u16::try_from(value.to_i64()?).ok()?;
        let from = self.codes.binary_search(&code).ok()?;
        Some(self.number(*self.tables.get(table)?.get(from)?))
    }

    /// Returns whether a value is a code.
    pub fn has(&self, value: &Number) -> bool {
        let code = value.to_i64().and_then(|value| u16::try_from(value).ok());
        code.is_some_and(|code| self.codes.binary_search(&code).is_ok())
    }

    /// Returns the value that the first step looks up.
    pub fn start(&self) -> Number {
        self.number(self.start)
    }

    /// Returns the first value, and the result of every step.
    pub(crate) fn values(&self) -> Vec<Number> {
        let mut at = self.start;
        let mut values = vec![self.number(at)];
        for table in &self.steps {
            at = self.tables[*table][at];
            values.push(self.number(at));
        }
        values
    }

    fn number(&self, position: usize) -> Number {
        Number::integer(i64::from(self.codes[position]))
    }
}

/// Draws a table for each step.
///
/// The result that the table gives is none of the last eight values, if possible. Otherwise it is
/// the value that occurred longest ago.
fn chain(tables: &[Vec<usize>], start: usize, steps: usize, rng: &mut SeededRng) -> Vec<usize> {
    let mut visited = vec![start];
    let mut chosen = Vec::with_capacity(steps);
    for _ in 0..steps {
        let at = visited[visited.len() - 1];
        // The number of steps since a table's result last occurred.
        let ago = |table: usize| visited.iter().rev().position(|value| *value == tables[table][at]);
        let is_open = |table: &usize| ago(*table).is_none_or(|ago| ago >= APART);
        let open: Vec<usize> = (0..tables.len()).filter(is_open).collect();
        let table = match u32::try_from(open.len()) {
            Ok(left @ 1..) => open[rng.below_u32(left) as usize],
            _ => (0..tables.len()).max_by_key(|table| ago(*table)).unwrap_or(0),
        };
        chosen.push(table);
        visited.push(tables[table][at]);
    }
    chosen
}

impl Item {
    /// Returns `K`, `L`, `M` and `N`, all with a number if a custom procedure uses one of these
    /// names.
    fn names_of_tables(&self) -> Vec<String> {
        self.free_names(["K", "L", "M", "N"]).into()
    }
}
