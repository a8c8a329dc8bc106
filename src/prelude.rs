//! What the page uses of Leptos: its signals, its helpers and its renderer.
//!
//! The crate `leptos` itself brings the view macro's elements, server functions and their wire formats along. The page uses none of
//! these, and its module is 8 kB smaller after compression without them.

pub(crate) use any_spawner::Executor;
pub(crate) use leptos_dom::helpers::{
    TimeoutHandle, document, event_target, event_target_checked, event_target_value,
    set_timeout_with_handle, window,
};
pub(crate) use reactive_graph::effect::RenderEffect;
pub(crate) use reactive_graph::graph::untrack;
pub(crate) use reactive_graph::owner::{Owner, on_cleanup};
pub(crate) use reactive_graph::signal::ArcRwSignal;
pub(crate) use reactive_graph::traits::{Get, GetUntracked, Set, Update, With, WithUntracked};
pub(crate) use tachys::renderer::{Rndr, types};

/// A signal that views pass around. It stands for as long as the page lives, so it is made for what stays.
pub(crate) type Signal<T> = &'static ArcRwSignal<T>;

/// Makes a signal. Leptos's own handles that can be copied need an arena, which weighs more.
pub(crate) fn signal<T>(value: T) -> Signal<T> {
    Box::leak(Box::new(ArcRwSignal::new(value)))
}
