//! What the page asks of the worker that grades, and what it does with the answers.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::ExecutorRun;
use stepfall_protocol::{Job, JobOutput, Malformed, Protocol, Shared};

use super::PlayStore;
use crate::job_client::JobEvent;
use crate::state::{AnswerEdit, Graded, Judgement, Play, Transcript, Verdict};
use crate::text;

impl PlayStore {
    /// Tries again to have the transcript graded.
    pub(crate) fn retry(self) {
        self.verdict.set(Verdict::Waiting);
        self.grade();
    }

    /// Has the transcript graded, where there is one for this prompt.
    pub(super) fn grade(self) {
        if self.with_untracked(Play::judgement) != Judgement::Due {
            self.jobs.cancel_grading();
            self.verdict.set(Verdict::None);
            self.reading.set(self.with_untracked(|play| play.transcript().is_only_read()));
            return;
        }
        if !matches!(self.verdict.get_untracked(), Verdict::Judged(_)) {
            self.verdict.set(Verdict::Waiting);
        }
        let (transcript, is_cut) = self.with_untracked(|play| {
            let transcript = play.transcript();
            (transcript.text().to_owned(), transcript.is_cut())
        });
        self.jobs.push(Job::Grade { link: self.plain_link(), transcript, is_cut });
    }

    /// Gives up what is under way, as the visitor wishes.
    pub(crate) fn stop(self) {
        self.jobs.stop();
    }

    /// Whether what is under way may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.jobs.is_slow()
    }

    /// Takes up what becomes of a job.
    pub(super) fn on_job(self, event: JobEvent<'_>) {
        match event {
            JobEvent::Done(job, result) => self.on_done(job, result),
            JobEvent::Refused(job) => self.on_failed(&job, text::NO_WORKER.to_owned()),
            JobEvent::Stopped(job) => self.on_failed(&job, text::STOPPED.to_owned()),
            JobEvent::Broken(job, why) => self.on_failed(&job, text::engine_failed(why)),
        }
    }

    /// Says why nothing comes of a job. A verdict that is there stays, whatever else fails.
    fn on_failed(self, job: &Job, why: String) {
        match job {
            Job::Grade { .. } => self.verdict.set(Verdict::Failed(why)),
            Job::Simulate { .. }
            | Job::Share { .. }
            | Job::Protocol(_)
            | Job::Example(_)
            | Job::Guide(_)
            | Job::Figures { .. }
            | Job::Attempts(_)
            | Job::Twice(_)
            | Job::Curves(_)
            | Job::CurveFile { .. } => {
                self.following.set(None);
                self.trouble.set(Some(why));
                self.write_pending();
            }
        }
    }

    /// Takes up what has come of a job.
    fn on_done(self, job: Job, result: &Result<JobOutput, String>) {
        let output = match (&job, result) {
            (Job::Grade { .. }, Err(why)) if self.is_for_now(&job) => {
                return self.verdict.set(Verdict::Failed(text::engine_failed(why)));
            }
            (Job::Grade { .. }, Err(_)) => return,
            (Job::Simulate { link, .. }, Err(_)) if self.is_followed(link) => {
                self.following.set(None);
                return self.write_pending();
            }
            (_, Err(why)) => return self.trouble.set(Some(why.clone())),
            (_, Ok(output)) => output,
        };
        let is_for_now = self.is_for_now(&job);
        match (job, output) {
            (Job::Grade { transcript, .. }, JobOutput::Grade(report)) => {
                if is_for_now {
                    let graded = Graded::new(transcript, report.clone());
                    self.verdict.set(Verdict::Judged(Arc::new(graded)));
                }
            }
            (
                Job::Simulate { link, executor, form, rate, run },
                JobOutput::Simulate(transcript),
            ) => {
                let transcript = transcript.clone();
                if !is_for_now {
                    return;
                }
                if !self.is_followed(&link) {
                    self.reading.set(true);
                    let by = ExecutorRun { executor, form, rate, run };
                    self.send(AnswerEdit::Simulated(transcript, by).into());
                    return;
                }
                self.following.set(None);
                // Something else may have been given meanwhile.
                if self.with_untracked(|play| play.to_follow().is_some()) {
                    self.reading.set(true);
                    self.send(AnswerEdit::Follow(transcript).into());
                    self.write_pending();
                }
            }
            (Job::Protocol(link), JobOutput::Protocol(protocol)) => {
                self.protocol.set(Some((link, protocol.clone())));
            }
            (Job::Example(_), JobOutput::Example(example)) => self.open_attempt(example.clone()),
            // It never answers another job than the one that it was given.
            (
                Job::Grade { .. }
                | Job::Simulate { .. }
                | Job::Share { .. }
                | Job::Protocol(_)
                | Job::Example(_)
                | Job::Guide(_)
                | Job::Figures { .. }
                | Job::Attempts(_)
                | Job::Twice(_)
                | Job::Curves(_)
                | Job::CurveFile { .. },
                _,
            ) => self.trouble.set(Some(text::engine_failed(&Malformed.to_string()))),
        }
    }

    /// Whether what comes of a job is for what the page shows now.
    fn is_for_now(self, job: &Job) -> bool {
        match job {
            Job::Grade { link, transcript, is_cut } => {
                let is_same = |play: &Play| {
                    play.judgement() == Judgement::Due
                        && play.transcript().text() == transcript
                        && play.transcript().is_cut() == *is_cut
                };
                *link == self.plain_link() && self.with_untracked(is_same)
            }
            Job::Simulate { link, .. } => *link == self.plain_link(),
            Job::Share { .. }
            | Job::Protocol(_)
            | Job::Example(_)
            | Job::Guide(_)
            | Job::Figures { .. }
            | Job::Attempts(_)
            | Job::Twice(_)
            | Job::Curves(_)
            | Job::CurveFile { .. } => true,
        }
    }

    /// Whether an executor works on the item of a link only because the settings have changed.
    fn is_followed(self, link: &str) -> bool {
        self.following.with_untracked(|following| following.as_deref() == Some(link))
    }

    /// How a model is asked; nothing while that is not known, and where it is no dialogue.
    pub(crate) fn protocol(self) -> Option<Protocol> {
        let link = self.shown().asked.link().fragment();
        self.protocol.get().filter(|(of, _)| *of == link).map(|(_, protocol)| protocol)
    }

    /// Makes what is handed on with an address.
    pub(crate) async fn share(self, address: String) -> Result<Shared, String> {
        let (transcript, is_cut, mark) = self.with_untracked(|play| {
            let judged = Some(play.transcript()).filter(|_| play.judgement() == Judgement::Due);
            let text = judged.map_or("", Transcript::text).to_owned();
            let is_cut = judged.is_some_and(Transcript::is_cut);
            (text, is_cut, judged.map_or("", text::mark).to_owned())
        });
        let link = self.plain_link();
        let job = Job::Share { link, transcript, is_cut, address, mark };
        match self.jobs.run(job).await? {
            JobOutput::Share(shared) => Ok(shared),
            JobOutput::Grade(_)
            | JobOutput::Simulate(_)
            | JobOutput::Protocol(_)
            | JobOutput::Example(_)
            | JobOutput::Guide(_)
            | JobOutput::Figures(_)
            | JobOutput::Attempts(_)
            | JobOutput::Twice(_)
            | JobOutput::Curves(_)
            | JobOutput::CurveFile(_) => Err(text::engine_failed(&Malformed.to_string())),
        }
    }

    /// Follows a change of the item: the title, and how a dialogue goes.
    pub(super) fn on_item_changed(self) {
        self.set_title();
        if !self.with_untracked(|play| play.shown().asked.condition.is_plain()) {
            self.jobs.push(Job::Protocol(self.plain_link()));
        }
    }
}
