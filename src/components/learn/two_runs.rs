//! Two runs of the same solver.

use leptos::prelude::*;
use stepfall_link::LearnNumber;
use stepfall_protocol::RunComparison;

use super::scene::{DialSlider, ScriptedNote};
use crate::components::widgets::basic::Button;
use crate::text;

/// The results of two runs, over any number of procedures.
#[component]
pub(crate) fn TwoRuns(
    #[prop(into)] run_comparison: Signal<Option<RunComparison>>,
    #[prop(into)] items: Signal<u16>,
    #[prop(into)] on_items: Callback<u16>,
    #[prop(into)] on_draw: Callback<()>,
) -> impl IntoView {
    let sentence = move || {
        run_comparison.get().map(|RunComparison { correct, items, interval }| {
            view! {
                <p class="learn-verdict">{text::learn::two_runs_finding(correct, items)}</p>
                <p>{text::learn::interval(interval)}</p>
            }
        })
    };
    view! {
        <figure class="card learn-figure">
            <div class="learn-dials">
                <DialSlider
                    label=text::learn::ITEMS
                    range=LearnNumber::Items.range()
                    step=10
                    value=items
                    said=move || items.get().to_string()
                    on_slide=on_items
                />
                <Button class="button is-main" text=text::learn::DRAW_ITEMS on_press=move || on_draw.run(())/>
                <ScriptedNote/>
            </div>
            <div class="learn-readings" role="status">{sentence}</div>
        </figure>
    }
}
