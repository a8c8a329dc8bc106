//! The Stepfall page: Leptos views over the workspace's crates, and the glue to the browser. Nothing else lives here.
//!
//! [`state`] holds what the page knows as plain structs, [`app`] makes signals of it and keeps the address in step,
//! [`pages`] and [`components`] are views, [`text`] is everything they say, and [`browser`] is the only module that uses
//! `web_sys`.

#![allow(unreachable_pub, reason = "the component macro writes `pub`")]

mod app;
mod browser;
mod components;
mod desk;
mod pages;
mod state;
mod text;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
