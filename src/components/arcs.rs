//! The arcs of dependency over the row of steps.

use std::cell::Cell;
use std::sync::Arc;

use stepfall_plot::{Arcs, Standing};

use crate::prelude::*;

use super::element::{Node, drawn, element, group};
use super::small::sign;
use crate::browser;
use crate::desk::Desk;
use crate::state::{Report, Shown, Verdict};
use crate::text;

/// The picture, with what it says about one step below it.
pub(crate) fn arcs(desk: &'static Desk) -> Node {
    let report = move || match desk.verdict.get() {
        Verdict::Judged(report) => Some(report),
        _ => None,
    };
    let picture =
        element("div").class("arcs-frame").attr("data-scroll", "").child(travel(desk)).part(
            move || (desk.shown(), report()),
            |(shown, report)| picture(shown, report.as_deref()),
        );
    // The first fault is brought into view wherever it is listed.
    let shown_fault = Cell::new(None);
    let reveal = element("span").attr("hidden", "").part(report, move |report| {
        let fault = report.as_deref().and_then(first_fault);
        if let Some(fault) = fault.filter(|_| shown_fault.replace(fault) != fault) {
            let _ = browser::Timer::start(0.0, move || browser::reveal_step(fault));
        }
        group()
    });
    let told = element("p").class("arcs-told").text_of(move || {
        let shown = desk.shown();
        let report = report();
        match desk.focus.get() {
            Some(number) if number <= shown.item.procedure.last() => {
                text::about_value(&shown, report.as_deref(), number)
            }
            _ => String::new(),
        }
    });
    let legend = element("p").class("legend").attr("aria-hidden", "true").part(
        move || report().map(|report| standings(&report)),
        |standings| {
            let standings = standings.iter().flatten();
            group().children(standings.map(|standing| {
                element("span")
                    .child(sign(standing.sign()).class(standing.class()))
                    .text(" ")
                    .text(text::standing(*standing))
            }))
        },
    );
    element("section")
        .class("card arcs")
        .attr("aria-label", text::ARCS)
        .child(picture)
        .child(reveal)
        .child(element("div").class("arcs-foot").child(legend).child(told))
}

/// What a verdict has, in the order of the legend.
fn standings(report: &Report) -> Vec<Standing> {
    let all = [
        Standing::Right,
        Standing::Fault,
        Standing::Inherited,
        Standing::Recovered,
        Standing::Missing,
        Standing::Unseen,
    ];
    let has = |standing: &Standing| {
        report.voice.steps.iter().any(|step| Standing::of(&step.status) == *standing)
    };
    all.into_iter().filter(has).collect()
}

/// The number of the first step that does not follow.
fn first_fault(report: &Report) -> Option<u16> {
    let mut steps = (3..).zip(&report.voice.steps);
    let is_fault = |standing| matches!(standing, Standing::Fault | Standing::Missing);
    steps.find(|(_, step)| is_fault(Standing::of(&step.status))).map(|(number, _)| number)
}

/// A slider that travels from step to step; only its focus is seen, around the picture.
fn travel(desk: &'static Desk) -> Node {
    let last = move || desk.shown().item.procedure.last();
    let fault = move || match desk.verdict.get_untracked() {
        Verdict::Judged(report) => first_fault(&report),
        _ => None,
    };
    let value = move || desk.focus.get().unwrap_or(1).min(last());
    let told = move || {
        let (shown, number) = (desk.shown(), value());
        let report = match desk.verdict.get() {
            Verdict::Judged(report) => Some(report),
            _ => None,
        };
        Some(text::about_value(&shown, report.as_deref(), number))
    };
    let go = move |number: u16| {
        let number = number.clamp(1, last());
        desk.focus.set(Some(number));
        browser::mark_step(Some(number), true);
    };
    element("input")
        .attr("type", "range")
        .class("travel")
        .attr("aria-label", text::TRAVEL)
        .attr("min", "1")
        .attr_of("max", move || Some(last().to_string()))
        .attr_of("aria-valuetext", told)
        .value(move || value().to_string())
        .on_value("input", move |typed| go(typed.parse().unwrap_or(1)))
        .on("focus", move |_| {
            go(desk.focus.get_untracked().or_else(fault).unwrap_or(1));
        })
        .on("blur", move |_| {
            desk.focus.set(None);
            browser::mark_step(None, false);
        })
}

fn picture(shown: &Arc<Shown>, report: Option<&Report>) -> Node {
    let arcs = Arcs::new(&shown.item, shown.asked.condition);
    let standing = |number: u16| {
        let step = report?.voice.steps.get(usize::from(number).checked_sub(3)?)?;
        Some(Standing::of(&step.status))
    };
    let class = |number| standing(number).map_or("", Standing::class);
    let size = format!("0 0 {} {}", arcs.width, arcs.height);
    let axis = drawn("line")
        .class("axis")
        .attr("x1", &arcs.x(1).to_string())
        .attr("x2", &arcs.x(arcs.last).to_string())
        .attr("y1", &arcs.axis.to_string())
        .attr("y2", &arcs.axis.to_string());
    let links = arcs.links.iter().map(|(from, to)| {
        drawn("path")
            .class(&format!("arc {}", class(*to)))
            .attr("d", &arcs.path(*from, *to))
            .attr("data-step", &to.to_string())
    });
    let wrong = report.into_iter().flat_map(|report| taken(shown, report)).map(|(from, to)| {
        let label = drawn("text")
            .class("taken-name")
            .attr("x", &arcs.x(from).midpoint(arcs.x(to)).to_string())
            .attr("y", &arcs.top(from.abs_diff(to)).saturating_sub(5).to_string())
            .text(&text::taken(&shown.item.name(from)));
        let path = drawn("path").class("arc is-taken").attr("d", &arcs.path(from, to));
        drawn("g").child(path).child(label)
    });
    let values = (1..=arcs.last).map(|number| value(shown, &arcs, number, standing(number)));
    drawn("svg")
        .class("arcs-picture")
        .attr("viewBox", &size)
        // It may be drawn somewhat smaller than it is laid out, and as wide as there is room.
        .attr("width", &(arcs.width * 85 / 100).to_string())
        .attr("aria-hidden", "true")
        .child(axis)
        .child(drawn("g").children(links).children(wrong))
        .child(drawn("g").children(values))
}

/// Operands that were taken instead of the right ones: from which value, at which step.
fn taken(shown: &Shown, report: &Report) -> Vec<(u16, u16)> {
    let steps = (3..).zip(&report.voice.steps);
    let named = |name: &str| {
        (1..=shown.item.procedure.last()).find(|number| shown.item.name(*number) == name)
    };
    let taken = steps.filter_map(|(number, step)| {
        let operand = step.cause.as_ref()?.operand.as_deref()?;
        Some((named(operand)?, number))
    });
    taken.filter(|(from, to)| from != to).collect()
}

/// One value on the axis: an input, or a step in its standing.
fn value(shown: &Shown, arcs: &Arcs, number: u16, standing: Option<Standing>) -> Node {
    let (x, y) = (arcs.x(number), arcs.axis);
    let class = standing.map_or("", Standing::class);
    let half = (arcs.gap / 2 - 2).min(7);
    let shape = if number < 3 {
        drawn("circle")
            .attr("cx", &x.to_string())
            .attr("cy", &y.to_string())
            .attr("r", &half.saturating_sub(1).to_string())
    } else {
        drawn("rect")
            .attr("x", &(x - half).to_string())
            .attr("y", &(y - half).to_string())
            .attr("width", &(2 * half).to_string())
            .attr("height", &(2 * half).to_string())
            .attr("rx", "2")
    };
    let label = |class: &str, y: u32, text: &str| {
        drawn("text").class(class).attr("x", &x.to_string()).attr("y", &y.to_string()).text(text)
    };
    let is_fault = standing == Some(Standing::Fault);
    let mut value = drawn("g")
        .class(&format!("point {class}"))
        .attr("data-step", &number.to_string())
        // The whole height answers to the pointer.
        .child(
            drawn("rect")
                .class("touch")
                .attr("x", &(x - arcs.gap / 2).to_string())
                .attr("y", "0")
                .attr("width", &arcs.gap.to_string())
                .attr("height", &arcs.height.to_string()),
        )
        .child(shape);
    if let Some(standing) = standing.filter(|_| arcs.gap >= 16) {
        value = value.child(label("point-sign", y + 4, standing.sign()));
    }
    let named = if arcs.is_named(number) || is_fault { "point-name" } else { "point-name is-shy" };
    value.child(label(named, y + 24, &shown.item.name(number)))
}
