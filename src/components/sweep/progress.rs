//! How far a run is, and what can be done about it.

use crate::prelude::*;

use crate::components::ask::failure;
use crate::components::element::{Node, element, group};
use crate::components::small::{button, paragraph, small_button};
use crate::state::{Progress, State, TargetProgress};
use crate::stores::SweepStore;
use crate::text;

/// The sentence of the run, its bar, and its buttons.
pub(crate) fn progress(board: SweepStore) -> Node {
    let sentence = element("h1").text_of(move || match board.progress.get() {
        Some(progress) => text::run_standing(&progress),
        None if board.has_run() => text::OPENING.to_owned(),
        None => text::SWEEP_INVITATION.to_owned(),
    });
    let share = move || {
        board.progress.with(|progress| {
            let progress = progress.as_ref()?;
            let parts = u64::from(progress.answered) * 1_000 / u64::from(progress.total.max(1));
            Some(parts.to_string())
        })
    };
    let bar = element("progress")
        .attr("max", "1000")
        .attr("aria-label", text::SWEEP)
        .attr_of("value", share)
        .attr_when("hidden", move || !board.has_run());
    let details = element("p").class("eyebrow number").text_of(move || {
        let details = board.progress.with(|progress| progress.as_ref().map(text::details));
        details.unwrap_or_default().join(" · ")
    });
    let why = move || {
        board.progress.with(|progress| {
            progress.as_ref().map(|progress| progress.why.clone()).unwrap_or_default()
        })
    };
    let targets = move || {
        board.progress.with(|progress| {
            progress.as_ref().map(|progress| progress.targets.clone()).unwrap_or_default()
        })
    };
    let announced = element("p").class("hidden").attr("role", "status").text_of(move || {
        // While it runs, the sentence changes many times a minute.
        let progress = board.progress.get().filter(|progress| progress.state != State::Running);
        progress.map(|progress| text::run_standing(&progress)).unwrap_or_default()
    });
    element("div")
        .class("headline run")
        .child(details)
        .child(sentence)
        .child(announced)
        .child(bar)
        .part(
            move || board.trouble.get(),
            |trouble| trouble.as_ref().map_or_else(group, |trouble| paragraph("note", trouble)),
        )
        .part(
            move || board.suspects.get(),
            |suspects| suspects.as_ref().map_or_else(group, failure),
        )
        .part(why, |why| if why.is_empty() { group() } else { paragraph("note", why) })
        .part(targets, |targets| table(targets))
        .part(
            move || board.beside.get(),
            move |name| {
                if name.is_empty() {
                    return group();
                }
                element("div")
                    .class("ways")
                    .child(element("span").text(text::COMPARED_WITH).text(" ").text(name))
                    .child(small_button(text::NO_COMPARISON, move || board.compare("")))
            },
        )
        .part(
            move || {
                let state = board.progress.with(|progress| {
                    progress
                        .as_ref()
                        .map(|Progress { state, given_up, .. }| (*state, *given_up > 0))
                });
                (board.has_run(), state)
            },
            move |(has_run, state)| if *has_run { ways(board, *state) } else { group() },
        )
}

/// What each of those is doing who are asked, where there are several or one has trouble.
fn table(targets: &[TargetProgress]) -> Node {
    if targets.len() < 2 && targets.iter().all(|target| target.error.is_empty()) {
        return group();
    }
    let row = |target: &TargetProgress| {
        let row = element("li")
            .class(if target.state == "halted" { "is-halted" } else { "" })
            .child(element("span").class("target-name").text(&target.label))
            .child(
                element("span").class("number").text(&text::so_many(target.answered, target.total)),
            )
            .child(element("span").class("soft").text(text::target_state(&target.state)));
        if target.error.is_empty() { row } else { row.child(paragraph("hint", &target.error)) }
    };
    element("ul").class("run-targets").children(targets.iter().map(row))
}

/// What can be done about the run.
fn ways(board: SweepStore, state: Option<(State, bool)>) -> Node {
    let ways = element("div").class("ways");
    let ways = match state {
        Some((State::Running, _)) => ways
            .child(button("button is-main", text::PAUSE, move || board.pause(false)))
            .child(button("button", text::STOP_RUN, move || board.pause(true))),
        Some((State::Paused | State::Stopped | State::Elsewhere, _)) => ways.child(
            button("button is-main", text::RESUME, move || board.go(false))
                .attr_when("disabled", move || !board.foreign().is_empty()),
        ),
        Some((State::Finished, true)) => ways.child(
            button("button is-main", text::RETRY_GIVEN_UP, move || board.go(true))
                .attr_when("disabled", move || !board.foreign().is_empty()),
        ),
        _ => ways,
    };
    let is_there = !matches!(state, None | Some((State::Opening | State::Gone, _)));
    let ways = if is_there {
        ways.child(small_button(text::SAVE_REPORT, move || board.save_report()))
            .child(small_button(text::SAVE_LINES, move || board.save_run()))
            .child(small_button(text::SAVE_TABLE, move || board.save_table()))
    } else {
        ways
    };
    match state {
        Some((State::Running, _)) => ways,
        _ => ways.child(small_button(text::NEW_SWEEP, move || board.close())),
    }
}
