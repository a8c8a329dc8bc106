//! Asking a model: whom, with which key, and how it goes.

use crate::prelude::*;

use super::copy::{Copied, copy, copy_button};
use super::earlier::earlier;
use super::element::{Node, element, group};
use super::small::{button, label, paragraph, small_button};
use crate::state::{Ended, SignIn, Stage, Trouble};
use crate::stores::ModelClient;
use crate::text;

/// Everything about asking, folded away while it is not wanted.
pub(crate) fn ask(asker: ModelClient) -> Node {
    // Whoever does something else with the answer wants no more of the model.
    let watched = element("span").attr("hidden", "").part(
        move || asker.is_abandoned(),
        move |is_abandoned| {
            if *is_abandoned {
                asker.stop();
            }
            group()
        },
    );
    let is_busy = move || asker.stage.with(Stage::is_busy);
    let main = group().part(is_busy, move |is_busy| {
        if *is_busy {
            button("button", text::STOP_ASKING, move || asker.stop())
        } else {
            button("button is-main", text::ASK, move || asker.ask())
        }
    });
    let connect =
        button("button", text::CONNECT, move || asker.connect()).attr_when("disabled", is_busy);
    element("details")
        .class("sources asking")
        .attr_when("open", move || asker.came_back.get_value())
        .on_toggle(move |_| asker.open())
        .child(element("summary").text(text::ASK_A_MODEL))
        .child(watched)
        .child(connection(asker, ""))
        .child(more(asker))
        .child(element("div").class("asking-go").child(main).child(connect))
        .child(element("div").attr("role", "status").part(move || asker.stage.get(), told))
        .child(earlier(asker.shelf))
}

/// Whom to ask: provider, model, address and key. The prefix tells the fields of several such forms apart.
pub(crate) fn connection(asker: ModelClient, prefix: &'static str) -> Node {
    let fields = element("div")
        .class("asking-fields")
        .child(provider(asker, prefix))
        .child(model(asker, prefix))
        .part(
            move || asker.has_address(),
            move |has| if *has { address(asker, prefix) } else { group() },
        )
        .child(key(asker, prefix));
    let needs = move || asker.chosen().map(|provider| provider.needs).unwrap_or_default();
    group().child(fields).part(needs, |needs| match needs.as_str() {
        "" => group(),
        needs => paragraph("hint", &text::needs(needs)),
    })
}

fn provider(asker: ModelClient, prefix: &str) -> Node {
    let id = format!("{prefix}provider");
    let list = element("select")
        .id(&id)
        .class("button")
        .part(
            move || asker.providers.get(),
            |providers| {
                let option = |provider: &crate::state::Provider| {
                    element("option").attr("value", &provider.slug).text(&provider.name)
                };
                group().children(providers.iter().map(option))
            },
        )
        .value(move || {
            // The value can only be shown once its option is there.
            asker.providers.with(Vec::len);
            asker.provider.get()
        })
        .on_value("change", move |slug| asker.choose(slug));
    element("div").class("knob").child(label(&id, text::PROVIDER)).child(list)
}

fn model(asker: ModelClient, prefix: &str) -> Node {
    let (id, models) = (format!("{prefix}model"), format!("{prefix}models"));
    let field = typed(asker, &id, asker.model).attr("list", &models);
    let list = element("datalist").id(&models).part(
        move || asker.models.get(),
        |models| {
            let option = |model: &crate::state::Model| {
                element("option").attr("value", &model.id).text(&model.name)
            };
            group().children(models.iter().map(option))
        },
    );
    element("div").class("knob").child(label(&id, text::MODEL)).child(field).child(list)
}

fn address(asker: ModelClient, prefix: &str) -> Node {
    let id = format!("{prefix}address");
    let field = text_field(&id)
        .attr("inputmode", "url")
        .attr("placeholder", "http://localhost:8080/v1")
        .value(move || asker.base.get())
        .on_value("change", move |typed| asker.move_to(typed));
    element("div").class("knob").child(label(&id, text::ADDRESS)).child(field)
}

fn key(asker: ModelClient, prefix: &str) -> Node {
    let (id, hint) = (format!("{prefix}key"), format!("{prefix}key-hint"));
    let field = text_field(&id)
        .attr("type", "password")
        .attr("aria-describedby", &hint)
        .value(move || asker.key.get())
        .on_value("input", move |typed| asker.set_key(&typed));
    let has_none = move || asker.key.with(String::is_empty);
    let keep = element("input")
        .attr("type", "checkbox")
        .prop_when("checked", move || asker.keeps.get())
        .on("change", move |event| asker.set_keeps(event_target_checked(&event)));
    let keep =
        element("label").class("check").child(keep).child(element("span").text(text::KEEP_KEY));
    let forget =
        small_button(text::FORGET_KEY, move || asker.forget()).attr_when("disabled", has_none);
    let row = element("div")
        .class("knob-row")
        .child(keep)
        .child(forget)
        .part(move || asker.signs_in(), move |name| sign_in_button(asker, name.as_deref()));
    let more = |name: &Option<String>| match name {
        Some(name) => paragraph("hint", &text::sign_in_hint(name)),
        None => group(),
    };
    element("div")
        .class("knob asking-key")
        .child(label(&id, text::KEY))
        .child(field)
        .child(row)
        .child(paragraph("hint", text::KEY_HINT).id(&hint))
        .part(move || asker.signs_in(), more)
        .child(element("div").attr("role", "status").part(move || asker.sign_in.get(), signing_in))
}

/// What gets a key from the provider of this name.
fn sign_in_button(asker: ModelClient, name: Option<&str>) -> Node {
    let Some(name) = name else { return group() };
    small_button(&text::sign_in_with(name), move || asker.begin_sign_in())
        .attr_when("disabled", move || asker.is_occupied())
}

/// How signing in goes.
fn signing_in(state: &SignIn) -> Node {
    match state {
        SignIn::No => group(),
        SignIn::Leaving => paragraph("asking-told", text::SIGN_IN_LEAVING),
        SignIn::Exchanging => paragraph("asking-told", text::SIGN_IN_EXCHANGING),
        SignIn::Done => paragraph("asking-told", text::SIGNED_IN),
        SignIn::Failed(trouble) => failure(trouble),
    }
}

/// What seldom needs a change.
fn more(asker: ModelClient) -> Node {
    let number = |id: &'static str, name: &str, signal| {
        let field = typed(asker, id, signal)
            .attr("inputmode", "decimal")
            .attr("placeholder", text::PROVIDERS_OWN);
        element("div").class("knob").child(label(id, name)).child(field)
    };
    let effort = |word: &&str| {
        let name = if word.is_empty() { text::PROVIDERS_OWN } else { word };
        element("option").attr("value", word).text(name)
    };
    let effort = element("select")
        .id("effort")
        .class("button")
        .children(text::EFFORTS.iter().map(effort))
        .value(move || asker.effort.get())
        .on_value("change", move |word| {
            asker.effort.set(word);
            asker.changed();
        });
    let effort = element("div").class("knob").child(label("effort", text::EFFORT)).child(effort);
    let sent = element("details")
        .class("asking-sent")
        .on_toggle(move |is_open| asker.show_preview(is_open))
        .child(element("summary").text(text::WHAT_IS_SENT))
        .child(
            element("pre")
                .attr("tabindex", "0")
                .attr("aria-label", text::WHAT_IS_SENT)
                .text_of(move || asker.preview.get()),
        );
    element("details")
        .class("asking-more")
        .child(element("summary").text(text::MORE))
        .child(
            element("div")
                .class("asking-fields")
                .child(number("most-tokens", text::MOST_TOKENS, asker.max_output))
                .child(number("temperature", text::TEMPERATURE, asker.temperature))
                .child(effort),
        )
        .child(sent)
}

/// A field for a text.
fn text_field(id: &str) -> Node {
    element("input")
        .id(id)
        .class("text is-wide")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("spellcheck", "false")
}

/// A field for a text that is asked with.
fn typed(asker: ModelClient, id: &str, signal: RwSignal<String>) -> Node {
    text_field(id).value(move || signal.get()).on_value("input", move |typed| {
        signal.set(typed);
        asker.changed();
    })
}

/// How it goes.
fn told(stage: &Stage) -> Node {
    match stage {
        Stage::Idle => group(),
        Stage::Connecting => paragraph("asking-told", text::CONNECTING),
        Stage::Connected(models) => paragraph("asking-told", &text::connected(*models)),
        Stage::Asking(seconds) => paragraph("asking-told", &text::asking(*seconds)),
        Stage::Answered(ended) => end(ended, false),
        Stage::Stopped(ended) => end(ended, true),
        Stage::Failed(trouble) => failure(trouble),
    }
}

fn end(ended: &Ended, was_stopped: bool) -> Node {
    paragraph("asking-told", &text::ended(ended, was_stopped))
}

/// What went wrong, and what may be behind it.
pub(crate) fn failure(trouble: &Trouble) -> Node {
    let told = element("div").class("note").child(paragraph("", &text::sentence(&trouble.message)));
    if trouble.suspects.is_empty() {
        return told;
    }
    let one = |suspect: &crate::state::Suspect| {
        let said = element("li").child(paragraph("", &suspect.advice));
        match &suspect.line {
            None => said,
            Some(line) => {
                let (outcome, text) = (RwSignal::new(Copied::Idle), line.clone());
                let press = move || copy(text.clone(), outcome);
                let button = copy_button(
                    "button is-small copy",
                    text::COPY_LINE,
                    text::COPIED,
                    outcome,
                    press,
                );
                said.child(
                    element("div")
                        .class("knob-row")
                        .child(element("code").text(line))
                        .child(button),
                )
            }
        }
    };
    told.child(element("ol").children(trouble.suspects.iter().map(one)))
}
