//! The answer: where it is pasted, and what it is worth.

use leptos::prelude::*;
use stepfall_answer::{Claim, Verdict};

use super::element::{Node, element, group};
use super::small::{button, paragraph, sign, small_button};
use crate::desk::{Desk, Keeping};
use crate::state::{Edit, Judgement, quote, typeset};
use crate::text;

/// The box for the answer with the verdict below it.
pub(crate) fn answer(desk: &'static Desk) -> Node {
    let title = element("h2").id("answer-title").text(text::ANSWER);
    let size = element("span")
        .class("soft number")
        .text_of(move || text::size(desk.read(|play| play.transcript().len())));
    let clear = button("button", text::CLEAR, move || desk.send(Edit::Transcript(String::new())))
        .attr_when("disabled", move || desk.read(|play| play.transcript().is_empty()));
    let paste = element("textarea")
        .class("transcript")
        .attr("aria-label", text::PASTE_LABEL)
        .attr("placeholder", text::PASTE_PLACEHOLDER)
        .attr("spellcheck", "false")
        .attr("autocomplete", "off")
        .attr("autocapitalize", "off")
        .attr("rows", "7")
        .value(move || desk.read(|play| play.transcript().to_owned()))
        .on_value("input", move |typed| desk.send(Edit::Transcript(typed)));
    let verdict = element("div")
        .class("verdict")
        .attr("role", "status")
        .part(move || desk.judgement.get(), move |judgement| judged(desk, judgement));
    element("section")
        .class("card")
        .attr("aria-labelledby", "answer-title")
        .child(element("div").class("card-head").child(title).child(size).child(clear))
        .child(paste)
        .part(
            move || desk.keeping.get(),
            |keeping| match keeping {
                Keeping::Address => group(),
                Keeping::Tab => paragraph("note", text::BESIDE),
                Keeping::Nowhere => paragraph("note", text::NOT_KEPT),
            },
        )
        .child(verdict)
}

/// What is known about the answer.
fn judged(desk: &'static Desk, judgement: &Judgement) -> Node {
    match judgement {
        Judgement::Nothing => paragraph("soft", text::NO_VERDICT),
        Judgement::Stale => group()
            .child(paragraph("", text::STALE))
            .child(small_button(text::ADOPT, move || desk.send(Edit::Adopt))),
        Judgement::Judged(Verdict::Missing) => group()
            .child(status("status is-missing", "? ", text::NONE_FOUND))
            .child(paragraph("soft", text::MISSING)),
        Judgement::Judged(Verdict::Right(claim)) => {
            group().child(status("status is-right", "✓ ", text::RIGHT)).child(reading(desk, claim))
        }
        Judgement::Judged(Verdict::Wrong(claim)) => {
            group().child(status("status is-wrong", "✕ ", text::WRONG)).child(reading(desk, claim))
        }
    }
}

fn status(class: &str, before: &str, word: &str) -> Node {
    element("p").class(class).child(sign(before)).text(word)
}

/// Which text was read as the answer, and what the exact value is.
fn reading(desk: &Desk, claim: &Claim) -> Node {
    let quote = desk.peek(|play| quote(play.transcript(), &claim.span)).map(|quote| {
        let mark = element("mark").text(&quote.quoted);
        element("q").class("quote").text(&quote.before).child(mark).text(&quote.after)
    });
    let rule = element("span").class("soft").text("(").text(text::rule(claim.rule)).text(")");
    let expected = desk.peek(|play| {
        let shown = play.shown();
        typeset(&shown.item.expected_text(shown.asked.condition))
    });
    let read_as = element("p").class("reading").text(text::READ_AS).text(" ").children(quote);
    let exact = element("p").class("reading").text(text::EXACT).text(" ");
    group()
        .child(read_as.text(" ").child(rule))
        .child(exact.child(element("b").class("number").text(&expected)))
}
