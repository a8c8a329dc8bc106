//! A summary of the beginning of a long dialogue.
//!
//! Every reply is graded together with the text before it. In a long dialogue a summary replaces
//! that text. Without it, the time would be quadratic in the length of the dialogue.

use stepfall_grade::TextVerdict;
use stepfall_procedure::Item;

use crate::calculator::exact_text;

/// The maximum length of a dialogue without a summary, in bytes that are not blank. Reasoning
/// counts as blank.
const MAX_NON_BLANK_BYTES: usize = 32 << 10;
/// The maximum length of a dialogue without a summary, in bytes.
const MAX_BYTES_WITH_BLANKS: usize = 256 << 10;

/// A summary with one line for each step that the first parts of a dialogue claim.
#[derive(Debug, Clone, Default)]
pub(crate) struct HistorySummary {
    lines: String,
    parts: usize,
}

impl HistorySummary {
    /// Summarises the first `parts` parts of a dialogue, which `verdict` is about. Leaves out the
    /// steps from `withdrawn` on, because the model is asked for them again.
    pub(crate) fn of(
        item: &Item,
        verdict: &TextVerdict,
        withdrawn: Option<u16>,
        parts: usize,
    ) -> Self {
        let mut lines = String::new();
        let counts = |number: u16| withdrawn.is_none_or(|from| number < from);
        for step in verdict.claimed_steps().filter(|step| counts(step.number)) {
            if let Some(claim) = &step.claim {
                let value = exact_text(item.procedure.arithmetic, &claim.value);
                lines.push_str(&format!("{} = {value}\n", item.name(step.number)));
            }
        }
        Self { lines, parts }
    }

    /// Returns whether a text is too long to be graded again with each reply.
    pub(crate) fn must_sum_up(written: &str) -> bool {
        let visible = || written.bytes().filter(|byte| !byte.is_ascii_whitespace()).count();
        written.len() > MAX_NON_BLANK_BYTES
            && (written.len() > MAX_BYTES_WITH_BLANKS || visible() > MAX_NON_BLANK_BYTES)
    }

    pub(crate) fn lines(&self) -> &str {
        &self.lines
    }

    /// Returns the number of parts that the summary replaces.
    pub(crate) const fn parts(&self) -> usize {
        self.parts
    }
}

#[cfg(test)]
mod tests {
    use stepfall_grade::StopReason;
    use stepfall_procedure::{Condition, Generator, Item, Seed, Spec};

    use super::*;
    use crate::note::DialogueEnd;
    use crate::part_verdict::work;
    use crate::reading::{Reading, read};
    use crate::score::ConditionResult;

    fn item(steps: u16) -> Item {
        let spec = Spec { steps, ..Spec::default() };
        Generator::new(spec).unwrap().item(Seed::wrapping(42), 0).unwrap()
    }

    /// Reads a dialogue. Returns also how many texts were graded for it, and how many bytes.
    fn read_and_count(item: &Item, condition: Condition, text: &str) -> (Reading, (usize, usize)) {
        work::take();
        let reading = read(item, condition, text, StopReason::Unknown);
        (reading, work::take())
    }

    #[test]
    fn replies_after_the_end_are_not_graded_one_by_one() {
        let item = item(100);
        let reply = |number: usize| format!("=== answered ===\nS3 = {number}\n");
        let count = 4_000;
        let text: String = (0..count).map(reply).collect();
        for condition in Condition::OFFERED.into_iter().chain([1, 5].map(Condition::Verified)) {
            if condition.is_plain() || !condition.suits(item.spec.steps) {
                continue;
            }
            let (reading, (texts, bytes)) = read_and_count(&item, condition, &text);
            assert!(!reading.score.is_solved, "{condition}");
            assert!(texts < count / 4, "{condition}: {texts} texts");
            assert!(bytes < 8 * text.len(), "{condition}: {bytes} bytes of {}", text.len());
        }
    }

    #[test]
    fn answer_after_the_end_of_a_dialogue_still_counts() {
        let item = item(5);
        let empty = "=== answered ===\nno\n".repeat(50);
        let text = format!("{empty}=== answered ===\nAnswer: {}\n", item.answer_text());
        let reading = read(&item, Condition::Verified(1), &text, StopReason::Unknown);
        assert_eq!(reading.end, Some(DialogueEnd::Ignored));
        assert!(reading.score.is_first_answer_correct && reading.score.is_last_answer_correct);
    }

    #[test]
    fn reading_time_is_proportional_to_the_dialogue_length() {
        let item = item(100);
        let filler = "I look at the line above and at the one below it.\n".repeat(60);
        let reply = |number: u16| {
            format!("=== answered ===\n{filler}{}\n", item.trace_line(number, &item.values))
        };
        let last = item.procedure.last();
        let mut text: String = (item.procedure.first_step()..=last).map(reply).collect();
        text.push_str(&format!("Answer: {}\n", item.answer_text()));
        let (reading, (_, bytes)) = read_and_count(&item, Condition::Stepwise, &text);
        let turns = ConditionResult::Turns { right: 100, turns: 100, hand_backs: 0, mended: 0 };
        assert_eq!((reading.end, reading.score.detail), (Some(DialogueEnd::Complete), turns));
        assert!(reading.score.is_solved);
        // Without a summary each byte would be graded fifty times on average.
        assert!(bytes < 15 * text.len(), "{bytes} bytes of {}", text.len());
    }

    #[test]
    fn blanked_reasoning_does_not_trigger_a_summary() {
        assert!(!HistorySummary::must_sum_up(&" ".repeat(MAX_BYTES_WITH_BLANKS)));
        assert!(HistorySummary::must_sum_up(&" ".repeat(MAX_BYTES_WITH_BLANKS + 1)));
        assert!(!HistorySummary::must_sum_up(&"x ".repeat(MAX_NON_BLANK_BYTES)));
        assert!(HistorySummary::must_sum_up(&"x".repeat(MAX_NON_BLANK_BYTES + 1)));
    }
}
