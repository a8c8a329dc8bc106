//! Set-ups to start from.

use stepfall_link::Setup;

use crate::components::small::use_id;
use crate::prelude::*;
use crate::state::Preset;
use crate::stores::SweepStore;
use crate::text;

/// The set-ups, each with what it shows, what it takes, and a button.
#[component]
pub(crate) fn Presets(sweep: SweepStore) -> impl IntoView {
    let title = use_id("presets");
    view! {
        <section class="card presets" aria-labelledby=title>
            <div class="card-head"><h2 id=title.clone()>{text::PRESETS}</h2></div>
            <ul>{Preset::ALL.map(|preset| view! { <OnePreset sweep preset/> })}</ul>
            <p class="hint is-inside">{text::PRESETS_HINT}</p>
        </section>
    }
}

#[component]
fn OnePreset(sweep: SweepStore, preset: Preset) -> impl IntoView {
    let (name, shows) = text::preset(preset);
    let setup = sweep.state.setup();
    let takes = move || {
        let of = |setup: &Setup| text::preset_takes(preset.attempts(setup), preset.is_free(setup));
        setup.with(of)
    };
    let is_set = Memo::new(move |_| setup.with(|setup| preset.is_set(setup)));
    let act = move || {
        if setup.with(|setup| preset.is_free(setup)) == Some(true) {
            text::RUN
        } else {
            text::SET_UP
        }
    };
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
                on:click=move |_| sweep.take_preset(preset)
            >
                {act}
            </button>
        </li>
    }
}
