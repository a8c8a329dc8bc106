//! A dialogue: who said what, what to say next, and how it goes where nothing was said yet.

use std::cell::Cell;
use std::rc::Rc;

use stepfall_procedure::Condition;

use crate::prelude::*;

use super::copy::{Copied, copy, copy_button};
use super::element::{Node, element, group};
use super::small::{label, paragraph, small_button};
use crate::browser::{self, Units};
use crate::state::{Dialogue, Edit, Judgement, Protocol, Said, Span, Speaker, Verdict, continued};
use crate::stores::PlayStore;
use crate::text;

/// The parts of a dialogue, each with whose it is.
pub(super) fn said(
    condition: Condition,
    parts: &[Said],
    mut passage: impl FnMut(Span) -> Node,
) -> Node {
    let part = |part: &Said| {
        element("div")
            .class(class(part.by))
            .child(paragraph("said-by", text::said_by(part.by, condition)))
            .child(element("div").class("said-text").child(passage(part.span)))
    };
    group().children(parts.iter().map(part))
}

const fn class(by: Speaker) -> &'static str {
    match by {
        Speaker::Answered => "said is-answered",
        Speaker::Asked => "said is-asked",
        Speaker::Given => "said is-given",
        Speaker::CarriedOut => "said is-carried-out",
    }
}

/// What to say next where a dialogue is not over, and the field for the reply.
pub(super) fn next(desk: PlayStore) -> Node {
    let next = move || match desk.verdict.get() {
        Verdict::Judged(report) if !desk.streaming.get() => {
            // Where nothing was answered, the prompt is what is to be said.
            let is_asked = |dialogue: &&Dialogue| dialogue.replies > 0 || dialogue.next.is_some();
            let open = report.dialogue.as_ref().filter(|dialogue| !dialogue.is_over);
            let open = open.filter(is_asked);
            open.map(|dialogue| dialogue.next.clone())
        }
        _ => None,
    };
    // Whoever has added a reply goes on from the next field.
    let has_added = Rc::new(Cell::new(false));
    group().part(next, move |next| {
        if has_added.replace(false) {
            let is_open = matches!(next, Some(Some(_)));
            browser::refocus(if is_open { "#next-reply" } else { ".transcript" });
        }
        match next {
            None => group(),
            Some(None) => paragraph("note", text::BY_TOOL),
            Some(Some(asked)) => to_say(desk, asked, has_added.clone()),
        }
    })
}

/// A button that copies what to say next.
pub(super) fn copy_next(class: &str, label: &str, asked: &str) -> Node {
    let copied = RwSignal::new(Copied::Idle);
    let asked = asked.to_owned();
    copy_button(class, label, text::COPIED, copied, move || copy(asked.clone(), copied))
}

fn to_say(desk: PlayStore, asked: &str, has_added: Rc<Cell<bool>>) -> Node {
    let asked_then = asked.to_owned();
    let head = element("div")
        .class("next-head")
        .child(element("h3").id("next-title").text(text::NEXT))
        .child(copy_next("button copy is-small", text::COPY_NEXT, asked));
    let words = element("pre").class("next-words").attr("tabindex", "0").text(asked);
    let reply = RwSignal::new(String::new());
    let field = element("textarea")
        .class("next-reply")
        .id("next-reply")
        .attr("rows", "4")
        .attr("placeholder", text::REPLY_PLACEHOLDER)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .value(move || reply.get())
        .on_value("input", move |typed| reply.set(typed));
    let add = small_button(text::ADD_REPLY, move || {
        let reply = reply.get_untracked();
        if let Verdict::Judged(report) = desk.verdict.get_untracked()
            && let Some(dialogue) = &report.dialogue
        {
            let said = Units::of(&report.transcript).slice(0, dialogue.said_until());
            has_added.set(true);
            desk.send(Edit::Transcript(continued(&said, &asked_then, &without_headings(&reply))));
        }
    })
    .attr_when("disabled", move || reply.with(|reply| reply.trim().is_empty()));
    let condition = desk.peek(|play| play.shown().asked.condition);
    element("section")
        .class("next")
        .attr("aria-labelledby", "next-title")
        .child(head)
        .child(paragraph("hint", text::where_next(condition)))
        .child(words)
        .child(label("next-reply", text::REPLY))
        .child(field)
        .child(add)
}

/// How a dialogue goes, where nothing was said yet.
pub(super) fn protocol(desk: PlayStore) -> Node {
    let shown = move || {
        let is_empty = desk.judgement() == Judgement::Nothing && !desk.streaming.get();
        desk.protocol().filter(|_| is_empty)
    };
    group().part(shown, move |protocol| {
        let Some(Protocol { shown: Some((text, parts)), .. }) = protocol else { return group() };
        let condition = desk.peek(|play| play.shown().asked.condition);
        let units = Units::of(text);
        let summary = element("summary")
            .child(element("b").text(text::PROTOCOL))
            .child(element("span").class("source").text(text::SIMULATED));
        let parts = said(condition, parts, |span| group().text(&units.slice(span.start, span.end)));
        element("details")
            .class("protocol")
            .attr("open", "")
            .child(summary)
            .child(paragraph("hint", text::protocol_by(condition)))
            .child(element("div").class("said-all").child(parts))
    })
}

/// What stands in a dialogue before the first reply, below the prompt.
pub(super) fn opening(desk: PlayStore) -> Node {
    let opening = move || desk.protocol().and_then(|protocol| protocol.opening);
    group().part(opening, move |opening| {
        let Some((given, asked)) = opening else { return group() };
        let all = format!("{given}\n\n{asked}");
        let copy = copy_next("button copy is-small", text::COPY_BEGUN, &all);
        let words = |text: &str| element("pre").class("next-words").text(text);
        element("div")
            .class("next")
            .child(
                element("div")
                    .class("next-head")
                    .child(element("h3").text(text::BEGUN))
                    .child(copy),
            )
            .child(words(given))
            .child(element("h3").text(text::BEGUN_ASKED))
            .child(words(asked))
    })
}

/// A reply whose lines are none of the headings that part a dialogue.
fn without_headings(reply: &str) -> String {
    let line = |line: &str| {
        if line.starts_with("===") { format!(" {line}") } else { line.to_owned() }
    };
    reply.trim().lines().map(line).collect::<Vec<_>>().join("\n")
}
