//! What models answered before, and is kept in this browser.

use crate::prelude::*;

use super::element::{Node, element, group};
use super::small::{paragraph, small_button};
use crate::state::Earlier;
use crate::stores::AnswerHistory;
use crate::text;

/// The list of earlier answers, folded away while it is not wanted.
pub(crate) fn earlier(shelf: AnswerHistory) -> Node {
    let doubtful = RwSignal::new(0u32);
    let list = element("ul").class("earlier").part(
        move || (shelf.answers.get().unwrap_or_default(), doubtful.get()),
        move |(answers, doubtful_one)| {
            let one = |answer: &Earlier| one(shelf, answer, *doubtful_one, doubtful);
            group().children(answers.iter().map(one))
        },
    );
    let is_none = move || shelf.answers.with(|answers| answers.as_ref().is_some_and(Vec::is_empty));
    let trouble = element("div").attr("role", "status").part(
        move || shelf.trouble.get(),
        |trouble| trouble.as_ref().map_or_else(group, |trouble| paragraph("note", trouble)),
    );
    let folded = element("details")
        .class("asking-earlier")
        .on_toggle(move |is_open| shelf.unfold(is_open))
        .child(element("summary").text(text::EARLIER))
        .part(
            move || shelf.is_kept.get(),
            |kept| if *kept { group() } else { paragraph("note", text::ANSWERS_NOT_ON_DISK) },
        )
        .part(is_none, |none| if *none { paragraph("hint", text::NONE_EARLIER) } else { group() })
        .child(list);
    group().child(trouble).child(folded)
}

fn one(shelf: AnswerHistory, answer: &Earlier, doubtful_one: u32, doubtful: RwSignal<u32>) -> Node {
    let number = answer.number;
    let open = small_button(text::OPEN_RUN, move || shelf.open(number));
    let delete = if doubtful_one == number {
        small_button(text::REALLY_DELETE, move || shelf.remove(number))
    } else {
        small_button(text::DELETE, move || doubtful.set(number))
    };
    let when = crate::browser::when(answer.asked);
    element("li")
        .child(element("span").class("earlier-model").text(&answer.model))
        .child(element("span").class("soft number").text(&text::earlier(answer, &when)))
        .child(element("div").class("ways").child(open).child(delete))
}
