//! Texts of Learn.

use stepfall_text::{GUIDE_OVER, GUIDE_TITLE};

pub(crate) const LEARN: &str = "Learn";
pub(crate) const CHAPTERS: &str = "Chapters";
pub(crate) const TURN: &str = "Other chapters";
/// The tag of content from a simulated solver.
pub(crate) const SCRIPTED: &str = "Simulated solver";
pub(crate) const OPEN: &str = "Open it in Play";
pub(crate) const OPEN_ONE: &str = "Open one of them in Play";

/// The title of each chapter, and its reading time in minutes.
pub(crate) const TITLES: [(&str, u8); 7] = [
    ("What following a procedure means", 2),
    ("The collapse", 2),
    ("One wrong operand", 1),
    ("A correct answer, a wrong procedure", 1),
    ("Did the solver fail, or the test?", 2),
    ("What helps, and what only seems to", 2),
    (GUIDE_TITLE, 0),
];

/// The number of chapters without the last one, which is the field guide.
const STORY: usize = TITLES.len() - 1;

pub(crate) const PROCEDURE: &str = "A procedure is a list of steps. Each step takes two numbers, results of earlier steps, or plain numbers, and makes a new one. S1 and S2 are given, S3 is the first step, and * means times. No sum is hard. What is hard is to keep your place, and to take the right number each time.";
pub(crate) const PROCEDURE_DO: &str = "Carry this one out: write a value beside each step, and have it checked. Then change one value in the middle, go on from it, and check again.";
pub(crate) const PROCEDURE_SEE: &str = "Every value is checked twice: against the exact value, and against what follows from your own values before it. The step that you changed is an error. If you went on from it, the steps after it are incorrect too, but they follow from it: they inherit the error. If you went on with the correct values, they are “correct again”, although they do not follow from what you wrote. Stepfall measures that difference; a comparison of final answers cannot see it.";
pub(crate) const CHECK: &str = "Check";
pub(crate) const FILL: &str = "Fill in the correct values";
pub(crate) const NOTHING: &str = "Write a value beside every step first.";

pub(crate) const COLLAPSE: &str = "Suppose a solver carries out each step correctly 98 times in 100. That sounds reliable. But a procedure is a chain: its answer is correct only if every step was. Here are 100 attempts at procedures of 95 steps. The solver is a simulation, a small program that errs on purpose, not a chatbot.";
pub(crate) const COLLAPSE_DO: &str = "Set “Look at” to 5, 25 and 95 steps, and watch how many attempts are still correct. Then change how often a step is correct.";
pub(crate) const COLLAPSE_SEE: &str = "Nothing gets harder for this solver along the way. A small, constant error rate is enough for a collapse.";
pub(crate) const COLLAPSE_STUDY: &str = "Language models collapse, too. “When LLMs Stop Following Steps” (2026) counts the first answer that a model gives: of 14 models on average 61\u{a0}% are correct at 5 steps, and 20\u{a0}% at 95. (A later version of it, of 15 models, says 63\u{a0}% and 20\u{a0}%.)";
pub(crate) const COLLAPSE_CAVEAT: &str = "That curve has a different shape. If every step failed equally often, 61\u{a0}% at 5 steps would leave next to nothing at 95, not 20\u{a0}%. So either the models differ, or something besides single steps is lost. And the procedures of the study round their answers to three decimals, which matters, as chapter 5 shows. To tell such causes apart, look at where an attempt goes wrong.";
pub(crate) const RATE: &str = "A step is correct";
pub(crate) const AT: &str = "Look at";
pub(crate) const DRAW: &str = "Draw new attempts";
pub(crate) const NUMBERS: &str = "The same in numbers";
pub(crate) const NUMBER_OF_STEPS: &str = "Steps";
pub(crate) const STILL_RIGHT: &str = "Still correct";
pub(crate) const EXPECTED: &str = "Expected";
pub(crate) const AXIS: &str = "each row is an attempt";
pub(crate) const STEPS_AXIS: &str = "number of steps";
pub(crate) const STILL: &str = "still correct";
pub(crate) const ERROR: &str = "first error";
pub(crate) const AFTER: &str = "after the error";

pub(crate) const AND: &str = "and";
pub(crate) const COLLAPSE_ARROWS: &str = "← and → change the number of steps.";
pub(crate) const OPERAND_ARROWS: &str = "← and → move the error.";
pub(crate) const CLASS: &str = "To show this to a class, let a figure fill the screen:";

pub(crate) const OPERAND: &str = "An operand is a number that a step works with. Not everything that goes wrong in a procedure is arithmetic: a step says S7 + S3, and the solver adds S4 instead. The sum is correct, but the value is not, and most of what depends on it is not either.";
pub(crate) const OPERAND_DO: &str =
    "Move the error to an earlier or a later step, and see what it reaches.";
pub(crate) const OPERAND_SEE: &str = "One red mark, and what needs its value inherits the error. Each later step is carried out correctly. A score that counts incorrect lines would say that the solver fails at most of them; what it did was to take one wrong number, once. Point at a step, or tap it, to see which values it needs and which need it.";
pub(crate) const OPERAND_AT: &str = "The wrong operand is in step";

pub(crate) const RIGHT_ANSWER: &str = "Most evaluations compare the final answer with the correct one and stop there. This solver gave the correct answer.";
pub(crate) const RIGHT_ANSWER_DO: &str = "Before you believe it, look at its steps.";
pub(crate) const EXACT_MATCH: &str = "A comparison of the final answers says";
pub(crate) const MATCHES: &str = "✓ correct";
pub(crate) const MATCHES_NOT: &str = "✕ incorrect";
pub(crate) const SHOW_STEPS: &str = "Show its steps";
pub(crate) const ANOTHER: &str = "Another one";
pub(crate) const RIGHT_ANSWER_SEE: &str = "An incorrect value need not reach the answer. The next line may go on from the correct value, as here; two errors may cancel; or no later step may use it. In Stepfall’s usual procedures only about 2 in 100 single errors stay hidden, because every step is needed. Where many steps are used by no later one, most errors hide, and a correct answer says little.";

pub(crate) const INSTRUMENT: &str = "Now the other way round. A comparison of the final answers marks each of these six as incorrect, all of them alike. They are not alike.";
pub(crate) const INSTRUMENT_DO: &str = "Go through the six. Read what the solver wrote, and decide whether it lost the procedure; then see what Stepfall says.";
pub(crate) const WAS_LOST: &str = "Was the procedure followed?";

/// A user's guess about a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LearnGuess {
    Followed,
    Lost,
    Unknown,
}

impl LearnGuess {
    pub const ALL: [Self; 3] = [Self::Followed, Self::Lost, Self::Unknown];

    /// Returns the label of the button.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Followed => "It was followed",
            Self::Lost => "It was lost",
            Self::Unknown => "Nobody can know",
        }
    }
}

pub(crate) const PROMPT: &str = "What it was asked";
pub(crate) const ANSWER: &str = "The answer";
pub(crate) const CASES: &str = "The six answers";
/// The names of the cases, in order.
pub(crate) const CASE_NAMES: [&str; 6] =
    ["Arithmetic", "Operand", "Precision", "Format", "Cut off", "Refused"];
/// For each case, whether the procedure was followed, and why.
pub(crate) const CASE_MEANS: [&str; 6] = [
    "It was followed; one calculation was incorrect. A calculator would mend this.",
    "It was lost: a step took another value than it says. A calculator would not mend this.",
    "It was followed; a value was rounded although the prompt asks for exact ones. That is an error, but not one of following the procedure.",
    "It was followed to the end; the answer is written with other decimals than the prompt asks for.",
    "Nobody can know. A limit on the length stopped the text before its answer.",
    "Nobody can know. Nothing was tried.",
];
pub(crate) const INSTRUMENT_SEE: &str = "That is why Stepfall keeps them apart: answers that cannot be read, that stop early or that refuse are counted separately, and an incorrect one is traced to its cause.";
pub(crate) const INSTRUMENT_STUDY: &str = "It matters for the curve of the study, too, whose procedures have decimals and are rounded at the end. A solver that never takes a wrong value and only rounds one step in fifty gives a curve that falls as well. This does not prove that the models’ decline is rounding. It shows that a comparison of answers cannot tell losing the procedure from losing precision. Stepfall’s usual procedures have whole numbers throughout.";

/// A sweep of a solver that only rounds.
pub(crate) const ROUNDING: &str = "#/sweep?v=2&steps=5,25,45,95&items=50&seed=1&numbers=paper&lookback=1&condition=trace&model=simulated:rounded:200";
pub(crate) const ROUNDING_RUN: &str = "Set up a run of the solver that only rounds.";
pub(crate) const REMEDIES: &str = "Something helps only if it beats an equally expensive alternative, the control. Here a simulation carries out procedures in two ways. Trace: it writes all steps in one answer. Checked every 5 steps: it writes five steps at a time, and is told which of them is incorrect, never the correct value. This is not yet a fair comparison, as the second way costs more.";
pub(crate) const REMEDIES_SEE: &str = "The fair control has as many turns, in which nobody says what is incorrect. Stepfall calls it checkpoints. Checking helps this solver because its errors are random, and the next try need not repeat them. A solver that always misreads the same step would gain nothing. No remedy has been measured on a real model here. To find out, run such pairs in Sweep on the same procedures. Sweep says how large the difference is, how far chance could move it, and what it costs.";
pub(crate) const REMEDIES_RUN: &str = "Set up this run in Sweep";
pub(crate) const SEEMS: &str = "And what only seems to";
pub(crate) const SEEMS_DO: &str = "This is one solver, run twice over the same procedures of 25 steps. Call the second run a remedy. Draw new procedures a few times and watch how well it works.";
pub(crate) const ITEMS: &str = "Procedures";
pub(crate) const DRAW_ITEMS: &str = "Draw new procedures";
pub(crate) const SEEMS_SEE: &str = "There is no remedy, so every difference is chance. With 20 procedures nearly two in three draws are ten points apart or more, with 100 still about one in six. The interval says how far chance could move the difference: where it reaches across zero, there is no clear one. About one draw in twenty leaves zero out all the same. So look for the interval, and do not take a single clear one for proof: repeat it with new procedures.";
pub(crate) const OWN: &str = "Measure your own";
pub(crate) const OWN_WAYS: &str = "Paste one answer of a chatbot in Play, run a whole curve with your own key in Sweep, or give a set of procedures to the tools that you use, and have what comes back graded, in Batch.";

/// Returns the document title for a chapter, without the name of the program.
pub(crate) fn title(chapter: usize) -> String {
    let (title, _) = TITLES[chapter % TITLES.len()];
    format!("{title} · {LEARN}")
}

/// Returns the position of a chapter in the story, and its reading time.
pub(crate) fn position_and_time(chapter: usize) -> String {
    let (_, minutes) = TITLES[chapter % TITLES.len()];
    if chapter >= STORY {
        return GUIDE_OVER.to_owned();
    }
    let minutes = if minutes == 1 { "1 minute".to_owned() } else { format!("{minutes} minutes") };
    format!("Chapter {} of {STORY} · {minutes}", chapter + 1)
}

/// Returns the label of the link to the next chapter; `None` for the last chapter.
pub(crate) fn next(chapter: usize) -> Option<String> {
    TITLES.get(chapter + 1).map(|(title, _)| format!("Next: {title}"))
}

/// Returns the label of the link to the previous chapter; `None` for the first chapter.
pub(crate) fn back(chapter: usize) -> Option<String> {
    let (title, _) = TITLES.get(chapter.checked_sub(1)?)?;
    Some(format!("Back: {title}"))
}

/// Reports that a typed value is not a number. Long values are shortened.
pub(crate) fn no_number(written: &str) -> String {
    let mut short: String = written.chars().take(20).collect();
    if short.len() < written.len() {
        short.push('…');
    }
    format!("“{short}” is not a number.")
}

/// Returns whether a user’s guess about a case is correct.
pub(crate) fn guess(said: LearnGuess, is_so: bool) -> String {
    format!("“{}”: {}.", said.label(), if is_so { "correct" } else { "not quite" })
}

/// Reports how many attempts are still correct after some steps.
pub(crate) fn correct_so_far(left: usize, all: usize) -> String {
    format!("{left} of {all} still correct")
}

pub(crate) fn steps(steps: u16) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

/// Formats the share of correct steps, for an error rate in ten-thousandths.
pub(crate) fn rate(rate: u16) -> String {
    let right = 10_000 - rate.min(10_000);
    match right % 100 {
        0 => format!("{}\u{a0}%", right / 100),
        rest if rest % 10 == 0 => format!("{}.{}\u{a0}%", right / 100, rest / 10),
        rest => format!("{}.{rest:02}\u{a0}%", right / 100),
    }
}

/// Reports the number of attempts that are still correct after some steps, and the expected number.
pub(crate) fn collapse(at: u16, left: usize, all: usize, expected: u32) -> String {
    format!(
        "After {} {left} of {all} attempts are still correct; arithmetic predicts {expected}.",
        steps(at)
    )
}

/// Names the curve over the attempts, such as “expected: 0.98ⁿ”.
pub(crate) fn power(rate: u16) -> String {
    let right = 10_000 - rate.min(10_000);
    let decimal = if right == 10_000 { "1".to_owned() } else { format!("0.{right:04}") };
    let base = match decimal.split_once('.') {
        Some(_) => decimal.trim_end_matches('0').trim_end_matches('.'),
        None => &decimal,
    };
    format!("expected: {base}ⁿ")
}

/// Reports how many later steps inherit an error.
pub(crate) fn reach(name: &str, inherits: usize) -> String {
    match inherits {
        0 => format!("{name} is the only incorrect value."),
        1 => format!("{name} is a root error, and one later step inherits it."),
        _ => format!("{name} is a root error, and {inherits} later steps inherit it."),
    }
}

/// Reports the results of two runs of one solver.
pub(crate) fn two_runs_finding([first, second]: [u32; 2], items: u32) -> String {
    let share = |correct: u32| (correct * 100 + items / 2).checked_div(items).unwrap_or_default();
    let (first_share, second_share) = (share(first), share(second));
    let apart = first_share.abs_diff(second_share);
    let points = if apart == 1 { "1 point".to_owned() } else { format!("{apart} points") };
    let comparison = match second_share.cmp(&first_share) {
        std::cmp::Ordering::Greater => format!("the “remedy” gains {points}"),
        std::cmp::Ordering::Less => format!("the “remedy” loses {points}"),
        std::cmp::Ordering::Equal => "the “remedy” changes nothing".to_owned(),
    };
    format!("{first} of {items} correct, then {second} of {items}: {comparison}.")
}

/// Formats the interval of a difference, in tenths of a point.
pub(crate) fn interval([low, high]: [i32; 2]) -> String {
    let tenths = |tenths: i32| {
        let sign = if tenths < 0 { "−" } else { "+" };
        format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
    };
    let clear = if low <= 0 && high >= 0 {
        "no clear difference"
    } else {
        "this looks clear, and is chance"
    };
    format!(
        "95\u{a0}% interval of the difference {} to {} points: {clear}.",
        tenths(low),
        tenths(high)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learn_formats_its_numbers_and_labels() {
        assert_eq!(rate(200), "98\u{a0}%");
        assert_eq!(rate(50), "99.5\u{a0}%");
        assert_eq!(
            [200, 50, 1, 0, 10_000].map(power),
            ["0.98", "0.995", "0.9999", "1", "0"].map(|base| format!("expected: {base}ⁿ"))
        );
        assert_eq!(rate(1), "99.99\u{a0}%");
        assert_eq!(position_and_time(2), "Chapter 3 of 6 · 1 minute");
        assert_eq!(next(5).as_deref(), Some("Next: Field guide to failure modes"));
        assert_eq!(back(1).as_deref(), Some("Back: What following a procedure means"));
        assert_eq!(back(0), None);
        assert_eq!((position_and_time(6).as_str(), next(6)), (GUIDE_OVER, None));
        assert_eq!(
            two_runs_finding([12, 9], 20),
            "12 of 20 correct, then 9 of 20: the “remedy” loses 15 points."
        );
        assert_eq!(
            two_runs_finding([9, 9], 20),
            "9 of 20 correct, then 9 of 20: the “remedy” changes nothing."
        );
        assert_eq!(
            interval([-421, 55]),
            "95\u{a0}% interval of the difference −42.1 to +5.5 points: no clear difference."
        );
        assert!(interval([1, 55]).ends_with("this looks clear, and is chance."));
        assert_eq!(no_number(&"7x".repeat(40)), format!("“{}…” is not a number.", "7x".repeat(10)));
        assert_eq!(guess(LearnGuess::Lost, false), "“It was lost”: not quite.");
        assert_eq!(guess(LearnGuess::Followed, true), "“It was followed”: correct.");
        assert_eq!(reach("S9", 1), "S9 is a root error, and one later step inherits it.");
    }
}
