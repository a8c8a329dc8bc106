//! Views of lazily loaded parts, including their loading and failed states.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use stepfall_link::{Page, Route};

use super::update::Reload;
use crate::browser;
use crate::components::widgets::basic::Button;
use crate::lazy::NotLoaded;
use crate::state::Loading;
use crate::stores::{LazySlot, Pages};
use crate::text;

/// A view that is still loading.
pub(crate) type ComingView = Pin<Box<dyn Future<Output = Result<AnyView, NotLoaded>>>>;

/// A page, or a placeholder with a sentence while the page is loading. The view of the page is
/// created when the page is first opened, and only hidden afterwards.
#[component]
pub(crate) fn LazySlotView(
    pages: Pages,
    of: LazySlot,
    /// Receives the main part of the page or of the placeholder.
    main: NodeRef<html::Main>,
) -> impl IntoView {
    let LazySlot { page, loading, .. } = of;
    let hidden = Signal::derive(move || pages.route().get() != Route::To(page));
    let was_visited =
        Memo::new(move |was: Option<&bool>| was.is_some_and(|was| *was) || !hidden.get());
    let is_failed = Memo::new(move |_| loading.get() == Loading::Failed);
    // The pressed button is removed, so the focus moves to the main part.
    let refocus = move || browser::refocus_on(move || browser::element(main));
    let retry = move || {
        refocus();
        pages.load(page);
    };
    let content = move || match of.loaded() {
        Some(loaded) => {
            if browser::has_focus(main) {
                refocus();
            }
            loaded.view(pages, main, hidden)
        }
        None => view! {
            <div class=format!("page is-{}", page.slug()) hidden=hidden>
                <main tabindex="-1" class="is-coming" node_ref=main>
                    <Show when=move || is_failed.get() fallback=move || coming(page.name())>
                        <NotLoadedCard on_retry=retry/>
                    </Show>
                </main>
            </div>
        }
        .into_any(),
    };
    view! { <Show when=move || was_visited.get()>{content}</Show> }
}

/// Draws the sentence that replaces a part while it loads.
fn coming(name: &str) -> AnyView {
    view! { <p class="soft" role="status">{text::page::loading_page(name)}</p> }.into_any()
}

/// The placeholder of a part of a page, while the part is loading or after loading has failed.
#[derive(Clone, Copy, Default)]
pub(crate) struct Placeholder {
    /// The name of the part.
    pub(crate) name: &'static str,
    pub(crate) class: &'static str,
    /// Closes a part that covers the page; `None` for other parts. With `Some`, the placeholder
    /// takes the focus.
    pub(crate) close: Option<Callback<()>>,
}

impl Placeholder {
    /// Describes a part that is laid out within the page.
    pub(crate) const fn for_part(name: &'static str) -> Self {
        Self { name, class: "", close: None }
    }

    /// Wraps a sentence or a card in the placeholder.
    fn around(self, view: AnyView) -> AnyView {
        let Self { class, close, .. } = self;
        let root = NodeRef::<html::Div>::new();
        let close = close.map(|close| {
            browser::refocus_on(move || browser::element(root).map(Into::into));
            view! { <Button text=text::page::CLOSE on_press=move || close.run(())/> }
        });
        view! { <div class=format!("part-coming {class}") tabindex="-1" node_ref=root>{view}{close}</div> }.into_any()
    }
}

/// A part of a page that is loaded when `when` is first true. The part then stays, and is hidden
/// while `when` is false.
#[component]
pub(crate) fn LazyPartOnDemand(
    when: Signal<bool>,
    /// Loads the part and makes its view.
    load: impl Fn() -> ComingView + Copy + Send + Sync + 'static,
    waiting: Placeholder,
) -> impl IntoView {
    let was = Memo::new(move |was: Option<&bool>| was.is_some_and(|was| *was) || when.get());
    view! {
        <Show when=move || was.get()>
            <div class="contents" hidden=move || !when.get()><LazyPart load waiting/></div>
        </Show>
    }
}

/// A part of a page that is loaded when this component is first shown.
#[component]
pub(crate) fn LazyPart(
    /// Loads the part and makes its view.
    load: impl Fn() -> ComingView + Copy + Send + Sync + 'static,
    /// The page and its main part, if the loaded part is a whole page. The frame of the page is
    /// drawn immediately.
    #[prop(optional, into)]
    page: Option<(Page, NodeRef<html::Main>)>,
    /// The placeholder shown until the part is loaded. A placeholder without a name is empty.
    #[prop(optional)]
    waiting: Placeholder,
) -> impl IntoView {
    let loading = RwSignal::new(Loading::Unneeded);
    let arrived = StoredValue::new_local(None::<AnyView>);
    let owner = StoredValue::new(Owner::current().unwrap_or_default());
    let start = move || {
        let Some(owner) = owner.try_get_value() else { return };
        loading.set(Loading::Unneeded);
        let coming = owner.with(|| ScopedFuture::new_untracked(load()));
        browser::when_done(loading, coming, move |part| match part {
            Ok(view) => {
                arrived.set_value(Some(view));
                loading.set(Loading::Ready);
            }
            Err(NotLoaded) => loading.set(Loading::Failed),
        });
        // A part that is already loaded arrives before the delay, and needs no message.
        let say = move || {
            if loading.get_untracked() == Loading::Unneeded {
                loading.set(Loading::Coming);
            }
        };
        set_timeout(browser::while_alive(loading, say), Duration::ZERO);
    };
    start();
    let framed = move |view: AnyView| {
        match page {
        None if waiting.name.is_empty() => view,
        None => waiting.around(view),
        Some((_, main)) => view! {
            <div class="page"><main tabindex="-1" class="is-coming" node_ref=main>{view}</main></div>
        }
        .into_any(),
    }
    };
    let sentence = move || match page {
        Some((page, _)) => Some(coming(page.name())),
        None => (!waiting.name.is_empty()).then(|| coming(waiting.name)),
    };
    let retry = move || {
        if let Some((_, main)) = page {
            browser::refocus_on(move || browser::element(main));
        }
        start();
    };
    move || match loading.get() {
        Loading::Unneeded => framed(().into_any()),
        Loading::Coming => framed(sentence().into_any()),
        Loading::Ready => arrived.try_update_value(Option::take).flatten().into_any(),
        Loading::Failed => framed(view! { <NotLoadedCard on_retry=retry/> }.into_any()),
    }
}

/// A message that a part failed to load, with a way to continue. After a new release the host no
/// longer has the old part, and the card offers to reload the page.
#[component]
fn NotLoadedCard(on_retry: impl Fn() + 'static) -> impl IntoView {
    let is_outdated = RwSignal::new(false);
    browser::when_outdated(browser::while_alive(is_outdated, move || is_outdated.set(true)));
    // A view for frames has no `Pages`, so it offers no reload.
    let pages = use_context::<Pages>();
    let reload =
        move || is_outdated.get().then_some(pages).flatten().map(|pages| view! { <Reload pages/> });
    view! {
        <div class="problem card" role="alert">
            <p>{move || if is_outdated.get() { text::page::PART_OUTDATED } else { text::page::PART_NOT_LOADED }}</p>
            <div class="problem-ways">
                <Button text=text::verdict::RETRY on_press=on_retry/>
                {reload}
            </div>
        </div>
    }
}
