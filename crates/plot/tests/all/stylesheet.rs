//! The style of marks and the colours of the page are those of picture files.

const MARKS: &str = include_str!("../../../../style/marks.css");
const COLOURS: &str = include_str!("../../../../style/colours.css");

#[test]
fn the_page_has_the_present_style_of_marks() {
    assert!(
        MARKS == stepfall_plot::stylesheet(),
        "write it anew: cargo run -q -p stepfall-plot --example stylesheet > style/marks.css"
    );
}

#[test]
fn the_page_has_the_present_colours() {
    assert!(
        COLOURS == stepfall_plot::colours::tokens(),
        "write it anew: cargo run -q -p stepfall-plot --example tokens > style/colours.css"
    );
}
