//! A number that can be typed, and slid where that helps.

use super::small::use_id;
use crate::prelude::*;
use crate::state::{Edit, Field};
use crate::stores::PlayStore;
use crate::text;

/// A labelled number, with what belongs to it below: a slider, choices, a button. Its hint comes last.
#[component]
pub(crate) fn NumberField(
    play: PlayStore,
    field: Field,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let id = use_id("knob");
    let hint = Some(text::hint(field)).filter(|hint| !hint.is_empty());
    let hint_id = hint.map(|_| format!("{id}-hint"));
    view! {
        <div class="knob">
            <div class="knob-row">
                <label for=id.clone()>{text::label(field)}</label>
                <NumberInput play field id describedby=hint_id.clone()/>
            </div>
            {children.map(|children| children())}
            {hint.map(|hint| view! { <p class="hint" id=hint_id>{hint}</p> })}
        </div>
    }
}

/// A slider over the usual range of a number.
#[component]
pub(crate) fn Slider(play: PlayStore, field: Field) -> impl IntoView {
    let value = Memo::new(move |_| play.read(|play| field.text(play.wanted())));
    let place = Memo::new(move |_| play.read(|play| field.place(play.wanted())));
    let slide = move |event| {
        let place = event_target_value(&event).parse().unwrap_or(1);
        play.send(Edit::Text(field, field.text_at(place)));
    };
    view! {
        <input
            type="range"
            min="1"
            max=field.places()
            aria-label=text::label(field)
            aria-valuetext=move || value.get()
            prop:value=move || place.get().to_string()
            on:input=slide
        />
    }
}

/// The input alone. Something else has to name it: a label that leads to its identifier, or a name of its own.
#[component]
pub(crate) fn NumberInput(
    play: PlayStore,
    field: Field,
    #[prop(optional)] id: Option<String>,
    #[prop(optional_no_strip)] describedby: Option<String>,
    #[prop(optional)] label: Option<&'static str>,
) -> impl IntoView {
    let value = Memo::new(move |_| play.read(|play| play.text(field)));
    let is_unread = Memo::new(move |_| play.read(|play| play.is_unread(field)));
    view! {
        <input
            class=if field == Field::Seed { "text number is-long" } else { "text number" }
            id=id
            type="text"
            inputmode="numeric"
            autocomplete="off"
            spellcheck="false"
            aria-label=label
            aria-describedby=describedby
            aria-invalid=move || is_unread.get().then_some("true")
            prop:value=move || value.get()
            on:input=move |event| play.send(Edit::Text(field, event_target_value(&event)))
            on:change=move |_| play.send(Edit::Settle(field))
        />
    }
}
