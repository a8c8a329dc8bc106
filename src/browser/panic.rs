//! What a visitor sees when the page has failed.

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

/// From now on a panic, or whatever else ends the module, is reported on the page. The module does nothing more then: what the page shows can still be read
/// and copied, and links load it anew. `source` is where a failure can be reported.
pub(crate) fn report_panics(source: Option<&'static str>) {
    panic::set_hook(Box::new(move |panicked| report(&panicked.to_string(), source, &labels())));
    report_traps(source, &labels());
}

/// What the notice says, in the order in which the script takes it.
fn labels() -> Array {
    [
        text::PANICKED,
        text::PANIC_DETAILS,
        text::COPY_REPORT,
        text::PANIC_SOURCE,
        text::RELOAD,
        text::LINK_BACK,
        text::START_AFRESH,
        text::PANIC_HIDE,
    ]
    .into_iter()
    .map(JsString::from)
    .collect()
}
