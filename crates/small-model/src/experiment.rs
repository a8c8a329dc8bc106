//! Measurements on one task: free running, teacher forcing, and continuation of a history with
//! planted errors.

use crate::generation::{Generation, TokenChoice};
use crate::judge::{Judgement, LineErrorKind, PartCounts, judge, line_error};
use crate::model::{Session, best};
use crate::part::transcript;
use crate::step_flow::StepFlow;
use crate::task::{SmallModelItem, SplitMix64, TRACE_LINE};
use crate::token::{Kind, MODULUS, Token};
use crate::weights::Weights;

/// Lets the small model write a trace and an answer without intervention.
pub fn free_run(
    weights: &Weights,
    task: &SmallModelItem,
    flow: StepFlow,
    choice: TokenChoice,
) -> Judgement {
    let mut writing = Generation::new(weights, task, Token::TRACE, &[], flow, choice);
    writing.finish();
    judge(task, writing.tokens(), writing.layout())
}

/// Lets the small model write the answer alone.
pub fn answer_run(weights: &Weights, task: &SmallModelItem, choice: TokenChoice) -> Judgement {
    let mut writing =
        Generation::new(weights, task, Token::ANSWER, &[], StepFlow::default(), choice);
    writing.finish();
    judge(task, writing.tokens(), writing.layout())
}

/// Returns whether the small model carries out a step (from 0) correctly in isolation: as the only
/// step of a procedure whose inputs are its operands. The result is `false` if there is no such
/// step.
pub fn is_correct_alone(
    weights: &Weights,
    task: &SmallModelItem,
    step: usize,
    flow: StepFlow,
) -> bool {
    let Some(alone) = task.isolated_step(step) else { return false };
    let mut writing =
        Generation::new(weights, &alone, Token::TRACE, &[], flow, TokenChoice::Greedy);
    let line = alone.trace(&alone.values());
    // The summary must follow, so that the model writes no other line.
    line.into_iter().chain([Token::SUMMARY]).all(|token| writing.write() == Some(token))
}

/// Counts how often each part of the true transcript is the most probable next token if all tokens
/// before it are true (teacher forcing).
pub fn teacher_forced_counts(weights: &Weights, task: &SmallModelItem) -> PartCounts {
    let mut session = Session::new(weights);
    let mut counts = PartCounts::default();
    let mut expected = Token::PAD;
    for token in task.prompt(Token::TRACE) {
        expected = best(session.read(token));
    }
    for (token, part) in transcript(task, &task.values()) {
        counts.count(part, expected == token);
        expected = best(session.read(token));
    }
    counts
}

/// Returns [`free_run`] and [`teacher_forced_counts`]. Both runs read the same tokens until the
/// free transcript differs from the true one. This common part is read once.
pub fn free_and_teacher_forced(
    weights: &Weights,
    task: &SmallModelItem,
    flow: StepFlow,
) -> (Judgement, PartCounts) {
    let mut writing = Generation::new(weights, task, Token::TRACE, &[], flow, TokenChoice::Greedy);
    let mut counts = PartCounts::default();
    let mut free = None;
    for (token, part) in transcript(task, &task.values()) {
        let expected = best(writing.scores());
        counts.count(part, expected == token);
        if expected != token && free.is_none() {
            free = Some(writing.clone());
        }
        writing.push(token);
    }
    let mut free = free.unwrap_or(writing);
    free.finish();
    (judge(task, free.tokens(), free.layout()), counts)
}

/// The origin of the lines before the line under study.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum History {
    /// Lines that the small model wrote.
    Own,
    /// Lines that carry out the procedure with this many incorrect results. Other values follow
    /// from them.
    Planted(u16),
}

/// Lets the small model write the line after `before` steps, and returns its first error given the
/// values before it.
///
/// The inner `None` is a line without an error. The outer `None` means that there is no such step,
/// or that earlier lines of the small model have other errors than incorrect results.
pub fn next_line(
    weights: &Weights,
    task: &SmallModelItem,
    before: usize,
    history: History,
    seed: u64,
) -> Option<Option<LineErrorKind>> {
    if before >= task.steps().len() {
        return None;
    }
    let mut values: Vec<Option<u8>> = task.values().into_iter().map(Some).collect();
    let mut writing = match history {
        History::Own => {
            let mut writing = Generation::new(
                weights,
                task,
                Token::TRACE,
                &[],
                StepFlow::default(),
                TokenChoice::Greedy,
            );
            for _ in 0..before * TRACE_LINE {
                writing.write()?;
            }
            let lines = writing.layout().trace_lines();
            let judgement = judge(task, writing.tokens(), writing.layout());
            let is_followed = judgement.steps[..before]
                .iter()
                .all(|error| matches!(error, None | Some(LineErrorKind::Result)));
            if !is_followed || lines.len() != before {
                return None;
            }
            for (number, line) in (2..).zip(lines) {
                values[number] = match writing.tokens()[line.clone()][9].kind() {
                    Kind::Value(value) => Some(value),
                    _ => None,
                };
            }
            writing
        }
        History::Planted(errors) => {
            let planted = plant(task, before, errors, seed);
            values = planted.iter().copied().map(Some).collect();
            let history_tokens = &task.trace(&planted)[..before * TRACE_LINE];
            Generation::new(
                weights,
                task,
                Token::TRACE,
                history_tokens,
                StepFlow::default(),
                TokenChoice::Greedy,
            )
        }
    };
    let from = writing.tokens().len();
    for _ in 0..TRACE_LINE {
        writing.write()?;
    }
    let found = line_error(task, before, &writing.tokens()[from..], &values);
    Some(found.map(|found| found.kind))
}

/// Returns the values of a history with incorrect results and the values that follow from them.
/// Among the first `before` steps, `errors` steps have an incorrect result, or all of them if
/// `errors` is larger.
pub fn plant(task: &SmallModelItem, before: usize, errors: u16, seed: u64) -> Vec<u8> {
    let mut draw = SplitMix64(seed);
    let mut incorrect = vec![false; before];
    let mut left = usize::from(errors).min(before);
    for (at, incorrect) in incorrect.iter_mut().enumerate() {
        let rest = u16::try_from(before - at).unwrap_or(u16::MAX);
        if usize::from(draw.below(rest)) < left {
            *incorrect = true;
            left -= 1;
        }
    }
    let mut values = task.values();
    for (at, step) in task.steps().iter().enumerate() {
        let value = task.compute(*step, &values);
        let offset = if incorrect.get(at) == Some(&true) {
            1 + draw.below(u16::from(MODULUS) - 1)
        } else {
            0
        };
        values[at + 2] =
            u8::try_from((u16::from(value) + offset) % u16::from(MODULUS)).unwrap_or(0);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Arithmetic, Generator, Seed, Spec};

    #[test]
    fn single_steps_of_a_long_procedure_are_correct() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/short.safetensors");
        let bytes = std::fs::read(folder).expect("it is shipped");
        let weights = Weights::read(&bytes).expect("weights");
        let spec = Spec { steps: 40, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
        let item = Generator::new(spec).expect("procedures").item(Seed::wrapping(1), 0);
        let task = SmallModelItem::of(&item.expect("an item")).expect("a task");
        let right =
            (0..40).filter(|&step| is_correct_alone(&weights, &task, step, StepFlow::default()));
        assert_eq!(right.count(), 40);
        assert!(!is_correct_alone(&weights, &task, 40, StepFlow::default()));
    }

    #[test]
    fn combined_run_equals_separate_free_and_teacher_forced_runs() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/weights/short.safetensors");
        let bytes = std::fs::read(folder).expect("it is shipped");
        let weights = Weights::read(&bytes).expect("weights");
        for (steps, seed) in [(6, 1), (20, 2), (20, 3), (30, 4)] {
            let spec = Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) };
            let item = Generator::new(spec).expect("procedures").item(Seed::wrapping(seed), 0);
            let task = SmallModelItem::of(&item.expect("an item")).expect("a task");
            let free = free_run(&weights, &task, StepFlow::default(), TokenChoice::Greedy);
            let both = free_and_teacher_forced(&weights, &task, StepFlow::default());
            assert_eq!(both, (free, teacher_forced_counts(&weights, &task)), "{steps} steps");
        }
    }
}
