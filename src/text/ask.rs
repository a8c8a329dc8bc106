//! What is said about asking models.

use super::{size, steps};
use stepfall_link::parse;

use crate::state::{AnswerEnd, Asked, Completion, KeptAnswer, Missing};

pub(crate) const ASK_A_MODEL: &str = "Ask a model";
pub(crate) const ASK: &str = "Ask";
pub(crate) const STOP_ASKING: &str = "Stop";
pub(crate) const CONNECT: &str = "Test connection";
pub(crate) const PROVIDER: &str = "Provider";
pub(crate) const ADDRESS: &str = "Address";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEEP_KEY: &str = "Keep for this tab";
pub(crate) const FORGET_KEY: &str = "Forget";
pub(crate) const MODEL: &str = "Model";
pub(crate) const MOST_TOKENS: &str = "Max output tokens";
pub(crate) const TEMPERATURE: &str = "Temperature";
pub(crate) const EFFORT: &str = "Reasoning effort";
pub(crate) const WHAT_IS_SENT: &str = "What is sent";
pub(crate) const PROVIDERS_OWN: &str = "provider’s own";
pub(crate) const CONNECTING: &str = "Connecting …";
pub(crate) const KEY_HINT: &str = "Requests go from this browser straight to the provider. The key stays in memory and is forgotten on reload, unless you keep it for this tab.";
pub(crate) const SIGN_IN_LEAVING: &str = "Going to sign in …";
pub(crate) const SIGN_IN_EXCHANGING: &str = "Signed in; fetching the key …";
pub(crate) const SIGNED_IN: &str = "Signed in. The key is set.";
pub(crate) const SIGN_IN_REFUSED: &str =
    "The sign-in was not finished, so there is no key. Everything else is as it was.";
pub(crate) const SIGN_IN_STRANGER: &str = "The sign-in that led here was not begun in this tab, or it was used already. Its code was left alone: sign in again from here.";
pub(crate) const SIGN_IN_NOT_KEPT: &str = "The browser does not let this page keep what a sign-in needs until you are back. Paste a key instead.";
pub(crate) const SIGN_IN_WITHOUT_CHANCE: &str =
    "The browser has no source of chance, which a sign-in needs. Paste a key instead.";
pub(crate) const COPY_LINE: &str = "Copy";

pub(crate) const EARLIER: &str = "Earlier answers";
pub(crate) const NONE_EARLIER: &str =
    "None yet. What models answer here is kept in this browser, the last 200 answers.";
pub(crate) const ANSWERS_NOT_ON_DISK: &str =
    "This browser keeps nothing for this page: answers are gone when the tab is closed.";

pub(crate) const BEGINS: &str = "Waiting for the model’s first words …";
pub(crate) const BROKE_AT: &str = "; it broke at ";
pub(crate) const ALL_RIGHT: &str = ", all of them right.";

/// How far a model has come.
pub(crate) fn so_far(written: usize, steps: usize) -> String {
    match written {
        0 => "The model is writing …".to_owned(),
        1 => format!("1 of {steps} steps written so far"),
        more => format!("{more} of {steps} steps written so far"),
    }
}

/// Efforts by the providers' words.
pub(crate) const EFFORTS: [&str; 8] =
    ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// What has to be done before a page may call a server.
pub(crate) fn needs(what: &str) -> String {
    format!("Before this page may call it: {what}.")
}

/// The button that leads to a provider's sign-in.
pub(crate) fn sign_in_with(provider: &str) -> String {
    format!("Sign in with {provider}")
}

/// What to know before signing in.
pub(crate) fn sign_in_hint(provider: &str) -> String {
    format!(
        "Instead of pasting a key you can sign in: {provider} then makes one for this page, for which you can set a limit there. That leads away from this page and back, so keys that are not kept for this tab are forgotten."
    )
}

/// The list of models has come.
pub(crate) fn connected(models: usize) -> String {
    match models {
        0 => "Connected. The list of models is empty: type the model’s name.".to_owned(),
        1 => "Connected: 1 model.".to_owned(),
        more => format!("Connected: {more} models to choose from."),
    }
}

/// A model is being asked.
pub(crate) fn asking(seconds: u32) -> String {
    format!("Asking … {seconds} s")
}

/// What is told of a call that has ended.
pub(crate) fn ended(ended: &Completion, was_stopped: bool) -> String {
    let mut told = String::from(if was_stopped { "Stopped after " } else { "Answered in " });
    told.push_str(&seconds(ended.took));
    if let Some(first) = ended.first {
        told.push_str(&format!(", the first words after {}", seconds(first)));
    }
    if let (Some(input), Some(output)) = (ended.input, ended.output) {
        told.push_str(&format!("; {input} tokens in, {output} out"));
        if let Some(reasoning) = ended.reasoning.filter(|tokens| *tokens > 0) {
            told.push_str(&format!(", of which {reasoning} reasoning"));
        }
    }
    told.push('.');
    if ended.is_cut {
        told.push_str(" It was cut off at its limit of tokens.");
    }
    if let Some(model) = &ended.model {
        told.push_str(&format!(" The provider names it {model}."));
    }
    if ended.replaced > 0 {
        told.push_str(&format!(
            " What the provider sent is no text in {}, and shown there as \u{FFFD}.",
            if ended.replaced == 1 {
                "one place".to_owned()
            } else {
                format!("{} places", ended.replaced)
            }
        ));
    }
    if !ended.left_out.is_empty() {
        told.push_str(&format!(
            " Not sent, since the model does not take it: {}.",
            ended.left_out.join(", ")
        ));
    }
    told
}

/// What is told of an earlier answer beside its model.
pub(crate) fn earlier(answer: &KeptAnswer, when: &str) -> String {
    let of = Asked::of(&parse(&answer.link).link);
    let mut told = format!("{when} · {}", steps(of.spec.steps));
    if of.own.is_some() {
        told.push_str(", one's own");
    } else {
        told.push_str(&format!(", seed {}", of.seed.number()));
    }
    if of.index > 0 {
        told.push_str(&format!(", item {}", of.index));
    }
    told.push_str(" · ");
    told.push_str(&size(usize::try_from(answer.bytes).unwrap_or(usize::MAX)));
    told.push_str(match answer.end {
        AnswerEnd::Answered => "",
        AnswerEnd::Stopped => " · stopped",
        AnswerEnd::Failed => " · broke off",
    });
    told
}

/// Milliseconds as seconds with a tenth.
fn seconds(millis: u64) -> String {
    let tenths = (millis + 50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// What the form lacks to ask a model.
pub(crate) const fn missing(missing: Missing) -> &'static str {
    match missing {
        Missing::Address => "Type the server’s address first.",
        Missing::Model => "Type or choose a model first.",
        Missing::Key => "Paste a key first. It goes to this provider alone.",
    }
}
