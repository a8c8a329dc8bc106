//! The comparison of two results, question by question.

mod pairs;
mod tables;

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::comparison::{ComparedModel, Side};

use self::pairs::Pairs;
use self::tables::{Kinds, Shares, TextTable};
use super::files::FileList;
use super::outcomes::excluded_responses;
use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::stores::BatchStore;
use crate::text;

/// The second files, the choice of two results, and their comparison.
#[component]
pub(crate) fn CompareCard(
    batch: BatchStore,
    /// Receives the number of the reply that is opened in Play.
    on_open: Callback<u32>,
) -> impl IntoView {
    let comparison = batch.comparison;
    let (heading, is_over) = (use_id("compare"), RwSignal::new(false));
    let (place, add) = (NodeRef::<html::Section>::new(), NodeRef::<html::Button>::new());
    let give = move |files| batch.give(Side::Second, files);
    browser::on_files(is_over, place, give);
    let files = Memo::new(move |_| batch.files(Side::Second));
    let has_files = Memo::new(move |_| files.with(|files| !files.is_empty()));
    let is_reading = Memo::new(move |_| files.with(|files| files.iter().any(|file| !file.is_over)));
    let remove = move || {
        batch.clear_second();
        // The pressed button is removed, so the focus moves to another button.
        browser::refocus_on(move || browser::element(add).map(Into::into));
    };
    let says = move || {
        let is_comparing = comparison.running.with(Option::is_some);
        let has_second = comparison.second().with(|second| !second.models.is_empty());
        match comparison.done.get() {
            _ if is_reading.get() => text::batch::READING_SECOND.to_owned(),
            _ if is_comparing => text::batch::COMPARING.to_owned(),
            Some((_, done)) => text::batch::comparison_finding(&done),
            None if has_files.get() && !has_second => text::batch::SECOND_EMPTY.to_owned(),
            None => text::batch::ADD_SECOND_WHY.to_owned(),
        }
    };
    let excluded = move || comparison.second().with(excluded_responses);
    let pairs = NodeRef::<html::Div>::new();
    view! {
        <section
            class="card batch-compare"
            class:is-over=move || is_over.get()
            aria-labelledby=heading
            data-takes-files=""
            node_ref=place
        >
            <div class="card-head">
                <h2 id=heading.clone()>{text::batch::COMPARE}</h2>
                <Show when=move || has_files.get()>
                    <Button class="button" text=text::batch::REMOVE_SECOND on_press=remove/>
                </Show>
                <Button
                    class="button"
                    text=text::batch::ADD_SECOND
                    element=add
                    on_press=move || browser::choose_files(give)
                />
            </div>
            <FileList files=files.into() label=text::batch::SECOND_FILES on_columns=Callback::new(move |(id, columns)| batch.choose_columns(id, columns))/>
            {excluded}
            <Show when=move || comparison.pair.with(Option::is_some)>
                <div class="batch-fields">
                    <ModelSelect batch side=Side::First/>
                    <ModelSelect batch side=Side::Second/>
                </div>
            </Show>
            <p class="batch-says" role="status">{says}</p>
            {move || comparison.done.get().map(|(models, done)| {
                let names = models.each_ref().map(text::batch::compared_model);
                let has_questions = done.counts.iter().any(|count| *count > 0);
                view! {
                    {done.scored.as_ref().map(|scored| view! {
                        <Shares names=names.clone() shares=scored.shares.clone()/>
                        <p class="batch-note">{text::unbroken(&scored.test)}</p>
                    })}
                    {text::batch::with_unscored(&done).map(|said| view! { <p class="batch-note">{said}</p> })}
                    <Kinds
                        counts=done.counts
                        is_single=done.scored.as_ref().is_none_or(|scored| scored.is_single)
                        on_list=move |kind| {
                            comparison.list_kind(Some(kind));
                            if let Some(pairs) = browser::element(pairs) {
                                pairs.scroll_into_view();
                            }
                        }
                    />
                    {done.scored.map(|scored| view! {
                        <TextTable title=text::batch::BY_SAMPLES head=text::PASS_COLUMNS rows=scored.passes note=text::PASS_NOTE/>
                        <TextTable title=text::batch::BY_LENGTH head=text::GROUP_COLUMNS rows=scored.groups note=text::GROUP_NOTE/>
                    })}
                    {has_questions.then(|| view! {
                        <Pairs comparison names on_open node=pairs/>
                    })}
                }
            })}
        </section>
    }
}

/// The choice of the first or the second result to compare.
#[component]
fn ModelSelect(batch: BatchStore, side: Side) -> impl IntoView {
    let comparison = batch.comparison;
    let id = use_id("compared");
    let option = move |(at, model): (usize, ComparedModel)| {
        let name = text::batch::compared_model(&model);
        let is_chosen = move || {
            comparison
                .pair
                .with(|pair| pair.as_ref().is_some_and(|pair| pair[side as usize] == model))
        };
        view! { <option value=at prop:selected=is_chosen>{name}</option> }
    };
    let options =
        move || comparison.models.get().into_iter().enumerate().map(option).collect_view();
    let choose = move |event| {
        let at = event_target_value(&event).parse::<usize>().ok();
        let model = at.and_then(|at| comparison.models.with_untracked(|all| all.get(at).cloned()));
        if let Some(model) = model {
            comparison.choose(side, model);
        }
    };
    view! {
        <div class="batch-field">
            <label for=id.clone()>{text::batch::side(side)}</label>
            <select id=id class="button" on:change=choose>{options}</select>
        </div>
    }
}
