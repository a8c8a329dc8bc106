//! Sharing everything that is shown by a link.

use crate::prelude::*;
use wasm_bindgen::JsCast;

use super::copy::{Copied, copy, copy_button};
use super::element::{Node, element, group};
use super::small::{paragraph, small_button};
use crate::browser::select_all;
use crate::desk::Desk;
use crate::text;

/// From here on programs that pass links on may cut them off.
const LONG: usize = stepfall_link::WARN_PACKED;

/// The share button, and what there is to say about the link.
pub(crate) fn share(desk: &'static Desk) -> Node {
    let outcome = RwSignal::new(Copied::Idle);
    let made = RwSignal::new(None::<(String, Option<&'static str>)>);
    let share = move || {
        let (link, lacks) = desk.link();
        copy(link.clone(), outcome);
        made.set(Some((link, lacks)));
    };
    let close = move || {
        made.set(None);
        outcome.set(Copied::Idle);
    };
    let panel = element("div").attr("role", "status").part(
        move || (made.get(), outcome.get() == Copied::Refused),
        move |(made, refused)| match made {
            None => group(),
            Some((link, lacks)) => panel(link, *lacks, *refused, close),
        },
    );
    let button = copy_button("button copy is-main", text::SHARE, text::SHARED, outcome, share);
    element("div").class("share").child(button).child(panel)
}

/// What there is to say, if anything: why the link has to be copied by hand, what it lacks, and that it is long.
fn panel(link: &str, lacks: Option<&str>, is_refused: bool, close: impl Fn() + 'static) -> Node {
    let is_long = link.len() > LONG;
    if !is_refused && !is_long && lacks.is_none() {
        return group();
    }
    let mut panel = element("div").class("share-panel");
    if is_refused {
        panel = panel.child(paragraph("", text::COPY_LINK_REFUSED)).child(link_field(link));
    }
    if let Some(lacks) = lacks {
        panel = panel.child(paragraph("", lacks));
    }
    if is_long {
        panel = panel.child(paragraph("", &text::long_link(link.len())));
    }
    panel.child(small_button(text::CLOSE, close))
}

/// The link to be copied by hand.
fn link_field(link: &str) -> Node {
    element("input")
        .class("text")
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", text::LINK)
        .attr("value", link)
        .on("focus", |event| select_all(event.unchecked_ref()))
}
