//! Saving what the page has made as a file.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(module = "/src/browser/page.js")]
extern "C" {
    /// Saves a text under a name and as a media type.
    #[wasm_bindgen(js_name = saveText)]
    pub(crate) fn save_text(name: &str, media_type: &str, text: &str);

    /// Saves a blob or a text under a name.
    #[wasm_bindgen(js_name = saveFile)]
    pub(crate) fn save_file(name: &str, content: &wasm_bindgen::JsValue);

    /// Saves the text of an SVG as a PNG.
    #[wasm_bindgen(js_name = savePng)]
    pub(crate) fn save_png(name: &str, svg: &str);
}

/// Saves a file that the worker has made; as a picture in dots where that is wanted.
pub(crate) fn save_made(name: &str, text: &str, in_dots: bool) {
    if in_dots {
        save_png(&name.replace(".svg", ".png"), text);
    } else {
        let media_type = match name.rsplit('.').next() {
            Some("svg") => "image/svg+xml",
            Some("html") => "text/html",
            Some("csv") => "text/csv",
            _ => "text/plain",
        };
        save_text(name, media_type, text);
    }
}
