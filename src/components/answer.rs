//! The answer: where it comes from, where it is written, and what was read in it.

use std::cell::Cell;

use crate::prelude::*;

use super::ask::ask;
use super::dialogue::{next, protocol};
use super::element::{Node, element, group};
use super::reading::reading;
use super::small::{button, paragraph, small_button};
use super::sources::sources;
use crate::browser;
use crate::state::{Edit, Judgement, Play, Span, Verdict};
use crate::stores::ModelClient;
use crate::stores::{Keeping, PlayStore};
use crate::text;

/// The most samples that have a button.
const MOST_SAMPLES: usize = 12;

/// The card of the answer.
pub(crate) fn answer(desk: PlayStore, asker: ModelClient) -> Node {
    let title = element("h2").id("answer-title").text(text::ANSWER);
    let size = element("span")
        .class("soft number")
        .text_of(move || text::size(desk.read(|play| play.transcript().len())));
    let source = element("span").class("source").text_of(move || {
        if desk.read(Play::is_simulated) {
            text::SIMULATED.to_owned()
        } else {
            desk.read(|play| play.author().to_owned())
        }
    });
    let is_empty = move || desk.read(|play| play.transcript().is_empty());
    let clear = button("button", text::CLEAR, move || desk.send(Edit::Replace(String::new())))
        .attr_when("disabled", is_empty);
    browser::on_given(move |given| desk.take(given));
    // What had the focus may be gone with what was there before.
    let is_first = Cell::new(true);
    let watched = element("span").attr("hidden", "").part(
        move || desk.reading.get(),
        move |_| {
            if !is_first.replace(false) {
                browser::refocus(".transcript");
            }
            group()
        },
    );
    element("section")
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
        .child(watched)
        .child(ask(asker))
        .child(sources(desk))
        .part(
            move || desk.reading.get(),
            move |is_reading| if *is_reading { reading(desk) } else { writing(desk) },
        )
        .child(next(desk))
        .child(protocol(desk))
        .part(
            move || (desk.keeping.get(), desk.judgement()),
            |kept| match kept {
                (Keeping::Tab, Judgement::Due) => paragraph("note", text::BESIDE),
                (Keeping::Nowhere, _) => paragraph("note", text::NOT_KEPT),
                _ => group(),
            },
        )
        .part(move || samples(desk), move |spans| sample_choice(desk, spans))
        .child(cut_off(desk))
        .child(element("div").attr("role", "status").part(
            move || (desk.judgement(), desk.trouble.get()),
            move |(judgement, trouble)| told(desk, *judgement, trouble.as_deref()),
        ))
}

/// Whether the model was cut off, which its text alone does not always show.
fn cut_off(desk: PlayStore) -> Node {
    let check = element("input")
        .attr("type", "checkbox")
        .attr_when("disabled", move || desk.read(|play| play.transcript().is_empty()))
        .prop_when("checked", move || desk.read(Play::is_cut))
        .on("change", move |event| desk.send(Edit::Cut(event_target_checked(&event))));
    element("label").class("check cut-off").child(check).child(element("span").text(text::CUT_OFF))
}

/// The samples of the transcript, where there are several.
fn samples(desk: PlayStore) -> Vec<Span> {
    match desk.verdict.get() {
        Verdict::Judged(report) => report.samples.clone(),
        _ => Vec::new(),
    }
}

/// A button for each of the first samples.
fn sample_choice(desk: PlayStore, spans: &[Span]) -> Node {
    if spans.is_empty() {
        return group();
    }
    let choose = move |span: Span| {
        if let Verdict::Judged(report) = desk.verdict.get_untracked() {
            let sample = browser::Units::of(&report.transcript).slice(span.start, span.end);
            desk.send(Edit::Sample(sample.trim().to_owned()));
            browser::refocus(".transcript");
        }
    };
    let buttons = (1..).zip(spans).take(MOST_SAMPLES).map(|(number, span)| {
        let span = *span;
        small_button(&text::sample(number), move || choose(span))
    });
    let buttons = element("div").class("problem-ways").children(buttons);
    let buttons = match spans.len().saturating_sub(MOST_SAMPLES) {
        0 => buttons,
        more => buttons.child(element("span").text(&text::more_samples(more))),
    };
    element("div").class("note").child(paragraph("", &text::samples(spans.len()))).child(buttons)
}

/// What is wrong with the answer as a whole.
fn told(desk: PlayStore, judgement: Judgement, trouble: Option<&str>) -> Node {
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
fn mode_button(desk: PlayStore) -> Node {
    let is_only_read = move || desk.read(Play::is_only_read);
    let cannot = move || !matches!(desk.verdict.get(), Verdict::Judged(_));
    group().part(
        move || desk.reading.get(),
        move |is_reading| match is_reading {
            true => button("button", text::EDIT, move || {
                desk.aside.set(false);
                desk.reading.set(false);
            })
            .attr_when("disabled", is_only_read),
            false => button("button", text::READ, move || desk.reading.set(true))
                .attr_when("disabled", cannot),
        },
    )
}

/// The field in which the answer is written or pasted.
fn writing(desk: PlayStore) -> Node {
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
            if desk.peek(Play::judgement) == Judgement::Due {
                desk.reading.set(true);
            }
        });
    })
}
