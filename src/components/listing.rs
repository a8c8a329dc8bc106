//! The procedure step by step, beside what the model claims.

use std::sync::Arc;

use stepfall_protocol::verdict::{Step, TextVerdict};

use super::pointed::Pointed;
use super::small::{Sign, use_id};
use crate::prelude::*;
use crate::state::{Row, Shown, Verdict, rows, shortened, standing, typeset};
use crate::stores::PlayStore;
use crate::text;

/// How many rows are made at once before the browser is let do other things.
const AT_ONCE: usize = 64;

/// The procedure, one row a value; the exact values are shown with a verdict, or when they are asked for.
#[component]
pub(crate) fn StepTable(play: PlayStore) -> impl IntoView {
    let id = use_id("procedure-title");
    let has_values = RwSignal::new(false);
    let is_judged = move || play.text_verdict().is_some();
    let table = Memo::new(move |_| (play.shown(), play.text_verdict()));
    // A long procedure comes in parts, each a frame after the one before, so that no single task keeps the page from answering.
    let parts = RwSignal::new(1);
    Effect::new(move |_| {
        table.track();
        parts.set(1);
    });
    Effect::new(move |_| {
        let count = table.with(|(shown, _)| shown.item.values.len());
        if parts.get() * AT_ONCE < count {
            request_animation_frame(move || parts.update(|parts| *parts += 1));
        }
    });
    let body = move || {
        let (shown, verdict) = table.get();
        let listed: Arc<[Row]> = rows(&shown.item, shown.asked.condition).into();
        let shown_rows = Memo::new(move |_| parts.get() * AT_ONCE);
        view! {
            <tbody>
                <For
                    each={
                        let count = listed.len();
                        move || 0..count.min(shown_rows.get())
                    }
                    key=|at| *at
                    children=move |at| view! {
                        <StepRow shown=shown.clone() verdict=verdict.clone() row=listed[at].clone() at/>
                    }
                />
            </tbody>
        }
    };
    view! {
        <section class="card listing" aria-labelledby=id>
            <div class="card-head">
                <h2 id=id.clone()>{text::PROCEDURE}</h2>
                <OfReasoning play/>
                <label class="check" class:is-away=is_judged>
                    <input
                        type="checkbox"
                        prop:checked=move || has_values.get()
                        on:change=move |event| has_values.set(event_target_checked(&event))
                    />
                    <span>{text::SHOW_VALUES}</span>
                </label>
            </div>
            <div class="listing-frame" data-scroll="y" tabindex="0" role="group" aria-labelledby=id.clone()>
                <table class:has-values=move || has_values.get() || is_judged() class:is-judged=is_judged>
                    <thead>
                        <tr>
                            <th scope="col">{text::STEP}</th>
                            <th scope="col">{text::EXPRESSION}</th>
                            <th scope="col" class="value">{text::VALUE}</th>
                            <th scope="col" class="value claimed">{text::CLAIMED}</th>
                            <th scope="col" class="why">{text::WHY}</th>
                        </tr>
                    </thead>
                    {body}
                </table>
            </div>
        </section>
    }
}

/// Says so where the reasoning is looked at.
#[component]
pub(crate) fn OfReasoning(play: PlayStore) -> impl IntoView {
    let is_aside = move || {
        let aside = play.aside.get();
        play.verdict.with(|verdict| {
            aside && matches!(verdict, Verdict::Judged(graded) if graded.report.reasoning.is_some())
        })
    };
    view! { <span class="source">{move || is_aside().then_some(text::OF_REASONING)}</span> }
}

/// One value: its name, how it comes about, what it is, and what the model claims.
#[component]
fn StepRow(
    shown: Arc<Shown>,
    verdict: Option<Arc<TextVerdict>>,
    row: Row,
    at: usize,
) -> impl IntoView {
    let pointed = expect_context::<Pointed>();
    let number = u16::try_from(at + 1).unwrap_or(u16::MAX);
    let step: Option<Step> =
        at.checked_sub(2).and_then(|at| verdict.as_ref()?.steps.get(at)).cloned();
    let standing = step.as_ref().map(|step| standing(step.status));
    let tag = match (&row.expression, row.live) {
        (None, _) => text::INPUT,
        (Some(_), false) => text::DEAD,
        (Some(_), true) => "",
    };
    let class = match (row.live, standing) {
        (false, None) => "is-dead",
        (_, Some(standing)) => standing.class(),
        (true, None) => "",
    };
    let claimed = step.as_ref().and_then(|step| step.claimed.as_deref()).map(typeset);
    // Where no step is shown at all, no step needs to say so.
    let is_silent =
        verdict.is_some_and(|verdict| verdict.steps.iter().all(|step| step.claimed.is_none()));
    let why = step.filter(|_| !is_silent).map(|step| text::why(&shown, &step));
    let heading = standing.map(|standing| {
        view! { <Sign sign=standing.sign() class="row-sign"/> }
    });
    let told = standing.map(|standing| {
        view! { <span class="hidden">", " {text::standing(standing)}</span> }
    });
    view! {
        <tr class=class class:is-focus=pointed.is_at(number) data-step=number>
            <th scope="row">{heading}{row.name}{told}</th>
            <td>{row.expression.unwrap_or_else(|| row.value.clone())}<span class="tag">{tag}</span></td>
            <Numeral class="value" value=row.value/>
            <Numeral class="value claimed" value=claimed.unwrap_or_default()/>
            <td class="why">{why}</td>
        </tr>
    }
}

/// The cell of a number, which tells a long one whole on demand.
#[component]
fn Numeral(class: &'static str, value: String) -> impl IntoView {
    match shortened(&value) {
        Some(short) => view! { <td class=class title=value>{short}</td> }.into_any(),
        None => view! { <td class=class>{value}</td> }.into_any(),
    }
}
