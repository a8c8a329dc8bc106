//! The head of the page: what it is, the theme, sharing.

use crate::prelude::*;

use super::element::{Node, element};
use super::icons::{mark, theme_icon};
use super::share::share;
use super::small::button;
use crate::browser::{choose_theme, chosen_theme};
use crate::desk::Desk;
use crate::text;

/// The head of the page. The skip button leads to `main`.
pub(crate) fn header(desk: &'static Desk, main: Node) -> Node {
    let theme = signal(chosen_theme());
    let change = move || {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    };
    let name = move || Some(text::theme(theme.get().slug(), theme.get().next().slug()));
    let theme_button = button("button is-square", "", change)
        .attr_of("aria-label", name)
        .attr_of("title", name)
        .part(move || theme.get(), |theme| theme_icon(*theme));
    let brand = element("div").class("brand").child(mark()).child(element("span").text(text::NAME));
    element("header")
        .class("bar")
        .attr_when("inert", move || desk.sheet.get())
        // A link would change the fragment, which is the state.
        .child(button("skip button", text::SKIP, move || main.focus()))
        .child(brand)
        .child(theme_button)
        .child(share(desk))
}
