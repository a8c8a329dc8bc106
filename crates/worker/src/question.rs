//! Conversion of the visitor's settings and questions to requests.

use stepfall_condition::Dialogue;
use stepfall_link::open;
use stepfall_protocol::{PromptSettings, ProviderAccess};
use stepfall_provider::{AddressError, Effort, Endpoint, Key, ModelRequest, Provider};

/// Returns the endpoint of a setting.
///
/// # Errors
///
/// A sentence that recommends a correction.
pub(crate) fn endpoint(setting: &ProviderAccess) -> Result<Endpoint, String> {
    let provider = Provider::find(&setting.provider)
        .ok_or_else(|| format!("There is no provider “{}”.", setting.provider))?;
    let typed = setting.key.0.trim();
    let key = Key::new(typed);
    if key.is_none() && !typed.is_empty() {
        return Err(
            "This is no key: it has blanks or characters that no key has, or it is too long."
                .to_owned(),
        );
    }
    let base = Some(setting.base.trim()).filter(|base| !base.is_empty());
    Endpoint::new(provider, base, key).map_err(|error| match error {
        AddressError::NoAddress if base.is_none() => {
            "Say at which address the server is, such as http://localhost:8080/v1.".to_owned()
        }
        AddressError::NoAddress
        | AddressError::Scheme
        | AddressError::Credentials
        | AddressError::Query
        | AddressError::Host => format!("The address cannot be used: {error}."),
    })
}

/// Returns the first request of a question, and its dialogue.
///
/// # Errors
///
/// A sentence that recommends a correction.
pub(crate) fn read_question(
    question: &PromptSettings,
) -> Result<(ModelRequest, Dialogue<'static>), String> {
    let model = question.model.trim();
    if model.is_empty() {
        return Err("Say which model to ask.".to_owned());
    }
    let refused = |_| "There is no procedure behind this link.".to_owned();
    let opened = open(&question.link).map_err(refused)?;
    let item = opened.item().map_err(|refusal| refusal.to_string())?;
    let condition = opened.link.condition;
    item.check_condition(condition).map_err(|unsuited| format!("Not asked: {unsuited}."))?;
    let dialogue = Dialogue::owned(item, condition);
    let mut model_request = ModelRequest::new(model, "");
    if let Some(request) = dialogue.request() {
        (model_request.turns, model_request.tools) = (request.turns, request.tools);
    }
    model_request.max_output =
        read(&question.max_output, "Max output tokens: a whole number from 1.")?;
    if model_request.max_output == Some(0) {
        return Err("Max output tokens: a whole number from 1.".to_owned());
    }
    let temperature = "The temperature must be a number from 0 to 2.";
    model_request.temperature = read(&question.temperature, temperature)?;
    if model_request.temperature.is_some_and(|temperature: f64| !(0.0..=2.0).contains(&temperature))
    {
        return Err(temperature.to_owned());
    }
    let effort = question.effort.trim();
    if !effort.is_empty() {
        let found = Effort::ALL.into_iter().find(|known| known.word() == effort);
        model_request.effort =
            Some(found.ok_or_else(|| format!("There is no effort “{effort}”."))?);
    }
    // A long trace and its prompt fit into this context. By default, Ollama truncates both without
    // a warning.
    model_request.context = Some(32_768);
    Ok((model_request, dialogue))
}

fn read<T: std::str::FromStr>(typed: &str, message: &str) -> Result<Option<T>, String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    typed.parse().map(Some).map_err(|_| message.to_owned())
}
