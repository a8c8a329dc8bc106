//! Elements that represent a step: finding them and scrolling to them.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement};

use crate::state::whole_line;

/// The maximum number of frames to wait for a missing element.
const FRAMES: u32 = 30;

/// Scrolls every element of a step into view, each in its scroll box.
pub(crate) fn reveal_step(root: &Element, step: u16) {
    let boxes = root.query_selector_all("[data-scroll]").ok();
    let boxes = boxes.iter().flat_map(|boxes| (0..boxes.length()).filter_map(|at| boxes.item(at)));
    scroll_found(boxes.filter_map(|place| place.dyn_into().ok()).collect(), step, FRAMES);
}

/// Scrolls each box that already contains the step, and searches the other boxes again before the
/// next frame, for at most `frames` frames.
fn scroll_found(boxes: Vec<HtmlElement>, step: u16, frames: u32) {
    let selector = format!("g[data-step='{step}'], :not(g, path)[data-step='{step}']");
    let is_without = |place: &HtmlElement| match place.query_selector(&selector) {
        Ok(Some(item)) => {
            centre(&item, place);
            false
        }
        _ => true,
    };
    let left: Vec<_> = boxes.into_iter().filter(is_without).collect();
    if frames > 0 && !left.is_empty() {
        request_animation_frame(move || scroll_found(left, step, frames - 1));
    }
}

/// Centres an item in its scroll box, unless the item is already in view. The attribute
/// `data-scroll` of the box names the axis.
fn centre(item: &Element, scroll_box: &HtmlElement) {
    let (item, frame) = (item.get_bounding_client_rect(), scroll_box.get_bounding_client_rect());
    #[expect(clippy::cast_possible_truncation, reason = "page positions in pixels fit")]
    let half = |item: f64, frame: f64| ((item - frame) / 2.0) as i32;
    match scroll_box.get_attribute("data-scroll").as_deref() {
        Some("y") if item.top() < frame.top() || item.bottom() > frame.bottom() => {
            let by = half(item.top() + item.bottom(), frame.top() + frame.bottom());
            scroll_box.set_scroll_top(on_whole_line(scroll_box, scroll_box.scroll_top() + by));
        }
        Some("x") if item.left() < frame.left() || item.right() > frame.right() => {
            let by = half(item.left() + item.right(), frame.left() + frame.right());
            scroll_box.set_scroll_left(scroll_box.scroll_left() + by);
        }
        _ => {}
    }
}

/// Moves a scroll position so that the box begins with a whole line. Returns the position unchanged
/// if the line height or the padding of the box is unknown.
fn on_whole_line(scroll_box: &HtmlElement, position: i32) -> i32 {
    let style = window().get_computed_style(scroll_box).ok().flatten();
    let pixels = |property: &str| {
        let value = style.as_ref()?.get_property_value(property).ok()?;
        // Rust's float parser would add tables to the first load.
        Some(js_sys::Number::parse_float(&value)).filter(|pixels| pixels.is_finite())
    };
    match (pixels("line-height"), pixels("padding-top")) {
        (Some(line), Some(padding)) => whole_line(position, line, padding),
        _ => position,
    }
}

/// Returns the step that an event target represents.
pub(crate) fn step_at(target: Option<EventTarget>) -> Option<u16> {
    let target: Element = target?.dyn_into().ok()?;
    target.closest("[data-step]").ok()??.get_attribute("data-step")?.parse().ok()
}
