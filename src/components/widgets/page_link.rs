//! A link to a page of the app that opens without a reload.

use leptos::prelude::*;
use stepfall_link::Page;

use crate::browser::{self, Timer};

/// The time that the pointer must rest on a link before the page is fetched, in milliseconds. A
/// pointer that only crosses the link takes less time.
const HOVER_DELAY_MS: f64 = 80.0;

/// A link to a page. A plain click opens the page here in its last state; any other click follows
/// an ordinary link.
#[component]
pub(crate) fn PageLink(
    page: Page,
    #[prop(optional)] class: &'static str,
    #[prop(optional, into)] is_here: Signal<bool>,
    #[prop(into)] on_open: Callback<Page>,
    /// Runs when the pointer rests on the link, or the focus reaches it.
    #[prop(optional)]
    on_rest: Option<Callback<Page>>,
    children: Children,
) -> impl IntoView {
    let resting = StoredValue::new_local(None::<Timer>);
    let leave = move || {
        if let Some(timer) = resting.try_update_value(Option::take).flatten() {
            timer.cancel();
        }
    };
    let rest = move || {
        leave();
        if let Some(on_rest) = on_rest {
            resting.set_value(Timer::start(resting, HOVER_DELAY_MS, move || on_rest.run(page)));
        }
    };
    on_cleanup(leave);
    view! {
        <a
            class=class
            href=format!("#/{}", page.slug())
            aria-current=move || is_here.get().then_some("page")
            on:pointerenter=move |_| rest()
            on:pointerleave=move |_| leave()
            on:focus=move |_| rest()
            on:blur=move |_| leave()
            on:click=move |event| {
                if browser::is_plain(&event) {
                    event.prevent_default();
                    on_open.run(page);
                }
            }
        >
            {children()}
        </a>
    }
}
