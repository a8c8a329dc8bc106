//! Observing the size and the content of elements, and media queries.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{MediaQueryListEvent, MutationObserver, MutationObserverInit, ResizeObserver};

use super::element;

/// The media query of narrow windows, in which the settings of Play cover the page.
pub(crate) const NARROW: &str = "(max-width: 860px)";
/// The media query of windows as narrow as a telephone, in which a row of a list has two lines.
pub(crate) const PHONE: &str = "(max-width: 640px)";

/// Calls back when an element is first measured and when its size changes, while the reactive owner
/// lives.
pub(crate) fn on_resize(element_ref: NodeRef<html::Div>, resized: impl Fn() + Copy + 'static) {
    let observed = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    Effect::new(move |_| {
        let Some(place) = element_ref.get() else { return };
        let closure = Closure::new(resized);
        if let Ok(observer) = ResizeObserver::new(closure.as_ref().unchecked_ref()) {
            observer.observe(&place);
            observed.set_value(Some((observer, closure)));
        }
    });
    on_cleanup(move || {
        if let Some((observer, _closure)) = observed.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
}

/// Calls back at once whenever elements, attributes or text inside an element change, even if the
/// element is not painted. Ends when the reactive owner is disposed.
pub(crate) fn on_change(element_ref: NodeRef<html::Div>, changed: impl Fn() + Copy + 'static) {
    let observed = StoredValue::new_local(None::<(MutationObserver, Closure<dyn FnMut()>)>);
    Effect::new(move |_| {
        let Some(place) = element_ref.get() else { return };
        let closure = Closure::new(changed);
        let all = MutationObserverInit::new();
        all.set_subtree(true);
        all.set_child_list(true);
        all.set_attributes(true);
        all.set_character_data(true);
        if let Ok(observer) = MutationObserver::new(closure.as_ref().unchecked_ref()) {
            // The browser refuses only an empty set of observed changes.
            let _ = observer.observe_with_options(&place, &all);
            observed.set_value(Some((observer, closure)));
        }
    });
    on_cleanup(move || {
        if let Some((observer, _closure)) = observed.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
}

/// Calls back with the width of an element in whole pixels, now and after every change, while the
/// reactive owner lives. A width of 0 is not reported.
pub(crate) fn on_width(element_ref: NodeRef<html::Div>, on_change: impl Fn(u32) + Copy + 'static) {
    on_resize(element_ref, move || {
        let width = element(element_ref).map_or(0, |place| place.client_width());
        if let Ok(width) = u32::try_from(width)
            && width > 0
        {
            on_change(width);
        }
    });
}

/// Returns a signal that is true while a media query matches. The signal is updated while the
/// reactive owner lives.
pub(crate) fn media_query_signal(query: &str) -> ReadSignal<bool> {
    let list = window().match_media(query).ok().flatten();
    let (holds, set) = signal(list.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(list) = list {
        let on_change =
            Closure::<dyn Fn(MediaQueryListEvent)>::new(move |event: MediaQueryListEvent| {
                set.set(event.matches());
            });
        list.set_onchange(Some(on_change.as_ref().unchecked_ref()));
        let listener = StoredValue::new_local((list, on_change));
        on_cleanup(move || {
            if let Some((list, _)) = listener.try_read_value().as_deref() {
                list.set_onchange(None);
            }
        });
    }
    holds
}
