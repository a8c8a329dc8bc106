//! The head of the page: what it is, its places, the theme, sharing.

use stepfall_link::{Place, Route};

use super::icons::{Mark, ThemeIcon};
use super::share::Share;
use super::small::Button;
use crate::app::Places;
use crate::browser::{choose_theme, chosen_theme};
use crate::prelude::*;
use crate::text;

/// The head of the page. The skip button leads to the main part of the place.
#[component]
pub(crate) fn Header(places: Places, skip: impl Fn() + 'static) -> impl IntoView {
    let play = places.play;
    let theme = RwSignal::new(chosen_theme());
    let change = move |_| {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    };
    let name = move || text::theme(theme.get().slug(), theme.get().next().slug());
    let link = move |place, name: &'static str| {
        let is_here = move || places.route.get() == Route::To(place);
        view! {
            <Button
                class="place"
                text=name
                press=move || places.go(place)
                attr:aria-current=move || is_here().then_some("page")
            />
        }
    };
    view! {
        <header class="bar" inert=move || play.sheet.get()>
            // A link would change the fragment, which is the state.
            <Button class="skip button" text=text::SKIP press=skip/>
            <div class="brand"><Mark/><span>{text::NAME}</span></div>
            <nav aria-label=text::PLACES>
                {link(Place::Play, text::PLAY)}
                {link(Place::Sweep, text::SWEEP)}
            </nav>
            <button
                type="button"
                class="button is-square"
                aria-label=name
                title=name
                on:click=change
            >
                <ThemeIcon theme/>
            </button>
            <Show when=move || places.route.get() == Route::To(Place::Play)>
                <Share play/>
            </Show>
        </header>
    }
}
