//! Saving what the page has made as a file.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/src/browser/page.js")]
extern "C" {
    /// Saves a text under a name and as a media type.
    #[wasm_bindgen(js_name = saveText)]
    pub(crate) fn save_text(name: &str, media_type: &str, text: &str);

    /// Saves the text of an SVG as a PNG.
    #[wasm_bindgen(js_name = savePng)]
    pub(crate) fn save_png(name: &str, svg: &str);
}
