//! The runs that this browser stores.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::sweep::RunInfo;

use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::stores::SweepStore;
use crate::text;

/// The list of runs, and the import control.
#[component]
pub(crate) fn History(sweep: SweepStore) -> impl IntoView {
    let is_none = Memo::new(move |_| sweep.runs.with(Vec::is_empty));
    let title = use_id("runs");
    let list = NodeRef::<html::Ul>::new();
    let importer = NodeRef::<html::Div>::new();
    // After a deletion the focus moves to the next run, else to the previous run, else to the
    // import control.
    let deleted = RwSignal::new(None::<usize>);
    Effect::new(move |_| {
        let count = sweep.runs.with(Vec::len);
        if let Some(place) = deleted.get_untracked() {
            deleted.set(None);
            // The focus moves after the list has been rebuilt.
            queue_microtask(move || {
                let left = place.min(count.saturating_sub(1));
                if !browser::focus_nth(list, "[data-way=delete]", left) {
                    browser::focus_nth(importer, "button", 0);
                }
            });
        }
    });
    let open_run = Memo::new(move |_| sweep.setup.with(|setup| setup.run.clone()));
    let has_run = Memo::new(move |_| sweep.has_run());
    let is_running = Memo::new(move |_| sweep.is_running());
    let row = move |run: RunInfo| {
        let id = StoredValue::new(run.run.clone());
        // The data of a run changes while it runs.
        let run = Memo::new(move |_| {
            let found = sweep
                .runs
                .with(|runs| id.with_value(|id| runs.iter().find(|run| run.run == *id).cloned()));
            found.unwrap_or_else(|| run.clone())
        });
        let is_open = Memo::new(move |_| id.with_value(|id| open_run.with(|run| run == id)));
        let remove = move || {
            let id = id.get_value();
            let is_it = |run: &RunInfo| run.run == id;
            deleted.set(sweep.runs.with_untracked(|runs| runs.iter().position(is_it)));
            sweep.remove(&id);
        };
        view! {
            <StoredRun
                run
                is_open
                has_run
                is_running
                rename=move |name: String| sweep.rename(&id.get_value(), &name)
                open=move || sweep.open_run(&run.get_untracked())
                compare=move || sweep.compare(&id.get_value())
                save=move || sweep.save_lines(&id.get_value())
                remove
            />
        }
    };
    let error = move || sweep.error.get().map(|error| view! { <p class="note">{error}</p> });
    view! {
        <section class="card" aria-labelledby=title>
            <div class="card-head" node_ref=importer>
                <h2 id=title.clone()>{text::sweep::RUNS}</h2>
                <Button text=text::sweep::IMPORT on_press=move || sweep.take_file()/>
            </div>
            <Show when=move || !sweep.is_kept.get()>
                <p class="note">{text::sweep::NOT_ON_DISK}</p>
            </Show>
            <div role="status">{error}</div>
            <Show when=move || is_none.get()>
                <p class="hint is-inside">{text::sweep::NO_RUNS}</p>
            </Show>
            <ul class="history" node_ref=list>
                <For each=move || sweep.runs.get() key=|run| run.run.clone() children=row/>
            </ul>
        </section>
    }
}

/// A stored run, which may be the open run, and its actions. The actions depend on whether a run is
/// open and running.
#[component]
fn StoredRun(
    run: Memo<RunInfo>,
    #[prop(into)] is_open: Signal<bool>,
    #[prop(into)] has_run: Signal<bool>,
    #[prop(into)] is_running: Signal<bool>,
    #[prop(into)] rename: Callback<String>,
    #[prop(into)] open: Callback<()>,
    #[prop(into)] compare: Callback<()>,
    #[prop(into)] save: Callback<()>,
    #[prop(into)] remove: Callback<()>,
) -> impl IntoView {
    let is_doubtful = RwSignal::new(false);
    let state = move || {
        run.with(|run| {
            let when = browser::format_time(run.started);
            // The stored data lags behind the running state.
            if is_open.get() && is_running.get() {
                return format!("{when} · {}", text::sweep::RUN_GOES_ON);
            }
            format!("{when} · {}", text::sweep::so_many(run.answered, run.total))
        })
    };
    let finding = move || {
        let finding = run.with(|run| run.finding.clone());
        (!finding.is_empty())
            .then(|| view! { <p class="history-finding soft">{text::sentence(&finding)}</p> })
    };
    let delete = move || {
        if !is_doubtful.get_untracked() {
            return is_doubtful.set(true);
        }
        remove.run(());
    };
    // The subject of the buttons, for screen-reader users.
    let called = move || {
        run.with(|run| if run.name.is_empty() { run.title.clone() } else { run.name.clone() })
    };
    // A refresh of the list must not overwrite a name that is being typed.
    let name = Memo::new(move |_| run.with(|run| run.name.clone()));
    view! {
        <li class:is-open=move || is_open.get() data-row=run.with_untracked(|run| run.run.clone())>
            <input
                class="text history-name"
                type="text"
                maxlength="80"
                autocomplete="off"
                aria-label=text::sweep::RUN_NAME
                placeholder=move || run.with(|run| run.title.clone())
                prop:value=move || name.get()
                on:change=move |event| rename.run(event_target_value(&event).trim().to_owned())
            />
            <span class="soft number">{state}</span>
            <div class="ways" role="group" aria-label=called>
                <Button
                    text=text::sweep::OPEN_RUN
                    disabled=Signal::derive(move || is_open.get() || is_running.get())
                    on_press=move || open.run(())
                />
                <Show when=move || !is_open.get() && has_run.get()>
                    <Button text=text::sweep::COMPARE on_press=move || compare.run(())/>
                </Show>
                <Button text=text::sweep::SAVE_LINES on_press=move || save.run(())/>
                <Button
                    text=move || if is_doubtful.get() { text::sweep::REALLY_DELETE } else { text::sweep::DELETE }
                    disabled=Signal::derive(move || is_open.get() && is_running.get())
                    on_press=delete
                    attr:data-way="delete"
                />
            </div>
            {finding}
        </li>
    }
}
