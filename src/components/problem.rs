//! Why the settings do not match what is shown, and the ways out.

use super::small::{Button, Sign};
use crate::prelude::*;
use crate::state::{Edit, Play, Problem};
use crate::stores::PlayStore;
use crate::text;

/// The message with its buttons, while something is wrong.
#[component]
pub(crate) fn ProblemNote(
    play: PlayStore,
    /// Where to go on once the nearest settings were taken.
    go_on: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let problem = Memo::new(move |_| play.read(Play::problem));
    let note = move |problem: Problem| {
        let (message, nearest) = match &problem {
            Problem::Unread { field, typed } => (text::unread(*field, typed), None),
            Problem::Refused(refusal) => {
                (text::refused(refusal), refusal.nearest.map(|_| text::nearest(refusal)))
            }
        };
        let take = move || {
            play.send(Edit::Nearest);
            go_on();
        };
        let take = nearest.map(
            |nearest| view! { <Button class="button is-small is-main" text=nearest press=take/> },
        );
        view! {
            <div class="problem">
                <p><Sign sign="✕ "/>{message}</p>
                <div class="problem-ways">
                    {take}
                    <Button text=text::PUT_BACK press=move || play.send(Edit::PutBack)/>
                </div>
            </div>
        }
    };
    view! { <div class="problem-place" role="status">{move || problem.get().map(note)}</div> }
}
