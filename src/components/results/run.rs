//! The description of the open run.

use leptos::prelude::*;
use stepfall_protocol::recorded::RecordedRun;

use super::table::Filter;
use crate::components::widgets::basic::{Button, use_id};
use crate::text;

/// The run: its finding, its model, and the run that it is compared with.
#[component]
pub(crate) fn RunCard(
    run: RecordedRun,
    /// The runs at the same items.
    others: Vec<RecordedRun>,
    /// The name of the run that it is compared with; empty if there is none.
    #[prop(into)]
    with: Signal<String>,
    /// The address of the file of attempts.
    file: String,
    #[prop(into)] on_compare: Callback<String>,
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
            <Show when=move || !with.with(String::is_empty)>
                <p class="hint">{text::results::COMPARED}</p>
            </Show>
            <dl>{facts.collect_view()}</dl>
            <p class="recorded-ways">
                <a href=plan>{text::results::OPEN_SETUP}</a>
                <a href=file download=format!("{name}.jsonl.gz")>{text::results::DOWNLOAD}</a>
            </p>
        </section>
    }
}
