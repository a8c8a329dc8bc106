//! The address bar and the history.

use js_sys::{JsString, Reflect};
use leptos::ev;
use leptos::leptos_dom::helpers::WindowListenerHandle;
use leptos::prelude::*;
use stepfall_link::MAX_ADDRESS;
use wasm_bindgen::{JsCast, JsValue};

/// Returns the fragment with its `#`; empty if there is none. A fragment above the length limit of
/// links is cut just above the limit, so that refusing the fragment is cheap.
pub(crate) fn fragment() -> String {
    let hash = Reflect::get(&window().location(), &"hash".into()).ok();
    let hash: Option<JsString> = hash.and_then(|hash| hash.dyn_into().ok());
    let most = u32::try_from(MAX_ADDRESS + 1).unwrap_or(u32::MAX);
    hash.map_or_else(String::new, |hash| hash.substring(0, most).into())
}

/// Returns the address without its fragment.
pub(crate) fn address_without_fragment() -> String {
    let location = window().location();
    let parts = [location.protocol(), Ok("//".to_owned()), location.host()];
    let path = [location.pathname(), location.search()];
    parts.into_iter().chain(path).filter_map(Result::ok).collect()
}

/// Returns the address without its query and fragment.
pub(crate) fn address_without_query() -> String {
    let base = address_without_fragment();
    match base.split_once('?') {
        Some((place, _)) => place.to_owned(),
        None => base,
    }
}

/// Returns the query with its `?`; empty if there is none.
pub(crate) fn query() -> String {
    window().location().search().unwrap_or_default()
}

/// Decodes a part of an address; returns a malformed part unchanged.
pub(crate) fn decode_part(part: &str) -> String {
    js_sys::decode_uri_component(part).map_or_else(|_| part.to_owned(), Into::into)
}

/// Removes the query from the address, and sets the fragment and the name of the history entry.
/// Returns false if the browser refuses.
pub(crate) fn drop_query(fragment: &str, name: Option<&str>) -> bool {
    replace(&(address_without_query() + fragment), name)
}

/// Leaves the page for another address. Returns false if the browser refuses.
pub(crate) fn leave_for(address: &str) -> bool {
    window().location().assign(address).is_ok()
}

/// Returns the name in the state of the current history entry; `None` if there is no name.
pub(crate) fn entry_name() -> Option<String> {
    window().history().ok()?.state().ok()?.as_string()
}

/// Rewrites the current history entry with a fragment or a whole address. Returns false if the
/// browser refuses.
pub(crate) fn replace(fragment: &str, name: Option<&str>) -> bool {
    let history = window().history();
    history.is_ok_and(|history| {
        history.replace_state_with_url(&state(name), "", Some(fragment)).is_ok()
    })
}

/// Adds an entry to the history. Returns false if the browser refuses.
pub(crate) fn push(fragment: &str, name: Option<&str>) -> bool {
    let history = window().history();
    history
        .is_ok_and(|history| history.push_state_with_url(&state(name), "", Some(fragment)).is_ok())
}

/// Returns the state of an entry: its name, or `true` without a name. Only an entry that the
/// browser has just created has no state.
fn state(name: Option<&str>) -> JsValue {
    name.map_or(JsValue::TRUE, JsValue::from_str)
}

/// Calls back after the user has changed the history entry by Back, Forward, a link or the address
/// bar. The argument is true if the entry is new.
pub(crate) fn on_entry(callback: impl Fn(bool) + 'static) {
    mark_entry();
    let callback = move |_| callback(mark_entry());
    while_owned(window_event_listener(ev::popstate, callback));
}

/// Gives the current entry a state if it has no state. Returns whether it had no state, which means
/// that the entry is new.
fn mark_entry() -> bool {
    let Ok(history) = window().history() else { return false };
    let is_new = history.state().is_ok_and(|state| state.is_null());
    if is_new {
        // The address itself is not rewritten, because the page may have read only a part of it. If
        // the browser refuses, only the scroll position of the entry is lost.
        let _ = history.replace_state(&state(None), "");
    }
    is_new
}

/// Calls back when the page is about to be unloaded.
pub(crate) fn on_leave(callback: impl Fn() + 'static) {
    while_owned(window_event_listener(ev::pagehide, move |_| callback()));
}

/// Removes a listener when the current reactive owner is disposed.
fn while_owned(listener: WindowListenerHandle) {
    on_cleanup(move || listener.remove());
}

/// Reloads the page at its current address.
pub(crate) fn reload() {
    // If the browser refuses, the page stays as it is.
    let _ = window().location().reload();
}

pub(crate) fn title() -> String {
    document().title()
}

pub(crate) fn set_title(title: &str) {
    document().set_title(title);
}
