//! The whole page: opens the address or shows the error, and switches between pages.

use std::time::Duration;

use leptos::context::Provider;
use leptos::html;

use leptos::prelude::*;
use leptos::task::spawn_local;
use stepfall_link::{Page, Route};

use crate::browser;
use crate::components::{Header, LazyPart, LazySlotView, PageLink, UpdateNotice};
use crate::job_client::JobClient;
use crate::lazy;
use crate::pages::{PlayPage, UnknownPage};
use crate::stores::{
    AddressBar, AnswerPanel, ModelClient, PageContext, Pages, PlayStore, open_from_address,
    take_sign_in_reply,
};
use crate::text;
use crate::worker_client::WorkerClient;

/// The address of the source code, if the build sets it.
pub(crate) const SOURCE: Option<&str> = option_env!("STEPFALL_SOURCE");

#[component]
pub(crate) fn App(
    /// Called when the part that is visible at first is built.
    on_built: Callback<()>,
) -> impl IntoView {
    let back = take_sign_in_reply();
    // Grading has its own worker, because that worker may be ended at any time. The worker that
    // asks models must not be ended.
    let (grading, asking) = (WorkerClient::new(), WorkerClient::new());
    match open_from_address() {
        Ok(opened) => {
            let jobs = JobClient::new(grading);
            let play = PlayStore::new(opened, jobs, Some(AddressBar::new()));
            let models = ModelClient::new(play, asking, back);
            let route = RwSignal::new(Route::read(&browser::fragment()));
            // A user who returns from signing in at a provider expects the form that asks a model.
            if models.has_returned() && route.get_untracked() == Route::To(Page::Play) {
                play.panel.set(Some(AnswerPanel::Ask));
            }
            let pages = Pages::new(PageContext { route, play, models, asking, jobs });
            browser::on_entry(move |is_new| pages.reopen(is_new));
            let is_newer_ready = RwSignal::new(false);
            browser::when_idle(route, move || {
                grading.start();
                spawn_local(lazy::preload_play());
                browser::install_offline(move || is_newer_ready.set(true));
            });
            // The page is built in the next task, which keeps this task short.
            let has_page = RwSignal::new(false);
            let _ = browser::Timer::start(has_page, 0.0, move || has_page.set(true));
            view! {
                <Provider value=pages>
                    <Show when=move || has_page.get()>
                        <Page pages on_built/>
                    </Show>
                </Provider>
                <UpdateNotice pages is_ready=is_newer_ready/>
            }
            .into_any()
        }
        Err(refusal) => {
            let why = refusal.to_string();
            // The view is in the page only after this function has returned.
            set_timeout(move || on_built.run(()), Duration::ZERO);
            view! { <main><h1>{text::page::NAME}</h1><p>{text::page::FATAL}" "{why}</p></main> }
                .into_any()
        }
    }
}

/// The header, the visible page and the footer. Hidden pages keep their state.
#[component]
fn Page(pages: Pages, on_built: Callback<()>) -> impl IntoView {
    let main = NodeRef::<html::Main>::new();
    let about_main = NodeRef::<html::Main>::new();
    let slots = pages.slots().map(|slot| (slot, NodeRef::<html::Main>::new()));
    let is_at = move |page| Memo::new(move |_| pages.route().get() == Route::To(page));
    let (is_play, is_about) = (is_at(Page::Play), is_at(Page::About));
    // The view of Play is created when it is first opened, and stays.
    let has_play = Memo::new(move |had: Option<&bool>| had == Some(&true) || is_play.get());
    let is_late = !is_play.get_untracked();
    if is_late {
        on_built.run(());
    }
    let is_narrow = browser::media_query_signal(browser::NARROW);
    let is_covered =
        Memo::new(move |_| is_play.get() && pages.play().has_settings.get() && is_narrow.get());
    let skip = move || {
        let main = match pages.route().get_untracked() {
            Route::To(Page::About) => about_main,
            Route::To(page) => {
                slots.into_iter().find(|(slot, _)| slot.page == page).map_or(main, |(_, main)| main)
            }
            Route::Embed(_) | Route::Unknown(_) => main,
        };
        if let Some(main) = browser::element(main) {
            // If the element cannot take the focus, the focus stays where it is.
            let _ = main.focus();
        }
    };
    let other = move || match pages.route().get() {
        Route::To(_) => None,
        route => Some(view! { <UnknownPage pages route/> }),
    };
    view! {
        <Header pages is_covered skip/>
        <Show when=move || has_play.get()>
            <PlayPage
                play=pages.play()
                client=pages.models()
                main
                is_late
                on_built
                hidden=Signal::derive(move || !is_play.get())
            />
        </Show>
        {slots.map(|(slot, main)| view! { <LazySlotView pages of=slot main/> })}
        <Show when=move || is_about.get()>
            <LazyPart page=(Page::About, about_main) load=move || Box::pin(lazy::about(about_main))/>
        </Show>
        {other}
        <Foot pages is_covered/>
    }
}

#[component]
fn Foot(
    pages: Pages,
    /// True if an overlay covers the footer.
    #[prop(into)]
    is_covered: Signal<bool>,
) -> impl IntoView {
    // Opens in a new tab: leaving this page would lose what it keeps in memory, such as an API key.
    let licences = browser::asset("licences").map(|address| {
        view! { <a href=address target="_blank" rel="noopener">{text::play::FOOT_LICENCES}</a> }
    });
    let is_development = browser::asset("build").is_some();
    let source = SOURCE.map(|address| {
        view! { <a href=address target="_blank" rel="noopener">{text::play::FOOT_SOURCE}</a> }
    });
    view! {
        <footer class="foot" inert=move || is_covered.get()>
            <span>{text::play::FOOT}</span>
            <PageLink page=Page::About on_open=move |page| pages.open(page)>{text::play::FOOT_ABOUT}</PageLink>
            <a href=text::about::STUDY_ADDRESS target="_blank" rel="noopener">{text::play::FOOT_STUDY}</a>
            {source}
            {licences}
            {is_development.then(|| view! { <span>{text::page::FOOT_DEVELOPMENT}</span> })}
            <span>{text::play::version(env!("CARGO_PKG_VERSION"))}</span>
        </footer>
    }
}
