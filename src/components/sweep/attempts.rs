//! The attempts of a run, each of which opens in Play.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::listing::{AttemptOutcome, AttemptRow, AttemptRows};

use crate::components::VirtualList;
use crate::components::widgets::basic::{Button, use_id};
use crate::stores::SweepStore;
use crate::text;

/// The filter for attempts that were given up, in the text form that marks of a figure use.
const GIVEN_UP: &str = "*/*/*/*/given-up";

/// The attempts of the open run of Sweep, if there are any.
#[component]
pub(crate) fn Attempts(
    sweep: SweepStore,
    /// The section, as a scroll target.
    node: NodeRef<html::Section>,
    /// Opens an attempt.
    on_open: Callback<u32>,
) -> impl IntoView {
    let is_empty = Memo::new(move |_| {
        sweep.progress.with(|progress| {
            progress.as_ref().is_none_or(|progress| progress.answered + progress.given_up == 0)
        })
    });
    // Every redraw of the figures requests the rows again, because figures and rows show the same
    // attempts.
    let version = Memo::new(move |before: Option<&u32>| {
        sweep.figures.track();
        sweep.given_up_count();
        before.map_or(0, |before| before.wrapping_add(1))
    });
    view! {
        <AttemptList
            is_empty
            version
            filter=sweep.filter
            rows=sweep.rows
            choose=move |filter: String| sweep.choose_attempts(&filter)
            wanted=move |from| sweep.list(from)
            node
            on_open
        />
    }
}

/// A list of attempts, and the buttons that choose its filter.
#[component]
pub(crate) fn AttemptList(
    #[prop(into)] is_empty: Signal<bool>,
    /// A version that changes when the rows must be requested again.
    #[prop(into)]
    version: Signal<u32>,
    /// The filter, in the text form that marks of a figure use.
    #[prop(into)]
    filter: Signal<String>,
    #[prop(into)] rows: Signal<AttemptRows>,
    /// Chooses another filter.
    #[prop(into)]
    choose: Callback<String>,
    /// Requests rows from an index on.
    #[prop(into)]
    wanted: Callback<u32>,
    /// The section, as a scroll target.
    node: NodeRef<html::Section>,
    /// Opens an attempt.
    on_open: Callback<u32>,
    /// Further ways to choose attempts.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let (chosen, all) = (filter, rows);
    let choice = move |filter: &'static str, name: &'static str| {
        let is_chosen = move || chosen.with(|chosen| chosen == filter).to_string();
        view! {
            <Button
                text=name
                on_press=move || choose.run(filter.to_owned())
                attr:aria-pressed=is_chosen
            />
        }
    };
    let description = Memo::new(move |_| all.with(|rows| rows.description.clone()));
    let total = Memo::new(move |_| all.with(|rows| rows.total));
    let rows = Memo::new(move |_| all.with(|rows| (rows.from, rows.rows.clone())));
    // A memo, so that choosing the same filter again requests no rows.
    let filter = Memo::new(move |_| chosen.get());
    let title = use_id("attempts");
    view! {
        <section
            class="card attempts"
            aria-labelledby=title
            hidden=move || is_empty.get()
            node_ref=node
        >
            <div class="card-head">
                <h2 id=title.clone()>{text::sweep::ATTEMPTS}</h2>
                {choice("", text::sweep::ALL_ATTEMPTS)}
                {choice(GIVEN_UP, text::sweep::GIVEN_UP)}
                {children.map(|children| children())}
            </div>
            <p class="listed" hidden=move || description.with(String::is_empty)>
                {move || description.get()}
            </p>
            <div class="list-columns" aria-hidden="true">
                <span></span>
                {text::sweep::COLUMNS.map(|column| view! { <span>{column}</span> })}
            </div>
            <VirtualList
                label=text::sweep::LIST_OF_ATTEMPTS
                total
                rows
                version
                list=filter
                wanted=move |from| wanted.run(from)
                row=move |row| view! { <Attempt row open=on_open/> }
            />
        </section>
    }
}

#[component]
fn Attempt(row: AttemptRow, open: Callback<u32>) -> impl IntoView {
    let AttemptRow { number, outcome, cells } = row;
    let (class, sign) = match outcome {
        AttemptOutcome::Correct => ("list-row is-right", "✓"),
        AttemptOutcome::Later => ("list-row is-retried", "≈"),
        AttemptOutcome::Incorrect => ("list-row is-fault", "✕"),
        AttemptOutcome::Missing => ("list-row is-missing", "–"),
    };
    view! {
        <button
            type="button"
            class=class
            data-attempt=number.to_string()
            on:click=move |_| open.run(number)
        >
            <span class="list-sign">{sign}</span>
            {cells.map(|cell| view! { <span>{cell}</span> })}
        </button>
    }
}
