//! Responses to questions, independent of the format of their file.

/// The response to one question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// The id of the question, as the file contains it.
    pub id: String,
    /// The number of this response among several to the same question, from 0; 0 if the file has no
    /// number.
    pub sample: u32,
    /// The visible text.
    pub text: String,
    /// The reasoning, if the file separates it from the text.
    pub reasoning: String,
    /// The reason for the end of the response.
    pub end: ResponseEnd,
    /// The model that answered, as the file names it.
    pub model: Option<String>,
    /// Tokens of the request, if the file reports them.
    pub tokens_in: Option<u64>,
    /// Tokens of the reply, including reasoning, if the file reports them.
    pub tokens_out: Option<u64>,
}

impl Response {
    /// Returns whether the response counts for this model; `None` means any model. A response that
    /// names no model counts for every model.
    pub fn is_of(&self, model: Option<&str>) -> bool {
        model.is_none() || self.model.is_none() || self.model.as_deref() == model
    }
}

/// Reasons for the end of a response.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ResponseEnd {
    /// The model finished, or the file gives no reason.
    #[default]
    Natural,
    /// The reply was cut at a token limit.
    Length,
    /// The provider reports that the model or a filter refused.
    Refusal,
    /// There is no reply, for this reason.
    Failed(String),
}
