//! Web workers. The workers of each channel (a protocol of requests and events) have their own
//! script and module.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::{Array, Function, Reflect, Uint8Array};
use leptos::prelude::document;
use stepfall_protocol::{Channel, LabChannel, WorkChannel, decode, encode};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, ErrorEvent, Event, MessageEvent};

use super::models::MessagePort;

/// A channel whose workers the browser can start.
pub(crate) trait Startable: Channel {
    /// The name under which the document lists the script and the module.
    const ASSET: &'static str;
}

impl Startable for WorkChannel {
    const ASSET: &'static str = "worker";
}

impl Startable for LabChannel {
    const ASSET: &'static str = "lab";
}

/// Returns the address of an asset that the document lists by name. For a worker, the text lists
/// the addresses of the script and the module, and a digest, separated by blanks.
pub(crate) fn asset(name: &str) -> Option<String> {
    let meta = document().query_selector(&format!("meta[name=asset-{name}]")).ok().flatten()?;
    meta.get_attribute("content")
}

/// The reported reason for a worker that ended by itself.
const ENDED: &str = "it ended unexpectedly";

/// A worker. Dropping it ends the worker at once.
pub(crate) struct Worker {
    handle: web_sys::Worker,
    /// True once this value is dropped. The end of the worker is then intended.
    is_over: Rc<Cell<bool>>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(Event)>,
}

impl Worker {
    /// Starts a worker; returns `None` if the browser refuses. If the worker cannot be loaded or
    /// ends by itself, `on_event` receives an event that reports it as broken.
    pub(crate) fn start<C: Startable>(
        on_event: impl Fn(C::Event) + Clone + 'static,
    ) -> Option<Self> {
        let content = asset(C::ASSET)?;
        let mut parts = content.split_ascii_whitespace();
        let (script, module, digest) = (parts.next()?, parts.next()?, parts.next()?);
        let handle = web_sys::Worker::new(script).ok()?;
        let (lock, is_over) = (lock_name(), Rc::new(Cell::new(false)));
        let watch = {
            let (lock, is_over, fail) = (lock.clone(), is_over.clone(), on_event.clone());
            move || {
                when_free(&lock, move || {
                    if !is_over.get() {
                        fail(C::broken(ENDED.to_owned()));
                    }
                });
            }
        };
        // The first message is `null`: the worker holds its lock. Only then can the page wait for
        // the lock to become free.
        let watch = Cell::new(Some(watch));
        let fail = on_event.clone();
        let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
            watch.take().into_iter().for_each(|watch| watch());
            let message = message.data();
            if message.is_null() {
                return;
            }
            if let Some(port) = message.dyn_ref::<MessagePort>() {
                return super::models::serve(port);
            }
            match C::file(event_of::<C>(&message)) {
                Ok(file) => super::files::save_file_event(&file, attached_file(&message)),
                Err(event) => on_event(event),
            }
        });
        handle.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let on_error = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            // The event has a message after a trap, but not after a loading error.
            let why = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            fail(C::broken(why));
        });
        handle.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        // Sending text cannot fail.
        let first = Array::of3(&module.into(), &digest.into(), &lock.into());
        let _ = handle.post_message(&first);
        Some(Self { handle, is_over, _on_message: on_message, _on_error: on_error })
    }

    /// Sends a request to the worker, with its file if there is one.
    pub(crate) fn post<C: Channel>(&self, request: &C::Request, file: Option<&JsValue>) {
        // Encoding a request and sending bytes and files cannot fail.
        let Ok(bytes) = encode(request) else { return };
        let bytes: JsValue = Uint8Array::from(bytes.as_slice()).into();
        let message: Array = [Some(&bytes), file].into_iter().flatten().collect();
        let _ = self.handle.post_message(&message);
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.is_over.set(true);
        self.handle.set_onmessage(None);
        self.handle.set_onerror(None);
        self.handle.terminate();
    }
}

/// Returns the name of a lock for a worker. The name is unique in this origin.
fn lock_name() -> String {
    thread_local! {
        static STARTED: Cell<u32> = const { Cell::new(0) };
    }
    let number = STARTED.replace(STARTED.get().wrapping_add(1));
    format!("stepfall-worker-{}-{number}", super::stamp())
}

/// Calls `act` once a lock is free. Never calls `act` if the page cannot use the Web Locks API.
fn when_free(lock: &str, act: impl FnOnce() + 'static) {
    let navigator = web_sys::window().map(|window| window.navigator());
    let get = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).ok();
    let locks = navigator.and_then(|navigator| get(&navigator, "locks"));
    let request = locks.as_ref().and_then(|locks| get(locks, "request"));
    let request = request.and_then(|request| request.dyn_into::<Function>().ok());
    if let (Some(locks), Some(request)) = (locks, request) {
        let act = Closure::once_into_js(move |_: JsValue| act());
        // The returned promise is not needed.
        drop(request.call2(&locks, &lock.into(), &act));
    }
}

/// Returns the file that a message contains after its bytes.
fn attached_file(message: &JsValue) -> Option<Blob> {
    message.dyn_ref::<Array>()?.get(1).dyn_into().ok()
}

/// Decodes a message of a worker: bytes, alone or before a file, or the error text of a broken
/// worker.
fn event_of<C: Channel>(message: &JsValue) -> C::Event {
    if let Some(text) = message.as_string() {
        return C::broken(text);
    }
    let bytes = match message.dyn_ref::<Uint8Array>() {
        Some(bytes) => bytes.to_vec(),
        None => Uint8Array::new(&message.unchecked_ref::<Array>().get(0)).to_vec(),
    };
    decode(&bytes).unwrap_or_else(|malformed| C::broken(malformed.to_string()))
}

/// Returns the number of workers that can run in parallel, as the browser reports it, from 1 to 64.
pub(crate) fn cores() -> usize {
    let reported =
        web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small count")]
    let cores = reported.clamp(1.0, 64.0) as usize;
    cores
}
