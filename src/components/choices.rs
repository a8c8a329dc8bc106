//! Choosing one of several things.

use super::element::{Node, element};
use crate::state::Edit;
use crate::stores::PlayStore;

/// One choice: what it says, and what choosing it does.
pub(crate) struct Choice {
    label: &'static str,
    edit: Edit,
}

impl Choice {
    pub(crate) const fn new(label: &'static str, edit: Edit) -> Self {
        Self { label, edit }
    }
}

/// Radio buttons in a row, under a legend, with the name that they share.
pub(crate) fn radios(
    desk: PlayStore,
    legend: Node,
    group: &'static str,
    choices: Vec<Choice>,
) -> Node {
    let choice = |Choice { label, edit }: Choice| {
        let chosen = edit.clone();
        let button = element("input")
            .attr("type", "radio")
            .attr("name", group)
            .prop_when("checked", move || desk.read(|play| play.is_so(&chosen)))
            .on("change", move |_| desk.send(edit.clone()));
        element("label").class("choice").child(button).child(element("span").text(label))
    };
    let row = element("div").class("choices-row").children(choices.into_iter().map(choice));
    element("fieldset").class("choices").child(legend).child(row)
}

/// The legend of a group.
pub(crate) fn legend(text: &str) -> Node {
    element("legend").text(text)
}

/// A list to choose from. A label has to lead to it.
pub(crate) fn select(desk: PlayStore, id: &str, choices: Vec<Choice>) -> Node {
    let edits: Vec<Edit> = choices.iter().map(|choice| choice.edit.clone()).collect();
    let option = |(position, Choice { label, edit }): (usize, Choice)| {
        element("option")
            .attr("value", &position.to_string())
            .prop_when("selected", move || desk.read(|play| play.is_so(&edit)))
            .text(label)
    };
    element("select")
        .class("button")
        .id(id)
        .children(choices.into_iter().enumerate().map(option))
        .on_value("change", move |chosen| {
            let position = chosen.parse().ok();
            if let Some(edit) = position.and_then(|position: usize| edits.get(position)) {
                desk.send(edit.clone());
            }
        })
}
