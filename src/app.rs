//! The page as a whole: opens the address, or says why it cannot.

use stepfall_procedure::Refusal;

use crate::components::{Node, element, group, header};
use crate::desk::Desk;
use crate::pages::play;
use crate::text;

/// Fills the body.
pub(crate) fn start() {
    leptos::mount::mount_to_body(|| match Desk::open() {
        Ok(desk) => page(desk).mount(),
        Err(refusal) => fault(&refusal).mount(),
    });
}

fn page(desk: &'static Desk) -> Node {
    let main = element("main").attr("tabindex", "-1");
    group().child(header(desk, main.clone())).child(play(desk, main))
}

fn fault(refusal: &Refusal) -> Node {
    let why = element("p").text(text::FATAL).text(" ").text(&refusal.to_string());
    element("main").child(element("h1").text(text::NAME)).child(why)
}
