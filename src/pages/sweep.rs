//! Sweep: what to start from and the set-up, how far a run is, its figures, its attempts, and the runs that are kept.

use crate::components::sweep::{Attempts, History, Presets, Results, RunHead, Sample, Setup};
use crate::prelude::*;
use crate::stores::SweepStore;

/// The place. Its main part can be gone to from outside.
#[component]
pub(crate) fn SweepPage(
    sweep: SweepStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let has_run = Memo::new(move |_| sweep.shows_run());
    let attempts = NodeRef::<html::Section>::new();
    view! {
        <div class="page is-sweep" class:has-run=move || has_run.get() hidden=hidden>
            <main tabindex="-1" node_ref=main>
                <RunHead sweep/>
                <Show when=move || has_run.get()>
                    <Results sweep attempts/>
                    <Attempts sweep node=attempts/>
                </Show>
                <Show when=move || !has_run.get()>
                    <div class="landing"><Sample sweep/><Presets sweep/></div>
                </Show>
                <Setup sweep/>
                <History sweep/>
            </main>
        </div>
    }
}
