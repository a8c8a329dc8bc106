//! Files of questions, and responses to them graded by their ids.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use stepfall_condition::DialogueSolver;
use stepfall_grade::Mode;
use stepfall_interchange::{
    AskSettings, BatchGrader, Export, FilePart, Graded, GradedRecord, Limits, Outcome, Parts,
    QuestionId, QuestionSet, Response, ResponseEnd, Scored, Tally, Ungraded, limits,
};
use stepfall_link::ExportTarget;
use stepfall_procedure::{Condition, Item, Spec, Suite};
use stepfall_provider::Effort;
use stepfall_solver::{Form, Solver, SolverKind};

/// Returns procedures of 5 and 15 steps under three conditions, one of which has a history.
fn selection() -> QuestionSet {
    let conditions =
        [Condition::Trace, Condition::AnswerOnly, Condition::Primed { steps: 2, errors: 0 }];
    QuestionSet::custom(&Spec::default(), &[5, 15], &conditions, 2)
}

fn settings() -> AskSettings {
    AskSettings {
        model: "model-1".to_owned(),
        max_output: Some(4_096),
        temperature: Some(0.5),
        effort: Some(Effort::Low),
    }
}

/// Returns the files of questions of the selection.
fn files(export: Export, limits: Limits) -> Vec<String> {
    named_files(export, limits).into_iter().map(|(_, text)| text).collect()
}

/// Returns the files of questions of the selection, with their names.
fn named_files(export: Export, limits: Limits) -> Vec<(String, String)> {
    let mut parts = Parts::with_limits(export, limits);
    let mut written: Vec<FilePart> =
        selection().questions().flat_map(|question| parts.push(&question)).collect();
    written.extend(parts.finish());
    let (mut files, mut text) = (Vec::new(), String::new());
    for part in written {
        match part {
            FilePart::Text(more) => text.push_str(&more),
            FilePart::End(name) => files.push((name, std::mem::take(&mut text))),
        }
    }
    files.retain(|(name, _)| name.starts_with("stepfall-own-"));
    files
}

fn lines(target: ExportTarget) -> Vec<Value> {
    let [file] = files(Export::new(target, settings(), "own"), Limits::NONE).try_into().unwrap();
    assert!(file.ends_with('\n') && !file.contains("\n\n"));
    file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_for_openai_is_a_request_with_the_question_id() {
    let lines = lines(ExportTarget::OpenAi);
    assert_eq!(lines.len(), 12);
    let question = selection().questions().next().unwrap();
    assert_eq!(lines[0]["custom_id"], question.id.to_string());
    assert_eq!(lines[0]["method"], "POST");
    assert_eq!(lines[0]["url"], "/v1/chat/completions");
    let body = &lines[0]["body"];
    assert_eq!(body["model"], "model-1");
    assert_eq!(body["messages"], json!([{"role": "user", "content": question.prompt()}]));
    assert_eq!(body["max_completion_tokens"], 4_096);
    assert_eq!(body.get("stream"), None);
    // The history includes a message of the model.
    let messages = lines[8]["body"]["messages"].as_array().unwrap();
    let roles: Vec<&str> =
        messages.iter().map(|message| message["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    let ids: BTreeSet<&str> =
        lines.iter().map(|line| line["custom_id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 12);
}

#[test]
fn other_services_get_their_own_request_formats() {
    let responses = &lines(ExportTarget::OpenAiResponses)[0];
    assert_eq!(responses["url"], "/v1/responses");
    assert_eq!(responses["body"]["max_output_tokens"], 4_096);
    let gemini = &lines(ExportTarget::Gemini)[0];
    assert!(QuestionId::read(gemini["key"].as_str().unwrap()).is_ok());
    assert_eq!(gemini["request"]["contents"][0]["role"], "user");
    assert_eq!(gemini["request"]["generationConfig"]["maxOutputTokens"], 4_096);
    assert_eq!(gemini["request"].get("model"), None);
    let [anthropic] = files(Export::new(ExportTarget::Anthropic, settings(), "own"), Limits::NONE)
        .try_into()
        .unwrap();
    let anthropic: Value = serde_json::from_str(&anthropic).unwrap();
    let requests = anthropic["requests"].as_array().unwrap();
    assert_eq!(requests.len(), 12);
    assert_eq!(requests[0]["params"]["model"], "model-1");
    assert_eq!(requests[0]["params"]["max_tokens"], 4_096);
    assert_eq!(requests[0]["params"].get("stream"), None);
}

#[test]
fn tools_get_the_id_and_the_correct_answer() {
    let question = selection().questions().next().unwrap();
    let id = question.id.to_string();
    let inspect = &lines(ExportTarget::Inspect)[0];
    assert_eq!(inspect["id"], id);
    assert_eq!(inspect["input"], question.prompt());
    assert_eq!(inspect["target"], question.correct_answer());
    assert_eq!(inspect["metadata"]["steps"], 5);
    assert_eq!(lines(ExportTarget::Inspect)[8]["input"].as_array().unwrap().len(), 3);
    let promptfoo = &lines(ExportTarget::Promptfoo)[0];
    assert_eq!(promptfoo["metadata"]["stepfall_id"], id);
    assert_eq!(promptfoo["vars"]["prompt"], question.prompt());
    let lm_eval = &lines(ExportTarget::LmEval)[0];
    assert_eq!((&lm_eval["id"], &lm_eval["prompt"]), (&json!(id), &json!(question.prompt())));
    let line = &lines(ExportTarget::Jsonl)[0];
    assert!(line["link"].as_str().unwrap().starts_with("#/play?v=2&steps=5"));
    let [table] =
        files(Export::new(ExportTarget::Csv, settings(), "own"), Limits::NONE).try_into().unwrap();
    assert!(table.starts_with("id,suite,dataset,condition,steps,look-back,link,prompt,target\r\n"));
    for target in [ExportTarget::Inspect, ExportTarget::Promptfoo, ExportTarget::LmEval] {
        let export = Export::new(target, settings(), "look-back.1");
        for (name, text) in export.companions(&["a.jsonl".to_owned()]) {
            for blank in ["@FILES@", "@SUITE@", "@TASK@", "@TESTS@"] {
                assert!(!text.contains(blank), "{name}: {blank}");
            }
        }
    }
}

#[test]
fn files_are_split_at_the_limits_of_their_service() {
    let export = || Export::new(ExportTarget::Anthropic, settings(), "own");
    let by_lines = files(export(), Limits { lines: 5, bytes: u64::MAX });
    let count = |file: &String| {
        let value: Value = serde_json::from_str(file).unwrap();
        value["requests"].as_array().unwrap().len()
    };
    assert_eq!(by_lines.iter().map(count).collect::<Vec<_>>(), [5, 5, 2]);
    let most = 4_000;
    let by_bytes = files(export(), Limits { lines: u32::MAX, bytes: most });
    assert!(by_bytes.len() > 2 && by_bytes.iter().map(count).sum::<usize>() == 12);
    assert!(by_bytes.iter().all(|file| file.len() as u64 <= most));
    // A question that exceeds the limit by itself is still written.
    assert_eq!(files(export(), Limits { lines: u32::MAX, bytes: 1 }).len(), 12);
    let names = |lines| -> Vec<String> {
        let files = named_files(export(), Limits { lines, bytes: u64::MAX });
        files.into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(7), ["stepfall-own-anthropic.json", "stepfall-own-anthropic-2.json"]);
    assert_eq!(names(12), ["stepfall-own-anthropic.json"]);
    assert_eq!(limits(ExportTarget::OpenAi), Limits { lines: 50_000, bytes: 200_000_000 });
}

/// Returns a solver's transcript of an item, as a response with its id.
fn response(item: &Item, condition: Condition, kind: SolverKind) -> Response {
    let solver = Solver::once(kind);
    let text = DialogueSolver::transcript(item, condition, solver, Form::Trace, 1).unwrap();
    let id = QuestionId::of(item, condition, 0).to_string();
    Response { id, text, ..Response::default() }
}

#[test]
fn incorrect_answers_are_distinguished_from_other_outcomes() {
    let mut batch = BatchGrader::default();
    let question =
        QuestionSet::of(Suite::Quick, &Spec::default(), None).questions().nth(25).unwrap();
    let item = question.item.clone();
    let mut outcome = |response: Response| {
        let graded: Graded = batch.grade(response).unwrap();
        assert_eq!(graded.target, question.correct_answer());
        graded.outcome
    };
    let solved_by = |kind| response(&item, Condition::Trace, kind);
    let with = |text: &str, end: ResponseEnd| Response {
        text: text.to_owned(),
        end,
        ..solved_by(SolverKind::Followed)
    };
    assert_eq!(outcome(solved_by(SolverKind::Followed)), Outcome::Correct);
    assert_eq!(outcome(solved_by(SolverKind::WrongOperand)), Outcome::Incorrect);
    assert_eq!(outcome(solved_by(SolverKind::MissingAnswer)), Outcome::Unparsed);
    assert_eq!(outcome(solved_by(SolverKind::Truncated)), Outcome::Truncated);
    assert_eq!(outcome(solved_by(SolverKind::Refused)), Outcome::Refused);
    assert_eq!(outcome(solved_by(SolverKind::WrongItem)), Outcome::Unclear);
    assert_eq!(outcome(with("", ResponseEnd::Natural)), Outcome::Unparsed);
    assert_eq!(outcome(with("S3 =", ResponseEnd::Length)), Outcome::Truncated);
    assert_eq!(outcome(with("", ResponseEnd::Refusal)), Outcome::Refused);
    assert_eq!(outcome(with("", ResponseEnd::Failed("expired".to_owned()))), Outcome::Errored);
    // A refusal is reported as one, whatever text the reply has.
    let refused = batch.grade(with("S3 = 1\nAnswer: 1", ResponseEnd::Refusal)).unwrap();
    assert_eq!((refused.outcome, refused.primary), (Outcome::Refused, Some(Mode::Refused)));
    assert!(refused.headline.contains("refused"), "{}", refused.headline);
    let mut outcome = |response: Response| batch.grade(response).unwrap().outcome;
    // An answer before the cut counts, correct or not.
    let incorrect = solved_by(SolverKind::WrongOperand);
    assert_eq!(outcome(Response { end: ResponseEnd::Length, ..incorrect }), Outcome::Incorrect);
    let correct = solved_by(SolverKind::Followed);
    assert_eq!(outcome(Response { end: ResponseEnd::Length, ..correct }), Outcome::Correct);
}

#[test]
fn an_id_identifies_the_question_or_reports_what_is_missing() {
    let mut batch = BatchGrader::default();
    let custom = Item::from_text("S1 = 7\nS2 = 5\nS3 = S1 + S2\nS4 = S3 - S1", None).unwrap();
    let correct = response(&custom, Condition::Trace, SolverKind::Followed);
    assert_eq!(batch.grade(correct.clone()), Err(Ungraded::Custom));
    batch.add_custom(custom);
    let graded = batch.grade(correct).unwrap();
    assert_eq!((graded.outcome, graded.question.link()), (Outcome::Correct, None));
    let foreign = Response { id: "gsm8k-17".to_owned(), ..Response::default() };
    assert!(matches!(batch.grade(foreign), Err(Ungraded::Id(_))));
    let question = selection().questions().next().unwrap();
    let id = QuestionId { condition: Condition::Stepwise, ..question.id };
    let dialogue = Response { id: id.to_string(), ..Response::default() };
    assert_eq!(batch.grade(dialogue), Err(Ungraded::Dialogue(Condition::Stepwise)));
}

#[test]
fn a_given_item_is_graded_without_an_id() {
    let custom = Item::from_text("S1 = 7\nS2 = 5\nS3 = S1 + S2\nS4 = S3 - S1", None).unwrap();
    let correct = response(&custom, Condition::Trace, SolverKind::Followed);
    let graded = Graded::of_item(custom.clone(), Condition::Trace, correct.clone()).unwrap();
    assert_eq!((graded.outcome, &graded.response.id), (Outcome::Correct, &correct.id));
    let none = Graded::of_item(custom, Condition::Stepwise, correct);
    assert_eq!(none, Err(Ungraded::Dialogue(Condition::Stepwise)));
    // From spec and seed of an item of an older version, this version would make a different item.
    // The id therefore does not contain them.
    let drawn = selection().questions().next().unwrap();
    let record = drawn.item.record(Condition::Trace).unwrap();
    let mut record = serde_json::to_value(record).unwrap();
    record["generator"] = 1.into();
    let (older, condition) = Item::from_record(&record.to_string()).unwrap();
    let graded = Graded::of_item(older, condition, Response::default()).unwrap();
    assert_eq!(graded.question.link(), None);
    assert_ne!(graded.question, drawn.id);
}

#[test]
fn a_tally_counts_each_answer_once() {
    let mut batch = BatchGrader::default();
    let mut tally = Tally::default();
    let trace =
        |question: &stepfall_interchange::Question| question.id.condition == Condition::Trace;
    for (at, question) in selection().questions().filter(trace).enumerate() {
        let kind = if at == 0 { SolverKind::WrongOperand } else { SolverKind::Followed };
        let response = response(&question.item, Condition::Trace, kind);
        assert!(!tally.is_duplicate(&response));
        assert!(tally.is_duplicate(&response));
        let graded = batch.grade(response).unwrap();
        tally.add(&graded);
        let record = serde_json::to_value(GradedRecord::from(&graded)).unwrap();
        assert_eq!(record["outcome"], if at == 0 { "wrong" } else { "correct" });
        assert!(record["link"].as_str().unwrap().contains("seed=0"));
    }
    tally.add_ungraded("x", &Ungraded::Custom);
    let wanted = Scored { correct: 3, scored: 4, all: 4 };
    assert_eq!(Scored::of(&tally.counts), wanted);
    assert_eq!((tally.duplicates, tally.ungraded, tally.responses()), (4, 1, 9));
    let steps: Vec<u16> = tally.cells.keys().map(|cell| cell.steps).collect();
    assert_eq!(steps, [5, 15]);
}

#[test]
fn a_reply_replaces_a_failed_call_in_either_order() {
    let question = selection().questions().next().unwrap();
    let reply = |model: Option<&str>| Response {
        model: model.map(str::to_owned),
        ..response(&question.item, question.id.condition, SolverKind::Followed)
    };
    let failed = |model: Option<&str>| Response {
        text: String::new(),
        end: ResponseEnd::Failed("expired".to_owned()),
        ..reply(model)
    };
    let counts = |responses: Vec<Response>| {
        let (mut batch, mut tally) = (BatchGrader::default(), Tally::default());
        for response in responses {
            let graded = batch.grade(response).unwrap();
            if !tally.is_duplicate(&graded.response) {
                tally.add(&graded);
            }
        }
        let (counts, cells) = (tally.counts, tally.cells.len());
        (
            counts[Outcome::Correct as usize],
            counts[Outcome::Errored as usize],
            cells,
            tally.responses(),
        )
    };
    let id = |response: Response| Response { id: question.id.to_string(), ..response };
    let all = |list: Vec<Response>| counts(list.into_iter().map(id).collect());
    // Failed calls name either no model or the model that replies.
    assert_eq!(all(vec![failed(None), reply(Some("a"))]), (1, 0, 1, 2));
    assert_eq!(all(vec![failed(Some("a")), failed(Some("a")), reply(Some("a"))]), (1, 0, 1, 3));
    assert_eq!(all(vec![reply(Some("a")), failed(None)]), (1, 0, 1, 2));
    assert_eq!(all(vec![reply(Some("a")), failed(Some("a"))]), (1, 0, 1, 2));
    // The failure of another model remains.
    assert_eq!(all(vec![failed(Some("b")), reply(Some("a"))]), (1, 1, 2, 2));
    assert_eq!(all(vec![reply(Some("a")), failed(Some("b"))]), (1, 1, 2, 2));
}
