//! Where an answer may come from but from a model: examples and simulated executors.

use crate::prelude::*;

use super::element::{Node, element};
use super::small::{button, label, small_button};
use crate::browser;
use crate::stores::PlayStore;
use crate::text;

/// The most per cent of steps that an executor fails at.
const MOST: u32 = 50;

/// A row of choices, folded away while it is not wanted.
pub(crate) fn sources(desk: PlayStore) -> Node {
    let executor = RwSignal::new(0usize);
    let form = RwSignal::new(0usize);
    let percent = RwSignal::new(0u32);
    let run = button("button is-small", text::SIMULATE, move || {
        let (executor, _) = text::EXECUTORS[executor.get_untracked()];
        let (form, _) = text::FORMS[form.get_untracked()];
        desk.simulate(executor, form, percent.get_untracked() * 100);
    });
    let example = RwSignal::new(0usize);
    let open = small_button(text::OPEN, move || {
        desk.show_example(u32::try_from(example.get_untracked()).unwrap_or(0));
    });
    let examples = list("example", text::EXAMPLES.into_iter(), example);
    let examples = element("div").class("knob-row").child(examples).child(open);
    let file =
        small_button(text::OPEN_FILE, move || browser::pick_file(move |given| desk.take(given)));
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
        .child(file)
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
        .child(element("p").class("hint").text_of(move || {
            let is_dialogue = desk.read(|play| !play.shown().asked.condition.is_plain());
            if is_dialogue { text::SIMULATED_DIALOGUE } else { "" }.to_owned()
        }))
}

fn choice(
    id: &str,
    name: &str,
    words: &'static [(&'static str, &'static str)],
    chosen: RwSignal<usize>,
) -> Node {
    let list = list(id, words.iter().map(|(_, name)| *name), chosen);
    element("div").class("knob").child(label(id, name)).child(list)
}

/// A list to choose from by place.
fn list(
    id: &str,
    names: impl ExactSizeIterator<Item = &'static str>,
    chosen: RwSignal<usize>,
) -> Node {
    let last = names.len().saturating_sub(1);
    let options = names
        .enumerate()
        .map(|(at, name)| element("option").attr("value", &at.to_string()).text(name));
    element("select")
        .id(id)
        .class("button")
        .children(options)
        .value(move || chosen.get().to_string())
        .on_value("change", move |typed| chosen.set(typed.parse().unwrap_or(0).min(last)))
}
