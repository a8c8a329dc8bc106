//! The page for an address that this version does not have: its description, and links to other pages.

use leptos::prelude::*;
use stepfall_link::{Place, Route};

use crate::browser;
use crate::components::Button;
use crate::stores::Places;
use crate::text;

/// The view shown instead of a page.
#[component]
pub(crate) fn Elsewhere(places: Places, route: Route) -> impl IntoView {
    let (title, hint) = match route {
        Route::Unknown(name) => (text::page::unknown_place(&name), text::page::UNKNOWN_PLACE_HINT),
        Route::To(place) => (place.name().to_owned(), ""),
        Route::Embed(of) => (of.place().name().to_owned(), ""),
    };
    browser::set_title(&text::page::title_of(&title));
    let go = |place: Place| {
        view! { <Button class="button" text=place.name() on_press=move || places.go(place)/> }
    };
    view! {
        <div class="page is-elsewhere">
            <main tabindex="-1">
                <h1>{title}</h1>
                <p>{hint}</p>
                <div class="problem-ways">{go(Place::Play)}{go(Place::Sweep)}</div>
            </main>
        </div>
    }
}
