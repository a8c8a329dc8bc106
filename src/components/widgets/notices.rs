//! Notices about parts of the address that could not be read.

use leptos::html;
use leptos::prelude::*;

use super::basic::{Button, Sign, use_id};
use crate::browser;
use crate::text;

/// The notices; hidden if there are none.
#[component]
pub(crate) fn Notices(
    #[prop(into)] notices: Signal<Vec<String>>,
    #[prop(into)] heading: Signal<&'static str>,
    #[prop(into)] on_dismiss: Callback<()>,
) -> impl IntoView {
    let id = use_id("notices-title");
    let items = move || {
        let items = notices.get().into_iter();
        items.map(|notice| view! { <li>{notice}</li> }).collect_view()
    };
    view! {
        <Show when=move || notices.with(|notices| !notices.is_empty())>
            <section class="notices" aria-labelledby=id.clone()>
                <div class="notices-head">
                    <h2 id=id.clone()><Sign sign="! "/>{heading}</h2>
                    <Button text=text::page::DISMISS on_press=move || on_dismiss.run(())/>
                </div>
                <ul>{items}</ul>
            </section>
        </Show>
    }
}

/// The notices about the address of a page. Dismissing them moves the focus to the main part of the
/// page.
#[component]
pub(crate) fn PageNotices(
    notices: RwSignal<Vec<String>>,
    main: NodeRef<html::Main>,
) -> impl IntoView {
    let dismiss = move |()| {
        notices.set(Vec::new());
        browser::refocus_on(move || browser::element(main));
    };
    view! { <Notices notices heading=text::page::NOTICES on_dismiss=dismiss/> }
}
