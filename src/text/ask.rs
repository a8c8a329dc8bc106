//! Texts about asking models.

use stepfall_link::parse;
use stepfall_protocol::asking::{AnswerEnd, Completion, KeptAnswer};
use stepfall_text::{grouped, seconds, steps};

use crate::state::{Missing, PromptSource};

pub(crate) const ASK_A_MODEL: &str = "Ask a model";
pub(crate) const ASK: &str = "Ask";
pub(crate) const STOP_ASKING: &str = "Stop";
pub(crate) const CONNECT: &str = "Test connection";
pub(crate) const PROVIDER: &str = "Provider";
pub(crate) const ADDRESS: &str = "Address";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEEP_KEY: &str = "Remember until I close this tab";
pub(crate) const FORGET_KEY: &str = "Delete key";
pub(crate) const MODEL: &str = "Model";
pub(crate) const MODELS_FOUND: &str = "Models found";
pub(crate) const MAX_TOKENS: &str = "Max output tokens";
pub(crate) const TEMPERATURE: &str = "Temperature";
pub(crate) const EFFORT: &str = "Reasoning effort";
pub(crate) const WHAT_IS_SENT: &str = "What is sent";
pub(crate) const PROVIDERS_OWN: &str = "provider’s own";
pub(crate) const CONNECTING: &str = "Connecting …";
pub(crate) const KEY_HINT: &str = "Requests go from this browser straight to the provider. The key stays in memory and is cleared on reload, unless you let the tab remember it.";
pub(crate) const SIGN_IN_LEAVING: &str = "Going to sign in …";
pub(crate) const SIGN_IN_EXCHANGING: &str = "Signed in; fetching the key …";
pub(crate) const SIGNED_IN: &str = "Signed in. The key is set.";
pub(crate) const SIGN_IN_REFUSED: &str =
    "The sign-in was not finished, so there is no key. Everything else is as it was.";
pub(crate) const SIGN_IN_NOT_STARTED: &str = "The sign-in that led here was not begun in this tab, or it was used already. Its code was not used. Sign in again from this page.";
pub(crate) const SIGN_IN_FORGED: &str = "The address that led here is no reply to the sign-in that was begun in this tab. Nothing was sent, and no key was set. Sign in again from this page.";
pub(crate) const SIGN_IN_NOT_KEPT: &str = "The browser does not let this page store the data of a sign-in until you return. Paste a key instead.";
pub(crate) const SIGN_IN_WITHOUT_CHANCE: &str =
    "The browser has no source of random numbers, which a sign-in needs. Paste a key instead.";
pub(crate) const COPY_LINE: &str = "Copy";

pub(crate) const EARLIER: &str = "Earlier answers";
pub(crate) const NONE_EARLIER: &str = "No answers yet. The last 200 stay in this browser.";
pub(crate) const ANSWERS_NOT_ON_DISK: &str =
    "This browser keeps nothing for this page: answers are gone when the tab is closed.";

pub(crate) const WAITING_FOR_TOKEN: &str = "Waiting for the first token …";
pub(crate) const BROKE_AT: &str = "; first error at ";
pub(crate) const ALL_RIGHT: &str = ", all of them correct.";

/// Reports the progress of a model.
pub(crate) fn so_far(written: usize, steps: usize) -> String {
    match written {
        0 => "The model is writing …".to_owned(),
        1 => format!("1 of {steps} steps written so far"),
        more => format!("{more} of {steps} steps written so far"),
    }
}

/// The reasoning efforts, in the words of the providers; empty for the default.
pub(crate) const EFFORTS: [&str; 8] =
    ["", "none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Returns the steps that the user must take before this page may call a server.
pub(crate) fn needs(what: &str) -> String {
    format!("Before this page may call the server: {what}.")
}

/// Returns the label of the button that opens a provider's sign-in.
pub(crate) fn sign_in_with(provider: &str) -> String {
    format!("Sign in with {provider}")
}

/// Returns the explanation of the sign-in at a provider.
pub(crate) fn sign_in_hint(provider: &str) -> String {
    format!(
        "Instead of pasting a key you can sign in: {provider} then makes one for this page, with a limit if you set one there. You will leave this page and return; keys this tab does not remember are cleared."
    )
}

/// Reports that the list of models has arrived.
pub(crate) fn connected(models: usize) -> String {
    match models {
        0 => "Connected. The list of models is empty: type the model’s name.".to_owned(),
        1 => "Connected: 1 model.".to_owned(),
        more => format!("Connected: {more} models to choose from."),
    }
}

/// Reports that a model is being asked.
pub(crate) fn asking(seconds: u32) -> String {
    format!("Asking … {seconds} s")
}

/// Summarises a call that has ended.
pub(crate) fn call_summary(ended: &Completion, was_stopped: bool) -> String {
    let mut summary = String::from(if was_stopped { "Stopped after " } else { "Answered in " });
    summary.push_str(&seconds(ended.took));
    if let Some(first) = ended.first {
        summary.push_str(&format!(", first token {}", seconds(first)));
    }
    if let (Some(input), Some(output)) = (ended.input, ended.output) {
        summary.push_str(&format!("; {} tokens in, {} out", grouped(input), grouped(output)));
        if let Some(reasoning) = ended.reasoning.filter(|tokens| *tokens > 0) {
            summary.push_str(&format!(", of which {} reasoning", grouped(reasoning)));
        }
    }
    if let Some(model) = &ended.model {
        summary.push_str(&format!("; model: {model}"));
    }
    summary.push('.');
    if ended.is_cut {
        summary.push_str(" It was cut off at its token limit.");
    }
    if ended.replaced > 0 {
        summary.push_str(&format!(
            " The provider sent no valid text in {}, shown as \u{FFFD}.",
            if ended.replaced == 1 {
                "one place".to_owned()
            } else {
                format!("{} places", ended.replaced)
            }
        ));
    }
    if !ended.left_out.is_empty() {
        summary.push_str(&format!(
            " Not sent, since the model does not take it: {}.",
            ended.left_out.join(", ")
        ));
    }
    summary
}

/// Describes an earlier answer: the time, the item, and whether the answer is incomplete.
pub(crate) fn earlier_answer(answer: &KeptAnswer, when: &str) -> String {
    let item = PromptSource::of(&parse(&answer.link).link);
    let mut description = format!("{when} · {}", steps(item.spec.steps));
    if item.custom.is_some() {
        description.push_str(", custom procedure");
    } else {
        description.push_str(&format!(", seed {}", item.seed.number()));
    }
    if item.index > 0 {
        description.push_str(&format!(", item {}", item.index));
    }
    description.push_str(match answer.end {
        AnswerEnd::Answered => "",
        AnswerEnd::Stopped => " · stopped",
        AnswerEnd::Failed => " · broke off",
    });
    description
}

/// Returns the message about the missing input of the form.
pub(crate) const fn missing(missing: Missing) -> &'static str {
    match missing {
        Missing::Address => "Type the server’s address first.",
        Missing::Model => "Type or choose a model first.",
        Missing::Key => "Paste a key first. It goes to this provider alone.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_summarised_in_one_line() {
        let call = Completion {
            model: Some("m-1".to_owned()),
            is_cut: true,
            input: Some(1_080),
            output: Some(340),
            reasoning: Some(0),
            took: 2_000,
            first: Some(200),
            replaced: 0,
            left_out: Vec::new(),
        };
        assert_eq!(
            call_summary(&call, false),
            "Answered in 2.0 s, first token 0.2 s; 1,080 tokens in, 340 out; model: m-1. It was cut off at its token limit."
        );
    }
}
