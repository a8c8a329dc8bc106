//! The functions for JavaScript. An [`ApiError`](stepfall_api::ApiError) is thrown as an `Error`.

#![expect(
    clippy::missing_errors_doc,
    reason = "each function returns the errors of the function that it calls"
)]

use stepfall_api::json;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// See [`stepfall_api::json::item`].
#[wasm_bindgen]
pub fn item(link: &str) -> Result<String, JsError> {
    Ok(json::item(link)?)
}

/// See [`stepfall_api::json::link`].
#[wasm_bindgen]
pub fn link(link: &str, transcript: &str, stop: &str, simulated: bool) -> Result<String, JsError> {
    Ok(json::link(link, transcript, stop, simulated)?)
}

/// See [`stepfall_api::json::share`].
#[wasm_bindgen]
pub fn share(
    link: &str,
    transcript: &str,
    stop: &str,
    address: &str,
    simulated: bool,
) -> Result<String, JsError> {
    Ok(json::share(link, transcript, stop, address, simulated)?)
}

/// See [`stepfall_api::json::shares`].
#[wasm_bindgen]
pub fn shares(link: &str) -> Result<String, JsError> {
    Ok(json::shares(link)?)
}

/// See [`stepfall_api::json::grade`].
#[wasm_bindgen]
pub fn grade(item: &str, transcript: &str, stop: &str) -> Result<String, JsError> {
    Ok(json::grade(item, transcript, stop)?)
}

/// See [`stepfall_api::json::grade_id`].
#[wasm_bindgen]
pub fn grade_id(
    id: &str,
    transcript: &str,
    stop: &str,
    shows_thinking: bool,
) -> Result<String, JsError> {
    Ok(json::grade_id(id, transcript, stop, shows_thinking)?)
}

/// See [`stepfall_api::json::simulate`].
#[wasm_bindgen]
pub fn simulate(
    link: &str,
    solver: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<String, JsError> {
    Ok(json::simulate(link, solver, form, rate, run)?)
}

/// See [`stepfall_api::json::suites`].
#[wasm_bindgen]
pub fn suites() -> Result<String, JsError> {
    Ok(json::suites()?)
}

/// See [`stepfall_api::json::Questions`].
#[wasm_bindgen]
pub struct Questions(json::Questions);

#[wasm_bindgen]
impl Questions {
    /// See [`stepfall_api::json::Questions::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(suite: &str, settings: &str) -> Result<Self, JsError> {
        Ok(Self(json::Questions::new(suite, settings)?))
    }

    /// See [`stepfall_api::json::Questions::next_chunk`].
    pub fn next_chunk(&mut self) -> String {
        self.0.next_chunk()
    }
}

/// See [`stepfall_api::json::ExportFiles`].
#[wasm_bindgen]
pub struct ExportFiles(json::ExportFiles);

#[wasm_bindgen]
impl ExportFiles {
    /// See [`stepfall_api::json::ExportFiles::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(suite: &str, settings: &str, target: &str, asking: &str) -> Result<Self, JsError> {
        Ok(Self(json::ExportFiles::new(suite, settings, target, asking)?))
    }

    /// See [`stepfall_api::json::ExportFiles::next_piece`].
    pub fn next_piece(&mut self) -> Option<String> {
        self.0.next_piece()
    }
}

/// See [`stepfall_api::json::ResultFile`].
#[wasm_bindgen]
pub struct ResultFile(json::ResultFile);

#[wasm_bindgen]
impl ResultFile {
    /// See [`stepfall_api::json::ResultFile::new`]. `id` and `output` are the columns of ids and
    /// responses. They count only if both are present.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        id: Option<String>,
        output: Option<String>,
        model: Option<String>,
    ) -> Self {
        Self(json::ResultFile::new(name, id.zip(output), model))
    }
}

/// See [`stepfall_api::json::Batch`].
#[wasm_bindgen]
pub struct Batch(json::Batch);

#[wasm_bindgen]
impl Batch {
    /// See [`stepfall_api::json::Batch::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(records: &str) -> Result<Self, JsError> {
        Ok(Self(json::Batch::new(records)?))
    }

    /// See [`stepfall_api::json::Batch::push`].
    pub fn push(&mut self, file: &mut ResultFile, bytes: &[u8]) -> String {
        self.0.push(&mut file.0, bytes)
    }

    /// See [`stepfall_api::json::Batch::finish`].
    pub fn finish(&mut self, file: ResultFile) -> String {
        self.0.finish(file.0)
    }

    /// See [`stepfall_api::json::Batch::tally`].
    pub fn tally(&self) -> String {
        self.0.tally()
    }
}
