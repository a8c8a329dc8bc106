//! The head of the Lab: the finding, and set-ups to start from.

use leptos::prelude::*;

use crate::components::widgets::basic::Button;
use crate::text;

/// The small model, the finding, and the purpose of the Lab.
#[component]
pub(crate) fn Head(
    #[prop(into)] over: Signal<String>,
    #[prop(into)] finding: Signal<String>,
    /// The sentence shown while there is no finding.
    #[prop(into)]
    waiting: Signal<String>,
    /// The difference between two transcripts at the incorrect step. For a single transcript, the
    /// errors after the first error.
    #[prop(into)]
    changed: Signal<String>,
    /// True if two transcripts are compared. The purpose of the Lab is then hidden.
    #[prop(into)]
    is_compared: Signal<bool>,
    /// True during token-by-token playback, which is not announced to screen readers.
    #[prop(into)]
    is_playing: Signal<bool>,
) -> impl IntoView {
    let sentence = move || {
        let finding = finding.get();
        if finding.is_empty() { waiting.get() } else { finding }
    };
    view! {
        <section class="lab-head">
            <p class="lab-over"><span class="tag">{text::lab::SMALL_MODEL_TAG}</span><span>{over}</span></p>
            <h1 aria-live=move || if is_playing.get() { "off" } else { "polite" } class:is-waiting=move || finding.with(String::is_empty)>{sentence}</h1>
            <Show when=move || changed.with(|changed| !changed.is_empty())>
                <p>{changed}</p>
            </Show>
            <Show when=move || !is_compared.get()>
                <p class="soft">{text::lab::PURPOSE}</p>
            </Show>
        </section>
    }
}

/// Set-ups to start from. Each set-up has a name, and is identified by its index.
#[component]
pub(crate) fn StartChoices(
    names: Vec<&'static str>,
    #[prop(into)] chosen: Signal<Option<usize>>,
    #[prop(into)] on_choose: Callback<usize>,
    /// True if one of the set-ups is open and that set-up changes the flow.
    #[prop(into)]
    is_mended: Signal<bool>,
    /// Opens the tables about the effects of changes of the flow.
    #[prop(into)]
    on_tables: Callback<()>,
) -> impl IntoView {
    let button = move |(place, name): (usize, &'static str)| {
        let is_chosen = move || chosen.get() == Some(place);
        view! {
            <span class="lab-start" class:is-chosen=is_chosen>
                <Button
                    class="button"
                    text=name
                    on_press=move || on_choose.run(place)
                    attr:aria-pressed=move || is_chosen().to_string()
                />
            </span>
        }
    };
    view! {
        <nav class="lab-starts" aria-label=text::lab::STARTS>
            <span class="soft">{text::lab::STARTS}</span>
            {names.into_iter().enumerate().map(button).collect_view()}
            <Show when=move || is_mended.get()>
                <p class="lab-start-note soft">
                    {text::lab::START_NOTE}" "
                    <Button class="link-button" text=text::lab::START_TABLES on_press=move || on_tables.run(())/>
                </p>
            </Show>
        </nav>
    }
}
