//! The parts of the page that are fetched when they are first needed.
//!
//! Each function that `chunk!` defines is a split point. The function moves into a chunk, together
//! with all code that only split points of this chunk reach. Arguments and results of a split point
//! have concrete types.
#![allow(
    unsafe_code,
    reason = "`wasm_split` declares the exports of a chunk with unsafe attributes"
)]

use leptos::html;
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use stepfall_link::{Embedded, Page};

use crate::components::play::in_page::{BuiltIn, Files};
use crate::components::results::RealCurve;
use crate::components::sweep::Attempts;
use crate::components::{Ask, DialogueParts, Settings, SharePlay, Sharing, Sources};
use crate::job_client::JobClient;
use crate::pages::{AboutPage, EmbedPage, FramedChapter, FramedFigure, FramedMap};
use crate::stores::{
    BatchStore, LabStore, LazyPage, LearnStore, ModelClient, PageContext, PlayStore, ResultsStore,
    SweepStore,
};

/// Error: a part of the page could not be fetched, or the fetched file is not from this build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NotLoaded;

impl From<SplitLoaderError> for NotLoaded {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// Defines an asynchronous function that loads its chunk and then runs, and a function that only
/// loads the chunk.
macro_rules! chunk {
    ($(#[$meta:meta])* $chunk:ident, $preload:ident, fn $name:ident($($argument:ident: $type:ty),*) -> $output:ty = $body:expr) => {
        $(#[$meta])*
        #[wasm_split($chunk, wasm_split_path = leptos::wasm_split, fallible, preload($preload))]
        pub(crate) fn $name($($argument: $type),*) -> Result<$output, NotLoaded> {
            Ok($body)
        }
    };
}

chunk! {
    /// Makes the store of Sweep.
    sweep, preload_sweep,
    fn sweep(context: PageContext) -> Box<dyn LazyPage> = Box::new(SweepStore::new(context))
}

chunk! {
    /// Makes the store of Results.
    results, preload_results,
    fn results(context: PageContext) -> Box<dyn LazyPage> = Box::new(ResultsStore::new(context))
}

chunk! {
    /// Makes the store of Batch.
    batch, preload_batch,
    fn batch(context: PageContext) -> Box<dyn LazyPage> = Box::new(BatchStore::new(context))
}

chunk! {
    /// Makes the store of the Lab.
    lab, preload_lab,
    fn lab(context: PageContext) -> Box<dyn LazyPage> = Box::new(LabStore::new(context.jobs))
}

chunk! {
    /// Makes the store of Learn.
    learn, preload_learn,
    fn learn(context: PageContext) -> Box<dyn LazyPage> =
        Box::new(LearnStore::new(Some(context.play), context.route, context.jobs))
}

chunk! {
    /// Makes the page about Stepfall.
    about, preload_about,
    fn about(main: NodeRef<html::Main>) -> AnyView = view! { <AboutPage main/> }.into_any()
}

chunk! {
    /// Makes a page that other sites show in a frame.
    embed, preload_embed,
    fn embed(of: Embedded) -> AnyView = view! { <EmbedPage of/> }.into_any()
}

chunk! {
    /// Makes the figure that other sites show in a frame.
    figure, preload_figure,
    fn framed_figure(jobs: JobClient) -> AnyView = view! { <FramedFigure jobs/> }.into_any()
}

chunk! {
    /// Makes the chapter of Learn that other sites show in a frame.
    learn, preload_framed_chapter,
    fn framed_chapter(jobs: JobClient) -> AnyView = view! { <FramedChapter jobs/> }.into_any()
}

chunk! {
    /// Makes the map of the Lab that other sites show in a frame.
    lab, preload_framed_map,
    fn framed_map(jobs: JobClient) -> AnyView = view! { <FramedMap jobs/> }.into_any()
}

chunk! {
    /// Makes the settings of Play.
    play, preload_settings,
    fn settings(play: PlayStore, is_sheet: ReadSignal<bool>) -> AnyView = view! { <Settings play is_sheet/> }.into_any()
}

chunk! {
    /// Makes the list of a run's attempts.
    run, preload_run,
    fn attempts(sweep: SweepStore, node: NodeRef<html::Section>, on_open: Callback<u32>) -> AnyView =
        view! { <Attempts sweep node on_open/> }.into_any()
}

chunk! {
    /// Makes the form that asks a model.
    play, preload_asking,
    fn asking(client: ModelClient, is_open: Signal<bool>) -> AnyView = view! { <Ask client is_open/> }.into_any()
}

chunk! {
    /// Makes the list of examples and simulated solvers.
    play, preload_sources,
    fn sources(play: PlayStore, is_open: Signal<bool>) -> AnyView = view! { <Sources play is_open/> }.into_any()
}

chunk! {
    /// Makes the parts of Play that belong to conditions of several turns.
    play, preload_dialogue,
    fn dialogue(play: PlayStore) -> AnyView = view! { <DialogueParts play/> }.into_any()
}

chunk! {
    /// Makes the contents of the share panel of Play.
    play, preload_sharing,
    fn sharing(sharing: Sharing) -> AnyView = view! { <SharePlay sharing/> }.into_any()
}

chunk! {
    /// Makes the panel of models that run in the page: the browser's own model, or model files.
    in_page, preload_in_page,
    fn in_page(client: ModelClient, is_built_in: bool) -> AnyView = if is_built_in {
        view! { <BuiltIn client/> }.into_any()
    } else {
        view! { <Files client/> }.into_any()
    }
}

chunk! {
    /// Makes the curve of a recorded run of a real model.
    real, preload_real,
    fn real_curve() -> AnyView = view! { <RealCurve/> }.into_any()
}

/// Loads the chunk with the parts of Play that are not visible at first. Only the panel of models
/// in the page has its own chunk.
pub(crate) async fn preload_play() {
    // A chunk that does not arrive is reported when its part is shown.
    let _ = preload_settings().await;
}

/// Loads the list of a run's attempts.
pub(crate) async fn preload_attempts() {
    // A chunk that does not arrive is reported when the list is shown.
    let _ = preload_run().await;
}

/// Loads a page and makes its store under the current reactive owner. Returns `None` for Play,
/// whose store always exists, and for About, which has no store.
pub(crate) async fn page(
    page: Page,
    context: PageContext,
) -> Option<Result<Box<dyn LazyPage>, NotLoaded>> {
    Some(match page {
        Page::Sweep => sweep(context).await,
        Page::Results => results(context).await,
        Page::Batch => batch(context).await,
        Page::Lab => lab(context).await,
        Page::Learn => learn(context).await,
        Page::Play | Page::About => return None,
    })
}

/// Loads the chunk of a page, so that opening the page later takes no time. Does nothing for Play,
/// because its page is part of the first load.
pub(crate) async fn preload(page: Page) {
    // A chunk that does not arrive is reported when its page is opened.
    let _ = match page {
        Page::Sweep => preload_sweep().await,
        Page::Results => preload_results().await,
        Page::Batch => preload_batch().await,
        Page::Lab => preload_lab().await,
        Page::Learn => preload_learn().await,
        Page::About => preload_about().await,
        Page::Play => Ok(()),
    };
}
