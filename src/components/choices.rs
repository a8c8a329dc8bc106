//! Choosing one of several things.

use super::small::use_id;
use crate::prelude::*;
use crate::state::Edit;
use crate::stores::PlayStore;

/// One choice: what it says, and what choosing it does.
#[derive(Debug, Clone)]
pub(crate) struct Choice {
    label: &'static str,
    edit: Edit,
}

impl Choice {
    pub(crate) const fn new(label: &'static str, edit: Edit) -> Self {
        Self { label, edit }
    }
}

/// Radio buttons in a row, under a legend.
#[component]
pub(crate) fn Radios(
    play: PlayStore,
    legend: &'static str,
    /// Whether the legend is only heard.
    #[prop(optional)]
    is_legend_hidden: bool,
    choices: Vec<Choice>,
) -> impl IntoView {
    let group = use_id("choice");
    let radio = |Choice { label, edit }: Choice| {
        let chosen = edit.clone();
        let is_chosen = Memo::new(move |_| play.read(|play| play.is_so(&chosen)));
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=group.clone()
                    prop:checked=move || is_chosen.get()
                    on:change=move |_| play.send(edit.clone())
                />
                <span>{label}</span>
            </label>
        }
    };
    view! {
        <fieldset class="choices">
            <legend class:hidden=is_legend_hidden>{legend}</legend>
            <div class="choices-row">{choices.into_iter().map(radio).collect_view()}</div>
        </fieldset>
    }
}

/// A list to choose from. A label has to lead to it by its identifier.
#[component]
pub(crate) fn Select(
    play: PlayStore,
    id: String,
    #[prop(optional)] describedby: Option<String>,
    choices: Vec<Choice>,
) -> impl IntoView {
    let edits: Vec<Edit> = choices.iter().map(|choice| choice.edit.clone()).collect();
    let option = |(position, Choice { label, edit }): (usize, Choice)| {
        let is_chosen = Memo::new(move |_| play.read(|play| play.is_so(&edit)));
        view! { <option value=position prop:selected=move || is_chosen.get()>{label}</option> }
    };
    let choose = move |event| {
        let position = event_target_value(&event).parse().ok();
        if let Some(edit) = position.and_then(|position: usize| edits.get(position)) {
            play.send(edit.clone());
        }
    };
    view! {
        <select class="button" id=id aria-describedby=describedby on:change=choose>
            {choices.into_iter().enumerate().map(option).collect_view()}
        </select>
    }
}
