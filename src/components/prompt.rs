//! The prompt, to be copied.

use crate::prelude::*;

use super::copy::{Copied, copy, copy_button};
use super::element::{Node, element, group};
use super::small::paragraph;
use crate::desk::Desk;
use crate::text;

/// The prompt with its size and the button that copies it.
pub(crate) fn prompt(desk: &'static Desk) -> Node {
    let outcome = RwSignal::new(Copied::Idle);
    let press = move || copy(desk.peek(|play| play.shown().prompt.clone()), outcome);
    let copy = copy_button("button copy", text::COPY_PROMPT, text::COPIED, outcome, press);
    let title = element("h2").id("prompt-title").text(text::PROMPT);
    let size =
        element("span").class("soft number").text_of(move || text::size(desk.shown().prompt.len()));
    let refused = element("div").attr("role", "status").part(
        move || outcome.get() == Copied::Refused,
        |refused| match refused {
            true => paragraph("note", text::COPY_REFUSED),
            false => group(),
        },
    );
    let prompt = element("pre")
        .class("prompt")
        .attr("tabindex", "0")
        .attr("aria-labelledby", "prompt-title")
        .attr("role", "region")
        .text_of(move || desk.shown().prompt.clone());
    element("div")
        .class("card")
        .child(element("div").class("card-head").child(title).child(size).child(copy))
        .child(refused)
        .child(prompt)
}
