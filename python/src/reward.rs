//! The functions behind `stepfall.rewards`, which is written in Python: measures of many
//! completions, and the steps that one of them shows.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stepfall_interchange::{BatchGrader, IdError, Question, QuestionId};
use stepfall_procedure::{Condition, Item};

use crate::column::Column;
use crate::grade::Characters;
use crate::item::read_item;
use crate::many::{spread, threads};
use crate::measure::Completion;
use crate::question::dict;
use crate::value_error;

/// The longest completion that can earn a reward, in bytes. Longer ones are not graded.
pub(crate) const MAX_COMPLETION: usize = 1 << 20;

/// The measures of a completion as Python gets them: `answer`, `step`, `prefix`, `form` and whether
/// the condition asks for steps.
pub(crate) type Measured = (Option<f64>, Option<f64>, Option<f64>, Option<f64>, bool);

/// Returns the measures of many completions, in order. A completion that is None or too long has no
/// measures. An invalid id is a `ValueError` that names its row. Forms are checked only if
/// `with_form` is set.
#[pyfunction]
#[pyo3(name = "_measure_many", signature = (ids, completions, *, with_form = false, threads = None))]
pub(crate) fn measure_many<'py>(
    py: Python<'py>,
    ids: &Bound<'py, PyAny>,
    completions: &Bound<'py, PyAny>,
    with_form: bool,
    threads: Option<usize>,
) -> PyResult<Vec<Option<Measured>>> {
    let threads = self::threads(threads)?;
    let ids = Column::read("id", ids)?;
    let completions = Column::read("completions", completions)?;
    py.detach(|| {
        let (ids, texts) = (ids.texts(), completions.texts());
        if ids.len() != texts.len() {
            return Err(PyValueError::new_err(format!(
                "there are {} completions and {} values of id: each completion has one",
                texts.len(),
                ids.len()
            )));
        }
        let pairs: Vec<_> = ids.into_iter().zip(texts).collect();
        let measured = spread(&pairs, threads, |(id, text), grader| {
            measure_completion(*id, *text, with_form, grader)
        })?;
        let rows = measured.into_iter().enumerate();
        rows.map(|(row, measured_row)| {
            measured_row.map_err(|why| value_error(&format!("id[{row}]: {why}")))
        })
        .collect()
    })
}

/// Returns the measures of a completion, or the reason why its id is invalid.
fn measure_completion(
    id: Option<&str>,
    text: Option<&str>,
    with_form: bool,
    grader: &mut BatchGrader,
) -> Result<Option<Measured>, String> {
    let id = id.ok_or("it is None")?;
    let (item, condition) = match QuestionId::read(id) {
        Ok(id) => (grader.item(&id).map_err(|why| why.to_string())?, id.condition),
        Err(IdError::NotStepfall) => read_item(id).map_err(|error| message(&error))?,
        Err(error) => return Err(error.to_string()),
    };
    is_rewarded(condition)?;
    Ok(text
        .filter(|text| text.len() <= MAX_COMPLETION)
        .map(|text| Completion::new(&item, condition, text).measures(with_form).row()))
}

/// Returns the message of an error without its type.
fn message(error: &PyErr) -> String {
    Python::attach(|py| error.value(py).to_string())
}

/// Checks that a condition has rewards: its only reply is graded as one text.
pub(crate) fn is_rewarded(condition: Condition) -> Result<(), String> {
    if condition.is_plain() {
        return Ok(());
    }
    Err(format!(
        "there are no rewards for the condition {condition}, whose replies are carried out"
    ))
}

/// Returns the steps that a completion shows, and its answers.
///
/// The result is None if the completion cannot be assigned to steps with certainty, or is longer
/// than 1 MiB. Otherwise it is a dict with `steps`, `of` (the number of steps that credits are
/// divided by) and `answers`.
#[pyfunction]
#[pyo3(name = "_shown_steps")]
pub(crate) fn shown_steps<'py>(
    py: Python<'py>,
    id: &str,
    completion: &str,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let read = py.detach(|| {
        let (item, condition) = read_item(id)?;
        is_rewarded(condition).map_err(|why| value_error(&why))?;
        if completion.len() > MAX_COMPLETION {
            return Ok(None);
        }
        Ok::<_, PyErr>(Some(Shown::of(&item, condition, completion)))
    })?;
    read.flatten().map(|steps| steps.dict(py)).transpose()
}

/// The steps that a completion shows.
struct Shown {
    steps: Vec<ShownStep>,
    of: usize,
    /// The ranges of all answers, in bytes.
    answers: Vec<(usize, usize)>,
    characters: Characters,
}

struct ShownStep {
    name: String,
    status: &'static str,
    span: (usize, usize),
    follows: bool,
    before_error: bool,
}

impl Shown {
    fn of(item: &Item, condition: Condition, text: &str) -> Option<Self> {
        let completion = Completion::new(item, condition, text);
        let credits = completion.credits();
        // If no steps are requested, the result has only answers.
        if credits.is_none() && (condition != Condition::AnswerOnly || completion.is_unclear) {
            return None;
        }
        let mut steps = Vec::new();
        for (step, credit) in completion.verdict.required_steps().zip(credits.into_iter().flatten())
        {
            let Some(claim) = &step.claim else { continue };
            steps.push(ShownStep {
                name: item.name(step.number),
                status: step.slug(),
                span: (claim.span.start, claim.span.end),
                follows: credit.is_consistent,
                before_error: credit.is_before_error,
            });
        }
        let answers = completion.verdict.answers.iter().map(|answer| &answer.claim.span);
        Some(Self {
            steps,
            of: completion.steps(),
            answers: answers.map(|span| (span.start, span.end)).collect(),
            characters: Characters::of(text),
        })
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let steps = PyList::empty(py);
        for step in &self.steps {
            let dict = PyDict::new(py);
            dict.set_item("name", &step.name)?;
            dict.set_item("status", step.status)?;
            dict.set_item("follows", step.follows)?;
            dict.set_item("before_error", step.before_error)?;
            dict.set_item("bytes", step.span)?;
            dict.set_item("characters", self.in_characters(step.span))?;
            steps.append(dict)?;
        }
        let dict = PyDict::new(py);
        dict.set_item("steps", steps)?;
        dict.set_item("of", self.of)?;
        let answers: Vec<_> = self.answers.iter().map(|span| self.in_characters(*span)).collect();
        dict.set_item("answers", answers)?;
        Ok(dict)
    }

    fn in_characters(&self, (start, end): (usize, usize)) -> (usize, usize) {
        (self.characters.before(start), self.characters.before(end))
    }
}

/// Returns the question of an id, a link or a record, as `suite` returns it.
#[pyfunction]
#[pyo3(name = "_question")]
pub(crate) fn question<'py>(py: Python<'py>, id: &str) -> PyResult<Bound<'py, PyDict>> {
    let (item, condition) = read_item(id)?;
    let question = Question::new("", item, condition, 0);
    let question =
        question.ok_or_else(|| value_error(&format!("the condition {condition} is a dialogue")))?;
    dict(py, &question)
}

/// Returns the link of a question, which contains its seed. The result is None for a custom
/// procedure. Unlike `question`, accepts dialogues.
#[pyfunction]
#[pyo3(name = "_link")]
pub(crate) fn link(id: &str) -> PyResult<Option<String>> {
    let question = match QuestionId::read(id) {
        Ok(question) => question,
        Err(IdError::NotStepfall) => {
            let (item, condition) = read_item(id)?;
            QuestionId::of(&item, condition, 0)
        }
        Err(error) => return Err(value_error(&error)),
    };
    Ok(question.link().map(|link| link.fragment()))
}
