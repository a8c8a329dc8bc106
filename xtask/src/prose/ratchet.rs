//! The counts of violations, the snapshot that stores them, and the comparison of both.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::prose::rules::Rule;

/// The number of violations of each rule, in the order of [`Rule::ALL`].
type Row = [usize; Rule::ALL.len()];

/// The first word of the row with the names of the columns.
const HEADER: &str = "area";

/// The first word of the row with the sums of all areas.
const TOTAL: &str = "total";

/// The number of violations in each area.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts(BTreeMap<String, Row>);

/// A count that differs from the snapshot.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The area, or `total`.
    pub(super) area: String,
    pub(super) rule: Rule,
    /// The count in the snapshot.
    pub(super) before: usize,
    /// The current count.
    pub(super) now: usize,
}

impl Change {
    /// Returns whether the count is higher than in the snapshot.
    pub(super) fn is_rise(&self) -> bool {
        self.now > self.before
    }

    /// Returns the change as a line of output.
    pub(super) fn line(&self) -> String {
        let Self { area, rule, before, now } = self;
        format!("{area}, {}: {before} -> {now}", rule.name())
    }
}

impl Counts {
    /// Counts a violation.
    pub(super) fn add(&mut self, area: &str, rule: Rule) {
        self.0.entry(area.to_owned()).or_default()[rule as usize] += 1;
    }

    /// Reads a snapshot. A merge of two branches may leave two rows of one area; the lower counts
    /// apply.
    pub(super) fn parse(snapshot: &str) -> Result<Self> {
        let mut counts = BTreeMap::new();
        for line in snapshot.lines() {
            let mut fields = line.split_whitespace();
            let area = fields.next().unwrap_or_default();
            if [HEADER, TOTAL].contains(&area) {
                continue;
            }
            let numbers = fields.map(str::parse).collect::<Result<Vec<usize>, _>>();
            let row = numbers.ok().and_then(|numbers| Row::try_from(numbers).ok());
            let row = row.with_context(|| format!("the snapshot has a damaged line: {line}"))?;
            let counts_of_area = counts.entry(area.to_owned()).or_insert(row);
            *counts_of_area = std::array::from_fn(|rule| counts_of_area[rule].min(row[rule]));
        }
        Ok(Self(counts))
    }

    /// Returns the snapshot, which [`Self::parse`] reads.
    pub(super) fn render(&self) -> String {
        let row = |name: &str, cells: [String; Rule::ALL.len()]| {
            let [long, riddle, dialect] = cells;
            format!("{name:<20}{long:>10}{riddle:>10}{dialect:>10}\n")
        };
        let mut text = row(HEADER, Rule::ALL.map(|rule| rule.name().to_owned()));
        for (area, counts) in &self.0 {
            text += &row(area, counts.map(|count| count.to_string()));
        }
        text + &row(TOTAL, self.totals().map(|count| count.to_string()))
    }

    fn totals(&self) -> Row {
        Rule::ALL.map(|rule| self.0.values().map(|row| row[rule as usize]).sum())
    }

    /// Returns the counts that differ from a snapshot.
    pub(super) fn changes(&self, snapshot: &Self) -> Vec<Change> {
        let areas =
            self.0.keys().chain(snapshot.0.keys().filter(|area| !self.0.contains_key(*area)));
        let row = |counts: &Self, area| counts.0.get(area).copied().unwrap_or_default();
        areas.flat_map(|area| changed(area, row(snapshot, area), row(self, area))).collect()
    }

    /// Returns the snapshot to write in place of an older one. The total of each rule must not
    /// rise. An area may rise if text moved to it from another area.
    pub(super) fn update(&self, snapshot: &Self) -> Result<String> {
        let mut rises = changed(TOTAL, snapshot.totals(), self.totals());
        rises.retain(Change::is_rise);
        let lines: Vec<_> = rises.iter().map(Change::line).collect();
        ensure!(rises.is_empty(), "the snapshot may not rise: {}", lines.join("; "));
        Ok(self.render())
    }
}

fn changed(area: &str, before: Row, now: Row) -> Vec<Change> {
    let rules = Rule::ALL.into_iter().filter(|rule| before[*rule as usize] != now[*rule as usize]);
    let change = |rule| Change {
        area: area.to_owned(),
        rule,
        before: before[rule as usize],
        now: now[rule as usize],
    };
    rules.map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(rows: &[(&str, Row)]) -> Counts {
        Counts(rows.iter().map(|(area, row)| ((*area).to_owned(), *row)).collect())
    }

    #[test]
    fn snapshots_round_trip() {
        let counts = counts(&[("crates/a", [1, 0, 3]), ("docs", [0, 20, 0])]);
        let text = counts.render();
        assert_eq!(text.lines().last(), Some("total                        1        20         3"));
        assert_eq!(Counts::parse(&text).unwrap(), counts);
        assert!(Counts::parse("docs 1 2\n").is_err() && Counts::parse("<<<<<<< ours\n").is_err());
    }

    #[test]
    fn merged_snapshots_have_the_lower_counts() {
        let merged = Counts::parse("docs 5 1 7\ntotal 9 9 9\ndocs 4 2 7\nsrc 1 1 1\n").unwrap();
        assert_eq!(merged, counts(&[("docs", [4, 1, 7]), ("src", [1, 1, 1])]));
    }

    #[test]
    fn a_rise_in_one_area_is_not_offset_by_a_fall_elsewhere() {
        let before = counts(&[("docs", [5, 5, 5]), ("src", [9, 9, 9])]);
        let now = counts(&[("docs", [5, 6, 4]), ("src", [0, 0, 0])]);
        let rises: Vec<_> = now.changes(&before).into_iter().filter(Change::is_rise).collect();
        let rise = Change { area: "docs".to_owned(), rule: Rule::Riddle, before: 5, now: 6 };
        assert_eq!(rises, [rise]);
        assert!(!before.changes(&before).iter().any(Change::is_rise));
    }

    #[test]
    fn areas_without_a_row_have_no_violations() {
        let before = counts(&[("docs", [1, 0, 0])]);
        let now = counts(&[("crates/new", [0, 0, 1])]);
        let changes = now.changes(&before);
        assert_eq!(changes.len(), 2);
        assert!(changes[0].is_rise() && !changes[1].is_rise());
    }

    #[test]
    fn updates_accept_falls_and_moves_and_refuse_rises() {
        let before = counts(&[("docs", [5, 5, 5]), ("src", [1, 1, 1])]);
        let fallen = counts(&[("docs", [5, 4, 5]), ("src", [1, 1, 1])]);
        assert_eq!(fallen.update(&before).unwrap(), fallen.render());
        let moved = counts(&[("docs", [4, 5, 5]), ("src", [2, 1, 1])]);
        assert_eq!(moved.update(&before).unwrap(), moved.render());
        let risen = counts(&[("docs", [5, 6, 5]), ("src", [0, 1, 1])]);
        let message = risen.update(&before).unwrap_err().to_string();
        assert!(message.contains("total, riddle: 6 -> 7"), "{message}");
    }
}
