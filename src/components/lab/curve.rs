//! The curve of the small model's accuracy by length, which the page computes.

use leptos::{html, prelude::*};
use stepfall_protocol::FigureFormat;
use stepfall_protocol::figure::Figure;

use crate::browser;
use crate::components::sweep::FigureCard;
use crate::components::widgets::basic::{Button, use_id};
use crate::state::lab::Curve;
use crate::text;

/// The curve: its progress, its figures, and a button that adds items.
#[component]
pub(crate) fn CurveCard(
    #[prop(into)] curve: Signal<Curve>,
    #[prop(into)] figures: Signal<Vec<Figure>>,
    more: u32,
    #[prop(into)] on_more: Callback<()>,
    #[prop(into)] on_stop: Callback<()>,
    #[prop(into)] resize: Callback<u32>,
    /// Saves a figure as a file.
    #[prop(into)]
    save: Callback<(String, FigureFormat)>,
) -> impl IntoView {
    let heading = use_id("curve");
    let frame = NodeRef::<html::Div>::new();
    browser::on_width(frame, move |width| resize.run(width));
    let is_busy = Memo::new(move |_| curve.with(|curve| curve.under_way > 0));
    let progress = Memo::new(move |_| curve.with(Curve::progress));
    let error = Memo::new(move |_| curve.with(|curve| curve.error.clone()));
    let name =
        move || curve.with(|curve| text::lab::more(more, !curve.is_empty(), curve.missing().len()));
    let shows_table = RwSignal::new(false);
    view! {
        <section class="lab-curve" aria-labelledby=heading>
            <div class="card">
                <div class="card-head">
                    <h2 id=heading.clone()>{text::lab::CURVE}</h2>
                    <Show
                        when=move || is_busy.get()
                        fallback=move || view! { <Button text=TextProp::from(name) on_press=move || on_more.run(())/> }
                    >
                        <Button text=text::lab::CURVE_STOP on_press=move || on_stop.run(())/>
                    </Show>
                </div>
                <p class="hint lab-line-of">{text::lab::CURVE_HINT}</p>
                <Show when=move || progress.with(|(_, all)| *all > 0)>
                    <div class="lab-progress">
                        <progress
                            max=move || progress.get().1.to_string()
                            value=move || progress.get().0.to_string()
                            aria-label=text::lab::CURVE
                        ></progress>
                        <span class="number">{move || text::lab::progress(progress.get())}</span>
                    </div>
                </Show>
                {move || error.get().map(|why| view! { <p class="lab-problem" role="alert">{text::lab::error(&why)}</p> })}
            </div>
            <div class="lab-figures" node_ref=frame>
                {move || {
                    let figures = figures.get().into_iter();
                    figures.map(|figure| view! { <FigureCard figure list=|_: String| () save=save shows_table/> }).collect_view()
                }}
            </div>
        </section>
    }
}
