//! Texts about asking models.

use stepfall_link::parse;
use stepfall_protocol::asking::{AnswerEnd, Completion, KeptAnswer};
use stepfall_text::{grouped, seconds, steps};

use crate::state::{Asked, Missing};

/// Summarises a call that has ended.
pub(crate) fn ended(ended: &Completion, was_stopped: bool) -> String {
    let mut told = String::from(if was_stopped { "Stopped after " } else { "Answered in " });
    told.push_str(&seconds(ended.took));
    if let Some(first) = ended.first {
        told.push_str(&format!(", first token {}", seconds(first)));
    }
    if let (Some(input), Some(output)) = (ended.input, ended.output) {
        told.push_str(&format!("; {} tokens in, {} out", grouped(input), grouped(output)));
        if let Some(reasoning) = ended.reasoning.filter(|tokens| *tokens > 0) {
            told.push_str(&format!(", of which {} reasoning", grouped(reasoning)));
        }
    }
    if let Some(model) = &ended.model {
        told.push_str(&format!("; model: {model}"));
    }
    told.push('.');
    if ended.is_cut {
        told.push_str(" It was cut off at its token limit.");
    }
    if ended.replaced > 0 {
        told.push_str(&format!(
            " The provider sent no valid text in {}, shown as \u{FFFD}.",
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

/// Describes an earlier answer, next to its model.
pub(crate) fn earlier(answer: &KeptAnswer, when: &str) -> String {
    let of = Asked::of(&parse(&answer.link).link);
    let mut told = format!("{when} · {}", steps(of.spec.steps));
    if of.own.is_some() {
        told.push_str(", custom procedure");
    } else {
        told.push_str(&format!(", seed {}", of.seed.number()));
    }
    if of.index > 0 {
        told.push_str(&format!(", item {}", of.index));
    }
    told.push_str(match answer.end {
        AnswerEnd::Answered => "",
        AnswerEnd::Stopped => " · stopped",
        AnswerEnd::Failed => " · broke off",
    });
    told
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
    fn a_call_is_summed_up_in_one_line() {
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
            ended(&call, false),
            "Answered in 2.0 s, first token 0.2 s; 1,080 tokens in, 340 out; model: m-1. It was cut off at its token limit."
        );
    }
}
