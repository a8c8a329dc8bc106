//! A number that can be typed, and slid where that helps.

use super::element::{Node, element, group};
use super::small::label;
use crate::state::{Edit, Field};
use crate::stores::PlayStore;
use crate::text;

/// A labelled number, with what belongs to it below: a slider, choices, a button. Its hint comes last.
pub(crate) fn number_field(desk: PlayStore, field: Field, below: Node) -> Node {
    let label = label(id(field), text::label(field));
    let input = number_input(desk, field);
    let (input, hint) = match text::hint(field) {
        "" => (input, group()),
        hint => {
            let hint_id = id(field).to_owned() + "-hint";
            let input = input.attr("aria-describedby", &hint_id);
            (input, element("p").class("hint").id(&hint_id).text(hint))
        }
    };
    element("div")
        .class("knob")
        .child(element("div").class("knob-row").child(label).child(input))
        .child(below)
        .child(hint)
}

/// A slider over the usual range of a number.
pub(crate) fn slider(desk: PlayStore, field: Field, min: &str, max: &str) -> Node {
    element("input")
        .attr("type", "range")
        .attr("min", min)
        .attr("max", max)
        .attr("aria-label", text::label(field))
        .value(move || desk.read(|play| field.text(play.wanted())))
        .on_value("input", move |typed| desk.send(Edit::Text(field, typed)))
}

/// The input alone. Something else has to name it.
pub(crate) fn number_input(desk: PlayStore, field: Field) -> Node {
    let is_unread = move || desk.read(|play| play.is_unread(field));
    element("input")
        .class(if field == Field::Seed { "text number is-long" } else { "text number" })
        .id(id(field))
        .attr("type", "text")
        .attr("inputmode", "numeric")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr_of("aria-invalid", move || is_unread().then(|| "true".to_owned()))
        .value(move || desk.read(|play| play.text(field)))
        .on_value("input", move |typed| desk.send(Edit::Text(field, typed)))
        .on("change", move |_| desk.send(Edit::Settle(field)))
}

/// The identifier of a field's input.
pub(crate) const fn id(field: Field) -> &'static str {
    match field {
        Field::Steps => "knob-steps",
        Field::LookBack => "knob-look-back",
        Field::Modulus => "knob-modulus",
        Field::Places => "knob-places",
        Field::Seed => "knob-seed",
        Field::Index => "knob-index",
        Field::Bound => "knob-bound",
        Field::InputsMin => "knob-inputs-min",
        Field::InputsMax => "knob-inputs-max",
        Field::ConstantsMin => "knob-constants-min",
        Field::ConstantsMax => "knob-constants-max",
        Field::Dead => "knob-dead",
        Field::Chunk => "knob-chunk",
        Field::Checked => "knob-checked",
        Field::Given => "knob-given",
        Field::Slips => "knob-slips",
    }
}
