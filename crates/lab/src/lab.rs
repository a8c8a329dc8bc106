//! What a worker of the Lab is at.

use stepfall_link::{Checkpoint, LabLink};
use stepfall_protocol::CallId;
use stepfall_protocol::lab::{LabEvent, LabRequest, Sample, Subject};
use stepfall_specimen::Weights;

use crate::curve::{Curve, Way};
use crate::subject::{flow, task};
use crate::transcript::Transcript;

/// A file of weights that is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The checkpoint.
    pub checkpoint: Checkpoint,
    /// The address of its file.
    pub address: String,
}

/// What a worker of the Lab is at. What is newer takes the place of what is under way.
#[derive(Default)]
pub struct Lab {
    /// The weights that were given. They are kept for as long as the worker lives.
    weights: Vec<(Checkpoint, &'static Weights)>,
    /// What waits to be begun.
    waiting: Option<Waiting>,
    work: Option<(CallId, Work)>,
}

struct Waiting {
    id: CallId,
    /// The ways, each with the file that it needs.
    ways: Vec<(LabLink, Wanted)>,
    sample: Option<Sample>,
}

enum Work {
    Transcript(Box<Transcript>),
    Curve(Box<Curve>),
}

impl Lab {
    /// Takes a request up.
    pub fn push(&mut self, request: LabRequest) {
        self.work = None;
        let (id, subjects, sample) = match request {
            LabRequest::Run(id, subject) => (id, vec![subject], None),
            LabRequest::Curve(id, subjects, sample) => (id, subjects, Some(sample)),
            LabRequest::Stop => {
                self.waiting = None;
                return;
            }
        };
        let way = |Subject { link, weights: address }| {
            let (link, _) = LabLink::read(&link);
            let wanted = Wanted { checkpoint: link.model, address };
            (link, wanted)
        };
        let ways = subjects.into_iter().map(way).collect();
        self.waiting = Some(Waiting { id, ways, sample });
    }

    /// The file of weights without which nothing goes on.
    pub fn wants(&self) -> Option<&Wanted> {
        let waiting = self.waiting.as_ref()?;
        let mut wanted = waiting.ways.iter().map(|(_, wanted)| wanted);
        wanted.find(|wanted| self.known(wanted.checkpoint).is_none())
    }

    /// Gives the worker the bytes of a file of weights, or says why there are none. What waits for one that cannot be had is refused.
    pub fn give(
        &mut self,
        checkpoint: Checkpoint,
        bytes: Result<&[u8], String>,
    ) -> Option<LabEvent> {
        let read = bytes.and_then(|bytes| {
            Weights::shipped(checkpoint.slug(), bytes).map_err(|error| error.to_string())
        });
        match read {
            Ok(weights) => {
                if self.known(checkpoint).is_none() {
                    self.weights.push((checkpoint, Box::leak(Box::new(weights))));
                }
                None
            }
            Err(why) => {
                let waiting = self.waiting.take_if(|waiting| {
                    waiting.ways.iter().any(|(_, wanted)| wanted.checkpoint == checkpoint)
                })?;
                Some(LabEvent::Refused(waiting.id, why))
            }
        }
    }

    /// Works on for some milliseconds at most, on what there is. Nothing where there is nothing to do, or weights are wanted.
    pub fn step(&mut self) -> Option<LabEvent> {
        if self.wants().is_some() {
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

    fn known(&self, checkpoint: Checkpoint) -> Option<&'static Weights> {
        self.weights.iter().find(|(known, _)| *known == checkpoint).map(|(_, weights)| *weights)
    }

    fn begin(&mut self, Waiting { id, ways, sample }: Waiting) -> Option<LabEvent> {
        let way = |(link, wanted): (LabLink, Wanted)| {
            let flow = flow(&link.flow);
            Some(Way { weights: self.known(wanted.checkpoint)?, link, flow })
        };
        let ways: Vec<Way> = ways.into_iter().filter_map(way).collect();
        if let Some(sample) = sample {
            self.work = Some((id, Work::Curve(Box::new(Curve::new(ways, sample)))));
            return self.step();
        }
        let Way { weights, link, flow } = ways.into_iter().next()?;
        match task(&link, 0) {
            Ok(task) => {
                let item = Transcript::item(&task, weights);
                let transcript = Box::new(Transcript::new(weights, task, flow));
                self.work = Some((id, Work::Transcript(transcript)));
                Some(LabEvent::Begun(id, item))
            }
            Err(why) => Some(LabEvent::Refused(id, why)),
        }
    }
}
