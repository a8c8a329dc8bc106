//! A procedure that the user carries out.

use leptos::prelude::*;
use stepfall_number::Number;
use stepfall_procedure::Wording;
use stepfall_text::category_of;

use crate::components::widgets::basic::{Button, Sign, use_id};
use crate::state::AnswerEdit;
use crate::stores::PlayStore;
use crate::text;

/// A field for the value of each step. All values are checked together, as one answer.
#[component]
pub(crate) fn StepFields(play: PlayStore) -> impl IntoView {
    let steps = play.with_untracked(|play| {
        let shown = play.current_item();
        let lines = shown.item.text_in(Wording::Assignments);
        let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
        let values = shown.item.values.iter().map(ToString::to_string).collect::<Vec<_>>();
        (lines, values)
    });
    let (lines, values) = steps;
    let (inputs, steps) = lines.split_at(lines.len().min(2));
    let given_inputs = inputs.join(", ");
    let names: Vec<String> = steps
        .iter()
        .filter_map(|line| line.split_once('=').map(|(name, _)| name.trim().to_owned()))
        .collect();
    let written = RwSignal::new(vec![String::new(); steps.len()]);
    let is_checked = RwSignal::new(false);
    let error = RwSignal::new(None);
    let check = move |names: &[String]| {
        error.set(written.with_untracked(|written| input_problem(written)));
        if error.with_untracked(Option::is_some) {
            return is_checked.set(false);
        }
        let answer = written.with_untracked(|written| transcript(names, written));
        is_checked.set(true);
        play.send(AnswerEdit::Replace(answer).into());
    };
    let of_fill = names.clone();
    let fill = move || {
        written.set(values.iter().skip(2).cloned().collect());
        check(&of_fill);
    };
    let field = |(at, line): (usize, &String)| {
        let id = use_id("own-value");
        let write = move |event| {
            let value = event_target_value(&event);
            written.update(|written| written[at] = value);
            is_checked.set(false);
            error.set(None);
        };
        let status = move || {
            let verdict = play.text_verdict.get().filter(|_| is_checked.get())?;
            Some(category_of(verdict.steps.get(at)?.status))
        };
        let sign = move || {
            status().map(|category| {
                view! {
                    <span class=format!("learn-status {}", category.class())>
                        <Sign sign=category.sign()/>" "{text::category(category)}
                    </span>
                }
            })
        };
        view! {
            <li>
                <label for=id.clone()><code>{line.clone()}</code>" "<code>"="</code></label>
                <input
                    id=id
                    class="text number"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=move || written.with(|written| written[at].clone())
                    on:input=write
                />
                {sign}
            </li>
        }
    };
    let fields = steps.iter().enumerate().map(field).collect_view();
    view! {
        <form
            class="learn-steps"
            on:submit=move |event| {
                event.prevent_default();
                check(&names);
            }
        >
            <p><code>{given_inputs}</code></p>
            <ol>{fields}</ol>
            <div class="learn-buttons">
                <button type="submit" class="button is-main">{text::learn::CHECK}</button>
                <Button class="button" text=text::learn::FILL on_press=fill/>
            </div>
            <p class="is-alert" role="status">{error}</p>
        </form>
    }
}

/// Returns the reason why the input cannot be checked; `None` if it can.
fn input_problem(written: &[String]) -> Option<String> {
    let values = || written.iter().map(|value| value.trim());
    let is_number = |value: &str| value.replace('−', "-").parse::<Number>().is_ok();
    let strange = values().find(|value| !value.is_empty() && !is_number(value));
    let is_missing = || values().any(str::is_empty);
    strange
        .map(text::learn::no_number)
        .or_else(|| is_missing().then(|| text::learn::NOTHING.to_owned()))
}

/// Formats the input as an answer: a line for each step, and the last value as the answer.
fn transcript(names: &[String], written: &[String]) -> String {
    let lines =
        names.iter().zip(written).map(|(name, value)| format!("{name} = {}\n", value.trim()));
    let last = written.last().map(|last| format!("Answer: {}", last.trim()));
    lines.chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_no_numbers_are_not_checked() {
        let why = |values: [&str; 2]| input_problem(&values.map(str::to_owned));
        assert_eq!(why(["", "  "]).as_deref(), Some(text::learn::NOTHING));
        assert_eq!(why(["7", ""]).as_deref(), Some(text::learn::NOTHING));
        assert_eq!(why(["", "abc"]).as_deref(), Some("“abc” is not a number."));
        assert_eq!(why(["7", "abc"]).as_deref(), Some("“abc” is not a number."));
        assert_eq!(why(["1", "−7.5"]), None);
    }

    #[test]
    fn the_entered_values_become_a_transcript() {
        let names = ["S3", "S4", "S5"].map(str::to_owned);
        let answer = |values: [&str; 3]| transcript(&names, &values.map(str::to_owned));
        assert_eq!(answer(["1", " -2 ", "3"]), "S3 = 1\nS4 = -2\nS5 = 3\nAnswer: 3");
    }
}
