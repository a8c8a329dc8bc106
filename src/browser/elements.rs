//! Properties of rendered elements, and the targets of events.

use js_sys::Reflect;
use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, EventTarget, MouseEvent, PointerEvent};

/// Returns whether a click opens a link in this tab, and not in another tab or window.
pub(crate) fn is_plain(event: &MouseEvent) -> bool {
    event.button() == 0
        && !(event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key())
}

/// Returns whether the target of an event is inside an element.
pub(crate) fn is_within(element_ref: NodeRef<html::Div>, target: Option<EventTarget>) -> bool {
    let target = target.and_then(|target| target.dyn_into::<web_sys::Node>().ok());
    element(element_ref).is_some_and(|element| element.contains(target.as_ref()))
}

/// Returns whether the target of an event is inside the view of Play at `root`, and not inside
/// another view of Play. Returns `None` if the target is in no view of Play.
pub(crate) fn is_in_play(root: NodeRef<html::Div>, target: Option<EventTarget>) -> Option<bool> {
    let target: Element = target?.dyn_into().ok()?;
    let play = target.closest(".is-play").ok()??;
    Some(element(root).is_some_and(|root| root.is_same_node(Some(play.as_ref()))))
}

/// Returns whether the target of an event is an input field, which uses the arrow keys itself.
pub(crate) fn is_field(target: Option<EventTarget>) -> bool {
    let target: Option<Element> = target.and_then(|target| target.dyn_into().ok());
    target.is_some_and(|target| target.matches("input, select, textarea").unwrap_or_default())
}

/// Returns whether an element is rendered; an element of a hidden page is not.
pub(crate) fn is_shown(element_ref: NodeRef<html::Div>) -> bool {
    element(element_ref).is_some_and(|element| element.offset_parent().is_some())
}

/// Returns the value of a `data-*` attribute from the event target or its closest ancestor that has
/// it; `None` if the value is empty or missing.
pub(crate) fn data_at(target: Option<EventTarget>, name: &str) -> Option<String> {
    let name = format!("data-{name}");
    let target: Element = target?.dyn_into().ok()?;
    let value = target.closest(&format!("[{name}]")).ok()??.get_attribute(&name)?;
    (!value.is_empty()).then_some(value)
}

/// Returns the horizontal position of a pointer in an element, as a share of the element's width
/// from 0 to 1.
pub(crate) fn share_at(element_ref: NodeRef<html::Div>, event: &PointerEvent) -> Option<f64> {
    let frame = element(element_ref)?.get_bounding_client_rect();
    let width = frame.width();
    (width > 0.0).then(|| ((f64::from(event.client_x()) - frame.left()) / width).clamp(0.0, 1.0))
}

/// Captures the pointer for an element until the pointer is released.
pub(crate) fn hold_pointer(element_ref: NodeRef<html::Div>, event: &PointerEvent) {
    if let Some(element) = element(element_ref) {
        // The call fails if the pointer is already gone, and then no capture is needed.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Returns whether the user asks for reduced data use.
pub(crate) fn saves_data() -> bool {
    let get = |object: &JsValue, name: &str| Reflect::get(object, &name.into()).unwrap_or_default();
    let connection = get(window().navigator().as_ref(), "connection");
    connection.is_object() && get(&connection, "saveData").is_truthy()
}

/// Returns the element of a reference; `None` before the element is created and after the owner of
/// the reference is disposed.
pub(crate) fn element<E>(element_ref: NodeRef<E>) -> Option<E::Output>
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    element_ref.try_get_untracked().flatten()
}
