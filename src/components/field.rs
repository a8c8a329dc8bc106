//! A number that can be typed, and slid where that helps.

use leptos::prelude::*;

use super::erased::{optional, text_of, with_value};
use crate::desk::use_desk;
use crate::state::{Edit, Field};
use crate::text;

/// A labelled number, perhaps with a slider over the usual range and a hint.
#[component]
pub(crate) fn NumberField(
    /// Which number.
    field: Field,
    /// The range of the slider.
    #[prop(optional_no_strip)]
    slider: Option<(u16, u16)>,
    /// What belongs to it and stands below.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let hint = text::hint(field);
    let hint_id = format!("{}-hint", id(field));
    let described = (!hint.is_empty()).then(|| hint_id.clone());
    let hint = (!hint.is_empty()).then(|| view! { <p class="hint" id=hint_id>{hint}</p> });
    let desk = use_desk();
    let slider = slider.map(|(min, max)| {
        view! {
            <input type="range" min=min.to_string() max=max.to_string() aria-label=text::label(field)
                prop:value=text_of(move || desk.read(|play| field.text(play.wanted())))
                on:input=with_value(move |typed| desk.send(Edit::Text(field, typed))) />
        }
    });
    view! {
        <div class="knob">
            <div class="knob-row">
                <label for=id(field)>{text::label(field)}</label>
                {number_input(field, described, None)}
            </div>
            {optional(slider)}
            {optional(children.map(|children| children()))}
            {optional(hint)}
        </div>
    }
    .into_any()
}

/// The input alone: which number, the element that says more about it, and its name, where no label is tied to it.
pub(crate) fn number_input(
    field: Field,
    described: Option<String>,
    name: Option<&'static str>,
) -> AnyView {
    let desk = use_desk();
    let unread =
        Signal::derive(move || desk.read(|play| play.is_unread(field)).then(|| "true".to_owned()));
    view! {
        <input class="text number" class:is-long=field == Field::Seed id=id(field) type="text" inputmode="numeric"
            autocomplete="off" spellcheck="false" aria-label=name.map(str::to_owned) aria-describedby=described
            aria-invalid=unread
            prop:value=text_of(move || desk.read(|play| play.text(field)))
            on:input=with_value(move |typed| desk.send(Edit::Text(field, typed)))
            on:change=with_value(move |_| desk.send(Edit::Settle(field))) />
    }
    .into_any()
}

/// The identifier of a field's input.
pub(crate) const fn id(field: Field) -> &'static str {
    match field {
        Field::Steps => "knob-steps",
        Field::LookBack => "knob-look-back",
        Field::Modulus => "knob-modulus",
        Field::Places => "knob-places",
        Field::Seed => "knob-seed",
        Field::Index => "knob-index",
        Field::Bound => "knob-bound",
        Field::InputsMin => "knob-inputs-min",
        Field::InputsMax => "knob-inputs-max",
        Field::ConstantsMin => "knob-constants-min",
        Field::ConstantsMax => "knob-constants-max",
        Field::Dead => "knob-dead",
    }
}
