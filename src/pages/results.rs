//! The Results page: recorded runs of real models in a table, and the open run with its figures and
//! attempts.

use leptos::html;
use leptos::prelude::*;
use stepfall_link::ResultsLink;
use stepfall_protocol::FigureFormat;
use stepfall_protocol::recorded::RecordedRun;

use crate::browser;
use crate::components::results::{Filter, RunCard, RunTable};
use crate::components::sweep::{AttemptList, Results};
use crate::components::{Button, PageNotices, ShareResults, back_to_row};
use crate::state::recorded::{self, AttemptChoice};
use crate::stores::{Fetching, LazyPage, Pages, ResultsStore};
use crate::text::{self, Mode};

impl LazyPage for ResultsStore {
    fn reopen(&self) {
        ResultsStore::reopen(*self);
    }

    fn fragment(&self) -> String {
        ResultsStore::fragment(*self)
    }

    fn set_title(&self) {
        ResultsStore::set_title(*self);
    }

    fn view(&self, _: Pages, main: NodeRef<html::Main>, hidden: Signal<bool>) -> AnyView {
        view! { <ResultsPage results=*self main hidden/> }.into_any()
    }

    fn share(&self) -> AnyView {
        view! { <ShareResults results=*self/> }.into_any()
    }
}

#[component]
fn ResultsPage(
    results: ResultsStore,
    main: NodeRef<html::Main>,
    #[prop(into)] hidden: Signal<bool>,
) -> impl IntoView {
    let link = results.link;
    let run = Memo::new(move |_| {
        let name = link.with(|link| link.run.clone());
        results.runs.with_value(|runs| recorded::find_run(runs, &name).cloned())
    });
    let root = NodeRef::<html::Div>::new();
    let opened = back_to_row(root, hidden, "data-attempt");
    let open = move |number: u32| {
        opened(number);
        results.open_attempt(number);
    };
    // The table is long, so the page scrolls to a newly opened run and focuses it.
    let element_ref = NodeRef::<html::Section>::new();
    let name_of_run = Memo::new(move |_| link.with(|link| link.run.clone()));
    Effect::watch(
        move || name_of_run.get(),
        move |name, _, _| {
            if !name.is_empty() {
                browser::next_frame(link, move || browser::go_to(element_ref));
            }
        },
        false,
    );
    Effect::new(move |_| {
        if !hidden.get() {
            results.list_own();
        }
    });
    view! {
        <div class="page is-results" hidden=hidden node_ref=root>
            <main tabindex="-1" node_ref=main>
                <section class="batch-head">
                    <p class="soft">{text::results::LEAD}</p>
                    <h1>{text::results::HEADING}</h1>
                </section>
                <PageNotices notices=results.notices main/>
                <RunTable
                    runs=results.runs
                    link
                    arrange=move |to: ResultsLink| results.arrange(|link| *link = to)
                />
                <section
                    class="recorded-open"
                    aria-label=text::results::OPEN_RUN
                    tabindex="-1"
                    hidden=move || run.with(Option::is_none)
                    node_ref=element_ref
                >
                    {move || run.get().map(|run| view! { <OpenRun results run main on_open=open/> })}
                </section>
            </main>
        </div>
    }
}

/// The open run: its description, its figures and its attempts.
#[component]
fn OpenRun(
    results: ResultsStore,
    run: RecordedRun,
    main: NodeRef<html::Main>,
    #[prop(into)] on_open: Callback<u32>,
) -> impl IntoView {
    let others: Vec<RecordedRun> = results.runs.with_value(|runs| {
        recorded::comparable_runs(runs, &run.name).into_iter().cloned().collect()
    });
    let with = Memo::new(move |_| results.link.with(|link| link.with.clone()));
    let file = recorded::file_address(&run);
    let name = StoredValue::new(run.name.clone());
    let compare = move |with: String| name.with_value(|name| results.choose(name, &with));
    let close = move |()| {
        results.choose("", "");
        browser::refocus_on(move || browser::element(main));
    };
    let is_empty = Memo::new(move |_| results.figures.with(Vec::is_empty));
    let has_pairs = Memo::new(move |_| {
        results.figures.with(|figures| figures.iter().any(|figure| figure.id == "paired"))
    });
    let version = Memo::new(move |before: Option<&u32>| {
        results.figures.track();
        before.map_or(0, |before| before.wrapping_add(1))
    });
    let attempts = NodeRef::<html::Section>::new();
    let list = move |filter: String| {
        results.filter.set(filter);
        if let Some(attempts) = browser::element(attempts) {
            attempts.scroll_into_view();
        }
    };
    let retry = move |()| {
        results.advance();
        browser::refocus_on(move || browser::element(main));
    };
    let is_failed = Memo::new(move |_| {
        results.fetching.with(|fetching| matches!(fetching, Fetching::Failed(_)))
    });
    let choice = Memo::new(move |_| results.filter.with(|filter| AttemptChoice::read(filter)));
    let choose = move |change: &dyn Fn(&mut AttemptChoice)| {
        let mut choice = choice.get_untracked();
        change(&mut choice);
        results.filter.set(choice.filter());
    };
    let lengths: Vec<(String, String)> =
        run.lengths.iter().map(|at| (at.steps.to_string(), text::steps(at.steps))).collect();
    let modes: Vec<(String, String)> = recorded::all_modes(&run)
        .into_iter()
        .map(|mode| (mode.slug().to_owned(), mode.name().to_owned()))
        .collect();
    let steps_of = move || choice.get().steps.map(|steps| steps.to_string()).unwrap_or_default();
    let mode_of = move || choice.get().mode.map(Mode::slug).unwrap_or_default().to_owned();
    view! {
        <RunCard
            run
            others
            with
            own_runs=results.own_runs
            own=results.own
            has_pairs
            file
            on_compare=compare
            on_own=move |own| results.choose_own(own)
            on_close=close
        />
        <Progress fetching=results.fetching on_retry=retry/>
        <Show when=move || !is_failed.get()>
            <Results
                figures=results.figures
                chosen=results.focus
                is_unanswered=false
                resize=move |width| results.set_width(width)
                list
                save=move |(figure, form): (String, FigureFormat)| results.save_figure(figure, form)
            />
        </Show>
        <AttemptList
            is_empty
            version
            filter=results.filter
            rows=results.rows
            choose=move |filter: String| results.filter.set(filter)
            wanted=move |from| results.list(from)
            node=attempts
            on_open
        >
            <Filter
                label=text::results::LENGTH
                chosen=steps_of
                choices=lengths
                choose=move |value: String| choose(&|choice| choice.steps = value.parse().ok())
            />
            <Filter
                label=text::results::MODE
                chosen=mode_of
                choices=modes
                choose=move |value: String| choose(&|choice| choice.mode = Mode::from_slug(&value))
            />
        </AttemptList>
    }
}

/// A sentence while a run is being loaded, or the reason why it could not be loaded.
#[component]
fn Progress(
    #[prop(into)] fetching: Signal<Fetching>,
    #[prop(into)] on_retry: Callback<()>,
) -> impl IntoView {
    move || match fetching.get() {
        Fetching::Done => ().into_any(),
        Fetching::Coming => {
            view! { <p class="soft" role="status">{text::results::LOADING}</p> }.into_any()
        }
        Fetching::Failed(why) => view! {
            <div class="problem card" role="alert">
                <p>{why}</p>
                <div class="problem-ways">
                    <Button text=text::verdict::RETRY on_press=move || on_retry.run(())/>
                </div>
            </div>
        }
        .into_any(),
    }
}
