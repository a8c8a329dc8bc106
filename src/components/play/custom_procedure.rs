//! The editor of a custom procedure.

use leptos::html;
use leptos::prelude::*;
use stepfall_procedure::Arithmetic;

use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::components::widgets::choices::Select;
use crate::state::{DraftError, Edit, Play, Row};
use crate::stores::PlayStore;
use crate::text::{self, examples};

/// The number of lines of an empty editor, and the maximum number of lines without a scroll bar.
const LINES: (usize, usize) = (8, 24);

/// The maximum number of lines with line numbers.
const NUMBERED: usize = 2_000;
/// The height of a line, in pixels, as in the style.
const LINE_HEIGHT: u32 = 20;
/// The space above the first line, in pixels, as in the style.
const PADDING: u32 = 8;

/// The part of the settings that edits a custom procedure. This part opens when a custom procedure
/// is shown, and only the user closes it.
#[component]
pub(crate) fn CustomProcedure(play: PlayStore) -> impl IntoView {
    let is_custom = Memo::new(move |_| play.with(Play::is_custom));
    let numbers = Memo::new(move |_| play.with(|play| play.custom().numbers()));
    let edit = move |edit| play.send(edit);
    let numbers_id = use_id("custom-numbers");
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        if is_custom.get() {
            is_open.set(true);
        }
    });
    let folds = NodeRef::<html::Details>::new();
    let follow = move |_| {
        if let Some(folds) = browser::element(folds) {
            is_open.set(folds.open());
        }
    };
    let all = [
        None,
        Some(Arithmetic::Integer),
        Some(Arithmetic::Modular { modulus: 97 }),
        Some(Arithmetic::Decimal { places: 2 }),
        Some(Arithmetic::Rational),
    ];
    let choices =
        all.map(|numbers| (text::settings::custom_numbers(numbers), Edit::CustomNumbers(numbers)));
    let chosen = Signal::derive(move || Some(Edit::CustomNumbers(numbers.get())));
    view! {
        <details class="more" node_ref=folds open=move || is_open.get() on:toggle=follow>
            <summary>{text::settings::OWN}</summary>
            <Examples on_choose=move |text: &str| edit(Edit::Custom(text.to_owned()))/>
            <Editor play/>
            <div class="setting">
                <label for=numbers_id.clone()>{text::settings::OWN_NUMBERS}</label>
                <Select id=numbers_id chosen on_choose=edit choices=choices.into()/>
            </div>
            <Button text=text::settings::OWN_BACK disabled=move || !is_custom.get() on_press=move || edit(Edit::UseGenerated)/>
        </details>
    }
}

/// A list of example texts to start from.
#[component]
fn Examples(#[prop(into)] on_choose: Callback<&'static str>) -> impl IntoView {
    let id = use_id("custom-example");
    let list = NodeRef::<html::Select>::new();
    let choose = move |_| {
        let Some(list) = browser::element(list) else { return };
        let chosen = usize::try_from(list.selected_index() - 1).ok();
        if let Some((_, text)) = chosen.and_then(|chosen| examples::ALL.get(chosen)) {
            on_choose.run(text);
        }
        list.set_selected_index(0);
    };
    let option = |(name, _): &(&'static str, &str)| view! { <option>{*name}</option> };
    view! {
        <div class="setting">
            <label for=id.clone()>{examples::LABEL}</label>
            <select class="button" id=id node_ref=list on:change=choose>
                <option>{examples::NONE}</option>
                {examples::ALL.iter().map(option).collect_view()}
            </select>
        </div>
    }
}

/// The text with line numbers, its error and its notices.
#[component]
fn Editor(play: PlayStore) -> impl IntoView {
    let written = Memo::new(move |_| play.with(|play| play.custom().text().to_owned()));
    let error = Memo::new(move |_| play.with(|play| play.custom().error()));
    let notices = Memo::new(move |_| play.with(|play| play.custom().notices().to_vec()));
    let steps = Memo::new(move |_| play.with(|play| play.custom().steps().to_vec()));
    let id = use_id("custom-text");
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
    let field = NodeRef::<html::Textarea>::new();
    let scrolled = RwSignal::new(0);
    let scroll = move |_| {
        if let Some(field) = browser::element(field) {
            scrolled.set(field.scroll_top());
        }
    };
    let lines = Memo::new(move |_| written.with(|text| text.split('\n').count()));
    let rows = move || lines.get().clamp(LINES.0, LINES.1);
    let numbers = move || {
        let lines: Vec<String> =
            (1..=lines.get().min(NUMBERED)).map(|line| line.to_string()).collect();
        lines.join("\n")
    };
    let incorrect = move || {
        let line = error.with(|error| error.as_ref().map(|error| error.line))?;
        let top = format!("{}px", PADDING + line.saturating_sub(1) * LINE_HEIGHT);
        Some(view! { <span class="is-wrong" style:top=top>{line}</span> })
    };
    let shift = move || format!("translateY(-{}px)", scrolled.get());
    view! {
        <div class="setting">
            <label for=id.clone()>{text::settings::OWN_TEXT}</label>
            <div class="editor">
                <div class="editor-numbers" aria-hidden="true">
                    <div style:transform=shift>{numbers}{incorrect}</div>
                </div>
                <textarea
                    class="editor-text"
                    id=id
                    node_ref=field
                    rows=rows
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    placeholder=text::settings::OWN_EXAMPLE
                    aria-describedby=format!("{hint_id} {error_id}")
                    aria-invalid=move || error.with(Option::is_some).then_some("true")
                    prop:value=move || written.get()
                    on:input=move |event| play.send(Edit::Custom(event_target_value(&event)))
                    on:scroll=scroll
                />
            </div>
            <div class="editor-error" id=error_id role="status">
                {move || error.get().map(error_view)}
            </div>
            <p class="hint">{move || notices.with(|notices| text::settings::notices(notices))}</p>
            <Steps steps/>
            <p class="hint" id=hint_id>{text::settings::OWN_HINT}</p>
        </div>
    }
}

/// Draws the line of an error with the error marked, and the message.
fn error_view(error: DraftError) -> impl IntoView {
    let message = text::settings::custom_error(&error.error);
    let DraftError { before, after, .. } = error;
    view! {
        <code aria-hidden="true">{before}<mark>{if after.is_empty() { " ".to_owned() } else { after }}</mark></code>
        <p>{message}</p>
    }
}

/// The steps that were read from the text.
#[component]
fn Steps(#[prop(into)] steps: Signal<Vec<Row>>) -> impl IntoView {
    let id = use_id("custom-steps");
    let row = |Row { name, expression, value, .. }: Row| {
        view! {
            <li>
                <code>{name}" = "{expression.unwrap_or_default()}</code>
                <span class="number">{value}</span>
            </li>
        }
    };
    view! {
        <div class="editor-read" hidden=move || steps.with(Vec::is_empty)>
            <h4 id=id.clone()>{move || text::settings::own_steps(steps.with(Vec::len))}</h4>
            <ol class="editor-steps" aria-labelledby=id tabindex="0">
                {move || steps.get().into_iter().map(row).collect_view()}
            </ol>
        </div>
    }
}
