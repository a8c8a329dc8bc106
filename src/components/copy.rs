//! Copying, and saying so.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::erased::{flag, press, text_of};
use crate::browser::{self, Timer};

/// How long a success is told, in milliseconds.
const TOLD_FOR: f64 = 2_000.0;

/// How the last copying went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Copied {
    Idle,
    Done,
    Refused,
}

/// Copies a text and tells the outcome; a success is told for a while, a refusal until the next try.
pub(crate) fn copy(text: String, outcome: RwSignal<Copied>) {
    spawn_local(async move {
        let done = browser::copy(&text).await;
        outcome.set(if done { Copied::Done } else { Copied::Refused });
        if done {
            let _ = Timer::start(TOLD_FOR, move || {
                if outcome.get_untracked() == Copied::Done {
                    outcome.set(Copied::Idle);
                }
            });
        }
    });
}

/// A button that says for a while that it has copied. Both texts lie over each other, so that nothing moves.
#[component]
pub(crate) fn CopyButton(
    /// What the button says.
    label: &'static str,
    /// What it says once it is done.
    done: &'static str,
    /// How the last copying went.
    outcome: RwSignal<Copied>,
    /// Copies.
    on_press: Box<dyn Fn()>,
    /// Whether it is the main button of the place.
    #[prop(optional)]
    main: bool,
) -> impl IntoView {
    let is_done = flag(move || outcome.get() == Copied::Done);
    let told = text_of(move || if is_done.get() { done.to_owned() } else { String::new() });
    view! {
        <button type="button" class="button copy" class:is-main=main class:is-done=is_done on:click=press(on_press)>
            <span class="copy-label">{label}</span>
            <span class="copy-done" aria-hidden="true">"✓ " {done}</span>
        </button>
        <span class="hidden" role="status">{told}</span>
    }
    .into_any()
}
