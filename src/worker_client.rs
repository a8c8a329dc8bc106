//! What goes to a worker, and who is told what it says. The page has two: one that grades, and one that asks models and runs sweeps.

use std::rc::Rc;

use stepfall_protocol::{Event, Request};
use wasm_bindgen::JsValue;

use crate::browser::Worker;
use crate::prelude::*;

/// Someone who is told what the worker says.
type Listener = Rc<dyn Fn(&Event)>;

/// A worker, started when it is needed first.
#[derive(Clone, Copy)]
pub(crate) struct WorkerClient {
    worker: StoredValue<Option<Worker>, LocalStorage>,
    listeners: StoredValue<Vec<Listener>, LocalStorage>,
}

impl WorkerClient {
    pub(crate) fn new() -> Self {
        Self { worker: StoredValue::new_local(None), listeners: StoredValue::new_local(Vec::new()) }
    }

    /// Tells everything that the worker says from now on.
    pub(crate) fn listen(self, on_event: impl Fn(&Event) + 'static) {
        self.listeners.update_value(|listeners| listeners.push(Rc::new(on_event)));
    }

    pub(crate) fn is_started(self) -> bool {
        self.worker.with_value(Option::is_some)
    }

    /// Starts the worker where it is not running. Returns whether it is now, which a browser may refuse.
    pub(crate) fn start(self) -> bool {
        if !self.is_started() {
            self.worker.set_value(Worker::start(move |event| self.dispatch(&event)));
        }
        self.is_started()
    }

    /// Sends the worker a request. One that cannot be started says that it is broken.
    pub(crate) fn send(self, request: &Request) {
        self.post(request, None);
    }

    /// Sends the worker a request with the file that belongs to it.
    pub(crate) fn send_file(self, request: &Request, file: &JsValue) {
        self.post(request, Some(file));
    }

    fn post(self, request: &Request, file: Option<&JsValue>) {
        if self.start() {
            self.worker.with_value(|worker| {
                if let Some(worker) = worker {
                    worker.post(request, file);
                }
            });
        } else {
            self.dispatch(&Event::Broken(String::new()));
        }
    }

    /// Ends the worker, whatever it is doing. The next request starts another one.
    pub(crate) fn stop(self) {
        drop(self.worker.try_update_value(Option::take));
    }

    fn dispatch(self, event: &Event) {
        if matches!(event, Event::Broken(_)) {
            // What it was at must not go on beside the next one.
            self.stop();
        }
        // A listener may send another request.
        for listener in self.listeners.get_value() {
            listener(event);
        }
    }
}
