//! The results: the number of responses per outcome, and the responses.

use leptos::prelude::*;
use stepfall_protocol::batch::{BatchRow, BatchRows, BatchSummary, ModelOutcomes, RowsFormat};
use stepfall_text::Outcome;

use crate::components::widgets::basic::{Button, Sign, use_id};
use crate::components::{Term, VirtualList};
use crate::text;

/// The scored outcomes.
const SCORED: [Outcome; 2] = [Outcome::Correct, Outcome::Incorrect];
/// The outcomes that are not scored.
const UNSCORED: [Outcome; 5] =
    [Outcome::Unclear, Outcome::Unparsed, Outcome::Truncated, Outcome::Refused, Outcome::Errored];

/// The outcomes with their counts, and the actions on all responses.
#[component]
pub(crate) fn Outcomes(
    #[prop(into)] summary: Signal<BatchSummary>,
    #[prop(into)] on_list: Callback<Outcome>,
    #[prop(into)] on_save: Callback<RowsFormat>,
    #[prop(into)] on_report: Callback<()>,
) -> impl IntoView {
    let heading = use_id("outcomes");
    let count = move |outcome: Outcome| summary.with(|summary| summary.counts[outcome as usize]);
    let all = Memo::new(move |_| summary.with(|summary| summary.counts.iter().sum::<u64>()));
    let sum = move |of: &[Outcome]| of.iter().map(|outcome| count(*outcome)).sum::<u64>();
    let row = move |outcome: Outcome| {
        let share = move || text::batch::share(count(outcome), all.get());
        let wide = move || {
            let most =
                summary.with(|summary| summary.counts.iter().copied().max().unwrap_or(1)).max(1);
            format!("{}%", count(outcome) * 100 / most)
        };
        let name = outcome.name();
        view! {
            <tr class=class_of(outcome)>
                <th scope="row"><Sign sign=outcome.sign()/>{name}</th>
                <td class="number">{move || text::grouped(count(outcome))}</td>
                <td class="number">{share}</td>
                <td class="batch-bar" aria-hidden="true"><span style:inline-size=wide></span></td>
                <td class="batch-means soft">{outcome.meaning()}</td>
                <td>
                    <Show when=move || count(outcome) != 0>
                        <Button
                            text=text::batch::LIST
                            on_press=move || on_list.run(outcome)
                            attr:aria-label=format!("{}: {name}", text::batch::LIST)
                        />
                    </Show>
                </td>
            </tr>
        }
    };
    let group = move |name: &'static str, of: &'static [Outcome], said: Signal<String>| {
        view! {
            <tr class="batch-group">
                <th scope="row">{name}</th>
                <td class="number">{move || text::grouped(sum(of))}</td>
                <td class="number">{move || text::batch::share(sum(of), all.get())}</td>
                <td aria-hidden="true"></td>
                <td class="batch-means soft">{said}</td>
                <td></td>
            </tr>
        }
    };
    let scored = Signal::derive(move || summary.with(text::batch::scored));
    let modes = move || {
        summary.with(|summary| {
            let mode = |(name, count): &(String, u64)| {
                let entry = text::GUIDE.iter().find(|entry| entry.is_mode() && entry.name == name);
                let name = match entry {
                    Some(entry) => view! { <Term slug=entry.slug>{entry.name}</Term> }.into_any(),
                    None => name.clone().into_any(),
                };
                view! { <li>{name}" "<span class="number">{text::grouped(*count)}</span></li> }
            };
            summary.modes.iter().map(mode).collect_view()
        })
    };
    let has_modes = Memo::new(move |_| summary.with(|summary| !summary.modes.is_empty()));
    let troubles = move || summary.with(excluded_responses);
    view! {
        <section class="card batch-outcomes" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{text::batch::RESULTS}</h2>
                <Button text=text::batch::REPORT on_press=move || on_report.run(())/>
                <Button text="JSONL" on_press=move || on_save.run(RowsFormat::Jsonl)/>
                <Button text="CSV" on_press=move || on_save.run(RowsFormat::Csv)/>
            </div>
            <div class="table-frame" tabindex="0" role="region" aria-label=text::sweep::table_of(text::batch::OUTCOME)>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::batch::OUTCOME}</th>
                            <th scope="col" class="number">{text::batch::COUNT}</th>
                            <th scope="col" class="number">{text::batch::SHARE}</th>
                            <td aria-hidden="true"></td>
                            <th scope="col" class="batch-means">{text::batch::MEANING}</th>
                            <td></td>
                        </tr>
                    </thead>
                    <tbody>
                        {group(text::batch::SCORED, &SCORED, scored)}
                        {SCORED.map(row).collect_view()}
                        {group(text::batch::UNSCORED, &UNSCORED, Signal::stored(String::new()))}
                        {UNSCORED.map(row).collect_view()}
                    </tbody>
                </table>
            </div>
            <Models models=Memo::new(move |_| summary.with(|summary| summary.models.clone()))/>
            <Show when=move || has_modes.get()>
                <div class="batch-modes">
                    <h3>{text::batch::MODES}</h3>
                    <ul>{modes}</ul>
                </div>
            </Show>
            {troubles}
        </section>
    }
}

/// The outcomes of each model, if there are several.
#[component]
fn Models(models: Memo<Vec<ModelOutcomes>>) -> impl IntoView {
    let heading = use_id("models");
    let has_several = Memo::new(move |_| models.with(|models| models.len() > 1));
    let row = |of: &ModelOutcomes| {
        let counts = of.counts;
        let unscored: u64 = UNSCORED.iter().map(|outcome| counts[*outcome as usize]).sum();
        let all: u64 = counts.iter().sum();
        let number = |count: u64| view! { <td class="number">{text::grouped(count)}</td> };
        view! {
            <tr>
                <th scope="row">{text::batch::model(&of.model)}</th>
                <td class="number">{text::batch::or_none(&of.share)}</td>
                {number(counts[Outcome::Correct as usize])}
                {number(counts[Outcome::Incorrect as usize])}
                {number(unscored)}
                {number(all)}
            </tr>
        }
    };
    let rows = move || models.with(|models| models.iter().map(row).collect_view());
    let column = |name: &'static str| view! { <th scope="col" class="number">{name}</th> };
    view! {
        <Show when=move || has_several.get()>
            <div class="batch-models">
                <h3 id=heading.clone()>{text::batch::BY_MODEL}</h3>
                <div class="table-frame" tabindex="0" role="region" aria-labelledby=heading.clone()>
                    <table>
                        <thead>
                            <tr>
                                <th scope="col">{text::batch::MODEL}</th>
                                {text::batch::MODEL_COLUMNS.map(column)}
                            </tr>
                        </thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </div>
        </Show>
    }
}

const fn class_of(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Correct => "batch-correct",
        Outcome::Incorrect => "batch-wrong",
        Outcome::Unclear => "batch-unclear",
        _ => "batch-unscored",
    }
}

/// Draws the ids of duplicate responses, and the ungraded responses with the reasons.
pub(super) fn excluded_responses(summary: &BatchSummary) -> impl IntoView + use<> {
    let (duplicates, ids) = summary.duplicates.clone();
    let (ungraded, reasons) = summary.ungraded.clone();
    let listed = (duplicates > 0).then(|| {
        let ids = ids.into_iter().map(|id| view! { <li><code>{id}</code></li> }).collect_view();
        view! { <details class="batch-left"><summary>{text::batch_duplicates(duplicates)}</summary><ul>{ids}</ul></details> }
    });
    let left = (ungraded > 0).then(|| {
        let reasons = reasons.into_iter().map(|(id, why)| view! { <li><code>{id}</code>" "{why}</li> });
        let reasons = reasons.collect_view();
        view! { <details class="batch-left"><summary>{text::batch_ungraded(ungraded)}</summary><ul>{reasons}</ul></details> }
    });
    (listed, left)
}

/// The responses, each of which opens in Play.
#[component]
pub(crate) fn Responses(
    #[prop(into)] rows: Signal<BatchRows>,
    #[prop(into)] outcome: Signal<Option<Outcome>>,
    #[prop(into)] version: Signal<u32>,
    node: NodeRef<leptos::html::Section>,
    wanted: impl Fn(u32) + Copy + Send + Sync + 'static,
    #[prop(into)] on_choose: Callback<Option<Outcome>>,
    #[prop(into)] on_open: Callback<u32>,
) -> impl IntoView {
    let heading = use_id("responses");
    let total = Memo::new(move |_| rows.with(|rows| rows.total));
    let listed = Memo::new(move |_| rows.with(|rows| (rows.from, rows.rows.clone())));
    let list = Memo::new(move |_| outcome.get().map_or("", Outcome::name).to_owned());
    let choice = move |of: Option<Outcome>, name: &'static str| {
        let is_chosen = move || (outcome.get() == of).to_string();
        view! { <Button text=name on_press=move || on_choose.run(of) attr:aria-pressed=is_chosen/> }
    };
    let named = move |of: Outcome| choice(Some(of), of.name());
    view! {
        <section class="card attempts batch-responses" aria-labelledby=heading node_ref=node>
            <div class="card-head">
                <h2 id=heading.clone()>{text::batch::RESPONSES}</h2>
                {choice(None, text::batch::ALL)}
                {Outcome::ALL.map(named).collect_view()}
            </div>
            <div class="list-columns" aria-hidden="true">
                <span></span>
                {text::batch::COLUMNS.map(|column| view! { <span>{column}</span> })}
            </div>
            <VirtualList
                label=text::batch::LIST_OF
                total
                rows=listed
                version
                list
                wanted
                row=move |row| view! { <Response row on_open/> }
            />
        </section>
    }
}

#[component]
fn Response(row: BatchRow, on_open: Callback<u32>) -> impl IntoView {
    let BatchRow { number, outcome, model, condition, steps, headline } = row;
    let class = match outcome {
        Outcome::Correct => "list-row is-right",
        Outcome::Incorrect => "list-row is-fault",
        _ => "list-row is-missing",
    };
    let model = if model.is_empty() { "–".to_owned() } else { model };
    // A provider's message is quoted verbatim.
    let headline = if outcome == Outcome::Errored { headline } else { text::typeset(&headline) };
    let cells = [model, condition, steps.to_string(), outcome.name().to_owned(), headline];
    view! {
        <button type="button" class=class data-response=number on:click=move |_| on_open.run(number)>
            <span class="list-sign">{outcome.sign()}</span>
            {cells.map(|cell| view! { <span>{cell}</span> })}
        </button>
    }
}
