//! The figures of a run, which the runner lays out and a script draws.

use crate::prelude::*;

use crate::components::element::{Node, element, group};
use crate::components::small::label;
use crate::stores::SweepStore;
use crate::text;

/// The room that a card takes of the width of its figure, in pixels.
const PADDING: u32 = 34;
/// Figures stand side by side from this width on, in pixels, with so much between them.
const TWO_COLUMNS: u32 = 980;
const BETWEEN: u32 = 20;

/// The figures, while there are any.
pub(crate) fn figures(board: SweepStore) -> Node {
    let host = element("div").class("figures");
    let drawn = host.clone();
    let watched = element("span").attr("hidden", "").part(
        move || board.figures.get(),
        move |figures| {
            let figures = if figures.is_empty() { "[]" } else { figures };
            drawn.draw_figures(figures, text::FIGURE_WORDS, move |word, what| {
                board.want(&word, &what);
            });
            group()
        },
    );
    let host = host.on_width(move |width| {
        let narrow = if width >= TWO_COLUMNS { (width - BETWEEN) / 2 } else { width };
        board.set_widths(width.saturating_sub(PADDING), narrow.saturating_sub(PADDING));
    });
    let options =
        text::MEASURES.iter().map(|(slug, name)| element("option").attr("value", slug).text(name));
    let measure = element("select")
        .id("measure")
        .class("button")
        .children(options)
        .value(move || board.measure.get())
        .on_value("change", move |measure| board.choose_measure(measure));
    let measure = element("div")
        .class("measure")
        .attr_when("hidden", move || {
            board.figures.with(|figures| matches!(figures.as_str(), "" | "[]"))
        })
        .child(label("measure", text::MEASURE))
        .child(measure);
    element("section").attr("aria-label", text::FIGURES).child(watched).child(measure).child(host)
}
