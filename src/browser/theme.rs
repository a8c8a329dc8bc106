//! The theme: the system's unless the visitor chose one, which is remembered where the browser allows it.

use leptos::prelude::{document, window};

const KEY: &str = "stepfall.theme";
const ATTRIBUTE: &str = "data-theme";

/// Light, dark, or what the system says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The name, also in the storage and in the style.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The one that comes next.
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::System => Self::Light,
            Self::Light => Self::Dark,
            Self::Dark => Self::System,
        }
    }
}

/// The theme that was chosen before, and puts it on.
pub(crate) fn chosen_theme() -> Theme {
    let storage = window().local_storage().ok().flatten();
    let slug = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
    let theme = Theme::ALL
        .into_iter()
        .find(|theme| Some(theme.slug()) == slug.as_deref())
        .unwrap_or(Theme::System);
    put_on(theme);
    theme
}

/// Whether what is seen is light on dark.
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

/// Puts a theme on and remembers it where that is allowed.
pub(crate) fn choose_theme(theme: Theme) {
    put_on(theme);
    if let Ok(Some(storage)) = window().local_storage() {
        // A theme that is not remembered is still on.
        let _ = storage.set_item(KEY, theme.slug());
    }
}

/// Puts on the theme of this name, or the system's, and remembers nothing.
pub(crate) fn put_on_named(slug: &str) {
    let named = Theme::ALL.into_iter().find(|theme| theme.slug() == slug);
    put_on(named.unwrap_or(Theme::System));
}

fn put_on(theme: Theme) {
    if let Some(root) = document().document_element() {
        // Setting an attribute of this name cannot fail.
        let _ = root.set_attribute(ATTRIBUTE, theme.slug());
    }
}
