//! Icons. Each appears next to a text or in a named button, and is hidden from screen readers.

use leptos::prelude::*;

use crate::browser::Theme;

/// The logo: a descending stair and the missed step.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    view! {
        <svg class="mark" width="24" height="20" viewBox="0 0 24 20" aria-hidden="true" fill="none">
            <path
                d="M2 3h6v5h6v5h4"
                stroke="currentColor"
                stroke-width="2.4"
                stroke-linecap="round"
                stroke-linejoin="round"
            />
            <circle class="mark-dot" cx="21" cy="17" r="1.8"/>
        </svg>
    }
}

#[component]
pub(crate) fn ThemeIcon(#[prop(into)] theme: Signal<Theme>) -> impl IntoView {
    let path = move || match theme.get() {
        // A ring whose left half is filled by strokes.
        Theme::System => "M8 2a6 6 0 1 0 0 12a6 6 0 1 0 0-12zM7 3v10M5.5 4v8M4 5.5v5",
        Theme::Light => {
            "M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3.1 3.1l1 1M11.9 11.9l1 1M3.1 12.9l1-1M11.9 4.1l1-1"
        }
        Theme::Dark => "M13.5 9.6A6 6 0 1 1 6.4 2.5a4.8 4.8 0 0 0 7.1 7.1z",
    };
    view! {
        <svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d=path/>
        </svg>
    }
}
