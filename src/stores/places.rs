//! The pages behind the header's links, and opening one of them.

use std::rc::Rc;

use leptos::html;
use leptos::prelude::*;
use leptos::reactive::computed::ScopedFuture;
use leptos::task::spawn_local;
use stepfall_link::{Place, Route};

use super::{ModelClient, PlayStore};
use crate::browser;
use crate::job_client::JobClient;
use crate::lazy;
use crate::state::{Kept, Loading};
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
    fn open(&self);
    /// Opens the address again after something else has changed it.
    fn reopen(&self);
    /// Returns the fragment of the current state.
    fn fragment(&self) -> String;
    /// Sets the document title from the current state.
    fn set_title(&self);
    /// Writes pending changes into the address, before another page replaces it.
    fn write_address(&self) {}
    /// Makes the view of the page. `main` gets its main part.
    fn view(&self, places: Places, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView;
    /// Makes the button that shares the current state.
    fn share(&self) -> AnyView;
}

/// A page that may not be loaded yet.
#[derive(Clone, Copy)]
pub(crate) struct LazySlot {
    pub(crate) place: Place,
    pub(crate) loading: RwSignal<Loading>,
    /// Whether the page has read an address. A page that loads after the user has left waits for the next visit.
    pub(crate) is_open: RwSignal<bool>,
    page: StoredValue<Option<Rc<dyn LazyPage>>, LocalStorage>,
}

impl LazySlot {
    fn new(place: Place) -> Self {
        Self {
            place,
            loading: RwSignal::new(Loading::default()),
            is_open: RwSignal::new(false),
            page: StoredValue::new_local(None),
        }
    }

    /// Returns the page once it has been opened. Tracks that.
    pub(crate) fn page(self) -> Option<Rc<dyn LazyPage>> {
        self.is_open.get().then(|| self.page.get_value()).flatten()
    }

    /// Like [`Self::page()`], without tracking.
    fn page_untracked(self) -> Option<Rc<dyn LazyPage>> {
        untrack(|| self.page())
    }
}

/// All pages, of which one is visible.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    context: PageContext,
    slots: StoredValue<[LazySlot; 4]>,
    /// The reactive owner that lives as long as the document.
    owner: StoredValue<Owner>,
}

impl Places {
    /// Creates the pages under the current reactive owner, and loads the one that the address names.
    pub(crate) fn new(context: PageContext) -> Self {
        let lazy = [Place::Sweep, Place::Batch, Place::Lab, Place::Learn];
        let places = Self {
            context,
            slots: StoredValue::new(lazy.map(LazySlot::new)),
            owner: StoredValue::new(Owner::current().unwrap_or_default()),
        };
        if let Route::To(place) = context.route.get_untracked() {
            places.load(place);
        }
        places
    }

    /// Returns the page that the address names.
    pub(crate) fn route(self) -> RwSignal<Route> {
        self.context.route
    }

    pub(crate) fn play(self) -> PlayStore {
        self.context.play
    }

    pub(crate) fn models(self) -> ModelClient {
        self.context.models
    }

    /// Returns the pages that are loaded when they are first opened.
    pub(crate) fn slots(self) -> [LazySlot; 4] {
        self.slots.get_value()
    }

    fn slot(self, place: Place) -> Option<LazySlot> {
        self.slots().into_iter().find(|slot| slot.place == place)
    }

    /// Opens a page in the state in which it was left.
    pub(crate) fn go(self, place: Place) {
        let route = Route::To(place);
        if self.route().get_untracked() == route {
            return;
        }
        self.write_addresses();
        let bare = format!("#/{}", place.slug());
        match (place, self.slot(place)) {
            (Place::Play, _) => {
                self.play().push_address();
                self.play().set_title();
            }
            (_, None) => {
                browser::push(&bare, None);
            }
            (_, Some(slot)) => {
                if let Some(page) = slot.page_untracked() {
                    browser::push(&page.fragment(), None);
                    page.set_title();
                } else {
                    browser::push(&bare, None);
                    browser::set_title(&text::page::title_of(place.name()));
                }
            }
        }
        self.route().set(route);
        self.load(place);
    }

    /// Opens the address again after the user has changed it. A new entry of another page starts at the top; every other entry keeps its
    /// position.
    pub(crate) fn reopen(self, is_new: bool) {
        let route = Route::read(&browser::fragment());
        if is_new && route != self.route().get_untracked() {
            browser::scroll_up();
        }
        match &route {
            Route::To(Place::Play) => self.play().reopen(),
            Route::To(place) => {
                if let Some(page) = self.slot(*place).and_then(LazySlot::page_untracked) {
                    page.reopen();
                }
            }
            // A framed page is another document under the same address.
            Route::Embed(_) => browser::reload(),
            Route::Unknown(_) => {}
        }
        self.route().set(route.clone());
        if let Route::To(place) = route {
            self.load(place);
        }
    }

    /// Keeps the state of every page in this tab for the next start: its address, and the transcript of Play if the address does not hold it. Returns false if the browser has no room for it.
    fn keep_for_reload(self) -> bool {
        let is_kept = |slot: LazySlot| {
            slot.page_untracked().is_none_or(|page| {
                page.write_address();
                let address = Kept { of: page.fragment(), transcript: String::new() };
                browser::keep(slot.place.slug(), &address)
            })
        };
        let are_kept = self.slots().map(is_kept).into_iter().all(|is_kept| is_kept);
        self.play().keep_for_reload() && are_kept
    }

    /// Reloads the page in its newest version. Returns false, and does not reload, if the current state cannot be kept.
    pub(crate) fn reload(self) -> bool {
        let is_kept = self.keep_for_reload();
        if is_kept {
            browser::take_update();
        }
        is_kept
    }

    /// Writes pending changes of Play and of the open page into the address.
    fn write_addresses(self) {
        self.play().write_address();
        for page in self.slots().into_iter().filter_map(LazySlot::page_untracked) {
            page.write_address();
        }
    }

    /// Fetches the chunk of a page that the user is about to open.
    pub(crate) fn preload(self, place: Place) {
        let is_new = |slot: LazySlot| slot.loading.get_untracked() == Loading::Unneeded;
        if self.slot(place).is_none_or(is_new) && !browser::saves_data() {
            spawn_local(lazy::preload(place));
        }
    }

    /// Loads a page unless it is loaded or loading, and then opens the address.
    pub(crate) fn load(self, place: Place) {
        let Some(slot) = self.slot(place) else { return };
        if !slot.loading.get_untracked().must_begin() {
            return self.open(slot);
        }
        slot.loading.set(Loading::Coming);
        let owner = self.owner.get_value();
        let loaded = owner.with(|| ScopedFuture::new_untracked(lazy::page(place, self.context)));
        browser::when_done(slot.loading, loaded, move |page| match page {
            Some(Ok(page)) => {
                slot.page.set_value(Some(page.into()));
                slot.loading.set(Loading::Ready);
                self.open(slot);
            }
            Some(Err(lazy::NotLoaded)) => slot.loading.set(Loading::Failed),
            None => {}
        });
    }

    /// Opens the address in a loaded page, unless the page is open or the address names another page by now.
    fn open(self, slot: LazySlot) {
        let is_here = self.route().get_untracked() == Route::To(slot.place);
        let Some(page) = slot.page.get_value().filter(|_| is_here) else { return };
        if slot.is_open.get_untracked() {
            return;
        }
        let is_bare = || browser::fragment() == format!("#/{}", slot.place.slug());
        let kept = browser::take_kept(slot.place.slug());
        if let Some(kept) = kept.filter(|_| is_bare()) {
            browser::replace(&kept.of, None);
        }
        self.owner.get_value().with(|| untrack(|| page.open()));
        // An address without parameters gets the parameters of the current state, as it does when an open page is opened again.
        if is_bare() {
            browser::replace(&page.fragment(), None);
        }
        slot.is_open.set(true);
    }
}
