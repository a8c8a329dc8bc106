//! Elements that several views use.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::html;
use leptos::prelude::*;

/// A sign that is hidden from screen readers.
#[component]
pub(crate) fn Sign(sign: &'static str, #[prop(default = "")] class: &'static str) -> impl IntoView {
    view! { <span aria-hidden="true" class=class>{sign}</span> }
}

/// The number of a part in a sequence.
#[component]
pub(crate) fn PartNumber(number: &'static str) -> impl IntoView {
    view! { <span class="numbered" aria-hidden="true">{number}</span> }
}

/// Returns an identifier with this name that is unique on the page, even if a component occurs
/// several times.
pub(crate) fn use_id(name: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("{name}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A button with a text label.
#[component]
pub(crate) fn Button(
    #[prop(into)] text: TextProp,
    #[prop(default = "button is-small")] class: &'static str,
    #[prop(optional, into)] disabled: Signal<bool>,
    /// Receives the element, for moving the focus to it.
    #[prop(optional)]
    element: NodeRef<html::Button>,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            disabled=disabled
            node_ref=element
            on:click=move |_| on_press()
        >
            {move || text.get()}
        </button>
    }
}

/// A button with a sign, and a separate accessible name.
#[component]
pub(crate) fn SignButton(
    class: &'static str,
    sign: &'static str,
    name: &'static str,
    #[prop(optional, into)] disabled: Signal<bool>,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            aria-label=name
            title=name
            disabled=disabled
            on:click=move |_| on_press()
        >
            {sign}
        </button>
    }
}
