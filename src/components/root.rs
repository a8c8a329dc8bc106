//! The element around a place, within which its views find what others of them show.

use leptos::html;
use leptos::prelude::*;

use crate::browser;

/// The element around Play. What is found in it belongs to this Play, however many stand on the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root(pub(crate) NodeRef<html::Div>);

impl Root {
    /// Puts the focus on what a selector finds, where nothing has it.
    pub(crate) fn refocus(self, selector: &'static str) {
        browser::refocus_on(move || browser::first_in(self.0, selector));
    }

    /// Brings everything that stands for a value into view, each in the box that it scrolls in.
    pub(crate) fn reveal(self, step: u16) {
        if let Some(root) = browser::element(self.0) {
            browser::reveal_step(&root, step);
        }
    }
}
