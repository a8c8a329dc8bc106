//! The settings: what the procedure is like, and how the model is asked.

use leptos::prelude::*;
use stepfall_procedure::{Condition, Names, Op, Wording};

use super::choices::{Choice, Radios, Select};
use super::erased::{flag, optional, part, press, text_of};
use super::field::{NumberField, id, number_input};
use super::problem::ProblemNote;
use crate::desk::use_desk;
use crate::state::{Edit, Family, Field};
use crate::text;

/// All settings. On a narrow screen they fold behind a button, so that what matters comes first.
#[component]
pub(crate) fn Knobs() -> impl IntoView {
    let desk = use_desk();
    let open = RwSignal::new(false);
    let is_open = flag(move || open.get());
    let summary = text_of(move || {
        let spec = desk.shown.get().asked.spec;
        format!("{}, {}", text::steps(spec.steps), text::look_back(spec.look_back))
    });
    view! {
        <aside class="knobs" class:is-open=is_open aria-label=text::SETTINGS>
            <button type="button" class="fold button" aria-controls="knobs-body"
                aria-expanded=text_of(move || open.get().to_string())
                on:click=press(move || open.update(|open| *open = !*open))>
                <b>{text::SETTINGS}</b>
                <span class="soft">{summary}</span>
            </button>
            <div class="knobs-body" id="knobs-body">
                <h2>{text::SECTION_PROCEDURE}</h2>
                <NumberField field=Field::Steps slider=Some((1, 95)) />
                <LookBack />
                <Operations />
                <Numbers />
                <SeedKnob />
                <h2>{text::SECTION_ASKING}</h2>
                <Asking />
                <details class="more">
                    <summary>{text::MORE}</summary>
                    <More />
                </details>
            </div>
            <ProblemNote />
        </aside>
    }
    .into_any()
}

#[component]
fn LookBack() -> impl IntoView {
    let choices = vec![
        Choice::new(text::AT_MOST, Edit::Exactly(false)),
        Choice::new(text::EXACTLY, Edit::Exactly(true)),
    ];
    view! {
        <NumberField field=Field::LookBack slider=Some((1, 12))>
            <Radios legend=text::LOOK_BACK_KIND group="look-back" choices=choices quiet=true />
        </NumberField>
    }
    .into_any()
}

#[component]
fn Operations() -> impl IntoView {
    let desk = use_desk();
    let toggle = move |op: Op| {
        let (sign, name) = text::operation(op);
        let is_missing = flag(move || {
            desk.read(|play| {
                let spec = &play.wanted().spec;
                !spec.uses(op) && !spec.numbers.operations().contains(&op)
            })
        });
        let pressed = text_of(move || desk.read(|play| play.is_so(&Edit::Toggle(op))).to_string());
        view! {
            <button type="button" class="toggle" aria-label=name title=name disabled=is_missing aria-pressed=pressed
                on:click=press(move || desk.send(Edit::Toggle(op)))>
                {sign}
            </button>
        }
        .into_any()
    };
    let toggles: Vec<AnyView> = Op::ALL.into_iter().map(toggle).collect();
    view! {
        <fieldset class="choices">
            <legend>{text::OPERATIONS}</legend>
            <div class="toggles">{toggles}</div>
        </fieldset>
    }
    .into_any()
}

/// The family of numbers that the knobs say; it changes only when the family does.
fn family() -> Memo<Family> {
    let desk = use_desk();
    Memo::new(move |_| desk.read(|play| Family::of(play.wanted().spec.numbers)))
}

#[component]
fn Numbers() -> impl IntoView {
    let family = family();
    let choices =
        Family::ALL.map(|family| Choice::new(text::family(family), Edit::Family(family))).into();
    let hint = text_of(move || text::family_hint(family.get()).to_owned());
    let detail = part(move || match family.get() {
        Family::Modular => view! { <NumberField field=Field::Modulus /> }.into_any(),
        Family::Decimals => view! { <NumberField field=Field::Places /> }.into_any(),
        Family::Paper => {
            let choices = vec![
                Choice::new(text::PAPER_DECIMAL, Edit::PaperWhole(false)),
                Choice::new(text::PAPER_WHOLE, Edit::PaperWhole(true)),
            ];
            view! { <Radios legend=text::PAPER_INPUTS group="paper-inputs" choices=choices /> }
                .into_any()
        }
        Family::Integers | Family::Fractions => ().into_any(),
    });
    view! {
        <div class="knob">
            <Radios legend=text::NUMBERS group="numbers" choices=choices />
            <p class="hint">{hint}</p>
            {detail}
        </div>
    }
    .into_any()
}

#[component]
fn SeedKnob() -> impl IntoView {
    let desk = use_desk();
    let is_first = flag(move || desk.read(|play| play.wanted().index == 0));
    let is_last = flag(move || desk.read(|play| play.wanted().index == u32::MAX));
    let turn = move |forward: bool,
                     sign: &'static str,
                     name: &'static str,
                     is_end: Signal<bool>| {
        view! {
            <button type="button" class="button is-square" aria-label=name title=name disabled=is_end
                on:click=press(move || desk.send(Edit::Turn { forward }))>
                {sign}
            </button>
        }
        .into_any()
    };
    view! {
        <NumberField field=Field::Seed>
            <button type="button" class="button" on:click=press(move || desk.draw())>{text::NEW_SEED}</button>
        </NumberField>
        <div class="knob-row">
            <label for=id(Field::Index)>{text::label(Field::Index)}</label>
            <span class="turn">
                {turn(false, "‹", text::PREVIOUS_ITEM, is_first)}
                {number_input(Field::Index, None, None)}
                {turn(true, "›", text::NEXT_ITEM, is_last)}
            </span>
        </div>
    }
    .into_any()
}

#[component]
fn Asking() -> impl IntoView {
    let conditions = Condition::ALL
        .map(|condition| Choice::new(text::condition(condition), Edit::Condition(condition)))
        .into();
    let wordings = Wording::ALL
        .map(|wording| Choice::new(text::wording(wording), Edit::Wording(wording)))
        .into();
    let names = Names::ALL.map(|names| Choice::new(text::names(names), Edit::Names(names))).into();
    view! {
        <Select label=text::CONDITION id="knob-condition" choices=conditions
            hint=Some(|play| text::condition_hint(play.wanted().condition)) />
        <Select label=text::WORDING id="knob-wording" choices=wordings />
        <Select label=text::NAMES id="knob-names" choices=names />
    }
    .into_any()
}

#[component]
fn More() -> impl IntoView {
    let family = family();
    let bound = part(move || {
        let is_bounded = !matches!(family.get(), Family::Modular | Family::Paper);
        optional(is_bounded.then(|| view! { <NumberField field=Field::Bound /> }))
    });
    let dead = part(move || {
        let has_dead = family.get() != Family::Paper;
        optional(has_dead.then(|| view! { <NumberField field=Field::Dead /> }))
    });
    vec![
        bound,
        range(text::INPUTS, [Field::InputsMin, Field::InputsMax], ""),
        range(text::CONSTANTS, [Field::ConstantsMin, Field::ConstantsMax], text::CONSTANTS_HINT),
        dead,
    ]
    .into_any()
}

/// A range by its two ends.
fn range(legend: &'static str, [min, max]: [Field; 2], hint: &'static str) -> AnyView {
    view! {
        <fieldset class="choices">
            <legend>{legend}</legend>
            <div class="range">
                <span aria-hidden="true">{text::FROM}</span>
                {number_input(min, None, Some(text::label(min)))}
                <span aria-hidden="true">{text::TO}</span>
                {number_input(max, None, Some(text::label(max)))}
            </div>
            <p class="hint">{hint}</p>
        </fieldset>
    }
    .into_any()
}
