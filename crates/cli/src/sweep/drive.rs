//! The loop that owns a sweep: it asks, hears, keeps, and leaves when there is nothing more to do.
//!
//! Each call to a model has a thread of its own, which sends the whole reply, or why there is none, through one channel. Everything
//! else happens here, in turn.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use stepfall_condition::Dialogue;
use stepfall_figure::Tally;
use stepfall_provider::{Asked, Endpoint, Usage};
use stepfall_sweep::{
    Call, Failure, Next, Pause, Plan, Progress, Reply, Sweep, Target, Task, Verdict,
};

use super::clock::now;
use super::file::AttemptFile;
use super::gauge::Gauge;
use super::interrupt::Interrupt;
use super::network::{Network, Outcome};

/// How long to wait at most before interrupts and progress are looked after.
const TURN: Duration = Duration::from_millis(100);
/// How long to wait before attempts that could not be kept are kept once more.
const STORE_AGAIN: u64 = 10_000;
/// How long to wait for a connection that is gone, and how often in a row.
const CONNECT_AGAIN: u64 = 30_000;
const MOST_WAITS: u32 = 20;

/// What came of a request.
struct Told {
    call: u64,
    outcome: Outcome,
}

/// A call that is under way: an attempt, and its dialogue as far as it has come.
struct UnderWay {
    task: Task,
    dialogue: Dialogue<'static>,
    /// Milliseconds to the first piece of the first reply.
    first: Option<u64>,
}

/// A sweep under way.
pub(super) struct Driver {
    sweep: Sweep,
    tally: Tally,
    file: Option<AttemptFile>,
    endpoints: Vec<Option<Endpoint>>,
    network: Network,
    interrupt: Interrupt,
    gauge: Gauge,
    under_way: BTreeMap<u64, UnderWay>,
    /// Dialogues that go on with a later call, by the number of the attempt.
    begun: BTreeMap<u32, Dialogue<'static>>,
    /// The targets that were told to be halted.
    halted: BTreeSet<u16>,
    sender: Sender<Told>,
    receiver: Receiver<Told>,
    /// Attempts that are to be kept together.
    gathered: Vec<u32>,
    /// Whether a model has answered.
    has_answers: bool,
    /// When to go on by itself after a pause, and how often that was in a row without an answer.
    resume: Option<u64>,
    waits: u32,
}

impl Driver {
    pub(super) fn new(
        sweep: Sweep,
        tally: Tally,
        file: Option<AttemptFile>,
        endpoints: Vec<Option<Endpoint>>,
        network: Network,
        interrupt: Interrupt,
    ) -> Self {
        let (sender, receiver) = channel();
        let gauge = Gauge::new(sweep.plan());
        Self {
            sweep,
            tally,
            file,
            endpoints,
            network,
            interrupt,
            gauge,
            under_way: BTreeMap::new(),
            begun: BTreeMap::new(),
            halted: BTreeSet::new(),
            sender,
            receiver,
            gathered: Vec::new(),
            has_answers: false,
            resume: None,
            waits: 0,
        }
    }

    /// Runs until every attempt is kept, or until it pauses for good; then why it did.
    pub(super) fn run(&mut self) -> Option<Pause> {
        self.sweep.start(now());
        loop {
            self.look_after();
            // What comes of calls waits for no simulated executor.
            self.listen(Duration::ZERO);
            let next = self.sweep.next(now());
            let has_kept = !self.gathers(&next) && self.keep();
            match next {
                // What was kept may have made room.
                Next::Wait(_) | Next::Busy if has_kept => {}
                Next::Keep(number) => self.gathered.push(number),
                Next::Ask(call) => self.ask(call),
                Next::Wait(until) => {
                    self.listen(Duration::from_millis(until.saturating_sub(now())));
                }
                Next::Busy => self.listen(TURN),
                Next::Paused(pause) => {
                    if let Some(pause) = self.rest(pause) {
                        return Some(pause);
                    }
                }
                Next::Stopped | Next::Finished => return None,
            }
        }
    }

    /// The graded attempts, and how far the sweep is.
    pub(super) fn end(mut self) -> (Tally, Progress) {
        self.gauge.clear();
        (self.tally, self.sweep.progress(now()))
    }

    /// Hears of interrupts, and shows how far the sweep is.
    fn look_after(&mut self) {
        if self.interrupt.is_new() {
            let left = self.sweep.pause(now());
            if left > 0 {
                let calls = if left == 1 { "call that is" } else { "calls that are" };
                self.gauge.say(&format!(
                    "notice: asking nothing more; waiting for {left} {calls} under way (Ctrl-C again leaves at once)"
                ));
            }
        }
        if self.gauge.is_due() {
            let progress = self.sweep.progress(now());
            self.gauge.show(&progress, now());
        }
    }

    /// Whether attempts are kept later, together with those that come next: what was paid for never is.
    fn gathers(&self, next: &Next) -> bool {
        let unkept = self.sweep.unkept();
        let is_simulated = |number: &u32| unkept.get(number).is_some_and(|kept| kept.simulated);
        matches!(next, Next::Keep(_) | Next::Ask(_)) && self.gathered.iter().all(is_simulated)
    }

    /// Keeps what was gathered, and grades it; whether there was something.
    fn keep(&mut self) -> bool {
        let numbers = std::mem::take(&mut self.gathered);
        if numbers.is_empty() {
            return false;
        }
        let attempts = || numbers.iter().filter_map(|number| self.sweep.unkept().get(number));
        let kept = match &mut self.file {
            Some(file) => file.keep(attempts()),
            None => Ok(()),
        };
        if kept.is_ok() {
            attempts().for_each(|attempt| self.tally.add(attempt));
        }
        for number in numbers {
            match &kept {
                Ok(()) => self.sweep.kept(number),
                Err(error) => self.sweep.not_kept(number, error.clone()),
            };
        }
        true
    }

    /// Makes a call.
    fn ask(&mut self, call: Call) {
        let task = call.task;
        let Some(item) = self.tally.item(&task) else {
            return self.missed(call.id, &Failure::NoSimulation, Usage::default());
        };
        let endpoint = self.endpoints.get(usize::from(task.target));
        if endpoint.is_none_or(Option::is_none) {
            return match self.sweep.plan().simulate(&task, &item) {
                Some(text) => self.answered(call.id, Reply::simulated(text)),
                None => self.missed(call.id, &Failure::NoSimulation, Usage::default()),
            };
        }
        let begun = self.begun.remove(&task.number);
        let dialogue = begun.unwrap_or_else(|| Plan::dialogue(&task, item));
        self.under_way.insert(call.id, UnderWay { task, dialogue, first: None });
        self.send(call.id);
    }

    /// Sends the next request of a call.
    fn send(&mut self, call: u64) {
        let Some(UnderWay { task, dialogue, .. }) = self.under_way.get(&call) else {
            return;
        };
        let endpoint = self.endpoints.get(usize::from(task.target)).and_then(Option::as_ref);
        let ask = dialogue.request().and_then(|request| self.sweep.plan().ask(task, request));
        let (Some(ask), Some(endpoint)) = (ask, endpoint) else {
            return self.missed(call, &Failure::NoSimulation, Usage::default());
        };
        let Asked { request, omitted } = endpoint.ask(&ask);
        let (request, dropped) = self.sweep.fitted(task.target, request);
        let (network, endpoint) = (self.network.clone(), endpoint.clone());
        let sender = self.sender.clone();
        let job = move || {
            let mut outcome = network.ask(&endpoint, &request);
            let answer = &mut outcome.reply.answer;
            (answer.omitted, answer.dropped) = (omitted, dropped);
            // Nobody listens once the sweep is left.
            let _ = sender.send(Told { call, outcome });
        };
        if let Err(error) = thread::Builder::new().spawn(job) {
            self.missed(call, &Failure::Network(error.to_string()), Usage::default());
        }
    }

    /// Waits for what comes of calls, at most so long and never longer than a turn.
    fn listen(&mut self, wait: Duration) {
        let mut told = self.receiver.recv_timeout(wait.min(TURN)).ok();
        while let Some(Told { call, outcome }) = told {
            match outcome.failure {
                None => self.replied(call, outcome.reply),
                Some(failure) => self.missed(call, &failure, outcome.reply.answer.usage),
            }
            told = self.receiver.try_recv().ok();
        }
    }

    /// A reply has come: the attempt is answered, or the dialogue goes on.
    fn replied(&mut self, call: u64, mut reply: Reply) {
        let Some(mut under_way) = self.under_way.remove(&call) else {
            return;
        };
        (self.has_answers, self.waits) = (true, 0);
        under_way.dialogue.hear(&reply.answer);
        under_way.first = under_way.first.or(reply.first);
        if under_way.dialogue.request().is_none() {
            reply.close(&under_way.dialogue);
            reply.first = under_way.first;
            return self.answered(call, reply);
        }
        if self.sweep.went_on(call, reply.answer.usage, now()) {
            self.under_way.insert(call, under_way);
            self.send(call);
        } else {
            self.begun.insert(under_way.task.number, under_way.dialogue);
        }
    }

    fn answered(&mut self, call: u64, reply: Reply) {
        self.sweep.answered(call, reply, now());
    }

    fn missed(&mut self, call: u64, failure: &Failure, usage: Usage) {
        let under_way = self.under_way.remove(&call);
        let verdict = self.sweep.failed(call, failure, usage, now());
        let Some(UnderWay { task, dialogue, .. }) = under_way else {
            return;
        };
        if dialogue.replies() > 0 {
            self.begun.insert(task.number, dialogue);
        }
        if let Verdict::Halted(halt) = verdict
            && self.halted.insert(task.target)
        {
            let target = self.sweep.plan().targets.get(usize::from(task.target));
            let label = target.map(Target::label).unwrap_or_default();
            self.gauge.say(&format!("notice: {label} is asked no more: {halt}"));
        }
    }

    /// Waits during a pause; the pause, where it is for good.
    fn rest(&mut self, pause: Pause) -> Option<Pause> {
        if !self.under_way.is_empty() {
            self.listen(TURN);
            return None;
        }
        let wait = match pause {
            _ if self.interrupt.is_heard() => None,
            Pause::Store(_) => Some(STORE_AGAIN),
            Pause::Offline if self.has_answers && self.waits < MOST_WAITS => Some(CONNECT_AGAIN),
            _ => None,
        };
        let Some(wait) = wait else {
            return Some(pause);
        };
        match self.resume {
            None => {
                let seconds = wait / 1_000;
                self.gauge.say(&format!("notice: {pause} Trying again in {seconds} s."));
                self.resume = Some(now().saturating_add(wait));
                self.waits += 1;
            }
            Some(at) if at <= now() => {
                self.resume = None;
                self.sweep.start(now());
            }
            Some(_) => self.listen(TURN),
        }
        None
    }
}
