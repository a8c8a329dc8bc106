//! Turns and tools in the shape that several formats share.

use serde_json::{Map, Value, json};

use crate::model_request::{ModelRequest, Turn};
use crate::tool::{Tool, ToolCall};

/// A function that appends the messages of a turn.
pub(super) type AppendTurn = fn(&Turn, &mut Vec<Value>);

pub(super) fn messages(request: &ModelRequest, append_turn: AppendTurn) -> Vec<Value> {
    let mut messages = Vec::new();
    for turn in &request.turns {
        append_turn(turn, &mut messages);
    }
    messages
}

/// Returns a body with the model and the turns; `turns` is the format's name for them.
pub(super) fn opening(
    request: &ModelRequest,
    turns: &str,
    append_turn: AppendTurn,
) -> Map<String, Value> {
    let mut body = Map::new();
    body.insert("model".to_owned(), request.model.as_str().into());
    body.insert(turns.to_owned(), messages(request, append_turn).into());
    body
}

/// Adds the tools to a body, if there are any.
pub(super) fn offer(
    body: &mut Map<String, Value>,
    request: &ModelRequest,
    tool: fn(&Tool) -> Value,
) {
    if !request.tools.is_empty() {
        let tools: Vec<Value> = request.tools.iter().map(tool).collect();
        body.insert("tools".to_owned(), tools.into());
    }
}

/// Returns a tool in the shape of chat completions.
pub(super) fn tool(tool: &Tool) -> Value {
    let Tool { name, description, .. } = tool;
    let function = json!({"name": name, "description": description, "parameters": schema(tool)});
    json!({"type": "function", "function": function})
}

/// Returns the parameters of a tool, as JSON.
pub(super) fn schema(tool: &Tool) -> Value {
    let nothing = || json!({"type": "object", "properties": {}});
    object(&tool.parameters).map_or_else(nothing, Value::Object)
}

/// Returns a message with only a text.
pub(super) fn message(role: &str, text: &str) -> Value {
    json!({"role": role, "content": text})
}

/// Returns the arguments of a call as an object. Malformed arguments would make a provider refuse
/// the whole dialogue, so they become a text in an object with the only member `malformed`.
pub(super) fn arguments(call: &ToolCall) -> Map<String, Value> {
    if call.arguments.trim().is_empty() {
        return Map::new();
    }
    object(&call.arguments).unwrap_or_else(|| {
        let malformed = call.arguments.as_str().into();
        Map::from_iter([("malformed".to_owned(), malformed)])
    })
}

/// Returns the arguments of a call as the JSON text of an object. The text is unchanged if it is an
/// object already.
pub(super) fn arguments_text(call: &ToolCall) -> String {
    match object(&call.arguments) {
        Some(_) => call.arguments.clone(),
        None => Value::Object(arguments(call)).to_string(),
    }
}

/// Returns a call in the shape of chat completions.
pub(super) fn call(call: &ToolCall) -> Value {
    let function = json!({"name": call.name, "arguments": arguments_text(call)});
    json!({"id": call.id, "type": "function", "function": function})
}

fn object(text: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(text).ok()
}
