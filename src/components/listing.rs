//! The procedure step by step, beside what was claimed of it.

use std::rc::Rc;

use stepfall_plot::Standing;

use crate::prelude::*;

use super::element::{Node, bit_by_bit, element};
use super::small::sign;
use crate::desk::Desk;
use crate::state::{Row, Shown, Verdict, Voice, rows, shortened, typeset};
use crate::text;

/// The procedure, one row a value; the exact values are shown with a verdict, or when they are asked for.
pub(crate) fn listing(desk: &'static Desk) -> Node {
    let has_values = signal(false);
    let is_judged = move || desk.voice().is_some();
    let check = element("input")
        .attr("type", "checkbox")
        .prop_when("checked", move || has_values.get())
        .on("change", move |event| has_values.set(event_target_checked(&event)));
    let check = element("label")
        .class("check")
        .class_when("is-away", is_judged)
        .child(check)
        .child(element("span").text(text::SHOW_VALUES));
    let title = element("h2").id("procedure-title").text(text::PROCEDURE);
    let column =
        |name: &str, class: &str| element("th").attr("scope", "col").class(class).text(name);
    let columns = element("tr")
        .child(column(text::STEP, ""))
        .child(column(text::EXPRESSION, ""))
        .child(column(text::VALUE, "value"))
        .child(column(text::CLAIMED, "value claimed"))
        .child(column(text::WHY, "why"));
    let table = element("table")
        .class_when("has-values", move || has_values.get() || is_judged())
        .class_when("is-judged", is_judged)
        .child(element("thead").child(columns))
        .part(
            move || (desk.shown(), desk.voice()),
            |(shown, voice)| {
                let listed: Rc<[Row]> = rows(&shown.item, shown.asked.condition).into();
                let (shown, voice) = (shown.clone(), voice.clone());
                bit_by_bit(element("tbody"), listed.len(), move |at| {
                    let number = u16::try_from(at + 1).unwrap_or(u16::MAX);
                    row(&shown, voice.as_deref(), number, &listed[at])
                })
            },
        );
    let frame = element("div")
        .class("listing-frame")
        .attr("data-scroll", "y")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-labelledby", "procedure-title")
        .child(table);
    element("section")
        .class("card listing")
        .attr("aria-labelledby", "procedure-title")
        .child(
            element("div").class("card-head").child(title).child(of_reasoning(desk)).child(check),
        )
        .child(frame)
}

/// Says so where the reasoning is looked at.
pub(super) fn of_reasoning(desk: &'static Desk) -> Node {
    let is_aside = move || {
        let aside = desk.aside.get();
        desk.verdict.with(|verdict| {
            aside && matches!(verdict, Verdict::Judged(report) if report.reasoning.is_some())
        })
    };
    element("span")
        .class("source")
        .text_of(move || if is_aside() { text::OF_REASONING.to_owned() } else { String::new() })
}

/// The cell of a number, which tells a long one whole on demand.
fn numeral(class: &str, value: &str) -> Node {
    let cell = element("td").class(class);
    match shortened(value) {
        Some(short) => cell.attr("title", value).text(&short),
        None => cell.text(value),
    }
}

fn row(shown: &Shown, voice: Option<&Voice>, number: u16, listed: &Row) -> Node {
    let Row { name, expression, value, live } = listed;
    let position = usize::from(number).checked_sub(3);
    let step = voice.and_then(|voice| voice.steps.get(position?));
    let standing = step.map(|step| Standing::of(&step.status));
    let tag = match (expression, live) {
        (None, _) => text::INPUT,
        (Some(_), false) => text::DEAD,
        (Some(_), true) => "",
    };
    let expression = element("td")
        .text(expression.as_ref().unwrap_or(value))
        .child(element("span").class("tag").text(tag));
    let heading = element("th").attr("scope", "row");
    let heading = match standing {
        Some(standing) => heading
            .child(sign(standing.sign()).class("row-sign"))
            .text(name)
            .child(element("span").class("hidden").text(", ").text(text::standing(standing))),
        None => heading.text(name),
    };
    let claimed = step.and_then(|step| step.claimed.as_deref()).map(typeset);
    // Where no step is shown at all, no step needs to say so.
    let is_silent =
        voice.is_some_and(|voice| voice.steps.iter().all(|step| step.claimed.is_none()));
    let step = step.filter(|_| !is_silent);
    let why = step.map(|step| text::why(shown, step)).unwrap_or_default();
    let class = match (live, standing) {
        (false, None) => "is-dead",
        (_, Some(standing)) => standing.class(),
        (true, None) => "",
    };
    element("tr")
        .class(class)
        .attr("data-step", &number.to_string())
        .child(heading)
        .child(expression)
        .child(numeral("value", value))
        .child(numeral("value claimed", &claimed.unwrap_or_default()))
        .child(element("td").class("why").text(&why))
}
