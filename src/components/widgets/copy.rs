//! Copying, and reporting the outcome.

use leptos::prelude::*;

use super::basic::Sign;
use crate::browser::{self, Timer};
use crate::text;

/// The time for which a success is shown, in milliseconds.
const COPIED_SHOWN_MS: f64 = 2_000.0;

/// The outcome of the last copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copied {
    Idle,
    Done,
    Refused,
}

/// Copies a text and reports the outcome. A success is shown briefly, and a refusal until the next
/// attempt.
pub(crate) fn copy(text: String, outcome: RwSignal<Copied>) {
    browser::when_done(outcome, async move { browser::copy(&text).await }, move |is_done| {
        report(is_done, outcome);
    });
}

/// Copies a picture from the text of its SVG, and reports the outcome.
pub(crate) fn copy_picture(svg: String, outcome: RwSignal<Copied>) {
    browser::when_done(outcome, async move { browser::copy_png(&svg).await }, move |is_done| {
        report(is_done, outcome);
    });
}

fn report(is_done: bool, outcome: RwSignal<Copied>) {
    outcome.set(if is_done { Copied::Done } else { Copied::Refused });
    if is_done {
        let _ = Timer::start(outcome, COPIED_SHOWN_MS, move || {
            if outcome.get_untracked() == Copied::Done {
                outcome.set(Copied::Idle);
            }
        });
    }
}

/// A button that copies, and then shows the outcome.
#[component]
pub(crate) fn CopyButton(
    class: &'static str,
    label: &'static str,
    done: &'static str,
    outcome: RwSignal<Copied>,
    /// The message next to the button if the browser refuses; empty if the message is shown
    /// elsewhere.
    #[prop(default = text::page::COPY_REFUSED)]
    refused: &'static str,
    on_press: impl Fn() + 'static,
) -> impl IntoView {
    let is_done = move || outcome.get() == Copied::Done;
    view! {
        <button type="button" class=class class:is-done=is_done on:click=move |_| on_press()>
            <span class="copy-label">{label}</span>
            // Both texts are laid over each other, to avoid a layout shift.
            <span class="copy-done"><Sign sign="✓ "/>{done}</span>
        </button>
        <span class="hidden" role="status">{move || if is_done() { done } else { "" }}</span>
        <span class="refused" role="status">
            {move || if outcome.get() == Copied::Refused { refused } else { "" }}
        </span>
    }
}
