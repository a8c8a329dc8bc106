//! Language models in the page: the browser's own model, and model files.

use js_sys::{Array, Reflect};
use leptos::task::spawn_local;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::File;

use super::asset;
use crate::state::{BuiltInModel, ModelFile, ModelFiles, SuggestedModel};

#[wasm_bindgen(module = "/src/browser/import.js")]
extern "C" {
    #[wasm_bindgen(js_name = importScript, catch)]
    async fn import_script(address: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(js_name = serveModels)]
    fn serve_models(address: &str, port: &MessagePort);
}

#[wasm_bindgen]
extern "C" {
    /// The page's end of a channel through which a worker sends a request to a model in the page.
    pub(super) type MessagePort;

    /// The imported module `models.js`.
    type Models;
    #[wasm_bindgen(method, catch, js_name = builtInAvailability)]
    async fn built_in_availability(this: &Models) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = builtInContextSize)]
    async fn built_in_context_size(this: &Models) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = downloadBuiltIn)]
    async fn download_built_in_model(
        this: &Models,
        on_progress: &Progress,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = storedFiles)]
    async fn stored_files(this: &Models) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = suggestedFiles)]
    async fn suggested_files(this: &Models) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = addFile)]
    async fn add_file(
        this: &Models,
        file: &File,
        on_progress: &Progress,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = downloadFile)]
    async fn download_file(
        this: &Models,
        address: &str,
        on_progress: &Progress,
    ) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeFile)]
    async fn remove_file(this: &Models, name: &str) -> Result<JsValue, JsValue>;
}

/// A callback for the finished share of a task, from 0 to 1.
type Progress = Closure<dyn Fn(f64)>;

/// Returns the address of `models.js`, which every document lists.
fn address() -> String {
    asset("models").unwrap_or_default()
}

/// Lets the models in the page answer a worker's request.
pub(super) fn serve(port: &MessagePort) {
    serve_models(&address(), port);
}

async fn models() -> Result<Models, JsValue> {
    Ok(import_script(&address()).await?.unchecked_into())
}

/// Calls back with the state of the browser's own model.
pub(crate) fn built_in_model(callback: impl Fn(BuiltInModel) + 'static) {
    spawn_local(async move { callback(state().await.unwrap_or_else(|error| failed(&error))) });
}

async fn state() -> Result<BuiltInModel, JsValue> {
    let models = models().await?;
    let availability = models.built_in_availability().await?.as_string().unwrap_or_default();
    Ok(match availability.as_str() {
        "available" => BuiltInModel::Ready(count(&models.built_in_context_size().await?)),
        "downloadable" => BuiltInModel::Downloadable,
        "downloading" => BuiltInModel::DownloadingElsewhere,
        "unavailable" => BuiltInModel::Unavailable,
        _ => BuiltInModel::Missing,
    })
}

fn failed(error: &JsValue) -> BuiltInModel {
    BuiltInModel::Failed(message(error))
}

/// Lets the browser fetch its own model, and calls back with each new state.
pub(crate) fn download_built_in(callback: impl Fn(BuiltInModel) + Clone + 'static) {
    spawn_local(async move {
        let report = callback.clone();
        let progress =
            Progress::new(move |share| report(BuiltInModel::Downloading(percent(share))));
        let done = async { models().await?.download_built_in_model(&progress).await };
        match done.await {
            Ok(_) => callback(state().await.unwrap_or_else(|error| failed(&error))),
            Err(error) => callback(failed(&error)),
        }
    });
}

/// Calls back with the stored and the suggested model files, or with an error.
pub(crate) fn model_files(callback: impl Fn(Result<ModelFiles, String>) + 'static) {
    spawn_local(async move { callback(files().await.map_err(|error| message(&error))) });
}

async fn files() -> Result<ModelFiles, JsValue> {
    let models = models().await?;
    let stored = Array::from(&models.stored_files().await?);
    let suggested = Array::from(&models.suggested_files().await?);
    let text = |entry: &Array, at| entry.get(at).as_string().unwrap_or_default();
    let stored = stored.iter().map(|entry| {
        let entry = Array::from(&entry);
        ModelFile { name: text(&entry, 0), bytes: count(&entry.get(1)) }
    });
    let suggested = suggested.iter().map(|entry| {
        let entry = Array::from(&entry);
        SuggestedModel {
            name: text(&entry, 0),
            bytes: count(&entry.get(1)),
            licence: text(&entry, 2),
            address: text(&entry, 3),
            hosts: text(&entry, 4),
        }
    });
    Ok(ModelFiles { stored: stored.collect(), suggested: suggested.collect() })
}

/// Stores a chosen model file. `on_progress` gets the percentage that is done. `end` gets an empty
/// text, or the reason of the failure.
pub(crate) fn add_model_file(
    file: File,
    on_progress: impl Fn(u32) + 'static,
    end: impl FnOnce(String) + 'static,
) {
    let progress = Progress::new(move |share| on_progress(percent(share)));
    spawn_local(async move {
        let done = async { models().await?.add_file(&file, &progress).await };
        end(done.await.map_or_else(|error| message(&error), |_| String::new()));
    });
}

/// Fetches and stores a suggested model file. The callbacks are those of [`add_model_file`].
pub(crate) fn download_model_file(
    address: String,
    on_progress: impl Fn(u32) + 'static,
    end: impl FnOnce(String) + 'static,
) {
    let progress = Progress::new(move |share| on_progress(percent(share)));
    spawn_local(async move {
        let done = async { models().await?.download_file(&address, &progress).await };
        end(done.await.map_or_else(|error| message(&error), |_| String::new()));
    });
}

/// Deletes a stored model file. `end` gets an empty text, or the reason of the failure.
pub(crate) fn remove_model_file(name: String, end: impl FnOnce(String) + 'static) {
    spawn_local(async move {
        let done = async { models().await?.remove_file(&name).await };
        end(done.await.map_or_else(|error| message(&error), |_| String::new()));
    });
}

fn message(error: &JsValue) -> String {
    let message = Reflect::get(error, &"message".into()).ok().and_then(|text| text.as_string());
    message.unwrap_or_else(|| String::from(&error.unchecked_ref::<js_sys::Object>().to_string()))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count")]
fn count(value: &JsValue) -> u64 {
    value.as_f64().unwrap_or_default() as u64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 100")]
fn percent(share: f64) -> u32 {
    (share * 100.0).clamp(0.0, 100.0) as u32
}
