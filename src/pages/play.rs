//! Play: the knobs, the sentence that says the state, the prompt, the answer, and the procedure.

use crate::components::{Node, answer, element, facts, headline, knobs, listing, notices, prompt};
use crate::desk::Desk;

/// The place, around the main part of the page.
pub(crate) fn play(desk: &'static Desk, main: Node) -> Node {
    let column = element("div").class("column").child(prompt(desk)).child(answer(desk));
    let columns = element("div").class("columns").child(column).child(listing(desk));
    let main = main.child(notices(desk)).child(headline(desk)).child(facts(desk)).child(columns);
    element("div")
        .class("page")
        .class_when("is-behind", move || desk.is_behind())
        .child(knobs(desk))
        .child(main)
}
