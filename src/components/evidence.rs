//! What a verdict rests on, and what to do where it is wrong.

use std::sync::Arc;

use leptos::prelude::*;
use stepfall_link::Place;

use super::copy::{Copied, CopyButton, copy};
use crate::browser;
use crate::state::{Evidence, Graded, Verdict, evidence, typeset};
use crate::stores::PlayStore;
use crate::text;

/// The line of the procedure beside the line of the answer, and the other readings. Nothing while there is no verdict.
#[component]
pub(crate) fn EvidencePanel(play: PlayStore) -> impl IntoView {
    let graded = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) if !play.streaming.get() && !graded.report.is_open() => {
            Some((play.shown(), graded))
        }
        _ => None,
    });
    move || {
        let (shown, graded) = graded.get()?;
        let found = evidence(&shown, &graded.report);
        let lines = found.clone().map(|found| view! { <Lines found graded=graded.clone()/> });
        let report = move || {
            let (link, lacks) = play.link(true);
            let transcript = lacks.map(|_| graded.transcript.as_str());
            text::verdict_report(&graded.report.headline, &link, transcript)
        };
        Some(view! {
            <aside class="evidence" aria-label=text::EVIDENCE>
                {lines}
                <Doubts found report/>
            </aside>
        })
    }
}

/// What the procedure says and what the answer says, one below the other.
#[component]
fn Lines(found: Evidence, graded: Arc<Graded>) -> impl IntoView {
    let written = found.answer.map(|span| {
        browser::Units::of(&graded.transcript).slice(span.start, span.end).trim().to_owned()
    });
    let answer = match written {
        Some(written) => view! { <code>{typeset(&written)}</code> }.into_any(),
        None => text::NOT_WRITTEN.into_any(),
    };
    view! {
        <dl>
            <dt>{text::OF_PROCEDURE}</dt>
            <dd><code>{found.procedure}</code></dd>
            <dt>{text::ANSWER}</dt>
            <dd class="is-fault">{answer}</dd>
        </dl>
    }
}

/// The readings that were weighed, how often the grader is right, and a report to hand on.
#[component]
fn Doubts(
    found: Option<Evidence>,
    /// The report, as it is now.
    #[prop(into)]
    report: Callback<(), String>,
) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let readings = found.filter(|found| !found.causes.is_empty()).map(|found| {
        let causes = found.causes.into_iter().map(|cause| view! { <li>{cause}</li> });
        view! {
            <p class="soft">{text::readings_of(&found.name)}</p>
            <ol>{causes.collect_view()}</ol>
        }
    });
    view! {
        <details class="doubts">
            <summary>{text::WAS_IT_WRONG}</summary>
            {readings}
            <p class="soft">
                {text::HOW_OFTEN_RIGHT}" "
                <a href=format!("#/{}", Place::About.slug())>{text::HOW_IT_GRADES}</a>
            </p>
            <CopyButton
                class="button is-small copy"
                label=text::COPY_REPORT
                done=text::COPIED
                outcome
                on_press=move || copy(report.run(()), outcome)
            />
            <p class="soft">{text::REPORT_HINT}</p>
        </details>
    }
}
