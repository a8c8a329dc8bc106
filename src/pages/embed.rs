//! Views that other pages show in frames: a verdict with its arcs, a chapter of Learn, a figure of
//! a simulated sweep, or a map of the Lab. A frame has no settings and no field for a key, and
//! sends no requests to models.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::{Embedded, FIGURE, Page, Route, SweepLink};
use stepfall_protocol::DrawFigures;

use crate::browser;
use crate::components::learn::ItemScope;
use crate::components::sweep::FigureWithTable;
use crate::components::{ArcsCard, Headline, LazyPart};
use crate::job_client::JobClient;
use crate::lazy;
use crate::pages::lab::FramedLab;
use crate::pages::learn::Story;
use crate::state::{Play, TranscriptState, Verdict};
use crate::stores::{LabStore, LearnStore, PlayStore};
use crate::text;
use crate::worker_client::WorkerClient;

/// The page in a frame. Reports its height to the embedding page, and takes the theme from the
/// address or from the embedding page.
#[component]
pub(crate) fn EmbedPage(of: Embedded) -> impl IntoView {
    browser::follow_theme();
    browser::open_apart();
    // A new address reloads the page. Inside a frame, addresses that are not for frames are
    // ignored.
    browser::on_entry(|_| {
        let is_for_frames = matches!(Route::read(&browser::fragment()), Route::Embed(_));
        if is_for_frames || !browser::is_framed() {
            browser::reload();
        }
    });
    let jobs = JobClient::new(WorkerClient::new());
    let element_ref = NodeRef::<html::Div>::new();
    browser::report_height(element_ref);
    let page_address = format!(
        "{}{}",
        browser::address_without_fragment(),
        Embedded::page_fragment_of(&browser::fragment())
    );
    let content = match of {
        Embedded::Verdict => view! { <FramedVerdict jobs/> }.into_any(),
        Embedded::Chapter => {
            view! { <LazyPart load=move || Box::pin(lazy::framed_chapter(jobs))/> }.into_any()
        }
        Embedded::Figure => {
            view! { <LazyPart load=move || Box::pin(lazy::framed_figure(jobs))/> }.into_any()
        }
        Embedded::Map => {
            view! { <LazyPart load=move || Box::pin(lazy::framed_map(jobs))/> }.into_any()
        }
    };
    view! {
        <div class="embed" node_ref=element_ref>
            <main>{content}</main>
            <footer class="embed-foot">
                <a href=page_address target="_blank" rel="noopener">{text::page::EMBED_OPEN}</a>
            </footer>
        </div>
    }
}

#[component]
fn FramedVerdict(jobs: JobClient) -> impl IntoView {
    match Play::open(&Embedded::page_fragment_of(&browser::fragment()), None) {
        Ok(play) => {
            let play = PlayStore::new((play, Verdict::None), jobs, None);
            // Without a transcript there is no verdict, and the frame shows the length instead.
            let is_asked =
                Memo::new(move |_| play.transcript_state.get() != TranscriptState::Nothing);
            let length = move || {
                let shown = play.current_item.get();
                text::verdict::length_of(&shown.prompt_source.spec, shown.prompt_source.condition)
            };
            browser::set_title(&play.title());
            view! {
                <AddressNotices notices=Memo::new(move |_| play.with(|play| play.notices().iter().map(ToString::to_string).collect()))/>
                <ItemScope play>
                    <Show when=move || is_asked.get() fallback=move || view! { <h1>{length}</h1> }>
                        <Headline play/>
                    </Show>
                    <ArcsCard play/>
                </ItemScope>
            }
            .into_any()
        }
        Err(refusal) => view! { <p>{text::page::FATAL}" "{refusal.to_string()}</p> }.into_any(),
    }
}

/// Notices about parts of the address that were ignored.
#[component]
fn AddressNotices(#[prop(into)] notices: Signal<Vec<String>>) -> impl IntoView {
    move || {
        let notices = notices.get();
        (!notices.is_empty()).then(|| {
            let items = notices.into_iter().map(|notice| view! { <li>{notice}</li> });
            view! { <ul class="notices embed-notices" role="status">{items.collect_view()}</ul> }
        })
    }
}

#[component]
pub(crate) fn FramedChapter(jobs: JobClient) -> impl IntoView {
    let learn = LearnStore::new(None, RwSignal::new(Route::To(Page::Learn)), jobs);
    learn.open();
    let chapter = Memo::new(move |_| learn.link.with(|link| link.chapter));
    view! {
        <section class="learn-story">
            <AddressNotices notices=learn.notices/>
            <Story learn chapter on_open=None/>
        </section>
    }
}

#[component]
pub(crate) fn FramedMap(jobs: JobClient) -> impl IntoView {
    let lab = LabStore::new(jobs);
    lab.reopen();
    view! {
        <AddressNotices notices=lab.notices/>
        <FramedLab lab/>
    }
}

/// A figure of the simulated sweep in the address, which runs in the frame. If the address names no
/// figure or an unknown one, the first figure is shown.
#[component]
pub(crate) fn FramedFigure(jobs: JobClient) -> impl IntoView {
    let element_ref = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0);
    let shows_table = RwSignal::new(false);
    browser::on_resize(element_ref, move || {
        let room = browser::element(element_ref).map(|place| place.client_width());
        if let Some(room) = room.and_then(|room| u32::try_from(room).ok()) {
            let _ = width.try_set(room);
        }
    });
    let sender = jobs.register();
    let address = Embedded::page_fragment_of(&browser::fragment());
    let wanted = StoredValue::new(SweepLink::read(&address).get(FIGURE));
    let drawn = LocalResource::new(move || {
        let job = DrawFigures { setup: address.clone(), width: width.get() };
        async move { if job.width == 0 { None } else { Some(sender.run(job).await) } }
    });
    // The requested figure, or else the first figure; and whether the requested figure was found.
    let found = move || {
        Some(match drawn.get()?? {
            Ok(results) => Ok(wanted.with_value(|wanted| {
                let mut figures = results.figures;
                let named = figures.iter().position(|figure| figure.id == *wanted);
                let is_wanted = wanted.is_empty() || named.is_some();
                let at = named.unwrap_or_default();
                ((at < figures.len()).then(|| figures.swap_remove(at)), is_wanted)
            })),
            Err(error) => Err(error.to_string()),
        })
    };
    let missing = Memo::new(move |_| match found() {
        Some(Ok((_, false))) => vec![wanted.with_value(|wanted| text::sweep::no_figure(wanted))],
        _ => Vec::new(),
    });
    Effect::new(move |_| {
        if let Some(Ok((Some(figure), _))) = found() {
            browser::set_title(&text::page::title_of(&figure.title));
        }
    });
    let figure_view = move || {
        found().map(|found| match found {
            Ok((figure, _)) => {
                figure.map(|figure| view! { <FigureWithTable figure shows_table/> }).into_any()
            }
            Err(why) => view! { <p role="alert">{why}</p> }.into_any(),
        })
    };
    view! { <div class="embed-figure" node_ref=element_ref><AddressNotices notices=missing/>{figure_view}</div> }
}
