//! Sharing the current view: a link, a QR code, Markdown, a picture.

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_link::{Embedded, FIGURE, LinkedModel};
use stepfall_protocol::{QrCode, Shared};

use super::{LazyPart, Placeholder};
use crate::browser::{self, is_within, refocus_on, save_png, save_text};
use crate::components::widgets::basic::Button;
use crate::components::widgets::copy::{Copied, CopyButton, copy, copy_picture};
use crate::lazy;
use crate::state::TranscriptState;
use crate::stores::{BatchStore, LabStore, LearnStore, PlayStore, ResultsStore, SweepStore};
use crate::text;

/// The length in bytes above which programs that forward links may truncate them.
const LONG: usize = stepfall_link::WARN_PACKED;

/// Shares the current view of Play.
#[component]
pub(crate) fn Share(play: PlayStore) -> impl IntoView {
    let made = RwSignal::new(None::<ShareableLink>);
    let has_transcript = RwSignal::new(true);
    let is_large = RwSignal::new(false);
    let open = move || {
        let (link, lacks) = play.link(has_transcript.get_untracked());
        made.set(Some(ShareableLink { link, lacks, says: text::page::LINK_COPIED }));
    };
    // The panel closes when the shown item or its answer changes.
    Effect::new(move |before: Option<Option<_>>| {
        if made.with(Option::is_none) {
            return None;
        }
        let now = play.with(|play| {
            let transcript = play.transcript();
            let answer = (transcript.shared_text(), transcript.is_cut());
            Some((play.current_item().prompt_source.clone(), play.address().fragment, answer))
        });
        if before.flatten().is_some_and(|before| Some(&before) != now.as_ref()) {
            made.set(None);
        }
        now
    });
    let change = Callback::new(move |is_with| {
        has_transcript.set(is_with);
        open();
    });
    let sharing = Sharing { play, made, has_transcript: has_transcript.into(), change, is_large };
    view! {
        <SharePanel made is_large open>
            <LazyPart
                load=move || Box::pin(lazy::sharing(sharing))
                waiting=Placeholder::for_part(text::page::PART_SHARING)
            />
        </SharePanel>
    }
}

/// The state of the panel of Play's share button.
#[derive(Clone, Copy)]
pub(crate) struct Sharing {
    play: PlayStore,
    made: RwSignal<Option<ShareableLink>>,
    /// True if the link contains the transcript.
    has_transcript: Signal<bool>,
    /// Makes the link again, with or without the transcript.
    change: Callback<bool>,
    is_large: RwSignal<bool>,
}

/// The contents of the panel of Play's share button.
#[component]
pub(crate) fn SharePlay(sharing: Sharing) -> impl IntoView {
    let Sharing { play, made, has_transcript, change, is_large } = sharing;
    let markdown = RwSignal::new(Copied::Idle);
    let shared = LocalResource::new(move || {
        let link = made.with(|made| made.as_ref().map(|made| made.link.clone()));
        async move {
            match link {
                Some(link) => Some(play.share(link).await),
                None => None,
            }
        }
    });
    let ways = move || {
        Suspend::new(async move {
            shared.await.map(|shared| match shared {
                Ok(shared) => {
                    view! { <SharedFormats shared outcome=markdown is_large/> }.into_any()
                }
                Err(why) => view! { <p class="soft">{why}</p> }.into_any(),
            })
        })
    };
    view! {
        <ShareableLinkView made/>
        <Show when=move || play.transcript_state.get() == TranscriptState::Current>
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || has_transcript.get()
                    on:change=move |event| change.run(event_target_checked(&event))
                />
                <span>{text::page::WITH_TRANSCRIPT}</span>
            </label>
        </Show>
        <EmbedCode of=Embedded::Verdict made/>
        <div class="share-made"><Suspense>{ways}</Suspense></div>
    }
}

/// Shares an address, which is made on request, and extra content. The panel closes when the view
/// changes.
#[component]
fn ShareAddress(
    address: impl Fn() -> String + Copy + Send + Sync + 'static,
    /// Tracks the current view.
    shown: impl Fn() + 'static,
    /// A description of the link's target.
    #[prop(default = text::page::LINK_COPIED)]
    says: &'static str,
    #[prop(optional)] made: RwSignal<Option<ShareableLink>>,
    /// Extra content to share.
    #[prop(optional)]
    children: Option<ChildrenFn>,
) -> impl IntoView {
    let open = move || made.set(Some(ShareableLink { link: address(), lacks: None, says }));
    Effect::watch(shown, move |(), _, _| made.set(None), false);
    let children = StoredValue::new(children);
    view! {
        <SharePanel made is_large=RwSignal::new(false) open>
            <ShareableLinkView made/>
            {children.with_value(|children| children.as_ref().map(|children| children()))}
        </SharePanel>
    }
}

/// Shares the set-up of Sweep, and the report of the open run.
#[component]
pub(crate) fn ShareSweep(sweep: SweepStore) -> impl IntoView {
    let setup = sweep.setup;
    let has_run = Memo::new(move |_| sweep.progress.with(Option::is_some));
    let made = RwSignal::new(None);
    // A frame reruns simulated solvers. The answers of real models stay in the user's browser.
    let can_frame = Memo::new(move |_| {
        setup.with(|setup| {
            !setup.models.is_empty() && setup.models.iter().all(LinkedModel::is_simulated)
        })
    });
    view! {
        <ShareAddress made address=move || sweep.link() shown=move || setup.track() says=text::sweep::LINK_TO_SETUP>
            <Show when=move || can_frame.get()>
                <EmbedCode
                    of=Embedded::Figure
                    made
                    and=Box::new(move || figure_in_focus(sweep))
                    title=Box::new(move || title_in_focus(sweep))
                />
            </Show>
            <Show when=move || has_run.get()>
                <p>{text::sweep::SHARE_REPORT}</p>
                <Button text=text::sweep::SAVE_REPORT on_press=move || sweep.save_report()/>
            </Show>
        </ShareAddress>
    }
}

/// Returns the parameter that names the enlarged figure for a frame; empty if no figure was chosen.
fn figure_in_focus(sweep: SweepStore) -> String {
    let focus = sweep.focus.get_untracked();
    if focus.is_empty() { focus } else { format!("&{FIGURE}={focus}") }
}

/// Returns the title of the enlarged figure, or the page's title if there is no figure.
fn title_in_focus(sweep: SweepStore) -> String {
    let focus = sweep.focus.get_untracked();
    let title = sweep.figures.with_untracked(|figures| {
        let found = figures.iter().find(|figure| figure.id == focus).or(figures.first());
        found.map(|figure| text::page::title_of(&figure.title))
    });
    title.unwrap_or_else(browser::title)
}

/// Shares the set-up of Batch.
#[component]
pub(crate) fn ShareBatch(batch: BatchStore) -> impl IntoView {
    let link = batch.link;
    view! {
        <ShareAddress address=move || batch.address() shown=move || link.track() says=text::sweep::LINK_TO_SETUP/>
    }
}

/// Shares the selection of Results.
#[component]
pub(crate) fn ShareResults(results: ResultsStore) -> impl IntoView {
    let link = results.link;
    view! { <ShareAddress address=move || results.address() shown=move || link.track()/> }
}

/// Shares the current view of the Lab.
#[component]
pub(crate) fn ShareLab(lab: LabStore) -> impl IntoView {
    let made = RwSignal::new(None);
    view! {
        <ShareAddress made address=move || lab.address() shown=move || lab.link.track()>
            <EmbedCode of=Embedded::Map made/>
        </ShareAddress>
    }
}

/// Shares the current chapter of Learn.
#[component]
pub(crate) fn ShareLearn(learn: LearnStore) -> impl IntoView {
    let made = RwSignal::new(None);
    view! {
        <ShareAddress
            made
            address=move || learn.address()
            shown=move || learn.link.track()
            says=text::page::LINK_TO_CHAPTER
        >
            <EmbedCode of=Embedded::Chapter made/>
        </ShareAddress>
    }
}

/// A button that copies the HTML for embedding the current view in another page: a frame with the
/// address of the view for frames.
#[component]
fn EmbedCode(
    of: Embedded,
    made: RwSignal<Option<ShareableLink>>,
    /// Returns extra parameters for the frame's address.
    #[prop(default = Box::new(String::new))]
    and: Box<dyn Fn() -> String + Send + Sync>,
    /// Returns the title of the frame.
    #[prop(default = Box::new(browser::title))]
    title: Box<dyn Fn() -> String + Send + Sync>,
) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    let code = move || {
        let link = made.with_untracked(|made| made.as_ref().map(|made| made.link.clone()))?;
        text::embed::code(&(link + &and()), of, &title())
    };
    let press = move || {
        if let Some(code) = code() {
            copy(code, outcome);
        }
    };
    view! {
        <CopyButton
            class="button is-small copy"
            label=text::page::EMBED_COPY
            done=text::page::EMBED_COPIED
            outcome
            on_press=press
        />
    }
}

/// The share button, and the panel that it opens: a link, and extra content.
#[component]
fn SharePanel(
    made: RwSignal<Option<ShareableLink>>,
    /// True if large content covers the rest of the panel. Escape then closes only the large
    /// content.
    is_large: RwSignal<bool>,
    open: impl Fn() + Copy + Send + Sync + 'static,
    children: ChildrenFn,
) -> impl IntoView {
    let element_ref = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let close = move || {
        made.set(None);
        refocus_on(move || browser::element(button).map(Into::into));
    };
    let on_press = move || {
        if made.with_untracked(Option::is_some) {
            return close();
        }
        open();
    };
    // A press outside closes the panel, regardless of the focus.
    let elsewhere = window_event_listener(ev::pointerdown, move |event| {
        if made.with_untracked(Option::is_some) && !is_within(element_ref, event.target()) {
            made.set(None);
        }
    });
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && made.with_untracked(Option::is_some) {
            if is_large.get_untracked() { is_large.set(false) } else { close() }
        }
    });
    on_cleanup(move || {
        elsewhere.remove();
        escape.remove();
    });
    let is_open = Memo::new(move |_| made.with(Option::is_some));
    let children = StoredValue::new(children);
    view! {
        <div class="share" node_ref=element_ref>
            <Button
                class="button"
                text=text::page::SHARE
                element=button
                on_press
                attr:aria-expanded=move || is_open.get().to_string()
            />
            <Show when=move || is_open.get()>
                <div class="share-panel" role="group" aria-label=text::page::SHARE>
                    {children.with_value(|children| children())}
                    <Button text=text::page::CLOSE on_press=close/>
                </div>
            </Show>
        </div>
    }
}

/// The link, once the user has requested it.
#[component]
fn ShareableLinkView(made: RwSignal<Option<ShareableLink>>) -> impl IntoView {
    let outcome = RwSignal::new(Copied::Idle);
    move || made.get().map(|made| view! { <Link made outcome/> })
}

/// A link to share, with notes about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShareableLink {
    link: String,
    /// The reason why the requested transcript is missing from the link.
    lacks: Option<&'static str>,
    /// A sentence that describes the link's target.
    says: &'static str,
}

/// The link with its notes, for copying.
#[component]
fn Link(made: ShareableLink, outcome: RwSignal<Copied>) -> impl IntoView {
    let ShareableLink { link, lacks, says } = made;
    let length = link.len();
    let copied = link.clone();
    let field = NodeRef::<html::Input>::new();
    let select = move || {
        if let Some(field) = browser::element(field) {
            field.select();
        }
    };
    Effect::new(move || {
        if outcome.get() == Copied::Refused {
            select();
        }
    });
    let message = move || match outcome.get() {
        Copied::Refused => text::page::COPY_LINK_REFUSED,
        Copied::Idle | Copied::Done if lacks.is_some() => text::page::LINK_TO_PROCEDURE,
        Copied::Idle | Copied::Done => says,
    };
    view! {
        <p>{message}</p>
        <div class="share-link">
            <input
                class="text"
                type="text"
                readonly
                aria-label=text::page::LINK
                value=link
                node_ref=field
                on:focus=move |_| select()
            />
            <CopyButton
                class="button copy is-main"
                label=text::page::COPY_LINK
                done=text::page::SHARED
                outcome
                refused=""
                on_press=move || copy(copied.clone(), outcome)
            />
        </div>
        {lacks.map(|lacks| view! { <p>{lacks}</p> })}
        {(length > LONG).then(|| view! { <p>{text::page::long_link(length)}</p> })}
    }
}

/// The Markdown, the picture and the QR code that the worker makes of the current view.
#[component]
fn SharedFormats(
    shared: Shared,
    outcome: RwSignal<Copied>,
    is_large: RwSignal<bool>,
) -> impl IntoView {
    let Shared { markdown, picture, code, .. } = shared;
    let (svg, dots) = (picture.clone(), picture.clone());
    let pictured = RwSignal::new(Copied::Idle);
    let by_hand = markdown.clone();
    let field = NodeRef::<html::Textarea>::new();
    Effect::new(move || {
        if let Some(field) = field.get() {
            field.select();
        }
    });
    let code = match code {
        Some(QrCode { path, size }) => view! {
            <button
                type="button"
                class="code"
                title=text::page::CODE_SIZE
                class:is-large=move || is_large.get()
                on:click=move |_| is_large.update(|is_large| *is_large = !*is_large)
            >
                <svg role="img" aria-label=text::page::CODE viewBox=format!("-3 -3 {0} {0}", size + 6)>
                    <path d=path/>
                </svg>
            </button>
        }
        .into_any(),
        None => view! { <p class="soft">{text::page::NO_CODE}</p> }.into_any(),
    };
    view! {
        <div class="share-ways">
            <CopyButton
                class="button is-small copy"
                label=text::page::MARKDOWN
                done=text::page::COPIED
                outcome
                refused=text::page::COPY_MARKDOWN_REFUSED
                on_press=move || copy(markdown.clone(), outcome)
            />
            <Button
                text=text::page::SAVE_SVG
                on_press=move || save_text("stepfall.svg", "image/svg+xml", &svg)
            />
            <Button text=text::page::SAVE_PNG on_press=move || save_png("stepfall.png", &picture)/>
            <CopyButton
                class="button is-small copy"
                label=text::page::COPY_PICTURE
                done=text::page::COPIED
                outcome=pictured
                refused=text::page::COPY_PICTURE_REFUSED
                on_press=move || copy_picture(dots.clone(), pictured)
            />
        </div>
        <Show when=move || outcome.get() == Copied::Refused>
            <textarea class="text" readonly rows="4" aria-label=text::page::MARKDOWN node_ref=field>
                {by_hand.clone()}
            </textarea>
        </Show>
        {code}
    }
}
