//! A finished run of simulated solvers, for users without a run.

use leptos::prelude::*;

use super::results::Numbers;
use crate::components::SceneView;
use crate::components::widgets::basic::{Button, use_id};
use crate::state::sample;
use crate::text;

/// The curve of the sample, with its finding and a button that runs it.
#[component]
pub(crate) fn Sample(
    #[prop(into)] is_narrow: Signal<bool>,
    /// Runs the sample here, if that is possible.
    #[prop(optional, into)]
    run: Option<Callback<()>>,
) -> impl IntoView {
    let results = sample::results()?;
    let finding = results.finding.map(|finding| text::unbroken(&text::sentence(&finding)));
    let [wide, narrow] = results.figures.try_into().ok()?;
    let title_of = wide.title.clone();
    let (table, region) = (wide.table.clone(), text::sweep::table_of(&wide.title));
    let scene = move || {
        let figure = if is_narrow.get() { &narrow } else { &wide };
        view! { <SceneView scene=figure.scene.clone() is_ornament=true/> }
    };
    let title = use_id("sample");
    Some(view! {
        <section class="card figure sample" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{title_of}</h2>
                <span class="source">{text::sweep::SAMPLE_RUN}</span>
                <div class="figure-files">
                    {run.map(|run| view! { <Button text=text::sweep::RUN_SAMPLE on_press=move || run.run(())/> })}
                </div>
            </div>
            <p class="reading-aloud">{finding}</p>
            <div class="scene">{scene}</div>
            <p class="hint">{text::sweep::SAMPLE_HINT}</p>
            <Numbers table region is_open=RwSignal::new(false)/>
        </section>
    })
}
