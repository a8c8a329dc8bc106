//! Filling the screen with an element.

use leptos::html;
use leptos::prelude::*;
use web_sys::Element;

use super::element;

/// Returns whether the browser lets an element fill the screen. Browsers on telephones may not.
pub(crate) fn has_full_screen() -> bool {
    document().fullscreen_enabled()
}

/// Lets an element fill the screen; ends full screen if an element fills the screen already.
pub(crate) fn toggle_full_screen(element_ref: NodeRef<html::Div>) {
    if document().fullscreen_element().is_some() {
        document().exit_fullscreen();
    } else if let Some(element) = element(element_ref) {
        // If the browser refuses, the page stays as it is.
        let _ = element.request_fullscreen();
    }
}

/// Returns a signal that is true while an element fills the screen.
pub(crate) fn full_screen_signal(element_ref: NodeRef<html::Div>) -> ReadSignal<bool> {
    let (fills, set) = signal(false);
    let changed = window_event_listener_untyped("fullscreenchange", move |_| {
        let place: Option<Element> = element(element_ref).map(Into::into);
        set.set(place.is_some() && document().fullscreen_element() == place);
    });
    on_cleanup(move || changed.remove());
    fills
}
