//! The value that is looked at, wherever something stands for it.

use leptos::prelude::*;
use leptos::reactive::computed::Selector;

/// Tells what stands for a value whether that one is looked at. Only what stands for the values before and after hears of a change.
#[derive(Clone)]
pub(crate) struct Pointed(Selector<Option<u16>>);

impl Pointed {
    pub(crate) fn new(focus: RwSignal<Option<u16>>) -> Self {
        Self(Selector::new(move || focus.get()))
    }

    /// Whether the value with this number is looked at.
    pub(crate) fn is_at(&self, number: u16) -> impl Fn() -> bool + Send + Sync + use<> {
        let selector = self.0.clone();
        move || selector.selected(&Some(number))
    }
}
