//! The functions as JavaScript sees them: a [`Failure`](crate::Failure) is thrown as an `Error`.

#![expect(
    clippy::missing_errors_doc,
    reason = "they are those of the function that is handed over"
)]

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// See [`crate::item`].
#[wasm_bindgen]
pub fn item(link: &str) -> Result<String, JsError> {
    Ok(crate::item(link)?)
}

/// See [`crate::link`].
#[wasm_bindgen]
pub fn link(link: &str, transcript: &str, stop: &str, simulated: bool) -> Result<String, JsError> {
    Ok(crate::link(link, transcript, stop, simulated)?)
}

/// See [`crate::share`].
#[wasm_bindgen]
pub fn share(
    link: &str,
    transcript: &str,
    stop: &str,
    address: &str,
    simulated: bool,
) -> Result<String, JsError> {
    Ok(crate::share(link, transcript, stop, address, simulated)?)
}

/// See [`crate::shares`].
#[wasm_bindgen]
pub fn shares(link: &str) -> Result<String, JsError> {
    Ok(crate::shares(link)?)
}

/// See [`crate::grade`].
#[wasm_bindgen]
pub fn grade(item: &str, transcript: &str, stop: &str) -> Result<String, JsError> {
    Ok(crate::grade(item, transcript, stop)?)
}

/// See [`crate::grade_id`].
#[wasm_bindgen]
pub fn grade_id(id: &str, transcript: &str, stop: &str) -> Result<String, JsError> {
    Ok(crate::grade_id(id, transcript, stop)?)
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
