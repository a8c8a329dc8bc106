//! The committed tables: what `StepFlow` does over many items, and what errors in the history do.

use leptos::prelude::*;
use stepfall_link::Checkpoint;

use crate::components::small::use_id;
use crate::state::lab::{
    ResultTable, accuracy_results, flow_results, history_results, real_differences,
};
use crate::text;

/// The tables of a checkpoint.
#[component]
pub(crate) fn Results(#[prop(into)] model: Signal<Checkpoint>) -> impl IntoView {
    view! {
        <Tables
            title=text::LAB_RESULTS
            hint=text::LAB_RESULTS_HINT
            model
            tables=flow_results
            note=text::LAB_RESULTS_NOTE
        />
        <Tables
            title=text::LAB_ACCURACY
            hint=text::LAB_ACCURACY_HINT
            model
            tables=accuracy_results
            note=""
        />
        <Tables title=text::LAB_HISTORY hint="" model tables=history_results note=""/>
    }
}

#[component]
fn Tables(
    title: &'static str,
    hint: &'static str,
    model: Signal<Checkpoint>,
    tables: fn(Checkpoint) -> Vec<ResultTable>,
    note: &'static str,
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
        numbered.collect_view().into_any()
    };
    view! {
        <section class="card lab-results" aria-labelledby=heading>
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
    let row = |cells: Vec<String>| {
        let cells = cells.into_iter().map(|cell| view! { <td>{cell}</td> }).collect_view();
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
