//! The loop that runs a sweep: it sends requests, receives events, stores lines, and ends when
//! there is nothing more to do. [`Driver`] decides what to do next.
//!
//! Each request has its own thread, which sends its events through one channel. Everything else
//! happens here, sequentially.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use stepfall_cli::print_line;
use stepfall_figure::GradedRun;
use stepfall_provider::{Endpoint, Request};
use stepfall_sweep::{
    Action, Batch, Driver, Pause, Progress, ReplyEnd, SmallModelQuestion, Target, TargetState,
};

use super::clock::now;
use super::file::AttemptFile;
use super::gauge::ProgressLine;
use super::interrupt::Interrupt;
use super::network::{Network, NetworkEvent, NetworkEventKind, RequestGuard};
use crate::small_model;

/// The maximum wait before interrupts and progress are checked.
const TURN: Duration = Duration::from_millis(100);
/// The most milliseconds between two turns of the loop that count towards timeouts. A longer gap
/// means that the process was suspended.
const MAX_GAP: u64 = 1_000;
/// The capacity of the channel. Senders block when it is full.
const QUEUE: usize = 64;
/// The approximate maximum number of events that are handled in one turn of the loop.
const EVENTS_AT_ONCE: usize = 256;
/// The time until lines that could not be stored are stored again, in milliseconds.
const STORE_AGAIN: u64 = 10_000;
/// The time until a lost connection is tried again, in milliseconds.
const CONNECT_AGAIN: u64 = 30_000;
/// The maximum number of consecutive waits for a lost connection.
const MAX_WAITS: u32 = 20;

/// A running sweep.
pub(super) struct Host {
    driver: Driver,
    graded: GradedRun,
    file: Option<AttemptFile>,
    endpoints: Vec<Option<Endpoint>>,
    network: Network,
    interrupt: Interrupt,
    progress_line: ProgressLine,
    /// The request in flight of each call, with the number of the request.
    in_flight: BTreeMap<u64, (u64, RequestGuard)>,
    requests: u64,
    /// The targets that a notice has reported as halted.
    halted: BTreeSet<usize>,
    sender: SyncSender<NetworkEvent>,
    receiver: Receiver<NetworkEvent>,
    /// The number of stored attempts in whose text invalid bytes were replaced.
    replaced: u32,
    /// True if a language model has answered since the program started.
    has_answers: bool,
    /// The time at which the current pause ends by itself, in milliseconds since 1970; `None` if it
    /// does not.
    resume: Option<u64>,
    /// The number of pauses since the last answer after which the sweep resumes by itself.
    waits: u32,
}

impl Host {
    pub(super) fn new(
        mut driver: Driver,
        graded: GradedRun,
        file: Option<AttemptFile>,
        endpoints: Vec<Option<Endpoint>>,
        network: Network,
        interrupt: Interrupt,
    ) -> Self {
        let (sender, receiver) = sync_channel(QUEUE);
        let progress_line = ProgressLine::new(driver.plan());
        driver.set_endpoints(endpoints.clone());
        driver.set_longest_gap(MAX_GAP);
        Self {
            driver,
            graded,
            file,
            endpoints,
            network,
            interrupt,
            progress_line,
            in_flight: BTreeMap::new(),
            requests: 0,
            halted: BTreeSet::new(),
            sender,
            receiver,
            replaced: 0,
            has_answers: false,
            resume: None,
            waits: 0,
        }
    }

    /// Runs until there is nothing left to do, or until the sweep pauses for good. Returns the
    /// reason for a pause.
    pub(super) fn run(&mut self) -> Option<Pause> {
        self.driver.start(now());
        loop {
            self.handle_interrupt();
            // Replies are handled first, so that they do not wait for a simulated solver.
            self.await_events(Duration::ZERO);
            match self.driver.next(now()) {
                Action::Store(batch) => self.store(&batch),
                Action::Send { call, request, .. } => self.send(call, request),
                Action::Write { call, question } => self.write(call, &question),
                Action::Abort(call) => _ = self.in_flight.remove(&call),
                Action::Wait(until) => {
                    self.await_events(Duration::from_millis(until.saturating_sub(now())));
                }
                Action::Busy => self.await_events(TURN),
                Action::Paused(pause) => {
                    if let Some(pause) = self.wait_or_pause(pause) {
                        return Some(pause);
                    }
                }
                Action::Stopped | Action::Finished => return None,
            }
        }
    }

    /// Clears the progress line, reports replaced bytes, and returns the graded attempts and the
    /// progress.
    pub(super) fn end(mut self) -> (GradedRun, Progress) {
        self.progress_line.clear();
        if self.replaced > 0 {
            let answers = if self.replaced == 1 { "answer contains" } else { "answers contain" };
            print_line(&format!(
                "notice: {} {answers} bytes that are not UTF-8, or incomplete characters; each is replaced by \u{FFFD}, and the field `replaced` counts them",
                self.replaced
            ));
        }
        (self.graded, self.driver.scheduler().progress(now()))
    }

    /// Handles interrupts and shows the progress.
    fn handle_interrupt(&mut self) {
        if self.interrupt.is_new() {
            let left = self.driver.scheduler().pause(now());
            if left > 0 {
                let calls = if left == 1 { "call that is" } else { "calls that are" };
                self.progress_line.print_line(&format!(
                    "notice: no further requests are sent; waiting for {left} {calls} under way (press Ctrl-C again to exit at once)"
                ));
            }
        }
        if self.progress_line.is_due() {
            let progress = self.driver.scheduler().progress(now());
            self.progress_line.show(&progress, now());
        }
    }

    /// Stores lines, and grades the attempts that are stored.
    fn store(&mut self, batch: &Batch) {
        let stored = match &mut self.file {
            Some(file) => file.store(&batch.lines),
            None => Ok(()),
        };
        match stored {
            Ok(()) => {
                for attempt in self.driver.on_stored(batch.id) {
                    if attempt.is_answer() && attempt.requests > 0 {
                        (self.has_answers, self.waits) = (true, 0);
                    }
                    self.replaced += u32::from(attempt.replaced > 0);
                    self.graded.add(&attempt);
                }
            }
            Err(error) => self.driver.on_not_stored(batch.id, &error, now()),
        }
    }

    fn send(&mut self, call: u64, request: Request) {
        let target = self.driver.task(call).map(|task| usize::from(task.target));
        let endpoint = target.and_then(|target| self.endpoints.get(target)?.as_ref());
        let Some(endpoint) = endpoint else { return };
        self.requests += 1;
        let line = self.network.send((call, self.requests), endpoint, request, self.sender.clone());
        self.in_flight.insert(call, (self.requests, line));
    }

    /// Starts a thread in which the small model answers.
    fn write(&mut self, call: u64, question: &SmallModelQuestion) {
        let (sender, own_question) = (self.sender.clone(), question.clone());
        let job = move || {
            let kind =
                NetworkEventKind::Wrote(own_question.clone(), small_model::write(&own_question));
            // The receiver is gone once the sweep has ended.
            let _ = sender.send(NetworkEvent { call, request: 0, kind });
        };
        if let Err(error) = thread::Builder::new().spawn(job) {
            self.driver.on_small_model_answer(call, question, Err(error.to_string()), now());
        }
    }

    /// Waits for an event, at most for `wait` and at most for [`TURN`]. Handles it and the events
    /// that have arrived by then.
    fn await_events(&mut self, wait: Duration) {
        let mut event = self.receiver.recv_timeout(wait.min(TURN)).ok();
        for _ in 0..EVENTS_AT_ONCE {
            let Some(NetworkEvent { call, request, kind }) = event else { return };
            self.on_event((call, request), kind);
            event = self.receiver.try_recv().ok();
        }
        if let Some(NetworkEvent { call, request, kind }) = event {
            self.on_event((call, request), kind);
        }
    }

    fn on_event(&mut self, (call, request): (u64, u64), kind: NetworkEventKind) {
        // Events of a request that was given up may still arrive, even if the call continues with
        // another request.
        let is_current = self.in_flight.get(&call).is_some_and(|(current, _)| *current == request);
        let how = match kind {
            NetworkEventKind::Wrote(question, came) => {
                self.driver.on_small_model_answer(call, &question, came, now());
                return self.report_halted();
            }
            _ if !is_current => return,
            NetworkEventKind::Head(head) => return self.driver.on_head(call, head, now()),
            NetworkEventKind::Bytes(bytes) => return self.driver.on_bytes(call, &bytes, now()),
            NetworkEventKind::End => ReplyEnd::End,
            NetworkEventKind::Lost(words) => ReplyEnd::Lost(words),
            NetworkEventKind::Unreached(words) => ReplyEnd::Unreached(words),
        };
        self.in_flight.remove(&call);
        self.driver.on_end(call, how, now());
        self.report_halted();
    }

    /// Reports each target that gets no more requests, once.
    fn report_halted(&mut self) {
        let progress = self.driver.scheduler().progress(now());
        for (target, state) in progress.targets.iter().map(|target| target.state).enumerate() {
            if let TargetState::Halted(halt) = state
                && self.halted.insert(target)
            {
                let target = self.driver.plan().targets.get(target);
                let label = target.map(Target::label).unwrap_or_default();
                self.progress_line
                    .print_line(&format!("notice: {label} gets no further requests: {halt}"));
            }
        }
    }

    /// Waits during a pause. Returns the pause if it is final.
    fn wait_or_pause(&mut self, pause: Pause) -> Option<Pause> {
        if self.driver.running_call_count() > 0 {
            self.await_events(TURN);
            return None;
        }
        let wait = match pause {
            _ if self.interrupt.is_requested() => None,
            Pause::Store(_) => Some(STORE_AGAIN),
            Pause::Offline if self.has_answers && self.waits < MAX_WAITS => Some(CONNECT_AGAIN),
            _ => None,
        };
        let Some(wait) = wait else {
            return Some(pause);
        };
        match self.resume {
            None => {
                let seconds = wait / 1_000;
                self.progress_line
                    .print_line(&format!("notice: {pause} Trying again in {seconds} s."));
                self.resume = Some(now().saturating_add(wait));
                self.waits += 1;
            }
            Some(at) if at <= now() => {
                self.resume = None;
                self.driver.start(now());
            }
            Some(_) => self.await_events(TURN),
        }
        None
    }
}
