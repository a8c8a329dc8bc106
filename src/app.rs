//! The page as a whole: opens the address, or says why it cannot, and goes from place to place.

use std::cell::OnceCell;

use stepfall_link::{Place, Route};
use stepfall_procedure::Refusal;

use crate::asker::{Asker, come_back};
use crate::board::Board;
use crate::browser;
use crate::components::{Node, element, group, header};
use crate::desk::Desk;
use crate::pages::{elsewhere, play, sweep};
use crate::post::Post;
use crate::prelude::*;
use crate::state::Back;
use crate::text;

/// Fills the body.
pub(crate) fn start() {
    // Fails only where one runs already, which then does as well.
    let _ = Executor::init_wasm_bindgen();
    let owner = Owner::new();
    let back = come_back();
    owner.with(|| match Desk::open() {
        Ok(desk) => page(desk, back).mount(),
        Err(refusal) => fault(&refusal).mount(),
    });
    // The page lives as long as its document.
    std::mem::forget(owner);
}

/// All places, of which one is seen. Each is made when it is gone to first.
pub(crate) struct Places {
    /// Where the address leads.
    pub(crate) route: Signal<Route>,
    pub(crate) desk: &'static Desk,
    asker: &'static Asker,
    post: &'static Post,
    board: OnceCell<&'static Board>,
}

impl Places {
    /// The board, which asks the worker for what is kept as soon as it is there.
    fn board(&'static self) -> &'static Board {
        self.board.get_or_init(|| {
            let board = Board::new(self.desk, self.asker, self.post);
            board.on_play(move || self.route.set(Route::To(Place::Play)));
            board
        })
    }

    /// Goes to a place, as it was left.
    pub(crate) fn go(&'static self, place: Place) {
        let route = Route::To(place);
        if self.route.get_untracked() == route {
            return;
        }
        match place {
            Place::Play => {
                self.desk.enter();
                self.desk.name();
            }
            Place::Sweep => {
                self.desk.leave();
                let kept = self.board.get().map(|board| board.fragment());
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
    fn reopen(&'static self) {
        let route = Route::read(&browser::fragment());
        match (&route, self.board.get()) {
            (Route::To(Place::Play), _) => self.desk.reopen(),
            (Route::To(Place::Sweep), Some(board)) => board.reopen(),
            _ => {}
        }
        self.route.set(route);
    }
}

fn page(desk: &'static Desk, back: Option<Back>) -> Node {
    let post = Post::new();
    let places: &Places = Box::leak(Box::new(Places {
        route: signal(Route::read(&browser::fragment())),
        desk,
        asker: Asker::new(desk, post, back),
        post,
        board: OnceCell::new(),
    }));
    browser::on_entry(move || places.reopen());
    let (main, other) = (main(), main());
    let is_not_at = move |place| move || places.route.get() != Route::To(place);
    let visited = signal(false);
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
    let play = play(desk, places.asker, main).attr_when("hidden", is_not_at(Place::Play));
    let sweep = element("div").attr_when("hidden", is_not_at(Place::Sweep)).part(
        at_sweep,
        move |is_there| {
            if *is_there { sweep(places.board(), other.clone()) } else { group() }
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
