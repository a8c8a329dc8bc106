//! The transcript with what was read in it.

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_procedure::{Condition, without_piles};
use stepfall_protocol::verdict::{Mark, Marked, Report, Span};

use super::dialogue::said;
use super::pointed::Pointed;
use crate::browser::Units;
use crate::state::{Verdict, category, typeset};
use crate::stores::PlayStore;
use crate::text;

/// The most of a transcript that is shown, in units of UTF-16.
const MOST: u32 = 200_000;

/// How far from its end a box still counts as being at it, in pixels.
const NEAR_END: i32 = 48;

/// The transcript as the last verdict saw it.
#[component]
pub(crate) fn Reading(play: PlayStore) -> impl IntoView {
    view! {
        <ReadText
            verdict=play.verdict
            written=move || play.with(|play| play.transcript().text().to_owned())
            condition=move || play.shown().asked.condition
            is_growing=play.streaming
            aside=play.shows_reasoning
        />
    }
}

/// A text with what a verdict says of it.
#[component]
fn ReadText(
    #[prop(into)] verdict: Signal<Verdict>,
    /// The transcript as it stands.
    #[prop(into)]
    written: Signal<String>,
    #[prop(into)] condition: Signal<Condition>,
    #[prop(into)] is_growing: Signal<bool>,
    /// Whether reasoning is open.
    aside: RwSignal<bool>,
) -> impl IntoView {
    let pointed = expect_context::<Pointed>();
    let graded = Memo::new(move |_| match verdict.get() {
        Verdict::Judged(graded) => Some(graded),
        _ => None,
    });
    let body = move || {
        if let Some(graded) = graded.get() {
            let condition = condition.get_untracked();
            let text = Units::of(&graded.transcript);
            marked(aside, condition, &pointed, &text, &graded.report)
        } else {
            let text = written.with_untracked(|written| Units::of(written));
            without_piles(&text.slice(0, MOST)).into_owned().into_any()
        }
    };
    // While it grows it stays at its end, unless the visitor has scrolled away.
    let place = NodeRef::<html::Div>::new();
    let is_at_end = StoredValue::new(true);
    let scrolled = move |_| {
        if let Some(place) = place.get_untracked() {
            let below = place.scroll_height() - place.scroll_top() - place.client_height();
            is_at_end.set_value(below < NEAR_END);
        }
    };
    Effect::new(move |_| {
        graded.track();
        if is_growing.get() && is_at_end.get_value() {
            request_animation_frame(move || {
                if let Some(place) = place.try_get_untracked().flatten() {
                    place.set_scroll_top(place.scroll_height());
                }
            });
        }
    });
    let is_cut = move || written.with(|written| written.len() > MOST as usize);
    view! {
        <div
            class="transcript is-read"
            data-scroll="y"
            tabindex="0"
            role="region"
            aria-label=text::READ_LABEL
            node_ref=place
            on:scroll=scrolled
        >
            {body}
        </div>
        <Show when=is_cut><p class="note">{text::CUT}</p></Show>
    }
}

/// All of the text; of a dialogue, part by part.
fn marked(
    aside: RwSignal<bool>,
    condition: Condition,
    pointed: &Pointed,
    text: &Units,
    report: &Report,
) -> AnyView {
    let most = text.length().min(MOST);
    // The verdict is that on all of the reasoning, so it is told once.
    let mut told = report.reasoning.as_ref().map(|reasoning| reasoning.headline.as_str());
    let mut passage = |span: Span| {
        let span = Span { start: span.start.min(most), end: span.end.min(most) };
        passage(aside, pointed, text, report, span, &mut told)
    };
    match &report.dialogue {
        Some(dialogue) => said(condition, &dialogue.parts, passage),
        None => passage(Span { start: 0, end: most }),
    }
}

/// A part of the visible text as it stands, and reasoning folded between.
fn passage(
    aside: RwSignal<bool>,
    pointed: &Pointed,
    text: &Units,
    report: &Report,
    Span { start: mut at, end }: Span,
    told: &mut Option<&str>,
) -> AnyView {
    let mut parts = Vec::new();
    let spans = report.reasoning.iter().flat_map(|reasoning| &reasoning.spans);
    let start = at;
    for span in spans.filter(|span| span.start >= start) {
        let (start, after) = (span.start.min(end), span.end.min(end));
        parts.push(stretch(pointed, text, &report.marks, at, start));
        if start < after {
            let told = typeset(told.take().unwrap_or_default());
            let inner = stretch(pointed, text, &report.marks, start, after);
            parts.push(view! { <Fold aside told>{inner}</Fold> }.into_any());
        }
        // The fold ends its line by itself.
        at = if text.slice(after, after + 1) == "\n" { after + 1 } else { after };
    }
    parts.push(stretch(pointed, text, &report.marks, at, end));
    parts.into_any()
}

/// Reasoning, with the verdict that is told of it. While it is open, steps and arcs show it.
#[component]
fn Fold(aside: RwSignal<bool>, told: String, children: Children) -> impl IntoView {
    let on_press = move |event: ev::MouseEvent| {
        event.prevent_default();
        aside.update(|aside| *aside = !*aside);
    };
    view! {
        <details class="reasoning" open=move || aside.get()>
            <summary on:click=on_press><b>{text::REASONING}</b><span>{told}</span></summary>
            <div>{children()}</div>
        </details>
    }
}

/// A stretch of the text, with what was read in it.
fn stretch(pointed: &Pointed, text: &Units, marks: &[Mark], start: u32, end: u32) -> AnyView {
    let shown = |start: u32, end: u32| without_piles(&text.slice(start, end)).into_owned();
    let mut parts = Vec::new();
    let mut at = start;
    for mark in &marks[marks.partition_point(|mark| mark.span.start < start)..] {
        if mark.span.end > end {
            break;
        }
        parts.push(shown(at, mark.span.start).into_any());
        let said = shown(mark.span.start, mark.span.end);
        parts.push(match mark.of {
            Marked::Step { number, status } => {
                let is_focus = pointed.is_at(number);
                view! {
                    <mark class=category(status).class() class:is-focus=is_focus data-step=number>{said}</mark>
                }
                .into_any()
            }
            Marked::Withdrawn => view! { <s>{said}</s> }.into_any(),
            Marked::Answer(true) => view! { <mark class="is-answer is-right">{said}</mark> }.into_any(),
            Marked::Answer(false) => view! { <mark class="is-answer is-fault">{said}</mark> }.into_any(),
        });
        at = mark.span.end;
    }
    parts.push(shown(at, end).into_any());
    parts.into_any()
}
