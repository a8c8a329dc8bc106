//! The Stepfall page: Leptos views over the workspace's crates, and the glue to the browser. Nothing else lives here.
//!
//! [`state`] holds what the page knows as plain structs, [`app`] makes signals of it and keeps the address in step,
//! [`pages`] and [`components`] are views, [`text`] is everything they say, and [`browser`] asks the browser for everything
//! but elements, which are made in `components::element`.

mod app;
mod asker;
mod board;
mod browser;
mod components;
mod desk;
mod pages;
mod post;
mod prelude;
mod shelf;
mod state;
mod text;

fn main() {
    browser::report_panics();
    if browser::is_framed() {
        // Whoever frames the page could have its controls clicked unseen.
        browser::show_link();
        return;
    }
    app::start();
}
