//! The page header: the title, the pages, the theme, and sharing.

use leptos::prelude::*;
use stepfall_link::{Place, Route};

use super::share::Share;
use crate::browser::{choose_theme, chosen_theme};
use crate::components::widgets::basic::Button;
use crate::components::widgets::icons::{Mark, ThemeIcon};
use crate::components::widgets::place_link::PlaceLink;
use crate::stores::{LazySlot, Places};
use crate::text;

/// The page header. The skip button focuses the main part of the page.
#[component]
pub(crate) fn Header(
    places: Places,
    /// Whether an overlay covers the header.
    #[prop(into)]
    is_covered: Signal<bool>,
    skip: impl Fn() + 'static,
) -> impl IntoView {
    let play = places.play();
    let theme = RwSignal::new(chosen_theme());
    let change = move |_| {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    };
    let name = move || text::page::theme(theme.get().slug(), theme.get().next().slug());
    let link = move |place, name: &'static str| {
        let is_here = Signal::derive(move || places.route().get() == Route::To(place));
        view! {
            <PlaceLink
                place
                class="place"
                is_here
                on_go=move |place| places.go(place)
                on_rest=Callback::new(move |place| places.preload(place))
            >
                {name}
            </PlaceLink>
        }
    };
    view! {
        <header class="bar" inert=move || is_covered.get()>
            // A link would change the fragment, which holds the state.
            <Button class="skip button" text=text::page::SKIP on_press=skip/>
            <div class="brand"><Mark/><span>{text::page::NAME}</span></div>
            <nav class="places" aria-label=text::sweep::PLACES>
                {link(Place::Play, text::sweep::PLAY)}
                {link(Place::Sweep, text::sweep::SWEEP)}
                {link(Place::Batch, text::batch::BATCH)}
                {link(Place::Lab, text::lab::LAB)}
                {link(Place::Learn, text::learn::LEARN)}
                {link(Place::About, text::play::ABOUT)}
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
            <Show when=move || places.route().get() == Route::To(Place::Play)>
                <Share play/>
            </Show>
            {places.slots().map(|slot| view! { <ShareOf places of=slot/> })}
        </header>
    }
}

/// The share button of a lazily loaded page, shown while that page is visible. Until the page is loaded the button is disabled, to avoid a layout shift.
#[component]
fn ShareOf(places: Places, of: LazySlot) -> impl IntoView {
    let is_here = Memo::new(move |_| places.route().get() == Route::To(of.place));
    move || {
        is_here.get().then(|| match of.page() {
            Some(page) => page.share(),
            None => {
                view! { <Button class="button" text=text::page::SHARE disabled=true on_press=|| ()/> }
                    .into_any()
            }
        })
    }
}
