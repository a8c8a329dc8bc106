//! A map of the lines that the steps of a transcript attended to.

use leptos::{html, prelude::*};
use stepfall_small_model::Pooling;

use crate::browser;
use crate::components::widgets::basic::{Button, use_id};
use crate::state::lab::{LabRun, MapPicture, MapRow, View, tenths};
use crate::text;

/// The map of a transcript, or of its changes compared with another transcript. Pressing a row
/// reports the number of its value.
#[component]
pub(crate) fn MapCard(
    #[prop(into)] title: Signal<String>,
    run: RwSignal<LabRun>,
    /// The transcript of the model as trained, with which the map of changes compares. `None` if
    /// the two maps are not comparable.
    #[prop(into)]
    before: Signal<Option<RwSignal<LabRun>>>,
    #[prop(into)] view: Signal<View>,
    /// The number of visible lines.
    #[prop(into)]
    shown: Signal<usize>,
    /// The number of the value whose step is selected.
    #[prop(into)]
    step: Signal<Option<u16>>,
    #[prop(into)] on_step: Callback<u16>,
) -> impl IntoView {
    let heading = use_id("map");
    let element_ref = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0u32);
    browser::on_width(element_ref, move |now| width.set(now));
    // The change is shown first, because two whole maps often look alike.
    let wants_change = RwSignal::new(true);
    let has_change = Memo::new(move |_| before.with(Option::is_some));
    let base = Memo::new(move |_| before.get().filter(|_| wants_change.get()));
    let is_change = Memo::new(move |_| base.with(Option::is_some));
    let picture = Memo::new(move |_| {
        let (view, width, shown) = (view.get(), width.get(), shown.get());
        run.with(|run| match base.get() {
            Some(base) => base.with(|base| MapPicture::of_change(run, base, view, width, shown)),
            None => MapPicture::new(run, view, width, shown),
        })
    });
    let description = move || {
        let view = view.get();
        run.with(|run| match base.get() {
            Some(base) if run.outcome.is_some() => {
                let change = base.with(|base| run.largest_change(base, view));
                Some(text::lab::largest_change(run, change, view))
            }
            Some(_) => None,
            None => {
                let [mean, sum] =
                    [Pooling::Mean, Pooling::Sum].map(|pooling| run.mean_on_needed(view, pooling));
                Some(text::lab::on_needed(view, [mean?, sum?]))
            }
        })
    };
    let switch = move || if is_change.get() { text::lab::SHOW_MAP } else { text::lab::SHOW_CHANGE };
    view! {
        <section class="card lab-map" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{title}</h2>
                <span class="hint">{description}</span>
                <Show when=move || has_change.get()>
                    <Button text=TextProp::from(switch) on_press=move || wants_change.update(|wants| *wants = !*wants)/>
                </Show>
            </div>
            <div class="lab-map-picture" node_ref=element_ref>
                {move || {
                    let picture = picture.get();
                    (!picture.rows.is_empty()).then(|| view! { <Picture picture title run step on_step/> })
                }}
            </div>
            <Show when=move || is_change.get()><ChangeKey/></Show>
        </section>
    }
}

#[component]
fn Picture(
    picture: MapPicture,
    title: Signal<String>,
    run: RwSignal<LabRun>,
    step: Signal<Option<u16>>,
    on_step: Callback<u16>,
) -> impl IntoView {
    let MapPicture { width, height, .. } = picture;
    let shades = |cells: &[String], class: &'static str| {
        let shades = cells.iter().enumerate().filter(|(_, path)| !path.is_empty());
        let shades = shades.map(|(shade, path)| {
            view! { <path class=format!("{class} shade-{}", shade + 1) d=path.clone()></path> }
        });
        shades.collect_view()
    };
    let (more, less) = (shades(&picture.cells, "cell"), shades(&picture.less, "cell is-less"));
    let columns = picture.columns.iter().map(|(x, name)| {
        view! { <text class="tick" x=tenths(*x) y="34" text-anchor="middle">{name.clone()}</text> }
    });
    let columns = columns.collect_view();
    let [prompt, trace] = picture.parts.map(tenths);
    let (needed, unneeded, beside) =
        (picture.needed.clone(), picture.unneeded.clone(), picture.beside);
    let label = move || format!("{}, {}", text::lab::MAP_OF_STEPS, title.get());
    let frame_of = picture.clone();
    let rows = picture.rows.into_iter().map(|row| {
        let frame = frame_of.frame(&row);
        view! { <Row row frame beside run step on_step/> }
    });
    let rows = rows.collect_view();
    view! {
        <svg viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
            <text class="label" x=prompt y="14" text-anchor="middle">{text::lab::PROMPT_LINES}</text>
            <text class="label" x=trace y="14" text-anchor="middle">{text::lab::TRACE_LINES}</text>
            {columns}
            {more}
            {less}
            <path class="lab-needed" d=needed></path>
            <path class="lab-unneeded" d=unneeded></path>
            {rows}
        </svg>
    }
}

#[component]
fn Row(
    row: MapRow,
    frame: [f32; 4],
    beside: Option<f32>,
    run: RwSignal<LabRun>,
    step: Signal<Option<u16>>,
    on_step: Callback<u16>,
) -> impl IntoView {
    let MapRow { line, top, height, name, is_first_error } = row;
    let number = u16::try_from(line + 3).unwrap_or(u16::MAX);
    let is_chosen = move || step.get() == Some(number);
    let base = tenths(top + height / 2.0 + 4.0);
    let before = tenths(frame[0] - 4.0);
    let [x, y, w, h] = frame.map(tenths);
    let row_name = name.map(|name| {
        view! {
            <text class="tick" class:is-wrong=is_first_error x=before y=base.clone() text-anchor="end">{name}</text>
        }
    });
    let note = beside.filter(|_| is_first_error).map(|x| {
        let error = run.with_untracked(|run| text::lab::error_short(run, line));
        view! { <text class="lab-note" x=tenths(x) y=base>"✕ "{error}</text> }
    });
    let description = run.with_untracked(|run| text::lab::step_text(run, number));
    view! {
        <g class="lab-map-row" class:is-chosen=is_chosen data-step=number on:click=move |_| on_step.run(number)>
            <title>{description}</title>
            <rect class="lab-row-frame" x=x y=y width=w height=h rx="2"></rect>
            {row_name}
            {note}
        </g>
    }
}

/// Draws four shades of a colour key, from the palest.
fn shades_of(class: &'static str) -> impl IntoView {
    let shade = move |(at, shade): (usize, usize)| {
        view! { <rect class=format!("{class} shade-{shade}") x=at * 16 y="1" width="15" height="14"></rect> }
    };
    view! {
        <svg width="64" height="16" aria-hidden="true">
            {[1, 4, 7, 10].into_iter().enumerate().map(shade).collect_view()}
        </svg>
    }
}

/// The key of a map of changes.
#[component]
fn ChangeKey() -> impl IntoView {
    view! {
        <p class="lab-key hint">
            <span>{shades_of("cell")}{text::lab::KEY_MORE}</span>
            <span>{shades_of("cell is-less")}{text::lab::KEY_LESS}</span>
            <span>{text::lab::KEY_PARTED}</span>
        </p>
    }
}

#[component]
pub(crate) fn MapKey() -> impl IntoView {
    view! {
        <p class="lab-key hint">
            <span>{text::lab::READING}</span>
            <span>
                <svg width="16" height="16" aria-hidden="true"><path class="lab-needed" d="M1 1h14v14h-14z"></path></svg>
                {text::lab::KEY_NEEDED}
            </span>
            <span>
                <svg width="16" height="16" aria-hidden="true"><path class="lab-unneeded" d="M1 1h14v14h-14z"></path></svg>
                {text::lab::KEY_UNNEEDED}
            </span>
            <span>{text::lab::KEY_FRAME}</span>
            <span>{shades_of("cell")}{text::lab::KEY_SHARE}</span>
        </p>
    }
}
