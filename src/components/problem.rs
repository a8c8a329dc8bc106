//! Why the settings do not match what is shown, and the ways out.

use leptos::prelude::*;

use super::erased::{optional, part, small_button};
use crate::desk::use_desk;
use crate::state::{Edit, Play, Problem};
use crate::text;

/// The message with its buttons, while something is wrong.
#[component]
pub(crate) fn ProblemNote() -> impl IntoView {
    let desk = use_desk();
    let problem = Memo::new(move |_| desk.read(Play::problem));
    let note = move |problem| {
        let (message, nearest) = match problem {
            Problem::Unread { field, typed } => (text::unread(field, &typed), None),
            Problem::Refused(refusal) => {
                let nearest = refusal.nearest.map(|_| text::nearest(&refusal));
                (text::refused(&refusal), nearest)
            }
        };
        let nearest =
            nearest.map(|nearest| small_button(true, nearest, move || desk.send(Edit::Nearest)));
        view! {
            <div class="problem">
                <p><span aria-hidden="true">"✕ "</span>{message}</p>
                <div class="problem-ways">
                    {optional(nearest)}
                    {small_button(false, text::PUT_BACK, move || desk.send(Edit::PutBack))}
                </div>
            </div>
        }
    };
    let note = part(move || optional(problem.get().map(note)));
    view! { <div class="problem-place" role="status">{note}</div> }.into_any()
}
