//! The store of runs and answers, and its use by the runner and the page.

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
use crate::store::{MemoryStore, ReadOnlyStore, Store, StoreError};

/// The waits before further attempts to open a store that the browser closed, in milliseconds. The
/// browser opens no store while it clears the data of the page.
const REOPENING_MS: [i32; 4] = [100, 300, 1_000, 2_000];

/// The number of lines per read.
const LINES_PER_READ: u32 = 500;

/// The store of runs and answers.
pub(super) enum Disk {
    /// On the disk.
    Database(IdbStore),
    /// In memory, because the browser has no disk for this page. The page warns about it.
    Memory(MemoryStore),
    /// In memory on request. The runs on the disk can be read, but not changed.
    Reading(ReadOnlyStore<IdbStore>),
}

impl Disk {
    /// Returns whether the store outlives the tab.
    fn is_persistent(&self) -> bool {
        match self {
            Self::Database(store) => store.is_persistent(),
            Self::Memory(store) => store.is_persistent(),
            Self::Reading(store) => store.is_persistent(),
        }
    }
}

/// Evaluates an expression with the current store. Opens another store if the browser has closed
/// the current one.
macro_rules! with {
    ($host:expr, $store:ident => $does:expr) => {{
        let disk = $host.disk().await;
        let outcome = match &*disk {
            Disk::Database($store) => $does,
            Disk::Memory($store) => $does,
            Disk::Reading($store) => $does,
        };
        if matches!(outcome, Err(StoreError::Closed)) {
            $host.reopen(&disk);
        }
        outcome
    }};
}

impl Host {
    /// Returns the store, opened on first use.
    async fn disk(self: &Rc<Self>) -> Rc<Disk> {
        loop {
            let opening =
                self.opening.borrow_mut().get_or_insert_with(|| self.open_disk(&[])).clone();
            drop(JsFuture::from(opening).await);
            // The browser may have closed the store in the meantime.
            if let Some(disk) = &*self.disk.borrow() {
                return disk.clone();
            }
        }
    }

    /// Uses a store in memory from now on, which also reads the runs on the disk.
    pub(super) fn use_memory(self: &Rc<Self>) {
        let host = self.clone();
        self.opening.replace(Some(future_to_promise(async move {
            // If the browser closes the database, its runs count as absent.
            let kept = IdbStore::open(&host.scope, || {}).await;
            host.disk.replace(Some(Rc::new(Disk::Reading(ReadOnlyStore::new(kept)))));
            Ok(JsValue::UNDEFINED)
        })));
    }

    /// Opens the database. If that fails, tries again after each wait, and finally uses a store in
    /// memory. Waits are in milliseconds.
    fn open_disk(self: &Rc<Self>, waits: &'static [i32]) -> Promise {
        let host = self.clone();
        future_to_promise(async move {
            let mut database = host.open_database().await;
            for wait in waits {
                if database.is_none() {
                    host.pause(*wait).await;
                    database = host.open_database().await;
                }
            }
            let memory = || Disk::Memory(MemoryStore::default());
            host.disk.replace(Some(Rc::new(database.map_or_else(memory, Disk::Database))));
            Ok(JsValue::UNDEFINED)
        })
    }

    async fn open_database(self: &Rc<Self>) -> Option<IdbStore> {
        let host = self.clone();
        // The store owns this closure. The task runs later, so the closure is not dropped during
        // its own call.
        let on_close = move || {
            host.spawn(async |host| {
                let disk = host.disk.borrow().clone();
                if let Some(disk) = disk {
                    host.reopen(&disk);
                }
            });
        };
        IdbStore::open(&self.scope, on_close).await
    }

    pub(super) async fn pause(&self, milliseconds: i32) {
        let wait = &mut |resolve: Function, _| {
            // If the browser cannot set a timer, the wait ends at once.
            if self
                .scope
                .set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds)
                .is_err()
            {
                drop(resolve.call0(&JsValue::UNDEFINED));
            }
        };
        drop(JsFuture::from(Promise::new(wait)).await);
    }

    /// Opens another store in place of a closed one, and lets the runner restore the data in
    /// memory. Does nothing if that has already begun.
    fn reopen(self: &Rc<Self>, closed: &Rc<Disk>) {
        let is_open = self.disk.borrow().as_ref().is_some_and(|disk| Rc::ptr_eq(disk, closed));
        if !is_open {
            return;
        }
        self.disk.replace(None);
        self.opening.replace(Some(self.open_disk(&REOPENING_MS)));
        self.spawn(async move |host| {
            let is_kept = host.disk().await.is_persistent();
            host.notify(|runner| runner.on_disk_lost(is_kept, now()));
            if let Err(error) = host.send_runs().await {
                host.not_done(&error);
            }
        });
    }

    /// Writes a run into a store that does not have it.
    pub(super) fn restore(self: &Rc<Self>, run: String, header: String, lines: Vec<(u64, String)>) {
        self.spawn(async move |host| {
            let mut restored = with!(host, store => store.store_header(&run, &header).await);
            if restored.is_ok() {
                restored = with!(host, store => store.store_lines(&run, &lines).await);
            }
            host.notify(|runner| runner.on_restored(&run, restored.as_ref().copied(), now()));
        });
    }

    /// Starts an action with the store. A failure is reported to the page.
    pub(super) fn on_disk(
        self: &Rc<Self>,
        act: impl AsyncFnOnce(&Rc<Self>) -> Result<(), StoreError> + 'static,
    ) {
        self.spawn(async move |host| {
            if let Err(error) = act(&host).await {
                host.not_done(&error);
            }
        });
    }

    fn not_done(&self, error: &StoreError) {
        self.send(&Event::Run(RunEvent::NotDone(format!(
            "This browser's storage failed: {error}."
        ))));
    }

    pub(super) fn store_lines(self: &Rc<Self>, run: String, lines: Vec<(u64, String)>) {
        self.spawn(async move |host| {
            let result = with!(host, store => store.store_lines(&run, &lines).await);
            host.notify(|runner| {
                runner.on_lines_stored(&run, lines.len(), result.as_ref().copied(), now());
            });
        });
    }

    pub(super) fn store_header(self: &Rc<Self>, run: String, header: String) {
        self.spawn(async move |host| {
            let result = with!(host, store => store.store_header(&run, &header).await);
            let listed = match result {
                Ok(()) => host.send_runs().await,
                Err(error) => Err(error),
            };
            if let Err(error) = listed {
                host.notify(|runner| runner.on_lines_stored(&run, 0, Err(&error), now()));
            }
        });
    }

    pub(super) fn store_answer(self: &Rc<Self>, id: CallId, header: String, transcript: String) {
        self.spawn(async move |host| {
            let result = with!(host, store => store.store_answer(&header, &transcript).await);
            host.notify(|runner| runner.on_answer_stored(id, result.as_ref().copied()));
        });
    }

    /// Reads a run in pieces, because the runner may take some time for each piece.
    pub(super) async fn load(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let header = with!(self, store => store.header(run).await)?;
        self.notify(|runner| runner.on_header(run, &header.unwrap_or_default()));
        self.pieces(run, |lines| self.notify(|runner| runner.on_lines(run, lines, false, now())))
            .await?;
        self.notify(|runner| runner.on_lines(run, "", true, now()));
        Ok(())
    }

    pub(super) async fn load_one(
        self: &Rc<Self>,
        run: &str,
        number: u32,
    ) -> Result<(), StoreError> {
        let number = u64::from(number);
        let found = with!(self, store => store.lines(run, number, 1).await)?;
        if let Some(found) = found.filter(|found| found.next == number + 1) {
            self.notify(|runner| runner.on_attempt_line(run, &found.lines.concat()));
        }
        Ok(())
    }

    /// Reads the lines of a run in pieces.
    async fn pieces(
        self: &Rc<Self>,
        run: &str,
        mut take: impl FnMut(&str),
    ) -> Result<(), StoreError> {
        let mut from = 0;
        while let Some(piece) = with!(self, store => store.lines(run, from, LINES_PER_READ).await)?
        {
            take(&piece.lines.join("\n"));
            from = piece.next;
        }
        Ok(())
    }

    /// Locks a run for this tab, since only one tab may run it. Without browser support for locks,
    /// the run counts as locked by this tab.
    pub(super) fn lock(self: &Rc<Self>, run: String) {
        let locks = self.locks().filter(|_| !self.locks.borrow().contains_key(&run));
        let Some(locks) = locks else {
            return self.notify(|runner| runner.on_lock(&run, true, now()));
        };
        let (name, host) = (lock_name(&run), self.clone());
        let act = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            let mut held_until = JsValue::UNDEFINED;
            if lock.is_object() {
                held_until = Promise::new(&mut |release: Function, _: Function| {
                    host.locks.borrow_mut().insert(run.clone(), release);
                })
                .into();
            }
            host.notify(|runner| runner.on_lock(&run, lock.is_object(), now()));
            held_until
        });
        // The browser holds the lock until the callback's promise settles. The promise of the
        // request itself is not needed.
        let _ = locks.request(&name, &object("ifAvailable", true), act.unchecked_ref());
    }

    /// Removes a run, unless another tab has its lock.
    pub(super) fn remove(self: &Rc<Self>, run: String) {
        let locks = self.locks().filter(|_| !self.locks.borrow().contains_key(&run));
        let Some(locks) = locks else {
            return self.on_disk(async move |host| host.remove_now(&run).await);
        };
        let (name, host) = (lock_name(&run), self.clone());
        let act = Closure::once_into_js(move |lock: JsValue| -> JsValue {
            if !lock.is_object() {
                let why =
                    "This run is running in another tab. Pause it there before you delete it.";
                host.send(&Event::Run(RunEvent::NotDone(why.to_owned())));
                return JsValue::UNDEFINED;
            }
            let removed = async move {
                if let Err(error) = host.remove_now(&run).await {
                    host.not_done(&error);
                }
                Ok(JsValue::UNDEFINED)
            };
            future_to_promise(removed).into()
        });
        let _ = locks.request(&name, &object("ifAvailable", true), act.unchecked_ref());
    }

    async fn remove_now(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        with!(self, store => store.remove(run).await)?;
        self.send_runs().await
    }

    fn locks(&self) -> Option<Locks> {
        self.scope.navigator().unchecked_ref::<Navigator>().locks()
    }

    pub(super) async fn send_runs(self: &Rc<Self>) -> Result<(), StoreError> {
        let runs = with!(self, store => store.runs().await)?;
        let is_kept = self.disk().await.is_persistent();
        self.send(&Event::Run(RunEvent::Listed { is_kept, runs: catalog::runs(&runs) }));
        Ok(())
    }

    pub(super) async fn rename(self: &Rc<Self>, run: &str, name: &str) -> Result<(), StoreError> {
        let header = with!(self, store => store.header(run).await)?;
        if let Some(header) = header.and_then(|header| catalog::rename_header(&header, name)) {
            with!(self, store => store.store_header(run, &header).await)?;
        }
        self.notify(|runner| runner.rename(run, name));
        self.send_runs().await
    }

    pub(super) async fn send_answers(self: &Rc<Self>) -> Result<(), StoreError> {
        let answers = with!(self, store => store.answers().await)?;
        let is_kept = self.disk().await.is_persistent();
        self.send(&Event::Answers(AnswersEvent::Listed {
            is_kept,
            answers: catalog::answers(&answers),
        }));
        Ok(())
    }

    /// Opens a stored answer; if it is gone, sends the list of answers.
    pub(super) async fn open_answer(self: &Rc<Self>, number: u32) -> Result<(), StoreError> {
        let answer = with!(self, store => store.answer(number).await)?;
        match answer.and_then(|(header, transcript)| catalog::linked_attempt(&header, transcript)) {
            Some(answer) => self.send(&Event::Answers(AnswersEvent::Opened(answer))),
            None => self.send_answers().await?,
        }
        Ok(())
    }

    pub(super) async fn remove_answer(self: &Rc<Self>, number: u32) -> Result<(), StoreError> {
        with!(self, store => store.remove_answer(number).await)?;
        self.send_answers().await
    }

    /// Saves a run as a file of lines, the header first: the lines on the disk and those not yet
    /// written. If the disk has no such run or cannot be read, the lines in memory are saved.
    pub(super) async fn save_lines(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let parts = Array::new();
        let found = self.lines_on_disk(run, &parts).await;
        let lines = if matches!(found, Ok(true)) {
            self.runner.borrow_mut().unsaved_lines(run)
        } else {
            parts.set_length(0);
            self.runner.borrow_mut().lines_in_memory(run, now())
        };
        if lines.is_empty() && parts.length() == 0 {
            let deleted = || StoreError::Other("the run is no longer stored".to_owned());
            return found.and_then(|_| Err(deleted()));
        }
        for line in lines {
            push(&parts, &format!("{line}\n"));
        }
        self.save("stepfall-sweep.jsonl", "application/jsonl", &parts);
        Ok(())
    }

    /// Adds the header and the lines of a run from the disk; returns whether the run exists.
    async fn lines_on_disk(self: &Rc<Self>, run: &str, parts: &Array) -> Result<bool, StoreError> {
        let Some(header) = with!(self, store => store.header(run).await)? else {
            return Ok(false);
        };
        push(parts, &format!("{header}\n"));
        self.pieces(run, |lines| push(parts, &format!("{lines}\n"))).await?;
        Ok(true)
    }

    /// Saves a run as a CSV file.
    pub(super) async fn save_table(self: &Rc<Self>, run: &str) -> Result<(), StoreError> {
        let header = with!(self, store => store.header(run).await)?;
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

/// Adds a part of a file; the browser may move it to the disk.
pub(super) fn push(parts: &Array, text: &str) {
    if let Ok(part) = Blob::new_with_str_sequence(&Array::of1(&text.into())) {
        parts.push(&part);
    }
}

fn lock_name(run: &str) -> String {
    format!("stepfall-run-{run}")
}
