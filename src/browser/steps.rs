//! Elements that represent a step: finding them, scrolling to them and focusing them.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{
    Element, EventTarget, FocusOptions, HtmlDetailsElement, HtmlElement, MutationObserver,
    MutationObserverInit, ResizeObserver,
};

use super::address::Timer;
use super::alive::element;
use crate::state::whole_line;

/// Maximum number of frames to wait for a missing element.
const FRAMES: u32 = 30;

/// Scrolls every element of a step into view, each in its scroll box.
pub(crate) fn reveal_step(root: &Element, step: u16) {
    let boxes = root.query_selector_all("[data-scroll]").ok();
    let boxes = boxes.iter().flat_map(|boxes| (0..boxes.length()).filter_map(|at| boxes.item(at)));
    look(boxes.filter_map(|one| one.dyn_into().ok()).collect(), step, FRAMES);
}

/// Scrolls the boxes that contain the step, and searches the others again in the next frame.
fn look(boxes: Vec<HtmlElement>, step: u16, frames: u32) {
    let selector = format!("g[data-step='{step}'], :not(g, path)[data-step='{step}']");
    let is_without = |one: &HtmlElement| match one.query_selector(&selector) {
        Ok(Some(item)) => {
            centre(&item, one);
            false
        }
        _ => true,
    };
    let left: Vec<_> = boxes.into_iter().filter(is_without).collect();
    if frames > 0 && !left.is_empty() {
        request_animation_frame(move || look(left, step, frames - 1));
    }
}

/// Centres an item in its box along the box's axis, unless it is already in view.
fn centre(item: &Element, place: &HtmlElement) {
    let (item, frame) = (item.get_bounding_client_rect(), place.get_bounding_client_rect());
    #[expect(clippy::cast_possible_truncation, reason = "pixels of a page, cut to the bounds")]
    let half = |item: f64, frame: f64| ((item - frame) / 2.0) as i32;
    match place.get_attribute("data-scroll").as_deref() {
        Some("y") if item.top() < frame.top() || item.bottom() > frame.bottom() => {
            let by = half(item.top() + item.bottom(), frame.top() + frame.bottom());
            place.set_scroll_top(on_whole_line(place, place.scroll_top() + by));
        }
        Some("x") if item.left() < frame.left() || item.right() > frame.right() => {
            let by = half(item.left() + item.right(), frame.left() + frame.right());
            place.set_scroll_left(place.scroll_left() + by);
        }
        _ => {}
    }
}

/// Moves a scroll position so that the box begins with a whole line, if its line height is known.
fn on_whole_line(place: &HtmlElement, position: i32) -> i32 {
    let style = window().get_computed_style(place).ok().flatten();
    let pixels = |property: &str| {
        let value = style.as_ref()?.get_property_value(property).ok()?;
        // Rust's own parser would add its tables to the first load.
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

/// Calls back when an element changes its size, while the owner lives.
pub(crate) fn on_resize(place: NodeRef<html::Div>, resized: impl Fn() + Copy + 'static) {
    let observed = StoredValue::new_local(None::<(ResizeObserver, Closure<dyn FnMut()>)>);
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let closure = Closure::new(resized);
        if let Ok(observer) = ResizeObserver::new(closure.as_ref().unchecked_ref()) {
            observer.observe(&place);
            observed.set_value(Some((observer, closure)));
        }
    });
    on_cleanup(move || {
        if let Some((observer, _closure)) = observed.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
}

/// Calls back at once whenever elements, attributes or text inside an element change, even if it is not painted.
pub(crate) fn on_change(place: NodeRef<html::Div>, changed: impl Fn() + Copy + 'static) {
    let observed = StoredValue::new_local(None::<(MutationObserver, Closure<dyn FnMut()>)>);
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let closure = Closure::new(changed);
        let all = MutationObserverInit::new();
        all.set_subtree(true);
        all.set_child_list(true);
        all.set_attributes(true);
        all.set_character_data(true);
        if let Ok(observer) = MutationObserver::new(closure.as_ref().unchecked_ref()) {
            // The browser refuses only an empty set of observed changes.
            let _ = observer.observe_with_options(&place, &all);
            observed.set_value(Some((observer, closure)));
        }
    });
    on_cleanup(move || {
        if let Some((observer, _closure)) = observed.try_update_value(Option::take).flatten() {
            observer.disconnect();
        }
    });
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

/// Focuses an element without scrolling. A hidden element cannot take the focus.
fn focus_still(element: &HtmlElement) {
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = element.focus_with_options(&still);
}

/// A text indexed by UTF-16 units, like a JavaScript string.
pub(crate) struct Units(js_sys::JsString);

impl Units {
    pub(crate) fn of(text: &str) -> Self {
        Self(text.into())
    }

    pub(crate) fn length(&self) -> u32 {
        self.0.length()
    }

    pub(crate) fn slice(&self, start: u32, end: u32) -> String {
        self.0.slice(start, end).into()
    }
}

/// Scrolls to the start of a section and focuses it.
pub(crate) fn go_to(place: NodeRef<html::Section>) {
    if let Some(place) = element(place) {
        place.scroll_into_view();
        focus_still(&place);
    }
}

/// Focuses an element after the next rendering.
pub(crate) fn focus_on(find: impl FnOnce() -> Option<HtmlElement> + 'static) {
    let _ = Timer::after(0.0, move || {
        if let Some(element) = find() {
            focus_still(&element);
        }
    });
}

/// Focuses an element after the next rendering, if the focus was lost because its holder is gone, hidden or disabled.
pub(crate) fn refocus_on(find: impl FnOnce() -> Option<HtmlElement> + 'static) {
    let _ = Timer::after(0.0, move || refocus(find));
}

/// Returns whether an element, or something in it, has the focus.
pub(crate) fn has_focus(place: NodeRef<html::Main>) -> bool {
    let holder = document().active_element();
    let holder = holder.as_deref();
    holder.is_some() && element(place).is_some_and(|place| place.contains(holder))
}

/// Focuses an element at once, if the focus was lost because its holder is gone, hidden or disabled.
pub(crate) fn refocus(find: impl FnOnce() -> Option<HtmlElement>) {
    let document = document();
    let holder = document.active_element();
    let is_lost = holder.as_ref().is_none_or(|holder| {
        Some(holder) == document.body().as_deref().map(AsRef::as_ref)
            || holder.has_attribute("disabled")
            || holder.closest("[hidden]").is_ok_and(|hidden| hidden.is_some())
    });
    if is_lost && let Some(element) = find() {
        focus_still(&element);
    }
}

/// Returns the first match of a selector in an element.
pub(crate) fn first_in(root: NodeRef<html::Div>, selector: &str) -> Option<HtmlElement> {
    element(root)?.query_selector(selector).ok()??.dyn_into().ok()
}

/// Scrolls to a form after the next rendering, and focuses the field that a selector finds. Unfolds the details element around the field.
pub(crate) fn go_to_field(form: NodeRef<html::Details>, selector: &'static str) {
    let _ = Timer::after(0.0, move || {
        let Some(form) = element(form) else { return };
        let field: Option<HtmlElement> =
            form.query_selector(selector).ok().flatten().and_then(|field| field.dyn_into().ok());
        let folds = field.as_ref().and_then(|field| field.closest("details").ok().flatten());
        if let Some(folds) = folds.and_then(|folds| folds.dyn_into::<HtmlDetailsElement>().ok()) {
            folds.set_open(true);
        }
        form.scroll_into_view();
        if let Some(field) = field {
            focus_still(&field);
        }
    });
}
