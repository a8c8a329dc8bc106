//! The requests to the small model, and their progress.

use std::collections::VecDeque;

use stepfall_link::Checkpoint;
use stepfall_protocol::CallId;
use stepfall_protocol::lab::{LabAnswer, LabEvent, SmallModelQuestion};

/// The progress of an answer of the small model.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum SmallModelProgress {
    /// There is no request.
    #[default]
    Idle,
    /// The model has not written its answer yet.
    Waiting,
    /// The weights are loading: the number of loaded bytes, and the total number.
    Loading(u32, u32),
    /// The reason why there is no answer.
    Failed(String),
}

/// A request to the small model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SmallModelRequest {
    pub(crate) checkpoint: Checkpoint,
    /// The link to the item.
    pub(crate) link: String,
}

/// Runs one request to the small model at a time.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct SmallModelRunner {
    progress: SmallModelProgress,
    /// The number of the last request.
    last: CallId,
    asked: Option<SmallModelRequest>,
}

impl SmallModelRunner {
    pub(crate) const fn progress(&self) -> &SmallModelProgress {
        &self.progress
    }

    /// Returns whether a request is running.
    pub(crate) const fn is_busy(&self) -> bool {
        self.asked.is_some()
    }

    /// Starts a request in place of a running one, and returns its number.
    pub(crate) fn begin(&mut self, asked: SmallModelRequest) -> CallId {
        self.last += 1;
        self.asked = Some(asked);
        self.progress = SmallModelProgress::Waiting;
        self.last
    }

    /// Cancels the request.
    pub(crate) fn stop(&mut self) {
        self.asked = None;
        self.progress = SmallModelProgress::Idle;
    }

    /// Handles an event of the worker. Returns a completed answer with its request.
    pub(crate) fn take(&mut self, event: &LabEvent) -> Option<(SmallModelRequest, LabAnswer)> {
        match event {
            LabEvent::Loading { got, of } if self.is_busy() => {
                self.progress = SmallModelProgress::Loading(*got, *of);
            }
            LabEvent::Refused(id, why) if *id == self.last && self.is_busy() => {
                self.fail(why.clone());
            }
            LabEvent::Broken(why) if self.is_busy() => self.fail(why.clone()),
            LabEvent::Answered(id, answer) if *id == self.last => {
                let asked = self.asked.take()?;
                self.progress = SmallModelProgress::Idle;
                return Some((asked, answer.clone()));
            }
            // These are events of cancelled requests, or of transcripts for the Lab.
            _ => {}
        }
        None
    }

    fn fail(&mut self, why: String) {
        self.asked = None;
        self.progress = SmallModelProgress::Failed(why);
    }
}

/// The questions of a sweep. The small model gets one question at a time, because a new request
/// would replace the running request.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct QuestionQueue {
    waiting: VecDeque<(CallId, SmallModelQuestion)>,
    /// The running question, with the number of its request.
    running: Option<(CallId, (CallId, SmallModelQuestion))>,
    last: CallId,
}

impl QuestionQueue {
    /// Queues a question with the number of a call of the sweep.
    pub(crate) fn push(&mut self, call: CallId, question: SmallModelQuestion) {
        self.waiting.push_back((call, question));
    }

    /// Starts the next question and returns it with its request number; `None` if a question is
    /// running or none is waiting.
    pub(crate) fn start_next(&mut self) -> Option<(CallId, SmallModelQuestion)> {
        if self.running.is_some() {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.last += 1;
        let question = next.1.clone();
        self.running = Some((self.last, next));
        Some((self.last, question))
    }

    /// Handles an event of the worker. If the event ends the running question, returns its answer
    /// or its failure, with the number of the sweep's call.
    pub(crate) fn take(
        &mut self,
        event: &LabEvent,
    ) -> Option<(CallId, SmallModelQuestion, Result<LabAnswer, String>)> {
        let came = match event {
            LabEvent::Answered(id, answer) if *id == self.last => Ok(answer.clone()),
            LabEvent::Refused(id, why) if *id == self.last => Err(why.clone()),
            LabEvent::Broken(why) => Err(why.clone()),
            _ => return None,
        };
        let (_, (call, question)) = self.running.take()?;
        Some((call, question, came))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_run_one_at_a_time_and_return_to_their_calls() {
        let question = |seed: u32| SmallModelQuestion {
            link: format!("#/play?v=2&seed={seed}"),
            checkpoint: "short".to_owned(),
            sample: 0,
        };
        let mut questions = QuestionQueue::default();
        assert_eq!(questions.start_next(), None);
        for call in [7, 8, 9] {
            questions.push(call, question(call));
        }
        assert_eq!(questions.start_next(), Some((1, question(7))));
        assert_eq!(questions.start_next(), None);
        assert_eq!(questions.take(&LabEvent::Loading { got: 1, of: 2 }), None);
        let (call, done, came) =
            questions.take(&answered(1)).expect("the event belongs to this request");
        assert_eq!((call, done, came.is_ok()), (7, question(7), true));
        assert_eq!(questions.take(&answered(1)), None);
        assert_eq!(questions.start_next(), Some((2, question(8))));
        assert_eq!(questions.take(&answered(1)), None);
        let refused = LabEvent::Refused(2, "no".to_owned());
        assert_eq!(questions.take(&refused), Some((8, question(8), Err("no".to_owned()))));
        assert_eq!(questions.start_next(), Some((3, question(9))));
        let broken = LabEvent::Broken("gone".to_owned());
        assert_eq!(questions.take(&broken), Some((9, question(9), Err("gone".to_owned()))));
        assert_eq!((questions.start_next(), questions.take(&broken)), (None, None));
    }

    fn asked(link: &str) -> SmallModelRequest {
        SmallModelRequest { checkpoint: Checkpoint::Long, link: link.to_owned() }
    }

    fn answered(id: CallId) -> LabEvent {
        LabEvent::Answered(id, LabAnswer { text: "Answer: 5\n".to_owned(), is_cut: false })
    }

    #[test]
    fn an_answer_is_returned_with_its_request() {
        let mut asker = SmallModelRunner::default();
        let id = asker.begin(asked("#/play?v=2"));
        assert_eq!((asker.progress(), asker.is_busy()), (&SmallModelProgress::Waiting, true));
        assert_eq!(asker.take(&LabEvent::Loading { got: 5, of: 9 }), None);
        assert_eq!(*asker.progress(), SmallModelProgress::Loading(5, 9));
        let (request, answer) =
            asker.take(&answered(id)).expect("the event belongs to this request");
        assert_eq!((request, answer.text.as_str()), (asked("#/play?v=2"), "Answer: 5\n"));
        assert_eq!((asker.progress(), asker.is_busy()), (&SmallModelProgress::Idle, false));
        assert_eq!(asker.take(&answered(id)), None);
    }

    #[test]
    fn answers_to_stopped_or_replaced_requests_are_ignored() {
        let mut asker = SmallModelRunner::default();
        let first = asker.begin(asked("#/play?v=2&seed=1"));
        asker.stop();
        assert_eq!(asker.take(&answered(first)), None);
        asker.take(&LabEvent::Loading { got: 5, of: 9 });
        assert_eq!(*asker.progress(), SmallModelProgress::Idle);
        let second = asker.begin(asked("#/play?v=2&seed=2"));
        assert_eq!(asker.take(&answered(first)), None);
        assert_eq!(asker.take(&LabEvent::Refused(first, "no".to_owned())), None);
        assert!(asker.is_busy());
        assert!(asker.take(&answered(second)).is_some());
    }

    #[test]
    fn a_failure_remains_until_the_next_request() {
        let mut asker = SmallModelRunner::default();
        let id = asker.begin(asked("#/play?v=2"));
        asker.take(&LabEvent::Refused(id, "no connection".to_owned()));
        assert_eq!(*asker.progress(), SmallModelProgress::Failed("no connection".to_owned()));
        assert!(!asker.is_busy());
        asker.begin(asked("#/play?v=2"));
        assert_eq!(*asker.progress(), SmallModelProgress::Waiting);
        asker.take(&LabEvent::Broken(String::new()));
        assert_eq!(*asker.progress(), SmallModelProgress::Failed(String::new()));
    }
}
