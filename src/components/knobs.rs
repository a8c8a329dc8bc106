//! The settings: what the procedure is like, and how the model is asked.

use crate::prelude::*;
use stepfall_procedure::{Condition, Names, Op, Wording};

use super::choices::{Choice, legend, radios, select};
use super::element::{Node, element, group};
use super::field::{id, number_field, number_input, slider};
use super::own::own;
use super::problem::problem_note;
use super::small::{button, label, sign, sign_button};
use crate::browser;
use crate::state::{Edit, Family, Field};
use crate::stores::PlayStore;
use crate::text;

/// All settings. On a narrow screen they are a sheet that comes up from below, so that what matters comes first.
pub(crate) fn knobs(desk: PlayStore) -> Node {
    let summary = move || {
        let spec = desk.shown().asked.spec;
        text::steps(spec.steps) + ", " + &text::look_back(spec.look_back)
    };
    let fold = element("button")
        .attr("type", "button")
        .class("fold button")
        .attr("aria-controls", "knobs-body")
        .attr_of("aria-expanded", move || Some(desk.sheet.get().to_string()))
        .press(move || desk.sheet.update(|open| *open = !*open))
        .child(element("b").text(text::SETTINGS))
        .child(element("span").class("soft").text_of(summary));
    let more = element("details")
        .class("more")
        .child(element("summary").text(text::MORE))
        .child(more(desk));
    let body = element("div")
        .class("knobs-body")
        .id("knobs-body")
        .child(element("h2").text(text::SECTION_PROCEDURE))
        .child(number_field(desk, Field::Steps, slider(desk, Field::Steps, "1", "95")))
        .child(look_back(desk))
        .child(operations(desk))
        .child(numbers(desk))
        .child(seed(desk))
        .child(own(desk))
        .child(element("h2").text(text::SECTION_ASKING))
        .child(asking(desk))
        .child(more);
    element("aside")
        .class("knobs")
        .class_when("is-open", move || desk.sheet.get())
        .attr("aria-label", text::SETTINGS)
        .on("keydown", move |event| {
            if browser::is_escape(&event) {
                desk.sheet.set(false);
            }
        })
        .child(fold)
        .child(body)
        .child(problem_note(desk))
}

fn look_back(desk: PlayStore) -> Node {
    let kinds = vec![
        Choice::new(text::AT_MOST, Edit::Exactly(false)),
        Choice::new(text::EXACTLY, Edit::Exactly(true)),
    ];
    let legend = legend(text::LOOK_BACK_KIND).class("hidden");
    let below = group().child(slider(desk, Field::LookBack, "1", "12")).child(radios(
        desk,
        legend,
        "look-back",
        kinds,
    ));
    number_field(desk, Field::LookBack, below)
}

fn operations(desk: PlayStore) -> Node {
    let toggle = |op: Op| {
        let (sign, name) = text::operation(op);
        let is_used = move || desk.read(|play| play.is_so(&Edit::Toggle(op)));
        let is_missing = move || {
            desk.read(|play| {
                let spec = &play.wanted().spec;
                !spec.uses(op) && !spec.numbers.operations().contains(&op)
            })
        };
        sign_button("toggle", sign, name, move || desk.send(Edit::Toggle(op)))
            .attr_when("disabled", is_missing)
            .attr_of("aria-pressed", move || Some(is_used().to_string()))
    };
    element("fieldset")
        .class("choices")
        .child(legend(text::OPERATIONS))
        .child(element("div").class("toggles").children(Op::ALL.map(toggle)))
}

/// The family of numbers that the knobs say.
fn family(desk: PlayStore) -> Family {
    desk.read(|play| Family::of(play.wanted().spec.numbers))
}

fn numbers(desk: PlayStore) -> Node {
    let families =
        Family::ALL.map(|family| Choice::new(text::family(family), Edit::Family(family)));
    let hint =
        element("p").class("hint").text_of(move || text::family_hint(family(desk)).to_owned());
    element("div")
        .class("knob")
        .child(radios(desk, legend(text::NUMBERS), "numbers", families.into()))
        .child(hint)
        .part(
            move || family(desk),
            move |family| match family {
                Family::Modular => number_field(desk, Field::Modulus, group()),
                Family::Decimals => number_field(desk, Field::Places, group()),
                Family::Paper => paper_inputs(desk),
                Family::Integers | Family::Fractions => group(),
            },
        )
}

fn paper_inputs(desk: PlayStore) -> Node {
    let kinds = vec![
        Choice::new(text::PAPER_DECIMAL, Edit::PaperWhole(false)),
        Choice::new(text::PAPER_WHOLE, Edit::PaperWhole(true)),
    ];
    radios(desk, legend(text::PAPER_INPUTS), "paper-inputs", kinds)
}

fn seed(desk: PlayStore) -> Node {
    let new = button("button", text::NEW_SEED, move || desk.draw());
    let turn = |forward: bool, sign: &str, name: &str, end: u32| {
        sign_button("button is-square", sign, name, move || desk.send(Edit::Turn { forward }))
            .attr_when("disabled", move || desk.read(|play| play.wanted().index == end))
    };
    let item = element("span")
        .class("turn")
        .child(turn(false, "‹", text::PREVIOUS_ITEM, 0))
        .child(number_input(desk, Field::Index))
        .child(turn(true, "›", text::NEXT_ITEM, u32::MAX));
    let row = element("div")
        .class("knob-row")
        .child(label(id(Field::Index), text::label(Field::Index)))
        .child(item);
    group().child(number_field(desk, Field::Seed, new)).child(row)
}

fn asking(desk: PlayStore) -> Node {
    let conditions = Condition::OFFERED
        .map(|condition| Choice::new(text::condition(condition), Edit::Condition(condition)));
    let wordings =
        Wording::ALL.map(|wording| Choice::new(text::wording(wording), Edit::Wording(wording)));
    let names = Names::ALL.map(|names| Choice::new(text::names(names), Edit::Names(names)));
    let condition = select(desk, "knob-condition", conditions.into())
        .attr("aria-describedby", "knob-condition-hint");
    let hint = element("p").class("hint").id("knob-condition-hint").text_of(move || {
        let (spec, condition) = desk.read(|play| (play.wanted().spec, play.wanted().condition));
        if !condition.suits(spec.steps) {
            return text::NOT_SUITED.to_owned();
        }
        match desk.read(|play| play.shown().item.suits(condition)) {
            Err(unsuited) => text::unsuited(unsuited),
            Ok(()) => text::condition_hint(condition).to_owned(),
        }
    });
    let knob = |id: &str, name: &str, list: Node| {
        element("div").class("knob").child(label(id, name)).child(list)
    };
    group()
        .child(knob("knob-condition", text::CONDITION, condition).child(hint))
        .part(
            move || desk.read(|play| play.wanted().condition.word()),
            move |word| numbers_of(desk, word),
        )
        .child(knob("knob-wording", text::WORDING, select(desk, "knob-wording", wordings.into())))
        .child(knob("knob-names", text::NAMES, select(desk, "knob-names", names.into())))
}

/// The numbers that a condition has.
fn numbers_of(desk: PlayStore, word: &str) -> Node {
    let fields: &[Field] = match word {
        "checkpoints" => &[Field::Chunk],
        "verified" => &[Field::Checked],
        "primed" => &[Field::Given, Field::Slips],
        _ => &[],
    };
    group().children(fields.iter().map(|field| number_field(desk, *field, group())))
}

fn more(desk: PlayStore) -> Node {
    let inputs = range(desk, text::INPUTS, [Field::InputsMin, Field::InputsMax], "");
    let signs = move || {
        let drawn = Choice::new(text::SIGNS_DRAWN, Edit::Signed(true));
        let given = Choice::new(text::SIGNS_GIVEN, Edit::Signed(false));
        radios(desk, legend(text::SIGNS), "signs", vec![drawn, given])
    };
    let lengths = vec![
        Choice::new(text::LENGTHS_APART, Edit::Nested(false)),
        Choice::new(text::LENGTHS_NESTED, Edit::Nested(true)),
    ];
    let constants = [Field::ConstantsMin, Field::ConstantsMax];
    let constants = range(desk, text::CONSTANTS, constants, text::CONSTANTS_HINT);
    let optional = move |is_there: &bool, field| match is_there {
        true => number_field(desk, field, group()),
        false => group(),
    };
    group()
        .part(
            move || !matches!(family(desk), Family::Modular | Family::Paper),
            move |is_bounded| optional(is_bounded, Field::Bound),
        )
        .child(inputs)
        .part(
            move || family(desk) != Family::Modular,
            move |has_signs| match has_signs {
                true => signs(),
                false => group(),
            },
        )
        .child(constants)
        .part(
            move || family(desk) != Family::Paper,
            move |has_dead| optional(has_dead, Field::Dead),
        )
        .child(radios(desk, legend(text::NESTING), "lengths", lengths))
        .child(element("p").class("hint").text(text::NESTING_HINT))
}

/// A range by its two ends.
fn range(desk: PlayStore, name: &str, [min, max]: [Field; 2], hint: &str) -> Node {
    let end = |field| number_input(desk, field).attr("aria-label", text::label(field));
    let ends = element("div")
        .class("range")
        .child(sign(text::FROM))
        .child(end(min))
        .child(sign(text::TO))
        .child(end(max));
    element("fieldset")
        .class("choices")
        .child(legend(name))
        .child(ends)
        .child(element("p").class("hint").text(hint))
}
