//! Scores as sentences.

use stepfall_procedure::Condition;

use crate::score::{ConditionResult, DescribedVersusDone, Score};

impl Score {
    /// Returns the results that are specific to the condition as sentences for users. Plain
    /// conditions have at most one, about the agreement of reasoning and visible text.
    pub fn sentences(&self, condition: Condition) -> Vec<String> {
        let mut sentences = Vec::new();
        match self.detail {
            ConditionResult::Plain => {}
            ConditionResult::Isolated { right, asked } => {
                if asked > 0 {
                    let by = if right == 1 { "itself" } else { "themselves" };
                    sentences.push(format!("{} correct by {by}.", are(right, asked, "step")));
                }
            }
            ConditionResult::Turns { right, turns, hand_backs, mended } => {
                if turns > 0 {
                    sentences
                        .push(format!("{} correct at the first try.", are(right, turns, "turn")));
                }
                if matches!(condition, Condition::Verified(_)) {
                    sentences.push(handed_back(hand_backs, mended));
                }
            }
            ConditionResult::Calls { calls: 0, .. } => {
                sentences.push("No operation was called for.".to_owned());
            }
            ConditionResult::Calls { calls, failed, wrong_operands, wrong_operations } => {
                if failed + wrong_operands + wrong_operations == 0 {
                    sentences.push(format!(
                        "{} correct in operands and operation.",
                        are(calls, calls, "call")
                    ));
                }
                let kinds = [
                    (wrong_operands, "had wrong operands"),
                    (wrong_operations, "had another operation"),
                    (failed, "came to nothing"),
                ];
                for (count, what) in kinds.into_iter().filter(|(count, _)| *count > 0) {
                    sentences.push(format!("{count} of {} {what}.", counted(calls, "call")));
                }
            }
            ConditionResult::Program { faithful, of, .. } => {
                let what = match condition {
                    Condition::Symbolic => "lines are",
                    _ => "program is",
                };
                sentences
                    .push(format!("The {what} faithful in {faithful} of {}.", counted(of, "step")));
            }
            ConditionResult::Knowing(DescribedVersusDone { both, known, done, neither }) => {
                let all = both + known + done + neither;
                if all > 0 {
                    let (knew, did) = (both + known, both + done);
                    let all = counted(all, "step");
                    sentences.push(format!(
                        "Described {knew} of {all} correctly; the trace took the correct operands and operation in {did}."
                    ));
                }
            }
            ConditionResult::Review { before, after } => {
                if self.replies > 1 {
                    sentences.push(second_look(before, after).to_owned());
                }
            }
            ConditionResult::Primed { claimed, right, mended } => {
                if claimed > 0 {
                    let steps = are(right, claimed, "own step");
                    sentences.push(format!("{steps} correct given what stands before."));
                }
                if mended {
                    sentences.push(
                        "The history was corrected, and the answer is that of the procedure."
                            .to_owned(),
                    );
                } else if self.is_solved
                    && matches!(condition, Condition::Primed { errors: 1.., .. })
                {
                    sentences
                        .push("The answer follows from the history with its errors.".to_owned());
                }
            }
        }
        if let Some(agreement) = self.agreement.filter(|agreement| agreement.both > 0) {
            let all = counted(agreement.both, "step");
            sentences.push(format!("Reasoning and answer agree in {} of {all}.", agreement.same));
        }
        sentences
    }
}

fn handed_back(hand_backs: u32, mended: u32) -> String {
    match (hand_backs, mended) {
        (0, _) => "Never told that a step was incorrect.".to_owned(),
        (1, 0) => "Told once that a step was incorrect, and did not fix it.".to_owned(),
        (1, _) => "Told once that a step was incorrect, and fixed it.".to_owned(),
        _ => {
            format!(
                "Told {} that a step was incorrect; fixed {}.",
                times(hand_backs),
                times(mended)
            )
        }
    }
}

const fn second_look(before: bool, after: bool) -> &'static str {
    match (before, after) {
        (true, true) => "Correct before the second look and after it.",
        (false, true) => "The first answer was incorrect; fixed on review.",
        (true, false) => "The first answer was correct; broken on review.",
        (false, false) => "Incorrect before the second look and after it.",
    }
}

/// Begins a sentence: `3 of 5 turns are`, `Both turns are`, `All 5 turns are`
fn are(count: u32, all: u32, what: &str) -> String {
    let verb = if count == 1 { "is" } else { "are" };
    match (count, all) {
        (1, 1) => format!("The only {what} is"),
        (2, 2) => format!("Both {what}s are"),
        _ if count == all => format!("All {} {verb}", counted(all, what)),
        _ => format!("{count} of {} {verb}", counted(all, what)),
    }
}

fn counted(count: u32, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn times(count: u32) -> String {
    match count {
        0 => "never".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{count} times"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(condition: Condition, detail: ConditionResult) -> String {
        let score = Score {
            is_solved: true,
            is_first_answer_correct: true,
            is_first_answer_close: true,
            is_last_answer_correct: true,
            replies: 2,
            agreement: None,
            detail,
        };
        score.sentences(condition).join(" ")
    }

    #[test]
    fn condition_sentences_state_their_counts() {
        let calls = |failed, wrong_operands| ConditionResult::Calls {
            calls: 25,
            failed,
            wrong_operands,
            wrong_operations: 0,
        };
        let turns =
            |hand_backs, mended| ConditionResult::Turns { right: 4, turns: 5, hand_backs, mended };
        let described_versus_done = DescribedVersusDone { both: 4, known: 1, done: 0, neither: 0 };
        let history = Condition::Primed { steps: 4, errors: 1 };
        let cases = [
            (Condition::Trace, ConditionResult::Plain, ""),
            (
                Condition::Isolated,
                ConditionResult::Isolated { right: 24, asked: 25 },
                "24 of 25 steps are correct by themselves.",
            ),
            (Condition::Stepwise, turns(0, 0), "4 of 5 turns are correct at the first try."),
            (
                Condition::Verified(5),
                turns(2, 1),
                "4 of 5 turns are correct at the first try. \
                 Told twice that a step was incorrect; fixed once.",
            ),
            (Condition::Calculator, calls(0, 3), "3 of 25 calls had wrong operands."),
            (
                Condition::Calculator,
                calls(0, 0),
                "All 25 calls are correct in operands and operation.",
            ),
            (
                Condition::Transcribe,
                ConditionResult::Program { steps: 25, faithful: 24, of: 25 },
                "The program is faithful in 24 of 25 steps.",
            ),
            (
                Condition::Explain,
                ConditionResult::Knowing(described_versus_done),
                "Described 5 of 5 steps correctly; the trace took the correct operands and operation in 4.",
            ),
            (
                Condition::Review,
                ConditionResult::Review { before: true, after: false },
                "The first answer was correct; broken on review.",
            ),
            (
                history,
                ConditionResult::Primed { claimed: 21, right: 1, mended: false },
                "1 of 21 own steps is correct given what stands before. \
                 The answer follows from the history with its errors.",
            ),
        ];
        for (condition, detail, expected) in cases {
            assert_eq!(joined(condition, detail), expected, "{condition}");
        }
    }
}
