//! What the item is worth as a test.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_procedure::{Condition, Op};
use stepfall_protocol::Shares;

use super::small::Button;
use crate::state::Shown;
use crate::text;

/// Live depth, shares of faults that show, and the mix of operations.
#[component]
pub(crate) fn ItemFacts(
    #[prop(into)] shown: Signal<Arc<Shown>>,
    /// The shares of faults that show, once they are worked out.
    #[prop(into)]
    shares: Signal<Option<Shares>>,
    #[prop(into)] on_work_out: Callback<()>,
) -> impl IntoView {
    let live = move || {
        let shown = shown.get();
        let steps = shown.asked.spec.steps;
        let live = if makes_steps(shown.asked.condition) { steps } else { shown.item.live_depth() };
        text::live(live, steps)
    };
    let has_operations = move || shown.with(|shown| shown.asked.condition != Condition::Copy);
    let has_shares = move || shown.with(|shown| !makes_steps(shown.asked.condition));
    let mix = move || {
        let mix = Op::ALL.into_iter().zip(shown.get().item.procedure.mix());
        let mix = mix.filter(|(_, count)| *count > 0);
        mix.map(|(op, count)| view! { <span>{text::times(op, count)}</span> }).collect_view()
    };
    let shares = move || match shares.get() {
        None => view! {
            <Fact name=text::FAULTS hint=text::FAULTS_HINT>
                <Button text=text::WORK_OUT on_press=move || on_work_out.run(())/>
            </Fact>
        }
        .into_any(),
        Some(Shares { at_step, in_answer }) => view! {
            <Fact name=text::AT_STEP hint=text::FAULTS_HINT>{text::percent(at_step)}</Fact>
            <Fact name=text::IN_ANSWER hint=text::FAULTS_HINT>{text::percent(in_answer)}</Fact>
        }
        .into_any(),
    };
    view! {
        <dl class="facts" aria-label=text::ABOUT_ITEM>
            <Fact name=text::LIVE hint=text::LIVE_HINT>{live}</Fact>
            <Show when=has_operations>
                <Fact name=text::MIX hint=text::MIX_HINT>{mix}</Fact>
            </Show>
            <Show when=has_shares>{shares}</Show>
        </dl>
    }
}

/// Whether a condition asks for steps of its own, all of which count, so that faults of the procedure's steps say nothing of them.
const fn makes_steps(condition: Condition) -> bool {
    matches!(condition, Condition::Unchained | Condition::Copy)
}

#[component]
fn Fact(name: &'static str, hint: &'static str, children: Children) -> impl IntoView {
    view! { <div title=hint><dt>{name}</dt><dd>{children()}</dd></div> }
}
