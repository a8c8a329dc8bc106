//! The description of the open run.

use leptos::prelude::*;
use stepfall_link::Page;
use stepfall_protocol::recorded::RecordedRun;
use stepfall_protocol::sweep::RunInfo;

use super::table::Filter;
use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::text;

/// The run: its finding, its model, and the run that it is compared with.
#[component]
pub(crate) fn RunCard(
    run: RecordedRun,
    /// The runs at the same items.
    others: Vec<RecordedRun>,
    /// The name of the run to compare with `run`; empty if there is none.
    #[prop(into)]
    with: Signal<String>,
    /// The finished runs of the user; `None` until they are known.
    #[prop(into)]
    own_runs: Signal<Option<Vec<RunInfo>>>,
    /// The name of the user's run to draw next to `run`; empty if there is none.
    #[prop(into)]
    own: Signal<String>,
    /// True if the two runs are compared item by item.
    #[prop(into)]
    has_pairs: Signal<bool>,
    /// The address of the file of attempts.
    file: String,
    #[prop(into)] on_compare: Callback<String>,
    #[prop(into)] on_own: Callback<String>,
    #[prop(into)] on_close: Callback<()>,
) -> impl IntoView {
    let title = use_id("run");
    let (heading, attempts) = (text::results::title(&run), text::results::attempts(&run));
    let RecordedRun { name, weights, sha256, licence, engine, hardware, plan, finding, .. } = run;
    let values = [weights, sha256, licence, engine, hardware, attempts];
    let facts = text::results::FACTS.into_iter().zip(values);
    let facts = facts.map(|(fact, value)| view! { <div><dt>{fact}</dt><dd>{value}</dd></div> });
    let choices: Vec<_> = others
        .into_iter()
        .map(|other| (other.name.clone(), text::results::title(&other)))
        .collect();
    let has_others = !choices.is_empty();
    let beside = move || {
        let (is_own, is_none) = (own.with(|own| !own.is_empty()), with.with(String::is_empty));
        (is_own || !is_none).then(|| text::results::relation_to_other_run(is_own, has_pairs.get()))
    };
    let finding = text::unbroken(&text::sentence(&finding));
    view! {
        <section class="card recorded-run" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{heading}</h2>
                {has_others.then(|| view! {
                    <Filter
                        label=text::results::COMPARE
                        none=text::results::NO_COMPARISON
                        chosen=with
                        choices
                        choose=on_compare
                    />
                })}
                <Button text=text::results::CLOSE on_press=move || on_close.run(())/>
            </div>
            <p class="reading-aloud">{finding}</p>
            <OwnRun own_runs own on_own/>
            {move || beside().map(|sentences| view! { <p class="hint">{sentences}</p> })}
            <dl>{facts.collect_view()}</dl>
            <p class="recorded-ways">
                <a href=plan>{text::results::OPEN_SETUP}</a>
                <a href=file download=format!("{name}.jsonl.gz")>{text::results::DOWNLOAD}</a>
            </p>
        </section>
    }
}

/// The choice of a finished run of the user, or a link to Sweep if there is none.
#[component]
fn OwnRun(
    own_runs: Signal<Option<Vec<RunInfo>>>,
    own: Signal<String>,
    on_own: Callback<String>,
) -> impl IntoView {
    move || {
        let runs = own_runs.get()?;
        if runs.is_empty() {
            return Some(
                view! {
                    <p class="hint">
                        {text::results::NO_OWN_RUN}" "
                        <a href=format!("#/{}", Page::Sweep.slug())>{text::results::RUN_IN_SWEEP}</a>
                    </p>
                }
                .into_any(),
            );
        }
        let choice = |run: &RunInfo| {
            (run.run.clone(), text::results::own_run(run, &browser::format_time(run.started)))
        };
        let choices: Vec<_> = runs.iter().map(choice).collect();
        Some(
            view! {
                <p class="recorded-own">
                    <Filter
                        label=text::results::OWN_RUN
                        none=text::results::NO_COMPARISON
                        chosen=own
                        choices
                        choose=on_own
                    />
                </p>
            }
            .into_any(),
        )
    }
}
