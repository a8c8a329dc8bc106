//! The steps at which a verdict finds errors, and the category of the answer.

use stepfall_plot::StepCategory;
use stepfall_protocol::verdict::{ErrorLocation, Step, TextVerdict};

use stepfall_text::category_of;

/// Returns the number of the first step that is missing or has a root error. A step that
/// only uses an earlier incorrect value does not count.
pub(crate) fn first_error(verdict: &TextVerdict) -> Option<u16> {
    let is_error = |category| matches!(category, StepCategory::RootError | StepCategory::Missing);
    let mut steps = verdict.steps.iter();
    steps.find(|step| is_error(category_of(step.status))).map(|step| step.number)
}

/// Returns the numbers of the steps that have an error of their own, in order. Steps that only use
/// an earlier incorrect value are not included.
pub(crate) fn errors_of(verdict: &TextVerdict) -> Vec<u16> {
    let steps = verdict.root_errors.iter().filter_map(|root| match &root.place {
        ErrorLocation::Step(value) => Some(value.number),
        ErrorLocation::Equation | ErrorLocation::Answer => None,
    });
    let mut steps: Vec<u16> = steps.collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// Counts steps by category, in order of first appearance.
pub(crate) fn counts<'a>(steps: impl Iterator<Item = &'a Step>) -> Vec<(StepCategory, usize)> {
    let mut counts: Vec<(StepCategory, usize)> = Vec::new();
    for category in steps.map(|step| category_of(step.status)) {
        match counts.iter_mut().find(|(counted, _)| *counted == category) {
            Some((_, count)) => *count += 1,
            None => counts.push((category, 1)),
        }
    }
    counts
}

/// Returns the category of the first answer; missing if there is no answer. An incorrect answer is
/// inherited if it equals the incorrect value of the last step. Otherwise it is a root
/// error, for example because it came too early, was miscopied or was guessed. A correct first answer
/// is a root error if the last answer is incorrect.
pub(crate) fn category_of_answer(verdict: &TextVerdict) -> StepCategory {
    let (Some(first), Some(last)) = (&verdict.first, &verdict.last) else {
        return StepCategory::Missing;
    };
    if first.is_correct {
        return if last.is_correct { StepCategory::Correct } else { StepCategory::RootError };
    }
    let is_last_value = verdict.steps.last().is_some_and(|step| {
        let is_sound =
            matches!(category_of(step.status), StepCategory::Correct | StepCategory::Recovered);
        !is_sound && step.claimed.as_ref() == Some(&first.value)
    });
    if is_last_value { StepCategory::Inherited } else { StepCategory::RootError }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use stepfall_protocol::{Grade, Simulate};
    use stepfall_worker::Compute;

    use super::*;

    /// Grades a transcript for the item with 5 steps and seed 0, and returns the category of its
    /// answer. `text` makes the transcript from the lines of a correct trace.
    fn category_in(text: impl Fn(&[String]) -> String) -> StepCategory {
        let link = "#/play?v=2&steps=5&seed=0".to_owned();
        let simulate = Simulate {
            link: link.clone(),
            solver: "followed".to_owned(),
            form: "trace".to_owned(),
            rate: 0,
            run: 1,
        };
        let written = simulate.compute().unwrap();
        let lines: Vec<String> =
            written.lines().filter(|line| line.starts_with('S')).map(str::to_owned).collect();
        let grade = Grade { link, transcript: text(&lines).into(), is_cut: false };
        let report = grade.compute().unwrap();
        category_of_answer(&Arc::clone(&report.visible))
    }

    /// Joins the lines, with `value` as the value in the last line.
    fn with_last(lines: &[String], value: &str) -> String {
        let (last, before) = lines.split_last().unwrap();
        let (work, _) = last.rsplit_once('=').unwrap();
        format!("{}\n{work}= {value}\n", before.join("\n"))
    }

    #[test]
    fn an_incorrect_answer_is_inherited_only_if_it_repeats_the_last_value() {
        let correct = |lines: &[String]| {
            let value = lines.last().unwrap().rsplit_once("= ").unwrap().1;
            format!("{}\nAnswer: {value}", lines.join("\n"))
        };
        assert_eq!(category_in(correct), StepCategory::Correct);
        let inherited = |lines: &[String]| with_last(lines, "77777") + "Answer: 77777";
        assert_eq!(category_in(inherited), StepCategory::Inherited);
        let miscopied = |lines: &[String]| lines.join("\n") + "\nAnswer: 77777";
        assert_eq!(category_in(miscopied), StepCategory::RootError);
        let twice = |lines: &[String]| with_last(lines, "77777") + "Answer: 88888";
        assert_eq!(category_in(twice), StepCategory::RootError);
        let guessed = |lines: &[String]| format!("{}\nAnswer: 77777", lines[0]);
        assert_eq!(category_in(guessed), StepCategory::RootError);
        assert_eq!(category_in(|_| "Answer: 77777".to_owned()), StepCategory::RootError);
        assert_eq!(category_in(|lines| lines.join("\n")), StepCategory::Correct);
    }
}
