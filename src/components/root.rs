//! The element around a page, within which its views find each other's elements.

use leptos::html;
use leptos::prelude::*;

use crate::browser;

/// The element around Play. Lookups in it find only elements of this Play, even if the page contains several.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root(pub(crate) NodeRef<html::Div>);

impl Root {
    /// Focuses the element that a selector finds, if no element has the focus.
    pub(crate) fn refocus(self, selector: &'static str) {
        browser::refocus_on(move || browser::first_in(self.0, selector));
    }

    /// Scrolls every element of a step into view, each in its scroll container.
    pub(crate) fn reveal(self, step: u16) {
        if let Some(root) = browser::element(self.0) {
            browser::reveal_step(&root, step);
        }
    }
}
