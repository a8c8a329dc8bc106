//! What was not understood in the address.

use stepfall_link::Notice;

use super::element::{Node, element, group};
use super::small::{sign, small_button};
use crate::browser;
use crate::state::Edit;
use crate::stores::PlayStore;
use crate::text;

/// The notices, while there are any.
pub(crate) fn notices(desk: PlayStore) -> Node {
    let notices = move || desk.read(|play| play.notices().to_vec());
    group().part(notices, move |notices| match notices.as_slice() {
        [] => group(),
        notices => section(desk, notices),
    })
}

fn section(desk: PlayStore, notices: &[Notice]) -> Node {
    let is_understood = notices.iter().all(|notice| matches!(notice, Notice::Unpublished { .. }));
    let heading = if is_understood { text::NOTICES_OF_AGE } else { text::NOTICES };
    let title = element("h2").id("notices-title").child(sign("! ")).text(heading);
    let dismiss = small_button(text::DISMISS, move || {
        desk.send(Edit::Dismiss);
        browser::refocus("main");
    });
    let items = notices.iter().map(|notice| element("li").text(&notice.to_string()));
    element("section")
        .class("notices")
        .attr("aria-labelledby", "notices-title")
        .child(element("div").class("notices-head").child(title).child(dismiss))
        .child(element("ul").children(items))
}
