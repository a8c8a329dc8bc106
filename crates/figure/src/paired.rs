//! Two lines over the same items, compared item by item.

use std::collections::BTreeMap;

use stepfall_plot::chart::{Duel, Duels};
use stepfall_plot::scene::Tint;
use stepfall_stats::{Confidence, Estimate, Pairs, holm, mcnemar, paired_difference};

use crate::attempt_filter::{Alone, AttemptFilter, Only};
use crate::figure::{Drawing, Figure, MAX_LINES, left_out};
use crate::line_id::LineId;
use crate::summary::{ItemCounts, Shape, Summary};
use crate::table::Table;
use crate::words::{CLEAR, count, fixed, p_cell, p_value, points};

/// Two lines, and how they fared on the items of both.
pub(crate) struct Comparison {
    pub(crate) first: LineId,
    pub(crate) second: LineId,
    pub(crate) pairs: Pairs,
    pub(crate) p: f64,
    pub(crate) adjusted: f64,
    pub(crate) difference: Estimate,
}

impl Summary {
    /// Each line beside the first one.
    pub fn with_first(&self) -> Vec<(LineId, LineId)> {
        let lines = self.lines();
        let Some((first, rest)) = lines.split_first() else { return Vec::new() };
        rest.iter().map(|line| (*first, *line)).collect()
    }

    /// Pairs of lines compared over the items that both worked on, by the first answer of each item's first sample.
    pub fn paired(&self, lines: &[(LineId, LineId)]) -> Figure {
        const ID: &str = "paired";
        const TITLE: &str = "Discordant items";
        let all = self.compared(lines, |item| item.is_right_first);
        let table = self.paired_table(&all);
        if all.is_empty() {
            let why = "A comparison needs two lines with items in common; there are none yet.";
            return Figure::nothing(ID, TITLE, why, table);
        }
        let several = all.len() > 1;
        let title = self.titled(TITLE, &self.lines());
        let duels = Duels {
            title: title.clone(),
            sides: ("right only by".to_owned(), "right only by".to_owned()),
            duels: all.iter().take(MAX_LINES).map(|one| self.duel(one, several)).collect(),
        };
        let mut notes = vec![
            "An item is discordant if only one of two lines gets it right. A pair is an item. Of several samples of an item the first counts, since samples of one item are alike. McNemar's exact test is two-sided; differences have Newcombe's interval at 95 %.".to_owned(),
        ];
        if several {
            notes.push(format!(
                "p-values are adjusted for {} comparisons by Holm's method.",
                all.len()
            ));
        }
        notes.extend(left_out(duels.duels.len(), all.len(), "comparisons"));
        let mut seen: Vec<LineId> = all.iter().flat_map(|one| [one.first, one.second]).collect();
        seen.sort_unstable();
        seen.dedup();
        notes.extend(self.missing_note(&seen));
        notes.extend(self.naming_notes(&seen));
        Figure {
            id: ID.to_owned(),
            title,
            sentence: all.first().map_or(String::new(), |one| self.paired_sentence(one, several)),
            table,
            notes,
            basis: self.basis(&seen),
            drawing: Drawing::Duels(duels),
        }
    }

    /// Pairs of lines compared by what holds of the first sample of each item; those without items in common are left out.
    pub(crate) fn compared(
        &self,
        lines: &[(LineId, LineId)],
        is_right: fn(&ItemCounts) -> bool,
    ) -> Vec<Comparison> {
        let compare = |&(first, second): &(LineId, LineId)| {
            let pairs = self.pairs(first, second, is_right);
            let difference = paired_difference(pairs, Confidence::USUAL).ok()?;
            let p = mcnemar(pairs);
            Some(Comparison { first, second, pairs, p, adjusted: p, difference })
        };
        let mut all: Vec<Comparison> = lines.iter().filter_map(compare).collect();
        let raw: Vec<f64> = all.iter().map(|one| one.p).collect();
        for (one, adjusted) in all.iter_mut().zip(holm(&raw).unwrap_or_default()) {
            one.adjusted = adjusted;
        }
        all
    }

    /// The items of both lines.
    fn pairs(&self, first: LineId, second: LineId, is_right: fn(&ItemCounts) -> bool) -> Pairs {
        let theirs = self.first_samples(second, is_right);
        let mut pairs = Pairs::default();
        for (item, right) in self.first_samples(first, is_right) {
            match (right, theirs.get(&item)) {
                (_, None) => {}
                (true, Some(true)) => pairs.both += 1,
                (true, Some(false)) => pairs.only_first += 1,
                (false, Some(true)) => pairs.only_second += 1,
                (false, Some(false)) => pairs.neither += 1,
            }
        }
        pairs
    }

    fn first_samples(
        &self,
        line: LineId,
        is_right: fn(&ItemCounts) -> bool,
    ) -> BTreeMap<(Shape, u32), bool> {
        let items = self.shapes(line).flat_map(|(shape, counts)| {
            counts.items.iter().map(move |(item, counts)| ((shape, *item), is_right(counts)))
        });
        items.collect()
    }

    fn paired_table(&self, all: &[Comparison]) -> Table {
        let mut table = Table::new(&[
            "first",
            "second",
            "items",
            "both right",
            "only first",
            "only second",
            "neither",
            "difference, points",
            "low",
            "high",
            "p",
            "p, adjusted",
        ]);
        for one in all {
            let Pairs { both, only_first, only_second, neither } = one.pairs;
            let items = both + only_first + only_second + neither;
            let counts = [items, both, only_first, only_second, neither];
            let mut row = vec![self.label(one.first), self.label(one.second)];
            row.extend(counts.map(|count| count.to_string()));
            let interval = one.difference.interval;
            row.extend([one.difference.value, interval.low, interval.high].map(plain_points));
            row.extend([one.p, one.adjusted].map(p_cell));
            table.rows.push(row);
        }
        table
    }

    fn duel(&self, one: &Comparison, several: bool) -> Duel {
        let lines = self.lines();
        let tint = |line: LineId| {
            let place = lines.iter().position(|other| *other == line).unwrap_or(0);
            Tint::Series(u8::try_from(place).unwrap_or(0))
        };
        let difference = difference_text(one);
        let p = p_value(if several { one.adjusted } else { one.p });
        let decides = |alone| AttemptFilter::line(one.first).only(Only::Decides(alone, one.second));
        let said = |right: LineId, wrong: LineId, items: u32| {
            let (right, wrong) = (self.label(right), self.label(wrong));
            format!("{} that {right} gets right and {wrong} does not", count(items, "item"))
        };
        Duel {
            left: (self.label_among(one.first, &lines), tint(one.first)),
            right: (self.label_among(one.second, &lines), tint(one.second)),
            counts: (one.pairs.only_first, one.pairs.only_second),
            text: format!("{difference}, {p}"),
            info: decides(Alone::Either).info(self.paired_sentence(one, several)),
            sides: (
                decides(Alone::First).info(said(one.first, one.second, one.pairs.only_first)),
                decides(Alone::Second).info(said(one.second, one.first, one.pairs.only_second)),
            ),
        }
    }

    fn paired_sentence(&self, one: &Comparison, several: bool) -> String {
        let Pairs { both, only_first, only_second, neither } = one.pairs;
        let (first, second) = (self.label(one.first), self.label(one.second));
        let items = count(both + only_first + only_second + neither, "item");
        let p = p_value(if several { one.adjusted } else { one.p });
        let how =
            if several { "exact McNemar test, adjusted by Holm" } else { "exact McNemar test" };
        let difference = difference_text(one);
        let verdict = if one.is_clear() {
            format!("a difference of {difference}")
        } else {
            format!("no clear difference, {difference}")
        };
        format!(
            "Of {items} that both worked on, {first} alone gets {only_first} right and {second} alone {only_second}: {verdict}, {p} ({how})."
        )
    }
}

impl Comparison {
    /// Whether the lines differ: McNemar's test, adjusted for all comparisons by Holm's method, at 5 %.
    pub(crate) fn is_clear(&self) -> bool {
        self.adjusted < CLEAR
    }

    /// How large the difference is, whichever side has more.
    pub(crate) const fn size(&self) -> f64 {
        self.difference.value.abs()
    }
}

/// A difference in percentage points with one place, for a column of a table.
pub(crate) fn plain_points(difference: f64) -> String {
    let size = fixed(difference.abs() * 100.0, 1);
    if difference < 0.0 && size != "0.0" { format!("-{size}") } else { size }
}
/// A difference with its interval: `+12 points (7 to 16)`.
fn difference_text(one: &Comparison) -> String {
    let interval = one.difference.interval;
    let [value, low, high] = [one.difference.value, interval.low, interval.high].map(points);
    format!("{value} points ({low} to {high})")
}
