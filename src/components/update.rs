//! The notice that a newer version of the page is ready. The page reloads only if the user presses
//! the button.

use leptos::prelude::*;

use crate::browser;
use crate::components::widgets::basic::Button;
use crate::stores::Pages;
use crate::text;

/// The notice, if a newer version is ready and the user has not dismissed it.
#[component]
pub(crate) fn UpdateNotice(pages: Pages, is_ready: RwSignal<bool>) -> impl IntoView {
    let notice = move || {
        view! {
            <div class="update">
                <p>{text::page::UPDATE_READY}</p>
                <Reload class="button is-small is-main" pages/>
                <Button class="button is-small" text=text::page::UPDATE_LATER on_press=move || is_ready.set(false)/>
            </div>
        }
    };
    view! { <div role="status">{move || is_ready.get().then(notice)}</div> }
}

/// A button that loads the newest version of the page. If the browser cannot save the current
/// state, the first press only shows a warning.
#[component]
pub(crate) fn Reload(
    pages: Pages,
    #[prop(default = "button")] class: &'static str,
) -> impl IntoView {
    let is_unkept = RwSignal::new(false);
    let press = move || {
        if is_unkept.get_untracked() {
            browser::take_update();
        } else {
            is_unkept.set(!pages.reload());
        }
    };
    view! {
        <Button class text=text::page::RELOAD on_press=press/>
        <Show when=move || is_unkept.get()>
            <p role="alert">{text::page::NOT_KEPT_OVER_RELOAD}</p>
        </Show>
    }
}
