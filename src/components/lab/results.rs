//! The committed tables: what `StepFlow` does over many items, and what errors in the history do.

use leptos::{html, prelude::*};
use stepfall_link::Checkpoint;

use crate::components::small::use_id;
use crate::state::lab::{
    Cell, ResultTable, accuracy_results, flow_results, history_results, real_differences,
    saliency_results,
};
use crate::text;

/// A cell of more bytes than this goes over several lines.
const WIDE: usize = 26;

/// The tables of a checkpoint.
#[component]
pub(crate) fn Results(
    #[prop(into)] model: Signal<Checkpoint>,
    /// Where the tables of `StepFlow` stand.
    place: NodeRef<html::Section>,
) -> impl IntoView {
    view! {
        <Tables
            title=text::LAB_RESULTS
            hint=text::LAB_RESULTS_HINT
            model
            tables=flow_results
            note=text::LAB_RESULTS_NOTE
            place
        />
        <Tables title=text::LAB_ACCURACY hint=text::LAB_ACCURACY_HINT model tables=accuracy_results/>
        <Tables
            title=text::LAB_SCORING
            hint=text::LAB_SCORING_HINT
            model
            tables=saliency_results
            folded=text::LAB_SCORING_TABLES
        />
        <Tables title=text::LAB_HISTORY model tables=history_results/>
        <p class="lab-line-of hint">
            {text::LAB_CARD}" "<a href=text::LAB_PAPER_ADDRESS>{text::LAB_PAPER}</a>
        </p>
    }
}

#[component]
fn Tables(
    title: &'static str,
    #[prop(optional)] hint: &'static str,
    model: Signal<Checkpoint>,
    tables: fn(Checkpoint) -> Vec<ResultTable>,
    #[prop(optional)] note: &'static str,
    /// What unfolds the tables, where they are folded.
    #[prop(optional)]
    folded: &'static str,
    #[prop(optional)] place: NodeRef<html::Section>,
) -> impl IntoView {
    let heading = use_id("results");
    let body = move || {
        let tables = tables(model.get());
        if tables.is_empty() {
            return view! { <p class="lab-line-of soft">{text::LAB_NO_RESULTS}</p> }.into_any();
        }
        // Several tables of a card are told apart by their numbers.
        let numbered = tables.into_iter().enumerate().map(|(at, table)| {
            let region = format!("{}, {}", text::table_of(title), at + 1);
            view! { <One table region/> }
        });
        let numbered = numbered.collect_view();
        if folded.is_empty() {
            return numbered.into_any();
        }
        view! { <details class="lab-folded"><summary>{folded}</summary>{numbered}</details> }
            .into_any()
    };
    view! {
        <section class="card lab-results" aria-labelledby=heading tabindex="-1" node_ref=place>
            <div class="card-head">
                <h2 id=heading.clone()>{title}</h2>
                <span class="hint">{hint}</span>
            </div>
            {body}
            {(!note.is_empty()).then(|| view! { <p class="lab-line-of hint">{note}</p> })}
        </section>
    }
}

#[component]
fn One(table: ResultTable, region: String) -> impl IntoView {
    let real = real_differences(&table).map(|found| text::lab_real(&found));
    let ResultTable { said, columns, rows } = table;
    let heads =
        columns.into_iter().map(|column| view! { <th scope="col">{column}</th> }).collect_view();
    let one = |Cell { text, is_bold }: Cell| {
        let is_wide = text.len() > WIDE;
        let text = if is_bold { view! { <b>{text}</b> }.into_any() } else { text.into_any() };
        view! { <td class:is-wide=is_wide>{text}</td> }
    };
    let row = |cells: Vec<Cell>| {
        let cells = cells.into_iter().map(one).collect_view();
        view! { <tr>{cells}</tr> }
    };
    let has_rows = !rows.is_empty();
    let body = rows.into_iter().map(row).collect_view();
    view! {
        {real.map(|real| view! { <p class="lab-line-of lab-real">{real}</p> })}
        {said.into_iter().map(|said| view! { <p class="lab-line-of">{said}</p> }).collect_view()}
        {has_rows.then(|| view! {
            <div class="lab-scroll" role="region" aria-label=region tabindex="0">
                <table class="lab-table"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>
            </div>
        })}
    }
}
