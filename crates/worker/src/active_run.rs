//! The run that is open: its attempts as they come, and what the page is told of it.

use std::collections::BTreeMap;

use stepfall_figure::GradedRun;
use stepfall_protocol::lab::{Exercise, LabAnswer};
use stepfall_protocol::sweep::RunState;
use stepfall_protocol::{Event, RunEvent};
use stepfall_provider::{Endpoint, Head, Key};
use stepfall_specimen::Answer;
use stepfall_sweep::{
    Attempt, Batch, Done, Driver, Entry, Estimate, Header, Ledger, Line, Next, Outcome, Pause,
    Plan, Step, Target, UNPUBLISHED,
};

use crate::command::{CallId, Command};
use crate::copies::Copies;
use crate::events;
use crate::store::StoreError;

/// Calls of a sweep are numbered from here on; those of Play are below.
pub(crate) const FIRST_CALL: CallId = 1 << 31;
/// The least time between two reports to the page, in milliseconds.
const BETWEEN_REPORTS: u64 = 250;
/// The least time between two writings of the header, in milliseconds.
const BETWEEN_HEADERS: u64 = 10_000;

/// What a run is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
enum State {
    /// Its attempts are being read.
    Opening,
    /// It waits to be this tab's own.
    Locking,
    /// It is this tab's own, and going on.
    Going,
    /// It is only looked at.
    Resting,
    /// Another tab has it.
    Elsewhere,
}

/// A run.
#[derive(Debug)]
pub(crate) struct ActiveRun {
    run: String,
    header: Header,
    graded: GradedRun,
    driver: Option<Driver>,
    done: Vec<Done>,
    ledger: Ledger,
    state: State,
    keys: BTreeMap<String, String>,
    jitter: u64,
    /// The batch that is on its way to the disk, with its lines.
    storing: Option<(u64, Vec<Line>)>,
    /// The lines that are on the disk.
    copies: Copies,
    /// Whether the browser closed the store, and nothing outlives the tab since.
    is_adrift: bool,
    /// Whether it was looked into why nothing comes back.
    is_looked_into: bool,
    /// What is not known of what was spent.
    unknown: String,
    bad_lines: u32,
    reported: u64,
    headed: u64,
    /// What came of it, once it is finished and was looked at.
    finding: String,
    last: Option<Next>,
}

impl ActiveRun {
    /// A new run of a plan that passed its check.
    pub(crate) fn begin(run: String, plan: Plan, header: Header, jitter: u64) -> Self {
        let mut active = Self::opening(run, header, plan, jitter);
        active.loaded();
        active
    }

    /// A run whose attempts are being read.
    pub(crate) fn opening(run: String, header: Header, plan: Plan, jitter: u64) -> Self {
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
            is_adrift: false,
            is_looked_into: false,
            unknown: String::new(),
            bad_lines: 0,
            reported: 0,
            headed: 0,
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

    /// What the run is called.
    pub(crate) fn title(&self) -> String {
        self.header.title(self.graded.plan())
    }

    /// Where a picture of it is from, in a line.
    pub(crate) fn source(&self) -> String {
        let plan = self.graded.plan();
        let (seed, generator) = (plan.seed.number(), plan.generator);
        format!("Stepfall · {} · seed {seed}, generator {generator}", self.title())
    }

    pub(crate) const fn header(&self) -> &Header {
        &self.header
    }

    /// The endpoint of a target that nothing comes from, where the run or the target waits for that; told once for each time.
    pub(crate) fn unreachable(&mut self) -> Option<Endpoint> {
        let driver = self.driver.as_ref()?;
        let is_offline = matches!(self.last, Some(Next::Paused(Pause::Offline | Pause::Targets)));
        if !is_offline || std::mem::replace(&mut self.is_looked_into, true) {
            return None;
        }
        driver.unreachable().cloned()
    }

    /// Whether calls are being made, or would be.
    pub(crate) fn is_going(&self) -> bool {
        self.state == State::Going && !matches!(self.last, Some(Next::Finished))
    }

    /// Takes lines that were kept.
    pub(crate) fn take_lines(&mut self, lines: &str) {
        for line in lines.lines() {
            if let Some(entry) = Entry::is_one(line).then(|| Entry::read(line)).flatten() {
                self.copies.keep(entry.key(), line.to_owned());
                self.ledger.take(entry);
                continue;
            }
            match Attempt::read(line, self.graded.plan()) {
                Ok(attempt) => {
                    self.copies.keep(attempt.number.into(), line.to_owned());
                    self.done.push(Done::from(&attempt));
                    self.graded.add(&attempt);
                }
                Err(_) => self.bad_lines += 1,
            }
        }
    }

    /// All lines have come. Nothing more is asked of a plan whose items another generator made.
    pub(crate) fn loaded(&mut self) {
        let plan = self.graded.plan().clone();
        let estimate = self.graded.is_graded().then(|| Estimate::of(&plan).ok()).flatten();
        if let Some(estimate) = estimate {
            let done = std::mem::take(&mut self.done);
            let balance = std::mem::take(&mut self.ledger).balance(&done);
            self.unknown = balance.unknown().join(" ");
            self.driver = Some(Driver::new(plan, estimate, &done, balance, self.jitter));
        }
        self.state = State::Resting;
    }

    /// Takes another name.
    pub(crate) fn rename(&mut self, name: &str) {
        name.clone_into(&mut self.header.name);
    }

    /// Forgets the key for an origin, and asks nothing more where it had one.
    pub(crate) fn forget(&mut self, origin: &str, now: u64, commands: &mut Vec<Command>) {
        if self.keys.remove(origin).is_some() && self.is_going() {
            self.halt(now, commands);
        }
    }

    /// Takes other limits, where a set-up has them.
    pub(crate) fn limit(&mut self, fragment: &str) {
        let (plan, problems) = Plan::read(fragment);
        if let Some(driver) = self.driver.as_mut().filter(|_| problems.is_empty()) {
            driver.sweep().set_caps(plan.caps);
        }
    }

    /// Goes on, once the run is this tab's own. Keys are by their origins. A run at items of another generator does not, and says why.
    pub(crate) fn go(&mut self, keys: BTreeMap<String, String>, commands: &mut Vec<Command>) {
        if !self.graded.is_graded() {
            commands.push(Command::Tell(Event::Run(RunEvent::NotDone(UNPUBLISHED.to_owned()))));
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

    /// Whether the run is this tab's own.
    pub(crate) fn locked(&mut self, is_mine: bool, now: u64, commands: &mut Vec<Command>) {
        if self.state != State::Locking {
            return;
        }
        self.state = if is_mine { State::Going } else { State::Elsewhere };
        self.is_looked_into = false;
        if let Some(driver) = self.driver.as_mut().filter(|_| is_mine) {
            driver.start(now);
            self.write_header(now, commands);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Asks nothing more for now; what is under way is waited for.
    pub(crate) fn pause(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(driver) = &mut self.driver {
            driver.sweep().pause(now);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Ends everything that is under way.
    pub(crate) fn halt(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(driver) = &mut self.driver {
            driver.stop(now);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Lets the run go: everything that is under way is ended, and what is not stored yet is.
    pub(crate) fn let_go(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.halt(now, commands);
        let left = self.driver.as_mut().map(Driver::left).unwrap_or_default();
        commands.extend(left.into_iter().map(|line| keep(&self.run, line)));
        commands.push(Command::Unlock(self.run.clone()));
    }

    /// Asks everything once more that was given up.
    pub(crate) fn again(&mut self, keys: BTreeMap<String, String>, commands: &mut Vec<Command>) {
        if let Some(driver) = &mut self.driver {
            driver.sweep().retry_given_up();
        }
        self.go(keys, commands);
    }

    pub(crate) fn head(&mut self, id: CallId, head: Head, now: u64) {
        if let Some(driver) = &mut self.driver {
            driver.head(call_of(id), head, now);
        }
    }

    pub(crate) fn bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if let Some(driver) = &mut self.driver {
            driver.bytes(call_of(id), bytes, now);
        }
    }

    /// A reply has ended, or was lost.
    pub(crate) fn end_call(
        &mut self,
        id: CallId,
        how: Outcome,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        if let Some(driver) = &mut self.driver {
            driver.ended(call_of(id), how, now);
        }
        self.drive(now, commands);
    }

    /// The specimen has answered, or says why not.
    pub(crate) fn wrote(
        &mut self,
        id: CallId,
        exercise: &Exercise,
        answer: Result<LabAnswer, String>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        let answer = answer.map(|LabAnswer { text, is_cut }| Answer { text, is_cut });
        if let Some(driver) = &mut self.driver {
            driver.wrote(call_of(id), exercise, answer, now);
        }
        self.drive(now, commands);
    }

    /// Lines are on the disk, or not.
    pub(crate) fn kept(
        &mut self,
        count: usize,
        kept: Result<(), &StoreError>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        // A header alone is of no batch.
        let batch = if count > 0 { self.storing.take() } else { None };
        if let (Some((batch, lines)), Some(driver)) = (batch, &mut self.driver) {
            match kept {
                Ok(()) => {
                    driver.stored(batch).iter().for_each(|attempt| self.graded.add(attempt));
                    for line in lines {
                        self.copies.keep(line.key, line.text);
                    }
                }
                Err(error) => driver.not_stored(batch, &error.into(), now),
            }
        }
        self.drive(now, commands);
    }

    /// Puts the run into another store, after the browser closed the one that had it. Where that outlives no tab, asks nothing more.
    pub(crate) fn disk_lost(&mut self, is_kept: bool, now: u64, commands: &mut Vec<Command>) {
        if matches!(self.state, State::Opening | State::Elsewhere) {
            return;
        }
        self.is_adrift = !is_kept;
        if self.is_adrift {
            self.pause(now, commands);
        }
        let lines = self.copies.lines().map(|(key, line)| (key, line.to_owned())).collect();
        let header = self.header_line(now);
        commands.push(Command::Restore(self.run.clone(), header, lines));
    }

    /// Takes that the run is in the other store, or why not. A run that paused since its store was closed goes on.
    pub(crate) fn restored(
        &mut self,
        restored: Result<(), &StoreError>,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        self.is_adrift |= restored.is_err();
        if !self.is_adrift && self.copies.left_out() > 0 {
            let lost = self.copies.left_out();
            self.unknown = format!(
                "The browser closed its storage; {lost} lines of this run may not be kept any more."
            );
        }
        if !self.is_adrift && matches!(self.last, Some(Next::Paused(Pause::Store(_)))) {
            self.go(self.keys.clone(), commands);
        }
        self.report(now, commands);
    }

    /// Returns the lines of attempts that have come and are not on the disk.
    pub(crate) fn unkept(&mut self) -> Vec<String> {
        let Some(driver) = &mut self.driver else { return Vec::new() };
        driver.sweep().unkept().values().filter_map(|attempt| attempt.line().ok()).collect()
    }

    /// Returns the header and all lines that are held, as a file has them.
    pub(crate) fn held(&mut self, now: u64) -> Vec<String> {
        let unkept = self.unkept();
        let mut lines = vec![self.header_line(now)];
        lines.extend(self.copies.lines().map(|(_, line)| line.to_owned()));
        lines.extend(unkept);
        lines
    }

    /// Reports that nothing of the run outlives the tab, and what can be saved.
    fn adrift(&self) -> String {
        let what = match self.copies.left_out() {
            0 => "Everything shown can be saved".to_owned(),
            left_out => format!("All but {left_out} lines of what is shown can be saved"),
        };
        format!(
            "The browser closed its storage, and keeps nothing of this run. {what}: press JSONL."
        )
    }

    /// Time has passed.
    pub(crate) fn wake(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.drive(now, commands);
    }

    /// Does what there is to do for now, and tells the page of it now and then.
    fn drive(&mut self, now: u64, commands: &mut Vec<Command>) {
        let Some(next) = self.step(now, commands) else { return };
        let look = self.driver.as_ref().and_then(|driver| driver.look(now));
        commands.extend(look.map(Command::Wake));
        let is_over = !matches!(next, Next::Busy);
        let is_new = self.last.as_ref() != Some(&next);
        self.last = Some(next);
        let is_going = self.state == State::Going;
        if is_over && is_new || is_going && now.saturating_sub(self.headed) >= BETWEEN_HEADERS {
            self.write_header(now, commands);
        }
        let is_idle = self.storing.is_none()
            && self.driver.as_ref().is_none_or(|driver| driver.under_way() == 0);
        if is_over && is_going && is_idle {
            commands.push(Command::Unlock(self.run.clone()));
            self.state = State::Resting;
        }
        let is_due = now.saturating_sub(self.reported) >= BETWEEN_REPORTS || now < self.reported;
        if is_due || is_new {
            self.report(now, commands);
        }
    }

    /// Does what there is to do at once; what comes then is the result.
    fn step(&mut self, now: u64, commands: &mut Vec<Command>) -> Option<Next> {
        let driver = self.driver.as_mut()?;
        loop {
            match driver.next(now) {
                Step::Store(Batch { id, lines }) => {
                    commands.extend(lines.iter().cloned().map(|line| keep(&self.run, line)));
                    self.storing = Some((id, lines));
                }
                Step::Send { call, request, origin } => {
                    commands.push(Command::Fetch(id_of(call), request, origin));
                }
                Step::Write { call, exercise } => {
                    let event = RunEvent::Exercise(id_of(call), exercise);
                    commands.push(Command::Tell(Event::Run(event)));
                }
                Step::Abort(call) => commands.push(Command::Abort(id_of(call))),
                Step::Wait(until) => {
                    commands.push(Command::Wake(until));
                    return Some(Next::Busy);
                }
                Step::Busy => return Some(Next::Busy),
                Step::Paused(pause) => return Some(Next::Paused(pause)),
                Step::Stopped => return Some(Next::Stopped),
                Step::Finished => return Some(Next::Finished),
            }
        }
    }

    /// Keeps what came of the run, for the list of runs.
    pub(crate) fn note_finding(&mut self, finding: &str, commands: &mut Vec<Command>) {
        let is_finished = self.state_of_run().0 == RunState::Finished;
        if is_finished && self.finding != finding {
            finding.clone_into(&mut self.finding);
            self.write_header(self.headed, commands);
        }
    }

    /// Keeps the header with how far the run is.
    fn write_header(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.headed = now;
        if self.driver.is_some() {
            let header = self.header_line(now);
            commands.push(Command::KeepRun(self.run.clone(), header));
        }
    }

    /// Returns the header with how far the run is.
    fn header_line(&mut self, now: u64) -> String {
        if let Some(driver) = &mut self.driver {
            return events::header(&self.header, &driver.sweep().progress(now), &self.finding);
        }
        let answered = self.graded.rows().len() + self.graded.ungraded().len();
        events::header_of(&self.header, answered, self.graded.plan().tasks(), &self.finding)
    }

    /// Tells the page how far the run is.
    pub(crate) fn report(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.reported = now;
        let state = self.state_of_run();
        let progress = self.driver.as_mut().map(|driver| driver.sweep().progress(now));
        let plan = self.graded.plan();
        let answered = self.graded.rows().len() + self.graded.ungraded().len();
        let progress_event = events::progress(&self.run, state, progress.as_ref(), plan, answered);
        commands.push(Command::Tell(Event::Run(RunEvent::Progress(progress_event))));
    }

    /// What the run is doing, and why it is not.
    fn state_of_run(&self) -> (RunState, String) {
        let (state, why) = self.state_while_kept();
        let is_told = self.is_adrift && !matches!(state, RunState::Running | RunState::Opening);
        (state, if is_told { self.adrift() } else { why })
    }

    /// The same of a run that is kept.
    fn state_while_kept(&self) -> (RunState, String) {
        let bad = match self.bad_lines {
            0 => String::new(),
            1 => "One line that was kept could not be read.".to_owned(),
            more => format!("{more} lines that were kept could not be read."),
        };
        let bad = [bad, self.unknown.clone()].join(" ").trim().to_owned();
        match self.state {
            State::Opening => return (RunState::Opening, String::new()),
            State::Locking | State::Going | State::Resting | State::Elsewhere
                if !self.graded.is_graded() =>
            {
                let why = [UNPUBLISHED, &bad].join(" ").trim_end().to_owned();
                return (RunState::Unpublished, why);
            }
            State::Elsewhere => return (RunState::Elsewhere, String::new()),
            State::Locking | State::Going | State::Resting => {}
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
            None if self.state == State::Resting => (RunState::Paused, bad),
            None | Some(Next::Ask(_) | Next::Keep(_) | Next::Wait(_) | Next::Busy) => {
                (RunState::Running, String::new())
            }
        }
    }

    /// Looks at what is left to do, without doing anything.
    pub(crate) fn settle(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.last = self.driver.as_mut().map(|driver| {
            let progress = driver.sweep().progress(now);
            let is_over = progress.answered + progress.given_up == progress.total;
            if is_over { Next::Finished } else { Next::Paused(Pause::NotStarted) }
        });
        self.report(now, commands);
    }
}

fn keep(run: &str, line: Line) -> Command {
    Command::Keep(run.to_owned(), line.key, line.text)
}

/// The number of a call for the page.
fn id_of(call: u64) -> CallId {
    FIRST_CALL | CallId::try_from(call % u64::from(FIRST_CALL >> 1)).unwrap_or_default()
}

/// The call of a number.
fn call_of(id: CallId) -> u64 {
    u64::from(id & !FIRST_CALL)
}

/// Who is asked for a target, with the key for the exact origin.
fn endpoint(target: &Target, keys: &BTreeMap<String, String>) -> Option<Endpoint> {
    let bare = target.endpoint(None).ok()??;
    let key = keys.get(bare.origin()).and_then(|key| Key::new(key));
    target.endpoint(key).ok()?
}
