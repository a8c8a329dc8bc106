//! A dialogue: its messages, the next message to send, and the protocol before the first reply.

use leptos::prelude::*;
use stepfall_procedure::Condition;
use stepfall_protocol::SampleDialogue;
use stepfall_protocol::verdict::{Dialogue, MessageSpan, Role, Span};

use crate::browser::{self, Units};
use crate::components::root::Root;
use crate::components::widgets::basic::{Button, use_id};
use crate::components::widgets::copy::{Copied, CopyButton, copy};
use crate::state::{AnswerEdit, TranscriptState, Verdict, append_turn, without_headings};
use crate::stores::PlayStore;
use crate::text;

/// Draws the parts of a dialogue, each with its role.
pub(super) fn dialogue_view(
    condition: Condition,
    parts: &[MessageSpan],
    mut passage: impl FnMut(Span) -> AnyView,
) -> AnyView {
    let part = |part: &MessageSpan| {
        view! {
            <div class=class(part.role)>
                <p class="message-role">{text::dialogue::speaker(part.role, condition)}</p>
                <div class="message-text">{passage(part.span)}</div>
            </div>
        }
    };
    parts.iter().map(part).collect_view().into_any()
}

const fn class(role: Role) -> &'static str {
    match role {
        Role::Model => "message is-answered",
        Role::User => "message is-asked",
        Role::Prefilled => "message is-given",
        Role::Evaluator => "message is-carried-out",
    }
}

/// The parts of Play below the answer, under a condition of several turns.
#[component]
pub(crate) fn DialogueParts(play: PlayStore) -> impl IntoView {
    view! {
        <Next play/>
        <ProtocolView play/>
    }
}

/// The next message to send while a dialogue is unfinished, and the field for the reply.
#[component]
fn Next(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let next = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) if !play.is_streaming.get() => {
            // Before the first reply, the prompt itself is the next message, and need not be shown
            // again.
            let is_asked = |dialogue: &&Dialogue| dialogue.replies > 0 || dialogue.next.is_some();
            let open = graded.report.dialogue.as_ref().filter(|dialogue| !dialogue.is_over);
            let open = open.filter(is_asked);
            open.map(|dialogue| dialogue.next.clone())
        }
        _ => None,
    });
    // After adding a reply, the user continues in the next field.
    let has_added = StoredValue::new(false);
    Effect::watch(
        move || next.get(),
        move |next, _, _| {
            if has_added.get_value() {
                has_added.set_value(false);
                let is_open = matches!(next, Some(Some(_)));
                if is_open {
                    browser::refocus_on(move || browser::element(root.next_reply).map(Into::into));
                } else {
                    root.refocus_answer();
                }
            }
        },
        false,
    );
    let add = move |asked: &str, reply: &str| {
        if let Verdict::Judged(graded) = play.verdict.get_untracked()
            && let Some(dialogue) = &graded.report.dialogue
        {
            let text = Units::of(&graded.transcript).slice(0, dialogue.messages_end());
            has_added.set_value(true);
            let text = append_turn(&text, asked, &without_headings(reply));
            play.send(AnswerEdit::Write(text).into());
        }
    };
    move || match next.get() {
        None => ().into_any(),
        Some(None) => view! { <p class="note">{text::dialogue::BY_TOOL}</p> }.into_any(),
        Some(Some(asked)) => {
            let condition = play.with_untracked(|play| play.current_item().prompt_source.condition);
            let asked_then = asked.clone();
            let on_add = move |reply: String| add(&asked_then, &reply);
            view! { <NextMessage condition asked on_add/> }.into_any()
        }
    }
}

/// A button that copies the next message.
#[component]
pub(super) fn CopyNext(class: &'static str, label: &'static str, asked: String) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let on_press = move || copy(asked.clone(), outcome);
    view! { <CopyButton class label done=text::page::COPIED outcome on_press/> }
}

/// The next message to send, and the field for its reply.
#[component]
fn NextMessage(
    condition: Condition,
    asked: String,
    #[prop(into)] on_add: Callback<String>,
) -> impl IntoView {
    let root = expect_context::<Root>();
    let (title_id, reply_id) = (use_id("next-title"), use_id("next-reply"));
    let reply = RwSignal::new(String::new());
    view! {
        <section class="next" aria-labelledby=title_id>
            <div class="next-head">
                <h3 id=title_id.clone()>{text::dialogue::NEXT}</h3>
                <CopyNext class="button copy is-small" label=text::dialogue::COPY_NEXT asked=asked.clone()/>
            </div>
            <p class="hint">{text::dialogue::next_message_target(condition)}</p>
            <pre class="next-words" tabindex="0">{asked}</pre>
            <label for=reply_id.clone()>{text::dialogue::REPLY}</label>
            <textarea
                node_ref=root.next_reply
                class="next-reply"
                id=reply_id
                rows="4"
                placeholder=text::dialogue::REPLY_PLACEHOLDER
                spellcheck="false"
                autocomplete="off"
                prop:value=move || reply.get()
                on:input=move |event| reply.set(event_target_value(&event))
            />
            <Button
                text=text::dialogue::ADD_REPLY
                disabled=Signal::derive(move || reply.with(|reply| reply.trim().is_empty()))
                on_press=move || on_add.run(reply.get_untracked())
            />
        </section>
    }
}

/// The protocol of a dialogue, shown before the first message.
#[component]
fn ProtocolView(play: PlayStore) -> impl IntoView {
    let sample = Memo::new(move |_| {
        let is_empty =
            play.transcript_state.get() == TranscriptState::Nothing && !play.is_streaming.get();
        play.protocol().filter(|_| is_empty).and_then(|protocol| protocol.sample)
    });
    move || {
        let sample = sample.get()?;
        let condition = play.with_untracked(|play| play.current_item().prompt_source.condition);
        Some(view! { <Sample condition sample/> })
    }
}

#[component]
fn Sample(condition: Condition, sample: SampleDialogue) -> impl IntoView {
    let units = Units::of(&sample.text);
    let passage = |span: Span| units.slice(span.start, span.end).into_any();
    let parts = dialogue_view(condition, &sample.parts, passage);
    view! {
        <details class="protocol" open>
            <summary><b>{text::dialogue::PROTOCOL}</b><span class="source">{text::verdict::SIMULATED}</span></summary>
            <p class="hint">{text::dialogue::protocol_by(condition)}</p>
            <div class="message-whole">{parts}</div>
        </details>
    }
}

/// Draws the part of a dialogue before the first reply, below the prompt.
#[component]
pub(super) fn Opening(
    #[prop(into)] opening: Signal<Option<stepfall_protocol::Opening>>,
) -> impl IntoView {
    move || {
        let stepfall_protocol::Opening { given, asked } = opening.get()?;
        let all = format!("{given}\n\n{asked}");
        Some(view! {
            <div class="next">
                <div class="next-head">
                    <h3>{text::dialogue::BEGUN}</h3>
                    <CopyNext class="button copy is-small" label=text::dialogue::COPY_BEGUN asked=all/>
                </div>
                <pre class="next-words">{given}</pre>
                <h3>{text::dialogue::BEGUN_ASKED}</h3>
                <pre class="next-words">{asked}</pre>
            </div>
        })
    }
}
