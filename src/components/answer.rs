//! The answer: where it comes from, where it is written, and what was read in it.

use crate::prelude::*;

use super::element::{Node, element, group};
use super::reading::reading;
use super::small::{button, paragraph, small_button};
use super::sources::sources;
use crate::browser;
use crate::desk::{Desk, Keeping};
use crate::state::{Edit, Judgement, Verdict};
use crate::text;

/// A longer text is read and not written on: a field with it keeps the browser busy for seconds.
const LONGEST_FIELD: usize = 1_000_000;

/// The card of the answer.
pub(crate) fn answer(desk: &'static Desk) -> Node {
    let title = element("h2").id("answer-title").text(text::ANSWER);
    let size = element("span")
        .class("soft number")
        .text_of(move || text::size(desk.read(|play| play.transcript().len())));
    let source = element("span").class("source").text_of(move || {
        if desk.simulated.get() { text::SIMULATED.to_owned() } else { String::new() }
    });
    let is_empty = move || desk.read(|play| play.transcript().is_empty());
    let clear = button("button", text::CLEAR, move || desk.send(Edit::Transcript(String::new())))
        .attr_when("disabled", is_empty);
    let card = element("section")
        .class("card answer")
        .attr("aria-labelledby", "answer-title")
        .child(
            element("div")
                .class("card-head")
                .child(title)
                .child(source)
                .child(size)
                .child(mode_button(desk))
                .child(clear),
        )
        .child(sources(desk))
        .part(
            move || desk.reading.get(),
            move |is_reading| if *is_reading { reading(desk) } else { writing(desk) },
        )
        .part(
            move || desk.keeping.get(),
            |keeping| match keeping {
                Keeping::Address => group(),
                Keeping::Tab => paragraph("note", text::BESIDE),
                Keeping::Nowhere => paragraph("note", text::NOT_KEPT),
            },
        )
        .child(element("div").attr("role", "status").part(
            move || (desk.judgement.get(), desk.trouble.get()),
            move |(judgement, trouble)| told(desk, *judgement, trouble.as_deref()),
        ));
    card.dropped(move |text| match text {
        Some(text) => {
            // No field is there to be filled with it.
            desk.reading.set(true);
            desk.send(Edit::Transcript(text));
        }
        None => desk.trouble.set(Some(text::NO_FILE.to_owned())),
    })
}

/// What is wrong with the answer as a whole.
fn told(desk: &'static Desk, judgement: Judgement, trouble: Option<&str>) -> Node {
    if let Some(trouble) = trouble {
        return paragraph("note", &text::sentence(trouble));
    }
    match judgement {
        Judgement::Stale => element("div")
            .class("note")
            .child(paragraph("", text::STALE))
            .child(small_button(text::ADOPT, move || desk.send(Edit::Adopt))),
        Judgement::Nothing | Judgement::Due => group(),
    }
}

/// The button that goes from writing to reading and back.
fn mode_button(desk: &'static Desk) -> Node {
    let is_long = move || desk.read(|play| play.transcript().len() > LONGEST_FIELD);
    let cannot = move || !matches!(desk.verdict.get(), Verdict::Judged(_));
    group().part(
        move || desk.reading.get(),
        move |is_reading| match is_reading {
            true => button("button", text::EDIT, move || desk.reading.set(false))
                .attr_when("disabled", is_long),
            false => button("button", text::READ, move || desk.reading.set(true))
                .attr_when("disabled", cannot),
        },
    )
}

/// The field in which the answer is written or pasted.
fn writing(desk: &'static Desk) -> Node {
    let field = element("textarea")
        .class("transcript")
        .attr("aria-label", text::PASTE_LABEL)
        .attr("placeholder", text::PASTE_PLACEHOLDER)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .value(move || desk.read(|play| play.transcript().to_owned()))
        .on_value("input", move |typed| desk.send(Edit::Transcript(typed)));
    // Whoever pastes wants to see what was read; whoever types goes on typing.
    field.on("paste", move |_| {
        let _ = browser::Timer::start(0.0, move || {
            if desk.judgement.get_untracked() == Judgement::Due {
                desk.reading.set(true);
            }
        });
    })
}
