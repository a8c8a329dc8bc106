//! A model that is being asked for Play.

use stepfall_provider::Call;

use crate::command::{CallId, Command};
use crate::page;

/// The least time between two pieces of an answer that the page is told, in milliseconds.
const BETWEEN_PIECES: u64 = 100;

/// A model that is being asked.
#[derive(Debug)]
pub(crate) struct Answering {
    pub(crate) call: Call,
    started: u64,
    first: Option<u64>,
    /// What the page knows of the transcript.
    told: String,
    told_at: u64,
    is_due: bool,
}

impl Answering {
    pub(crate) const fn new(call: Call, now: u64) -> Self {
        Self { call, started: now, first: None, told: String::new(), told_at: 0, is_due: false }
    }

    /// Takes bytes of the reply, and tells the page what is new now or a little later.
    pub(crate) fn bytes(
        &mut self,
        bytes: &[u8],
        id: CallId,
        now: u64,
        commands: &mut Vec<Command>,
    ) {
        if self.call.push(bytes) {
            self.first.get_or_insert(now.saturating_sub(self.started));
            self.come(id, now, commands);
        }
    }

    /// Tells the page what has waited.
    pub(crate) fn wake(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
        if self.is_due {
            self.tell(id, now, commands);
        }
    }

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
    pub(crate) fn tell(&mut self, id: CallId, now: u64, commands: &mut Vec<Command>) {
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

    pub(crate) fn ended(&self, now: u64) -> String {
        page::answered(self.call.answer(), now.saturating_sub(self.started), self.first)
    }
}
