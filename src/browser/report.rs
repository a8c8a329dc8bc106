//! Reading what the engine reports, with the browser's own parser of JSON.

use std::sync::Arc;

use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use stepfall_plot::Standing;

use crate::state::{
    Answer, Cause, Dialogue, Mark, Marked, Protocol, Reasoning, Report, Root, Said, Shared, Shares,
    Span, Speaker, Step, Voice,
};

/// The verdict on a transcript from its JSON; nothing where that is none.
pub(crate) fn report(json: &str, transcript: String) -> Option<Report> {
    let verdict = JSON::parse(json).ok()?;
    let (reasoning, dialogue) = (get(&verdict, "reasoning"), get(&verdict, "dialogue"));
    let withdrawn = spans(&dialogue, "withdrawn").into_iter();
    let withdrawn = withdrawn.map(|span| Mark { span, of: Marked::Withdrawn });
    Some(Report {
        marks: Mark::apart(marks(&verdict).chain(marks(&reasoning)).chain(withdrawn)),
        transcript: text(&dialogue, "text").unwrap_or(transcript),
        headline: text(&verdict, "headline")?,
        doubt: text(&get(&verdict, "doubt"), "sentence"),
        primary: text(&verdict, "primary")?,
        modes: list(&verdict, "modes").iter().filter_map(|mode| mode.as_string()).collect(),
        voice: voice(&verdict)?,
        reasoning: self::reasoning(&reasoning),
        samples: spans(&verdict, "samples"),
        dialogue: (!dialogue.is_undefined()).then(|| self::dialogue(&dialogue)),
    })
}

/// How a model is asked, from its JSON.
pub(crate) fn protocol(json: &str) -> Option<Protocol> {
    let protocol = JSON::parse(json).ok()?;
    let (opening, shown) = (get(&protocol, "opening"), get(&protocol, "shown"));
    Some(Protocol {
        opening: text(&opening, "given").zip(text(&opening, "asked")),
        shown: text(&shown, "text").map(|text| (text, said(&shown))),
    })
}

fn dialogue(dialogue: &JsValue) -> Dialogue {
    let end = get(dialogue, "end");
    let mut facts: Vec<String> =
        list(dialogue, "facts").iter().filter_map(|fact| fact.as_string()).collect();
    facts.extend(list(dialogue, "notes").iter().filter_map(|note| text(&note, "sentence")));
    let is_complete = text(&end, "slug").is_none_or(|slug| slug == "complete");
    facts.extend(text(&end, "sentence").filter(|_| !is_complete));
    Dialogue {
        parts: said(dialogue),
        facts,
        replies: whole(dialogue, "replies").unwrap_or_default(),
        is_over: end.is_object(),
        next: text(dialogue, "next"),
    }
}

fn said(object: &JsValue) -> Vec<Said> {
    let said = |part: JsValue| {
        Some(Said { by: Speaker::from_slug(&text(&part, "voice")?)?, span: span(&part)? })
    };
    list(object, "parts").iter().filter_map(said).collect()
}

/// A member of an object of JSON that is a text.
pub(crate) fn member(json: &str, name: &str) -> Option<String> {
    text(&JSON::parse(json).ok()?, name)
}

/// What the engine has made to be handed on, from its JSON.
pub(crate) fn shared(json: &str) -> Option<Shared> {
    let shared = JSON::parse(json).ok()?;
    let code = get(&shared, "code");
    Some(Shared {
        markdown: text(&shared, "markdown")?,
        picture: text(&shared, "picture")?,
        code: text(&code, "path").zip(whole(&code, "size")),
    })
}

/// The shares of faults that show, from their JSON.
pub(crate) fn shares(json: &str) -> Option<Shares> {
    let shares = JSON::parse(json).ok()?;
    let share = |name| whole(&shares, name);
    Some(Shares { at_step: share("at_step")?, in_answer: share("in_answer")? })
}

fn reasoning(reasoning: &JsValue) -> Option<Reasoning> {
    Some(Reasoning {
        spans: spans(reasoning, "spans"),
        headline: text(reasoning, "headline")?,
        voice: voice(reasoning)?,
    })
}

/// What was read in a voice, and where: steps first.
fn marks(voice: &JsValue) -> impl Iterator<Item = Mark> {
    let steps = list(voice, "steps");
    let answers = get(voice, "answers");
    let answers = ["first", "last"].map(|which| get(&answers, which));
    let of_step = |(at, step): (usize, JsValue)| {
        let standing = Standing::of(&text(&step, "status")?);
        Some(Mark { span: span(&step)?, of: Marked::Step(at, standing) })
    };
    let of_answer = |answer: JsValue| {
        Some(Mark { span: span(&answer)?, of: Marked::Answer(flag(&answer, "correct")) })
    };
    let steps: Vec<JsValue> = steps.iter().collect();
    let steps = steps.into_iter().enumerate().filter_map(of_step);
    steps.chain(answers.into_iter().filter_map(of_answer))
}

fn spans(object: &JsValue, name: &str) -> Vec<Span> {
    list(object, name).iter().filter_map(|one| span(&one)).collect()
}

fn voice(voice: &JsValue) -> Option<Arc<Voice>> {
    let answers = get(voice, "answers");
    Some(Arc::new(Voice {
        expected: text(&answers, "expected")?,
        first: answer(&get(&answers, "first")),
        last: answer(&get(&answers, "last")),
        steps: list(voice, "steps").iter().filter_map(|one| step(&one)).collect(),
        roots: list(voice, "root_faults").iter().filter_map(|one| root(&one)).collect(),
    }))
}

fn answer(answer: &JsValue) -> Option<Answer> {
    Some(Answer { value: text(answer, "value")?, correct: flag(answer, "correct") })
}

fn step(step: &JsValue) -> Option<Step> {
    let hypotheses = list(step, "hypotheses");
    Some(Step {
        status: text(step, "status")?,
        claimed: text(step, "claimed"),
        cause: cause(&hypotheses.get(0)),
        others: hypotheses.length().saturating_sub(1),
        by_cancellation: flag(step, "by_cancellation"),
        repeated: flag(step, "repeated"),
        revised: flag(step, "revised"),
        out_of_order: flag(step, "out_of_order"),
    })
}

fn cause(cause: &JsValue) -> Option<Cause> {
    Some(Cause {
        slug: text(cause, "cause")?,
        operand: text(cause, "operand"),
        instead_of: text(cause, "instead_of"),
        operation: text(cause, "operation"),
        slip: text(cause, "slip"),
    })
}

fn root(root: &JsValue) -> Option<Root> {
    Some(Root { name: text(root, "name")?, repaired: get(root, "repaired").as_bool() })
}

fn span(value: &JsValue) -> Option<Span> {
    Some(Span { start: whole(value, "start")?, end: whole(value, "end")? })
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "positions and shares are whole and far below 2^32"
)]
pub(super) fn whole(object: &JsValue, name: &str) -> Option<u32> {
    get(object, name).as_f64().map(|number| number as u32)
}

/// A member; undefined where there is none.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

pub(super) fn text(object: &JsValue, name: &str) -> Option<String> {
    get(object, name).as_string()
}

pub(super) fn flag(object: &JsValue, name: &str) -> bool {
    get(object, name).is_truthy()
}

pub(super) fn list(object: &JsValue, name: &str) -> Array {
    get(object, name).dyn_into().unwrap_or_default()
}
