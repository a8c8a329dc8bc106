//! The functions as JavaScript sees them: a [`Failure`](crate::Failure) is thrown as an `Error`.

#![expect(
    clippy::missing_errors_doc,
    reason = "they are those of the function that is handed over"
)]

use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// See [`crate::item`].
#[wasm_bindgen]
pub fn item(link: &str) -> Result<String, JsError> {
    Ok(crate::item(link)?)
}

/// See [`crate::link`].
#[wasm_bindgen]
pub fn link(link: &str, transcript: &str, stop: &str, simulated: bool) -> Result<String, JsError> {
    Ok(crate::link(link, transcript, stop, simulated)?)
}

/// See [`crate::share`].
#[wasm_bindgen]
pub fn share(
    link: &str,
    transcript: &str,
    stop: &str,
    address: &str,
    simulated: bool,
) -> Result<String, JsError> {
    Ok(crate::share(link, transcript, stop, address, simulated)?)
}

/// See [`crate::shares`].
#[wasm_bindgen]
pub fn shares(link: &str) -> Result<String, JsError> {
    Ok(crate::shares(link)?)
}

/// See [`crate::grade`].
#[wasm_bindgen]
pub fn grade(item: &str, transcript: &str, stop: &str) -> Result<String, JsError> {
    Ok(crate::grade(item, transcript, stop)?)
}

/// See [`crate::grade_id`].
#[wasm_bindgen]
pub fn grade_id(
    id: &str,
    transcript: &str,
    stop: &str,
    shows_thinking: bool,
) -> Result<String, JsError> {
    Ok(crate::grade_id(id, transcript, stop, shows_thinking)?)
}

/// See [`crate::simulate`].
#[wasm_bindgen]
pub fn simulate(
    link: &str,
    executor: &str,
    form: &str,
    rate: u32,
    run: u32,
) -> Result<String, JsError> {
    Ok(crate::simulate(link, executor, form, rate, run)?)
}

/// See [`crate::suites`].
#[wasm_bindgen]
pub fn suites() -> Result<String, JsError> {
    Ok(crate::suites()?)
}

/// See [`crate::Questions`].
#[wasm_bindgen]
pub struct Questions(crate::Questions);

#[wasm_bindgen]
impl Questions {
    /// See [`crate::Questions::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(suite: &str, settings: &str) -> Result<Self, JsError> {
        Ok(Self(crate::Questions::new(suite, settings)?))
    }

    /// See [`crate::Questions::next_chunk`].
    pub fn next_chunk(&mut self) -> String {
        self.0.next_chunk()
    }
}

/// See [`crate::ExportFiles`].
#[wasm_bindgen]
pub struct ExportFiles(crate::ExportFiles);

#[wasm_bindgen]
impl ExportFiles {
    /// See [`crate::ExportFiles::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(suite: &str, settings: &str, target: &str, asking: &str) -> Result<Self, JsError> {
        Ok(Self(crate::ExportFiles::new(suite, settings, target, asking)?))
    }

    /// See [`crate::ExportFiles::next_piece`].
    pub fn next_piece(&mut self) -> Option<String> {
        self.0.next_piece()
    }
}

/// See [`crate::ResultFile`].
#[wasm_bindgen]
pub struct ResultFile(crate::ResultFile);

#[wasm_bindgen]
impl ResultFile {
    /// See [`crate::ResultFile::new`]; both columns are there, or none.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        id: Option<String>,
        output: Option<String>,
        model: Option<String>,
    ) -> Self {
        Self(crate::ResultFile::new(name, id.zip(output), model))
    }
}

/// See [`crate::Batch`].
#[wasm_bindgen]
pub struct Batch(crate::Batch);

#[wasm_bindgen]
impl Batch {
    /// See [`crate::Batch::new`].
    #[wasm_bindgen(constructor)]
    pub fn new(records: &str) -> Result<Self, JsError> {
        Ok(Self(crate::Batch::new(records)?))
    }

    /// See [`crate::Batch::push`].
    pub fn push(&mut self, file: &mut ResultFile, bytes: &[u8]) -> String {
        self.0.push(&mut file.0, bytes)
    }

    /// See [`crate::Batch::finish`].
    pub fn finish(&mut self, file: ResultFile) -> String {
        self.0.finish(file.0)
    }

    /// See [`crate::Batch::tally`].
    pub fn tally(&self) -> String {
        self.0.tally()
    }
}
