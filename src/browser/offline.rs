//! Use without a network, and newer versions of the page.

use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};

use super::{asset, is_framed};

#[wasm_bindgen(module = "/src/browser/offline.js")]
extern "C" {
    fn register(script: &str, on_update: &Closure<dyn Fn()>);
    #[wasm_bindgen(js_name = takeUpdate)]
    fn take_up();
    #[wasm_bindgen(js_name = isOutdated)]
    async fn is_outdated() -> JsValue;
}

/// Calls back if the host has another version of the page. There is no call if the version cannot
/// be determined.
pub(crate) fn when_outdated(callback: impl FnOnce() + 'static) {
    spawn_local(async move {
        if is_outdated().await.as_bool() == Some(true) {
            callback();
        }
    });
}

/// Registers the service worker if the document names one. Calls back when a newer version of the
/// page is ready.
pub(crate) fn install_offline(on_update: impl Fn() + 'static) {
    // A user who sees this page in a frame has not visited it. In that case the page is not stored.
    if let Some(script) = asset("offline").filter(|_| !is_framed()) {
        let on_update = Closure::<dyn Fn()>::new(on_update);
        register(&script, &on_update);
        // A newer version may arrive at any time while the page lives.
        on_update.forget();
    }
}

/// Reloads the page in its newer version.
pub(crate) fn take_update() {
    take_up();
}
