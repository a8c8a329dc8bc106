//! The head of the page: what it is, its places, the theme, sharing.

use crate::prelude::*;
use stepfall_link::{Place, Route};

use super::element::{Node, element, group};
use super::icons::{Mark, ThemeIcon};
use super::share::share;
use super::small::button;
use crate::app::Places;
use crate::browser::{choose_theme, chosen_theme};
use crate::text;

/// The head of the page. The skip button leads to the main part of the place.
pub(crate) fn header(places: Places, skip: impl Fn() + 'static) -> Node {
    let desk = places.play;
    let theme = RwSignal::new(chosen_theme());
    let change = move || {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    };
    let name = move || Some(text::theme(theme.get().slug(), theme.get().next().slug()));
    let theme_button = button("button is-square", "", change)
        .attr_of("aria-label", name)
        .attr_of("title", name)
        .view(view! { <ThemeIcon theme/> });
    let brand = element("div")
        .class("brand")
        .view(view! { <Mark/> })
        .child(element("span").text(text::NAME));
    let link = |place, name: &str| {
        let is_here = move || places.route.get() == Route::To(place);
        button("place", name, move || places.go(place))
            .attr_of("aria-current", move || is_here().then(|| "page".to_owned()))
    };
    let nav = element("nav")
        .attr("aria-label", text::PLACES)
        .child(link(Place::Play, text::PLAY))
        .child(link(Place::Sweep, text::SWEEP));
    element("header")
        .class("bar")
        .attr_when("inert", move || desk.sheet.get())
        // A link would change the fragment, which is the state.
        .child(button("skip button", text::SKIP, skip))
        .child(brand)
        .child(nav)
        .child(theme_button)
        .part(
            move || places.route.get() == Route::To(Place::Play),
            move |is_play| if *is_play { share(desk) } else { group() },
        )
}
