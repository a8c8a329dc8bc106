//! Retries without a refused parameter. A retry leaves out or renames this parameter and changes
//! nothing else.

use serde_json::json;
use stepfall_provider::{
    Effort, Endpoint, Error, ErrorKind, ModelRequest, Provider, Request, Tool, classify,
    without_refused,
};

fn request(slug: &str, model: &str) -> Request {
    let ask = ModelRequest {
        max_output: Some(100),
        temperature: Some(0.5),
        seed: Some(7),
        effort: Some(Effort::Low),
        tools: vec![Tool {
            name: "calculate".to_owned(),
            description: "Calculates one step.".to_owned(),
            parameters: "{}".to_owned(),
        }],
        ..ModelRequest::new(model, "S1 = 4")
    };
    let provider = Provider::find(slug).unwrap();
    Endpoint::new(provider, Some("https://models.example"), None).unwrap().prepare(&ask).request
}

fn error(parameter: &str, message: &str) -> Error {
    let body = json!({"error": {"message": message, "param": parameter}});
    classify(Some(400), &[], body.to_string().as_bytes())
}

#[test]
fn the_named_parameter_is_dropped() {
    for (slug, parameter, message, dropped) in [
        ("compatible", "temperature", "Unsupported value", "temperature"),
        ("compatible", "", "Unknown name: `seed`.", "seed"),
        ("compatible", "", "property 'stream_options' is unsupported", "stream_options"),
        ("compatible", "", "reasoning_effort is not supported with this model", "reasoning_effort"),
        ("openrouter", "reasoning.effort", "Unsupported value", "reasoning.effort"),
        ("gemini", "", "Unknown name \"seed\" at 'generation_config'", "generationConfig.seed"),
        (
            "gemini",
            "generation_config.thinking_config",
            "Cannot find field.",
            "generationConfig.thinkingConfig",
        ),
        ("ollama", "", "\"llama3.2\" does not support thinking", "think"),
    ] {
        let request = request(slug, "m");
        let error = error(parameter, message);
        let retry = without_refused(&request, &error).unwrap();
        assert_eq!((retry.dropped.as_str(), retry.renamed), (dropped, None), "{message}");
        let name = dropped.rsplit('.').next().unwrap();
        assert!(request.body.contains(&format!("\"{name}\":")));
        assert!(!retry.request.body.contains(&format!("\"{name}\":")));
        assert_eq!(retry.request.headers, request.headers);
    }
}

#[test]
fn a_parameter_with_another_name_is_renamed() {
    let message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    let request = request("compatible", "m");
    let retry = without_refused(&request, &error("max_tokens", message)).unwrap();
    assert_eq!(
        (retry.dropped.as_str(), retry.renamed),
        ("max_tokens", Some("max_completion_tokens"))
    );
    assert!(retry.request.body.contains("\"max_completion_tokens\":100"));
    assert!(!retry.request.body.contains("\"max_tokens\""));
}

#[test]
fn required_parameters_are_never_dropped() {
    let request = request("compatible", "m");
    for (parameter, message) in [
        ("tools", "not taken"),
        ("", "tools and tool_choice: something is wrong"),
        ("model", "not right"),
        ("messages", "must not be empty"),
        ("", "something is wrong"),
        ("frequency_penalty", "not taken"),
    ] {
        assert_eq!(without_refused(&request, &error(parameter, message)), None, "{message}");
    }
}

#[test]
fn the_limit_that_anthropic_requires_is_not_dropped() {
    let request = request("anthropic", "claude-sonnet-4-5");
    let message = "max_tokens: 90000 > 64000, which is the maximum allowed number of output tokens";
    assert_eq!(without_refused(&request, &error("", message)), None);
    assert!(without_refused(&request, &error("", "thinking is not supported")).is_some());
}

#[test]
fn refused_tools_have_their_own_error() {
    for (slug, parameter, message, kind) in [
        ("compatible", "", "m does not support tools", ErrorKind::NoTools),
        ("compatible", "tools[0].function", "Invalid schema", ErrorKind::NoTools),
        ("compatible", "tool_choice", "Unsupported value", ErrorKind::NoTools),
        ("gemini", "", "Unknown name \"tools\": Cannot find field.", ErrorKind::NoTools),
        ("compatible", "messages", "'tool_calls' is not permitted here", ErrorKind::BadParameter),
        ("compatible", "", "Unknown name: `seed`.", ErrorKind::BadParameter),
    ] {
        let error = error(parameter, message);
        assert_eq!(error.kind, kind, "{message}");
        if kind == ErrorKind::NoTools {
            assert_eq!(without_refused(&request(slug, "m"), &error), None, "{message}");
            assert!(!error.is_temporary());
        }
    }
    let both = error("reasoning_effort", "Function tools with reasoning_effort are not supported");
    let retry = without_refused(&request("compatible", "m"), &both).unwrap();
    assert_eq!(retry.dropped, "reasoning_effort");
    assert!(retry.request.body.contains("\"tools\":"));
}

#[test]
fn other_failures_drop_nothing() {
    let request = request("compatible", "m");
    for status in [401, 404, 429, 500] {
        let error = classify(Some(status), &[], br#"{"error":{"message":"temperature"}}"#);
        assert_eq!(without_refused(&request, &error), None, "{status}");
    }
}
