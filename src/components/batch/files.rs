//! Files with responses: the drop area, and the progress of each file.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::batch::{BatchFile, Columns};

use crate::browser::{self, ChosenFile};
use crate::components::widgets::basic::{Button, PartNumber, use_id};
use crate::text;

/// The drop area and file chooser, and the list of files.
#[component]
pub(crate) fn FilesCard(
    #[prop(into)] files: Signal<Vec<BatchFile>>,
    /// The part of the page that accepts dropped files; it has `data-takes-files`.
    element_ref: NodeRef<html::Main>,
    #[prop(into)] on_files: Callback<Vec<ChosenFile>>,
    #[prop(into)] on_columns: Callback<(u32, Columns)>,
    #[prop(into)] on_clear: Callback<()>,
) -> impl IntoView {
    let heading = use_id("files");
    let is_over = RwSignal::new(false);
    browser::on_files(is_over, element_ref, move |files| on_files.run(files));
    let has_files = Memo::new(move |_| files.with(|files| !files.is_empty()));
    let choose = move || browser::choose_files(move |files| on_files.run(files));
    view! {
        <section class="card batch-files" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()><PartNumber number="2"/>{text::batch::DROP}</h2>
                <Show when=move || has_files.get()>
                    <Button class="button" text=text::batch::CLEAR on_press=move || on_clear.run(())/>
                </Show>
                <Button class="button" text=text::batch::CHOOSE on_press=choose/>
            </div>
            <div class="batch-drop" class:is-small=move || has_files.get() class:is-over=move || is_over.get()>
                <b>{text::batch::DROP_HERE}</b>
                <Show when=move || !has_files.get()>
                    <span class="soft">{text::batch::READS}</span>
                    <span class="soft">{text::batch::GRADED_HERE}</span>
                </Show>
            </div>
            <FileList files label=text::batch::FILES on_columns/>
        </section>
    }
}

/// The files with their progress.
#[component]
pub(crate) fn FileList(
    files: Signal<Vec<BatchFile>>,
    label: &'static str,
    on_columns: Callback<(u32, Columns)>,
) -> impl IntoView {
    let numbers = Memo::new(move |_| {
        files.with(|files| files.iter().map(|file| file.id).collect::<Vec<_>>())
    });
    view! {
        <ul class="batch-list" aria-label=label>
            <For each=move || numbers.get() key=|id| *id let:id>
                <FileRow
                    file=Memo::new(move |_| {
                        let found = files.with(|files| files.iter().find(|file| file.id == id).cloned());
                        found.unwrap_or_default()
                    })
                    on_columns
                />
            </For>
        </ul>
    }
}

#[component]
fn FileRow(
    #[prop(into)] file: Signal<BatchFile>,
    on_columns: Callback<(u32, Columns)>,
) -> impl IntoView {
    let is_over = Memo::new(move |_| file.with(|file| file.is_over));
    let taken = move || file.with(|file| file.graded + file.repeated);
    let procedures = move || file.with(|file| file.procedures);
    let has_failed = move || is_over.get() && taken() + procedures() == 0;
    let is_whole = move || {
        is_over.get() && taken() + procedures() > 0 && taken() == file.with(|file| file.found)
    };
    let troubles = move || {
        file.with(|file| {
            file.troubles.iter().map(|error| view! { <li>{error.clone()}</li> }).collect_view()
        })
    };
    let name = move || file.with(|file| file.name.clone());
    view! {
        <li>
            <div class="batch-file">
                <b>{name}</b>
                <span class="soft">{move || file.with(|file| file.kind.clone())}</span>
                // While the file is read, the number changes too often to be announced.
                <span
                    class="number"
                    class:is-fault=has_failed
                    class:is-right=is_whole
                    role="status"
                    aria-live=move || if is_over.get() { "polite" } else { "off" }
                >
                    {move || file.with(text::batch::progress)}
                </span>
            </div>
            <Show when=move || !is_over.get()>
                <progress
                    aria-label=name
                    max=move || file.with(|file| file.size.max(1).to_string())
                    value=move || file.with(|file| file.read.to_string())
                ></progress>
            </Show>
            <ul class="batch-problems">{troubles}</ul>
            <Show when=move || file.with(|file| !file.columns.is_empty())>
                <ColumnsForm file on_columns/>
            </Show>
        </li>
    }
}

/// The form that assigns columns, if they cannot be detected.
#[component]
fn ColumnsForm(file: Signal<BatchFile>, on_columns: Callback<(u32, Columns)>) -> impl IntoView {
    let columns = file.with_untracked(|file| file.columns.clone());
    let first = columns.first().cloned().unwrap_or_default();
    let last = columns.last().cloned().unwrap_or_default();
    let (id, output) = (RwSignal::new(first), RwSignal::new(last));
    let choice = |label: &'static str, chosen: RwSignal<String>| {
        let field = use_id("column");
        let options = columns.iter().map(|column| {
            let this = column.clone();
            let is_chosen = move || chosen.with(|chosen| *chosen == this);
            view! { <option value=column.clone() prop:selected=is_chosen>{column.clone()}</option> }
        });
        view! {
            <label for=field.clone()>{label}</label>
            <select id=field class="button" on:change=move |event| chosen.set(event_target_value(&event))>
                {options.collect_view()}
            </select>
        }
    };
    let grade = move || {
        let number = file.with_untracked(|file| file.id);
        on_columns
            .run((number, Columns { id: id.get_untracked(), output: output.get_untracked() }));
    };
    view! {
        <div class="batch-columns">
            {choice(text::batch::ID_COLUMN, id)}
            {choice(text::batch::OUTPUT_COLUMN, output)}
            <Button text=text::batch::READ_COLUMNS on_press=grade/>
        </div>
    }
}
