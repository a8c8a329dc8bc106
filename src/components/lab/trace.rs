//! A transcript, token by token.

use leptos::prelude::*;
use stepfall_protocol::lab::{LabLine, LabToken};

use crate::components::widgets::basic::use_id;
use crate::state::lab::LabRun;
use crate::text;

/// The lines of a transcript. Each line except the summary is a button that selects its step.
#[component]
pub(crate) fn TraceCard(
    #[prop(into)] title: Signal<String>,
    run: RwSignal<LabRun>,
    /// The number of visible tokens; `None` shows all.
    #[prop(into)]
    visible_tokens: Signal<Option<usize>>,
    #[prop(into)] step: Signal<Option<u16>>,
    #[prop(into)] on_step: Callback<u16>,
) -> impl IntoView {
    let heading = use_id("trace");
    // Each line is built once, because its data does not change within a transcript.
    let lines = move || {
        run.with(|run| (0..run.lines.len()).map(|line| (run.serial, line)).collect::<Vec<_>>())
    };
    let line = move |(_, line): (u32, usize)| {
        let begin = run.with_untracked(|run| {
            run.lines.iter().take(line).map(|line| line.tokens.len()).sum::<usize>()
        });
        let of = run.with_untracked(|run| run.lines.get(line).cloned()).unwrap_or_default();
        let (error, first) =
            run.with_untracked(|run| (text::lab::error_text(run, line), run.first_error()));
        let is_after_error = first.is_some_and(|(first, _)| first < line);
        view! { <Line of line begin error is_after_error visible_tokens step on_step/> }
    };
    view! {
        <section class="card lab-trace" aria-labelledby=heading>
            <div class="card-head"><h2 id=heading.clone()>{text::lab::TRACE}" · "{title}</h2></div>
            <ol class="lab-lines">
                <For each=lines key=|line| *line children=line/>
            </ol>
        </section>
    }
}

#[component]
fn Line(
    of: LabLine,
    line: usize,
    /// The index of the line's first token.
    begin: usize,
    error: String,
    /// True if an earlier line has an error. An error in this line may be its consequence.
    is_after_error: bool,
    visible_tokens: Signal<Option<usize>>,
    step: Signal<Option<u16>>,
    on_step: Callback<u16>,
) -> impl IntoView {
    let number = u16::try_from(line + 3).unwrap_or(u16::MAX);
    let is_summary = of.is_summary;
    let is_chosen = move || !is_summary && step.get() == Some(number);
    let is_hidden =
        move || visible_tokens.get().is_some_and(|visible_tokens| visible_tokens <= begin);
    let has_error = !error.is_empty();
    let length = of.tokens.len();
    let incorrect = of.incorrect.map(usize::from);
    let token = move |(at, token): (usize, LabToken)| {
        let likely = std::iter::once((token.text.clone(), token.probability)).chain(token.others);
        let likely: Vec<String> = likely
            .map(|(text, chance)| format!("“{text}” {}", text::lab::share_text(chance)))
            .collect();
        let is_hidden =
            move || visible_tokens.get().is_some_and(|visible_tokens| visible_tokens <= begin + at);
        let is_now = move || visible_tokens.get() == Some(begin + at + 1);
        view! {
            <span
                class:is-wrong=incorrect == Some(at)
                class:is-unseen=is_hidden
                class:is-now=is_now
                title=likely.join(" · ")
            >
                {token.text}
            </span>
            " "
        }
    };
    let tokens = of.tokens.into_iter().enumerate().map(token).collect_view();
    let is_done =
        move || visible_tokens.get().is_none_or(|visible_tokens| visible_tokens >= begin + length);
    let end = has_error.then(|| {
        let sign = if is_after_error { "" } else { "✕ " };
        view! { <em class:is-later=is_after_error hidden=move || !is_done()>{sign}{error}</em> }
    });
    let content = view! { <span class="lab-tokens">{tokens}</span>{end} };
    if is_summary {
        return view! { <li hidden=is_hidden class="lab-line is-summary">{content}</li> }
            .into_any();
    }
    view! {
        <li hidden=is_hidden class="lab-line" class:is-chosen=is_chosen class:is-later=is_after_error>
            <button
                type="button"
                data-step=number
                aria-pressed=move || is_chosen().to_string()
                on:click=move |_| on_step.run(number)
            >
                {content}
            </button>
        </li>
    }
    .into_any()
}
