//! The worker around the [`Lab`], with the network and the clock.
//!
//! The page sends each [`LabRequest`] as bytes, and the worker sends each [`LabEvent`] as bytes. If
//! the worker panics, it sends the panic message as a string.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;

use js_sys::{Array, Date, Reflect, Uint8Array};
use stepfall_link::LabLink;
use stepfall_protocol::lab::{LabEvent, LabRequest};
use stepfall_protocol::{decode, encode};
use stepfall_small_model::{Session, Token, Weights, best};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    DedicatedWorkerGlobalScope, MessageEvent, ReadableStreamDefaultReader, RequestCache,
    RequestInit, Response,
};

use crate::subject::task;
use crate::{Lab, NeededWeights};

/// The time that the worker computes before it handles new messages, in milliseconds.
const TURN_MS: f64 = 30.0;

/// Handles the messages in `early`, which arrived before this module was loaded, and all later
/// ones.
#[wasm_bindgen]
pub fn serve(early: &Array) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    std::panic::set_hook(Box::new({
        let scope = scope.clone();
        // Posting a string cannot fail.
        move |info| drop(scope.post_message(&info.to_string().into()))
    }));
    let host = Rc::new(Host {
        scope,
        lab: RefCell::default(),
        is_awake: Cell::new(false),
        is_loading: Cell::new(false),
        has_bad_copy: Cell::new(false),
        on_turn: OnceCell::new(),
    });
    let on_message = Closure::<dyn Fn(MessageEvent)>::new({
        let host = host.clone();
        move |event: MessageEvent| host.on_message(&event.data())
    });
    host.scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    // Messages arrive as long as the worker lives, so the closure is never dropped.
    on_message.forget();
    for message in early.iter() {
        host.on_message(&message);
    }
}

/// Calls [`crate::transcript`], for tests and benchmarks outside of a worker.
#[wasm_bindgen]
pub fn transcript(link: &str, bytes: &[u8]) -> Vec<u8> {
    crate::transcript(link, bytes)
}

/// The forward pass alone, for benchmarks against other engines.
#[wasm_bindgen]
pub struct ForwardPass {
    session: Session<'static>,
}

#[wasm_bindgen]
impl ForwardPass {
    /// Begins a text with the weights in the bytes of a file; `None` if they are not weights of a
    /// small model.
    pub fn open(bytes: &[u8]) -> Option<ForwardPass> {
        let weights: &'static Weights = Box::leak(Box::new(Weights::read(bytes).ok()?));
        Some(Self { session: Session::new(weights) })
    }

    /// Reads tokens by their numbers, and returns the number of the most probable next token.
    pub fn read(&mut self, tokens: &[u8]) -> u8 {
        let tokens = tokens.iter().filter_map(|&number| Token::from_number(number));
        tokens.map(|token| best(self.session.read(token))).last().unwrap_or(Token::PAD).number()
    }
}

/// Returns the numbers of the tokens of an item's prompt and correct transcript. The result is
/// empty if the link has no item.
#[wasm_bindgen]
pub fn text_of(link: &str) -> Vec<u8> {
    let Ok(task) = task(&LabLink::read(link).0, 0) else { return Vec::new() };
    let values = task.values();
    let text = [task.prompt(Token::TRACE), task.trace(&values), task.summary(&values)].concat();
    text.into_iter().map(Token::number).collect()
}

struct Host {
    scope: DedicatedWorkerGlobalScope,
    lab: RefCell<Lab>,
    /// True if the worker has scheduled its next turn.
    is_awake: Cell<bool>,
    is_loading: Cell<bool>,
    /// True if the last load failed or its bytes were refused. The browser's copy may then be
    /// damaged, so the next load bypasses the cache.
    has_bad_copy: Cell<bool>,
    on_turn: OnceCell<Closure<dyn Fn()>>,
}

impl Host {
    fn on_message(self: &Rc<Self>, message: &JsValue) {
        let parts = message.dyn_ref::<Array>();
        let bytes = parts.map_or_else(|| message.clone(), |parts| parts.get(0));
        let bytes = bytes.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default();
        match decode::<LabRequest>(&bytes) {
            Ok(request) => {
                let event = self.lab.borrow_mut().push(request);
                if let Some(event) = event {
                    self.send(&event);
                }
                self.go_on();
            }
            Err(malformed) => self.send(&LabEvent::Broken(malformed.to_string())),
        }
    }

    /// Loads the weights that are needed, or schedules the next turn.
    fn go_on(self: &Rc<Self>) {
        let wanted = self.lab.borrow().needed_weights().cloned();
        if let Some(wanted) = wanted {
            if !self.is_loading.replace(true) {
                let host = self.clone();
                spawn_local(async move { host.load(wanted).await });
            }
            return;
        }
        if !self.is_awake.replace(true) {
            let on_turn = self.on_turn.get_or_init(|| {
                let host = self.clone();
                Closure::new(move || host.work())
            });
            let act = on_turn.as_ref().unchecked_ref();
            drop(self.scope.set_timeout_with_callback(act));
        }
    }

    /// Works for one turn, and schedules the next one if work is left.
    fn work(self: &Rc<Self>) {
        self.is_awake.set(false);
        let end = Date::now() + TURN_MS;
        loop {
            let event = self.lab.borrow_mut().step();
            let Some(event) = event else {
                // The request may need another file of weights.
                if self.lab.borrow().needed_weights().is_some() {
                    self.go_on();
                }
                return;
            };
            self.send(&event);
            if Date::now() >= end {
                return self.go_on();
            }
        }
    }

    async fn load(self: Rc<Self>, wanted: NeededWeights) {
        let bytes = self.fetch(&wanted.address).await;
        let refusal = self
            .lab
            .borrow_mut()
            .on_weights(wanted.checkpoint, bytes.as_deref().map_err(Clone::clone));
        self.is_loading.set(false);
        self.has_bad_copy.set(refusal.is_some());
        if let Some(refusal) = refusal {
            self.send(&refusal);
        }
        self.go_on();
    }

    /// Loads the bytes at an address. The file name contains a hash of the content, so a copy in
    /// the browser's cache stays valid.
    async fn fetch(&self, address: &str) -> Result<Vec<u8>, String> {
        let unreachable =
            |_| "the small model could not be loaded: check the connection and try again";
        let options = RequestInit::new();
        let is_kept = !self.has_bad_copy.get();
        options.set_cache(if is_kept { RequestCache::ForceCache } else { RequestCache::Reload });
        let request = self.scope.fetch_with_str_and_init(address, &options);
        let response: Response =
            JsFuture::from(request).await.map_err(unreachable)?.unchecked_into();
        if !response.ok() {
            return Err(format!(
                "the small model could not be loaded: the server says {} to its file; reload the page, or report this to its host",
                response.status()
            ));
        }
        let length = response.headers().get("Content-Length").ok().flatten();
        // If the content is compressed, `Content-Length` is not the number of bytes read below.
        let packed = response.headers().get("Content-Encoding").ok().flatten();
        let total =
            length.filter(|_| packed.is_none()).and_then(|text| text.parse().ok()).unwrap_or(0);
        let Some(body) = response.body() else { return Ok(Vec::new()) };
        let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
        let mut bytes = Vec::new();
        loop {
            let piece = JsFuture::from(reader.read()).await.map_err(unreachable)?;
            let get = |key: &str| Reflect::get(&piece, &key.into()).unwrap_or(JsValue::UNDEFINED);
            if get("done").is_truthy() {
                return Ok(bytes);
            }
            if let Some(value) = get("value").dyn_ref::<Uint8Array>() {
                bytes.extend(value.to_vec());
            }
            let got = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
            self.send(&LabEvent::Loading { got, of: total });
        }
    }

    fn send(&self, event: &LabEvent) {
        // Encoding and posting an event cannot fail.
        if let Ok(bytes) = encode(event) {
            drop(self.scope.post_message(&Uint8Array::from(bytes.as_slice())));
        }
    }
}
