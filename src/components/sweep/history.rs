//! The runs that are kept in this browser.

use crate::prelude::*;

use crate::browser;
use crate::components::element::{Node, element, group};
use crate::components::small::{paragraph, small_button};
use crate::state::RunInfo;
use crate::stores::SweepStore;
use crate::text;

/// The way to take a run in, which is there also where no run is.
const IMPORT: &str = "#import";

/// The list of runs, and the way to take one in.
pub(crate) fn history(board: SweepStore) -> Node {
    let doubtful = RwSignal::new(String::new());
    let list = element("ul").class("history");
    let kept = list.clone();
    let list = list.part(
        move || (board.runs.get(), board.setup.with(|setup| setup.run.clone()), doubtful.get()),
        move |(runs, open, doubtful_run)| {
            kept.keep_focus(IMPORT);
            let run = |run: &RunInfo| {
                one(board, run, run.run == *open, *doubtful_run == run.run, doubtful)
            };
            group().children(runs.iter().map(run))
        },
    );
    let none = move || board.runs.with(Vec::is_empty);
    element("section")
        .class("card")
        .attr("data-part", "runs")
        .attr("aria-labelledby", "runs-title")
        .child(
            element("div")
                .class("card-head")
                .child(element("h2").id("runs-title").text(text::RUNS))
                .child(small_button(text::IMPORT, move || board.take_file()).id("import")),
        )
        .part(
            move || board.is_kept.get(),
            |kept| if *kept { group() } else { paragraph("note", text::NOT_ON_DISK) },
        )
        .child(element("div").attr("role", "status").part(
            move || board.trouble.get(),
            |trouble| trouble.as_ref().map_or_else(group, |trouble| paragraph("note", trouble)),
        ))
        .part(none, |none| if *none { paragraph("hint is-inside", text::NO_RUNS) } else { group() })
        .child(list)
}

fn one(
    board: SweepStore,
    run: &RunInfo,
    is_open: bool,
    is_doubtful: bool,
    doubtful: RwSignal<String>,
) -> Node {
    let name = run.run.clone();
    let renamed = name.clone();
    let field = element("input")
        .class("text history-name")
        .attr("type", "text")
        .attr("maxlength", "80")
        .attr("autocomplete", "off")
        .attr("aria-label", text::RUN_NAME)
        .attr("placeholder", text::UNNAMED)
        .attr("data-way", "name")
        .attr("value", &run.name)
        .on_value("change", move |typed| board.rename(&renamed, typed.trim()));
    let told =
        format!("{} · {}", browser::when(run.started), text::so_many(run.answered, run.total));
    let opened = run.clone();
    let open = small_button(text::OPEN_RUN, move || board.open_run(&opened))
        .attr("data-way", "open")
        .attr_when("disabled", move || is_open || board.is_running());
    let compared = name.clone();
    let compare = small_button(text::COMPARE, move || board.compare(&compared))
        .attr("data-way", "compare")
        .attr_when("hidden", move || is_open || !board.has_run());
    let saved = name.clone();
    let save =
        small_button(text::SAVE_LINES, move || board.save_lines(&saved)).attr("data-way", "save");
    let delete = if is_doubtful {
        small_button(text::REALLY_DELETE, move || {
            doubtful.set(String::new());
            board.remove(&name);
        })
    } else {
        small_button(text::DELETE, move || doubtful.set(name.clone()))
    };
    let delete = delete
        .attr("data-way", "delete")
        .attr_when("disabled", move || is_open && board.is_running());
    element("li")
        .class(if is_open { "is-open" } else { "" })
        .attr("data-row", &run.run)
        .child(field)
        .child(element("span").class("soft number").text(&told))
        .child(element("div").class("ways").child(open).child(compare).child(save).child(delete))
}
