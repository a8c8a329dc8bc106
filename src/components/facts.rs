//! What the item is worth as a test.

use stepfall_procedure::Op;
use stepfall_protocol::Shares;

use super::small::Button;
use crate::prelude::*;
use crate::stores::PlayStore;
use crate::text;

/// Live depth, shares of faults that show, and the mix of operations.
#[component]
pub(crate) fn Facts(play: PlayStore) -> impl IntoView {
    let live = Memo::new(move |_| {
        let shown = play.shown();
        text::live(shown.item.live_depth(), shown.asked.spec.steps)
    });
    let mix = move || {
        let mix = Op::ALL.into_iter().zip(play.shown().item.procedure.mix());
        let mix = mix.filter(|(_, count)| *count > 0);
        mix.map(|(op, count)| view! { <span>{text::times(op, count)}</span> }).collect_view()
    };
    let shares = Memo::new(move |_| play.shares());
    let shares = move || match shares.get() {
        None => view! {
            <Fact name=text::FAULTS hint=text::FAULTS_HINT>
                <Button text=text::WORK_OUT press=move || play.work_out()/>
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
            <Fact name=text::LIVE hint=text::LIVE_HINT>{move || live.get()}</Fact>
            <Fact name=text::MIX hint=text::MIX_HINT>{mix}</Fact>
            {shares}
        </dl>
    }
}

#[component]
fn Fact(name: &'static str, hint: &'static str, children: Children) -> impl IntoView {
    view! { <div title=hint><dt>{name}</dt><dd>{children()}</dd></div> }
}
