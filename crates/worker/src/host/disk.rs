//! Where runs and answers are kept, and what the runner and the page want of it.

use std::rc::Rc;

use js_sys::{Array, Function, Promise};
use stepfall_protocol::{AnswersEvent, CallId, Event, RunEvent};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Blob, BlobPropertyBag};

use super::browser::{Locks, Navigator, object};
use super::database::IdbStore;
use super::{Host, now};
use crate::catalog;
use crate::store::{MemoryStore, Store, StoreError};

/// Lines that are read at once.
const AT_ONCE: u32 = 500;

/// Where runs and answers are kept.
pub(super) enum Disk {
    /// On the disk.
    Database(IdbStore),
    /// In memory: the browser has no disk for this page, and the page says so.
    Memory(MemoryStore),
}

/// Does the same with whichever store there is.
macro_rules! with {
    ($disk:expr, $store:ident => $does:expr) => {
        match $disk {
            Disk::Database($store) => $does,
            Disk::Memory($store) => $does,
        }
    };
}

impl Host {
    /// The store, opened when it is needed first.
    async fn disk(self: &Rc<Self>) -> &Disk {
        let opening = self.opening.get_or_init(|| {
            let host = self.clone();
            future_to_promise(async move {
                let disk = match IdbStore::open(&host.scope).await {
                    Some(database) => Disk::Database(database),
                    None => Disk::Memory(MemoryStore::default()),
                };
                // It is opened once.
                drop(host.disk.set(disk));
                Ok(JsValue::UNDEFINED)
            })
        });
        drop(JsFuture::from(opening.clone()).await);
        self.disk.get_or_init(|| Disk::Memory(MemoryStore::default()))
    }

    /// Does something with the store; that it failed is told, and everything else goes on.
    pub(super) fn on_disk(
        self: &Rc<Self>,
        act: impl AsyncFnOnce(&Rc<Self>) -> Result<(), StoreError> + 'static,
    ) {
        self.spawn(async move |host| {
            if let Err(wrong) = act(&host).await {
                host.not_done(&wrong);
            }
        });
    }

    fn not_done(&self, wrong: &StoreError) {
        self.send(&Event::Run(RunEvent::NotDone(format!(
            "This browser's storage failed: {wrong}"
        ))));
    }

    pub(super) fn keep(self: &Rc<Self>, run: String, lines: Vec<(u64, String)>) {
        self.spawn(async move |host| {
            let kept = with!(host.disk().await, store => store.keep(&run, &lines).await);
            host.tell(|runner| runner.kept(&run, lines.len(), kept.as_ref().copied(), now()));
        });
    }

    pub(super) fn keep_run(self: &Rc<Self>, run: String, header: String) {
        self.spawn(async move |host| {
            let kept = with!(host.disk().await, store => store.keep_run(&run, &header).await);
            let listed = match kept {
                Ok(()) => host.tell_runs().await,
                Err(wrong) => Err(wrong),
            };
            if let Err(wrong) = listed {
                host.tell(|runner| runner.kept(&run, 0, Err(&wrong), now()));
            }
        });
    }

    pub(super) fn keep_answer(self: &Rc<Self>, id: CallId, header: String, transcript: String) {
        self.spawn(async move |host| {
            let disk = host.disk().await;
            let kept = with!(disk, store => store.keep_answer(&header, &transcript).await);
            host.tell(|runner| runner.kept_answer(id, kept.as_ref().copied()));
        });
    }

    /// Reads a run in pieces, each of which the runner may take its time for.
    pub(super) async fn load(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let header = with!(self.disk().await, store => store.header(run).await)?;
        self.tell(|runner| runner.header(run, &header.unwrap_or_default()));
        self.pieces(run, |lines| self.tell(|runner| runner.loaded(run, lines, false, now())))
            .await?;
        self.tell(|runner| runner.loaded(run, "", true, now()));
        Ok(())
    }

    pub(super) async fn load_one(
        self: &Rc<Self>,
        run: &str,
        number: u32,
    ) -> Result<(), StoreError> {
        let number = u64::from(number);
        let found = with!(self.disk().await, store => store.lines(run, number, 1).await)?;
        if let Some(found) = found.filter(|found| found.next == number + 1) {
            self.tell(|runner| runner.one(run, &found.lines.concat()));
        }
        Ok(())
    }

    /// The lines of a run, in pieces.
    async fn pieces(
        self: &Rc<Self>,
        run: &str,
        mut take: impl FnMut(&str),
    ) -> Result<(), StoreError> {
        let (disk, mut from) = (self.disk().await, 0);
        while let Some(piece) = with!(disk, store => store.lines(run, from, AT_ONCE).await)? {
            take(&piece.lines.join("\n"));
            from = piece.next;
        }
        Ok(())
    }

    /// Takes a run for this tab: one run belongs to one tab. Where the browser has no locks, it is taken for this tab's own.
    pub(super) fn lock(self: &Rc<Self>, run: String) {
        let locks = self.locks().filter(|_| !self.locks.borrow().contains_key(&run));
        let Some(locks) = locks else {
            return self.tell(|runner| runner.locked(&run, true, now()));
        };
        let (name, host) = (lock_name(&run), self.clone());
        let act = Closure::once_into_js(move |held: JsValue| -> JsValue {
            let mut held_until = JsValue::UNDEFINED;
            if held.is_object() {
                held_until = Promise::new(&mut |release: Function, _: Function| {
                    host.locks.borrow_mut().insert(run.clone(), release);
                })
                .into();
            }
            host.tell(|runner| runner.locked(&run, held.is_object(), now()));
            held_until
        });
        // What it is held for is told by the promise that this makes, which nobody waits for.
        let _ = locks.request(&name, &object("ifAvailable", true), act.unchecked_ref());
    }

    /// Removes a run; what another tab is at is not taken from under it.
    pub(super) fn remove(self: &Rc<Self>, run: String) {
        let locks = self.locks().filter(|_| !self.locks.borrow().contains_key(&run));
        let Some(locks) = locks else {
            return self.on_disk(async move |host| host.remove_now(&run).await);
        };
        let (name, host) = (lock_name(&run), self.clone());
        let act = Closure::once_into_js(move |held: JsValue| -> JsValue {
            if !held.is_object() {
                let why = "This run goes on in another tab; pause it there before it is deleted.";
                host.send(&Event::Run(RunEvent::NotDone(why.to_owned())));
                return JsValue::UNDEFINED;
            }
            let removed = async move {
                if let Err(wrong) = host.remove_now(&run).await {
                    host.not_done(&wrong);
                }
                Ok(JsValue::UNDEFINED)
            };
            future_to_promise(removed).into()
        });
        let _ = locks.request(&name, &object("ifAvailable", true), act.unchecked_ref());
    }

    async fn remove_now(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        with!(self.disk().await, store => store.remove(run).await)?;
        self.tell_runs().await
    }

    fn locks(&self) -> Option<Locks> {
        self.scope.navigator().unchecked_ref::<Navigator>().locks()
    }

    pub(super) async fn tell_runs(self: &Rc<Self>) -> Result<(), StoreError> {
        let disk = self.disk().await;
        let runs = with!(disk, store => store.runs().await)?;
        let is_kept = with!(disk, store => store.is_kept());
        self.send(&Event::Run(RunEvent::Listed { is_kept, runs: catalog::runs(&runs) }));
        Ok(())
    }

    pub(super) async fn rename(self: &Rc<Self>, run: &str, name: &str) -> Result<(), StoreError> {
        let disk = self.disk().await;
        let header = with!(disk, store => store.header(run).await)?;
        if let Some(header) = header.and_then(|header| catalog::renamed(&header, name)) {
            with!(disk, store => store.keep_run(run, &header).await)?;
        }
        self.tell(|runner| runner.rename(run, name));
        self.tell_runs().await
    }

    pub(super) async fn tell_answers(self: &Rc<Self>) -> Result<(), StoreError> {
        let disk = self.disk().await;
        let answers = with!(disk, store => store.answers().await)?;
        let is_kept = with!(disk, store => store.is_kept());
        self.send(&Event::Answers(AnswersEvent::Listed {
            is_kept,
            answers: catalog::answers(&answers),
        }));
        Ok(())
    }

    /// Opens one of the answers; where it is gone, tells which are there.
    pub(super) async fn open_answer(self: &Rc<Self>, number: u32) -> Result<(), StoreError> {
        let answer = with!(self.disk().await, store => store.answer(number).await)?;
        match answer.and_then(|(header, transcript)| catalog::opened(&header, transcript)) {
            Some(answer) => self.send(&Event::Answers(AnswersEvent::Opened(answer))),
            None => self.tell_answers().await?,
        }
        Ok(())
    }

    pub(super) async fn remove_answer(self: &Rc<Self>, number: u32) -> Result<(), StoreError> {
        with!(self.disk().await, store => store.remove_answer(number).await)?;
        self.tell_answers().await
    }

    /// Saves a run as a file of lines, the header first.
    pub(super) async fn save_lines(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let header = with!(self.disk().await, store => store.header(run).await)?;
        let parts = Array::of1(&format!("{}\n", header.unwrap_or_default()).into());
        self.pieces(run, |lines| push(&parts, &format!("{lines}\n"))).await?;
        self.save("stepfall-sweep.jsonl", "application/jsonl", &parts);
        Ok(())
    }

    /// Saves a run as a table.
    pub(super) async fn save_table(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let header = with!(self.disk().await, store => store.header(run).await)?;
        let header = header.unwrap_or_default();
        let table = |lines: &str| self.runner.borrow_mut().table(run, &header, lines);
        let parts = Array::of1(&table("").into());
        self.pieces(run, |lines| push(&parts, &table(lines))).await?;
        self.save("stepfall-sweep.csv", "text/csv", &parts);
        Ok(())
    }

    pub(super) fn save(&self, name: &str, media_type: &str, parts: &Array) {
        let options = BlobPropertyBag::new();
        options.set_type(media_type);
        if let Ok(blob) = Blob::new_with_blob_sequence_and_options(parts, &options) {
            self.send_blob(name, &blob);
        }
    }
}

/// Adds a part of a file, which the browser may put on the disk.
pub(super) fn push(parts: &Array, text: &str) {
    if let Ok(part) = Blob::new_with_str_sequence(&Array::of1(&text.into())) {
        parts.push(&part);
    }
}

/// The name of the lock on a run.
fn lock_name(run: &str) -> String {
    format!("stepfall-run-{run}")
}
