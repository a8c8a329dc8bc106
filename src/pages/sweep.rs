//! The Sweep page: presets and the set-up, the progress of a run, its figures, its attempts, and
//! the stored runs.

use leptos::context::Provider;
use leptos::html;
use leptos::prelude::*;
use stepfall_link::SweepLink;
use stepfall_protocol::FigureFormat;

use crate::browser;
use crate::components::sweep::{
    History, Presets, QuickStart, Results, RunActions, RunHead, Sample, SetupPanel,
};
use crate::components::{LazyPart, PageNotices, Placeholder, ShareSweep, Stage, back_to_row};
use crate::lazy;
use crate::state::{Preset, sample};
use crate::stores::{LazyPage, Pages, SweepStore};
use crate::text;

impl LazyPage for SweepStore {
    fn open(&self) {
        SweepStore::open(*self);
    }

    fn reopen(&self) {
        SweepStore::reopen(*self);
    }

    fn fragment(&self) -> String {
        SweepStore::fragment(*self)
    }

    fn set_title(&self) {
        browser::set_title(text::sweep::TITLE);
    }

    fn view(&self, _: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView {
        view! { <SweepPage sweep=*self main hidden/> }.into_any()
    }

    fn share(&self) -> AnyView {
        view! { <ShareSweep sweep=*self/> }.into_any()
    }
}

#[component]
fn SweepPage(
    sweep: SweepStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let shows_run = Memo::new(move |_| sweep.shows_run());
    let can_begin = Memo::new(move |_| sweep.can_begin());
    let attempts = NodeRef::<html::Section>::new();
    let list = move |filter: String| {
        sweep.choose_attempts(&filter);
        if let Some(attempts) = browser::element(attempts) {
            attempts.scroll_into_view();
        }
    };
    // A user who returns from an attempt continues at the row of the attempt.
    let root = NodeRef::<html::Div>::new();
    let opened = back_to_row(root, hidden, "data-attempt");
    let open = move |number: u32| {
        opened(number);
        sweep.open_attempt(number);
    };
    let is_narrow = browser::media_query_signal(browser::PHONE);
    let total = Memo::new(move |_| {
        sweep.checked.with(|checked| checked.as_ref().map(|checked| checked.attempts))
    });
    let is_unanswered = Memo::new(move |_| {
        sweep
            .progress
            .with(|progress| progress.as_ref().is_some_and(|progress| progress.answered == 0))
    });
    let run_sample = move || {
        sweep.change(|setup| *setup = SweepLink::read(sample::PLAN));
        sweep.begin();
    };
    // A preset that does not begin at once opens the form that adds a model.
    let form = NodeRef::<html::Details>::new();
    let take = move |preset: Preset| {
        if !sweep.take_preset(preset) {
            browser::go_to_field(form, ".setup-add [name=provider]");
        }
    };
    view! {
        <div class="page is-sweep" class:has-run=move || shows_run.get() hidden=hidden node_ref=root>
            <Provider value=sweep.models()>
                <main tabindex="-1" node_ref=main>
                    <RunHead
                        progress=sweep.progress
                        has_run=move || sweep.has_run()
                        title=sweep.title
                        finding=sweep.finding
                        error=sweep.error
                        suspects=sweep.suspects
                        compared=sweep.compared
                        compare_none=move || sweep.compare("")
                        open_again=move || sweep.open_again()
                    >
                        <RunActions sweep/>
                    </RunHead>
                    <PageNotices notices=sweep.notices main/>
                    <Show when=move || shows_run.get()>
                        <Results
                            figures=sweep.figures
                            chosen=sweep.focus
                            is_unanswered
                            resize=move |width| sweep.set_width(width)
                            list
                            save=move |(figure, form): (String, FigureFormat)| sweep.save_figure(&figure, form)
                        />
                        <LazyPart
                            load=move || Box::pin(lazy::attempts(sweep, attempts, Callback::new(open)))
                            waiting=Placeholder::for_part(text::page::PART_ATTEMPTS)
                        />
                    </Show>
                    <Show when=move || !shows_run.get()>
                        <QuickStart
                            setup=sweep.setup
                            attempts=total
                            can_begin
                            begin=move |()| sweep.begin()
                        />
                        <div class="landing">
                            <div class="recorded-open">
                                <Stage>
                                    <LazyPart
                                        load=|| Box::pin(lazy::real_curve())
                                        waiting=Placeholder::for_part(text::page::PART_REAL)
                                    />
                                </Stage>
                                <Sample run=run_sample is_narrow/>
                            </div>
                            <Presets setup=sweep.setup take/>
                        </div>
                    </Show>
                    <SetupPanel sweep has_run=shows_run can_begin node=form/>
                    <History sweep/>
                </main>
            </Provider>
        </div>
    }
}
