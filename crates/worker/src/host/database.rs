//! The store on the disk: an `IndexedDB`.
//!
//! It uses `web_sys` directly, because libraries do not support the setting that makes a write
//! durable on the disk.

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    DedicatedWorkerGlobalScope, IdbDatabase, IdbKeyRange, IdbObjectStore, IdbObjectStoreParameters,
    IdbRequest, IdbTransaction, IdbVersionChangeEvent,
};

use super::browser::{Database, message, object, text};
use crate::store::{MAX_ANSWERS, Piece, Store, StoreError};

/// The name and the version of the database.
const NAME: (&str, u32) = ("stepfall", 2);
/// The object stores that each version added.
const ADDED: [[&str; 2]; 2] = [["runs", "attempts"], ["answers", "transcripts"]];
const RUNS: &[&str] = &ADDED[0];
const ANSWERS: &[&str] = &ADDED[1];

/// The store on the disk.
pub(super) struct IdbStore {
    database: IdbDatabase,
    /// The handler that closes the database when another version of the page upgrades it.
    _on_change: Closure<dyn Fn()>,
    /// The handler for a database that the browser closed.
    _on_close: Closure<dyn Fn()>,
}

impl Drop for IdbStore {
    fn drop(&mut self) {
        self.database.set_onversionchange(None);
        self.database.set_onclose(None);
        self.database.close();
    }
}

impl IdbStore {
    /// Opens the database. Returns `None` if the browser has no database for this page, or another
    /// version of the page blocks it. `on_close` is called if the browser closes the database, for
    /// example to clear the data of the page.
    pub(super) async fn open(
        scope: &DedicatedWorkerGlobalScope,
        on_close: impl Fn() + 'static,
    ) -> Option<Self> {
        let opening = scope.indexed_db().ok()??.open_with_u32(NAME.0, NAME.1).ok()?;
        let request: IdbRequest = opening.clone().unchecked_into();
        // The event fires at most once. It may fire after this function returns, once another page
        // closes the database, so the request owns the handler.
        let on_upgrade = Closure::once_into_js(|event: IdbVersionChangeEvent| upgrade(&event));
        opening.set_onupgradeneeded(Some(on_upgrade.unchecked_ref()));
        let opened = Promise::new(&mut |resolve: Function, reject: Function| {
            opening.set_onsuccess(Some(&resolve));
            opening.set_onerror(Some(&reject));
            opening.set_onblocked(Some(&reject));
        });
        JsFuture::from(opened).await.ok()?;
        let database: IdbDatabase = request.result().ok()?.unchecked_into();
        let on_change = Closure::<dyn Fn()>::new({
            let database = database.clone();
            move || database.close()
        });
        // Another version of the page may need to upgrade the database.
        database.set_onversionchange(Some(on_change.as_ref().unchecked_ref()));
        let on_close = Closure::<dyn Fn()>::new(on_close);
        database.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(Self { database, _on_change: on_change, _on_close: on_close })
    }

    /// Writes in one transaction, which is on the disk when the future completes.
    async fn write(
        &self,
        stores: &[&str],
        act: impl AsyncFnOnce(&IdbTransaction) -> Result<(), JsValue>,
    ) -> Result<(), StoreError> {
        let stores: Array = stores.iter().copied().map(JsValue::from).collect();
        let database: &Database = self.database.unchecked_ref();
        let transaction = database
            .transaction(&stores, "readwrite", &object("durability", "strict"))
            .map_err(|error| store_error(&error))?;
        let written = Promise::new(&mut |resolve: Function, reject: Function| {
            transaction.set_oncomplete(Some(&resolve));
            transaction.set_onabort(Some(&reject));
        });
        let acted = act(&transaction).await;
        if acted.is_err() {
            // Aborting a finished transaction has no effect.
            drop(transaction.abort());
        }
        let written = JsFuture::from(written).await;
        acted.map_err(|error| store_error(&error))?;
        written.map(drop).map_err(|_| {
            transaction.error().map_or_else(aborted, |error| store_error(&error.into()))
        })
    }

    async fn read(
        &self,
        store: &str,
        act: impl FnOnce(&IdbObjectStore) -> Result<IdbRequest, JsValue>,
    ) -> Result<JsValue, StoreError> {
        let request = || act(&self.database.transaction_with_str(store)?.object_store(store)?);
        outcome(&request().map_err(|error| store_error(&error))?)
            .await
            .map_err(|error| store_error(&error))
    }

    /// Returns up to `most` keys and values of a store, within a range of keys. `undefined` is the
    /// range of all keys.
    async fn entries(
        &self,
        store: &str,
        range: &JsValue,
        most: u32,
    ) -> Result<Vec<(JsValue, String)>, StoreError> {
        let get = || {
            let store = self.database.transaction_with_str(store)?.object_store(store)?;
            Ok((
                store.get_all_keys_with_key_and_limit(range, most)?,
                store.get_all_with_key_and_limit(range, most)?,
            ))
        };
        let (keys, values) = get().map_err(|error| store_error(&error))?;
        let (keys, values) = (outcome(&keys), outcome(&values));
        let keys: Array = keys.await.map_err(|error| store_error(&error))?.unchecked_into();
        let values: Array = values.await.map_err(|error| store_error(&error))?.unchecked_into();
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        Ok(keys.iter().zip(values.iter()).map(|(key, value)| (key, text(value))).collect())
    }
}

impl Store for IdbStore {
    fn is_persistent(&self) -> bool {
        true
    }

    async fn store_lines(&self, run: &str, lines: &[(u64, String)]) -> Result<(), StoreError> {
        self.write(&["attempts"], async |transaction| {
            let store = transaction.object_store("attempts")?;
            for (number, line) in lines {
                store.put_with_key(&line.into(), &key(run, float(*number)))?;
            }
            Ok(())
        })
        .await
    }

    async fn store_header(&self, run: &str, header: &str) -> Result<(), StoreError> {
        self.write(&["runs"], async |transaction| {
            transaction.object_store("runs")?.put_with_key(&header.into(), &run.into()).map(drop)
        })
        .await
    }

    async fn header(&self, run: &str) -> Result<Option<String>, StoreError> {
        Ok(self.read("runs", |store| store.get(&run.into())).await?.as_string())
    }

    async fn runs(&self) -> Result<Vec<(String, String)>, StoreError> {
        let entries = self.entries("runs", &JsValue::UNDEFINED, u32::MAX).await?;
        let run = |(run, header): (JsValue, String)| Some((run.as_string()?, header));
        Ok(entries.into_iter().filter_map(run).collect())
    }

    async fn lines(&self, run: &str, from: u64, most: u32) -> Result<Option<Piece>, StoreError> {
        let range = range(run, float(from)).map_err(|error| store_error(&error))?;
        let entries = self.entries("attempts", &range, most).await?;
        let Some((last, _)) = entries.last() else { return Ok(None) };
        let last = last.unchecked_ref::<Array>().get(1).as_f64().unwrap_or_default();
        let lines = entries.into_iter().map(|(_, line)| line).collect();
        Ok(Some(Piece { lines, next: whole(last) + 1 }))
    }

    async fn remove(&self, run: &str) -> Result<(), StoreError> {
        self.write(RUNS, async |transaction| {
            transaction.object_store("runs")?.delete(&run.into())?;
            transaction.object_store("attempts")?.delete(&range(run, 0.0)?).map(drop)
        })
        .await
    }

    async fn store_answer(&self, header: &str, transcript: &str) -> Result<(), StoreError> {
        self.write(ANSWERS, async |transaction| {
            let [answers, transcripts] = both(transaction)?;
            let number = outcome(&answers.add(&header.into())?).await?;
            transcripts.add_with_key(&transcript.into(), &number)?;
            let numbers: Array = outcome(&answers.get_all_keys()?).await?.unchecked_into();
            let count = u32::try_from(MAX_ANSWERS).unwrap_or(u32::MAX);
            if let Some(last) = numbers.length().checked_sub(count + 1) {
                let old = IdbKeyRange::upper_bound(&numbers.get(last))?;
                answers.delete(&old)?;
                transcripts.delete(&old)?;
            }
            Ok(())
        })
        .await
    }

    async fn answers(&self) -> Result<Vec<(u32, String)>, StoreError> {
        let entries = self.entries("answers", &JsValue::UNDEFINED, u32::MAX).await?;
        let answer = |(number, header): (JsValue, String)| {
            Some((u32::try_from(whole(number.as_f64()?)).ok()?, header))
        };
        Ok(entries.into_iter().filter_map(answer).collect())
    }

    async fn answer(&self, number: u32) -> Result<Option<(String, String)>, StoreError> {
        let number = JsValue::from(number);
        let header = self.read("answers", |store| store.get(&number)).await?.as_string();
        let transcript = self.read("transcripts", |store| store.get(&number)).await?.as_string();
        Ok(header.map(|header| (header, transcript.unwrap_or_default())))
    }

    async fn remove_answer(&self, number: u32) -> Result<(), StoreError> {
        self.write(ANSWERS, async |transaction| {
            for store in both(transaction)? {
                store.delete(&number.into())?;
            }
            Ok(())
        })
        .await
    }
}

/// Creates the missing object stores of an older database. If that fails, opening the database
/// fails.
fn upgrade(event: &IdbVersionChangeEvent) {
    let Some(request) = event.target() else { return };
    let Ok(database) = request.unchecked_into::<IdbRequest>().result() else { return };
    let database: IdbDatabase = database.unchecked_into();
    let old = usize::try_from(whole(event.old_version())).unwrap_or_default();
    for store in ADDED.iter().skip(old).flatten() {
        let options = IdbObjectStoreParameters::new();
        options.set_auto_increment(*store == "answers");
        drop(database.create_object_store_with_optional_parameters(store, &options));
    }
}

fn both(transaction: &IdbTransaction) -> Result<[IdbObjectStore; 2], JsValue> {
    Ok([transaction.object_store(ANSWERS[0])?, transaction.object_store(ANSWERS[1])?])
}

/// Returns a future for the result of a request. The handlers are set when this function is called,
/// before the future is polled.
fn outcome(request: &IdbRequest) -> impl Future<Output = Result<JsValue, JsValue>> + use<> {
    let done = Promise::new(&mut |resolve: Function, reject: Function| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    let (done, request) = (JsFuture::from(done), request.clone());
    async move {
        match done.await {
            Ok(_) => request.result(),
            Err(_) => Err(request.error()?.into()),
        }
    }
}

/// Returns the key of a line of a run.
fn key(run: &str, number: f64) -> JsValue {
    Array::of2(&run.into(), &number.into()).into()
}

/// Returns the key range of the lines of a run from a number on.
fn range(run: &str, from: f64) -> Result<JsValue, JsValue> {
    IdbKeyRange::bound(&key(run, from), &key(run, f64::INFINITY)).map(Into::into)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of lines are below 2^53")]
const fn float(number: u64) -> f64 {
    number as f64
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of lines are below 2^53"
)]
const fn whole(number: f64) -> u64 {
    number as u64
}

fn aborted() -> StoreError {
    StoreError::Other("the write was aborted".to_owned())
}

fn store_error(error: &JsValue) -> StoreError {
    match text(error, "name").as_deref() {
        Some("QuotaExceededError") => StoreError::Full,
        // A closed database fails with this error when a transaction begins.
        Some("InvalidStateError") => StoreError::Closed,
        _ => StoreError::Other(message(error)),
    }
}
