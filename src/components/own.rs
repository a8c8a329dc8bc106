//! Writing a procedure of one's own.

use stepfall_procedure::Arithmetic;

use super::choices::{Choice, select};
use super::element::{Node, element};
use super::small::{label, small_button};
use crate::state::{Edit, Play};
use crate::stores::PlayStore;
use crate::text;

/// The part of the settings in which a procedure is written. It is open where one is shown.
pub(crate) fn own(desk: PlayStore) -> Node {
    let field = element("textarea")
        .class("own-text")
        .id("own-text")
        .attr("rows", "8")
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("placeholder", text::OWN_EXAMPLE)
        .attr("aria-describedby", "own-hint own-error")
        .attr_of("aria-invalid", move || {
            desk.read(|play| play.own().error().map(|_| "true".to_owned()))
        })
        .value(move || desk.read(|play| play.own().text().to_owned()))
        .on_value("input", move |typed| desk.send(Edit::Own(typed)));
    let error =
        element("p").class("own-error").id("own-error").attr("role", "status").text_of(move || {
            desk.read(|play| play.own().error().map(text::own_error).unwrap_or_default())
        });
    let numbers = [
        None,
        Some(Arithmetic::Integer),
        Some(Arithmetic::Modular { modulus: 97 }),
        Some(Arithmetic::Decimal { places: 2 }),
        Some(Arithmetic::Rational),
    ];
    let numbers =
        numbers.map(|numbers| Choice::new(text::own_numbers(numbers), Edit::OwnNumbers(numbers)));
    let back = small_button(text::OWN_BACK, move || desk.send(Edit::Drawn))
        .attr_when("disabled", move || desk.read(|play| !play.is_own()));
    element("details")
        .class("more own")
        .open_when(move || desk.read(Play::is_own))
        .child(element("summary").text(text::OWN))
        .child(
            element("div")
                .class("knob")
                .child(label("own-text", text::OWN_TEXT))
                .child(field)
                .child(error)
                .child(element("p").class("hint").id("own-hint").text(text::OWN_HINT)),
        )
        .child(
            element("div")
                .class("knob")
                .child(label("own-numbers", text::OWN_NUMBERS))
                .child(select(desk, "own-numbers", numbers.into())),
        )
        .child(back)
}
