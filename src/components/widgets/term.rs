//! A word of a verdict that links to its entry in the field guide.

use leptos::prelude::*;
use stepfall_link::{GuideSlug, LearnLink};

use crate::browser;

/// The word as a link, or as plain text if the guide has no entry for it. In a frame the link opens
/// a new tab.
#[component]
pub(crate) fn Term(
    slug: &'static str,
    #[prop(default = "term")] class: &'static str,
    children: Children,
) -> impl IntoView {
    let is_framed = browser::is_framed();
    let address = GuideSlug::from_slug(slug).map(|entry| {
        let fragment = LearnLink::of_entry(entry).fragment();
        if is_framed {
            format!("{}{fragment}", browser::address_without_fragment())
        } else {
            fragment
        }
    });
    view! {
        <a
            class=class
            href=address
            target=is_framed.then_some("_blank")
            rel=is_framed.then_some("noopener")
        >
            {children()}
        </a>
    }
}
