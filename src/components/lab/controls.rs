//! The controls of the Lab.

use leptos::prelude::*;
use stepfall_link::{Checkpoint, LAB_LAYERS, LAB_LOOK_BACKS, LAB_SEEDS, LAB_STEPS, LabLink, MapOf};
use stepfall_procedure::Seed;

use super::flow::{FlowSettings, FlowSwitch};
use super::segments::Segments;
use crate::components::widgets::basic::{Button, SignButton, use_id};
use crate::components::widgets::field::NumberInput;
use crate::text;

pub(crate) type LinkChange = Box<dyn FnOnce(&mut LabLink)>;

/// A row of the most-used controls, and a fold with all other controls. Immediate changes go to
/// `change`, and typed changes to `change_soon`.
#[component]
pub(crate) fn Controls(
    #[prop(into)] link: Signal<LabLink>,
    #[prop(into)] is_playing: Signal<bool>,
    /// The current line during token-by-token playback.
    #[prop(into)]
    writing: Signal<Option<usize>>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
    change_soon: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
    #[prop(into)] on_draw: Callback<()>,
    #[prop(into)] on_play: Callback<()>,
) -> impl IntoView {
    let steps = Signal::derive(move || link.with(|link| link.steps.to_string()));
    let read_steps = move |text: &str| -> Option<LinkChange> {
        let steps = text.trim().parse().ok().filter(|steps| LAB_STEPS.contains(steps))?;
        Some(Box::new(move |link: &mut LabLink| link.steps = steps))
    };
    view! {
        <section class="card lab-controls" aria-label=text::lab::CONTROLS>
            <div class="lab-row">
                <FlowSwitch link change/>
                <PlayButton is_playing on_play/>
                <StepButtons link writing change/>
                <TypedNumber label=text::lab::STEPS hint=text::lab::STEPS_HINT value=steps read=read_steps change_soon/>
                <Button class="button" text=text::settings::NEW_SEED on_press=move || on_draw.run(())/>
            </div>
            <details class="lab-view">
                <summary>{text::lab::VIEW}</summary>
                <div class="lab-row"><Models link change/></div>
                <div class="lab-row"><Item link change change_soon/></div>
                <div class="lab-row"><MapSettings link change/></div>
                <FlowSettings link change change_soon/>
            </details>
        </section>
    }
}

/// The checkpoint, and the option to compare it with the other checkpoint.
#[component]
fn Models(
    link: Signal<LabLink>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let model = Signal::derive(move || link.with(|link| place_of(link.model)));
    let names = Checkpoint::ALL.map(|model| text::lab::checkpoint(model).to_owned()).to_vec();
    let choose_model = move |place: usize| {
        let Some(&model) = Checkpoint::ALL.get(place) else { return };
        change(Box::new(move |link| {
            // The comparison is always with the checkpoint that is not chosen.
            if link.against.is_some() {
                link.against = Checkpoint::ALL.into_iter().find(|other| *other != model);
            }
            link.model = model;
        }));
    };
    let is_against = Signal::derive(move || link.with(|link| link.against.is_some()));
    let choose_against = move |event| {
        let is_wanted = event_target_checked(&event);
        change(Box::new(move |link| {
            let other = Checkpoint::ALL.into_iter().find(|other| *other != link.model);
            link.against = other.filter(|_| is_wanted);
        }));
    };
    view! {
        <Segments legend=text::lab::MODEL names chosen=model on_choose=choose_model/>
        <label class="check">
            <input type="checkbox" prop:checked=is_against on:change=choose_against/>
            <span>{text::lab::AGAINST}</span>
        </label>
    }
}

/// The button that starts token-by-token playback, or shows the whole transcript.
#[component]
pub(crate) fn PlayButton(
    #[prop(into)] is_playing: Signal<bool>,
    #[prop(into)] on_play: Callback<()>,
) -> impl IntoView {
    view! {
        <Button
            class="button"
            text=TextProp::from(move || if is_playing.get() { text::lab::AT_ONCE } else { text::lab::PLAY })
            on_press=move || on_play.run(())
        />
    }
}

fn place_of(model: Checkpoint) -> usize {
    Checkpoint::ALL.iter().position(|checkpoint| *checkpoint == model).unwrap_or_default()
}

/// The look-back and the seed of the item.
#[component]
fn Item(
    link: Signal<LabLink>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
    change_soon: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let look_back_id = use_id("lab");
    let look_back = Signal::derive(move || link.with(|link| link.look_back));
    let choose = move |event| {
        if let Ok(reach) = event_target_value(&event).parse::<u8>() {
            change(Box::new(move |link| link.look_back = reach));
        }
    };
    let option = move |reach: u8| {
        view! { <option value=reach.to_string() prop:selected=move || look_back.get() == reach>{reach}</option> }
    };
    let seed = Signal::derive(move || link.with(|link| link.seed.number().to_string()));
    let read_seed = move |text: &str| -> Option<LinkChange> {
        let seed = text.trim().parse().ok().filter(|seed| *seed < LAB_SEEDS).and_then(Seed::new)?;
        Some(Box::new(move |link: &mut LabLink| link.seed = seed))
    };
    view! {
        <div class="lab-field">
            <label for=look_back_id.clone()>{text::lab::LOOK_BACK}</label>
            <select id=look_back_id class="button" on:change=choose>
                {LAB_LOOK_BACKS.map(option).collect_view()}
            </select>
        </div>
        <TypedNumber
            label=text::lab::SEED
            hint=text::lab::SEED_HINT
            is_long=true
            value=seed
            read=read_seed
            change_soon
        />
    }
}

/// A field for a number. A text that `read` refuses stays in the field, and the hint with the valid
/// range appears next to it.
#[component]
pub(super) fn TypedNumber(
    label: &'static str,
    hint: &'static str,
    #[prop(optional)] is_long: bool,
    value: Signal<String>,
    read: impl Fn(&str) -> Option<LinkChange> + Copy + Send + Sync + 'static,
    change_soon: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let (id, hint_id) = (use_id("lab"), use_id("lab-hint"));
    let typed = RwSignal::new(None::<String>);
    // A change of the value that was not typed here replaces the typed text.
    Effect::watch(move || value.get(), move |_, _, _| typed.set(None), false);
    let content = Signal::derive(move || typed.get().unwrap_or_else(|| value.get()));
    let is_unread = Signal::derive(move || {
        typed.with(|typed| typed.as_ref().is_some_and(|text| read(text).is_none()))
    });
    let on_input = move |text: String| {
        let change = read(&text);
        typed.set(Some(text));
        if let Some(change) = change {
            change_soon(change);
        }
    };
    view! {
        <div class="lab-field">
            <label for=id.clone()>{label}</label>
            <NumberInput id=Some(id) describedby=Some(hint_id.clone()) is_long value=content is_unread on_input on_leave=|| ()/>
            <span id=hint_id class="hint" class:is-wrong=is_unread hidden=move || !is_unread.get()>{hint}</span>
        </div>
    }
}

/// The settings of the maps: the quantity, how tokens are pooled, and the layer.
#[component]
fn MapSettings(
    link: Signal<LabLink>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let map = Signal::derive(move || link.with(|link| usize::from(link.map == MapOf::Attention)));
    let norm = Signal::derive(move || link.with(|link| usize::from(link.is_plain)));
    let layer = Signal::derive(move || link.with(|link| link.layer.map_or(0, usize::from)));
    let layers = std::iter::once(text::lab::ALL_LAYERS.to_owned());
    let layers = layers.chain((1..=LAB_LAYERS).map(|layer| layer.to_string())).collect();
    view! {
        <Segments
            legend=text::lab::MAP_OF
            names=vec![text::lab::SALIENCY.to_owned(), text::lab::ATTENTION.to_owned()]
            chosen=map
            on_choose=move |place| {
                let map = if place == 1 { MapOf::Attention } else { MapOf::Saliency };
                change(Box::new(move |link| link.map = map));
            }
        />
        <Show when=move || map.get() == 0>
            <Segments
                legend=text::lab::NORM
                names=vec![text::lab::NORM_ON.to_owned(), text::lab::NORM_OFF.to_owned()]
                chosen=norm
                on_choose=move |place| change(Box::new(move |link| link.is_plain = place == 1))
            />
        </Show>
        <Segments
            legend=text::lab::LAYER
            names=layers
            chosen=layer
            on_choose=move |place| {
                let layer = u8::try_from(place).ok().filter(|layer| *layer > 0);
                change(Box::new(move |link| link.layer = layer));
            }
        />
    }
}

/// The selected step, and buttons for its neighbours. During token-by-token playback the current
/// step is shown instead.
#[component]
pub(crate) fn StepButtons(
    #[prop(into)] link: Signal<LabLink>,
    /// The current line during playback.
    #[prop(into)]
    writing: Signal<Option<usize>>,
    change: impl Fn(LinkChange) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let description = move || {
        link.with(|link| match writing.get() {
            Some(row) => text::lab::writing_of(row, link.steps),
            None => text::lab::step_of(link.step, link.steps),
        })
    };
    let is_first = Signal::derive(move || link.with(|link| link.step == Some(3)));
    let is_last = Signal::derive(move || link.with(|link| link.step == Some(link.steps + 2)));
    let go = move |by: i32| {
        change(Box::new(move |link| {
            let last = i32::from(link.steps) + 2;
            let next = match link.step {
                Some(step) => i32::from(step) + by,
                None if by > 0 => 3,
                None => last,
            };
            link.step = u16::try_from(next.clamp(3, last)).ok();
        }));
    };
    view! {
        <div class="lab-field">
            <span>{text::lab::STEP}</span>
            <SignButton class="button is-small" sign="‹" name=text::lab::EARLIER disabled=is_first on_press=move || go(-1)/>
            <b class="number">{description}</b>
            <SignButton class="button is-small" sign="›" name=text::lab::LATER disabled=is_last on_press=move || go(1)/>
        </div>
    }
}
