//! References to elements of Play that its views focus or search.

use leptos::html;
use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::browser;

/// The elements of one view of Play; the page may contain several such views.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Root {
    /// The element around Play.
    pub(crate) element_ref: NodeRef<html::Div>,
    /// The field of the answer, while the answer is edited.
    pub(crate) field: NodeRef<html::Textarea>,
    /// The marked answer, while the answer is read.
    pub(crate) marked: NodeRef<html::Div>,
    /// The field of the next reply of a dialogue.
    pub(crate) next_reply: NodeRef<html::Textarea>,
    /// The button that opens the settings.
    pub(crate) settings_button: NodeRef<html::Button>,
    /// The button that opens the form that asks a model.
    pub(crate) ask_button: NodeRef<html::Button>,
    /// The button that opens the sources of answers.
    pub(crate) sources_button: NodeRef<html::Button>,
}

impl Root {
    /// Creates the references from the element around Play.
    pub(crate) fn new(element_ref: NodeRef<html::Div>) -> Self {
        Self {
            element_ref,
            field: NodeRef::new(),
            marked: NodeRef::new(),
            next_reply: NodeRef::new(),
            settings_button: NodeRef::new(),
            ask_button: NodeRef::new(),
            sources_button: NodeRef::new(),
        }
    }

    /// Focuses the answer, edited or marked, if no element has the focus.
    pub(crate) fn refocus_answer(self) {
        browser::refocus_on(move || {
            let field = browser::element(self.field).map(HtmlElement::from);
            let marked = || browser::element(self.marked).map(HtmlElement::from);
            // A reference still has an element after the document has removed it.
            field.filter(|field| field.is_connected()).or_else(marked)
        });
    }

    /// Scrolls every element of a step into view, each in its scroll container.
    pub(crate) fn reveal(self, step: u16) {
        if let Some(root) = browser::element(self.element_ref) {
            browser::reveal_step(&root, step);
        }
    }
}
