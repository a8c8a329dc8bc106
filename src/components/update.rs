//! That a newer version of the page is ready. Only the visitor reloads it.

use leptos::prelude::*;

use super::small::Button;
use crate::browser;
use crate::text;

/// The notice, while there is something to reload and the visitor has not put it off.
#[component]
pub(crate) fn UpdateNotice(is_ready: RwSignal<bool>) -> impl IntoView {
    let notice = move || {
        view! {
            <div class="update">
                <p>{text::UPDATE_READY}</p>
                <Button class="button is-small is-main" text=text::RELOAD on_press=browser::take_update/>
                <Button class="button is-small" text=text::UPDATE_LATER on_press=move || is_ready.set(false)/>
            </div>
        }
    };
    view! { <div role="status">{move || is_ready.get().then(notice)}</div> }
}
