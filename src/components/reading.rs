//! The transcript with what was read in it.

use crate::prelude::*;
use stepfall_plot::Standing;

use super::element::{Node, element, group};
use super::small::paragraph;
use crate::browser::Units;
use crate::desk::Desk;
use crate::state::{Marked, Report, Verdict};
use crate::text;

/// The most of a transcript that is shown, in units of UTF-16.
const MOST: u32 = 200_000;

/// The transcript as the last verdict saw it.
pub(crate) fn reading(desk: &'static Desk) -> Node {
    let report = move || match desk.verdict.get() {
        Verdict::Judged(report) => Some(report),
        _ => None,
    };
    let body = element("pre")
        .class("transcript is-read")
        .attr("data-scroll", "")
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", text::READ_LABEL)
        .part(report, move |report| {
            if let Some(report) = report {
                return marked(&Units::of(&report.transcript), report);
            }
            let text = desk.peek(|play| Units::of(play.transcript()));
            group().text(&text.slice(0, MOST))
        });
    let cut = move || desk.read(|play| play.transcript().len()) > MOST as usize;
    group().child(body).part(cut, |is_cut| match is_cut {
        true => paragraph("note", text::CUT),
        false => group(),
    })
}

fn marked(text: &Units, report: &Report) -> Node {
    let end = text.length().min(MOST);
    let mut parts = group();
    let mut at = 0;
    for mark in report.marks() {
        if mark.span.end > end {
            break;
        }
        parts = parts.text(&text.slice(at, mark.span.start));
        let said = element("mark").text(&text.slice(mark.span.start, mark.span.end));
        parts = parts.child(match mark.of {
            Marked::Step(position) => {
                let status = report.voice.steps.get(position).map(|step| step.status.as_str());
                let standing = Standing::of(status.unwrap_or_default());
                said.class(standing.class()).attr("data-step", &(position + 3).to_string())
            }
            Marked::Answer(true) => said.class("is-answer is-right"),
            Marked::Answer(false) => said.class("is-answer is-fault"),
        });
        at = mark.span.end;
    }
    parts.text(&text.slice(at, end))
}
