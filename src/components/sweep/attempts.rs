//! The attempts of a run, each of which opens in Play.

use std::cell::RefCell;

use crate::prelude::*;

use crate::components::element::{Node, element, group};
use crate::components::small::button;
use crate::stores::SweepStore;
use crate::text;

/// Those that were given up, as a mark of a figure would say it.
const GIVEN_UP: &str = "*/*/*/*/given-up";

/// The list, while a run is open.
pub(crate) fn attempts(board: SweepStore) -> Node {
    let list = element("div")
        .class("list")
        .attr("role", "region")
        .attr("tabindex", "0")
        .attr("aria-label", text::LIST_OF_ATTEMPTS)
        .make_list(move |from| board.list(from), move |number| board.open_attempt(number));
    let (filled, renewed) = (list.clone(), list.clone());
    let filled = element("span").attr("hidden", "").part(
        move || board.rows.get(),
        move |rows| {
            if !rows.is_empty() {
                filled.fill_list(rows);
            }
            group()
        },
    );
    // Its rows are asked for anew with every drawing of the figures, which are of the same attempts.
    let before = RefCell::new(None::<String>);
    let anew = element("span").attr("hidden", "").part(
        move || (board.pick.get(), board.figures.get(), board.given_up()),
        move |(pick, ..)| {
            let other = before.replace(Some(pick.clone()));
            renewed.renew_list(other.as_ref() != Some(pick));
            group()
        },
    );
    let choice = |pick: &'static str, name: &str| {
        button("button is-small", name, move || board.pick.set(pick.to_owned()))
            .attr_of("aria-pressed", move || Some((board.pick.get() == pick).to_string()))
    };
    let listed = element("p")
        .class("listed")
        .attr_when("hidden", move || board.listed.with(String::is_empty))
        .text_of(move || board.listed.get());
    let columns = element("div")
        .class("list-columns")
        .attr("aria-hidden", "true")
        .child(element("span"))
        .children(text::COLUMNS.map(|column| element("span").text(column)));
    element("section")
        .class("card attempts")
        .attr("data-part", "attempts")
        .attr("aria-labelledby", "attempts-title")
        .attr_when("hidden", move || board.figures.with(String::is_empty) && board.given_up() == 0)
        .child(
            element("div")
                .class("card-head")
                .child(element("h2").id("attempts-title").text(text::ATTEMPTS))
                .child(choice("", text::ALL_ATTEMPTS))
                .child(choice(GIVEN_UP, text::GIVEN_UP)),
        )
        .child(listed)
        .child(filled)
        .child(anew)
        .child(columns)
        .child(list)
}
