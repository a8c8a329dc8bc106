//! An overview of all steps, for a picture of the arcs that is wider than its frame. The overview
//! shows errors and the visible part.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_plot::{Arcs, MINIMAP, StepCategory};
use stepfall_protocol::verdict::TextVerdict;

use super::arcs::categories;
use crate::browser;
use crate::components::widgets::basic::Button;
use crate::state::{CurrentItem, Visible, category_of_answer, errors_of};
use crate::text;

/// The overview. Pointer and keys scroll the frame of the picture.
#[component]
pub(crate) fn Minimap(
    #[prop(into)] shown: Signal<Arc<CurrentItem>>,
    #[prop(into)] verdict: Signal<Option<Arc<TextVerdict>>>,
    /// The frame in which the picture scrolls.
    frame: NodeRef<html::Div>,
    /// The identifier of the frame, for `aria-controls`.
    frame_id: String,
    /// The part of the picture that is visible in the frame.
    visible: RwSignal<Visible>,
) -> impl IntoView {
    let map = move || {
        let (shown, verdict) = (shown.get(), verdict.get());
        let arcs = Arcs::new(&shown.item, shown.prompt_source.condition, &[]);
        let last = usize::from(arcs.last);
        let inputs = shown.item.procedure.inputs.len();
        let steps = verdict.as_deref().map_or_else(|| vec![None; last - inputs], categories);
        let answer = verdict.as_deref().map(category_of_answer);
        let bars = arcs.minimap(std::iter::repeat_n(None, inputs).chain(steps), answer);
        let bar = |(category, path): (Option<StepCategory>, String)| {
            view! { <path class=category.map_or("", StepCategory::class) d=path/> }
        };
        view! {
            <svg viewBox=format!("0 0 {} {MINIMAP}", arcs.width) preserveAspectRatio="none" aria-hidden="true">
                {bars.into_iter().map(bar).collect_view()}
            </svg>
        }
    };
    let element_ref = NodeRef::<html::Div>::new();
    let is_held = StoredValue::new_local(false);
    let go = move |event: &ev::PointerEvent| {
        if let Some(at) = browser::share_at(element_ref, event) {
            browser::scroll_to_share(frame, visible.get_untracked().around(at));
        }
    };
    let on_press = move |event: ev::PointerEvent| {
        is_held.set_value(true);
        browser::hold_pointer(element_ref, &event);
        go(&event);
    };
    let drag = move |event: ev::PointerEvent| {
        if is_held.get_value() {
            go(&event);
        }
    };
    let by_key = move |event: ev::KeyboardEvent| {
        if let Some(to) = visible.get_untracked().by_key(&event.key()) {
            event.prevent_default();
            browser::scroll_to_share(frame, to);
        }
    };
    view! {
        <div
            class="minimap"
            role="scrollbar"
            node_ref=element_ref
            tabindex="0"
            aria-label=text::steps::MINIMAP
            aria-controls=frame_id
            aria-orientation="horizontal"
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=move || visible.get().percent()
            on:pointerdown=on_press
            on:pointermove=drag
            on:pointerup=move |_| is_held.set_value(false)
            on:pointercancel=move |_| is_held.set_value(false)
            on:keydown=by_key
        >
            {map}
            <span
                class="minimap-window"
                style:left=move || visible.get().left()
                style:width=move || visible.get().width()
            ></span>
        </div>
    }
}

/// The position among several errors, and a button that goes to the next error.
#[component]
pub(crate) fn ErrorButton(
    #[prop(into)] verdict: Signal<Option<Arc<TextVerdict>>>,
    /// Goes to a step.
    #[prop(into)]
    on_open: Callback<u16>,
) -> impl IntoView {
    let errors = Memo::new(move |_| verdict.get().as_deref().map(errors_of).unwrap_or_default());
    let at = RwSignal::new(0usize);
    Effect::new(move |_| {
        errors.track();
        at.set(0);
    });
    let go = move || {
        let next = errors.with_untracked(|errors| {
            let next = (at.get_untracked() + 1) % errors.len().max(1);
            errors.get(next).map(|step| (next, *step))
        });
        if let Some((next, step)) = next {
            at.set(next);
            on_open.run(step);
        }
    };
    let has_several = Memo::new(move |_| errors.with(|errors| errors.len() > 1));
    view! {
        <Show when=move || has_several.get()>
            <span class="fault-nav">
                {move || text::steps::error_of(at.get() + 1, errors.with(Vec::len))}
                <Button class="button is-small" text=text::steps::NEXT_ERROR on_press=go/>
            </span>
        </Show>
    }
}
