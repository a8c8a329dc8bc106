//! The page's style of marks is the one that files have.

const KEPT: &str = include_str!("../../../../style/marks.css");

#[test]
fn the_page_has_the_present_style_of_marks() {
    assert!(
        KEPT == stepfall_plot::stylesheet(),
        "write it anew: cargo run -q -p stepfall-plot --example stylesheet > style/marks.css"
    );
}
