//! A finished run of simulated executors, for those who have none of their own yet.

use leptos::prelude::*;

use crate::components::SceneView;
use crate::components::small::{Button, use_id};
use crate::state::sample;
use crate::text;

/// The curve of the sample, with what it came to and a button that runs it.
#[component]
pub(crate) fn Sample(#[prop(into)] run: Callback<()>) -> impl IntoView {
    let results = sample::results()?;
    let finding = results.finding.map(|finding| text::sentence(&finding));
    let figure = results.figures.into_iter().next()?;
    let title = use_id("sample");
    Some(view! {
        <section class="card figure sample" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{figure.title}</h2>
                <span class="source">{text::SAMPLE_RUN}</span>
                <div class="figure-files">
                    <Button text=text::RUN_SAMPLE press=move || run.run(())/>
                </div>
            </div>
            <p class="reading-aloud">{finding}</p>
            <div class="scene"><SceneView scene=figure.scene is_ornament=true/></div>
            <p class="hint">{text::SAMPLE_HINT}</p>
        </section>
    })
}
