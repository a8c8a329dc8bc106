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

    /// See [`crate::Runner::sign_in`].
    pub fn sign_in(
        &mut self,
        _now: f64,
        id: u32,
        provider: &str,
        base: &str,
        callback: &str,
        random: &[u8],
    ) -> String {
        self.0.sign_in(id, &setting(provider, base, ""), callback, random);
        self.commands()
    }

    /// See [`crate::Runner::hashed`].
    pub fn hashed(&mut self, _now: f64, id: u32, digest: &[u8]) -> String {
        self.0.hashed(id, digest);
        self.commands()
    }

    /// See [`crate::Runner::exchange`].
    pub fn exchange(
        &mut self,
        _now: f64,
        id: u32,
        provider: &str,
        base: &str,
        code: &str,
        verifier: &str,
    ) -> String {
        self.0.exchange(id, &setting(provider, base, ""), code, verifier);
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
    pub fn head(&mut self, now: f64, id: u32, status: u16, headers: &str) -> String {
        let headers = headers.lines().filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_owned(), value.trim().to_owned()));
        self.0.head(id, Head { status, headers: headers.collect() }, millis(now));
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

    /// See [`crate::Runner::check`].
    pub fn check(&mut self, _now: f64, fragment: &str) -> String {
        self.0.check(fragment);
        self.commands()
    }

    /// See [`crate::Runner::begin`].
    pub fn begin(
        &mut self,
        now: f64,
        run: &str,
        fragment: &str,
        name: &str,
        keys: &str,
        jitter: f64,
    ) -> String {
        self.0.begin(run, fragment, name, keys, millis(jitter), millis(now));
        self.commands()
    }

    /// See [`crate::Runner::open`].
    pub fn open(&mut self, now: f64, run: &str, jitter: f64) -> String {
        self.0.open(run, millis(jitter), millis(now));
        self.commands()
    }

    /// See [`crate::Runner::go`].
    pub fn go(&mut self, _now: f64, keys: &str, again: bool, fragment: &str) -> String {
        self.0.go(keys, again, fragment);
        self.commands()
    }

    /// See [`crate::Runner::rename`].
    pub fn rename(&mut self, _now: f64, run: &str, name: &str) -> String {
        self.0.rename(run, name);
        self.commands()
    }

    /// See [`crate::Runner::forget`].
    pub fn forget(&mut self, now: f64, origin: &str) -> String {
        self.0.forget(origin, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::pause`].
    pub fn pause(&mut self, now: f64, at_once: bool) -> String {
        self.0.pause(at_once, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::header`].
    pub fn header(&mut self, _now: f64, run: &str, line: &str) -> String {
        self.0.header(run, line);
        self.commands()
    }

    /// See [`crate::Runner::loaded`].
    pub fn loaded(&mut self, now: f64, run: &str, lines: &str, is_last: bool) -> String {
        self.0.loaded(run, lines, is_last, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::locked`].
    pub fn locked(&mut self, now: f64, run: &str, is_mine: bool) -> String {
        self.0.locked(run, is_mine, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::kept`].
    pub fn kept(&mut self, now: f64, run: &str, count: usize, wrong: &str) -> String {
        self.0.kept(run, count, wrong, millis(now));
        self.commands()
    }

    /// See [`crate::Runner::kept_answer`].
    pub fn kept_answer(&mut self, _now: f64, id: u32, wrong: &str) -> String {
        self.0.kept_answer(id, wrong);
        self.commands()
    }

    /// See [`crate::Runner::compare`].
    pub fn compare(&mut self, _now: f64, run: &str) -> String {
        self.0.compare(run);
        self.commands()
    }

    /// See [`crate::Runner::figures`].
    pub fn figures(&mut self, _now: f64, measure: &str, wide: u32, narrow: u32) -> String {
        self.0.figures(measure, wide, narrow);
        self.commands()
    }

    /// See [`crate::Runner::file`].
    pub fn file(
        &mut self,
        _now: f64,
        measure: &str,
        id: &str,
        form: &str,
        is_dark: bool,
    ) -> String {
        self.0.file(measure, id, form, is_dark);
        self.commands()
    }

    /// See [`crate::Runner::report`].
    pub fn report(&mut self, _now: f64, measure: &str, address: &str) -> String {
        self.0.report(measure, address);
        self.commands()
    }

    /// See [`crate::Runner::table`].
    pub fn table(&mut self, run: &str, header: &str, lines: &str) -> String {
        self.0.table(run, header, lines)
    }

    /// See [`crate::Runner::attempts`].
    pub fn attempts(&mut self, _now: f64, pick: &str, from: u32) -> String {
        self.0.attempts(pick, from);
        self.commands()
    }

    /// See [`crate::Runner::attempt`].
    pub fn attempt(&mut self, _now: f64, number: u32) -> String {
        self.0.attempt(number);
        self.commands()
    }

    /// See [`crate::Runner::one`].
    pub fn one(&mut self, _now: f64, run: &str, line: &str) -> String {
        self.0.one(run, line);
        self.commands()
    }

    /// See [`crate::Runner::take_file`].
    pub fn take(&mut self, _now: f64, run: &str, size: f64) -> String {
        self.0.take_file(run, whole(size));
        self.commands()
    }

    /// See [`crate::Runner::piece`].
    pub fn piece(&mut self, _now: f64, run: &str, bytes: &[u8], is_last: bool) -> String {
        self.0.piece(run, bytes, is_last);
        self.commands()
    }

    /// See [`crate::Runner::unread`].
    pub fn unread(&mut self, _now: f64, run: &str) -> String {
        self.0.unread(run);
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

const fn millis(now: f64) -> u64 {
    whole(now)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time or a size")]
const fn whole(number: f64) -> u64 {
    number as u64
}
