//! What a visitor sees when the page has failed.

use std::panic;

use wasm_bindgen::prelude::wasm_bindgen;

use crate::text;

#[wasm_bindgen(module = "/src/browser/panic.js")]
extern "C" {
    fn report(message: &str, heading: &str, copy: &str, reload: &str, back: &str, afresh: &str);
    #[wasm_bindgen(js_name = reportTraps)]
    fn report_traps(heading: &str, copy: &str, reload: &str, back: &str, afresh: &str);
}

/// From now on a panic, or whatever else ends the module, is reported on the page. The module does nothing more then: what the page shows can still be read
/// and copied, and links load it anew.
pub(crate) fn report_panics() {
    panic::set_hook(Box::new(|panicked| {
        report(
            &panicked.to_string(),
            text::PANICKED,
            text::COPY_REPORT,
            text::RELOAD,
            text::LINK_BACK,
            text::START_AFRESH,
        );
    }));
    report_traps(
        text::PANICKED,
        text::COPY_REPORT,
        text::RELOAD,
        text::LINK_BACK,
        text::START_AFRESH,
    );
}
