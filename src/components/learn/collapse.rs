//! A hundred attempts, each correct up to its first error.

use leptos::prelude::*;
use stepfall_link::{LEARN_STEPS, LearnLink, LearnNumber};
use stepfall_plot::Survival;

use super::scene::{DialSlider, ScriptedNote};
use crate::browser;
use crate::components::is_on_full_stage;
use crate::components::widgets::basic::{Button, use_id};
use crate::state::learn;
use crate::text;

/// The width and height of the wide picture, in SVG units like the sizes below.
const WIDE: (u32, u32) = (920, 264);
/// The width and height of the narrow picture.
const SLIM: (u32, u32) = (330, 340);
/// The width and height of the picture that fills a screen, where its text is large.
const FULL: (u32, u32) = (640, 185);
/// The step numbers on the axis, and in the table.
const TICKS: [u16; 10] = [5, 15, 25, 35, 45, 55, 65, 75, 85, 95];
/// The step numbers on the axis of the narrow picture, which has room for fewer.
const SLIM_TICKS: [u16; 5] = [5, 25, 45, 65, 95];

/// The attempts, with sliders for the rate of correct steps and for the selected number of steps.
#[component]
pub(crate) fn Collapse(
    #[prop(into)] link: Signal<LearnLink>,
    #[prop(into)] attempts: Signal<Vec<Option<u16>>>,
    #[prop(into)] on_dial: Callback<(LearnNumber, u16)>,
    #[prop(into)] on_draw: Callback<()>,
    /// Opens one of the attempts in Play; `None` if the page cannot open Play.
    #[prop(optional_no_strip)]
    on_open: Option<Callback<()>>,
) -> impl IntoView {
    let rate = Memo::new(move |_| link.with(|link| link.get(LearnNumber::Rate)));
    let at = Memo::new(move |_| link.with(|link| link.get(LearnNumber::At)));
    let sentence = Memo::new(move |_| {
        attempts.with(|attempts| {
            let left = learn::correct_attempts(attempts, at.get());
            let expected = learn::expected(rate.get(), at.get());
            (!attempts.is_empty())
                .then(|| text::learn::collapse(at.get(), left, attempts.len(), expected))
        })
    });
    // The rate counts incorrect steps, but the slider shows correct steps.
    let most = *LearnNumber::Rate.range().end();
    let correct = Memo::new(move |_| most - rate.get());
    view! {
        <figure class="card learn-figure">
            <div class="learn-dials">
                <DialSlider
                    label=text::learn::RATE
                    range=0..=most
                    step=10
                    value=correct
                    said=move || text::learn::rate(rate.get())
                    on_slide=move |correct: u16| on_dial.run((LearnNumber::Rate, most.saturating_sub(correct)))
                />
                <DialSlider
                    label=text::learn::AT
                    range=LearnNumber::At.range()
                    step=1
                    value=at
                    said=move || text::learn::steps(at.get())
                    on_slide=move |at| on_dial.run((LearnNumber::At, at))
                />
                <Button text=text::learn::DRAW on_press=move || on_draw.run(())/>
                <ScriptedNote/>
            </div>
            <p class="learn-sentence" aria-live="polite">{sentence}</p>
            <Picture attempts rate at said=sentence/>
            <div class="learn-key">
                <span><i class="learn-is-right">"▬"</i>" "{text::learn::STILL}</span>
                <span><i class="learn-is-fault">"▮"</i>" "{text::learn::ERROR}</span>
                <span><i class="learn-is-after"></i>" "{text::learn::AFTER}</span>
                <span><b>"━"</b>" "{move || text::learn::power(rate.get())}</span>
                {on_open.map(|on_open| view! {
                    <Button text=text::learn::OPEN_ONE on_press=move || on_open.run(())/>
                })}
            </div>
            <Numbers attempts rate/>
        </figure>
    }
}

/// The rows of attempts, with a summary for screen readers.
#[component]
fn Picture(
    attempts: Signal<Vec<Option<u16>>>,
    rate: Memo<u16>,
    at: Memo<u16>,
    said: Memo<Option<String>>,
) -> impl IntoView {
    let is_narrow = browser::media_query_signal(browser::PHONE);
    let is_full = is_on_full_stage();
    let plot = Memo::new(move |_| {
        let size = match (is_full.get(), is_narrow.get()) {
            (true, _) => FULL,
            (false, true) => SLIM,
            (false, false) => WIDE,
        };
        let step_accuracy = learn::all_correct_probability(rate.get(), 1);
        attempts.with(|attempts| Survival::new(attempts, LEARN_STEPS, step_accuracy, size))
    });
    let ticks = move || {
        let plot = plot.get();
        let ticks: &[u16] = if is_narrow.get() { &SLIM_TICKS } else { &TICKS };
        let tick = |steps: &u16| {
            let (x, y) = (plot.x((*steps).into()), plot.bottom());
            view! {
                <path class="learn-axis" d=format!("M{x:.1} {y:.1}v5")/>
                <text x=x y=y + 19.0 text-anchor="middle">{*steps}</text>
            }
        };
        ticks.iter().map(tick).collect_view()
    };
    let shares = move || {
        let plot = plot.get();
        let share = |(share, name): (f64, &'static str)| {
            view! { <text x="28" y=plot.y(share) + 4.0 text-anchor="end">{name}</text> }
        };
        [(0.0, "0"), (0.5, "50"), (1.0, "100")].map(share).collect_view()
    };
    let line = move || {
        let (plot, at) = (plot.get(), at.get());
        let (left, all) = attempts.with(|all| (learn::correct_attempts(all, at), all.len()));
        if all == 0 {
            return None;
        }
        let x = plot.x(at.into());
        // The label is drawn on the side of the point that has room.
        let is_late = x > f64::from(plot.width) * 0.62;
        let (anchor, label_x) = if is_late { ("end", x - 10.0) } else { ("start", x + 10.0) };
        let y = plot.y(learn::all_correct_probability(rate.get(), at));
        Some(view! {
            <path class="learn-line" d=format!("M{x:.1} {:.1}V{:.1}", plot.top(), plot.bottom())/>
            <circle class="learn-point" cx=x cy=y r="6"/>
            <text class="learn-left" x=label_x y=plot.top() + 20.0 text-anchor=anchor>
                {text::learn::correct_so_far(left, all)}
            </text>
            <text class="learn-halo" x=label_x y=plot.top() + 38.0 text-anchor=anchor>
                {text::learn::steps(at)}
            </text>
        })
    };
    let from_plot = move |part: fn(&Survival) -> String| move || plot.with(part);
    view! {
        <svg
            class="learn-picture"
            role="img"
            aria-label=move || said.get().unwrap_or_default()
            viewBox=from_plot(|plot| format!("0 0 {} {}", plot.width, plot.height))
        >
            <path class="learn-right" stroke-width=from_plot(|plot| format!("{:.2}", plot.stroke)) d=from_plot(|plot| plot.correct.clone())/>
            <path class="learn-after" d=from_plot(|plot| plot.after.clone())/>
            <path class="learn-faults" d=from_plot(|plot| plot.errors.clone())/>
            <path class="learn-curve is-ground" d=from_plot(|plot| plot.curve.clone())/>
            <path class="learn-curve" d=from_plot(|plot| plot.curve.clone())/>
            {shares}
            {ticks}
            <text x=from_plot(|plot| (plot.width / 2).to_string()) y=from_plot(|plot| (plot.height - 4).to_string()) text-anchor="middle">
                {text::learn::STEPS_AXIS}
            </text>
            <text x="34" y="10">{text::learn::AXIS}</text>
            {line}
        </svg>
    }
}

/// The attempts as a table.
#[component]
fn Numbers(attempts: Signal<Vec<Option<u16>>>, rate: Memo<u16>) -> impl IntoView {
    let id = use_id("learn-numbers");
    let row = move |steps: u16| {
        view! {
            <tr>
                <th scope="row" class="number">{steps}</th>
                <td class="number">{move || attempts.with(|attempts| learn::correct_attempts(attempts, steps))}</td>
                <td class="number">{move || learn::expected(rate.get(), steps)}</td>
            </tr>
        }
    };
    view! {
        <details class="learn-numbers">
            <summary id=id.clone()>{text::learn::NUMBERS}</summary>
            <table aria-labelledby=id>
                <thead>
                    <tr>
                        <th scope="col" class="number">{text::learn::NUMBER_OF_STEPS}</th>
                        <th scope="col" class="number">{text::learn::STILL_RIGHT}</th>
                        <th scope="col" class="number">{text::learn::EXPECTED}</th>
                    </tr>
                </thead>
                <tbody>{TICKS.map(row).collect_view()}</tbody>
            </table>
        </details>
    }
}
