//! The reason why the settings differ from the current item, and buttons that resolve the
//! difference.

use leptos::prelude::*;

use crate::components::widgets::basic::{Button, Sign};
use crate::state::{Edit, Problem};
use crate::text;

/// The message with its buttons, while there is a problem.
#[component]
pub(crate) fn ProblemNote(
    #[prop(into)] problem: Signal<Option<Problem>>,
    #[prop(into)] on_fix: Callback<Edit>,
    /// Called after the nearest valid settings were applied.
    #[prop(into)]
    on_fixed: Callback<()>,
) -> impl IntoView {
    let note = move |problem: Problem| {
        let (message, nearest) = match &problem {
            Problem::Unread { field, typed } => {
                (text::settings::unreadable_input(*field, typed), None)
            }
            Problem::Refused(refusal) => (
                text::settings::refusal_reason(refusal),
                refusal.nearest.map(|_| text::settings::nearest(refusal)),
            ),
        };
        let take = move || {
            on_fix.run(Edit::Nearest);
            on_fixed.run(());
        };
        let take = nearest.map(
            |nearest| view! { <Button class="button is-small is-main" text=nearest on_press=take/> },
        );
        view! {
            <div class="problem">
                <p><Sign sign="✕ "/>{message}</p>
                <div class="problem-ways">
                    {take}
                    <Button text=text::settings::PUT_BACK on_press=move || on_fix.run(Edit::PutBack)/>
                </div>
            </div>
        }
    };
    view! { <div class="problem-position" role="status">{move || problem.get().map(note)}</div> }
}
