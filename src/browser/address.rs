//! The address bar, and the clock that its rewriting goes by.

use std::time::Duration;

use js_sys::{JsString, Reflect};
use leptos::ev;
use leptos::leptos_dom::helpers::{
    TimeoutHandle, WindowListenerHandle, request_idle_callback, set_timeout_with_handle,
};
use leptos::prelude::*;
use stepfall_link::MAX_ADDRESS;
use wasm_bindgen::{JsCast, JsValue};

use super::alive::while_alive;

/// The fragment, `#` included; empty where there is none. One that is longer than any link is cut off behind the limit, so that it costs little to refuse.
pub(crate) fn fragment() -> String {
    let hash = Reflect::get(&window().location(), &"hash".into()).ok();
    let hash: Option<JsString> = hash.and_then(|hash| hash.dyn_into().ok());
    let most = u32::try_from(MAX_ADDRESS + 1).unwrap_or(u32::MAX);
    hash.map_or_else(String::new, |hash| hash.substring(0, most).into())
}

/// The address without its fragment.
pub(crate) fn base() -> String {
    let location = window().location();
    let parts = [location.protocol(), Ok("//".to_owned()), location.host()];
    let path = [location.pathname(), location.search()];
    parts.into_iter().chain(path).filter_map(Result::ok).collect()
}

/// The address without fragment and query.
pub(crate) fn place() -> String {
    let base = base();
    match base.split_once('?') {
        Some((place, _)) => place.to_owned(),
        None => base,
    }
}

/// The query, `?` included; empty where there is none.
pub(crate) fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// A part of an address as what it stands for; as it is where it stands for nothing.
pub(crate) fn decoded(part: &str) -> String {
    js_sys::decode_uri_component(part).map_or_else(|_| part.to_owned(), Into::into)
}

/// Takes the query out of the address, whose entry of the history then has this fragment and name.
pub(crate) fn drop_query(fragment: &str, name: Option<&str>) -> bool {
    replace(&(place() + fragment), name)
}

/// Leaves the page for another address; false where the browser refuses.
pub(crate) fn leave_for(address: &str) -> bool {
    window().location().assign(address).is_ok()
}

/// The name that the present entry of the history carries.
pub(crate) fn name() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// Rewrites the present entry of the history: its fragment, or its whole address.
pub(crate) fn replace(fragment: &str, name: Option<&str>) -> bool {
    let history = window().history();
    history.is_ok_and(|history| {
        history.replace_state_with_url(&state(name), "", Some(fragment)).is_ok()
    })
}

/// Adds an entry to the history.
pub(crate) fn push(fragment: &str, name: Option<&str>) -> bool {
    let history = window().history();
    history
        .is_ok_and(|history| history.push_state_with_url(&state(name), "", Some(fragment)).is_ok())
}

/// The state of an entry: its name, or `true`. An entry that a link has just made has none.
fn state(name: Option<&str>) -> JsValue {
    name.map_or(JsValue::TRUE, JsValue::from_str)
}

/// Calls back after the visitor has changed the entry of the history by Back, Forward, a link or the address bar. Passes whether the entry is new.
pub(crate) fn on_entry(callback: impl Fn(bool) + 'static) {
    mark_entry();
    let callback = move |_| callback(mark_entry());
    while_owned(window_event_listener(ev::popstate, callback));
}

/// Gives the present entry a state if it has none. Returns whether it had none.
fn mark_entry() -> bool {
    let Ok(history) = window().history() else { return false };
    let is_new = history.state().is_ok_and(|state| state.is_null());
    if is_new {
        // The address stays, which may be longer than what is read of it. A browser that refuses loses no more than a position.
        let _ = history.replace_state(&state(None), "");
    }
    is_new
}

/// Calls back when the page is about to go.
pub(crate) fn on_leave(callback: impl Fn() + 'static) {
    while_owned(window_event_listener(ev::pagehide, move |_| callback()));
}

/// Listens while the owner lives.
fn while_owned(listener: WindowListenerHandle) {
    on_cleanup(move || listener.remove());
}

/// Loads the page anew, at the address that it has.
pub(crate) fn reload() {
    // A page that cannot be loaded anew stays as it is.
    let _ = window().location().reload();
}

/// What the document is called.
pub(crate) fn title() -> String {
    document().title()
}

/// Names the document.
pub(crate) fn set_title(title: &str) {
    document().set_title(title);
}

/// Milliseconds since some fixed time.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// Returns the time as a whole number for a name. Formatting a float would add Rust's tables for it to the first load.
#[expect(clippy::cast_possible_truncation, reason = "milliseconds of a clock are whole numbers")]
pub(crate) fn stamp() -> i64 {
    now() as i64
}

/// The rest before the browser is asked whether it is idle, in milliseconds.
const REST: f64 = 1_000.0;

/// Calls back once the browser is idle, unless `of` is disposed by then. Files that are loaded then are there before they are needed. It is not called for
/// users who save data.
pub(crate) fn when_idle(of: impl IsDisposed + 'static, callback: impl Fn() + 'static) {
    if !super::saves_data() {
        let _ = Timer::start(of, REST, move || request_idle_callback(callback));
    }
}

/// Something that will be done later, unless it is cancelled before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timer(TimeoutHandle);

impl Timer {
    /// Calls back after a while, unless `of` is disposed by then. Stores and views name one of their own signals.
    pub(crate) fn start(
        of: impl IsDisposed + 'static,
        milliseconds: f64,
        callback: impl FnOnce() + 'static,
    ) -> Option<Self> {
        Self::after(milliseconds, while_alive(of, callback))
    }

    /// Calls back after a while, whatever is disposed by then. The callback must not read a signal.
    pub(super) fn after(milliseconds: f64, callback: impl FnOnce() + 'static) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole milliseconds do, and the cast keeps to its bounds"
        )]
        let delay = Duration::from_millis(milliseconds as u64);
        set_timeout_with_handle(callback, delay).ok().map(Self)
    }

    pub(crate) fn cancel(self) {
        self.0.clear();
    }
}
