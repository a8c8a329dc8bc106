//! Browser interfaces that are missing in `web_sys`, or that it declares as always present.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::IdbTransaction;

#[wasm_bindgen]
extern "C" {
    pub(super) type Navigator;
    #[wasm_bindgen(method, getter)]
    pub(super) fn locks(this: &Navigator) -> Option<Locks>;
    #[wasm_bindgen(method, getter)]
    pub(super) fn permissions(this: &Navigator) -> Option<Permissions>;

    pub(super) type Locks;
    #[wasm_bindgen(method)]
    pub(super) fn request(this: &Locks, name: &str, options: &Object, act: &Function) -> Promise;

    pub(super) type Permissions;
    #[wasm_bindgen(method, catch)]
    pub(super) fn query(this: &Permissions, descriptor: &Object) -> Result<Promise, JsValue>;

    /// A database whose transactions have a durability setting.
    pub(super) type Database;
    #[wasm_bindgen(method, catch)]
    pub(super) fn transaction(
        this: &Database,
        stores: &Array,
        mode: &str,
        options: &Object,
    ) -> Result<IdbTransaction, JsValue>;
}

/// Creates an object with one member.
pub(super) fn object(name: &str, value: impl Into<JsValue>) -> Object {
    let object = Object::new();
    // Setting a member of a new object never fails.
    drop(Reflect::set(&object, &name.into(), &value.into()));
    object
}

/// Returns a member of an object; `None` if it is not a string.
pub(super) fn text(value: &JsValue, member: &str) -> Option<String> {
    Reflect::get(value, &member.into()).ok()?.as_string()
}

/// Returns the message of an error.
pub(super) fn message(error: &JsValue) -> String {
    text(error, "message")
        .or_else(|| error.as_string())
        .unwrap_or_else(|| String::from(error.unchecked_ref::<Object>().to_string()))
}
