//! Answers that an exact match marks as incorrect, each for a different reason.

use leptos::prelude::*;
use stepfall_link::MismatchCase;

use super::scene::{ExactMatch, ScriptedNote, VerdictSentence};
use crate::components::widgets::basic::Button;
use crate::state::learn;
use crate::stores::PlayStore;
use crate::text;
use crate::text::learn::LearnGuess;

/// The cases to choose from, the question and answer of the chosen case, and the user's guess. The
/// solution is shown after the guess.
#[component]
pub(crate) fn Cases(
    play: PlayStore,
    #[prop(into)] case: Signal<MismatchCase>,
    #[prop(into)] on_choose: Callback<MismatchCase>,
) -> impl IntoView {
    let guesses = RwSignal::new([None::<LearnGuess>; MismatchCase::ALL.len()]);
    let guess = Memo::new(move |_| guesses.with(|guesses| guesses[case.get() as usize]));
    let choice = move |option: MismatchCase| {
        let at = option as usize;
        let name = move || match guesses.with(|guesses| guesses[at]) {
            Some(_) => format!("{} {}", at + 1, text::learn::CASE_NAMES[at]),
            None => (at + 1).to_string(),
        };
        view! {
            <Button
                class="button is-small"
                text=name
                on_press=move || on_choose.run(option)
                attr:aria-pressed=move || (case.get() == option).to_string()
            />
        }
    };
    let say = move |choice: LearnGuess| {
        view! {
            <Button
                class="button"
                text=choice.label()
                on_press=move || {
                    let at = case.get_untracked() as usize;
                    guesses.update(|guesses| guesses[at] = Some(choice));
                }
                attr:aria-pressed=move || (guess.get() == Some(choice)).to_string()
            />
        }
    };
    let explanation = move || {
        let choice = guess.get()?;
        let case = case.get();
        Some(view! {
            <p>{text::learn::guess(choice, choice == learn::right_guess(case))}</p>
            <VerdictSentence play/>
            <p>{text::learn::CASE_MEANS[case as usize]}</p>
        })
    };
    let written = Memo::new(move |_| play.with(|play| play.transcript().text().to_owned()));
    let prompt = Memo::new(move |_| play.current_item.get().prompt.clone());
    view! {
        <figure class="card learn-figure">
            <div class="learn-dials">
                <div class="segments" role="group" aria-label=text::learn::CASES>
                    {MismatchCase::ALL.map(choice).collect_view()}
                </div>
                <ScriptedNote/>
            </div>
            <details class="learn-numbers">
                <summary>{text::learn::PROMPT}</summary>
                <pre class="learn-transcript" tabindex="0" aria-label=text::learn::PROMPT>{prompt}</pre>
            </details>
            <pre class="learn-transcript" tabindex="0" aria-label=text::learn::ANSWER>{written}</pre>
            <div class="learn-readings">
                <ExactMatch play/>
                <div class="learn-buttons" role="group" aria-label=text::learn::WAS_LOST>
                    <span>{text::learn::WAS_LOST}</span>
                    {LearnGuess::ALL.map(say).collect_view()}
                </div>
                <div class="learn-paragraph" aria-live="polite">{explanation}</div>
            </div>
        </figure>
    }
}
