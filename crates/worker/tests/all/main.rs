//! The runner under a browser that is made up.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod errands;
mod runner;
mod sweep;

use stepfall_protocol::{Event, Secret};

/// What the page is told: kind, call and text.
pub(crate) fn told_as(event: Event) -> (&'static str, u32, String) {
    let json = |attempt: stepfall_protocol::Attempt| {
        serde_json::json!({"link": attempt.link, "transcript": attempt.transcript, "author": attempt.author})
            .to_string()
    };
    match event {
        Event::Broken(text) => ("broken", 0, text),
        Event::NotDone(text) => ("untaken", 0, text),
        Event::Providers(text) => ("providers", 0, text),
        Event::Models(id, text) => ("models", id, text),
        Event::Preview(id, text) => ("preview", id, text),
        Event::More(id, text) => ("more", id, text),
        Event::Whole(id, text) => ("whole", id, text),
        Event::Answered(id, text) => ("answered", id, text),
        Event::Stopped(id, text) => ("stopped", id, text),
        Event::Failed(id, text) => ("failed", id, text),
        Event::NotKept(id, text) => ("unkept", id, text),
        Event::SignIn { id, address, verifier: Secret(verifier) } => {
            ("sign-in", id, format!("{address}\n{verifier}"))
        }
        Event::Key { id, origin, .. } => ("key", id, origin),
        Event::Checked(text) => ("checked", 0, text),
        Event::Progress(text) => ("progress", 0, text),
        Event::Runs { runs, .. } => ("runs", 0, runs),
        Event::Figures(text) => ("figures", 0, text),
        Event::Attempts(text) => ("attempts", 0, text),
        Event::Listed(text) => ("listed", 0, text),
        Event::Attempt(attempt) => ("attempt", 0, json(attempt)),
        Event::File { name, text, .. } => {
            ("text", 0, serde_json::json!({"name": name, "text": text}).to_string())
        }
        Event::Blob(name) => ("blob", 0, name),
        Event::Imported(run) => ("taken", 0, run),
        Event::Suspects(text) => ("suspects", 0, text),
        Event::Compared(run) => ("compared", 0, run),
        Event::Answers { answers, .. } => ("answers", 0, answers),
        Event::Answer(attempt) => ("answer", 0, json(attempt)),
    }
}
