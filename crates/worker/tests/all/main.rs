//! The runner under a browser that is made up.
//!
//! One program for all of it, since each would be linked by itself.

#![allow(clippy::unwrap_used, reason = "a test ends where something is missing")]

mod one_shot_requests;
mod runner;
mod sweep;

use serde::Serialize;
use stepfall_protocol::{Event, Secret};

fn json(of: &impl Serialize) -> String {
    serde_json::to_string(of).unwrap()
}

/// What the page is told: kind, call and text.
pub(crate) fn told_as(event: Event) -> (&'static str, u32, String) {
    match event {
        Event::Broken(text) => ("broken", 0, text),
        Event::NotDone(text) => ("untaken", 0, text),
        // A job is carried out without the runner.
        Event::Done(id, _) => ("done", id, String::new()),
        Event::Providers(of) => ("providers", 0, json(&of)),
        Event::Models(id, of) => ("models", id, json(&of)),
        Event::Preview(id, text) => ("preview", id, text),
        Event::More(id, text) => ("more", id, text),
        Event::Whole(id, text) => ("whole", id, text),
        Event::Answered(id, of) => ("answered", id, json(&of)),
        Event::Stopped(id, of) => ("stopped", id, json(&of)),
        Event::Failed(id, of) => ("failed", id, json(&of)),
        Event::NotKept(id, text) => ("unkept", id, text),
        Event::SignIn { id, address, verifier: Secret(verifier) } => {
            ("sign-in", id, format!("{address}\n{verifier}"))
        }
        Event::Key { id, origin, .. } => ("key", id, origin),
        Event::Checked(of) => ("checked", 0, json(&of)),
        Event::Progress(of) => ("progress", 0, json(&of)),
        Event::Runs { runs, .. } => ("runs", 0, json(&runs)),
        Event::Figures(of) => ("figures", 0, json(&of)),
        Event::Attempts(of) => ("attempts", 0, json(&of)),
        Event::Attempt(attempt) => ("attempt", 0, json(&attempt)),
        Event::File { name, text, .. } => {
            ("text", 0, serde_json::json!({"name": name, "text": text}).to_string())
        }
        Event::Blob(name) => ("blob", 0, name),
        Event::Imported(run) => ("taken", 0, run),
        Event::Suspects(of) => ("suspects", 0, json(&of)),
        Event::Compared(run) => ("compared", 0, run),
        Event::Answers { answers, .. } => ("answers", 0, json(&answers)),
        Event::Answer(attempt) => ("answer", 0, json(&attempt)),
    }
}
