//! The answer: where it is pasted, and what it is worth.

use leptos::prelude::*;
use stepfall_grade::{Claim, Verdict};

use super::erased::{flag, optional, paragraph, part, press, small_button, text_of, with_value};
use crate::desk::{Desk, Keeping, use_desk};
use crate::state::{Edit, Judgement, quote, typeset};
use crate::text;

/// The box for the answer with the verdict below it.
#[component]
pub(crate) fn Answer() -> impl IntoView {
    let desk = use_desk();
    let transcript = text_of(move || desk.read(|play| play.transcript().to_owned()));
    let is_empty = flag(move || desk.read(|play| play.transcript().is_empty()));
    let size = text_of(move || text::size(desk.read(|play| play.transcript().len())));
    let note = part(move || {
        let note = match desk.keeping.get() {
            Keeping::Address => None,
            Keeping::Tab => Some(text::BESIDE),
            Keeping::Nowhere => Some(text::NOT_KEPT),
        };
        optional(note.map(|note| paragraph("note", note)))
    });
    view! {
        <section class="card" aria-labelledby="answer-title">
            <div class="card-head">
                <h2 id="answer-title">{text::ANSWER}</h2>
                <span class="soft number">{size}</span>
                <button type="button" class="button" disabled=is_empty
                    on:click=press(move || desk.send(Edit::Transcript(String::new())))>
                    {text::CLEAR}
                </button>
            </div>
            <textarea class="transcript" aria-label=text::PASTE_LABEL placeholder=text::PASTE_PLACEHOLDER
                spellcheck="false" autocomplete="off" autocapitalize="off" rows="7" prop:value=transcript
                on:input=with_value(move |typed| desk.send(Edit::Transcript(typed)))></textarea>
            {note}
            <div class="verdict" role="status">{part(move || judged(desk))}</div>
        </section>
    }
}

/// What is known about the answer.
fn judged(desk: Desk) -> AnyView {
    match desk.judgement.get() {
        Judgement::Nothing => paragraph("soft", text::NO_VERDICT),
        Judgement::Stale => vec![
            paragraph("", text::STALE),
            small_button(false, text::ADOPT, move || desk.send(Edit::Adopt)),
        ]
        .into_any(),
        Judgement::Judged(Verdict::Missing) => vec![
            status("status is-missing", "? ", text::NONE_FOUND),
            paragraph("soft", text::MISSING),
        ]
        .into_any(),
        Judgement::Judged(Verdict::Right(claim)) => {
            vec![status("status is-right", "✓ ", text::RIGHT), reading(desk, &claim)].into_any()
        }
        Judgement::Judged(Verdict::Wrong(claim)) => {
            vec![status("status is-wrong", "✕ ", text::WRONG), reading(desk, &claim)].into_any()
        }
    }
}

fn status(class: &'static str, sign: &'static str, word: &'static str) -> AnyView {
    view! { <p class=class><span aria-hidden="true">{sign}</span>{word}</p> }.into_any()
}

/// Which text was read as the answer, and what the exact value is.
fn reading(desk: Desk, claim: &Claim) -> AnyView {
    let quote = desk.peek(|play| quote(play.transcript(), &claim.span)).map(|quote| {
        view! { <q class="quote">{quote.before}<mark>{quote.quoted}</mark>{quote.after}</q> }
    });
    let shown = desk.shown.get_untracked();
    let expected = typeset(&shown.item.expected_text(shown.asked.condition));
    view! {
        <p class="reading">
            {text::READ_AS} " " {optional(quote)} " " <span class="soft">"(" {text::rule(claim.rule)} ")"</span>
        </p>
        <p class="reading">{text::EXACT} " " <b class="number">{expected}</b></p>
    }
    .into_any()
}
