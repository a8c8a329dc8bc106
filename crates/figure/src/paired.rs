//! The comparison of two lines item by item, over the items of both.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use stepfall_plot::chart::{PairedBar, PairedBars};
use stepfall_plot::scene::Tint;
use stepfall_protocol::figure::{Measure, Table};
use stepfall_stats::{Estimate, ItemPair, ItemSharing, Share, holm, paired_difference, sign_flip};

use crate::attempt_filter::{AttemptFilter, BetterLine, Restriction};
use crate::collapse::bounds;
use crate::control::ControlFigure;
use crate::figure::{Drawing, Figure, MAX_LINES, omission_note};
use crate::line_id::LineId;
use crate::scored::measure_note;
use crate::summary::{Counts, LengthAndLookBack, Summary};
use crate::words::{CLEAR, NONE, count, fixed, level, level_note, p_cell, p_value, points};

/// The items of a comparison, counted by outcome. `first` counts the items that the first line gets
/// correct more often than the second, and `second` the reverse. If each line has one attempt at
/// each item, these are the items that only one line gets correct.
#[derive(Clone, Copy, Default)]
pub(crate) struct PairedCounts {
    /// All items that both lines attempted.
    pub(crate) items: u32,
    /// Items that both get correct every time.
    pub(crate) both: u32,
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// Items that both never get correct.
    pub(crate) neither: u32,
}

/// Two lines, and their outcomes on the items of both.
pub(crate) struct Comparison {
    pub(crate) first: LineId,
    pub(crate) second: LineId,
    pub(crate) counts: PairedCounts,
    /// True if every item has one attempt of each line at one length, so that the test is
    /// McNemar's.
    pub(crate) is_single: bool,
    /// The p-value, without and with Holm's adjustment; `None` in an unfinished run.
    pub(crate) p: Option<(f64, f64)>,
    /// The share of correct attempts in the first line minus the share in the second. Its interval
    /// holds together with the intervals of the other comparisons.
    pub(crate) difference: Estimate,
    /// Two bounds of the difference. One counts all failed attempts as incorrect in the first line
    /// and as correct in the second, the other the reverse. `None` if no attempt failed.
    pub(crate) bounds: Option<[f64; 2]>,
}

impl Summary {
    /// Returns each line paired with the first one, in the order in which they are subtracted.
    pub fn with_first(&self) -> Vec<(LineId, LineId)> {
        let lines = self.lines();
        let Some((first, rest)) = lines.split_first() else { return Vec::new() };
        rest.iter().map(|line| Self::oriented(*first, *line)).collect()
    }

    /// Returns two lines in the order in which all figures and the finding subtract them. This is a
    /// condition minus its control, or else the later line minus the earlier.
    pub(crate) fn oriented(earlier: LineId, later: LineId) -> (LineId, LineId) {
        if Self::control(earlier) == Some(later) { (earlier, later) } else { (later, earlier) }
    }

    /// Compares pairs of lines over the items that both worked on, by a measure.
    pub fn paired(&self, lines: &[(LineId, LineId)], measure: Measure) -> Figure {
        self.marked(self.paired_figure(lines, measure))
    }

    fn paired_figure(&self, lines: &[(LineId, LineId)], measure: Measure) -> Figure {
        const ID: &str = "paired";
        const TITLE: &str = "Where the two differ";
        let all = self.compare_lines(lines, measure);
        let table = self.paired_table(&all);
        if all.is_empty() {
            let why = "A comparison needs two lines with items in common; there are none yet.";
            return Figure::nothing(ID, TITLE, why, table);
        }
        let several = all.len() > 1;
        let title = self.titled(TITLE, &self.lines());
        let paired_bars = PairedBars {
            title: title.clone(),
            sides: ("correct only by".to_owned(), "correct only by".to_owned()),
            paired_bars: all
                .iter()
                .take(MAX_LINES)
                .map(|comparison| self.paired_bar(comparison, measure, several))
                .collect(),
        };
        let discordant = if all.iter().all(|comparison| comparison.is_single) {
            "items that only one of two lines answers correctly"
        } else {
            "items that one of two lines answers correctly more often than the other"
        };
        let note = format!(
            "Counted are {discordant} ({}). A difference is the first named less the second.",
            measure.means()
        );
        let mut method = vec![self.test_note(&all).to_owned()];
        method.push(format!("{} They are made {DIFFERENCE_INTERVALS}.", level_note(all.len())));
        method.extend(self.shared_items_note());
        method.extend(omission_note(paired_bars.paired_bars.len(), all.len(), "comparisons"));
        let mut seen: Vec<LineId> =
            all.iter().flat_map(|comparison| [comparison.first, comparison.second]).collect();
        seen.sort_unstable();
        seen.dedup();
        method.extend(measure_note(measure, &seen));
        let lacking = self.control_pairs(ControlFigure::Remedies).1;
        method.extend(self.uncontrolled_note(&lacking, &self.lines()));
        method.extend(self.missing_note(&seen));
        method.extend(Self::bounds_note(&all));
        method.extend(self.naming_notes(&seen));
        Figure {
            id: ID.to_owned(),
            title,
            sentence: all
                .first()
                .map_or(String::new(), |comparison| self.paired_sentence(comparison, several)),
            table,
            note: Some(note),
            method,
            basis: self.basis(&seen),
            drawing: Drawing::PairedBars(paired_bars),
        }
    }

    /// Compares pairs of lines by a measure of each item. Pairs without items in common are left
    /// out.
    pub(crate) fn compare_lines(
        &self,
        lines: &[(LineId, LineId)],
        measure: Measure,
    ) -> Vec<Comparison> {
        let pairs = |&(first, second): &(LineId, LineId)| {
            let pairs = self.pairs(first, second, measure);
            (!pairs.is_empty()).then_some((first, second, pairs))
        };
        let all: Vec<(LineId, LineId, Vec<ItemPair>)> = lines.iter().filter_map(pairs).collect();
        let confidence = level(all.len());
        let compare = |(first, second, pairs): &(LineId, LineId, Vec<ItemPair>)| {
            let difference = paired_difference(pairs, self.items, confidence).ok()?;
            let p = sign_flip(pairs, self.items, self.seed).ok()?;
            let comparison = Comparison {
                first: *first,
                second: *second,
                counts: PairedCounts::of(pairs),
                is_single: is_single(pairs, self.items),
                p: None,
                difference,
                bounds: self.difference_bounds(*first, *second, measure),
            };
            Some((comparison, p))
        };
        let (mut all, raw): (Vec<Comparison>, Vec<f64>) = all.iter().filter_map(compare).unzip();
        if !self.completion.is_interim() {
            let adjusted = holm(&raw).unwrap_or_default();
            for (comparison, (p, adjusted)) in all.iter_mut().zip(raw.into_iter().zip(adjusted)) {
                comparison.p = Some((p, adjusted));
            }
        }
        all
    }

    /// Returns the note on the test behind the p-values of some comparisons.
    pub(crate) fn test_note(&self, all: &[Comparison]) -> &'static str {
        if self.completion.is_interim() {
            "Nothing is tested before the planned end, since looking again and again finds differences by chance."
        } else if all.iter().all(|comparison| comparison.is_single) {
            "A pair is an item. p-values are those of McNemar's mid-p test, two-sided (Fagerland, Lydersen and Laake, BMC Medical Research Methodology 13 (2013) 91)."
        } else {
            "A pair is an item with all its attempts. p-values are those of a sign-flip test, two-sided: if there were no difference, an item's might as well have the other sign."
        }
    }

    /// Returns the shares of both lines at the items that both attempted.
    fn pairs(&self, first: LineId, second: LineId, measure: Measure) -> Vec<ItemPair> {
        let second_shapes: BTreeMap<LengthAndLookBack, &Counts> = self.shapes(second).collect();
        let mut pairs = Vec::new();
        for (shape, counts) in self.shapes(first) {
            let Some(others) = second_shapes.get(&shape) else { continue };
            let both = counts.items.iter().filter_map(|(item, counts)| {
                let (first, second) =
                    (counts.share(measure)?, others.items.get(item)?.share(measure)?);
                let (stratum, item) = (shape.stratum(), shape.item(*item));
                Some(ItemPair { stratum, item, first, second })
            });
            pairs.extend(both);
        }
        pairs
    }

    fn paired_table(&self, all: &[Comparison]) -> Table {
        let mut table = Table::new(&[
            "first",
            "second",
            "items",
            "both correct",
            "first more often",
            "second more often",
            "neither correct",
            "difference, points",
            "low",
            "high",
            "p",
            "p, adjusted",
        ]);
        for comparison in all {
            let PairedCounts { items, both, first, second, neither } = comparison.counts;
            let counts = [items, both, first, second, neither];
            let mut row = vec![self.label(comparison.first), self.label(comparison.second)];
            row.extend(counts.map(|count| count.to_string()));
            let interval = comparison.difference.interval;
            row.extend(
                [comparison.difference.value, interval.low, interval.high].map(plain_points),
            );
            row.extend(comparison.p_cells());
            table.rows.push(row);
        }
        Self::add_bounds(&mut table, all);
        table
    }

    /// Returns the bounds of the difference between two lines, over all attempts that were asked at
    /// the shapes of both. One bound counts all failed attempts as incorrect in the first line and
    /// as correct in the second, the other the reverse.
    fn difference_bounds(
        &self,
        first: LineId,
        second: LineId,
        measure: Measure,
    ) -> Option<[f64; 2]> {
        let second_shapes: BTreeMap<LengthAndLookBack, &Counts> = self.shapes(second).collect();
        let (mut ours, mut others, mut failed) = ([0; 3], [0; 3], 0);
        for (shape, counts) in self.shapes(first) {
            let Some(other) = second_shapes.get(&shape) else { continue };
            for (sums, counts) in [(&mut ours, counts), (&mut others, *other)] {
                let right = counts.items.values().filter_map(|item| item.share(measure));
                let right = right.map(Share::hits);
                sums[0] += right.sum::<u32>();
                sums[1] += counts.attempts;
                sums[2] += counts.missing;
                failed += counts.missing;
            }
        }
        let [ours, others] =
            [ours, others].map(|[right, attempts, failed]| bounds(right, attempts, failed));
        (failed > 0).then(|| [ours[0] - others[1], ours[1] - others[0]])
    }

    /// Adds the bounds of differences as columns at the end of a table, if attempts failed.
    pub(crate) fn add_bounds(table: &mut Table, all: &[Comparison]) {
        if all.iter().all(|comparison| comparison.bounds.is_none()) {
            return;
        }
        table.columns.extend(["least, if failed", "most, if failed"].map(str::to_owned));
        for (row, comparison) in table.rows.iter_mut().zip(all) {
            row.extend(comparison.bounds.map_or_else(
                || [(); 2].map(|()| NONE.to_owned()),
                |bounds| bounds.map(plain_points),
            ));
        }
    }

    /// Returns the note on the columns of bounds; `None` if no comparison has bounds.
    pub(crate) fn bounds_note(all: &[Comparison]) -> Option<String> {
        all.iter().any(|comparison| comparison.bounds.is_some()).then(|| BOUNDS.to_owned())
    }

    fn paired_bar(&self, comparison: &Comparison, measure: Measure, several: bool) -> PairedBar {
        let lines = self.lines();
        let tint = |line: LineId| {
            let place = lines.iter().position(|other| *other == line).unwrap_or(0);
            Tint::Series(u8::try_from(place).unwrap_or(0))
        };
        let difference = comparison.text(" points");
        let p = comparison.p_words().map_or(String::new(), |p| format!(", {p}"));
        let decides = |alone| {
            AttemptFilter::line(comparison.first).only(Restriction::Decides(
                measure,
                alone,
                comparison.second,
            ))
        };
        let text = |right: LineId, incorrect: LineId, items: u32| {
            let (right, incorrect) = (self.label(right), self.label(incorrect));
            let items = count(items, "item");
            if comparison.is_single {
                return format!("{items} that {right} answers correctly and {incorrect} does not");
            }
            format!("{items} that {right} answers correctly more often than {incorrect}")
        };
        PairedBar {
            left: (self.label_among(comparison.first, &lines), tint(comparison.first)),
            right: (self.label_among(comparison.second, &lines), tint(comparison.second)),
            counts: (comparison.counts.first, comparison.counts.second),
            text: format!("{difference}{p}"),
            info: decides(BetterLine::Either).info(self.paired_sentence(comparison, several)),
            sides: (
                decides(BetterLine::First).info(text(
                    comparison.first,
                    comparison.second,
                    comparison.counts.first,
                )),
                decides(BetterLine::Second).info(text(
                    comparison.second,
                    comparison.first,
                    comparison.counts.second,
                )),
            ),
        }
    }

    fn paired_sentence(&self, comparison: &Comparison, several: bool) -> String {
        let (first, second) = (self.label(comparison.first), self.label(comparison.second));
        let items = count(comparison.counts.items, "item");
        let difference = comparison.text(" points");
        let verdict = match (comparison.p_words(), comparison.is_clear()) {
            (None, _) => format!("so far {difference}, not tested before the planned end"),
            (Some(p), is_clear) => {
                let test = comparison.test();
                let test_result =
                    if several { format!("{test}, adjusted by Holm") } else { test.to_owned() };
                let what = if is_clear { "a difference of" } else { "no clear difference," };
                format!("{what} {difference}, {p} ({test_result})")
            }
        };
        let PairedCounts { first: more, second: fewer, .. } = comparison.counts;
        let outcome = if comparison.is_single {
            format!("{first} alone answers {more} correctly and {second} alone {fewer}")
        } else {
            format!("{first} answers {more} correctly more often and {second} {fewer}")
        };
        format!("Of {items} that both worked on, {outcome}: {verdict}.")
    }
}

/// The note on the bounds of a difference.
const BOUNDS: &str = "What failed attempts can have changed is bounded in two columns of the table: the difference over all attempts that were asked at the lengths and look-backs of both lines, if all that failed were incorrect in the first and correct in the second line, and the other way round.";

/// The method of the intervals of differences. Notes contain this text after the confidence level.
pub(crate) const DIFFERENCE_INTERVALS: &str = "by Newcombe's method for paired shares, with items for clusters where they have several attempts";

/// Returns whether every cluster of items is a single pair with one attempt of each line.
pub(crate) fn is_single(pairs: &[ItemPair], items: ItemSharing) -> bool {
    let mut seen = BTreeSet::new();
    pairs.iter().all(|pair| {
        let is_new = items == ItemSharing::Independent || seen.insert(pair.item);
        is_new && pair.first.trials() == 1 && pair.second.trials() == 1
    })
}

impl PairedCounts {
    pub(crate) fn of(pairs: &[ItemPair]) -> Self {
        let mut counts = Self::default();
        for ItemPair { first, second, .. } in pairs {
            counts.items += 1;
            let cross = |first: &Share, second: &Share| {
                u64::from(first.hits()) * u64::from(second.trials())
            };
            match cross(first, second).cmp(&cross(second, first)) {
                Ordering::Greater => counts.first += 1,
                Ordering::Less => counts.second += 1,
                Ordering::Equal if first.hits() == 0 => counts.neither += 1,
                Ordering::Equal if first.hits() == first.trials() => counts.both += 1,
                Ordering::Equal => {}
            }
        }
        counts
    }
}

impl Comparison {
    /// Returns the name of the test.
    pub(crate) const fn test(&self) -> &'static str {
        if self.is_single { "McNemar's mid-p test" } else { "sign-flip test by item" }
    }

    /// Returns whether the lines differ: the test's p-value, adjusted for all comparisons by Holm's
    /// method, is below 5 %. Nothing is clear in an unfinished run.
    pub(crate) fn is_clear(&self) -> bool {
        self.p.is_some_and(|(_, adjusted)| adjusted < CLEAR)
    }

    /// Returns the difference with its interval and a unit: `+12 points (+3 to +21)`.
    pub(crate) fn text(&self, unit: &str) -> String {
        let interval = self.difference.interval;
        let [value, low, high] = [self.difference.value, interval.low, interval.high].map(points);
        format!("{value}{unit} ({low} to {high})")
    }

    /// Returns by how much the better line is better, and whether the first is that line: `12
    /// points (3 to 21)`.
    pub(crate) fn distance(&self) -> (String, bool) {
        let Estimate { value, interval } = self.difference;
        let is_first = value >= 0.0;
        let sign = if is_first { 1.0 } else { -1.0 };
        let (low, high) =
            if is_first { (interval.low, interval.high) } else { (interval.high, interval.low) };
        let [value, low, high] = [value, low, high].map(|share| points(sign * share));
        let plain = |points: &str| points.trim_start_matches('+').to_owned();
        (format!("{} points ({} to {})", plain(&value), plain(&low), plain(&high)), is_first)
    }

    /// Returns the adjusted p-value for a sentence; `None` in an unfinished run.
    pub(crate) fn p_words(&self) -> Option<String> {
        self.p.map(|(_, adjusted)| p_value(adjusted))
    }

    /// Returns both p-values as cells of a table.
    pub(crate) fn p_cells(&self) -> [String; 2] {
        self.p.map_or_else(
            || [(); 2].map(|()| NONE.to_owned()),
            |(p, adjusted)| [p, adjusted].map(p_cell),
        )
    }

    /// Returns the absolute size of the difference.
    pub(crate) const fn size(&self) -> f64 {
        self.difference.value.abs()
    }
}

/// Formats a difference in percentage points with one decimal place, for a column of a table.
pub(crate) fn plain_points(difference: f64) -> String {
    let size = fixed(difference.abs() * 100.0, 1);
    if difference < 0.0 && size != "0.0" { format!("-{size}") } else { size }
}
