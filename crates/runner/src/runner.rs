//! The calls that are under way.

use std::collections::BTreeMap;

use stepfall_provider::{
    Call, Circumstances, Ending, Endpoint, Head, MAX_BODY, Models, Request, diagnose,
};

use crate::command::{CallId, Command};
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
        std::mem::take(&mut self.commands)
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
    pub fn head(&mut self, id: CallId, head: Head) {
        match self.running.get_mut(&id) {
            Some(Running::Answer(answering)) => answering.call.head(head),
            Some(Running::Models(listing)) => listing.head = head,
            Some(Running::Lost(_)) | None => {}
        }
    }

    /// Takes bytes of a reply.
    pub fn bytes(&mut self, id: CallId, bytes: &[u8], now: u64) {
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
