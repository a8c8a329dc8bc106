//! The calls that are under way.

use std::collections::BTreeMap;

use stepfall_condition::Dialogue;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::lab::{Exercise, LabAnswer};
use stepfall_protocol::{CallEvent, Event, Form, Key, Question, Secret, Setting};
use stepfall_provider::{
    Ask, Call, Circumstances, Ending, Endpoint, Head, Request, diagnose, sign_in,
};

use stepfall_sweep::Outcome;

use crate::answering::Answering;
use crate::command::{CallId, Command};
use crate::kept::End;
use crate::one_shot_request::{OneShotOutcome, OneShotRequest};
use crate::page;
use crate::question::{asked, endpoint};
use crate::run_manager::{Begin, LOOKED_INTO, RunManager};
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
    runs: RunManager,
    commands: Vec<Command>,
}

#[derive(Debug)]
enum Running {
    Answer(Box<Answering>),
    OneShotRequest(Box<OneShotRequest>),
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
    state: String,
}

impl Runner {
    /// What there is to do since the last time.
    pub fn take(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.commands);
        commands.extend(self.runs.take());
        commands
    }

    /// Tells the page all providers.
    pub fn providers(&mut self) {
        self.tell(Event::Providers(page::providers()));
    }

    /// Fetches the list of models: it costs no tokens, and tells whether address and key are right.
    pub fn models(&mut self, id: CallId, setting: &Setting) {
        match endpoint(setting) {
            Err(sentence) => {
                self.tell(Event::Call(id, CallEvent::Failed(page::refused(&sentence))));
            }
            Ok(endpoint) => self.send(id, OneShotRequest::models(endpoint)),
        }
    }

    /// Prepares a sign-in, by which a visitor gets a key without pasting one. `callback` is the address of the page, without query and
    /// fragment; `random` are 32 bytes that nobody can foretell, and `state` 32 others. The page is told the address to go
    /// to, and the verifier and the state to keep.
    pub fn sign_in(
        &mut self,
        id: CallId,
        setting: &Setting,
        callback: &str,
        random: &[u8],
        state: &[u8],
    ) {
        match endpoint(setting) {
            Err(sentence) => {
                self.tell(Event::Call(id, CallEvent::Failed(page::refused(&sentence))));
            }
            Ok(endpoint) => {
                let verifier = sign_in::in_base64(random);
                self.commands.push(Command::Hash(id, verifier.clone()));
                let (callback, state) = (callback.to_owned(), sign_in::in_base64(state));
                let sign_in = SignIn { endpoint, callback, verifier, state };
                self.running.insert(id, Running::SignIn(sign_in));
            }
        }
    }

    /// Takes the SHA-256 digest of a verifier; empty where the browser does not work it out.
    pub fn hashed(&mut self, id: CallId, digest: &[u8]) {
        let Some(Running::SignIn(sign_in)) = self.running.remove(&id) else { return };
        let SignIn { endpoint, callback, verifier, state } = sign_in;
        let challenge = sign_in::in_base64(digest);
        let address = sign_in::address(Some(endpoint.origin()), &callback, &state, &challenge);
        match address.ok().filter(|_| !digest.is_empty()) {
            Some(address) => {
                let (verifier, state) = (Secret(verifier), Secret(state));
                self.tell(Event::Call(id, CallEvent::SignIn { address, verifier, state }));
            }
            None => self.tell(Event::Call(id, CallEvent::Failed(page::refused(NO_DIGEST)))),
        }
    }

    /// Exchanges the code with which the visitor came back, and the verifier that was kept, for a key.
    pub fn exchange(&mut self, id: CallId, setting: &Setting, code: &str, verifier: &str) {
        let one_shot = endpoint(setting)
            .and_then(|endpoint| OneShotRequest::exchange(endpoint, code, verifier));
        match one_shot {
            Err(sentence) => {
                self.tell(Event::Call(id, CallEvent::Failed(page::refused(&sentence))));
            }
            Ok(one_shot) => self.send(id, one_shot),
        }
    }

    /// Tells the page what would be sent, without the key.
    pub fn preview(&mut self, id: CallId, setting: &Setting, question: &Question) {
        let preview = call(setting, question).map(|(call, ..)| page::shown(call.request()));
        self.tell(Event::Call(id, CallEvent::Preview(preview.unwrap_or_else(|sentence| sentence))));
    }

    /// Asks a model.
    pub fn ask(&mut self, id: CallId, setting: &Setting, question: &Question, now: u64) {
        match call(setting, question) {
            Err(sentence) => {
                self.tell(Event::Call(id, CallEvent::Failed(page::refused(&sentence))));
            }
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
        if RunManager::owns(id) {
            if let Some(active) = self.runs.active() {
                active.head(id, head, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answering)) => answering.call.head(head),
            Some(Running::OneShotRequest(one_shot)) => one_shot.head(head),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
        }
    }

    /// Takes bytes of a reply.
    pub fn bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if RunManager::owns(id) {
            if let Some(active) = self.runs.active() {
                active.bytes(id, bytes, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answering)) => {
                answering.bytes(bytes, id, now, &mut self.commands);
            }
            Some(Running::OneShotRequest(one_shot)) => one_shot.bytes(bytes),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
        }
    }

    /// Tells what has waited.
    pub fn wake(&mut self, now: u64) {
        self.runs.wake(now);
        for (id, running) in &mut self.running {
            if let Running::Answer(answering) = running {
                answering.wake(*id, now, &mut self.commands);
            }
        }
    }

    /// Ends a reply.
    pub fn end(&mut self, id: CallId, now: u64) {
        if RunManager::owns(id) {
            return self.runs.end_call(id, Outcome::End, now);
        }
        match self.running.remove(&id) {
            Some(Running::Answer(answering)) => self.end_answer(id, answering, now),
            Some(Running::OneShotRequest(one_shot)) => self.end_one_shot(id, *one_shot),
            Some(other @ (Running::SignIn(_) | Running::Lost(_))) => {
                self.running.insert(id, other);
            }
            None => {}
        }
    }

    /// Takes that a request failed and the browser does not say why: looks into it. Where a part of the reply had come it was cut off, and that is said.
    pub fn lost(&mut self, id: CallId, now: u64) {
        if RunManager::owns(id) {
            return self.runs.end_call(id, Outcome::Lost(UNREACHED.to_owned()), now);
        }
        let endpoint = match self.running.remove(&id) {
            Some(Running::Answer(answering)) if answering.has_begun() => {
                return self.end_answer(id, answering, now);
            }
            Some(Running::Answer(answering)) => answering.call.endpoint().clone(),
            Some(Running::OneShotRequest(one_shot)) => one_shot.into_endpoint(),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => return,
        };
        self.commands.push(Command::Probe(id, endpoint.origin().to_owned()));
        self.running.insert(id, Running::Lost(endpoint));
    }

    /// Takes what the specimen answered to an exercise of the open run, or why it did not.
    pub fn wrote(
        &mut self,
        id: CallId,
        exercise: &Exercise,
        answer: Result<LabAnswer, String>,
        now: u64,
    ) {
        self.runs.wrote(id, exercise, answer, now);
    }

    /// Tells what is wrong with the set-up of a sweep, and what it would take.
    pub fn check(&mut self, fragment: &str) {
        self.runs.check(fragment);
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
        self.runs.begin(Begin { run, fragment, name, keys, jitter }, now);
    }

    /// Opens a run that is kept; with an empty name lets the open one go.
    pub fn open(&mut self, run: &str, jitter: u64, now: u64) {
        if run.is_empty() {
            self.runs.leave(now);
        } else {
            self.runs.open(run, jitter, now);
        }
    }

    /// Goes on with the open run, within the limits of the set-up of this address; with `again` also with what was given up.
    pub fn go(&mut self, keys: &[Key], again: bool, fragment: &str) {
        self.runs.go(by_origin(keys), again, fragment);
    }

    /// Gives a run another name.
    pub fn rename(&mut self, run: &str, name: &str) {
        self.runs.rename(run, name);
    }

    /// Forgets the key for an origin; a run that used it stops.
    pub fn forget(&mut self, origin: &str, now: u64) {
        self.runs.forget(origin, now);
    }

    /// Asks nothing more for the open run; with `at_once` what is under way is ended too.
    pub fn pause(&mut self, at_once: bool, now: u64) {
        if at_once {
            self.runs.halt(now);
        } else {
            self.runs.pause(now);
        }
    }

    /// Takes the header of a run that is being opened; empty where there is no such run.
    pub fn header(&mut self, run: &str, line: &str) {
        self.runs.header(run, line);
    }

    /// Takes attempts of the run that is being opened, each a line.
    pub fn loaded(&mut self, run: &str, lines: &str, is_last: bool, now: u64) {
        self.runs.loaded(run, lines, is_last, now);
    }

    /// Takes that the run is this tab's own, or another's.
    pub fn locked(&mut self, run: &str, is_mine: bool, now: u64) {
        self.runs.locked(run, is_mine, now);
    }

    /// Takes that so many lines are kept, those that were told together; or why they are not.
    pub fn kept(&mut self, run: &str, count: usize, kept: Result<(), &StoreError>, now: u64) {
        self.runs.kept(run, count, kept, now);
    }

    /// Takes that the browser closed the store, and that another one is open, which outlives the tab or not. The open run is put into it.
    pub fn disk_lost(&mut self, is_kept: bool, now: u64) {
        self.runs.disk_lost(is_kept, now);
    }

    /// Takes that a run was put into another store, or why not.
    pub fn restored(&mut self, run: &str, restored: Result<(), &StoreError>, now: u64) {
        self.runs.restored(run, restored, now);
    }

    /// Returns the lines of a run that have come and are not on the disk, or an empty list where it is not open.
    pub fn unkept(&mut self, run: &str) -> Vec<String> {
        self.runs.unkept(run)
    }

    /// Returns all lines of a run that are held in memory, its header first, or an empty list where it is not open.
    pub fn held(&mut self, run: &str, now: u64) -> Vec<String> {
        self.runs.held(run, now)
    }

    /// Puts another run beside the open one, to be compared item by item; with an empty name takes it away.
    pub fn compare(&mut self, run: &str) {
        self.runs.compare(run);
    }

    /// Tells the figures of the open run, laid out for a width in CSS pixels.
    pub fn figures(&mut self, measure: Measure, width: u32) {
        self.runs.figures(measure, width);
    }

    /// Tells one of them as a file.
    pub fn file(&mut self, measure: Measure, id: &str, form: Form, is_dark: bool) {
        self.runs.file(measure, id, form, is_dark);
    }

    /// Tells the open run as an HTML file. `address` is that of the page, without a fragment.
    pub fn report(&mut self, measure: Measure, address: &str) {
        self.runs.report_file(measure, address);
    }

    /// Lines of a run, whose header this is, as lines of a CSV file, with what was graded of them if it is open; without lines the first line of
    /// the file.
    pub fn table(&mut self, run: &str, header: &str, lines: &str) -> String {
        self.runs.table(run, header, lines)
    }

    /// Tells a part of the list of the attempts that a filter takes.
    pub fn attempts(&mut self, filter: &str, from: u32) {
        self.runs.attempts(filter, from as usize);
    }

    /// Opens an attempt.
    pub fn attempt(&mut self, number: u32) {
        self.runs.attempt(number);
    }

    /// Takes the attempt that is opened.
    pub fn one(&mut self, run: &str, line: &str) {
        self.runs.one(run, line);
    }

    /// Takes a file of attempts in, as a run of this name in the store. It is of so many bytes, and asked for in pieces.
    pub fn take_file(&mut self, run: &str, size: u64) {
        self.runs.take_file(run, size);
    }

    /// Takes the next piece of the file that becomes a run.
    pub fn piece(&mut self, run: &str, bytes: &[u8], is_last: bool) {
        self.runs.piece(run, bytes, is_last);
    }

    /// Takes that the file that becomes a run cannot be read.
    pub fn unread(&mut self, run: &str) {
        self.runs.unread(run);
    }

    /// Takes that the answer of a call is kept, or why it is not.
    pub fn kept_answer(&mut self, id: CallId, kept: Result<(), &StoreError>) {
        let Some(commands) = self.ended.remove(&id) else { return };
        if let Err(wrong) = kept {
            self.tell(Event::Call(id, CallEvent::NotKept(page::not_kept(wrong))));
        }
        self.commands.extend(commands);
    }

    /// Takes the circumstances of a request that failed.
    pub fn found(&mut self, id: CallId, of: &Circumstances) {
        if id == LOOKED_INTO {
            return self.runs.found(of);
        }
        if let Some(Running::Lost(endpoint)) = self.running.remove(&id) {
            self.tell(Event::Call(id, CallEvent::Failed(page::suspected(diagnose(&endpoint, of)))));
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
        let (commands, keep) = answering.end(id, end, now);
        match keep {
            None => self.commands.extend(commands),
            Some(keep) => {
                self.commands.push(keep);
                self.ended.insert(id, commands);
            }
        }
    }

    fn end_one_shot(&mut self, id: CallId, one_shot: OneShotRequest) {
        match one_shot.end() {
            OneShotOutcome::Continued(one_shot, request) => self.send(id, (*one_shot, request)),
            OneShotOutcome::Models(models) => self.tell(Event::Call(id, CallEvent::Models(models))),
            OneShotOutcome::Failed(failed) => self.tell(Event::Call(id, CallEvent::Failed(failed))),
            OneShotOutcome::Key(origin, key) => {
                self.commands.push(Command::TellKey(id, origin, key));
            }
        }
    }

    fn send(&mut self, id: CallId, (one_shot, request): (OneShotRequest, Request)) {
        self.fetch(id, request, one_shot.endpoint().origin().to_owned());
        self.running.insert(id, Running::OneShotRequest(Box::new(one_shot)));
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
