//! The jobs that Play gives to the worker that grades, and their results.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::SolverRun;
use stepfall_protocol::recorded::RecordedAttempt;
use stepfall_protocol::verdict::Report;
use stepfall_protocol::{
    Grade, LinkedAttempt, Protocol, ReadExample, ReadProtocol, Share, Shared, Simulate,
};

use super::PlayStore;
use crate::job_client::JobError;
use crate::state::{AnswerEdit, Graded, Play, Transcript, TranscriptState, Verdict, example};
use crate::text;

impl PlayStore {
    /// Grades the transcript again after an error.
    pub(crate) fn retry(self) {
        self.verdict.set(Verdict::Waiting);
        self.grade();
    }

    /// Starts grading the transcript, if it answers the current prompt. Otherwise cancels grading.
    pub(super) fn grade(self) {
        if self.with_untracked(Play::transcript_state) != TranscriptState::Current {
            self.jobs.cancel_grading();
            self.verdict.set(Verdict::None);
            self.is_reading.set(self.with_untracked(|play| play.transcript().is_only_read()));
            return;
        }
        if !matches!(self.verdict.get_untracked(), Verdict::Judged(_)) {
            self.verdict.set(Verdict::Waiting);
        }
        let (transcript, is_cut) = self.with_untracked(|play| {
            let transcript = play.transcript();
            (transcript.shared_text(), transcript.is_cut())
        });
        let job = Grade { link: self.plain_link(), transcript, is_cut };
        let graded = job.clone();
        self.jobs.start(job, move |result| self.on_graded(&graded, result));
    }

    fn on_graded(self, job: &Grade, result: Result<Arc<Report>, JobError>) {
        match result {
            Ok(_) | Err(JobError::Refused(_)) if !self.is_current(job) => {}
            Ok(report) => {
                let graded = Graded::new(job.transcript.clone(), report);
                self.verdict.set(Verdict::Judged(Arc::new(graded)));
            }
            Err(JobError::Refused(why)) => {
                self.verdict.set(Verdict::Failed(text::verdict::engine_failed(&why)));
            }
            Err(error) => self.verdict.set(Verdict::Failed(error.to_string())),
        }
    }

    /// Returns whether the page still shows the item and the transcript that a job grades.
    fn is_current(self, job: &Grade) -> bool {
        let Grade { link, transcript, is_cut } = job;
        *link == self.plain_link()
            && self.with_untracked(|play| {
                play.transcript_state() == TranscriptState::Current
                    && play.transcript().shared_text() == *transcript
                    && play.transcript().is_cut() == *is_cut
            })
    }

    /// Stops the running job if it is one of this store.
    pub(crate) fn stop(self) {
        self.jobs.stop();
    }

    /// Returns whether a job of this store is running and may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.jobs.is_slow()
    }

    /// Shows the error of a job; the verdict stays. After an error other than a refusal, the page
    /// also stops waiting for a solver's new answer.
    fn fail(self, error: &JobError) {
        self.error.set(Some(error.to_string()));
        if !matches!(error, JobError::Refused(_)) {
            self.following.set(None);
            self.write_pending();
        }
    }

    /// Runs a simulated solver on the current item.
    pub(super) fn run_solver(self, by: SolverRun) {
        let job = simulation(self.plain_link(), &by);
        self.jobs.start(job.clone(), move |result| match result {
            Ok(transcript) if job.link == self.plain_link() => {
                self.is_reading.set(true);
                self.send(AnswerEdit::Simulated(transcript, by).into());
            }
            Ok(_) => {}
            Err(error) => self.fail(&error),
        });
    }

    /// Runs the solver of the current answer again, on the current item. If the solver fails, the
    /// answer stays and is marked as an answer to another prompt.
    pub(super) fn rerun_solver(self, by: &SolverRun) {
        let job = simulation(self.plain_link(), by);
        let link = job.link.clone();
        self.following.set(Some(link.clone()));
        self.jobs.start(job, move |result| {
            if self.following.with_untracked(|following| following.as_ref() != Some(&link)) {
                return;
            }
            match result {
                Ok(transcript) => {
                    self.following.set(None);
                    // The user may have changed the answer meanwhile.
                    if self.with_untracked(|play| play.outdated_solver_run().is_some()) {
                        self.is_reading.set(true);
                        self.send(AnswerEdit::Follow(transcript).into());
                        self.write_pending();
                    }
                }
                Err(JobError::Refused(_)) => {
                    self.following.set(None);
                    self.write_pending();
                }
                Err(error) => self.fail(&error),
            }
        });
    }

    /// Opens the transcript of an example with its item. Place 0 is the recorded attempt; the
    /// worker's examples follow.
    pub(crate) fn show_example(self, place: u32) {
        let Some(place) = place.checked_sub(1) else {
            if let Some(RecordedAttempt { link, transcript, model, .. }) = example::attempt() {
                self.open_attempt(LinkedAttempt { link, transcript, author: model });
            }
            return;
        };
        self.jobs.start(ReadExample(place), move |result: Result<LinkedAttempt, _>| match result {
            Ok(example) => self.open_attempt(example),
            Err(error) => self.fail(&error),
        });
    }

    /// Returns the protocol of a dialogue; `None` while the protocol is unknown, and if the
    /// condition is not a dialogue.
    pub(crate) fn protocol(self) -> Option<Protocol> {
        let link = self.current_item.get().prompt_source.link().fragment();
        self.protocol
            .get()
            .filter(|(item_link, _)| *item_link == link)
            .map(|(_, protocol)| protocol)
    }

    /// Makes the Markdown, the picture and the QR code that accompany an address.
    pub(crate) async fn share(self, address: String) -> Result<Shared, String> {
        let (transcript, is_cut, mark) = self.with_untracked(|play| {
            let judged = Some(play.transcript())
                .filter(|_| play.transcript_state() == TranscriptState::Current);
            let text = judged.map(Transcript::shared_text).unwrap_or_default();
            let is_cut = judged.is_some_and(Transcript::is_cut);
            (text, is_cut, judged.map_or("", text::verdict::mark).to_owned())
        });
        let link = self.plain_link();
        let job = Share { link, transcript, is_cut, address, mark };
        self.jobs.run(job).await.map_err(|error| error.to_string())
    }

    /// Handles a change of the item: sets the title, and reads the protocol of a dialogue.
    pub(super) fn on_item_changed(self) {
        self.set_title();
        if !self.with_untracked(|play| play.current_item().prompt_source.condition.is_plain()) {
            let link = self.plain_link();
            self.jobs.start(ReadProtocol(link.clone()), move |result| match result {
                Ok(protocol) => self.protocol.set(Some((link, protocol))),
                Err(error) => self.fail(&error),
            });
        }
    }
}

/// Returns the job that runs a solver on the item of a link.
fn simulation(link: String, by: &SolverRun) -> Simulate {
    let SolverRun { solver, form, rate, run } = by.clone();
    Simulate { link, solver, form, rate, run }
}
