//! What a file says that came of one question.

/// What came of one question, whatever file it stands in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// The id under which it was asked, as it stands in the file.
    pub id: String,
    /// Which of several responses to the same question it is, from 0, where the file says so.
    pub sample: u32,
    /// The visible text.
    pub text: String,
    /// The reasoning, where it stands apart from the text.
    pub reasoning: String,
    /// How it ended.
    pub end: ResponseEnd,
    /// The model that answered, by the file's own name.
    pub model: Option<String>,
    /// Tokens of the request, where the file counts them.
    pub tokens_in: Option<u64>,
    /// Tokens of the reply, reasoning included, where the file counts them.
    pub tokens_out: Option<u64>,
}

/// How a response ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ResponseEnd {
    /// As the model wished, or the file does not say.
    #[default]
    Natural,
    /// It was cut at a limit of tokens.
    Length,
    /// The provider says that the model or a filter refused.
    Refusal,
    /// There is no response, for this reason.
    Failed(String),
}
