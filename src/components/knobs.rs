//! The settings: what the procedure is like, and how the model is asked.

use stepfall_procedure::{Condition, Names, Op, Wording};

use super::choices::{Choice, Radios, Select};
use super::field::{NumberField, NumberInput, Slider};
use super::own::Own;
use super::problem::ProblemNote;
use super::small::{Button, Sign, SignButton, use_id};
use crate::browser;
use crate::prelude::*;
use crate::state::{Edit, Family, Field};
use crate::stores::PlayStore;
use crate::text;

/// The settings that are changed most, with the way to all others and to another seed.
#[component]
pub(crate) fn QuickKnobs(play: PlayStore) -> impl IntoView {
    let has_settings = Memo::new(move |_| play.sheet.get());
    view! {
        <div class="quick">
            // Where all settings are open these are among them.
            <Show when=move || !has_settings.get()>
                <QuickKnob play field=Field::Steps/>
                <QuickKnob play field=Field::LookBack/>
                <Button text=text::NEW_SEED press=move || play.draw()/>
            </Show>
            <Button
                text=text::SETTINGS
                press=move || play.sheet.update(|open| *open = !*open)
                attr:aria-expanded=move || has_settings.get().to_string()
            />
        </div>
    }
}

/// A number with its slider, in one line.
#[component]
fn QuickKnob(play: PlayStore, field: Field) -> impl IntoView {
    let id = use_id("knob");
    view! {
        <div class="quick-knob">
            <label for=id.clone()>{text::label(field)}</label>
            <Slider play field/>
            <NumberInput play field id/>
        </div>
    }
}

/// All settings: a column beside the page, and on a narrow screen a sheet that comes up over it.
#[component]
pub(crate) fn Knobs(play: PlayStore) -> impl IntoView {
    let close = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            play.sheet.set(false);
        }
    };
    let body = NodeRef::<html::Div>::new();
    let first = move || browser::refocus_on(move || browser::first_in(body, "input"));
    view! {
        <aside class="knobs" aria-label=text::SETTINGS on:keydown=close>
            <div class="knobs-head">
                <h2>{text::SETTINGS}</h2>
                <Button text=text::CLOSE press=move || play.sheet.set(false)/>
            </div>
            <div class="knobs-body" node_ref=body>
                <h3>{text::SECTION_PROCEDURE}</h3>
                <NumberField play field=Field::Steps>
                    <Slider play field=Field::Steps/>
                </NumberField>
                <LookBack play/>
                <Operations play/>
                <Numbers play/>
                <SeedAndItem play/>
                <Own play/>
                <h3>{text::SECTION_ASKING}</h3>
                <Asking play/>
                <details class="more">
                    <summary>{text::MORE}</summary>
                    <More play/>
                </details>
            </div>
            <ProblemNote play go_on=first/>
        </aside>
    }
}

#[component]
fn LookBack(play: PlayStore) -> impl IntoView {
    let kinds = vec![
        Choice::new(text::AT_MOST, Edit::Exactly(false)),
        Choice::new(text::EXACTLY, Edit::Exactly(true)),
    ];
    view! {
        <NumberField play field=Field::LookBack>
            <Slider play field=Field::LookBack/>
            <Radios play legend=text::LOOK_BACK_KIND is_legend_hidden=true choices=kinds/>
        </NumberField>
    }
}

#[component]
fn Operations(play: PlayStore) -> impl IntoView {
    let toggle = |op: Op| {
        let (sign, name) = text::operation(op);
        let is_used = Memo::new(move |_| play.read(|play| play.is_so(&Edit::Toggle(op))));
        let is_missing = Memo::new(move |_| {
            play.read(|play| {
                let spec = &play.wanted().spec;
                !spec.uses(op) && !spec.numbers.operations().contains(&op)
            })
        });
        view! {
            <SignButton
                class="toggle"
                sign
                name
                disabled=is_missing
                press=move || play.send(Edit::Toggle(op))
                attr:aria-pressed=move || is_used.get().to_string()
            />
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{text::OPERATIONS}</legend>
            <div class="toggles">{Op::ALL.map(toggle).into_iter().collect_view()}</div>
        </fieldset>
    }
}

/// The family of numbers that the knobs say.
fn family(play: PlayStore) -> Memo<Family> {
    Memo::new(move |_| play.read(|play| Family::of(play.wanted().spec.numbers)))
}

#[component]
fn Numbers(play: PlayStore) -> impl IntoView {
    let families =
        Family::ALL.map(|family| Choice::new(text::family(family), Edit::Family(family)));
    let family = family(play);
    let detail = move || match family.get() {
        Family::Modular => view! { <NumberField play field=Field::Modulus/> }.into_any(),
        Family::Decimals => view! { <NumberField play field=Field::Places/> }.into_any(),
        Family::Paper => view! { <PaperInputs play/> }.into_any(),
        Family::Integers | Family::Fractions => ().into_any(),
    };
    view! {
        <div class="knob">
            <Radios play legend=text::NUMBERS choices=families.into()/>
            <p class="hint">{move || text::family_hint(family.get())}</p>
            {detail}
        </div>
    }
}

#[component]
fn PaperInputs(play: PlayStore) -> impl IntoView {
    let kinds = vec![
        Choice::new(text::PAPER_DECIMAL, Edit::PaperWhole(false)),
        Choice::new(text::PAPER_WHOLE, Edit::PaperWhole(true)),
    ];
    view! { <Radios play legend=text::PAPER_INPUTS choices=kinds/> }
}

#[component]
fn SeedAndItem(play: PlayStore) -> impl IntoView {
    let id = use_id("knob");
    let is_at = move |end: u32| Memo::new(move |_| play.read(|play| play.wanted().index == end));
    let turn = move |forward: bool| move || play.send(Edit::Turn { forward });
    view! {
        <NumberField play field=Field::Seed>
            <Button class="button" text=text::NEW_SEED press=move || play.draw()/>
        </NumberField>
        <div class="knob-row">
            <label for=id.clone()>{text::label(Field::Index)}</label>
            <span class="turn">
                <SignButton
                    class="button is-square"
                    sign="‹"
                    name=text::PREVIOUS_ITEM
                    disabled=is_at(0)
                    press=turn(false)
                />
                <NumberInput play field=Field::Index id/>
                <SignButton
                    class="button is-square"
                    sign="›"
                    name=text::NEXT_ITEM
                    disabled=is_at(u32::MAX)
                    press=turn(true)
                />
            </span>
        </div>
    }
}

#[component]
fn Asking(play: PlayStore) -> impl IntoView {
    let conditions = Condition::OFFERED
        .map(|condition| Choice::new(text::condition(condition), Edit::Condition(condition)));
    let wordings =
        Wording::ALL.map(|wording| Choice::new(text::wording(wording), Edit::Wording(wording)));
    let names = Names::ALL.map(|names| Choice::new(text::names(names), Edit::Names(names)));
    let hint = Memo::new(move |_| {
        let (spec, condition) = play.read(|play| (play.wanted().spec, play.wanted().condition));
        if !condition.suits(spec.steps) {
            return text::NOT_SUITED.to_owned();
        }
        match play.read(|play| play.shown().item.suits(condition)) {
            Err(unsuited) => text::unsuited(unsuited),
            Ok(()) => text::condition_hint(condition).to_owned(),
        }
    });
    let word = Memo::new(move |_| play.read(|play| play.wanted().condition.word()));
    // The numbers that a condition has.
    let numbers = move || {
        let fields: &[Field] = match word.get() {
            "checkpoints" => &[Field::Chunk],
            "verified" => &[Field::Checked],
            "primed" => &[Field::Given, Field::Slips],
            _ => &[],
        };
        fields.iter().map(|field| view! { <NumberField play field=*field/> }).collect_view()
    };
    let (id, wording_id, names_id) = (use_id("knob"), use_id("knob"), use_id("knob"));
    let hint_id = format!("{id}-hint");
    view! {
        <div class="knob">
            <label for=id.clone()>{text::CONDITION}</label>
            <Select play id describedby=hint_id.clone() choices=conditions.into()/>
            <p class="hint" id=hint_id>{move || hint.get()}</p>
        </div>
        {numbers}
        <div class="knob">
            <label for=wording_id.clone()>{text::WORDING}</label>
            <Select play id=wording_id choices=wordings.into()/>
        </div>
        <div class="knob">
            <label for=names_id.clone()>{text::NAMES}</label>
            <Select play id=names_id choices=names.into()/>
        </div>
    }
}

#[component]
fn More(play: PlayStore) -> impl IntoView {
    let family = family(play);
    let signs = move || {
        vec![
            Choice::new(text::SIGNS_DRAWN, Edit::Signed(true)),
            Choice::new(text::SIGNS_GIVEN, Edit::Signed(false)),
        ]
    };
    let lengths = vec![
        Choice::new(text::LENGTHS_APART, Edit::Nested(false)),
        Choice::new(text::LENGTHS_NESTED, Edit::Nested(true)),
    ];
    view! {
        <Show when=move || !matches!(family.get(), Family::Modular | Family::Paper)>
            <NumberField play field=Field::Bound/>
        </Show>
        <Range play name=text::INPUTS ends=[Field::InputsMin, Field::InputsMax] hint=""/>
        <Show when=move || family.get() != Family::Modular>
            <Radios play legend=text::SIGNS choices=signs()/>
        </Show>
        <Range
            play
            name=text::CONSTANTS
            ends=[Field::ConstantsMin, Field::ConstantsMax]
            hint=text::CONSTANTS_HINT
        />
        <Show when=move || family.get() != Family::Paper>
            <NumberField play field=Field::Dead/>
        </Show>
        <Radios play legend=text::NESTING choices=lengths/>
        <p class="hint">{text::NESTING_HINT}</p>
    }
}

/// A range by its two ends.
#[component]
fn Range(
    play: PlayStore,
    name: &'static str,
    ends: [Field; 2],
    hint: &'static str,
) -> impl IntoView {
    let [min, max] = ends;
    view! {
        <fieldset class="choices">
            <legend>{name}</legend>
            <div class="range">
                <Sign sign=text::FROM/>
                <NumberInput play field=min label=text::label(min)/>
                <Sign sign=text::TO/>
                <NumberInput play field=max label=text::label(max)/>
            </div>
            <p class="hint">{hint}</p>
        </fieldset>
    }
}
