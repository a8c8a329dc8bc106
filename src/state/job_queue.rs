//! The queue of the worker that grades: one running job, and the jobs that wait.

use std::mem::discriminant;

use stepfall_protocol::{CallId, Grade, JobMessage, Share};

/// The shortest transcript that keeps the worker busy for a noticeable time, in bytes.
const SLOW: usize = 1 << 20;

/// The treatment of a waiting job when its owner pushes another job of the same kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QueuePolicy {
    /// The new job replaces the waiting one: only the current state of the page matters.
    NewestWins,
    /// The waiting job stays in the queue, before the new one.
    InOrder,
}

const fn waiting(job: &JobMessage) -> QueuePolicy {
    use JobMessage::{ReadExample, SaveCurve, Simulate};
    match job {
        // The user requests each of these jobs and expects its result.
        Simulate(_) | ReadExample(_) | SaveCurve(_) => QueuePolicy::InOrder,
        _ => QueuePolicy::NewestWins,
    }
}

/// Returns whether a job may keep the worker busy for a noticeable time. A newer job of the same
/// owner and kind ends a running slow job.
pub(crate) fn is_slow(job: &JobMessage) -> bool {
    match job {
        JobMessage::Grade(Grade { transcript, .. })
        | JobMessage::Share(Share { transcript, .. }) => transcript.len() >= SLOW,
        _ => false,
    }
}

/// The number of an owner of jobs.
pub(crate) type Owner = u32;

/// The serial number of a job, in the order in which jobs are pushed.
pub(crate) type Ticket = u64;

/// A job with its owner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueuedJob {
    pub(crate) owner: Owner,
    pub(crate) ticket: Ticket,
    pub(crate) job: JobMessage,
}

impl QueuedJob {
    /// Returns whether another job has the same owner and kind.
    fn is_like(&self, other: &Self) -> bool {
        self.owner == other.owner && discriminant(&self.job) == discriminant(&other.job)
    }
}

/// Jobs of several owners, of which one runs at a time.
#[derive(Debug, Default)]
pub(crate) struct JobQueue {
    last: CallId,
    last_ticket: Ticket,
    running: Option<(CallId, QueuedJob)>,
    waiting: Vec<QueuedJob>,
}

impl JobQueue {
    /// Adds a job. Returns whether the worker must be ended because the new job replaces a slow
    /// running job.
    #[must_use]
    pub(crate) fn push(&mut self, owner: Owner, job: JobMessage) -> bool {
        self.last_ticket += 1;
        let job = QueuedJob { owner, ticket: self.last_ticket, job };
        if waiting(&job.job) == QueuePolicy::NewestWins {
            self.waiting.retain(|waiting| !waiting.is_like(&job));
        }
        let ended =
            self.running.take_if(|(_, running)| is_slow(&running.job) && running.is_like(&job));
        self.waiting.push(job);
        ended.is_some()
    }

    /// Cancels the grading jobs of an owner, except a fast running job. Returns whether the worker
    /// must be ended because a slow running job was cancelled.
    #[must_use]
    pub(crate) fn cancel_grading(&mut self, owner: Owner) -> bool {
        self.cancel(|job| job.owner == owner && matches!(job.job, JobMessage::Grade(_)))
    }

    /// Cancels the jobs of an owner that is gone, except a fast running job. Returns whether the
    /// worker must be ended because a slow running job was cancelled.
    #[must_use]
    pub(crate) fn cancel_all(&mut self, owner: Owner) -> bool {
        self.cancel(|job| job.owner == owner)
    }

    fn cancel(&mut self, is_given_up: impl Fn(&QueuedJob) -> bool) -> bool {
        self.waiting.retain(|job| !is_given_up(job));
        self.running.take_if(|(_, job)| is_given_up(job) && is_slow(&job.job)).is_some()
    }

    /// Returns the ticket of the last pushed job.
    pub(crate) const fn last_ticket(&self) -> Ticket {
        self.last_ticket
    }

    /// Returns whether the job with this ticket is running or waiting.
    pub(crate) fn has(&self, ticket: Ticket) -> bool {
        let running = self.running.iter().map(|(_, job)| job);
        running.chain(&self.waiting).any(|job| job.ticket == ticket)
    }

    pub(crate) fn running(&self) -> Option<&QueuedJob> {
        self.running.as_ref().map(|(_, job)| job)
    }

    /// Starts the next job and returns it with the number of its call; `None` if a job is running
    /// or none is waiting.
    pub(crate) fn start_next(&mut self) -> Option<(CallId, &QueuedJob)> {
        if self.running.is_some() || self.waiting.is_empty() {
            return None;
        }
        self.last = self.last.wrapping_add(1);
        let (id, job) = self.running.insert((self.last, self.waiting.remove(0)));
        Some((*id, job))
    }

    /// Removes and returns the finished job with this call number; `None` if the job was cancelled.
    pub(crate) fn done(&mut self, id: CallId) -> Option<QueuedJob> {
        self.running.take_if(|(running, _)| *running == id).map(|(_, job)| job)
    }

    /// Cancels and returns the running job; `None` if no job is running.
    pub(crate) fn give_up(&mut self) -> Option<QueuedJob> {
        self.running.take().map(|(_, job)| job)
    }
}

#[cfg(test)]
mod tests {
    use stepfall_protocol::{ReadExample, ReadProtocol};

    use super::*;

    const ONE: Owner = 1;
    const OTHER: Owner = 2;

    /// Returns a queued job of the owner [`ONE`].
    fn queued(ticket: Ticket, job: JobMessage) -> QueuedJob {
        QueuedJob { owner: ONE, ticket, job }
    }

    fn grade(length: usize) -> JobMessage {
        let transcript = "x".repeat(length).into();
        Grade { link: String::new(), transcript, is_cut: false }.into()
    }

    fn example(number: u32) -> JobMessage {
        ReadExample(number).into()
    }

    fn protocol(link: &str) -> JobMessage {
        ReadProtocol(link.to_owned()).into()
    }

    /// Returns the jobs in the order in which they run.
    fn all(queue: &mut JobQueue) -> Vec<JobMessage> {
        let mut all = Vec::new();
        all.extend(queue.give_up());
        while let Some((id, _)) = queue.start_next() {
            all.extend(queue.done(id));
        }
        all.into_iter().map(|queued| queued.job).collect()
    }

    #[test]
    fn one_job_runs_at_a_time() {
        let mut queue = JobQueue::default();
        assert!(!queue.push(ONE, grade(1)));
        assert_eq!(queue.start_next(), Some((1, &queued(1, grade(1)))));
        assert!(!queue.push(ONE, example(0)));
        assert_eq!(queue.start_next(), None);
        assert_eq!(queue.done(9), None);
        assert_eq!(queue.done(1), Some(queued(1, grade(1))));
        assert_eq!(queue.start_next(), Some((2, &queued(2, example(0)))));
    }

    #[test]
    fn only_the_newest_transcript_is_graded() {
        let mut queue = JobQueue::default();
        for length in 1..4 {
            assert!(!queue.push(ONE, grade(length)));
        }
        assert_eq!(all(&mut queue), [grade(3)]);
    }

    #[test]
    fn requested_jobs_are_never_dropped() {
        let mut queue = JobQueue::default();
        for place in 0..3 {
            assert!(!queue.push(ONE, example(place)));
            assert!(!queue.push(ONE, grade(1)));
        }
        let expected = [example(0), example(1), example(2), grade(1)];
        assert_eq!(all(&mut queue), expected);
    }

    #[test]
    fn only_newer_grading_interrupts_a_long_grading() {
        let mut queue = JobQueue::default();
        assert!(!queue.push(ONE, grade(2 << 20)));
        queue.start_next();
        assert!(!queue.push(ONE, example(0)), "other jobs do not interrupt grading");
        assert!(queue.push(ONE, grade(1)));
        assert_eq!(queue.done(1), None, "grading was interrupted");
        assert_eq!(all(&mut queue), [example(0), grade(1)]);
        assert!(!queue.push(ONE, grade(1_000)));
        queue.start_next();
        assert!(!queue.push(ONE, grade(1)), "short grading is not interrupted");
    }

    #[test]
    fn only_long_grading_is_cancelled() {
        let mut queue = JobQueue::default();
        assert!(!queue.push(ONE, grade(2 << 20)));
        queue.start_next();
        assert!(!queue.push(ONE, example(0)));
        assert!(queue.cancel_grading(ONE));
        assert_eq!(all(&mut queue), [example(0)]);
        assert!(!queue.push(ONE, grade(1)));
        queue.start_next();
        assert!(!queue.cancel_grading(ONE), "short grading is not interrupted");
    }

    #[test]
    fn a_ticket_holds_until_its_job_is_done_or_replaced() {
        let mut queue = JobQueue::default();
        assert!(!queue.push(ONE, grade(1)));
        let first = queue.last_ticket();
        assert!(queue.has(first));
        assert!(!queue.push(ONE, grade(2)));
        assert!(!queue.has(first) && queue.has(queue.last_ticket()));
        queue.start_next();
        assert!(queue.has(queue.last_ticket()));
        queue.give_up();
        assert!(!queue.has(queue.last_ticket()));
    }

    #[test]
    fn jobs_of_one_owner_are_not_replaced_by_another() {
        let mut queue = JobQueue::default();
        assert!(!queue.push(ONE, grade(2 << 20)));
        queue.start_next();
        assert!(!queue.push(OTHER, grade(1)), "another owner interrupts no grading");
        assert!(!queue.push(ONE, protocol("a")));
        assert!(!queue.push(OTHER, protocol("b")));
        assert!(!queue.cancel_grading(OTHER));
        assert!(!queue.push(OTHER, grade(2)));
        let expected = [grade(2 << 20), protocol("a"), protocol("b"), grade(2)];
        assert_eq!(all(&mut queue), expected);
        assert!(!queue.push(ONE, grade(2 << 20)));
        queue.start_next();
        assert!(!queue.cancel_all(OTHER));
        assert!(queue.cancel_all(ONE), "the owner of the running job cancels it");
        assert_eq!(all(&mut queue), []);
    }
}
