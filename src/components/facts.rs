//! What the item is worth as a test.

use stepfall_procedure::Op;

use super::element::{Node, element, group};
use super::small::small_button;
use crate::desk::Desk;
use crate::state::{Shares, Shown};
use crate::text;

/// Live depth, shares of faults that show, and the mix of operations.
pub(crate) fn facts(desk: &'static Desk) -> Node {
    let of_shown = |tell: fn(&Shown) -> Node| {
        element("dd").part(move || desk.shown(), move |shown| tell(shown))
    };
    let share = |which: fn(Shares) -> u32| {
        element("dd").part(
            move || desk.shares().map(which),
            move |share| match share {
                Some(share) => group().text(&text::percent(*share)),
                None => small_button(text::WORK_OUT, move || desk.work_out()),
            },
        )
    };
    element("dl")
        .class("facts")
        .child(fact(text::LIVE, text::LIVE_HINT, of_shown(live)))
        .child(fact(text::MIX, text::MIX_HINT, of_shown(mix)))
        .child(fact(text::AT_STEP, text::FAULTS_HINT, share(|shares| shares.at_step)))
        .child(fact(text::IN_ANSWER, text::FAULTS_HINT, share(|shares| shares.in_answer)))
}

fn fact(name: &str, hint: &str, value: Node) -> Node {
    element("div").attr("title", hint).child(element("dt").text(name)).child(value)
}

fn live(shown: &Shown) -> Node {
    group().text(&text::live(shown.item.live_depth(), shown.asked.spec.steps))
}

fn mix(shown: &Shown) -> Node {
    let mix = Op::ALL.into_iter().zip(shown.item.procedure.mix());
    let mix = mix.filter(|(_, count)| *count > 0);
    group().children(mix.map(|(op, count)| element("span").text(&text::times(op, count))))
}
