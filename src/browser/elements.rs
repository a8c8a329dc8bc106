//! Properties of rendered elements: width, media queries, focus, and the targets of events.

use js_sys::{Date, Reflect};
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Element, EventTarget, HtmlElement, MediaQueryListEvent, MouseEvent, PointerEvent,
    ScrollIntoViewOptions, ScrollLogicalPosition,
};

use super::alive::element;
use super::steps::on_resize;

/// Calls back with the width of an element in whole pixels, now and after every change, while the owner lives.
pub(crate) fn on_width(place: NodeRef<html::Div>, told: impl Fn(u32) + Copy + 'static) {
    on_resize(place, move || {
        let width = element(place).map_or(0, |place| place.client_width());
        if let Ok(width) = u32::try_from(width)
            && width > 0
        {
            told(width);
        }
    });
}

/// Returns a signal of whether a media query matches, while the owner lives.
pub(crate) fn media(query: &str) -> ReadSignal<bool> {
    let list = window().match_media(query).ok().flatten();
    let (holds, set) = signal(list.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(list) = list {
        let told =
            Closure::<dyn Fn(MediaQueryListEvent)>::new(move |event: MediaQueryListEvent| {
                set.set(event.matches());
            });
        list.set_onchange(Some(told.as_ref().unchecked_ref()));
        let kept = StoredValue::new_local((list, told));
        on_cleanup(move || {
            if let Some((list, _)) = kept.try_read_value().as_deref() {
                list.set_onchange(None);
            }
        });
    }
    holds
}

/// Returns whether a click on a link opens it here, and not in another tab or window.
pub(crate) fn is_plain(event: &MouseEvent) -> bool {
    event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
}

/// Returns whether the target of an event is inside an element.
pub(crate) fn is_within(place: NodeRef<html::Div>, target: Option<EventTarget>) -> bool {
    let target = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
    element(place).is_some_and(|place| place.contains(target.as_ref()))
}

/// Returns whether the target of an event is inside this Play, and not inside another one; `None` if it is inside no Play.
pub(crate) fn is_in_play(root: NodeRef<html::Div>, target: Option<EventTarget>) -> Option<bool> {
    let target: Element = target?.dyn_into().ok()?;
    let play = target.closest(".is-play").ok()??;
    Some(element(root).is_some_and(|root| root.is_same_node(Some(play.as_ref()))))
}

/// Returns whether an element is visible, and not inside a hidden page.
pub(crate) fn is_shown(place: NodeRef<html::Div>) -> bool {
    element(place).is_some_and(|place| place.offset_parent().is_some())
}

/// Returns the value of a `data-*` attribute from the event target or its closest ancestor that has it; `None` if it is empty or missing.
pub(crate) fn data_at(target: Option<EventTarget>, name: &str) -> Option<String> {
    let name = format!("data-{name}");
    let target: Element = target?.dyn_into().ok()?;
    let said = target.closest(&format!("[{name}]")).ok()??.get_attribute(&name)?;
    (!said.is_empty()).then_some(said)
}

/// Focuses the nth match of a selector in an element. Returns false if there is none.
pub(crate) fn focus_nth<E>(place: NodeRef<E>, selector: &str, nth: usize) -> bool
where
    E: ElementType,
    E::Output: JsCast + Clone + AsRef<Element> + 'static,
{
    let found = element(place).and_then(|place| {
        let place: &Element = place.as_ref();
        let all = place.query_selector_all(selector).ok()?;
        all.item(u32::try_from(nth).ok()?)?.dyn_into::<HtmlElement>().ok()
    });
    found.is_some_and(|found| found.focus().is_ok())
}

/// Returns the position of a pointer in an element, as a share of its width.
pub(crate) fn share_at(place: NodeRef<html::Div>, event: &PointerEvent) -> Option<f64> {
    let frame = element(place)?.get_bounding_client_rect();
    let width = frame.width();
    (width > 0.0).then(|| ((f64::from(event.client_x()) - frame.left()) / width).clamp(0.0, 1.0))
}

/// Captures the pointer for an element until it is released.
pub(crate) fn hold_pointer(place: NodeRef<html::Div>, event: &PointerEvent) {
    if let Some(place) = element(place) {
        // A pointer that is already gone needs no capture.
        let _ = place.set_pointer_capture(event.pointer_id());
    }
}

/// Scrolls a frame so that a position of its content, as a share of the content's width, is at the left edge.
pub(crate) fn scroll_to_share(frame: NodeRef<html::Div>, share: f64) {
    if let Some(frame) = element(frame) {
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a page, cut to the bounds")]
        let left = (f64::from(frame.scroll_width()) * share) as i32;
        frame.set_scroll_left(left);
    }
}

/// Scrolls an element into view if it is visible.
pub(crate) fn reveal<E>(place: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + Clone + AsRef<Element> + 'static,
{
    if let Some(place) = element(place) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        let place: &Element = place.as_ref();
        place.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// Scrolls to the top of an element after the next rendering, unless it is already in the upper half of the window.
pub(crate) fn reveal_soon(place: NodeRef<html::Div>) {
    super::next_frame(place, move || {
        let Some(place) = element(place) else { return };
        let height = window().inner_height().ok().and_then(|height| height.as_f64());
        let top = place.get_bounding_client_rect().top();
        if top < 0.0 || height.is_some_and(|height| top > height / 2.0) {
            place.scroll_into_view();
        }
    });
}

/// Returns whether the user asks for reduced data use.
pub(crate) fn saves_data() -> bool {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let connection = get(window().navigator().as_ref(), "connection");
    connection.is_object() && get(&connection, "saveData").is_truthy()
}

/// Returns the current local date and time.
pub(crate) fn today() -> String {
    written(&Date::new_0())
}

/// Formats a time in milliseconds since 1970 as local date and time, such as 2026-11-21 09:05. The first use of the browser's formatter would take a tenth of
/// a second.
pub(crate) fn when(millis: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "the times of this age are exact")]
    let date = Date::new(&(millis as f64).into());
    written(&date)
}

fn written(date: &Date) -> String {
    format!(
        "{}-{:02}-{:02} {:02}:{:02}",
        date.get_full_year(),
        date.get_month() + 1,
        date.get_date(),
        date.get_hours(),
        date.get_minutes()
    )
}
