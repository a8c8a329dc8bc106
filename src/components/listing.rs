//! The procedure as set text.

use leptos::prelude::*;

use super::erased::{flag, part};
use crate::desk::use_desk;
use crate::state::{Row, rows};
use crate::text;

/// The procedure, one row a value; the exact values are there to be shown.
#[component]
pub(crate) fn Listing() -> impl IntoView {
    let desk = use_desk();
    let has_values = RwSignal::new(false);
    let is_shown = flag(move || has_values.get());
    let body = part(move || {
        let shown = desk.shown.get();
        rows(&shown.item, shown.asked.condition).into_iter().map(row).collect::<Vec<AnyView>>()
    });
    view! {
        <section class="card listing" aria-labelledby="procedure-title">
            <div class="card-head">
                <h2 id="procedure-title">{text::PROCEDURE}</h2>
                <label class="check">
                    <input type="checkbox" prop:checked=is_shown on:change=move |event| has_values.set(event_target_checked(&event)) />
                    <span>{text::SHOW_VALUES}</span>
                </label>
            </div>
            <table class:has-values=is_shown>
                <thead>
                    <tr>
                        <th scope="col">{text::STEP}</th>
                        <th scope="col">{text::EXPRESSION}</th>
                        <th scope="col" class="value">{text::VALUE}</th>
                    </tr>
                </thead>
                <tbody>{body}</tbody>
            </table>
        </section>
    }
    .into_any()
}

fn row(Row { name, expression, value, live }: Row) -> AnyView {
    let tag = match (&expression, live) {
        (None, _) => text::INPUT,
        (Some(_), false) => text::DEAD,
        (Some(_), true) => "",
    };
    let expression = expression.unwrap_or_else(|| value.clone());
    view! {
        <tr class:is-dead=!live>
            <th scope="row">{name}</th>
            <td>{expression}<span class="tag">{tag}</span></td>
            <td class="value">{value}</td>
        </tr>
    }
    .into_any()
}
