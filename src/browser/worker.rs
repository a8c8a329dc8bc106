//! Workers, as the browser runs them. All have the same script and the same module.

use js_sys::{Array, Uint8Array};
use leptos::prelude::document;
use stepfall_protocol::{Event, Request, decode, encode};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, MessageEvent};

/// The script and the module where the document does not name them, as Trunk's does not.
const UNNAMED: [&str; 2] = ["./worker.js", "./stepfall-worker.wasm"];

/// A worker. It ends with this value, whatever it is doing.
pub(crate) struct Worker {
    handle: web_sys::Worker,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn()>,
}

impl Worker {
    /// Starts a worker; nothing where the browser refuses. One that cannot be loaded says that it is broken.
    pub(crate) fn start(on_event: impl Fn(Event) + Clone + 'static) -> Option<Self> {
        let meta = document().query_selector("meta[name=asset-worker]").ok().flatten();
        let content = meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
        let mut names = content.split_ascii_whitespace();
        let [script, module] = UNNAMED.map(|unnamed| names.next().unwrap_or(unnamed));
        let digest = names.next().unwrap_or_default();
        let handle = web_sys::Worker::new(script).ok()?;
        let fail = on_event.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            let message = message.data();
            match event_of(&message) {
                Event::File(file) => super::files::save_made(&file, beside(&message)),
                event => on_event(event),
            }
        });
        handle.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let on_error = Closure::<dyn Fn()>::new(move || fail(Event::Broken(String::new())));
        handle.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // Text can always be sent.
        let _ = handle.post_message(&Array::of2(&module.into(), &digest.into()));
        Some(Self { handle, _on_message: on_message, _on_error: on_error })
    }

    /// Sends the worker a request, and the file that belongs to it.
    pub(crate) fn post(&self, request: &Request, file: Option<&JsValue>) {
        // A request can always be written, and bytes and files can always be sent.
        let Ok(bytes) = encode(request) else { return };
        let bytes: JsValue = Uint8Array::from(bytes.as_slice()).into();
        let message: Array = [Some(&bytes), file].into_iter().flatten().collect();
        let _ = self.handle.post_message(&message);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.handle.set_onmessage(None);
        self.handle.set_onerror(None);
        self.handle.terminate();
    }
}

/// The file that a message brings beside its bytes.
fn beside(message: &JsValue) -> Option<Blob> {
    message.dyn_ref::<Array>()?.get(1).dyn_into().ok()
}

/// What a message of a worker says: bytes, alone or before a file, or the text with which it breaks.
fn event_of(message: &JsValue) -> Event {
    if let Some(text) = message.as_string() {
        return Event::Broken(text);
    }
    let bytes = match message.dyn_ref::<Uint8Array>() {
        Some(bytes) => bytes.to_vec(),
        None => Uint8Array::new(&message.unchecked_ref::<Array>().get(0)).to_vec(),
    };
    decode(&bytes).unwrap_or_else(|malformed| Event::Broken(malformed.to_string()))
}
