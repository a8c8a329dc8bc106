//! What the desk asks of the engine, and what it does with the answers.

use std::sync::Arc;

use crate::prelude::*;
use wasm_bindgen::JsValue;

use super::address::Write;
use super::{PlayStore, REST};
use crate::browser::{self, Engine, Timer};
use crate::state::{Call, Edit, Judgement, Kept, Play, Protocol, Shares, Verdict};
use crate::text;

impl PlayStore {
    /// Tries again to have the transcript graded.
    pub(crate) fn retry(self) {
        self.verdict.set(Verdict::Waiting);
        self.grade();
    }

    /// Has the transcript graded, where there is one for this prompt.
    pub(super) fn grade(self) {
        if self.peek(Play::judgement) != Judgement::Due {
            let nothing =
                Call::Grade { link: String::new(), transcript: String::new(), cut: false };
            self.make_way(&nothing);
            self.calls.update_value(|calls| calls.forget(&nothing));
            self.verdict.set(Verdict::None);
            self.reading.set(self.peek(Play::is_only_read));
            return;
        }
        if !matches!(self.verdict.get_untracked(), Verdict::Judged(_)) {
            self.verdict.set(Verdict::Waiting);
        }
        let (transcript, cut) = self.peek(|play| (play.transcript().to_owned(), play.is_cut()));
        self.ask(Call::Grade { link: self.plain_link(), transcript, cut });
    }

    /// Gives up what is under way, as the visitor wishes.
    pub(crate) fn stop(self) {
        self.stop_engine();
        self.verdict.set(Verdict::Failed(text::STOPPED.to_owned()));
        self.call_next();
    }

    /// Whether what is under way may take long.
    pub(crate) fn is_slow(self) -> bool {
        self.calls.with_value(|calls| calls.running().is_some_and(Call::is_slow))
    }

    /// Takes a call to the engine up.
    pub(super) fn ask(self, call: Call) {
        self.make_way(&call);
        self.calls.update_value(|calls| calls.ask(call));
        self.call_next();
    }

    /// Gives up what is under way where it would keep a call waiting for long.
    pub(super) fn make_way(self, call: &Call) {
        let yields = self
            .calls
            .with_value(|calls| calls.running().is_some_and(|running| running.yields_to(call)));
        if yields {
            self.stop_engine();
        }
    }

    pub(super) fn stop_engine(self) {
        self.calls.update_value(|calls| {
            calls.give_up();
        });
        if let Some(engine) = self.engine.try_update_value(Option::take).flatten() {
            engine.stop();
        }
    }

    /// Sends the next call to the engine, and starts that where it is not running.
    fn call_next(self) {
        let next =
            self.calls.try_update_value(|calls| calls.next().map(|(id, call)| (id, call.clone())));
        let Some((id, call)) = next.flatten() else { return };
        if self.engine.with_value(Option::is_none) {
            self.engine.set_value(Engine::start(move |(id, result)| self.answered(id, result)));
        }
        let is_sent = self
            .engine
            .with_value(|engine| engine.as_ref().map(|engine| post(engine, id, &call)).is_some());
        if !is_sent {
            self.calls.update_value(|calls| {
                calls.give_up();
            });
            self.verdict.set(Verdict::Failed(text::NO_WORKER.to_owned()));
        }
    }
    /// Takes up what the engine says.
    fn answered(self, id: u32, result: Result<String, String>) {
        if id == 0 {
            if let Err(why) = result {
                self.stop_engine();
                self.verdict.set(Verdict::Failed(text::engine_failed(&why)));
            }
            return;
        }
        let done = self.calls.try_update_value(|calls| calls.done(id)).flatten();
        match (done, result) {
            (Some(Call::Grade { link, transcript, cut }), result) => {
                let is_now = link == self.plain_link()
                    && self.peek(|play| {
                        play.judgement() == Judgement::Due
                            && play.transcript() == transcript
                            && play.is_cut() == cut
                    });
                if is_now {
                    self.verdict.set(match result.map(|json| browser::report(&json, transcript)) {
                        Ok(Some(report)) => Verdict::Judged(Arc::new(report)),
                        Ok(None) => Verdict::Failed(text::engine_failed("")),
                        Err(why) => Verdict::Failed(text::engine_failed(&why)),
                    });
                }
            }
            (Some(Call::Simulate { link, .. }), Ok(json)) => {
                if let Some(transcript) = browser::member(&json, "transcript")
                    && link == self.plain_link()
                {
                    self.reading.set(true);
                    self.send(Edit::Simulated(transcript));
                }
            }
            (Some(Call::Share { .. }), Ok(json)) => self.shared.set(browser::shared(&json)),
            (Some(Call::Shares(asked)), Ok(json)) => {
                self.shares.set(browser::shares(&json).map(|shares| (asked, shares)));
            }
            (Some(Call::Protocol(asked)), Ok(json)) => {
                self.protocol.set(browser::protocol(&json).map(|protocol| (asked, protocol)));
            }
            (Some(Call::Example(_)), Ok(json)) => {
                let link = browser::member(&json, "link");
                let transcript = browser::member(&json, "transcript");
                if let (Some(link), Some(transcript)) = (link, transcript)
                    && let of = link.clone()
                    && let Ok(play) = Play::open(&link, Some(Kept { of, transcript }))
                {
                    if self.writing.get_value().timer.is_some() {
                        self.write(Write::Replace);
                    }
                    self.show(play);
                    self.write(Write::Push);
                }
            }
            (Some(_), Err(why)) => self.trouble.set(Some(why)),
            (None, _) => {}
        }
        self.call_next();
    }

    /// How a model is asked; nothing while that is not known, and where it is no dialogue.
    pub(crate) fn protocol(self) -> Option<Protocol> {
        let shown = self.shown();
        self.protocol.get().filter(|(of, _)| *of == shown.asked).map(|(_, protocol)| protocol)
    }

    /// The shares of faults that show; nothing while they are not worked out.
    pub(crate) fn shares(self) -> Option<Shares> {
        let shown = self.shown();
        self.shares.get().filter(|(of, _)| *of == shown.asked).map(|(_, shares)| shares)
    }

    /// Makes what is handed on beside an address.
    pub(crate) fn make_shared(self, address: &str) {
        self.shared.set(None);
        let is_judged = self.peek(Play::judgement) == Judgement::Due;
        let (transcript, cut) = self.peek(|play| (play.transcript().to_owned(), play.is_cut()));
        let transcript = if is_judged { transcript } else { String::new() };
        let simulated = is_judged && self.peek(Play::is_simulated);
        let (link, address) = (self.plain_link(), address.to_owned());
        self.ask(Call::Share { link, transcript, cut, address, simulated });
    }

    /// What follows once the item stays the same for a while.
    pub(super) fn settle(self) {
        let shown = self.peek(|play| play.shown().clone());
        self.name();
        if let Some(timer) = self.working_out.get_value() {
            timer.cancel();
        }
        // The engine is not loaded for this alone.
        let at_once = shown.is_quick() && self.engine.with_value(Option::is_some);
        let timer = at_once.then(|| Timer::start(REST, move || self.work_out())).flatten();
        self.working_out.set_value(timer);
        if !shown.asked.condition.is_plain() {
            self.ask(Call::Protocol(shown.asked.clone()));
        }
    }

    /// Works out the shares of faults that show.
    pub(crate) fn work_out(self) {
        let asked = self.peek(|play| play.shown().asked.clone());
        self.ask(Call::Shares(asked));
    }
}

/// Why the model stopped, in the engine's word.
fn stop(is_cut: bool) -> JsValue {
    if is_cut { "length" } else { "unknown" }.into()
}

/// Sends a call to the engine.
fn post(engine: &Engine, id: u32, call: &Call) {
    match call {
        Call::Grade { link, transcript, cut } => {
            engine.post(id, "grade", &[link.into(), transcript.into(), stop(*cut)]);
        }
        Call::Simulate { link, executor, form, rate, run } => {
            let (executor, form) = ((*executor).into(), (*form).into());
            let given = [link.into(), executor, form, (*rate).into(), (*run).into()];
            engine.post(id, "simulate", &given);
        }
        Call::Share { link, transcript, cut, address, simulated } => {
            let (transcript, address) = (transcript.into(), address.into());
            let given = [link.into(), transcript, stop(*cut), address, (*simulated).into()];
            engine.post(id, "share", &given);
        }
        Call::Shares(asked) => engine.post(id, "shares", &[asked.link().fragment().into()]),
        Call::Protocol(asked) => {
            engine.post(id, "protocol", &[asked.link().fragment().into()]);
        }
        Call::Example(place) => engine.post(id, "example", &[(*place).into()]),
    }
}
