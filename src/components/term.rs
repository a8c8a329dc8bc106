//! A word of a verdict that leads to its entry in the field guide.

use leptos::prelude::*;
use stepfall_link::{Entry, LearnLink};

use crate::browser;

/// The word as a link; as it is where the guide has no entry of that name. From a frame the link leads to a tab of its own.
#[component]
pub(crate) fn Term(
    slug: &'static str,
    #[prop(default = "term")] class: &'static str,
    children: Children,
) -> impl IntoView {
    let is_framed = browser::is_framed();
    let address = Entry::from_slug(slug).map(|entry| {
        let fragment = LearnLink::of_entry(entry).fragment();
        if is_framed { format!("{}{fragment}", browser::base()) } else { fragment }
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
