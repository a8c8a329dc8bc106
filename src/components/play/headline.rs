//! The sentence that summarises the state, with the failure modes below it and the evidence next to
//! it.

use leptos::prelude::*;
use stepfall_protocol::verdict::{ErrorLocation, Mode, Report};
use stepfall_text::{category_of_mode, typeset};

use super::dialogue::CopyNext;
use super::evidence::EvidencePanel;
use crate::browser::Timer;
use crate::components::root::Root;
use crate::components::widgets::basic::{Button, PartNumber, Sign};
use crate::components::widgets::term::Term;
use crate::state::Verdict;
use crate::stores::PlayStore;
use crate::text;

/// The delay before the sentence is announced, in milliseconds.
const ANNOUNCEMENT_DELAY_MS: f64 = 700.0;

/// The sentence, with the item's coordinates above it and the failure modes below.
#[component]
pub(crate) fn Headline(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let now = Memo::new(move |_| (play.current_item.get(), play.transcript_state.get()));
    let verdict = Memo::new(move |_| (play.verdict.get(), play.is_streaming.get()));
    let sentence = move || {
        let (verdict, is_streaming) = verdict.get();
        match &verdict {
            Verdict::Judged(graded) if is_streaming => so_far(&graded.report, text::ask::so_far),
            Verdict::Judged(graded) if graded.report.is_open() => {
                so_far(&graded.report, text::dialogue::open_so_far)
            }
            _ if is_streaming => text::ask::WAITING_FOR_TOKEN.into_any(),
            Verdict::Judged(graded) => verdict_sentence(&graded.report),
            Verdict::Failed(why) => why.clone().into_any(),
            Verdict::Waiting => text::verdict::WAITING.into_any(),
            Verdict::None => {
                let (shown, transcript_state) = now.get();
                text::verdict::invitation(
                    &shown.prompt_source.spec,
                    shown.prompt_source.condition,
                    transcript_state,
                )
                .into_any()
            }
        }
    };
    let stop = move || {
        root.refocus_answer();
        play.stop();
    };
    let retry = move || {
        root.refocus_answer();
        play.retry();
    };
    let modes = move || {
        let (verdict, is_streaming) = verdict.get();
        match verdict {
            // An unfinished answer has not failed yet.
            _ if is_streaming => ().into_any(),
            Verdict::Judged(graded) if graded.report.is_open() => {
                // The next action while a dialogue is unfinished.
                let next =
                    graded.report.dialogue.as_ref().and_then(|dialogue| dialogue.next.clone());
                next.map(|asked| {
                    view! {
                        <CopyNext class="button copy is-main" label=text::dialogue::COPY_WHAT_NEXT asked/>
                    }
                })
                .into_any()
            }
            Verdict::Judged(graded) => chips(&graded.report),
            Verdict::Waiting if play.is_slow() => {
                view! { <Button text=text::verdict::STOP on_press=stop/> }.into_any()
            }
            Verdict::Failed(_) => {
                view! { <Button text=text::verdict::RETRY on_press=retry/> }.into_any()
            }
            Verdict::Waiting | Verdict::None => ().into_any(),
        }
    };
    let facts = Memo::new(move |_| facts(play));
    let facts = move || {
        let facts = facts.get();
        (!facts.is_empty()).then(|| {
            let facts = facts.iter().map(|fact| view! { <li>{typeset(fact)}</li> }).collect_view();
            view! { <ul class="report-line">{facts}</ul> }
        })
    };
    view! {
        <div class="headline">
            <div class="headline-top">
                <div>
                    <ItemCoordinates play/>
                    <h1>{sentence}</h1>
                    <div class="modes">{modes}</div>
                </div>
                <EvidencePanel play/>
            </div>
            <VerdictAnnouncement play/>
            {facts}
        </div>
    }
}

/// The coordinates of the item, above the sentence.
#[component]
fn ItemCoordinates(play: PlayStore) -> impl IntoView {
    let is_behind = Memo::new(move |_| play.problem.with(Option::is_some));
    let above = Memo::new(move |_| {
        let shown = play.current_item.get();
        let asked = &shown.prompt_source;
        if is_behind.get() {
            text::page::BEHIND.to_owned()
        } else if asked.custom.is_some() {
            text::verdict::OWN_COORDINATES.to_owned()
        } else {
            text::verdict::coordinates(asked.seed.number(), asked.index)
        }
    });
    view! {
        <p class="eyebrow" class:is-alert=move || is_behind.get()>
            <PartNumber number="3"/>
            <b>{text::play::VERDICT}</b>
            <span>{move || above.get()}</span>
        </p>
    }
}

/// Returns facts about a dialogue, or about the certainty of the reading.
fn facts(play: PlayStore) -> Vec<String> {
    match play.verdict.get() {
        Verdict::Judged(graded) if !play.is_streaming.get() => {
            let report = &graded.report;
            let doubt = report.doubt.iter().cloned();
            report
                .dialogue
                .as_ref()
                .map_or_else(|| doubt.collect(), text::dialogue::facts_of_dialogue)
        }
        _ => Vec::new(),
    }
}

/// The sentence for screen readers, announced only when it is stable, since sliders and typing
/// change it many times.
#[component]
fn VerdictAnnouncement(play: PlayStore) -> impl IntoView {
    let announced = RwSignal::new(String::new());
    let waiting = StoredValue::new_local(None::<Timer>);
    let stop = move || {
        if let Some(timer) = waiting.try_update_value(Option::take).flatten() {
            timer.cancel();
        }
    };
    let now = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) if graded.report.is_open() => {
            let dialogue = graded.report.dialogue.as_ref();
            dialogue.map_or_else(Vec::new, text::dialogue::facts_of_dialogue).join(" ")
        }
        Verdict::Judged(graded) => typeset(&graded.report.headline),
        Verdict::Failed(why) => why,
        Verdict::Waiting | Verdict::None => String::new(),
    });
    Effect::new(move |_| {
        let sentence = now.get();
        stop();
        waiting.set_value(Timer::start(announced, ANNOUNCEMENT_DELAY_MS, move || {
            announced.set(sentence);
        }));
    });
    on_cleanup(stop);
    view! { <p class="hidden" role="status">{move || announced.get()}</p> }
}

/// Describes the progress of an unfinished answer or dialogue.
fn so_far(report: &Report, so_far: fn(usize, usize) -> String) -> AnyView {
    let verdict = &report.visible;
    let written = verdict.required_steps().filter(|step| step.claimed.is_some()).count();
    let required_steps = verdict.required_steps().count();
    let sentence = so_far(written, required_steps);
    let steps_in_prompt = verdict.steps.len() - required_steps;
    // A part that is still missing is not an error yet.
    let broken = verdict.root_errors.iter().find(|root| match &root.place {
        ErrorLocation::Step(value) => {
            verdict.position_of(value.number).is_some_and(|at| at < steps_in_prompt + written)
        }
        ErrorLocation::Equation => true,
        ErrorLocation::Answer => false,
    });
    match broken {
        Some(root) => view! {
            {sentence}
            {text::ask::BROKE_AT}
            <strong class="is-fault">{root.place.name().to_owned()}</strong>"."
        }
        .into_any(),
        None if written > 0 => (sentence + text::ask::ALL_RIGHT).into_any(),
        None => sentence.into_any(),
    }
}

/// Draws the sentence of the verdict, with the step of the first error highlighted.
fn verdict_sentence(report: &Report) -> AnyView {
    let sentence = typeset(&report.headline);
    let root = report.visible.root_errors.first().map(|root| root.place.name());
    let parts = root.and_then(|root| {
        let at = sentence.match_indices(root).map(|(at, _)| at).find(|at| {
            let after = &sentence[at + root.len()..];
            !after.starts_with(|next: char| next.is_ascii_alphanumeric())
        })?;
        Some((&sentence[..at], root, &sentence[at + root.len()..]))
    });
    match parts {
        Some((before, root, after)) => view! {
            {before.to_owned()}<strong class="is-fault">{root.to_owned()}</strong>{after.to_owned()}
        }
        .into_any(),
        None => sentence.into_any(),
    }
}

fn chips(report: &Report) -> AnyView {
    let claimed = report.visible.steps.iter().filter(|step| step.claimed.is_some()).count();
    let mode = |mode: &Mode| {
        let mode = *mode;
        let category = category_of_mode(mode);
        let name = text::verdict_name(mode, claimed);
        view! {
            <Term
                slug=mode.slug()
                class=if mode == report.primary { "chip is-primary" } else { "chip" }
                attr:aria-label=format!("{name}: {}", mode.meaning())
                attr:title=mode.meaning()
            >
                <Sign sign=category.sign() class=category.class()/>
                {name}
            </Term>
        }
    };
    let modes = report.modes.iter().map(mode).collect_view();
    let facts = text::verdict::facts_of(report).into_iter();
    let facts =
        facts.map(|fact| view! { <span class="chip is-plain">{fact}</span> }).collect_view();
    (modes, facts).into_any()
}
