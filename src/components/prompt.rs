//! The prompt, to be copied.

use super::copy::{Copied, CopyButton, copy};
use super::dialogue::Opening;
use super::small::use_id;
use crate::prelude::*;
use crate::stores::PlayStore;
use crate::text;

/// The button that copies the prompt, and what there is to say where that is refused.
#[component]
pub(crate) fn CopyPrompt(
    play: PlayStore,
    class: &'static str,
    outcome: RwSignal<Copied>,
) -> impl IntoView {
    let press = move || copy(play.peek(|play| play.shown().prompt.clone()), outcome);
    let refused = move || (outcome.get() == Copied::Refused).then_some(text::COPY_REFUSED);
    view! {
        <CopyButton class label=text::COPY_PROMPT done=text::COPIED outcome press/>
        <span class="refused" role="status">{refused}</span>
    }
}

/// The prompt with its size and the button that copies it.
#[component]
pub(crate) fn Prompt(play: PlayStore) -> impl IntoView {
    let id = use_id("prompt-title");
    let prompt = Memo::new(move |_| play.shown().prompt.clone());
    view! {
        <div class="card">
            <div class="card-head">
                <h2 id=id.clone()>{text::PROMPT}</h2>
                <span class="soft number">{move || text::size(prompt.with(String::len))}</span>
                <CopyPrompt play class="button copy" outcome=RwSignal::new(Copied::Idle)/>
            </div>
            <pre class="prompt" tabindex="0" aria-labelledby=id role="region">{move || prompt.get()}</pre>
            <Opening play/>
        </div>
    }
}
