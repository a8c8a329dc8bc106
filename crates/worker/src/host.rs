//! The host of the runner. It has the network, the clock and the disk, reports events to the
//! runner, and carries out its commands.
//!
//! The page sends a [`Request`] as bytes, with a file attached if the request needs one. The worker
//! sends each [`Event`] in the same way. A message of plain text instead of bytes explains why the
//! worker is unusable.

mod batch;
mod browser;
mod database;
mod disk;
mod files;
mod network;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use js_sys::{Array, Date, Function, Promise, Uint8Array};
use stepfall_protocol::{CallEvent, CallId, Event, FileEvent, Request, Secret, decode, encode};
use stepfall_provider::HeaderValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{AbortController, Blob, DedicatedWorkerGlobalScope, MessageEvent};

use self::batch::QueuedFile;
use self::disk::Disk;
use self::files::Import;
use crate::{BatchSides, Command, Runner, output};

/// Handles the messages that have already arrived, and all later ones.
#[wasm_bindgen]
pub fn serve(early: &Array) {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    std::panic::set_hook(Box::new({
        let scope = scope.clone();
        // Sending a text never fails.
        move |info| drop(scope.post_message(&info.to_string().into()))
    }));
    let host = Rc::new(Host {
        scope,
        runner: RefCell::default(),
        calls: RefCell::default(),
        alarm: Cell::new(None),
        on_alarm: OnceCell::new(),
        locks: RefCell::default(),
        imports: RefCell::default(),
        batch: RefCell::default(),
        waiting: RefCell::default(),
        is_reading: Cell::new(false),
        cleared: <[Cell<u32>; 2]>::default(),
        is_comparing: Cell::new(false),
        disk: RefCell::default(),
        opening: RefCell::default(),
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

/// The worker. It lives until its page ends it.
struct Host {
    scope: DedicatedWorkerGlobalScope,
    runner: RefCell<Runner>,
    /// The requests in progress, each with the controller that cancels it.
    calls: RefCell<BTreeMap<CallId, AbortController>>,
    /// The time of the next wake-up, and its timer.
    alarm: Cell<Option<(u64, i32)>>,
    on_alarm: OnceCell<Closure<dyn Fn()>>,
    /// The functions that release this tab's locks, by run.
    locks: RefCell<BTreeMap<String, Function>>,
    /// The files that are being imported, by the names of their runs.
    imports: RefCell<BTreeMap<String, Import>>,
    /// The graded responses of the batch.
    batch: RefCell<BatchSides>,
    /// The files of the batch that wait to be read.
    waiting: RefCell<VecDeque<QueuedFile>>,
    /// True if a file of the batch is being read.
    is_reading: Cell<bool>,
    /// The number of times that the responses of each side were removed.
    cleared: [Cell<u32>; 2],
    /// True if a comparison is being computed.
    is_comparing: Cell<bool>,
    /// The store, once it is open.
    disk: RefCell<Option<Rc<Disk>>>,
    /// The promise that opens the store.
    opening: RefCell<Option<Promise>>,
}

impl Host {
    fn on_message(self: &Rc<Self>, message: &JsValue) {
        let parts = message.dyn_ref::<Array>();
        let bytes = parts.map_or_else(|| message.clone(), |parts| parts.get(0));
        let blob = parts.and_then(|parts| parts.get(1).dyn_into::<Blob>().ok());
        let bytes = bytes.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default();
        match decode(&bytes) {
            Ok(request) => self.dispatch(request, blob),
            Err(malformed) => self.send(&Event::Broken(malformed.to_string())),
        }
    }

    fn dispatch(self: &Rc<Self>, request: Request, blob: Option<Blob>) {
        let now = now();
        match request {
            Request::Job(id, job) => {
                self.send(&Event::Job(id, output(&job)));
            }
            Request::Providers => self.notify(Runner::providers),
            Request::Models(id, setting) => self.notify(|runner| runner.models(id, &setting)),
            Request::SignIn { id, setting, callback, random, state } => {
                self.notify(|runner| runner.sign_in(id, &setting, &callback, &random, &state));
            }
            Request::Exchange { id, setting, code: Secret(code), verifier: Secret(verifier) } => {
                self.notify(|runner| runner.exchange(id, &setting, &code, &verifier));
            }
            Request::Preview(id, setting, question) => {
                self.notify(|runner| runner.preview(id, &setting, &question));
            }
            Request::Ask(id, setting, question) => {
                self.notify(|runner| runner.ask(id, &setting, &question, now));
            }
            Request::Stop(id) => self.notify(|runner| runner.stop(id, now)),
            Request::Check(plan) => self.notify(|runner| runner.check(&plan)),
            Request::Begin { run, plan, name, keys, jitter } => {
                self.notify(|runner| runner.begin(&run, &plan, &name, &keys, jitter, now));
            }
            Request::Open { run, jitter } => self.notify(|runner| runner.open(&run, jitter, now)),
            Request::Resume { keys, retries_given_up, plan } => {
                self.notify(|runner| runner.resume(&keys, retries_given_up, &plan));
            }
            Request::Pause => self.notify(|runner| runner.pause(now)),
            Request::Halt => self.notify(|runner| runner.halt(now)),
            Request::Wrote(id, question, answer) => {
                self.notify(|runner| runner.on_small_model_answer(id, &question, answer, now));
            }
            Request::Forget(origin) => self.notify(|runner| runner.forget(&origin, now)),
            Request::Compare(run) => self.notify(|runner| runner.compare(&run)),
            Request::Overlay(run) => self.notify(|runner| runner.overlay(&run)),
            Request::Figures { measure, width } => {
                self.notify(|runner| runner.figures(measure, width));
            }
            Request::File { measure, figure, form, is_dark } => {
                self.notify(|runner| runner.file(measure, &figure, form, is_dark));
            }
            Request::Report { measure, address } => {
                self.notify(|runner| runner.report(measure, &address));
            }
            Request::Attempts { filter, from } => {
                self.notify(|runner| runner.attempts(&filter, from));
            }
            Request::Attempt(number) => self.notify(|runner| runner.attempt(number)),
            Request::Runs => self.on_disk(async |host| host.send_runs().await),
            Request::Rename { run, name } => {
                self.on_disk(async move |host| host.rename(&run, &name).await);
            }
            Request::Remove(run) => self.remove(run),
            Request::Lines(run) => self.on_disk(async move |host| host.save_lines(&run).await),
            Request::Table(run) => self.on_disk(async move |host| host.save_table(&run).await),
            Request::Import(run) => self.import(run, blob),
            Request::Batch(request) => self.batch(request, blob),
            Request::InMemory => self.use_memory(),
            Request::Answers => self.on_disk(async |host| host.send_answers().await),
            Request::Answer(number) => {
                self.on_disk(async move |host| host.open_answer(number).await);
            }
            Request::RemoveAnswer(number) => {
                self.on_disk(async move |host| host.remove_answer(number).await);
            }
        }
    }

    /// Reports an event to the runner, and carries out its commands.
    fn notify(self: &Rc<Self>, happens: impl FnOnce(&mut Runner)) {
        happens(&mut self.runner.borrow_mut());
        self.carry_out();
    }

    /// Carries out the runner's commands. All lines of a run among them are written together.
    fn carry_out(self: &Rc<Self>) {
        let commands = self.runner.borrow_mut().take_commands();
        let mut lines: Vec<(String, Vec<(u64, String)>)> = Vec::new();
        for command in commands {
            match command {
                Command::Fetch { call: id, request, origin } => self.fetch(id, request, origin),
                Command::Abort(id) => {
                    if let Some(call) = self.calls.borrow_mut().remove(&id) {
                        call.abort();
                    }
                }
                Command::Probe { call: id, origin } => self.probe(id, origin),
                Command::Wake(at) => self.wake_at(at),
                Command::StoreRun { run, header } => self.store_header(run, header),
                Command::StoreLine { run, key: number, line } => {
                    match lines.iter_mut().find(|(earlier, _)| *earlier == run) {
                        Some((_, lines)) => lines.push((number, line)),
                        None => lines.push((run, vec![(number, line)])),
                    }
                }
                Command::Restore { run, header, lines } => self.restore(run, header, lines),
                Command::StoreAnswer { call: id, header, transcript } => {
                    self.store_answer(id, header, transcript);
                }
                Command::LoadRun(run) => self.on_disk(async move |host| host.load(&run).await),
                Command::LoadAttempt { run, number } => {
                    self.on_disk(async move |host| host.load_one(&run, number).await);
                }
                Command::ReadFilePiece(run) => self.read_on(run),
                Command::Lock(run) => self.lock(run),
                Command::Unlock(run) => {
                    if let Some(release) = self.locks.borrow_mut().remove(&run) {
                        drop(release.call0(&JsValue::UNDEFINED));
                    }
                }
                Command::HashVerifier { call: id, verifier } => self.hash(id, verifier),
                Command::SendKey { call: id, origin, key } => {
                    let key = Secret(HeaderValue::Secret("", key).reveal());
                    self.send(&Event::Call(id, CallEvent::Key { origin, key }));
                }
                Command::Emit(event) => self.send(&event),
            }
        }
        for (run, lines) in lines {
            self.store_lines(run, lines);
        }
    }

    fn send(&self, event: &Event) {
        // Encoding and sending never fail.
        if let Ok(bytes) = encode(event) {
            drop(self.scope.post_message(&Uint8Array::from(bytes.as_slice())));
        }
    }

    /// Sends the page a file to be saved.
    fn send_blob(&self, name: &str, blob: &Blob) {
        if let Ok(bytes) = encode(&Event::File(FileEvent::Attached { name: name.to_owned() })) {
            let bytes = Uint8Array::from(bytes.as_slice());
            drop(self.scope.post_message(&Array::of2(&bytes, blob)));
        }
    }

    /// Wakes the runner at a time. The runner requests its wake-up again after every event, so the
    /// host keeps only the earliest requested time.
    fn wake_at(self: &Rc<Self>, at: u64) {
        if self.alarm.get().is_some_and(|(earlier, _)| at >= earlier) {
            return;
        }
        if let Some((_, timer)) = self.alarm.take() {
            self.scope.clear_timeout_with_handle(timer);
        }
        let on_alarm = self.on_alarm.get_or_init(|| {
            let host = self.clone();
            Closure::new(move || {
                host.alarm.set(None);
                host.notify(|runner| runner.wake(now()));
            })
        });
        // If the wait is longer than a browser timer allows, the timer fires early. The runner then
        // sets another one.
        let wait = i32::try_from(at.saturating_sub(now())).unwrap_or(i32::MAX);
        let act = on_alarm.as_ref().unchecked_ref();
        let timer = self.scope.set_timeout_with_callback_and_timeout_and_arguments_0(act, wait);
        if let Ok(timer) = timer {
            self.alarm.set(Some((at, timer)));
        }
    }

    fn spawn(self: &Rc<Self>, act: impl AsyncFnOnce(Rc<Self>) + 'static) {
        let host = self.clone();
        spawn_local(async move { act(host).await });
    }
}

/// Returns the time, in milliseconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time after 1970")]
fn now() -> u64 {
    Date::now() as u64
}
