//! Who wants what of the worker that grades: one queue for all, in which each has its own jobs.

use std::rc::Rc;

use stepfall_protocol::{Event, Job, JobOutput, Request};

use crate::prelude::*;
use crate::state::{JobQueue, OwnedJob, Owner, is_slow};
use crate::worker_client::WorkerClient;

/// What becomes of an owner's job.
pub(crate) enum JobEvent<'e> {
    /// It is done, or the worker says why it cannot be.
    Done(Job, &'e Result<JobOutput, String>),
    /// The worker broke over it, with what it said; without a word where it could not be loaded.
    Broken(&'e str),
    /// The browser starts no worker.
    Refused,
}

type Listener = Rc<dyn Fn(JobEvent<'_>)>;

/// The worker that grades, for several who want jobs to be done.
#[derive(Clone, Copy)]
pub(crate) struct JobClient {
    worker: WorkerClient,
    queue: StoredValue<JobQueue>,
    listeners: StoredValue<Vec<(Owner, Listener)>, LocalStorage>,
    last: StoredValue<Owner>,
}

impl JobClient {
    pub(crate) fn new(worker: WorkerClient) -> Self {
        let client = Self {
            worker,
            queue: StoredValue::new(JobQueue::default()),
            listeners: StoredValue::new_local(Vec::new()),
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
        self.start_next();
    }

    /// Sends the next job to the worker, where none is under way.
    fn start_next(self) {
        let next = self.queue.try_update_value(|queue| {
            queue.start_next().map(|(id, owned)| Request::Job(id, owned.job.clone()))
        });
        let Some(request) = next.flatten() else { return };
        if self.worker.start() {
            self.worker.send(&request);
        } else {
            self.end_running(JobEvent::Refused);
        }
    }

    /// Takes up what the worker says.
    fn on_event(self, event: &Event) {
        match event {
            Event::Broken(why) => {
                // A worker that breaks while it has nothing to do is started anew with the next job.
                self.end_running(JobEvent::Broken(why));
            }
            Event::Job(id, result) => {
                let done = self.queue.try_update_value(|queue| queue.done(*id)).flatten();
                if let Some(OwnedJob { owner, job }) = done {
                    self.dispatch(owner, JobEvent::Done(job, result));
                }
            }
            // The worker that grades says nothing else.
            Event::Providers(_)
            | Event::Call(..)
            | Event::Answers(_)
            | Event::Run(_)
            | Event::File(_) => return,
        }
        self.start_next();
    }

    /// Gives up what is under way, and tells whose it was.
    fn end_running(self, event: JobEvent<'_>) {
        let running = self.queue.try_update_value(JobQueue::give_up).flatten();
        if let Some(OwnedJob { owner, .. }) = running {
            self.dispatch(owner, event);
        }
    }

    fn dispatch(self, owner: Owner, event: JobEvent<'_>) {
        // A listener may push another job.
        let listeners = self.listeners.get_value();
        if let Some((_, listener)) = listeners.iter().find(|(of, _)| *of == owner) {
            listener(event);
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

    /// Gives all grading up.
    pub(crate) fn cancel_grading(self) {
        self.client.change(|queue| queue.cancel_grading(self.owner));
    }

    /// Gives up what is under way, if it is one's own, however soon it would be done.
    pub(crate) fn stop(self) {
        self.client.change(|queue| {
            let is_own = queue.running().is_some_and(|running| running.owner == self.owner);
            is_own && queue.give_up().is_some()
        });
    }

    /// Whether what is under way is one's own and may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.client.queue.with_value(|queue| {
            queue
                .running()
                .is_some_and(|running| running.owner == self.owner && is_slow(&running.job))
        })
    }

    /// Whether the worker is there, so that a job needs no loading.
    pub(crate) fn is_started(self) -> bool {
        self.client.worker.is_started()
    }
}
