//! Sweep: the set-up and what to start from, how far the run is, its figures, its attempts, and the runs that are kept.

use crate::components::sweep::{attempts, figures, history, jumps, presets, progress, setup};
use crate::components::{Node, element};
use crate::stores::SweepStore;

/// The place.
pub(crate) fn sweep(board: SweepStore, main: Node) -> Node {
    let figures = figures(board);
    let main = main
        .child(progress(board))
        .child(presets(board))
        .child(jumps(board, &figures))
        .child(figures)
        .child(attempts(board))
        .child(history(board));
    element("div")
        .class("page is-sweep")
        .class_when("has-run", move || board.has_run())
        .child(setup(board))
        .child(main)
}
