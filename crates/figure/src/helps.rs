//! What helps: each condition beside the one that a target is asked by at first, on the same items.

use stepfall_plot::Spacing;
use stepfall_plot::chart::{Axis, Dot, Dots, End, Tick};
use stepfall_plot::scene::Tint;
use stepfall_procedure::Condition;

use crate::attempt_filter::{Alone, AttemptFilter, Only};
use crate::figure::{Drawing, Figure, MAX_LINES, MAX_NAMED};
use crate::line_id::LineId;
use crate::paired::{Comparison, DIFFERENCE_INTERVALS, Discordant, plain_points, test_note};
use crate::summary::{ItemCounts, Summary};
use crate::table::Table;
use crate::words::{condition_name, count, list, p_cell, p_value, points};

/// The most conditions that are drawn.
const MOST: usize = 2 * MAX_LINES;

impl Summary {
    /// How much more often each condition solves items than the baseline of its target does, on the same items.
    pub fn helps(&self) -> Figure {
        const ID: &str = "helps";
        let all = self.compared(&self.with_baseline(), ItemCounts::solved);
        let mut seen: Vec<LineId> = all.iter().flat_map(|one| [one.first, one.second]).collect();
        seen.sort_unstable();
        seen.dedup();
        let title = self.titled("What helps: items solved, against the baseline", &seen);
        let table = self.helps_table(&all);
        if all.is_empty() {
            let why =
                "This needs two conditions of one target with items in common; there are none yet.";
            return Figure::nothing(ID, &title, why, table);
        }
        let drawn = drawn(&all);
        let dots = Dots {
            title: title.clone(),
            axis: axis(&drawn),
            rows: drawn.iter().map(|one| self.helps_row(one, &seen)).collect(),
        };
        let mut notes = vec![
            format!(
                "The baseline of each target is {}. An item is solved where the answer is right that counts: the first one of a single reply, the last one of a dialogue.",
                self.baselines(&all)
            ),
            format!(
                "Intervals are at 95 %, {DIFFERENCE_INTERVALS}. Each row stands by itself: effects of several conditions do not add up."
            ),
            test_note(&all).to_owned(),
        ];
        notes.extend(self.shared_items_note());
        if all.len() > 1 {
            notes.push(format!(
                "The adjusted p-values allow for {} comparisons by Holm's method.",
                all.len()
            ));
        }
        if all.len() > MOST {
            notes.push(format!(
                "{MOST} of {} comparisons are drawn, those that differ clearly and most; the table has all.",
                all.len()
            ));
        }
        notes.extend(self.missing_note(&seen));
        notes.extend(self.naming_notes(&seen));
        Figure {
            id: ID.to_owned(),
            sentence: self.helps_sentence(&all, &seen),
            table,
            notes,
            basis: self.basis(&seen),
            drawing: Drawing::Dots(dots),
            title,
        }
    }

    /// Each line beside the baseline of its target.
    pub(crate) fn with_baseline(&self) -> Vec<(LineId, LineId)> {
        let pair = |line: LineId| Some((line, self.baseline(line.target)?));
        let pairs = self.lines().into_iter().filter_map(pair);
        pairs.filter(|(line, baseline)| line != baseline).collect()
    }

    /// The line of a target that its others are held against: that under trace, else that under answer-only, else the first.
    pub(crate) fn baseline(&self, target: u16) -> Option<LineId> {
        let lines = self.lines();
        let own = || lines.iter().filter(|line| line.target == target);
        let under = |condition| own().find(|line| line.condition == condition);
        let usual = under(Condition::Trace).or_else(|| under(Condition::AnswerOnly));
        usual.or_else(|| own().next()).copied()
    }

    /// What the baselines are called.
    fn baselines(&self, all: &[Comparison]) -> String {
        let mut conditions: Vec<Condition> = all.iter().map(|one| one.second.condition).collect();
        conditions.sort_unstable();
        conditions.dedup();
        if let [only] = conditions[..] {
            return condition_name(only);
        }
        let mut lines: Vec<LineId> = all.iter().map(|one| one.second).collect();
        lines.dedup();
        list(&lines.iter().map(|line| self.label(*line)).collect::<Vec<_>>())
    }

    fn helps_table(&self, all: &[Comparison]) -> Table {
        let mut table = Table::new(&[
            "line",
            "baseline",
            "items",
            "both solve",
            "this more often",
            "the baseline more often",
            "neither solves",
            "difference, points",
            "low",
            "high",
            "p",
            "p, adjusted",
        ]);
        for one in all {
            let Discordant { items, both, first, second, neither } = one.counts;
            let mut row = vec![self.label(one.first), self.label(one.second)];
            row.extend([items, both, first, second, neither].map(|n| n.to_string()));
            let interval = one.difference.interval;
            row.extend([one.difference.value, interval.low, interval.high].map(plain_points));
            row.extend([one.p, one.adjusted].map(p_cell));
            table.rows.push(row);
        }
        table
    }

    fn helps_row(&self, one: &Comparison, seen: &[LineId]) -> Dot {
        let Discordant { items, first, second, .. } = one.counts;
        let interval = one.difference.interval;
        let label = self.label_among(one.first, seen);
        let text = said(one, "");
        let (points, p) = (said(one, " points"), p_value(one.adjusted));
        let (items, other) = (count(items, "item"), condition_name(one.second.condition));
        let fared = if one.is_single {
            format!("it alone solves {first} and {other} alone {second}")
        } else {
            format!("it solves {first} more often and {other} {second}")
        };
        let title = format!("{label}: {points}, {p} (adjusted); of {items} {fared}");
        let filter = AttemptFilter::line(one.first).only(Only::Solves(Alone::Either, one.second));
        Dot {
            label,
            tint: Tint::Series(u8::try_from(one.first.target % 8).unwrap_or(0)),
            value: End::At(one.difference.value),
            range: (End::At(interval.low), End::At(interval.high)),
            text,
            info: filter.info(title),
        }
    }

    /// Which conditions differ clearly from their baseline, the largest differences first; that none does where none does.
    fn helps_sentence(&self, all: &[Comparison], seen: &[LineId]) -> String {
        let sentence = |one: &Comparison| {
            format!("{}, {}", self.label_among(one.first, seen), said(one, " points"))
        };
        let against = format!("Against {}, on the same items", self.baselines(all));
        let most = all.iter().max_by(|one, other| one.size().total_cmp(&other.size()));
        let Some(most) = most else { return String::new() };
        let mut clear: Vec<&Comparison> = all.iter().filter(|one| one.is_clear()).collect();
        clear.sort_by(|one, other| other.size().total_cmp(&one.size()));
        let (more, fewer): (Vec<&Comparison>, Vec<&Comparison>) =
            clear.into_iter().partition(|one| one.difference.value > 0.0);
        let named = |these: &[&Comparison]| {
            let said: Vec<String> = these.iter().take(MAX_NAMED).map(|one| sentence(one)).collect();
            match these.len().saturating_sub(said.len()) {
                0 => list(&said),
                more => format!("{}, and {more} more in the table", list(&said)),
            }
        };
        let parts: Vec<String> = [("more", &more), ("fewer", &fewer)]
            .into_iter()
            .filter(|(_, these)| !these.is_empty())
            .map(|(word, these)| format!("{word} are solved by {}", named(these)))
            .collect();
        if parts.is_empty() {
            let p = p_value(most.adjusted);
            return format!(
                "{against}: no clear difference; the largest is {} ({p}).",
                sentence(most)
            );
        }
        format!("{against}: {}.", parts.join("; "))
    }
}

/// The comparisons that are drawn, in their order: all, or of too many those that differ clearly first, and of these and of the others the largest.
fn drawn(all: &[Comparison]) -> Vec<&Comparison> {
    let is_ahead = |(at, one): (usize, &Comparison), (other_at, other): (usize, &Comparison)| {
        let by_size = one.size().total_cmp(&other.size()).then(other_at.cmp(&at));
        one.is_clear().cmp(&other.is_clear()).then(by_size).is_gt()
    };
    let rank = |one: (usize, &Comparison)| {
        all.iter().enumerate().filter(|other| is_ahead(*other, one)).count()
    };
    all.iter().enumerate().filter(|one| rank(*one) < MOST).map(|(_, one)| one).collect()
}

/// A difference with its interval, with a unit or without: `+12 points (+3 to +21)`.
pub(crate) fn said(one: &Comparison, unit: &str) -> String {
    let interval = one.difference.interval;
    let value = points(one.difference.value);
    format!("{value}{unit} ({} to {})", points(interval.low), points(interval.high))
}

/// Percentage points on both sides of nothing, as far as intervals reach.
fn axis(all: &[&Comparison]) -> Axis {
    let intervals = || all.iter().map(|one| one.difference.interval);
    let quarter = |share: f64| (share * 4.0).ceil() / 4.0;
    let high = quarter(intervals().map(|interval| interval.high).fold(0.05, f64::max)).min(1.0);
    let low = quarter(-intervals().map(|interval| interval.low).fold(-0.05, f64::min)).min(1.0);
    let ticks = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
    let tick = |at: f64| Tick { at, text: points(at) };
    Axis {
        label: "items solved, difference in points".to_owned(),
        ends: (-low, high),
        ticks: ticks.into_iter().filter(|at| (-low..=high).contains(at)).map(tick).collect(),
        spacing: Spacing::Even,
    }
}
