//! What goes one way and the other under a condition: steps that are described and done, and answers before and after review.

use std::collections::BTreeMap;

use stepfall_condition::{Detail, Knowing};
use stepfall_plot::chart::{Duel, Duels, MarkInfo};
use stepfall_plot::scene::Tint;
use stepfall_procedure::Condition;
use stepfall_stats::{Confidence, Estimate, ItemPair, Pairs, Share, paired_difference, sign_flip};

use crate::attempt_filter::{AttemptFilter, Only};
use crate::figure::{Drawing, Figure, MAX_LINES, left_out};
use crate::line_id::LineId;
use crate::paired::{DIFFERENCE_INTERVALS, is_single, plain_points};
use crate::summary::{Scored, Shape, Summary};
use crate::table::Table;
use crate::words::{CLEAR, count, p_cell, p_value};

/// What is held against what.
struct Question {
    id: &'static str,
    title: &'static str,
    /// What only the first has, and only the second.
    sides: [&'static str; 2],
    columns: [&'static str; 6],
    thing: &'static str,
    note: &'static str,
    of: fn(&Scored) -> Option<Pairs>,
    /// What holds of the attempts behind what only the first has, and only the second; nothing where an attempt can have both.
    only: [Option<Only>; 2],
}

const KNOWING: Question = Question {
    id: "protocol-knowing",
    title: "Steps described, and joined so in the trace",
    sides: ["described, not done", "done, not described"],
    columns: [
        "steps",
        "described and done",
        "only described",
        "only done",
        "neither",
        "described less done, points",
    ],
    thing: "step",
    note: "A pair is a step that was asked about. It is described if operands and operation are stated rightly, and done if the trace took them, whatever the arithmetic came to. Of the steps asked about, up to two were done otherwise where the trace has such, and as many were not; the others are spread evenly. Steps of one item stand or fall together.",
    of: |scored| match scored.detail {
        Detail::Knowing(Knowing { both, known, done, neither }) => {
            Some(Pairs { both, only_first: known, only_second: done, neither })
        }
        _ => None,
    },
    only: [None, None],
};

const REVIEW: Question = Question {
    id: "protocol-review",
    title: "Answers before and after review",
    sides: ["right to wrong", "wrong to right"],
    columns: [
        "attempts",
        "right before and after",
        "right to wrong",
        "wrong to right",
        "wrong before and after",
        "before less after, points",
    ],
    thing: "attempt",
    note: "A pair is an attempt: its first answer, and the last one after it was asked to look its work over. Several samples of an item stand or fall together.",
    of: |scored| match scored.detail {
        Detail::Review { before, after } => Some(went(before, after)),
        _ => None,
    },
    only: [
        Some(Only::Reviewed { before: true, after: false }),
        Some(Only::Reviewed { before: false, after: true }),
    ],
};

/// What is said of the second sample.
const SECOND: &str = "Any second attempt changes some answers both ways. Beside a review stands what an independent one does: the second sample of trace at an item in place of the first, counted alike. Whether a review solves more than it is in what helps.";
/// What is said where there is none.
const LACKS_SECOND: &str = "Any second attempt changes some answers both ways. What an independent one does takes two samples of trace at an item, which are missing here.";

/// The pairs of a line.
struct Paired {
    line: LineId,
    name: String,
    /// What holds of the attempts behind each side; nothing where it is no single attempt.
    only: [Option<Only>; 2],
    pairs: Pairs,
    is_single: bool,
    p: f64,
    difference: Estimate,
}

impl Summary {
    /// Steps that are described against steps that are executed, under [`stepfall_procedure::Condition::Explain`]; nothing where nobody was asked so.
    pub(crate) fn knowing(&self) -> Option<Figure> {
        self.both_ways(&KNOWING, &self.all_ways(&KNOWING))
    }

    /// Answers that a review fixes and those that it breaks, and the same of a second sample of trace that replaces the first, where there is one; nothing where
    /// nobody was asked so.
    pub(crate) fn review(&self) -> Option<Figure> {
        let reviewed = self.all_ways(&REVIEW);
        let is_reviewed = |line: &LineId| reviewed.iter().any(|one| one.line.target == line.target);
        let traced = self.lines().into_iter().filter(|line| line.condition == Condition::Trace);
        let replaced = traced.filter(is_reviewed).filter_map(|line| self.replaced(line));
        let replaced: Vec<Paired> = replaced.collect();
        let note = if replaced.is_empty() { LACKS_SECOND } else { SECOND };
        let all: Vec<Paired> = reviewed.into_iter().chain(replaced).collect();
        let mut figure = self.both_ways(&REVIEW, &all)?;
        figure.notes.insert(1, note.to_owned());
        Some(figure)
    }

    fn all_ways(&self, question: &Question) -> Vec<Paired> {
        self.lines().into_iter().filter_map(|line| self.ways(question, line)).collect()
    }

    fn both_ways(&self, question: &Question, all: &[Paired]) -> Option<Figure> {
        let first = all.first()?;
        let mut sentence = Self::ways_sentence(question, first);
        // The second sample of the same target answers what the first row asks.
        let second = all.iter().find(|one| {
            one.line.target == first.line.target && one.line.condition != first.line.condition
        });
        if let Some(second) = second {
            sentence = format!("{sentence} {}", Self::ways_sentence(question, second));
        }
        let duel = |one: &Paired| Self::ways_duel(question, one);
        let duels = Duels {
            title: question.title.to_owned(),
            sides: (String::new(), String::new()),
            duels: all.iter().take(MAX_LINES).map(duel).collect(),
        };
        let test = if all.iter().all(|one| one.is_single) {
            "McNemar's exact test"
        } else {
            "The sign-flip test by item"
        };
        let mut notes = vec![format!(
            "{} {test} is two-sided; differences have intervals at 95 %, {DIFFERENCE_INTERVALS}.",
            question.note
        )];
        notes.extend(self.shared_items_note());
        let seen: Vec<LineId> = all.iter().map(|one| one.line).collect();
        notes.extend(left_out(duels.duels.len(), all.len(), "lines"));
        notes.extend(self.betrayal_note(&seen));
        notes.extend(self.missing_note(&seen));
        notes.extend(self.naming_notes(&seen));
        Some(Figure {
            id: question.id.to_owned(),
            title: question.title.to_owned(),
            sentence,
            table: Self::ways_table(question, all),
            notes,
            basis: self.basis(&seen),
            drawing: Drawing::Duels(duels),
        })
    }

    fn ways(&self, question: &Question, line: LineId) -> Option<Paired> {
        let mut items: BTreeMap<(Shape, u32), Pairs> = BTreeMap::new();
        for (shape, counts) in self.shapes(line) {
            for scored in &counts.scored {
                let Some(more) = (question.of)(scored) else { continue };
                add(items.entry((shape, scored.item)).or_default(), more);
            }
        }
        self.paired_ways(line, self.label(line), question.only, &items)
    }

    /// The first sample of each item of a line, and the second one that replaces it.
    fn replaced(&self, line: LineId) -> Option<Paired> {
        let mut items: BTreeMap<(Shape, u32), Pairs> = BTreeMap::new();
        for (shape, counts) in self.shapes(line) {
            for (item, of) in &counts.items {
                let mut samples: Vec<(u32, bool)> =
                    of.outcomes.iter().map(|outcome| (outcome.sample, outcome.solved)).collect();
                samples.sort_unstable();
                if let [(_, before), (_, after), ..] = samples[..] {
                    items.insert((shape, *item), went(before, after));
                }
            }
        }
        let name = format!("{}, a second sample for the first", self.label(line));
        self.paired_ways(line, name, [None, None], &items)
    }

    fn paired_ways(
        &self,
        line: LineId,
        name: String,
        only: [Option<Only>; 2],
        items: &BTreeMap<(Shape, u32), Pairs>,
    ) -> Option<Paired> {
        let mut pairs = Pairs::default();
        for item in items.values() {
            add(&mut pairs, *item);
        }
        let pair = |((shape, item), pairs): (&(Shape, u32), &Pairs)| {
            let of = pairs.both + pairs.only_first + pairs.only_second + pairs.neither;
            Some(ItemPair {
                stratum: shape.stratum(),
                item: shape.item(*item),
                first: Share::new(pairs.both + pairs.only_first, of).ok().filter(|_| of > 0)?,
                second: Share::new(pairs.both + pairs.only_second, of).ok()?,
            })
        };
        let of_items: Vec<ItemPair> = items.iter().filter_map(pair).collect();
        let difference = paired_difference(&of_items, self.items, Confidence::USUAL).ok()?;
        let p = sign_flip(&of_items, self.items, self.seed).ok()?;
        let is_single = is_single(&of_items, self.items);
        Some(Paired { line, name, only, pairs, is_single, p, difference })
    }

    fn ways_duel(question: &Question, one: &Paired) -> Duel {
        let label = &one.name;
        let Pairs { both, only_first, only_second, neither } = one.pairs;
        let said = |side: usize, number: u32| -> MarkInfo {
            let things = count(number, question.thing);
            let filter = AttemptFilter { only: one.only[side], ..AttemptFilter::line(one.line) };
            filter.info(format!("{label}: {things} {}", question.sides[side]))
        };
        let all =
            both.saturating_add(only_first).saturating_add(only_second).saturating_add(neither);
        let all = count(all, question.thing);
        let text = format!("{label}, {all}: {}", p_value(one.p));
        Duel {
            left: (question.sides[0].to_owned(), Tint::Series(0)),
            right: (question.sides[1].to_owned(), Tint::Series(1)),
            counts: (only_first, only_second),
            text,
            info: AttemptFilter::line(one.line).info(Self::ways_sentence(question, one)),
            sides: (said(0, only_first), said(1, only_second)),
        }
    }

    fn ways_table(question: &Question, all: &[Paired]) -> Table {
        let mut table = Table::new(&["line"]);
        table.columns.extend(question.columns.map(str::to_owned));
        let rest = ["low", "high", "p"];
        table.columns.extend(rest.map(str::to_owned));
        for one in all {
            let Pairs { both, only_first, only_second, neither } = one.pairs;
            let all = [both, only_first, only_second, neither]
                .iter()
                .copied()
                .map(u64::from)
                .sum::<u64>();
            let mut row = vec![one.name.clone(), all.to_string()];
            row.extend([both, only_first, only_second, neither].map(|number| number.to_string()));
            let Estimate { value, interval } = one.difference;
            row.extend([value, interval.low, interval.high].map(plain_points));
            row.push(p_cell(one.p));
            table.rows.push(row);
        }
        table
    }

    fn ways_sentence(question: &Question, one: &Paired) -> String {
        let Pairs { both, only_first, only_second, neither } = one.pairs;
        let all =
            both.saturating_add(only_first).saturating_add(only_second).saturating_add(neither);
        let [first, second] = question.sides;
        let verdict = if one.p < CLEAR { "" } else { "no clear difference, " };
        format!(
            "Of {} ({}), {only_first} {} {first}, and {only_second} {} {second}: {verdict}{} ({}).",
            count(all, question.thing),
            one.name,
            go(question, only_first),
            go(question, only_second),
            p_value(one.p),
            if one.is_single { "exact McNemar test" } else { "sign-flip test by item" }
        )
    }
}

/// The one pair of an answer that is right or not, before and after.
fn went(before: bool, after: bool) -> Pairs {
    Pairs {
        both: u32::from(before && after),
        only_first: u32::from(before && !after),
        only_second: u32::from(!before && after),
        neither: u32::from(!before && !after),
    }
}

/// Counts other pairs with some; so many that a count would overflow stay at its end.
fn add(pairs: &mut Pairs, more: Pairs) {
    pairs.both = pairs.both.saturating_add(more.both);
    pairs.only_first = pairs.only_first.saturating_add(more.only_first);
    pairs.only_second = pairs.only_second.saturating_add(more.only_second);
    pairs.neither = pairs.neither.saturating_add(more.neither);
}

/// The verb before what so many do.
fn go(question: &Question, number: u32) -> &'static str {
    match (question.thing, number) {
        ("attempt", 1) => "goes from",
        ("attempt", _) => "go from",
        (_, 1) => "is",
        _ => "are",
    }
}
