//! The post: what goes to the worker that asks models, and who hears what it says.

use std::cell::RefCell;

use wasm_bindgen::JsValue;

use crate::browser::{Runner, Told};

/// Someone who hears what the worker says.
type Listener = Box<dyn Fn(&Told)>;

/// The worker that asks models, started when it is needed first. It stands for as long as the page lives.
#[derive(Default)]
pub(crate) struct Post {
    runner: RefCell<Option<Runner>>,
    listeners: RefCell<Vec<Listener>>,
}

impl Post {
    pub(crate) fn new() -> &'static Self {
        Box::leak(Box::default())
    }

    /// Hears everything that the worker says from now on.
    pub(crate) fn listen(&self, hear: impl Fn(&Told) + 'static) {
        self.listeners.borrow_mut().push(Box::new(hear));
    }

    /// Calls the worker. One that cannot be started says that it is broken.
    pub(crate) fn call(&'static self, name: &str, given: &[JsValue]) {
        let is_running = {
            let mut runner = self.runner.borrow_mut();
            if runner.is_none() {
                *runner = Runner::start(move |told| self.hear(&told));
            }
            if let Some(runner) = runner.as_ref() {
                runner.post(name, given);
            }
            runner.is_some()
        };
        if !is_running {
            self.hear(&Told { kind: "broken".to_owned(), call: 0, text: String::new() });
        }
    }

    /// Ends the worker, whatever it is doing. The next call starts another one.
    pub(crate) fn stop(&self) {
        if let Some(runner) = self.runner.take() {
            runner.stop();
        }
    }

    fn hear(&self, told: &Told) {
        if told.kind == "broken" {
            // What it was at must not go on beside the next one.
            self.stop();
        }
        for listener in self.listeners.borrow().iter() {
            listener(told);
        }
    }
}
