//! Which suite becomes files, and for whom.

use leptos::prelude::*;
use stepfall_link::{BATCH_ITEMS, BATCH_SAMPLES, BatchLink, OWN_ITEMS, Target, read_price};
use stepfall_procedure::{Condition, Seed, Suite};
use stepfall_protocol::batch::Suites;

use crate::components::small::{Button, Numbered, use_id};
use crate::text;

/// A change of the link.
pub(crate) type Change = Box<dyn FnOnce(&mut BatchLink)>;

/// The suites, what can be chosen about them, and the button that makes files of one.
#[component]
pub(crate) fn ExportCard(
    #[prop(into)] link: Signal<BatchLink>,
    #[prop(into)] suites: Signal<Suites>,
    /// How many of how many questions are written.
    #[prop(into)]
    making: Signal<Option<(u64, u64)>>,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
    #[prop(into)] on_make: Callback<()>,
    #[prop(into)] on_play: Callback<()>,
) -> impl IntoView {
    let heading = use_id("export");
    let choose = move |event| {
        if let Some(target) = Target::from_slug(&event_target_value(&event)) {
            change(Box::new(move |link| link.target = target));
        }
    };
    let option = move |target: Target| {
        let is_chosen = move || link.with(|link| link.target == target);
        view! { <option value=target.slug() prop:selected=is_chosen>{target.name()}</option> }
    };
    let trouble = Memo::new(move |_| suites.with(|suites| suites.trouble.clone()));
    let is_idle = Memo::new(move |_| making.with(Option::is_none));
    let cannot = Signal::derive(move || !is_idle.get() || trouble.with(Option::is_some));
    let name = use_id("suite");
    let all = Suite::ALL.map(Some).into_iter().chain([None]);
    let rows = all.map(|suite| {
        let name = name.clone();
        view! { <SuiteRow suite link suites name change/> }
    });
    view! {
        <section class="card batch-export" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()><Numbered number="1"/>{text::BATCH_EXPORT}</h2>
                <select class="button" aria-label=text::BATCH_FORMAT on:change=choose>
                    {Target::ALL.map(option).collect_view()}
                </select>
                <Button
                    class="button is-main"
                    text=text::BATCH_DOWNLOAD
                    disabled=cannot
                    on_press=move || on_make.run(())
                />
            </div>
            <Show when=move || !is_idle.get()>
                <progress
                    aria-label=text::BATCH_DOWNLOAD
                    max=move || making.get().map(|(_, all)| all.max(1).to_string())
                    value=move || making.get().map(|(done, _)| done.to_string())
                ></progress>
            </Show>
            <p class="hint is-fault batch-trouble" role="status">{move || trouble.get()}</p>
            <div class="batch-suites" role="radiogroup" aria-label=text::BATCH_SUITES>
                {rows.collect_view()}
            </div>
            <Fields link change on_play/>
        </section>
    }
}

/// A suite to choose; nothing is a selection of one's own.
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
            found.map(text::suite_size)
        })
    };
    let choose = move |_| {
        change(Box::new(move |link| {
            let own = BatchLink::read("#/batch?suite=own").0;
            link.suite = suite;
            (link.items, link.conditions) = (None, Vec::new());
            if suite.is_none() {
                (link.lengths, link.conditions) = (own.lengths, own.conditions);
            } else {
                link.lengths = Vec::new();
            }
        }));
    };
    view! {
        <label class="batch-suite" class:is-chosen=move || is_chosen.get()>
            <input type="radio" name=name value=slug prop:checked=move || is_chosen.get() on:change=choose/>
            <b>{suite.map_or(text::BATCH_OWN, text::suite_name)}</b>
            <span class="batch-size">{size}</span>
            <span class="batch-said">
                {suite.map_or(text::BATCH_OWN_MEANING, text::suite_meaning)}
                {suite.map(|suite| view! { " "<code>{text::suite_version(suite)}</code> })}
            </span>
        </label>
    }
}

/// What can be chosen about a suite.
#[component]
fn Fields(
    link: Signal<BatchLink>,
    change: impl Fn(Change) + Copy + Send + Sync + 'static,
    on_play: Callback<()>,
) -> impl IntoView {
    let is_own = Memo::new(move |_| link.with(|link| link.suite.is_none()));
    let names_model = Memo::new(move |_| link.with(|link| link.target.names_model()));
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
        link.with(|link| link.suite.map_or(OWN_ITEMS, Suite::usual_items).to_string())
    });
    let none = Signal::stored(String::new());
    let price = Signal::stored("0.15/0.6".to_owned());
    view! {
        <div class="batch-fields">
            <Show when=move || is_own.get()>
                <Typed label=text::BATCH_LENGTHS value=lengths placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        let read = typed.split([',', ' ']).filter_map(|one| one.trim().parse().ok());
                        let in_range = read.filter(|steps| (1..=500).contains(steps));
                        link.lengths = in_range.take(50).collect();
                    }))
                />
                <Typed label=text::BATCH_CONDITIONS value=conditions placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        let read = typed.split([',', ' ']).filter_map(|one| Condition::from_slug(one.trim()));
                        link.conditions = read.take(50).collect();
                    }))
                />
                <Button text=text::BATCH_AS_PLAY on_press=move || on_play.run(())/>
            </Show>
            <Typed label=text::BATCH_ITEMS_LABEL value=number(|link| link.items.map(u64::from)) placeholder
                on_typed=move |typed: String| change(Box::new(move |link| {
                    let read = typed.trim().parse().ok();
                    link.items = read.filter(|items| (1..=BATCH_ITEMS).contains(items));
                }))
            />
            <Typed label=text::BATCH_SAMPLES_LABEL value=number(|link| Some(link.samples.into())) placeholder=none
                on_typed=move |typed: String| change(Box::new(move |link| {
                    let read = typed.trim().parse().ok();
                    link.samples = read.filter(|samples| (1..=BATCH_SAMPLES).contains(samples)).unwrap_or(1);
                }))
            />
            <Typed label=text::BATCH_SEED value=number(|link| Some(link.seed.number())) placeholder=none
                on_typed=move |typed: String| change(Box::new(move |link| {
                    link.seed = typed.trim().parse().ok().and_then(Seed::new).unwrap_or_default();
                }))
            />
            <Typed label=text::BATCH_PRICE value=Signal::derive(move || link.with(|link| link.price.clone())) placeholder=price
                on_typed=move |typed: String| {
                    let typed = typed.split_whitespace().collect::<String>();
                    if typed.is_empty() || read_price(&typed).is_some() {
                        change(Box::new(move |link| link.price = typed));
                    }
                }
            />
            <Show when=move || names_model.get()>
                <Typed label=text::BATCH_MODEL value=Signal::derive(move || link.with(|link| link.model.clone())) placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| link.model = typed.trim().chars().take(200).collect()))
                />
            </Show>
            <Show when=move || has_settings.get()>
                <Typed label=text::BATCH_MOST value=number(|link| link.max_output.map(u64::from)) placeholder=none
                    on_typed=move |typed: String| change(Box::new(move |link| {
                        link.max_output = typed.trim().parse().ok().filter(|most| (1..=10_000_000).contains(most));
                    }))
                />
            </Show>
        </div>
    }
}

/// A labelled text that counts once it is typed. What cannot be read gives way to what there was.
#[component]
fn Typed(
    label: &'static str,
    value: Signal<String>,
    placeholder: Signal<String>,
    #[prop(into)] on_typed: Callback<String>,
) -> impl IntoView {
    let id = use_id("batch");
    let node = NodeRef::<leptos::html::Input>::new();
    let typed = move |event| {
        on_typed.run(event_target_value(&event));
        if let Some(input) = node.get_untracked() {
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
