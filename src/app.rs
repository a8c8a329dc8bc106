//! The page as a whole: opens the address, or says why it cannot, and goes from place to place.

use std::cell::OnceCell;

use stepfall_procedure::Refusal;

use crate::asker::{Asker, come_back};
use crate::board::Board;
use crate::browser;
use crate::components::{Node, element, group, header};
use crate::desk::Desk;
use crate::pages::{play, sweep};
use crate::post::Post;
use crate::prelude::*;
use crate::state::{Back, SWEEP_PLACE};
use crate::text;

/// A place of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Play,
    Sweep,
}

impl Place {
    /// The place of the address.
    fn of_address() -> Self {
        if browser::fragment().starts_with(SWEEP_PLACE) { Self::Sweep } else { Self::Play }
    }
}

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
    pub(crate) place: Signal<Place>,
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
            board.on_play(move || self.place.set(Place::Play));
            board
        })
    }

    /// Goes to a place, as it was left.
    pub(crate) fn go(&'static self, place: Place) {
        if self.place.get_untracked() == place {
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
                browser::push(&kept.unwrap_or_else(|| SWEEP_PLACE.to_owned()), None);
                browser::set_title(text::SWEEP_TITLE);
            }
        }
        self.place.set(place);
    }

    /// Opens the address anew, after someone else has changed it.
    fn reopen(&'static self) {
        let place = Place::of_address();
        match (place, self.board.get()) {
            (Place::Play, _) => self.desk.reopen(),
            (Place::Sweep, Some(board)) => board.reopen(),
            (Place::Sweep, None) => {}
        }
        self.place.set(place);
    }
}

fn page(desk: &'static Desk, back: Option<Back>) -> Node {
    let post = Post::new();
    let places: &Places = Box::leak(Box::new(Places {
        place: signal(Place::of_address()),
        desk,
        asker: Asker::new(desk, post, back),
        post,
        board: OnceCell::new(),
    }));
    browser::on_entry(move || places.reopen());
    let (main, other) = (main(), main());
    let is_at = move |place| move || places.place.get() != place;
    let visited = signal(false);
    let at_sweep = move || {
        if places.place.get() == Place::Sweep {
            visited.set(true);
        }
        visited.get()
    };
    let focused = (main.clone(), other.clone());
    let skip = move || match places.place.get_untracked() {
        Place::Play => focused.0.focus(),
        Place::Sweep => focused.1.focus(),
    };
    let play = play(desk, places.asker, main).attr_when("hidden", is_at(Place::Play));
    let sweep =
        element("div").attr_when("hidden", is_at(Place::Sweep)).part(at_sweep, move |is_there| {
            if *is_there { sweep(places.board(), other.clone()) } else { group() }
        });
    group().child(header(places, skip)).child(play).child(sweep)
}

fn main() -> Node {
    element("main").attr("tabindex", "-1")
}

fn fault(refusal: &Refusal) -> Node {
    let why = element("p").text(text::FATAL).text(" ").text(&refusal.to_string());
    element("main").child(element("h1").text(text::NAME)).child(why)
}
