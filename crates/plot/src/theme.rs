//! The look of marks: one table for the page's style and for picture files.
//!
//! Colours of series differ for every kind of colour blindness. Colour is never the only
//! difference. Series also differ by dash and marker, parts of a whole by hatch and order, and
//! cells of a heat map by their number.

pub mod colours;
#[cfg(test)]
mod contrast;
mod palette;
mod style;

use crate::scene::{Class, Role, SERIES, SHADES, Tint};

use self::colours::{INK, PAPER, Pair, SOFT};
use self::palette::{dash, on_shade, tinted};
use self::style::{Ink, MarkStyle, mark_style};

pub use self::palette::{PARTS, Part, part};

/// Dark on light, or light on dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The background of the marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// No background, so that the surroundings of the picture are visible.
    Transparent,
    /// The page's paper, light or dark.
    Paper,
    /// White, for a light scheme; the page's paper in a dark one.
    White,
}

/// The look of a picture file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Dark on light, or light on dark.
    pub scheme: Scheme,
    /// The background of the marks.
    pub ground: Ground,
}

impl Theme {
    /// Dark on white: for a paper or a slide.
    pub const PRINT: Self = Self { scheme: Scheme::Light, ground: Ground::White };

    /// Returns the colour behind the marks, if there is one.
    pub(crate) const fn ground(self) -> Option<&'static str> {
        match self.ground {
            Ground::Transparent => None,
            Ground::Paper | Ground::White => Some(self.behind()),
        }
    }

    /// Returns the colour that separates overlapping marks.
    const fn behind(self) -> &'static str {
        match (self.ground, self.scheme) {
            (Ground::White, Scheme::Light) => "#ffffff",
            _ => self.of(PAPER),
        }
    }

    const fn of(self, pair: Pair) -> &'static str {
        match self.scheme {
            Scheme::Light => pair.light,
            Scheme::Dark => pair.dark,
        }
    }

    /// Returns the SVG attributes of a mark, each after a space. A group has none.
    pub(crate) fn attributes(self, class: Class) -> String {
        let mark_style = mark_style(class.role);
        if mark_style.is_empty() {
            return String::new();
        }
        let colour = |ink: Ink| match ink {
            Ink::None => None,
            Ink::Fixed(pair) => Some(self.of(pair)),
            Ink::Tint => Some(self.of(tinted(class.tint))),
            Ink::OnShade => Some(self.of(on_shade(class.tint))),
            Ink::Behind => Some(self.behind()),
        };
        let stroke = colour(mark_style.stroke);
        let line_join = if stroke.is_some() { "round" } else { "" };
        let dash = if mark_style.dash.is_empty() { dash(class) } else { mark_style.dash };
        let attributes = [
            ("fill", colour(mark_style.fill).unwrap_or("none")),
            ("fill-opacity", mark_style.fill_opacity),
            ("stroke", stroke.unwrap_or("")),
            ("stroke-width", mark_style.stroke_width),
            ("stroke-linejoin", line_join),
            ("stroke-opacity", mark_style.stroke_opacity),
            ("stroke-dasharray", dash),
            ("font-size", mark_style.font_size),
            ("font-weight", mark_style.font_weight),
        ];
        let set = attributes.into_iter().filter(|(_, value)| !value.is_empty());
        set.fold(String::new(), |text, (name, value)| text + &format!(" {name}=\"{value}\""))
    }
}

/// Returns the style of marks in a page, for all content of an element of class `figure`. Colours
/// are `light-dark()`, so that they follow the page's `color-scheme`. A page may set
/// `--figure-ground` to the background of its figures.
pub fn stylesheet() -> String {
    let mut css = String::new();
    for role in Role::ALL {
        push_rule(&mut css, role, mark_style(role));
    }
    let mut tint = |tint: Tint, on: Option<Pair>| {
        let Some(name) = tint.slug() else { return };
        let on = on.map_or_else(String::new, |on| format!(";--mark-on:{}", both(on)));
        css += &format!(".figure .{name}{{--mark-tint:{}{on}}}\n", both(tinted(tint)));
    };
    for series in 0..SERIES {
        tint(Tint::Series(series), None);
    }
    for part in &PARTS {
        tint(Tint::Part(part.class), None);
    }
    for shade in 0..SHADES {
        tint(Tint::Shade(shade), Some(on_shade(Tint::Shade(shade))));
    }
    for series in 0..SERIES {
        let dash = dash(Class::tinted(Role::Line, Tint::Series(series)));
        if !dash.is_empty() {
            css += &format!(".figure .line.series-{series}{{stroke-dasharray:{dash}}}\n");
        }
    }
    css
}

fn push_rule(css: &mut String, role: Role, mark_style: MarkStyle) {
    if mark_style.is_empty() {
        return;
    }
    let colour = |ink: Ink| match ink {
        Ink::None => "none".to_owned(),
        Ink::Fixed(pair) => both(pair),
        Ink::Tint => format!("var(--mark-tint,{})", both(SOFT)),
        Ink::OnShade => format!("var(--mark-on,{})", both(INK)),
        Ink::Behind => format!("var(--figure-ground,{})", both(PAPER)),
    };
    *css += &format!(".figure .{}{{fill:{}", role.slug(), colour(mark_style.fill));
    if mark_style.stroke != Ink::None {
        let (stroke, width) = (colour(mark_style.stroke), mark_style.stroke_width);
        *css += &format!(";stroke:{stroke};stroke-width:{width};stroke-linejoin:round");
    }
    for (name, value) in [
        ("fill-opacity", mark_style.fill_opacity),
        ("stroke-opacity", mark_style.stroke_opacity),
        ("stroke-dasharray", mark_style.dash),
        ("font-weight", mark_style.font_weight),
    ] {
        if !value.is_empty() {
            *css += &format!(";{name}:{value}");
        }
    }
    if !mark_style.font_size.is_empty() {
        *css += &format!(";font-size:{}px", mark_style.font_size);
    }
    if role == Role::Target {
        css.push_str(";pointer-events:all");
    }
    css.push_str("}\n");
}

fn both(pair: Pair) -> String {
    format!("light-dark({},{})", pair.light, pair.dark)
}
