//! The small model, graded like any other model.

use std::fs;

use stepfall_condition::{Reading, read};
use stepfall_grade::{Mode, StopReason};
use stepfall_procedure::{
    Arithmetic, Condition, Generator, Item, LineOrder, LookBack, NameStyle, Seed, Spec, Wording,
};
use stepfall_small_model::{
    Generation, StepFlow, Token, TokenChoice, UnsupportedItem, Weights, WrittenAnswer, answer,
    judge, to_small_model_item,
};

fn weights(slug: &str) -> Weights {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../small-model/weights");
    let bytes = fs::read(format!("{folder}/{slug}.safetensors")).unwrap();
    Weights::shipped(slug, &bytes).unwrap()
}

fn spec(steps: u16) -> Spec {
    Spec { steps, ..Spec::new(Arithmetic::Modular { modulus: 31 }) }
}

fn items(spec: Spec, count: u64) -> impl Iterator<Item = Item> {
    let generator = Generator::new(spec).unwrap();
    (0..count).map(move |seed| generator.item(Seed::wrapping(seed), 0).unwrap())
}

fn graded(item: &Item, condition: Condition, answer: &WrittenAnswer) -> Reading {
    let stop = if answer.is_cut { StopReason::Length } else { StopReason::Unknown };
    read(item, condition, &answer.text, stop)
}

/// Returns whether every line of the small model's trace, its summary and its answer are correct to
/// the letter.
fn is_correct(weights: &Weights, item: &Item) -> bool {
    let task = to_small_model_item(item, Condition::Trace).unwrap();
    let mut writing = Generation::new(
        weights,
        &task,
        Token::TRACE,
        &[],
        StepFlow::default(),
        TokenChoice::Greedy,
    );
    writing.finish();
    let judged = judge(&task, writing.tokens(), writing.layout());
    judged.is_trace_correct && judged.is_answer_correct && judged.recalled == [true; 2]
}

#[test]
fn a_correct_trace_has_the_correct_answer() {
    let mut correct = 0;
    for (slug, steps) in
        [("short", 1), ("short", 2), ("short", 7), ("short", 12), ("long", 30), ("long", 45)]
    {
        let weights = weights(slug);
        for (wording, names, reach) in [
            (Wording::Assignments, NameStyle::Numbered, 2),
            (Wording::Assignments, NameStyle::Scattered, 5),
            (Wording::English, NameStyle::Numbered, 7),
            (Wording::English, NameStyle::Scattered, 3),
            (Wording::Python, NameStyle::Numbered, 4),
            (Wording::Python, NameStyle::Scattered, 6),
            (Wording::Json, NameStyle::Numbered, 5),
            (Wording::Json, NameStyle::Scattered, 7),
        ] {
            let look_back = LookBack::AtMost(reach);
            for item in items(Spec { wording, names, look_back, ..spec(steps) }, 2) {
                let answer = answer(&weights, &item, Condition::Trace, 0).unwrap();
                let reading = graded(&item, Condition::Trace, &answer);
                if is_correct(&weights, &item) {
                    correct += 1;
                    let verdict = &reading.verdict;
                    assert_eq!(verdict.modes, [Mode::Followed], "{}", answer.text);
                    assert!(verdict.metrics.sequence_match, "{}", answer.text);
                    assert!(reading.score.is_solved, "{}", answer.text);
                }
            }
        }
    }
    assert!(correct > 60, "{correct} of 96 are correct");
}

#[test]
fn the_grader_and_the_small_model_agree_on_solved_items() {
    let weights = weights("short");
    let (mut solved, mut failed) = (0, 0);
    for item in items(spec(20), 24) {
        for sample in [0, 1] {
            let answer = answer(&weights, &item, Condition::Trace, sample).unwrap();
            let reading = graded(&item, Condition::Trace, &answer);
            let ends_correct = answer.text.ends_with(&format!("Answer: {}\n", item.answer_text()));
            assert_eq!(reading.score.is_solved, ends_correct, "{}", answer.text);
            *(if ends_correct { &mut solved } else { &mut failed }) += 1;
        }
    }
    assert!(solved > 0 && failed > 0, "{solved} solved, {failed} failed");
}

#[test]
fn answer_only_gives_one_answer_without_steps() {
    let weights = weights("short");
    for item in items(spec(2), 6) {
        let answer = answer(&weights, &item, Condition::AnswerOnly, 0).unwrap();
        let reading = graded(&item, Condition::AnswerOnly, &answer);
        assert_eq!(reading.verdict.visible.answers.len(), 1, "{}", answer.text);
        assert_eq!(reading.verdict.metrics.claimed, 0);
        let ends_correct = answer.text == format!("Answer: {}\n", item.answer_text());
        assert_eq!(reading.score.is_solved, ends_correct);
    }
}

#[test]
fn a_given_history_is_continued_to_its_consequence() {
    let weights = weights("short");
    for errors in [0, 1, 2] {
        let condition = Condition::Primed { steps: 4, errors };
        let mut solved = 0;
        for item in items(spec(8), 8) {
            let answer = answer(&weights, &item, condition, 0).unwrap();
            let reading = graded(&item, condition, &answer);
            assert_eq!(reading.verdict.metrics.steps, 4);
            assert_eq!(reading.verdict.metrics.claimed, 4, "{}", reading.text);
            let truth = item.continued_values(4, errors);
            let end = format!("Answer: {}\n", truth.last().unwrap());
            assert_eq!(reading.score.is_solved, answer.text.ends_with(&end), "{}", reading.text);
            solved += u32::from(reading.score.is_solved);
        }
        assert!(solved > 0, "{errors} slips");
    }
}

#[test]
fn items_with_shuffled_lines_are_refused() {
    let shuffled = Spec { lines: LineOrder::Shuffled, ..spec(4) };
    for item in items(shuffled, 1) {
        assert_eq!(
            to_small_model_item(&item, Condition::Trace).err(),
            Some(UnsupportedItem::Lines)
        );
    }
}
