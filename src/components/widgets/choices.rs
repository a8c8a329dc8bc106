//! Controls for choosing one of several options.

use leptos::prelude::*;

use super::basic::use_id;
use crate::state::Edit;
use crate::text;

/// One choice: its label, and the edit that it makes.
pub(crate) type Choice = (&'static str, Edit);

/// Radio buttons in a row, under a legend.
#[component]
pub(crate) fn Radios(
    legend: &'static str,
    /// True if the legend is visible only to screen readers.
    #[prop(optional)]
    is_legend_hidden: bool,
    #[prop(into)] chosen: Signal<Option<Edit>>,
    #[prop(into)] on_choose: Callback<Edit>,
    choices: Vec<Choice>,
) -> impl IntoView {
    let group = use_id("choice");
    let radio = |(label, edit): Choice| {
        let is_chosen = is_chosen(chosen, edit.clone());
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=group.clone()
                    prop:checked=move || is_chosen.get()
                    on:change=move |_| on_choose.run(edit.clone())
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

/// A select element. A label must refer to it by its identifier.
#[component]
pub(crate) fn Select(
    id: String,
    #[prop(optional)] describedby: Option<String>,
    #[prop(into)] chosen: Signal<Option<Edit>>,
    #[prop(into)] on_choose: Callback<Edit>,
    choices: Vec<Choice>,
    /// Rarely used choices, in a group at the end.
    #[prop(optional)]
    more: Vec<Choice>,
) -> impl IntoView {
    let edits: Vec<Edit> = choices.iter().chain(&more).map(|(_, edit)| edit.clone()).collect();
    let option = |(position, (label, edit)): (usize, Choice)| {
        let is_chosen = is_chosen(chosen, edit);
        view! { <option value=position prop:selected=move || is_chosen.get()>{label}</option> }
    };
    let first_more = choices.len();
    let has_more = !more.is_empty();
    let more = (first_more..).zip(more).map(option).collect_view();
    let more = has_more.then(|| view! { <optgroup label=text::settings::MORE>{more}</optgroup> });
    let choose = move |event| {
        let position = event_target_value(&event).parse().ok();
        if let Some(edit) = position.and_then(|position: usize| edits.get(position)) {
            on_choose.run(edit.clone());
        }
    };
    view! {
        <select class="button" id=id aria-describedby=describedby on:change=choose>
            {choices.into_iter().enumerate().map(option).collect_view()}
            {more}
        </select>
    }
}

fn is_chosen(chosen: Signal<Option<Edit>>, edit: Edit) -> Memo<bool> {
    Memo::new(move |_| chosen.with(|chosen| chosen.as_ref() == Some(&edit)))
}
