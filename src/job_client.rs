//! Who wants what of the worker that grades: one queue for all, in which each has its own jobs.

use std::rc::Rc;

use futures_channel::oneshot::{Sender, channel};
use leptos::prelude::*;
use stepfall_protocol::{Event, Job, JobOutput, Request};

use crate::state::{JobQueue, OwnedJob, Owner, Ticket, is_slow};
use crate::text;
use crate::worker_client::WorkerClient;

/// What becomes of an owner's job.
pub(crate) enum JobEvent<'e> {
    /// It is done, or the worker says why it cannot be.
    Done(Job, &'e Result<JobOutput, String>),
    /// The worker broke over it, with what it said; without a word where it could not be loaded.
    Broken(Job, &'e str),
    /// The browser starts no worker.
    Refused(Job),
    /// The owner has given it up while it was under way.
    Stopped(Job),
}

type Listener = Rc<dyn Fn(JobEvent<'_>)>;
/// Who waits for what comes of a job.
type Waiting = (Ticket, Sender<Result<JobOutput, String>>);

/// The worker that grades, for several who want jobs to be done.
#[derive(Clone, Copy)]
pub(crate) struct JobClient {
    worker: WorkerClient,
    queue: StoredValue<JobQueue>,
    listeners: StoredValue<Vec<(Owner, Listener)>, LocalStorage>,
    waiting: StoredValue<Vec<Waiting>, LocalStorage>,
    last: StoredValue<Owner>,
}

impl JobClient {
    pub(crate) fn new(worker: WorkerClient) -> Self {
        let client = Self {
            worker,
            queue: StoredValue::new(JobQueue::default()),
            listeners: StoredValue::new_local(Vec::new()),
            waiting: StoredValue::new_local(Vec::new()),
            last: StoredValue::new(0),
        };
        worker.listen(move |event| client.on_event(event));
        client
    }

    /// Lets someone push jobs, who is told what becomes of them. With the present reactive owner all of them are given up.
    pub(crate) fn register(self, on_event: impl Fn(JobEvent<'_>) + 'static) -> JobSender {
        self.last.update_value(|last| *last += 1);
        let sender = JobSender { client: self, owner: self.last.get_value() };
        self.listeners.update_value(|all| all.push((sender.owner, Rc::new(on_event))));
        on_cleanup(move || {
            let is_other = |(owner, _): &(Owner, Listener)| *owner != sender.owner;
            // The page may be gone as a whole.
            let _ = self.listeners.try_update_value(|all| all.retain(is_other));
            self.change(|queue| queue.cancel_all(sender.owner));
        });
        sender
    }

    /// Changes the queue, ends the worker where that comes of it, and goes on. The next job starts another one.
    fn change(self, change: impl FnOnce(&mut JobQueue) -> bool) {
        if self.queue.try_update_value(change) == Some(true) {
            self.worker.stop();
        }
        // Nobody waits for what was given up or replaced.
        let is_wanted = |(ticket, _): &Waiting| {
            self.queue.try_with_value(|queue| queue.has(*ticket)) == Some(true)
        };
        let _ = self.waiting.try_update_value(|waiting| waiting.retain(is_wanted));
        self.start_next();
    }

    /// Sends the next job to the worker, where none is under way.
    fn start_next(self) {
        let next = move || {
            let request = self.queue.try_update_value(|queue| {
                queue.start_next().map(|(id, owned)| Request::Job(id, owned.job.clone()))
            });
            request.flatten()
        };
        while let Some(request) = next() {
            if self.worker.start() {
                return self.worker.send(&request);
            }
            self.end_running(JobEvent::Refused);
        }
    }

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        match event {
            Event::Broken(why) => {
                // A worker that breaks while it has nothing to do is started anew with the next job.
                self.end_running(|job| JobEvent::Broken(job, why));
            }
            Event::Job(id, result) => {
                let done = self.queue.try_update_value(|queue| queue.done(*id)).flatten();
                if let Some(job) = done {
                    self.dispatch(job, |job| JobEvent::Done(job, result));
                }
            }
            // The worker that grades says nothing else.
            Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Run(_)
            | Event::Batch(_)
            | Event::File(_) => return,
        }
        self.start_next();
    }

    /// Gives up what is under way, and tells whose it was.
    fn end_running<'e>(self, event: impl FnOnce(Job) -> JobEvent<'e>) {
        let running = self.queue.try_update_value(JobQueue::give_up).flatten();
        if let Some(job) = running {
            self.dispatch(job, event);
        }
    }

    /// Tells whoever waits for a job what has become of it, or else its owner.
    fn dispatch<'e>(self, job: OwnedJob, event: impl FnOnce(Job) -> JobEvent<'e>) {
        let OwnedJob { owner, ticket, job } = job;
        let waiting = self.waiting.try_update_value(|all| {
            let at = all.iter().position(|(of, _)| *of == ticket)?;
            Some(all.swap_remove(at).1)
        });
        let event = event(job);
        if let Some(waiting) = waiting.flatten() {
            // Who has gone since then is not told.
            let _ = waiting.send(event.result());
            return;
        }
        // A listener may push another job.
        let listeners = self.listeners.get_value();
        if let Some((_, listener)) = listeners.iter().find(|(of, _)| *of == owner) {
            listener(event);
        }
    }
}

impl JobEvent<'_> {
    /// What came of the job, or why nothing did.
    fn result(self) -> Result<JobOutput, String> {
        match self {
            Self::Done(_, result) => result.clone(),
            Self::Broken(_, why) => Err(text::engine_failed(why)),
            Self::Refused(_) => Err(text::NO_WORKER.to_owned()),
            Self::Stopped(_) => Err(text::STOPPED.to_owned()),
        }
    }
}

/// One who has jobs done.
#[derive(Clone, Copy)]
pub(crate) struct JobSender {
    client: JobClient,
    owner: Owner,
}

impl JobSender {
    /// Takes a job up.
    pub(crate) fn push(self, job: Job) {
        self.client.change(|queue| queue.push(self.owner, job));
    }

    /// Has a job done and waits for what comes of it, which the owner is then not told. Where a newer one takes its place, nothing does.
    pub(crate) async fn run(self, job: Job) -> Result<JobOutput, String> {
        let (sender, receiver) = channel();
        let mut sender = Some(sender);
        self.client.change(|queue| {
            let is_ended = queue.push(self.owner, job);
            let ticket = queue.last_ticket();
            self.client
                .waiting
                .update_value(|all| all.extend(sender.take().map(|to| (ticket, to))));
            is_ended
        });
        receiver.await.unwrap_or_else(|_| Err(text::REPLACED.to_owned()))
    }

    /// Gives all grading up.
    pub(crate) fn cancel_grading(self) {
        self.client.change(|queue| queue.cancel_grading(self.owner));
    }

    /// Gives up what is under way, if it is one's own, however soon it would be done.
    pub(crate) fn stop(self) {
        let is_own = self
            .client
            .queue
            .with_value(|queue| queue.running().is_some_and(|running| running.owner == self.owner));
        if is_own {
            self.client.worker.stop();
            self.client.end_running(JobEvent::Stopped);
            self.client.start_next();
        }
    }

    /// Whether what is under way is one's own and may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.client.queue.with_value(|queue| {
            queue
                .running()
                .is_some_and(|running| running.owner == self.owner && is_slow(&running.job))
        })
    }
}
