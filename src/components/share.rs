//! Sharing everything that is shown: a link, a QR code, Markdown, a picture.

use wasm_bindgen::JsCast;

use super::copy::{Copied, copy, copy_button};
use super::element::{Node, drawn, element, group};
use super::small::{button, paragraph, small_button};
use crate::browser::{is_escape, refocus, save_png, save_text, select_all};
use crate::prelude::*;
use crate::state::{Judgement, Shared};
use crate::stores::PlayStore;
use crate::text;

/// From here on programs that pass links on may cut them off.
const LONG: usize = stepfall_link::WARN_PACKED;

/// The share button, which copies the link at once, and what else there is to hand on.
pub(crate) fn share(desk: PlayStore) -> Node {
    let outcome = RwSignal::new(Copied::Idle);
    let made = RwSignal::new(None::<Made>);
    let with = RwSignal::new(true);
    let markdown = RwSignal::new(Copied::Idle);
    let is_large = RwSignal::new(false);
    let share = move || {
        let (link, lacks) = desk.link(with.get_untracked());
        copy(link.clone(), outcome);
        desk.make_shared(&link);
        made.set(Some(Made { link, lacks }));
    };
    let close = move || {
        made.set(None);
        outcome.set(Copied::Idle);
        refocus(".share > button");
    };
    // What is handed on is never older than what is shown.
    let content = move || {
        let shown = desk.read(|play| (play.shown().asked.clone(), play.address().fragment));
        (shown, desk.verdict.get())
    };
    let watched = element("span").attr("hidden", "").part(content, move |_| {
        made.set(None);
        group()
    });
    let link = move || (made.get(), outcome.get() == Copied::Refused);
    let panel = move || {
        element("div")
            .class("share-panel")
            .attr("role", "group")
            .attr("aria-label", text::SHARE)
            .on("keydown", move |event| {
                if is_escape(&event) {
                    if is_large.get_untracked() { is_large.set(false) } else { close() }
                }
            })
            .part(link, |(made, refused)| {
                made.as_ref().map_or_else(group, |made| made.view(*refused))
            })
            .child(with_transcript(desk, with, share))
            .child(element("div").class("share-made").part(
                move || (desk.shared.get(), desk.failure()),
                move |(shared, failure)| match (shared, failure) {
                    (Some(shared), _) => ways(shared, markdown, is_large),
                    (None, Some(why)) => paragraph("soft", why),
                    (None, None) => group(),
                },
            ))
            .child(small_button(text::CLOSE, close))
    };
    let panel = group().part(
        move || made.with(Option::is_some),
        move |is_open| if *is_open { panel() } else { group() },
    );
    let button = copy_button("button copy is-main", text::SHARE, text::SHARED, outcome, share);
    element("div").class("share").child(button).child(watched).child(panel)
}

/// A link that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Made {
    link: String,
    /// Why the transcript is not in it although it should.
    lacks: Option<&'static str>,
}

impl Made {
    /// The link with what there is to say of it.
    fn view(&self, is_refused: bool) -> Node {
        let told = match self.lacks {
            _ if is_refused => text::COPY_LINK_REFUSED,
            Some(_) => text::LINK_TO_PROCEDURE,
            None => text::LINK_COPIED,
        };
        let mut view = group().child(paragraph("", told)).child(link_field(&self.link));
        if let Some(lacks) = self.lacks {
            view = view.child(paragraph("", lacks));
        }
        if self.link.len() > LONG {
            view = view.child(paragraph("", &text::long_link(self.link.len())));
        }
        view
    }
}

/// Whether the link carries the answer, where there is one; a change copies the link anew.
fn with_transcript(
    desk: PlayStore,
    with: RwSignal<bool>,
    share: impl Fn() + Copy + 'static,
) -> Node {
    let has_transcript = move || desk.judgement() == Judgement::Due;
    group().part(has_transcript, move |has_transcript| {
        if !has_transcript {
            return group();
        }
        let check = element("input")
            .attr("type", "checkbox")
            .prop_when("checked", move || with.get())
            .on("change", move |event| {
                with.set(event_target_checked(&event));
                share();
            });
        let label = element("label").class("check").child(check);
        label.child(element("span").text(text::WITH_TRANSCRIPT))
    })
}

/// What the engine makes of what is shown.
fn ways(shared: &Shared, outcome: RwSignal<Copied>, is_large: RwSignal<bool>) -> Node {
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
        Some((path, size)) => {
            let code = drawn("svg")
                .attr("role", "img")
                .attr("aria-label", text::CODE)
                .attr("viewBox", &format!("-3 -3 {0} {0}", size + 6))
                .child(drawn("path").attr("d", path));
            element("button")
                .attr("type", "button")
                .class("code")
                .attr("title", text::CODE_SIZE)
                .class_when("is-large", move || is_large.get())
                .press(move || is_large.update(|is_large| *is_large = !*is_large))
                .child(code)
        }
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
