//! The calls that are under way.

use std::collections::BTreeMap;

use stepfall_condition::Dialogue;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::{Event, Form, Key, Question, Secret, Setting};
use stepfall_provider::{
    Ask, Call, Circumstances, Ending, Endpoint, Head, Request, diagnose, sign_in,
};

use stepfall_sweep::Landing;

use crate::answering::Answering;
use crate::bench::{Begin, Bench, LOOKED_INTO};
use crate::command::{CallId, Command};
use crate::errand::{Errand, Outcome, Told};
use crate::kept::End;
use crate::page;
use crate::question::{asked, endpoint};
use crate::store::StoreError;

/// What is known of a request that failed without a word.
const UNREACHED: &str = "the browser could not reach the provider";
/// Why no sign-in can begin.
const NO_DIGEST: &str = "This browser signs in only from a page that came by https, or from this machine. Paste a key instead.";

/// What is under way for the page. Everything that happens is told to it, and it says what to do.
#[derive(Debug, Default)]
pub struct Runner {
    running: BTreeMap<CallId, Running>,
    /// What is told of calls that have ended, once their answers are kept.
    ended: BTreeMap<CallId, Vec<Command>>,
    bench: Bench,
    commands: Vec<Command>,
}

#[derive(Debug)]
enum Running {
    Answer(Box<Answering>),
    Errand(Box<Errand>),
    /// A sign-in that waits for the digest of its verifier.
    SignIn(SignIn),
    /// A request that failed without a word, while its circumstances are looked into.
    Lost(Endpoint),
}

/// A sign-in that is being prepared.
#[derive(Debug)]
struct SignIn {
    endpoint: Endpoint,
    callback: String,
    verifier: String,
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
        self.tell(Event::Providers(page::providers()));
    }

    /// Fetches the list of models: it costs no tokens, and tells whether address and key are right.
    pub fn models(&mut self, id: CallId, setting: &Setting) {
        match endpoint(setting) {
            Err(sentence) => self.tell(Event::Failed(id, page::refused(&sentence))),
            Ok(endpoint) => self.send(id, Errand::models(endpoint)),
        }
    }

    /// Prepares a sign-in, by which a visitor gets a key without pasting one. `callback` is the address of the page, without query and
    /// fragment; `random` are 32 bytes that nobody can foretell. The page is told the address to go to and the
    /// verifier to keep.
    pub fn sign_in(&mut self, id: CallId, setting: &Setting, callback: &str, random: &[u8]) {
        match endpoint(setting) {
            Err(sentence) => self.tell(Event::Failed(id, page::refused(&sentence))),
            Ok(endpoint) => {
                let verifier = sign_in::in_base64(random);
                self.commands.push(Command::Hash(id, verifier.clone()));
                let sign_in = SignIn { endpoint, callback: callback.to_owned(), verifier };
                self.running.insert(id, Running::SignIn(sign_in));
            }
        }
    }

    /// Takes the SHA-256 digest of a verifier; empty where the browser does not work it out.
    pub fn hashed(&mut self, id: CallId, digest: &[u8]) {
        let Some(Running::SignIn(sign_in)) = self.running.remove(&id) else { return };
        let SignIn { endpoint, callback, verifier } = sign_in;
        let challenge = sign_in::in_base64(digest);
        let address = sign_in::address(Some(endpoint.origin()), &callback, &challenge);
        match address.ok().filter(|_| !digest.is_empty()) {
            Some(address) => {
                self.tell(Event::SignIn { id, address, verifier: Secret(verifier) });
            }
            None => self.tell(Event::Failed(id, page::refused(NO_DIGEST))),
        }
    }

    /// Exchanges the code with which the visitor came back, and the verifier that was kept, for a key.
    pub fn exchange(&mut self, id: CallId, setting: &Setting, code: &str, verifier: &str) {
        let errand =
            endpoint(setting).and_then(|endpoint| Errand::exchange(endpoint, code, verifier));
        match errand {
            Err(sentence) => self.tell(Event::Failed(id, page::refused(&sentence))),
            Ok(errand) => self.send(id, errand),
        }
    }

    /// Tells the page what would be sent, without the key.
    pub fn preview(&mut self, id: CallId, setting: &Setting, question: &Question) {
        let told = call(setting, question).map(|(call, ..)| page::shown(call.request()));
        self.tell(Event::Preview(id, told.unwrap_or_else(|sentence| sentence)));
    }

    /// Asks a model.
    pub fn ask(&mut self, id: CallId, setting: &Setting, question: &Question, now: u64) {
        match call(setting, question) {
            Err(sentence) => self.tell(Event::Failed(id, page::refused(&sentence))),
            Ok((call, ask, dialogue)) => {
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                let answering = Answering::new(call, ask, dialogue, question.clone(), now);
                self.running.insert(id, Running::Answer(Box::new(answering)));
            }
        }
    }

    /// Gives a call up; what had come of an answer is kept and told.
    pub fn stop(&mut self, id: CallId, now: u64) {
        let Some(running) = self.running.remove(&id) else { return };
        self.commands.push(Command::Abort(id));
        if let Running::Answer(answering) = running {
            self.close(id, *answering, &End::Stopped, now);
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
            Some(Running::Errand(errand)) => errand.head(head),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
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
                answering.bytes(bytes, id, now, &mut self.commands);
            }
            Some(Running::Errand(errand)) => errand.bytes(bytes),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
        }
    }

    /// Tells what has waited.
    pub fn wake(&mut self, now: u64) {
        self.bench.wake(now);
        for (id, running) in &mut self.running {
            if let Running::Answer(answering) = running {
                answering.wake(*id, now, &mut self.commands);
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
            Some(Running::Errand(errand)) => self.end_errand(id, *errand),
            Some(other @ (Running::SignIn(_) | Running::Lost(_))) => {
                self.running.insert(id, other);
            }
            None => {}
        }
    }

    /// Takes that a request failed and the browser does not say why: looks into it. Where a part of the reply had come it was cut off, and that is said.
    pub fn lost(&mut self, id: CallId, now: u64) {
        if Bench::owns(id) {
            return self.bench.land(id, Landing::Lost(UNREACHED.to_owned()), now);
        }
        let endpoint = match self.running.remove(&id) {
            Some(Running::Answer(answering)) if answering.has_begun() => {
                return self.end_answer(id, answering, now);
            }
            Some(Running::Answer(answering)) => answering.call.endpoint().clone(),
            Some(Running::Errand(errand)) => errand.into_endpoint(),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => return,
        };
        self.commands.push(Command::Probe(id, endpoint.origin().to_owned()));
        self.running.insert(id, Running::Lost(endpoint));
    }

    /// Tells what is wrong with the set-up of a sweep, and what it would take.
    pub fn check(&mut self, fragment: &str) {
        self.bench.check(fragment);
    }

    /// Begins a run of this name in the store, with a name for people. `jitter` is the seed of the waits.
    pub fn begin(
        &mut self,
        run: &str,
        fragment: &str,
        name: &str,
        keys: &[Key],
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

    /// Goes on with the open run, within the limits of the set-up of this address; with `again` also with what was given up.
    pub fn go(&mut self, keys: &[Key], again: bool, fragment: &str) {
        self.bench.go(by_origin(keys), again, fragment);
    }

    /// Gives a run another name.
    pub fn rename(&mut self, run: &str, name: &str) {
        self.bench.rename(run, name);
    }

    /// Forgets the key for an origin; a run that used it stops.
    pub fn forget(&mut self, origin: &str, now: u64) {
        self.bench.forget(origin, now);
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

    /// Takes that so many lines are kept, those that were told together; or why they are not.
    pub fn kept(&mut self, run: &str, count: usize, kept: Result<(), &StoreError>, now: u64) {
        self.bench.kept(run, count, kept, now);
    }

    /// Puts another run beside the open one, to be compared item by item; with an empty name takes it away.
    pub fn compare(&mut self, run: &str) {
        self.bench.compare(run);
    }

    /// Tells the figures of the open run, laid out for a width in CSS pixels.
    pub fn figures(&mut self, measure: Measure, width: u32) {
        self.bench.figures(measure, width);
    }

    /// Tells one of them as a file.
    pub fn file(&mut self, measure: Measure, id: &str, form: Form, is_dark: bool) {
        self.bench.file(measure, id, form, is_dark);
    }

    /// Tells the open run as an HTML file. `address` is that of the page, without a fragment.
    pub fn report(&mut self, measure: Measure, address: &str) {
        self.bench.report_file(measure, address);
    }

    /// Lines of a run, whose header this is, as lines of a CSV file, with what was graded of them if it is open; without lines the first line of
    /// the file.
    pub fn table(&mut self, run: &str, header: &str, lines: &str) -> String {
        self.bench.table(run, header, lines)
    }

    /// Tells a part of the list of the attempts that a pick takes.
    pub fn attempts(&mut self, pick: &str, from: u32) {
        self.bench.attempts(pick, from as usize);
    }

    /// Opens an attempt.
    pub fn attempt(&mut self, number: u32) {
        self.bench.attempt(number);
    }

    /// Takes the attempt that is opened.
    pub fn one(&mut self, run: &str, line: &str) {
        self.bench.one(run, line);
    }

    /// Takes a file of attempts in, as a run of this name in the store. It is of so many bytes, and asked for in pieces.
    pub fn take_file(&mut self, run: &str, size: u64) {
        self.bench.take_file(run, size);
    }

    /// Takes the next piece of the file that becomes a run.
    pub fn piece(&mut self, run: &str, bytes: &[u8], is_last: bool) {
        self.bench.piece(run, bytes, is_last);
    }

    /// Takes that the file that becomes a run cannot be read.
    pub fn unread(&mut self, run: &str) {
        self.bench.unread(run);
    }

    /// Takes that the answer of a call is kept, or why it is not.
    pub fn kept_answer(&mut self, id: CallId, kept: Result<(), &StoreError>) {
        let Some(told) = self.ended.remove(&id) else { return };
        if let Err(wrong) = kept {
            self.tell(Event::NotKept(id, page::not_kept(wrong)));
        }
        self.commands.extend(told);
    }

    /// Takes the circumstances of a request that failed.
    pub fn found(&mut self, id: CallId, of: &Circumstances) {
        if id == LOOKED_INTO {
            return self.bench.found(of);
        }
        if let Some(Running::Lost(endpoint)) = self.running.remove(&id) {
            self.tell(Event::Failed(id, page::suspected(&diagnose(&endpoint, of))));
        }
    }

    fn end_answer(&mut self, id: CallId, mut answering: Box<Answering>, now: u64) {
        match answering.call.finish() {
            Ending::Again => {
                let call = &answering.call;
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                self.running.insert(id, Running::Answer(answering));
            }
            Ending::Answered if answering.goes_on() => {
                let call = &answering.call;
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                self.running.insert(id, Running::Answer(answering));
            }
            Ending::Answered => self.close(id, *answering, &End::Answered, now),
            Ending::Failed(error) => {
                self.close(id, *answering, &End::Failed(page::failed(&error)), now);
            }
        }
    }

    /// Ends a call. Its answer is kept before anything is told.
    fn close(&mut self, id: CallId, answering: Answering, end: &End, now: u64) {
        let (told, keep) = answering.end(id, end, now);
        match keep {
            None => self.commands.extend(told),
            Some(keep) => {
                self.commands.push(keep);
                self.ended.insert(id, told);
            }
        }
    }

    fn end_errand(&mut self, id: CallId, errand: Errand) {
        match errand.end() {
            Outcome::Goes(errand, request) => self.send(id, (*errand, request)),
            Outcome::Over(Told::Models(models)) => self.tell(Event::Models(id, models)),
            Outcome::Over(Told::Failed(failed)) => self.tell(Event::Failed(id, failed)),
            Outcome::Key(origin, key) => self.commands.push(Command::TellKey(id, origin, key)),
        }
    }

    fn send(&mut self, id: CallId, (errand, request): (Errand, Request)) {
        self.fetch(id, request, errand.endpoint().origin().to_owned());
        self.running.insert(id, Running::Errand(Box::new(errand)));
    }

    fn fetch(&mut self, id: CallId, request: Request, origin: String) {
        self.commands.push(Command::Fetch(id, request, origin));
    }

    fn tell(&mut self, event: Event) {
        self.commands.push(Command::Tell(event));
    }
}

/// Keys by their origins.
fn by_origin(keys: &[Key]) -> BTreeMap<String, String> {
    keys.iter().map(|Key { origin, key }| (origin.clone(), key.0.clone())).collect()
}

fn call(setting: &Setting, question: &Question) -> Result<(Call, Ask, Dialogue<'static>), String> {
    let (ask, dialogue) = asked(question)?;
    Ok((Call::new(endpoint(setting)?, &ask), ask, dialogue))
}
