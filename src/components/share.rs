//! Sharing everything that is shown: a link, a QR code, Markdown, a picture.

use wasm_bindgen::JsCast;

use super::copy::{Copied, copy, copy_button};
use super::element::{Node, drawn, element, group};
use super::small::{button, paragraph, small_button};
use crate::browser::{save_png, save_text, select_all};
use crate::desk::Desk;
use crate::prelude::*;
use crate::state::Shared;
use crate::text;

/// From here on programs that pass links on may cut them off.
const LONG: usize = stepfall_link::WARN_PACKED;

/// The share button, which copies the link at once, and what else there is to hand on.
pub(crate) fn share(desk: &'static Desk) -> Node {
    let outcome = RwSignal::new(Copied::Idle);
    let made = RwSignal::new(None::<(String, Option<&'static str>)>);
    let share = move || {
        let (link, lacks) = desk.link();
        copy(link.clone(), outcome);
        desk.make_shared(&link);
        made.set(Some((link, lacks)));
    };
    let close = move || {
        made.set(None);
        outcome.set(Copied::Idle);
    };
    let panel = group().part(
        move || (made.get(), outcome.get() == Copied::Refused),
        move |(made, refused)| match made {
            None => group(),
            Some((link, lacks)) => panel(desk, link, *lacks, *refused, close),
        },
    );
    let button = copy_button("button copy is-main", text::SHARE, text::SHARED, outcome, share);
    element("div").class("share").child(button).child(panel)
}

/// The link with what there is to say of it, and what the engine makes of what is shown.
fn panel(
    desk: &'static Desk,
    link: &str,
    lacks: Option<&str>,
    is_refused: bool,
    close: impl Fn() + 'static,
) -> Node {
    let mut panel = element("div")
        .class("share-panel")
        .attr("role", "group")
        .attr("aria-label", text::SHARE)
        .child(paragraph("", if is_refused { text::COPY_LINK_REFUSED } else { text::LINK_COPIED }))
        .child(link_field(link));
    if let Some(lacks) = lacks {
        panel = panel.child(paragraph("", lacks));
    }
    if link.len() > LONG {
        panel = panel.child(paragraph("", &text::long_link(link.len())));
    }
    let made = element("div")
        .class("share-made")
        .part(move || desk.shared.get(), |shared| shared.as_ref().map_or_else(group, made));
    panel.child(made).child(small_button(text::CLOSE, close))
}

fn made(shared: &Shared) -> Node {
    let outcome = RwSignal::new(Copied::Idle);
    let markdown = shared.markdown.clone();
    let press = move || copy(markdown.clone(), outcome);
    let markdown =
        copy_button("button is-small copy", text::MARKDOWN, text::COPIED, outcome, press);
    let (svg, png) = (shared.picture.clone(), shared.picture.clone());
    let svg = button("button is-small", text::SAVE_SVG, move || {
        save_text("stepfall.svg", "image/svg+xml", &svg);
    });
    let png = button("button is-small", text::SAVE_PNG, move || save_png("stepfall.png", &png));
    let ways = element("div").class("share-ways").child(markdown).child(svg).child(png);
    let code = match &shared.code {
        Some((path, size)) => drawn("svg")
            .class("code")
            .attr("role", "img")
            .attr("aria-label", text::CODE)
            .attr("viewBox", &format!("-3 -3 {0} {0}", size + 6))
            .child(drawn("path").attr("d", path)),
        None => paragraph("soft", text::NO_CODE),
    };
    group().child(ways).child(code)
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
