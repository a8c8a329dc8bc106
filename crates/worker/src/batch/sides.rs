//! The visitor's results, and a second set of results that is compared with them.

use stepfall_interchange::{
    BatchComparison, ComparedQuestion, ComparisonReport, Outcome, QuestionId, pair_line, pair_row,
    pairs_head,
};
use stepfall_protocol::Event;
use stepfall_protocol::batch::BatchEvent;
use stepfall_protocol::comparison::{
    ComparedModel, PairKind, PairRow, PairRows, PairsFormat, Side,
};

use super::{Batch, words};
use crate::listing::ROWS;

/// The number of responses that one step of a comparison adds.
const ADDED: usize = 2_000;

/// The responses of both sides, and their comparison.
#[derive(Debug)]
pub struct BatchSides {
    first: Batch,
    second: Batch,
    work: Option<Work>,
    compared: Option<Paired>,
}

/// Two results, paired by question.
#[derive(Debug)]
struct Paired {
    models: [ComparedModel; 2],
    comparison: BatchComparison,
}

/// A comparison that is being computed.
#[derive(Debug)]
struct Work {
    paired: Paired,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// Adds the responses of a side from this position on.
    Adding(Side, usize),
    Reporting(Box<ComparisonReport>),
}

impl Default for BatchSides {
    fn default() -> Self {
        let (first, second) = (Batch::default(), Batch::of(Side::Second));
        Self { first, second, work: None, compared: None }
    }
}

impl BatchSides {
    /// Returns the results of a side. Before the caller changes them, it has to end a running
    /// comparison with [`Self::stop()`].
    pub const fn side(&mut self, side: Side) -> &mut Batch {
        match side {
            Side::First => &mut self.first,
            Side::Second => &mut self.second,
        }
    }

    /// Ends the current file of a side. Procedures of the file count for both sides.
    pub fn end(&mut self, side: Side, unread: Option<&str>) -> Vec<Event> {
        let (ended, other) = match side {
            Side::First => (&mut self.first, &mut self.second),
            Side::Second => (&mut self.second, &mut self.first),
        };
        let mut events = ended.end(unread);
        events.extend(other.take_procedures(ended));
        events
    }

    /// Removes the responses of the second side, and the comparison.
    pub fn clear_second(&mut self) -> Vec<Event> {
        self.stop();
        self.compared = None;
        self.second = Batch::of(Side::Second);
        let mut events = self.second.take_procedures(&self.first);
        events.push(self.second.summary());
        events
    }

    /// Begins to compare two results. [`Self::advance()`] computes the comparison in parts.
    pub fn compare(&mut self, models: [ComparedModel; 2]) {
        let paired = Paired { models, comparison: BatchComparison::default() };
        self.work = Some(Work { paired, stage: Stage::Adding(Side::First, 0) });
    }

    /// Ends the comparison that is being computed.
    pub fn stop(&mut self) {
        self.work = None;
    }

    /// Computes a part of the comparison, and returns its events. Returns `None` if no comparison
    /// is running.
    pub fn advance(&mut self) -> Option<Vec<Event>> {
        let mut work = self.work.take()?;
        match &mut work.stage {
            Stage::Adding(side, at) => {
                let (side, from) = (*side, *at);
                *at += ADDED;
                let is_more = self.add(&mut work.paired, side, from);
                if !is_more && side == Side::First {
                    work.stage = Stage::Adding(Side::Second, 0);
                } else if !is_more {
                    let report = ComparisonReport::new(&work.paired.comparison);
                    work.stage = Stage::Reporting(Box::new(report));
                }
            }
            Stage::Reporting(report) => {
                if !report.advance() {
                    let Work { paired, stage } = work;
                    let Stage::Reporting(report) = stage else { return None };
                    self.compared = Some(paired);
                    let report = Box::new(report.finish());
                    return Some(vec![Event::Batch(BatchEvent::Compared(report))]);
                }
            }
        }
        self.work = Some(work);
        Some(Vec::new())
    }

    /// Adds up to [`ADDED`] responses of a compared result, from a position on. Returns whether
    /// more responses follow.
    fn add(&mut self, paired: &mut Paired, side: Side, from: usize) -> bool {
        let ComparedModel { side: of, model } = &paired.models[side as usize];
        let Batch { kept, grader, .. } = self.side(*of);
        let is_own = |stored: &&super::StoredResponse| stored.response.is_of(model.as_deref());
        for stored in kept.iter().skip(from).take(ADDED).filter(is_own) {
            let Ok(question) = QuestionId::read(&stored.response.id) else { continue };
            let Ok(spec) = grader.spec(&question) else { continue };
            paired.comparison.add(side, question, &spec, stored.outcome);
        }
        from + ADDED < kept.len()
    }

    /// Returns rows of the list of compared questions.
    pub fn pairs(&self, kind: Option<PairKind>, from: u32) -> Event {
        let wanted: Vec<(usize, &ComparedQuestion)> = self
            .questions()
            .enumerate()
            .filter(|(_, question)| kind.is_none_or(|kind| question.kind() == kind))
            .collect();
        let start = usize::try_from(from).unwrap_or(usize::MAX).min(wanted.len());
        let row = |(number, question): &(usize, &ComparedQuestion)| {
            Some(PairRow {
                number: u32::try_from(*number).ok()?,
                kind: question.kind(),
                id: question.id.clone(),
                condition: question.group.condition.clone(),
                steps: question.group.steps,
                replies: [question.first, question.second]
                    .map(|attempts| attempts.map(words::replies)),
            })
        };
        let rows = wanted[start..].iter().take(ROWS).filter_map(row).collect();
        let total = u32::try_from(wanted.len()).unwrap_or(u32::MAX);
        Event::Batch(BatchEvent::Pairs(PairRows { from, total, rows }))
    }

    fn questions(&self) -> impl Iterator<Item = &ComparedQuestion> {
        self.compared.iter().flat_map(|paired| paired.comparison.questions())
    }

    /// Returns a compared response, to be opened in Play. An incorrect response is preferred, and a
    /// failed call comes last.
    pub fn open(&mut self, side: Side, id: &str) -> Option<Event> {
        let wanted = QuestionId::read(id).ok()?;
        let ComparedModel { side, model } = self.compared.as_ref()?.models[side as usize].clone();
        let is_wanted = |stored: &super::StoredResponse| {
            let is_same = |question| QuestionId { sample: 0, ..question } == wanted;
            stored.response.is_of(model.as_deref())
                && QuestionId::read(&stored.response.id).is_ok_and(is_same)
        };
        let batch = self.side(side);
        let all = batch.kept.iter().enumerate().filter(|(_, stored)| is_wanted(stored));
        let (number, _) = all.min_by_key(|(_, stored)| match stored.outcome {
            Outcome::Incorrect => 0,
            Outcome::Errored => 2,
            _ => 1,
        })?;
        batch.open(u32::try_from(number).ok()?)
    }

    /// Writes all compared questions in a file format, in pieces. Returns the name of the file and
    /// its media type.
    pub fn save(
        &self,
        form: PairsFormat,
        emit: &mut dyn FnMut(&str),
    ) -> (&'static str, &'static str) {
        match form {
            PairsFormat::Jsonl => {
                self.questions().for_each(|question| emit(&(pair_line(question) + "\n")));
                ("stepfall-compared.jsonl", "application/jsonl")
            }
            PairsFormat::Csv => {
                emit(pairs_head());
                self.questions().for_each(|question| emit(&pair_row(question)));
                ("stepfall-compared.csv", "text/csv")
            }
        }
    }
}
