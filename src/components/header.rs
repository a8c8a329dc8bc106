//! The page header: the title, the pages, the theme, and sharing.

use leptos::prelude::*;
use stepfall_link::{Page, Route};

use super::share::Share;
use crate::browser::{choose_theme, chosen_theme};
use crate::components::widgets::basic::Button;
use crate::components::widgets::icons::{Logo, ThemeIcon};
use crate::components::widgets::page_link::PageLink;
use crate::stores::{LazySlot, Pages};
use crate::text;

/// The page header. The skip button calls `skip`, which focuses the main part of the page.
#[component]
pub(crate) fn Header(
    pages: Pages,
    /// True if an overlay covers the header.
    #[prop(into)]
    is_covered: Signal<bool>,
    skip: impl Fn() + 'static,
) -> impl IntoView {
    let play = pages.play();
    let theme = RwSignal::new(chosen_theme());
    let change = move |_| {
        theme.update(|theme| *theme = theme.next());
        choose_theme(theme.get_untracked());
    };
    let name = move || text::page::theme(theme.get().slug(), theme.get().next().slug());
    let link = move |page, name: &'static str| {
        let is_here = Signal::derive(move || pages.route().get() == Route::To(page));
        view! {
            <PageLink
                page
                class="nav-link"
                is_here
                on_open=move |page| pages.open(page)
                on_rest=Callback::new(move |page| pages.preload(page))
            >
                {name}
            </PageLink>
        }
    };
    view! {
        <header class="bar" inert=move || is_covered.get()>
            // A link instead of a button would change the fragment, which holds the state.
            <Button class="skip button" text=text::page::SKIP on_press=skip/>
            <div class="brand"><Logo/><span>{text::page::NAME}</span></div>
            <nav class="nav-links" aria-label=text::sweep::PAGES>
                {link(Page::Play, text::sweep::PLAY)}
                {link(Page::Sweep, text::sweep::SWEEP)}
                {link(Page::Results, text::page::RESULTS)}
                {link(Page::Batch, text::batch::BATCH)}
                {link(Page::Lab, text::lab::LAB)}
                {link(Page::Learn, text::learn::LEARN)}
                {link(Page::About, text::play::ABOUT)}
            </nav>
            <button
                type="button"
                class="button is-square"
                aria-label=name
                title=name
                on:click=change
            >
                <ThemeIcon theme/>
            </button>
            <Show when=move || pages.route().get() == Route::To(Page::Play)>
                <Share play/>
            </Show>
            {pages.slots().map(|slot| view! { <PageShareButton pages of=slot/> })}
        </header>
    }
}

/// The share button of a lazily loaded page, shown while the page is visible. A disabled button
/// replaces it until the page is loaded, to avoid a layout shift.
#[component]
fn PageShareButton(pages: Pages, of: LazySlot) -> impl IntoView {
    let is_here = Memo::new(move |_| pages.route().get() == Route::To(of.page));
    move || {
        is_here.get().then(|| match of.loaded() {
            Some(page) => page.share(),
            None => {
                view! { <Button class="button" text=text::page::SHARE disabled=true on_press=|| ()/> }
                    .into_any()
            }
        })
    }
}
