//! Responses graded by their ids alone.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use stepfall_condition::{Reading, read, read_visible_text};
use stepfall_figure::{Row, Spent, TaskKey};
use stepfall_grade::{GRADER, Mode, Stop, headline};
use stepfall_procedure::{Condition, Generator, Item, Spec, VERSION};
use stepfall_provider::transcript;
use stepfall_text::Outcome;

use crate::id::{IdError, ItemId, QuestionId, custom_hash};
use crate::question::asks_once;
use crate::response::{Response, ResponseEnd};

/// The most specs whose generators are kept ready.
const MOST_SPECS: usize = 2_048;

/// What is said of a response that the provider refused, whatever stands in it.
const REFUSED: &str = "The provider says that the model or a filter refused.";

/// What came of a response that is a reply.
fn outcome(reading: &Reading, end: &ResponseEnd) -> Outcome {
    let verdict = &reading.verdict;
    if reading.score.solved {
        return Outcome::Correct;
    }
    match (end, verdict.primary) {
        (ResponseEnd::Failed(_), _) => Outcome::Errored,
        (ResponseEnd::Refusal, _) | (_, Mode::Refused) => Outcome::Refused,
        // Behind an answer a cut takes nothing away: were only right ones counted, their share would be too high.
        (ResponseEnd::Length, _) | (_, Mode::Truncated) if verdict.text.answers.is_empty() => {
            Outcome::Truncated
        }
        (_, Mode::MissingAnswer) => Outcome::Unparsed,
        (_, Mode::Unclear | Mode::WrongItem) => Outcome::Unclear,
        _ if verdict.text.answers.is_empty() => Outcome::Unparsed,
        _ => Outcome::Wrong,
    }
}

/// A response with what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Graded {
    /// The response.
    pub response: Response,
    /// What was asked.
    pub question: QuestionId,
    /// The item.
    pub item: Item,
    /// What came of it.
    pub outcome: Outcome,
    /// The failure mode to name; nothing where there is no reply.
    pub primary: Option<Mode>,
    /// What happened, in one sentence.
    pub headline: String,
    /// The answer that was read first, as it was written.
    pub answer: Option<String>,
    /// The right one, as it is to be written.
    pub target: String,
    /// How the reply was read; nothing where there is none.
    reading: Option<Box<Reading>>,
}

/// Why a response is not graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ungraded {
    /// Its id tells no question.
    Id(IdError),
    /// It is of a procedure of one's own that is not among the records at hand.
    Custom,
    /// Its condition takes a dialogue, of which a file has one reply alone.
    Dialogue(Condition),
    /// The generator makes no such item.
    NoItem,
}

impl fmt::Display for Ungraded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(error) => error.fmt(f),
            Self::Custom => f.write_str(
                "the id is of a procedure of one’s own: add the file of records that belongs to it",
            ),
            Self::Dialogue(condition) => write!(
                f,
                "the condition {condition} is a dialogue, and a file has one reply: run it as a sweep"
            ),
            Self::NoItem => {
                f.write_str("there is no such item: the generator refuses its settings")
            }
        }
    }
}

impl std::error::Error for Ungraded {}

/// Grades responses. What it keeps is bounded, however many there are.
#[derive(Debug, Default)]
pub struct BatchGrader {
    generators: HashMap<Spec, Option<Generator>>,
    custom: HashMap<u64, Item>,
    reads: Reads,
}

/// What of a reply is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Reads {
    /// The visible text, and the reasoning by itself.
    #[default]
    Reasoning,
    /// The visible text alone.
    VisibleText,
}

impl BatchGrader {
    /// One that gives reasoning no verdict of its own, which takes less time. Of what is graded all is the same but the agreement of reasoning and visible text in
    /// [`Graded::row`], which is missing.
    pub fn of_visible_text() -> Self {
        Self { reads: Reads::VisibleText, ..Self::default() }
    }

    /// Takes a procedure of one's own, so that its ids are understood.
    pub fn add_custom(&mut self, item: Item) {
        self.custom.insert(custom_hash(&item), item);
    }

    /// The item of a question.
    ///
    /// # Errors
    ///
    /// [`Ungraded`] where it cannot be made.
    pub fn item(&mut self, id: &QuestionId) -> Result<Item, Ungraded> {
        match id.item {
            ItemId::Custom(hash) => self.custom.get(&hash).cloned().ok_or(Ungraded::Custom),
            ItemId::Drawn { spec, seed, index } => {
                if self.generators.len() >= MOST_SPECS && !self.generators.contains_key(&spec) {
                    self.generators.clear();
                }
                let generator =
                    self.generators.entry(spec).or_insert_with(|| Generator::new(spec).ok());
                let item = generator.as_ref().and_then(|made| made.item(seed, index).ok());
                item.ok_or(Ungraded::NoItem)
            }
        }
    }

    /// Grades a response.
    ///
    /// # Errors
    ///
    /// [`Ungraded`] where nobody can say what it is a response to.
    pub fn grade(&mut self, response: Response) -> Result<Graded, Ungraded> {
        let question = QuestionId::read(&response.id).map_err(Ungraded::Id)?;
        let item = self.item(&question)?;
        checked(response, question, item, self.reads)
    }
}

impl Graded {
    /// Grades a response to an item that is at hand. Whatever its id was, it gets that of the item under this condition; an item of another version of the
    /// generator has one like a procedure of one's own, since this version would make another item of its spec and seed. Reasoning gets no verdict of its own.
    ///
    /// # Errors
    ///
    /// [`Ungraded::Dialogue`] where the condition takes more than one reply.
    pub fn of_item(item: Item, condition: Condition, response: Response) -> Result<Self, Ungraded> {
        let question = if item.generator() == VERSION {
            QuestionId::of(&item, condition, 0)
        } else {
            QuestionId { item: ItemId::Custom(custom_hash(&item)), condition, sample: 0 }
        };
        let response = Response { id: question.to_string(), ..response };
        checked(response, question, item, Reads::VisibleText)
    }

    /// What figures need of it; nothing where there is no reply.
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
        let spent = Spent {
            tokens_in: tokens(self.response.tokens_in),
            tokens_out: tokens(self.response.tokens_out),
            ..Spent::default()
        };
        Some(Row::of(task, &self.item, false, reading, spent))
    }

    /// Which of several responses to its question it is, from 0: by the id or by the file.
    pub fn sample(&self) -> u32 {
        self.response.sample.max(self.question.sample.into())
    }
}

/// Grades a response unless its condition takes a dialogue.
fn checked(
    response: Response,
    question: QuestionId,
    item: Item,
    reads: Reads,
) -> Result<Graded, Ungraded> {
    let condition = question.condition;
    if !condition.suits(item.spec.steps) || !asks_once(&item, condition) {
        return Err(Ungraded::Dialogue(condition));
    }
    Ok(graded(response, question, item, reads))
}

fn graded(response: Response, question: QuestionId, item: Item, reads: Reads) -> Graded {
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
    let whole = transcript(&response.reasoning, &response.text, true);
    let stop = if response.end == ResponseEnd::Length { Stop::Length } else { Stop::Unknown };
    let reading = match reads {
        Reads::Reasoning => read(&item, condition, &whole, stop),
        Reads::VisibleText => read_visible_text(&item, condition, &whole, stop),
    };
    let answer = reading.verdict.text.first();
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
            let written = whole.get(answer.claim.span.clone());
            written.map_or_else(|| answer.claim.value.to_string(), str::to_owned)
        }),
        target,
        reading: Some(Box::new(reading)),
        item,
        response,
    }
}

/// A graded response as it is written into files: a flat object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GradedRecord<'g> {
    /// The id.
    pub id: &'g str,
    /// Which of several responses to it.
    pub sample: u32,
    /// The model, by the file's own name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'g str>,
    /// The condition.
    pub condition: String,
    /// The number of steps.
    pub steps: u16,
    /// How far the look-back reaches.
    pub lookback: u8,
    /// What came of it.
    pub outcome: &'static str,
    /// The failure mode to name.
    pub mode: Option<&'static str>,
    /// What happened, in one sentence.
    pub headline: &'g str,
    /// The answer that was read first.
    pub answer: Option<&'g str>,
    /// The right one.
    pub target: &'g str,
    /// The link that opens the item in Play; nothing for a procedure of one's own.
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
            grader: GRADER,
        }
    }
}
