//! What is known of elements only once they are shown: their width, what the media are, which one an event meets.

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

/// Calls back with the width of an element in whole pixels, now and whenever it has another one, while the owner lives.
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

/// Whether a condition on the media holds, while the owner lives.
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

/// Whether a press on a link is one that follows it here, and not in another tab or window.
pub(crate) fn is_plain(event: &MouseEvent) -> bool {
    event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
}

/// Whether what an event meets lies in an element.
pub(crate) fn is_within(place: NodeRef<html::Div>, target: Option<EventTarget>) -> bool {
    let target = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
    element(place).is_some_and(|place| place.contains(target.as_ref()))
}

/// Whether what an event meets lies in this Play, or in another one; nothing where it lies in none.
pub(crate) fn is_in_play(root: NodeRef<html::Div>, target: Option<EventTarget>) -> Option<bool> {
    let target: Element = target?.dyn_into().ok()?;
    let play = target.closest(".is-play").ok()??;
    Some(element(root).is_some_and(|root| root.is_same_node(Some(play.as_ref()))))
}

/// Whether an element is shown, and not part of a place that is hidden.
pub(crate) fn is_shown(place: NodeRef<html::Div>) -> bool {
    element(place).is_some_and(|place| place.offset_parent().is_some())
}

/// What the element that an event meets, or the nearest one around it that says anything, says under a name of its data; nothing where that is nothing.
pub(crate) fn data_at(target: Option<EventTarget>, name: &str) -> Option<String> {
    let name = format!("data-{name}");
    let target: Element = target?.dyn_into().ok()?;
    let said = target.closest(&format!("[{name}]")).ok()??.get_attribute(&name)?;
    (!said.is_empty()).then_some(said)
}

/// Puts the focus on the nth of those that a selector finds in an element; false where there is none.
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

/// Where in an element a pointer is, as a share of its width.
pub(crate) fn share_at(place: NodeRef<html::Div>, event: &PointerEvent) -> Option<f64> {
    let frame = element(place)?.get_bounding_client_rect();
    let width = frame.width();
    (width > 0.0).then(|| ((f64::from(event.client_x()) - frame.left()) / width).clamp(0.0, 1.0))
}

/// Has an element follow the pointer until it is let go, wherever it goes.
pub(crate) fn hold_pointer(place: NodeRef<html::Div>, event: &PointerEvent) {
    if let Some(place) = element(place) {
        // A pointer that is gone already needs no following.
        let _ = place.set_pointer_capture(event.pointer_id());
    }
}

/// Scrolls a frame so that a place of what it holds, as a share of its width, is at the left.
pub(crate) fn scroll_to_share(frame: NodeRef<html::Div>, share: f64) {
    if let Some(frame) = element(frame) {
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a page, cut to the bounds")]
        let left = (f64::from(frame.scroll_width()) * share) as i32;
        frame.set_scroll_left(left);
    }
}

/// Brings an element into view, where it is shown at all.
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

/// Brings the top of an element into view once what was changed is shown, where it is not in the upper half already.
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

/// Whether the visitor wants as little as possible to be loaded.
pub(crate) fn saves_data() -> bool {
    let get = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
    let connection = get(window().navigator().as_ref(), "connection");
    connection.is_object() && get(&connection, "saveData").is_truthy()
}

/// The day and the time of day here and now.
pub(crate) fn today() -> String {
    written(&Date::new_0())
}

/// A day and a time of day here, as 2026-11-21 09:05, of milliseconds since 1970. Browsers have a formatter, whose first use takes a tenth of a second.
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
