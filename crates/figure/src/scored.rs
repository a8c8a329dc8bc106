//! The notes on which answer of an attempt a figure scores.

use stepfall_procedure::Condition;
use stepfall_protocol::figure::Measure;

use crate::line_id::LineId;

/// Returns whether some lines are asked to review their work, and whether turns of some are
/// checked.
fn feedback_kinds(lines: &[LineId]) -> (bool, bool) {
    let is_reviewed = lines.iter().any(|line| line.condition == Condition::Review);
    let is_verified = lines.iter().any(|line| matches!(line.condition, Condition::Verified(_)));
    (is_reviewed, is_verified)
}

/// Returns whether some lines review their first answer.
pub(crate) fn is_reviewed(lines: &[LineId]) -> bool {
    feedback_kinds(lines).0
}

/// Returns the sentence on errors that feedback has corrected, for a note on steps or modes; empty
/// if no line gets feedback.
pub(crate) fn corrected_note(lines: &[LineId]) -> &'static str {
    match feedback_kinds(lines) {
        (false, false) => "",
        _ => " Errors that were corrected on review or after feedback are not counted.",
    }
}

/// Returns the sentence on lines in which every step counts, because their steps do not lead to one
/// answer; `None` without such lines.
fn every_step(lines: &[LineId]) -> Option<String> {
    let has = |condition: Condition| lines.iter().any(|line| line.condition == condition);
    let names: Vec<&str> = [Condition::Isolated, Condition::Unchained]
        .into_iter()
        .filter(|condition| has(*condition))
        .map(Condition::word)
        .collect();
    let names = names.join(" and ");
    (!names.is_empty()).then(|| {
        format!("Under {names} every step has to be correct; elsewhere the answer alone counts.")
    })
}

/// Joins two optional sentences.
fn join_sentences(first: Option<String>, second: Option<String>) -> Option<String> {
    match (first, second) {
        (Some(first), Some(second)) => Some(format!("{first} {second}")),
        (first, second) => first.or(second),
    }
}

fn first_of_feedback(lines: &[LineId]) -> Option<String> {
    let text = match feedback_kinds(lines) {
        (false, false) => return None,
        (true, false) => "We score the first answer, before the second look of a review.",
        (false, true) => {
            "We score the first answer. When steps are checked, that answer comes after the feedback on earlier steps."
        }
        (true, true) => {
            "We score the first answer, before the second look of a review. When steps are checked, that answer comes after the feedback on earlier steps."
        }
    };
    Some(text.to_owned())
}

/// Returns the note on which answer is scored. If the measure is not the answer that counts, the
/// note is `None` unless some lines get feedback, or have no answer to which the steps lead.
pub(crate) fn measure_note(measure: Measure, lines: &[LineId]) -> Option<String> {
    let feedback = match (measure, feedback_kinds(lines)) {
        (Measure::Solved, _) => return Some(counted_note(lines)),
        (Measure::First | Measure::Tolerant, _) => first_of_feedback(lines),
        (_, (false, false)) => None,
        (Measure::Last, _) => Some(
            "We score the last answer, which comes after the feedback of a review or a check."
                .to_owned(),
        ),
        (Measure::Any, _) => Some(
            "We score any answer, before or after the feedback of a review or a check.".to_owned(),
        ),
    };
    join_sentences(feedback, every_step(lines))
}

/// Returns the note for figures that score the answer that counts under each condition.
pub(crate) fn counted_note(lines: &[LineId]) -> String {
    let feedback = match feedback_kinds(lines) {
        (false, false) => String::new(),
        (true, false) => ", under review the one after the second look".to_owned(),
        (false, true) => ", under verified the one after feedback".to_owned(),
        (true, true) => {
            ", under review the one after the second look, and under verified the one after feedback"
                .to_owned()
        }
    };
    let second = if feedback.contains("review")
        && lines.iter().any(|it| it.condition == Condition::Trace)
    {
        " An attempt of trace is independent of the first answer that a review looks over: it is the second sample that could replace it."
    } else {
        ""
    };
    let every = every_step(lines).map_or_else(String::new, |text| format!(" {text}"));
    format!(
        "An item is solved where the answer that counts is correct: the first one of a single reply, the last one of a dialogue{feedback}.{every}{second}"
    )
}
