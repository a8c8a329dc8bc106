//! The procedure as set text.

use leptos::prelude::*;

use super::element::{Node, element, group};
use crate::desk::Desk;
use crate::state::{Row, rows};
use crate::text;

/// The procedure, one row a value; the exact values are there to be shown.
pub(crate) fn listing(desk: &'static Desk) -> Node {
    let has_values = RwSignal::new(false);
    let check = element("input")
        .attr("type", "checkbox")
        .prop_when("checked", move || has_values.get())
        .on("change", move |event| has_values.set(event_target_checked(&event)));
    let check =
        element("label").class("check").child(check).child(element("span").text(text::SHOW_VALUES));
    let title = element("h2").id("procedure-title").text(text::PROCEDURE);
    let column = |name: &str| element("th").attr("scope", "col").text(name);
    let columns = element("tr")
        .child(column(text::STEP))
        .child(column(text::EXPRESSION))
        .child(column(text::VALUE).class("value"));
    let body = element("tbody").part(
        move || desk.shown(),
        |shown| group().children(rows(&shown.item, shown.asked.condition).iter().map(row)),
    );
    let table = element("table")
        .class_when("has-values", move || has_values.get())
        .child(element("thead").child(columns))
        .child(body);
    element("section")
        .class("card listing")
        .attr("aria-labelledby", "procedure-title")
        .child(element("div").class("card-head").child(title).child(check))
        .child(table)
}

fn row(Row { name, expression, value, live }: &Row) -> Node {
    let tag = match (expression, live) {
        (None, _) => text::INPUT,
        (Some(_), false) => text::DEAD,
        (Some(_), true) => "",
    };
    let expression = element("td")
        .text(expression.as_ref().unwrap_or(value))
        .child(element("span").class("tag").text(tag));
    let row = element("tr")
        .child(element("th").attr("scope", "row").text(name))
        .child(expression)
        .child(element("td").class("value").text(value));
    if *live { row } else { row.class("is-dead") }
}
