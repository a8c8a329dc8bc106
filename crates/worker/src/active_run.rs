//! The open run: its incoming attempts, and the reports to the page.

use std::collections::BTreeMap;

use stepfall_figure::GradedRun;
use stepfall_protocol::lab::{LabAnswer, SmallModelQuestion};
use stepfall_protocol::sweep::RunState;
use stepfall_protocol::{Event, RunEvent};
use stepfall_provider::{Endpoint, Head, Key};
use stepfall_small_model::WrittenAnswer;
use stepfall_sweep::{
    Action, Attempt, Batch, Driver, Estimate, Header, Ledger, LedgerEntry, Line, Next, Pause, Plan,
    PriorAttempt, ReplyEnd, Target, UNPUBLISHED,
};

use crate::command::{CallId, Command};
use crate::copies::Copies;
use crate::events;
use crate::store::StoreError;

/// The lowest number of a sweep's call; calls of Play have lower numbers.
pub(crate) const FIRST_CALL: CallId = 1 << 31;
/// The minimum time between two reports to the page, in milliseconds.
const BETWEEN_REPORTS: u64 = 250;
/// The minimum time between two writes of the header, in milliseconds.
const BETWEEN_HEADERS: u64 = 10_000;

/// The state of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// The attempts of the run are being read.
    Opening,
    /// The run waits until this tab gets its lock.
    Locking,
    /// This tab has the lock. The run was started, and may be paused, stopped or finished by now.
    Locked,
    /// The run is open without a lock, and sends no requests.
    Unlocked,
    /// Another tab has the lock.
    LockedByOtherTab,
}

#[derive(Debug)]
pub(crate) struct ActiveRun {
    run: String,
    header: Header,
    graded: GradedRun,
    driver: Option<Driver>,
    done: Vec<PriorAttempt>,
    ledger: Ledger,
    state: State,
    keys: BTreeMap<String, String>,
    jitter: u64,
    /// The batch that is being written to the disk, with its lines.
    storing: Option<(u64, Vec<Line>)>,
    /// Copies of the lines that are on the disk.
    copies: Copies,
    /// True if the browser closed the store, so that the run does not outlive the tab.
    is_store_lost: bool,
    /// True if missing replies have been investigated.
    is_diagnosed: bool,
    /// A sentence on the unknown part of the costs, or on lines that may be lost; empty if there is
    /// none.
    unknown: String,
    bad_lines: u32,
    /// The time of the last report to the page.
    reported: u64,
    /// The time of the last write of the header.
    header_written_at: u64,
    /// The main finding; empty until the run is finished and its results have been computed.
    finding: String,
    /// The state of the sweep at the last step.
    last: Option<Next>,
}

impl ActiveRun {
    /// Creates a run of a plan that passed its check.
    pub(crate) fn begin(run: String, plan: Plan, header: Header, jitter: u64) -> Self {
        let mut active = Self::being_read(run, header, plan, jitter);
        active.finish_loading();
        active
    }

    /// Creates a run whose attempts are being read.
    pub(crate) fn being_read(run: String, header: Header, plan: Plan, jitter: u64) -> Self {
        Self {
            run,
            header,
            graded: GradedRun::new(plan),
            driver: None,
            done: Vec::new(),
            ledger: Ledger::default(),
            state: State::Opening,
            keys: BTreeMap::new(),
            jitter,
            storing: None,
            copies: Copies::default(),
            is_store_lost: false,
            is_diagnosed: false,
            unknown: String::new(),
            bad_lines: 0,
            reported: 0,
            header_written_at: 0,
            finding: String::new(),
            last: None,
        }
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    pub(crate) const fn graded(&mut self) -> &mut GradedRun {
        &mut self.graded
    }

    pub(crate) fn title(&self) -> String {
        self.header.title(self.graded.plan())
    }

    /// Returns the source line of a picture of the run.
    pub(crate) fn source(&self) -> String {
        let plan = self.graded.plan();
        let (seed, generator) = (plan.seed.number(), plan.generator);
        format!("Stepfall · {} · seed {seed}, generator {generator}", self.title())
    }

    pub(crate) const fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the endpoint of a target without replies, if the run or the target is paused for
    /// that reason. It is returned only once until the run continues.
    pub(crate) fn unreachable(&mut self) -> Option<Endpoint> {
        let driver = self.driver.as_ref()?;
        let is_offline = matches!(self.last, Some(Next::Paused(Pause::Offline | Pause::Targets)));
        if !is_offline || std::mem::replace(&mut self.is_diagnosed, true) {
            return None;
        }
        driver.unreachable().cloned()
    }

    /// Returns whether this tab has the run's lock, and the run is not finished.
    pub(crate) fn is_locked(&self) -> bool {
        self.state == State::Locked && !matches!(self.last, Some(Next::Finished))
    }

    /// Adds stored lines of the run, and counts those that cannot be read.
    pub(crate) fn take_lines(&mut self, lines: &str) {
        for line in lines.lines() {
            if let Some(entry) =
                LedgerEntry::is_ledger_line(line).then(|| LedgerEntry::read(line)).flatten()
            {
                self.copies.keep(entry.key(), line.to_owned());
                self.ledger.take(entry);
                continue;
            }
            match Attempt::read(line, self.graded.plan()) {
                Ok(attempt) => {
                    self.copies.keep(attempt.number.into(), line.to_owned());
                    self.done.push(PriorAttempt::from(&attempt));
                    self.graded.add(&attempt);
                }
                Err(_) => self.bad_lines += 1,
            }
        }
    }

    /// Ends the loading of lines. A run whose items another generator made sends no requests.
    pub(crate) fn finish_loading(&mut self) {
        let plan = self.graded.plan().clone();
        let estimate = self.graded.is_graded().then(|| Estimate::of(&plan).ok()).flatten();
        if let Some(estimate) = estimate {
            let done = std::mem::take(&mut self.done);
            let balance = std::mem::take(&mut self.ledger).balance(&done);
            self.unknown = balance.unknown().join(" ");
            self.driver = Some(Driver::new(plan, estimate, &done, balance, self.jitter));
        }
        self.state = State::Unlocked;
    }

    pub(crate) fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.header.name);
    }

    /// Forgets the key for an origin, and stops the run if it used that key.
    pub(crate) fn forget(&mut self, origin: &str, now: u64, commands: &mut Vec<Command>) {
        if self.keys.remove(origin).is_some() && self.is_locked() {
            self.stop(now, commands);
        }
    }

    /// Applies the limits of a set-up, if its address can be parsed completely.
    pub(crate) fn limit(&mut self, fragment: &str) {
        let (plan, problems) = Plan::read(fragment);
        if let Some(driver) = self.driver.as_mut().filter(|_| problems.is_empty()) {
            driver.scheduler().set_caps(plan.limits);
        }
    }

    /// Continues the run once this tab has its lock. Keys are by origin. A run at items of another
    /// generator reports why it cannot continue.
    pub(crate) fn resume(&mut self, keys: BTreeMap<String, String>, commands: &mut Vec<Command>) {
        if !self.graded.is_graded() {
            commands.push(Command::Emit(Event::Run(RunEvent::NotDone(UNPUBLISHED.to_owned()))));
            return;
        }
        self.keys = keys;
        if let Some(driver) = &mut self.driver {
            let targets = driver.plan().targets.iter();
            let endpoints = targets.map(|target| endpoint(target, &self.keys)).collect();
            driver.set_endpoints(endpoints);
        }
        self.state = State::Locking;
        commands.push(Command::Lock(self.run.clone()));
    }

    /// Handles the result of the request for the run's lock.
    pub(crate) fn on_lock(&mut self, is_mine: bool, now: u64, commands: &mut Vec<Command>) {
        if self.state != State::Locking {
            return;
        }
        self.state = if is_mine { State::Locked } else { State::LockedByOtherTab };
        self.is_diagnosed = false;
        if let Some(driver) = self.driver.as_mut().filter(|_| is_mine) {
            driver.start(now);
            self.write_header(now, commands);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Sends no new requests; waits for the current ones.
    pub(crate) fn pause(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(driver) = &mut self.driver {
            driver.scheduler().pause(now);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Sends no new requests, and ends the current ones.
    pub(crate) fn stop(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(driver) = &mut self.driver {
            driver.stop(now);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Closes the run: ends all current requests, and stores the remaining lines.
    pub(crate) fn let_go(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.stop(now, commands);
        let left = self.driver.as_mut().map(Driver::unsaved_lines).unwrap_or_default();
        commands.extend(left.into_iter().map(|line| store_line_command(&self.run, line)));
        commands.push(Command::Unlock(self.run.clone()));
    }

    pub(crate) fn retry_given_up(
        &mut self,
        keys: BTreeMap<String, String>,
        commands: &mut Vec<Command>,
    ) {
        if let Some(driver) = &mut self.driver {
            driver.scheduler().retry_given_up();
        }
        self.resume(keys, commands);
    }

    pub(crate) fn on_head(&mut self, id: CallId, head: Head, now: u64) {
        if let Some(driver) = &mut self.driver {
            driver.on_head(call_of(id), head, now);
        }
    }

    pub(crate) fn on_bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if let Some(driver) = &mut self.driver {
            driver.on_bytes(call_of(id), bytes, now);
        }
    }

    /// Handles the end of a reply, or its loss.
    pub(crate) fn on_end(
        &mut self,
        id: CallId,
        how: ReplyEnd,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        if let Some(driver) = &mut self.driver {
            driver.on_end(call_of(id), how, now);
        }
        self.drive(now, commands);
    }

    /// Handles the small model's answer, or the reason for its absence.
    pub(crate) fn on_small_model_answer(
        &mut self,
        id: CallId,
        question: &SmallModelQuestion,
        answer: Result<LabAnswer, String>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        let answer = answer.map(|LabAnswer { text, is_cut }| WrittenAnswer { text, is_cut });
        if let Some(driver) = &mut self.driver {
            driver.on_small_model_answer(call_of(id), question, answer, now);
        }
        self.drive(now, commands);
    }

    /// Handles the result of writing lines to the disk.
    pub(crate) fn on_lines_stored(
        &mut self,
        count: usize,
        result: Result<(), &StoreError>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        // If no lines were written (`count` is 0), the report is about the header, and the batch is
        // still being stored.
        let batch = if count > 0 { self.storing.take() } else { None };
        if let (Some((batch, lines)), Some(driver)) = (batch, &mut self.driver) {
            match result {
                Ok(()) => {
                    driver.on_stored(batch).iter().for_each(|attempt| self.graded.add(attempt));
                    for line in lines {
                        self.copies.keep(line.key, line.text);
                    }
                }
                Err(error) => driver.on_not_stored(batch, &error.into(), now),
            }
        }
        self.drive(now, commands);
    }

    /// Moves the run into another store after the browser closed the first one. Pauses if the new
    /// store does not outlive the tab. A run that is still being read, or that is active in another
    /// tab, is left as it is.
    pub(crate) fn on_disk_lost(&mut self, is_kept: bool, now: u64, commands: &mut Vec<Command>) {
        if matches!(self.state, State::Opening | State::LockedByOtherTab) {
            return;
        }
        self.is_store_lost = !is_kept;
        if self.is_store_lost {
            self.pause(now, commands);
        }
        let lines = self.copies.lines().map(|(key, line)| (key, line.to_owned())).collect();
        let header = self.header_line(now);
        commands.push(Command::Restore { run: self.run.clone(), header, lines });
    }

    /// Handles the result of moving the run into another store. A run that paused because its store
    /// was closed continues.
    pub(crate) fn on_restored(
        &mut self,
        restored: Result<(), &StoreError>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        self.is_store_lost |= restored.is_err();
        if !self.is_store_lost && self.copies.omitted_count() > 0 {
            let lost = self.copies.omitted_count();
            self.unknown = format!(
                "The browser closed its storage; {lost} lines of this run may not be kept any more."
            );
        }
        if !self.is_store_lost && matches!(self.last, Some(Next::Paused(Pause::Store(_)))) {
            self.resume(self.keys.clone(), commands);
        }
        self.report(now, commands);
    }

    /// Returns the lines of received attempts that are not on the disk.
    pub(crate) fn unsaved_lines(&mut self) -> Vec<String> {
        let Some(driver) = &mut self.driver else { return Vec::new() };
        driver.scheduler().unsaved().values().filter_map(|attempt| attempt.line().ok()).collect()
    }

    /// Returns the header and all lines in memory, in the form of a file.
    pub(crate) fn lines_in_memory(&mut self, now: u64) -> Vec<String> {
        let unsaved = self.unsaved_lines();
        let mut lines = vec![self.header_line(now)];
        lines.extend(self.copies.lines().map(|(_, line)| line.to_owned()));
        lines.extend(unsaved);
        lines
    }

    /// Returns a warning that the run does not outlive the tab, which also states how much can be
    /// saved.
    fn store_loss_warning(&self) -> String {
        let what = match self.copies.omitted_count() {
            0 => "Everything shown can be saved".to_owned(),
            left_out => format!("All but {left_out} lines of what is shown can be saved"),
        };
        format!(
            "The browser closed its storage, and keeps nothing of this run. {what}: press JSONL."
        )
    }

    /// Handles the passage of time.
    pub(crate) fn wake(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.drive(now, commands);
    }

    /// Performs all due work. Reports to the page at intervals, and when the state of the sweep
    /// changes.
    fn drive(&mut self, now: u64, commands: &mut Vec<Command>) {
        let Some(next) = self.step(now, commands) else { return };
        let look = self.driver.as_ref().and_then(|driver| driver.wake_at(now));
        commands.extend(look.map(Command::Wake));
        let is_over = !matches!(next, Next::Busy);
        let is_new = self.last.as_ref() != Some(&next);
        self.last = Some(next);
        let is_locked = self.state == State::Locked;
        if is_over && is_new
            || is_locked && now.saturating_sub(self.header_written_at) >= BETWEEN_HEADERS
        {
            self.write_header(now, commands);
        }
        let is_idle = self.storing.is_none()
            && self.driver.as_ref().is_none_or(|driver| driver.running_call_count() == 0);
        if is_over && is_locked && is_idle {
            commands.push(Command::Unlock(self.run.clone()));
            self.state = State::Unlocked;
        }
        let is_due = now.saturating_sub(self.reported) >= BETWEEN_REPORTS || now < self.reported;
        if is_due || is_new {
            self.report(now, commands);
        }
    }

    /// Performs the work that can be done at once. Returns the next state of the sweep; `None` if
    /// the run cannot be continued.
    fn step(&mut self, now: u64, commands: &mut Vec<Command>) -> Option<Next> {
        let driver = self.driver.as_mut()?;
        loop {
            match driver.next(now) {
                Action::Store(Batch { id, lines }) => {
                    commands.extend(
                        lines.iter().cloned().map(|line| store_line_command(&self.run, line)),
                    );
                    self.storing = Some((id, lines));
                }
                Action::Send { call, request, origin } => {
                    commands.push(Command::Fetch { call: id_of(call), request, origin });
                }
                Action::Write { call, question } => {
                    let event = RunEvent::SmallModelQuestion(id_of(call), question);
                    commands.push(Command::Emit(Event::Run(event)));
                }
                Action::Abort(call) => commands.push(Command::Abort(id_of(call))),
                Action::Wait(until) => {
                    commands.push(Command::Wake(until));
                    return Some(Next::Busy);
                }
                Action::Busy => return Some(Next::Busy),
                Action::Paused(pause) => return Some(Next::Paused(pause)),
                Action::Stopped => return Some(Next::Stopped),
                Action::Finished => return Some(Next::Finished),
            }
        }
    }

    /// Stores the main finding of a finished run, for the list of runs.
    pub(crate) fn note_finding(&mut self, finding: &str, commands: &mut Vec<Command>) {
        let is_finished = self.state_of_run().0 == RunState::Finished;
        if is_finished && self.finding != finding {
            finding.clone_into(&mut self.finding);
            self.write_header(self.header_written_at, commands);
        }
    }

    /// Stores the header with the progress of the run.
    fn write_header(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.header_written_at = now;
        if self.driver.is_some() {
            let header = self.header_line(now);
            commands.push(Command::StoreRun { run: self.run.clone(), header });
        }
    }

    /// Returns the header with the progress of the run.
    fn header_line(&mut self, now: u64) -> String {
        if let Some(driver) = &mut self.driver {
            return events::header(&self.header, &driver.scheduler().progress(now), &self.finding);
        }
        let answered = self.graded.rows().len() + self.graded.ungraded().len();
        events::header_of(&self.header, answered, self.graded.plan().task_count(), &self.finding)
    }

    pub(crate) fn report(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.reported = now;
        let state = self.state_of_run();
        let progress = self.driver.as_mut().map(|driver| driver.scheduler().progress(now));
        let plan = self.graded.plan();
        let answered = self.graded.rows().len() + self.graded.ungraded().len();
        let progress_event = events::progress(&self.run, state, progress.as_ref(), plan, answered);
        commands.push(Command::Emit(Event::Run(RunEvent::Progress(progress_event))));
    }

    /// Returns the state of the run, and its reason.
    fn state_of_run(&self) -> (RunState, String) {
        let (state, why) = self.state_while_kept();
        let shows_warning =
            self.is_store_lost && !matches!(state, RunState::Running | RunState::Opening);
        (state, if shows_warning { self.store_loss_warning() } else { why })
    }

    /// Returns the state and its reason, without a warning about the loss of the store.
    fn state_while_kept(&self) -> (RunState, String) {
        let bad = match self.bad_lines {
            0 => String::new(),
            1 => "One line that was kept could not be read.".to_owned(),
            more => format!("{more} lines that were kept could not be read."),
        };
        let bad = [bad, self.unknown.clone()].join(" ").trim().to_owned();
        match self.state {
            State::Opening => return (RunState::Opening, String::new()),
            State::Locking | State::Locked | State::Unlocked | State::LockedByOtherTab
                if !self.graded.is_graded() =>
            {
                let why = [UNPUBLISHED, &bad].join(" ").trim_end().to_owned();
                return (RunState::Unpublished, why);
            }
            State::LockedByOtherTab => return (RunState::Elsewhere, String::new()),
            State::Locking | State::Locked | State::Unlocked => {}
        }
        match &self.last {
            Some(Next::Finished) => (RunState::Finished, bad),
            Some(Next::Stopped) => (RunState::Stopped, bad),
            Some(Next::Paused(Pause::Wanted | Pause::NotStarted)) => (RunState::Paused, bad),
            Some(Next::Paused(
                why @ (Pause::Offline
                | Pause::Requests
                | Pause::Spend
                | Pause::Store(_)
                | Pause::Targets),
            )) => (RunState::Paused, why.to_string()),
            None if self.state == State::Unlocked => (RunState::Paused, bad),
            None | Some(Next::Ask(_) | Next::Store(_) | Next::Wait(_) | Next::Busy) => {
                (RunState::Running, String::new())
            }
        }
    }

    /// Sets `last` from the progress alone: the run is finished or has not started. Performs no
    /// work.
    pub(crate) fn settle(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.last = self.driver.as_mut().map(|driver| {
            let progress = driver.scheduler().progress(now);
            let is_over = progress.answered + progress.given_up == progress.total;
            if is_over { Next::Finished } else { Next::Paused(Pause::NotStarted) }
        });
        self.report(now, commands);
    }
}

fn store_line_command(run: &str, line: Line) -> Command {
    Command::StoreLine { run: run.to_owned(), key: line.key, line: line.text }
}

/// Converts the number of a call of the sweep to its number for the page.
fn id_of(call: u64) -> CallId {
    FIRST_CALL | CallId::try_from(call % u64::from(FIRST_CALL >> 1)).unwrap_or_default()
}

/// Converts the page's number of a call to its number in the sweep.
fn call_of(id: CallId) -> u64 {
    u64::from(id & !FIRST_CALL)
}

/// Returns the endpoint of a target, with the key for its exact origin.
fn endpoint(target: &Target, keys: &BTreeMap<String, String>) -> Option<Endpoint> {
    let bare = target.endpoint(None).ok()??;
    let key = keys.get(bare.origin()).and_then(|key| Key::new(key));
    target.endpoint(key).ok()?
}
