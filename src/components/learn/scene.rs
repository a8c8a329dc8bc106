//! An item with a transcript, and the verdict on it.

use std::ops::RangeInclusive;

use leptos::context::Provider;
use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_text::Status;

use crate::browser;
use crate::components::widgets::basic::use_id;
use crate::components::{ArcsCard, Pointed, Root, StepTable};
use crate::state::{Verdict, first_error};
use crate::stores::PlayStore;
use crate::text;

/// A scope around the views of an item. Lookups in a scope do not find elements of another scope.
#[component]
pub(crate) fn ItemScope(play: PlayStore, children: Children) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let pointed = move |event: ev::PointerEvent| {
        let step = browser::step_at(event.target());
        if step != browser::step_at(event.related_target()) {
            play.focus.set(step);
        }
    };
    let by_step = Pointed::new(play.focus);
    view! {
        <div
            class="learn-scene"
            node_ref=root
            on:pointerover=pointed
            on:pointerleave=move |_| play.focus.set(None)
        >
            <Provider value=Root::new(root)>
                <Provider value=by_step>{children()}</Provider>
            </Provider>
        </div>
    }
}

/// The note that no language model wrote the transcript.
#[component]
pub(crate) fn ScriptedNote() -> impl IntoView {
    view! { <span class="source">{text::learn::SCRIPTED}</span> }
}

/// The verdict in one sentence.
#[component]
pub(crate) fn VerdictSentence(play: PlayStore) -> impl IntoView {
    let sentence = move || match play.verdict.get() {
        Verdict::Judged(graded) => text::typeset(&graded.report.headline),
        Verdict::Failed(why) => why,
        Verdict::Waiting | Verdict::None => String::new(),
    };
    view! { <p class="learn-verdict" role="status">{sentence}</p> }
}

/// The result of a comparison with the correct answer.
#[component]
pub(crate) fn ExactMatch(play: PlayStore) -> impl IntoView {
    let is_correct = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) => {
            Some(graded.report.visible.first.as_ref().is_some_and(|answer| answer.is_correct))
        }
        _ => None,
    });
    let sentence = move || match is_correct.get() {
        Some(true) => text::learn::MATCHES,
        Some(false) => text::learn::MATCHES_NOT,
        None => "",
    };
    view! {
        <p class="learn-match" class:is-right=move || is_correct.get() == Some(true) class:is-wrong=move || is_correct.get() == Some(false)>
            <span class="soft">{text::learn::EXACT_MATCH}</span>
            " "
            <b>{sentence}</b>
        </p>
    }
}

/// The arcs of an incorrect transcript, and the reach of its error.
#[component]
pub(crate) fn FirstError(play: PlayStore) -> impl IntoView {
    let sentence = move || {
        let (shown, verdict) = (play.current_item.get(), play.text_verdict.get()?);
        let first = first_error(&verdict)?;
        let inherits = verdict.steps.iter().filter(|step| step.status == Status::Inherited).count();
        Some(text::learn::reach(&shown.item.name(first), inherits))
    };
    view! {
        <ArcsCard play/>
        <p class="learn-sentence" aria-live="polite">{sentence}</p>
    }
}

/// The procedure step by step, next to the transcript.
#[component]
pub(crate) fn Steps(play: PlayStore) -> impl IntoView {
    view! { <StepTable play/> }
}

/// A slider with its name before it and its value after it.
#[component]
pub(crate) fn DialSlider(
    label: &'static str,
    range: RangeInclusive<u16>,
    step: u16,
    #[prop(into)] value: Signal<u16>,
    #[prop(into)] said: Signal<String>,
    #[prop(into)] on_slide: Callback<u16>,
) -> impl IntoView {
    let id = use_id("dial");
    let slide = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            on_slide.run(value);
        }
    };
    view! {
        <div class="learn-dial">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="range"
                min=*range.start()
                max=*range.end()
                step=step
                aria-valuetext=move || said.get()
                prop:value=move || value.get().to_string()
                on:input=slide
            />
            <output>{said}</output>
        </div>
    }
}
