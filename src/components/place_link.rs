//! A link to a place of the page, which goes there without loading anything.

use leptos::prelude::*;
use stepfall_link::Place;

use crate::browser;

/// The link. Opened in a tab of its own it is a link like any other; pressed here it leads to the place as it was left.
#[component]
pub(crate) fn PlaceLink(
    place: Place,
    #[prop(optional)] class: &'static str,
    #[prop(optional, into)] is_here: Signal<bool>,
    #[prop(into)] on_go: Callback<Place>,
    children: Children,
) -> impl IntoView {
    view! {
        <a
            class=class
            href=format!("#/{}", place.slug())
            aria-current=move || is_here.get().then_some("page")
            on:click=move |event| {
                if browser::is_plain(&event) {
                    event.prevent_default();
                    on_go.run(place);
                }
            }
        >
            {children()}
        </a>
    }
}
