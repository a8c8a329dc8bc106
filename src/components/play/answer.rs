//! The answer card: its source, the text field, and the marked-up transcript.

use leptos::ev;
use leptos::prelude::*;
use stepfall_link::{ResultsLink, Source};
use stepfall_protocol::verdict::Span;

use super::marked_answer::MarkedAnswer;
use crate::browser;
use crate::components::lazy::{LazyPart, LazyPartOnDemand, Placeholder};
use crate::components::root::Root;
use crate::components::widgets::basic::{Button, PartNumber, use_id};
use crate::lazy;
use crate::state::{AnswerEdit, Play, Stage, TranscriptState, Verdict};
use crate::stores::{AnswerPanel, ModelClient, PlayStore, TranscriptLocation};
use crate::text;

/// The largest number of samples that have a button.
const MAX_SAMPLES: usize = 12;

#[component]
pub(crate) fn Answer(play: PlayStore, client: ModelClient) -> impl IntoView {
    let root = expect_context::<Root>();
    let id = use_id("answer-title");
    let panel = play.panel;
    let is_open = move |which| Signal::derive(move || play.has_panel(which));
    let toggle = move || {
        play.toggle_panel(AnswerPanel::Ask);
        if panel.get_untracked() == Some(AnswerPanel::Ask) {
            client.open();
        }
    };
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape"
            && panel.get_untracked().is_some()
            && browser::is_shown(root.element_ref)
        {
            // If the focus was in the closed panel, it returns to the button that opened the panel.
            let opener = match panel.get_untracked() {
                Some(AnswerPanel::Sources) => root.sources_button,
                Some(AnswerPanel::Ask) | None => root.ask_button,
            };
            panel.set(None);
            browser::refocus_on(move || browser::element(opener).map(Into::into));
        }
    });
    on_cleanup(move || escape.remove());
    let is_over = RwSignal::new(false);
    // A drop or paste outside every view of Play belongs to the view that owns the address.
    let is_mine = move |target| match browser::is_in_play(root.element_ref, target) {
        Some(is_within) => is_within,
        None => play.is_addressed() && browser::is_shown(root.element_ref),
    };
    browser::on_input(is_over, is_mine, move |input| play.take(input));
    // The focused element may have been removed with the previous content.
    Effect::watch(move || play.is_reading.get(), move |_, _, _| root.refocus_answer(), false);
    // Inserting an answer closes the panel that has the focus.
    Effect::watch(
        move || panel.get(),
        move |open, _, _| {
            if open.is_none() && play.is_reading.get_untracked() {
                root.refocus_answer();
            }
        },
        false,
    );
    let is_reading = Memo::new(move |_| play.is_reading.get());
    let body = move || {
        if is_reading.get() {
            view! { <MarkedAnswer play/> }.into_any()
        } else {
            view! { <AnswerField play/> }.into_any()
        }
    };
    view! {
        <section
            class="card answer"
            class:is-target=move || is_over.get()
            aria-labelledby=id
        >
            <div class="card-head">
                <h2 id=id.clone()><PartNumber number="2"/>{text::page::ANSWER}</h2>
                <PasteButton play/>
                <Button
                    class="button"
                    text=text::ask::ASK_A_MODEL
                    element=root.ask_button
                    attr:aria-expanded=move || play.has_panel(AnswerPanel::Ask).to_string()
                    on_press=toggle
                />
            </div>
            <SourceRow play/>
            <CallSummary play client/>
            <Panels
                play
                client
                is_ask_open=is_open(AnswerPanel::Ask)
                has_sources=is_open(AnswerPanel::Sources)
            />
            {body}
            <Dialogue play/>
            <Samples play/>
            <Notes play/>
        </section>
    }
}

/// The source of the answer, and the actions on it.
#[component]
fn SourceRow(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let recorded = Memo::new(move |_| play.with(Play::example));
    let source = Memo::new(move |_| {
        if let Some(attempt) = recorded.get() {
            return text::play::recorded_model(&attempt);
        }
        play.with(|play| match play.transcript().source() {
            Source::Simulated | Source::Solver(_) => text::verdict::SIMULATED.to_owned(),
            Source::SmallModel(checkpoint) => text::lab::small_model(*checkpoint),
            Source::Model => play.transcript().author().to_owned(),
        })
    });
    let about_source = Memo::new(move |_| {
        play.with(|play| match play.transcript().source() {
            Source::Simulated | Source::Solver(_) => Some(text::steps::SCRIPTED),
            Source::SmallModel(_) => Some(text::verdict::SMALL_MODEL_IS),
            Source::Model => None,
        })
    });
    let is_empty = play.is_empty;
    let can_undo = Memo::new(move |_| play.with(Play::can_undo));
    view! {
        <div class="quick">
            <span class="source">{move || source.get()}</span>
            <span class="soft">{move || about_source.get()}</span>
            <span class="quick-end">
                <Button
                    text=text::verdict::SOURCES
                    element=root.sources_button
                    attr:aria-expanded=move || play.has_panel(AnswerPanel::Sources).to_string()
                    on_press=move || play.toggle_panel(AnswerPanel::Sources)
                />
                <Show when=move || can_undo.get()>
                    <Button text=text::verdict::UNDO on_press=move || play.send(AnswerEdit::Undo.into())/>
                </Show>
                <ModeButton play/>
                <Button
                    text=text::verdict::CLEAR
                    disabled=is_empty
                    on_press=move || play.send(AnswerEdit::Replace(String::new()).into())
                />
            </span>
        </div>
        {move || recorded.get().map(|attempt| view! {
            <p class="hint recorded-source">
                {text::play::recording_details(&attempt)}" "
                <a href=ResultsLink { run: attempt.run, ..ResultsLink::default() }.fragment()>
                    {text::play::ITS_RUN}
                </a>
            </p>
        })}
    }
}

/// One line about the call that the answer comes from. The line stays when the form closes.
#[component]
fn CallSummary(play: PlayStore, client: ModelClient) -> impl IntoView {
    let is_asked = Memo::new(move |_| play.with(|play| !play.transcript().author().is_empty()));
    let is_empty = play.is_empty;
    let summary = move || match client.stage.get() {
        Stage::Answered(ended) => is_asked.get().then(|| text::ask::call_summary(&ended, false)),
        Stage::Stopped(ended) => {
            (is_asked.get() || is_empty.get()).then(|| text::ask::call_summary(&ended, true))
        }
        Stage::Idle
        | Stage::Connecting
        | Stage::Connected(_)
        | Stage::Asking(_)
        | Stage::Failed(_)
        | Stage::Missing(_) => None,
    };
    view! {
        <div class="call-summary" role="status">
            {move || summary().map(|summary| view! { <p class="asking-status">{summary}</p> })}
        </div>
    }
}

/// The panels above the answer: a model to ask, and other sources of an answer. Each panel is
/// loaded when it is first opened.
#[component]
fn Panels(
    play: PlayStore,
    client: ModelClient,
    /// True if the panel that asks a model is open.
    is_ask_open: Signal<bool>,
    /// True if the panel with other sources is open.
    has_sources: Signal<bool>,
) -> impl IntoView {
    view! {
        <LazyPartOnDemand
            when=is_ask_open
            load=move || Box::pin(lazy::asking(client, is_ask_open))
            waiting=Placeholder::for_part(text::page::PART_ASKING)
        />
        <LazyPartOnDemand
            when=has_sources
            load=move || Box::pin(lazy::sources(play, has_sources))
            waiting=Placeholder::for_part(text::page::PART_SOURCES)
        />
    }
}

/// The parts of Play for conditions of several turns; shown only under such a condition.
#[component]
fn Dialogue(play: PlayStore) -> impl IntoView {
    let is_dialogue = Memo::new(move |_| {
        play.with(|play| !play.current_item().prompt_source.condition.is_plain())
    });
    view! {
        <Show when=move || is_dialogue.get()>
            <LazyPart
                load=move || Box::pin(lazy::dialogue(play))
                waiting=Placeholder::for_part(text::page::PART_DIALOGUE)
            />
        </Show>
    }
}

/// Notes about the answer as a whole.
#[component]
fn Notes(play: PlayStore) -> impl IntoView {
    let storage_note = move || match (play.transcript_location.get(), play.transcript_state.get()) {
        (TranscriptLocation::Tab, TranscriptState::Current) => Some(text::verdict::KEPT_IN_TAB),
        (TranscriptLocation::Nowhere, _) => Some(text::verdict::NOT_KEPT),
        _ => None,
    };
    // An answer that a solver is about to write is not reported as stale.
    let judgement_and_error = Memo::new(move |_| match play.transcript_state.get() {
        TranscriptState::Stale if play.is_solver_writing() => {
            (TranscriptState::Current, play.error.get())
        }
        state => (state, play.error.get()),
    });
    // The error of a job, or the note that the answer belongs to another prompt.
    let status = move || {
        match judgement_and_error.get() {
        (_, Some(error)) => view! { <p class="note">{text::sentence(&error)}</p> }.into_any(),
        (TranscriptState::Stale, None) => view! {
            <div class="note">
                <p>{text::verdict::STALE}</p>
                <Button text=text::verdict::ADOPT on_press=move || play.send(AnswerEdit::Adopt.into())/>
            </div>
        }
        .into_any(),
        (TranscriptState::Nothing | TranscriptState::Current, None) => ().into_any(),
    }
    };
    view! {
        {move || storage_note().map(|note| view! { <p class="note">{note}</p> })}
        <div role="status">{status}</div>
    }
}

/// A button for each of the first samples, if the transcript has several.
#[component]
fn Samples(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let spans = Memo::new(move |_| match play.verdict.get() {
        Verdict::Judged(graded) => graded.report.samples.clone(),
        _ => Vec::new(),
    });
    let choose = move |span: Span| {
        if let Verdict::Judged(graded) = play.verdict.get_untracked() {
            let sample = browser::Units::of(&graded.transcript).slice(span.start, span.end);
            play.send(AnswerEdit::Sample(sample.trim().to_owned()).into());
            root.refocus_answer();
        }
    };
    move || {
        let spans = spans.get();
        if spans.is_empty() {
            return None;
        }
        let button = |(number, span): (usize, &Span)| {
            let span = *span;
            view! { <Button text=text::verdict::sample(number) on_press=move || choose(span)/> }
        };
        let buttons = (1..).zip(&spans).take(MAX_SAMPLES).map(button).collect_view();
        let more = match spans.len().saturating_sub(MAX_SAMPLES) {
            0 => None,
            more => Some(view! { <span>{text::verdict::more_samples(more)}</span> }),
        };
        Some(view! {
            <div class="note">
                <p>{text::verdict::samples(spans.len())}</p>
                <div class="problem-ways">{buttons}{more}</div>
            </div>
        })
    }
}

/// The button that pastes the clipboard as the answer. If the browser refuses, the button focuses
/// the field, and the message names the key to press.
#[component]
fn PasteButton(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let is_refused = RwSignal::new(false);
    let paste = move || {
        browser::when_done(is_refused, browser::read_clipboard(), move |pasted| {
            if let Some(text) = pasted {
                is_refused.set(false);
                play.take(browser::InputText::Text(text));
            } else {
                is_refused.set(true);
                play.is_reading.set(false);
                browser::focus_on(move || browser::element(root.field).map(Into::into));
            }
        });
    };
    // Once the text has changed, the refusal is no longer of interest.
    Effect::watch(
        move || play.with(|play| play.transcript().text().len()),
        move |_, _, _| is_refused.set(false),
        false,
    );
    view! {
        <Button class="button" text=text::play::PASTE disabled=play.is_streaming on_press=paste/>
        <span class="refused" role="status">
            {move || is_refused.get().then_some(text::play::PASTE_REFUSED)}
        </span>
    }
}

/// The button that switches between writing and reading.
#[component]
fn ModeButton(play: PlayStore) -> impl IntoView {
    let is_reading = Memo::new(move |_| play.is_reading.get());
    let is_only_read = Memo::new(move |_| play.with(|play| play.transcript().is_only_read()));
    let cannot = Memo::new(move |_| !matches!(play.verdict.get(), Verdict::Judged(_)));
    let edit = move || {
        play.shows_reasoning.set(false);
        play.is_reading.set(false);
    };
    let read = move || play.is_reading.set(true);
    move || {
        if is_reading.get() {
            view! { <Button text=text::verdict::EDIT disabled=is_only_read on_press=edit/> }
                .into_any()
        } else {
            view! { <Button text=text::verdict::READ disabled=cannot on_press=read/> }.into_any()
        }
    }
}

/// The field for writing or pasting the answer.
#[component]
fn AnswerField(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let transcript = Memo::new(move |_| play.with(|play| play.transcript().text().to_owned()));
    // A paste switches to the marked-up text. Typing does not, because the user may type more.
    let pasted = move |_| {
        let _ = browser::Timer::start(play.is_reading, 0.0, move || {
            if play.with_untracked(Play::transcript_state) == TranscriptState::Current {
                play.is_reading.set(true);
            }
        });
    };
    view! {
        <textarea
            node_ref=root.field
            class="transcript"
            aria-label=text::verdict::PASTE_LABEL
            placeholder=text::verdict::PASTE_PLACEHOLDER
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            prop:value=move || transcript.get()
            on:input=move |event| play.send(AnswerEdit::Write(event_target_value(&event)).into())
            on:paste=pasted
        />
    }
}
