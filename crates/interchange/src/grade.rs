//! Grades responses by their ids.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use stepfall_condition::{Reading, read, read_visible_text};
use stepfall_figure::{AttemptCosts, Row, TaskKey};
use stepfall_grade::{GRADER_VERSION, Mode, StopReason, headline};
use stepfall_procedure::{Condition, GENERATOR_VERSION, Generator, Item, Spec};
use stepfall_provider::transcript;
use stepfall_text::Outcome;

use crate::id::{IdError, ItemId, QuestionId, custom_hash};
use crate::question::asks_once;
use crate::response::{Response, ResponseEnd};

/// The maximum number of specs whose generators are kept.
const MAX_CACHED_SPECS: usize = 2_048;

/// The headline of a response that the provider refused, whatever text it has.
const REFUSED: &str = "The provider says that the model or a filter refused.";

/// Returns the outcome of a response, from the verdict about its text and the reason for its end.
fn outcome(reading: &Reading, end: &ResponseEnd) -> Outcome {
    let verdict = &reading.verdict;
    if reading.score.is_solved {
        return Outcome::Correct;
    }
    match (end, verdict.primary) {
        (ResponseEnd::Failed(_), _) => Outcome::Errored,
        (ResponseEnd::Refusal, _) | (_, Mode::Refused) => Outcome::Refused,
        // An answer before the cut counts, correct or not. If only correct ones counted, their
        // share would be too high.
        (ResponseEnd::Length, _) | (_, Mode::Truncated) if verdict.visible.answers.is_empty() => {
            Outcome::Truncated
        }
        (_, Mode::MissingAnswer) => Outcome::Unparsed,
        (_, Mode::Unclear | Mode::WrongItem) => Outcome::Unclear,
        _ if verdict.visible.answers.is_empty() => Outcome::Unparsed,
        _ => Outcome::Incorrect,
    }
}

/// A response with its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// The response that was graded.
    pub response: Response,
    /// The question that the id identifies.
    pub question: QuestionId,
    /// The item that the question asks for.
    pub item: Item,
    /// The outcome, from the verdict about the text and the reason for its end.
    pub outcome: Outcome,
    /// The primary failure mode; `None` if there is no reply.
    pub primary: Option<Mode>,
    /// The outcome in one sentence.
    pub headline: String,
    /// The first answer in the reply, as the model wrote it; `None` if there is none.
    pub answer: Option<String>,
    /// The correct answer, in the form in which the model should write it.
    pub target: String,
    /// The reading of the reply; `None` if there is no reply.
    reading: Option<Box<Reading>>,
}

/// Reasons why a response is not graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ungraded {
    /// The id does not identify a question.
    Id(IdError),
    /// The id is of a custom procedure that was not added to the grader.
    Custom,
    /// The condition needs a dialogue, but a file has one reply per question. Also returned if the
    /// condition does not suit the number of steps.
    Dialogue(Condition),
    /// The generator cannot make the item.
    NoItem,
}

impl fmt::Display for Ungraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(error) => error.fmt(f),
            Self::Custom => f.write_str(
                "the id belongs to a custom procedure; add the file of records that was written with it",
            ),
            Self::Dialogue(condition) => write!(
                f,
                "the condition {condition} needs a dialogue, and a batch file has one reply per question; run it as a sweep"
            ),
            Self::NoItem => {
                f.write_str("there is no such item: the generator refuses its settings")
            }
        }
    }
}

impl std::error::Error for Ungraded {}

/// A grader of responses. Its memory does not grow with the number of responses.
#[derive(Debug, Default)]
pub struct BatchGrader {
    generators: HashMap<Spec, Option<Generator>>,
    custom: HashMap<u64, Item>,
    reads: GradedParts,
}

/// The parts of a reply that are graded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum GradedParts {
    /// The visible text, and separately the reasoning.
    #[default]
    WithReasoning,
    /// The visible text only.
    VisibleText,
}

impl BatchGrader {
    /// Creates a grader that does not judge the reasoning separately, which saves time. Its results
    /// have one difference: [`Graded::row`] lacks the agreement between reasoning and visible text.
    pub fn of_visible_text() -> Self {
        Self { reads: GradedParts::VisibleText, ..Self::default() }
    }

    /// Adds a custom procedure, so that responses with its id can be graded.
    pub fn add_custom(&mut self, item: Item) {
        self.custom.insert(custom_hash(&item), item);
    }

    /// Adds all custom procedures of another grader.
    pub fn add_custom_of(&mut self, other: &Self) {
        self.custom.extend(other.custom.iter().map(|(hash, item)| (*hash, item.clone())));
    }

    /// Returns the spec of a question's item, without making a generated item.
    ///
    /// # Errors
    ///
    /// [`Ungraded`] if the procedure is custom and was not added.
    pub fn spec(&self, id: &QuestionId) -> Result<Spec, Ungraded> {
        match id.item {
            ItemId::Custom(hash) => {
                self.custom.get(&hash).map(|item| item.spec).ok_or(Ungraded::Custom)
            }
            ItemId::Drawn { spec, .. } => Ok(spec),
        }
    }

    /// Returns the item of a question, and keeps its generator for later questions.
    ///
    /// # Errors
    ///
    /// [`Ungraded`] if the item cannot be made.
    pub fn item(&mut self, id: &QuestionId) -> Result<Item, Ungraded> {
        match id.item {
            ItemId::Custom(hash) => self.custom.get(&hash).cloned().ok_or(Ungraded::Custom),
            ItemId::Drawn { spec, seed, index } => {
                if self.generators.len() >= MAX_CACHED_SPECS && !self.generators.contains_key(&spec)
                {
                    self.generators.clear();
                }
                let generator =
                    self.generators.entry(spec).or_insert_with(|| Generator::new(spec).ok());
                let item = generator.as_ref().and_then(|made| made.item(seed, index).ok());
                item.ok_or(Ungraded::NoItem)
            }
        }
    }

    /// Grades a response to the question that its id identifies.
    ///
    /// # Errors
    ///
    /// [`Ungraded`] with the reason why the response is not graded.
    pub fn grade(&mut self, response: Response) -> Result<Graded, Ungraded> {
        let question = QuestionId::read(&response.id).map_err(Ungraded::Id)?;
        let item = self.item(&question)?;
        grade_single_reply(response, question, item, self.reads)
    }
}

impl Graded {
    /// Grades a response to a known item, without a verdict for its reasoning.
    ///
    /// The id of the response is replaced by that of the item under this condition. An item of
    /// another generator version gets the id of a custom procedure. This version would make a
    /// different item from its spec and seed.
    ///
    /// # Errors
    ///
    /// [`Ungraded::Dialogue`] if the condition needs more than one reply, or does not suit the
    /// number of steps.
    pub fn of_item(item: Item, condition: Condition, response: Response) -> Result<Self, Ungraded> {
        let question = if item.generator() == GENERATOR_VERSION {
            QuestionId::of(&item, condition, 0)
        } else {
            QuestionId { item: ItemId::Custom(custom_hash(&item)), condition, sample: 0 }
        };
        let response = Response { id: question.to_string(), ..response };
        grade_single_reply(response, question, item, GradedParts::VisibleText)
    }

    /// Returns the row for the figures; `None` if there is no reply.
    pub fn row(&self) -> Option<Row> {
        let reading = self.reading.as_deref()?;
        let spec = self.item.spec;
        let index = match self.question.item {
            ItemId::Drawn { index, .. } => index,
            ItemId::Custom(_) => 0,
        };
        let task = TaskKey {
            target: 0,
            condition: self.question.condition,
            steps: spec.steps,
            look_back: spec.look_back.reach(),
            item: index,
            sample: self.sample(),
        };
        let tokens = |count: Option<u64>| count.and_then(|count| u32::try_from(count).ok());
        let spent = AttemptCosts {
            tokens_in: tokens(self.response.tokens_in),
            tokens_out: tokens(self.response.tokens_out),
            ..AttemptCosts::default()
        };
        Some(Row::of(task, &self.item, false, reading, spent))
    }

    /// Returns the number of the sample, from 0: the larger of the numbers in the id and in the
    /// file.
    pub fn sample(&self) -> u32 {
        self.response.sample.max(self.question.sample.into())
    }
}

/// Grades a response unless its condition needs a dialogue or does not suit the number of steps.
fn grade_single_reply(
    response: Response,
    question: QuestionId,
    item: Item,
    reads: GradedParts,
) -> Result<Graded, Ungraded> {
    let condition = question.condition;
    if !condition.suits(item.spec.steps) || !asks_once(&item, condition) {
        return Err(Ungraded::Dialogue(condition));
    }
    Ok(grade_response(response, question, item, reads))
}

fn grade_response(
    response: Response,
    question: QuestionId,
    item: Item,
    reads: GradedParts,
) -> Graded {
    let condition = question.condition;
    let target = item.expected_text(condition);
    if let ResponseEnd::Failed(why) = &response.end {
        let headline = format!("There is no reply: {why}");
        return Graded {
            question,
            item,
            outcome: Outcome::Errored,
            primary: None,
            headline,
            answer: None,
            target,
            reading: None,
            response,
        };
    }
    let text = transcript(&response.reasoning, &response.text, true);
    let stop =
        if response.end == ResponseEnd::Length { StopReason::Length } else { StopReason::Unknown };
    let reading = match reads {
        GradedParts::WithReasoning => read(&item, condition, &text, stop),
        GradedParts::VisibleText => read_visible_text(&item, condition, &text, stop),
    };
    let answer = reading.verdict.visible.first_answer();
    let outcome = outcome(&reading, &response.end);
    let (primary, headline) = if outcome == Outcome::Refused && response.end == ResponseEnd::Refusal
    {
        (Mode::Refused, REFUSED.to_owned())
    } else {
        (reading.verdict.primary, headline(&item, condition, &reading.verdict))
    };
    Graded {
        question,
        outcome,
        primary: Some(primary),
        headline,
        answer: answer.map(|answer| {
            let written = text.get(answer.claim.span.clone());
            written.map_or_else(|| answer.claim.value.to_string(), str::to_owned)
        }),
        target,
        reading: Some(Box::new(reading)),
        item,
        response,
    }
}

/// A graded response as a flat object, as files contain it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradedRecord<'g> {
    /// The id of the question.
    pub id: &'g str,
    /// The number of the sample, from 0.
    pub sample: u32,
    /// The model, as the file names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'g str>,
    /// The slug of the condition under which the question was asked.
    pub condition: String,
    /// The number of steps.
    pub steps: u16,
    /// The maximum look-back.
    pub lookback: u8,
    /// The slug of the outcome.
    pub outcome: &'static str,
    /// The slug of the primary failure mode; `None` if there is no reply.
    pub mode: Option<&'static str>,
    /// The outcome in one sentence.
    pub headline: &'g str,
    /// The first answer in the reply, as the model wrote it; `None` if there is none.
    pub answer: Option<&'g str>,
    /// The correct answer, in the form in which the model should write it.
    pub target: &'g str,
    /// The link that opens the item in Play; `None` for a custom procedure.
    pub link: Option<String>,
    /// The version of the grader.
    pub grader: u32,
}

impl<'g> From<&'g Graded> for GradedRecord<'g> {
    fn from(graded: &'g Graded) -> Self {
        Self {
            id: &graded.response.id,
            sample: graded.sample(),
            model: graded.response.model.as_deref(),
            condition: graded.question.condition.slug(),
            steps: graded.item.spec.steps,
            lookback: graded.item.spec.look_back.reach(),
            outcome: graded.outcome.slug(),
            mode: graded.primary.map(Mode::slug),
            headline: &graded.headline,
            answer: graded.answer.as_deref(),
            target: &graded.target,
            link: graded.question.link().map(|link| link.fragment()),
            grader: GRADER_VERSION,
        }
    }
}
