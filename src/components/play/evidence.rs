//! The evidence for a verdict, and ways to object to it.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_link::Page;
use stepfall_text::typeset;

use crate::browser;
use crate::components::widgets::copy::{Copied, CopyButton, copy};
use crate::state::{AnswerEdit, Evidence, Graded, Verdict, evidence, without_markup};
use crate::stores::PlayStore;
use crate::text;

/// The line of the procedure, below it the part of the answer with the error, and ways to object.
/// Empty while there is no verdict on a finished answer.
#[component]
pub(crate) fn EvidencePanel(play: PlayStore) -> impl IntoView {
    let graded = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) if !play.is_streaming.get() && !graded.report.is_open() => {
            Some((play.current_item.get(), graded))
        }
        _ => None,
    });
    let found = Memo::new(move |_| {
        graded.with(|graded| {
            graded.as_ref().and_then(|(shown, graded)| evidence(shown, &graded.report))
        })
    });
    let lines = move || {
        let (_, graded) = graded.get()?;
        found.get().map(|found| view! { <Lines found graded/> })
    };
    let report = move || {
        let Some((_, graded)) = graded.get_untracked() else { return String::new() };
        let (link, lacks) = play.link(true);
        let transcript = lacks.map(|_| graded.transcript.as_str());
        text::verdict::report(&graded.report.headline, &link, transcript)
    };
    view! {
        <Show when=move || graded.with(Option::is_some)>
            <aside class="evidence" aria-label=text::verdict::EVIDENCE>
                {lines}
                <ObjectionPanel play found report/>
            </aside>
        </Show>
    }
}

/// Two entries: the line of the procedure, and below it the part of the answer with the error, or a
/// note that none could be read.
#[component]
fn Lines(found: Evidence, graded: Arc<Graded>) -> impl IntoView {
    let written = found.answer.map(|span| {
        let written = browser::Units::of(&graded.transcript).slice(span.start, span.end);
        without_markup(&written)
    });
    let answer = match written {
        Some(written) => view! { <code>{typeset(&written)}</code> }.into_any(),
        None => text::verdict::NOT_READ.into_any(),
    };
    view! {
        <dl>
            <dt>{text::verdict::OF_PROCEDURE}</dt>
            <dd><code>{found.procedure}</code></dd>
            <dt>{text::page::ANSWER}</dt>
            <dd class="is-fault">{answer}</dd>
        </dl>
    }
}

/// Other explanations, a checkbox that marks the answer as truncated, the grader's accuracy, and a
/// report to send. The panel covers a part of the page, to avoid a layout shift.
#[component]
fn ObjectionPanel(
    play: PlayStore,
    found: Memo<Option<Evidence>>,
    /// Makes the report of the current verdict.
    #[prop(into)]
    report: Callback<(), String>,
) -> impl IntoView {
    let folds = NodeRef::<html::Details>::new();
    let summary = NodeRef::<html::Summary>::new();
    let outcome = RwSignal::new(Copied::Idle);
    let explanations = move || {
        let found = found.get().filter(|found| !found.causes.is_empty())?;
        let causes = found.causes.into_iter().map(|cause| view! { <li>{cause}</li> });
        Some(view! {
            <p class="soft">{text::verdict::explanations_of(&found.name)}</p>
            <ol>{causes.collect_view()}</ol>
        })
    };
    let close = move |event: ev::KeyboardEvent| {
        if event.key() != "Escape" {
            return;
        }
        if let (Some(folds), Some(summary)) = (browser::element(folds), browser::element(summary)) {
            folds.set_open(false);
            // If the browser refuses, the focus does not move.
            let _ = summary.focus();
        }
    };
    view! {
        <details class="doubts" node_ref=folds on:keydown=close>
            <summary node_ref=summary>{text::verdict::DISAGREE}</summary>
            <div class="doubts-panel">
                {explanations}
                // A view in a frame is read-only.
                {play.is_addressed().then(|| view! { <CutOff play/> })}
                <p class="soft">
                    {text::verdict::HOW_OFTEN_RIGHT}" "
                    <a href=format!("#/{}", Page::About.slug())>{text::verdict::HOW_IT_GRADES}</a>
                </p>
                <CopyButton
                    class="button is-small copy"
                    label=text::page::COPY_REPORT
                    done=text::page::COPIED
                    outcome
                    on_press=move || copy(report.run(()), outcome)
                />
                <p class="soft">{text::verdict::REPORT_HINT}</p>
            </div>
        </details>
    }
}

/// The checkbox that marks the answer as truncated. The text alone does not always show that.
#[component]
fn CutOff(play: PlayStore) -> impl IntoView {
    let is_cut = Memo::new(move |_| play.with(|play| play.transcript().is_cut()));
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || is_cut.get()
                on:change=move |event| play.send(AnswerEdit::Cut(event_target_checked(&event)).into())
            />
            <span>{text::verdict::CUT_OFF}</span>
        </label>
    }
}
