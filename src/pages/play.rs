//! The Play page: the prompt, the answer, and the verdict on it with the arcs and the steps.

use leptos::context::Provider;
use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_link::Notice;

use crate::browser;
use crate::components::{
    Answer, ArcsCard, Headline, LazyPart, Notices, Placeholder, Pointed, Prompt, Root, StepTable,
};
use crate::lazy;
use crate::state::{AttemptOrigin, Edit};
use crate::stores::{ModelClient, PlayStore};
use crate::text;

/// The page. `main` receives the main part, which other code focuses.
#[component]
pub(crate) fn PlayPage(
    play: PlayStore,
    client: ModelClient,
    main: NodeRef<html::Main>,
    /// True if the user arrived on another page first.
    is_late: bool,
    /// Called when the upper part of the page is built.
    on_built: Callback<()>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    if is_late {
        // The page that had the focus may be hidden by now, so the focus moves to this page.
        browser::refocus_on(move || browser::element(main));
    }
    let element_ref = NodeRef::new();
    let root = Root::new(element_ref);
    let by_step = Pointed::new(play.focus);
    let is_narrow = browser::media_query_signal(browser::NARROW);
    let has_settings = Memo::new(move |_| play.has_settings.get());
    let pointed = move |event: ev::PointerEvent| {
        let step = browser::step_at(event.target());
        if step != browser::step_at(event.related_target()) {
            play.focus.set(step);
        }
    };
    // Escape works with any focus, because the page stays usable next to the settings.
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.key() == "Escape" && browser::is_shown(element_ref) {
            play.has_settings.set(false);
        }
    });
    on_cleanup(move || escape.remove());
    // If the settings had the focus when they closed, the button that opened them gets the focus.
    Effect::new(move |had: Option<bool>| {
        let has = has_settings.get();
        if !has && had == Some(true) {
            browser::refocus_on(move || browser::element(root.settings_button).map(Into::into));
        }
        has
    });
    // The rest of the page is built in two later tasks, so that each task is short.
    let (has_answer, is_whole) = (RwSignal::new(false), RwSignal::new(false));
    let _ = browser::Timer::start(is_whole, 0.0, move || {
        has_answer.set(true);
        on_built.run(());
        let _ = browser::Timer::start(is_whole, 0.0, move || is_whole.set(true));
    });
    let notices = Memo::new(move |_| play.with(|play| play.notices().to_vec()));
    let heading = Memo::new(move |_| {
        let is_understood = |notice: &Notice| matches!(notice, Notice::Unpublished { .. });
        let all = notices.with(|notices| notices.iter().all(is_understood));
        if all { text::page::OLD_LINK } else { text::page::NOTICES }
    });
    let dismiss = move |()| {
        play.send(Edit::Dismiss);
        browser::refocus_on(move || browser::element(main));
    };
    view! {
        <div
            class="page is-play"
            class:is-behind=move || play.problem.with(Option::is_some)
            class:has-settings=move || has_settings.get()
            hidden=hidden
            node_ref=element_ref
            on:pointerover=pointed
            on:pointerleave=move |_| play.focus.set(None)
        >
            // Each view of Play has its own scope, so that lookups do not find elements of another
            // view.
            <Provider value=root>
                <Provider value=by_step>
                    <Show when=move || has_settings.get()>
                        <LazyPart
                            load=move || Box::pin(lazy::settings(play, is_narrow))
                            waiting=Placeholder {
                                name: text::page::PART_SETTINGS,
                                class: "settings",
                                close: Some(Callback::new(move |()| play.has_settings.set(false))),
                            }
                        />
                        <div class="backdrop" on:click=move |_| play.has_settings.set(false)></div>
                    </Show>
                    <main
                        tabindex="-1"
                        node_ref=main
                        class:is-coming=move || !is_whole.get()
                        inert=move || has_settings.get() && is_narrow.get()
                    >
                        <Notices
                            notices=move || notices.with(|notices| notices.iter().map(Notice::to_string).collect())
                            heading
                            on_dismiss=dismiss
                        />
                        <Intro play/>
                        <div class="pair">
                            <Prompt play/>
                            <Show when=move || has_answer.get()>
                                <Answer play client/>
                            </Show>
                        </div>
                        <Show when=move || has_answer.get()>
                            <Headline play/>
                        </Show>
                        <Show when=move || is_whole.get()>
                            <ArcsCard play/>
                            <StepTable play/>
                        </Show>
                    </main>
                </Provider>
            </Provider>
        </div>
    }
}

/// The purpose of the page, and the next action.
#[component]
fn Intro(play: PlayStore) -> impl IntoView {
    let from = Memo::new(move |_| play.attempt_origin());
    // If the user has opened the example from its run, the link back to the run is shown instead.
    let is_example = Memo::new(move |_| {
        from.with(Option::is_none) && play.with(|play| play.example().is_some())
    });
    let origin = move || {
        from.get().map(|AttemptOrigin { said, back, href }| {
            view! { <p class="line-from">{said}" "<a href=href>{back}</a></p> }
        })
    };
    view! {
        <div class="line">
            {origin}
            <p class="line-title">{text::play::LINE}</p>
            <p class="soft">
                {text::play::LINE_HINT}" "{move || is_example.get().then_some(text::play::LINE_EXAMPLE)}
            </p>
        </div>
    }
}
