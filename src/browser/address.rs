//! The address bar, and the clock that its rewriting goes by.

use std::time::Duration;

use crate::prelude::{TimeoutHandle, document, set_timeout_with_handle, window};
use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;

/// The fragment, `#` included; empty where there is none.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// The address without its fragment.
pub(crate) fn base() -> String {
    let address = window().location().href().unwrap_or_default();
    match address.split_once('#') {
        Some((base, _)) => base.to_owned(),
        None => address,
    }
}

/// Rewrites the fragment of the present entry of the history.
pub(crate) fn replace(fragment: &str) -> bool {
    let history = window().history();
    history.is_ok_and(|history| {
        history.replace_state_with_url(&JsValue::NULL, "", Some(fragment)).is_ok()
    })
}

/// Adds an entry to the history.
pub(crate) fn push(fragment: &str) -> bool {
    let history = window().history();
    history.is_ok_and(|history| {
        history.push_state_with_url(&JsValue::NULL, "", Some(fragment)).is_ok()
    })
}

/// Calls back whenever someone else changes the fragment: Back, Forward, a link, a hand.
pub(crate) fn on_fragment(callback: impl Fn() + 'static) {
    listen("hashchange", callback);
}

/// Calls back when the page is about to go.
pub(crate) fn on_leave(callback: impl Fn() + 'static) {
    listen("pagehide", callback);
}

/// Listens for as long as the page lives.
fn listen(event: &str, callback: impl Fn() + 'static) {
    let closure = Closure::<dyn Fn()>::new(callback);
    if window().add_event_listener_with_callback(event, closure.as_ref().unchecked_ref()).is_ok() {
        closure.forget();
    }
}

/// The title of the document.
pub(crate) fn set_title(title: &str) {
    document().set_title(title);
}

/// Milliseconds since some fixed time.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// Something that will be done later, unless it is cancelled before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timer(TimeoutHandle);

impl Timer {
    pub(crate) fn start(milliseconds: f64, callback: impl FnOnce() + 'static) -> Option<Self> {
        let delay = Duration::from_secs_f64(milliseconds.max(0.0) / 1_000.0);
        set_timeout_with_handle(callback, delay).ok().map(Self)
    }

    pub(crate) fn cancel(self) {
        self.0.clear();
    }
}
