//! What the page asks of whom, as it was typed.

use stepfall_condition::Dialogue;
use stepfall_link::open;
use stepfall_provider::{AddressError, Ask, Effort, Endpoint, Key, Provider};

/// Who is asked, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setting {
    /// The provider's slug.
    pub provider: String,
    /// Its base address; empty for its own.
    pub base: String,
    /// The key; empty where there is none.
    pub key: String,
}

impl Setting {
    /// The endpoint.
    ///
    /// # Errors
    ///
    /// A sentence that says what to mend.
    pub fn endpoint(&self) -> Result<Endpoint, String> {
        let provider = Provider::find(&self.provider)
            .ok_or_else(|| format!("There is no provider “{}”.", self.provider))?;
        let typed = self.key.trim();
        let key = Key::new(typed);
        if key.is_none() && !typed.is_empty() {
            return Err(
                "This is no key: it has blanks or characters that no key has, or it is too long."
                    .to_owned(),
            );
        }
        let base = Some(self.base.trim()).filter(|base| !base.is_empty());
        Endpoint::new(provider, base, key).map_err(|error| match error {
            AddressError::NoAddress if base.is_none() => {
                "Say at which address the server is, such as http://localhost:8080/v1.".to_owned()
            }
            _ => format!("The address cannot be used: {error}."),
        })
    }
}

/// A prompt to a model, with its settings as they were typed; an empty text leaves a setting to the provider.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Question {
    /// The model, by the provider's name.
    pub model: String,
    /// The link to the item, whose condition says the prompt.
    pub link: String,
    /// The most tokens of output.
    pub max_output: String,
    /// The temperature.
    pub temperature: String,
    /// How much to reason, by one of [`Effort::word`].
    pub effort: String,
}

impl Question {
    /// The question as it is asked first, and the dialogue that it begins.
    ///
    /// # Errors
    ///
    /// A sentence that says what to mend.
    pub fn ask(&self) -> Result<(Ask, Dialogue<'static>), String> {
        let model = self.model.trim();
        if model.is_empty() {
            return Err("Say which model to ask.".to_owned());
        }
        let refused = |_| "There is no procedure behind this link.".to_owned();
        let opened = open(&self.link).map_err(refused)?;
        let item = opened.item().map_err(|refusal| refusal.to_string())?;
        let condition = opened.link.condition;
        item.suits(condition).map_err(|unsuited| format!("Not asked: {unsuited}."))?;
        let dialogue = Dialogue::owned(item, condition);
        let mut ask = Ask::new(model, "");
        if let Some(request) = dialogue.request() {
            (ask.turns, ask.tools) = (request.turns, request.tools);
        }
        ask.max_output =
            read(&self.max_output, "The most tokens of output are a whole number from 1.")?;
        if ask.max_output == Some(0) {
            return Err("The most tokens of output are a whole number from 1.".to_owned());
        }
        let temperature = "The temperature is a number from 0 to 2.";
        ask.temperature = read(&self.temperature, temperature)?;
        if ask.temperature.is_some_and(|heat: f64| !(0.0..=2.0).contains(&heat)) {
            return Err(temperature.to_owned());
        }
        let effort = self.effort.trim();
        if !effort.is_empty() {
            let found = Effort::ALL.into_iter().find(|known| known.word() == effort);
            ask.effort = Some(found.ok_or_else(|| format!("There is no effort “{effort}”."))?);
        }
        // A whole long trace and its prompt fit; Ollama would cut both without a word.
        ask.context = Some(32_768);
        Ok((ask, dialogue))
    }
}

fn read<T: std::str::FromStr>(typed: &str, wrong: &str) -> Result<Option<T>, String> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    typed.parse().map(Some).map_err(|_| wrong.to_owned())
}
