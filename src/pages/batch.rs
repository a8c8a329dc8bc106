//! The Batch page: exports a suite as files, and grades the returned files.

use leptos::html;
use leptos::prelude::*;
use stepfall_protocol::FigureFormat;
use stepfall_protocol::comparison::Side;
use stepfall_text::Outcome;

use crate::browser;
use crate::components::batch::{CompareCard, ExportCard, FilesCard, Outcomes, Responses};
use crate::components::sweep::Results;
use crate::components::{PageNotices, ShareBatch, back_to_row};
use crate::stores::{BatchStore, LazyPage, Pages};
use crate::text;

impl LazyPage for BatchStore {
    fn reopen(&self) {
        BatchStore::reopen(*self);
    }

    fn fragment(&self) -> String {
        BatchStore::fragment(*self)
    }

    fn set_title(&self) {
        browser::set_title(text::batch::TITLE);
    }

    fn write_address(&self) {
        BatchStore::write_address(*self);
    }

    fn view(&self, _: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView {
        view! { <BatchPage batch=*self main hidden/> }.into_any()
    }

    fn share(&self) -> AnyView {
        view! { <ShareBatch batch=*self/> }.into_any()
    }
}

#[component]
fn BatchPage(
    batch: BatchStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let finding = Memo::new(move |_| batch.summary.with(|summary| summary.finding.clone()));
    let files = Memo::new(move |_| batch.files(Side::First));
    let is_reading = Memo::new(move |_| files.with(|files| files.iter().any(|file| !file.is_over)));
    let said = move || match finding.get() {
        finding if !finding.is_empty() && is_reading.get() => text::batch::so_far(&finding),
        finding if !finding.is_empty() => finding,
        _ if is_reading.get() => text::batch::GRADING.to_owned(),
        _ => text::batch::WAITING.to_owned(),
    };
    let over = move || batch.link.with(text::batch::suite_and_format);
    let has_results = Memo::new(move |_| {
        batch
            .summary
            .with(|summary| summary.counts.iter().any(|count| *count > 0) || summary.ungraded.0 > 0)
    });
    let has_rows = Memo::new(move |_| {
        batch.summary.with(|summary| summary.counts.iter().any(|count| *count > 0))
    });
    let responses = NodeRef::<html::Section>::new();
    let list = move |outcome: Outcome| {
        batch.list_outcome(Some(outcome));
        if let Some(responses) = browser::element(responses) {
            responses.scroll_into_view();
        }
    };
    // A user who returns from a response continues at the row of the response.
    let root = NodeRef::<html::Div>::new();
    let opened = back_to_row(root, hidden, "data-response");
    let open = move |number: u32| {
        opened(number);
        batch.open_row(number);
    };
    let compared = back_to_row(root, hidden, "data-reply");
    view! {
        <div class="page is-batch" hidden=hidden node_ref=root>
            <main tabindex="-1" node_ref=main data-takes-files="">
                <section class="batch-head">
                    <p class="soft">{over}</p>
                    // While files are read, the sentence changes too often to be announced.
                    <h1 aria-live=move || if is_reading.get() { "off" } else { "polite" }>{said}</h1>
                </section>
                <PageNotices notices=batch.notices main/>
                {move || batch.error.get().map(|why| view! {
                    <div class="problem card" role="alert"><p>{why}</p></div>
                })}
                <div class="batch-pair">
                    <ExportCard
                        link=batch.link
                        suites=batch.suites
                        making=batch.making
                        is_folded=has_results
                        change=move |change| batch.change(change)
                        on_make=move |()| batch.make()
                        on_play=move |()| batch.take_play()
                    />
                    <FilesCard
                        files
                        element_ref=main
                        on_files=move |files| batch.give(Side::First, files)
                        on_columns=move |(id, columns)| batch.choose_columns(id, columns)
                        on_clear=move |()| batch.clear()
                    />
                </div>
                <Show when=move || has_results.get()>
                    <Outcomes
                        summary=batch.summary
                        on_list=list
                        on_save=move |form| batch.save(form)
                        on_report=move |()| batch.save_report()
                    />
                </Show>
                <Show when=move || has_rows.get()>
                    <CompareCard batch on_open=Callback::new(compared)/>
                </Show>
                <Show when=move || batch.has_scored()><Figures batch/></Show>
                <Show when=move || has_rows.get()>
                    <Responses
                        rows=batch.rows
                        outcome=batch.outcome
                        version=batch.version
                        node=responses
                        wanted=move |from| batch.list(from)
                        on_choose=move |outcome| batch.list_outcome(outcome)
                        on_open=open
                    />
                </Show>
            </main>
        </div>
    }
}

/// The figures of the scored responses: thumbnails of all figures, and one enlarged figure.
#[component]
fn Figures(batch: BatchStore) -> impl IntoView {
    view! {
        <div class="batch-figures">
            <Results
                figures=batch.figures
                chosen=batch.focus
                is_unanswered=false
                resize=move |width| batch.set_width(width)
                list=|_: String| ()
                save=move |(figure, form): (String, FigureFormat)| batch.save_figure(figure, form)
            />
        </div>
    }
}
