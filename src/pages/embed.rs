//! What another page can frame: a verdict with its arcs, or a chapter of Learn, alone. It has no settings, no field for a key, and sends nothing.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Embedded, Place, Route};

use crate::browser;
use crate::components::learn::Scene;
use crate::components::{ArcsCard, Headline};
use crate::job_client::JobClient;
use crate::pages::learn::Story;
use crate::state::{Judgement, Play, Verdict};
use crate::stores::{LearnStore, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// The page of a frame. It tells the page around it how high it is, and takes the theme that the address or that page names.
#[component]
pub(crate) fn EmbedPage(of: Embedded) -> impl IntoView {
    browser::follow_theme();
    let jobs = JobClient::new(WorkerClient::new());
    let place = NodeRef::<html::Div>::new();
    browser::tell_height(place);
    let whole = format!("{}{}", browser::base(), Embedded::whole(&browser::fragment()));
    let shown = match of {
        Embedded::Verdict => view! { <FramedVerdict jobs/> }.into_any(),
        Embedded::Chapter => view! { <FramedChapter jobs/> }.into_any(),
    };
    view! {
        <div class="embed" node_ref=place>
            <main>{shown}</main>
            <footer class="embed-foot">
                <a href=whole target="_blank" rel="noopener">{text::EMBED_OPEN}</a>
            </footer>
        </div>
    }
}

#[component]
fn FramedVerdict(jobs: JobClient) -> impl IntoView {
    match Play::open(&Embedded::whole(&browser::fragment()), None) {
        Ok(play) => {
            let play = PlayStore::new((play, Verdict::None), jobs, None);
            // A transcript in the link is unpacked later, and without one there is nothing to paste an answer into here.
            let is_asked = Memo::new(move |_| play.judgement() != Judgement::Nothing);
            let length = move || {
                let shown = play.shown();
                text::length_of(&shown.asked.spec, shown.asked.condition)
            };
            view! {
                <Scene play>
                    <Show when=move || is_asked.get() fallback=move || view! { <h1>{length}</h1> }>
                        <Headline play/>
                    </Show>
                    <ArcsCard play/>
                </Scene>
            }
            .into_any()
        }
        Err(refusal) => view! { <p>{text::FATAL}" "{refusal.to_string()}</p> }.into_any(),
    }
}

#[component]
fn FramedChapter(jobs: JobClient) -> impl IntoView {
    let learn = LearnStore::new(None, RwSignal::new(Route::To(Place::Learn)), jobs);
    learn.open();
    let chapter = Memo::new(move |_| learn.link.with(|link| link.chapter));
    view! {
        <section class="learn-story">
            <Story learn chapter on_go=None/>
        </section>
    }
}
