//! The prompt, to be copied.

use leptos::prelude::*;

use super::copy::{Copied, CopyButton, copy};
use super::erased::{optional, paragraph, part, text_of};
use crate::desk::use_desk;
use crate::text;

/// The prompt with its size and the button that copies it.
#[component]
pub(crate) fn Prompt() -> impl IntoView {
    let desk = use_desk();
    let outcome = RwSignal::new(Copied::Idle);
    let press = move || copy(desk.peek(|play| play.shown().prompt.clone()), outcome);
    let refused = part(move || {
        let refused = outcome.get() == Copied::Refused;
        optional(refused.then(|| paragraph("note", text::COPY_REFUSED)))
    });
    let size = text_of(move || text::size(desk.shown.get().prompt.len()));
    let prompt = text_of(move || desk.shown.get().prompt.clone());
    view! {
        <div class="card">
            <div class="card-head">
                <h2 id="prompt-title">{text::PROMPT}</h2>
                <span class="soft number">{size}</span>
                <CopyButton label=text::COPY_PROMPT done=text::COPIED outcome=outcome on_press=Box::new(press) />
            </div>
            <div role="status">{refused}</div>
            <pre class="prompt" tabindex="0" aria-labelledby="prompt-title" role="region">{prompt}</pre>
        </div>
    }
    .into_any()
}
