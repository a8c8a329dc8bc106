//! Whom a sweep asks, and who else could be.

use stepfall_link::SetupModel;

use super::progress::Foreign;
use crate::components::small::{Button, SignButton, use_id};
use crate::components::{Connection, Failure, reveal_signed_in};
use crate::prelude::*;
use crate::state::Stage;
use crate::stores::SweepStore;
use crate::text;

/// The most per cent of steps that an executor fails at.
const MOST: u32 = 50;

/// The list, and the two ways to add to it.
#[component]
pub(crate) fn Targets(sweep: SweepStore) -> impl IntoView {
    let setup = sweep.state.setup();
    let count = Memo::new(move |_| setup.with(|setup| setup.models.len()));
    let told = Memo::new(move |_| sweep.problems("model"));
    view! {
        <div class="setup-models">
            <h3>{text::WHO}</h3>
            <ul class="targets">
                <For
                    each=move || 0..count.get()
                    key=|at| *at
                    children=move |at| view! { <Target sweep at/> }
                />
            </ul>
            <Show when=move || count.get() == 0>
                <p class="hint">{text::NO_ONE}</p>
            </Show>
            <Show when=move || !told.with(String::is_empty)>
                <p class="note">{move || told.get()}</p>
            </Show>
            <Foreign sweep/>
            <AddModel sweep/>
            <AddSimulated sweep/>
        </div>
    }
}

/// One of those who are asked, with what is known of it.
#[component]
fn Target(sweep: SweepStore, at: usize) -> impl IntoView {
    let setup = sweep.state.setup();
    let client = sweep.models();
    let read = move |tell: fn(&SetupModel) -> String| {
        Memo::new(move |_| setup.with(|setup| setup.models.get(at).map(tell).unwrap_or_default()))
    };
    let title = read(SetupModel::title);
    let provider = read(|target| target.provider().to_owned());
    let base = read(|target| target.get("base").to_owned());
    let remove = move || {
        sweep.change(|setup| {
            if at < setup.models.len() {
                setup.models.remove(at);
            }
        });
    };
    let is_model = Memo::new(move |_| {
        setup.with(|setup| setup.models.get(at).is_some_and(|target| !target.is_simulated()))
    });
    let lacks_key = Memo::new(move |_| {
        is_model.get()
            && setup
                .with(|setup| setup.models.get(at).is_some_and(|target| !client.has_key(target)))
    });
    // An executor is asked nowhere.
    let place = Memo::new(move |_| match provider.get().as_str() {
        "simulated" => String::new(),
        slug => text::at_provider(&client.provider_name(slug), &base.get()),
    });
    view! {
        <li>
            <div class="target-head">
                <span class="target-name">{move || title.get()}</span>
                <SignButton class="button is-small" sign="×" name=text::REMOVE press=remove/>
            </div>
            <p class="target-of">{move || place.get()}</p>
            <Show when=move || lacks_key.get()>
                <p class="hint is-alert">{text::NO_KEY}</p>
            </Show>
            <Show when=move || is_model.get()>
                <div class="target-known">
                    <Known sweep at key="size" name=text::SIZE/>
                    <Known sweep at key="price" name=text::PRICE/>
                </div>
            </Show>
        </li>
    }
}

/// What a visitor can say of a model.
#[component]
fn Known(sweep: SweepStore, at: usize, key: &'static str, name: &'static str) -> impl IntoView {
    let setup = sweep.state.setup();
    let value = Memo::new(move |_| {
        setup.with(|setup| setup.models.get(at).map(|target| target.get(key).to_owned()))
    });
    let change = move |event| {
        sweep.change(|setup| {
            if let Some(target) = setup.models.get_mut(at) {
                target.set(key, &event_target_value(&event));
            }
        });
    };
    view! {
        <input
            class="text is-small"
            type="text"
            autocomplete="off"
            spellcheck="false"
            aria-label=name
            title=name
            placeholder=name
            prop:value=move || value.get().unwrap_or_default()
            on:change=change
        />
    }
}

#[component]
fn AddModel(sweep: SweepStore) -> impl IntoView {
    let client = sweep.models();
    let is_unnamed =
        Signal::derive(move || client.state.model().with(|model| model.trim().is_empty()));
    let is_busy = Signal::derive(move || client.state.stage().with(Stage::is_busy));
    let folds = NodeRef::<html::Details>::new();
    let opens = client.came_back();
    reveal_signed_in(client, folds);
    // It opens where there is nobody to ask, and is the visitor's to close.
    let is_nobody = Memo::new(move |_| sweep.state.setup().with(|setup| setup.models.is_empty()));
    Effect::new(move |_| {
        if let Some(folds) = folds.get().filter(|_| is_nobody.get()) {
            folds.set_open(true);
        }
    });
    let told = move || match client.state.stage().get() {
        Stage::Connecting => view! { <p class="asking-told">{text::CONNECTING}</p> }.into_any(),
        Stage::Connected(models) => {
            view! { <p class="asking-told">{text::connected(models)}</p> }.into_any()
        }
        Stage::Failed(trouble) => view! { <Failure trouble/> }.into_any(),
        Stage::Idle | Stage::Asking(_) | Stage::Answered(_) | Stage::Stopped(_) => ().into_any(),
    };
    view! {
        <details class="asking setup-add" open=opens node_ref=folds>
            <summary>{text::ADD_MODEL}</summary>
            <Connection client/>
            <div class="asking-go">
                <Button
                    class="button"
                    text=text::ADD
                    disabled=is_unnamed
                    press=move || sweep.add_model()
                />
                <Button
                    class="button"
                    text=text::CONNECT
                    disabled=is_busy
                    press=move || client.connect()
                />
            </div>
            <div role="status">{told}</div>
        </details>
    }
}

#[component]
fn AddSimulated(sweep: SweepStore) -> impl IntoView {
    let executor = RwSignal::new(0usize);
    let percent = RwSignal::new(2u32);
    let (list_id, rate_id) = (use_id("executor"), use_id("rate"));
    let choose = move |event| {
        let typed: usize = event_target_value(&event).parse().unwrap_or_default();
        executor.set(typed.min(text::EXECUTORS.len() - 1));
    };
    let slide = move |event| {
        percent.set(event_target_value(&event).parse().unwrap_or(0).min(MOST));
    };
    let add = move || {
        let (slug, _) = text::EXECUTORS[executor.get_untracked()];
        sweep.add_simulated(slug, percent.get_untracked() * 100);
    };
    let option = |(at, (_, name)): (usize, &(&str, &'static str))| {
        view! { <option value=at.to_string()>{*name}</option> }
    };
    let rate = move || text::rate(percent.get());
    view! {
        <details class="setup-add simulated">
            <summary>{text::ADD_SIMULATED}</summary>
            <div class="knob">
                <label for=list_id.clone()>{text::EXECUTOR}</label>
                <select id=list_id class="button" on:change=choose>
                    {text::EXECUTORS.iter().enumerate().map(option).collect_view()}
                </select>
            </div>
            <div class="knob">
                <label for=rate_id.clone()>
                    {text::RATE}
                    <output class="number">{rate}</output>
                </label>
                <input
                    type="range"
                    id=rate_id
                    min="0"
                    max=MOST.to_string()
                    aria-valuetext=rate
                    prop:value=move || percent.get().to_string()
                    on:input=slide
                />
            </div>
            <Button text=text::ADD press=add/>
            <p class="hint">{text::SIMULATED_HINT}</p>
        </details>
    }
}
