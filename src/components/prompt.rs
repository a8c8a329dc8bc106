//! The prompt, to be copied.

use crate::prelude::*;

use super::copy::{Copied, copy, copy_button};
use super::dialogue::opening;
use super::element::{Node, element, group};
use crate::stores::PlayStore;
use crate::text;

/// The button that copies the prompt, and what there is to say where that is refused.
pub(crate) fn copy_prompt(desk: PlayStore, class: &str, outcome: RwSignal<Copied>) -> Node {
    let press = move || copy(desk.peek(|play| play.shown().prompt.clone()), outcome);
    let refused = element("span").class("refused").attr("role", "status").part(
        move || outcome.get() == Copied::Refused,
        |refused| match refused {
            true => group().text(text::COPY_REFUSED),
            false => group(),
        },
    );
    let copy = copy_button(class, text::COPY_PROMPT, text::COPIED, outcome, press);
    group().child(copy).child(refused)
}

/// The prompt with its size and the button that copies it.
pub(crate) fn prompt(desk: PlayStore) -> Node {
    let title = element("h2").id("prompt-title").text(text::PROMPT);
    let size =
        element("span").class("soft number").text_of(move || text::size(desk.shown().prompt.len()));
    let prompt = element("pre")
        .class("prompt")
        .attr("tabindex", "0")
        .attr("aria-labelledby", "prompt-title")
        .attr("role", "region")
        .text_of(move || desk.shown().prompt.clone());
    element("div")
        .class("card")
        .child(element("div").class("card-head").child(title).child(size).child(copy_prompt(
            desk,
            "button copy",
            RwSignal::new(Copied::Idle),
        )))
        .child(prompt)
        .child(opening(desk))
}
