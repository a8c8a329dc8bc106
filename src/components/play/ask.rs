//! Asking a model: the connection, its key, and the progress of the call.

use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use stepfall_protocol::asking::{self, Suspect};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::earlier::EarlierAnswers;
use crate::browser;
use crate::components::lazy::{LazyPart, Placeholder};
use crate::components::widgets::basic::{Button, use_id};
use crate::components::widgets::copy::{Copied, CopyButton, copy};
use crate::lazy;
use crate::state::{SignIn, Stage};
use crate::stores::ModelClient;
use crate::text;

/// The form for asking a model; hidden while the panel is closed.
#[component]
pub(crate) fn Ask(client: ModelClient, is_open: Signal<bool>) -> impl IntoView {
    // Any other action on the answer cancels the call to the model.
    Effect::new(move |_| {
        if client.is_abandoned() {
            client.stop();
        }
    });
    let history = client.history();
    let is_busy = Memo::new(move |_| client.stage.with(Stage::is_busy));
    let form = NodeRef::<html::Section>::new();
    reveal_signed_in(client, form);
    let ask = move || {
        if let Err(missing) = client.ask() {
            browser::focus_nth(form, &format!("[name={}]", missing.field()), 0);
        }
    };
    let go = move || {
        if is_busy.get() {
            view! { <Button class="button" text=text::ask::STOP_ASKING on_press=move || client.stop()/> }
                .into_any()
        } else {
            view! { <Button class="button is-main" text=text::ask::ASK on_press=ask/> }.into_any()
        }
    };
    let message = move || match client.stage.get() {
        // The answer card shows a summary of its call instead.
        Stage::Idle | Stage::Answered(_) | Stage::Stopped(_) => ().into_any(),
        Stage::Connecting => sentence_view(text::ask::CONNECTING.to_owned()),
        Stage::Connected(models) => sentence_view(text::ask::connected(models)),
        Stage::Asking(seconds) => sentence_view(text::ask::asking(seconds)),
        Stage::Failed(error) => view! { <FailureNote error/> }.into_any(),
        Stage::Missing(missing) => {
            view! { <div class="note"><p>{text::ask::missing(missing)}</p></div> }.into_any()
        }
    };
    view! {
        <section
            class="sources asking"
            node_ref=form
            aria-label=text::ask::ASK_A_MODEL
            hidden=move || !is_open.get()
        >
            <Connection client/>
            <RequestSettings
                max_output=client.max_output
                temperature=client.temperature
                effort=client.effort
                preview=client.preview
                on_change=move || client.on_form_change()
                on_look=move |looks| client.show_preview(looks)
            />
            <div class="asking-go">
                {go}
            </div>
            <div role="status">{message}</div>
            <EarlierAnswers
                answers=history.answers
                is_kept=history.is_kept
                error=history.error
                on_fold=move |is_unfolded| history.unfold(is_unfolded)
                on_open=move |number| {
                    client.forget_outcome();
                    history.open(number);
                }
                on_remove=move |number| history.remove(number)
            />
        </section>
    }
}

/// Scrolls the form into view when the user returns from signing in, and when the sign-in ends.
pub(crate) fn reveal_signed_in<E>(client: ModelClient, form: NodeRef<E>)
where
    E: ElementType + 'static,
    E::Output: JsCast + Clone + AsRef<Element> + 'static,
{
    Effect::new(move |was_busy: Option<bool>| {
        client.providers.track();
        let is_busy = client.sign_in.with(SignIn::is_busy);
        if !is_busy && (client.has_returned() || was_busy == Some(true)) {
            browser::reveal(form);
        }
        is_busy
    });
}

fn sentence_view(sentence: String) -> AnyView {
    view! { <p class="asking-status">{sentence}</p> }.into_any()
}

/// The provider with its address and key, the connection test, and the model.
#[component]
pub(crate) fn Connection(client: ModelClient) -> impl IntoView {
    let needs = Memo::new(move |_| {
        client.chosen_provider().map(|provider| provider.needs).unwrap_or_default()
    });
    let needs = move || {
        let needs = needs.get();
        (!needs.is_empty()).then(|| view! { <p class="hint">{text::ask::needs(&needs)}</p> })
    };
    let has_address = Memo::new(move |_| client.has_address());
    // Two providers run models in the page: `browser` is the browser's own model, and the other
    // provider has model files.
    let in_page = Memo::new(move |_| {
        client
            .chosen_provider()
            .filter(|provider| provider.is_in_page)
            .map(|provider| provider.slug)
    });
    let models_in_page = move || {
        let is_built_in = in_page.get()? == "browser";
        Some(view! {
            <LazyPart
                load=move || Box::pin(lazy::in_page(client, is_built_in))
                waiting=Placeholder { class: "in-page", ..Placeholder::for_part(text::page::PART_IN_PAGE) }
            />
        })
    };
    let is_busy = Signal::derive(move || client.stage.with(Stage::is_busy));
    view! {
        <div class="asking-fields">
            <Provider
                id=use_id("provider")
                providers=client.providers
                provider=client.provider
                on_choose=move |slug| client.choose(slug)
            />
            <Show when=move || has_address.get()>
                <Address
                    id=use_id("address")
                    base=client.base
                    on_leave=move |base| client.move_to(base)
                />
            </Show>
            {models_in_page}
            <Show when=move || in_page.with(Option::is_none)>
                <Key
                    id=use_id("key")
                    key=client.key
                    is_key_persistent=client.is_key_persistent
                    signs_in=Memo::new(move |_| client.sign_in_provider())
                    sign_in=client.sign_in
                    is_occupied=move || client.is_occupied()
                    on_key=move |key: String| client.set_key(&key)
                    on_keep=move |keeps| client.set_key_persistent(keeps)
                    on_forget=move || client.forget()
                    on_sign_in=move || client.begin_sign_in()
                />
            </Show>
        </div>
        {needs}
        <Show when=move || in_page.with(Option::is_none)>
            <div class="asking-go">
                <Button class="button" text=text::ask::CONNECT disabled=is_busy on_press=move || client.connect()/>
            </div>
        </Show>
        <Model
            id=use_id("model")
            list_id=use_id("models")
            models=client.models
            model=client.model
            on_change=move || client.on_form_change()
        />
    }
}

#[component]
fn Provider(
    id: String,
    providers: RwSignal<Vec<asking::ProviderInfo>>,
    provider: RwSignal<String>,
    #[prop(into)] on_choose: Callback<String>,
) -> impl IntoView {
    let list = NodeRef::<html::Select>::new();
    // The select element can show the value only after its option exists.
    Effect::new(move |_| {
        providers.track();
        let slug = provider.get();
        if let Some(list) = list.get() {
            list.set_value(&slug);
        }
    });
    let options = move || {
        let option = |provider: asking::ProviderInfo| {
            view! { <option value=provider.slug>{provider.name}</option> }
        };
        providers.get().into_iter().map(option).collect_view()
    };
    view! {
        <div class="setting">
            <label for=id.clone()>{text::ask::PROVIDER}</label>
            <select
                id=id
                name="provider"
                class="button"
                node_ref=list
                on:change=move |event| on_choose.run(event_target_value(&event))
            >
                {options}
            </select>
        </div>
    }
}

/// The largest number of models that the list shows without scrolling.
const MODELS_SHOWN: usize = 6;

/// The model: a field, and below it the models found by the connection test.
#[component]
fn Model(
    id: String,
    list_id: String,
    models: RwSignal<Vec<asking::ListedModel>>,
    model: RwSignal<String>,
    #[prop(into)] on_change: Callback<()>,
) -> impl IntoView {
    let options = move || {
        let option = |listed: asking::ListedModel| {
            let id = listed.id.clone();
            let is_chosen = move || model.with(|model| *model == id);
            let label = if listed.name.is_empty() { listed.id.clone() } else { listed.name };
            view! { <option value=listed.id prop:selected=is_chosen>{label}</option> }
        };
        models.get().into_iter().map(option).collect_view()
    };
    let count = Memo::new(move |_| models.with(Vec::len));
    let choose = move |event| {
        model.set(event_target_value(&event));
        on_change.run(());
    };
    view! {
        <div class="setting">
            <label for=id.clone()>{text::ask::MODEL}</label>
            <RequestTextField id text=model on_change attr:name="model" attr:list=list_id.clone()/>
            <datalist id=list_id>{options}</datalist>
            <Show when=move || count.get() != 0>
                <select
                    class="asking-models"
                    aria-label=text::ask::MODELS_FOUND
                    // A list of one row would be shown as a menu.
                    size=move || count.get().clamp(2, MODELS_SHOWN)
                    on:change=choose
                >
                    {options}
                </select>
            </Show>
        </div>
    }
}

#[component]
fn Address(
    id: String,
    base: RwSignal<String>,
    /// Also runs when the input is removed because the newly chosen provider has a fixed address.
    on_leave: impl Fn(String) + 'static,
) -> impl IntoView {
    view! {
        <div class="setting">
            <label for=id.clone()>{text::ask::ADDRESS}</label>
            <input
                id=id
                name="address"
                class="text is-wide"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                inputmode="url"
                placeholder="http://localhost:8080/v1"
                prop:value=move || base.get()
                on:change=move |event| on_leave(event_target_value(&event))
            />
        </div>
    }
}

#[component]
fn Key(
    id: String,
    key: RwSignal<String>,
    is_key_persistent: RwSignal<bool>,
    /// The name of the provider, if it issues a key through sign-in.
    #[prop(into)]
    signs_in: Signal<Option<String>>,
    sign_in: RwSignal<SignIn>,
    #[prop(into)] is_occupied: Signal<bool>,
    #[prop(into)] on_key: Callback<String>,
    #[prop(into)] on_keep: Callback<bool>,
    #[prop(into)] on_forget: Callback<()>,
    #[prop(into)] on_sign_in: Callback<()>,
) -> impl IntoView {
    let hint = format!("{id}-hint");
    let sign_in_row = move || {
        signs_in.get().map(|name| {
            view! {
                <Button
                    text=text::ask::sign_in_with(&name)
                    disabled=is_occupied
                    on_press=move || on_sign_in.run(())
                />
            }
        })
    };
    let more = move || {
        signs_in.get().map(|name| view! { <p class="hint">{text::ask::sign_in_hint(&name)}</p> })
    };
    let how = move || match sign_in.get() {
        SignIn::No => ().into_any(),
        SignIn::Leaving => sentence_view(text::ask::SIGN_IN_LEAVING.to_owned()),
        SignIn::Exchanging => sentence_view(text::ask::SIGN_IN_EXCHANGING.to_owned()),
        SignIn::Done => sentence_view(text::ask::SIGNED_IN.to_owned()),
        SignIn::Failed(error) => view! { <FailureNote error/> }.into_any(),
    };
    view! {
        <div class="setting asking-key">
            <label for=id.clone()>{text::ask::KEY}</label>
            <input
                id=id
                name="key"
                class="text is-wide"
                type="password"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                aria-describedby=hint.clone()
                prop:value=move || key.get()
                on:input=move |event| on_key.run(event_target_value(&event))
            />
            <div class="setting-row">
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || is_key_persistent.get()
                        on:change=move |event| on_keep.run(event_target_checked(&event))
                    />
                    <span>{text::ask::KEEP_KEY}</span>
                </label>
                <Button
                    text=text::ask::FORGET_KEY
                    disabled=Signal::derive(move || key.with(String::is_empty))
                    on_press=move || on_forget.run(())
                />
                {sign_in_row}
            </div>
            <p class="hint" id=hint>{text::ask::KEY_HINT}</p>
            {more}
            <div role="status">{how}</div>
        </div>
    }
}

/// Settings that seldom change.
#[component]
fn RequestSettings(
    max_output: RwSignal<String>,
    temperature: RwSignal<String>,
    effort: RwSignal<String>,
    preview: RwSignal<String>,
    #[prop(into)] on_change: Callback<()>,
    /// Returns whether the request preview is open.
    #[prop(into)]
    on_look: Callback<bool>,
) -> impl IntoView {
    let number = |name: &'static str, text: RwSignal<String>| {
        let id = use_id("asking");
        view! {
            <div class="setting">
                <label for=id.clone()>{name}</label>
                <RequestTextField id text on_change attr:inputmode="decimal" attr:placeholder=text::ask::PROVIDERS_OWN/>
            </div>
        }
    };
    let effort_id = use_id("effort");
    let option = |word: &'static str| {
        let name = if word.is_empty() { text::ask::PROVIDERS_OWN } else { word };
        let is_chosen = move || effort.with(|effort| effort == word);
        view! { <option value=word prop:selected=is_chosen>{name}</option> }
    };
    let choose = move |event| {
        effort.set(event_target_value(&event));
        on_change.run(());
    };
    let sent = NodeRef::<html::Details>::new();
    let show = move |_| {
        if let Some(sent) = browser::element(sent) {
            on_look.run(sent.open());
        }
    };
    view! {
        <details class="asking-more">
            <summary>{text::settings::MORE}</summary>
            <div class="asking-fields">
                {number(text::ask::MAX_TOKENS, max_output)}
                {number(text::ask::TEMPERATURE, temperature)}
                <div class="setting">
                    <label for=effort_id.clone()>{text::ask::EFFORT}</label>
                    <select id=effort_id class="button" on:change=choose>
                        {text::ask::EFFORTS.into_iter().map(option).collect_view()}
                    </select>
                </div>
            </div>
            <details class="asking-sent" node_ref=sent on:toggle=show>
                <summary>{text::ask::WHAT_IS_SENT}</summary>
                <pre tabindex="0" aria-label=text::ask::WHAT_IS_SENT>{move || preview.get()}</pre>
            </details>
        </details>
    }
}

/// A text field of the request.
#[component]
fn RequestTextField(id: String, text: RwSignal<String>, on_change: Callback<()>) -> impl IntoView {
    let typed = move |event| {
        text.set(event_target_value(&event));
        on_change.run(());
    };
    view! {
        <input
            id=id
            class="text is-wide"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            prop:value=move || text.get()
            on:input=typed
        />
    }
}

/// The failure, and its possible causes.
#[component]
pub(crate) fn FailureNote(error: asking::FailureReport) -> impl IntoView {
    let asking::FailureReport { message, suspects, .. } = error;
    let suspects = (!suspects.is_empty()).then(|| {
        let suspect_view = |suspect: Suspect| view! { <SuspectNote suspect/> };
        view! { <ol>{suspects.into_iter().map(suspect_view).collect_view()}</ol> }
    });
    view! { <div class="note"><p>{text::sentence(&message)}</p>{suspects}</div> }
}

/// One possible cause, with advice, and with a line to copy if there is one.
#[component]
fn SuspectNote(suspect: Suspect) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let line = suspect.line.map(|line| {
        let copied = line.clone();
        view! {
            <div class="setting-row">
                <code>{line}</code>
                <CopyButton
                    class="button is-small copy"
                    label=text::ask::COPY_LINE
                    done=text::page::COPIED
                    outcome
                    on_press=move || copy(copied.clone(), outcome)
                />
            </div>
        }
    });
    view! { <li><p>{suspect.advice}</p>{line}</li> }
}
