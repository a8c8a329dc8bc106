//! Scrolling.

use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::element;
use super::focus::focus_still;

/// Scrolls an element into view, unless the element is hidden.
pub(crate) fn reveal<E>(element_ref: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + Clone + AsRef<Element> + 'static,
{
    if let Some(place) = element(element_ref) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        let place: &Element = place.as_ref();
        place.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls to the top of an element before the next frame, unless that top is already in the upper
/// half of the window.
pub(crate) fn reveal_soon(element_ref: NodeRef<html::Div>) {
    super::next_frame(element_ref, move || {
        let Some(place) = element(element_ref) else { return };
        let height = window().inner_height().ok().and_then(|height| height.as_f64());
        let top = place.get_bounding_client_rect().top();
        if top < 0.0 || height.is_some_and(|height| top > height / 2.0) {
            place.scroll_into_view();
        }
    });
}

/// Scrolls a frame horizontally. `share` is the position at its left edge, as a share of the width
/// of its content.
pub(crate) fn scroll_to_share(frame: NodeRef<html::Div>, share: f64) {
    if let Some(frame) = element(frame) {
        #[expect(clippy::cast_possible_truncation, reason = "page positions in pixels fit")]
        let left = (f64::from(frame.scroll_width()) * share) as i32;
        frame.set_scroll_left(left);
    }
}

/// Scrolls to the top of the page.
pub(crate) fn scroll_up() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Scrolls to the top of the page, and moves the focus to its main part.
pub(crate) fn go_up() {
    scroll_up();
    let mains = document().query_selector_all("main").ok();
    let mains = mains.iter().flat_map(|all| (0..all.length()).filter_map(|at| all.item(at)));
    let mut mains = mains.filter_map(|main| main.dyn_into::<HtmlElement>().ok());
    if let Some(main) = mains.find(|main| main.offset_parent().is_some()) {
        focus_still(&main);
    }
}
