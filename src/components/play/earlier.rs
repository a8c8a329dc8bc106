//! Earlier answers of models, which this browser stores.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::asking::KeptAnswer;

use crate::browser;
use crate::components::widgets::basic::Button;
use crate::text;

/// The list of earlier answers, in a fold.
#[component]
pub(crate) fn EarlierAnswers(
    /// The answers, newest first; `None` until they have been read.
    #[prop(into)]
    answers: Signal<Option<Vec<KeptAnswer>>>,
    #[prop(into)] is_kept: Signal<bool>,
    #[prop(into)] error: Signal<Option<String>>,
    #[prop(into)] on_fold: Callback<bool>,
    #[prop(into)] on_open: Callback<u32>,
    #[prop(into)] on_remove: Callback<u32>,
) -> impl IntoView {
    // The answer whose deletion awaits confirmation.
    let doubtful = RwSignal::new(0u32);
    let folds = NodeRef::<html::Details>::new();
    let fold = move |_| {
        if let Some(folds) = browser::element(folds) {
            on_fold.run(folds.open());
        }
    };
    let is_none = move || answers.with(|answers| answers.as_ref().is_some_and(Vec::is_empty));
    let error = move || error.get().map(|error| view! { <p class="note">{error}</p> });
    view! {
        <div role="status">{error}</div>
        <details class="asking-earlier" node_ref=folds on:toggle=fold>
            <summary>{text::ask::EARLIER}</summary>
            <Show when=move || !is_kept.get()>
                <p class="note">{text::ask::ANSWERS_NOT_ON_DISK}</p>
            </Show>
            <Show when=is_none>
                <p class="hint">{text::ask::NONE_EARLIER}</p>
            </Show>
            <ul class="earlier">
                <For
                    each=move || answers.get().unwrap_or_default()
                    key=|answer| answer.number
                    children=move |answer| view! { <EarlierAnswer answer doubtful on_open on_remove/> }
                />
            </ul>
        </details>
    }
}

#[component]
fn EarlierAnswer(
    answer: KeptAnswer,
    doubtful: RwSignal<u32>,
    on_open: Callback<u32>,
    on_remove: Callback<u32>,
) -> impl IntoView {
    let number = answer.number;
    let is_doubtful = move || doubtful.get() == number;
    let delete = move || {
        if doubtful.get_untracked() == number {
            on_remove.run(number);
        } else {
            doubtful.set(number);
        }
    };
    let when = crate::browser::format_time(answer.asked);
    view! {
        <li>
            <span class="earlier-model">{answer.model.clone()}</span>
            <span class="soft number">{text::ask::earlier_answer(&answer, &when)}</span>
            <div class="ways">
                <Button text=text::sweep::OPEN_RUN on_press=move || on_open.run(number)/>
                <Button
                    text=move || if is_doubtful() { text::sweep::REALLY_DELETE } else { text::sweep::DELETE }
                    on_press=delete
                />
            </div>
        </li>
    }
}
