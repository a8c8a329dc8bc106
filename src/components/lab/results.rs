//! The tables of measurements in one fold: accuracy, saliency, effects of `StepFlow`, and effects
//! of errors in earlier lines.

use leptos::{html, prelude::*};
use stepfall_protocol::lab::LabTables;

use crate::browser;
use crate::components::widgets::basic::use_id;
use crate::state::lab::{
    AfterError, Cell, Difference, LostAbilities, ResultTable, Variant, Variants, real_differences,
    tables,
};
use crate::text;

/// The length in bytes above which a cell wraps.
const WIDE: usize = 26;

/// The tables of a checkpoint, folded; shown once they are loaded.
#[component]
pub(crate) fn Results(
    printed: Memo<Option<LabTables>>,
    /// The card with the tables of `StepFlow`.
    element_ref: NodeRef<html::Section>,
    /// True if the fold is open.
    is_open: RwSignal<bool>,
) -> impl IntoView {
    let tables_in = move |text: fn(&LabTables) -> &str| {
        Memo::new(move |_| {
            printed.with(|all| all.as_ref().map(|all| tables(text(all)))).unwrap_or_default()
        })
    };
    let accuracy = tables_in(|all| &all.accuracy);
    let (flow, saliency, history) =
        (tables_in(|all| &all.flow), tables_in(|all| &all.saliency), tables_in(|all| &all.history));
    let lost = move || {
        accuracy
            .with(|tables| LostAbilities::of(tables).map(|lost| text::lab::lost_abilities(&lost)))
    };
    let after = move || {
        history.with(|tables| AfterError::of(tables).map(|after| text::lab::after_error(&after)))
    };
    let real = |sentence: String| view! { <p class="lab-line-of lab-real">{sentence}</p> };
    let folds = NodeRef::<html::Details>::new();
    let follow = move |_| is_open.set(browser::element(folds).is_some_and(|folds| folds.open()));
    view! {
        <details class="lab-measurements" node_ref=folds prop:open=move || is_open.get() on:toggle=follow>
            <summary>{text::lab::MEASUREMENTS}</summary>
            <Show when=move || printed.with(Option::is_some)>
                <FlowCard tables=flow element_ref/>
                <Card title=text::lab::ACCURACY hint=text::lab::ACCURACY_HINT>
                    {move || lost().map(real)}
                    {move || after().map(real)}
                    {move || all_of(text::lab::ACCURACY, accuracy.get())}
                </Card>
                <Card title=text::lab::SCORING hint=text::lab::SCORING_HINT>
                    <Folded name=text::lab::SCORING_TABLES>
                        {move || all_of(text::lab::SCORING, saliency.get())}
                    </Folded>
                </Card>
                <Card title=text::lab::HISTORY>
                    {move || all_of(text::lab::HISTORY, history.get())}
                </Card>
            </Show>
            <p class="lab-line-of hint">
                {text::lab::CARD}" "<a href=text::lab::PAPER_ADDRESS>{text::lab::PAPER}</a>
            </p>
        </details>
    }
}

/// Shows whether a flow change helps: the significant differences, a chart of all differences, and
/// the tables in a fold below.
#[component]
fn FlowCard(tables: Memo<Vec<ResultTable>>, element_ref: NodeRef<html::Section>) -> impl IntoView {
    let body = move || {
        let mut tables = tables.get().into_iter();
        let Some(first) = tables.next() else {
            return view! { <p class="lab-line-of soft">{text::lab::NO_RESULTS}</p> }.into_any();
        };
        let real = real_differences(&first).map(|found| text::lab::significant_differences(&found));
        let variants = Variants::new(&first);
        let tried = tables.collect();
        view! {
            {real.map(|real| view! { <p class="lab-line-of lab-real">{real}</p> })}
            {variants.map(|variants| view! { <Differences variants/> })}
            <Folded name=text::lab::RESULTS_TABLE>{all_of(text::lab::RESULTS, vec![first])}</Folded>
            <Folded name=text::lab::RESULTS_TRIED>{all_of(text::lab::RESULTS_TRIED, tried)}</Folded>
            <p class="lab-line-of hint">{text::lab::RESULTS_NOTE}</p>
        }
        .into_any()
    };
    view! { <Card title=text::lab::RESULTS hint=text::lab::RESULTS_HINT element_ref>{body}</Card> }
}

/// The accuracy of each variant at each length: a table whose differences are also drawn.
#[component]
fn Differences(variants: Variants) -> impl IntoView {
    let heads = variants
        .steps
        .iter()
        .map(|steps| view! { <th scope="col">{text::lab::steps_text(steps)}</th> });
    let heads = heads.collect_view();
    let (name, shares) = variants.first.clone();
    let shares = shares.into_iter().map(|share| view! { <td>{share}" %"</td> }).collect_view();
    let zero = variants.percent(0);
    let bar = |Difference { said, points, is_real }: Difference| {
        let [low, middle, high] = points.map(|points| format!("{}%", variants.percent(points)));
        let (points, interval) = said.split_once(" (").unwrap_or((&said, ""));
        let interval = format!("({interval}");
        let zero = format!("{zero}%");
        view! {
            <td class="lab-difference" class:is-real=is_real>
                <svg aria-hidden="true">
                    <line class="zero" x1=zero.clone() x2=zero y1="0" y2="100%"></line>
                    <line class="interval" x1=low x2=high y1="50%" y2="50%"></line>
                    <circle cx=middle cy="50%" r="4"></circle>
                </svg>
                <span>{points.to_owned()}</span>" "<small>{interval}</small>
            </td>
        }
    };
    let cell = |difference: Option<Difference>| match difference {
        Some(difference) => bar(difference).into_any(),
        None => view! { <td></td> }.into_any(),
    };
    let row = |Variant { name, tokens, differences }: Variant| {
        let cells = differences.into_iter().map(cell).collect_view();
        view! { <tr><th scope="row">{name}<small>{text::lab::tokens_times(&tokens)}</small></th>{cells}</tr> }
    };
    let rows = variants.others.clone().into_iter().map(row).collect_view();
    let caption = use_id("differences");
    view! {
        <p class="lab-line-of" id=caption.clone()>{text::lab::DIFFERENCES}</p>
        <div class="lab-scroll" role="region" aria-labelledby=caption tabindex="0">
            <table class="lab-table lab-ways" aria-labelledby=caption.clone()>
                <thead><tr><td></td>{heads}</tr></thead>
                <tbody>
                    <tr><th scope="row">{name}<small>{text::lab::ANSWERS_RIGHT}</small></th>{shares}</tr>
                    {rows}
                </tbody>
            </table>
        </div>
    }
}

#[component]
fn Card(
    title: &'static str,
    #[prop(optional)] hint: &'static str,
    #[prop(optional)] element_ref: NodeRef<html::Section>,
    children: Children,
) -> impl IntoView {
    let heading = use_id("results");
    view! {
        <section class="card lab-results" aria-labelledby=heading tabindex="-1" node_ref=element_ref>
            <div class="card-head">
                <h2 id=heading.clone()>{title}</h2>
                <span class="hint">{hint}</span>
            </div>
            {children()}
        </section>
    }
}

#[component]
fn Folded(name: &'static str, children: Children) -> impl IntoView {
    view! { <details class="lab-folded"><summary>{name}</summary>{children()}</details> }
}

/// Draws tables, each labelled with the title and a number.
fn all_of(title: &'static str, tables: Vec<ResultTable>) -> impl IntoView {
    let numbered_table = |(at, table): (usize, ResultTable)| {
        let region = format!("{}, {}", text::sweep::table_of(title), at + 1);
        view! { <LabelledTable table region/> }
    };
    tables.into_iter().enumerate().map(numbered_table).collect_view()
}

#[component]
fn LabelledTable(table: ResultTable, region: String) -> impl IntoView {
    let ResultTable { said, columns, rows } = table;
    let heads =
        columns.into_iter().map(|column| view! { <th scope="col">{column}</th> }).collect_view();
    let cell_view = |Cell { text, is_bold }: Cell| {
        let is_wide = text.len() > WIDE;
        let text = if is_bold { view! { <b>{text}</b> }.into_any() } else { text.into_any() };
        view! { <td class:is-wide=is_wide>{text}</td> }
    };
    let row = |cells: Vec<Cell>| {
        let cells = cells.into_iter().map(cell_view).collect_view();
        view! { <tr>{cells}</tr> }
    };
    let has_rows = !rows.is_empty();
    let body = rows.into_iter().map(row).collect_view();
    view! {
        {said.into_iter().map(|said| view! { <p class="lab-line-of">{said}</p> }).collect_view()}
        {has_rows.then(|| view! {
            <div class="lab-scroll" role="region" aria-label=region tabindex="0">
                <table class="lab-table"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>
            </div>
        })}
    }
}
