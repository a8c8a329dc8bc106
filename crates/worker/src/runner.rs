//! The state machine of the worker: requests of the page and replies of the network become
//! commands.

use std::collections::BTreeMap;

use stepfall_condition::Dialogue;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::lab::{LabAnswer, SmallModelQuestion};
use stepfall_protocol::{
    CallEvent, Event, FigureFormat, Key, PromptSettings, ProviderAccess, Secret,
};
use stepfall_provider::{
    Call, Circumstances, Ending, Endpoint, Head, ModelRequest, Request, diagnose, sign_in,
};

use stepfall_sweep::ReplyEnd;

use crate::answer_request::AnswerRequest;
use crate::command::{CallId, Command};
use crate::one_shot_request::{OneShotOutcome, OneShotRequest};
use crate::page;
use crate::question::{endpoint, read_question};
use crate::run_manager::{DIAGNOSIS_CALL, NewRun, RunManager};
use crate::store::StoreError;
use crate::stored_answer::End;

/// The description of a request that failed without a message.
const UNREACHED: &str = "the browser could not reach the provider";
/// The message if no sign-in can begin.
const NO_DIGEST: &str = "This browser signs in only from a page that came by https, or from this machine. Paste a key instead.";

/// The state of the page's calls and runs. Its methods receive all events, and it returns commands.
#[derive(Debug, Default)]
pub struct Runner {
    running: BTreeMap<CallId, Running>,
    /// The events of calls that have ended, which are sent once their answers are stored.
    ended: BTreeMap<CallId, Vec<Command>>,
    runs: RunManager,
    commands: Vec<Command>,
}

#[derive(Debug)]
enum Running {
    Answer(Box<AnswerRequest>),
    OneShotRequest(Box<OneShotRequest>),
    /// A sign-in that waits for the digest of its verifier.
    SignIn(SignIn),
    /// A request that failed without a message, while its circumstances are investigated.
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
    /// Returns the commands since the last call.
    pub fn take_commands(&mut self) -> Vec<Command> {
        let mut commands = std::mem::take(&mut self.commands);
        commands.extend(self.runs.take_commands());
        commands
    }

    /// Sends the page all providers.
    pub fn providers(&mut self) {
        self.emit(Event::Providers(page::providers()));
    }

    /// Fetches the list of models. The request costs no tokens, and checks address and key.
    pub fn models(&mut self, id: CallId, setting: &ProviderAccess) {
        match endpoint(setting) {
            Err(sentence) => {
                self.emit(Event::Call(id, CallEvent::Failed(page::report_of_sentence(&sentence))));
            }
            Ok(endpoint) => self.send(id, OneShotRequest::models(endpoint)),
        }
    }

    /// Prepares a sign-in, through which a visitor gets a key without pasting one. `callback` is
    /// the address of the page, without query and fragment. `random` is 32 unpredictable bytes, and
    /// `state` is 32 others. The page receives the address of the sign-in, and stores the verifier
    /// and the state.
    pub fn sign_in(
        &mut self,
        id: CallId,
        setting: &ProviderAccess,
        callback: &str,
        random: &[u8],
        state: &[u8],
    ) {
        match endpoint(setting) {
            Err(sentence) => {
                self.emit(Event::Call(id, CallEvent::Failed(page::report_of_sentence(&sentence))));
            }
            Ok(endpoint) => {
                let verifier = sign_in::in_base64(random);
                self.commands.push(Command::HashVerifier { call: id, verifier: verifier.clone() });
                let (callback, state) = (callback.to_owned(), sign_in::in_base64(state));
                let sign_in = SignIn { endpoint, callback, verifier, state };
                self.running.insert(id, Running::SignIn(sign_in));
            }
        }
    }

    /// Handles the SHA-256 digest of a verifier. `digest` is empty if the browser cannot compute
    /// it.
    pub fn on_hash(&mut self, id: CallId, digest: &[u8]) {
        let Some(Running::SignIn(sign_in)) = self.running.remove(&id) else { return };
        let SignIn { endpoint, callback, verifier, state } = sign_in;
        let challenge = sign_in::in_base64(digest);
        let address = sign_in::address(Some(endpoint.origin()), &callback, &state, &challenge);
        match address.ok().filter(|_| !digest.is_empty()) {
            Some(address) => {
                let (verifier, state) = (Secret(verifier), Secret(state));
                self.emit(Event::Call(id, CallEvent::SignIn { address, verifier, state }));
            }
            None => {
                self.emit(Event::Call(id, CallEvent::Failed(page::report_of_sentence(NO_DIGEST))));
            }
        }
    }

    /// Exchanges the code of a sign-in, and the stored verifier, for a key.
    pub fn exchange(&mut self, id: CallId, setting: &ProviderAccess, code: &str, verifier: &str) {
        let one_shot = endpoint(setting)
            .and_then(|endpoint| OneShotRequest::exchange(endpoint, code, verifier));
        match one_shot {
            Err(sentence) => {
                self.emit(Event::Call(id, CallEvent::Failed(page::report_of_sentence(&sentence))));
            }
            Ok(one_shot) => self.send(id, one_shot),
        }
    }

    /// Sends the page the text of the request that would be sent, without the key, or a sentence
    /// that explains why there is none.
    pub fn preview(&mut self, id: CallId, setting: &ProviderAccess, question: &PromptSettings) {
        let preview = call(setting, question).map(|(call, ..)| page::redacted_text(call.request()));
        self.emit(Event::Call(id, CallEvent::Preview(preview.unwrap_or_else(|sentence| sentence))));
    }

    /// Sends a question to a model. The answer arrives as events of the call.
    pub fn ask(
        &mut self,
        id: CallId,
        setting: &ProviderAccess,
        question: &PromptSettings,
        now: u64,
    ) {
        match call(setting, question) {
            Err(sentence) => {
                self.emit(Event::Call(id, CallEvent::Failed(page::report_of_sentence(&sentence))));
            }
            Ok((call, model_request, dialogue)) => {
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                let answer_request =
                    AnswerRequest::new(call, model_request, dialogue, question.clone(), now);
                self.running.insert(id, Running::Answer(Box::new(answer_request)));
            }
        }
    }

    /// Cancels a call. A partial answer is stored and reported.
    pub fn stop(&mut self, id: CallId, now: u64) {
        let Some(running) = self.running.remove(&id) else { return };
        self.commands.push(Command::Abort(id));
        if let Running::Answer(answer_request) = running {
            self.close(id, *answer_request, &End::Stopped, now);
        }
    }

    /// Handles the status and the headers of a reply.
    pub fn on_head(&mut self, id: CallId, head: Head, now: u64) {
        if RunManager::owns(id) {
            if let Some(active) = self.runs.active() {
                active.on_head(id, head, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answer_request)) => answer_request.call.head(head),
            Some(Running::OneShotRequest(one_shot)) => one_shot.head(head),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
        }
    }

    /// Handles bytes of a reply.
    pub fn on_bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
        if RunManager::owns(id) {
            if let Some(active) = self.runs.active() {
                active.on_bytes(id, bytes, now);
            }
            return;
        }
        match self.running.get_mut(&id) {
            Some(Running::Answer(answer_request)) => {
                answer_request.bytes(bytes, id, now, &mut self.commands);
            }
            Some(Running::OneShotRequest(one_shot)) => one_shot.bytes(bytes),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => {}
        }
    }

    /// Handles the passage of time.
    pub fn wake(&mut self, now: u64) {
        self.runs.wake(now);
        for (id, running) in &mut self.running {
            if let Running::Answer(answer_request) = running {
                answer_request.wake(*id, now, &mut self.commands);
            }
        }
    }

    /// Handles the end of a reply.
    pub fn on_end(&mut self, id: CallId, now: u64) {
        if RunManager::owns(id) {
            return self.runs.on_end(id, ReplyEnd::End, now);
        }
        match self.running.remove(&id) {
            Some(Running::Answer(answer_request)) => self.end_answer(id, answer_request, now),
            Some(Running::OneShotRequest(one_shot)) => self.end_one_shot(id, *one_shot),
            Some(other @ (Running::SignIn(_) | Running::Lost(_))) => {
                self.running.insert(id, other);
            }
            None => {}
        }
    }

    /// Handles a request that failed without a reason, and investigates it. If a part of an answer
    /// had arrived, ends the call with this part instead.
    pub fn on_lost(&mut self, id: CallId, now: u64) {
        if RunManager::owns(id) {
            return self.runs.on_end(id, ReplyEnd::Lost(UNREACHED.to_owned()), now);
        }
        let endpoint = match self.running.remove(&id) {
            Some(Running::Answer(answer_request)) if answer_request.has_begun() => {
                return self.end_answer(id, answer_request, now);
            }
            Some(Running::Answer(answer_request)) => answer_request.call.endpoint().clone(),
            Some(Running::OneShotRequest(one_shot)) => one_shot.into_endpoint(),
            Some(Running::SignIn(_) | Running::Lost(_)) | None => return,
        };
        self.commands.push(Command::Probe { call: id, origin: endpoint.origin().to_owned() });
        self.running.insert(id, Running::Lost(endpoint));
    }

    /// Handles the small model's answer to a question of the open run, or the reason for its
    /// absence.
    pub fn on_small_model_answer(
        &mut self,
        id: CallId,
        question: &SmallModelQuestion,
        answer: Result<LabAnswer, String>,
        now: u64,
    ) {
        self.runs.on_small_model_answer(id, question, answer, now);
    }

    /// Reports the errors of a sweep's set-up, and its estimated size.
    pub fn check(&mut self, fragment: &str) {
        self.runs.check(fragment);
    }

    /// Begins a run. `run` is its name in the store, `name` is the visitor's name for it, and
    /// `jitter` is the seed of its random delays.
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
        self.runs.begin(NewRun { run, fragment, name, keys, jitter }, now);
    }

    /// Opens a stored run; an empty name closes the open one.
    pub fn open(&mut self, run: &str, jitter: u64, now: u64) {
        if run.is_empty() {
            self.runs.leave(now);
        } else {
            self.runs.open(run, jitter, now);
        }
    }

    /// Continues the open run, within the limits of the set-up in this address. With
    /// `retries_given_up`, repeats the attempts that were given up.
    pub fn resume(&mut self, keys: &[Key], retries_given_up: bool, fragment: &str) {
        self.runs.resume(by_origin(keys), retries_given_up, fragment);
    }

    /// Renames a run if it is open. The new name is already on the disk.
    pub fn rename(&mut self, run: &str, name: &str) {
        self.runs.rename(run, name);
    }

    /// Forgets the key for an origin; a run that used it stops.
    pub fn forget(&mut self, origin: &str, now: u64) {
        self.runs.forget(origin, now);
    }

    /// Sends no new requests for the open run; those in flight are completed.
    pub fn pause(&mut self, now: u64) {
        self.runs.pause(now);
    }

    /// Sends no new requests for the open run and ends those in flight.
    pub fn halt(&mut self, now: u64) {
        self.runs.stop_run(now);
    }

    /// Handles the header of a run that is being opened or compared. `line` is empty if there is no
    /// such run.
    pub fn on_header(&mut self, run: &str, line: &str) {
        self.runs.on_header(run, line);
    }

    /// Handles lines of a run that is being opened or compared. `is_last` means that no more lines
    /// follow.
    pub fn on_lines(&mut self, run: &str, lines: &str, is_last: bool, now: u64) {
        self.runs.on_lines(run, lines, is_last, now);
    }

    /// Handles the result of the request for a run's lock.
    pub fn on_lock(&mut self, run: &str, is_mine: bool, now: u64) {
        self.runs.on_lock(run, is_mine, now);
    }

    /// Handles the result of storing `count` lines, which were written together. A `count` of 0
    /// reports that the header could not be stored.
    pub fn on_lines_stored(
        &mut self,
        run: &str,
        count: usize,
        result: Result<(), &StoreError>,
        now: u64,
    ) {
        self.runs.on_lines_stored(run, count, result, now);
    }

    /// Handles the loss of the store. Another store is open, and the open run moves into it;
    /// `is_kept` means that it outlives the tab.
    pub fn on_disk_lost(&mut self, is_kept: bool, now: u64) {
        self.runs.on_disk_lost(is_kept, now);
    }

    /// Handles the result of moving a run into another store.
    pub fn on_restored(&mut self, run: &str, restored: Result<(), &StoreError>, now: u64) {
        self.runs.on_restored(run, restored, now);
    }

    /// Returns the received lines of a run that are not on the disk, or an empty list if the run is
    /// not open.
    pub fn unsaved_lines(&mut self, run: &str) -> Vec<String> {
        self.runs.unsaved_lines(run)
    }

    /// Returns all lines of a run in memory, its header first, or an empty list if the run is not
    /// open.
    pub fn lines_in_memory(&mut self, run: &str, now: u64) -> Vec<String> {
        self.runs.lines_in_memory(run, now)
    }

    /// Compares the open run with another one, item by item; an empty name ends the comparison.
    pub fn compare(&mut self, run: &str) {
        self.runs.compare(run, false);
    }

    /// Draws the open run together with another one, which may have other items.
    pub fn overlay(&mut self, run: &str) {
        self.runs.compare(run, true);
    }

    /// Sends the figures of the open run, laid out for a width in CSS pixels.
    pub fn figures(&mut self, measure: Measure, width: u32) {
        self.runs.figures(measure, width);
    }

    /// Sends one of the figures as a file.
    pub fn file(&mut self, measure: Measure, id: &str, form: FigureFormat, is_dark: bool) {
        self.runs.file(measure, id, form, is_dark);
    }

    /// Sends all figures of the open run as one HTML file. `address` is the address of the page,
    /// without a fragment.
    pub fn report(&mut self, measure: Measure, address: &str) {
        self.runs.report_file(measure, address);
    }

    /// Converts lines of a run with this header to lines of a CSV file, with their grades if the
    /// run is open. Without lines, returns the first line of the file.
    pub fn table(&mut self, run: &str, header: &str, lines: &str) -> String {
        self.runs.table(run, header, lines)
    }

    /// Sends a part of the list of attempts that a filter selects.
    pub fn attempts(&mut self, filter: &str, from: u32) {
        self.runs.attempts(filter, from as usize);
    }

    /// Requests an attempt from the store, to be opened in Play.
    pub fn attempt(&mut self, number: u32) {
        self.runs.attempt(number);
    }

    /// Handles the line of the requested attempt.
    pub fn on_attempt_line(&mut self, run: &str, line: &str) {
        self.runs.on_attempt_line(run, line);
    }

    /// Imports a file of attempts, as a run of this name in the store. `size` is in bytes; the
    /// runner requests the file in pieces.
    pub fn import_file(&mut self, run: &str, size: u64) {
        self.runs.import_file(run, size);
    }

    /// Handles the next piece of the imported file.
    pub fn on_file_piece(&mut self, run: &str, bytes: &[u8], is_last: bool) {
        self.runs.on_file_piece(run, bytes, is_last);
    }

    /// Handles a read error of the imported file.
    pub fn on_file_unreadable(&mut self, run: &str) {
        self.runs.on_file_unreadable(run);
    }

    /// Handles the result of storing the answer of a call.
    pub fn on_answer_stored(&mut self, id: CallId, result: Result<(), &StoreError>) {
        let Some(commands) = self.ended.remove(&id) else { return };
        if let Err(error) = result {
            self.emit(Event::Call(id, CallEvent::NotKept(page::not_kept(error))));
        }
        self.commands.extend(commands);
    }

    /// Handles the circumstances of a failed request.
    pub fn on_circumstances(&mut self, id: CallId, circumstances: &Circumstances) {
        if id == DIAGNOSIS_CALL {
            return self.runs.on_diagnosis_facts(circumstances);
        }
        if let Some(Running::Lost(endpoint)) = self.running.remove(&id) {
            self.emit(Event::Call(
                id,
                CallEvent::Failed(page::report_of_suspects(diagnose(&endpoint, circumstances))),
            ));
        }
    }

    fn end_answer(&mut self, id: CallId, mut answer_request: Box<AnswerRequest>, now: u64) {
        match answer_request.call.finish() {
            Ending::ParameterRefused => {
                let call = &answer_request.call;
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                self.running.insert(id, Running::Answer(answer_request));
            }
            Ending::Answered if answer_request.goes_on() => {
                let call = &answer_request.call;
                self.fetch(id, call.request().clone(), call.endpoint().origin().to_owned());
                self.running.insert(id, Running::Answer(answer_request));
            }
            Ending::Answered => self.close(id, *answer_request, &End::Answered, now),
            Ending::Failed(error) => {
                self.close(id, *answer_request, &End::Failed(page::failure_report(&error)), now);
            }
        }
    }

    /// Ends a call. Its answer is stored before the page gets the events.
    fn close(&mut self, id: CallId, answer_request: AnswerRequest, end: &End, now: u64) {
        let (commands, keep) = answer_request.end(id, end, now);
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
            OneShotOutcome::Models(models) => self.emit(Event::Call(id, CallEvent::Models(models))),
            OneShotOutcome::Failed(failed) => self.emit(Event::Call(id, CallEvent::Failed(failed))),
            OneShotOutcome::Key(origin, key) => {
                self.commands.push(Command::SendKey { call: id, origin, key });
            }
        }
    }

    fn send(&mut self, id: CallId, (one_shot, request): (OneShotRequest, Request)) {
        self.fetch(id, request, one_shot.endpoint().origin().to_owned());
        self.running.insert(id, Running::OneShotRequest(Box::new(one_shot)));
    }

    fn fetch(&mut self, id: CallId, request: Request, origin: String) {
        self.commands.push(Command::Fetch { call: id, request, origin });
    }

    fn emit(&mut self, event: Event) {
        self.commands.push(Command::Emit(event));
    }
}

fn by_origin(keys: &[Key]) -> BTreeMap<String, String> {
    keys.iter().map(|Key { origin, key }| (origin.clone(), key.0.clone())).collect()
}

fn call(
    setting: &ProviderAccess,
    question: &PromptSettings,
) -> Result<(Call, ModelRequest, Dialogue<'static>), String> {
    let (model_request, dialogue) = read_question(question)?;
    Ok((Call::new(endpoint(setting)?, &model_request), model_request, dialogue))
}
