//! The links to the parts of a run, which stay in sight.

use crate::prelude::*;

use crate::components::element::{Node, element};
use crate::stores::SweepStore;
use crate::text;

/// The row, while there are figures; they are in the host.
pub(crate) fn jumps(board: SweepStore, host: &Node) -> Node {
    element("nav")
        .class("jumps")
        .attr("aria-label", text::PARTS)
        .attr_when("hidden", move || board.figures.with(String::is_empty))
        .make_jumps(host, text::JUMPS)
}
