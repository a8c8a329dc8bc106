//! Why the settings do not match what is shown, and the ways out.

use super::element::{Node, element, group};
use super::small::{sign, small_button};
use crate::browser;
use crate::state::{Edit, Play, Problem};
use crate::stores::PlayStore;
use crate::text;

/// The message with its buttons, while something is wrong.
pub(crate) fn problem_note(desk: PlayStore) -> Node {
    element("div").class("problem-place").attr("role", "status").part(
        move || desk.read(Play::problem),
        move |problem| match problem {
            None => group(),
            Some(problem) => note(desk, problem),
        },
    )
}

fn note(desk: PlayStore, problem: &Problem) -> Node {
    let (message, nearest) = match problem {
        Problem::Unread { field, typed } => (text::unread(*field, typed), None),
        Problem::Refused(refusal) => {
            (text::refused(refusal), refusal.nearest.map(|_| text::nearest(refusal)))
        }
    };
    let take = |nearest: String| {
        let take = small_button(&nearest, move || {
            desk.send(Edit::Nearest);
            browser::refocus("#knob-steps");
        });
        take.class("button is-small is-main")
    };
    let ways = element("div")
        .class("problem-ways")
        .children(nearest.map(take))
        .child(small_button(text::PUT_BACK, move || desk.send(Edit::PutBack)));
    element("div").class("problem").child(element("p").child(sign("✕ ")).text(&message)).child(ways)
}
