//! Which answer of an attempt a figure scores, for its notes.

use stepfall_procedure::Condition;

use crate::line_id::LineId;
use crate::summary::Measure;

/// Whether some lines are asked to look their work over, and whether turns of some are checked.
fn feedback(lines: &[LineId]) -> (bool, bool) {
    let is_reviewed = lines.iter().any(|line| line.condition == Condition::Review);
    let is_verified = lines.iter().any(|line| matches!(line.condition, Condition::Verified(_)));
    (is_reviewed, is_verified)
}

/// What is said where some lines have no answer to which the steps lead; nothing where none is such.
fn every_step(lines: &[LineId]) -> Option<String> {
    let has = |condition: Condition| lines.iter().any(|line| line.condition == condition);
    let names: Vec<&str> = [Condition::Isolated, Condition::Unchained]
        .into_iter()
        .filter(|condition| has(*condition))
        .map(Condition::word)
        .collect();
    let names = names.join(" and ");
    (!names.is_empty()).then(|| {
        format!("Under {names}, where no step uses another, right is where every step is.")
    })
}

/// Two sentences that may be missing.
fn joined(one: Option<String>, other: Option<String>) -> Option<String> {
    match (one, other) {
        (Some(one), Some(other)) => Some(format!("{one} {other}")),
        (one, other) => one.or(other),
    }
}

/// What is said where first answers are scored and some lines get feedback, or have no answer to which the steps lead; nothing where none does.
pub(crate) fn first_note(lines: &[LineId]) -> Option<String> {
    joined(first_of_feedback(lines), every_step(lines))
}

fn first_of_feedback(lines: &[LineId]) -> Option<String> {
    let said = match feedback(lines) {
        (false, false) => return None,
        (true, false) => "Scored is the first answer: under review the one before the second look.",
        (false, true) => {
            "Scored is the first answer: under verified the one that was given first, after feedback on earlier steps."
        }
        (true, true) => {
            "Scored is the first answer: under review the one before the second look, and under verified the one that was given first, after feedback on earlier steps."
        }
    };
    Some(said.to_owned())
}

/// The same for a measure.
pub(crate) fn measure_note(measure: Measure, lines: &[LineId]) -> Option<String> {
    let feedback = match (measure, feedback(lines)) {
        (Measure::First | Measure::Tolerant, _) => first_of_feedback(lines),
        (_, (false, false)) => None,
        (Measure::Last, _) => {
            Some("Scored is the last answer: under review and verified the one after feedback.".to_owned())
        }
        (Measure::Any, _) => Some(
            "Scored is any answer: under review and verified the one before feedback as well as the one after it."
                .to_owned(),
        ),
    };
    joined(feedback, every_step(lines))
}

/// What is said where the answers are scored that count under each condition.
pub(crate) fn counted_note(lines: &[LineId]) -> String {
    let feedback = match feedback(lines) {
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
    let every = every_step(lines).map_or_else(String::new, |said| format!(" {said}"));
    format!(
        "An item is solved where the answer is right that counts: the first one of a single reply, the last one of a dialogue{feedback}.{every}{second}"
    )
}
