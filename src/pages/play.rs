//! Play: the knobs, the sentence that says the state, the prompt, the answer, and the procedure.

use leptos::html::Main;
use leptos::prelude::*;

use crate::components::{Answer, Facts, Headline, Knobs, Listing, Notices, Prompt};
use crate::desk::use_desk;

/// The place.
#[component]
pub(crate) fn PlayPage(
    /// Where the skip button leads.
    main: NodeRef<Main>,
) -> impl IntoView {
    let desk = use_desk();
    let behind = Signal::derive(move || desk.read(|play| play.problem().is_some()));
    view! {
        <div class="page" class:is-behind=behind>
            <Knobs />
            <main node_ref=main tabindex="-1">
                <Notices />
                <Headline />
                <Facts />
                <div class="columns">
                    <div class="column">
                        <Prompt />
                        <Answer />
                    </div>
                    <Listing />
                </div>
            </main>
        </div>
    }
    .into_any()
}
