//! Tools that a model may call, and its calls.

/// The maximum number of calls that are read from one answer.
pub const MAX_CALLS: usize = 64;

/// A tool that is offered to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    /// The name; letters, digits, `_` and `-` suit every provider.
    pub name: String,
    /// The description, for the model.
    pub description: String,
    /// The parameters: a JSON schema of an object, as text. A text that is no JSON object is sent
    /// as a schema without members.
    pub parameters: String,
}

/// A call of a tool by a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCall {
    /// The identifier within the answer: the provider's, or a generated one such as `call-1` if the
    /// provider sends none or repeats one.
    pub id: String,
    /// The name of the tool, which may not be among the offered tools.
    pub name: String,
    /// The arguments: JSON text as the model wrote it, which may be malformed.
    pub arguments: String,
}

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolResult {
    /// The [`ToolCall::id`] of the call.
    pub id: String,
    /// The name of the tool.
    pub name: String,
    /// The result, for the model.
    pub text: String,
}
