//! The progress of a sweep and of each of its targets, as figures to display.

use super::target_queue::{Ready, TargetQueue};
use super::{Phase, Scheduler};
use crate::attempt::Try;
use crate::failure::Halt;
use crate::money::Micros;

/// The progress of a sweep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progress {
    /// The number of all attempts.
    pub total: u32,
    /// The number of attempts whose answer is stored.
    pub answered: u32,
    /// The number of attempts that are stored as given up.
    pub given_up: u32,
    /// The number of calls under way.
    pub in_flight: u32,
    /// The number of attempts that wait to be tried again.
    pub waiting: u32,
    /// The number of attempts that have arrived and are not stored yet.
    pub unsaved: u32,
    /// The number of requests that were sent in all sessions of the run, including failed ones.
    pub asked: u32,
    /// The known cost of these requests.
    pub cost: Micros,
    /// Tokens of input, in all sessions of the run.
    pub input: u64,
    /// Tokens of output, in all sessions of the run.
    pub output: u64,
    /// Answers a minute over about the last minute of active time, rounded down.
    pub rate: u64,
    /// The estimated remaining time in milliseconds; `None` if no answers were stored in the last
    /// minute, or if the run is not running.
    pub eta: Option<u64>,
    /// The targets in their order.
    pub targets: Vec<TargetProgress>,
}

/// The progress of a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TargetProgress {
    /// The state of the target.
    pub state: TargetState,
    /// The number of all attempts of the target.
    pub total: u32,
    /// The number of attempts whose answer is stored.
    pub answered: u32,
    /// The number of attempts that are stored as given up.
    pub given_up: u32,
    /// The number of calls under way.
    pub in_flight: u32,
    /// The number of attempts that wait to be tried again.
    pub waiting: u32,
    /// The current limit of concurrent calls.
    pub concurrency: u32,
    /// The last failure, however long ago.
    pub last_error: Option<Try>,
}

/// The state of a target, apart from a pause of the whole run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetState {
    /// Calls to the target are made.
    Working,
    /// No call to the target is made before this time, in milliseconds from 1970.
    Waiting(u64),
    /// The target is halted until the user intervenes.
    Halted(Halt),
    /// All attempts of the target are answered or given up.
    Done,
}

impl Scheduler {
    /// Returns the progress of the sweep at this time, in milliseconds from 1970.
    pub fn progress(&mut self, now: u64) -> Progress {
        self.tick(now);
        let targets: Vec<TargetProgress> =
            self.queues.iter().map(|queue| self.target_progress(queue)).collect();
        let sum = |field: fn(&TargetProgress) -> u32| targets.iter().map(field).sum::<u32>();
        let (count, span) = self.meter.last();
        let open: u64 = self.queues.iter().map(|queue| u64::from(queue.open())).sum();
        let is_asking = self.phase == Phase::Running && count > 0;
        Progress {
            total: sum(|target| target.total),
            answered: sum(|target| target.answered),
            given_up: sum(|target| target.given_up),
            in_flight: sum(|target| target.in_flight),
            waiting: sum(|target| target.waiting),
            unsaved: u32::try_from(self.unsaved.len()).unwrap_or(u32::MAX),
            asked: self.limits.sent_requests,
            cost: self.limits.cost,
            input: self.limits.input,
            output: self.limits.output,
            rate: count * 60_000 / span,
            eta: is_asking.then(|| (open * span).div_ceil(count)),
            targets,
        }
    }

    fn target_progress(&self, queue: &TargetQueue) -> TargetProgress {
        let state = match (queue.halt, queue.ready(self.clock.elapsed)) {
            _ if queue.open() == 0 => TargetState::Done,
            (Some(halt), _) => TargetState::Halted(halt),
            (None, Ready::At(due)) if queue.in_flight == 0 => {
                TargetState::Waiting(self.clock.wall(due))
            }
            (None, _) => TargetState::Working,
        };
        TargetProgress {
            state,
            total: queue.total,
            answered: queue.answered,
            given_up: queue.given_up,
            in_flight: queue.in_flight,
            waiting: u32::try_from(queue.waiting.len()).unwrap_or(u32::MAX),
            concurrency: queue.concurrency.size,
            last_error: queue.last_error.clone(),
        }
    }
}
