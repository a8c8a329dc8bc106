//! Properties for arbitrary bytes: nothing panics, and the result does not depend on how the bytes
//! are split.

use std::collections::BTreeSet;

use proptest::prelude::*;
use stepfall_provider::{
    Answer, Endpoint, Error, Event, Frame, Head, Key, MAX_CALLS, MAX_MESSAGE, ModelPage,
    ModelRequest, Ndjson, PROVIDERS, Sse, ToolCall, classify, without_refused,
};

/// Parts of providers' replies. In random order they reach more branches than arbitrary bytes.
const PIECES: [&str; 38] = [
    "data: ",
    "data:",
    "event: ping\n",
    ": comment\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u{feff}",
    "ü",
    "[DONE]",
    "{",
    "}",
    "[",
    "]",
    "{}",
    "null",
    "1e999",
    "\"",
    "<html>",
    "{\"choices\":[{\"delta\":{\"content\":\"<think>a</think>b\",\"reasoning\":\"c\"}}]}",
    "{\"choices\":[{\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":18446744073709551615,\"completion_tokens_details\":{\"reasoning_tokens\":2}}}",
    "{\"error\":{\"message\":\"try again in 1e9s\",\"code\":429}}",
    "{\"error\":\"x\"}",
    "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"max_tokens\"},\"usage\":{\"input_tokens\":18446744073709551615,\"cache_read_input_tokens\":1}}",
    "{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"a\"}}",
    "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\",\"thought\":true}]},\"finishReason\":\"STOP\"}]}",
    "{\"type\":\"response.output_text.delta\",\"delta\":\"a\"}",
    "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"output\":[1]}}",
    "{\"type\":\"message-end\",\"delta\":{\"finish_reason\":\"COMPLETE\"}}",
    "{\"message\":{\"content\":\"a\",\"thinking\":\"b\"},\"done\":true}",
    "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"a\",\"function\":{\"name\":\"b\",\"arguments\":\"{\"}},{\"function\":{\"arguments\":{}}}],\"reasoning_content\":\"\",\"reasoning_details\":[{\"index\":0,\"text\":\"c\"}]}}]}",
    "{\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"name\":\"a\",\"input\":[1]}}",
    "{\"type\":\"content_block_start\",\"content_block\":{\"type\":\"thinking\",\"thinking\":\"a\",\"signature\":\"b\"}}",
    "{\"candidates\":[{\"content\":{\"parts\":[{\"functionCall\":{\"name\":\"a\"},\"thoughtSignature\":\"b\"}]}}]}",
    "{\"type\":\"response.output_item.done\",\"output_index\":1,\"item\":{\"type\":\"function_call\",\"call_id\":\"a\",\"arguments\":\"{}\"}}",
    "{\"type\":\"tool-call-delta\",\"delta\":{\"message\":{\"tool_plan\":\"a\",\"tool_calls\":{\"function\":{\"arguments\":\"b\"}}}}}",
    "{\"data\":[{\"id\":\"a\"},{\"id\":2},null],\"models\":[{\"name\":\"models/b\"}],\"has_more\":true}",
];

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => (0..PIECES.len()).prop_map(|at| PIECES[at].as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..12),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Generates bytes, and the pieces into which they are split.
fn split() -> impl Strategy<Value = (Vec<u8>, Vec<Vec<u8>>)> {
    (bytes(), prop::collection::vec(1usize..9, 1..40)).prop_map(|(bytes, lengths)| {
        let mut parts = Vec::new();
        let mut rest = bytes.as_slice();
        for length in lengths.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (part, after) = rest.split_at(rest.len().min(*length));
            parts.push(part.to_vec());
            rest = after;
        }
        (bytes, parts)
    })
}

fn endpoints() -> Vec<Endpoint> {
    let base = "https://example.org";
    PROVIDERS.iter().map(|row| Endpoint::new(row, Some(base), None).unwrap()).collect()
}

fn events(endpoint: &Endpoint, status: u16, parts: &[Vec<u8>]) -> Vec<Event> {
    let mut reply = endpoint.reply(Head::new(status));
    let mut events: Vec<Event> = parts.iter().flat_map(|part| reply.push(part)).collect();
    events.extend(reply.finish());
    events
}

fn call(event: &Event) -> Option<&ToolCall> {
    match event {
        Event::Call(call) => Some(call),
        _ => None,
    }
}

fn error(message: &str) -> Error {
    classify(Some(400), &[], message.as_bytes())
}

#[test]
fn invalid_text_is_replaced_and_counted() {
    for endpoint in endpoints() {
        let content = match endpoint.provider().slug {
            "ollama" => r#"{"message":{"content":"a?b\ud83dc"},"done":true,"done_reason":"stop"}"#,
            "mistral" => {
                r#"data: {"choices":[{"delta":{"content":"a?b\ud83dc"},"finish_reason":"stop"}]}"#
            }
            _ => continue,
        };
        let bytes: Vec<u8> =
            content.bytes().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
        let reported = events(&endpoint, 200, &[bytes]);
        let mut answer = Answer::default();
        for event in reported {
            assert_eq!(answer.on_event(event), None);
        }
        assert_eq!((answer.text.as_str(), answer.replaced), ("a\u{fffd}b\u{fffd}c", 2));
    }
}

proptest! {
    #[test]
    fn splitting_changes_no_frame((bytes, parts) in split()) {
        let mut sse = Sse::new();
        let mut in_parts: Vec<Frame> = parts.iter().flat_map(|part| sse.push(part)).collect();
        in_parts.extend(sse.finish());
        let mut sse = Sse::new();
        let mut at_once = sse.push(&bytes);
        at_once.extend(sse.finish());
        prop_assert_eq!(in_parts, at_once);

        let mut lines = Ndjson::new();
        let mut in_parts: Vec<Frame> = parts.iter().flat_map(|part| lines.push(part)).collect();
        in_parts.extend(lines.finish());
        let mut lines = Ndjson::new();
        let mut at_once = lines.push(&bytes);
        at_once.extend(lines.finish());
        prop_assert_eq!(in_parts, at_once);
    }

    #[test]
    fn splitting_changes_no_event((bytes, parts) in split(), status in prop_oneof![Just(200u16), Just(429)]) {
        for endpoint in endpoints() {
            let in_parts = events(&endpoint, status, &parts);
            prop_assert_eq!(&in_parts, &events(&endpoint, status, std::slice::from_ref(&bytes)));
            let stops = in_parts.iter().filter(|event| matches!(event, Event::Stop(_))).count();
            let failed = in_parts.iter().position(|event| matches!(event, Event::Failed(_)));
            prop_assert!(stops <= 1 && (stops == 1 || failed.is_some()));
            prop_assert!(failed.is_none_or(|at| at + 1 == in_parts.len()));
            let calls: Vec<&ToolCall> = in_parts.iter().filter_map(call).collect();
            let ids: BTreeSet<&str> = calls.iter().map(|call| call.id.as_str()).collect();
            prop_assert!(ids.len() == calls.len() && calls.len() <= MAX_CALLS && !ids.contains(""));
        }
    }

    #[test]
    fn any_error_or_list_is_read_or_refused(bytes in bytes(), status in any::<u16>()) {
        let error = classify(Some(status), &[], &bytes);
        prop_assert!(error.message.chars().count() <= MAX_MESSAGE);
        prop_assert!(error.to_string().len() > 3);
        if let Ok(models) = ModelPage::read(&Head::new(200), &bytes, None) {
            prop_assert!(models.models.iter().all(|model| !model.id.is_empty()));
        }
    }

    #[test]
    fn a_retry_is_always_a_shorter_request(message in "[a-zA-Z_'.: ]{0,60}", temperature in any::<f64>()) {
        for endpoint in endpoints() {
            let ask = ModelRequest { temperature: Some(temperature), seed: Some(7), ..ModelRequest::new("m", "p") };
            let request = endpoint.prepare(&ask).request;
            if let Some(retry) = without_refused(&request, &error(&message)) {
                prop_assert!(retry.request.body.len() < request.body.len());
            }
        }
    }

    #[test]
    fn redacted_text_contains_no_key(key in "[!-~]{1,40}", before in ".{0,20}", after in ".{0,20}") {
        let parsed_key = Key::new(&key).unwrap();
        let redacted = parsed_key.redact(&format!("{before}{key}{after}{key}"));
        // A key such as `key` occurs in the replacement `[key]`, so the replacements are removed
        // first.
        let rest = redacted.replace("[key]", "\n");
        prop_assert!(!rest.contains(&key), "{}", redacted);
        let text = format!("{parsed_key} {parsed_key:?}");
        prop_assert_eq!(text, "[key] [key]");
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn events_contain_no_key(key in "[a-z0-9-]{12,40}", status in 400u16..600) {
        for row in &PROVIDERS {
            let parsed_key = Key::new(&key);
            let endpoint = Endpoint::new(row, Some("https://example.org"), parsed_key).unwrap();
            let body = format!("{{\"error\":{{\"message\":\"bad {key}\",\"code\":\"{key}\",\"param\":\"{key}\"}}}}");
            let text = format!("{:?}", events(&endpoint, status, &[body.clone().into_bytes()]));
            prop_assert!(!text.contains(&key), "{}", text);
            let text = format!("{:?}", events(&endpoint, 200, &[body.into_bytes()]));
            prop_assert!(!text.contains(&key), "{}", text);
            let body = format!("{{\"choices\":[{{\"delta\":{{\"content\":\"{key}\",\"reasoning\":\"a {key}\",\"reasoning_content\":\"{key}\",\"tool_calls\":[{{\"id\":\"{key}\",\"function\":{{\"name\":\"{key}\",\"arguments\":\"{key}\"}}}}]}},\"finish_reason\":\"{key}\"}}],\"model\":\"{key}\",\"data\":[{{\"id\":\"{key}\",\"name\":\"x{key}\"}}]}}");
            let text = format!("{:?}", events(&endpoint, 200, &[body.clone().into_bytes()]));
            prop_assert!(!text.contains(&key), "{}", text);
            let models = ModelPage::read(&Head::new(200), body.as_bytes(), Key::new(&key).as_ref());
            prop_assert!(!format!("{models:?}").contains(&key), "{:?}", models);
            let text = format!("{:?} {:?}", endpoint.prepare(&ModelRequest::new("m", "p")), endpoint.models(None));
            prop_assert!(!text.contains(&key), "{}", text);
        }
    }
}
