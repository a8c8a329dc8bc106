//! Set-ups to start from, for those who have not set one up.

use crate::prelude::*;
use stepfall_link::Setup;

use crate::components::element::{Node, element};
use crate::components::small::paragraph;
use crate::state::Preset;
use crate::stores::SweepStore;
use crate::text;

/// The cards, while no run is open.
pub(crate) fn presets(board: SweepStore) -> Node {
    element("section")
        .class("presets")
        .attr("aria-labelledby", "presets-title")
        .attr_when("hidden", move || board.has_run())
        .child(element("h2").id("presets-title").text(text::PRESETS))
        .child(
            element("div").class("preset-cards").children(Preset::ALL.map(|one| card(board, one))),
        )
        .child(paragraph("hint", text::PRESETS_HINT))
}

fn card(board: SweepStore, preset: Preset) -> Node {
    let (name, shows) = text::preset(preset);
    let takes = move || {
        let of = |setup: &Setup| text::preset_takes(preset.attempts(setup), preset.is_free(setup));
        board.setup.with(of)
    };
    let is_set = move || board.setup.with(|setup| preset.is_set(setup));
    element("button")
        .attr("type", "button")
        .class("preset")
        .attr_of("aria-pressed", move || Some(is_set().to_string()))
        .press(move || board.take_preset(preset))
        .child(element("span").class("preset-name").text(name))
        .child(element("span").class("preset-shows").text(shows))
        .child(element("span").class("soft").text_of(takes))
}
