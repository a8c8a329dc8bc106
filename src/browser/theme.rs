//! The theme: the system's theme, unless the user has chosen another. The choice is stored if the
//! browser allows that.

use leptos::prelude::{document, window};

const KEY: &str = "stepfall.theme";
const ATTRIBUTE: &str = "data-theme";

/// A light or dark theme, or the theme of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Returns the name, which the storage and the style sheet also use.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the next theme in the cycle.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }
}

/// Applies the stored theme, and returns it.
pub(crate) fn chosen_theme() -> Theme {
    let storage = window().local_storage().ok().flatten();
    let slug = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
    let theme = Theme::ALL
        .into_iter()
        .find(|theme| Some(theme.slug()) == slug.as_deref())
        .unwrap_or(Theme::System);
    apply_theme(theme);
    theme
}

/// Returns whether the visible theme is dark.
pub(crate) fn is_dark() -> bool {
    let root = document().document_element();
    match root.and_then(|root| root.get_attribute(ATTRIBUTE)).as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => {
            let dark = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
            dark.is_some_and(|dark| dark.matches())
        }
    }
}

/// Applies a theme, and stores the choice if the browser allows that.
pub(crate) fn choose_theme(theme: Theme) {
    apply_theme(theme);
    if let Ok(Some(storage)) = window().local_storage() {
        // A theme that cannot be stored still applies.
        let _ = storage.set_item(KEY, theme.slug());
    }
}

/// Applies the theme with this name, or the system's theme if there is no such name. Does not store
/// the choice.
pub(crate) fn apply_theme_by_slug(slug: &str) {
    let named = Theme::ALL.into_iter().find(|theme| theme.slug() == slug);
    apply_theme(named.unwrap_or(Theme::System));
}

fn apply_theme(theme: Theme) {
    if let Some(root) = document().document_element() {
        // Setting an attribute of this name cannot fail.
        let _ = root.set_attribute(ATTRIBUTE, theme.slug());
    }
}
