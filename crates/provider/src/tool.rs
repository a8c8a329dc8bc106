//! Tools that a model may call, and its calls of them.

/// The most calls that are read of one answer.
pub const MAX_CALLS: usize = 64;

/// A tool that is offered to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The name; letters, digits, `_` and `-` suit every provider.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// What it takes: a JSON schema of an object, as text. One that is no JSON object is sent as a schema without members.
    pub parameters: String,
}

/// A call of a tool by a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// What tells it from the other calls of its answer: the provider's own, or `call-1` and so on where there is none.
    pub id: String,
    /// The name of the tool, which may be none that was offered.
    pub name: String,
    /// The arguments: JSON text as the model wrote it, which may be malformed.
    pub arguments: String,
}

/// What a tool that was called gave back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// The [`ToolCall::id`] of the call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// What it gave back, for the model.
    pub text: String,
}
