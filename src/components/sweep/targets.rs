//! The targets of a sweep, and the ways to add more.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Checkpoint, LinkedModel};

use super::progress::OriginsToAllow;
use super::setup::SetupForm;
use crate::components::widgets::basic::{Button, SignButton, use_id};
use crate::components::{Connection, FailureNote, reveal_signed_in};
use crate::state::{Stage, clipped};
use crate::stores::ModelClient;
use crate::text;

/// The highest error rate of a solver's steps, in per cent.
const MAX_RATE_PERCENT: u32 = 50;

/// The number of models drawn at first, and with each request for more. A valid sweep has at most
/// this number of models.
const MODELS: usize = 64;

/// The maximum number of characters shown of a model's name or address.
const MAX_NAME_CHARACTERS: usize = 120;

/// The list of targets, and the controls that add a target. Targets are identified by position, and
/// rates are in ten-thousandths.
#[component]
pub(super) fn Targets(
    form: SetupForm,
    #[prop(into)] foreign: Signal<Vec<String>>,
    #[prop(into)] allow: Callback<()>,
    #[prop(into)] remove: Callback<usize>,
    #[prop(into)] set_property: Callback<(usize, &'static str, String)>,
    #[prop(into)] add_model: Callback<()>,
    #[prop(into)] add_simulated: Callback<(&'static str, u32)>,
    #[prop(into)] add_small_model: Callback<Checkpoint>,
) -> impl IntoView {
    let setup = form.setup;
    let count = Memo::new(move |_| setup.with(|setup| setup.models.len()));
    let has_no_targets = Memo::new(move |_| count.get() == 0);
    let most_drawn = RwSignal::new(MODELS);
    let drawn = Memo::new(move |_| count.get().min(most_drawn.get()));
    let more = Memo::new(move |_| count.get() - drawn.get());
    let problem = Memo::new(move |_| form.problems("model"));
    let target = move |at: usize| {
        let model = Memo::new(move |_| setup.with(|setup| setup.models.get(at).cloned()));
        let remove = move || remove.run(at);
        let set_property =
            move |(key, typed): (&'static str, String)| set_property.run((at, key, typed));
        view! { <Target model remove set_property/> }
    };
    view! {
        <div class="setup-models">
            <h3>{text::sweep::MODELS}</h3>
            <ul class="targets">
                <For each=move || 0..drawn.get() key=|at| *at children=target/>
            </ul>
            <Show when=move || more.get() != 0>
                <p class="hint">{move || text::sweep::more_models(more.get())}</p>
                <Button text=text::dialogue::SHOW_MORE on_press=move || most_drawn.update(|most| *most += MODELS)/>
            </Show>
            <Show when=move || has_no_targets.get()>
                <p class="hint">{text::sweep::NO_MODELS}</p>
            </Show>
            <Show when=move || !problem.with(String::is_empty)>
                <p class="note">{move || problem.get()}</p>
            </Show>
            <OriginsToAllow origins=foreign allow/>
            <AddModel has_no_targets add=add_model/>
            <AddSimulated add=add_simulated/>
            <AddSmallModel add=add_small_model/>
        </div>
    }
}

/// One target with its known data; empty once the target is removed.
#[component]
fn Target(
    model: Memo<Option<LinkedModel>>,
    #[prop(into)] remove: Callback<()>,
    #[prop(into)] set_property: Callback<(&'static str, String)>,
) -> impl IntoView {
    let client = expect_context::<ModelClient>();
    let read = move |tell: fn(&LinkedModel) -> String| {
        Memo::new(move |_| model.with(|model| model.as_ref().map(tell).unwrap_or_default()))
    };
    let title = read(|target| clipped(&target.title(), MAX_NAME_CHARACTERS));
    let provider = read(|target| target.provider().to_owned());
    let base = read(|target| target.get("base").to_owned());
    let size = read(|target| target.get("size").to_owned());
    let price = read(|target| target.get("price").to_owned());
    let on_press = move || remove.run(());
    let is_model =
        Memo::new(move |_| model.with(|model| model.as_ref().is_some_and(LinkedModel::is_model)));
    let lacks_key = Memo::new(move |_| {
        is_model.get()
            && model.with(|model| model.as_ref().is_some_and(|target| !client.has_key(target)))
    });
    // Solvers and the small model have no provider.
    let place = Memo::new(move |_| match provider.get().as_str() {
        "simulated" | "specimen" => String::new(),
        slug => {
            let at = text::sweep::at_provider(&client.provider_name(slug), &base.get());
            clipped(&at, MAX_NAME_CHARACTERS)
        }
    });
    view! {
        <li>
            <div class="target-head" role="group" aria-label=move || title.get()>
                <span class="target-name">{move || title.get()}</span>
                <SignButton class="button is-small" sign="×" name=text::sweep::REMOVE on_press/>
            </div>
            <p class="target-of">{move || place.get()}</p>
            <Show when=move || lacks_key.get()>
                <p class="hint is-alert">{text::sweep::NO_KEY}</p>
            </Show>
            <Show when=move || is_model.get()>
                <div class="target-known">
                    <ModelFactField value=size name=text::sweep::SIZE change=move |typed| set_property.run(("size", typed))/>
                    <ModelFactField value=price name=text::sweep::PRICE change=move |typed| set_property.run(("price", typed))/>
                </div>
            </Show>
        </li>
    }
}

/// A field for a fact about a model, such as its size.
#[component]
fn ModelFactField(
    #[prop(into)] value: Signal<String>,
    name: &'static str,
    #[prop(into)] change: Callback<String>,
) -> impl IntoView {
    view! {
        <input
            class="text is-small"
            type="text"
            autocomplete="off"
            spellcheck="false"
            aria-label=name
            title=name
            placeholder=name
            prop:value=move || value.get()
            on:change=move |event| change.run(event_target_value(&event))
        />
    }
}

#[component]
fn AddModel(has_no_targets: Memo<bool>, #[prop(into)] add: Callback<()>) -> impl IntoView {
    let client = expect_context::<ModelClient>();
    let is_unnamed = Signal::derive(move || client.model.with(|model| model.trim().is_empty()));
    let folds = NodeRef::<html::Details>::new();
    let opens = client.has_returned();
    reveal_signed_in(client, folds);
    // The form opens if there are no targets, and only the user closes it.
    Effect::new(move |_| {
        if let Some(folds) = folds.get().filter(|_| has_no_targets.get()) {
            folds.set_open(true);
        }
    });
    let on_press = move || add.run(());
    let message = move || match client.stage.get() {
        Stage::Connecting => {
            view! { <p class="asking-status">{text::ask::CONNECTING}</p> }.into_any()
        }
        Stage::Connected(models) => {
            view! { <p class="asking-status">{text::ask::connected(models)}</p> }.into_any()
        }
        Stage::Failed(error) => view! { <FailureNote error/> }.into_any(),
        // The other stages are about an answer in Play.
        Stage::Idle
        | Stage::Asking(_)
        | Stage::Answered(_)
        | Stage::Stopped(_)
        | Stage::Missing(_) => ().into_any(),
    };
    view! {
        <details class="asking setup-add" open=opens node_ref=folds>
            <summary>{text::sweep::ADD_MODEL}</summary>
            <Connection client/>
            <div role="status">{message}</div>
            <div class="asking-go">
                <Button class="button" text=text::sweep::ADD disabled=is_unnamed on_press/>
            </div>
        </details>
    }
}

#[component]
fn AddSimulated(#[prop(into)] add: Callback<(&'static str, u32)>) -> impl IntoView {
    let solver = RwSignal::new(0usize);
    let percent = RwSignal::new(2u32);
    let (list_id, rate_id) = (use_id("solver"), use_id("rate"));
    let choose = move |event| {
        let typed: usize = event_target_value(&event).parse().unwrap_or_default();
        solver.set(typed.min(text::verdict::SOLVERS.len() - 1));
    };
    let slide = move |event| {
        percent.set(event_target_value(&event).parse().unwrap_or(0).min(MAX_RATE_PERCENT));
    };
    let on_press = move || {
        let (slug, _) = text::verdict::SOLVERS[solver.get_untracked()];
        add.run((slug, percent.get_untracked() * 100));
    };
    let option = |(at, (_, name)): (usize, &(&str, &'static str))| {
        view! { <option value=at.to_string()>{*name}</option> }
    };
    let rate = move || text::verdict::rate(percent.get());
    view! {
        <details class="setup-add simulated">
            <summary>{text::sweep::ADD_SIMULATED}</summary>
            <div class="setting">
                <label for=list_id.clone()>{text::verdict::SOLVER}</label>
                <select id=list_id class="button" on:change=choose>
                    {text::verdict::SOLVERS.iter().enumerate().map(option).collect_view()}
                </select>
            </div>
            <div class="setting">
                <label for=rate_id.clone()>
                    {text::verdict::RATE}
                    <output class="number">{rate}</output>
                </label>
                <input
                    type="range"
                    id=rate_id
                    min="0"
                    max=MAX_RATE_PERCENT.to_string()
                    aria-valuetext=rate
                    prop:value=move || percent.get().to_string()
                    on:input=slide
                />
            </div>
            <Button text=text::sweep::ADD on_press/>
            <p class="hint">{text::verdict::SIMULATED_HINT}</p>
        </details>
    }
}

#[component]
fn AddSmallModel(#[prop(into)] add: Callback<Checkpoint>) -> impl IntoView {
    let chosen = RwSignal::new(0usize);
    let list_id = use_id("small-model");
    let choose = move |event| {
        let typed: usize = event_target_value(&event).parse().unwrap_or_default();
        chosen.set(typed.min(Checkpoint::ALL.len() - 1));
    };
    let on_press = move || add.run(Checkpoint::ALL[chosen.get_untracked()]);
    let option = |(at, checkpoint): (usize, Checkpoint)| {
        view! { <option value=at.to_string()>{text::lab::checkpoint(checkpoint)}</option> }
    };
    view! {
        <details class="setup-add simulated">
            <summary>{text::sweep::ADD_SMALL_MODEL}</summary>
            <div class="setting">
                <label for=list_id.clone()>{text::lab::SMALL_MODEL_TAG}</label>
                <select id=list_id class="button" on:change=choose>
                    {Checkpoint::ALL.into_iter().enumerate().map(option).collect_view()}
                </select>
            </div>
            <Button text=text::sweep::ADD on_press/>
            <p class="hint">{text::sweep::SMALL_MODEL_IN_SWEEP}</p>
        </details>
    }
}
