//! Views of parts that are loaded when they are first needed: while they arrive, and when they do not.

use std::future::Future;
use std::pin::Pin;

use leptos::html;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;
use stepfall_link::{Place, Route};

use super::small::Button;
use crate::browser;
use crate::lazy::NotLoaded;
use crate::state::Loading;
use crate::stores::{LazySlot, Places};
use crate::text;

/// A view that is on its way.
pub(crate) type ComingView = Pin<Box<dyn Future<Output = Result<AnyView, NotLoaded>>>>;

/// A page, or its frame with a sentence while the page is not there. It is made when the page is first opened, and then only hidden.
#[component]
pub(crate) fn LazySlotView(
    places: Places,
    of: LazySlot,
    /// Gets the main part, whatever it shows.
    main: NodeRef<html::Main>,
) -> impl IntoView {
    let LazySlot { place, loading, .. } = of;
    let hidden = Signal::derive(move || places.route().get() != Route::To(place));
    let was_visited =
        Memo::new(move |was: Option<&bool>| was.is_some_and(|was| *was) || !hidden.get());
    let is_failed = Memo::new(move |_| loading.get() == Loading::Failed);
    let shown = move || match of.page() {
        Some(page) => page.view(places, main, hidden),
        None => view! {
            <div class=format!("page is-{}", place.slug()) hidden=hidden>
                <main tabindex="-1" class="is-coming" node_ref=main>
                    <Show when=move || is_failed.get() fallback=move || coming(place)>
                        <NotLoadedCard
                            on_retry=move || places.load(place)
                            keep=move || places.play().keep_for_reload()
                        />
                    </Show>
                </main>
            </div>
        }
        .into_any(),
    };
    view! { <Show when=move || was_visited.get()>{shown}</Show> }
}

/// The sentence on a page while it is loaded.
fn coming(page: Place) -> AnyView {
    view! { <p class="soft" role="status">{text::loading_page(page.name())}</p> }.into_any()
}

/// A part of a page that is loaded when a signal is first true, and stays from then on.
#[component]
pub(crate) fn LazilyOnce(
    when: Signal<bool>,
    /// Loads the part and makes its view.
    load: impl Fn() -> ComingView + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let was = Memo::new(move |was: Option<&bool>| was.is_some_and(|was| *was) || when.get());
    view! { <Show when=move || was.get()><Lazily load/></Show> }
}

/// A part of a page that is loaded when this is first shown.
#[component]
pub(crate) fn Lazily(
    /// Loads the part and makes its view.
    load: impl Fn() -> ComingView + Copy + Send + Sync + 'static,
    /// The page, where the part is a whole page: its frame is there at once.
    #[prop(optional, into)]
    page: Option<Place>,
) -> impl IntoView {
    let loading = RwSignal::new(Loading::Coming);
    let arrived = StoredValue::new_local(None::<AnyView>);
    let owner = StoredValue::new(Owner::current().unwrap_or_default());
    let start = move || {
        let _ = loading.try_set(Loading::Coming);
        let Some(owner) = owner.try_get_value() else { return };
        let coming = owner.with(|| ScopedFuture::new_untracked(load()));
        spawn_local(async move {
            let is_there = match coming.await {
                Ok(view) => arrived.try_set_value(Some(view)).is_none(),
                Err(NotLoaded) => false,
            };
            let _ = loading.try_set(if is_there { Loading::Ready } else { Loading::Failed });
        });
    };
    start();
    let framed = move |view: AnyView| match page {
        None => view,
        Some(_) => view! {
            <div class="page"><main tabindex="-1" class="is-coming">{view}</main></div>
        }
        .into_any(),
    };
    move || match loading.get() {
        Loading::Unneeded | Loading::Coming => framed(page.map(coming).into_any()),
        Loading::Ready => arrived.try_update_value(Option::take).flatten().into_any(),
        Loading::Failed => framed(view! { <NotLoadedCard on_retry=start keep=|| ()/> }.into_any()),
    }
}

/// A sentence about a part that did not arrive, and what to do. Where a newer version has been published the old part is gone, and the page offers to reload.
#[component]
fn NotLoadedCard(
    on_retry: impl Fn() + 'static,
    /// Keeps what was typed over a reload.
    keep: impl Fn() + Send + Sync + 'static,
) -> impl IntoView {
    let is_outdated = RwSignal::new(false);
    browser::when_outdated(move || {
        let _ = is_outdated.try_set(true);
    });
    let reload = StoredValue::new(move || {
        keep();
        browser::take_update();
    });
    view! {
        <div class="problem card" role="alert">
            <p>{move || if is_outdated.get() { text::PART_OUTDATED } else { text::PART_NOT_LOADED }}</p>
            <div class="problem-ways">
                <Button text=text::RETRY on_press=on_retry/>
                <Show when=move || is_outdated.get()>
                    <Button text=text::RELOAD on_press=move || reload.with_value(|reload| reload())/>
                </Show>
            </div>
        </div>
    }
}
