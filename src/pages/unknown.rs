//! The page for an address that this version does not know: an explanation, and links to other
//! pages.

use leptos::prelude::*;
use stepfall_link::{Page, Route};

use crate::browser;
use crate::components::Button;
use crate::stores::Pages;
use crate::text;

/// The view shown instead of a page.
#[component]
pub(crate) fn UnknownPage(pages: Pages, route: Route) -> impl IntoView {
    let (title, hint) = match route {
        Route::Unknown(name) => (text::page::unknown_page(&name), text::page::UNKNOWN_PAGE_HINT),
        Route::To(page) => (page.name().to_owned(), ""),
        Route::Embed(embedded) => (embedded.page().name().to_owned(), ""),
    };
    browser::set_title(&text::page::title_of(&title));
    let go = |page: Page| {
        view! { <Button class="button" text=page.name() on_press=move || pages.open(page)/> }
    };
    view! {
        <div class="page is-elsewhere">
            <main tabindex="-1">
                <h1>{title}</h1>
                <p>{hint}</p>
                <div class="problem-ways">{go(Page::Play)}{go(Page::Sweep)}</div>
            </main>
        </div>
    }
}
