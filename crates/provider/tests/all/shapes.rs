//! Compares requests and events of every provider with stored ones. `tests/shapes/README.md` has
//! the sources of the shapes.

use std::fs;
use std::path::{Path, PathBuf};

use stepfall_provider::{
    Answer, Effort, Endpoint, Event, Format, Head, Key, ModelPage, ModelRequest, PROVIDERS,
    Provider, Tool, ToolCall, ToolResult, Turn,
};

fn folder(provider: &Provider) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shapes").join(provider.slug)
}

fn endpoint(provider: &'static Provider) -> Endpoint {
    let base = provider.base.is_empty().then_some("https://models.example/v1");
    let key = if provider.is_local { None } else { Key::new("invented-key") };
    Endpoint::new(provider, base, key).unwrap()
}

/// Returns the files of a provider with one of these endings.
fn files(provider: &Provider, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder(provider)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| {
        let ending = path.extension().unwrap().to_str().unwrap();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        endings.contains(&ending) && !["models", "request"].contains(&stem)
    });
    files.sort();
    files
}

/// Returns the status at the beginning of a file's name, or 200.
fn status(path: &Path) -> u16 {
    let name = path.file_stem().unwrap().to_str().unwrap();
    name.get(..3).and_then(|begin| begin.parse().ok()).unwrap_or(200)
}

fn events<'a>(
    endpoint: &Endpoint,
    status: u16,
    parts: impl Iterator<Item = &'a [u8]>,
) -> Vec<Event> {
    let mut reply = endpoint.reply(Head::new(status));
    let mut events: Vec<Event> = parts.flat_map(|part| reply.push(part)).collect();
    events.extend(reply.finish());
    events
}

/// Formats one event per line. Consecutive pieces of text or reasoning are joined.
fn listed(events: Vec<Event>) -> String {
    let mut joined: Vec<Event> = Vec::new();
    for event in events {
        match (joined.last_mut(), event) {
            (Some(Event::Text(text)), Event::Text(more))
            | (Some(Event::Reasoning(text)), Event::Reasoning(more)) => text.push_str(&more),
            (_, event) => joined.push(event),
        }
    }
    let lines: Vec<String> = joined.iter().map(|event| format!("{event:?}")).collect();
    lines.join("\n") + "\n"
}

fn assert_same(found: &str, expected: &Path) {
    let stored = fs::read_to_string(expected).unwrap_or_default();
    assert_eq!(found, stored, "{} should hold:\n{found}", expected.display());
}

#[test]
fn replies_match_their_committed_events() {
    for provider in &PROVIDERS {
        for path in files(provider, &["sse", "ndjson", "json", "html"]) {
            let body = fs::read(&path).unwrap();
            let endpoint = endpoint(provider);
            let unsplit = events(&endpoint, status(&path), std::iter::once(body.as_slice()));
            let split = events(&endpoint, status(&path), body.chunks(1));
            assert_eq!(unsplit, split, "{}", path.display());
            assert_same(&listed(unsplit), &path.with_extension("events"));
        }
    }
}

#[test]
fn every_provider_has_streamed_whole_and_failing_replies() {
    for provider in &PROVIDERS {
        let begins = |path: &PathBuf, begin: &str| {
            path.file_stem().unwrap().to_str().unwrap().starts_with(begin)
        };
        let files = files(provider, &["sse", "ndjson", "json"]);
        // Models in the page stream every reply.
        let unstreamed = (!provider.is_in_page).then_some("whole");
        for begin in ["stream", "4"].into_iter().chain(unstreamed) {
            let seen = files.iter().any(|path| begins(path, begin));
            assert!(seen, "{}: no {begin}", provider.slug);
        }
    }
}

#[test]
fn a_truncated_stream_has_a_stop_or_a_failure() {
    for provider in &PROVIDERS {
        for path in files(provider, &["sse", "ndjson"]) {
            let body = fs::read(&path).unwrap();
            let endpoint = endpoint(provider);
            let mut stopped = false;
            for end in 0..body.len() {
                let events = events(&endpoint, 200, std::iter::once(&body[..end]));
                let stop = events.iter().any(|event| matches!(event, Event::Stop(_)));
                let failed = events.iter().any(|event| matches!(event, Event::Failed(_)));
                assert!(stop != failed, "{} until {end}", path.display());
                // If a beginning of the body yields a stop, every longer beginning yields one, too.
                // A beginning of less than a third yields none.
                assert!(stop || !stopped, "{} until {end}", path.display());
                assert!(!stop || end > body.len() / 3, "{} until {end}", path.display());
                stopped = stop;
            }
        }
    }
}

#[test]
fn a_key_is_checked_if_the_list_is_public() {
    for provider in &PROVIDERS {
        let endpoint = endpoint(provider);
        let Some(request) = endpoint.check() else {
            assert_ne!(provider.slug, "openrouter");
            continue;
        };
        assert_eq!(request.url, format!("{}{}", provider.base, provider.check));
        assert_eq!(request.headers, endpoint.models(None).headers);
        assert!(Endpoint::new(provider, None, None).unwrap().check().is_none());
        assert_eq!(endpoint.read_key_check(&Head::new(200), b"{}"), Ok(()));
        let refused = br#"{"error": {"code": 401, "message": "No user for invented-key."}}"#;
        let error = endpoint.read_key_check(&Head::new(401), refused).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the key is missing or not accepted (401): No user for [key]"
        );
    }
}

/// Returns the model for a request: one that reasons and accepts many parameters.
fn model(provider: &Provider) -> &'static str {
    match provider.slug {
        "openai" | "openai-responses" => "gpt-5.5",
        "anthropic" => "claude-opus-4-7",
        "gemini" => "gemini-3-pro",
        "xai" => "grok-4.3",
        _ => "vendor/model",
    }
}

#[test]
fn requests_match_their_committed_files() {
    for provider in &PROVIDERS {
        let ask = ModelRequest {
            max_output: Some(4_000),
            temperature: Some(0.5),
            seed: Some(7),
            effort: Some(Effort::High),
            context: Some(16_384),
            ..ModelRequest::new(model(provider), "S1 = 4")
        };
        let asked = endpoint(provider).prepare(&ask);
        let mut found = format!("{} {}\n", asked.request.method.name(), asked.request.url);
        for header in &asked.request.headers {
            found.push_str(&format!("{}: {:?}\n", header.name, header.value));
        }
        found.push_str(&format!("\n{}\n\nomitted: {:?}\n", asked.request.body, asked.omitted));
        assert_same(&found, &folder(provider).join("request.txt"));
    }
}

fn calculate() -> Tool {
    Tool {
        name: "calculate".to_owned(),
        description: "Calculates one step.".to_owned(),
        parameters:
            r#"{"type":"object","properties":{"step":{"type":"string"}},"required":["step"]}"#
                .to_owned(),
    }
}

/// Returns a dialogue that continues a stored answer: it adds results, a malformed call and more
/// turns.
fn dialogue(model: &str, answer: Answer) -> ModelRequest {
    let Answer { text, calls, echo, .. } = answer;
    let result = |ToolCall { id, name, .. }: &ToolCall| ToolResult {
        id: id.clone(),
        name: name.clone(),
        text: "-11".to_owned(),
    };
    let results = calls.iter().map(result).collect();
    let malformed = ToolCall {
        id: "call-1".to_owned(),
        name: "look_up".to_owned(),
        arguments: "{\"step\": ".to_owned(),
    };
    let refused = vec![result(&malformed)];
    let assistant =
        |text: &str, calls| Turn::Assistant { text: text.to_owned(), calls, echo: String::new() };
    let mut ask = ModelRequest::new(model, "S1 = 9");
    ask.tools = vec![calculate()];
    ask.turns.extend([
        Turn::Assistant { text, calls, echo },
        Turn::Results(results),
        assistant("", vec![malformed]),
        Turn::Results(refused),
        assistant("S3 = -11", Vec::new()),
        Turn::User("Go on.".to_owned()),
    ]);
    ask
}

#[test]
fn dialogues_match_their_committed_files() {
    for provider in &PROVIDERS {
        let tools = |ending| folder(provider).join("stream-tools").with_extension(ending);
        let Some(path) = ["sse", "ndjson"].map(tools).into_iter().find(|path| path.exists()) else {
            continue;
        };
        let body = fs::read(&path).unwrap();
        let endpoint = endpoint(provider);
        let mut answer = Answer::default();
        for event in events(&endpoint, 200, std::iter::once(body.as_slice())) {
            assert_eq!(answer.on_event(event), None);
        }
        let asked = endpoint.prepare(&dialogue(model(provider), answer));
        let body: serde_json::Value = serde_json::from_str(&asked.request.body).unwrap();
        assert_same(&format!("{body:#}\n"), &folder(provider).join("dialogue.txt"));
    }
}

#[test]
fn every_format_has_a_committed_dialogue_with_tools() {
    for format in Format::ALL {
        let is_kept = |provider: &&Provider| {
            provider.format == format && folder(provider).join("dialogue.txt").exists()
        };
        assert!(PROVIDERS.iter().any(|provider| is_kept(&provider)), "{format:?}");
    }
}

#[test]
fn headers_pass_the_preflight_of_each_provider() {
    for provider in &PROVIDERS {
        let allowed: &[&str] = match provider.slug {
            "anthropic" => &[
                "content-type",
                "x-api-key",
                "anthropic-version",
                "anthropic-dangerous-direct-browser-access",
            ],
            "gemini" => &["content-type", "x-goog-api-key"],
            _ if provider.is_local => &["content-type"],
            _ => &["content-type", "authorization"],
        };
        let endpoint = endpoint(provider);
        let asked = endpoint.prepare(&ModelRequest::new("m", "p")).request;
        for request in [asked, endpoint.models(None)] {
            assert!(request.headers.iter().all(|header| allowed.contains(&header.name)));
            assert!(request.url.starts_with(endpoint.origin()));
            assert!(!request.url.contains("invented") && !request.body.contains("invented"));
        }
    }
}

#[test]
fn lists_of_models_match_their_committed_files() {
    for provider in &PROVIDERS {
        let Ok(body) = fs::read(folder(provider).join("models.json")) else {
            continue;
        };
        let models = ModelPage::read(&Head::new(200), &body, None).unwrap();
        let mut found = format!("{}\n", endpoint(provider).models(models.next.as_deref()).url);
        for model in models.models {
            found.push_str(&format!("{model:?}\n"));
        }
        assert_same(&found, &folder(provider).join("models.txt"));
    }
}
