//! Moving the focus.

use leptos::html;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlDetailsElement, HtmlElement};

use super::{Timer, element};

/// Focuses an element without scrolling. Does nothing if the element is hidden.
pub(super) fn focus_still(element: &HtmlElement) {
    let still = FocusOptions::new();
    still.set_prevent_scroll(true);
    let _ = element.focus_with_options(&still);
}

/// Focuses an element after the next rendering.
pub(crate) fn focus_on(find: impl FnOnce() -> Option<HtmlElement> + 'static) {
    let _ = Timer::after(0.0, move || {
        if let Some(element) = find() {
            focus_still(&element);
        }
    });
}

/// Focuses an element after the next rendering, unless another element still has the focus. A
/// removed, hidden or disabled element counts as having lost the focus.
pub(crate) fn refocus_on(find: impl FnOnce() -> Option<HtmlElement> + 'static) {
    let _ = Timer::after(0.0, move || refocus(find));
}

/// Focuses an element at once, unless another element still has the focus. A removed, hidden or
/// disabled element counts as having lost the focus.
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

/// Returns whether an element or one of its descendants has the focus.
pub(crate) fn has_focus(element_ref: NodeRef<html::Main>) -> bool {
    let holder = document().active_element();
    let holder = holder.as_deref();
    holder.is_some() && element(element_ref).is_some_and(|place| place.contains(holder))
}

/// Returns the first match of a selector in an element.
pub(crate) fn first_in(root: NodeRef<html::Div>, selector: &str) -> Option<HtmlElement> {
    element(root)?.query_selector(selector).ok()??.dyn_into().ok()
}

/// Scrolls to the start of a section and focuses it.
pub(crate) fn go_to(element_ref: NodeRef<html::Section>) {
    if let Some(element) = element(element_ref) {
        element.scroll_into_view();
        focus_still(&element);
    }
}

/// Scrolls to a form after the next rendering, and focuses the field that a selector finds. Unfolds
/// the details element around the field.
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

/// Focuses a match of a selector in an element; `nth` counts from 0. Returns false if there is no
/// such match.
pub(crate) fn focus_nth<E>(element_ref: NodeRef<E>, selector: &str, nth: usize) -> bool
where
    E: ElementType,
    E::Output: JsCast + Clone + AsRef<Element> + 'static,
{
    let found = element(element_ref).and_then(|place| {
        let place: &Element = place.as_ref();
        let all = place.query_selector_all(selector).ok()?;
        all.item(u32::try_from(nth).ok()?)?.dyn_into::<HtmlElement>().ok()
    });
    found.is_some_and(|found| found.focus().is_ok())
}
