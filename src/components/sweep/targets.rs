//! Whom a sweep asks, and who else could be.

use crate::prelude::*;
use stepfall_link::SetupModel;

use crate::components::ask::{connection, failure};
use crate::components::element::{Node, element, group};
use crate::components::small::{button, label, paragraph, sign_button, small_button};
use crate::state::Stage;
use crate::stores::SweepStore;
use crate::text;

/// The most per cent of steps that an executor fails at.
const MOST: u32 = 50;

/// The list, and the two ways to add to it.
pub(crate) fn targets(board: SweepStore) -> Node {
    let count = move || board.setup.with(|setup| setup.models.len());
    let list = element("ul")
        .class("targets")
        .part(count, move |count| group().children((0..*count).map(|at| target(board, at))));
    let none = move || board.setup.with(|setup| setup.models.is_empty());
    let told = move || {
        board.checked.with(|checked| {
            let problems = checked.iter().flat_map(|checked| &checked.problems);
            let about = problems.filter(|(field, _)| field == "model");
            about.map(|(_, sentence)| sentence.as_str()).collect::<Vec<_>>().join(" ")
        })
    };
    element("div")
        .class("knob")
        .child(list)
        .part(none, |none| if *none { paragraph("hint", text::NO_ONE) } else { group() })
        .part(told, |told| if told.is_empty() { group() } else { paragraph("note", told) })
        .part(
            move || board.foreign(),
            move |foreign| {
                if foreign.is_empty() {
                    return group();
                }
                let allow = small_button(text::ALLOW, move || board.allow());
                element("div")
                    .class("note")
                    .child(paragraph("", &text::foreign(foreign)))
                    .child(allow)
            },
        )
        .child(add_model(board))
        .child(add_simulated(board))
}

/// One of those who are asked, with what is known of it.
fn target(board: SweepStore, at: usize) -> Node {
    let read = move |tell: fn(&SetupModel) -> String| {
        board.setup.with(|setup| setup.models.get(at).map(tell).unwrap_or_default())
    };
    let remove = move || {
        board.change(|setup| {
            if at < setup.models.len() {
                setup.models.remove(at);
            }
        });
    };
    let known = move |key: &'static str, name: &'static str| {
        element("input")
            .class("text is-small")
            .attr("type", "text")
            .attr("autocomplete", "off")
            .attr("spellcheck", "false")
            .attr("aria-label", name)
            .attr("title", name)
            .attr("placeholder", name)
            .value(move || {
                board.setup.with(|setup| {
                    setup
                        .models
                        .get(at)
                        .map(|target| target.get(key).to_owned())
                        .unwrap_or_default()
                })
            })
            .on_value("change", move |typed| {
                board.change(|setup| {
                    if let Some(target) = setup.models.get_mut(at) {
                        target.set(key, &typed);
                    }
                });
            })
    };
    let is_model = move || {
        board.setup.with(|setup| setup.models.get(at).is_some_and(|target| !target.is_simulated()))
    };
    let lacks_key = move || {
        is_model()
            && board.setup.with(|setup| {
                setup.models.get(at).is_some_and(|target| !board.asker.has_key(target))
            })
    };
    // Where it is asked; an executor is asked nowhere.
    let whose = move || match read(|target| target.provider().to_owned()).as_str() {
        "simulated" => String::new(),
        slug => text::at_provider(
            &board.asker.provider_name(slug),
            &read(|target| target.get("base").to_owned()),
        ),
    };
    let head = element("div")
        .class("target-head")
        .child(element("span").class("target-name").text_of(move || read(SetupModel::title)))
        .child(sign_button("button is-small", "×", text::REMOVE, remove));
    element("li")
        .child(head)
        .child(element("p").class("target-of").text_of(whose))
        .part(
            lacks_key,
            |lacks| if *lacks { paragraph("hint is-alert", text::NO_KEY) } else { group() },
        )
        .part(is_model, move |is_model| match is_model {
            true => element("div")
                .class("target-known")
                .child(known("size", text::SIZE))
                .child(known("price", text::PRICE)),
            false => group(),
        })
}

fn add_model(board: SweepStore) -> Node {
    let asker = board.asker;
    let is_named = move || !asker.model.with(|model| model.trim().is_empty());
    let add = button("button", text::ADD, move || board.add_model())
        .attr_when("disabled", move || !is_named());
    let connect = button("button", text::CONNECT, move || asker.connect())
        .attr_when("disabled", move || asker.stage.with(Stage::is_busy));
    element("details")
        .class("asking setup-add")
        .attr_when("open", move || asker.came_back.get_value())
        .open_when(move || board.setup.with(|setup| setup.models.is_empty()))
        .child(element("summary").text(text::ADD_MODEL))
        .child(connection(asker, "sweep-"))
        .child(element("div").class("asking-go").child(add).child(connect))
        .child(element("div").attr("role", "status").part(
            move || asker.stage.get(),
            |stage| match stage {
                Stage::Connecting => paragraph("asking-told", text::CONNECTING),
                Stage::Connected(models) => paragraph("asking-told", &text::connected(*models)),
                Stage::Failed(trouble) => failure(trouble),
                _ => group(),
            },
        ))
}

fn add_simulated(board: SweepStore) -> Node {
    let executor = RwSignal::new(0usize);
    let percent = RwSignal::new(2u32);
    let options = text::EXECUTORS
        .iter()
        .enumerate()
        .map(|(at, (_, name))| element("option").attr("value", &at.to_string()).text(name));
    let list = element("select")
        .id("sweep-executor")
        .class("button")
        .children(options)
        .value(move || executor.get().to_string())
        .on_value("change", move |typed| {
            executor.set(typed.parse().unwrap_or(0).min(text::EXECUTORS.len() - 1));
        });
    let rate = element("input")
        .attr("type", "range")
        .id("sweep-rate")
        .attr("min", "0")
        .attr("max", &MOST.to_string())
        .attr_of("aria-valuetext", move || Some(text::rate(percent.get())))
        .value(move || percent.get().to_string())
        .on_value("input", move |typed| percent.set(typed.parse().unwrap_or(0).min(MOST)));
    let rate_label = label("sweep-rate", text::RATE)
        .child(element("output").class("number").text_of(move || text::rate(percent.get())));
    let add = small_button(text::ADD, move || {
        let (slug, _) = text::EXECUTORS[executor.get_untracked()];
        board.add_simulated(slug, percent.get_untracked() * 100);
    });
    element("details")
        .class("setup-add simulated")
        .child(element("summary").text(text::ADD_SIMULATED))
        .child(
            element("div").class("knob").child(label("sweep-executor", text::EXECUTOR)).child(list),
        )
        .child(element("div").class("knob").child(rate_label).child(rate))
        .child(add)
        .child(paragraph("hint", text::SIMULATED_HINT))
}
