//! The set-up of a sweep: the targets, the grid, the limits, and the cost.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::SweepLink;
use stepfall_procedure::{Condition, safe_line};
use stepfall_protocol::sweep::SetupCheck;

use super::targets::Targets;
use crate::components::widgets::basic::{Button, Sign, use_id};
use crate::components::widgets::copy::{Copied, CopyButton, copy};
use crate::state::clipped;
use crate::stores::SweepStore;
use crate::text;

/// The maximum number of characters shown for a procedure or a repeated parameter from an address.
const MAX_ADDRESS_CHARACTERS: usize = 400;

/// The set-up in form fields, with its problems and the callback for changes.
#[derive(Clone, Copy)]
pub(super) struct SetupForm {
    pub(super) setup: RwSignal<SweepLink>,
    /// The worker's check of the set-up; `None` until the worker has answered.
    checked: RwSignal<Option<SetupCheck>>,
    is_running: Signal<bool>,
    /// Receives the name of a parameter and the typed text.
    change: Callback<(&'static str, String)>,
}

impl SetupForm {
    /// Returns the value of a parameter.
    fn value(self, key: &'static str) -> Memo<String> {
        Memo::new(move |_| self.setup.with(|setup| setup.get(key)))
    }

    /// Returns the problems of a parameter, as sentences; empty if there are none.
    pub(super) fn problems(self, key: &str) -> String {
        self.checked.with(|checked| {
            let problems = checked.iter().flat_map(|checked| &checked.problems);
            let about = problems.filter(|problem| problem.field == key);
            about.map(|problem| problem.sentence.as_str()).collect::<Vec<_>>().join(" ")
        })
    }
}

/// The set-up. While a run is open, the set-up is folded, and changing it closes the run. Only
/// `max-requests` and `max-spend` can change while it stays open.
#[component]
pub(crate) fn SetupPanel(
    sweep: SweepStore,
    has_run: Memo<bool>,
    can_begin: Memo<bool>,
    /// The form, as a scroll target.
    node: NodeRef<html::Details>,
) -> impl IntoView {
    let setup = sweep.setup;
    let form = SetupForm {
        setup,
        checked: sweep.checked,
        is_running: Signal::derive(move || sweep.is_running()),
        change: Callback::new(move |(key, typed): (_, String)| sweep.change_field(key, &typed)),
    };
    let foreign = Memo::new(move |_| sweep.unconfirmed_origins());
    let is_unpublished =
        Memo::new(move |_| setup.with(|setup| setup.is_unpublished() && setup.run.is_empty()));
    Effect::new(move |_| {
        let has_run = has_run.get();
        if let Some(folds) = node.get() {
            folds.set_open(!has_run);
        }
    });
    let remove = move |at: usize| {
        sweep.change(|setup| {
            if at < setup.models.len() {
                setup.models.remove(at);
            }
        });
    };
    let set_property = move |(at, key, typed): (usize, &'static str, String)| {
        sweep.change(|setup| {
            if let Some(target) = setup.models.get_mut(at) {
                target.set(key, &typed);
            }
        });
    };
    let title =
        move || if has_run.get() { text::sweep::SETUP_OF_RUN } else { text::sweep::OWN_SETUP };
    view! {
        <details class="card setup is-folding" node_ref=node>
            <summary class="card-head"><h2>{title}</h2></summary>
            <Show when=move || is_unpublished.get()>
                <p class="note">{text::sweep::UNPUBLISHED_SETUP}</p>
            </Show>
            <div class="setup-body">
                <Targets
                    form
                    foreign
                    allow=move || sweep.allow()
                    remove
                    set_property
                    add_model=move || sweep.add_model()
                    add_simulated=move |(slug, rate): (&'static str, u32)| {
                        sweep.add_simulated(slug, rate);
                    }
                    add_small_model=move |checkpoint| sweep.add_small_model(checkpoint)
                />
                <div class="setup-grid">
                    <h3>{text::sweep::GRID}</h3>
                    <SetupField form key="steps" name=text::sweep::LENGTHS hint=text::sweep::LENGTHS_HINT/>
                    <SetupField form key="lookback" name=text::sweep::LOOK_BACKS/>
                    <SetupField form key="items" name=text::sweep::ITEMS/>
                    <SetupField form key="samples" name=text::sweep::SAMPLES/>
                    <SetupField form key="seed" name=text::sweep::SEED default_value="0"/>
                    <Procedure
                        parameters=move || setup.with(SweepLink::procedure)
                        take=move || sweep.take_procedure()
                    />
                </div>
                <div class="setup-more">
                    <Conditions
                        form
                        toggle=move |slug: String| {
                            sweep.change(|setup| setup.toggle("condition", &slug));
                        }
                    />
                    <Limits form/>
                </div>
            </div>
            <StartSection
                form
                name=sweep.name
                can_begin
                link=move || sweep.link()
                begin=move || sweep.begin()
            />
        </details>
    }
}

/// The planned requests, and the button that starts them. They are shown above the set-up, which
/// may be far down the page.
#[component]
pub(crate) fn QuickStart(
    setup: RwSignal<SweepLink>,
    attempts: Memo<Option<u32>>,
    can_begin: Memo<bool>,
    #[prop(into)] begin: Callback<()>,
) -> impl IntoView {
    let models = move || {
        let attempts = attempts.get();
        setup.with(|setup| text::sweep::asked_models(&setup.models, attempts))
    };
    view! {
        <div class="quick-start">
            <span class="soft">{models}</span>
            <Button
                class="button is-main"
                text=text::sweep::START_RUN
                disabled=Signal::derive(move || !can_begin.get())
                on_press=move || begin.run(())
            />
        </div>
    }
}

/// A field for a parameter, with its problems.
#[component]
fn SetupField(
    form: SetupForm,
    key: &'static str,
    name: &'static str,
    /// The default for an empty field.
    #[prop(optional)]
    default_value: &'static str,
    #[prop(optional)] hint: &'static str,
) -> impl IntoView {
    let (id, hint_id) = (use_id("setup"), use_id("hint"));
    let problems = Memo::new(move |_| form.problems(key));
    // The field does not change text while the user types. An empty text means the default.
    let draft = RwSignal::new(None::<String>);
    let set = form.value(key);
    let typed = move |event| {
        let typed = event_target_value(&event);
        draft.set(Some(typed.clone()));
        form.change.run((key, typed));
    };
    let message = move || {
        problems.with(
            |incorrect| if incorrect.is_empty() { hint.to_owned() } else { incorrect.clone() },
        )
    };
    let is_incorrect = move || !problems.with(String::is_empty);
    view! {
        <div class="setting">
            <label for=id.clone()>{name}</label>
            <input
                id=id
                class="text is-wide"
                type="text"
                autocomplete="off"
                spellcheck="false"
                placeholder=default_value
                aria-describedby=hint_id.clone()
                aria-invalid=move || is_incorrect().then_some("true")
                disabled=form.is_running
                prop:value=move || draft.get().unwrap_or_else(|| set.get())
                on:input=typed
                on:blur=move |_| draft.set(None)
            />
            <p class="hint" class:is-alert=is_incorrect id=hint_id data-about=key>{message}</p>
        </div>
    }
}

/// The conditions that are visible at first.
const USUAL: [Condition; 2] = [Condition::Trace, Condition::AnswerOnly];

/// The conditions, each of which is toggled by its slug.
#[component]
fn Conditions(form: SetupForm, #[prop(into)] toggle: Callback<String>) -> impl IntoView {
    let has_others = Memo::new(move |_| {
        let conditions = form.setup.with(|setup| setup.get("condition"));
        let slugs = conditions.split(',').map(str::trim);
        slugs.filter_map(Condition::from_slug).any(|condition| !USUAL.contains(&condition))
    });
    let checkbox = move |condition: Condition| {
        let (name, hint) =
            (text::settings::condition(condition), text::settings::condition_hint(condition));
        let slug = StoredValue::new(condition.slug());
        let is_set =
            move || form.setup.with(|setup| slug.with_value(|slug| setup.has("condition", slug)));
        let toggle = move || toggle.run(slug.get_value());
        view! { <ConditionToggle name hint is_set toggle/> }
    };
    let others = Condition::OFFERED.into_iter().filter(|condition| !USUAL.contains(condition));
    let others = others.map(checkbox).collect_view();
    view! {
        <fieldset class="choices setup-conditions">
            <legend>{text::sweep::CONDITIONS}</legend>
            {USUAL.map(checkbox)}
            <SelfOpeningFold class="setup-others" name=text::sweep::MORE_CONDITIONS opens=has_others>
                <div>{others}</div>
                <SetupField
                    form
                    key="condition"
                    name=text::sweep::ALL_CONDITIONS
                    default_value="trace"
                    hint=text::sweep::CONDITIONS_HINT
                />
            </SelfOpeningFold>
            <p class="hint is-alert">{move || form.problems("condition")}</p>
        </fieldset>
    }
}

#[component]
fn ConditionToggle(
    name: &'static str,
    hint: &'static str,
    #[prop(into)] is_set: Signal<bool>,
    #[prop(into)] toggle: Callback<()>,
) -> impl IntoView {
    view! {
        <label class="check">
            <input type="checkbox" prop:checked=is_set on:change=move |_| toggle.run(())/>
            <span>{name}</span>
            <small>{hint}</small>
        </label>
    }
}

/// A fold that opens by itself when a signal becomes true. Only the user closes the fold.
#[component]
fn SelfOpeningFold(
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

/// The parameters that belong to the procedures and not to the sweep, and a button that takes them
/// from Play.
#[component]
fn Procedure(
    #[prop(into)] parameters: Signal<String>,
    #[prop(into)] take: Callback<()>,
) -> impl IntoView {
    let parameters = move || {
        let parameters = parameters.get();
        if parameters.is_empty() {
            text::sweep::USUAL_PROCEDURE.to_owned()
        } else {
            clipped(&safe_line(&parameters), MAX_ADDRESS_CHARACTERS)
        }
    };
    view! {
        <div class="setting">
            <span class="setting-name">{text::sweep::ITS_PROCEDURE}</span>
            <p class="hint">{parameters}</p>
            <Button text=text::sweep::TAKE_PLAY on_press=move || take.run(())/>
        </div>
    }
}

#[component]
fn Limits(form: SetupForm) -> impl IntoView {
    const FOLDED: [&str; 6] =
        ["max-output", "temperature", "effort", "concurrency", "max-requests", "max-spend"];
    let id = use_id("effort");
    let effort = form.value("effort");
    let option = move |word: &&'static str| {
        let word = *word;
        let name = if word.is_empty() { text::ask::PROVIDERS_OWN } else { word };
        view! { <option value=word selected=move || effort.with(|chosen| chosen == word)>{name}</option> }
    };
    let choose = move |event| form.change.run(("effort", event_target_value(&event)));
    let is_incorrect = Memo::new(move |_| FOLDED.iter().any(|key| !form.problems(key).is_empty()));
    view! {
        <SelfOpeningFold class="setup-limits" name=text::sweep::LIMITS opens=is_incorrect>
            <div class="setup-pair">
                <SetupField form key="max-output" name=text::ask::MAX_TOKENS default_value=text::ask::PROVIDERS_OWN/>
                <SetupField form key="temperature" name=text::ask::TEMPERATURE default_value=text::ask::PROVIDERS_OWN/>
                <div class="setting">
                    <label for=id.clone()>{text::ask::EFFORT}</label>
                    <select id=id class="button" on:change=choose>
                        {text::ask::EFFORTS.iter().map(option).collect_view()}
                    </select>
                </div>
                <SetupField form key="concurrency" name=text::sweep::CONCURRENCY/>
                <SetupField form key="max-requests" name=text::sweep::MAX_REQUESTS default_value=text::sweep::NONE/>
                <SetupField form key="max-spend" name=text::sweep::MAX_SPEND default_value=text::sweep::NONE/>
            </div>
        </SelfOpeningFold>
    }
}

/// The cost of the sweep, and the button that starts it. The button is disabled unless `can_begin`.
#[component]
fn StartSection(
    form: SetupForm,
    name: RwSignal<String>,
    can_begin: Memo<bool>,
    #[prop(into)] link: Callback<(), String>,
    #[prop(into)] begin: Callback<()>,
) -> impl IntoView {
    let SetupForm { setup, checked, .. } = form;
    let id = use_id("name");
    let cannot = Signal::derive(move || !can_begin.get());
    let repeated = move || {
        let repeated = setup.with(|setup| safe_line(&setup.repeated().join(", ")));
        let repeated = clipped(&repeated, MAX_ADDRESS_CHARACTERS);
        (!repeated.is_empty())
            .then(|| view! { <p class="hint">{text::sweep::repeated(&repeated)}</p> })
    };
    let copied = RwSignal::new(Copied::Idle);
    let refused = move || {
        (copied.get() == Copied::Refused).then(|| {
            view! { <p class="note">{text::page::COPY_LINK_REFUSED}" "{link.run(())}</p> }
        })
    };
    let on_press = move || begin.run(());
    let takes = move || checked.get().map(|checked| cost_view(&checked));
    view! {
        <div class="setup-before">
            <div class="setup-takes">{takes}{repeated}</div>
            <div class="setup-start">
                <div class="setting">
                    <label for=id.clone()>{text::sweep::RUN_NAME}</label>
                    <input
                        id=id
                        class="text is-wide"
                        type="text"
                        maxlength="80"
                        autocomplete="off"
                        placeholder=text::sweep::RUN_NAME_HINT
                        prop:value=move || name.get()
                        on:input=move |event| name.set(event_target_value(&event))
                    />
                </div>
                <CopyButton
                    class="button copy"
                    label=text::sweep::COPY_SWEEP
                    done=text::page::COPIED
                    outcome=copied
                    refused=""
                    on_press=move || copy(link.run(()), copied)
                />
                <Button class="button is-main" text=text::sweep::START disabled=cannot on_press/>
            </div>
            {refused}
        </div>
    }
}

fn cost_view(checked: &SetupCheck) -> AnyView {
    // Each problem also appears at its field, which may be far up or folded.
    if let Some(problem) = checked.problems.first() {
        let sentence = problem.sentence.clone();
        return view! { <p class="note"><Sign sign="! "/>{sentence}</p> }.into_any();
    }
    let fact = |(name, value): (&'static str, String)| {
        view! { <div><dt>{name}</dt><dd>{value}</dd></div> }
    };
    let facts = text::sweep::sweep_cost(checked).into_iter().map(fact).collect_view();
    let notes = checked.notes.iter().map(|note| view! { <p class="hint">{note.clone()}</p> });
    view! { <dl class="setup-facts">{facts}</dl>{notes.collect_view()} }.into_any()
}
