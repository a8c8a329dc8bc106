//! Batches in the page's worker.

use stepfall_condition::DialogueSolver;
use stepfall_interchange::{FilePart, Outcome, QuestionId, QuestionSet};
use stepfall_procedure::{Condition, Item, Spec, Suite};
use stepfall_protocol::batch::{BatchEvent, BatchFile, BatchSummary, RowsFormat};
use stepfall_protocol::{Event, FileEvent, RunEvent};
use stepfall_solver::{Form, Solver, SolverKind};
use stepfall_worker::{Batch, MAX_BATCH_FILE, Made, make, suites};

/// Returns the files for an address, each with its name.
fn files(address: &str) -> Result<Vec<(String, String)>, String> {
    let (mut files, mut text) = (Vec::new(), String::new());
    make(address, &mut |made| match made {
        Made::Part(FilePart::Text(more)) => text.push_str(&more),
        Made::Part(FilePart::End(name)) => files.push((name, std::mem::take(&mut text))),
        Made::Progress(done, all) => assert!(done <= all),
    })?;
    assert_eq!(text, "");
    Ok(files)
}

/// Returns a result file in `OpenAI`'s format, in which solvers answer the questions of a suite.
/// In every third reply, the solver uses an incorrect operand. One of these replies has the correct
/// answer nevertheless.
fn results() -> String {
    let selection = QuestionSet::of(Suite::Quick, &Spec::default(), None);
    let line = |(at, question): (usize, stepfall_interchange::Question)| {
        let kind = if at % 3 == 0 { SolverKind::WrongOperand } else { SolverKind::Followed };
        let text = DialogueSolver::transcript(
            &question.item,
            Condition::Trace,
            Solver::once(kind),
            Form::Trace,
            1,
        );
        let message = serde_json::json!({"role": "assistant", "content": text.unwrap_or_default()});
        let body = serde_json::json!({"model": "m-1", "choices": [{"message": message, "finish_reason": "stop"}]});
        let id = question.id.to_string();
        let response = serde_json::json!({"status_code": 200, "body": body});
        serde_json::json!({"id": "x", "custom_id": id, "response": response, "error": null})
            .to_string()
    };
    selection.questions().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

fn file_and_summary(events: &[Event]) -> (BatchFile, BatchSummary) {
    let [Event::Batch(BatchEvent::File(file)), Event::Batch(BatchEvent::Outcome(_, summary))] =
        events
    else {
        panic!("{events:?}")
    };
    (file.clone(), summary.clone())
}

/// Returns a batch that has read a file in pieces.
fn read_batch(file: &str) -> (Batch, BatchFile, BatchSummary) {
    let mut batch = Batch::default();
    assert!(batch.begin(0, "results.jsonl", file.len() as u64, None).is_empty());
    for piece in file.as_bytes().chunks(10_000) {
        file_and_summary(&batch.piece(piece));
    }
    let (file, summary) = file_and_summary(&batch.end(None));
    (batch, file, summary)
}

#[test]
fn a_suite_becomes_files_or_a_reason_why_not() {
    let made = files("#/batch?v=2&suite=quick&for=inspect").unwrap();
    let names: Vec<&str> = made.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["stepfall-quick-v1-inspect.jsonl", "stepfall_task.py"]);
    assert_eq!(made[0].1.lines().count(), 100);
    assert!(made[1].1.contains("\"stepfall-quick-v1-inspect.jsonl\""));
    let error = files("#/batch?v=2&suite=quick&for=openai").unwrap_err();
    assert_eq!(error, "Enter a model name to download.");
    assert_eq!(suites("#/batch?v=2&suite=quick&for=openai").error, None);
    let priced = suites("#/batch?v=2&suite=quick&for=csv&price=2/3");
    let size = &priced.suites[0];
    // Dollars per million tokens are millionths of a dollar per token.
    let money = |input: u64, output: u64| input * 2 + output * 3;
    let (low, high) = (money(size.input.0, size.output.0), money(size.input.1, size.output.1));
    assert_eq!(size.cost, Some((low, high)));
    let parted = |target: &str| {
        let sizes = suites(&format!("#/batch?v=2&suite=paper55&model=m&for={target}"));
        let sizes = sizes.suites.into_iter().find(|size| size.slug == "paper55");
        sizes.map(|size| (size.questions, size.files))
    };
    assert_eq!(parted("openai"), Some((55_000, 2)));
    assert_eq!(parted("csv"), Some((55_000, 1)));
    assert_eq!(suites("#/batch?v=2&suite=quick&for=csv").suites[0].cost, None);
    let custom = "#/batch?v=2&suite=own&lengths=4,6&condition=copy&items=2&for=csv";
    assert_eq!(
        files(custom).unwrap()[0].1.lines().filter(|line| line.starts_with("sf1-")).count(),
        4
    );
    let dialogue = files("#/batch?v=2&suite=own&condition=stepwise&for=csv").unwrap_err();
    assert!(dialogue.contains("needs a dialogue"), "{dialogue}");
    let sizes = suites("#/batch?v=2&suite=quick&items=7&for=csv");
    assert_eq!(sizes.error, None);
    let questions: Vec<u64> = sizes.suites.iter().map(|size| size.questions).collect();
    assert_eq!(questions, [35, 500, 600, 700, 700, 55_000]);
}

#[test]
fn results_are_graded_listed_and_opened() {
    let results = results();
    let (mut batch, file, summary) = read_batch(&results);
    assert_eq!((file.found, file.graded, file.is_over), (100, 100, true));
    assert_eq!(file.kind, "results of a batch in OpenAI’s format");
    assert_eq!(file.read, results.len() as u64);
    assert_eq!(summary.counts, [67, 33, 0, 0, 0, 0, 0]);
    assert!(summary.finding.starts_with("67.0 % ("), "{}", summary.finding);
    let Event::Batch(BatchEvent::Rows(rows)) = batch.rows(Some(Outcome::Incorrect), 30) else {
        panic!()
    };
    assert_eq!((rows.total, rows.rows.len()), (33, 3));
    let row = &rows.rows[0];
    assert_eq!((row.model.as_str(), row.condition.as_str()), ("m-1", "trace"));
    assert_eq!((row.steps, row.outcome), (95, Outcome::Incorrect));
    let Some(Event::Run(RunEvent::Attempt(attempt))) = batch.open(rows.rows[0].number) else {
        panic!()
    };
    assert!(attempt.link.contains("steps=95") && !attempt.transcript.is_empty());
    assert_eq!(attempt.author, "m-1");
    let Event::Batch(BatchEvent::Figures(figures)) = batch.figures(800) else { panic!() };
    assert!(figures.iter().any(|figure| figure.id == "collapse"));
    assert!(matches!(batch.report(), Event::File(FileEvent::Text { .. })));
    assert_eq!(batch.open(1_000), None);
}

#[test]
fn graded_responses_are_saved_in_every_form() {
    let (mut batch, ..) = read_batch(&results());
    let mut save = |form| {
        let mut text = String::new();
        let (name, _) = batch.save(form, &mut |more| text.push_str(more));
        (name, text)
    };
    let (name, lines) = save(RowsFormat::Jsonl);
    assert_eq!((name, lines.lines().count()), ("stepfall-graded.jsonl", 100));
    let first: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(first["outcome"], "wrong");
    assert!(QuestionId::read(first["id"].as_str().unwrap()).is_ok());
    let (_, table) = save(RowsFormat::Csv);
    assert!(table.starts_with("id,sample,model,"));
}

#[test]
fn problems_of_a_file_are_reported_and_other_results_remain() {
    let (mut batch, _, before) = read_batch(&results());
    let events = batch.begin(1, "large.jsonl", MAX_BATCH_FILE + 1, None);
    let [Event::Batch(BatchEvent::File(file))] = events.as_slice() else { panic!() };
    assert!(file.is_over && file.troubles[0].contains("200 MB"), "{file:?}");
    batch.begin(2, "again.jsonl", 1, None);
    batch.piece(results().lines().next().unwrap().as_bytes());
    let (file, after) = file_and_summary(&batch.end(Some("gone")));
    assert_eq!((file.graded, file.found), (0, 1));
    assert!(file.troubles[0].contains("gone"));
    assert_eq!((after.counts, after.duplicates.0), (before.counts, 1));
    batch.begin(3, "foreign.jsonl", 1, None);
    batch.piece(b"{\"id\":\"gsm8k-1\",\"response\":\"7\"}\n");
    let (_, after) = file_and_summary(&batch.end(None));
    assert_eq!(after.ungraded.0, 1);
    assert!(after.ungraded.1[0].1.contains("not from Stepfall"));
}

#[test]
fn responses_to_custom_procedures_wait_for_their_records() {
    let item = Item::from_text("a = 3\nb = 4\nc = a * b\nd = c + a", None).unwrap();
    let id = QuestionId::of(&item, Condition::Trace, 0);
    let line = |model: &str, answer: &str| {
        serde_json::json!({"id": id.to_string(), "model": model, "response": format!("Answer: {answer}")})
            .to_string()
    };
    let results = [line("m-1", "15"), line("m-2", "16"), line("m-2", "16")].join("\n");
    let (mut batch, file, summary) = read_batch(&results);
    assert_eq!((file.found, file.graded, summary.ungraded.0), (3, 0, 3));
    assert!(summary.ungraded.1[0].1.contains("add the file of records"), "{summary:?}");
    // A record with an incorrect value is reported, and the correct one next to it is read.
    let record = serde_json::to_string(&item.record(Condition::Trace).unwrap()).unwrap();
    let records = format!("{record}\n{}\n", record.replace("\"15\"", "\"99\""));
    batch.begin(1, "records.jsonl", records.len() as u64, None);
    batch.piece(records.as_bytes());
    let events = batch.end(None);
    let [
        Event::Batch(BatchEvent::File(custom)),
        Event::Batch(BatchEvent::File(again)),
        Event::Batch(BatchEvent::Outcome(_, summary)),
    ] = events.as_slice()
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (custom.procedures, custom.kind.as_str(), custom.troubles.len()),
        (1, "records of procedures", 1)
    );
    assert_eq!((again.id, again.found, again.graded, again.repeated), (0, 3, 2, 1));
    assert_eq!((summary.ungraded.0, summary.ungraded.1.len(), summary.duplicates.0), (0, 0, 1));
    assert_eq!(summary.counts[Outcome::Correct as usize], 1);
    // A response after the records is graded at once, and opens with its procedure.
    let later = line("m-3", "15");
    batch.begin(2, "later.jsonl", later.len() as u64, None);
    batch.piece(later.as_bytes());
    let (file, _) = file_and_summary(&batch.end(None));
    assert_eq!((file.found, file.graded), (1, 1));
    let Some(Event::Run(RunEvent::Attempt(attempt))) = batch.open(0) else { panic!() };
    assert_eq!(attempt.transcript, "Answer: 15");
}

/// Returns a JSON line that answers the question at a position of the quick suite. The members of
/// `rest` are added or replace its own.
fn row(at: usize, rest: &serde_json::Value) -> String {
    let question =
        QuestionSet::of(Suite::Quick, &Spec::default(), None).questions().nth(at).unwrap();
    let mut row = serde_json::json!({"id": question.id.to_string(), "response": "Answer: 1"});
    for (key, value) in rest.as_object().unwrap() {
        row[key] = value.clone();
    }
    row.to_string()
}

#[test]
fn unscored_responses_are_reported_in_whole_sentences() {
    let refused = |index| row(index, &serde_json::json!({"response": "No.", "stop": "refusal"}));
    let finding = |rows: &[String]| read_batch(&rows.join("\n")).2.finding;
    assert_eq!(finding(&[refused(0)]), "The response could not be scored: refused.");
    let both = finding(&[refused(0), refused(1)]);
    assert_eq!(both, "None of the 2 responses could be scored: refused.");
    let message = finding(&[refused(0), row(1, &serde_json::json!({}))]);
    assert!(message.ends_with("One of 2 could not be scored: refused."), "{message}");
}

#[test]
fn a_reply_replaces_a_failed_call() {
    let failed = row(0, &serde_json::json!({"response": null, "error": "timeout"}));
    let (reply, other) =
        (row(0, &serde_json::json!({"model": "m"})), row(1, &serde_json::json!({"model": "m"})));
    let (batch, file, summary) = read_batch(&[failed, other, reply].join("\n"));
    assert_eq!((file.graded, summary.counts[Outcome::Errored as usize]), (3, 0));
    let Event::Batch(BatchEvent::Rows(rows)) = batch.rows(None, 0) else { panic!() };
    let outcomes: Vec<&str> = rows.rows.iter().map(|row| row.outcome.slug()).collect();
    assert_eq!((rows.total, outcomes), (2, vec!["wrong", "wrong"]));
    let Event::Batch(BatchEvent::Figures(figures)) = batch.figures(800) else { panic!() };
    assert!(
        figures.iter().all(|figure| figure.method.iter().all(|note| !note.contains("left out")))
    );
}

#[test]
fn unscored_responses_do_not_count_as_incorrect() {
    let rows = (0..9).map(|at| match at % 3 {
        0 => row(at, &serde_json::json!({})),
        1 => row(at, &serde_json::json!({"response": "", "stop": "content_filter"})),
        _ => row(at, &serde_json::json!({"response": "S3 =", "stop": "length"})),
    });
    let (batch, _, summary) = read_batch(&rows.collect::<Vec<_>>().join("\n"));
    let count = |outcome: Outcome| summary.counts[outcome as usize];
    assert_eq!([Outcome::Incorrect, Outcome::Refused, Outcome::Truncated].map(count), [3, 3, 3]);
    let Event::Batch(BatchEvent::Figures(figures)) = batch.figures(800) else { panic!() };
    let collapse = figures.iter().find(|figure| figure.id == "collapse").unwrap();
    assert!(
        collapse.method.iter().any(|note| note.starts_with("6 attempts ")),
        "{:?}",
        collapse.method
    );
}
