//! The client of a web worker. Some workers grade, ask models and run sweeps; other workers run
//! the small model.

use std::rc::Rc;

use leptos::prelude::*;
use stepfall_protocol::WorkChannel;
use wasm_bindgen::JsValue;

use crate::browser::{Startable, Worker};

type Listener<E> = Rc<dyn Fn(&E)>;
/// The listeners, each with a serial number.
type Listeners<E> = StoredValue<Vec<(u32, Listener<E>)>, LocalStorage>;

/// The client of a worker. The first request starts the worker.
pub(crate) struct WorkerClient<C: Startable = WorkChannel> {
    worker: StoredValue<Option<Worker>, LocalStorage>,
    listeners: Listeners<C::Event>,
    last: StoredValue<u32>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived `Clone` would require `C: Clone`")]
impl<C: Startable> Clone for WorkerClient<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Startable> Copy for WorkerClient<C> {}

impl<C: Startable> WorkerClient<C> {
    pub(crate) fn new() -> Self {
        Self {
            worker: StoredValue::new_local(None),
            listeners: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        }
    }

    /// Calls `on_event` with every event of the worker, while the current reactive owner lives.
    pub(crate) fn listen(self, on_event: impl Fn(&C::Event) + 'static) {
        self.last.update_value(|last| *last += 1);
        let number = self.last.get_value();
        self.listeners.update_value(|listeners| listeners.push((number, Rc::new(on_event))));
        on_cleanup(move || {
            // The client may already be disposed.
            let _ = self
                .listeners
                .try_update_value(|all| all.retain(|(registered, _)| *registered != number));
        });
    }

    pub(crate) fn is_started(self) -> bool {
        self.worker.with_value(Option::is_some)
    }

    /// Starts the worker if it is not running. Returns false if the browser refuses to start it.
    pub(crate) fn start(self) -> bool {
        if !self.is_started() {
            self.worker.set_value(Worker::start::<C>(move |event| self.dispatch(&event)));
        }
        self.is_started()
    }

    /// Sends a request to the worker. If the worker cannot be started, the listeners receive an
    /// event that reports it as broken.
    pub(crate) fn send(self, request: &C::Request) {
        self.post(request, None);
    }

    /// Sends a request to the worker, with the file that belongs to it.
    pub(crate) fn send_file(self, request: &C::Request, file: &JsValue) {
        self.post(request, Some(file));
    }

    fn post(self, request: &C::Request, file: Option<&JsValue>) {
        if self.start() {
            self.worker.with_value(|worker| {
                if let Some(worker) = worker {
                    worker.post::<C>(request, file);
                }
            });
        } else {
            self.dispatch(&C::broken(String::new()));
        }
    }

    /// Ends the worker at once. The next request starts another worker.
    pub(crate) fn stop(self) {
        drop(self.worker.try_update_value(Option::take));
    }

    fn dispatch(self, event: &C::Event) {
        if C::is_broken(event) {
            // The broken worker must not continue next to its replacement.
            self.stop();
        }
        // The loop uses a copy of the list, because a listener may send another request, or dispose
        // the owner of another listener.
        for (number, listener) in self.listeners.get_value() {
            let is_there = self
                .listeners
                .try_with_value(|all| all.iter().any(|(registered, _)| *registered == number));
            if is_there == Some(true) {
                listener(event);
            }
        }
    }
}
