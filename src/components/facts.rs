//! What the item is worth as a test.

use leptos::prelude::*;
use stepfall_procedure::Op;

use super::erased::{part, small_button, text_of};
use crate::desk::use_desk;
use crate::text;

/// Live depth, shares of faults that show, and the mix of operations.
#[component]
pub(crate) fn Facts() -> impl IntoView {
    let desk = use_desk();
    let live = text_of(move || {
        let shown = desk.shown.get();
        text::live(shown.item.live_depth(), shown.asked.spec.steps)
    });
    let at_step = text_of(move || text::percent(desk.shown.get().item.shows_at_step().per_mille()));
    let in_answer = part(move || match desk.in_answer() {
        Some(share) => text::percent(share.per_mille()).into_any(),
        None if desk.shown.get().is_quick() => "…".to_owned().into_any(),
        None => small_button(false, text::WORK_OUT, move || desk.work_out()),
    });
    let mix = part(move || {
        let mix = Op::ALL.into_iter().zip(desk.shown.get().item.procedure.mix());
        let mix = mix.filter(|(_, count)| *count > 0);
        mix.map(|(op, count)| view! { <span>{text::times(op, count)}</span> }.into_any())
            .collect::<Vec<AnyView>>()
    });
    let fact = |name: &'static str, hint: &'static str, value: AnyView| {
        view! { <div title=hint><dt>{name}</dt><dd>{value}</dd></div> }.into_any()
    };
    view! {
        <dl class="facts">
            {fact(text::LIVE, text::LIVE_HINT, live.into_any())}
            {fact(text::AT_STEP, text::FAULTS_HINT, at_step.into_any())}
            {fact(text::IN_ANSWER, text::FAULTS_HINT, in_answer)}
            {fact(text::MIX, text::MIX_HINT, mix)}
        </dl>
    }
    .into_any()
}
