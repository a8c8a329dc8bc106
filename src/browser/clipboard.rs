//! The clipboard.

use leptos::prelude::window;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Copies a text to the clipboard. Returns false if the browser offers no clipboard or refuses.
pub(crate) async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    // In a page from an insecure connection, `navigator.clipboard` is undefined.
    let has_clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"));
    if !has_clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        return false;
    }
    JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok()
}

/// Returns the text on the clipboard; `None` if the browser offers no clipboard or the user
/// refuses.
pub(crate) async fn read_clipboard() -> Option<String> {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).ok()?;
    let reads = js_sys::Reflect::get(&clipboard, &JsValue::from_str("readText")).ok()?;
    if !reads.is_function() {
        return None;
    }
    JsFuture::from(navigator.clipboard().read_text()).await.ok()?.as_string()
}
