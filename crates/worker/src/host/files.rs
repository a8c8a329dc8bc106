//! Reading of imported files, in pieces.

use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, TextDecodeOptions, TextDecoder};

use super::Host;

/// The size of a piece in bytes; of a large file, only one piece is in memory.
const PIECE: f64 = 4_000_000.0;

/// A file that is being imported.
#[derive(Clone)]
pub(super) struct Import {
    blob: Blob,
    /// The position of the next piece, in bytes.
    at: f64,
    /// The decoder for UTF-16 text with a byte-order mark, which some Windows programs write;
    /// `None` for UTF-8.
    decoder: Option<TextDecoder>,
}

impl Host {
    /// Imports a file; the runner requests its pieces.
    pub(super) fn import(self: &Rc<Self>, run: String, blob: Option<Blob>) {
        self.spawn(async move |host| {
            let size = blob.as_ref().map_or(0.0, Blob::size);
            if let Some(blob) = blob {
                // An unreadable file fails at the first piece.
                let first = read(&blob, 0.0, 2.0).await.map(|bytes| bytes.to_vec());
                let label = match first.as_deref() {
                    Ok([0xff, 0xfe]) => Some("utf-16le"),
                    Ok([0xfe, 0xff]) => Some("utf-16be"),
                    _ => None,
                };
                let decoder = label.and_then(|label| TextDecoder::new_with_label(label).ok());
                let import = Import { blob, at: 0.0, decoder };
                host.imports.borrow_mut().insert(run.clone(), import);
            }
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a size")]
            host.notify(|runner| runner.import_file(&run, size as u64));
        });
    }

    /// Reads the next piece of a file, as UTF-8.
    pub(super) fn read_on(self: &Rc<Self>, run: String) {
        self.spawn(async move |host| {
            let Some(mut import) = host.imports.borrow_mut().remove(&run) else {
                return host.notify(|runner| runner.on_file_unreadable(&run));
            };
            let Ok((piece, is_last)) = import.next().await else {
                return host.notify(|runner| runner.on_file_unreadable(&run));
            };
            if !is_last {
                host.imports.borrow_mut().insert(run.clone(), import);
            }
            host.notify(|runner| runner.on_file_piece(&run, &piece, is_last));
        });
    }
}

impl Import {
    /// Returns the next piece, and whether it is the last one.
    async fn next(&mut self) -> Result<(Vec<u8>, bool), JsValue> {
        let end = self.at + PIECE;
        let piece = read(&self.blob, self.at, end).await?;
        self.at = end;
        let is_last = end >= self.blob.size();
        let Some(decoder) = &self.decoder else { return Ok((piece.to_vec(), is_last)) };
        let options = TextDecodeOptions::new();
        options.set_stream(!is_last);
        let text = decoder.decode_with_buffer_source_and_options(&piece, &options)?;
        Ok((text.into_bytes(), is_last))
    }
}

pub(super) async fn read(blob: &Blob, from: f64, to: f64) -> Result<Uint8Array, JsValue> {
    let piece = blob.slice_with_f64_and_f64(from, to)?;
    Ok(Uint8Array::new(&JsFuture::from(piece.array_buffer()).await?))
}
