//! The head of the page: what it is, the theme, sharing.

use leptos::html::Main;
use leptos::prelude::*;

use super::erased::{part, press, text_of};
use super::icons::{mark, theme_icon};
use super::share::Share;
use crate::browser::{choose_theme, chosen_theme};
use crate::text;

/// The head of the page.
#[component]
pub(crate) fn Header(
    /// Where the skip button leads.
    main: NodeRef<Main>,
) -> impl IntoView {
    let theme = RwSignal::new(chosen_theme());
    let change = press(move || {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    });
    let name = text_of(move || text::theme(theme.get().slug(), theme.get().next().slug()));
    // A link would change the fragment, which is the state.
    let skip = press(move || {
        if let Some(main) = main.get_untracked() {
            // Where the browser refuses there is nothing to be done.
            let _ = main.focus();
        }
    });
    view! {
        <header class="bar">
            <button type="button" class="skip button" on:click=skip>{text::SKIP}</button>
            <div class="brand">{mark()}<span>{text::NAME}</span></div>
            <button type="button" class="button is-square" aria-label=name title=name on:click=change>
                {part(move || theme_icon(theme.get()))}
            </button>
            <Share />
        </header>
    }
    .into_any()
}
