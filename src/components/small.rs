//! Elements that several views use.

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
