//! Reading JSON with the browser's own parser.

use js_sys::{Array, Reflect};
use wasm_bindgen::{JsCast, JsValue};

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is asked for is whole and far below 2^32"
)]
pub(super) fn whole(object: &JsValue, name: &str) -> Option<u32> {
    get(object, name).as_f64().map(|number| number as u32)
}

/// A member; undefined where there is none.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

pub(super) fn text(object: &JsValue, name: &str) -> Option<String> {
    get(object, name).as_string()
}

pub(super) fn flag(object: &JsValue, name: &str) -> bool {
    get(object, name).is_truthy()
}

pub(super) fn list(object: &JsValue, name: &str) -> Array {
    get(object, name).dyn_into().unwrap_or_default()
}
