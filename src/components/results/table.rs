//! The table of recorded runs, with its order and its filters.

use leptos::prelude::*;
use stepfall_link::{Column, ResultsLink};
use stepfall_protocol::recorded::ListedRun;

use crate::components::widgets::basic::{Button, use_id};
use crate::components::{SceneView, Term};
use crate::state::recorded;
use crate::text;

/// The table. `arrange` changes the order or the filters.
#[component]
pub(crate) fn RunTable(
    runs: StoredValue<Vec<ListedRun>>,
    #[prop(into)] link: Signal<ResultsLink>,
    #[prop(into)] arrange: Callback<ResultsLink>,
) -> impl IntoView {
    let title = use_id("recorded");
    let change = move |change: fn(&mut ResultsLink, String), value: String| {
        let mut link = link.get_untracked();
        change(&mut link, value);
        arrange.run(link);
    };
    let (conditions, specs) = runs.with_value(|runs| {
        let conditions_of = |listed: &ListedRun| listed.run.conditions.clone();
        let conditions: Vec<String> = runs.iter().flat_map(conditions_of).collect();
        let specs: Vec<String> = runs.iter().map(|listed| listed.run.spec.clone()).collect();
        (recorded::choices(conditions.iter()), recorded::choices(specs.iter()))
    });
    let labelled = |values: Vec<String>, name: fn(&str) -> String| {
        values.into_iter().map(|value| (value.clone(), name(&value))).collect::<Vec<_>>()
    };
    let show_all = move || {
        let link = link.get_untracked();
        let (condition, spec) = (String::new(), String::new());
        arrange.run(ResultsLink { condition, spec, ..link });
    };
    let names = Memo::new(move |_| {
        let link = link.get();
        runs.with_value(|runs| {
            let selected = recorded::filter_runs(runs, &link).into_iter();
            selected.map(|listed| listed.run.name.clone()).collect::<Vec<String>>()
        })
    });
    let row = move |name: String| {
        let found =
            runs.with_value(|runs| runs.iter().find(|listed| listed.run.name == name).cloned());
        found.map(|listed| view! { <Row listed link/> })
    };
    let head = move |column: Column| view! { <Head column link arrange/> };
    view! {
        <section class="card" aria-labelledby=title>
            <div class="card-head">
                <h2 id=title.clone()>{text::results::RUNS}</h2>
                <Filter
                    label=text::results::CONDITION
                    chosen=move || link.with(|link| link.condition.clone())
                    choices=labelled(conditions, text::results::condition)
                    choose=move |value| change(|link, value| link.condition = value, value)
                />
                <Filter
                    label=text::results::SPEC
                    chosen=move || link.with(|link| link.spec.clone())
                    choices=labelled(specs, text::results::spec)
                    choose=move |value| change(|link, value| link.spec = value, value)
                />
            </div>
            <table class="recorded" aria-label=text::results::TABLE>
                <thead>
                    <tr data-label=text::results::SORTED_BY>
                        {head(Column::Model)}
                        {head(Column::Date)}
                        {head(Column::Condition)}
                        {head(Column::Spec)}
                        {head(Column::Horizon)}
                        <th scope="col">{text::results::ACCURACY}</th>
                        <th scope="col">{text::results::MODES}</th>
                        {head(Column::Tokens)}
                    </tr>
                </thead>
                <tbody>
                    <For each=move || names.get() key=Clone::clone children=row/>
                    <Show when=move || names.with(Vec::is_empty)>
                        <tr class="recorded-none">
                            <td colspan="8">
                                {text::results::NONE_MATCHES}" "
                                <Button text=text::results::SHOW_ALL on_press=show_all/>
                            </td>
                        </tr>
                    </Show>
                </tbody>
                <tbody>{study()}</tbody>
            </table>
        </section>
    }
}

/// The head of a column: a button that sorts the table by the column. Pressing it again reverses
/// the order.
#[component]
fn Head(
    column: Column,
    link: Signal<ResultsLink>,
    arrange: Callback<ResultsLink>,
) -> impl IntoView {
    let order = Memo::new(move |_| {
        let (sort, is_descending) = link.with(|link| (link.sort, link.is_descending));
        let order = if is_descending { "descending" } else { "ascending" };
        (sort == column).then_some(order)
    });
    let sign = move || match order.get() {
        Some("ascending") => " ↑",
        Some(_) => " ↓",
        None => "",
    };
    let press = move |_| {
        let link = link.get_untracked();
        let is_descending = link.sort == column && !link.is_descending;
        arrange.run(ResultsLink { sort: column, is_descending, ..link });
    };
    view! {
        <th scope="col" aria-sort=move || order.get() class:number=column == Column::Tokens>
            <button type="button" on:click=press>
                {text::results::column(column)}<span aria-hidden="true">{sign}</span>
            </button>
        </th>
    }
}

/// A select element with a label. The value of its first choice is empty.
#[component]
pub(crate) fn Filter(
    label: &'static str,
    #[prop(into)] chosen: Signal<String>,
    /// The values, each with its name.
    choices: Vec<(String, String)>,
    #[prop(into)] choose: Callback<String>,
    /// The name of the first choice.
    #[prop(default = text::results::ALL)]
    none: &'static str,
) -> impl IntoView {
    let id = use_id("filter");
    let option = |(value, name): (String, String)| {
        let this = value.clone();
        view! { <option value=value prop:selected=move || chosen.with(|chosen| *chosen == this)>{name}</option> }
    };
    view! {
        <span class="measure">
            <label for=id.clone()>{label}</label>
            <select id=id class="button" on:change=move |event| choose.run(event_target_value(&event))>
                <option value="" prop:selected=move || chosen.with(String::is_empty)>{none}</option>
                {choices.into_iter().map(option).collect_view()}
            </select>
        </span>
    }
}

/// The row of a run. Its first cell is a link that opens the run.
#[component]
fn Row(listed: ListedRun, link: Signal<ResultsLink>) -> impl IntoView {
    let ListedRun { run, curve } = listed;
    let name = StoredValue::new(run.name.clone());
    let is_open = Memo::new(move |_| name.with_value(|name| link.with(|link| link.run == *name)));
    let address =
        move || ResultsLink { run: name.get_value(), with: String::new(), ..link.get() }.fragment();
    let lengths: Vec<String> = run.lengths.iter().map(text::results::at_length).collect();
    let modes = recorded::main_modes(&run).into_iter().map(|(mode, share)| {
        view! { <li><Term slug=mode.slug()>{mode.name()}</Term>" "<span class="number">{format!("{share}\u{a0}%")}</span></li> }
    });
    view! {
        <tr class:is-open=move || is_open.get()>
            <th scope="row">
                <a href=address aria-current=move || is_open.get().then_some("true")>{run.model.clone()}</a>
                <span class="soft">{text::results::kind(&run)}</span>
            </th>
            <td data-label=text::results::column(Column::Date)>{run.date.clone()}</td>
            <td data-label=text::results::CONDITION>{text::results::conditions(&run)}</td>
            <td data-label=text::results::SPEC>{text::results::spec(&run.spec)}</td>
            <td data-label=text::results::column(Column::Horizon)>{run.enclosed.clone()}</td>
            <td data-label=text::results::ACCURACY class="figure">
                <span class="scene"><SceneView scene=curve is_ornament=true/></span>
                <span class="hidden">{lengths.join("; ")}</span>
            </td>
            <td data-label=text::results::MODES><ul>{modes.collect_view()}</ul></td>
            <td data-label=text::results::column(Column::Tokens) class="number">
                {text::grouped(run.output_tokens)}
            </td>
        </tr>
    }
}

/// Draws the row with the averages of the original study.
fn study() -> impl IntoView {
    view! {
        <tr class="recorded-study">
            <th scope="row">
                {text::results::STUDY}
                <a href=text::about::STUDY_ADDRESS target="_blank" rel="noopener">{text::results::STUDY_SOURCE}</a>
            </th>
            <td data-label=text::results::column(Column::Date)>{text::results::STUDY_DATE}</td>
            <td data-label=text::results::CONDITION>{text::results::STUDY_CONDITION}</td>
            <td data-label=text::results::SPEC>{text::results::STUDY_SPEC}</td>
            <td data-label=text::results::column(Column::Horizon)>"–"</td>
            <td data-label=text::results::ACCURACY>{text::results::STUDY_ACCURACY}</td>
            <td colspan="2" class="soft">{text::results::STUDY_WHY}</td>
        </tr>
    }
}
