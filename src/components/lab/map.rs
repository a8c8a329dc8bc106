//! A map of what the steps of a transcript drew on.

use leptos::{html, prelude::*};

use crate::browser;
use crate::components::small::use_id;
use crate::state::lab::{LabRun, MapPicture, MapRow, View, tenths};
use crate::text;

/// The map of a transcript. A row that is pressed is told by the number of its value.
#[component]
pub(crate) fn MapCard(
    #[prop(into)] title: Signal<String>,
    run: RwSignal<LabRun>,
    #[prop(into)] view: Signal<View>,
    /// How many lines are seen.
    #[prop(into)]
    shown: Signal<usize>,
    /// The number of the value whose step is looked at.
    #[prop(into)]
    step: Signal<Option<u16>>,
    #[prop(into)] on_step: Callback<u16>,
) -> impl IntoView {
    let heading = use_id("map");
    let place = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0u32);
    browser::on_width(place, move |now| width.set(now));
    let picture = Memo::new(move |_| {
        let (view, width, shown) = (view.get(), width.get(), shown.get());
        run.with(|run| MapPicture::new(run, view, width, shown))
    });
    let on_needed = move || {
        let view = view.get();
        run.with(|run| run.mean_on_needed(view)).map(|shares| text::on_needed(view, shares))
    };
    view! {
        <section class="card lab-map" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{title}</h2>
                <span class="hint">{on_needed}</span>
            </div>
            <div class="lab-map-picture" node_ref=place>
                {move || {
                    let picture = picture.get();
                    (!picture.rows.is_empty()).then(|| view! { <Picture picture title run step on_step/> })
                }}
            </div>
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
    let shades = picture.cells.iter().enumerate().map(|(shade, path)| {
        view! { <path class=format!("cell shade-{}", shade + 1) d=path.clone()></path> }
    });
    let shades = shades.collect_view();
    let columns = picture.columns.iter().map(|(x, name)| {
        view! { <text class="tick" x=tenths(*x) y="34" text-anchor="middle">{name.clone()}</text> }
    });
    let columns = columns.collect_view();
    let [prompt, trace] = picture.parts.map(tenths);
    let (needed, unneeded, beside) =
        (picture.needed.clone(), picture.unneeded.clone(), picture.beside);
    let label = move || format!("{}, {}", text::LAB_MAP_OF_STEPS, title.get());
    let frame_of = picture.clone();
    let rows = picture.rows.into_iter().map(|row| {
        let frame = frame_of.frame(&row);
        view! { <Row row frame beside run step on_step/> }
    });
    let rows = rows.collect_view();
    view! {
        <svg viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
            <text class="label" x=prompt y="14" text-anchor="middle">{text::LAB_PROMPT_LINES}</text>
            <text class="label" x=trace y="14" text-anchor="middle">{text::LAB_TRACE_LINES}</text>
            {columns}
            {shades}
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
    let MapRow { line, top, height, name, is_first_fault } = row;
    let number = u16::try_from(line + 3).unwrap_or(u16::MAX);
    let is_chosen = move || step.get() == Some(number);
    let base = tenths(top + height / 2.0 + 4.0);
    let before = tenths(frame[0] - 4.0);
    let [x, y, w, h] = frame.map(tenths);
    let label = name.map(|name| {
        view! {
            <text class="tick" class:is-wrong=is_first_fault x=before y=base.clone() text-anchor="end">{name}</text>
        }
    });
    let note = beside.filter(|_| is_first_fault).map(|x| {
        let said = run.with_untracked(|run| text::fault_short(run, line));
        view! { <text class="lab-note" x=tenths(x) y=base>"✕ "{said}</text> }
    });
    let said = run.with_untracked(|run| text::step_said(run, number));
    view! {
        <g class="lab-map-row" class:is-chosen=is_chosen data-step=number on:click=move |_| on_step.run(number)>
            <title>{said}</title>
            <rect class="lab-row-frame" x=x y=y width=w height=h rx="2"></rect>
            {label}
            {note}
        </g>
    }
}

/// What the signs of the maps mean.
#[component]
pub(crate) fn MapKey() -> impl IntoView {
    let shade = |(at, shade): (usize, usize)| {
        view! { <rect class=format!("cell shade-{shade}") x=at * 16 y="1" width="15" height="14"></rect> }
    };
    view! {
        <p class="lab-key hint">
            <span>
                <svg width="16" height="16" aria-hidden="true"><path class="lab-needed" d="M1 1h14v14h-14z"></path></svg>
                {text::LAB_KEY_NEEDED}
            </span>
            <span>
                <svg width="16" height="16" aria-hidden="true"><path class="lab-unneeded" d="M1 1h14v14h-14z"></path></svg>
                {text::LAB_KEY_UNNEEDED}
            </span>
            <span>{text::LAB_KEY_FRAME}</span>
            <span>
                <svg width="64" height="16" aria-hidden="true">
                    {[1, 4, 7, 10].into_iter().enumerate().map(shade).collect_view()}
                </svg>
                {text::LAB_KEY_SHARE}
            </span>
        </p>
    }
}
