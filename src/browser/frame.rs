//! The page inside of another one, which may lay what it likes over it.

use js_sys::{Object, Reflect};
use leptos::ev;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::{base, element, fragment, on_change, on_resize, put_on_named};
use crate::text;

/// What messages to and from the page around a frame are called.
const HEIGHT: &str = "stepfall:height";
const THEME: &str = "stepfall:theme";

/// Takes away what the document shows before the page has started.
pub(crate) fn remove_shell() {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(shell) = document.and_then(|document| document.get_element_by_id("shell")) {
        shell.remove();
    }
}

/// Whether the page stands in a frame of another one.
pub(crate) fn is_framed() -> bool {
    let window = web_sys::window();
    let top = window.as_ref().and_then(|window| window.top().ok().flatten());
    top != window
}

/// Tells the page around this frame how high an element is, whenever that changes: `{type: "stepfall:height", height}`. A browser neither paints nor measures a frame that
/// is scrolled out of view, so what changes in it is told by itself: a frame further down has its height before anyone comes to it.
pub(crate) fn tell_height(place: NodeRef<html::Div>) {
    let told = StoredValue::new(0);
    let tell = move || {
        let Some(height) = element(place).map(|place| place.offset_height()) else {
            return;
        };
        if told.try_get_value() != Some(height) {
            told.try_set_value(height);
            post_height(height);
        }
    };
    on_resize(place, tell);
    on_change(place, tell);
}

/// Lets every link of a frame open in a tab of its own: what it leads to has no place in the page around it, and may refuse to be framed.
pub(crate) fn open_apart() {
    let document = document();
    if let (Ok(base), Some(head)) = (document.create_element("base"), document.head()) {
        let _ = base.set_attribute("target", "_blank");
        let _ = head.append_child(&base);
    }
}

/// Sends a height to the page around this frame, whoever that is: how high a frame is, is no secret.
fn post_height(height: i32) {
    let message = Object::new();
    // Setting a member of a new object cannot fail, and nobody may be there to be told.
    let _ = Reflect::set(&message, &"type".into(), &HEIGHT.into());
    let _ = Reflect::set(&message, &"height".into(), &JsValue::from(height));
    if let Ok(Some(parent)) = window().parent() {
        let _ = parent.post_message(&message, "*");
    }
}

/// Puts on the theme that the address names (`theme=dark`), and each that the page around this frame names later: `{type: "stepfall:theme", theme: "dark"}`. Without one it
/// is the system's, or that of the element that frames it.
pub(crate) fn follow_theme() {
    let named = fragment();
    let named = named.split(['?', '&']).find_map(|part| part.strip_prefix("theme="));
    put_on_named(named.unwrap_or_default());
    let listener = window_event_listener(ev::message, move |event| {
        let member = |name: &str| Reflect::get(&event.data(), &name.into()).ok()?.as_string();
        if member("type").as_deref() == Some(THEME) {
            put_on_named(&member("theme").unwrap_or_default());
        }
    });
    on_cleanup(move || listener.remove());
}

/// Shows a link to the page itself, and no controls that someone else could have clicked.
pub(crate) fn show_link() -> Option<()> {
    let document = web_sys::window()?.document()?;
    let element = |tag: &str| -> Option<Element> { document.create_element(tag).ok() };
    let (paragraph, link) = (element("p")?, element("a")?);
    link.set_text_content(Some(text::OPEN_ALONE));
    for (name, value) in
        [("href", base() + &fragment()), ("target", "_blank".into()), ("rel", "noopener".into())]
    {
        link.set_attribute(name, &value).ok()?;
    }
    paragraph.append_child(&link).ok()?;
    document.body()?.append_child(&paragraph).ok()?;
    Some(())
}
