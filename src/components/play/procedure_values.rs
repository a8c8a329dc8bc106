//! The editor of a custom procedure.

use leptos::html;
use leptos::prelude::*;
use stepfall_procedure::Arithmetic;

use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::components::widgets::choices::Select;
use crate::state::Edit;
use crate::text;

/// The part of the settings that edits a custom procedure. It opens when such a procedure is shown, and only the user closes it.
#[component]
pub(crate) fn CustomProcedure(
    #[prop(into)] written: Signal<String>,
    #[prop(into)] error: Signal<Option<String>>,
    /// Whether a custom procedure is shown.
    #[prop(into)]
    is_custom: Signal<bool>,
    #[prop(into)] numbers: Signal<Option<Arithmetic>>,
    #[prop(into)] on_edit: Callback<Edit>,
) -> impl IntoView {
    let (id, numbers_id) = (use_id("custom-text"), use_id("custom-numbers"));
    let (hint_id, error_id) = (format!("{id}-hint"), format!("{id}-error"));
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
            <div class="setting">
                <label for=id.clone()>{text::settings::OWN_TEXT}</label>
                <textarea
                    class="custom-text"
                    id=id
                    rows="8"
                    spellcheck="false"
                    autocomplete="off"
                    placeholder=text::settings::OWN_EXAMPLE
                    aria-describedby=format!("{hint_id} {error_id}")
                    aria-invalid=move || error.with(Option::is_some).then_some("true")
                    prop:value=move || written.get()
                    on:input=move |event| on_edit.run(Edit::Custom(event_target_value(&event)))
                />
                <p class="custom-error" id=error_id role="status">{move || error.get().unwrap_or_default()}</p>
                <p class="hint" id=hint_id>{text::settings::OWN_HINT}</p>
            </div>
            <div class="setting">
                <label for=numbers_id.clone()>{text::settings::OWN_NUMBERS}</label>
                <Select id=numbers_id chosen on_choose=on_edit choices=choices.into()/>
            </div>
            <Button text=text::settings::OWN_BACK disabled=move || !is_custom.get() on_press=move || on_edit.run(Edit::Drawn)/>
        </details>
    }
}
