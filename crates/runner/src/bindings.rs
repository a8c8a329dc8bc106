//! The runner as the worker sees it: what happens goes in, and an array of commands comes back as JSON text.

use serde_json::Value;
use stepfall_provider::{Circumstances, Head, Permission, Probe};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::command::Command;
use crate::question::{Question, Setting};

/// See [`crate::Runner`].
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Runner(crate::Runner);

#[wasm_bindgen]
impl Runner {
    /// Nothing is under way.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// See [`crate::Runner::providers`].
    pub fn providers(&mut self, _now: f64) -> String {
        self.0.providers();
        self.commands()
    }

    /// See [`crate::Runner::models`].
    pub fn models(&mut self, _now: f64, id: u32, provider: &str, base: &str, key: &str) -> String {
        self.0.models(id, &setting(provider, base, key));
        self.commands()
    }

    /// See [`crate::Runner::ask`]; with `is_preview` nothing is sent.
    #[expect(clippy::too_many_arguments, reason = "each is a field of the page")]
    pub fn ask(
        &mut self,
        now: f64,
        id: u32,
        provider: &str,
        base: &str,
        key: &str,
        model: &str,
        link: &str,
        max_output: &str,
        temperature: &str,
        effort: &str,
        is_preview: bool,
    ) -> String {
        let question = Question {
            model: model.to_owned(),
            link: link.to_owned(),
            max_output: max_output.to_owned(),
            temperature: temperature.to_owned(),
            effort: effort.to_owned(),
        };
        let setting = setting(provider, base, key);
        if is_preview {
            self.0.preview(id, &setting, &question);
        } else {
            self.0.ask(id, &setting, &question, millis(now));
        }
        self.commands()
    }

    /// See [`crate::Runner::stop`].
    pub fn stop(&mut self, now: f64, id: u32) -> String {
        self.0.stop(id, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::head`]. The headers are lines of names and values, parted by a colon.
    pub fn head(&mut self, _now: f64, id: u32, status: u16, headers: &str) -> String {
        let headers = headers.lines().filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
        self.0.head(id, Head { status, headers: headers.collect() });
        self.commands()
    }

    /// See [`crate::Runner::bytes`].
    pub fn bytes(&mut self, now: f64, id: u32, bytes: &[u8]) -> String {
        self.0.bytes(id, bytes, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::end`].
    pub fn end(&mut self, now: f64, id: u32) -> String {
        self.0.end(id, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::lost`].
    pub fn lost(&mut self, now: f64, id: u32) -> String {
        self.0.lost(id, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::found`].
    #[expect(clippy::too_many_arguments, reason = "each is a circumstance")]
    pub fn found(
        &mut self,
        _now: f64,
        id: u32,
        is_online: bool,
        answers: bool,
        permission: &str,
        page: &str,
        is_safari: bool,
    ) -> String {
        let probe = if answers { Probe::Answered } else { Probe::Silent };
        let permission = match permission {
            "granted" => Permission::Granted,
            "prompt" => Permission::Prompt,
            "denied" => Permission::Denied,
            _ => Permission::Unknown,
        };
        let page = page.to_owned();
        self.0.found(id, &Circumstances { is_online, probe, permission, page, is_safari });
        self.commands()
    }

    /// See [`crate::Runner::wake`].
    pub fn wake(&mut self, now: f64) -> String {
        self.0.wake(millis(now));
        self.commands()
    }
}

impl Runner {
    fn commands(&mut self) -> String {
        let commands = self.0.take();
        Value::from(commands.iter().map(Command::to_json).collect::<Vec<_>>()).to_string()
    }
}

fn setting(provider: &str, base: &str, key: &str) -> Setting {
    Setting { provider: provider.to_owned(), base: base.to_owned(), key: key.to_owned() }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time of day")]
const fn millis(now: f64) -> u64 {
    now as u64
}
