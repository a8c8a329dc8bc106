//! The calls that are under way.

use std::collections::BTreeMap;

use stepfall_provider::{
    Call, Circumstances, Ending, Endpoint, Head, MAX_BODY, Models, Request, diagnose,
};

use crate::bench::{Begin, Bench};
use crate::command::{CallId, Command};
use crate::flight::Landing;
use crate::page;
use crate::question::{Question, Setting};

/// The least time between two pieces of an answer that the page is told, in milliseconds.
const BETWEEN_PIECES: u64 = 100;
/// The most pages of a list of models that are read.
const MOST_PAGES: u32 = 20;

/// What is under way for the page. Everything that happens is told to it, and it says what to do.
#[derive(Debug, Default)]
pub struct Runner {
    running: BTreeMap<CallId, Running>,
    bench: Bench,
    commands: Vec<Command>,
}

#[derive(Debug)]
enum Running {
    Answer(Box<Answering>),
    Models(Listing),
    /// A request that failed without a word, while its circumstances are looked into.
    Lost(Endpoint),
}

/// A model that is being asked.
#[derive(Debug)]
struct Answering {
    call: Call,
    started: u64,
    first: Option<u64>,
    /// What the page knows of the transcript.
    told: String,
    told_at: u64,
    is_due: bool,
}

/// A list of models that is being fetched.
#[derive(Debug)]
struct Listing {
    endpoint: Endpoint,
    head: Head,
    body: Vec<u8>,
    models: Vec<stepfall_provider::Model>,
    pages: u32,
}

impl Runner {
    /// What there is to do since the last time.
    pub fn take(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.commands);
        commands.extend(self.bench.take());
        commands
    }

    /// Tells the page all providers.
    pub fn providers(&mut self) {
        self.tell("providers", 0, page::providers());
    }

    /// Fetches the list of models: it costs no tokens, and tells whether address and key are right.
    pub fn models(&mut self, id: CallId, setting: &Setting) {
        match setting.endpoint() {
            Err(sentence) => self.tell("failed", id, page::refused(&sentence)),
            Ok(endpoint) => {
                self.fetch(id, endpoint.models(None), endpoint.origin().to_owned());
                let (head, body, models) = (Head::new(0), Vec::new(), Vec::new());
                let listing = Listing { endpoint, head, body, models, pages: 0 };
                self.running.insert(id, Running::Models(listing));
            }
        }
    }

    /// Tells the page what would be sent, without the key.
    pub fn preview(&mut self, id: CallId, setting: &Setting, question: &Question) {
        let told = call(setting, question).map(|call| page::shown(call.request()));
        self.tell("preview", id, told.unwrap_or_else(|sentence| sentence));
    }

    /// Asks a model.
    pub fn ask(&mut self, id: CallId, setting: &Setting, question: &Question, now: u64) {
        match call(setting, question) {
            Err(sentence) => self.tell("failed", id, page::refused(&sentence)),
            Ok(call) => {
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                let answering = Answering {
                    call,
                    started: now,
                    first: None,
                    told: String::new(),
                    told_at: 0,
                    is_due: false,
                };
                self.running.insert(id, Running::Answer(Box::new(answering)));
            }
        }
    }

    /// Gives a call up; what had come of an answer is told.
    pub fn stop(&mut self, id: CallId, now: u64) {
        let Some(running) = self.running.remove(&id) else { return };
        self.commands.push(Command::Abort(id));
        if let Running::Answer(mut answering) = running {
            answering.tell(id, now, &mut self.commands);
            self.tell("stopped", id, answering.ended(now));
        }
    }

    /// Takes what comes before the body of a reply.
    pub fn head(&mut self, id: CallId, head: Head, now: u64) {
        if Bench::owns(id) {
            if let Some(session) = self.bench.session() {
                session.head(id, head, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answering)) => answering.call.head(head),
            Some(Running::Models(listing)) => listing.head = head,
            Some(Running::Lost(_)) | None => {}
        }
    }

    /// Takes bytes of a reply.
    pub fn bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if Bench::owns(id) {
            if let Some(session) = self.bench.session() {
                session.bytes(id, bytes, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answering)) => {
                if answering.call.push(bytes) {
                    answering.first.get_or_insert(now.saturating_sub(answering.started));
                    answering.come(id, now, &mut self.commands);
                }
            }
            Some(Running::Models(listing)) => {
                let room = (MAX_BODY + 1).saturating_sub(listing.body.len());
                listing.body.extend_from_slice(&bytes[..bytes.len().min(room)]);
            }
            Some(Running::Lost(_)) | None => {}
        }
    }

    /// Tells what has waited.
    pub fn wake(&mut self, now: u64) {
        self.bench.wake(now);
        for (id, running) in &mut self.running {
            if let Running::Answer(answering) = running
                && answering.is_due
            {
                answering.tell(*id, now, &mut self.commands);
            }
        }
    }

    /// Ends a reply.
    pub fn end(&mut self, id: CallId, now: u64) {
        if Bench::owns(id) {
            return self.bench.land(id, Landing::End, now);
        }
        match self.running.remove(&id) {
            Some(Running::Answer(answering)) => self.end_answer(id, answering, now),
            Some(Running::Models(listing)) => self.end_models(id, listing),
            Some(lost @ Running::Lost(_)) => {
                self.running.insert(id, lost);
            }
            None => {}
        }
    }

    /// Takes that a request failed and the browser does not say why: looks into it. Where a part of the reply had come it was cut off, and that is said.
    pub fn lost(&mut self, id: CallId, now: u64) {
        if Bench::owns(id) {
            return self.bench.land(id, Landing::Lost, now);
        }
        let endpoint = match self.running.remove(&id) {
            Some(Running::Answer(answering)) if answering.call.has_begun() => {
                return self.end_answer(id, answering, now);
            }
            Some(Running::Answer(answering)) => answering.call.endpoint().clone(),
            Some(Running::Models(listing)) => listing.endpoint,
            Some(Running::Lost(_)) | None => return,
        };
        self.commands.push(Command::Probe(id, endpoint.origin().to_owned()));
        self.running.insert(id, Running::Lost(endpoint));
    }

    /// Tells what is wrong with the set-up of a sweep, and what it would take.
    pub fn check(&mut self, fragment: &str) {
        self.bench.check(fragment);
    }

    /// Begins a run of this name in the store, with a name for people. Keys are lines of an origin and its key in turn; `jitter` is the seed of the waits.
    pub fn begin(
        &mut self,
        run: &str,
        fragment: &str,
        name: &str,
        keys: &str,
        jitter: u64,
        now: u64,
    ) {
        let (run, fragment, name) = (run.to_owned(), fragment.to_owned(), name.to_owned());
        let keys = by_origin(keys);
        self.bench.begin(Begin { run, fragment, name, keys, jitter }, now);
    }

    /// Opens a run that is kept; with an empty name lets the open one go.
    pub fn open(&mut self, run: &str, jitter: u64, now: u64) {
        if run.is_empty() {
            self.bench.leave(now);
        } else {
            self.bench.open(run, jitter, now);
        }
    }

    /// Goes on with the open run; with `again` also with what was given up.
    pub fn go(&mut self, keys: &str, again: bool) {
        if again {
            self.bench.again(by_origin(keys));
        } else {
            self.bench.go(by_origin(keys));
        }
    }

    /// Asks nothing more for the open run; with `at_once` what is under way is ended too.
    pub fn pause(&mut self, at_once: bool, now: u64) {
        if at_once {
            self.bench.halt(now);
        } else {
            self.bench.pause(now);
        }
    }

    /// Takes the header of a run that is being opened; empty where there is no such run.
    pub fn header(&mut self, run: &str, line: &str) {
        self.bench.header(run, line);
    }

    /// Takes attempts of the run that is being opened, each a line.
    pub fn loaded(&mut self, run: &str, lines: &str, is_last: bool, now: u64) {
        self.bench.loaded(run, lines, is_last, now);
    }

    /// Takes that the run is this tab's own, or another's.
    pub fn locked(&mut self, run: &str, is_mine: bool, now: u64) {
        self.bench.locked(run, is_mine, now);
    }

    /// Takes that attempts are kept; or that they are not, with why (`full`, or words).
    pub fn kept(&mut self, run: &str, numbers: &[u32], wrong: &str, now: u64) {
        self.bench.kept(run, numbers, wrong, now);
    }

    /// Tells the figures of the open run, laid out for widths in CSS pixels.
    pub fn figures(&mut self, measure: &str, wide: u32, narrow: u32) {
        self.bench.figures(measure, wide, narrow);
    }

    /// Tells one of them as a file: `svg`, `png` or `csv`.
    pub fn file(&mut self, measure: &str, id: &str, form: &str, is_dark: bool) {
        self.bench.file(measure, id, form, is_dark);
    }

    /// Tells the open run as an HTML file. `address` is that of the page, without a fragment.
    pub fn report(&mut self, measure: &str, address: &str) {
        self.bench.report_file(measure, address);
    }

    /// Tells the attempts of the open run as a CSV file.
    pub fn table(&mut self) {
        self.bench.table();
    }

    /// Tells a part of the list of attempts.
    pub fn attempts(&mut self, filter: &str, from: u32) {
        self.bench.attempts(filter, from as usize);
    }

    /// Opens an attempt.
    pub fn attempt(&mut self, number: u32) {
        self.bench.attempt(number);
    }

    /// Takes the attempt that is opened.
    pub fn one(&mut self, run: &str, line: &str) {
        self.bench.one(run, line);
    }

    /// Takes a file of attempts in, as a run of this name in the store.
    pub fn take_file(&mut self, run: &str, text: &str) {
        self.bench.take_file(run, text);
    }

    /// Takes the circumstances of a request that failed.
    pub fn found(&mut self, id: CallId, of: &Circumstances) {
        if let Some(Running::Lost(endpoint)) = self.running.remove(&id) {
            self.tell("failed", id, page::suspected(&diagnose(&endpoint, of)));
        }
    }

    fn end_answer(&mut self, id: CallId, mut answering: Box<Answering>, now: u64) {
        match answering.call.finish() {
            Ending::Again => {
                let call = &answering.call;
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                self.running.insert(id, Running::Answer(answering));
            }
            Ending::Answered => {
                answering.tell(id, now, &mut self.commands);
                self.tell("answered", id, answering.ended(now));
            }
            Ending::Failed(error) => {
                answering.tell(id, now, &mut self.commands);
                self.tell("failed", id, page::failed(&error));
            }
        }
    }

    fn end_models(&mut self, id: CallId, mut listing: Listing) {
        match Models::read(&listing.head, &listing.body, listing.endpoint.key()) {
            Err(error) => self.tell("failed", id, page::failed(&error)),
            Ok(read) => {
                listing.models.extend(read.models);
                listing.pages += 1;
                match read.next.filter(|_| listing.pages < MOST_PAGES) {
                    None => self.tell("models", id, page::models(&listing.models)),
                    Some(next) => {
                        let request = listing.endpoint.models(Some(&next));
                        self.fetch(id, request, listing.endpoint.origin().to_owned());
                        listing.body.clear();
                        self.running.insert(id, Running::Models(listing));
                    }
                }
            }
        }
    }

    fn fetch(&mut self, id: CallId, request: Request, origin: String) {
        self.commands.push(Command::Fetch(id, request, origin));
    }

    fn tell(&mut self, kind: &'static str, id: CallId, text: String) {
        self.commands.push(Command::Tell(kind, id, text));
    }
}

/// Lines of an origin and its key in turn.
fn by_origin(keys: &str) -> BTreeMap<String, String> {
    let lines: Vec<&str> = keys.lines().collect();
    let pairs = lines.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned()));
    pairs.collect()
}

fn call(setting: &Setting, question: &Question) -> Result<Call, String> {
    Ok(Call::new(setting.endpoint()?, &question.ask()?))
}

impl Answering {
    /// Tells the page now or a little later.
    fn come(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        let next = self.told_at.saturating_add(BETWEEN_PIECES);
        // A clock that was set back must not hold the answer up.
        if now >= next || now < self.told_at {
            self.tell(id, now, commands);
        } else if !std::mem::replace(&mut self.is_due, true) {
            commands.push(Command::Wake(next));
        }
    }

    /// Tells the page what it does not know of the transcript.
    fn tell(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        self.is_due = false;
        self.told_at = now;
        let transcript = self.call.answer().transcript();
        if transcript == self.told {
            return;
        }
        let told = match transcript.strip_prefix(self.told.as_str()) {
            Some(more) => Command::Tell("more", id, more.to_owned()),
            None => Command::Tell("whole", id, transcript.clone()),
        };
        commands.push(told);
        self.told = transcript;
    }

    fn ended(&self, now: u64) -> String {
        page::answered(self.call.answer(), now.saturating_sub(self.started), self.first)
    }
}
