//! Questions written into files for batch services and evaluation tools.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use stepfall_interchange::{AskSettings, Export, FilePart, Parts, Selection, Target};
use stepfall_provider::Effort;
use stepfall_share::one_of;

use crate::refused;
use crate::selection::{Settings, selection};

/// Writes the questions of a suite into a folder, as a batch service or an evaluation tool takes them, and returns the paths of the files.
///
/// `name` and the settings are those of `suite`. `target` is "openai", "openai-responses", "anthropic", "gemini", "inspect", "promptfoo", "lm-eval", "jsonl" or
/// "csv". `model` is the model's name, for the targets whose lines name one; `max_output`, `temperature` and `effort` say how it is asked. What a service takes
/// no more of in one file becomes several. Tools get their task or configuration beside the questions. Files that are there already are left alone and are a
/// `FileExistsError`.
#[pyfunction]
#[pyo3(signature = (name, target, folder, *, model = None, max_output = None, temperature = None, effort = None, items = None, samples = 1, seed = 0, condition = None, **spec))]
#[expect(clippy::too_many_arguments, reason = "they are named where the function is called")]
#[expect(clippy::needless_pass_by_value, reason = "Python's paths are read as such")]
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
    let known = Target::ALL.into_iter().map(Target::slug);
    let target = one_of("target", target, Target::from_slug, known);
    let target = target.map_err(|failure| refused(&failure))?;
    let find = |word: &str| Effort::ALL.into_iter().find(|effort| effort.word() == word);
    let known = || Effort::ALL.into_iter().map(Effort::word);
    let effort = effort.map(|word| one_of("effort", word, find, known()));
    let effort = effort.transpose().map_err(|failure| refused(&failure))?;
    if target.names_model() && model.is_none() {
        let target = target.slug();
        return Err(refused(&format!("the lines for {target} name a model: give one")));
    }
    let settings =
        AskSettings { model: model.unwrap_or_default(), max_output, temperature, effort };
    let export = Export::new(target, settings, &selection.name);
    py.detach(|| Ok(written(&selection, &export, &folder)?))
}

/// Writes all files, and returns where they lie.
fn written(selection: &Selection, export: &Export, folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let made = |name: &str| -> io::Result<(PathBuf, BufWriter<File>)> {
        let path = folder.join(name);
        let file = File::create_new(&path).map_err(|error| {
            io::Error::new(error.kind(), format!("{}: {error}", path.display()))
        })?;
        Ok((path, BufWriter::new(file)))
    };
    let mut names = vec![export.file_name(None)];
    let (first, mut file) = made(&names[0])?;
    let mut paths = vec![first];
    let mut parts = Parts::new(export.clone());
    for question in selection.questions() {
        for part in parts.push(&question) {
            match part {
                FilePart::Text(text) => file.write_all(text.as_bytes())?,
                FilePart::Next => {
                    file.flush()?;
                    if let [name] = names.as_mut_slice() {
                        // Only now it is known that there are several.
                        *name = export.file_name(Some(1));
                        let (path, _) = made(name)?;
                        fs::rename(&paths[0], &path)?;
                        paths[0] = path;
                    }
                    let part = u32::try_from(names.len() + 1).unwrap_or(u32::MAX);
                    let name = export.file_name(Some(part));
                    let path;
                    (path, file) = made(&name)?;
                    names.push(name);
                    paths.push(path);
                }
            }
        }
    }
    file.write_all(parts.finish().as_bytes())?;
    file.flush()?;
    for (name, text) in export.companions(&names) {
        let (path, mut file) = made(&name)?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        paths.push(path);
    }
    Ok(paths)
}
