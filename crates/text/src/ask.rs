//! Texts about asking models.

#![expect(missing_docs, reason = "a text says what it is")]

pub const ASK_A_MODEL: &str = "Ask a model";
pub const ASK: &str = "Ask";
pub const STOP_ASKING: &str = "Stop";
pub const CONNECT: &str = "Test connection";
pub const PROVIDER: &str = "Provider";
pub const ADDRESS: &str = "Address";
pub const KEY: &str = "Key";
pub const KEEP_KEY: &str = "Remember until I close this tab";
pub const FORGET_KEY: &str = "Delete key";
pub const MODEL: &str = "Model";
pub const MODELS_FOUND: &str = "Models found";
pub const MOST_TOKENS: &str = "Max output tokens";
pub const TEMPERATURE: &str = "Temperature";
pub const EFFORT: &str = "Reasoning effort";
pub const WHAT_IS_SENT: &str = "What is sent";
pub const PROVIDERS_OWN: &str = "provider’s own";
pub const CONNECTING: &str = "Connecting …";
pub const KEY_HINT: &str = "Requests go from this browser straight to the provider. The key stays in memory and is cleared on reload, unless you let the tab remember it.";
pub const SIGN_IN_LEAVING: &str = "Going to sign in …";
pub const SIGN_IN_EXCHANGING: &str = "Signed in; fetching the key …";
pub const SIGNED_IN: &str = "Signed in. The key is set.";
pub const SIGN_IN_REFUSED: &str =
    "The sign-in was not finished, so there is no key. Everything else is as it was.";
pub const SIGN_IN_STRANGER: &str = "The sign-in that led here was not begun in this tab, or it was used already. Its code was left alone: sign in again from here.";
pub const SIGN_IN_FORGED: &str = "The address that led here is no reply to the sign-in that was begun in this tab. Nothing was sent and there is no key from it: sign in again from here.";
pub const SIGN_IN_NOT_KEPT: &str = "The browser does not let this page keep what a sign-in needs until you are back. Paste a key instead.";
pub const SIGN_IN_WITHOUT_CHANCE: &str =
    "The browser has no source of chance, which a sign-in needs. Paste a key instead.";
pub const COPY_LINE: &str = "Copy";

pub const EARLIER: &str = "Earlier answers";
pub const NONE_EARLIER: &str = "No answers yet. The last 200 stay in this browser.";
pub const ANSWERS_NOT_ON_DISK: &str =
    "This browser keeps nothing for this page: answers are gone when the tab is closed.";

pub const BEGINS: &str = "Waiting for the first token …";
pub const BROKE_AT: &str = "; first error at ";
pub const ALL_RIGHT: &str = ", all of them correct.";

/// Reports the progress of a model.
pub fn so_far(written: usize, steps: usize) -> String {
    match written {
        0 => "The model is writing …".to_owned(),
        1 => format!("1 of {steps} steps written so far"),
        more => format!("{more} of {steps} steps written so far"),
    }
}

/// Efforts by the providers' words.
pub const EFFORTS: [&str; 8] = ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Returns the steps that a user takes before this page may call a server.
pub fn needs(what: &str) -> String {
    format!("Before this page may call it: {what}.")
}

/// Returns the label of the button that opens a provider's sign-in.
pub fn sign_in_with(provider: &str) -> String {
    format!("Sign in with {provider}")
}

/// Returns the hint before a sign-in.
pub fn sign_in_hint(provider: &str) -> String {
    format!(
        "Instead of pasting a key you can sign in: {provider} then makes one for this page, with a limit if you set one there. You will leave this page and return; keys this tab does not remember are cleared."
    )
}

/// Reports that the list of models has arrived.
pub fn connected(models: usize) -> String {
    match models {
        0 => "Connected. The list of models is empty: type the model’s name.".to_owned(),
        1 => "Connected: 1 model.".to_owned(),
        more => format!("Connected: {more} models to choose from."),
    }
}

/// Reports that a model is being asked.
pub fn asking(seconds: u32) -> String {
    format!("Asking … {seconds} s")
}
