//! Choosing a suite, its options, and the model, and writing its files.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{
    BATCH_ITEMS, BATCH_SAMPLES, BatchLink, CUSTOM_ITEMS, ExportTarget, read_price,
};
use stepfall_procedure::{Condition, Seed, Suite};
use stepfall_protocol::batch::Suites;

use crate::browser;
use crate::components::widgets::basic::{Button, PartNumber, use_id};
use crate::text;

/// The maximum length of a model name, in characters.
const MODEL_CHARS: usize = 200;

pub(crate) type Change = Box<dyn FnOnce(&mut BatchLink)>;

/// The suites, their options, and the button that writes the files.
#[component]
pub(crate) fn ExportCard(
    #[prop(into)] link: Signal<BatchLink>,
    #[prop(into)] suites: Signal<Suites>,
    /// Progress: questions written, and their total.
    #[prop(into)]
    making: Signal<Option<(u64, u64)>>,
    /// True if there are results. The card is then folded.
    #[prop(into)]
    is_folded: Signal<bool>,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
    #[prop(into)] on_make: Callback<()>,
    #[prop(into)] on_play: Callback<()>,
) -> impl IntoView {
    let (heading, format_id) = (use_id("export"), use_id("format"));
    let choose = move |event| {
        if let Some(target) = ExportTarget::from_slug(&event_target_value(&event)) {
            change(Box::new(move |link| link.target = target));
        }
    };
    let option = move |target: ExportTarget| {
        let is_chosen = move || link.with(|link| link.target == target);
        view! { <option value=target.slug() prop:selected=is_chosen>{target.name()}</option> }
    };
    let error = Memo::new(move |_| suites.with(|suites| suites.error.clone()));
    let is_idle = Memo::new(move |_| making.with(Option::is_none));
    let lacks_model = Memo::new(move |_| link.with(BatchLink::lacks_model));
    // The missing model is reported only after an attempt.
    let was_tried = RwSignal::new(false);
    let problem = move || {
        if lacks_model.get() {
            was_tried.get().then(|| text::ENTER_MODEL.to_owned())
        } else {
            error.get()
        }
    };
    let folds = NodeRef::<html::Details>::new();
    let make = move || {
        was_tried.set(true);
        if lacks_model.get_untracked() {
            browser::focus_nth(folds, "[name=model]", 0);
        } else {
            on_make.run(());
        }
    };
    Effect::new(move |_| {
        let is_folded = is_folded.get();
        if let Some(folds) = folds.get() {
            folds.set_open(!is_folded);
        }
    });
    let names_model = Memo::new(move |_| link.with(|link| link.target.names_model()));
    let name = use_id("suite");
    let all = Suite::ALL.map(Some).into_iter().chain([None]);
    let rows = all.map(|suite| {
        let name = name.clone();
        view! { <SuiteRow suite link suites name change/> }
    });
    view! {
        <details class="card batch-export is-folding" aria-labelledby=heading node_ref=folds>
            <summary class="card-head">
                <h2 id=heading.clone()><PartNumber number="1"/>{text::batch::EXPORT}</h2>
            </summary>
            <div class="batch-target">
                <div class="batch-field">
                    <label for=format_id.clone()>{text::batch::FORMAT}</label>
                    <select id=format_id class="button" on:change=choose>
                        {ExportTarget::ALL.map(option).collect_view()}
                    </select>
                </div>
                <Show when=move || names_model.get()>
                    <ModelName link change/>
                </Show>
                <Button
                    class="button is-main"
                    text=text::batch::DOWNLOAD
                    disabled=Signal::derive(move || !is_idle.get())
                    on_press=make
                />
            </div>
            <p class="hint is-fault batch-problem" role="status">{problem}</p>
            <Show when=move || !is_idle.get()>
                <progress
                    aria-label=text::batch::DOWNLOAD
                    max=move || making.get().map(|(_, all)| all.max(1).to_string())
                    value=move || making.get().map(|(done, _)| done.to_string())
                ></progress>
            </Show>
            <div class="batch-suites" role="radiogroup" aria-label=text::batch::SUITES>
                {rows.collect_view()}
            </div>
            <Fields link change on_play/>
        </details>
    }
}

/// The field for the model that the lines of the file ask. Each keystroke takes effect at once.
#[component]
fn ModelName(
    link: Signal<BatchLink>,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let id = use_id("model");
    let typed = move |event| {
        let typed = event_target_value(&event);
        change(Box::new(move |link| link.model = typed.trim().chars().take(MODEL_CHARS).collect()));
    };
    view! {
        <div class="batch-field">
            <label for=id.clone()>{text::batch::MODEL}</label>
            <input
                id=id
                name="model"
                type="text"
                class="text"
                autocomplete="off"
                spellcheck="false"
                maxlength=MODEL_CHARS.to_string()
                prop:value=move || link.with(|link| link.model.clone())
                on:input=typed
            />
        </div>
    }
}

/// A suite option; `None` is a custom selection.
#[component]
fn SuiteRow(
    suite: Option<Suite>,
    link: Signal<BatchLink>,
    suites: Signal<Suites>,
    name: String,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let slug = suite.map_or("own", Suite::slug);
    let is_chosen = Memo::new(move |_| link.with(|link| link.suite == suite));
    let size = move || {
        suites.with(|suites| {
            let found = suites.suites.iter().find(|size| size.slug == slug);
            found.map(text::batch::suite_size)
        })
    };
    let choose = move |_| {
        change(Box::new(move |link| {
            let custom = BatchLink::read("#/batch?suite=own").0;
            link.suite = suite;
            (link.items, link.conditions) = (None, Vec::new());
            if suite.is_none() {
                (link.lengths, link.conditions) = (custom.lengths, custom.conditions);
            } else {
                link.lengths = Vec::new();
            }
        }));
    };
    view! {
        <label class="batch-suite" class:is-chosen=move || is_chosen.get()>
            <input type="radio" name=name value=slug prop:checked=move || is_chosen.get() on:change=choose/>
            <b>{suite.map_or(text::batch::OWN, text::batch::suite_name)}</b>
            <span class="batch-size">{size}</span>
            <span class="batch-finding">
                {suite.map_or(text::batch::OWN_MEANING, text::suite_meaning)}
            </span>
        </label>
    }
}

/// The options of a suite.
#[component]
fn Fields(
    link: Signal<BatchLink>,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
    on_play: Callback<()>,
) -> impl IntoView {
    let is_custom = Memo::new(move |_| link.with(|link| link.suite.is_none()));
    let has_settings = Memo::new(move |_| link.with(|link| link.target.has_settings()));
    let listed = move |of: fn(&BatchLink) -> Vec<String>| {
        Signal::derive(move || link.with(|link| of(link).join(", ")))
    };
    let lengths = listed(|link| link.lengths.iter().map(ToString::to_string).collect());
    let conditions = listed(|link| link.conditions.iter().map(|one| one.slug()).collect());
    let number = move |of: fn(&BatchLink) -> Option<u64>| {
        Signal::derive(move || {
            link.with(|link| of(link).map(|number| number.to_string()).unwrap_or_default())
        })
    };
    let placeholder = Signal::derive(move || {
        link.with(|link| link.suite.map_or(CUSTOM_ITEMS, Suite::usual_items).to_string())
    });
    let none = Signal::stored(String::new());
    let price = Signal::stored("0.15/0.6".to_owned());
    view! {
        <div class="batch-fields">
            <Show when=move || is_custom.get()>
                <TextField label=text::batch::LENGTHS value=lengths placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        let read = typed.split([',', ' ']).filter_map(|one| one.trim().parse().ok());
                        let in_range = read.filter(|steps| (1..=500).contains(steps));
                        link.lengths = in_range.take(50).collect();
                    }))
                />
                <TextField label=text::batch::CONDITIONS value=conditions placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        let read = typed.split([',', ' ']).filter_map(|one| Condition::from_slug(one.trim()));
                        link.conditions = read.take(50).collect();
                    }))
                />
                <Button text=text::batch::AS_PLAY on_press=move || on_play.run(())/>
            </Show>
            <TextField label=text::batch::ITEMS_LABEL value=number(|link| link.items.map(u64::from)) placeholder
                on_typed=move |typed: String| change(Box::new(move |link| {
                    let read = typed.trim().parse().ok();
                    link.items = read.filter(|items| (1..=BATCH_ITEMS).contains(items));
                }))
            />
            <TextField label=text::batch::SAMPLES_LABEL value=number(|link| Some(link.samples.into())) placeholder=none
                on_typed=move |typed: String| change(Box::new(move |link| {
                    let read = typed.trim().parse().ok();
                    link.samples = read.filter(|samples| (1..=BATCH_SAMPLES).contains(samples)).unwrap_or(1);
                }))
            />
            <TextField label=text::batch::SEED value=number(|link| Some(link.seed.number())) placeholder=none
                on_typed=move |typed: String| change(Box::new(move |link| {
                    link.seed = typed.trim().parse().ok().and_then(Seed::new).unwrap_or_default();
                }))
            />
            <TextField label=text::batch::PRICE value=Signal::derive(move || link.with(|link| link.price.clone())) placeholder=price
                on_typed=move |typed: String| {
                    let typed = typed.split_whitespace().collect::<String>();
                    if typed.is_empty() || read_price(&typed).is_some() {
                        change(Box::new(move |link| link.price = typed));
                    }
                }
            />
            <Show when=move || has_settings.get()>
                <TextField label=text::batch::MAX_OUTPUT_TOKENS value=number(|link| link.max_output.map(u64::from)) placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        link.max_output = typed.trim().parse().ok().filter(|most| (1..=10_000_000).contains(most));
                    }))
                />
            </Show>
        </div>
    }
}

/// A labelled text field whose text takes effect when the user leaves it. The field then shows the
/// value that was set.
#[component]
fn TextField(
    label: &'static str,
    value: Signal<String>,
    placeholder: Signal<String>,
    #[prop(into)] on_typed: Callback<String>,
) -> impl IntoView {
    let id = use_id("batch");
    let node = NodeRef::<html::Input>::new();
    let typed = move |event| {
        on_typed.run(event_target_value(&event));
        if let Some(input) = browser::element(node) {
            input.set_value(&value.get_untracked());
        }
    };
    view! {
        <div class="batch-field">
            <label for=id.clone()>{label}</label>
            <input
                id=id
                type="text"
                class="text"
                autocomplete="off"
                spellcheck="false"
                node_ref=node
                placeholder=move || placeholder.get()
                prop:value=move || value.get()
                on:change=typed
            />
        </div>
    }
}
