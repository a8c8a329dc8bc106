//! The functions as JavaScript sees them: a [`Failure`](crate::Failure) is thrown as an `Error`.

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// See [`crate::item`].
#[wasm_bindgen]
pub fn item(link: &str) -> Result<String, JsError> {
    Ok(crate::item(link)?)
}

/// See [`crate::share_in_answer`].
#[wasm_bindgen(js_name = shareInAnswer)]
pub fn share_in_answer(link: &str) -> Result<String, JsError> {
    Ok(crate::share_in_answer(link)?)
}

/// See [`crate::grade`].
#[wasm_bindgen]
pub fn grade(link: &str, transcript: &str, stop: &str) -> Result<String, JsError> {
    Ok(crate::grade(link, transcript, stop)?)
}

/// See [`crate::example`].
#[wasm_bindgen]
pub fn example(place: u32) -> Result<String, JsError> {
    Ok(crate::example(place)?)
}

/// See [`crate::simulate`].
#[wasm_bindgen]
pub fn simulate(
    link: &str,
    executor: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<String, JsError> {
    Ok(crate::simulate(link, executor, form, rate, run)?)
}
