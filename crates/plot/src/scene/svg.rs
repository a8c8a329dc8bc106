//! A scene as the text of an SVG.

use super::{Mark, Scene, Shape, Tenths, push_units};
use crate::theme::Theme;
use crate::typography::escaped;

/// A list of fonts, of which every viewer has at least one. All are at most as wide as `typography`
/// assumes.
const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif";

/// The margin around a file's marks, in units.
const MARGIN: u32 = 16;

impl Shape {
    /// Returns the element name in SVG.
    pub const fn element(&self) -> &'static str {
        match self {
            Self::Group(_) => "g",
            Self::Path(_) => "path",
            Self::Line(_) => "line",
            Self::Rect(_) => "rect",
            Self::Circle(_) => "circle",
            Self::Text { .. } => "text",
        }
    }
}

impl Scene {
    /// Returns a self-contained SVG with a margin: every mark has its look as attributes.
    pub fn to_svg(&self, theme: Theme) -> String {
        let (width, height) = (self.width + 2 * MARGIN, self.height + 2 * MARGIN);
        let ground = theme.ground().map_or_else(String::new, |colour| {
            let place = format!("x=\"-{MARGIN}\" y=\"-{MARGIN}\"");
            format!("<rect {place} width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>")
        });
        self.svg_text(MARGIN, &ground, &|mark| theme.attributes(mark.class))
    }

    /// Returns an SVG for a page with [`crate::stylesheet`]: marks have classes and no look.
    pub fn to_markup(&self) -> String {
        self.svg_text(0, "", &|mark| format!(" class=\"{}\"", mark.class.text()))
    }

    fn svg_text(&self, margin: u32, ground: &str, looks: &dyn Fn(&Mark) -> String) -> String {
        let (width, height) = (self.width + 2 * margin, self.height + 2 * margin);
        let corner = if margin > 0 { format!("-{margin} -{margin}") } else { "0 0".to_owned() };
        let title = quoted(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" width=\"{width}\" height=\"{height}\" viewBox=\"{corner} {width} {height}\" \
             role=\"img\" aria-label=\"{title}\" font-family=\"{FONTS}\">{ground}"
        );
        for mark in &self.root {
            push_mark(&mut svg, mark, looks);
        }
        svg.push_str("</svg>");
        svg
    }
}

fn push_mark(svg: &mut String, mark: &Mark, looks: &dyn Fn(&Mark) -> String) {
    let element = mark.shape.element();
    svg.push('<');
    svg.push_str(element);
    match &mark.shape {
        Shape::Group(_) => {}
        Shape::Path(path) => svg.push_str(&format!(" d=\"{path}\"")),
        Shape::Line(places) => push_measures(svg, &["x1", "y1", "x2", "y2"], places),
        Shape::Rect(places) => push_measures(svg, &["x", "y", "width", "height"], places),
        Shape::Circle(places) => push_measures(svg, &["cx", "cy", "r"], places),
        Shape::Text { at, anchor, .. } => {
            push_measures(svg, &["x", "y"], at);
            svg.push_str(&format!(" text-anchor=\"{}\"", anchor.slug()));
        }
    }
    svg.push_str(&looks(mark));
    svg.push('>');
    if !mark.title.is_empty() {
        svg.push_str(&format!("<title>{}</title>", escaped(&mark.title)));
    }
    match &mark.shape {
        Shape::Group(marks) => marks.iter().for_each(|mark| push_mark(svg, mark, looks)),
        Shape::Text { text, .. } => svg.push_str(&escaped(text)),
        _ => {}
    }
    svg.push_str(&format!("</{element}>"));
}

fn push_measures(svg: &mut String, names: &[&str], measures: &[Tenths]) {
    for (name, measure) in names.iter().zip(measures) {
        svg.push(' ');
        svg.push_str(name);
        svg.push_str("=\"");
        push_units(svg, *measure);
        svg.push('"');
    }
}

fn quoted(text: &str) -> String {
    escaped(text).replace('"', "&quot;")
}
