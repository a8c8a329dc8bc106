//! The page inside of another one, which may lay what it likes over it.

use web_sys::Element;

use super::{base, fragment};
use crate::text;

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
