//! The pages of the app: loading them, and switching between them.

use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;
use stepfall_link::{Page, Route};

use super::{ModelClient, PlayStore};
use crate::browser;
use crate::job_client::JobClient;
use crate::lazy;
use crate::state::{Loading, StoredTranscript};
use crate::text;
use crate::worker_client::WorkerClient;

/// The stores and workers that the pages share.
#[derive(Clone, Copy)]
pub(crate) struct PageContext {
    /// The page that the address names.
    pub(crate) route: RwSignal<Route>,
    pub(crate) play: PlayStore,
    pub(crate) models: ModelClient,
    /// The worker that asks models and runs sweeps.
    pub(crate) asking: WorkerClient,
    /// The worker that grades.
    pub(crate) jobs: JobClient,
}

/// A page that is loaded when it is first opened.
pub(crate) trait LazyPage {
    /// Opens the address for the first time.
    fn open(&self) {
        self.reopen();
    }
    /// Opens the address again after the user has changed it, for example with Back.
    fn reopen(&self);
    /// Returns the fragment of the current state.
    fn fragment(&self) -> String;
    /// Sets the document title from the current state.
    fn set_title(&self);
    /// Writes pending changes into the address, before another page replaces it.
    fn write_address(&self) {}
    /// Makes the view of the page. `main` receives the element of its main part.
    fn view(&self, pages: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView;
    /// Makes the button that shares the current state.
    fn share(&self) -> AnyView;
}

/// The slot of a lazily loaded page.
#[derive(Clone, Copy)]
pub(crate) struct LazySlot {
    pub(crate) page: Page,
    pub(crate) loading: RwSignal<Loading>,
    /// True if the page has read an address. A page that has loaded after the user left it reads
    /// the address at the next visit.
    pub(crate) is_open: RwSignal<bool>,
    loaded: StoredValue<Option<Rc<dyn LazyPage>>, LocalStorage>,
}

impl LazySlot {
    fn new(page: Page) -> Self {
        Self {
            page,
            loading: RwSignal::new(Loading::default()),
            is_open: RwSignal::new(false),
            loaded: StoredValue::new_local(None),
        }
    }

    /// Returns the page once it has been opened. Tracks whether it is open.
    pub(crate) fn loaded(self) -> Option<Rc<dyn LazyPage>> {
        self.is_open.get().then(|| self.loaded.get_value()).flatten()
    }

    /// Like [`Self::loaded()`], without tracking.
    fn loaded_untracked(self) -> Option<Rc<dyn LazyPage>> {
        untrack(|| self.loaded())
    }
}

/// All pages, of which one is visible.
#[derive(Clone, Copy)]
pub(crate) struct Pages {
    context: PageContext,
    slots: StoredValue<[LazySlot; 5]>,
    /// The reactive owner that lives as long as the document.
    owner: StoredValue<Owner>,
}

impl Pages {
    /// Creates the pages under the current reactive owner, and loads the page that the address
    /// names.
    pub(crate) fn new(context: PageContext) -> Self {
        let lazy = [Page::Sweep, Page::Results, Page::Batch, Page::Lab, Page::Learn];
        let pages = Self {
            context,
            slots: StoredValue::new(lazy.map(LazySlot::new)),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        };
        if let Route::To(page) = context.route.get_untracked() {
            pages.load(page);
        }
        pages
    }

    /// Returns the page that the address names.
    pub(crate) fn route(self) -> RwSignal<Route> {
        self.context.route
    }

    /// Returns the client of the worker that grades.
    pub(crate) fn jobs(self) -> JobClient {
        self.context.jobs
    }

    pub(crate) fn play(self) -> PlayStore {
        self.context.play
    }

    pub(crate) fn models(self) -> ModelClient {
        self.context.models
    }

    /// Returns the pages that are loaded when they are first opened.
    pub(crate) fn slots(self) -> [LazySlot; 5] {
        self.slots.get_value()
    }

    fn slot(self, page: Page) -> Option<LazySlot> {
        self.slots().into_iter().find(|slot| slot.page == page)
    }

    /// Opens a page in the state in which it was left.
    pub(crate) fn open(self, page: Page) {
        let route = Route::To(page);
        if self.route().get_untracked() == route {
            return;
        }
        self.write_addresses();
        let bare = format!("#/{}", page.slug());
        match (page, self.slot(page)) {
            (Page::Play, _) => {
                self.play().push_address();
                self.play().set_title();
            }
            (_, None) => {
                browser::push(&bare, None);
            }
            (_, Some(slot)) => {
                if let Some(loaded) = slot.loaded_untracked() {
                    browser::push(&loaded.fragment(), None);
                    loaded.set_title();
                } else {
                    browser::push(&bare, None);
                    browser::set_title(&text::page::title_of(page.name()));
                }
            }
        }
        self.route().set(route);
        self.load(page);
    }

    /// Opens the address again after the user has changed it. If the history entry is new and names
    /// another page, the page starts at the top. Every other entry keeps its scroll position.
    pub(crate) fn reopen(self, is_new: bool) {
        let route = Route::read(&browser::fragment());
        if is_new && route != self.route().get_untracked() {
            browser::scroll_up();
        }
        match &route {
            Route::To(Page::Play) => self.play().reopen(),
            Route::To(page) => {
                if let Some(loaded) = self.slot(*page).and_then(LazySlot::loaded_untracked) {
                    loaded.reopen();
                }
            }
            // A view for frames is another document, so the page must be reloaded.
            Route::Embed(_) => browser::reload(),
            Route::Unknown(_) => {}
        }
        self.route().set(route.clone());
        if let Route::To(page) = route {
            self.load(page);
        }
    }

    /// Keeps the state of every page in this tab for the next start: the address of the page, and
    /// the transcript of Play if its address does not hold it. Returns false if the browser has no
    /// room for the state.
    fn keep_for_reload(self) -> bool {
        let is_kept = |slot: LazySlot| {
            slot.loaded_untracked().is_none_or(|loaded| {
                loaded.write_address();
                let address =
                    StoredTranscript { item: loaded.fragment(), transcript: String::new() };
                browser::store_transcript(slot.page.slug(), &address)
            })
        };
        let are_kept = self.slots().map(is_kept).into_iter().all(|is_kept| is_kept);
        self.play().keep_for_reload() && are_kept
    }

    /// Reloads the page in its newest version. Returns false, and does not reload, if the current
    /// state cannot be kept.
    pub(crate) fn reload(self) -> bool {
        let is_kept = self.keep_for_reload();
        if is_kept {
            browser::take_update();
        }
        is_kept
    }

    /// Writes pending changes into the address. Only the page that the address names writes them.
    fn write_addresses(self) {
        self.play().write_address();
        for loaded in self.slots().into_iter().filter_map(LazySlot::loaded_untracked) {
            loaded.write_address();
        }
    }

    /// Fetches the chunk of a page that the user is about to open. Does nothing if its loading has
    /// begun, or if the user asks for reduced data use.
    pub(crate) fn preload(self, page: Page) {
        let is_new = |slot: LazySlot| slot.loading.get_untracked() == Loading::Unneeded;
        if self.slot(page).is_none_or(is_new) && !browser::saves_data() {
            spawn_local(lazy::preload(page));
        }
    }

    /// Loads a page unless it is loaded or loading, and then opens the address.
    pub(crate) fn load(self, page: Page) {
        let Some(slot) = self.slot(page) else { return };
        if !slot.loading.get_untracked().must_begin() {
            return self.open_slot(slot);
        }
        slot.loading.set(Loading::Coming);
        let owner = self.owner.get_value();
        let loaded = owner.with(|| ScopedFuture::new_untracked(lazy::page(page, self.context)));
        browser::when_done(slot.loading, loaded, move |loaded| match loaded {
            Some(Ok(loaded)) => {
                slot.loaded.set_value(Some(loaded.into()));
                slot.loading.set(Loading::Ready);
                self.open_slot(slot);
            }
            Some(Err(lazy::NotLoaded)) => slot.loading.set(Loading::Failed),
            None => {}
        });
    }

    /// Opens the address in a loaded page, unless the page is open or the address names another
    /// page by now.
    fn open_slot(self, slot: LazySlot) {
        let is_here = self.route().get_untracked() == Route::To(slot.page);
        let Some(loaded) = slot.loaded.get_value().filter(|_| is_here) else { return };
        if slot.is_open.get_untracked() {
            return;
        }
        let is_bare = || browser::fragment() == format!("#/{}", slot.page.slug());
        let kept = browser::take_stored_transcript(slot.page.slug());
        if let Some(kept) = kept.filter(|_| is_bare()) {
            browser::replace(&kept.item, None);
        }
        self.owner.get_value().with(|| untrack(|| loaded.open()));
        // An address without parameters gets the parameters of the current state.
        if is_bare() {
            browser::replace(&loaded.fragment(), None);
        }
        slot.is_open.set(true);
    }
}
