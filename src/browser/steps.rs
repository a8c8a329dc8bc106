//! What stands for a step, wherever it is on the page; and files that are dropped.

use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen(module = "/src/browser/page.js")]
extern "C" {
    fn mark(step: u16, travel: bool);
    fn reveal(step: u16);
    #[wasm_bindgen(js_name = onPointed)]
    fn on_pointed_js(pointed: &JsValue);
    #[wasm_bindgen(js_name = onDropped)]
    fn on_dropped_js(element: &JsValue, dropped: &JsValue);
    #[wasm_bindgen(js_name = onOverflow)]
    fn on_overflow_js(element: &JsValue, told: &JsValue);
    #[wasm_bindgen(js_name = onWide)]
    fn on_wide_js(wide: &JsValue);
    #[wasm_bindgen(js_name = isEscape)]
    fn is_escape_js(event: &JsValue) -> bool;
}

/// Marks everything that stands for the value with this number; where the visitor travels by keys, boxes scroll to it.
pub(crate) fn mark_step(step: Option<u16>, travel: bool) {
    mark(step.unwrap_or(0), travel);
}

/// Brings everything that stands for a value into view, each in the box that it scrolls in.
pub(crate) fn reveal_step(step: u16) {
    reveal(step);
}

/// Calls back with the step that the pointer comes upon, or none.
pub(crate) fn on_pointed(callback: impl Fn(Option<u16>) + 'static) {
    let closure =
        Closure::<dyn Fn(u16)>::new(move |step| callback(Some(step).filter(|step| *step > 0)));
    on_pointed_js(closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Calls back when the window becomes so wide that the settings stand beside the main part.
pub(crate) fn on_wide(callback: impl Fn() + 'static) {
    let closure = Closure::<dyn Fn()>::new(callback);
    on_wide_js(closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Calls back when the content of an element becomes wider than it, or no longer is.
pub(crate) fn on_overflow(element: &JsValue, callback: impl Fn(bool) + 'static) {
    let closure = Closure::<dyn Fn(bool)>::new(callback);
    on_overflow_js(element, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Whether an event is the pressing of Escape.
pub(crate) fn is_escape(event: &JsValue) -> bool {
    is_escape_js(event)
}

/// Calls back with the text of a file that is dropped on an element; nothing where it cannot be read.
pub(crate) fn on_dropped(element: &JsValue, callback: impl Fn(Option<String>) + 'static) {
    let closure = Closure::<dyn Fn(Option<String>)>::new(callback);
    on_dropped_js(element, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// A text as JavaScript counts it, to be cut at its positions.
pub(crate) struct Units(js_sys::JsString);

impl Units {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.into())
    }

    pub(crate) fn length(&self) -> u32 {
        self.0.length()
    }

    pub(crate) fn slice(&self, start: u32, end: u32) -> String {
        self.0.slice(start, end).into()
    }
}
