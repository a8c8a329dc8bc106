//! The page as a whole: opens the address, or says why it cannot.

use stepfall_procedure::Refusal;

use crate::components::{Node, element, group, header};
use crate::desk::Desk;
use crate::pages::play;
use crate::prelude::{Executor, Owner};
use crate::text;

/// Fills the body.
pub(crate) fn start() {
    // Fails only where one runs already, which then does as well.
    let _ = Executor::init_wasm_bindgen();
    let owner = Owner::new();
    owner.with(|| match Desk::open() {
        Ok(desk) => page(desk).mount(),
        Err(refusal) => fault(&refusal).mount(),
    });
    // The page lives as long as its document.
    std::mem::forget(owner);
}

fn page(desk: &'static Desk) -> Node {
    let main = element("main").attr("tabindex", "-1");
    group().child(header(desk, main.clone())).child(play(desk, main))
}

fn fault(refusal: &Refusal) -> Node {
    let why = element("p").text(text::FATAL).text(" ").text(&refusal.to_string());
    element("main").child(element("h1").text(text::NAME)).child(why)
}
