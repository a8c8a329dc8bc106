//! The set-up of a sweep: whom to ask, the grid, the limits, and what it would take.

use stepfall_link::Setup as Plan;
use stepfall_procedure::{Condition, shown_line};

use super::targets::Targets;
use crate::components::copy::{Copied, CopyButton, copy};
use crate::components::small::{Button, Sign, use_id};
use crate::prelude::*;
use crate::state::Checked;
use crate::stores::SweepStore;
use crate::text;

/// The set-up. While a run is open it is folded away, and changing it leaves the run.
#[component]
pub(crate) fn Setup(sweep: SweepStore) -> impl IntoView {
    let setup = sweep.state.setup();
    let is_of_age =
        Memo::new(move |_| setup.with(|setup| setup.is_unpublished() && setup.run.is_empty()));
    let has_run = Memo::new(move |_| sweep.shows_run());
    let folds = NodeRef::<html::Details>::new();
    Effect::new(move |_| {
        let has_run = has_run.get();
        if let Some(folds) = folds.get() {
            folds.set_open(!has_run);
        }
    });
    let title = move || if has_run.get() { text::SETUP_OF_RUN } else { text::OWN_SETUP };
    view! {
        <details class="card setup" node_ref=folds>
            <summary class="card-head"><h2>{title}</h2></summary>
            <Show when=move || is_of_age.get()>
                <p class="note">{text::SWEEP_OF_AGE}</p>
            </Show>
            <div class="setup-body">
                <Targets sweep/>
                <div class="setup-grid">
                    <h3>{text::GRID}</h3>
                    <SetupField
                        sweep
                        key="steps"
                        name=text::LENGTHS
                        hint=text::LENGTHS_HINT
                    />
                    <SetupField sweep key="lookback" name=text::LOOK_BACKS/>
                    <SetupField sweep key="items" name=text::ITEMS/>
                    <SetupField sweep key="samples" name=text::SAMPLES/>
                    <SetupField sweep key="seed" name=text::SEED usual="0"/>
                    <Procedure sweep/>
                </div>
                <div class="setup-more">
                    <Conditions sweep/>
                    <Limits sweep/>
                </div>
            </div>
            <Before sweep/>
        </details>
    }
}

/// A field for a parameter, with what is wrong with it.
#[component]
fn SetupField(
    sweep: SweepStore,
    key: &'static str,
    name: &'static str,
    /// What holds where nothing is typed.
    #[prop(optional)]
    usual: &'static str,
    #[prop(optional)] hint: &'static str,
) -> impl IntoView {
    let (id, hint_id) = (use_id("setup"), use_id("hint"));
    let problems = Memo::new(move |_| sweep.problems(key));
    // What is being typed stays as it is, also where it is empty, which means the default.
    let draft = RwSignal::new(None::<String>);
    let set = Memo::new(move |_| sweep.state.setup().with(|setup| setup.get(key)));
    let typed = move |event| {
        let typed = event_target_value(&event);
        draft.set(Some(typed.clone()));
        sweep.change_field(key, &typed);
    };
    let told = move || {
        problems.with(|wrong| if wrong.is_empty() { hint.to_owned() } else { wrong.clone() })
    };
    let is_wrong = move || !problems.with(String::is_empty);
    view! {
        <div class="knob">
            <label for=id.clone()>{name}</label>
            <input
                id=id
                class="text is-wide"
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=usual
                aria-describedby=hint_id.clone()
                aria-invalid=move || is_wrong().then_some("true")
                disabled=move || sweep.is_running()
                prop:value=move || draft.get().unwrap_or_else(|| set.get())
                on:input=typed
                on:blur=move |_| draft.set(None)
            />
            <p class="hint" class:is-alert=is_wrong id=hint_id data-about=key>{told}</p>
        </div>
    }
}

#[component]
fn Conditions(sweep: SweepStore) -> impl IntoView {
    let problems = Memo::new(move |_| sweep.problems("condition"));
    let has_dialogues = Memo::new(move |_| {
        let conditions = sweep.state.setup().with(|setup| setup.get("condition"));
        let slugs = conditions.split(',').map(str::trim);
        slugs.filter_map(Condition::from_slug).any(|condition| !condition.is_plain())
    });
    let dialogues = Condition::OFFERED.into_iter().filter(|condition| !condition.is_plain());
    let dialogues = dialogues
        .map(|condition| {
            let (name, hint) = (text::condition(condition), text::condition_hint(condition));
            view! { <OneCondition sweep condition name hint/> }
        })
        .collect_view();
    let plain = Condition::PLAIN.map(|condition| {
        let name = condition.word();
        view! { <OneCondition sweep condition name/> }
    });
    view! {
        <fieldset class="choices setup-conditions">
            <legend>{text::CONDITIONS}</legend>
            <div class="setup-checks">{plain}</div>
            <Unfolding class="setup-dialogues" name=text::DIALOGUES opens=has_dialogues>
                <div>{dialogues}</div>
                <SetupField
                    sweep
                    key="condition"
                    name=text::ALL_CONDITIONS
                    usual="trace"
                    hint=text::CONDITIONS_HINT
                />
            </Unfolding>
            <p class="hint is-alert">{move || problems.get()}</p>
        </fieldset>
    }
}

#[component]
fn OneCondition(
    sweep: SweepStore,
    condition: Condition,
    name: &'static str,
    #[prop(optional)] hint: &'static str,
) -> impl IntoView {
    let slug = StoredValue::new(condition.slug());
    let is_set = move || {
        sweep.state.setup().with(|setup| slug.with_value(|slug| setup.has("condition", slug)))
    };
    let toggle = move |_| sweep.change(|setup| setup.toggle("condition", &slug.get_value()));
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=is_set on:change=toggle/>
            <span>{name}</span>
            {(!hint.is_empty()).then(|| view! { <small>{hint}</small> })}
        </label>
    }
}

/// Something that folds, and opens by itself when something comes to hold; it is the visitor's to close.
#[component]
fn Unfolding(
    class: &'static str,
    name: &'static str,
    opens: Memo<bool>,
    children: Children,
) -> impl IntoView {
    let folds = NodeRef::<html::Details>::new();
    Effect::new(move |_| {
        if let Some(folds) = folds.get().filter(|_| opens.get()) {
            folds.set_open(true);
        }
    });
    view! {
        <details class=class node_ref=folds>
            <summary>{name}</summary>
            {children()}
        </details>
    }
}

#[component]
fn Procedure(sweep: SweepStore) -> impl IntoView {
    let own = move || {
        let own = sweep.state.setup().with(Plan::procedure);
        if own.is_empty() { text::USUAL_PROCEDURE.to_owned() } else { own }
    };
    view! {
        <div class="knob">
            <span class="knob-name">{text::ITS_PROCEDURE}</span>
            <p class="hint">{own}</p>
            <Button text=text::TAKE_PLAY press=move || sweep.take_procedure()/>
        </div>
    }
}

#[component]
fn Limits(sweep: SweepStore) -> impl IntoView {
    const FOLDED: [&str; 6] =
        ["max-output", "temperature", "effort", "concurrency", "max-requests", "max-spend"];
    let id = use_id("effort");
    let effort = Memo::new(move |_| sweep.state.setup().with(|setup| setup.get("effort")));
    let option = move |word: &&'static str| {
        let word = *word;
        let name = if word.is_empty() { text::PROVIDERS_OWN } else { word };
        view! { <option value=word selected=move || effort.with(|chosen| chosen == word)>{name}</option> }
    };
    let choose = move |event| {
        let word = event_target_value(&event);
        sweep.change(|setup| setup.set("effort", &word));
    };
    let is_wrong = Memo::new(move |_| FOLDED.iter().any(|key| !sweep.problems(key).is_empty()));
    view! {
        <Unfolding class="setup-limits" name=text::LIMITS opens=is_wrong>
            <div class="setup-pair">
                <SetupField sweep key="max-output" name=text::MOST_TOKENS usual=text::PROVIDERS_OWN/>
                <SetupField
                    sweep
                    key="temperature"
                    name=text::TEMPERATURE
                    usual=text::PROVIDERS_OWN
                />
                <div class="knob">
                    <label for=id.clone()>{text::EFFORT}</label>
                    <select id=id class="button" on:change=choose>
                        {text::EFFORTS.iter().map(option).collect_view()}
                    </select>
                </div>
                <SetupField sweep key="concurrency" name=text::CONCURRENCY/>
                <SetupField sweep key="max-requests" name=text::MOST_REQUESTS usual=text::NONE/>
                <SetupField sweep key="max-spend" name=text::MOST_SPEND usual=text::NONE/>
            </div>
        </Unfolding>
    }
}

/// What the sweep would take, and the button that starts it.
#[component]
fn Before(sweep: SweepStore) -> impl IntoView {
    let state = sweep.state;
    let id = use_id("name");
    let cannot = Signal::derive(move || {
        let is_wrong = state
            .checked()
            .with(|checked| checked.as_ref().is_none_or(|checked| !checked.problems.is_empty()));
        let is_nobody = state.setup().with(|setup| setup.models.is_empty());
        is_wrong || is_nobody || sweep.is_running() || !sweep.foreign().is_empty()
    });
    let repeated = move || {
        let repeated = state.setup().with(|setup| shown_line(&setup.repeated().join(", ")));
        (!repeated.is_empty()).then(|| view! { <p class="hint">{text::repeated(&repeated)}</p> })
    };
    let copied = RwSignal::new(Copied::Idle);
    let refused = move || {
        (copied.get() == Copied::Refused).then(|| {
            view! { <p class="note">{text::COPY_LINK_REFUSED}" "{sweep.link()}</p> }
        })
    };
    let takes = move || state.checked().get().map(|checked| would_take(&checked));
    view! {
        <div class="setup-before">
            <div class="setup-takes">{takes}{repeated}</div>
            <div class="setup-start">
                <div class="knob">
                    <label for=id.clone()>{text::RUN_NAME}</label>
                    <input
                        id=id
                        class="text is-wide"
                        type="text"
                        maxlength="80"
                        autocomplete="off"
                        placeholder=text::RUN_NAME_HINT
                        prop:value=move || state.name().get()
                        on:input=move |event| state.name().set(event_target_value(&event))
                    />
                </div>
                <CopyButton
                    class="button copy"
                    label=text::COPY_SWEEP
                    done=text::COPIED
                    outcome=copied
                    press=move || copy(sweep.link(), copied)
                />
                <Button
                    class="button is-main"
                    text=text::START
                    disabled=cannot
                    press=move || sweep.begin()
                />
            </div>
            {refused}
        </div>
    }
}

fn would_take(checked: &Checked) -> AnyView {
    // Each is told at its field too, which may be far up or folded away.
    if let Some(problem) = checked.problems.first() {
        let sentence = problem.sentence.clone();
        return view! { <p class="note"><Sign sign="! "/>{sentence}</p> }.into_any();
    }
    let fact = |(name, value): (&'static str, String)| {
        view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
    };
    let facts = text::would_take(checked).into_iter().map(fact).collect_view();
    let notes = checked.notes.iter().map(|note| view! { <p class="hint">{note.clone()}</p> });
    view! { <dl class="setup-facts">{facts}</dl>{notes.collect_view()} }.into_any()
}
