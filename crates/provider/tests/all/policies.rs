//! The parameters that each model receives.

use serde_json::{Value, json};
use stepfall_provider::Parameter::{self, Effort as EffortLeftOut, Seed, Temperature};
use stepfall_provider::{
    Effort, Endpoint, ModelRequest, PROVIDERS, PreparedRequest, Provider, Tool, ToolCall, Turn,
};

fn asked(slug: &str, model_request: &ModelRequest) -> (Value, Vec<Parameter>) {
    let provider = Provider::find(slug).unwrap();
    let endpoint = Endpoint::new(provider, Some("https://models.example"), None).unwrap();
    let PreparedRequest { request, omitted } = endpoint.prepare(model_request);
    (serde_json::from_str(&request.body).unwrap(), omitted)
}

fn full(model: &str, effort: Option<Effort>) -> ModelRequest {
    let base = ModelRequest::new(model, "S1 = 4");
    ModelRequest { temperature: Some(0.0), seed: Some(7), max_output: Some(100), effort, ..base }
}

#[test]
fn parameters_that_a_model_refuses_are_left_out_and_reported() {
    let low = Some(Effort::Low);
    for (slug, model, effort, left_out) in [
        ("openai", "gpt-4.1", None, vec![]),
        ("openai", "gpt-4.1", low, vec![EffortLeftOut]),
        ("openai", "o3-mini", low, vec![Temperature, Seed]),
        ("openai-responses", "gpt-4.1", None, vec![Seed]),
        ("anthropic", "claude-opus-4-7", None, vec![Temperature, Seed]),
        ("anthropic", "claude-fable-5", Some(Effort::Off), vec![EffortLeftOut, Temperature, Seed]),
        ("anthropic", "claude-sonnet-4-5", None, vec![Seed]),
        ("anthropic", "claude-sonnet-4-5", low, vec![Temperature, Seed]),
        ("gemini", "gemini-2.0-flash", low, vec![EffortLeftOut]),
        ("anthropic", "claude-opus-4-6", None, vec![Temperature, Seed]),
        ("anthropic", "claude-opus-4-6", Some(Effort::Off), vec![Seed]),
        ("gemini", "gemini-2.5-pro", Some(Effort::Off), vec![EffortLeftOut]),
        ("gemini", "gemini-2.5-flash", Some(Effort::Off), vec![]),
        ("gemini", "gemini-3-pro", Some(Effort::Max), vec![EffortLeftOut]),
        ("ollama", "qwen3", Some(Effort::ExtraHigh), vec![EffortLeftOut]),
        ("mistral", "magistral", low, vec![EffortLeftOut]),
        ("deepseek", "deepseek-chat", None, vec![Temperature, Seed]),
        ("deepseek", "deepseek-chat", Some(Effort::Off), vec![Seed]),
        ("xai", "grok-4-fast", low, vec![EffortLeftOut]),
        ("xai", "grok-3-mini", low, vec![]),
        ("compatible", "anything", low, vec![]),
    ] {
        let (_, omitted) = asked(slug, &full(model, effort));
        assert_eq!(omitted, left_out, "{slug} {model} {effort:?}");
    }
}

#[test]
fn parameters_have_the_names_of_each_format() {
    let high = Some(Effort::High);
    for (slug, model, effort, pointer, value) in [
        ("openai", "gpt-5.5", high, "/max_completion_tokens", json!(100)),
        ("openai-responses", "gpt-5.5", high, "/reasoning/effort", json!("high")),
        ("openai-responses", "gpt-5.5", high, "/store", json!(false)),
        ("anthropic", "claude-opus-4-7", None, "/thinking/display", json!("summarized")),
        ("anthropic", "claude-opus-4-7", Some(Effort::Off), "/thinking/type", json!("disabled")),
        ("anthropic", "claude-sonnet-4-5", high, "/thinking/budget_tokens", json!(16_384)),
        ("anthropic", "claude-sonnet-4-5", high, "/max_tokens", json!(16_484)),
        (
            "gemini",
            "gemini-2.5-pro",
            high,
            "/generationConfig/thinkingConfig/thinkingBudget",
            json!(16_384),
        ),
        (
            "gemini",
            "models/gemini-3-pro",
            high,
            "/generationConfig/thinkingConfig/thinkingLevel",
            json!("HIGH"),
        ),
        ("openrouter", "openai/gpt-5.5", high, "/reasoning/effort", json!("high")),
        ("mistral", "magistral", high, "/random_seed", json!(7)),
        ("deepseek", "deepseek-chat", Some(Effort::Off), "/thinking/type", json!("disabled")),
        ("cohere", "command-a", Some(Effort::Off), "/thinking/type", json!("disabled")),
        ("ollama", "qwen3", high, "/options/num_predict", json!(100)),
        ("ollama", "qwen3", Some(Effort::Off), "/think", json!(false)),
    ] {
        let (body, _) = asked(slug, &full(model, effort));
        assert_eq!(body.pointer(pointer), Some(&value), "{slug} {pointer} in {body}");
    }
}

#[test]
fn a_dialogue_keeps_its_turns() {
    let mut ask = ModelRequest::new("m", "one");
    let (text, calls, echo) = ("two".to_owned(), Vec::new(), String::new());
    ask.turns.push(Turn::Assistant { text, calls, echo });
    ask.turns.push(Turn::User("three".to_owned()));
    for provider in &PROVIDERS {
        let (body, _) = asked(provider.slug, &ask);
        let places = ["messages", "input", "contents"];
        let turns = places.iter().find_map(|place| body[place].as_array()).unwrap();
        let roles: Vec<&str> = turns.iter().map(|turn| turn["role"].as_str().unwrap()).collect();
        assert_eq!((roles[0], roles[2], roles.len()), ("user", "user", 3), "{}", provider.slug);
        assert!(matches!(roles[1], "assistant" | "model"));
    }
}

#[test]
fn turns_that_a_provider_would_refuse_are_repaired() {
    let turn = |echo: &str, calls| {
        let (text, echo) = (String::new(), echo.to_owned());
        Turn::Assistant { text, calls, echo }
    };
    let id = "toolu_1".to_owned();
    let call = ToolCall { id, name: "f".to_owned(), arguments: "[1]".to_owned() };
    let mut ask = ModelRequest::new("m", "one");
    let unsigned = r#"[{"type":"thinking","thinking":"4 + 9"},"call"]"#;
    ask.turns.extend([turn("", Vec::new()), turn(unsigned, vec![call])]);
    let used =
        json!({"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"malformed": "[1]"}});
    let (body, _) = asked("anthropic", &ask);
    assert_eq!(body["messages"].as_array().map(Vec::len), Some(2));
    assert_eq!(body["messages"][1]["content"], json!([used]));
    let (body, _) = asked("gemini", &ask);
    assert_eq!(body["contents"].as_array().map(Vec::len), Some(2));
    let (body, _) = asked("compatible", &ask);
    let written = &body["messages"][2]["tool_calls"][0]["function"]["arguments"];
    assert_eq!(written, r#"{"malformed":"[1]"}"#);
}

#[test]
fn every_provider_sends_tools_if_there_are_any() {
    let tool = |parameters: &str| Tool {
        name: "f".to_owned(),
        description: String::new(),
        parameters: parameters.to_owned(),
    };
    for provider in &PROVIDERS {
        let mut ask = ModelRequest::new("m", "p");
        assert_eq!(asked(provider.slug, &ask).0.get("tools"), None);
        ask.tools = vec![tool("{\"type\":\"object\",\"x\":1}"), tool("no JSON")];
        let (body, _) = asked(provider.slug, &ask);
        let tools = body["tools"].to_string();
        assert!(tools.contains(r#"{"type":"object","x":1}"#), "{tools}");
        assert!(tools.contains(r#"{"properties":{},"type":"object"}"#), "{tools}");
    }
}

#[test]
fn a_nan_temperature_is_left_out() {
    let ask = ModelRequest { temperature: Some(f64::NAN), ..ModelRequest::new("m", "p") };
    let (body, omitted) = asked("compatible", &ask);
    assert_eq!((body.get("temperature"), omitted), (None, vec![Temperature]));
}
