//! Play: the knobs, the sentence that says the state, the arcs, the answer, the procedure, the prompt.

use crate::browser;
use crate::components::{
    Answer, ArcsCard, Facts, Headline, Knobs, Notices, Pointed, Prompt, Root, StepTable,
};
use crate::prelude::*;
use crate::stores::{ModelClient, PlayStore};

/// From this width on the settings stand beside the main part (layout.css).
const WIDE: &str = "(min-width: 861px)";

/// The place. Its main part can be gone to from outside.
#[component]
pub(crate) fn PlayPage(
    play: PlayStore,
    client: ModelClient,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let root = NodeRef::new();
    provide_context(Root(root));
    provide_context(Pointed::new(play.focus));
    let resized = window_event_listener(ev::resize, move |_| {
        if browser::is_media(WIDE) {
            play.sheet.set(false);
        }
    });
    on_cleanup(move || resized.remove());
    let pointed = move |event: ev::PointerEvent| {
        let step = browser::step_at(event.target());
        if step != browser::step_at(event.related_target()) {
            play.focus.set(step);
        }
    };
    view! {
        <div
            class="page"
            class:is-behind=move || play.is_behind()
            hidden=hidden
            node_ref=root
            on:pointerover=pointed
            on:pointerleave=move |_| play.focus.set(None)
        >
            <Knobs play/>
            <div class="veil" on:click=move |_| play.sheet.set(false)></div>
            <main tabindex="-1" node_ref=main inert=move || play.sheet.get()>
                <Notices play/>
                <Headline play/>
                <ArcsCard play/>
                <div class="columns">
                    <div class="column">
                        <Answer play client/>
                        <Prompt play/>
                    </div>
                    <StepTable play/>
                </div>
                <Facts play/>
            </main>
        </div>
    }
}
