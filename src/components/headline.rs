//! The sentence that says the state, and the failure modes below it.

use crate::prelude::*;

use std::cell::Cell;

use super::copy::Copied;
use super::dialogue::copy_next;
use super::element::{Node, element, group};
use super::prompt::copy_prompt;
use super::small::{button, sign};
use crate::browser::Timer;
use crate::state::{Judgement, Report, Shown, Verdict, typeset};
use crate::stores::PlayStore;
use crate::text;

/// How long the sentence rests before it is announced, in milliseconds.
const AT_REST: f64 = 700.0;

/// The sentence, with the item's coordinates above it and the failure modes below.
pub(crate) fn headline(desk: PlayStore) -> Node {
    let above = move || {
        let shown = desk.shown();
        let asked = &shown.asked;
        if desk.is_behind() {
            text::BEHIND.to_owned()
        } else if asked.own.is_some() {
            text::OWN_COORDINATES.to_owned()
        } else {
            text::coordinates(asked.seed.number(), asked.index)
        }
    };
    let eyebrow = element("p")
        .class("eyebrow")
        .class_when("is-alert", move || desk.is_behind())
        .text_of(above);
    let sentence = element("h1").part(
        move || (desk.shown(), desk.judgement(), desk.verdict.get(), desk.streaming.get()),
        |(shown, judgement, verdict, is_streaming)| match verdict {
            Verdict::Judged(report) if *is_streaming => so_far(report, text::so_far),
            Verdict::Judged(report) if report.is_open() => so_far(report, text::open_so_far),
            _ if *is_streaming => group().text(text::BEGINS),
            verdict => sentence(shown, *judgement, verdict),
        },
    );
    let explained = RwSignal::new(None::<String>);
    let copied = RwSignal::new(Copied::Idle);
    let modes = element("div").class("modes").part(
        move || (desk.verdict.get(), desk.streaming.get()),
        move |(verdict, is_streaming)| match verdict {
            // What is not finished has not failed yet.
            _ if *is_streaming => group(),
            Verdict::Judged(report) if report.is_open() => copy_what_next(report),
            Verdict::Judged(report) => chips(report, explained),
            Verdict::None => copy_prompt(desk, "button copy is-main", copied),
            Verdict::Waiting if desk.is_slow() => {
                button("button is-small", text::STOP, move || desk.stop())
            }
            Verdict::Failed(_) => button("button is-small", text::RETRY, move || desk.retry()),
            Verdict::Waiting => group(),
        },
    );
    let meaning = element("p").class("meaning").text_of(move || {
        let of_primary = || match desk.verdict.get() {
            Verdict::Judged(report) if report.is_open() => facts(desk).into_iter().next(),
            Verdict::Judged(report) if !desk.streaming.get() => {
                Some(text::mode_meaning(&report.primary).to_owned())
            }
            _ => None,
        };
        let explained = explained.get().map(|mode| text::mode_meaning(&mode).to_owned());
        explained.or_else(of_primary).unwrap_or_default()
    });
    element("div")
        .class("headline")
        .child(eyebrow)
        .child(sentence)
        .child(announced(desk))
        .child(modes)
        .child(meaning)
        .part(
            move || (is_open(desk), facts(desk)),
            |(is_open, facts)| {
                // The first stands above already.
                told_facts(&facts[usize::from(*is_open).min(facts.len())..])
            },
        )
}

fn is_open(desk: PlayStore) -> bool {
    matches!(desk.verdict.get(), Verdict::Judged(report) if report.is_open())
}

/// The button for what there is to do while a dialogue is not over.
fn copy_what_next(report: &Report) -> Node {
    let next = report.dialogue.as_ref().and_then(|dialogue| dialogue.next.as_deref());
    next.map_or_else(group, |next| copy_next("button copy is-main", text::COPY_WHAT_NEXT, next))
}

/// What there is to say of a dialogue, or of how sure the reading is.
fn facts(desk: PlayStore) -> Vec<String> {
    match desk.verdict.get() {
        Verdict::Judged(report) if !desk.streaming.get() => {
            let doubt = report.doubt.iter().cloned();
            report.dialogue.as_ref().map_or_else(|| doubt.collect(), text::facts_of_dialogue)
        }
        _ => Vec::new(),
    }
}

fn told_facts(facts: &[String]) -> Node {
    if facts.is_empty() {
        return group();
    }
    let facts = facts.iter().map(|fact| element("li").text(&typeset(fact)));
    element("ul").class("told").children(facts)
}

/// The sentence once it stays the same for a moment, for those who hear it: sliders and typing change it many times.
fn announced(desk: PlayStore) -> Node {
    let told = RwSignal::new(String::new());
    let waiting = Cell::new(None::<Timer>);
    let now = move || match desk.verdict.get() {
        Verdict::Judged(report) if report.is_open() => {
            report.dialogue.as_ref().map_or_else(Vec::new, text::facts_of_dialogue).join(" ")
        }
        Verdict::Judged(report) => typeset(&report.headline),
        Verdict::Failed(why) => why,
        Verdict::Waiting | Verdict::None => String::new(),
    };
    let watched = element("span").attr("hidden", "").part(now, move |sentence| {
        if let Some(timer) = waiting.take() {
            timer.cancel();
        }
        let sentence = sentence.clone();
        waiting.set(Timer::start(AT_REST, move || told.set(sentence)));
        group()
    });
    let status = element("p").class("hidden").attr("role", "status").text_of(move || told.get());
    group().child(watched).child(status)
}

fn sentence(shown: &Shown, judgement: Judgement, verdict: &Verdict) -> Node {
    match verdict {
        Verdict::Judged(report) => told(report),
        Verdict::Failed(why) => group().text(why),
        Verdict::Waiting => group().text(text::WAITING),
        Verdict::None => group().text(&text::invitation(&shown.asked.spec, judgement)),
    }
}

/// How far a model has come that is still writing.
fn so_far(report: &Report, so_far: fn(usize, usize) -> String) -> Node {
    let steps = &report.voice.steps;
    let written = steps.iter().filter(|step| step.claimed.is_some()).count();
    let sentence = group().text(&so_far(written, steps.len()));
    // What is not there yet is no fault.
    let broken = report.voice.roots.iter().find(|root| {
        let number = root.name.trim_start_matches(|sign: char| !sign.is_ascii_digit());
        root.name != "answer" && number.parse().map_or(true, |number: usize| number <= written + 2)
    });
    match broken {
        Some(root) => sentence
            .text(text::BROKE_AT)
            .child(element("strong").class("is-fault").text(&root.name))
            .text("."),
        None if written > 0 => sentence.text(text::ALL_RIGHT),
        None => sentence,
    }
}

/// The engine's sentence, in which the step of the first fault stands out.
fn told(report: &Report) -> Node {
    let sentence = typeset(&report.headline);
    let root = report.voice.roots.first().map(|root| root.name.as_str());
    let parts = root.and_then(|root| {
        let at = sentence.match_indices(root).map(|(at, _)| at).find(|at| {
            let after = &sentence[at + root.len()..];
            !after.starts_with(|next: char| next.is_ascii_alphanumeric())
        })?;
        Some((&sentence[..at], root, &sentence[at + root.len()..]))
    });
    match parts {
        Some((before, root, after)) => {
            let root = element("strong").class("is-fault").text(root);
            group().text(before).child(root).text(after)
        }
        None => group().text(&sentence),
    }
}

fn chips(report: &Report, explained: RwSignal<Option<String>>) -> Node {
    let modes = report.modes.iter().map(move |mode| {
        let (show, hide) = (mode.clone(), mode.clone());
        element("button")
            .attr("type", "button")
            .class(if *mode == report.primary { "chip is-primary" } else { "chip" })
            .child(sign(text::mode_sign(mode)).class(mode_class(mode)))
            .text(text::mode(mode))
            .attr("aria-label", &format!("{}: {}", text::mode(mode), text::mode_meaning(mode)))
            .on("pointerenter", move |_| explained.set(Some(show.clone())))
            .on("pointerleave", move |_| explained.set(None))
            .on("focus", move |_| explained.set(Some(hide.clone())))
            .on("blur", move |_| explained.set(None))
    });
    let facts = text::facts_of(report);
    let facts = facts.into_iter().map(|fact| element("span").class("chip is-plain").text(&fact));
    group().children(modes).children(facts)
}

fn mode_class(mode: &str) -> &'static str {
    match text::mode_sign(mode) {
        "✓" => "is-right",
        "≈" => "is-inherited",
        "?" => "is-unclear",
        _ => "is-fault",
    }
}
