//! Models that run in the page: the state of the browser's own model, and model files.

use leptos::prelude::*;

use crate::browser;
use crate::components::widgets::basic::Button;
use crate::state::{BuiltInModel, FileTask, ModelFile, ModelFiles, SuggestedModel};
use crate::stores::ModelClient;
use crate::text;

/// The browser's own model: what it needs, and its download.
#[component]
pub(crate) fn BuiltIn(client: ModelClient) -> impl IntoView {
    let model = RwSignal::new(BuiltInModel::Unknown);
    let update = move |state: BuiltInModel| {
        // `try_set` returns the state if the form is gone when the browser answers.
        if model.try_set(state.clone()).is_none() && matches!(state, BuiltInModel::Ready(_)) {
            client.connect();
        }
    };
    browser::built_in_model(update);
    let is_downloadable = Memo::new(move |_| model.with(BuiltInModel::is_downloadable));
    view! {
        <div class="setting in-page">
            <p role="status">{move || model.with(text::in_page::built_in)}</p>
            <Show when=move || is_downloadable.get()>
                <Button text=text::in_page::FETCH_BUILT_IN on_press=move || browser::download_built_in(update)/>
            </Show>
        </div>
    }
}

/// The model files of this browser, and ways to add one.
#[component]
pub(crate) fn Files(client: ModelClient) -> impl IntoView {
    let files = RwSignal::new(ModelFiles::default());
    let task = RwSignal::new(FileTask::None);
    let list = move || {
        browser::model_files(move |found| match found {
            Ok(found) => {
                if client.model.with_untracked(String::is_empty)
                    && let Some(first) = found.stored.first()
                {
                    client.choose_in_page(first.name.clone());
                }
                let _ = files.try_set(found);
            }
            Err(why) => drop(task.try_set(FileTask::Failed(why))),
        });
    };
    list();
    let end = move |name: String, error: String| {
        let is_done = error.is_empty();
        let _ = task.try_set(if is_done { FileTask::None } else { FileTask::Failed(error) });
        if is_done && !name.is_empty() {
            client.choose_in_page(name);
        }
        list();
    };
    let choose = move || {
        browser::choose_file(move |file| {
            let name = file.name();
            let label = name.clone();
            task.set(FileTask::Storing(name.clone(), 0));
            let progress =
                move |percent| drop(task.try_set(FileTask::Storing(label.clone(), percent)));
            browser::add_model_file(file, progress, move |error| end(name, error));
        });
    };
    let download = move |model: &SuggestedModel| {
        let label = model.name.clone();
        task.set(FileTask::Downloading(label.clone(), 0));
        let progress =
            move |percent| drop(task.try_set(FileTask::Downloading(label.clone(), percent)));
        browser::download_model_file(model.address.clone(), progress, move |error| {
            end(String::new(), error);
        });
    };
    let is_running = Signal::derive(move || task.with(FileTask::is_running));
    let stored = move |file: ModelFile| {
        let (name, used, chosen) = (file.name.clone(), file.name.clone(), file.name.clone());
        let is_used = Memo::new(move |_| client.model.with(|model| *model == used));
        view! {
            <li>
                <span class="earlier-model">{file.name}</span>
                <span class="hint">{text::in_page::megabytes(file.bytes)}</span>
                <Show
                    when=move || is_used.get()
                    fallback=move || {
                        let chosen = chosen.clone();
                        view! { <Button text=text::in_page::USE on_press=move || client.choose_in_page(chosen.clone())/> }
                    }
                >
                    <span class="hint">{text::in_page::IN_USE}</span>
                </Show>
                <Button
                    text=text::in_page::REMOVE
                    disabled=is_running
                    on_press=move || {
                        if client.model.with_untracked(|model| *model == name) {
                            client.choose_in_page(String::new());
                        }
                        browser::remove_model_file(name.clone(), move |error| end(String::new(), error));
                    }
                />
            </li>
        }
    };
    let suggested = move |model: SuggestedModel| {
        let about = text::in_page::suggestion(&model);
        let label = text::in_page::download(&model.name);
        view! {
            <li>
                <Button text=label disabled=is_running on_press=move || download(&model)/>
                <span class="hint">{about}</span>
            </li>
        }
    };
    let is_empty = Memo::new(move |_| files.with(|files| files.stored.is_empty()));
    view! {
        <div class="setting in-page">
            <h3>{text::in_page::STORED}</h3>
            <Show when=move || is_empty.get()>
                <p class="hint">{text::in_page::NONE_STORED}</p>
            </Show>
            <ul class="earlier">{move || files.get().stored.into_iter().map(stored).collect_view()}</ul>
            <Button text=text::in_page::CHOOSE_FILE disabled=is_running on_press=choose/>
            <p role="status">{move || task.with(text::in_page::task)}</p>
            <h3>{text::in_page::SUGGESTED}</h3>
            <ul class="earlier">{move || files.get().suggested.into_iter().map(suggested).collect_view()}</ul>
        </div>
    }
}
