//! The Stepfall page: Leptos views over the workspace's crates, and the glue to the browser.
//!
//! - [`state`] has the data of the page as plain structs.
//! - [`stores`] hold that data in signals and keep the address in sync.
//! - [`app`] switches between pages.
//! - [`pages`] and [`components`] are views.
//! - [`text`] has the texts of all views.
//! - [`browser`] accesses the browser.

#![allow(unreachable_pub, reason = "the items that Leptos generates for a component are public")]
#![allow(
    clippy::large_types_passed_by_value,
    reason = "stores are handles of signals, which every closure copies; without debug assertions a store has a third of this size"
)]

use std::time::Duration;

use leptos::prelude::*;
use stepfall_link::Route;

use crate::components::LazyPart;

mod app;

mod browser;
mod components;
mod job_client;
mod lazy;
mod pages;
mod state;
mod stores;
mod text;
mod worker_client;

fn main() {
    browser::report_panics(app::SOURCE);
    // The page is built in the next task, so that the browser can react to the user first.
    set_timeout(mount, Duration::ZERO);
}

fn mount() {
    match Route::read(&browser::fragment()) {
        // Embedded pages have no key field and send no requests to models.
        Route::Embed(embedded) => {
            browser::remove_shell();
            leptos::mount::mount_to_body(
                move || view! { <LazyPart load=move || Box::pin(lazy::embed(embedded))/> },
            );
        }
        // A framing page could trick the user into clicking controls of this page unseen.
        _ if browser::is_framed() => {
            browser::remove_shell();
            browser::show_link();
        }
        _ => {
            let page = browser::UnseenPage::new();
            let show = page.clone();
            let on_built = Callback::new(move |()| show.show());
            page.mount(move || view! { <app::App on_built/> });
        }
    }
}
