//! The transcript with the grader's marks.

use leptos::ev;
use leptos::prelude::*;
use stepfall_procedure::{Condition, without_excess_marks};
use stepfall_protocol::verdict::{Mark, MarkKind, Report, Span};
use stepfall_text::{category_of, typeset};

use super::dialogue::dialogue_view;
use super::pointed::Pointed;
use crate::browser::{self, Units};
use crate::components::root::Root;
use crate::components::widgets::basic::Button;
use crate::state::{
    MAX_MARKS, MAX_SHOWN, PARTS, Piece, Verdict, drawn_parts, is_long, pieces, runs,
};
use crate::stores::PlayStore;
use crate::text;

/// The greatest distance from the end of a box at which it counts as scrolled to the end, in
/// pixels.
const NEAR_END: i32 = 48;

/// The graded transcript, or the current text if it is not graded yet.
#[component]
pub(crate) fn MarkedAnswer(play: PlayStore) -> impl IntoView {
    view! {
        <ReadText
            verdict=play.verdict
            written=move || play.with(|play| play.transcript().text().to_owned())
            condition=move || play.current_item.get().prompt_source.condition
            is_growing=play.is_streaming
            aside=play.shows_reasoning
        />
    }
}

/// A text with the marks of a verdict.
#[component]
fn ReadText(
    #[prop(into)] verdict: Signal<Verdict>,
    /// The current transcript.
    #[prop(into)]
    written: Signal<String>,
    #[prop(into)] condition: Signal<Condition>,
    #[prop(into)] is_growing: Signal<bool>,
    /// True if the reasoning is open.
    aside: RwSignal<bool>,
) -> impl IntoView {
    let pointed = expect_context::<Pointed>();
    let graded = Memo::new(move |_| match verdict.get() {
        Verdict::Judged(graded) => Some(graded),
        _ => None,
    });
    let most_parts = RwSignal::new(PARTS);
    let body = move || {
        if let Some(graded) = graded.get() {
            let condition = condition.get_untracked();
            let text = Units::of(&graded.transcript);
            marked_text(aside, condition, &pointed, &text, &graded.report, most_parts.get())
        } else {
            let text = written.with_untracked(|written| Units::of(written));
            stretch(&pointed, &text, &[], 0, text.length().min(MAX_SHOWN))
        }
    };
    // While the text grows, the view follows its end, unless the user has scrolled away.
    let element_ref = expect_context::<Root>().marked;
    let is_at_end = StoredValue::new(true);
    let scrolled = move |_| {
        if let Some(place) = browser::element(element_ref) {
            let below = place.scroll_height() - place.scroll_top() - place.client_height();
            is_at_end.set_value(below < NEAR_END);
        }
    };
    Effect::new(move |_| {
        graded.track();
        if is_growing.get() && is_at_end.get_value() {
            browser::next_frame(element_ref, move || {
                if let Some(place) = browser::element(element_ref) {
                    place.set_scroll_top(place.scroll_height());
                }
            });
        }
    });
    let more_parts = Memo::new(move |_| {
        let graded = graded.get()?;
        let dialogue = graded.report.dialogue.as_ref()?;
        Some(drawn_parts(&dialogue.parts, most_parts.get()).1).filter(|more| *more > 0)
    });
    let is_cut = move || written.with(|written| written.len() > MAX_SHOWN as usize);
    // A growing text is not laid out in pieces, because its full height is needed to find the end.
    let is_in_pieces = Memo::new(move |_| {
        let bytes = written.with(String::len);
        !is_growing.get() && is_long(u32::try_from(bytes).unwrap_or(u32::MAX))
    });
    view! {
        <div
            class="transcript is-read"
            class:is-in-pieces=is_in_pieces
            data-scroll="y"
            tabindex="0"
            role="region"
            aria-label=text::verdict::READ_LABEL
            node_ref=element_ref
            on:scroll=scrolled
        >
            {body}
        </div>
        <Show when=move || more_parts.get().is_some()>
            <div class="note">
                <p>{move || more_parts.get().map(text::dialogue::more_parts)}</p>
                <Button text=text::dialogue::SHOW_MORE on_press=move || most_parts.update(|most| *most += PARTS)/>
            </div>
        </Show>
        <Show when=is_cut><p class="note">{text::verdict::CUT}</p></Show>
    }
}

/// Draws the whole text; a dialogue is drawn part by part.
fn marked_text(
    aside: RwSignal<bool>,
    condition: Condition,
    pointed: &Pointed,
    text: &Units,
    report: &Report,
    most_parts: usize,
) -> AnyView {
    let most = text.length().min(MAX_SHOWN);
    // The verdict covers all of the reasoning, so only the first fold shows the verdict.
    let mut headline = report.reasoning.as_ref().map(|reasoning| reasoning.headline.as_str());
    let mut passage = |span: Span| {
        let span = Span { start: span.start.min(most), end: span.end.min(most) };
        passage(aside, pointed, text, report, span, &mut headline)
    };
    match &report.dialogue {
        Some(dialogue) => {
            dialogue_view(condition, drawn_parts(&dialogue.parts, most_parts).0, passage)
        }
        None => passage(Span { start: 0, end: most }),
    }
}

/// Draws a part of the visible text, with reasoning folded in between.
fn passage(
    aside: RwSignal<bool>,
    pointed: &Pointed,
    text: &Units,
    report: &Report,
    Span { start: mut at, end }: Span,
    headline: &mut Option<&str>,
) -> AnyView {
    let mut parts = Vec::new();
    let spans = report.reasoning.as_ref().map_or(&[][..], |reasoning| &reasoning.spans);
    let first = spans.partition_point(|span| span.start < at);
    for span in spans[first..].iter().take_while(|span| span.start < end) {
        let (start, after) = (span.start.min(end), span.end.min(end));
        parts.push(stretch(pointed, text, &report.marks, at, start));
        if start < after {
            let headline = typeset(headline.take().unwrap_or_default());
            let inner = stretch(pointed, text, &report.marks, start, after);
            parts.push(view! { <Fold aside headline>{inner}</Fold> }.into_any());
        }
        // The fold is a block, which ends the line.
        at = if text.slice(after, after + 1) == "\n" { after + 1 } else { after };
    }
    parts.push(stretch(pointed, text, &report.marks, at, end));
    parts.into_any()
}

/// The reasoning, with its verdict. While the fold is open, the steps and the arcs show the
/// reasoning.
#[component]
fn Fold(aside: RwSignal<bool>, headline: String, children: Children) -> impl IntoView {
    let on_press = move |event: ev::MouseEvent| {
        event.prevent_default();
        aside.update(|aside| *aside = !*aside);
    };
    view! {
        <details class="reasoning" open=move || aside.get()>
            <summary on:click=on_press><b>{text::verdict::REASONING}</b><span>{headline}</span></summary>
            <div>{children()}</div>
        </details>
    }
}

/// Draws a range of the text in pieces, with its marks.
fn stretch(pointed: &Pointed, text: &Units, marks: &[Mark], start: u32, end: u32) -> AnyView {
    let marks = &marks[..marks.len().min(MAX_MARKS)];
    let all = pieces(&text.slice(start, end), start).into_iter();
    all.map(|piece| in_piece(pointed, text, marks, piece)).collect_view().into_any()
}

/// Draws a piece of the text, which is laid out separately.
fn in_piece(
    pointed: &Pointed,
    text: &Units,
    marks: &[Mark],
    Piece { span, rows }: Piece,
) -> AnyView {
    let runs = runs(marks, span).into_iter().map(|run| {
        let run_text = without_excess_marks(&text.slice(run.span.start, run.span.end)).into_owned();
        match run.of {
            None => run_text.into_any(),
            Some(MarkKind::Step { number, status }) => {
                let is_focus = pointed.is_at(number);
                view! {
                    <mark class=category_of(status).class() class:is-focus=is_focus data-step=number>{run_text}</mark>
                }
                .into_any()
            }
            Some(MarkKind::Withdrawn) => view! { <s>{run_text}</s> }.into_any(),
            Some(MarkKind::Answer(true)) => {
                view! { <mark class="is-answer is-right">{run_text}</mark> }.into_any()
            }
            Some(MarkKind::Answer(false)) => {
                view! { <mark class="is-answer is-fault">{run_text}</mark> }.into_any()
            }
        }
    });
    view! {
        <div class="piece" style:contain-intrinsic-block-size=format!("auto {rows}lh")>{runs.collect_view()}</div>
    }
    .into_any()
}
