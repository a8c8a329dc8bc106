//! What goes to the worker that asks models, and who is told what it says.

use std::rc::Rc;

use stepfall_protocol::{Event, Request};
use wasm_bindgen::JsValue;

use crate::browser::Runner;
use crate::prelude::*;

/// Someone who is told what the worker says.
type Listener = Rc<dyn Fn(&Event)>;

/// The worker that asks models, started when it is needed first.
#[derive(Clone, Copy)]
pub(crate) struct WorkerClient {
    runner: StoredValue<Option<Runner>, LocalStorage>,
    listeners: StoredValue<Vec<Listener>, LocalStorage>,
}

impl WorkerClient {
    pub(crate) fn new() -> Self {
        Self { runner: StoredValue::new_local(None), listeners: StoredValue::new_local(Vec::new()) }
    }

    /// Tells everything that the worker says from now on.
    pub(crate) fn listen(self, on_event: impl Fn(&Event) + 'static) {
        self.listeners.update_value(|listeners| listeners.push(Rc::new(on_event)));
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
        if self.runner.with_value(Option::is_none) {
            self.runner.set_value(Runner::start(move |event| self.dispatch(&event)));
        }
        let is_running = self.runner.with_value(|runner| {
            runner.as_ref().map(|runner| runner.post(request, file)).is_some()
        });
        if !is_running {
            self.dispatch(&Event::Broken(String::new()));
        }
    }

    /// Ends the worker, whatever it is doing. The next request starts another one.
    pub(crate) fn stop(self) {
        if let Some(runner) = self.runner.try_update_value(Option::take).flatten() {
            runner.stop();
        }
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
