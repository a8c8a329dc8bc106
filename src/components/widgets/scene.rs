//! A figure as SVG elements.

use leptos::prelude::*;
use stepfall_plot::scene::{Mark, Scene, Shape, units};

/// A picture. An ornament appears next to its name, and is hidden from screen readers.
#[component]
pub(crate) fn SceneView(scene: Scene, #[prop(optional)] is_ornament: bool) -> impl IntoView {
    let Scene { title, width, height, root } = scene;
    let marks = root.into_iter().map(|mark| draw(mark, is_ornament)).collect_view();
    view! {
        <svg
            viewBox=format!("0 0 {width} {height}")
            role=if is_ornament { "presentation" } else { "group" }
            aria-hidden=is_ornament.then_some("true")
            aria-label=(!is_ornament).then_some(title)
            style:max-width=(!is_ornament).then(|| format!("{width}px"))
        >
            {marks}
        </svg>
    }
}

/// Draws a mark. A mark with attempts is a button, for pointer and keyboard.
fn draw(mark: Mark, is_ornament: bool) -> AnyView {
    let Mark { shape, class, title, filter } = mark;
    let class = class.text();
    let is_button = !is_ornament && !filter.is_empty();
    let name = (!is_ornament && !title.is_empty()).then_some(title);
    let role = if is_button { Some("button") } else { name.is_some().then_some("img") };
    let tabindex = is_button.then_some("0");
    let filter = is_button.then_some(filter);
    let label = name.clone();
    let title = name.map(|name| view! { <title>{name}</title> });
    match shape {
        Shape::Group(marks) => {
            let marks = marks.into_iter().map(|mark| draw(mark, is_ornament)).collect_view();
            view! { <g class=class>{marks}</g> }.into_any()
        }
        Shape::Path(path) => view! {
            <path class=class d=path role=role tabindex=tabindex data-filter=filter aria-label=label>
                {title}
            </path>
        }
        .into_any(),
        Shape::Line(places) => {
            let [x1, y1, x2, y2] = places.map(units);
            view! { <line class=class x1=x1 y1=y1 x2=x2 y2=y2></line> }.into_any()
        }
        Shape::Rect(places) => {
            let [x, y, width, height] = places.map(units);
            view! {
                <rect
                    class=class
                    x=x
                    y=y
                    width=width
                    height=height
                    role=role
                    tabindex=tabindex
                    data-filter=filter
                    aria-label=label
                >
                    {title}
                </rect>
            }
            .into_any()
        }
        Shape::Circle(places) => {
            let [cx, cy, r] = places.map(units);
            view! {
                <circle
                    class=class
                    cx=cx
                    cy=cy
                    r=r
                    role=role
                    tabindex=tabindex
                    data-filter=filter
                    aria-label=label
                >
                    {title}
                </circle>
            }
            .into_any()
        }
        Shape::Text { at, anchor, text } => {
            let [x, y] = at.map(units);
            view! { <text class=class x=x y=y text-anchor=anchor.slug()>{text}</text> }.into_any()
        }
    }
}
