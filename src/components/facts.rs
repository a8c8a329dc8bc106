//! What the item is worth as a test.

use stepfall_procedure::Op;

use super::element::{Node, element, group};
use super::small::small_button;
use crate::state::{Shares, Shown};
use crate::stores::PlayStore;
use crate::text;

/// Live depth, shares of faults that show, and the mix of operations.
pub(crate) fn facts(desk: PlayStore) -> Node {
    let of_shown = |tell: fn(&Shown) -> Node| {
        element("dd").part(move || desk.shown(), move |shown| tell(shown))
    };
    let shares = group().part(
        move || desk.shares(),
        move |shares| {
            let Some(Shares { at_step, in_answer }) = shares else {
                let work_out = small_button(text::WORK_OUT, move || desk.work_out());
                return fact(text::FAULTS, text::FAULTS_HINT, element("dd").child(work_out));
            };
            let share = |share: &u32| element("dd").text(&text::percent(*share));
            group().child(fact(text::AT_STEP, text::FAULTS_HINT, share(at_step))).child(fact(
                text::IN_ANSWER,
                text::FAULTS_HINT,
                share(in_answer),
            ))
        },
    );
    element("dl")
        .class("facts")
        .child(fact(text::LIVE, text::LIVE_HINT, of_shown(live)))
        .child(fact(text::MIX, text::MIX_HINT, of_shown(mix)))
        .child(shares)
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
