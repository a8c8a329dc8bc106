//! The settings of the procedure, and of the prompt.

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_procedure::{Condition, LineOrder, NameStyle, Op, Wording};

use super::custom_procedure::CustomProcedure;
use super::problem::ProblemNote;
use crate::browser;
use crate::components::root::Root;
use crate::components::widgets::basic::{Button, Sign, SignButton, use_id};
use crate::components::widgets::choices::{Choice, Radios, Select};
use crate::components::widgets::field::{NumberField, NumberInput, Slider};
use crate::state::{Edit, Family, Field};
use crate::stores::PlayStore;
use crate::text;

/// The most-used settings, with buttons for all settings and for another seed.
#[component]
pub(crate) fn QuickSettings(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let has_settings = play.has_settings;
    view! {
        <div class="quick">
            // The open settings panel contains these settings too.
            <Show when=move || !has_settings.get()>
                <QuickSetting play field=Field::Steps/>
                <QuickSetting play field=Field::LookBack/>
                <Button text=text::settings::NEW_SEED on_press=move || play.draw()/>
            </Show>
            <Button
                text=text::settings::SETTINGS
                element=root.settings_button
                on_press=move || play.has_settings.update(|open| *open = !*open)
                attr:aria-expanded=move || has_settings.get().to_string()
            />
        </div>
    }
}

/// A number with its slider, in one line.
#[component]
fn QuickSetting(play: PlayStore, field: Field) -> impl IntoView {
    let id = use_id("setting");
    view! {
        <div class="quick-setting">
            <label for=id.clone()>{text::settings::label(field)}</label>
            <SettingSlider play field/>
            <SettingInput play field id/>
        </div>
    }
}

/// A number setting as a field, with its slider if it has one.
#[component]
fn Setting(
    play: PlayStore,
    field: Field,
    #[prop(optional)] is_slid: bool,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let input =
        move |id, describedby| view! { <SettingInput play field id describedby/> }.into_any();
    view! {
        <NumberField label=text::settings::label(field) hint=text::settings::hint(field) input>
            {is_slid.then(|| view! { <SettingSlider play field/> })}
            {children.map(|children| children())}
        </NumberField>
    }
}

/// The slider of a number setting.
#[component]
fn SettingSlider(play: PlayStore, field: Field) -> impl IntoView {
    view! {
        <Slider
            label=text::settings::label(field)
            position_count=field.position_count()
            position=Memo::new(move |_| play.with(|play| field.position(play.requested_source())))
            value=Memo::new(move |_| play.with(|play| field.text(play.requested_source())))
            on_slide=move |place| play.send(Edit::Text(field, field.text_at(place)))
        />
    }
}

/// The input of a number setting, without a label.
#[component]
fn SettingInput(
    play: PlayStore,
    field: Field,
    #[prop(optional)] id: Option<String>,
    #[prop(optional_no_strip)] describedby: Option<String>,
    #[prop(optional)] label: Option<&'static str>,
) -> impl IntoView {
    view! {
        <NumberInput
            id
            describedby
            label
            is_long=field == Field::Seed
            value=Memo::new(move |_| play.with(|play| play.text(field)))
            is_unread=Memo::new(move |_| play.with(|play| play.is_unread(field)))
            on_input=move |typed| play.send(Edit::Text(field, typed))
            on_leave=move || play.send(Edit::Settle(field))
        />
    }
}

/// Radio buttons for a setting.
#[component]
fn SettingRadios(
    play: PlayStore,
    legend: &'static str,
    #[prop(optional)] is_legend_hidden: bool,
    choices: Vec<Choice>,
) -> impl IntoView {
    let chosen = matching_choice(play, &choices);
    view! {
        <Radios legend is_legend_hidden chosen on_choose=move |edit| play.send(edit) choices/>
    }
}

/// Returns the choice that matches the settings.
fn matching_choice(play: PlayStore, choices: &[Choice]) -> Memo<Option<Edit>> {
    let edits: Vec<Edit> = choices.iter().map(|(_, edit)| edit.clone()).collect();
    Memo::new(move |_| play.with(|play| edits.iter().find(|edit| play.is_selected(edit)).cloned()))
}

/// All settings: a column next to the page. On a narrow screen the settings cover the page.
#[component]
pub(crate) fn Settings(
    play: PlayStore,
    /// True if the settings cover the page.
    is_sheet: ReadSignal<bool>,
) -> impl IntoView {
    let close = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            play.has_settings.set(false);
        }
    };
    let close_button = NodeRef::<html::Button>::new();
    // Settings that cover the page take the focus from the covered content.
    if is_sheet.get_untracked() {
        browser::focus_on(move || browser::element(close_button).map(Into::into));
    }
    let body = NodeRef::<html::Div>::new();
    let first = move || browser::refocus_on(move || browser::first_in(body, "input"));
    view! {
        <aside class="settings" aria-label=text::settings::SETTINGS on:keydown=close>
            <div class="settings-head">
                <h2>{text::settings::SETTINGS}</h2>
                <Button text=text::page::CLOSE element=close_button on_press=move || play.has_settings.set(false)/>
            </div>
            <div class="settings-body" node_ref=body>
                <h3>{text::settings::SECTION_PROCEDURE}</h3>
                <Setting play field=Field::Steps is_slid=true/>
                <LookBack play/>
                <Operations play/>
                <Numbers play/>
                <SeedAndItem play/>
                <CustomProcedure play/>
                <h3>{text::settings::SECTION_ASKING}</h3>
                <Asking play/>
                <details class="more">
                    <summary>{text::settings::MORE}</summary>
                    <MoreSettings play/>
                </details>
            </div>
            <ProblemNote problem=play.problem on_fix=move |edit| play.send(edit) on_fixed=first/>
        </aside>
    }
}

#[component]
fn LookBack(play: PlayStore) -> impl IntoView {
    let kinds = vec![
        (text::settings::AT_MOST, Edit::Exactly(false)),
        (text::settings::EXACTLY, Edit::Exactly(true)),
    ];
    view! {
        <Setting play field=Field::LookBack is_slid=true>
            <SettingRadios play legend=text::settings::LOOK_BACK_KIND is_legend_hidden=true choices=kinds/>
        </Setting>
    }
}

#[component]
fn Operations(play: PlayStore) -> impl IntoView {
    let toggle = |op: Op| {
        let (sign, name) = text::settings::operation(op);
        let is_used = Memo::new(move |_| play.with(|play| play.is_selected(&Edit::Toggle(op))));
        let is_missing = Memo::new(move |_| {
            play.with(|play| {
                let spec = &play.requested_source().spec;
                !spec.uses(op) && !spec.arithmetic.operations().contains(&op)
            })
        });
        view! {
            <SignButton
                class="toggle"
                sign
                name
                disabled=is_missing
                on_press=move || play.send(Edit::Toggle(op))
                attr:aria-pressed=move || is_used.get().to_string()
            />
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{text::settings::OPERATIONS}</legend>
            <div class="toggles">{Op::ALL.map(toggle).into_iter().collect_view()}</div>
        </fieldset>
    }
}

/// Returns the number family in the settings.
fn family(play: PlayStore) -> Memo<Family> {
    Memo::new(move |_| play.with(|play| Family::of(play.requested_source().spec.arithmetic)))
}

#[component]
fn Numbers(play: PlayStore) -> impl IntoView {
    let families = Family::ALL.map(|family| (text::settings::family(family), Edit::Family(family)));
    let family = family(play);
    let detail = move || match family.get() {
        Family::Modular => view! { <Setting play field=Field::Modulus/> }.into_any(),
        Family::Decimals => view! { <Setting play field=Field::DecimalPlaces/> }.into_any(),
        Family::Paper => view! { <PaperInputs play/> }.into_any(),
        Family::Integers | Family::Fractions => ().into_any(),
    };
    view! {
        <div class="setting">
            <SettingRadios play legend=text::settings::NUMBERS choices=families.into()/>
            <p class="hint">{move || text::settings::family_hint(family.get())}</p>
            {detail}
        </div>
    }
}

#[component]
fn PaperInputs(play: PlayStore) -> impl IntoView {
    let kinds = vec![
        (text::settings::PAPER_DECIMAL, Edit::PaperWhole(false)),
        (text::settings::PAPER_WHOLE, Edit::PaperWhole(true)),
    ];
    view! { <SettingRadios play legend=text::settings::PAPER_INPUTS choices=kinds/> }
}

#[component]
fn SeedAndItem(play: PlayStore) -> impl IntoView {
    let id = use_id("setting");
    let is_at =
        move |end: u32| Memo::new(move |_| play.with(|play| play.requested_source().index == end));
    let turn = move |is_forward: bool| move || play.send(Edit::ChangeIndex { is_forward });
    view! {
        <Setting play field=Field::Seed>
            <Button class="button" text=text::settings::NEW_SEED on_press=move || play.draw()/>
        </Setting>
        <div class="setting-row">
            <label for=id.clone()>{text::settings::label(Field::Index)}</label>
            <span class="turn">
                <SignButton
                    class="button is-square"
                    sign="‹"
                    name=text::settings::PREVIOUS_ITEM
                    disabled=is_at(0)
                    on_press=turn(false)
                />
                <SettingInput play field=Field::Index id/>
                <SignButton
                    class="button is-square"
                    sign="›"
                    name=text::settings::NEXT_ITEM
                    disabled=is_at(u32::MAX)
                    on_press=turn(true)
                />
            </span>
        </div>
    }
}

#[component]
fn Asking(play: PlayStore) -> impl IntoView {
    let (plain, special): (Vec<Condition>, Vec<Condition>) =
        Condition::OFFERED.into_iter().partition(|condition| is_plain(*condition));
    let listed = |conditions: Vec<Condition>| -> Vec<Choice> {
        let choice = |condition| (text::settings::condition(condition), Edit::Condition(condition));
        conditions.into_iter().map(choice).collect()
    };
    let (plain, special) = (listed(plain), listed(special));
    let conditions = [plain.clone(), special.clone()].concat();
    let wordings =
        Wording::ALL.map(|wording| (text::settings::wording(wording), Edit::Wording(wording)));
    let names = NameStyle::ALL.map(|names| (text::settings::names(names), Edit::Names(names)));
    let lines = LineOrder::ALL.map(|lines| (text::settings::lines(lines), Edit::Lines(lines)));
    let hint = Memo::new(move |_| {
        let (spec, condition) =
            play.with(|play| (play.requested_source().spec, play.requested_source().condition));
        if !condition.suits(spec.steps) {
            return text::settings::NOT_SUITED.to_owned();
        }
        match play.with(|play| play.current_item().item.check_condition(condition)) {
            Err(unsuited) => text::settings::unsuitable_reason(unsuited),
            Ok(()) => text::settings::condition_hint(condition).to_owned(),
        }
    });
    let word = Memo::new(move |_| play.with(|play| play.requested_source().condition.word()));
    // The number settings of the condition.
    let numbers = move || {
        let fields: &[Field] = match word.get() {
            "filler" => &[Field::Filler],
            "checkpoints" => &[Field::Chunk],
            "verified" => &[Field::Checked],
            "primed" => &[Field::Given, Field::HistoryErrors],
            _ => &[],
        };
        fields.iter().map(|field| view! { <Setting play field=*field/> }).collect_view()
    };
    let choose = move |edit| play.send(edit);
    let [id, wording_id, names_id, lines_id] = [(); 4].map(|()| use_id("setting"));
    let hint_id = format!("{id}-hint");
    view! {
        <div class="setting">
            <label for=id.clone()>{text::settings::CONDITION}</label>
            <Select
                id
                describedby=hint_id.clone()
                chosen=matching_choice(play, &conditions)
                on_choose=choose
                choices=plain
                more=special
            />
            <p class="hint" id=hint_id>{move || hint.get()}</p>
        </div>
        {numbers}
        <div class="setting">
            <label for=wording_id.clone()>{text::settings::WORDING}</label>
            <Select id=wording_id chosen=matching_choice(play, &wordings) on_choose=choose choices=wordings.into()/>
        </div>
        <div class="setting">
            <label for=names_id.clone()>{text::settings::NAMES}</label>
            <Select id=names_id chosen=matching_choice(play, &names) on_choose=choose choices=names.into()/>
        </div>
        <div class="setting">
            <label for=lines_id.clone()>{text::settings::LINES}</label>
            <Select id=lines_id chosen=matching_choice(play, &lines) on_choose=choose choices=lines.into()/>
        </div>
    }
}

/// Returns whether a condition needs no explanation. All other conditions are listed under “More”.
const fn is_plain(condition: Condition) -> bool {
    matches!(
        condition,
        Condition::AnswerOnly | Condition::Trace | Condition::Free | Condition::Stepwise
    )
}

#[component]
fn MoreSettings(play: PlayStore) -> impl IntoView {
    let family = family(play);
    let signs = move || {
        vec![
            (text::settings::SIGNS_DRAWN, Edit::Signed(true)),
            (text::settings::SIGNS_GIVEN, Edit::Signed(false)),
        ]
    };
    let lengths = vec![
        (text::settings::LENGTHS_APART, Edit::Nested(false)),
        (text::settings::LENGTHS_NESTED, Edit::Nested(true)),
    ];
    view! {
        <Show when=move || !matches!(family.get(), Family::Modular | Family::Paper)>
            <Setting play field=Field::Bound/>
        </Show>
        <Range play name=text::settings::INPUTS ends=[Field::InputsMin, Field::InputsMax] hint=""/>
        <Show when=move || family.get() != Family::Modular>
            <SettingRadios play legend=text::settings::SIGNS choices=signs()/>
        </Show>
        <Range
            play
            name=text::settings::CONSTANTS
            ends=[Field::ConstantsMin, Field::ConstantsMax]
            hint=text::settings::CONSTANTS_HINT
        />
        <Show when=move || family.get() != Family::Paper>
            <Setting play field=Field::Dead/>
        </Show>
        <SettingRadios play legend=text::settings::NESTING choices=lengths/>
        <p class="hint">{text::settings::NESTING_HINT}</p>
    }
}

/// The two number fields for the ends of a range.
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
                <Sign sign=text::settings::FROM/>
                <SettingInput play field=min label=text::settings::label(min)/>
                <Sign sign=text::settings::TO/>
                <SettingInput play field=max label=text::settings::label(max)/>
            </div>
            <p class="hint">{hint}</p>
        </fieldset>
    }
}
