//! Play: the knobs, the sentence that says the state, the arcs, the answer, the procedure, the prompt.

use crate::prelude::*;

use crate::browser;
use crate::components::{
    Knobs, Node, StepTable, answer, arcs, element, facts, headline, notices, prompt,
};
use crate::stores::ModelClient;
use crate::stores::PlayStore;

/// The place, around the main part of the page.
pub(crate) fn play(desk: PlayStore, asker: ModelClient, main: Node) -> Node {
    browser::on_pointed(move |step| {
        desk.focus.set(step);
        browser::mark_step(step, false);
    });
    browser::on_wide(move || desk.sheet.set(false));
    let column = element("div").class("column").child(answer(desk, asker)).child(prompt(desk));
    let columns =
        element("div").class("columns").child(column).view(view! { <StepTable play=desk/> });
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
        .view(view! { <Knobs play=desk/> })
        .child(veil)
        .child(main)
}
