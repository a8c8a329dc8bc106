//! The runner with a simulated browser.
//!
//! All tests are in one program, because linking several programs takes longer.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod batch;
mod batch_sides;
mod one_shot_requests;
mod runner;
mod sweep;

use serde::Serialize;
use stepfall_protocol::{AnswersEvent, CallEvent, Event, FileEvent, RunEvent};

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// Summarises an event for the page: kind, call and text.
pub(crate) fn summary(event: Event) -> (&'static str, u32, String) {
    match event {
        Event::Broken(text) => ("broken", 0, text),
        Event::Run(RunEvent::NotDone(text)) => ("not-done", 0, text),
        // Jobs do not use the runner.
        Event::Job(id, _) => ("done", id, String::new()),
        Event::Providers(value) => ("providers", 0, json(&value)),
        Event::Call(id, CallEvent::Models(value)) => ("models", id, json(&value)),
        Event::Call(id, CallEvent::Preview(text)) => ("preview", id, text),
        Event::Call(id, CallEvent::More(text)) => ("more", id, text),
        Event::Call(id, CallEvent::Whole(text)) => ("whole", id, text),
        Event::Call(id, CallEvent::Answered(value)) => ("answered", id, json(&value)),
        Event::Call(id, CallEvent::Stopped(value)) => ("stopped", id, json(&value)),
        Event::Call(id, CallEvent::Failed(value)) => ("failed", id, json(&value)),
        Event::Call(id, CallEvent::NotKept(text)) => ("not-kept", id, text),
        Event::Call(id, CallEvent::SignIn { address, verifier, state }) => {
            ("sign-in", id, format!("{address}\n{}\n{}", verifier.0, state.0))
        }
        Event::Call(id, CallEvent::Key { origin, .. }) => ("key", id, origin),
        Event::Run(RunEvent::Checked(value)) => ("checked", 0, json(&value)),
        Event::Run(RunEvent::Progress(value)) => ("progress", 0, json(&value)),
        Event::Run(RunEvent::Listed { runs, .. }) => ("runs", 0, json(&runs)),
        Event::Run(RunEvent::Figures(value)) => ("figures", 0, json(&value)),
        Event::Run(RunEvent::Attempts(value)) => ("attempts", 0, json(&value)),
        Event::Run(RunEvent::Attempt(attempt)) => ("attempt", 0, json(&attempt)),
        Event::File(FileEvent::Text { name, text }) => {
            ("text", 0, serde_json::json!({"name": name, "text": text}).to_string())
        }
        Event::File(FileEvent::Picture { name, svg }) => {
            ("picture", 0, serde_json::json!({"name": name, "svg": svg}).to_string())
        }
        Event::File(FileEvent::Attached { name }) => ("blob", 0, name),
        // Batches do not use the runner.
        Event::Batch(value) => ("batch", 0, json(&value)),
        Event::Run(RunEvent::Imported(run)) => ("taken", 0, run),
        Event::Run(RunEvent::Suspects(value)) => ("suspects", 0, json(&value)),
        Event::Run(RunEvent::SmallModelQuestion(id, value)) => ("question", id, json(&value)),
        Event::Run(RunEvent::Compared(run)) => ("compared", 0, run),
        Event::Answers(AnswersEvent::Listed { answers, .. }) => ("answers", 0, json(&answers)),
        Event::Answers(AnswersEvent::Opened(attempt)) => ("answer", 0, json(&attempt)),
    }
}
