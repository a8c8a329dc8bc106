//! Callbacks that run later: after a delay, before a frame, or after a future.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use leptos::leptos_dom::helpers::{TimeoutHandle, request_idle_callback, set_timeout_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Returns a callback that does nothing once `guard` is disposed.
pub(crate) fn while_alive(
    guard: impl IsDisposed + 'static,
    callback: impl FnOnce() + 'static,
) -> impl FnOnce() + 'static {
    move || {
        if !guard.is_disposed() {
            callback();
        }
    }
}

/// Calls back before the next frame is painted, unless `guard` is disposed by then.
pub(crate) fn next_frame(guard: impl IsDisposed + 'static, callback: impl FnOnce() + 'static) {
    request_animation_frame(while_alive(guard, callback));
}

/// Calls back with the output of a future. A future that is polled after `guard` is disposed is
/// dropped, so that it makes no view for a disposed owner. The callback is then not called.
pub(crate) fn when_done<T: 'static>(
    guard: impl IsDisposed + 'static,
    future: impl Future<Output = T> + 'static,
    then: impl FnOnce(T) + 'static,
) {
    spawn_local(async move {
        if let Some(output) = unless_disposed(guard, future).await {
            then(output);
        }
    });
}

/// Drives a future while `guard` is alive. Returns `None` once `guard` is disposed.
async fn unless_disposed<T>(guard: impl IsDisposed, future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    poll_fn(move |context| {
        if guard.is_disposed() {
            return Poll::Ready(None);
        }
        future.as_mut().poll(context).map(Some)
    })
    .await
}

/// The delay before an idle callback is requested, in milliseconds.
const IDLE_DELAY_MS: f64 = 1_000.0;

/// Calls back when the browser is idle, unless `guard` is disposed by then. Callbacks load files
/// before they are needed, so they never run for users who ask for reduced data use.
pub(crate) fn when_idle(guard: impl IsDisposed + Copy + 'static, callback: impl Fn() + 'static) {
    if !super::saves_data() {
        let while_alive = move || {
            if !guard.is_disposed() {
                callback();
            }
        };
        let _ = Timer::start(guard, IDLE_DELAY_MS, move || request_idle_callback(while_alive));
    }
}

/// A scheduled callback that can be cancelled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timer(TimeoutHandle);

impl Timer {
    /// Calls back after a delay, unless `guard` is disposed by then. Stores and views pass one of
    /// their own signals as `guard`.
    pub(crate) fn start(
        guard: impl IsDisposed + 'static,
        milliseconds: f64,
        callback: impl FnOnce() + 'static,
    ) -> Option<Self> {
        Self::after(milliseconds, while_alive(guard, callback))
    }

    /// Calls back after a delay, even if signals are disposed by then. The callback must not read a
    /// signal.
    pub(super) fn after(milliseconds: f64, callback: impl FnOnce() + 'static) -> Option<Self> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "whole milliseconds suffice, and the cast saturates"
        )]
        let delay = Duration::from_millis(milliseconds as u64);
        set_timeout_with_handle(callback, delay).ok().map(Self)
    }

    pub(crate) fn cancel(self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::rc::Rc;

    use super::*;

    /// Makes a callback under a reactive owner, disposes the owner if `is_gone`, and runs the
    /// callback. Returns 1 if the callback did something, and 0 otherwise.
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
    fn a_callback_does_nothing_after_its_view_is_disposed() {
        assert_eq!(calls(false), 1);
        assert_eq!(calls(true), 0);
    }

    #[test]
    fn a_future_is_dropped_after_its_view_is_disposed() {
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
    fn a_reference_of_a_disposed_view_has_no_element() {
        let owner = Owner::new();
        let element_ref = owner.with(NodeRef::<leptos::html::Div>::new);
        owner.cleanup();
        assert!(crate::browser::element(element_ref).is_none());
    }
}
