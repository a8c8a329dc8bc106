//! The sentence that says the state.

use leptos::prelude::*;
use stepfall_answer::Verdict;

use super::element::{Node, element, group};
use crate::desk::Desk;
use crate::state::{Judgement, Shown, typeset};
use crate::text;

/// The sentence, with the item's coordinates above it.
pub(crate) fn headline(desk: &'static Desk) -> Node {
    let above = move || {
        let asked = desk.shown().asked;
        if desk.is_behind() {
            text::BEHIND.to_owned()
        } else {
            text::coordinates(asked.seed.number(), asked.index)
        }
    };
    let eyebrow = element("p")
        .class("eyebrow")
        .class_when("is-alert", move || desk.is_behind())
        .text_of(above);
    let sentence = element("h1").part(
        move || (desk.shown(), desk.judgement.get()),
        move |(shown, judgement)| sentence(desk, shown, judgement),
    );
    element("div").class("headline").child(eyebrow).child(sentence)
}

fn sentence(desk: &Desk, shown: &Shown, judgement: &Judgement) -> Node {
    let (claimed, expected) = match judgement {
        Judgement::Judged(verdict) => (
            verdict.claim().and_then(|claim| {
                desk.peek(|play| play.transcript().get(claim.span.clone()).map(typeset))
            }),
            Some(typeset(&shown.item.expected_text(shown.asked.condition))),
        ),
        _ => (None, None),
    };
    let sentence = text::headline(
        &shown.asked.spec,
        judgement,
        &claimed.unwrap_or_default(),
        &expected.unwrap_or_default(),
    );
    let class = match judgement {
        Judgement::Judged(Verdict::Right(_)) => "is-right",
        Judgement::Judged(Verdict::Wrong(_)) => "is-wrong",
        _ => "",
    };
    let word = match sentence.word {
        "" => group(),
        word => element("strong").class(class).text(word),
    };
    group().text(&sentence.before).child(word).text(&sentence.after)
}
