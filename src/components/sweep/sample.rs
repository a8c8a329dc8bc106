//! A finished run of simulated solvers, for users without a run.

use leptos::prelude::*;
use stepfall_link::{Chapter, LearnLink};
use stepfall_protocol::figure::Figure;

use super::results::Numbers;
use crate::components::widgets::basic::{Button, use_id};
use crate::components::{SceneView, Stage, is_on_full_stage};
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
    let title = use_id("sample");
    Some(view! {
        <Stage>
        <section class="card figure sample" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{title_of}</h2>
                <span class="source">{text::sweep::SAMPLE_RUN}</span>
                <div class="figure-files">
                    {run.map(|run| view! { <Button text=text::sweep::RUN_SAMPLE on_press=move || run.run(())/> })}
                </div>
            </div>
            <p class="reading-aloud">{finding}</p>
            <div class="scene"><Curve wide narrow is_narrow/></div>
            <p class="hint">
                {text::sweep::SAMPLE_HINT}" "
                <a href=LearnLink::of(Chapter::Collapse).fragment()>{text::sweep::SAMPLE_CLASS}</a>
            </p>
            <Numbers table region is_open=RwSignal::new(false)/>
        </section>
        </Stage>
    })
}

/// The curve in one of its two widths. The narrow curve also fills the screen, because its text is
/// larger there.
#[component]
fn Curve(wide: Figure, narrow: Figure, is_narrow: Signal<bool>) -> impl IntoView {
    let is_full = is_on_full_stage();
    move || {
        let figure = if is_narrow.get() || is_full.get() { &narrow } else { &wide };
        view! { <SceneView scene=figure.scene.clone() is_ornament=true/> }
    }
}
