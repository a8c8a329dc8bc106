//! One step: the lines that it attended to, the lines that it needs, and the alternatives to its
//! tokens.

use leptos::{html, prelude::*};
use stepfall_small_model::Pooling;

use crate::browser;
use crate::components::widgets::basic::use_id;
use crate::state::lab::{Arcs, Column, LabRun, LineArc, View, tenths};
use crate::text;

/// The number of most attended lines in the table. Needed lines are added to them.
const MAX_ROWS: usize = 8;

/// The selected step, in each transcript.
#[component]
pub(crate) fn Detail(
    titles: [Signal<String>; 2],
    runs: [RwSignal<LabRun>; 2],
    #[prop(into)] is_compared: Signal<bool>,
    #[prop(into)] view: Signal<View>,
    #[prop(into)] step: Signal<Option<u16>>,
) -> impl IntoView {
    let heading = use_id("detail");
    let [left, right] = titles;
    let name = move || {
        let description =
            |step| format!(" · {}", runs[0].with(|run| text::lab::step_text(run, step)));
        step.get().map_or_else(String::new, description)
    };
    view! {
        <section class="card lab-detail" aria-labelledby=heading>
            <div class="card-head">
                <h2 id=heading.clone()>{text::lab::DETAIL}{name}</h2>
                <span class="hint">{text::lab::ARCS_KEY}</span>
            </div>
            <Show when=move || step.get().is_none()>
                <p class="lab-choose soft">{text::lab::CHOOSE}</p>
            </Show>
            <Show when=move || step.get().is_some()>
                <div class="lab-details">
                    <Side title=left run=runs[0] view step/>
                    <Show when=move || is_compared.get()>
                        <Side title=right run=runs[1] view step/>
                    </Show>
                </div>
            </Show>
        </section>
    }
}

#[component]
fn Side(
    title: Signal<String>,
    run: RwSignal<LabRun>,
    view: Signal<View>,
    step: Signal<Option<u16>>,
) -> impl IntoView {
    let element_ref = NodeRef::<html::Div>::new();
    let width = RwSignal::new(0u32);
    browser::on_width(element_ref, move |now| width.set(now));
    let line = Memo::new(move |_| step.get().map(|step| usize::from(step.saturating_sub(3))));
    let arcs = Memo::new(move |_| {
        let (view, width) = (view.get(), width.get());
        line.get().map(|line| run.with(|run| Arcs::new(run, line, view, width)))
    });
    let description = move || {
        let line = line.get()?;
        let view = view.get();
        let (error, [mean, sum]) = run.with(|run| {
            let by = |pooling| run.share_on_needed(line, view, pooling);
            (text::lab::error_text(run, line), [Pooling::Mean, Pooling::Sum].map(by))
        });
        let name = format!("S{}", line + 3);
        let error = if error.is_empty() { error } else { format!("At {name} it {error}. ") };
        let shares =
            mean.zip(sum).map(|(mean, sum)| text::lab::step_on_needed(&name, view, [mean, sum]));
        Some(error + &shares.unwrap_or_default())
    };
    view! {
        <div class="lab-side">
            <h3>{title}</h3>
            <p>{description}</p>
            <div class="lab-arcs" node_ref=element_ref>
                {move || arcs.get().filter(|arcs| !arcs.steps.is_empty()).map(|arcs| view! { <ArcsPicture arcs run title/> })}
            </div>
            <div class="lab-tables">
                {move || line.get().map(|line| view! { <LineSources run line view/> })}
                {move || line.get().map(|line| view! { <Tokens run line/> })}
            </div>
        </div>
    }
}

#[component]
fn ArcsPicture(arcs: Arcs, run: RwSignal<LabRun>, title: Signal<String>) -> impl IntoView {
    let Arcs { width, height, drawn, steps, middle } = arcs;
    let arc_view = |arc: LineArc| {
        let LineArc { column, share, path, thick, is_needed } = arc;
        let name = run.with_untracked(|run| text::lab::column(run, column));
        let label = format!("{name}: {}", text::lab::share_text(share));
        view! {
            <path class="lab-arc" class:is-needed=is_needed d=path stroke-width=tenths(thick)><title>{label}</title></path>
        }
    };
    let name = |(x, name, is_current): (f32, Option<String>, bool)| {
        name.map(|name| {
            view! { <text class="tick" class:is-current=is_current x=tenths(x) y=tenths(middle) text-anchor="middle">{name}</text> }
        })
    };
    let label = move || format!("{}, {}", text::lab::ARCS_OF_STEP, title.get());
    view! {
        <svg viewBox=format!("0 0 {width} {height}") role="img" aria-label=label>
            {drawn.into_iter().map(arc_view).collect_view()}
            {steps.into_iter().map(name).collect_view()}
        </svg>
    }
}

/// The lines that a line attended to most, and the lines that it needs.
#[component]
fn LineSources(run: RwSignal<LabRun>, line: usize, view: Signal<View>) -> impl IntoView {
    let rows = move || {
        run.with(|run| {
            let needed = run.needed_columns(line);
            let mut row = run.row(line, view.get());
            let total: f32 = row.iter().map(|(_, share)| share).sum();
            row.sort_by(|(_, left), (_, right)| right.total_cmp(left));
            let seen = row
                .iter()
                .take(MAX_ROWS)
                .chain(row.iter().skip(MAX_ROWS).filter(|(column, _)| needed.contains(column)));
            let current = Column::Trace(u16::try_from(line + 3).unwrap_or(u16::MAX));
            seen.map(|(column, share)| {
                let share = if total > 0.0 { share / total } else { 0.0 };
                let is_current = *column == current;
                let name =
                    if is_current { "itself".to_owned() } else { text::lab::column(run, *column) };
                (name, share, needed.contains(column))
            })
            .collect::<Vec<_>>()
        })
    };
    let row = |(name, share, is_needed): (String, f32, bool)| {
        view! {
            <tr class:is-needed=is_needed>
                <th scope="row">{name}</th>
                <td class="number">{text::lab::share_text(share)}</td>
                <td>{if is_needed { "✓" } else { "" }}</td>
            </tr>
        }
    };
    view! { <Table columns=text::lab::DRAWN_COLUMNS>{move || rows().into_iter().map(row).collect_view()}</Table> }
}

/// The tokens of a line, with their likely alternatives.
#[component]
fn Tokens(run: RwSignal<LabRun>, line: usize) -> impl IntoView {
    let rows = move || run.with(|run| run.lines.get(line).cloned()).unwrap_or_default();
    let body = move || {
        let of = rows();
        let incorrect = of.incorrect.map(usize::from);
        let row = |(at, token): (usize, stepfall_protocol::lab::LabToken)| {
            let others: Vec<String> = token
                .others
                .iter()
                .filter(|(_, chance)| *chance >= 0.005)
                .map(|(other, chance)| format!("“{other}” {}", text::lab::share_text(*chance)))
                .collect();
            view! {
                <tr class:is-wrong=incorrect == Some(at)>
                    <th scope="row" class="number">{token.text}</th>
                    <td class="number">{text::lab::share_text(token.probability)}</td>
                    <td class="number">{others.join(", ")}</td>
                </tr>
            }
        };
        of.tokens.into_iter().enumerate().map(row).collect_view()
    };
    view! { <Table columns=text::lab::TOKEN_COLUMNS>{body}</Table> }
}

#[component]
fn Table(columns: [&'static str; 3], children: Children) -> impl IntoView {
    view! {
        <table class="lab-table">
            <thead>
                <tr>{columns.map(|column| view! { <th scope="col">{column}</th> }).into_iter().collect_view()}</tr>
            </thead>
            <tbody>{children()}</tbody>
        </table>
    }
}
