//! The prompt, for copying.

use leptos::html;
use leptos::prelude::*;

use super::dialogue::Opening;
use super::problem::ProblemNote;
use super::settings::QuickSettings;
use crate::browser;
use crate::components::widgets::basic::{PartNumber, use_id};
use crate::components::widgets::copy::{Copied, CopyButton, copy};
use crate::stores::PlayStore;
use crate::text;

/// The button that copies the prompt.
#[component]
pub(crate) fn CopyPrompt(
    play: PlayStore,
    class: &'static str,
    outcome: RwSignal<Copied>,
) -> impl IntoView {
    let on_press =
        move || copy(play.with_untracked(|play| play.current_item().prompt.clone()), outcome);
    view! { <CopyButton class label=text::page::COPY_PROMPT done=text::page::COPIED outcome on_press/> }
}

/// The prompt with its settings and the button that copies it.
#[component]
pub(crate) fn Prompt(play: PlayStore) -> impl IntoView {
    let id = use_id("prompt-title");
    let prompt = Memo::new(move |_| play.current_item.get().prompt.clone());
    let element_ref = NodeRef::<html::Div>::new();
    let first = move || browser::refocus_on(move || browser::first_in(element_ref, "input"));
    view! {
        <div class="card" node_ref=element_ref>
            <div class="card-head">
                <h2 id=id.clone()><PartNumber number="1"/>{text::page::PROMPT}</h2>
                <CopyPrompt play class="button copy is-main" outcome=RwSignal::new(Copied::Idle)/>
            </div>
            <QuickSettings play/>
            // The open settings panel shows the problem too.
            <Show when=move || !play.has_settings.get()>
                <ProblemNote problem=play.problem on_fix=move |edit| play.send(edit) on_fixed=first/>
            </Show>
            <pre class="prompt" tabindex="0" aria-labelledby=id role="region">{move || prompt.get()}</pre>
            <Opening opening=Memo::new(move |_| play.protocol().and_then(|protocol| protocol.opening))/>
        </div>
    }
}
