//! The figures of a run: thumbnails of all figures, and one enlarged figure.

use leptos::prelude::*;
use leptos::{ev, html};
use stepfall_link::{Chapter, LearnLink};
use stepfall_plot::scene::Scene;
use stepfall_protocol::FigureFormat;
use stepfall_protocol::figure::{Figure, Table};

use crate::browser;
use crate::components::widgets::basic::use_id;
use crate::components::{SceneView, Stage, is_on_full_stage};
use crate::text;

/// The prefix of the ids of failure-mode figures, which the field guide explains.
const MODES: &str = "modes";

/// The figures, if there are any. `chosen` is the id of the enlarged figure. `resize` receives the
/// width for a figure in CSS pixels. `list` receives the filter of a mark that the user presses.
#[component]
pub(crate) fn Results(
    figures: RwSignal<Vec<Figure>>,
    chosen: RwSignal<String>,
    /// True if there are no answers, so that there can be no figure.
    #[prop(into)]
    is_unanswered: Signal<bool>,
    #[prop(into)] resize: Callback<u32>,
    #[prop(into)] list: Callback<String>,
    #[prop(into)] save: Callback<(String, FigureFormat)>,
) -> impl IntoView {
    let names = Memo::new(move |_| {
        figures
            .with(|figures| figures.iter().map(|figure| figure.id.clone()).collect::<Vec<String>>())
    });
    // The enlarged figure stays selected while other figures change.
    let focus = Memo::new(move |_| {
        let focus = chosen.get();
        names.with(|names| names.iter().find(|name| **name == focus).or(names.first()).cloned())
    });
    let figure = Memo::new(move |_| {
        let focus = focus.get()?;
        figures.with(|figures| figures.iter().find(|figure| figure.id == focus).cloned())
    });
    let frame = NodeRef::<html::Div>::new();
    let is_none = Memo::new(move |_| names.with(Vec::is_empty));
    let choose = move |name| {
        chosen.set(name);
        browser::reveal_soon(frame);
    };
    let turn = move |by: i16| {
        let next = names.with_untracked(|names| {
            let place = focus
                .with_untracked(|focus| names.iter().position(|name| Some(name) == focus.as_ref()));
            names.get(place?.checked_add_signed(by.into())?).cloned()
        });
        if let Some(next) = next {
            chosen.set(next);
        }
    };
    let shows_table = RwSignal::new(false);
    view! {
        <section class="results" class:is-unanswered=is_unanswered aria-label=text::sweep::FIGURES>
            <div class="overview" hidden=move || is_none.get()>
                <Overview figures names focus choose/>
                <Chooser figures names focus choose/>
            </div>
            <div class="focus">
                <Stage arrows=text::sweep::FIGURE_ARROWS on_arrow=turn>
                    <FigureFrame frame resize>
                        {move || figure.get().map(|figure| view! { <FigureCard figure list save=save shows_table/> })}
                    </FigureFrame>
                </Stage>
                <Show when=move || is_unanswered.get()>
                    <p class="hint">{text::sweep::NO_FIGURES}</p>
                </Show>
            </div>
        </section>
    }
}

/// The width of a figure in full screen, in percent of its frame. Enlarged to the frame, its text can
/// be read from a distance.
const FULL_SCREEN_PERCENT: u32 = 60;

/// The frame of the enlarged figure. `resize` receives the width for the figure in CSS pixels.
#[component]
fn FigureFrame(
    frame: NodeRef<html::Div>,
    resize: Callback<u32>,
    children: ChildrenFn,
) -> impl IntoView {
    let is_full = is_on_full_stage();
    let width = RwSignal::new(0);
    browser::on_width(frame, move |frame_width| width.set(frame_width));
    Effect::new(move |_| match (width.get(), is_full.get()) {
        (0, _) => {}
        (width, true) => resize.run(width * FULL_SCREEN_PERCENT / 100),
        (width, false) => resize.run(width),
    });
    view! { <div class="figure-frame" node_ref=frame>{children()}</div> }
}

/// All figures as thumbnails. Each thumbnail is a button that enlarges its figure.
#[component]
fn Overview(
    figures: RwSignal<Vec<Figure>>,
    names: Memo<Vec<String>>,
    focus: Memo<Option<String>>,
    #[prop(into)] choose: Callback<String>,
) -> impl IntoView {
    let thumbnail = move |name: String| {
        let (id, wanted) = (name.clone(), name.clone());
        let figure = Memo::new(move |_| {
            figures.with(|figures| {
                let figure = figures.iter().find(|figure| figure.id == id)?;
                Some((figure.title.clone(), figure.thumbnail.clone()))
            })
        });
        let is_focus = move || focus.with(|focus| focus.as_deref() == Some(wanted.as_str()));
        view! { <Thumbnail name figure is_focus choose/> }
    };
    view! {
        <nav class="thumbnails" aria-label=text::sweep::PARTS>
            <For each=move || names.get() key=Clone::clone children=thumbnail/>
        </nav>
    }
}

/// The button of one figure, with its title and a small picture. Empty if the figure does not
/// exist.
#[component]
fn Thumbnail(
    name: String,
    figure: Memo<Option<(String, Scene)>>,
    #[prop(into)] is_focus: Signal<bool>,
    choose: Callback<String>,
) -> impl IntoView {
    let name_of = move || figure.with(|figure| figure.as_ref().map(|(title, _)| title.clone()));
    let content = move || {
        figure.get().map(|(title, scene)| {
            view! {
                <span class="scene figure"><SceneView scene is_ornament=true/></span>
                <span>{text::sweep::short_title(&title).to_owned()}</span>
            }
        })
    };
    view! {
        <button
            type="button"
            class="thumbnail"
            data-thumbnail=name.clone()
            aria-label=name_of
            title=name_of
            aria-current=move || is_focus.get().then_some("true")
            on:click=move |_| choose.run(name.clone())
        >
            {content}
        </button>
    }
}

/// The list of figures on narrow screens.
#[component]
fn Chooser(
    figures: RwSignal<Vec<Figure>>,
    names: Memo<Vec<String>>,
    focus: Memo<Option<String>>,
    #[prop(into)] choose: Callback<String>,
) -> impl IntoView {
    let id = use_id("figure");
    let place = move || {
        names.with(|names| {
            let place =
                focus.with(|focus| names.iter().position(|name| Some(name) == focus.as_ref()));
            text::sweep::figure_of(place.unwrap_or_default() + 1, names.len())
        })
    };
    let option = move |figure: &Figure| {
        let (id, title) = (figure.id.clone(), figure.title.clone());
        let is_chosen = focus.with(|focus| focus.as_ref() == Some(&id));
        view! { <option value=id selected=is_chosen>{title}</option> }
    };
    let options = move || figures.with(|figures| figures.iter().map(option).collect_view());
    view! {
        <div class="chooser">
            <label for=id.clone()>{place}</label>
            <select
                id=id
                class="button"
                on:change=move |event| choose.run(event_target_value(&event))
            >
                {options}
            </select>
        </div>
    }
}

/// A figure with its notes and its numbers.
#[component]
pub(crate) fn FigureCard(
    figure: Figure,
    #[prop(into)] list: Callback<String>,
    /// Saves a figure as a file.
    #[prop(into)]
    save: Callback<(String, FigureFormat)>,
    /// True if the table of numbers is visible.
    shows_table: RwSignal<bool>,
) -> impl IntoView {
    let Figure { id, title, sentence, note, method, table, scene, .. } = figure;
    let heading = use_id("figure");
    let name = id.clone();
    let filter = move |event: &ev::Event| {
        list.run(browser::data_at(event.target(), "filter")?);
        Some(())
    };
    let on_press = move |event: ev::KeyboardEvent| {
        if matches!(event.key().as_str(), "Enter" | " ") && filter(&event).is_some() {
            event.prevent_default();
        }
    };
    let file = |(form, word): (FigureFormat, &'static str)| {
        let (id, label) = (id.clone(), format!("{word}: {title}"));
        view! {
            <button
                type="button"
                class="button is-small"
                aria-label=label
                on:click=move |_| save.run((id.clone(), form))
            >
                {word}
            </button>
        }
    };
    let files =
        [(FigureFormat::Svg, "SVG"), (FigureFormat::Png, "PNG"), (FigureFormat::Csv, "CSV")]
            .map(file)
            .collect_view();
    let region = text::sweep::table_of(&title);
    let guide = id.starts_with(MODES).then(|| {
        view! { <p class="hint"><a href=LearnLink::of(Chapter::Guide).fragment()>{text::GUIDE_LINK_MODES}</a></p> }
    });
    view! {
        <section class="card figure" data-figure=name aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{title.clone()}</h2>
                <div class="figure-files">{files}</div>
            </div>
            <div
                class="scene"
                on:click=move |event| { filter(&event); }
                on:keydown=on_press
            >
                <SceneView scene/>
            </div>
            <p class="reading-aloud">{sentence}</p>
            <Notes note method/>
            {guide}
            <Numbers table region is_open=shows_table/>
        </section>
    }
}

/// A figure alone, for a frame: without file export, and without attempts for its marks.
#[component]
pub(crate) fn FigureWithTable(
    figure: Figure,
    /// True if the table of numbers is visible. The signal outlives a redrawing of the figure.
    shows_table: RwSignal<bool>,
) -> impl IntoView {
    let Figure { title, sentence, note, method, table, scene, .. } = figure;
    let region = text::sweep::table_of(&title);
    view! {
        <section class="card figure">
            <div class="card-head">
                <h1>{title}</h1>
                <span class="source">{text::verdict::SIMULATED}</span>
            </div>
            <p class="reading-aloud">{sentence}</p>
            <div class="scene"><SceneView scene/></div>
            <Notes note method/>
            <Numbers table region is_open=shows_table/>
        </section>
    }
}

/// The note below a figure, and a fold with the method behind its numbers.
#[component]
fn Notes(note: Option<String>, method: Vec<String>) -> impl IntoView {
    let items =
        method.iter().map(|note| view! { <p class="hint">{note.clone()}</p> }).collect_view();
    view! {
        {note.map(|note| view! { <p class="hint">{note}</p> })}
        {(!method.is_empty()).then(|| view! { <details class="twin"><summary>{text::sweep::METHOD}</summary>{items}</details> })}
    }
}

/// The numbers of a figure in a fold. The table is built only while the fold is open.
#[component]
pub(super) fn Numbers(table: Table, region: String, is_open: RwSignal<bool>) -> impl IntoView {
    let table = StoredValue::new(table);
    let folds = NodeRef::<html::Details>::new();
    let fold = move |_| {
        if let Some(folds) = browser::element(folds) {
            is_open.set(folds.open());
        }
    };
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
            <summary>{text::sweep::TABLE}</summary>
            <div class="table-frame" tabindex="0" role="region" aria-label=region>
                <Show when=move || is_open.get()>{rows}</Show>
            </div>
        </details>
    }
}
