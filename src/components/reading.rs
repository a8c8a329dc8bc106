//! The transcript with what was read in it.

use crate::prelude::*;
use stepfall_procedure::without_piles;

use super::dialogue::said;
use super::element::{Node, element, group};
use super::small::paragraph;
use crate::browser::Units;
use crate::state::{Mark, Marked, Report, Span, Verdict, typeset};
use crate::stores::PlayStore;
use crate::text;

/// The most of a transcript that is shown, in units of UTF-16.
const MOST: u32 = 200_000;

/// The transcript as the last verdict saw it.
pub(crate) fn reading(desk: PlayStore) -> Node {
    let report = move || match desk.verdict.get() {
        Verdict::Judged(report) => Some(report),
        _ => None,
    };
    let body = element("div")
        .class("transcript is-read")
        .attr("data-scroll", "y")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", text::READ_LABEL)
        .attr_when("data-follow", move || desk.streaming.get())
        .follow_end()
        .part(report, move |report| {
            if let Some(report) = report {
                return marked(desk, &Units::of(&report.transcript), report);
            }
            let text = desk.peek(|play| Units::of(play.transcript()));
            group().text(&without_piles(&text.slice(0, MOST)))
        });
    let cut = move || desk.read(|play| play.transcript().len()) > MOST as usize;
    group().child(body).part(cut, |is_cut| match is_cut {
        true => paragraph("note", text::CUT),
        false => group(),
    })
}

/// All of the text; of a dialogue, part by part.
fn marked(desk: PlayStore, text: &Units, report: &Report) -> Node {
    let most = text.length().min(MOST);
    // The verdict is that on all of the reasoning, so it is told once.
    let mut told = report.reasoning.as_ref().map(|reasoning| reasoning.headline.as_str());
    let mut passage = |span: Span| {
        let span = Span { start: span.start.min(most), end: span.end.min(most) };
        passage(desk, text, report, span, &mut told)
    };
    match &report.dialogue {
        Some(dialogue) => {
            let condition = desk.peek(|play| play.shown().asked.condition);
            said(condition, &dialogue.parts, passage)
        }
        None => passage(Span { start: 0, end: most }),
    }
}

/// A part of the visible text as it stands, and reasoning folded between.
fn passage(
    desk: PlayStore,
    text: &Units,
    report: &Report,
    Span { start: mut at, end }: Span,
    told: &mut Option<&str>,
) -> Node {
    let mut parts = group();
    let spans = report.reasoning.iter().flat_map(|reasoning| &reasoning.spans);
    let start = at;
    for span in spans.filter(|span| span.start >= start) {
        let (start, after) = (span.start.min(end), span.end.min(end));
        parts = parts.child(stretch(text, &report.marks, at, start));
        if start < after {
            parts = parts.child(fold(
                desk,
                text,
                &report.marks,
                Span { start, end: after },
                told.take(),
            ));
        }
        // The fold ends its line by itself.
        at = if text.slice(after, after + 1) == "\n" { after + 1 } else { after };
    }
    parts.child(stretch(text, &report.marks, at, end))
}

/// Reasoning, with the verdict that is told of it. While it is open, steps and arcs show it.
fn fold(desk: PlayStore, text: &Units, marks: &[Mark], span: Span, told: Option<&str>) -> Node {
    let summary = element("summary")
        .child(element("b").text(text::REASONING))
        .child(element("span").text(&typeset(told.unwrap_or_default())))
        .on("click", move |event| {
            event.prevent_default();
            desk.aside.update(|aside| *aside = !*aside);
        });
    let body = element("div").child(stretch(text, marks, span.start, span.end));
    element("details")
        .class("reasoning")
        .attr_when("open", move || desk.aside.get())
        .child(summary)
        .child(body)
}

/// A stretch of the text, with what was read in it.
fn stretch(text: &Units, marks: &[Mark], start: u32, end: u32) -> Node {
    let shown = |start: u32, end: u32| without_piles(&text.slice(start, end)).into_owned();
    let mut parts = group();
    let mut at = start;
    for mark in &marks[marks.partition_point(|mark| mark.span.start < start)..] {
        if mark.span.end > end {
            break;
        }
        parts = parts.text(&shown(at, mark.span.start));
        let said = element("mark").text(&shown(mark.span.start, mark.span.end));
        parts = parts.child(match mark.of {
            Marked::Step(position, standing) => {
                said.class(standing.class()).attr("data-step", &(position + 3).to_string())
            }
            Marked::Withdrawn => element("s").text(&shown(mark.span.start, mark.span.end)),
            Marked::Answer(true) => said.class("is-answer is-right"),
            Marked::Answer(false) => said.class("is-answer is-fault"),
        });
        at = mark.span.end;
    }
    parts.text(&shown(at, end))
}
