//! Named suites: fixed lists of specs.

use crate::arithmetic::Arithmetic;
use crate::op::Op;
use crate::spec::{Inputs, LookBack, Spec};

/// The step counts of both suites: 5, 15, … 95.
const LADDER: [u16; 10] = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];

/// A named suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Suite {
    /// The 55 datasets of arXiv 2605.00817 as we reconstruct them: look-back 1 to 7 with mixed operations and each
    /// operation alone at look-back 1, on five input ranges (floats on \[0, 1\], \[1, 10\], \[10, 100\], integers on \[1, 10\],
    /// \[10, 100\]), at 5, 15, … 95 steps. The study published no generator: the number 55 and the factors are known,
    /// how they combine is our reading.
    Paper55,
    /// One spec at 5, 15, … 95 steps.
    Ladder,
}

/// One spec of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The dataset, the same for all step counts: `lookback-3/float-1-10`.
    pub dataset: String,
    /// The spec.
    pub spec: Spec,
}

impl Suite {
    /// All suites.
    pub const ALL: [Self; 2] = [Self::Paper55, Self::Ladder];

    /// The name used on the command line.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Paper55 => "paper55",
            Self::Ladder => "ladder",
        }
    }

    /// The suite of that name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.slug() == slug)
    }

    /// The specs of the suite. From `base`, `paper55` takes wording and names, `ladder` everything but the steps.
    pub fn entries(self, base: &Spec) -> Vec<Entry> {
        let datasets = match self {
            Self::Paper55 => paper_datasets(base),
            Self::Ladder => vec![Entry { dataset: "ladder".to_owned(), spec: *base }],
        };
        let at = |entry: &Entry, steps| Entry {
            dataset: entry.dataset.clone(),
            spec: Spec { steps, ..entry.spec },
        };
        datasets.iter().flat_map(|entry| LADDER.map(|steps| at(entry, steps))).collect()
    }
}

fn paper_datasets(base: &Spec) -> Vec<Entry> {
    let ranges = [
        ("float-0-1", 3, Inputs::plain(0, 1)),
        ("float-1-10", 3, Inputs::plain(1, 10)),
        ("float-10-100", 3, Inputs::plain(10, 100)),
        ("integer-1-10", 0, Inputs::plain(1, 10)),
        ("integer-10-100", 0, Inputs::plain(10, 100)),
    ];
    let mixed = (1..=7).map(|k| (format!("lookback-{k}"), LookBack::AtMost(k), [1; 4]));
    let alone = Op::ALL.map(|op| {
        let mut operations = [0; 4];
        operations[op.index()] = 1;
        (format!("only-{}", op.slug()), LookBack::AtMost(1), operations)
    });
    let families: Vec<_> = mixed.chain(alone).collect();
    let mut datasets = Vec::new();
    for (family, look_back, operations) in families {
        for (range, places, inputs) in ranges {
            datasets.push(Entry {
                dataset: format!("{family}/{range}"),
                spec: Spec {
                    look_back,
                    operations,
                    inputs: Some(inputs),
                    wording: base.wording,
                    names: base.names,
                    ..Spec::new(Arithmetic::Paper { places })
                },
            });
        }
    }
    datasets
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_papers_grid_has_55_datasets_of_ten_lengths() {
        let entries = Suite::Paper55.entries(&Spec::default());
        let datasets: BTreeSet<_> = entries.iter().map(|entry| &entry.dataset).collect();
        assert_eq!((datasets.len(), entries.len()), (55, 550));
        assert!(entries.iter().all(|entry| entry.spec.check().is_ok()));
    }

    #[test]
    fn the_ladder_keeps_its_base() {
        let base = Spec { look_back: LookBack::Exactly(3), ..Spec::default() };
        let entries = Suite::Ladder.entries(&base);
        let steps: Vec<u16> = entries.iter().map(|entry| entry.spec.steps).collect();
        assert_eq!(steps, LADDER);
        assert!(entries.iter().all(|entry| Spec { steps: base.steps, ..entry.spec } == base));
    }
}
