//! A number field, with a slider if useful.

use leptos::prelude::*;

use super::basic::use_id;

/// A labelled number field. Related controls are below it: a slider, choices, or a button. The hint
/// comes last.
#[component]
pub(crate) fn NumberField(
    label: &'static str,
    hint: &'static str,
    /// Builds the input from its identifier and the identifier of its hint.
    input: impl FnOnce(String, Option<String>) -> AnyView,
    children: Children,
) -> impl IntoView {
    let id = use_id("setting");
    let hint = Some(hint).filter(|hint| !hint.is_empty());
    let hint_id = hint.map(|_| format!("{id}-hint"));
    view! {
        <div class="setting">
            <div class="setting-row">
                <label for=id.clone()>{label}</label>
                {input(id, hint_id.clone())}
            </div>
            {children()}
            {hint.map(|hint| view! { <p class="hint" id=hint_id>{hint}</p> })}
        </div>
    }
}

/// A slider over the usual range of a number.
#[component]
pub(crate) fn Slider(
    label: &'static str,
    /// The number of positions, from 1 on.
    position_count: u16,
    #[prop(into)] position: Signal<u16>,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] on_slide: Callback<u16>,
) -> impl IntoView {
    let slide = move |event| on_slide.run(event_target_value(&event).parse().unwrap_or(1));
    view! {
        <input
            type="range"
            min="1"
            max=position_count
            aria-label=label
            aria-valuetext=move || value.get()
            prop:value=move || position.get().to_string()
            on:input=slide
        />
    }
}

/// The input without a visible label. Its accessible name is a label that refers to `id`, or the
/// `label` prop.
#[component]
pub(crate) fn NumberInput(
    #[prop(optional_no_strip)] id: Option<String>,
    #[prop(optional_no_strip)] describedby: Option<String>,
    #[prop(optional_no_strip)] label: Option<&'static str>,
    #[prop(optional)] is_long: bool,
    #[prop(into)] value: Signal<String>,
    #[prop(into)] is_unread: Signal<bool>,
    #[prop(into)] on_input: Callback<String>,
    /// Not a `Callback`: a callback would be disposed by the time the removal of the input triggers
    /// this event.
    on_leave: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <input
            class=if is_long { "text number is-long" } else { "text number" }
            id=id
            type="text"
            inputmode="numeric"
            autocomplete="off"
            spellcheck="false"
            aria-label=label
            aria-describedby=describedby
            aria-invalid=move || is_unread.get().then_some("true")
            prop:value=move || value.get()
            on:input=move |event| on_input.run(event_target_value(&event))
            on:change=move |_| on_leave()
        />
    }
}
