//! A row of buttons for choosing one of a few options.

use leptos::prelude::*;

use crate::components::widgets::basic::use_id;

/// Radio buttons in a row next to their legend. Each option is identified by its index.
#[component]
pub(crate) fn Segments(
    legend: &'static str,
    names: Vec<String>,
    #[prop(into)] chosen: Signal<usize>,
    #[prop(into)] on_choose: Callback<usize>,
) -> impl IntoView {
    let (group, heading) = (use_id("segment"), use_id("segment"));
    let button = |(place, name): (usize, String)| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name=group.clone()
                    prop:checked=move || chosen.get() == place
                    on:change=move |_| on_choose.run(place)
                />
                <span>{name}</span>
            </label>
        }
    };
    view! {
        <div class="lab-segments" role="radiogroup" aria-labelledby=heading>
            <span id=heading.clone()>{legend}</span>
            <div class="choices-row">{names.into_iter().enumerate().map(button).collect_view()}</div>
        </div>
    }
}
