//! Dialogues: questions whose next request depends on the replies.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use stepfall_api::parse_response_end;
use stepfall_condition::{Dialogue as Machine, read};
use stepfall_grade::StopReason;
use stepfall_interchange::{QuestionId, ResponseEnd};
use stepfall_procedure::{Condition, Item};
use stepfall_provider::{Answer, Stop, Turn};

use crate::item::read_item;
use crate::measure::{Completion, Measures};
use crate::reward::{MAX_COMPLETION, Measured, is_rewarded};
use crate::value_error;

/// The dialogue about one item. The next question depends on the replies.
#[pyclass(module = "stepfall")]
pub(crate) struct Dialogue {
    item: Item,
    condition: Condition,
    machine: Machine<'static>,
    /// The total size of the replies, in bytes.
    size: usize,
}

#[pymethods]
impl Dialogue {
    /// Creates the dialogue about an item, before the first reply. `condition` replaces the
    /// condition of the id, link or record.
    #[new]
    #[pyo3(signature = (item, *, condition = None))]
    fn new(item: &str, condition: Option<&str>) -> PyResult<Self> {
        let (item, own_condition) = read_item(item)?;
        let condition = match condition {
            None => own_condition,
            Some(slug) => Condition::from_slug(slug)
                .ok_or_else(|| value_error(&format!("there is no condition {slug:?}")))?,
        };
        check_rewarded(condition)?;
        if !condition.suits(item.spec.steps) {
            let steps = item.spec.steps;
            return Err(value_error(&format!(
                "the condition {condition} does not suit a procedure of {steps} steps"
            )));
        }
        let machine = Machine::owned(item.clone(), condition);
        Ok(Self { item, condition, machine, size: 0 })
    }

    /// The id of the question.
    #[getter]
    fn id(&self) -> String {
        self.question().to_string()
    }

    /// The link that opens the item in the page; None for a custom procedure.
    #[getter]
    fn link(&self) -> Option<String> {
        self.question().link().map(|link| link.fragment())
    }

    /// The condition, such as `trace` or `verified.5`.
    #[getter]
    fn condition(&self) -> String {
        self.condition.slug()
    }

    /// The number of steps of the item.
    #[getter]
    fn steps(&self) -> usize {
        self.item.procedure.steps.len()
    }

    /// The correct answer.
    #[getter]
    fn target(&self) -> String {
        self.item.expected_text(self.condition)
    }

    /// The turns so far. Before the end, the last one is the question for the next reply.
    #[getter]
    fn messages<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let messages = PyList::empty(py);
        for turn in self.machine.turns() {
            let (role, content) = match turn {
                Turn::User(text) => ("user", text),
                Turn::Assistant { text, .. } => ("assistant", text),
                // Conditions with tools are not supported.
                Turn::Results(_) => continue,
            };
            let message = PyDict::new(py);
            message.set_item("role", role)?;
            message.set_item("content", content)?;
            messages.append(message)?;
        }
        Ok(messages)
    }

    /// The maximum number of replies.
    #[getter]
    fn most_replies(&self) -> u16 {
        self.machine.most_replies()
    }

    /// The number of replies so far.
    #[getter]
    fn replies(&self) -> u16 {
        self.machine.replies()
    }

    /// True if no more replies are read.
    #[getter]
    fn is_over(&self) -> bool {
        self.machine.is_over()
    }

    /// The dialogue as one text, which `verdict` reads.
    #[getter]
    fn text(&self) -> String {
        self.machine.text()
    }

    /// Takes a reply and returns the next question, or None at the end. A reply after the end is a
    /// `ValueError`.
    #[pyo3(signature = (reply, *, stop = "unknown"))]
    fn reply(&mut self, py: Python<'_>, reply: &str, stop: &str) -> PyResult<Option<String>> {
        let stop = match parse_response_end(stop).map_err(|failure| value_error(&failure))? {
            ResponseEnd::Length => Stop::Length,
            ResponseEnd::Refusal => Stop::Refusal,
            _ => Stop::Natural,
        };
        if self.is_over() {
            return Err(value_error(&"the dialogue has ended: it takes no more replies"));
        }
        self.size += reply.len();
        // A reply that exceeds the size limit is not read, and ends the dialogue.
        let is_read = self.size <= MAX_COMPLETION;
        let text = if is_read { reply.to_owned() } else { String::new() };
        let stop = if is_read { stop } else { Stop::Length };
        let answer = Answer { text, stop: Some(stop), ..Answer::default() };
        py.detach(|| self.machine.on_answer(&answer));
        Ok(self.machine.request().and_then(|request| match request.turns.into_iter().next_back() {
            Some(Turn::User(text)) => Some(text),
            _ => None,
        }))
    }

    /// Returns the rewards of all replies so far by name: `answer`, `step`, `prefix` and `format`.
    /// All are None before the first reply, and if the replies are longer than 1 MiB. `step` and
    /// `prefix` are also None for an unclear text. `answer` is 0 before the end, and None if a
    /// single reply is unclear.
    fn rewards<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (answer, step, prefix, form, _) = self.measured(py).unwrap_or_default();
        let dict = PyDict::new(py);
        dict.set_item("answer", answer)?;
        dict.set_item("step", step)?;
        dict.set_item("prefix", prefix)?;
        dict.set_item("format", form)?;
        Ok(dict)
    }

    /// Returns the measures of all replies so far, as for a completion. The result is None
    /// before the first reply, and if the replies are too long.
    #[pyo3(name = "_measures")]
    fn measured(&self, py: Python<'_>) -> Option<Measured> {
        if self.machine.replies() == 0 || self.size > MAX_COMPLETION {
            return None;
        }
        Some(py.detach(|| self.measures()).row())
    }
}

impl Dialogue {
    fn question(&self) -> QuestionId {
        QuestionId::of(&self.item, self.condition, 0)
    }

    fn measures(&self) -> Measures {
        let text = self.machine.text();
        if self.condition.is_plain() {
            return Completion::new(&self.item, self.condition, &text).measures(true);
        }
        let reading = read(&self.item, self.condition, &text, StopReason::Unknown);
        let is_solved = self.is_over()
            && reading.score.is_solved
            && reading.verdict.visible.answers.iter().all(|answer| answer.is_correct);
        let completion = Completion::of_dialogue(&self.item, &reading);
        Measures { answer: Some(f64::from(u8::from(is_solved))), ..completion.measures(false) }
    }
}

/// Checks that a condition has rewards: the model writes one plain reply, or a few steps in each
/// turn.
fn check_rewarded(condition: Condition) -> PyResult<()> {
    match condition {
        Condition::Stepwise | Condition::Checkpoints(_) | Condition::Verified(_) => Ok(()),
        _ => is_rewarded(condition).map_err(|why| value_error(&why)),
    }
}
