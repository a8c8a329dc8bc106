//! Calls of the page, with a simulated network.

use serde_json::Value;
use stepfall_protocol::{CallEvent, Event, PromptSettings, ProviderAccess, Secret};
use stepfall_provider::{Circumstances, Head, Permission, Probe};
use stepfall_worker::{Command, Runner, StoreError};

use crate::summary;

const KEY: &str = "secret-key-123";

fn setting() -> ProviderAccess {
    ProviderAccess {
        provider: "mistral".to_owned(),
        base: String::new(),
        key: Secret(KEY.to_owned()),
    }
}

fn question() -> PromptSettings {
    let link = "#/play?v=2&steps=3&seed=1".to_owned();
    PromptSettings { model: "m".to_owned(), link, ..PromptSettings::default() }
}

fn asked() -> Runner {
    let mut runner = Runner::default();
    runner.ask(7, &setting(), &question(), 1_000);
    let commands = runner.take_commands();
    let [Command::Fetch { call: 7, request, origin }] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    assert_eq!(origin, "https://api.mistral.ai");
    assert!(request.body.contains("S3 = "));
    runner
}

fn chunk(delta: &str) -> Vec<u8> {
    format!("data: {{\"choices\":[{{\"delta\":{{\"content\":\"{delta}\"}}}}]}}\n\n").into_bytes()
}

fn stop(reason: &str) -> Vec<u8> {
    format!("data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\n\n").into()
}

/// Ends a reply, and stores its answer. Returns the header and the transcript of the answer.
fn end(runner: &mut Runner, now: u64) -> (Value, String) {
    runner.on_end(7, now);
    keep(runner)
}

/// Stores the pending answer, and returns its header and transcript. No event for the page comes
/// before.
fn keep(runner: &mut Runner) -> (Value, String) {
    let commands = runner.take_commands();
    let Some(Command::StoreAnswer { call: 7, header, transcript }) = commands.last() else {
        panic!("{commands:?}")
    };
    assert!(!commands.iter().any(|command| matches!(command, Command::Emit(..))), "{commands:?}");
    runner.on_answer_stored(7, Ok(()));
    (json(header), transcript.clone())
}

/// Returns the pending events for the page: kind and text.
fn events(runner: &mut Runner) -> Vec<(&'static str, String)> {
    let event = |command| match command {
        Command::Emit(event) => Some(summary(event)).map(|(kind, _, text)| (kind, text)),
        _ => None,
    };
    runner.take_commands().into_iter().filter_map(event).collect()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn an_answer_is_sent_in_pieces_at_most_ten_times_a_second() {
    let mut runner = asked();
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("S3 = "), 1_500);
    assert_eq!(events(&mut runner), [("more", "S3 = ".to_owned())]);
    runner.on_bytes(7, &chunk("4 + "), 1_510);
    assert_eq!(runner.take_commands(), [Command::Wake(1_600)]);
    runner.on_bytes(7, &chunk("9"), 1_520);
    assert_eq!(runner.take_commands(), []);
    runner.wake(1_600);
    assert_eq!(events(&mut runner), [("more", "4 + 9".to_owned())]);
    runner.on_bytes(7, &stop("length"), 1_700);
    end(&mut runner, 1_710);
    let events = events(&mut runner);
    let [("answered", ended)] = events.as_slice() else { panic!("{events:?}") };
    let ended = json(ended);
    assert_eq!(
        (&ended["is_cut"], &ended["took"], &ended["first"]),
        (&true.into(), &710.into(), &500.into())
    );
}

#[test]
fn a_stop_keeps_the_received_text() {
    let mut runner = asked();
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("S3 = "), 1_500);
    runner.on_bytes(7, &chunk("4"), 1_510);
    runner.take_commands();
    runner.stop(7, 1_520);
    let commands = runner.take_commands();
    assert_eq!(commands[0], Command::Abort(7));
    assert!(
        matches!(&commands[1], Command::StoreAnswer { call: 7, transcript: text, .. } if text == "S3 = 4")
    );
    runner.on_answer_stored(7, Ok(()));
    let commands = runner.take_commands();
    assert_eq!(commands[0], Command::Emit(Event::Call(7, CallEvent::More("4".to_owned()))));
    assert!(matches!(&commands[1], Command::Emit(Event::Call(7, CallEvent::Stopped(_)))));
    runner.on_bytes(7, &chunk("late"), 1_530);
    runner.on_end(7, 1_540);
    assert_eq!(runner.take_commands(), [], "later bytes are ignored");
}

#[test]
fn a_refused_parameter_is_left_out_and_reported() {
    let mut runner = Runner::default();
    let question = PromptSettings { temperature: "0.5".to_owned(), ..question() };
    runner.ask(7, &setting(), &question, 0);
    runner.take_commands();
    runner.on_head(7, Head::new(400), 0);
    runner.on_bytes(7, br#"{"error":{"message":"temperature is not supported"}}"#, 10);
    runner.on_end(7, 20);
    assert!(
        matches!(runner.take_commands().as_slice(), [Command::Fetch { call: 7, request, .. }] if !request.body.contains("temperature"))
    );
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("13"), 30);
    runner.on_bytes(7, &stop("stop"), 40);
    end(&mut runner, 50);
    let events = events(&mut runner);
    assert_eq!(json(&events.last().unwrap().1)["left_out"], json(r#"["temperature"]"#));
}

#[test]
fn an_error_is_reported_without_the_key() {
    let mut runner = asked();
    runner.on_head(7, Head::new(401), 0);
    runner.on_bytes(7, format!("{{\"error\":{{\"message\":\"bad key {KEY}\"}}}}").as_bytes(), 10);
    runner.on_end(7, 20);
    let events = events(&mut runner);
    assert!(
        matches!(events.as_slice(), [("failed", text)] if text.contains("[key]") && !text.contains(KEY))
    );
}

#[test]
fn an_interrupted_stream_keeps_the_received_text() {
    let mut runner = asked();
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("S3"), 1_010);
    runner.on_bytes(7, &chunk(" = 4"), 1_015);
    runner.take_commands();
    runner.on_lost(7, 1_020);
    let (header, transcript) = keep(&mut runner);
    assert_eq!((transcript.as_str(), &header["end"]), ("S3 = 4", &"failed".into()));
    assert_eq!(header["link"], "#/play?v=2&steps=3&seed=1&stop=length");
    assert!(header["why"].as_str().unwrap().contains("before the model had finished"));
    let events = events(&mut runner);
    assert!(
        matches!(events.as_slice(), [("more", piece), ("failed", why)] if piece == " = 4" && why.contains("before the model had finished"))
    );
}

#[test]
fn an_answer_is_stored_with_its_metadata_but_without_the_key() {
    let mut runner = asked();
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("S3 = 4, said secret-key-123"), 1_500);
    let usage = r#"data: {"choices":[],"usage":{"prompt_tokens":90,"completion_tokens":6}}"#;
    runner.on_bytes(7, &stop("stop"), 1_600);
    runner.on_bytes(7, format!("{usage}\n\n").as_bytes(), 1_700);
    runner.take_commands();
    let (header, transcript) = end(&mut runner, 1_710);
    assert_eq!(transcript, "S3 = 4, said [key]");
    assert_eq!(
        header,
        serde_json::json!({
            "stepfall_answer": 1,
            "link": "#/play?v=2&steps=3&seed=1",
            "provider": "mistral",
            "origin": "https://api.mistral.ai",
            "model": "m",
            "asked": 1_000,
            "took": 710,
            "first": 500,
            "input": 90,
            "output": 6,
            "reasoning": null,
            "end": "answered",
            "stop": "natural",
            "why": null,
            "bytes": 18,
        })
    );
}

#[test]
fn an_answer_that_cannot_be_stored_is_still_sent() {
    let mut runner = asked();
    runner.on_head(7, Head::new(200), 0);
    runner.on_bytes(7, &chunk("13"), 1_500);
    runner.on_bytes(7, &stop("stop"), 1_600);
    runner.on_end(7, 1_700);
    runner.take_commands();
    runner.on_answer_stored(7, Err(&StoreError::Full));
    let events = events(&mut runner);
    assert!(
        matches!(events.as_slice(), [("not-kept", why), ("answered", _)] if why.contains("no space left"))
    );
}

#[test]
fn an_empty_answer_is_not_stored() {
    let mut runner = asked();
    runner.stop(7, 1_500);
    let commands = runner.take_commands();
    assert!(
        matches!(
            commands.as_slice(),
            [Command::Abort(7), Command::Emit(Event::Call(7, CallEvent::Stopped(_)))]
        ),
        "{commands:?}"
    );
}

#[test]
fn a_request_without_a_reply_is_diagnosed() {
    let mut runner = asked();
    runner.on_lost(7, 1_010);
    assert_eq!(
        runner.take_commands(),
        [Command::Probe { call: 7, origin: "https://api.mistral.ai".to_owned() }]
    );
    runner.on_circumstances(
        7,
        &Circumstances {
            is_online: true,
            probe: Probe::Answered,
            permission: Permission::Unknown,
            page: "https://page.example".to_owned(),
            is_safari: false,
        },
    );
    let events = events(&mut runner);
    assert_eq!(json(&events[0].1)["suspects"][0]["slug"], "wrong-key");
}

#[test]
fn a_list_of_models_is_read_page_by_page() {
    let mut runner = Runner::default();
    let setting = ProviderAccess { provider: "anthropic".to_owned(), ..setting() };
    runner.models(3, &setting);
    assert!(
        matches!(runner.take_commands().as_slice(), [Command::Fetch { call: 3, request, .. }] if request.body.is_empty())
    );
    runner.on_head(3, Head::new(200), 0);
    runner.on_bytes(3, br#"{"data":[{"id":"a"}],"has_more":true,"last_id":"a"}"#, 0);
    runner.on_end(3, 0);
    assert!(
        matches!(runner.take_commands().as_slice(), [Command::Fetch { call: 3, request, .. }] if request.url.contains("after_id=a"))
    );
    runner.on_head(3, Head::new(200), 0);
    runner.on_bytes(3, br#"{"data":[{"id":"b"}],"has_more":false}"#, 0);
    runner.on_end(3, 0);
    let events = events(&mut runner);
    assert_eq!(events[0].0, "models");
    assert_eq!(json(&events[0].1)[1]["id"], "b");
}

#[test]
fn invalid_requests_are_reported_and_not_sent() {
    let typed = |change: fn(&mut ProviderAccess, &mut PromptSettings)| {
        let (mut setting, mut question) = (setting(), question());
        change(&mut setting, &mut question);
        let mut runner = Runner::default();
        runner.ask(1, &setting, &question, 0);
        let commands = runner.take_commands();
        let [Command::Emit(Event::Call(1, CallEvent::Failed(text)))] = commands.as_slice() else {
            panic!("{commands:?}")
        };
        text.message.clone()
    };
    assert!(typed(|_, question| question.model = " ".to_owned()).contains("which model"));
    assert!(typed(|_, question| question.max_output = "0".to_owned()).contains("from 1"));
    assert!(typed(|_, question| question.temperature = "9".to_owned()).contains("from 0 to 2"));
    assert!(typed(|_, question| question.effort = "huge".to_owned()).contains("huge"));
    assert!(typed(|setting, _| setting.base = "http://example.org".to_owned()).contains("https"));
    assert!(typed(|setting, _| setting.provider = "compatible".to_owned()).contains("address"));
    assert!(typed(|setting, _| setting.key = Secret("two words".to_owned())).contains("no key"));
}

#[test]
fn a_preview_is_the_request_without_the_key() {
    let mut runner = Runner::default();
    runner.preview(1, &setting(), &question());
    let events = events(&mut runner);
    let (kind, text) = &events[0];
    assert_eq!(*kind, "preview");
    assert!(text.contains("authorization: Bearer ••••") && !text.contains(KEY), "{text}");
}
