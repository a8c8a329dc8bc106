//! Getting about in a long page: the row of links to its parts, and the focus in a list that is made anew.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/src/browser/jumps.js")]
extern "C" {
    #[wasm_bindgen(js_name = makeJumps)]
    fn make_jumps_js(row: &JsValue, host: &JsValue, words: &str);
    #[wasm_bindgen(js_name = jump)]
    fn jump_js(selector: &str);
    #[wasm_bindgen(js_name = keepFocus)]
    fn keep_focus_js(list: &JsValue, otherwise: &str);
}

/// Makes an element the row of links to the figures in a host and to the parts beside it, by their names.
pub(crate) fn make_jumps(row: &JsValue, host: &JsValue, words: &str) {
    make_jumps_js(row, host, words);
}

/// Brings the part that a selector finds to the top of the window, and the focus to its heading.
pub(crate) fn jump(selector: &str) {
    jump_js(selector);
}

/// Keeps the focus in a list whose rows are about to be made anew; where no row is left, on what a selector finds.
pub(crate) fn keep_focus(list: &JsValue, otherwise: &str) {
    keep_focus_js(list, otherwise);
}
