//! Where an answer may come from but from a model: examples and simulated executors.

use crate::prelude::*;

use super::element::{Node, element};
use super::small::{button, label};
use crate::desk::Desk;
use crate::text;

/// The most per cent of steps that an executor fails at.
const MOST: u32 = 50;

/// A row of choices, folded away while it is not wanted.
pub(crate) fn sources(desk: &'static Desk) -> Node {
    let executor = RwSignal::new(0usize);
    let form = RwSignal::new(0usize);
    let percent = RwSignal::new(0u32);
    let run = button("button is-small", text::SIMULATE, move || {
        let (executor, _) = text::EXECUTORS[executor.get_untracked()];
        let (form, _) = text::FORMS[form.get_untracked()];
        desk.simulate(executor, form, percent.get_untracked() * 100);
    });
    let examples = element("select")
        .id("example")
        .class("button")
        .child(element("option").attr("value", "").text(text::CHOOSE))
        .children(
            text::EXAMPLES
                .iter()
                .enumerate()
                .map(|(at, name)| element("option").attr("value", &at.to_string()).text(name)),
        )
        .value(String::new)
        .on_value("change", move |chosen| {
            if let Ok(place) = chosen.parse() {
                desk.show_example(place);
            }
        });
    let rate = element("input")
        .attr("type", "range")
        .id("rate")
        .attr("min", "0")
        .attr("max", &MOST.to_string())
        .attr("step", "1")
        .attr_of("aria-valuetext", move || Some(text::rate(percent.get())))
        .value(move || percent.get().to_string())
        .on_value("input", move |typed| percent.set(typed.parse().unwrap_or(0).min(MOST)));
    let rate_label = label("rate", text::RATE)
        .child(element("output").class("number").text_of(move || text::rate(percent.get())));
    element("details")
        .class("sources")
        .child(element("summary").text(text::SOURCES))
        .child(element("div").class("knob").child(label("example", text::EXAMPLE)).child(examples))
        .child(
            element("div")
                .class("simulated")
                .child(choice("executor", text::EXECUTOR, &text::EXECUTORS, executor))
                .child(choice("form", text::FORM, &text::FORMS, form))
                .child(element("div").class("knob").child(rate_label).child(rate))
                .child(run),
        )
        .child(element("p").class("hint").text(text::SIMULATED_HINT))
}

fn choice(
    id: &str,
    name: &str,
    words: &'static [(&'static str, &'static str)],
    chosen: RwSignal<usize>,
) -> Node {
    let options = words
        .iter()
        .enumerate()
        .map(|(at, (_, name))| element("option").attr("value", &at.to_string()).text(name));
    let list = element("select")
        .id(id)
        .class("button")
        .children(options)
        .value(move || chosen.get().to_string())
        .on_value("change", move |typed| {
            chosen.set(typed.parse().unwrap_or(0).min(words.len() - 1));
        });
    element("div").class("knob").child(label(id, name)).child(list)
}
