//! The notice that a user sees when the page has failed.

use std::panic;

use js_sys::{Array, JsString};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::text;

#[wasm_bindgen(module = "/src/browser/panic.js")]
extern "C" {
    fn report(message: &str, source: Option<&str>, labels: &Array);
    #[wasm_bindgen(js_name = reportTraps)]
    fn report_traps(source: Option<&str>, labels: &Array);
}

/// Installs a handler that shows panics and traps of the module to the user. The module stops after
/// a panic. The user can still read and copy the content, and links reload the page. `source` is
/// the address of the source code, which the notice links to.
pub(crate) fn report_panics(source: Option<&'static str>) {
    panic::set_hook(Box::new(move |panicked| report(&panicked.to_string(), source, &labels())));
    report_traps(source, &labels());
}

/// Returns the texts of the notice, in the order that the script expects.
fn labels() -> Array {
    [
        text::page::PANICKED,
        text::page::PANIC_DETAILS,
        text::page::COPY_REPORT,
        text::page::PANIC_SOURCE,
        text::page::RELOAD,
        text::page::LINK_BACK,
        text::page::START_AFRESH,
        text::page::PANIC_HIDE,
    ]
    .into_iter()
    .map(JsString::from)
    .collect()
}
