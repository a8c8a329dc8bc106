//! The procedure step by step, next to the model's claims.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_protocol::verdict::{Step, TextVerdict};
use stepfall_text::{category_of, typeset};

use super::pointed::Pointed;
use crate::browser;
use crate::components::widgets::basic::{Button, Sign, use_id};
use crate::state::{
    CurrentItem, Row, TableRow, Verdict, all_rows, category_of_answer, counts, errors_of,
    first_number, rows, rows_around, shortened,
};
use crate::stores::PlayStore;
use crate::text;

/// The number of rows made at once before the browser gets control back.
const ROWS_PER_FRAME: usize = 24;

/// The number of values from which the table opens folded around its errors.
const LONG: usize = 42;

/// The number of values from which the table can be folded around its errors.
const FOLDABLE: usize = 14;

/// The procedure, one row per value. The exact values are shown with a verdict, or on request.
#[component]
pub(crate) fn StepTable(play: PlayStore) -> impl IntoView {
    let id = use_id("procedure-title");
    let has_values = RwSignal::new(false);
    let is_judged = move || play.text_verdict.get().is_some();
    let table = Memo::new(move |_| (play.current_item.get(), play.text_verdict.get()));
    let errors = Memo::new(move |_| {
        table.with(|(_, verdict)| verdict.as_deref().map(errors_of).unwrap_or_default())
    });
    let count = move || table.with(|(shown, _)| shown.item.values.len());
    let can_fold = Memo::new(move |_| count() >= FOLDABLE && errors.with(|all| !all.is_empty()));
    let chosen = RwSignal::new(None);
    let is_folded =
        Memo::new(move |_| can_fold.get() && chosen.get().unwrap_or_else(|| count() >= LONG));
    let body = move || {
        let (shown, verdict) = table.get();
        view! { <StepRows shown verdict is_folded/> }
    };
    let choice = move |folded: bool, name: &'static str| {
        view! {
            <Button
                class="button is-small"
                text=name
                on_press=move || chosen.set(Some(folded))
                attr:aria-pressed=move || (is_folded.get() == folded).to_string()
            />
        }
    };
    view! {
        <section class="card listing" aria-labelledby=id>
            <div class="card-head">
                <h2 id=id.clone()>{text::page::PROCEDURE}</h2>
                <ReasoningNote play/>
                <Show when=move || can_fold.get()>
                    <div class="segments" role="group" aria-label=text::steps::ROWS>
                        {choice(false, text::steps::ALL_STEPS)}
                        {choice(true, text::steps::AROUND_ERRORS)}
                    </div>
                </Show>
                <label class="check" class:is-away=is_judged>
                    <input
                        type="checkbox"
                        prop:checked=move || has_values.get()
                        on:change=move |event| has_values.set(event_target_checked(&event))
                    />
                    <span>{text::page::SHOW_VALUES}</span>
                </label>
            </div>
            <div class="listing-frame" data-scroll="y" tabindex="0" role="group" aria-labelledby=id.clone()>
                <table class:has-values=move || has_values.get() || is_judged() class:is-judged=is_judged>
                    <thead>
                        <tr>
                            <th scope="col">{text::page::STEP}</th>
                            <th scope="col">{text::page::EXPRESSION}</th>
                            <th scope="col" class="value">{text::page::VALUE}</th>
                            <th scope="col" class="value claimed">{text::verdict::CLAIMED}</th>
                            <th scope="col" class="why">{text::verdict::WHY}</th>
                        </tr>
                    </thead>
                    {body}
                </table>
            </div>
        </section>
    }
}

/// The rows of a procedure and its verdict. A long procedure is drawn in parts, one per frame, so
/// that no single task blocks the page.
#[component]
fn StepRows(
    shown: Arc<CurrentItem>,
    verdict: Option<Arc<TextVerdict>>,
    is_folded: Memo<bool>,
) -> impl IntoView {
    let listed: Arc<[Row]> = rows(&shown.item, shown.prompt_source.condition).into();
    let all_errors = verdict.as_deref().map(errors_of).unwrap_or_default();
    let (count, has_answer) = (listed.len(), verdict.is_some());
    let first = usize::from(first_number(&shown.item, shown.prompt_source.condition)) - 1;
    let unfolded = RwSignal::new(Vec::new());
    let entries = Memo::new(move |_| {
        let mut entries = if is_folded.get() {
            unfolded.with(|unfolded| rows_around(first, count, &all_errors, unfolded))
        } else {
            all_rows(first, count)
        };
        entries.extend(has_answer.then_some(TableRow::Answer));
        entries
    });
    let parts = RwSignal::new(1);
    Effect::new(move |_| {
        if parts.get() * ROWS_PER_FRAME < entries.with(Vec::len) {
            browser::next_frame(parts, move || {
                parts.update(|parts| *parts += 1);
            });
        }
    });
    let made = move || {
        let most = parts.get() * ROWS_PER_FRAME;
        entries.with(|entries| entries[..most.min(entries.len())].to_vec())
    };
    let entry = move |entry: TableRow| match (entry, &verdict) {
        (TableRow::Value(at), verdict) => view! {
            <StepRow shown=shown.clone() verdict=verdict.clone() row=listed[at].clone() at/>
        }
        .into_any(),
        (TableRow::Fold(from, to), Some(verdict)) => view! {
            <FoldRow shown=shown.clone() verdict=verdict.clone() from to unfolded/>
        }
        .into_any(),
        (TableRow::Answer, Some(verdict)) => {
            view! { <AnswerRow shown=shown.clone() verdict=verdict.clone()/> }.into_any()
        }
        // Without a verdict there is no error to fold around, and no answer.
        (TableRow::Fold(..) | TableRow::Answer, None) => ().into_any(),
    };
    view! {
        <tbody>
            <For each=made key=|entry| *entry children=entry/>
        </tbody>
    }
}

/// A range of values in one row, which expands on request.
#[component]
fn FoldRow(
    shown: Arc<CurrentItem>,
    verdict: Arc<TextVerdict>,
    from: usize,
    to: usize,
    unfolded: RwSignal<Vec<usize>>,
) -> impl IntoView {
    let name = |at: usize| shown.item.name(u16::try_from(at + 1).unwrap_or(u16::MAX));
    let categories = (from..=to).filter_map(|at| at.checked_sub(2));
    let counts = counts(categories.filter_map(|at| verdict.steps.get(at)));
    let sign = match counts.as_slice() {
        [(only, _)] => Some(view! { <Sign sign=only.sign() class=only.class()/> }),
        _ => None,
    };
    let label = text::steps::folded(&name(from), &name(to), &counts);
    view! {
        <tr class="fold">
            <td colspan="5">
                {sign} " " {label.clone()}
                <Button
                    class="link-button"
                    text=text::steps::UNFOLD
                    attr:aria-label=format!("{}: {label}", text::steps::UNFOLD)
                    on_press=move || unfolded.update(|all| all.push(from))
                />
            </td>
        </tr>
    }
}

/// The answer, below the steps.
#[component]
fn AnswerRow(shown: Arc<CurrentItem>, verdict: Arc<TextVerdict>) -> impl IntoView {
    let category = category_of_answer(&verdict);
    let last = shown.item.name(shown.item.procedure.last());
    let claimed = verdict.first.as_ref().map(|first| typeset(&first.value)).unwrap_or_default();
    view! {
        <tr class=format!("is-answer {}", category.class())>
            <th scope="row"><Sign sign=category.sign() class="row-sign"/>{text::page::ANSWER}</th>
            <td>{last}</td>
            <Numeral class="value" value=typeset(&verdict.expected)/>
            <Numeral class="value claimed" value=claimed/>
            <td class="why">{text::steps::about_answer(&verdict)}</td>
        </tr>
    }
}

/// A note shown while the reasoning is displayed.
#[component]
pub(crate) fn ReasoningNote(play: PlayStore) -> impl IntoView {
    let is_aside = move || {
        let aside = play.shows_reasoning.get();
        play.verdict.with(|verdict| {
            aside && matches!(verdict, Verdict::Judged(graded) if graded.report.reasoning.is_some())
        })
    };
    view! { <span class="source">{move || is_aside().then_some(text::verdict::OF_REASONING)}</span> }
}

/// One value: its name, its definition, its exact value, and the model's claim.
#[component]
fn StepRow(
    shown: Arc<CurrentItem>,
    verdict: Option<Arc<TextVerdict>>,
    row: Row,
    at: usize,
) -> impl IntoView {
    let pointed = expect_context::<Pointed>();
    let number = u16::try_from(at + 1).unwrap_or(u16::MAX);
    let step: Option<Step> =
        at.checked_sub(2).and_then(|at| verdict.as_ref()?.steps.get(at)).cloned();
    let category = step.as_ref().map(|step| category_of(step.status));
    let tag = match (&row.expression, row.is_live) {
        (None, _) => text::page::INPUT,
        (Some(_), false) => text::page::DISTRACTOR,
        (Some(_), true) => "",
    };
    let class = match (row.is_live, category) {
        (false, None) => "is-dead",
        (_, Some(category)) => category.class(),
        (true, None) => "",
    };
    let claimed = step.as_ref().and_then(|step| step.claimed.as_deref()).map(typeset);
    // If the transcript shows no step, the individual rows need no note.
    let shows_steps =
        |verdict: &&TextVerdict| verdict.steps.iter().any(|step| step.claimed.is_some());
    let why = verdict.as_deref().filter(shows_steps).zip(step.as_ref());
    let why = why.map(|(verdict, step)| text::verdict::status_explanation(&shown, verdict, step));
    let heading = category.map(|category| {
        view! { <Sign sign=category.sign() class="row-sign"/> }
    });
    let status = category.map(|category| {
        view! { <span class="hidden">", " {text::category(category)}</span> }
    });
    view! {
        <tr class=class class:is-focus=pointed.is_at(number) data-step=number>
            <th scope="row">{heading}{row.name}{status}</th>
            <td>{row.expression.unwrap_or_else(|| row.value.clone())}<span class="tag">{tag}</span></td>
            <Numeral class="value" value=row.value/>
            <Numeral class="value claimed" value=claimed.unwrap_or_default()/>
            <td class="why">{why}</td>
        </tr>
    }
}

/// The cell of a number. A long number is shortened, and its tooltip has the whole number.
#[component]
fn Numeral(class: &'static str, value: String) -> impl IntoView {
    match shortened(&value) {
        Some(short) => view! { <td class=class title=value>{short}</td> }.into_any(),
        None => view! { <td class=class>{value}</td> }.into_any(),
    }
}
