//! Play: the knobs, the sentence that says the state, the arcs, the answer, the procedure, the prompt.

use crate::prelude::*;

use crate::asker::Asker;
use crate::browser;
use crate::components::{
    Node, answer, arcs, element, facts, headline, knobs, listing, notices, prompt,
};
use crate::desk::Desk;

/// The place, around the main part of the page.
pub(crate) fn play(desk: &'static Desk, asker: &'static Asker, main: Node) -> Node {
    browser::on_pointed(move |step| {
        desk.focus.set(step);
        browser::mark_step(step, false);
    });
    browser::on_wide(move || desk.sheet.set(false));
    let column = element("div").class("column").child(answer(desk, asker)).child(prompt(desk));
    let columns = element("div").class("columns").child(column).child(listing(desk));
    let main = main
        .attr_when("inert", move || desk.sheet.get())
        .child(notices(desk))
        .child(headline(desk))
        .child(arcs(desk))
        .child(columns)
        .child(facts(desk));
    let veil = element("div").class("veil").press(move || desk.sheet.set(false));
    element("div")
        .class("page")
        .class_when("is-behind", move || desk.is_behind())
        .child(knobs(desk))
        .child(veil)
        .child(main)
}
