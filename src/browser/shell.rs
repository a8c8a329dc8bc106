//! The shell: the content that the document shows before the page has started.

use leptos::prelude::*;
use leptos::tachys::renderer::Rndr;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Removes the shell, and hides the notice that the page could not be started.
pub(crate) fn remove_shell() {
    let document = web_sys::window().and_then(|window| window.document());
    let found = |id| document.as_ref().and_then(|document| document.get_element_by_id(id));
    if let Some(shell) = found("shell") {
        shell.remove();
    }
    // The page has started, so the error that made the document show the notice was not fatal. A
    // browser extension may have caused the error.
    if let Some(notice) = found("not-started") {
        let _ = notice.set_attribute("hidden", "");
    }
}

/// An element outside the document, in which the page is built while the document shows its shell.
#[derive(Clone)]
pub(crate) struct UnseenPage(HtmlElement);

impl UnseenPage {
    pub(crate) fn new() -> Self {
        Self(Rndr::create_element("div", None).unchecked_into())
    }

    /// Builds a view in the element. The view is never unmounted.
    pub(crate) fn mount<V: IntoView + 'static>(&self, view: impl FnOnce() -> V + 'static) {
        leptos::mount::mount_to(self.0.clone(), view).forget();
    }

    /// Puts the page into the document in place of the shell. A second call has no effect.
    pub(crate) fn show(&self) {
        remove_shell();
        if let Some(body) = document().body() {
            while let Some(child) = self.0.first_child() {
                let _ = body.append_child(&child);
            }
        }
    }
}
