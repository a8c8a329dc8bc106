//! Elements that several views use.

use std::sync::atomic::{AtomicU32, Ordering};

use super::element::{Node, element};
use crate::prelude::*;

/// A paragraph of a class.
pub(crate) fn paragraph(class: &str, text: &str) -> Node {
    element("p").class(class).text(text)
}

/// A button that says what it does.
pub(crate) fn button(class: &str, text: &str, act: impl Fn() + 'static) -> Node {
    element("button").attr("type", "button").class(class).text(text).press(act)
}

/// A small button.
pub(crate) fn small_button(text: &str, act: impl Fn() + 'static) -> Node {
    button("button is-small", text, act)
}

/// A small button with a sign on it, whose name is told apart.
pub(crate) fn sign_button(class: &str, sign: &str, name: &str, act: impl Fn() + 'static) -> Node {
    button(class, sign, act).attr("aria-label", name).attr("title", name)
}

/// A sign that screen readers leave out.
pub(crate) fn sign(sign: &str) -> Node {
    element("span").attr("aria-hidden", "true").text(sign)
}

/// The label of the field with this identifier.
pub(crate) fn label(id: &str, text: &str) -> Node {
    element("label").attr("for", id).text(text)
}

/// A sign that screen readers leave out.
#[component]
pub(crate) fn Sign(sign: &'static str, #[prop(default = "")] class: &'static str) -> impl IntoView {
    view! { <span aria-hidden="true" class=class>{sign}</span> }
}

/// An identifier of this name that nothing else on the page has, however often a component stands there.
pub(crate) fn use_id(name: &str) -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("{name}-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// A button that says what it does.
#[component]
pub(crate) fn Button(
    #[prop(into)] text: TextProp,
    #[prop(default = "button is-small")] class: &'static str,
    #[prop(optional, into)] disabled: Signal<bool>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" class=class disabled=disabled on:click=move |_| press()>
            {move || text.get()}
        </button>
    }
}

/// A button with a sign on it, whose name is told apart.
#[component]
pub(crate) fn SignButton(
    class: &'static str,
    sign: &'static str,
    name: &'static str,
    #[prop(optional, into)] disabled: Signal<bool>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            aria-label=name
            title=name
            disabled=disabled
            on:click=move |_| press()
        >
            {sign}
        </button>
    }
}
