//! The files of recorded runs.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/src/browser/recorded.js")]
extern "C" {
    #[wasm_bindgen(js_name = fetchRun, catch)]
    async fn fetch_run(address: &str, digest: &str) -> Result<JsValue, JsValue>;
}

/// Returns the unpacked file at an address, as a value that can be sent to a worker; `None` if it
/// cannot be fetched or has another SHA-256 digest.
pub(crate) async fn fetch_recorded(address: &str, digest: &str) -> Option<JsValue> {
    fetch_run(address, digest).await.ok()
}
