//! Answers that an exact match marks as wrong, each for a reason of its own.

use leptos::prelude::*;
use stepfall_link::Case;

use super::scene::{ExactMatch, Scripted, VerdictSentence};
use crate::components::small::Button;
use crate::stores::PlayStore;
use crate::text;

/// The cases to choose from, and what the chosen one wrote.
#[component]
pub(crate) fn Cases(
    play: PlayStore,
    #[prop(into)] case: Signal<Case>,
    #[prop(into)] on_choose: Callback<Case>,
) -> impl IntoView {
    let choice = move |of: Case| {
        view! {
            <Button
                class="button is-small"
                text=text::LEARN_CASE_NAMES[of as usize]
                on_press=move || on_choose.run(of)
                attr:aria-pressed=move || (case.get() == of).to_string()
            />
        }
    };
    let written = Memo::new(move |_| play.with(|play| play.transcript().text().to_owned()));
    view! {
        <figure class="card learn-figure">
            <div class="learn-dials">
                <div class="segments" role="group" aria-label=text::LEARN_CASES>
                    {Case::ALL.map(choice).collect_view()}
                </div>
                <Scripted/>
            </div>
            <pre class="learn-transcript" tabindex="0" aria-label=text::LEARN_ANSWER>{written}</pre>
            <div class="learn-readings">
                <ExactMatch play/>
                <VerdictSentence play/>
                <p>{move || text::LEARN_CASE_MEANS[case.get() as usize]}</p>
            </div>
        </figure>
    }
}
