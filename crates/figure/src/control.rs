//! The control of each condition, which is declared here and not chosen from results.

use stepfall_procedure::Condition;

use crate::line_id::LineId;
use crate::summary::Summary;
use crate::words::{condition_name, count};

/// The control of a condition, and the figure that compares them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ControlKind {
    /// No control: other conditions are compared with this one.
    Baseline,
    /// The condition itself: its score compares two parts of one attempt.
    Itself,
    /// The control is this condition. The figure *what helps* compares the two.
    Remedy(Condition),
    /// The condition changes the task of trace. The figure *what is lost* compares the two.
    Isolates {
        /// The change of the task, in words.
        what: &'static str,
        /// The control.
        against: Condition,
    },
}

impl ControlKind {
    /// Returns the declared control of a condition.
    ///
    /// Answer only is a baseline, although trace could be its control. The two are compared once,
    /// as trace against answer only.
    pub(crate) const fn of(condition: Condition) -> Self {
        match condition {
            Condition::AnswerOnly | Condition::Primed { errors: 0, .. } => Self::Baseline,
            Condition::Explain => Self::Itself,
            Condition::Trace | Condition::Free => Self::Remedy(Condition::AnswerOnly),
            Condition::Structured
            | Condition::Stepwise
            | Condition::Checkpoints(_)
            | Condition::Transcribe
            | Condition::Review => Self::Remedy(Condition::Trace),
            Condition::Verified(0 | 1) | Condition::Calculator | Condition::CalculatorText => {
                Self::Remedy(Condition::Stepwise)
            }
            Condition::Verified(chunk) => Self::Remedy(Condition::Checkpoints(chunk)),
            Condition::Primed { steps, .. } => Self::Remedy(Condition::Primed { steps, errors: 0 }),
            Condition::Isolated => {
                Self::isolates("each step is asked alone, with its true operands")
            }
            Condition::Unchained => {
                Self::isolates("no step uses another, and every step has to be correct")
            }
            Condition::Copy => Self::isolates(
                "no arithmetic and no second operand: each value is looked up from the one just before",
            ),
            Condition::Exception => {
                Self::isolates("a stated rule, which has to be checked, changes some steps")
            }
            Condition::Remapped => Self::isolates("signs mean other operations, as stated"),
            Condition::Symbolic => Self::isolates("steps are written down and not computed"),
            Condition::Shuffled => Self::isolates(
                "lines are in another order, never in that of the steps, so that the next one has to be found",
            ),
            Condition::Filler(_) => Self::isolates("more text around the same procedure"),
        }
    }

    /// Returns the declaration for trace with a changed task.
    const fn isolates(what: &'static str) -> Self {
        Self::Isolates { what, against: Condition::Trace }
    }

    /// Returns the control; `None` for a baseline, and for a condition that is its own control.
    pub(crate) const fn control_condition(self) -> Option<Condition> {
        match self {
            Self::Baseline | Self::Itself => None,
            Self::Remedy(against) | Self::Isolates { against, .. } => Some(against),
        }
    }

    const fn is_remedy(self) -> bool {
        matches!(self, Self::Remedy(_))
    }
}

/// One of the two figures of declared comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ControlFigure {
    /// The effect of remedies.
    Remedies,
    /// The cost of a changed task.
    ChangedTasks,
}

/// A line whose control is not in the run, or has none of the line's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Uncontrolled {
    pub(crate) line: LineId,
    /// The line that would be its control.
    pub(crate) control: LineId,
}

impl Summary {
    /// Returns the control of a line, whether or not the control is in the run; `None` if the
    /// condition is compared with no other condition.
    pub(crate) fn control(line: LineId) -> Option<LineId> {
        let against = ControlKind::of(line.condition).control_condition()?;
        Some(LineId::new(line.target, against))
    }

    /// Returns the pairs of line and control for a question, and the lines that lack a control. A
    /// line and its control are a pair if they have attempts at a common item. A missing control is
    /// not reported for trace, nor for a target with a single line.
    pub(crate) fn control_pairs(
        &self,
        question: ControlFigure,
    ) -> (Vec<(LineId, LineId)>, Vec<Uncontrolled>) {
        let lines = self.lines();
        let has_others =
            |line: LineId| lines.iter().any(|other| other.target == line.target && *other != line);
        let (mut pairs, mut missing) = (Vec::new(), Vec::new());
        for line in &lines {
            let declared = ControlKind::of(line.condition);
            let is_asked = declared.is_remedy() == (question == ControlFigure::Remedies);
            let Some(control) = Self::control(*line).filter(|_| is_asked) else { continue };
            if self.has_common_items(*line, control) {
                pairs.push((*line, control));
            } else if line.condition != Condition::Trace && has_others(*line) {
                missing.push(Uncontrolled { line: *line, control });
            }
        }
        (pairs, missing)
    }

    /// Returns whether two lines have attempts at a common item.
    fn has_common_items(&self, line: LineId, other_line: LineId) -> bool {
        self.shapes(line).any(|(shape, counts)| {
            let others = self.shapes(other_line).find(|(other_shape, _)| *other_shape == shape);
            others.is_some_and(|(_, other_counts)| {
                counts.items.keys().any(|item| other_counts.items.contains_key(item))
            })
        })
    }

    /// Returns the note on lines without a control: the missing control of each, and the run that
    /// would add it.
    pub(crate) fn uncontrolled_note(
        &self,
        missing: &[Uncontrolled],
        seen: &[LineId],
    ) -> Option<String> {
        let text = |missing: &Uncontrolled| {
            let Uncontrolled { line, control } = missing;
            let (name, needed) = (self.label_among(*line, seen), condition_name(control.condition));
            let items = self.basis(&[*line]).items;
            let lacks = if self.lines().contains(control) {
                "which has none of its items"
            } else {
                "which was not run"
            };
            let other = self.other_size(*line).map_or_else(String::new, |other| {
                format!(" ({} is another control)", condition_name(other.condition))
            });
            let slug = control.condition.slug();
            format!(
                "{name} is not compared with its control, {needed}, {lacks}{other}. To compare, run {needed} ({slug}) on the same {}",
                count(items, "item")
            )
        };
        let text: Vec<String> = missing.iter().map(text).collect();
        (!text.is_empty()).then(|| format!("{}.", text.join(". ")))
    }

    /// Returns a line of the same target whose condition differs from the control only by a number,
    /// such as the chunk size.
    fn other_size(&self, line: LineId) -> Option<LineId> {
        let control = Self::control(line)?;
        let is_alike = |other: &LineId| match (control.condition, other.condition) {
            (Condition::Checkpoints(_), Condition::Checkpoints(_)) => true,
            (Condition::Primed { errors, .. }, Condition::Primed { errors: other_errors, .. }) => {
                errors == other_errors
            }
            _ => false,
        };
        let mut lines = self.lines().into_iter();
        lines.find(|other| other.target == line.target && *other != control && is_alike(other))
    }
}

/// Returns the condition of the control in all comparisons; `None` if there is not exactly one.
pub(crate) fn single_control(pairs: &[(LineId, LineId)]) -> Option<Condition> {
    let first = pairs.first()?.1.condition;
    pairs.iter().all(|(_, control)| control.condition == first).then_some(first)
}

/// Lists the compared conditions with their controls, for a note:
/// `checked every 5 steps against 5 steps a turn`.
pub(crate) fn declared_list(pairs: &[(LineId, LineId)]) -> String {
    let mut conditions: Vec<(Condition, Condition)> =
        pairs.iter().map(|(line, control)| (line.condition, control.condition)).collect();
    conditions.sort_unstable();
    conditions.dedup();
    let text: Vec<String> = conditions
        .into_iter()
        .map(|(condition, control)| {
            format!("{} against {}", condition_name(condition), condition_name(control))
        })
        .collect();
    text.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_condition_has_its_declared_control() {
        let cases = [
            ("answer-only", "–"),
            ("trace", "helps answer-only"),
            ("free", "helps answer-only"),
            ("structured", "helps trace"),
            ("isolated", "lost trace"),
            ("unchained", "lost trace"),
            ("copy", "lost trace"),
            ("shuffled", "lost trace"),
            ("filler.95", "lost trace"),
            ("exception", "lost trace"),
            ("remapped", "lost trace"),
            ("symbolic", "lost trace"),
            ("stepwise", "helps trace"),
            ("checkpoints.5", "helps trace"),
            ("verified.1", "helps stepwise"),
            ("verified.5", "helps checkpoints.5"),
            ("verified.20", "helps checkpoints.20"),
            ("calculator", "helps stepwise"),
            ("calculator-text", "helps stepwise"),
            ("transcribe", "helps trace"),
            ("explain", "itself"),
            ("review", "helps trace"),
            ("primed.4.0", "–"),
            ("primed.4.1", "helps primed.4.0"),
            ("primed.10.2", "helps primed.10.0"),
        ];
        for (slug, expected) in cases {
            let condition = Condition::from_slug(slug).unwrap();
            let found = match ControlKind::of(condition) {
                ControlKind::Baseline => "–".to_owned(),
                ControlKind::Itself => "itself".to_owned(),
                ControlKind::Remedy(against) => format!("helps {}", against.slug()),
                ControlKind::Isolates { what, against } => {
                    assert!(!what.is_empty(), "{slug}");
                    format!("lost {}", against.slug())
                }
            };
            assert_eq!(found, expected, "{slug}");
        }
    }

    #[test]
    fn a_control_is_a_condition_that_is_offered() {
        for condition in Condition::OFFERED {
            if let Some(against) = ControlKind::of(condition).control_condition() {
                assert_eq!(Condition::from_slug(&against.slug()), Some(against));
                assert_ne!(condition, against);
            }
        }
    }
}
