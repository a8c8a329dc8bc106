//! The workers: one in which texts are graded, and one that asks models.

use crate::prelude::document;
use js_sys::{Array, Uint8Array};
use stepfall_protocol::{Event, Request, decode, encode};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::MessageEvent;

/// A worker with its module. Its script says what goes to it and what comes back.
struct Worker(web_sys::Worker);

impl Worker {
    /// Starts a worker by the stem of its script; nothing where the browser refuses. The other two names are those that Trunk gives script and module.
    fn start(
        stem: &str,
        unnamed: (&str, &str),
        told: impl Fn(Array) + 'static,
        failed: impl Fn() + 'static,
    ) -> Option<(Self, [JsValue; 2])> {
        let name = format!("meta[name=asset-{stem}]");
        let meta = document().query_selector(&name).ok().flatten();
        let content = meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default();
        let mut names = content.split(' ');
        let script = names.next().filter(|name| !name.is_empty()).unwrap_or(unnamed.0);
        let module = names.next().unwrap_or(unnamed.1);
        let worker = web_sys::Worker::new(script).ok()?;
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
            told(event.data().unchecked_into());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        on_message.forget();
        let on_error = Closure::<dyn Fn()>::new(failed);
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        on_error.forget();
        Some((Self(worker), [module.into(), names.next().unwrap_or_default().into()]))
    }

    fn post(&self, before: &[JsValue], given: &[JsValue]) {
        let message: Array = before.iter().chain(given).collect();
        // Text and numbers can always be sent.
        let _ = self.0.post_message(&message);
    }
}

/// A part of a message that is a text.
fn text(message: &Array, at: u32) -> String {
    message.get(at).as_string().unwrap_or_default()
}

/// A part of a message that is the number of a call.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the worker sends back the number that it was given"
)]
fn number(message: &Array, at: u32) -> u32 {
    message.get(at).as_f64().unwrap_or(0.0) as u32
}

/// The worker in which texts are graded. It carries out one call after the other.
pub(crate) struct Engine(Worker);

/// What came back: the number of the call, and its result or what was wrong.
pub(crate) type Reply = (u32, Result<String, String>);

impl Engine {
    /// Starts the worker; nothing where the browser refuses. One that cannot be loaded replies to call 0 with what was wrong.
    pub(crate) fn start(reply: impl Fn(Reply) + Clone + 'static) -> Option<Self> {
        let failed = reply.clone();
        let told = move |message: Array| {
            let text = text(&message, 2);
            let result = if message.get(1).is_truthy() { Ok(text) } else { Err(text) };
            reply((number(&message, 0), result));
        };
        let unnamed = ("./worker.js", "./stepfall-js.wasm");
        let failed = move || failed((0, Err(String::new())));
        let (worker, module) = Worker::start("worker", unnamed, told, failed)?;
        let engine = Self(worker);
        engine.post(0, "start", &module);
        Some(engine)
    }

    /// Sends a call.
    pub(crate) fn post(&self, id: u32, name: &str, given: &[JsValue]) {
        self.0.post(&[id.into(), name.into()], given);
    }

    /// Ends the worker, whatever it is doing.
    pub(crate) fn stop(self) {
        self.0.0.terminate();
    }
}

/// The worker that asks models.
pub(crate) struct Runner(Worker);

impl Runner {
    /// Starts the worker; nothing where the browser refuses. One that cannot be loaded says that it is broken.
    pub(crate) fn start(on_event: impl Fn(Event) + Clone + 'static) -> Option<Self> {
        let failed = on_event.clone();
        let told = move |message: Array| match event_of(&message) {
            Event::Blob(name) => super::save_file(&name, &message.get(1)),
            event => on_event(event),
        };
        let unnamed = ("./runner.js", "./stepfall-worker.wasm");
        let failed = move || failed(Event::Broken(String::new()));
        let (worker, module) = Worker::start("runner", unnamed, told, failed)?;
        let runner = Self(worker);
        runner.0.post(&[], &module);
        Some(runner)
    }

    /// Sends the worker a request, and the file that belongs to it.
    pub(crate) fn post(&self, request: &Request, file: Option<&JsValue>) {
        // A request can always be written.
        let Ok(bytes) = encode(request) else { return };
        let bytes = Uint8Array::from(bytes.as_slice()).into();
        self.0.post(&[bytes], file.map(std::slice::from_ref).unwrap_or_default());
    }

    /// Ends the worker, whatever it is doing.
    pub(crate) fn stop(self) {
        self.0.0.terminate();
    }
}

/// What a message of the worker says: bytes, alone or before a file, or the text with which it breaks.
fn event_of(message: &Array) -> Event {
    let message: &JsValue = message;
    if let Some(text) = message.as_string() {
        return Event::Broken(text);
    }
    let bytes = match message.dyn_ref::<Uint8Array>() {
        Some(bytes) => bytes.to_vec(),
        None => Uint8Array::new(&message.unchecked_ref::<Array>().get(0)).to_vec(),
    };
    decode(&bytes).unwrap_or_else(|malformed| Event::Broken(malformed.to_string()))
}
