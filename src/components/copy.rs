//! Copying, and saying so.

use leptos::prelude::*;

use super::small::Sign;
use crate::browser::{self, Timer};
use crate::text;

/// How long a success is told, in milliseconds.
const COPIED_SHOWN_MS: f64 = 2_000.0;

/// How the last copying went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copied {
    Idle,
    Done,
    Refused,
}

/// Copies a text and tells the outcome; a success is told for a while, a refusal until the next try.
pub(crate) fn copy(text: String, outcome: RwSignal<Copied>) {
    browser::when_done(outcome, async move { browser::copy(&text).await }, move |is_done| {
        tell(is_done, outcome);
    });
}

/// The same for a picture, by the text of its SVG.
pub(crate) fn copy_picture(svg: String, outcome: RwSignal<Copied>) {
    browser::when_done(outcome, async move { browser::copy_png(&svg).await }, move |is_done| {
        tell(is_done, outcome);
    });
}

fn tell(is_done: bool, outcome: RwSignal<Copied>) {
    outcome.set(if is_done { Copied::Done } else { Copied::Refused });
    if is_done {
        let _ = Timer::start(outcome, COPIED_SHOWN_MS, move || {
            if outcome.get_untracked() == Copied::Done {
                outcome.set(Copied::Idle);
            }
        });
    }
}

/// A button that says for a while that it has copied, or that it could not.
#[component]
pub(crate) fn CopyButton(
    class: &'static str,
    label: &'static str,
    done: &'static str,
    outcome: RwSignal<Copied>,
    /// What is said beside it where the browser refuses; empty where that stands elsewhere.
    #[prop(default = text::COPY_REFUSED)]
    refused: &'static str,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    let is_done = move || outcome.get() == Copied::Done;
    view! {
        <button type="button" class=class class:is-done=is_done on:click=move |_| on_press()>
            <span class="copy-label">{label}</span>
            // Both texts lie over each other, so that nothing moves.
            <span class="copy-done"><Sign sign="✓ "/>{done}</span>
        </button>
        <span class="hidden" role="status">{move || if is_done() { done } else { "" }}</span>
        <span class="refused" role="status">
            {move || if outcome.get() == Copied::Refused { refused } else { "" }}
        </span>
    }
}
