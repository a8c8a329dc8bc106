//! The driver: runs a sweep for a host that has a network, a clock and a disk. The host makes no
//! decisions.

mod in_flight_request;

use std::collections::{BTreeMap, VecDeque};

use stepfall_protocol::lab::SmallModelQuestion;
use stepfall_provider::{Answer, Endpoint, Head, Request, Stop, Usage};
use stepfall_small_model::WrittenAnswer;

use self::in_flight_request::{InFlightRequest, OngoingDialogue, Stage};
use crate::attempt::Attempt;
use crate::estimate::Estimate;
use crate::failure::{CallFailure, Timeout};
use crate::items::Items;
use crate::ledger::{Balance, LedgerEntry, Turn};
use crate::plan::{Plan, Task};
use crate::prior_attempt::PriorAttempt;
use crate::reply::Reply;
use crate::scheduler::{Call, Next, Pause, Scheduler};
use crate::store::StoreError;
use crate::target::Target;

pub use self::in_flight_request::ReplyEnd;

/// The most attempts that are stored in one batch.
const MAX_BATCH_ATTEMPTS: usize = 64;
/// The default for the most milliseconds of one gap between the host's calls that count towards
/// timeouts. During a longer gap the machine was probably asleep.
const DEFAULT_MAX_GAP_MS: u64 = 90_000;
/// The longest time until a driver that waits for replies asks to be called again, in milliseconds.
const MAX_POLL_INTERVAL: u64 = 60_000;

/// Time limits for a reply, in milliseconds of a machine that is awake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyTimeouts {
    /// The limit for the time without new content. Keep-alive data and blanks are not new content.
    pub stall: u64,
    /// The limit for the total time of a reply.
    pub total: u64,
}

impl Default for ReplyTimeouts {
    /// The limits are ten minutes and two hours, because some models send no data while they
    /// reason.
    fn default() -> Self {
        Self { stall: 600_000, total: 7_200_000 }
    }
}

/// Lines to be stored together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The id of the batch, unique within the driver.
    pub id: u64,
    /// The lines in their order. A file appends them, and a store keeps each one under its key.
    pub lines: Vec<Line>,
}

/// A line to be stored: an attempt, or an entry of the ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The key in a store: the number of an attempt, or [`LedgerEntry::key`].
    pub key: u64,
    /// The line, without a line break.
    pub text: String,
}

/// The next action of the host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Store these lines, all or none, and report the result with [`Driver::on_stored`] or
    /// [`Driver::on_not_stored`].
    Store(Batch),
    /// Send the request of a call to this origin and no other; report the reply with
    /// [`Driver::on_head`], [`Driver::on_bytes`] and [`Driver::on_end`].
    Send {
        /// The id of the call, which the reports about it repeat.
        call: u64,
        /// The request, whose headers contain the key if there is one.
        request: Request,
        /// The only origin that may receive the request, as `https://host:port`.
        origin: String,
    },
    /// Let the small model answer, and report the answer with [`Driver::on_small_model_answer`].
    Write {
        /// The id of the call, which the reports about it repeat.
        call: u64,
        /// The question to answer.
        question: SmallModelQuestion,
    },
    /// Abort the request of a call; no further report about it is needed.
    Abort(u64),
    /// Wait until this time, in milliseconds from 1970, unless something is reported before.
    Wait(u64),
    /// Wait until something is reported.
    Busy,
    /// Wait until [`Driver::start`]; calls may still be under way.
    Paused(Pause),
    /// Wait until [`Driver::start`]; all calls have been ended.
    Stopped,
    /// Stop: every attempt is answered or given up, and stored.
    Finished,
}

/// The batch that is being stored.
#[derive(Debug)]
struct Storing {
    batch: u64,
    attempts: Vec<u32>,
    entries: Vec<LedgerEntry>,
}

/// A running sweep. The host asks it for the next action, and reports the outcome.
///
/// A request is sent once its ledger line is stored, and a turn of a dialogue is stored before the
/// next request is sent. Even if a run is killed, the stored lines show the spending and the
/// progress of each dialogue.
#[derive(Debug)]
pub struct Driver {
    scheduler: Scheduler,
    items: Items,
    /// The endpoint of each target; `None` for targets that are no language models.
    endpoints: Vec<Option<Endpoint>>,
    timeouts: ReplyTimeouts,
    in_flight: BTreeMap<u64, InFlightRequest>,
    /// The tasks and questions that the small model works on, by call.
    writing: BTreeMap<u64, (Task, SmallModelQuestion)>,
    /// The calls of `writing` that the host has not received yet.
    to_write: VecDeque<u64>,
    /// Dialogues that go on with a later call, by the number of the attempt.
    dialogues: BTreeMap<u32, OngoingDialogue>,
    /// Turns from earlier sessions of the run, by the number of the attempt.
    turns: BTreeMap<u32, Vec<Turn>>,
    /// Entries that could not be stored yet. They are stored before the sweep's new entries.
    entries: Vec<LedgerEntry>,
    /// True after the store refused a batch, until the run goes on.
    is_refused: bool,
    storing: Option<Storing>,
    next_batch: u64,
    /// The calls whose ledger lines are stored, so that their requests can be sent.
    ready: VecDeque<u64>,
    /// The calls whose requests the host must abort.
    aborts: VecDeque<u64>,
    /// The attempt of the last request that was lost before its reply began. Timeouts do not count.
    lost_attempt: Option<u32>,
    /// The time of the host's last call, in milliseconds from 1970.
    wall: Option<u64>,
    /// Milliseconds that passed while the host was running.
    awake_ms: u64,
    /// The most milliseconds of one gap between the host's calls that count towards timeouts.
    longest_gap: u64,
}

impl Driver {
    /// Creates the driver of a run. The plan must have passed its check; `done` are the existing
    /// attempts and `balance` is that of the ledger. `jitter` is the seed of the random waits.
    pub fn new(
        plan: Plan,
        estimate: Estimate,
        done: &[PriorAttempt],
        balance: Balance,
        jitter: u64,
    ) -> Self {
        let scheduler = Scheduler::new(plan, estimate, done, &balance, jitter);
        let turns = balance.accounts.into_iter().map(|(number, account)| {
            (number, account.turns.into_values().map(|(turn, _)| turn).collect())
        });
        Self {
            scheduler,
            items: Items::default(),
            endpoints: Vec::new(),
            timeouts: ReplyTimeouts::default(),
            in_flight: BTreeMap::new(),
            writing: BTreeMap::new(),
            to_write: VecDeque::new(),
            dialogues: BTreeMap::new(),
            turns: turns.collect(),
            entries: Vec::new(),
            is_refused: false,
            storing: None,
            next_batch: 0,
            ready: VecDeque::new(),
            aborts: VecDeque::new(),
            lost_attempt: None,
            wall: None,
            awake_ms: 0,
            longest_gap: DEFAULT_MAX_GAP_MS,
        }
    }

    /// Sets the endpoint of each target; `None` for targets that are no language models.
    pub fn set_endpoints(&mut self, endpoints: Vec<Option<Endpoint>>) {
        self.endpoints = endpoints;
    }

    /// Sets the time limits for replies.
    pub const fn set_timeouts(&mut self, timeouts: ReplyTimeouts) {
        self.timeouts = timeouts;
    }

    /// Sets the most milliseconds of one gap between the host's calls that count towards timeouts,
    /// for a host that calls often. After a longer gap, for example while the process was stopped,
    /// the host may still have to read data that arrived meanwhile.
    pub const fn set_longest_gap(&mut self, millis: u64) {
        self.longest_gap = millis;
    }

    /// Returns the sweep, for operations that make no calls.
    pub const fn scheduler(&mut self) -> &mut Scheduler {
        &mut self.scheduler
    }

    /// Returns the plan of the run. Its limits are those that apply at present.
    pub const fn plan(&self) -> &Plan {
        self.scheduler.plan()
    }

    /// Returns the task of a call that is under way; `None` for any other call.
    pub fn task(&self, call: u64) -> Option<Task> {
        let written = self.writing.get(&call).map(|(task, _)| *task);
        self.in_flight.get(&call).map(|request| request.task).or(written)
    }

    /// Returns the number of calls under way, including those whose ledger line is not stored yet.
    pub fn running_call_count(&self) -> usize {
        self.in_flight.len() + self.writing.len()
    }

    /// Starts the run, or resumes it after a pause or a stop.
    pub fn start(&mut self, now: u64) {
        self.advance_clock(now);
        (self.lost_attempt, self.is_refused) = (None, false);
        self.scheduler.start(now);
    }

    /// Stops the run and ends all calls under way.
    pub fn stop(&mut self, now: u64) {
        self.advance_clock(now);
        for call in self.scheduler.stop(now) {
            self.give_up(call, &CallFailure::Aborted, now);
        }
    }

    /// Returns the endpoint of the last request that was lost before a reply began; `None` if there
    /// was none since the run was last started. A request that timed out does not count.
    pub fn unreachable(&self) -> Option<&Endpoint> {
        let task = self.plan().task(self.lost_attempt?)?;
        self.endpoints.get(usize::from(task.target))?.as_ref()
    }

    /// Returns the next action. The host calls this method after every report, and again until the
    /// method returns no immediate action.
    pub fn next(&mut self, now: u64) -> Action {
        self.advance_clock(now);
        self.time_out(now);
        if let Some(call) = self.aborts.pop_front() {
            return Action::Abort(call);
        }
        if let Some(step) = self.send().or_else(|| self.write()) {
            return step;
        }
        // Batches are stored one after the other. The lines thereby keep their order, even if a
        // batch cannot be stored.
        if self.storing.is_some() {
            return self.wake_at(now).map_or(Action::Busy, Action::Wait);
        }
        let mut attempts = Vec::new();
        let next = loop {
            if attempts.len() >= MAX_BATCH_ATTEMPTS {
                break Next::Busy;
            }
            match self.scheduler.next(now) {
                Next::Ask(call) => self.ask(call, now),
                Next::Store(number) => attempts.push(number),
                next => break next,
            }
        };
        self.entries.append(&mut self.scheduler.take_entries());
        if !attempts.is_empty() || !(self.is_refused || self.entries.is_empty()) {
            return self.store(attempts, now);
        }
        if let Some(step) = self.write() {
            return step;
        }
        let look = self.wake_at(now);
        match (next, look) {
            (Next::Wait(until), look) => Action::Wait(look.map_or(until, |look| look.min(until))),
            (Next::Paused(pause), _) => Action::Paused(pause),
            (Next::Finished, _) => Action::Finished,
            (Next::Stopped, _) => Action::Stopped,
            (Next::Busy | Next::Ask(_) | Next::Store(_), Some(look)) => Action::Wait(look),
            (Next::Busy | Next::Ask(_) | Next::Store(_), None) => Action::Busy,
        }
    }

    /// Reports that a batch is stored. Returns the attempts in the batch, which count as done from
    /// now on; empty if this batch is not being stored.
    pub fn on_stored(&mut self, batch: u64) -> Vec<Attempt> {
        let Some(Storing { attempts, .. }) = self.take_storing(batch) else {
            return Vec::new();
        };
        for (&call, request) in &mut self.in_flight {
            if request.stage == Stage::Writing(batch) {
                request.stage = Stage::Written;
                self.ready.push_back(call);
            }
        }
        attempts.into_iter().filter_map(|number| self.scheduler.on_stored(number)).collect()
    }

    /// Reports that a batch could not be stored. The run pauses. The requests of the batch are not
    /// sent, and their lines are dropped. The other lines are stored again when the run goes on.
    pub fn on_not_stored(&mut self, batch: u64, error: &StoreError, now: u64) {
        self.advance_clock(now);
        let Some(Storing { attempts, entries, .. }) = self.take_storing(batch) else {
            return;
        };
        let unsent = |request: &InFlightRequest| request.stage == Stage::Writing(batch);
        let calls: Vec<u64> = self
            .in_flight
            .iter()
            .filter(|(_, request)| unsent(request))
            .map(|(call, _)| *call)
            .collect();
        let mut numbers = Vec::new();
        for call in calls {
            let Some(request) = self.in_flight.remove(&call) else { continue };
            numbers.push(request.task.number);
            self.store_dialogue(request.task.number, request.begun);
            self.scheduler.on_not_sent(call, now);
        }
        let is_unsent = |entry: &LedgerEntry| matches!(entry, LedgerEntry::Sent { attempt, .. } if numbers.contains(attempt));
        let rest = entries.into_iter().filter(|entry| !is_unsent(entry));
        self.entries.splice(0..0, rest);
        for number in attempts {
            self.scheduler.on_not_stored(number, error.clone());
        }
        self.is_refused = true;
        self.scheduler.pause_for_store(error);
    }

    /// Reports the head of a reply.
    pub fn on_head(&mut self, call: u64, head: Head, now: u64) {
        self.advance_clock(now);
        if let Some(request) = self.in_flight.get_mut(&call) {
            request.head(head, self.awake_ms);
        }
    }

    /// Reports bytes of the body of a reply.
    pub fn on_bytes(&mut self, call: u64, bytes: &[u8], now: u64) {
        self.advance_clock(now);
        let Some(request) = self.in_flight.get_mut(&call) else { return };
        request.bytes(bytes, self.awake_ms);
        // A reply that has failed cannot become an answer any more, so it is ended at once.
        if request.has_failed() {
            self.aborts.push_back(call);
            self.on_end(call, ReplyEnd::End, now);
        }
    }

    /// Reports that a reply has ended, or was lost.
    pub fn on_end(&mut self, call: u64, how: ReplyEnd, now: u64) {
        self.advance_clock(now);
        let Some(request) = self.in_flight.remove(&call) else { return };
        let (task, usage) = (request.task, request.usage());
        if !matches!(how, ReplyEnd::End) && !request.has_begun() {
            self.lost_attempt = Some(task.number);
        }
        let endpoint = request.endpoint().clone();
        let (came, begun) = request.end_call(how, self.awake_ms);
        match came {
            Ok(reply) => self.on_reply(call, (task, endpoint), begun, reply, now),
            Err(failure) => {
                self.store_dialogue(task.number, begun);
                self.scheduler.on_failure(call, &failure, usage, now);
            }
        }
    }

    /// Handles a complete reply: the attempt is answered, or the dialogue goes on.
    fn on_reply(
        &mut self,
        call: u64,
        (task, endpoint): (Task, Endpoint),
        mut begun: OngoingDialogue,
        mut reply: Reply,
        now: u64,
    ) {
        begun.dialogue.on_answer(&reply.answer);
        if begun.dialogue.is_over() {
            reply.close(&begun.dialogue);
            self.scheduler.on_answered(call, reply, now);
            return;
        }
        (begun.first, begun.replaced) = (reply.first_output_ms, reply.answer.replaced);
        let nth = begun.dialogue.replies().into();
        let turn = Turn::new(&reply.answer, nth, reply.first_output_ms);
        if !self.scheduler.on_turn(call, reply.answer.usage, turn, now) {
            return self.store_dialogue(task.number, begun);
        }
        match InFlightRequest::new(task, endpoint, begun, &self.scheduler) {
            Some(request) => _ = self.in_flight.insert(call, request),
            None => {
                _ = self.scheduler.on_failure(
                    call,
                    &CallFailure::NoSimulation,
                    Usage::default(),
                    now,
                );
            }
        }
    }

    /// Makes a call: prepares a request, lets a simulated solver write, or queues a question for
    /// the small model.
    fn ask(&mut self, call: Call, now: u64) {
        let task = call.task;
        let item = self.items.item(self.scheduler.plan(), &task);
        let endpoint = self.endpoints.get(usize::from(task.target)).cloned().flatten();
        let Some(item) = item else {
            self.scheduler.on_failure(call.id, &CallFailure::NoSimulation, Usage::default(), now);
            return;
        };
        let plan = self.scheduler.plan();
        if let Some(&Target::SmallModel { checkpoint }) = plan.target(&task) {
            let link = plan.link(&task).fragment();
            let checkpoint = checkpoint.slug().to_owned();
            let question = SmallModelQuestion { checkpoint, link, sample: task.sample };
            self.writing.insert(call.id, (task, question));
            return self.to_write.push_back(call.id);
        }
        let Some(endpoint) = endpoint else {
            match self.scheduler.plan().simulate(&task, &item) {
                Some(text) => _ = self.scheduler.on_answered(call.id, Reply::simulated(text), now),
                None => {
                    self.scheduler.on_failure(
                        call.id,
                        &CallFailure::NoSimulation,
                        Usage::default(),
                        now,
                    );
                }
            }
            return;
        };
        let begun = self.dialogues.remove(&task.number);
        let begun = begun.unwrap_or_else(|| {
            let turns = self.turns.remove(&task.number).unwrap_or_default();
            let recalled = recall(&task, item.clone(), turns);
            recalled.unwrap_or_else(|| OngoingDialogue {
                dialogue: Box::new(Plan::dialogue(&task, item)),
                first: None,
                replaced: 0,
            })
        });
        match InFlightRequest::new(task, endpoint, begun, &self.scheduler) {
            Some(request) => _ = self.in_flight.insert(call.id, request),
            None => {
                _ = self.scheduler.on_failure(
                    call.id,
                    &CallFailure::NoSimulation,
                    Usage::default(),
                    now,
                );
            }
        }
    }

    /// Returns the next question for the small model.
    fn write(&mut self) -> Option<Action> {
        let call = self.to_write.pop_front()?;
        // The call may have been given up meanwhile.
        let Some((_, question)) = self.writing.get(&call) else { return self.write() };
        Some(Action::Write { call, question: question.clone() })
    }

    /// Reports the small model's answer to a question, or the reason why there is none. A report
    /// about another question than that of the call is ignored.
    pub fn on_small_model_answer(
        &mut self,
        call: u64,
        question: &SmallModelQuestion,
        came: Result<WrittenAnswer, String>,
        now: u64,
    ) {
        self.advance_clock(now);
        if self.writing.get(&call).is_none_or(|(_, asked)| asked != question) {
            return;
        }
        let Some((task, _)) = self.writing.remove(&call) else { return };
        let item = self.items.item(self.scheduler.plan(), &task);
        let failure = match (came, item) {
            (Ok(WrittenAnswer { text, is_cut }), Some(item)) => {
                let stop = Some(if is_cut { Stop::Length } else { Stop::Natural });
                let answer = Answer { text, stop, ..Answer::default() };
                let mut dialogue = Plan::dialogue(&task, item);
                dialogue.on_answer(&answer);
                let mut reply = Reply { answer, first_output_ms: None };
                reply.close(&dialogue);
                self.scheduler.on_answered(call, reply, now);
                return;
            }
            (Ok(_), None) => CallFailure::NoSimulation,
            (Err(why), _) => CallFailure::SmallModel(why),
        };
        self.scheduler.on_failure(call, &failure, Usage::default(), now);
    }

    /// Returns the next request whose ledger line is stored.
    fn send(&mut self) -> Option<Action> {
        let call = self.ready.pop_front()?;
        // The call may have been given up meanwhile.
        let Some(request) = self.in_flight.get_mut(&call) else { return self.send() };
        request.stage = Stage::Sent { at: self.awake_ms, last_news: self.awake_ms };
        let (request, origin) = (request.request().clone(), request.endpoint().origin().to_owned());
        Some(Action::Send { call, request, origin })
    }

    /// Returns the lines that are neither stored nor being stored. A host that drops the run stores
    /// them without a report. The lines of the ledger are returned only once.
    pub fn unsaved_lines(&mut self) -> Vec<Line> {
        let storing = self.storing.as_ref().map(|storing| storing.attempts.as_slice());
        let is_storing = |number: &&u32| storing.is_some_and(|storing| storing.contains(number));
        let attempts = self.scheduler.unsaved().keys().filter(|number| !is_storing(number));
        let attempts: Vec<u32> = attempts.copied().collect();
        self.entries.append(&mut self.scheduler.take_entries());
        let entries = std::mem::take(&mut self.entries);
        self.lines(&attempts, &entries).flatten().collect()
    }

    /// Returns the lines of the attempts, followed by those of the entries; `None` for a line that
    /// cannot be written. Attempts come first: if only the beginning of a batch is stored, no
    /// stored entry reports the end of a request whose answer is lost.
    fn lines(
        &self,
        attempts: &[u32],
        entries: &[LedgerEntry],
    ) -> impl Iterator<Item = Option<Line>> {
        let unsaved = self.scheduler.unsaved();
        let of_attempt = |number: &u32| {
            let text = unsaved.get(number)?.line().ok()?;
            Some(Line { key: u64::from(*number), text })
        };
        let of_entry =
            |entry: &LedgerEntry| Some(Line { key: entry.key(), text: entry.line().ok()? });
        attempts.iter().map(of_attempt).chain(entries.iter().map(of_entry))
    }

    /// Creates the batch of these attempts and all entries, and returns the action that stores it.
    /// If a line cannot be written, the run pauses instead.
    fn store(&mut self, attempts: Vec<u32>, now: u64) -> Action {
        let id = self.next_batch;
        self.next_batch += 1;
        let entries = std::mem::take(&mut self.entries);
        for request in
            self.in_flight.values_mut().filter(|request| request.stage == Stage::Unwritten)
        {
            request.stage = Stage::Writing(id);
        }
        let lines: Option<Vec<Line>> = self.lines(&attempts, &entries).collect();
        self.storing = Some(Storing { batch: id, attempts, entries });
        if let Some(lines) = lines {
            return Action::Store(Batch { id, lines });
        }
        let error = StoreError::Other("a line could not be written".to_owned());
        self.on_not_stored(id, &error, now);
        Action::Paused(Pause::Store(error))
    }

    /// Keeps a dialogue with at least one reply for a later call of its attempt.
    fn store_dialogue(&mut self, number: u32, begun: OngoingDialogue) {
        if begun.dialogue.replies() > 0 {
            self.dialogues.insert(number, begun);
        }
    }

    fn give_up(&mut self, call: u64, failure: &CallFailure, now: u64) {
        if self.writing.remove(&call).is_some() {
            self.scheduler.on_failure(call, failure, Usage::default(), now);
            return;
        }
        let Some(request) = self.in_flight.remove(&call) else { return };
        let usage = request.usage();
        if matches!(request.stage, Stage::Sent { .. }) {
            self.aborts.push_back(call);
        }
        self.store_dialogue(request.task.number, request.begun);
        self.scheduler.on_failure(call, failure, usage, now);
    }

    /// Ends the requests whose time limit has passed.
    fn time_out(&mut self, now: u64) {
        let (moment, timeouts) = (self.awake_ms, self.timeouts);
        let is_due =
            |request: &InFlightRequest| request.deadline(timeouts).is_some_and(|due| due <= moment);
        let due = self.in_flight.iter().filter(|(_, request)| is_due(request));
        let due: Vec<_> =
            due.map(|(call, request)| (*call, request.timeout(timeouts, moment))).collect();
        for (call, timeout) in due {
            self.end_late(call, timeout, now);
        }
    }

    /// Ends a reply that exceeded a time limit. The reply counts as an answer if it is complete.
    fn end_late(&mut self, call: u64, timeout: Timeout, now: u64) {
        let Some(request) = self.in_flight.remove(&call) else { return };
        self.aborts.push_back(call);
        let (task, usage, endpoint) = (request.task, request.usage(), request.endpoint().clone());
        let how = if request.has_begun() {
            ReplyEnd::End
        } else {
            ReplyEnd::Lost("nothing came".to_owned())
        };
        let (came, begun) = request.end_call(how, self.awake_ms);
        if let Ok(reply) = came {
            self.on_reply(call, (task, endpoint), begun, reply, now);
        } else {
            self.store_dialogue(task.number, begun);
            self.scheduler.on_failure(call, &CallFailure::TimedOut(timeout), usage, now);
        }
    }

    fn take_storing(&mut self, batch: u64) -> Option<Storing> {
        self.storing.take_if(|storing| storing.batch == batch)
    }

    /// Returns the latest time to call the driver again, in milliseconds from 1970; `None` if no
    /// reply is awaited. Time limits also apply in a pause.
    pub fn wake_at(&self, now: u64) -> Option<u64> {
        let left = self.deadline()?.saturating_sub(self.awake_ms).clamp(1, MAX_POLL_INTERVAL);
        Some(now.saturating_add(left))
    }

    /// Returns the first moment at which a time limit passes, in milliseconds of the driver's
    /// clock.
    fn deadline(&self) -> Option<u64> {
        self.in_flight.values().filter_map(|request| request.deadline(self.timeouts)).min()
    }

    fn advance_clock(&mut self, now: u64) {
        let passed = now.saturating_sub(self.wall.unwrap_or(now));
        self.wall = Some(now);
        self.awake_ms = self.awake_ms.saturating_add(passed.min(self.longest_gap));
    }
}

/// Replays the stored turns of a dialogue from an earlier session of the run. Returns `None` if
/// there is no turn, or if the turns do not fit the dialogue.
fn recall(
    task: &Task,
    item: stepfall_procedure::Item,
    mut turns: Vec<Turn>,
) -> Option<OngoingDialogue> {
    // A turn refers to all turns before it, so the turns after a missing one are dropped.
    let is_next = |(nth, turn): &(u32, &Turn)| turn.nth == 0 || turn.nth == *nth;
    let consecutive = (1..).zip(&turns).take_while(is_next).count();
    turns.truncate(consecutive);
    let first = turns.first()?.first;
    let replaced = turns.last()?.replaced;
    let mut dialogue = Box::new(Plan::dialogue(task, item));
    for turn in turns {
        dialogue.request()?;
        dialogue.on_answer(&turn.answer());
    }
    dialogue.request()?;
    Some(OngoingDialogue { dialogue, first, replaced })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_procedure::{Condition, Generator};

    /// Returns a driver of one model whose first request was just sent, and its call.
    fn sent(longest_gap: Option<u64>) -> (Driver, u64) {
        let mut plan = Plan { steps: vec![5], items: 1, ..Plan::default() };
        plan.targets = vec![Target::model("mistral", "m")];
        let endpoint = plan.targets[0].endpoint(stepfall_provider::Key::new("a-key")).unwrap();
        let estimate = Estimate::of(&plan).unwrap();
        let mut driver = Driver::new(plan, estimate, &[], Balance::default(), 1);
        driver.set_endpoints(vec![endpoint]);
        driver.set_timeouts(ReplyTimeouts { stall: 5_000, total: 90_000 });
        if let Some(gap) = longest_gap {
            driver.set_longest_gap(gap);
        }
        driver.start(0);
        loop {
            match driver.next(0) {
                Action::Store(batch) => _ = driver.on_stored(batch.id),
                Action::Send { call, .. } => return (driver, call),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn time_while_the_process_is_stopped_does_not_count_as_silence() {
        for (gap, is_given_up) in [(None, true), (Some(1_000), false)] {
            let (mut driver, call) = sent(gap);
            // The process is stopped four times for seven seconds. Each time it then finds a part
            // of the reply in the socket.
            driver.on_head(call, Head::new(200), 0);
            let mut now = 0;
            let mut steps = Vec::new();
            for _ in 0..4 {
                now += 7_000;
                steps.push(driver.next(now));
                driver.on_bytes(
                    call,
                    b"data: {\"choices\":[{\"delta\":{\"content\":\"S3\"}}]}\n\n",
                    now,
                );
            }
            assert_eq!(steps.contains(&Action::Abort(call)), is_given_up, "{steps:?}");
            // Time without data counts towards the timeout while the process runs.
            for _ in 0..60 {
                now += 100;
                steps.push(driver.next(now));
            }
            assert!(steps.contains(&Action::Abort(call)), "{steps:?}");
        }
    }

    #[test]
    fn a_dialogue_resumes_before_its_first_missing_turn() {
        let conditions = vec![Condition::Stepwise];
        let plan = Plan { conditions, steps: vec![5], ..Plan::default() };
        let task = plan.task(0).unwrap();
        let item = Generator::new(plan.cell_spec(5, task.look_back)).unwrap();
        let item = item.item(plan.seed, 0).unwrap();
        let replies = |numbers: &[u32]| {
            let answer = Answer { text: "13".to_owned(), ..Answer::default() };
            let turns = numbers.iter().map(|&nth| Turn::new(&answer, nth, None)).collect();
            recall(&task, item.clone(), turns).map(|begun| begun.dialogue.replies())
        };
        assert_eq!(replies(&[1, 2, 3]), Some(3));
        assert_eq!(replies(&[1, 2, 4]), Some(2));
        assert_eq!(replies(&[1, 3, 4]), Some(1));
        assert_eq!(replies(&[2, 3]), None);
        // Turns that an earlier version stored have the number 0.
        assert_eq!(replies(&[0, 0, 0]), Some(3));
    }
}
