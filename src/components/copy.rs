//! Copying, and saying so.

use crate::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::element::{Node, element, group};
use super::small::{Sign, sign};
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
pub(crate) fn copy_button(
    class: &str,
    label: &str,
    done: &'static str,
    outcome: RwSignal<Copied>,
    press: impl Fn() + 'static,
) -> Node {
    let is_done = move || outcome.get() == Copied::Done;
    let button = element("button")
        .attr("type", "button")
        .class(class)
        .class_when("is-done", is_done)
        .child(element("span").class("copy-label").text(label))
        .child(element("span").class("copy-done").child(sign("✓ ")).text(done))
        .press(press);
    let told = element("span")
        .class("hidden")
        .attr("role", "status")
        .text_of(move || if is_done() { done.to_owned() } else { String::new() });
    group().child(button).child(told)
}

/// The same as a component, which says for a while that it has copied.
#[component]
pub(crate) fn CopyButton(
    class: &'static str,
    label: &'static str,
    done: &'static str,
    outcome: RwSignal<Copied>,
    press: impl Fn() + 'static,
) -> impl IntoView {
    let is_done = move || outcome.get() == Copied::Done;
    view! {
        <button type="button" class=class class:is-done=is_done on:click=move |_| press()>
            <span class="copy-label">{label}</span>
            // Both texts lie over each other, so that nothing moves.
            <span class="copy-done"><Sign sign="✓ "/>{done}</span>
        </button>
        <span class="hidden" role="status">{move || if is_done() { done } else { "" }}</span>
    }
}
