//! What the page uses of Leptos.

pub(crate) use crate::stores::{ModelStateStoreFields, SweepStateStoreFields};
pub(crate) use leptos::leptos_dom::helpers::{
    TimeoutHandle, WindowListenerHandle, request_idle_callback, set_timeout_with_handle,
};
pub(crate) use leptos::prelude::*;
pub(crate) use leptos::{ev, html};
