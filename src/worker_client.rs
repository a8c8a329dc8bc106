//! What goes to a worker, and who is told what it says. The page has two: one that grades, and one that asks models and runs sweeps.

use std::rc::Rc;

use leptos::prelude::*;
use stepfall_protocol::{Event, Request};
use wasm_bindgen::JsValue;

use crate::browser::Worker;

/// Someone who is told what the worker says.
type Listener = Rc<dyn Fn(&Event)>;

/// A worker, started when it is needed first.
#[derive(Clone, Copy)]
pub(crate) struct WorkerClient {
    worker: StoredValue<Option<Worker>, LocalStorage>,
    listeners: StoredValue<Vec<(u32, Listener)>, LocalStorage>,
    last: StoredValue<u32>,
}

impl WorkerClient {
    pub(crate) fn new() -> Self {
        Self {
            worker: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        }
    }

    /// Tells everything that the worker says from now on, while the present reactive owner lives.
    pub(crate) fn listen(self, on_event: impl Fn(&Event) + 'static) {
        self.last.update_value(|last| *last += 1);
        let number = self.last.get_value();
        self.listeners.update_value(|listeners| listeners.push((number, Rc::new(on_event))));
        on_cleanup(move || {
            // The client may be gone already.
            let _ = self.listeners.try_update_value(|all| all.retain(|(of, _)| *of != number));
        });
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
        for (_, listener) in self.listeners.get_value() {
            listener(event);
        }
    }
}
