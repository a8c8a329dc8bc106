//! Small drawings. All of them stand beside a text or in a button with a name, and are hidden from screen readers.

use super::element::{Node, drawn};
use crate::browser::Theme;

/// The mark: a descending stair and the step that was missed.
pub(crate) fn mark() -> Node {
    let stair = drawn("path")
        .attr("d", "M2 3h6v5h6v5h4")
        .attr("stroke", "currentColor")
        .attr("stroke-width", "2.4")
        .attr("stroke-linecap", "round")
        .attr("stroke-linejoin", "round");
    let missed =
        drawn("circle").class("mark-dot").attr("cx", "21").attr("cy", "17").attr("r", "1.8");
    drawing("mark", "24", "20").attr("fill", "none").child(stair).child(missed)
}

/// The sign of a theme.
pub(crate) fn theme_icon(theme: Theme) -> Node {
    let path = match theme {
        // A ring, and its left half filled by strokes.
        Theme::System => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM7 3v10M5.5 4v8M4 5.5v5",
        Theme::Light => {
            "M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3.1 3.1l1 1M11.9 11.9l1 1M3.1 12.9l1-1M11.9 4.1l1-1"
        }
        Theme::Dark => "M13.5 9.6A6 6 0 1 1 6.4 2.5a4.8 4.8 0 0 0 7.1 7.1z",
    };
    drawing("icon", "16", "16").child(drawn("path").attr("d", path))
}

fn drawing(class: &str, width: &str, height: &str) -> Node {
    drawn("svg")
        .class(class)
        .attr("width", width)
        .attr("height", height)
        .attr("viewBox", &["0 0", width, height].join(" "))
        .attr("aria-hidden", "true")
}
