//! The client of the worker that grades. Several parts of the page, the owners of jobs, share one
//! queue. Each owner cancels and replaces only its own jobs.

use std::fmt;

use futures_channel::oneshot::channel;
use leptos::prelude::*;
use stepfall_protocol::{Event, Job, JobMessage, Malformed, Request, decode};

use crate::state::{JobQueue, Owner, Ticket, is_slow};
use crate::text;
use crate::worker_client::WorkerClient;

/// A reason why a job has no output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JobError {
    /// The worker refuses the job, with this sentence.
    Refused(String),
    /// The worker broke, with this message. The message is empty if the worker could not be loaded.
    Broken(String),
    /// The browser refuses to start a worker.
    NoWorker,
    /// The user stopped the job.
    Stopped,
    /// The job was cancelled, or replaced by a newer job of the same owner and kind.
    Replaced,
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(why) => f.write_str(why),
            Self::Broken(why) => f.write_str(&text::verdict::engine_failed(why)),
            Self::NoWorker => f.write_str(text::verdict::NO_WORKER),
            Self::Stopped => f.write_str(text::verdict::STOPPED),
            Self::Replaced => f.write_str(text::verdict::REPLACED),
        }
    }
}

/// The end of a job: the bytes of its output, or an error.
type Outcome<'a> = Result<&'a [u8], JobError>;

/// A job in the queue with the callback for its outcome.
struct PendingJob {
    owner: Owner,
    ticket: Ticket,
    callback: Box<dyn FnOnce(Outcome<'_>)>,
}

/// The worker that grades, for several owners.
#[derive(Clone, Copy)]
pub(crate) struct JobClient {
    worker: WorkerClient,
    queue: StoredValue<JobQueue>,
    waiting: StoredValue<Vec<PendingJob>, LocalStorage>,
    /// The number of the owner that was registered last.
    last: StoredValue<Owner>,
}

impl JobClient {
    pub(crate) fn new(worker: WorkerClient) -> Self {
        let client = Self {
            worker,
            queue: StoredValue::new(JobQueue::default()),
            waiting: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        };
        worker.listen(move |event| client.on_event(event));
        client
    }

    /// Registers a new owner of jobs. Its jobs are cancelled when the current reactive owner is
    /// disposed.
    pub(crate) fn register(self) -> JobSender {
        self.last.update_value(|last| *last += 1);
        let sender = JobSender { client: self, owner: self.last.get_value() };
        on_cleanup(move || {
            // The stored values may already be disposed.
            let _ =
                self.waiting.try_update_value(|all| all.retain(|job| job.owner != sender.owner));
            self.change(|queue| queue.cancel_all(sender.owner));
        });
        sender
    }

    /// Changes the queue, and ends the worker if `change` returns true. Then the next job starts
    /// unless a job is running, in a new worker if necessary.
    fn change(self, change: impl FnOnce(&mut JobQueue) -> bool) {
        if self.queue.try_update_value(change) == Some(true) {
            self.worker.stop();
        }
        // Removes the callbacks of cancelled and replaced jobs without calling them.
        let is_queued = |waiting: &PendingJob| {
            self.queue.try_with_value(|queue| queue.has(waiting.ticket)) == Some(true)
        };
        let _ = self.waiting.try_update_value(|all| all.retain(is_queued));
        self.start_next();
    }

    /// Sends the next job to the worker, unless a job is running. If no worker can be started,
    /// every waiting job fails.
    fn start_next(self) {
        let next = move || {
            let request = self.queue.try_update_value(|queue| {
                queue.start_next().map(|(id, queued)| Request::Job(id, queued.job.clone()))
            });
            request.flatten()
        };
        while let Some(request) = next() {
            if self.worker.start() {
                return self.worker.send(&request);
            }
            self.end_running(JobError::NoWorker);
        }
    }

    fn on_event(self, event: &Event) {
        match event {
            Event::Broken(why) => {
                // If no job is running, only the worker ends; the next job starts a new worker.
                self.end_running(JobError::Broken(why.clone()));
            }
            Event::Job(id, result) => {
                let done = self.queue.try_update_value(|queue| queue.done(*id)).flatten();
                if let Some(job) = done {
                    let result = result.as_deref();
                    self.report(job.ticket, result.map_err(|why| JobError::Refused(why.clone())));
                }
            }
            // The worker that grades sends no other events.
            Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Run(_)
            | Event::Batch(_)
            | Event::File(_) => return,
        }
        self.start_next();
    }

    /// Ends the running job with an error.
    fn end_running(self, error: JobError) {
        let running = self.queue.try_update_value(JobQueue::give_up).flatten();
        if let Some(job) = running {
            self.report(job.ticket, Err(error));
        }
    }

    /// Calls the callback of a job with its outcome.
    fn report(self, ticket: Ticket, outcome: Outcome<'_>) {
        let waiting = self.waiting.try_update_value(|all| {
            let at = all.iter().position(|job| job.ticket == ticket)?;
            Some(all.swap_remove(at))
        });
        // The callback runs after the update, because it may start another job.
        if let Some(PendingJob { callback, .. }) = waiting.flatten() {
            callback(outcome);
        }
    }
}

/// The handle with which one owner starts and cancels its jobs.
#[derive(Clone, Copy)]
pub(crate) struct JobSender {
    client: JobClient,
    owner: Owner,
}

impl JobSender {
    /// Starts a job, and calls `then` with its output. `then` is not called if the job is
    /// cancelled, or replaced by a newer job of the same kind.
    pub(crate) fn start<J: Job>(
        self,
        job: J,
        then: impl FnOnce(Result<J::Output, JobError>) + 'static,
    ) {
        self.push(
            job.into(),
            Box::new(move |outcome| {
                then(outcome.and_then(|bytes| {
                    decode(bytes).map_err(|Malformed| JobError::Broken(Malformed.to_string()))
                }));
            }),
        );
    }

    fn push(self, job: JobMessage, callback: Box<dyn FnOnce(Outcome<'_>)>) {
        let Self { client, owner } = self;
        client.change(move |queue| {
            let ends_worker = queue.push(owner, job);
            let waiting = PendingJob { owner, ticket: queue.last_ticket(), callback };
            client.waiting.update_value(|all| all.push(waiting));
            ends_worker
        });
    }

    /// Runs a job and waits for its output.
    ///
    /// # Errors
    ///
    /// [`JobError`], also if the job is cancelled or replaced by a newer one.
    pub(crate) async fn run<J: Job>(self, job: J) -> Result<J::Output, JobError> {
        let (sender, receiver) = channel();
        self.start(job, move |result| {
            // The receiver may be gone.
            let _ = sender.send(result);
        });
        receiver.await.unwrap_or(Err(JobError::Replaced))
    }

    /// Cancels the grading jobs of this owner, except a fast running job.
    pub(crate) fn cancel_grading(self) {
        self.client.change(|queue| queue.cancel_grading(self.owner));
    }

    /// Stops the running job and ends its worker, if the job belongs to this owner. Then the next
    /// job starts.
    pub(crate) fn stop(self) {
        let is_current = self
            .client
            .queue
            .with_value(|queue| queue.running().is_some_and(|running| running.owner == self.owner));
        if is_current {
            self.client.worker.stop();
            self.client.end_running(JobError::Stopped);
            self.client.start_next();
        }
    }

    /// Returns whether the running job belongs to this owner and may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.client.queue.with_value(|queue| {
            queue
                .running()
                .is_some_and(|running| running.owner == self.owner && is_slow(&running.job))
        })
    }
}
