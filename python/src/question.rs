//! The questions of a selection as an iterator.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stepfall_interchange::{Question, QuestionSet};
use stepfall_procedure::{Generator, Item};

use crate::selection::{Settings, selection};

/// Generates the questions of a suite as dicts: `id`, `dataset`, `condition`, `steps`, `prompt`,
/// `messages`, `target` and `link`.
///
/// `name` is one of `suites()`, or "own". For "own", `steps` and `condition` may be lists. `items`
/// is the number of items of each spec, with indexes from 0 under `seed`. The default is that of
/// the suite, or 20 for "own". `samples` is the number of samples of each item.
///
/// The other settings are those of links and of the command line: `lookback`, `ops`, `numbers`,
/// `bound`, `inputs`, `constants`, `dead`, `wording`, `names`, `lines` and `nested`. A suite fixes
/// some of them. Unknown words and unsupported questions are a `ValueError` before the first
/// question.
#[pyfunction]
#[pyo3(signature = (name, *, items = None, samples = 1, seed = 0, condition = None, **spec))]
pub(crate) fn suite<'py>(
    name: &str,
    items: Option<u32>,
    samples: u16,
    seed: u64,
    condition: Option<&Bound<'py, PyAny>>,
    spec: Option<&Bound<'py, PyDict>>,
) -> PyResult<Questions> {
    let selection = selection(name, &Settings { items, samples, seed, condition, spec })?;
    Ok(Questions { selection, entry: 0, index: 0, sample: 0, generator: None, item: None })
}

/// An iterator over questions.
#[pyclass(module = "stepfall")]
pub(crate) struct Questions {
    selection: QuestionSet,
    /// The index of the current entry of the selection: a spec with its condition.
    entry: usize,
    /// The index of the current item of that spec.
    index: u32,
    /// The number of the next sample of that item.
    sample: u16,
    /// The generator of the current spec.
    generator: Option<Generator>,
    /// The current item. `None` until it is made.
    item: Option<Item>,
}

#[pymethods]
impl Questions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        match py.detach(|| self.question()) {
            Some(question) => dict(py, &question).map(Some),
            None => Ok(None),
        }
    }
}

impl Questions {
    /// Returns the next question. Items that the generator cannot make are left out.
    fn question(&mut self) -> Option<Question> {
        loop {
            let (dataset, spec, condition) = self.selection.entries.get(self.entry)?;
            if self.index >= self.selection.items {
                (self.entry, self.index, self.generator) = (self.entry + 1, 0, None);
                continue;
            }
            if self.generator.is_none() {
                self.generator = Generator::new(*spec).ok();
            }
            if self.item.is_none() {
                let generator = self.generator.as_ref();
                self.item =
                    generator.and_then(|made| made.item(self.selection.seed, self.index).ok());
            }
            let question = self
                .item
                .clone()
                .and_then(|item| Question::new(dataset, item, *condition, self.sample));
            self.sample += 1;
            if self.sample >= self.selection.samples {
                (self.index, self.sample, self.item) = (self.index + 1, 0, None);
            }
            if question.is_some() {
                return question;
            }
        }
    }
}

pub(crate) fn dict<'py>(py: Python<'py>, question: &Question) -> PyResult<Bound<'py, PyDict>> {
    let messages = PyList::empty(py);
    for (role, content) in question.messages() {
        let message = PyDict::new(py);
        message.set_item("role", role)?;
        message.set_item("content", content)?;
        messages.append(message)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("id", question.id.to_string())?;
    dict.set_item("dataset", &question.dataset)?;
    dict.set_item("condition", question.id.condition.slug())?;
    dict.set_item("steps", question.item.spec.steps)?;
    dict.set_item("prompt", question.prompt())?;
    dict.set_item("messages", messages)?;
    dict.set_item("target", question.correct_answer())?;
    dict.set_item("link", question.id.link().map(|link| link.fragment()))?;
    Ok(dict)
}
