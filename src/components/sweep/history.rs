//! The runs that are kept in this browser.

use crate::browser;
use crate::components::small::{Button, use_id};
use crate::prelude::*;
use crate::state::RunInfo;
use crate::stores::SweepStore;
use crate::text;

/// The list of runs, and the way to take one in.
#[component]
pub(crate) fn History(sweep: SweepStore) -> impl IntoView {
    let state = sweep.state;
    let is_none = Memo::new(move |_| state.runs().with(Vec::is_empty));
    let title = use_id("runs");
    let list = NodeRef::<html::Ul>::new();
    let importer = NodeRef::<html::Div>::new();
    // Where the focus is kept once a run is gone: on the next one, else on the one before, else on the way to take one in.
    let deleted = RwSignal::new(None::<usize>);
    Effect::new(move |_| {
        let count = state.runs().with(Vec::len);
        if let Some(place) = deleted.get_untracked() {
            deleted.set(None);
            // The list is made anew first.
            queue_microtask(move || {
                let left = place.min(count.saturating_sub(1));
                if !browser::focus_nth(list, "[data-way=delete]", left) {
                    browser::focus_nth(importer, "button", 0);
                }
            });
        }
    });
    let trouble =
        move || state.trouble().get().map(|trouble| view! { <p class="note">{trouble}</p> });
    view! {
        <section class="card" aria-labelledby=title>
            <div class="card-head" node_ref=importer>
                <h2 id=title.clone()>{text::RUNS}</h2>
                <Button text=text::IMPORT press=move || sweep.take_file()/>
            </div>
            <Show when=move || !state.is_kept().get()>
                <p class="note">{text::NOT_ON_DISK}</p>
            </Show>
            <div role="status">{trouble}</div>
            <Show when=move || is_none.get()>
                <p class="hint is-inside">{text::NO_RUNS}</p>
            </Show>
            <ul class="history" node_ref=list>
                <For
                    each=move || state.runs().get()
                    key=|run| run.run.clone()
                    children=move |run| view! { <KeptRun sweep run deleted/> }
                />
            </ul>
        </section>
    }
}

#[component]
fn KeptRun(sweep: SweepStore, run: RunInfo, deleted: RwSignal<Option<usize>>) -> impl IntoView {
    let state = sweep.state;
    let id = StoredValue::new(run.run.clone());
    // What is known of it changes while it runs.
    let known = Memo::new(move |_| {
        let found = state
            .runs()
            .with(|runs| id.with_value(|id| runs.iter().find(|run| run.run == *id).cloned()));
        found.unwrap_or_else(|| run.clone())
    });
    let is_open =
        Memo::new(move |_| state.setup().with(|setup| id.with_value(|id| setup.run == *id)));
    let is_doubtful = RwSignal::new(false);
    let told = move || {
        known.with(|run| {
            let when = browser::when(run.started);
            format!("{when} · {}", text::so_many(run.answered, run.total))
        })
    };
    let finding = move || {
        let finding = known.with(|run| run.finding.clone());
        (!finding.is_empty())
            .then(|| view! { <p class="history-finding soft">{text::sentence(&finding)}</p> })
    };
    let delete = move || {
        if !is_doubtful.get_untracked() {
            return is_doubtful.set(true);
        }
        let id = id.get_value();
        deleted.set(state.runs().with_untracked(|runs| runs.iter().position(|run| run.run == id)));
        sweep.remove(&id);
    };
    view! {
        <li class:is-open=move || is_open.get() data-row=id.get_value()>
            <input
                class="text history-name"
                type="text"
                maxlength="80"
                autocomplete="off"
                aria-label=text::RUN_NAME
                placeholder=move || known.with(|run| run.title.clone())
                prop:value=move || known.with(|run| run.name.clone())
                on:change=move |event| {
                    sweep.rename(&id.get_value(), event_target_value(&event).trim());
                }
            />
            <span class="soft number">{told}</span>
            <div class="ways">
                <Button
                    text=text::OPEN_RUN
                    disabled=Signal::derive(move || is_open.get() || sweep.is_running())
                    press=move || sweep.open_run(&known.get_untracked())
                />
                <Show when=move || !is_open.get() && sweep.has_run()>
                    <Button text=text::COMPARE press=move || sweep.compare(&id.get_value())/>
                </Show>
                <Button text=text::SAVE_LINES press=move || sweep.save_lines(&id.get_value())/>
                <Button
                    text=move || if is_doubtful.get() { text::REALLY_DELETE } else { text::DELETE }
                    disabled=Signal::derive(move || is_open.get() && sweep.is_running())
                    press=delete
                    attr:data-way="delete"
                />
            </div>
            {finding}
        </li>
    }
}
