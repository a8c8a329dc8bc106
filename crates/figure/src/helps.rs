//! The figures on what helps and what is lost: each condition against its declared control, on the
//! same items.

use stepfall_plot::chart::{Axis, Dot, Dots, End, Tick};
use stepfall_plot::scene::Tint;
use stepfall_procedure::Condition;
use stepfall_protocol::figure::{Measure, Table};

use crate::attempt_filter::{AttemptFilter, BetterLine, Restriction};
use crate::control::{ControlFigure, ControlKind, Uncontrolled, declared_list, single_control};
use crate::figure::{Drawing, Figure, MAX_LINES, MAX_NAMED};
use crate::line_id::LineId;
use crate::paired::{Comparison, DIFFERENCE_INTERVALS, PairedCounts, plain_points};
use crate::scored::counted_note;
use crate::summary::Summary;
use crate::words::{NONE, condition_name, count, level_note, list, points};

/// The most comparisons that are drawn.
const MAX_DRAWN_CONDITIONS: usize = 2 * MAX_LINES;

impl ControlFigure {
    /// Returns the name of the figure in files.
    const fn id(self) -> &'static str {
        match self {
            Self::Remedies => "helps",
            Self::ChangedTasks => "controls",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Remedies => "What helps: items solved, against the control",
            Self::ChangedTasks => "What is lost: items solved under a changed task, against trace",
        }
    }

    /// Returns the note below the figure.
    const fn note(self) -> &'static str {
        match self {
            Self::Remedies => "Each condition less its control, on the same items.",
            Self::ChangedTasks => {
                "Each condition less trace, on the same items. Most change more than one thing."
            }
        }
    }

    const fn nothing(self) -> &'static str {
        match self {
            Self::Remedies => {
                "This needs a condition and its control with items in common; there are none yet."
            }
            Self::ChangedTasks => {
                "This needs trace and a condition that changes the task; there are none yet."
            }
        }
    }
}

impl Summary {
    /// Returns how much more often each remedy solves items than its declared control does, on the
    /// same items.
    pub fn helps(&self) -> Figure {
        self.marked(self.control_figure(ControlFigure::Remedies))
    }

    /// Returns how much more often items are solved if the task of trace is changed, on the same
    /// items.
    pub fn controls(&self) -> Figure {
        self.marked(self.control_figure(ControlFigure::ChangedTasks))
    }

    fn control_figure(&self, question: ControlFigure) -> Figure {
        let (pairs, missing) = self.control_pairs(question);
        let all = self.compare_lines(&pairs, Measure::Solved);
        let mut seen: Vec<LineId> =
            all.iter().flat_map(|comparison| [comparison.first, comparison.second]).collect();
        seen.extend(missing.iter().map(|uncontrolled| uncontrolled.line));
        seen.sort_unstable();
        seen.dedup();
        let title = self.titled(question.title(), &seen);
        let table = self.helps_table(question, &all, &missing);
        let lacking = self.uncontrolled_note(&missing, &seen);
        if all.is_empty() {
            let why = lacking.unwrap_or_else(|| question.nothing().to_owned());
            return Figure::nothing(question.id(), &title, &why, table);
        }
        let drawn = drawn_comparisons(&all);
        let is_one =
            drawn.iter().all(|comparison| comparison.second.condition == drawn[0].second.condition);
        let dots = Dots {
            title: title.clone(),
            axis: axis(&drawn),
            rows: drawn
                .iter()
                .map(|comparison| self.helps_row(comparison, &seen, is_one))
                .collect(),
        };
        let mut method = vec![declared_note(question, &all), counted_note(&seen)];
        method.push(format!(
            "{} They are made {DIFFERENCE_INTERVALS}. Effects of several conditions do not add up.",
            level_note(all.len())
        ));
        method.push(self.test_note(&all).to_owned());
        method.extend(self.error_reveal_note(&seen));
        method.extend(self.shared_items_note());
        if all.len() > MAX_DRAWN_CONDITIONS {
            method.push(format!(
                "{MAX_DRAWN_CONDITIONS} of {} comparisons are drawn, those that differ clearly and most; the table has all.",
                all.len()
            ));
        }
        method.extend(lacking);
        method.extend(self.missing_note(&seen));
        method.extend(Self::bounds_note(&all));
        method.extend(self.naming_notes(&seen));
        let compared: Vec<LineId> = seen
            .iter()
            .copied()
            .filter(|line| missing.iter().all(|uncontrolled| uncontrolled.line != *line))
            .collect();
        Figure {
            id: question.id().to_owned(),
            sentence: self.helps_sentence(&all, &seen),
            table,
            note: Some(question.note().to_owned()),
            method,
            basis: self.basis(&compared),
            drawing: Drawing::Dots(dots),
            title,
        }
    }

    /// Returns each line of a remedy with its control.
    pub(crate) fn with_control(&self) -> Vec<(LineId, LineId)> {
        self.control_pairs(ControlFigure::Remedies).0
    }

    /// Returns the main line of a target: the one under trace, else the one under answer-only, else
    /// the first.
    pub(crate) fn baseline(&self, target: u16) -> Option<LineId> {
        let lines = self.lines();
        let own = || lines.iter().filter(|line| line.target == target);
        let under = |condition| own().find(|line| line.condition == condition);
        let usual = under(Condition::Trace).or_else(|| under(Condition::AnswerOnly));
        usual.or_else(|| own().next()).copied()
    }

    fn helps_table(
        &self,
        question: ControlFigure,
        all: &[Comparison],
        missing: &[Uncontrolled],
    ) -> Table {
        let mut table = Table::new(&[
            "line",
            "control",
            "items",
            "both solve",
            "this more often",
            "the control more often",
            "neither solves",
            "difference, points",
            "low",
            "high",
            "p",
            "p, adjusted",
        ]);
        for comparison in all {
            let PairedCounts { items, both, first, second, neither } = comparison.counts;
            let mut row = vec![self.label(comparison.first), self.label(comparison.second)];
            row.extend([items, both, first, second, neither].map(|n| n.to_string()));
            let interval = comparison.difference.interval;
            row.extend(
                [comparison.difference.value, interval.low, interval.high].map(plain_points),
            );
            row.extend(comparison.p_cells());
            table.rows.push(row);
        }
        Self::add_bounds(&mut table, all);
        if question == ControlFigure::ChangedTasks {
            table.columns.push("how the task differs from trace".to_owned());
            for (row, comparison) in table.rows.iter_mut().zip(all) {
                row.push(task_change(comparison.first).unwrap_or(NONE).to_owned());
            }
        }
        for Uncontrolled { line, control } in missing {
            let other = condition_name(control.condition);
            let mut row = vec![self.label(*line), format!("{other}: not on these items")];
            row.resize(table.columns.len(), NONE.to_owned());
            table.rows.push(row);
        }
        table
    }

    /// Returns the row of a comparison. It names the control, except if `is_one` states that all
    /// comparisons have the same control.
    fn helps_row(&self, comparison: &Comparison, seen: &[LineId], is_one: bool) -> Dot {
        let PairedCounts { items, first, second, .. } = comparison.counts;
        let interval = comparison.difference.interval;
        let mut label = self.label_among(comparison.first, seen);
        if !is_one {
            label = format!("{label} against {}", condition_name(comparison.second.condition));
        }
        let text = comparison.text("");
        let points = comparison.text(" points");
        let p = comparison.p_words().map_or(String::new(), |p| format!(", {p} (adjusted)"));
        let (items, other) = (count(items, "item"), condition_name(comparison.second.condition));
        let outcome = if comparison.is_single {
            format!("it alone solves {first} and {other} alone {second}")
        } else {
            format!("it solves {first} more often and {other} {second}")
        };
        let title = format!("{label}: {points}{p}; of {items} {outcome}");
        let filter = AttemptFilter::line(comparison.first).only(Restriction::Decides(
            Measure::Solved,
            BetterLine::Either,
            comparison.second,
        ));
        Dot {
            label,
            tint: Tint::Series(u8::try_from(comparison.first.target % 8).unwrap_or(0)),
            value: End::At(comparison.difference.value),
            range: (End::At(interval.low), End::At(interval.high)),
            text,
            info: filter.info(title),
        }
    }

    /// Returns a sentence on the conditions that differ clearly from their control, the largest
    /// differences first, or that no condition does.
    fn helps_sentence(&self, all: &[Comparison], seen: &[LineId]) -> String {
        let pairs: Vec<(LineId, LineId)> =
            all.iter().map(|comparison| (comparison.first, comparison.second)).collect();
        let control = single_control(&pairs);
        let sentence = |comparison: &Comparison| {
            let name = self.label_among(comparison.first, seen);
            let name = match control {
                Some(_) => name,
                None => format!("{name} (against {})", condition_name(comparison.second.condition)),
            };
            format!("{name}, {}", comparison.text(" points"))
        };
        let control = control.map_or_else(|| "their controls".to_owned(), condition_name);
        let against = format!("Against {control}, on the same items");
        let most = all.iter().max_by(|first, second| first.size().total_cmp(&second.size()));
        let Some(most) = most else { return String::new() };
        if self.completion.is_interim() {
            return format!(
                "{against}, so far and not tested: the largest difference is {}.",
                sentence(most)
            );
        }
        let mut clear: Vec<&Comparison> =
            all.iter().filter(|comparison| comparison.is_clear()).collect();
        clear.sort_by(|first, second| second.size().total_cmp(&first.size()));
        let (more, fewer): (Vec<&Comparison>, Vec<&Comparison>) =
            clear.into_iter().partition(|comparison| comparison.difference.value > 0.0);
        let named = |comparisons: &[&Comparison]| {
            let text: Vec<String> =
                comparisons.iter().take(MAX_NAMED).map(|comparison| sentence(comparison)).collect();
            match comparisons.len().saturating_sub(text.len()) {
                0 => list(&text),
                more => format!("{}, and {more} more in the table", list(&text)),
            }
        };
        let parts: Vec<String> = [("more", &more), ("fewer", &fewer)]
            .into_iter()
            .filter(|(_, comparisons)| !comparisons.is_empty())
            .map(|(word, these)| format!("{word} are solved by {}", named(these)))
            .collect();
        if parts.is_empty() {
            let p = most.p_words().unwrap_or_default();
            return format!(
                "{against}: no clear difference; the largest is {} ({p}).",
                sentence(most)
            );
        }
        format!("{against}: {}.", parts.join("; "))
    }
}

/// Returns the note on the comparisons and their reasons.
fn declared_note(question: ControlFigure, all: &[Comparison]) -> String {
    let pairs: Vec<(LineId, LineId)> =
        all.iter().map(|comparison| (comparison.first, comparison.second)).collect();
    match question {
        ControlFigure::Remedies => format!(
            "Each condition is held against the control that was declared for it before anything was asked: {}.",
            declared_list(&pairs)
        ),
        ControlFigure::ChangedTasks => {
            let mut parts: Vec<String> = Vec::new();
            for (line, _) in pairs {
                let name = condition_name(line.condition);
                let what = task_change(line).unwrap_or(NONE);
                let text = format!("{name} ({what})");
                if !parts.contains(&text) {
                    parts.push(text);
                }
            }
            format!(
                "Each of these conditions changes the task of trace, to tell what that costs; none is a remedy: {}.",
                list(&parts)
            )
        }
    }
}

/// Returns how a line's condition changes the task of trace; `None` for a condition with another
/// purpose.
const fn task_change(line: LineId) -> Option<&'static str> {
    match ControlKind::of(line.condition) {
        ControlKind::Isolates { what, .. } => Some(what),
        _ => None,
    }
}

/// Returns the comparisons that are drawn, in their original order. If there are too many, clear
/// differences are chosen before others, and larger ones before smaller ones in both groups.
fn drawn_comparisons(all: &[Comparison]) -> Vec<&Comparison> {
    let is_ahead = |(at, comparison): (usize, &Comparison),
                    (other_at, other_comparison): (usize, &Comparison)| {
        let by_size = comparison.size().total_cmp(&other_comparison.size()).then(other_at.cmp(&at));
        comparison.is_clear().cmp(&other_comparison.is_clear()).then(by_size).is_gt()
    };
    let rank = |candidate: (usize, &Comparison)| {
        all.iter()
            .enumerate()
            .filter(|other_candidate| is_ahead(*other_candidate, candidate))
            .count()
    };
    all.iter()
        .enumerate()
        .filter(|candidate| rank(*candidate) < MAX_DRAWN_CONDITIONS)
        .map(|(_, comparison)| comparison)
        .collect()
}

/// Returns an axis of percentage points on both sides of zero, as far as intervals reach.
fn axis(all: &[&Comparison]) -> Axis {
    let intervals = || all.iter().map(|comparison| comparison.difference.interval);
    let quarter = |share: f64| (share * 4.0).ceil() / 4.0;
    let high = quarter(intervals().map(|interval| interval.high).fold(0.05, f64::max)).min(1.0);
    let low = quarter(-intervals().map(|interval| interval.low).fold(-0.05, f64::min)).min(1.0);
    let ticks = [-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0];
    let tick = |at: f64| Tick { at, text: points(at) };
    Axis {
        label: "items solved, difference in points".to_owned(),
        ends: (-low, high),
        ticks: ticks.into_iter().filter(|at| (-low..=high).contains(at)).map(tick).collect(),
    }
}
