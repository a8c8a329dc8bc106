//! The dependency arcs above the row of steps.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use stepfall_plot::{Arcs, Misread, StepCategory};
use stepfall_protocol::verdict::{Cause, TextVerdict};
use stepfall_text::category_of;

use super::minimap::{ErrorButton, Minimap};
use super::pointed::Pointed;
use super::step_table::ReasoningNote;
use crate::browser;
use crate::components::root::Root;
use crate::components::widgets::basic::{Sign, use_id};
use crate::state::{CurrentItem, Visible, category_of_answer, first_error, first_number};
use crate::stores::PlayStore;
use crate::text;

/// The picture with an overview map, and below it the details of one step.
#[component]
pub(crate) fn ArcsCard(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let frame = NodeRef::<html::Div>::new();
    let frame_id = use_id("arcs");
    let visible = RwSignal::new(Visible::default());
    let shown = play.current_item;
    let scene = Memo::new(move |_| (play.current_item.get(), play.text_verdict.get()));
    let measure = move || {
        if let Some(frame) = browser::element(frame) {
            let (scrolled, picture) = (frame.scroll_left(), frame.scroll_width());
            visible.set(Visible::new(scrolled, frame.client_width(), picture));
        }
    };
    browser::on_resize(frame, measure);
    Effect::new(move |_| {
        scene.track();
        browser::next_frame(visible, measure);
    });
    // Scrolls the first error into view in every list that shows it.
    let verdict = play.text_verdict;
    let shown_error = StoredValue::new(None);
    Effect::new(move |_| {
        let error = verdict.get().as_deref().and_then(first_error);
        if let Some(error) = error.filter(|error| shown_error.get_value() != Some(*error)) {
            shown_error.set_value(Some(error));
            let _ = browser::Timer::start(shown_error, 0.0, move || root.reveal(error));
        }
    });
    let summary = move || {
        let (shown, verdict) = scene.get();
        let verdict = verdict.as_deref();
        let last = shown.item.procedure.last();
        let number = play.focus.get().filter(|number| *number <= last);
        match number.or_else(|| verdict.and_then(first_error)) {
            Some(number) => text::verdict::about_value(&shown, verdict, number),
            None => text::steps::POINT_AT.to_owned(),
        }
    };
    let found = Memo::new(move |_| verdict.with(|verdict| verdict.as_deref().map(occurring)));
    let legend = move || {
        let legend_entry = |category: StepCategory| {
            view! {
                <span>
                    <Sign sign=category.sign() class=category.class()/>
                    " "
                    {text::category(category)}
                </span>
            }
        };
        found.get().into_iter().flatten().map(legend_entry).collect_view()
    };
    let picture = move || {
        let (shown, verdict) = scene.get();
        view! { <Picture shown verdict/> }
    };
    let go = move |step| {
        play.focus.set(Some(step));
        root.reveal(step);
    };
    view! {
        <section class="card arcs" aria-label=text::verdict::ARCS>
            <div
                class="arcs-frame"
                class:is-overflowing=move || !visible.get().is_whole()
                id=frame_id.clone()
                data-scroll="x"
                node_ref=frame
                on:scroll=move |_| measure()
            >
                <StepSlider play/>
                {picture}
            </div>
            <div class="arcs-foot">
                <ReasoningNote play/>
                <p class="legend" aria-hidden="true">{legend}</p>
                <ErrorButton verdict on_open=go/>
                <Show when=move || !visible.get().is_whole()>
                    <Minimap shown verdict frame frame_id=frame_id.clone() visible/>
                </Show>
                <p class="arcs-caption">{summary}</p>
            </div>
        </section>
    }
}

/// An arc from an input is pale if it spans more than this number of values.
const MAX_STRONG_SPAN: u16 = 12;

/// The smallest distance between two steps that leaves room for signs, in SVG units.
const MIN_GAP_FOR_SIGNS: u32 = 16;

/// Returns the category of each step.
pub(super) fn categories(verdict: &TextVerdict) -> Vec<Option<StepCategory>> {
    verdict.steps.iter().map(|step| Some(category_of(step.status))).collect()
}

/// Returns the categories that occur in a verdict, in the order of the legend.
fn occurring(verdict: &TextVerdict) -> Vec<StepCategory> {
    let has = |wanted: &StepCategory| {
        verdict.steps.iter().any(|step| category_of(step.status) == *wanted)
    };
    StepCategory::ALL.into_iter().filter(has).collect()
}

/// An invisible slider that moves from step to step. While it has the focus, a ring around the
/// picture is visible.
#[component]
fn StepSlider(play: PlayStore) -> impl IntoView {
    let root = expect_context::<Root>();
    let last = Memo::new(move |_| play.current_item.get().item.procedure.last());
    let first = Memo::new(move |_| {
        let shown = play.current_item.get();
        first_number(&shown.item, shown.prompt_source.condition)
    });
    let value = move || play.focus.get().unwrap_or(1).clamp(first.get(), last.get());
    let description = move || {
        text::verdict::about_value(
            &play.current_item.get(),
            play.text_verdict.get().as_deref(),
            value(),
        )
    };
    let go = move |number: u16| {
        let number = number.clamp(first.get_untracked(), last.get_untracked());
        play.focus.set(Some(number));
        root.reveal(number);
    };
    let enter = move |_| {
        let error = || play.text_verdict.get_untracked().as_deref().and_then(first_error);
        go(play.focus.get_untracked().or_else(error).unwrap_or(1));
    };
    view! {
        <input
            type="range"
            class="travel"
            aria-label=text::verdict::TRAVEL
            min=move || first.get()
            max=move || last.get()
            aria-valuetext=description
            prop:value=move || value().to_string()
            on:input=move |event| go(event_target_value(&event).parse().unwrap_or(1))
            on:focus=enter
            on:blur=move |_| play.focus.set(None)
        />
    }
}

/// The number of arcs and values drawn at once before the browser gets control back.
const MARKS_PER_FRAME: usize = 24;

#[component]
fn Picture(shown: Arc<CurrentItem>, verdict: Option<Arc<TextVerdict>>) -> impl IntoView {
    let pointed = expect_context::<Pointed>();
    let misread = verdict.as_ref().map_or_else(Vec::new, |verdict| misread(&shown, verdict));
    let used: Vec<(u16, u16)> = misread.iter().filter_map(Misread::used_arc).collect();
    let arcs = Arcs::new(&shown.item, shown.prompt_source.condition, &used);
    let first = verdict.as_deref().and_then(first_error);
    let scene = Arc::new(Scene { shown, verdict, arcs, first, pointed });
    let arcs = &scene.arcs;
    let misread = misread.into_iter().map(|misread| scene.misread(misread)).collect_view();
    let (links, order) = (arcs.links.len(), scene.order());
    let values = order.len();
    // A long procedure is drawn in parts, one per frame.
    let drawn = RwSignal::new(MARKS_PER_FRAME);
    Effect::new(move |_| {
        if drawn.get() < links.max(values) {
            browser::next_frame(drawn, move || {
                drawn.update(|drawn| *drawn += MARKS_PER_FRAME);
            });
        }
    });
    let of_links = scene.clone();
    let of_values = scene.clone();
    view! {
        <svg
            class="arcs-picture"
            viewBox=format!("0 0 {} {}", arcs.width, arcs.height)
            // The picture has 85 % of its layout width, or the width of its frame if that is more
            // (`min-inline-size` in `style/arcs.css`).
            width=arcs.width * 85 / 100
            height=arcs.height * 85 / 100
            aria-hidden="true"
        >
            <line class="axis" x1=arcs.x(arcs.numbers().next().unwrap_or(1)) x2=arcs.answer() y1=arcs.axis y2=arcs.axis/>
            <g>
                <For
                    each=move || 0..links.min(drawn.get())
                    key=|at| *at
                    children=move |at| of_links.link(at)
                />
            </g>
            <g>{misread}</g>
            {scene.answer()}
            <g>
                <For
                    each=move || 0..values.min(drawn.get())
                    key=|at| *at
                    children=move |at| of_values.value(order[at])
                />
            </g>
        </svg>
    }
}

/// The data of a picture.
struct Scene {
    shown: Arc<CurrentItem>,
    verdict: Option<Arc<TextVerdict>>,
    arcs: Arcs,
    /// The number of the first step that is missing or has a root error.
    first: Option<u16>,
    pointed: Pointed,
}

impl Scene {
    fn category(&self, number: u16) -> Option<StepCategory> {
        Some(category_of(self.verdict.as_ref()?.step(number)?.status))
    }

    /// Returns the class of the arcs to a step. The arcs to a step with a root error have no
    /// class, because they show the correct operands.
    fn arc_class(&self, number: u16) -> &'static str {
        let category =
            self.category(number).filter(|category| *category != StepCategory::RootError);
        category.map_or("", StepCategory::class)
    }

    fn is_input(&self, number: u16) -> bool {
        number < self.shown.item.procedure.first_step()
    }

    fn is_error(&self, number: u16) -> bool {
        self.category(number) == Some(StepCategory::RootError)
    }

    /// Returns the numbers of all values in drawing order. Errors come last, so that they are drawn
    /// over their neighbours.
    fn order(&self) -> Vec<u16> {
        let (errors, sound): (Vec<u16>, Vec<u16>) =
            self.arcs.numbers().partition(|number| self.is_error(*number));
        [sound, errors].concat()
    }

    /// Draws the arc from an operand to the step that uses it.
    fn link(&self, at: usize) -> impl IntoView + use<> {
        let (from, to) = self.arcs.links[at];
        // If every step reads an input, the long arcs from inputs would hide the other arcs.
        let far = if self.is_input(from) && to - from > MAX_STRONG_SPAN { " is-far" } else { "" };
        view! {
            <path
                class=format!("arc {}{far}", self.arc_class(to))
                class:is-focus=self.pointed.is_at(to)
                class:is-use=self.pointed.is_at(from)
                d=self.arcs.path(from, to)
                data-step=to
                data-from=from
            />
        }
    }

    /// Draws the arc of the operand in the procedure, and the arc of the value used instead.
    fn misread(&self, misread: Misread) -> impl IntoView + use<> {
        let arcs = &self.arcs;
        let name = |number| self.shown.item.name(number);
        let needed = misread.needed_arc().map(|(from, to)| {
            // If there are several errors, only the arc of the first error gets a label.
            let label = (self.first == Some(to)).then(|| {
                let (x, y) = arcs.label(from, to);
                view! { <text class="arc-label is-needed" x=x y=y>{text::expected_label(&name(from))}</text> }
            });
            view! { <path class="arc is-needed" d=arcs.path(from, to)/>{label} }
        });
        let used = misread.used_arc().map(|(from, to)| {
            let (x, y) = match misread.needed_arc() {
                Some(needed) => arcs.second_label((from, to), needed),
                None => arcs.label(from, to),
            };
            view! {
                <path class="arc is-taken" d=arcs.arc(from, to)/>
                <text class="arc-label" x=x y=y>{text::used_label(&name(from))}</text>
            }
        });
        view! { <g>{needed}{used}</g> }
    }

    /// Returns whether a value gets a label. The first error always gets a label, and its close
    /// neighbours get none.
    fn is_named(&self, number: u16) -> bool {
        let is_hidden = self.first.is_some_and(|error| self.arcs.is_close(number, error));
        (self.arcs.is_named(number) && !is_hidden) || self.first == Some(number)
    }

    /// Draws the answer at the end of the axis.
    fn answer(&self) -> impl IntoView + use<> {
        let (x, y) = (self.arcs.answer(), self.arcs.axis);
        let category = self.verdict.as_deref().map(category_of_answer);
        let sign = category.map(|category| {
            view! { <text class="point-sign" x=x y=y + 4>{category.sign()}</text> }
        });
        view! {
            <g class=format!("point is-end {}", category.map_or("", StepCategory::class))>
                <circle cx=x cy=y r="9"/>
                {sign}
                <text class="point-name" x=x y=y + 24>{text::page::ANSWER}</text>
            </g>
        }
    }

    /// Draws one value on the axis: an input, or a step in its category.
    fn value(&self, number: u16) -> impl IntoView + use<> {
        let arcs = &self.arcs;
        let category = self.category(number);
        let (x, y) = (arcs.x(number), arcs.axis);
        let class = category.map_or("", StepCategory::class);
        let half = (arcs.gap / 2 - 2).min(7);
        // Without room for signs, errors are drawn taller.
        let is_tall = self.is_error(number) && arcs.gap < MIN_GAP_FOR_SIGNS;
        let rise = if is_tall { 2 * half } else { half };
        let shape = if self.is_input(number) {
            view! { <circle cx=x cy=y r=half.saturating_sub(1)/> }.into_any()
        } else {
            view! { <rect x=x - half y=y - rise width=2 * half height=2 * rise rx="2"/> }.into_any()
        };
        let sign = category.filter(|_| arcs.gap >= MIN_GAP_FOR_SIGNS).map(|category| {
            view! { <text class="point-sign" x=x y=y + 4>{category.sign()}</text> }
        });
        let named = if self.is_named(number) { "point-name" } else { "point-name is-shy" };
        view! {
            <g
                class=format!("point {class}")
                class:is-focus=self.pointed.is_at(number)
                data-step=number
            >
                // The whole height reacts to the pointer.
                <rect class="touch" x=x - arcs.gap / 2 y="0" width=arcs.gap height=arcs.height/>
                {shape}
                {sign}
                <text class=named x=x y=y + 24>{self.shown.item.name(number)}</text>
            </g>
        }
    }
}

/// Returns the steps whose likeliest cause of error is that they used another operand than the
/// procedure's.
fn misread(shown: &CurrentItem, verdict: &TextVerdict) -> Vec<Misread> {
    let misread = verdict.steps.iter().filter_map(|step| match step.causes.first() {
        Some(Cause::Operand { took, instead_of }) => {
            let took = took.as_ref().map(|took| &*took.name);
            let (item, condition) = (&shown.item, shown.prompt_source.condition);
            Some(Misread::new(item, condition, step.number, took, instead_of.as_deref()))
        }
        _ => None,
    });
    misread.collect()
}
