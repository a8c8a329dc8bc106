//! A model that is being asked for Play.

use stepfall_provider::Call;

use crate::command::{CallId, Command};
use crate::kept::{self, End, Times};
use crate::page;
use crate::question::Question;

/// The least time between two pieces of an answer that the page is told, in milliseconds.
const BETWEEN_PIECES: u64 = 100;

/// A model that is being asked.
#[derive(Debug)]
pub(crate) struct Answering {
    pub(crate) call: Call,
    question: Question,
    started: u64,
    first: Option<u64>,
    /// What the page knows of the transcript.
    told: String,
    told_at: u64,
    is_due: bool,
}

impl Answering {
    pub(crate) fn new(call: Call, question: Question, now: u64) -> Self {
        let (told, told_at) = (String::new(), 0);
        Self { call, question, started: now, first: None, told, told_at, is_due: false }
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

    /// Ends the call: what the page is told then, and what keeps the answer, if there is any, before it is told.
    pub(crate) fn end(
        mut self,
        id: CallId,
        end: &End,
        told: String,
        now: u64,
    ) -> (Vec<Command>, Option<Command>) {
        let mut commands = Vec::new();
        self.tell(id, now, &mut commands);
        commands.push(Command::Tell(end.word(), id, told));
        let keep = !self.told.is_empty();
        let keep = keep.then(|| {
            let took = now.saturating_sub(self.started);
            let times = Times { asked: self.started, took, first: self.first };
            let header = kept::header(&self.call, &self.question, times, end);
            Command::KeepAnswer(id, header, self.told)
        });
        (commands, keep)
    }

    /// What the page is told of a call that ended well.
    pub(crate) fn ended(&self, now: u64) -> String {
        page::answered(self.call.answer(), now.saturating_sub(self.started), self.first)
    }
}
