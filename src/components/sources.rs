//! The sources of an answer other than a language model: files, examples, simulated solvers and the
//! small model.

use leptos::prelude::*;
use stepfall_link::Checkpoint;
use stepfall_small_model::UnsupportedItem;

use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::state::{Edit, Family, Field, SmallModelProgress, SmallModelRunner};
use crate::stores::PlayStore;
use crate::text;

/// The highest share of incorrect steps of a simulated solver, in per cent.
const MAX_RATE_PERCENT: u32 = 50;

/// The row of sources; hidden while the panel is closed.
#[component]
pub(crate) fn Sources(play: PlayStore, is_open: Signal<bool>) -> impl IntoView {
    let (example, solver, form) = (RwSignal::new(0), RwSignal::new(0), RwSignal::new(0));
    let percent = RwSignal::new(0u32);
    let (example_id, rate_id) = (use_id("example"), use_id("rate"));
    let open = move || play.show_example(u32::try_from(example.get_untracked()).unwrap_or(0));
    let run = move || {
        let (solver, _) = text::verdict::SOLVERS[solver.get_untracked()];
        let (form, _) = text::verdict::FORMS[form.get_untracked()];
        play.simulate(solver, form, percent.get_untracked() * 100);
    };
    let set_rate = move |event| {
        percent.set(event_target_value(&event).parse().unwrap_or(0).min(MAX_RATE_PERCENT));
    };
    let of_dialogue = Memo::new(move |_| {
        let is_dialogue = play.with(|play| !play.current_item().prompt_source.condition.is_plain());
        if is_dialogue { text::verdict::SIMULATED_DIALOGUE } else { "" }
    });
    view! {
        <section class="sources" aria-label=text::verdict::SOURCES hidden=move || !is_open.get()>
            <Button
                text=text::verdict::OPEN_FILE
                on_press=move || browser::pick_file(move |input| play.take(input))
            />
            <div class="setting">
                <label for=example_id.clone()>{text::verdict::EXAMPLE}</label>
                <div class="setting-row">
                    <PositionSelect id=example_id names=text::verdict::examples() chosen=example/>
                    <Button text=text::verdict::OPEN on_press=open/>
                </div>
            </div>
            <div class="simulated">
                <NamedSelect name=text::verdict::SOLVER words=&text::verdict::SOLVERS chosen=solver/>
                <NamedSelect name=text::verdict::FORM words=&text::verdict::FORMS chosen=form/>
                <div class="setting">
                    <label for=rate_id.clone()>
                        {text::verdict::RATE}
                        <output class="number">{move || text::verdict::rate(percent.get())}</output>
                    </label>
                    <input
                        type="range"
                        id=rate_id
                        min="0"
                        max=MAX_RATE_PERCENT
                        step="1"
                        aria-valuetext=move || text::verdict::rate(percent.get())
                        prop:value=move || percent.get().to_string()
                        on:input=set_rate
                    />
                </div>
                <Button text=text::verdict::SIMULATE on_press=run/>
            </div>
            <p class="hint">{text::verdict::SIMULATED_HINT}</p>
            <p class="hint">{move || of_dialogue.get()}</p>
            <SmallModel play/>
        </section>
    }
}

/// The small model: its checkpoint, and a button that runs it, or the reason why it cannot answer.
#[component]
fn SmallModel(play: PlayStore) -> impl IntoView {
    let (id, why_id) = (use_id("small-model"), use_id("small-model-why"));
    let chosen = RwSignal::new(0);
    let names = Checkpoint::ALL.map(text::lab::checkpoint).into();
    let unfit = Memo::new(move |_| play.unsupported_reason());
    let why = move || unfit.get().map(text::verdict::unsupported_reason).unwrap_or_default();
    let needs_residues = move || unfit.get() == Some(UnsupportedItem::Numbers);
    let switch = move || {
        play.send(Edit::Family(Family::Modular));
        play.send(Edit::Text(Field::Modulus, "31".to_owned()));
    };
    let is_busy = Memo::new(move |_| play.small_model_runner.with(SmallModelRunner::is_busy));
    let progress =
        Memo::new(move |_| play.small_model_runner.with(|asker| asker.progress().clone()));
    let ask = move || {
        if let Some(checkpoint) = Checkpoint::ALL.get(chosen.get_untracked()) {
            play.ask_small_model(*checkpoint);
        }
    };
    let cannot = Signal::derive(move || is_busy.get() || unfit.with(Option::is_some));
    let is_failed = move || matches!(progress.get(), SmallModelProgress::Failed(_));
    view! {
        <div class="setting small-model">
            <label for=id.clone()>{text::lab::SMALL_MODEL_TAG}</label>
            <div class="setting-row">
                <PositionSelect id names chosen/>
                <Button
                    text=text::verdict::SMALL_MODEL_ASK
                    disabled=cannot
                    attr:aria-describedby=why_id.clone()
                    on_press=ask
                />
                <Show when=move || is_busy.get()>
                    <Button text=text::verdict::STOP on_press=move || play.stop_small_model()/>
                </Show>
            </div>
            <div class="small-model-why">
                <p class="hint" id=why_id>{why}</p>
                <Show when=needs_residues>
                    <Button text=text::verdict::SMALL_MODEL_SWITCH on_press=switch/>
                </Show>
            </div>
            <p class:hint=move || !is_failed() class:note=is_failed role="status">
                {move || progress.with(text::lab::small_model_progress)}
            </p>
        </div>
        <p class="hint">{text::verdict::SMALL_MODEL_HINT}</p>
    }
}

/// A labelled list of named options.
#[component]
fn NamedSelect(
    name: &'static str,
    words: &'static [(&'static str, &'static str)],
    chosen: RwSignal<usize>,
) -> impl IntoView {
    let id = use_id("source");
    let names = words.iter().map(|(_, name)| *name).collect();
    view! {
        <div class="setting">
            <label for=id.clone()>{name}</label>
            <PositionSelect id names chosen/>
        </div>
    }
}

/// A select element whose value is the position of the chosen option.
#[component]
fn PositionSelect(id: String, names: Vec<&'static str>, chosen: RwSignal<usize>) -> impl IntoView {
    let last = names.len().saturating_sub(1);
    let option = |(at, name): (usize, &'static str)| {
        view! { <option value=at prop:selected=move || chosen.get() == at>{name}</option> }
    };
    let choose = move |event| {
        chosen.set(event_target_value(&event).parse().unwrap_or(0).min(last));
    };
    view! {
        <select id=id class="button" on:change=choose>
            {names.into_iter().enumerate().map(option).collect_view()}
        </select>
    }
}
