//! What stands for a step, wherever it is on the page; and what is given to the page as a whole.

use super::address::Timer;
use crate::prelude::*;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{FocusOptions, HtmlElement};

#[wasm_bindgen(module = "/src/browser/page.js")]
extern "C" {
    fn mark(step: u16, travel: bool);
    fn reveal(step: u16);
    #[wasm_bindgen(js_name = onPointed)]
    fn on_pointed_js(pointed: &JsValue);
    #[wasm_bindgen(js_name = onGiven)]
    fn on_given_js(given: &JsValue);
    #[wasm_bindgen(js_name = pickFile)]
    fn pick_file_js(given: &JsValue);
    #[wasm_bindgen(js_name = chooseFile)]
    fn choose_file_js(given: &JsValue);
    #[wasm_bindgen(js_name = refocus)]
    fn refocus_js(selector: &str);
    /// Goes to where the place begins, for eyes and for keys.
    #[wasm_bindgen(js_name = goUp)]
    pub(crate) fn go_up();
    #[wasm_bindgen(js_name = revealElement)]
    fn reveal_element_js(selector: &str);
    #[wasm_bindgen(js_name = onOverflow)]
    fn on_overflow_js(element: &JsValue, told: &JsValue);
    #[wasm_bindgen(js_name = followEnd)]
    fn follow_end_js(element: &JsValue);
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

/// Keeps an element at its end while it grows and has `data-follow`, unless the visitor has scrolled away.
pub(crate) fn follow_end(element: &JsValue) {
    follow_end_js(element);
}

/// Whether an event is the pressing of Escape.
pub(crate) fn is_escape(event: &JsValue) -> bool {
    is_escape_js(event)
}

/// A text that was given to the page as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    Text(String),
    /// The file cannot be read.
    Unread,
    /// The file is too large.
    Large,
    /// The file is no text.
    Binary,
    Empty,
    /// There are several files.
    Several,
}

/// Calls back with a file that is dropped anywhere, and with a text that is pasted where it cannot be written or that is too long for a field.
pub(crate) fn on_given(callback: impl Fn(Given) + 'static) {
    on_given_js(&given(callback));
}

/// Lets the visitor choose a file.
pub(crate) fn pick_file(callback: impl Fn(Given) + 'static) {
    pick_file_js(&given(callback));
}

/// Lets the visitor choose a file, which is read elsewhere.
pub(crate) fn choose_file(callback: impl Fn(JsValue) + 'static) {
    choose_file_js(&Closure::<dyn Fn(JsValue)>::new(callback).into_js_value());
}

fn given(callback: impl Fn(Given) + 'static) -> JsValue {
    let closure = Closure::<dyn Fn(String, u8)>::new(move |text, fault| {
        callback(match fault {
            0 => Given::Text(text),
            2 => Given::Large,
            3 => Given::Binary,
            4 => Given::Empty,
            5 => Given::Several,
            _ => Given::Unread,
        });
    });
    closure.into_js_value()
}

/// Puts the focus on what a selector finds, where nothing has it.
pub(crate) fn refocus(selector: &'static str) {
    let _ = Timer::start(0.0, move || refocus_js(selector));
}

/// Brings what a selector finds into view.
pub(crate) fn reveal_element(selector: &str) {
    reveal_element_js(selector);
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

/// Puts the focus on an element once what was changed is shown, where nothing has it because what had it is gone or disabled.
pub(crate) fn refocus_on(find: impl FnOnce() -> Option<HtmlElement> + 'static) {
    let _ = Timer::start(0.0, move || {
        let document = document();
        let holder = document.active_element();
        let is_lost = holder.as_ref().is_none_or(|holder| {
            Some(holder) == document.body().as_deref().map(AsRef::as_ref)
                || holder.has_attribute("disabled")
        });
        if is_lost && let Some(element) = find() {
            let still = FocusOptions::new();
            still.set_prevent_scroll(true);
            // What is not shown cannot have the focus.
            let _ = element.focus_with_options(&still);
        }
    });
}

/// The first element within another one that a selector finds.
pub(crate) fn first_in(root: NodeRef<html::Div>, selector: &str) -> Option<HtmlElement> {
    root.get_untracked()?.query_selector(selector).ok()??.dyn_into().ok()
}
