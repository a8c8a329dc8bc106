//! What goes to the worker that asks models, and who is told what it says.

use std::rc::Rc;

use wasm_bindgen::JsValue;

use crate::browser::{Runner, Told};
use crate::prelude::*;

/// Someone who is told what the worker says.
type Listener = Rc<dyn Fn(&Told)>;

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
    pub(crate) fn listen(self, on_event: impl Fn(&Told) + 'static) {
        self.listeners.update_value(|listeners| listeners.push(Rc::new(on_event)));
    }

    /// Calls the worker. One that cannot be started says that it is broken.
    pub(crate) fn call(self, name: &str, given: &[JsValue]) {
        if self.runner.with_value(Option::is_none) {
            self.runner.set_value(Runner::start(move |told| self.dispatch(&told)));
        }
        let is_running = self
            .runner
            .with_value(|runner| runner.as_ref().map(|runner| runner.post(name, given)).is_some());
        if !is_running {
            self.dispatch(&Told { kind: "broken".to_owned(), call: 0, text: String::new() });
        }
    }

    /// Ends the worker, whatever it is doing. The next call starts another one.
    pub(crate) fn stop(self) {
        if let Some(runner) = self.runner.try_update_value(Option::take).flatten() {
            runner.stop();
        }
    }

    fn dispatch(self, told: &Told) {
        if told.kind == "broken" {
            // What it was at must not go on beside the next one.
            self.stop();
        }
        // A listener may call the worker again.
        for listener in self.listeners.get_value() {
            listener(told);
        }
    }
}
