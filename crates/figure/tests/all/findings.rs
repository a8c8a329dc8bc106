//! Findings of runs: they claim no more than the attempts show.

use crate::runs::{self, row, target, task};
use stepfall_figure::{FigureData, Measure, Row, Summary, TaskKey};
use stepfall_procedure::Condition;

/// Returns a line with 20 items at each length, of which the given numbers are correct.
fn line(target: u16, condition: Condition, right: &[(u16, u32)]) -> Vec<Row> {
    of_items(20, target, condition, right)
}

fn of_items(items: u32, target: u16, condition: Condition, right: &[(u16, u32)]) -> Vec<Row> {
    let at = |(steps, right): &(u16, u32)| {
        let (steps, right) = (*steps, *right);
        (0..items).map(move |item| {
            let task = TaskKey { target, condition, ..task(steps, item) };
            row(task, (item >= right).then_some(1))
        })
    };
    right.iter().flat_map(at).collect()
}

fn finding(rows: Vec<Row>) -> String {
    let targets = ["model-a", "model-b", "model-c"].map(target).into();
    let run = FigureData { targets, rows, seed: 7, ..FigureData::default() };
    Summary::of(&run).finding(Measure::First).unwrap().replace('\u{a0}', " ")
}

const TRACE: Condition = Condition::Trace;

#[test]
fn the_finding_of_one_line_is_its_horizon() {
    let falling = line(0, TRACE, &[(5, 20), (25, 13), (45, 4), (65, 1)]);
    assert_eq!(
        finding(falling),
        "Correct half of the time between 5 and 45 steps (fitted: 29, 20 to 37)."
    );
    // No length between 15 and 25 is measured, so no resample shows where the curve falls.
    let steep = line(0, TRACE, &[(5, 20), (15, 20), (25, 0)]);
    assert_eq!(finding(steep), "Correct half of the time between 15 and 25 steps (fitted: 17).");
}

#[test]
fn a_run_without_a_horizon_reports_its_shares() {
    let all = line(0, TRACE, &[(5, 20), (25, 20), (45, 20)]);
    assert_eq!(finding(all), "Correct at every length tried (5 to 45 steps), 60 of 60 attempts.");
    let most = line(0, TRACE, &[(5, 20), (45, 18)]);
    assert_eq!(
        finding(most),
        "Correct more than half of the time at every length tried (5 to 45 steps), 90 % (70 to 97 %) at 45."
    );
    let perhaps = line(0, TRACE, &[(5, 20), (45, 11)]);
    let sentence = finding(perhaps);
    assert!(
        sentence.starts_with(
            "Correct more than half of the time up to 5 steps, and not clearly less at 45 (fitted: beyond 45, "
        ),
        "{sentence}"
    );
    let few = line(0, TRACE, &[(5, 2), (25, 0)]);
    assert_eq!(finding(few), "Fewer than half correct already at 5 steps, 10 % (3 to 30 %).");
    let half = line(0, TRACE, &[(5, 9), (25, 0)]);
    let sentence = finding(half);
    assert!(
        sentence.starts_with(
            "Correct less than half of the time from 25 steps on, and not clearly more at 5 (fitted: "
        ),
        "{sentence}"
    );
    let single = line(0, TRACE, &[(25, 12)]);
    assert_eq!(finding(single), "60 % (39 to 78 %) correct at 25 steps.");
}

#[test]
fn few_attempts_are_reported_as_too_few() {
    let few =
        of_items(3, 0, TRACE, &[(5, 3), (15, 3), (25, 3), (35, 3), (45, 3), (55, 3), (65, 3)]);
    assert_eq!(finding(few), "Too few attempts to tell, 21 of 21 attempts correct.");
    let short = of_items(8, 0, TRACE, &[(5, 8), (25, 0)]);
    assert_eq!(finding(short), "Too few attempts to tell, 8 of 16 attempts correct.");
    let two = [of_items(4, 0, TRACE, &[(5, 4)]), of_items(4, 1, TRACE, &[(5, 0)])].concat();
    assert_eq!(
        finding(two),
        "model-a: too few attempts to tell, 4 of 4 attempts correct; model-b: too few attempts to tell, 0 of 4 attempts correct."
    );
    assert_eq!(Summary::of(&FigureData::default()).finding(Measure::First), None);
}

#[test]
fn two_models_are_compared_on_the_same_items() {
    let [better, worse] = [[(5, 20), (25, 18), (45, 12)], [(5, 18), (25, 8), (45, 2)]];
    let apart = [line(0, TRACE, &worse), line(1, TRACE, &better)].concat();
    let sentence = finding(apart);
    assert!(
        sentence
            .starts_with("model-a: correct half of the time between 5 and 45 steps (fitted: 19, "),
        "{sentence}"
    );
    assert!(
        sentence
            .ends_with("On the same items model-b is 37 points (24 to 48) better than model-a."),
        "{sentence}"
    );
    let alike = [line(0, TRACE, &better), line(1, TRACE, &[(5, 20), (25, 17), (45, 12)])].concat();
    let sentence = finding(alike);
    assert!(
        sentence
            .contains("No clear difference on the same items: model-b less model-a is −2 points ("),
        "{sentence}"
    );
}

#[test]
fn the_finding_of_conditions_has_the_baseline_and_what_helps() {
    let trace = || line(0, TRACE, &[(5, 18), (25, 10), (45, 3)]);
    let other = || line(0, Condition::Transcribe, &[(5, 18), (25, 9), (45, 4)]);
    let stepwise = || line(0, Condition::Stepwise, &[(5, 20), (25, 19), (45, 17)]);
    let sentence = finding([trace(), other(), stepwise()].concat());
    assert!(
        sentence
            .starts_with("Trace: correct half of the time between 5 and 45 steps (fitted: 25, "),
        "{sentence}"
    );
    assert!(sentence.contains(" Stepwise helps most against trace: 42 points ("), "{sentence}");
    let alike = line(0, Condition::Structured, &[(5, 19), (25, 10), (45, 3)]);
    let sentence = finding([trace(), other(), alike].concat());
    assert!(
        sentence.ends_with(
            " No clear difference between trace and 2 conditions that are held against it."
        ),
        "{sentence}"
    );
    let silent = line(0, Condition::AnswerOnly, &[(5, 4), (25, 0), (45, 0)]);
    let sentence = finding([trace(), silent, other()].concat());
    assert!(sentence.contains(" Trace helps most against answer only: 45 points ("), "{sentence}");
    // Verified is compared with turns of the same length, and these turns are compared with trace.
    let turns = line(0, Condition::Checkpoints(5), &[(5, 20), (25, 18), (45, 17)]);
    let verified = line(0, Condition::Verified(5), &[(5, 20), (25, 19), (45, 17)]);
    let sentence = finding([trace(), turns, verified].concat());
    assert!(
        sentence.contains(" 5 steps a turn helps most against trace: 40 points ("),
        "{sentence}"
    );
    let apart = line(0, Condition::Copy, &[(5, 20), (25, 20), (45, 20)]);
    let sentence = finding([trace(), apart, other()].concat());
    assert!(!sentence.contains("Copy"), "a control is no remedy: {sentence}");
}

#[test]
fn models_differ_only_if_their_horizons_do() {
    let far = || line(0, TRACE, &[(5, 20), (25, 20), (45, 16), (65, 3)]);
    let middle = line(1, TRACE, &[(5, 20), (25, 15), (45, 6), (65, 1)]);
    let near = line(2, TRACE, &[(5, 18), (25, 2), (45, 0), (65, 0)]);
    let sentence = finding([far(), middle, near].concat());
    assert!(
        sentence
            .starts_with("model-a: correct half of the time between 45 and 65 steps (fitted: 5"),
        "{sentence}"
    );
    assert!(
        sentence.contains("; model-c: correct half of the time between 5 and 25 steps (fitted: 1"),
        "{sentence}"
    );
    let alike =
        |target: u16| line(target, TRACE, &[(5, 20), (25, 18 - u32::from(target)), (45, 6)]);
    let sentence = finding([alike(0), alike(1), alike(2)].concat());
    assert!(
        sentence.starts_with(
            "No clear difference between the 50 % horizons of 3 models: from above 25 steps"
        ),
        "{sentence}"
    );
}

#[test]
fn every_run_has_a_finding_that_names_simulated_targets() {
    for count in [1, 2, 4, 6] {
        let sentence = Summary::of(&runs::of_lines(count)).finding(Measure::First).unwrap();
        assert!(sentence.ends_with('.') && sentence.len() < 420, "{sentence}");
    }
    let sentence = Summary::of(&runs::of_lines(4)).finding(Measure::First).unwrap();
    assert!(sentence.contains("simulated: coin with a slip"), "{sentence}");
}
