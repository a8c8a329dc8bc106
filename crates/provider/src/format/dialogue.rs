//! Turns and tools as more than one format has them.

use serde_json::{Map, Value, json};

use crate::ask::{Ask, Turn};
use crate::tool::{Tool, ToolCall};

/// Puts the messages of a turn behind those of the earlier ones.
pub(super) type Say = fn(&Turn, &mut Vec<Value>);

/// The messages of all turns.
pub(super) fn messages(ask: &Ask, say: Say) -> Vec<Value> {
    let mut messages = Vec::new();
    for turn in &ask.turns {
        say(turn, &mut messages);
    }
    messages
}

/// The model and the turns under a name of the format's own.
pub(super) fn opening(ask: &Ask, turns: &str, say: Say) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".to_owned(), ask.model.as_str().into());
    body.insert(turns.to_owned(), messages(ask, say).into());
    body
}

/// Puts the tools into a body, where there are any.
pub(super) fn offer(body: &mut Map<String, Value>, ask: &Ask, tool: fn(&Tool) -> Value) {
    if !ask.tools.is_empty() {
        let tools: Vec<Value> = ask.tools.iter().map(tool).collect();
        body.insert("tools".to_owned(), tools.into());
    }
}

/// A tool in the shape of chat completions.
pub(super) fn tool(tool: &Tool) -> Value {
    let Tool { name, description, .. } = tool;
    let function = json!({"name": name, "description": description, "parameters": schema(tool)});
    json!({"type": "function", "function": function})
}

/// What a tool takes, as JSON.
pub(super) fn schema(tool: &Tool) -> Value {
    let nothing = || json!({"type": "object", "properties": {}});
    object(&tool.parameters).map_or_else(nothing, Value::Object)
}

/// A message that is a text alone.
pub(super) fn said(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

/// The arguments of a call as an object. Arguments that are none would make a provider refuse the whole dialogue: they stand as a text in
/// one that has no other member.
pub(super) fn arguments(call: &ToolCall) -> Map<String, Value> {
    if call.arguments.trim().is_empty() {
        return Map::new();
    }
    object(&call.arguments).unwrap_or_else(|| {
        let malformed = call.arguments.as_str().into();
        Map::from_iter([("malformed".to_owned(), malformed)])
    })
}

/// The arguments of a call as the text of an object: as the model wrote them where they are one.
pub(super) fn written(call: &ToolCall) -> String {
    match object(&call.arguments) {
        Some(_) => call.arguments.clone(),
        None => Value::Object(arguments(call)).to_string(),
    }
}

/// A call in the shape of chat completions.
pub(super) fn call(call: &ToolCall) -> Value {
    let function = json!({"name": call.name, "arguments": written(call)});
    json!({"id": call.id, "type": "function", "function": function})
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}
