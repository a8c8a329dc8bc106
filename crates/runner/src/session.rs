//! The run that is open: its attempts as they come, and what the page is told of it.

use std::collections::BTreeMap;

use stepfall_condition::Dialogue;
use stepfall_figure::Tally;
use stepfall_procedure::Item;
use stepfall_provider::{Endpoint, Head, Key, Usage};
use stepfall_sweep::{
    Attempt, Call, Done, Estimate, Failure, Header, Next, Pause, Plan, Reply, StoreError, Sweep,
    UNPUBLISHED,
};

use crate::command::{CallId, Command};
use crate::flight::{After, Flight, Landing};
use crate::told;

/// Calls of a sweep are numbered from here on; those of Play are below.
pub(crate) const FIRST_CALL: CallId = 1 << 31;
/// The most attempts of simulated executors that are carried out before something else has its turn.
const AT_ONCE: usize = 48;
/// The least time between two reports to the page, in milliseconds.
const BETWEEN_REPORTS: u64 = 250;
/// The least time between two writings of the header, in milliseconds.
const BETWEEN_HEADERS: u64 = 10_000;
/// How long a call may be silent, in milliseconds: some models say nothing while they reason.
const SILENCE: u64 = 600_000;

/// What a session is doing.
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
pub(crate) struct Session {
    run: String,
    header: Header,
    tally: Tally,
    sweep: Option<Sweep>,
    done: Vec<Done>,
    state: State,
    keys: BTreeMap<String, String>,
    flights: BTreeMap<CallId, Flight>,
    /// Dialogues that go on with a later call, by the number of the attempt.
    dialogues: BTreeMap<u32, Box<Dialogue<'static>>>,
    next_call: CallId,
    jitter: u64,
    /// Attempts that are on their way to the disk.
    keeping: usize,
    /// The last attempt of which nothing came back, and whether it was looked into why.
    silent: Option<u32>,
    is_looked_into: bool,
    bad_lines: u32,
    reported: u64,
    headed: u64,
    last: Option<Next>,
}

impl Session {
    /// A new run of a plan that passed its check.
    pub(crate) fn begin(run: String, plan: Plan, header: Header, jitter: u64) -> Self {
        let mut session = Self::opening(run, header, plan, jitter);
        session.loaded();
        session
    }

    /// A run whose attempts are being read.
    pub(crate) fn opening(run: String, header: Header, plan: Plan, jitter: u64) -> Self {
        Self {
            run,
            header,
            tally: Tally::new(plan),
            sweep: None,
            done: Vec::new(),
            state: State::Opening,
            keys: BTreeMap::new(),
            flights: BTreeMap::new(),
            dialogues: BTreeMap::new(),
            next_call: FIRST_CALL,
            jitter,
            keeping: 0,
            silent: None,
            is_looked_into: false,
            bad_lines: 0,
            reported: 0,
            headed: 0,
            last: None,
        }
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    pub(crate) const fn tally(&mut self) -> &mut Tally {
        &mut self.tally
    }

    pub(crate) const fn header(&self) -> &Header {
        &self.header
    }

    /// The endpoint of a target that nothing comes from, where the run or the target waits for that; told once for each time.
    pub(crate) fn unreachable(&mut self) -> Option<Endpoint> {
        let sweep = self.sweep.as_ref()?;
        let is_offline = matches!(self.last, Some(Next::Paused(Pause::Offline | Pause::Targets)));
        if !is_offline || std::mem::replace(&mut self.is_looked_into, true) {
            return None;
        }
        let silent = self.silent?;
        let task = sweep.plan().task(silent)?;
        endpoint(sweep.plan(), &task, &self.keys)
    }

    /// Whether calls are being made, or would be.
    pub(crate) fn is_going(&self) -> bool {
        self.state == State::Going && !matches!(self.last, Some(Next::Finished))
    }

    /// Takes lines that were kept.
    pub(crate) fn take_lines(&mut self, lines: &str) {
        for line in lines.lines() {
            match Attempt::read(line, self.tally.plan()) {
                Ok(attempt) => {
                    self.done.push(Done::from(&attempt));
                    self.tally.add(&attempt);
                }
                Err(_) => self.bad_lines += 1,
            }
        }
    }

    /// All lines have come. Nothing more is asked of a plan whose items another generator made.
    pub(crate) fn loaded(&mut self) {
        let plan = self.tally.plan().clone();
        let estimate = self.tally.is_graded().then(|| Estimate::of(&plan).ok()).flatten();
        if let Some(estimate) = estimate {
            let done = std::mem::take(&mut self.done);
            self.sweep = Some(Sweep::new(plan, estimate, &done, self.jitter));
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
        if let Some(sweep) = self.sweep.as_mut().filter(|_| problems.is_empty()) {
            sweep.set_caps(plan.caps);
        }
    }

    /// Goes on, once the run is this tab's own. Keys are by their origins. A run at items of another generator does not, and says why.
    pub(crate) fn go(&mut self, keys: BTreeMap<String, String>, commands: &mut Vec<Command>) {
        if !self.tally.is_graded() {
            commands.push(Command::Tell("untaken", 0, UNPUBLISHED.to_owned()));
            return;
        }
        self.keys = keys;
        self.state = State::Locking;
        commands.push(Command::Lock(self.run.clone()));
    }

    /// Whether the run is this tab's own.
    pub(crate) fn locked(&mut self, is_mine: bool, now: u64, commands: &mut Vec<Command>) {
        if self.state != State::Locking {
            return;
        }
        self.state = if is_mine { State::Going } else { State::Elsewhere };
        (self.silent, self.is_looked_into) = (None, false);
        if let Some(sweep) = self.sweep.as_mut().filter(|_| is_mine) {
            sweep.start(now);
            self.write_header(now, commands);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Asks nothing more for now; what is under way is waited for.
    pub(crate) fn pause(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(sweep) = &mut self.sweep {
            sweep.pause(now);
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Ends everything that is under way.
    pub(crate) fn halt(&mut self, now: u64, commands: &mut Vec<Command>) {
        if let Some(sweep) = &mut self.sweep {
            sweep.stop(now);
            for (id, flight) in std::mem::take(&mut self.flights) {
                commands.push(Command::Abort(id));
                let number = flight.number();
                let dialogue = flight.aborted(sweep, now);
                self.dialogues.extend(dialogue.map(|dialogue| (number, dialogue)));
            }
        }
        self.drive(now, commands);
        self.report(now, commands);
    }

    /// Asks everything once more that was given up.
    pub(crate) fn again(&mut self, keys: BTreeMap<String, String>, commands: &mut Vec<Command>) {
        if let Some(sweep) = &mut self.sweep {
            sweep.retry_given_up();
        }
        self.go(keys, commands);
    }

    pub(crate) fn head(&mut self, id: CallId, head: Head, now: u64) {
        if let Some(flight) = self.flights.get_mut(&id) {
            flight.head(head, now);
        }
    }

    pub(crate) fn bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if let Some(flight) = self.flights.get_mut(&id) {
            flight.bytes(bytes, now);
        }
    }

    /// A reply has ended, or was lost.
    pub(crate) fn land(&mut self, id: CallId, how: Landing, now: u64, commands: &mut Vec<Command>) {
        if let (Some(flight), Some(sweep)) = (self.flights.remove(&id), &mut self.sweep) {
            if how == Landing::Lost && !flight.has_begun() {
                self.silent = Some(flight.number());
            }
            let number = flight.number();
            match flight.land(how, sweep, now) {
                After::Next(next) => {
                    commands.push(next.fetch(id));
                    self.flights.insert(id, *next);
                }
                After::Over(dialogue) => {
                    self.dialogues.extend(dialogue.map(|dialogue| (number, dialogue)));
                }
            }
            self.drive(now, commands);
        }
    }

    /// Attempts are on the disk, or not: then with the reason.
    pub(crate) fn kept(
        &mut self,
        numbers: &[u32],
        wrong: &str,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        self.keeping = self.keeping.saturating_sub(numbers.len());
        let Some(sweep) = &mut self.sweep else { return };
        for &number in numbers {
            if wrong.is_empty() {
                if let Some(attempt) = sweep.unkept().get(&number) {
                    self.tally.add(attempt);
                }
                sweep.kept(number);
            } else {
                let error = match wrong {
                    "full" => StoreError::Full,
                    other => StoreError::Other(other.to_owned()),
                };
                sweep.not_kept(number, error);
            }
        }
        self.drive(now, commands);
    }

    /// Time has passed.
    pub(crate) fn wake(&mut self, now: u64, commands: &mut Vec<Command>) {
        let silent = self.flights.iter().filter(|(_, flight)| flight.silence(now) >= SILENCE);
        let silent: Vec<CallId> = silent.map(|(id, _)| *id).collect();
        for id in silent {
            commands.push(Command::Abort(id));
            self.land(id, Landing::Silent, now, commands);
        }
        self.drive(now, commands);
    }

    /// Does what there is to do for now, and tells the page of it now and then.
    fn drive(&mut self, now: u64, commands: &mut Vec<Command>) {
        let Some(next) = self.step(now, commands) else { return };
        let silent = self.flights.values().map(|flight| now - flight.silence(now) + SILENCE).min();
        commands.extend(silent.map(Command::Wake));
        let is_over = !matches!(next, Next::Busy);
        let is_new = self.last.as_ref() != Some(&next);
        self.last = Some(next);
        let is_going = self.state == State::Going;
        if is_over && is_new || is_going && now.saturating_sub(self.headed) >= BETWEEN_HEADERS {
            self.write_header(now, commands);
        }
        if is_over && is_going && self.flights.is_empty() {
            commands.push(Command::Unlock(self.run.clone()));
            self.state = State::Resting;
        }
        let is_due = now.saturating_sub(self.reported) >= BETWEEN_REPORTS || now < self.reported;
        if is_due || is_new {
            self.report(now, commands);
        }
    }

    /// Makes calls and keeps attempts as long as there is something to do at once; what comes then is the result.
    fn step(&mut self, now: u64, commands: &mut Vec<Command>) -> Option<Next> {
        let sweep = self.sweep.as_mut()?;
        let mut simulated = 0;
        loop {
            if self.keeping >= AT_ONCE {
                // What comes of that goes on from here.
                return Some(Next::Busy);
            }
            if simulated == AT_ONCE {
                commands.push(Command::Wake(now));
                return Some(Next::Busy);
            }
            match sweep.next(now) {
                Next::Ask(call) => {
                    let item = self.tally.item(&call.task);
                    let endpoint = endpoint(sweep.plan(), &call.task, &self.keys);
                    let (Some(item), Some(endpoint)) = (&item, endpoint) else {
                        simulated += 1;
                        simulate(sweep, &call, item.as_ref(), now);
                        continue;
                    };
                    let dialogue = self.dialogues.remove(&call.task.number);
                    let dialogue = dialogue
                        .unwrap_or_else(|| Box::new(Plan::dialogue(&call.task, item.clone())));
                    let of = (call.id, call.task);
                    if let Some(flight) = Flight::start(of, endpoint, dialogue, sweep, now) {
                        let id = self.next_call;
                        self.next_call = self.next_call.wrapping_add(1).max(FIRST_CALL);
                        commands.push(flight.fetch(id));
                        self.flights.insert(id, flight);
                    }
                }
                Next::Keep(number) => {
                    let line = sweep.unkept().get(&number).map(Attempt::line);
                    if let Some(Ok(line)) = line {
                        self.keeping += 1;
                        commands.push(Command::Keep(self.run.clone(), number, line));
                    }
                }
                Next::Wait(until) => {
                    commands.push(Command::Wake(until));
                    return Some(Next::Busy);
                }
                other => return Some(other),
            }
        }
    }

    /// Keeps the header with how far the run is.
    fn write_header(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.headed = now;
        if let Some(sweep) = &mut self.sweep {
            let header = told::header(&self.header, &sweep.progress(now));
            commands.push(Command::KeepRun(self.run.clone(), header));
        }
    }

    /// Tells the page how far the run is.
    pub(crate) fn report(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.reported = now;
        let (state, why) = self.standing();
        let progress = self.sweep.as_mut().map(|sweep| sweep.progress(now));
        let plan = self.tally.plan();
        let answered = self.tally.rows().len() + self.tally.ungraded().len();
        let told = told::progress(&self.run, state, &why, progress.as_ref(), plan, answered);
        commands.push(Command::Tell("progress", 0, told));
    }

    /// What the run is doing, and why it is not.
    fn standing(&self) -> (&'static str, String) {
        let bad = match self.bad_lines {
            0 => String::new(),
            1 => "One line that was kept could not be read.".to_owned(),
            more => format!("{more} lines that were kept could not be read."),
        };
        match (&self.state, &self.last) {
            (State::Opening, _) => ("opening", String::new()),
            _ if !self.tally.is_graded() => {
                ("unpublished", [UNPUBLISHED, &bad].join(" ").trim_end().to_owned())
            }
            (State::Elsewhere, _) => ("elsewhere", String::new()),
            (_, Some(Next::Finished)) => ("finished", bad),
            (_, Some(Next::Stopped)) => ("stopped", bad),
            (_, Some(Next::Paused(why))) if !matches!(why, Pause::Wanted | Pause::NotStarted) => {
                ("paused", why.to_string())
            }
            (_, Some(Next::Paused(_))) | (State::Resting, None) => ("paused", bad),
            _ => ("running", String::new()),
        }
    }

    /// Looks at what is left to do, without doing anything.
    pub(crate) fn settle(&mut self, now: u64, commands: &mut Vec<Command>) {
        self.last = self.sweep.as_mut().map(|sweep| {
            let progress = sweep.progress(now);
            let is_over = progress.answered + progress.given_up == progress.total;
            if is_over { Next::Finished } else { Next::Paused(Pause::NotStarted) }
        });
        self.report(now, commands);
    }
}

/// Carries out an attempt of a simulated executor, or tells that nothing comes of it.
fn simulate(sweep: &mut Sweep, call: &Call, item: Option<&Item>, now: u64) {
    let text = item.and_then(|item| sweep.plan().simulate(&call.task, item));
    match text {
        Some(text) => {
            sweep.answered(call.id, Reply::simulated(text), now);
        }
        None => {
            sweep.failed(call.id, &Failure::NoSimulation, Usage::default(), now);
        }
    }
}

/// Who is asked, with the key for the exact origin.
fn endpoint(
    plan: &Plan,
    task: &stepfall_sweep::Task,
    keys: &BTreeMap<String, String>,
) -> Option<Endpoint> {
    let target = plan.target(task)?;
    let bare = target.endpoint(None).ok()??;
    let key = keys.get(bare.origin()).and_then(|key| Key::new(key));
    target.endpoint(key).ok()?
}
