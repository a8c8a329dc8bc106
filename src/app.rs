//! The page as a whole: opens the address, or says why it cannot, and goes from place to place.

use stepfall_link::{Place, Route};
use stepfall_procedure::Refusal;

use crate::browser;
use crate::components::{Node, element, group, header};
use crate::pages::{elsewhere, play, sweep};
use crate::prelude::*;
use crate::stores::{ModelClient, PlayStore, SweepStore, come_back};
use crate::text;
use crate::worker_client::WorkerClient;

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    let back = come_back();
    match PlayStore::open() {
        Ok(play) => {
            let worker = WorkerClient::new();
            let models = ModelClient::new(play, worker, back);
            let places = Places {
                route: RwSignal::new(Route::read(&browser::fragment())),
                play,
                models,
                sweep: SweepStore::new(play, models, worker),
            };
            places.sweep.on_play(move || places.route.set(Route::To(Place::Play)));
            page(places).mount();
        }
        Err(refusal) => fault(&refusal).mount(),
    }
}

/// All places, of which one is seen. Each is made when it is gone to first.
#[derive(Clone, Copy)]
pub(crate) struct Places {
    /// Where the address leads.
    pub(crate) route: RwSignal<Route>,
    pub(crate) play: PlayStore,
    models: ModelClient,
    sweep: SweepStore,
}

impl Places {
    /// Goes to a place, as it was left.
    pub(crate) fn go(self, place: Place) {
        let route = Route::To(place);
        if self.route.get_untracked() == route {
            return;
        }
        match place {
            Place::Play => {
                self.play.enter();
                self.play.name();
            }
            Place::Sweep => {
                self.play.leave();
                let kept = self.sweep.is_open().then(|| self.sweep.fragment());
                let first = || format!("#/{}", Place::Sweep.slug());
                browser::push(&kept.unwrap_or_else(first), None);
                browser::set_title(text::SWEEP_TITLE);
            }
            // No link leads to a place that is not built.
            Place::Batch | Place::Lab | Place::Learn | Place::Embed => return,
        }
        self.route.set(route);
    }

    /// Opens the address anew, after someone else has changed it.
    fn reopen(self) {
        let route = Route::read(&browser::fragment());
        match &route {
            Route::To(Place::Play) => self.play.reopen(),
            Route::To(Place::Sweep) if self.sweep.is_open() => self.sweep.reopen(),
            _ => {}
        }
        self.route.set(route);
    }
}

fn page(places: Places) -> Node {
    browser::on_entry(move || places.reopen());
    let (main, other) = (main(), main());
    let is_not_at = move |place| move || places.route.get() != Route::To(place);
    let visited = RwSignal::new(false);
    let at_sweep = move || {
        if places.route.get() == Route::To(Place::Sweep) {
            visited.set(true);
        }
        visited.get()
    };
    let focused = (main.clone(), other.clone());
    let skip = move || match places.route.get_untracked() {
        Route::To(Place::Sweep) => focused.1.focus(),
        _ => focused.0.focus(),
    };
    let play = play(places.play, places.models, main).attr_when("hidden", is_not_at(Place::Play));
    let sweep = element("div").attr_when("hidden", is_not_at(Place::Sweep)).part(
        at_sweep,
        move |is_there| {
            if *is_there {
                places.sweep.open();
                sweep(places.sweep, other.clone())
            } else {
                group()
            }
        },
    );
    let other = group().part(
        move || places.route.get(),
        move |route| match route {
            Route::To(_) => group(),
            Route::Unbuilt(_) | Route::Unknown(_) => elsewhere(places, route),
        },
    );
    group().child(header(places, skip)).child(play).child(sweep).child(other)
}

fn main() -> Node {
    element("main").attr("tabindex", "-1")
}

fn fault(refusal: &Refusal) -> Node {
    let why = element("p").text(text::FATAL).text(" ").text(&refusal.to_string());
    element("main").child(element("h1").text(text::NAME)).child(why)
}
