//! What is said about asking models.

use crate::state::Ended;

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
pub(crate) const MOST_TOKENS: &str = "Most tokens";
pub(crate) const TEMPERATURE: &str = "Temperature";
pub(crate) const EFFORT: &str = "Reasoning effort";
pub(crate) const WHAT_IS_SENT: &str = "What is sent";
pub(crate) const PROVIDERS_OWN: &str = "provider’s own";
pub(crate) const CONNECTING: &str = "Connecting …";
pub(crate) const KEY_HINT: &str = "Requests go from this browser straight to the provider. The key stays in memory and is forgotten on reload, unless you keep it for this tab.";
pub(crate) const COPY_LINE: &str = "Copy";

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
pub(crate) fn ended(ended: &Ended, was_stopped: bool) -> String {
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
    if !ended.left_out.is_empty() {
        told.push_str(&format!(
            " Not sent, since the model does not take it: {}.",
            ended.left_out.join(", ")
        ));
    }
    told
}

/// Milliseconds as seconds with a tenth.
fn seconds(millis: u32) -> String {
    let tenths = (millis + 50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}
