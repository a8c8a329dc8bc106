//! Export of questions as files for batch services and evaluation tools.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_api::one_of;
use stepfall_interchange::{AskSettings, Export, FilePart, Parts, QuestionSet};
use stepfall_link::ExportTarget;
use stepfall_provider::Effort;

use crate::selection::{Settings, selection};
use crate::value_error;

/// Writes the questions of a suite into a folder, as files for a batch service or an evaluation
/// tool. Returns the paths of the files.
///
/// `name` and the settings are those of `suite`. `target` is "openai", "openai-responses",
/// "anthropic", "gemini", "inspect", "promptfoo", "lm-eval", "jsonl" or "csv". `model` is the
/// model's name, for targets whose lines contain one. `max_output`, `temperature` and `effort` are
/// parameters of the requests.
///
/// A file that exceeds the limits of its service is split. Tools also get their task or
/// configuration. An existing file is not overwritten and is a `FileExistsError`.
#[pyfunction]
#[pyo3(signature = (name, target, folder, *, model = None, max_output = None, temperature = None, effort = None, items = None, samples = 1, seed = 0, condition = None, **spec))]
#[expect(clippy::too_many_arguments, reason = "they are named where the function is called")]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 extracts an owned path")]
pub(crate) fn export<'py>(
    py: Python<'py>,
    name: &str,
    target: &str,
    folder: PathBuf,
    model: Option<String>,
    max_output: Option<u32>,
    temperature: Option<f64>,
    effort: Option<&str>,
    items: Option<u32>,
    samples: u16,
    seed: u64,
    condition: Option<&Bound<'py, PyAny>>,
    spec: Option<&Bound<'py, PyDict>>,
) -> PyResult<Vec<PathBuf>> {
    let selection = selection(name, &Settings { items, samples, seed, condition, spec })?;
    let known = ExportTarget::ALL.into_iter().map(ExportTarget::slug);
    let target = one_of("target", target, ExportTarget::from_slug, known);
    let target = target.map_err(|failure| value_error(&failure))?;
    let find = |word: &str| Effort::ALL.into_iter().find(|effort| effort.word() == word);
    let known = || Effort::ALL.into_iter().map(Effort::word);
    let effort = effort.map(|word| one_of("effort", word, find, known()));
    let effort = effort.transpose().map_err(|failure| value_error(&failure))?;
    if target.names_model() && model.is_none() {
        let target = target.slug();
        return Err(value_error(&format!("the lines for {target} name a model: give one")));
    }
    let settings =
        AskSettings { model: model.unwrap_or_default(), max_output, temperature, effort };
    let export = Export::new(target, settings, &selection.name);
    py.detach(|| Ok(write_all_files(&selection, export, &folder)?))
}

/// Writes all files and returns their paths. Each file has a temporary name until it is complete.
fn write_all_files(
    selection: &QuestionSet,
    export: Export,
    folder: &Path,
) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let unnamed = folder.join(format!(".stepfall-{}.part", std::process::id()));
    let mut parts = Parts::new(export);
    let mut files = Files { folder, unnamed: &unnamed, open: None, paths: Vec::new() };
    let mut outcome = Ok(());
    for question in selection.questions() {
        outcome = outcome.and_then(|()| files.write(parts.push(&question)));
        if outcome.is_err() {
            break;
        }
    }
    outcome = outcome.and_then(|()| files.write(parts.finish()));
    if outcome.is_err() {
        drop(files.open.take());
        // The file may not exist.
        let _ = fs::remove_file(&unnamed);
    }
    outcome.map(|()| files.paths)
}

struct Files<'f> {
    folder: &'f Path,
    unnamed: &'f Path,
    open: Option<BufWriter<File>>,
    paths: Vec<PathBuf>,
}

impl Files<'_> {
    fn write(&mut self, parts: Vec<FilePart>) -> io::Result<()> {
        for part in parts {
            match part {
                FilePart::Text(text) => {
                    let file = match self.open.take() {
                        Some(file) => file,
                        None => BufWriter::new(File::create_new(self.unnamed)?),
                    };
                    self.open.insert(file).write_all(text.as_bytes())?;
                }
                FilePart::End(name) => self.end(&name)?,
            }
        }
        Ok(())
    }

    fn end(&mut self, name: &str) -> io::Result<()> {
        if let Some(mut file) = self.open.take() {
            file.flush()?;
        }
        let path = self.folder.join(name);
        if path.exists() {
            let why = format!("{}: it already exists; choose another folder", path.display());
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        fs::rename(self.unnamed, &path)?;
        self.paths.push(path);
        Ok(())
    }
}
