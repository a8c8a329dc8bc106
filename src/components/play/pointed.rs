//! The selected value, shared by all elements that represent it.

use leptos::prelude::*;
use leptos::reactive::computed::Selector;

/// Reports to each element whether its value is selected. Only the elements of the previous and the
/// new value are notified of a change.
#[derive(Clone)]
pub(crate) struct Pointed(Selector<Option<u16>>);

impl Pointed {
    pub(crate) fn new(focus: RwSignal<Option<u16>>) -> Self {
        Self(Selector::new(move || focus.get()))
    }

    /// Returns a function that reports whether the value with this number is selected.
    pub(crate) fn is_at(&self, number: u16) -> impl Fn() -> bool + Send + Sync + use<> {
        let selector = self.0.clone();
        move || selector.selected(&Some(number))
    }
}
