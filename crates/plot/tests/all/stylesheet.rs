//! The style of marks and the colours of the page are those of picture files.

const MARKS: &str = include_str!("../../../../style/marks.css");
const COLOURS: &str = include_str!("../../../../style/colours.css");

#[test]
fn the_committed_style_sheet_of_marks_is_current() {
    assert!(
        MARKS == stepfall_plot::stylesheet(),
        "write it anew: cargo run -q -p stepfall-plot --example stylesheet > style/marks.css"
    );
}

#[test]
fn the_committed_colours_are_current() {
    assert!(
        COLOURS == stepfall_plot::colours::tokens(),
        "write it anew: cargo run -q -p stepfall-plot --example tokens > style/colours.css"
    );
}
