//! An address that leads to no place of this version: what it is, and where one can go from here.

use stepfall_link::{Place, Route};

use crate::app::Places;
use crate::browser;
use crate::components::{Node, button, element, paragraph};
use crate::text;

/// What is shown instead of a place.
pub(crate) fn elsewhere(places: Places, route: &Route) -> Node {
    let (title, hint) = match route {
        Route::Unbuilt(place) => (text::unbuilt(*place), text::UNBUILT_HINT),
        Route::Unknown(name) => (text::unknown_place(name), text::UNKNOWN_PLACE_HINT),
        Route::To(place) => (place.name().to_owned(), ""),
    };
    browser::set_title(&text::title_of(&title));
    let go = |place: Place| button("button", place.name(), move || places.go(place));
    let ways = element("div").class("problem-ways").child(go(Place::Play)).child(go(Place::Sweep));
    let main = element("main")
        .attr("tabindex", "-1")
        .child(element("h1").text(&title))
        .child(paragraph("", hint))
        .child(ways);
    element("div").class("page is-elsewhere").child(main)
}
