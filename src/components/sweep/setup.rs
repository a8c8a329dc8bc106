//! The set-up of a sweep: whom to ask, the grid, the limits, and what it would take.

use crate::prelude::*;
use stepfall_link::Setup;
use stepfall_procedure::shown_line;

use super::targets::targets;
use crate::components::copy::{Copied, copy, copy_button};
use crate::components::element::{Node, element, group};
use crate::components::small::{button, label, paragraph, sign, small_button};
use crate::state::Checked;
use crate::stores::SweepStore;
use crate::text;
use stepfall_procedure::Condition;

/// The settings of Sweep.
pub(crate) fn setup(board: SweepStore) -> Node {
    let is_of_age =
        move || board.setup.with(|setup| setup.is_unpublished() && setup.run.is_empty());
    let body =
        element("div")
            .class("knobs-body")
            .part(is_of_age, |is_of_age| {
                if *is_of_age { paragraph("note", text::SWEEP_OF_AGE) } else { group() }
            })
            .child(element("h2").text(text::WHO))
            .child(targets(board))
            .child(element("h2").text(text::GRID))
            .child(field(board, "steps", text::LENGTHS, "", text::LENGTHS_HINT))
            .child(field(board, "lookback", text::LOOK_BACKS, "", ""))
            .child(conditions(board))
            .child(
                element("div")
                    .class("setup-pair")
                    .child(field(board, "items", text::ITEMS, "", ""))
                    .child(field(board, "samples", text::SAMPLES, "", "")),
            )
            .child(field(board, "seed", text::SEED, "0", ""))
            .child(procedure(board))
            .child(limits(board))
            .child(before(board));
    element("aside").class("knobs is-setup").attr("aria-label", text::SWEEP).child(body)
}

/// A field for a parameter, with what is wrong with it.
fn field(
    board: SweepStore,
    key: &'static str,
    name: &str,
    usual: &str,
    hint: &'static str,
) -> Node {
    let id = format!("sweep-{key}");
    let about = move || problems(board, key);
    // What is being typed stays as it is, also where it is empty, which means the default.
    let draft = RwSignal::new(None::<String>);
    let input = element("input")
        .id(&id)
        .class("text is-wide")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("placeholder", usual)
        .attr("aria-describedby", &format!("{id}-hint"))
        .attr_of("aria-invalid", move || (!about().is_empty()).then(|| "true".to_owned()))
        .value(move || draft.get().unwrap_or_else(|| board.setup.with(|setup| setup.get(key))))
        .attr_when("disabled", move || board.is_running())
        .on_value("input", move |typed| {
            draft.set(Some(typed.clone()));
            board.change_field(key, &typed);
        })
        .on("blur", move |_| draft.set(None));
    let told = element("p").class("hint").id(&format!("{id}-hint")).text_of(move || {
        let about = problems(board, key);
        if about.is_empty() { hint.to_owned() } else { about }
    });
    element("div").class("knob").child(label(&id, name)).child(input).child(told)
}

/// What is wrong with a parameter.
fn problems(board: SweepStore, key: &str) -> String {
    board.checked.with(|checked| {
        let problems = checked.iter().flat_map(|checked| &checked.problems);
        let about =
            problems.filter(|(field, _)| field == key).map(|(_, sentence)| sentence.as_str());
        about.collect::<Vec<_>>().join(" ")
    })
}

fn conditions(board: SweepStore) -> Node {
    let one = |condition: Condition, name: &str, hint: &str| {
        let slug = condition.slug();
        let is_set = slug.clone();
        let check = element("input")
            .attr("type", "checkbox")
            .prop_when("checked", move || board.setup.with(|setup| setup.has("condition", &is_set)))
            .on("change", move |_| board.change(|setup| setup.toggle("condition", &slug)));
        let label = element("label").class("check").child(check).child(element("span").text(name));
        if hint.is_empty() { label } else { label.child(element("small").text(hint)) }
    };
    let plain = Condition::PLAIN.map(|condition| one(condition, condition.word(), ""));
    let dialogues = Condition::OFFERED.into_iter().filter(|condition| !condition.is_plain());
    let dialogues = dialogues.map(|condition| {
        one(condition, text::condition(condition), text::condition_hint(condition))
    });
    let has_dialogues = move || {
        board.setup.with(|setup| {
            let conditions = setup.get("condition");
            let slugs = conditions.split(',').map(str::trim);
            slugs.filter_map(Condition::from_slug).any(|condition| !condition.is_plain())
        })
    };
    let more = element("details")
        .class("setup-dialogues")
        .open_when(has_dialogues)
        .child(element("summary").text(text::DIALOGUES))
        .child(element("div").children(dialogues))
        .child(field(board, "condition", text::ALL_CONDITIONS, "trace", text::CONDITIONS_HINT));
    let told = paragraph("hint", "").text_of(move || problems(board, "condition"));
    element("fieldset")
        .class("choices setup-conditions")
        .child(element("legend").text(text::CONDITIONS))
        .child(element("div").class("setup-checks").children(plain))
        .child(more)
        .child(told)
}

fn procedure(board: SweepStore) -> Node {
    let own = move || {
        let own = board.setup.with(Setup::procedure);
        if own.is_empty() { text::USUAL_PROCEDURE.to_owned() } else { own }
    };
    element("div")
        .class("knob")
        .child(element("span").class("knob-name").text(text::ITS_PROCEDURE))
        .child(element("p").class("hint").text_of(own))
        .child(small_button(text::TAKE_PLAY, move || board.take_procedure()))
}

fn limits(board: SweepStore) -> Node {
    const FOLDED: [&str; 6] =
        ["max-output", "temperature", "effort", "concurrency", "max-requests", "max-spend"];
    let effort = |word: &&str| {
        let name = if word.is_empty() { text::PROVIDERS_OWN } else { word };
        element("option").attr("value", word).text(name)
    };
    let effort = element("select")
        .id("sweep-effort")
        .class("button")
        .children(text::EFFORTS.iter().map(effort))
        .value(move || board.setup.with(|setup| setup.get("effort")))
        .on_value("change", move |word| board.change(|setup| setup.set("effort", &word)));
    let effort =
        element("div").class("knob").child(label("sweep-effort", text::EFFORT)).child(effort);
    let is_wrong = move || FOLDED.iter().any(|key| !problems(board, key).is_empty());
    element("details")
        .class("setup-limits")
        .open_when(is_wrong)
        .child(element("summary").text(text::LIMITS))
        .child(
            element("div")
                .class("setup-pair")
                .child(field(board, "max-output", text::MOST_TOKENS, text::PROVIDERS_OWN, ""))
                .child(field(board, "temperature", text::TEMPERATURE, text::PROVIDERS_OWN, ""))
                .child(effort)
                .child(field(board, "concurrency", text::CONCURRENCY, "", ""))
                .child(field(board, "max-requests", text::MOST_REQUESTS, text::NONE, ""))
                .child(field(board, "max-spend", text::MOST_SPEND, text::NONE, "")),
        )
}

/// What the sweep would take, and the button that starts it.
fn before(board: SweepStore) -> Node {
    let name = element("input")
        .id("sweep-name")
        .class("text is-wide")
        .attr("type", "text")
        .attr("maxlength", "80")
        .attr("autocomplete", "off")
        .attr("placeholder", text::RUN_NAME_HINT)
        .value(move || board.name.get())
        .on_value("input", move |typed| board.name.set(typed));
    let name = element("div").class("knob").child(label("sweep-name", text::RUN_NAME)).child(name);
    let cannot = move || {
        let is_wrong = board
            .checked
            .with(|checked| checked.as_ref().is_none_or(|checked| !checked.problems.is_empty()));
        let is_nobody = board.setup.with(|setup| setup.models.is_empty());
        is_wrong || is_nobody || board.is_running() || !board.foreign().is_empty()
    };
    let copied = RwSignal::new(Copied::Idle);
    let start =
        button("button is-main", text::START, move || board.begin()).attr_when("disabled", cannot);
    element("div")
        .class("setup-before")
        .part(
            move || board.checked.get(),
            |checked| checked.as_ref().map_or_else(group, would_take),
        )
        .part(
            move || board.setup.with(|setup| shown_line(&setup.repeated().join(", "))),
            |repeated| match repeated.as_str() {
                "" => group(),
                repeated => paragraph("hint", &text::repeated(repeated)),
            },
        )
        .child(name)
        .child(start)
        .child(copy_button(
            "button is-small copy",
            text::COPY_SWEEP,
            text::COPIED,
            copied,
            move || {
                copy(board.link(), copied);
            },
        ))
        .part(
            move || copied.get() == Copied::Refused,
            move |is_refused| match is_refused {
                true => paragraph("note", text::COPY_LINK_REFUSED).text(" ").text(&board.link()),
                false => group(),
            },
        )
}

fn would_take(checked: &Checked) -> Node {
    // Each is told at its field too, which may be far up or folded away.
    if let Some((_, sentence)) = checked.problems.first() {
        return element("p").class("note").child(sign("! ")).text(sentence);
    }
    let fact = |(name, value): (&'static str, String)| {
        element("div").child(element("dt").text(name)).child(element("dd").text(&value))
    };
    let notes = checked.notes.iter().map(|note| element("p").class("hint").text(note));
    group()
        .child(
            element("dl")
                .class("setup-facts")
                .children(text::would_take(checked).into_iter().map(fact)),
        )
        .children(notes)
}
