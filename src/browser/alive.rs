//! Callbacks that run later: after a timer, a frame or a promise.
//!
//! The view that started a callback may be gone when it runs, and reading one of its signals would crash the page. Each callback therefore names a value, and
//! does nothing once that value is disposed.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

/// Returns a callback that does nothing once `of` is disposed.
pub(crate) fn while_alive(
    of: impl IsDisposed + 'static,
    callback: impl FnOnce() + 'static,
) -> impl FnOnce() + 'static {
    move || {
        if !of.is_disposed() {
            callback();
        }
    }
}

/// Calls back before the next frame is painted, unless `of` is disposed by then.
pub(crate) fn next_frame(of: impl IsDisposed + 'static, callback: impl FnOnce() + 'static) {
    request_animation_frame(while_alive(of, callback));
}

/// Calls back with the output of a future. Once `of` is disposed the future is dropped, so that it makes no view for an owner that is gone.
pub(crate) fn when_done<T: 'static>(
    of: impl IsDisposed + 'static,
    future: impl Future<Output = T> + 'static,
    then: impl FnOnce(T) + 'static,
) {
    spawn_local(async move {
        if let Some(output) = unless_disposed(of, future).await {
            then(output);
        }
    });
}

/// Drives a future while `of` is alive. Returns `None` once it is disposed.
async fn unless_disposed<T>(of: impl IsDisposed, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(move |context| {
        if of.is_disposed() {
            return Poll::Ready(None);
        }
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// Returns the element of a reference; `None` before it is in the document and after its owner is gone.
pub(crate) fn element<E>(place: NodeRef<E>) -> Option<E::Output>
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    place.try_get_untracked().flatten()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    /// Starts a callback under an owner that may be gone before the callback runs. Returns how often it ran.
    fn calls(is_gone: bool) -> u32 {
        let calls = Rc::new(Cell::new(0));
        let owner = Owner::new();
        let counted = calls.clone();
        let callback = owner.with(|| {
            let value = RwSignal::new(1);
            while_alive(value, move || counted.set(counted.get() + value.get_untracked()))
        });
        if is_gone {
            owner.cleanup();
        }
        callback();
        calls.get()
    }

    #[test]
    fn a_callback_does_nothing_once_its_view_is_gone() {
        assert_eq!(calls(false), 1);
        assert_eq!(calls(true), 0);
    }

    #[test]
    fn a_future_is_dropped_once_its_view_is_gone() {
        let owner = Owner::new();
        let value = owner.with(|| RwSignal::new(1));
        let read = || unless_disposed(value, async move { value.get_untracked() });
        let context = &mut std::task::Context::from_waker(std::task::Waker::noop());
        assert_eq!(pin!(read()).poll(context), Poll::Ready(Some(1)));
        let late = pin!(read());
        owner.cleanup();
        assert_eq!(late.poll(context), Poll::Ready(None));
    }

    #[test]
    fn a_reference_whose_view_is_gone_has_no_element() {
        let owner = Owner::new();
        let place = owner.with(NodeRef::<leptos::html::Div>::new);
        owner.cleanup();
        assert!(element(place).is_none());
    }
}
