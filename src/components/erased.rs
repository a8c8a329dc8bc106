//! Reactive values and handlers as a handful of types.
//!
//! Leptos compiles its code anew for every type that a view holds, and every closure is a type of its own. Closures that
//! are packed here share that code, which keeps the module small.

use std::sync::{Arc, Mutex};

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;
use leptos::tachys::reactive_graph::SharedReactiveFunction;

/// A text that changes.
pub(crate) fn text_of(text: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    Signal::derive(text)
}

/// Something that holds or does not.
pub(crate) fn flag(flag: impl Fn() -> bool + Send + Sync + 'static) -> Signal<bool> {
    Signal::derive(flag)
}

/// A part of the page that changes as a whole.
pub(crate) fn part<V: IntoAny>(view: impl Fn() -> V + Send + 'static) -> AnyView {
    let shared: SharedReactiveFunction<AnyView> = Arc::new(Mutex::new(move || view().into_any()));
    shared.into_any()
}

/// A part of the page that is not always there.
pub(crate) fn optional<V: IntoAny>(view: Option<V>) -> AnyView {
    view.map(IntoAny::into_any).into_any()
}

/// What a button does.
pub(crate) fn press(act: impl Fn() + 'static) -> Box<dyn FnMut(MouseEvent)> {
    Box::new(move |_| act())
}

/// What happens with the value of a field.
pub(crate) fn with_value(act: impl Fn(String) + 'static) -> Box<dyn FnMut(Event)> {
    Box::new(move |event| act(event_target_value(&event)))
}

/// A paragraph of a class.
pub(crate) fn paragraph(class: &'static str, text: impl Into<String>) -> AnyView {
    let text: String = text.into();
    view! { <p class=class>{text}</p> }.into_any()
}

/// A small button with a text, the main one of its place or not.
pub(crate) fn small_button(
    main: bool,
    text: impl Into<String>,
    act: impl Fn() + 'static,
) -> AnyView {
    let text: String = text.into();
    view! {
        <button type="button" class="button is-small" class:is-main=main on:click=press(act)>{text}</button>
    }
    .into_any()
}
