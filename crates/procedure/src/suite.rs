//! Named suites: fixed lists of specs.

use crate::arithmetic::Arithmetic;
use crate::condition::Condition;
use crate::op::Op;
use crate::spec::{Inputs, LookBack, Spec};

/// The numbers of steps of most suites: 5, 15, … 95.
const LADDER: [u16; 10] = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];

/// The numbers of steps of suites that ask the same items under several conditions.
const FEW_LENGTHS: [u16; 4] = [5, 15, 25, 45];

/// A fixed list of specs with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Suite {
    /// The 55 datasets of arXiv 2605.00817 as we reconstruct them, at 5, 15, … 95 steps.
    ///
    /// Operations are mixed at look-back 1 to 7, and each operation is alone at look-back 1. There
    /// are five input ranges: floats on \[0, 1\], \[1, 10\] and \[10, 100\], and integers on \[1,
    /// 10\] and \[10, 100\]. The study published no generator: the number 55 and the factors are
    /// known, and the way to combine them is our reading.
    Paper55,
    /// A short suite: one spec at 5, 15, 25, 45 and 95 steps, with few items each.
    Quick,
    /// One spec at 5, 15, … 95 steps.
    Ladder,
    /// Residues modulo 97 with a second operand at a distance of exactly 2, 3, 5 and 7, at 15, 25
    /// and 45 steps. At each length only the look-back differs.
    LookBack,
    /// Items with one part of the task changed: the chain of steps, the arithmetic, the order of
    /// lines, the length of the prompt, or the meaning of signs.
    WhatIsLost,
    /// Items under conditions that may help a model, and under two controls: the answer alone, and
    /// steps that do not depend on each other.
    WhatHelps,
}

/// One spec of a suite under one condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuiteEntry {
    /// The name of the dataset, which does not depend on the number of steps:
    /// `lookback-3/float-1-10`.
    pub dataset: String,
    /// The spec of the items.
    pub spec: Spec,
    /// The condition; `None` if the user of the suite chooses it.
    pub condition: Option<Condition>,
}

impl Suite {
    /// All suites in display order.
    pub const ALL: [Self; 6] = [
        Self::Quick,
        Self::Ladder,
        Self::LookBack,
        Self::WhatIsLost,
        Self::WhatHelps,
        Self::Paper55,
    ];

    /// Returns the name used on the command line and in files.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Paper55 => "paper55",
            Self::Quick => "quick",
            Self::Ladder => "ladder",
            Self::LookBack => "look-back",
            Self::WhatIsLost => "what-is-lost",
            Self::WhatHelps => "what-helps",
        }
    }

    /// Returns the suite with this slug; `None` for an unknown slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.slug() == slug)
    }

    /// Returns the version of the suite. The specs of a version never change; another list of specs
    /// gets another version.
    pub const fn version(self) -> u32 {
        1
    }

    /// Returns the usual number of items of each spec.
    pub const fn usual_items(self) -> u32 {
        match self {
            Self::Paper55 => 100,
            Self::Quick => 20,
            Self::Ladder | Self::LookBack => 50,
            Self::WhatIsLost | Self::WhatHelps => 25,
        }
    }

    /// Returns the default condition. It has no effect if [`Suite::fixes_condition`] holds.
    pub const fn usual_condition(self) -> Condition {
        match self {
            Self::Paper55 => Condition::AnswerOnly,
            _ => Condition::Trace,
        }
    }

    /// Returns whether the suite fixes a parameter of its specs.
    pub fn fixes(self, key: &str) -> bool {
        match self {
            Self::Paper55 => !matches!(key, "wording" | "names"),
            Self::Quick | Self::Ladder => key == "steps",
            Self::LookBack => matches!(key, "steps" | "lookback" | "numbers"),
            Self::WhatIsLost | Self::WhatHelps => matches!(key, "steps" | "numbers"),
        }
    }

    /// Returns whether the suite fixes the conditions of its items.
    pub const fn fixes_condition(self) -> bool {
        matches!(self, Self::WhatIsLost | Self::WhatHelps)
    }

    /// Returns the specs of the suite. Parameters that it does not fix are taken from `base`. A
    /// suite that fixes the arithmetic also sets bound and inputs to defaults, and the weights if
    /// `base` is not modular.
    pub fn entries(self, base: &Spec) -> Vec<SuiteEntry> {
        let entry = |dataset: &str, spec: Spec| SuiteEntry {
            dataset: dataset.to_owned(),
            spec,
            condition: None,
        };
        let at = |entry: &SuiteEntry, steps| SuiteEntry {
            spec: Spec { steps, ..entry.spec },
            ..entry.clone()
        };
        let over = |entries: &[SuiteEntry], lengths: &[u16]| -> Vec<SuiteEntry> {
            let each = entries.iter().flat_map(|entry| lengths.iter().map(move |n| at(entry, *n)));
            each.collect()
        };
        // Modular arithmetic has no division that could reveal an arithmetic error, and no bound
        // that allows an operation only for some values.
        let modular = || {
            let numbers = Arithmetic::Modular { modulus: 97 };
            let defaults = Spec::new(numbers);
            let operations = match base.arithmetic {
                Arithmetic::Modular { .. } => base.operations,
                _ => defaults.operations,
            };
            Spec { arithmetic: numbers, operations, bound: defaults.bound, inputs: None, ..*base }
        };
        let under = |conditions: &[Condition]| -> Vec<SuiteEntry> {
            let spec = modular();
            let each = conditions.iter().map(|condition| SuiteEntry {
                condition: Some(*condition),
                ..entry(&condition.slug(), spec)
            });
            each.collect()
        };
        match self {
            Self::Paper55 => over(&paper_datasets(base), &LADDER),
            Self::Quick => over(&[entry("quick", *base)], &[5, 15, 25, 45, 95]),
            Self::Ladder => over(&[entry("ladder", *base)], &LADDER),
            Self::LookBack => {
                let far = |k| Spec { look_back: LookBack::Exactly(k), ..modular() };
                let each = [2, 3, 5, 7].map(|k| entry(&format!("exactly-{k}"), far(k)));
                over(&each, &[15, 25, 45])
            }
            Self::WhatIsLost => over(
                &under(&[
                    Condition::Trace,
                    Condition::Unchained,
                    Condition::Copy,
                    Condition::Shuffled,
                    Condition::Filler(95),
                    Condition::Exception,
                    Condition::Remapped,
                ]),
                &FEW_LENGTHS,
            ),
            Self::WhatHelps => over(
                &under(&[
                    Condition::AnswerOnly,
                    Condition::Trace,
                    Condition::Free,
                    Condition::Structured,
                    Condition::Symbolic,
                    Condition::Transcribe,
                    Condition::Unchained,
                ]),
                &FEW_LENGTHS,
            ),
        }
    }
}

fn paper_datasets(base: &Spec) -> Vec<SuiteEntry> {
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
            datasets.push(SuiteEntry {
                dataset: format!("{family}/{range}"),
                spec: Spec {
                    look_back,
                    operations,
                    inputs: Some(inputs),
                    wording: base.wording,
                    names: base.names,
                    ..Spec::new(Arithmetic::Paper { places })
                },
                condition: None,
            });
        }
    }
    datasets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Wording;
    use std::collections::BTreeSet;

    #[test]
    fn paper_grid_has_55_datasets_of_ten_lengths() {
        let entries = Suite::Paper55.entries(&Spec::default());
        let datasets: BTreeSet<_> = entries.iter().map(|entry| &entry.dataset).collect();
        assert_eq!((datasets.len(), entries.len()), (55, 550));
        assert!(entries.iter().all(|entry| entry.spec.check().is_ok()));
    }

    #[test]
    fn ladder_changes_only_the_number_of_steps() {
        let base = Spec { look_back: LookBack::Exactly(3), ..Spec::default() };
        let entries = Suite::Ladder.entries(&base);
        let steps: Vec<u16> = entries.iter().map(|entry| entry.spec.steps).collect();
        assert_eq!(steps, LADDER);
        assert!(entries.iter().all(|entry| Spec { steps: base.steps, ..entry.spec } == base));
    }

    #[test]
    fn every_suite_has_its_stated_size() {
        let size = |suite: Suite| {
            let entries = suite.entries(&Spec::default());
            assert!(entries.iter().all(|entry| entry.spec.check().is_ok()), "{suite:?}");
            assert!(
                entries.iter().all(|entry| entry.condition.is_some() == suite.fixes_condition())
            );
            entries.len() * suite.usual_items() as usize
        };
        assert_eq!(Suite::ALL.map(size), [100, 500, 600, 700, 700, 55_000]);
    }

    #[test]
    fn suite_takes_all_other_settings_from_its_base() {
        let base = Spec { wording: Wording::English, dead: 10, ..Spec::default() };
        for suite in Suite::ALL {
            for entry in suite.entries(&base) {
                let taken = entry.spec.params();
                let defaults = suite.entries(&Spec::default());
                for ((key, value), (_, wanted)) in taken.into_iter().zip(base.params()) {
                    let depends_on_numbers = matches!(key, "ops" | "inputs" | "bound");
                    if !suite.fixes(key) && !depends_on_numbers {
                        assert_eq!(value, wanted, "{suite:?} {key}");
                    }
                }
                assert_eq!(defaults.len(), suite.entries(&base).len());
            }
        }
    }
}
