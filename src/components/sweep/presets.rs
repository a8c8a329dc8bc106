//! Presets to start from.

use leptos::prelude::*;
use stepfall_link::SweepLink;

use crate::components::widgets::basic::use_id;
use crate::state::Preset;
use crate::text;

/// The presets. Each preset has a description, its cost, and a button that changes the current
/// grid.
#[component]
pub(crate) fn Presets(
    setup: RwSignal<SweepLink>,
    #[prop(into)] take: Callback<Preset>,
) -> impl IntoView {
    let title = use_id("presets");
    let preset_view = |preset: Preset| {
        let takes = move || {
            setup.with(|setup| {
                text::sweep::preset_takes(
                    preset.attempts(setup),
                    preset.items(setup),
                    preset.is_free(setup),
                )
            })
        };
        let is_set = Memo::new(move |_| setup.with(|setup| preset.is_set(setup)));
        let is_free = Memo::new(move |_| setup.with(|setup| preset.is_free(setup)) == Some(true));
        let take = move || take.run(preset);
        view! { <PresetCard preset takes is_set is_free take/> }
    };
    view! {
        <section class="card presets" aria-labelledby=title>
            <div class="card-head"><h2 id=title.clone()>{text::sweep::PRESETS}</h2></div>
            <ul>{Preset::ALL.map(preset_view)}</ul>
            <p class="hint is-inside">{text::sweep::presets_hint()}</p>
        </section>
    }
}

/// One preset. Its button starts a run at once if the preset has no language models.
#[component]
fn PresetCard(
    preset: Preset,
    #[prop(into)] takes: Signal<String>,
    #[prop(into)] is_set: Signal<bool>,
    #[prop(into)] is_free: Signal<bool>,
    #[prop(into)] take: Callback<()>,
) -> impl IntoView {
    let (name, shows) = text::sweep::preset(preset);
    let act = move || if is_free.get() { text::sweep::RUN } else { text::sweep::SET_UP };
    let label = move || format!("{}: {name}", act());
    view! {
        <li class="preset" class:is-set=move || is_set.get()>
            <span class="preset-name">{name}</span>
            <span class="preset-shows">{shows}</span>
            <span class="soft">{takes}</span>
            <button
                type="button"
                class="button is-small"
                aria-label=label
                on:click=move |_| take.run(())
            >
                {act}
            </button>
        </li>
    }
}
