//! The figures of a run: all of them small, and one of them whole.

use stepfall_protocol::Form;
use stepfall_protocol::figure::{Figure, Table};

use crate::browser;
use crate::components::SceneView;
use crate::components::small::use_id;
use crate::prelude::*;
use crate::stores::SweepStore;
use crate::text;

/// The figures, while there are any.
#[component]
pub(crate) fn Results(
    sweep: SweepStore,
    /// Where the attempts are listed that stand behind a mark.
    attempts: NodeRef<html::Section>,
) -> impl IntoView {
    let state = sweep.state;
    let names = Memo::new(move |_| {
        state
            .figures()
            .with(|figures| figures.iter().map(|figure| figure.id.clone()).collect::<Vec<String>>())
    });
    // The figure that is seen whole stays the same while others change.
    let focus = Memo::new(move |_| {
        let focus = state.focus().get();
        names.with(|names| names.iter().find(|name| **name == focus).or(names.first()).cloned())
    });
    let figure = Memo::new(move |_| {
        let focus = focus.get()?;
        state.figures().with(|figures| figures.iter().find(|figure| figure.id == focus).cloned())
    });
    let frame = NodeRef::<html::Div>::new();
    browser::on_width(frame, move |width| sweep.set_width(width));
    let is_none = Memo::new(move |_| names.with(Vec::is_empty));
    let shows_table = RwSignal::new(false);
    view! {
        <section class="results" aria-label=text::FIGURES>
            <div class="overview" hidden=move || is_none.get()>
                <Overview sweep names focus/>
                <Chooser sweep names focus/>
            </div>
            <div class="focus" node_ref=frame>
                {move || figure.get().map(|figure| view! { <FigureCard sweep figure attempts shows_table/> })}
            </div>
        </section>
    }
}

/// All figures small, each of which is a button that shows it whole.
#[component]
fn Overview(
    sweep: SweepStore,
    names: Memo<Vec<String>>,
    focus: Memo<Option<String>>,
) -> impl IntoView {
    view! {
        <nav class="thumbnails" aria-label=text::PARTS>
            <For
                each=move || names.get()
                key=Clone::clone
                children=move |name| view! { <Thumbnail sweep name focus/> }
            />
        </nav>
    }
}

#[component]
fn Thumbnail(sweep: SweepStore, name: String, focus: Memo<Option<String>>) -> impl IntoView {
    let state = sweep.state;
    let id = name.clone();
    let figure = Memo::new(move |_| {
        state.figures().with(|figures| {
            let figure = figures.iter().find(|figure| figure.id == id)?;
            Some((figure.title.clone(), figure.thumbnail.clone()))
        })
    });
    let wanted = name.clone();
    let is_focus = move || focus.with(|focus| focus.as_deref() == Some(wanted.as_str()));
    let content = move || {
        figure.get().map(|(title, scene)| {
            view! {
                <span class="scene figure"><SceneView scene is_ornament=true/></span>
                <span>{title}</span>
            }
        })
    };
    view! {
        <button
            type="button"
            class="thumbnail"
            data-thumbnail=name.clone()
            aria-current=move || is_focus().then_some("true")
            on:click=move |_| state.focus().set(name.clone())
        >
            {content}
        </button>
    }
}

/// The same choice as a list, where there is no room for pictures.
#[component]
fn Chooser(
    sweep: SweepStore,
    names: Memo<Vec<String>>,
    focus: Memo<Option<String>>,
) -> impl IntoView {
    let state = sweep.state;
    let id = use_id("figure");
    let place = move || {
        names.with(|names| {
            let place =
                focus.with(|focus| names.iter().position(|name| Some(name) == focus.as_ref()));
            text::figure_of(place.unwrap_or_default() + 1, names.len())
        })
    };
    let option = move |figure: &Figure| {
        let (id, title) = (figure.id.clone(), figure.title.clone());
        let is_chosen = focus.with(|focus| focus.as_ref() == Some(&id));
        view! { <option value=id selected=is_chosen>{title}</option> }
    };
    let options = move || state.figures().with(|figures| figures.iter().map(option).collect_view());
    view! {
        <div class="chooser">
            <label for=id.clone()>{place}</label>
            <select
                id=id
                class="button"
                on:change=move |event| state.focus().set(event_target_value(&event))
            >
                {options}
            </select>
        </div>
    }
}

/// A figure with what it says, and its numbers.
#[component]
fn FigureCard(
    sweep: SweepStore,
    figure: Figure,
    attempts: NodeRef<html::Section>,
    /// Whether the numbers are seen too.
    shows_table: RwSignal<bool>,
) -> impl IntoView {
    let Figure { id, title, sentence, notes, table, scene, .. } = figure;
    let heading = use_id("figure");
    let name = id.clone();
    let filter = move |event: &ev::Event| {
        let filter = browser::data_at(event.target(), "filter")?;
        sweep.choose_attempts(&filter);
        if let Some(attempts) = attempts.get_untracked() {
            attempts.scroll_into_view();
        }
        Some(())
    };
    let press = move |event: ev::KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") && filter(&event).is_some() {
            event.prevent_default();
        }
    };
    let save = |form: Form, word: &'static str| {
        let (id, label) = (id.clone(), format!("{word}: {title}"));
        view! {
            <button
                type="button"
                class="button is-small"
                aria-label=label
                on:click=move |_| sweep.save_figure(&id, form)
            >
                {word}
            </button>
        }
    };
    let files = (save(Form::Svg, "SVG"), save(Form::Png, "PNG"), save(Form::Csv, "CSV"));
    let region = text::table_of(&title);
    view! {
        <section class="card figure" data-figure=name aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{title.clone()}</h2>
                <div class="figure-files">{files}</div>
            </div>
            <div
                class="scene"
                on:click=move |event| { filter(&event); }
                on:keydown=press
            >
                <SceneView scene/>
            </div>
            <p class="reading-aloud">{sentence}</p>
            {notes.into_iter().map(|note| view! { <p class="hint">{note}</p> }).collect_view()}
            <Numbers table region is_open=shows_table/>
        </section>
    }
}

/// The numbers of a figure. A long table is only made for those who look at it.
#[component]
fn Numbers(table: Table, region: String, is_open: RwSignal<bool>) -> impl IntoView {
    let table = StoredValue::new(table);
    let folds = NodeRef::<html::Details>::new();
    let fold = move |_| is_open.set(folds.get_untracked().is_some_and(|folds| folds.open()));
    let rows = move || {
        table.with_value(|Table { columns, rows }| {
            let heads = columns.iter().map(|head| view! { <th>{head.clone()}</th> }).collect_view();
            let row = |cells: &Vec<String>| {
                let cells = cells.iter().map(|cell| view! { <td>{cell.clone()}</td> });
                view! { <tr>{cells.collect_view()}</tr> }
            };
            view! {
                <table>
                    <thead><tr>{heads}</tr></thead>
                    <tbody>{rows.iter().map(row).collect_view()}</tbody>
                </table>
            }
        })
    };
    view! {
        <details
            class="twin"
            node_ref=folds
            prop:open=move || is_open.get()
            on:toggle=fold
        >
            <summary>{text::TABLE}</summary>
            <div class="table-frame" tabindex="0" role="region" aria-label=region>
                <Show when=move || is_open.get()>{rows}</Show>
            </div>
        </details>
    }
}
