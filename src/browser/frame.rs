//! The page inside a frame of another page. The other page may overlay the frame with any content.

use js_sys::{Object, Reflect};
use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsValue;
use web_sys::Element;

use super::{
    address_without_fragment, apply_theme_by_slug, element, fragment, on_change, on_resize,
};
use crate::text;

/// The type of messages that report the height to the embedding page.
const HEIGHT: &str = "stepfall:height";

/// The type of messages by which the embedding page sets the theme.
const THEME: &str = "stepfall:theme";

/// Returns whether the page is inside a frame of another page.
pub(crate) fn is_framed() -> bool {
    let window = web_sys::window();
    let top = window.as_ref().and_then(|window| window.top().ok().flatten());
    top != window
}

/// Sends the height of an element to the embedding page whenever it changes, as
/// `{type: "stepfall:height", height}`. A browser neither paints nor measures a frame that is
/// scrolled out of view. The function therefore also observes changes of the content, so that such
/// a frame reports its height.
pub(crate) fn report_height(element_ref: NodeRef<html::Div>) {
    let last_height = StoredValue::new(0);
    let tell = move || {
        let Some(height) = element(element_ref).map(|place| place.offset_height()) else {
            return;
        };
        if last_height.try_get_value() != Some(height) {
            last_height.try_set_value(height);
            post_height(height);
        }
    };
    on_resize(element_ref, tell);
    on_change(element_ref, tell);
}

/// Makes every link in this frame open in a new tab, because a linked page may refuse to be framed.
pub(crate) fn open_apart() {
    let document = document();
    if let (Ok(base), Some(head)) = (document.create_element("base"), document.head()) {
        let _ = base.set_attribute("target", "_blank");
        let _ = head.append_child(&base);
    }
}

/// Sends a height to the embedding page. Any origin may receive the message, because the height of
/// a frame is no secret.
fn post_height(height: i32) {
    let message = Object::new();
    // Setting a member of a new object cannot fail. If the message cannot be sent, there is no
    // recipient.
    let _ = Reflect::set(&message, &"type".into(), &HEIGHT.into());
    let _ = Reflect::set(&message, &"height".into(), &JsValue::from(height));
    if let Ok(Some(parent)) = window().parent() {
        let _ = parent.post_message(&message, "*");
    }
}

/// Applies the theme in the address (`theme=dark`), and every theme that the embedding page sends
/// later as `{type: "stepfall:theme", theme: "dark"}`. Without a theme, the theme of the system or
/// of the frame element applies.
pub(crate) fn follow_theme() {
    let named = fragment();
    let named = named.split(['?', '&']).find_map(|part| part.strip_prefix("theme="));
    apply_theme_by_slug(named.unwrap_or_default());
    let listener = window_event_listener(ev::message, move |event| {
        let member = |name: &str| Reflect::get(&event.data(), &name.into()).ok()?.as_string();
        if member("type").as_deref() == Some(THEME) {
            apply_theme_by_slug(&member("theme").unwrap_or_default());
        }
    });
    on_cleanup(move || listener.remove());
}

/// Shows only a link to the page itself. Controls would be unsafe, because a hostile page could
/// make the user click them.
pub(crate) fn show_link() -> Option<()> {
    let document = web_sys::window()?.document()?;
    let element = |tag: &str| -> Option<Element> { document.create_element(tag).ok() };
    let (paragraph, link) = (element("p")?, element("a")?);
    link.set_text_content(Some(text::page::OPEN_ALONE));
    for (name, value) in [
        ("href", address_without_fragment() + &fragment()),
        ("target", "_blank".into()),
        ("rel", "noopener".into()),
    ] {
        link.set_attribute(name, &value).ok()?;
    }
    paragraph.append_child(&link).ok()?;
    document.body()?.append_child(&paragraph).ok()?;
    Some(())
}
