//! The sentence that says the state.

use leptos::prelude::*;
use stepfall_grade::Verdict;

use super::erased::{flag, optional, part, text_of};
use crate::desk::use_desk;
use crate::state::{Judgement, typeset};
use crate::text;

/// The sentence, with the item's coordinates above it.
#[component]
pub(crate) fn Headline() -> impl IntoView {
    let desk = use_desk();
    let behind = flag(move || desk.read(|play| play.problem().is_some()));
    let above = text_of(move || {
        let asked = desk.shown.get().asked;
        if behind.get() {
            text::BEHIND.to_owned()
        } else {
            text::coordinates(asked.seed.number(), asked.index)
        }
    });
    let headline = part(move || {
        let (shown, judgement) = (desk.shown.get(), desk.judgement.get());
        let (claimed, expected) = match &judgement {
            Judgement::Judged(verdict) => (
                verdict.claim().and_then(|claim| {
                    desk.peek(|play| play.transcript().get(claim.span.clone()).map(typeset))
                }),
                Some(typeset(&shown.item.expected_text(shown.asked.condition))),
            ),
            _ => (None, None),
        };
        let sentence = text::headline(
            &shown.asked.spec,
            &judgement,
            &claimed.unwrap_or_default(),
            &expected.unwrap_or_default(),
        );
        let class = match judgement {
            Judgement::Judged(Verdict::Right(_)) => "is-right",
            Judgement::Judged(Verdict::Wrong(_)) => "is-wrong",
            _ => "",
        };
        let word = (!sentence.word.is_empty())
            .then(|| view! { <strong class=class>{sentence.word}</strong> });
        vec![sentence.before.into_any(), optional(word), sentence.after.into_any()]
    });
    view! {
        <div class="headline">
            <p class="eyebrow" class:is-alert=behind>{above}</p>
            <h1>{headline}</h1>
        </div>
    }
    .into_any()
}
