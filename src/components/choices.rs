//! Choosing one of several things.

use leptos::prelude::*;

use super::erased::{flag, optional, text_of, with_value};
use crate::desk::use_desk;
use crate::state::{Edit, Play};

/// One choice: what it says, and what choosing it does.
pub(crate) struct Choice {
    label: &'static str,
    edit: Edit,
}

impl Choice {
    pub(crate) const fn new(label: &'static str, edit: Edit) -> Self {
        Self { label, edit }
    }
}

/// Radio buttons in a row.
#[component]
pub(crate) fn Radios(
    /// The name of the group.
    legend: &'static str,
    /// The name that the buttons share.
    group: &'static str,
    /// The choices.
    choices: Vec<Choice>,
    /// Whether the legend is there for screen readers alone.
    #[prop(optional)]
    quiet: bool,
) -> impl IntoView {
    let desk = use_desk();
    let choice = move |Choice { label, edit }| {
        let chosen = edit.clone();
        let is_chosen = flag(move || desk.read(|play| play.is_so(&chosen)));
        view! {
            <label class="choice">
                <input type="radio" name=group prop:checked=is_chosen
                    on:change=with_value(move |_| desk.send(edit.clone())) />
                <span>{label}</span>
            </label>
        }
        .into_any()
    };
    let choices: Vec<AnyView> = choices.into_iter().map(choice).collect();
    view! {
        <fieldset class="choices">
            <legend class:hidden=quiet>{legend}</legend>
            <div class="choices-row">{choices}</div>
        </fieldset>
    }
    .into_any()
}

/// A list to choose from.
#[component]
pub(crate) fn Select(
    /// The label.
    label: &'static str,
    /// The identifier of the element.
    id: &'static str,
    /// The choices.
    choices: Vec<Choice>,
    /// What the present choice means.
    #[prop(optional_no_strip)]
    hint: Option<fn(&Play) -> &'static str>,
) -> impl IntoView {
    let desk = use_desk();
    let edits: Vec<Edit> = choices.iter().map(|choice| choice.edit.clone()).collect();
    let choose = with_value(move |chosen| {
        if let Some(edit) = chosen.parse().ok().and_then(|position: usize| edits.get(position)) {
            desk.send(edit.clone());
        }
    });
    let option = move |(position, Choice { label, edit }): (usize, Choice)| {
        let is_chosen = flag(move || desk.read(|play| play.is_so(&edit)));
        view! { <option value=position.to_string() prop:selected=is_chosen>{label}</option> }
            .into_any()
    };
    let options: Vec<AnyView> = choices.into_iter().enumerate().map(option).collect();
    let hint_id = format!("{id}-hint");
    let described = hint.map(|_| hint_id.clone());
    let hint = hint.map(|hint| {
        let hint = text_of(move || desk.read(hint).to_owned());
        view! { <p class="hint" id=hint_id>{hint}</p> }
    });
    view! {
        <div class="knob">
            <label for=id>{label}</label>
            <select class="button" id=id aria-describedby=described on:change=choose>{options}</select>
            {optional(hint)}
        </div>
    }
    .into_any()
}
