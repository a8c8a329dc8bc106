//! The worker in which texts are graded.

use crate::prelude::document;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;

/// A worker that carries out calls. `worker.js` says what goes to it and what comes back.
pub(crate) struct Engine(web_sys::Worker);

/// What came back: the number of the call, and its result or what was wrong.
pub(crate) type Reply = (u32, Result<String, String>);

impl Engine {
    /// Starts a worker; nothing where the browser refuses. A worker that cannot be loaded replies to call 0 with what was wrong.
    pub(crate) fn start(reply: impl Fn(Reply) + Clone + 'static) -> Option<Self> {
        let worker = web_sys::Worker::new(&asset("asset-worker", "./worker.js")).ok()?;
        let failed = reply.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            let parts: js_sys::Array = event.data().unchecked_into();
            let text = parts.get(2).as_string().unwrap_or_default();
            let result = if parts.get(1).is_truthy() { Ok(text) } else { Err(text) };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the worker sends back the number that it was given"
            )]
            let id = parts.get(0).as_f64().unwrap_or(0.0) as u32;
            reply((id, result));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        let on_error = Closure::<dyn Fn()>::new(move || failed((0, Err(String::new()))));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_error.forget();
        let engine = Self(worker);
        let module = asset("asset-engine", "./stepfall-js.wasm");
        let (address, integrity) = module.split_once(' ').unwrap_or((&module, ""));
        engine.post(0, "start", &[address.into(), integrity.into()]);
        Some(engine)
    }

    /// Sends a call.
    pub(crate) fn post(&self, id: u32, name: &str, given: &[JsValue]) {
        let message = js_sys::Array::of2(&id.into(), &name.into());
        for value in given {
            message.push(value);
        }
        // Text and numbers can always be sent.
        let _ = self.0.post_message(&message);
    }

    /// Ends the worker, whatever it is doing.
    pub(crate) fn stop(self) {
        self.0.terminate();
    }
}

/// Where a file of the page is, as the document says.
fn asset(name: &str, otherwise: &str) -> String {
    let meta = document().query_selector(&format!("meta[name={name}]")).ok().flatten();
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_else(|| otherwise.to_owned())
}
