//! Sharing everything that is shown: a link, a QR code, Markdown, a picture.

use stepfall_protocol::{QrCode, Shared};

use super::copy::{Copied, CopyButton, copy};
use super::small::Button;
use crate::browser::{first_in, refocus_on, save_png, save_text, select_all};
use crate::prelude::*;
use crate::state::Judgement;
use crate::stores::PlayStore;
use crate::text;

/// From here on programs that pass links on may cut them off.
const LONG: usize = stepfall_link::WARN_PACKED;

/// The share button, which copies the link at once, and what else there is to hand on.
#[component]
pub(crate) fn Share(play: PlayStore) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let made = RwSignal::new(None::<Made>);
    let with = RwSignal::new(true);
    let markdown = RwSignal::new(Copied::Idle);
    let is_large = RwSignal::new(false);
    let place = NodeRef::<html::Div>::new();
    let share = move || {
        let (link, lacks) = play.link(with.get_untracked());
        copy(link.clone(), outcome);
        play.make_shared(&link);
        made.set(Some(Made { link, lacks }));
    };
    let close = move || {
        made.set(None);
        outcome.set(Copied::Idle);
        refocus_on(move || first_in(place, ".share > button"));
    };
    // What is handed on is never older than what is shown.
    let content = Memo::new(move |_| {
        let shown = play.read(|play| (play.shown().asked.clone(), play.address().fragment));
        (shown, play.verdict.get())
    });
    Effect::watch(move || content.with(|_| ()), move |(), _, _| made.set(None), false);
    let key = move |event: ev::KeyboardEvent| {
        if event.key() == "Escape" {
            if is_large.get_untracked() { is_large.set(false) } else { close() }
        }
    };
    let change = move |event| {
        with.set(event_target_checked(&event));
        share();
    };
    let shared = Memo::new(move |_| (play.shared.get(), play.failure()));
    let ways = move || match shared.get() {
        (Some(shared), _) => view! { <Ways shared outcome=markdown is_large/> }.into_any(),
        (None, Some(why)) => view! { <p class="soft">{why}</p> }.into_any(),
        (None, None) => ().into_any(),
    };
    let is_refused = move || outcome.get() == Copied::Refused;
    let link = move || made.get().map(|made| view! { <Link made is_refused=is_refused()/> });
    view! {
        <div class="share" node_ref=place>
            <CopyButton
                class="button copy is-main"
                label=text::SHARE
                done=text::SHARED
                outcome
                press=share
            />
            <Show when=move || made.with(Option::is_some)>
                <div class="share-panel" role="group" aria-label=text::SHARE on:keydown=key>
                    {link}
                    // A change copies the link anew.
                    <Show when=move || play.judgement() == Judgement::Due>
                        <label class="check">
                            <input
                                type="checkbox"
                                prop:checked=move || with.get()
                                on:change=change
                            />
                            <span>{text::WITH_TRANSCRIPT}</span>
                        </label>
                    </Show>
                    <div class="share-made">{ways}</div>
                    <Button text=text::CLOSE press=close/>
                </div>
            </Show>
        </div>
    }
}

/// A link that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Made {
    link: String,
    /// Why the transcript is not in it although it should.
    lacks: Option<&'static str>,
}

/// The link with what there is to say of it, to be copied by hand where it has to be.
#[component]
fn Link(made: Made, is_refused: bool) -> impl IntoView {
    let Made { link, lacks } = made;
    let told = match lacks {
        _ if is_refused => text::COPY_LINK_REFUSED,
        Some(_) => text::LINK_TO_PROCEDURE,
        None => text::LINK_COPIED,
    };
    let length = link.len();
    view! {
        <p>{told}</p>
        <input
            class="text"
            type="text"
            readonly
            aria-label=text::LINK
            value=link
            on:focus=|event| select_all(&event)
        />
        {lacks.map(|lacks| view! { <p>{lacks}</p> })}
        {(length > LONG).then(|| view! { <p>{text::long_link(length)}</p> })}
    }
}

/// What the worker makes of what is shown.
#[component]
fn Ways(shared: Shared, outcome: RwSignal<Copied>, is_large: RwSignal<bool>) -> impl IntoView {
    let Shared { markdown, picture, code, .. } = shared;
    let svg = picture.clone();
    let code = match code {
        Some(QrCode { path, size }) => view! {
            <button
                type="button"
                class="code"
                title=text::CODE_SIZE
                class:is-large=move || is_large.get()
                on:click=move |_| is_large.update(|is_large| *is_large = !*is_large)
            >
                <svg role="img" aria-label=text::CODE viewBox=format!("-3 -3 {0} {0}", size + 6)>
                    <path d=path/>
                </svg>
            </button>
        }
        .into_any(),
        None => view! { <p class="soft">{text::NO_CODE}</p> }.into_any(),
    };
    view! {
        <div class="share-ways">
            <CopyButton
                class="button is-small copy"
                label=text::MARKDOWN
                done=text::COPIED
                outcome
                press=move || copy(markdown.clone(), outcome)
            />
            <Button
                text=text::SAVE_SVG
                press=move || save_text("stepfall.svg", "image/svg+xml", &svg)
            />
            <Button text=text::SAVE_PNG press=move || save_png("stepfall.png", &picture)/>
        </div>
        {code}
    }
}
