//! The progress of a run, and its actions.

use leptos::prelude::*;
use stepfall_protocol::asking;
use stepfall_protocol::figure::Measure;
use stepfall_protocol::sweep::{RunProgress, RunState, TargetReport, TargetStatus};

use crate::components::FailureNote;
use crate::components::widgets::basic::{Button, use_id};
use crate::stores::SweepStore;
use crate::text;

/// The run's sentence and bar, with the actions of an open run below. `progress` is `None` while it
/// is unknown. `title`, `finding` and `compared` are empty if they do not apply. `suspects` holds
/// possible causes of missing replies.
#[component]
pub(crate) fn RunHead(
    progress: RwSignal<Option<RunProgress>>,
    #[prop(into)] has_run: Signal<bool>,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] finding: Signal<String>,
    error: RwSignal<Option<String>>,
    #[prop(into)] suspects: Signal<Option<asking::FailureReport>>,
    #[prop(into)] compared: Signal<String>,
    #[prop(into)] compare_none: Callback<()>,
    /// Opens the run again, after the worker has failed to read it.
    #[prop(into)]
    open_again: Callback<()>,
    children: ChildrenFn,
) -> impl IntoView {
    let of_run = move |tell: fn(&RunProgress) -> String| {
        Memo::new(move |_| progress.with(|progress| progress.as_ref().map(tell)))
    };
    let run_state = of_run(text::sweep::run_state);
    let is_at = move |at: RunState| {
        Memo::new(move |_| {
            progress.with(|progress| progress.as_ref().is_some_and(|progress| progress.state == at))
        })
    };
    let (is_running, is_finished) = (is_at(RunState::Running), is_at(RunState::Finished));
    let finding = Memo::new(move |_| finding.get());
    // For a finished run, the finding is the heading, and the progress is above the heading.
    let has_finding = Memo::new(move |_| is_finished.get() && !finding.with(String::is_empty));
    let is_lost = Memo::new(move |_| {
        has_run.get() && run_state.with(Option::is_none) && error.with(Option::is_some)
    });
    let sentence = move || match run_state.get() {
        Some(_) if has_finding.get() => text::unbroken(&text::sentence(&finding.get())),
        Some(run_state) => run_state,
        None if is_lost.get() => text::sweep::RUN_LOST.to_owned(),
        None if has_run.get() => text::sweep::OPENING.to_owned(),
        None => text::sweep::INVITATION.to_owned(),
    };
    let of_progress = of_run(|progress| text::sweep::details(progress).join(" · "));
    let title = Memo::new(move |_| title.get());
    let details = move || {
        let run_state = run_state.get().filter(|_| has_finding.get());
        let parts = [Some(title.get()), run_state, of_progress.get()].into_iter().flatten();
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    };
    let why = of_run(|progress| progress.why.clone());
    let share = move || {
        progress.with(|progress| {
            let progress = progress.as_ref()?;
            Some(u64::from(progress.answered) * 1_000 / u64::from(progress.total.max(1)))
        })
    };
    // While the run is active, the sentence changes too often to be announced.
    let announced = move || {
        let is_running = is_running.get();
        run_state.get().filter(|_| !is_running).unwrap_or_default()
    };
    let note = |sentence: Option<String>| {
        sentence
            .filter(|sentence| !sentence.is_empty())
            .map(|sentence| view! { <p class="note">{sentence}</p> })
    };
    let suspects = move || suspects.get().map(|error| view! { <FailureNote error/> });
    let targets = Memo::new(move |_| {
        progress.with(|progress| {
            progress.as_ref().map(|progress| progress.targets.clone()).unwrap_or_default()
        })
    });
    let compared = Memo::new(move |_| compared.get());
    view! {
        <div class="headline run">
            <p class="eyebrow">{details}</p>
            <h1>{sentence}</h1>
            <p class="hidden" role="status">{announced}</p>
            <Show when=move || is_running.get()>
                <progress max="1000" aria-label=text::sweep::SWEEP value=share></progress>
            </Show>
            {move || note(error.get())}
            <Show when=move || is_lost.get()>
                <div class="ways">
                    <Button text=text::sweep::OPEN_AGAIN on_press=move || open_again.run(())/>
                </div>
            </Show>
            {suspects}
            {move || note(why.get())}
            {move || targets.with(|targets| shows_targets(targets).then(|| table(targets)))}
            <Show when=move || !compared.with(String::is_empty)>
                <div class="ways">
                    <span>{text::sweep::COMPARED_WITH}" "{move || compared.get()}</span>
                    <Button text=text::sweep::NO_COMPARISON on_press=move || compare_none.run(())/>
                </div>
            </Show>
            <Show when=move || has_run.get()>{children()}</Show>
        </div>
    }
}

/// Returns whether to show the table of targets: a target has an error, or there are several
/// targets and one is unfinished.
fn shows_targets(targets: &[TargetReport]) -> bool {
    let is_under_way = targets.iter().any(|target| target.answered < target.total);
    let has_error = targets.iter().any(|target| text::sweep::error_of(target).is_some());
    has_error || (targets.len() > 1 && is_under_way)
}

/// Draws the state of each target.
fn table(targets: &[TargetReport]) -> impl IntoView + use<> {
    let row = |target: &TargetReport| {
        let error = text::sweep::error_of(target)
            .map(|error| view! { <p class="hint">{error.to_owned()}</p> });
        view! {
            <li class:is-halted=target.state == TargetStatus::Halted>
                <span class="target-name">{target.label.clone()}</span>
                <span class="number">{text::sweep::so_many(target.answered, target.total)}</span>
                <span class="soft">{text::sweep::target_state(target.state)}</span>
                {error}
            </li>
        }
    };
    view! { <ul class="run-targets">{targets.iter().map(row).collect_view()}</ul> }
}

#[component]
pub(crate) fn RunActions(sweep: SweepStore) -> impl IntoView {
    let state = Memo::new(move |_| {
        sweep.progress.with(|progress| {
            progress.as_ref().map(|progress| (progress.state, progress.given_up > 0))
        })
    });
    let foreign = Memo::new(move |_| sweep.unconfirmed_origins());
    let is_foreign = Signal::derive(move || !foreign.with(Vec::is_empty));
    let run_actions = move || match state.get() {
        Some((RunState::Running, _)) => view! {
            <Button class="button is-main" text=text::sweep::PAUSE on_press=move || sweep.pause()/>
            <Button class="button" text=text::sweep::STOP_RUN on_press=move || sweep.halt()/>
        }
        .into_any(),
        Some((RunState::Paused | RunState::Stopped | RunState::Elsewhere, _)) => view! {
            <Button
                class="button is-main"
                text=text::sweep::RESUME
                disabled=is_foreign
                on_press=move || sweep.resume()
            />
        }
        .into_any(),
        Some((RunState::Finished, true)) => view! {
            <Button
                class="button is-main"
                text=text::sweep::RETRY_GIVEN_UP
                disabled=is_foreign
                on_press=move || sweep.retry_given_up()
            />
        }
        .into_any(),
        _ => ().into_any(),
    };
    let is_there =
        move || !matches!(state.get(), None | Some((RunState::Opening | RunState::Gone, _)));
    let is_still = move || !matches!(state.get(), Some((RunState::Running, _)));
    let waits = Memo::new(move |_| {
        matches!(
            state.get(),
            Some(
                (RunState::Paused | RunState::Stopped | RunState::Elsewhere, _)
                    | (RunState::Finished, true)
            )
        )
    });
    view! {
        <Show when=move || waits.get()>
            <OriginsToAllow origins=foreign allow=move || sweep.allow()/>
            <Keys
                origins=move || sweep.origins_without_key()
                give=move |(origin, key): (String, String)| sweep.models().give_key(&origin, &key)
            />
        </Show>
        <div class="ways">
            {run_actions}
            <MeasureChoice
                chosen=sweep.measure
                hidden=move || sweep.figures.with(Vec::is_empty)
                choose=move |measure| sweep.choose_measure(measure)
            />
            <span class="ways-end">
                <Show when=is_there>
                    <Button text=text::sweep::SAVE_REPORT on_press=move || sweep.save_report()/>
                    <Button text=text::sweep::SAVE_LINES on_press=move || sweep.save_run()/>
                    <Button text=text::sweep::SAVE_TABLE on_press=move || sweep.save_table()/>
                </Show>
                <Show when=is_still>
                    <Button text=text::sweep::NEW_SWEEP on_press=move || sweep.close()/>
                </Show>
            </span>
        </div>
    }
}

/// The missing keys, with a field for each origin. Each field reports its input with the origin.
#[component]
fn Keys(
    #[prop(into)] origins: Signal<Vec<String>>,
    #[prop(into)] give: Callback<(String, String)>,
) -> impl IntoView {
    // A field must not disappear while the user types in it.
    let origins = Memo::new(move |before: Option<&Vec<String>>| {
        let mut origins = origins.get();
        origins.extend(before.into_iter().flatten().cloned());
        origins.sort();
        origins.dedup();
        origins
    });
    let field = move |origin: String| {
        let id = use_id("key");
        let name = text::sweep::key_for(&origin);
        let give = move |event| give.run((origin.clone(), event_target_value(&event)));
        view! {
            <div class="setting run-key">
                <label for=id.clone()>{name}</label>
                <input
                    id=id
                    name="key"
                    class="text is-wide"
                    type="password"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    on:input=give
                />
            </div>
        }
    };
    view! { <For each=move || origins.get() key=Clone::clone children=field/> }
}

/// The origins that need the user's permission, and the button that allows requests to them.
#[component]
pub(crate) fn OriginsToAllow(
    #[prop(into)] origins: Signal<Vec<String>>,
    #[prop(into)] allow: Callback<()>,
) -> impl IntoView {
    move || {
        let foreign = origins.get();
        (!foreign.is_empty()).then(|| {
            view! {
                <div class="note">
                    <p>{text::sweep::foreign(&foreign)}</p>
                    <Button text=text::sweep::ALLOW on_press=move || allow.run(())/>
                </div>
            }
        })
    }
}

/// A selector for the measure that the curve counts as correct.
#[component]
fn MeasureChoice(
    #[prop(into)] chosen: Signal<Measure>,
    #[prop(into)] hidden: Signal<bool>,
    #[prop(into)] choose: Callback<Measure>,
) -> impl IntoView {
    let id = use_id("measure");
    let option = move |(at, (measure, name)): (usize, (Measure, &'static str))| {
        let is_chosen = move || chosen.get() == measure;
        view! { <option value=at.to_string() selected=is_chosen>{name}</option> }
    };
    let pick = move |event| {
        let at: usize = event_target_value(&event).parse().unwrap_or_default();
        if let Some((measure, _)) = text::sweep::MEASURES.get(at) {
            choose.run(*measure);
        }
    };
    view! {
        <div class="measure" hidden=hidden>
            <label for=id.clone()>{text::sweep::MEASURE}</label>
            <select id=id class="button" on:change=pick>
                {text::sweep::MEASURES.into_iter().enumerate().map(option).collect_view()}
            </select>
        </div>
    }
}
