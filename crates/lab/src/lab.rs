//! The state machine of a worker of the Lab.

use stepfall_link::{Checkpoint, LabLink};
use stepfall_protocol::CallId;
use stepfall_protocol::lab::{
    CurveItem, LabAnswer, LabConfiguration, LabEvent, LabRequest, SmallModelQuestion,
};
use stepfall_small_model::{Weights, WrittenAnswer, answer};

use crate::curve::{Configuration, Curve};
use crate::subject::{flow, linked_item, task};
use crate::tables::tables;
use crate::transcript::Transcript;

/// A file of weights that a request needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeededWeights {
    /// The checkpoint that the file contains.
    pub checkpoint: Checkpoint,
    /// The address of the file, relative to the page.
    pub address: String,
}

/// The state of a worker of the Lab. A newer request replaces the current one, except for
/// [`LabRequest::Tables`].
#[derive(Default)]
pub struct Lab {
    /// The loaded weights. They are kept as long as the worker lives.
    weights: Vec<(Checkpoint, &'static Weights)>,
    /// The request that has not begun, because weights are missing or [`Lab::step`] is due.
    waiting: Option<PendingRequest>,
    work: Option<(CallId, Work)>,
}

struct PendingRequest {
    id: CallId,
    /// The files of weights that the request needs.
    files: Vec<NeededWeights>,
    order: ParsedRequest,
}

/// A request, with its links parsed.
enum ParsedRequest {
    Run(LabLink),
    Curve(Vec<LabLink>, Vec<CurveItem>),
    Answer(SmallModelQuestion),
}

enum Work {
    Transcript(Box<Transcript>),
    Curve(Box<Curve>),
}

impl Lab {
    /// Takes a request. Returns an event at once only for [`LabRequest::Tables`].
    pub fn push(&mut self, request: LabRequest) -> Option<LabEvent> {
        if request == LabRequest::Tables {
            return Some(LabEvent::Tables(tables()));
        }
        self.work = None;
        self.waiting = match request {
            LabRequest::Run(id, LabConfiguration { link, weights }) => {
                let (link, file) = link_and_file(&link, weights);
                Some(PendingRequest { id, files: vec![file], order: ParsedRequest::Run(link) })
            }
            LabRequest::Curve(id, subjects, items) => {
                let parsed = subjects
                    .into_iter()
                    .map(|subject| link_and_file(&subject.link, subject.weights));
                let (links, files) = parsed.unzip();
                Some(PendingRequest { id, files, order: ParsedRequest::Curve(links, items) })
            }
            LabRequest::Answer(id, question, weights) => {
                // An unknown checkpoint needs no file. The request is refused when it begins.
                let checkpoint = Checkpoint::from_slug(&question.checkpoint);
                let file =
                    checkpoint.map(|checkpoint| NeededWeights { checkpoint, address: weights });
                Some(PendingRequest {
                    id,
                    files: file.into_iter().collect(),
                    order: ParsedRequest::Answer(question),
                })
            }
            LabRequest::Stop | LabRequest::Tables => None,
        };
        None
    }

    /// Returns the next file of weights that the waiting request lacks; `None` if it lacks none.
    pub fn needed_weights(&self) -> Option<&NeededWeights> {
        let waiting = self.waiting.as_ref()?;
        waiting.files.iter().find(|wanted| self.loaded_weights(wanted.checkpoint).is_none())
    }

    /// Takes the bytes of a file of weights, or the reason why they could not be loaded. If they
    /// are unusable, refuses the waiting request that needs this file, and returns that event.
    pub fn on_weights(
        &mut self,
        checkpoint: Checkpoint,
        bytes: Result<&[u8], String>,
    ) -> Option<LabEvent> {
        let read = bytes.and_then(|bytes| {
            Weights::shipped(checkpoint.slug(), bytes).map_err(|error| error.to_string())
        });
        match read {
            Ok(weights) => {
                if self.loaded_weights(checkpoint).is_none() {
                    self.weights.push((checkpoint, Box::leak(Box::new(weights))));
                }
                None
            }
            Err(why) => {
                let waiting = self.waiting.take_if(|waiting| {
                    waiting.files.iter().any(|wanted| wanted.checkpoint == checkpoint)
                })?;
                Some(LabEvent::Refused(waiting.id, why))
            }
        }
    }

    /// Computes and returns the next event, such as a line of a transcript, a point of a curve, or
    /// a complete answer. Returns `None` if there is no work, or if weights are missing.
    pub fn step(&mut self) -> Option<LabEvent> {
        if self.needed_weights().is_some() {
            return None;
        }
        if let Some(waiting) = self.waiting.take() {
            return self.begin(waiting);
        }
        let (id, work) = self.work.as_mut()?;
        let id = *id;
        let (event, is_over) = match work {
            Work::Transcript(transcript) => match transcript.line() {
                Some(line) => (LabEvent::Line(id, line), false),
                None => (LabEvent::Finished(id, transcript.outcome()), true),
            },
            Work::Curve(curve) => match curve.point() {
                Some(Ok(point)) => (LabEvent::Point(id, point), false),
                Some(Err(why)) => (LabEvent::Refused(id, why), true),
                None => (LabEvent::Done(id), true),
            },
        };
        if is_over {
            self.work = None;
        }
        Some(event)
    }

    fn loaded_weights(&self, checkpoint: Checkpoint) -> Option<&'static Weights> {
        self.weights.iter().find(|(known, _)| *known == checkpoint).map(|(_, weights)| *weights)
    }

    fn begin(&mut self, PendingRequest { id, order, .. }: PendingRequest) -> Option<LabEvent> {
        let begun = match order {
            ParsedRequest::Curve(links, items) => {
                let configuration = |link: LabLink| {
                    Some(Configuration {
                        weights: self.loaded_weights(link.model)?,
                        flow: flow(&link.flow),
                        link,
                    })
                };
                let configurations = links.into_iter().filter_map(configuration).collect();
                self.work = Some((id, Work::Curve(Box::new(Curve::new(configurations, items)))));
                return self.step();
            }
            ParsedRequest::Run(link) => {
                let weights = self.loaded_weights(link.model)?;
                task(&link, 0).map(|task| {
                    let item = Transcript::item(&task, weights);
                    let transcript = Transcript::new(weights, task, flow(&link.flow));
                    self.work = Some((id, Work::Transcript(Box::new(transcript))));
                    Some(LabEvent::Begun(id, item))
                })
            }
            ParsedRequest::Answer(question) => {
                self.answer(&question).map(|answer| Some(LabEvent::Answered(id, answer)))
            }
        };
        begun.unwrap_or_else(|why| Some(LabEvent::Refused(id, why)))
    }

    /// Returns the answer to a question, or the reason why there is none.
    fn answer(&self, question: &SmallModelQuestion) -> Result<LabAnswer, String> {
        let (item, condition) = linked_item(&question.link)?;
        let checkpoint = Checkpoint::from_slug(&question.checkpoint);
        let weights = checkpoint.and_then(|checkpoint| self.loaded_weights(checkpoint));
        let weights = weights.ok_or_else(|| {
            format!("there is no checkpoint “{}” of the small model", question.checkpoint)
        })?;
        let answer = answer(weights, &item, condition, question.sample);
        let WrittenAnswer { text, is_cut } = answer.map_err(|unfit| unfit.to_string())?;
        Ok(LabAnswer { text, is_cut })
    }
}

/// Parses a link. Also returns the file of weights that the link needs, with its `address`.
fn link_and_file(link: &str, address: String) -> (LabLink, NeededWeights) {
    let (link, _) = LabLink::read(link);
    let wanted = NeededWeights { checkpoint: link.model, address };
    (link, wanted)
}
