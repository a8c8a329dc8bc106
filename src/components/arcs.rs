//! The arcs of dependency over the row of steps.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use stepfall_plot::{Arcs, Standing};

use crate::prelude::*;

use super::element::{Node, bit_by_bit, drawn, element, group};
use super::listing::OfReasoning;
use super::small::{sign, sign_button};
use crate::browser;
use crate::state::{Shown, Voice};
use crate::stores::PlayStore;
use crate::text;

/// The picture, with what it says about one step below it.
pub(crate) fn arcs(desk: PlayStore) -> Node {
    let zoom = RwSignal::new(Zoom::Level(0));
    let overflows = RwSignal::new(false);
    let picture = element("div")
        .class("arcs-frame")
        .class_when("is-whole", move || zoom.get() == Zoom::Whole)
        .attr("data-scroll", "x")
        .child(travel(desk))
        .part(
            move || (desk.shown(), desk.voice(), zoom.get()),
            |(shown, voice, zoom)| picture(shown, voice.as_ref(), *zoom),
        )
        .overflowing(move |now| overflows.set(now));
    // The first fault is brought into view wherever it is listed.
    let shown_fault = Cell::new(None);
    let reveal = element("span").attr("hidden", "").part(
        move || desk.voice(),
        move |voice| {
            let fault = voice.as_deref().and_then(first_fault);
            if let Some(fault) = fault.filter(|_| shown_fault.replace(fault) != fault) {
                let _ = browser::Timer::start(0.0, move || browser::reveal_step(fault));
            }
            group()
        },
    );
    let told = element("p").class("arcs-told").text_of(move || {
        let shown = desk.shown();
        match desk.focus.get() {
            Some(number) if number <= shown.item.procedure.last() => {
                text::about_value(&shown, desk.voice().as_deref(), number)
            }
            _ => String::new(),
        }
    });
    let legend = element("p").class("legend").attr("aria-hidden", "true").part(
        move || desk.voice().map(|voice| standings(&voice)),
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
        .child(
            element("div")
                .class("arcs-foot")
                .child(zoom_buttons(desk, zoom, overflows))
                .view(view! { <OfReasoning play=desk/> })
                .child(legend)
                .child(told),
        )
}

/// An arc from an input that reaches farther is pale.
const FAR: u16 = 12;

/// The least distance between two steps that has room for signs.
const SIGNED: u32 = 16;

/// How much of the picture is in the frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Zoom {
    /// All of it.
    Whole,
    /// As much as the frame has room for, at one of the picture's levels.
    Level(usize),
}

/// Two buttons that go from the whole picture to the nearest view and back.
fn zoom_buttons(desk: PlayStore, zoom: RwSignal<Zoom>, overflows: RwSignal<bool>) -> Node {
    let go = move |to: Zoom| {
        zoom.set(to);
        browser::refocus(".travel");
        let fault = desk.voice_now().as_deref().and_then(first_fault);
        if let Some(step) = desk.focus.get_untracked().or(fault) {
            let _ = browser::Timer::start(0.0, move || browser::reveal_step(step));
        }
    };
    let most = move || Arcs::levels(&desk.shown().item);
    let now = move || match zoom.get() {
        Zoom::Level(level) => Zoom::Level(level.min(most())),
        Zoom::Whole => Zoom::Whole,
    };
    let out = move || {
        go(match untrack(now) {
            Zoom::Whole | Zoom::Level(0) => Zoom::Whole,
            Zoom::Level(level) => Zoom::Level(level - 1),
        });
    };
    let closer = move || {
        go(match untrack(now) {
            Zoom::Whole => Zoom::Level(0),
            Zoom::Level(level) => Zoom::Level(level + 1),
        });
    };
    let class = "button is-small is-square";
    // Where the usual view shows all and is the nearest, there is nothing to choose.
    let is_useless = move || now() == Zoom::Level(0) && most() == 0 && !overflows.get();
    element("span")
        .class("turn")
        .class_when("is-away", is_useless)
        .child(sign_button(class, "−", text::ZOOM_OUT, out).attr_when("disabled", move || {
            now() == Zoom::Whole || (now() == Zoom::Level(0) && !overflows.get())
        }))
        .child(
            sign_button(class, "+", text::ZOOM_IN, closer)
                .attr_when("disabled", move || now() == Zoom::Level(most())),
        )
}

/// What a verdict has, in the order of the legend.
fn standings(voice: &Voice) -> Vec<Standing> {
    let all = [
        Standing::Right,
        Standing::Fault,
        Standing::Inherited,
        Standing::Recovered,
        Standing::Missing,
        Standing::Unseen,
        Standing::Unclear,
    ];
    let has = |standing: &Standing| {
        voice.steps.iter().any(|step| Standing::of(&step.status) == *standing)
    };
    all.into_iter().filter(has).collect()
}

/// The number of the first step that does not follow.
fn first_fault(voice: &Voice) -> Option<u16> {
    let mut steps = (3..).zip(&voice.steps);
    let is_fault = |standing| matches!(standing, Standing::Fault | Standing::Missing);
    steps.find(|(_, step)| is_fault(Standing::of(&step.status))).map(|(number, _)| number)
}

/// A slider that travels from step to step; only its focus is seen, around the picture.
fn travel(desk: PlayStore) -> Node {
    let last = move || desk.shown().item.procedure.last();
    let fault = move || desk.voice_now().as_deref().and_then(first_fault);
    let value = move || desk.focus.get().unwrap_or(1).min(last());
    let told = move || {
        let (shown, number) = (desk.shown(), value());
        Some(text::about_value(&shown, desk.voice().as_deref(), number))
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

fn picture(shown: &Arc<Shown>, voice: Option<&Arc<Voice>>, zoom: Zoom) -> Node {
    let level = if let Zoom::Level(level) = zoom { level } else { 0 };
    let taken = voice.map_or_else(Vec::new, |voice| taken(shown, voice));
    let arcs = Arcs::new(&shown.item, shown.asked.condition, &taken, level);
    let size = format!("0 0 {} {}", arcs.width, arcs.height);
    let picture = drawn("svg")
        .class("arcs-picture")
        .attr("viewBox", &size)
        // It may be drawn somewhat smaller than it is laid out, and as wide as there is room.
        .attr("width", &(arcs.width * 85 / 100).to_string())
        .attr("height", &(arcs.height * 85 / 100).to_string())
        .attr("preserveAspectRatio", if zoom == Zoom::Whole { "none" } else { "xMidYMid" })
        .attr("aria-hidden", "true");
    let axis = drawn("line")
        .class("axis")
        .attr("x1", &arcs.x(1).to_string())
        .attr("x2", &arcs.x(arcs.last).to_string())
        .attr("y1", &arcs.axis.to_string())
        .attr("y2", &arcs.axis.to_string());
    let first = voice.and_then(|voice| first_fault(voice));
    let scene = Rc::new(Scene { shown: shown.clone(), voice: voice.cloned(), arcs, first });
    let wrong = taken.into_iter().map(|(from, to)| scene.taken(from, to));
    let wrong = drawn("g").children(wrong);
    let (count, links) = (scene.arcs.links.len(), scene.clone());
    let links = bit_by_bit(drawn("g"), count, move |at| links.link(at));
    let order = scene.order();
    let values = bit_by_bit(drawn("g"), order.len(), move |at| scene.value(order[at]));
    picture.child(axis).child(links).child(wrong).child(values)
}

/// What a picture shows.
struct Scene {
    shown: Arc<Shown>,
    voice: Option<Arc<Voice>>,
    arcs: Arcs,
    /// The first step that does not follow.
    first: Option<u16>,
}

impl Scene {
    fn standing(&self, number: u16) -> Option<Standing> {
        let position = usize::from(number).checked_sub(3)?;
        Some(Standing::of(&self.voice.as_ref()?.steps.get(position)?.status))
    }

    fn class(&self, number: u16) -> &'static str {
        self.standing(number).map_or("", Standing::class)
    }

    fn is_fault(&self, number: u16) -> bool {
        self.standing(number) == Some(Standing::Fault)
    }

    /// All values, faults last: they lie over what is beside them.
    fn order(&self) -> Vec<u16> {
        let (faults, sound): (Vec<u16>, Vec<u16>) =
            (1..=self.arcs.last).partition(|number| self.is_fault(*number));
        [sound, faults].concat()
    }

    /// The arc from an operand to the step that uses it.
    fn link(&self, at: usize) -> Node {
        let (from, to) = self.arcs.links[at];
        // Where every step reaches for an input, these arcs would hide the others.
        let far = if from < 3 && to - from > FAR { " is-far" } else { "" };
        drawn("path")
            .class(&format!("arc {}{far}", self.class(to)))
            .attr("d", &self.arcs.path(from, to))
            .attr("data-step", &to.to_string())
            .attr("data-from", &from.to_string())
    }

    /// The arc from a value that was taken instead of the right one.
    fn taken(&self, from: u16, to: u16) -> Node {
        let arcs = &self.arcs;
        let label = drawn("text")
            .class("taken-name")
            .attr("x", &arcs.x(from).midpoint(arcs.x(to)).to_string())
            .attr("y", &arcs.top(from.abs_diff(to)).saturating_sub(5).to_string())
            .text(&text::taken(&self.shown.item.name(from)));
        let path = drawn("path").class("arc is-taken").attr("d", &arcs.path(from, to));
        drawn("g").child(path).child(label)
    }

    /// Whether a value is named: the first fault is in any case, and then what is near it is not.
    fn is_named(&self, number: u16) -> bool {
        let is_hidden = self.first.is_some_and(|fault| self.arcs.is_close(number, fault));
        (self.arcs.is_named(number) && !is_hidden) || self.first == Some(number)
    }

    /// One value on the axis: an input, or a step in its standing.
    fn value(&self, number: u16) -> Node {
        let arcs = &self.arcs;
        let standing = self.standing(number);
        let (x, y) = (arcs.x(number), arcs.axis);
        let class = standing.map_or("", Standing::class);
        let half = (arcs.gap / 2 - 2).min(7);
        // Where there is no room for signs, a fault stands out by its height.
        let is_tall = self.is_fault(number) && arcs.gap < SIGNED;
        let rise = if is_tall { 2 * half } else { half };
        let shape = if number < 3 {
            drawn("circle")
                .attr("cx", &x.to_string())
                .attr("cy", &y.to_string())
                .attr("r", &half.saturating_sub(1).to_string())
        } else {
            drawn("rect")
                .attr("x", &(x - half).to_string())
                .attr("y", &(y - rise).to_string())
                .attr("width", &(2 * half).to_string())
                .attr("height", &(2 * rise).to_string())
                .attr("rx", "2")
        };
        let label = |class: &str, y: u32, text: &str| {
            drawn("text")
                .class(class)
                .attr("x", &x.to_string())
                .attr("y", &y.to_string())
                .text(text)
        };
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
        if let Some(standing) = standing.filter(|_| arcs.gap >= SIGNED) {
            value = value.child(label("point-sign", y + 4, standing.sign()));
        }
        let named = if self.is_named(number) { "point-name" } else { "point-name is-shy" };
        value.child(label(named, y + 24, &self.shown.item.name(number)))
    }
}

/// Operands that were taken instead of the right ones: from which value, at which step.
fn taken(shown: &Shown, voice: &Voice) -> Vec<(u16, u16)> {
    let steps = (3..).zip(&voice.steps);
    let named = |name: &str| {
        (1..=shown.item.procedure.last()).find(|number| shown.item.name(*number) == name)
    };
    let taken = steps.filter_map(|(number, step)| {
        let operand = step.cause.as_ref()?.operand.as_deref()?;
        Some((named(operand)?, number))
    });
    taken.filter(|(from, to)| from != to).collect()
}
