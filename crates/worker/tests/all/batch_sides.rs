//! Two batch results that the page's worker compares.

use stepfall_interchange::{Question, QuestionId, QuestionSet};
use stepfall_procedure::{Condition, Item, Spec, Suite};
use stepfall_protocol::batch::{BatchEvent, BatchFile, BatchSummary};
use stepfall_protocol::comparison::{
    ComparedModel, Comparison, PairKind, PairRows, PairsFormat, Side,
};
use stepfall_protocol::{Event, RunEvent};
use stepfall_worker::BatchSides;

fn questions() -> Vec<Question> {
    QuestionSet::of(Suite::Quick, &Spec::default(), None).questions().take(10).collect()
}

/// Returns a result file of a model. `is_correct` decides by the position of the question.
fn results(questions: &[Question], model: &str, is_correct: impl Fn(usize) -> bool) -> String {
    let line = |(at, question): (usize, &Question)| {
        let condition = question.id.condition;
        let answer =
            if is_correct(at) { question.item.expected_text(condition) } else { "1".into() };
        let response = format!("Answer: {answer}");
        let id = question.id.to_string();
        serde_json::json!({"id": id, "model": model, "response": response}).to_string() + "\n"
    };
    questions.iter().enumerate().map(line).collect()
}

/// Reads a file into a side, and returns its events.
fn read(sides: &mut BatchSides, side: Side, file: &str) -> Vec<Event> {
    let mut events = sides.side(side).begin(0, "results.jsonl", file.len() as u64, None);
    for piece in file.as_bytes().chunks(1_000) {
        events.extend(sides.side(side).piece(piece));
    }
    events.extend(sides.end(side, None));
    events
}

fn all_of(side: Side) -> ComparedModel {
    ComparedModel { side, model: None }
}

/// Compares two results to the end.
fn compared(sides: &mut BatchSides, models: [ComparedModel; 2]) -> Comparison {
    sides.compare(models);
    let mut events = Vec::new();
    while let Some(more) = sides.advance() {
        events.extend(more);
    }
    let [Event::Batch(BatchEvent::Compared(comparison))] = events.as_slice() else {
        panic!("{events:?}")
    };
    (**comparison).clone()
}

fn pairs(sides: &BatchSides, kind: Option<PairKind>) -> PairRows {
    let Event::Batch(BatchEvent::Pairs(rows)) = sides.pairs(kind, 0) else { panic!() };
    rows
}

#[test]
fn two_results_are_compared_question_by_question() {
    let questions = questions();
    let mut sides = BatchSides::default();
    read(&mut sides, Side::First, &results(&questions[..8], "a", |at| at % 4 != 0));
    let events = read(&mut sides, Side::Second, &results(&questions[1..], "b", |at| at % 2 == 0));
    let outcome = |event: &Event| match event {
        Event::Batch(BatchEvent::Outcome(Side::Second, summary)) => Some(summary.clone()),
        Event::Batch(BatchEvent::File(file)) => {
            assert_eq!(file.side, Side::Second);
            None
        }
        other => panic!("{other:?}"),
    };
    let summary: BatchSummary = events.iter().filter_map(outcome).next_back().unwrap();
    assert_eq!((summary.counts[0], summary.models[0].model.as_str()), (5, "b"));
    let comparison = compared(&mut sides, [all_of(Side::First), all_of(Side::Second)]);
    // The first result is incorrect only for questions 0 and 4. The second one is correct only for
    // odd questions.
    assert_eq!(comparison.counts, [4, 2, 0, 1, 0, 1, 2]);
    let scored = comparison.scored.unwrap();
    assert!(scored.is_single && scored.test.starts_with("McNemar's mid-p test"), "{scored:?}");
    assert_eq!((scored.shares[0][0].as_str(), scored.shares[2][0].as_str()), ("85.7", "+28.6"));
    let only_first = pairs(&sides, Some(PairKind::OnlyFirst));
    assert_eq!((only_first.total, only_first.rows.len()), (2, 2));
    let words = ["correct", "incorrect"].map(|word| Some(word.to_owned()));
    assert_eq!(only_first.rows[0].replies, words);
    let missing = pairs(&sides, Some(PairKind::InSecond));
    assert_eq!(missing.rows[0].replies[0], None);
    assert_eq!(pairs(&sides, None).total, 10);
    let id = &only_first.rows[0].id;
    let Some(Event::Run(RunEvent::Attempt(attempt))) = sides.open(Side::Second, id) else {
        panic!()
    };
    assert_eq!((attempt.transcript.as_str(), attempt.author.as_str()), ("Answer: 1", "b"));
    assert_eq!(sides.open(Side::First, &missing.rows[0].id), None);
    let mut lines = String::new();
    let (name, _) = sides.save(PairsFormat::Jsonl, &mut |more| lines.push_str(more));
    assert_eq!((name, lines.lines().count()), ("stepfall-compared.jsonl", 10));
    let mut table = String::new();
    sides.save(PairsFormat::Csv, &mut |more| table.push_str(more));
    assert!(table.starts_with("id,condition,"), "{table}");
}

#[test]
fn models_of_one_result_are_compared_and_sides_can_be_swapped() {
    let questions = questions();
    let mut sides = BatchSides::default();
    let both = results(&questions, "a", |_| true) + &results(&questions, "b", |at| at < 4);
    read(&mut sides, Side::First, &both);
    let model = |name: &str| ComparedModel { side: Side::First, model: Some(name.to_owned()) };
    let comparison = compared(&mut sides, [model("a"), model("b")]);
    assert_eq!(comparison.counts, [4, 6, 0, 0, 0, 0, 0]);
    let swapped = compared(&mut sides, [model("b"), model("a")]);
    assert_eq!(swapped.counts, [4, 0, 6, 0, 0, 0, 0]);
}

#[test]
fn results_without_a_common_question_lose_nothing() {
    let questions = questions();
    let mut sides = BatchSides::default();
    read(&mut sides, Side::First, &results(&questions[..5], "a", |_| true));
    read(&mut sides, Side::Second, &results(&questions[5..], "b", |_| true));
    let comparison = compared(&mut sides, [all_of(Side::First), all_of(Side::Second)]);
    assert!(!comparison.has_pairs());
    assert_eq!((comparison.count(PairKind::InFirst), comparison.count(PairKind::InSecond)), (5, 5));
    let events = sides.clear_second();
    let [Event::Batch(BatchEvent::Outcome(Side::Second, summary))] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!(*summary, BatchSummary::default());
    assert_eq!(pairs(&sides, None).total, 0);
    let Event::Batch(BatchEvent::Outcome(_, first)) = sides.side(Side::First).summary() else {
        panic!()
    };
    assert_eq!(first.counts[0], 5);
}

#[test]
fn a_comparison_ends_when_it_is_stopped() {
    let mut sides = BatchSides::default();
    read(&mut sides, Side::First, &results(&questions(), "a", |_| true));
    sides.compare([all_of(Side::First), all_of(Side::First)]);
    assert_eq!(sides.advance(), Some(Vec::new()));
    sides.stop();
    assert_eq!(sides.advance(), None);
    assert_eq!(pairs(&sides, None).total, 0);
}

#[test]
fn records_of_procedures_count_for_both_sides() {
    let item = Item::from_text("a = 3\nb = 4\nc = a * b\nd = c + a", None).unwrap();
    let id = QuestionId::of(&item, Condition::Trace, 0).to_string();
    let line = |answer: &str| {
        let response = format!("Answer: {answer}");
        serde_json::json!({"id": id, "response": response}).to_string()
    };
    let mut sides = BatchSides::default();
    read(&mut sides, Side::Second, &line("15"));
    read(&mut sides, Side::First, &line("16"));
    let record = serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap();
    let events = read(&mut sides, Side::First, &record);
    let is_graded = |event: &Event| {
        matches!(
            event,
            Event::Batch(BatchEvent::File(BatchFile { side: Side::Second, graded: 1, .. }))
        )
    };
    assert!(events.iter().any(is_graded), "{events:?}");
    let comparison = compared(&mut sides, [all_of(Side::First), all_of(Side::Second)]);
    assert_eq!(comparison.count(PairKind::OnlySecond), 1);
    // The records stay when the second result is removed.
    sides.clear_second();
    read(&mut sides, Side::Second, &line("15"));
    let comparison = compared(&mut sides, [all_of(Side::First), all_of(Side::Second)]);
    assert_eq!(comparison.count(PairKind::OnlySecond), 1);
}
