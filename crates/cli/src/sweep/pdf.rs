//! A figure as a PDF: one page as large as the figure, its marks as lines and areas, its texts as text in fonts that are embedded.
//!
//! The same scene is written as SVG by `stepfall-plot`. What a theme says of a mark is what both follow.

use std::io;

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document};
use notosans::{BOLD_TTF, REGULAR_TTF};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};
use stepfall_plot::scene::{Anchor, MARGIN, Mark, Scene, Segment, Shape, Tenths, segments};
use stepfall_plot::{Look, Theme};

/// A unit is a CSS pixel, of which an inch has 96; of a PDF's points it has 72.
const POINTS: f32 = 0.75;
/// How far the controls of a quarter of a circle are from its ends, in radii: 4 (√2 - 1) / 3.
const CONTROL: f32 = 0.552_284_8;

/// A scene as the bytes of a PDF, the same for the same scene. What is a tooltip elsewhere is left out.
///
/// # Errors
///
/// Where the fonts cannot be read or the library refuses what is drawn, which no scene of a figure is known to bring about.
pub(super) fn pdf(scene: &Scene, theme: Theme) -> io::Result<Vec<u8>> {
    let refused = || io::Error::other("the PDF could not be made");
    let [width, height] = [scene.width, scene.height].map(|length| whole(length + 2 * MARGIN));
    let page = PageSettings::from_wh(width * POINTS, height * POINTS).ok_or_else(refused)?;
    let mut document = Document::new();
    let about = Metadata::new().title(scene.title.clone()).creator("Stepfall".to_owned());
    document.set_metadata(about.language("en".to_owned()));
    let mut page = document.start_page_with(page);
    write(page.surface(), scene, theme, [width, height]).ok_or_else(refused)?;
    page.finish();
    document.finish().map_err(|error| io::Error::other(format!("{error:?}")))
}

/// Writes a scene with its ground and its margin; nothing where a font cannot be read.
fn write(
    mut surface: Surface,
    scene: &Scene,
    theme: Theme,
    [width, height]: [f32; 2],
) -> Option<()> {
    surface.push_transform(&Transform::from_scale(POINTS, POINTS));
    if let Some(ground) = theme.ground() {
        surface.set_fill(fill(ground, ""));
        draw(&mut surface, Rect::from_xywh(0.0, 0.0, width, height).and_then(rectangle));
    }
    surface.push_transform(&Transform::from_translate(whole(MARGIN), whole(MARGIN)));
    let (regular, bold) = (Face::new(REGULAR_TTF)?, Face::new(BOLD_TTF)?);
    let mut writer = Writer { surface, theme, regular, bold };
    for mark in &scene.root {
        writer.mark(mark);
    }
    writer.surface.pop();
    writer.surface.pop();
    writer.surface.finish();
    Some(())
}

/// A page that is being written.
struct Writer<'a> {
    surface: Surface<'a>,
    theme: Theme,
    regular: Face,
    bold: Face,
}

/// A font, and what is known of its letters.
struct Face {
    font: Font,
    letters: FontRef<'static>,
}

impl Writer<'_> {
    fn mark(&mut self, mark: &Mark) {
        if let Shape::Group(marks) = &mark.shape {
            for mark in marks {
                self.mark(mark);
            }
            return;
        }
        // What is not seen is there for pointers.
        let Some(look) = self.theme.look(mark.class).filter(|look| look.fill_opacity != "0") else {
            return;
        };
        self.surface.set_fill(look.fill.and_then(|colour| fill(colour, look.fill_opacity)));
        self.surface.set_stroke(stroke(&look));
        match &mark.shape {
            Shape::Group(_) => {}
            Shape::Path(path) => draw(&mut self.surface, outline(path)),
            Shape::Line([x, y, to, end]) => {
                let mut line = PathBuilder::new();
                line.move_to(units(*x), units(*y));
                line.line_to(units(*to), units(*end));
                draw(&mut self.surface, line.finish());
            }
            Shape::Rect(places) => {
                let [x, y, width, height] = places.map(units);
                draw(&mut self.surface, Rect::from_xywh(x, y, width, height).and_then(rectangle));
            }
            Shape::Circle(places) => draw(&mut self.surface, circle(places.map(units))),
            Shape::Text { at, anchor, text } => self.text(at.map(units), *anchor, text, &look),
        }
    }

    fn text(&mut self, [x, y]: [f32; 2], anchor: Anchor, text: &str, look: &Look) {
        let face = if look.font_weight.is_empty() { &self.regular } else { &self.bold };
        let size = number(look.font_size).unwrap_or(12.0);
        let glyphs = face.glyphs(text);
        let width = size * glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>();
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let start = Point::from_xy(left, y);
        self.surface.draw_glyphs(start, &glyphs, face.font.clone(), text, size, false);
    }
}

impl Face {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let font = Font::new(Data::from(bytes.to_vec()), 0)?;
        Some(Self { font, letters: FontRef::new(bytes).ok()? })
    }

    /// The letters of a text with their advances in parts of the size. A character that the font lacks is its box for such; the text that readers copy has it.
    fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let letters = self.letters.charmap();
        let widths = self.letters.glyph_metrics(Size::new(1.0), LocationRef::default());
        let glyph = |(at, character): (usize, char)| {
            let glyph = letters.map(character).unwrap_or_default();
            let range = at..at + character.len_utf8();
            let advance = widths.advance_width(glyph).unwrap_or(0.0);
            KrillaGlyph::new(GlyphId::new(glyph.to_u32()), advance, 0.0, 0.0, 0.0, range, None)
        };
        text.char_indices().map(glyph).collect()
    }
}

fn draw(surface: &mut Surface, path: Option<Path>) {
    if let Some(path) = path {
        surface.draw_path(&path);
    }
}

fn outline(path: &str) -> Option<Path> {
    let mut outline = PathBuilder::new();
    for segment in segments(path) {
        match segment {
            Segment::Move([x, y]) => outline.move_to(units(x), units(y)),
            Segment::Line([x, y]) => outline.line_to(units(x), units(y)),
            Segment::Close => outline.close(),
        }
    }
    outline.finish()
}

fn rectangle(places: Rect) -> Option<Path> {
    let mut outline = PathBuilder::new();
    outline.push_rect(places);
    outline.finish()
}

/// A circle of four curves.
fn circle([x, y, radius]: [f32; 3]) -> Option<Path> {
    let quarters = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
    let mut outline = PathBuilder::new();
    outline.move_to(x + radius, y);
    for pair in quarters.windows(2) {
        let ((from_x, from_y), (to_x, to_y)) = (pair[0], pair[1]);
        let out = |from: f32, to: f32| (from + CONTROL * to) * radius;
        outline.cubic_to(
            x + out(from_x, to_x),
            y + out(from_y, to_y),
            x + out(to_x, from_x),
            y + out(to_y, from_y),
            x + to_x * radius,
            y + to_y * radius,
        );
    }
    outline.close();
    outline.finish()
}

fn fill(colour: &str, opacity: &str) -> Option<Fill> {
    let opacity = share(opacity);
    Some(Fill { paint: rgb(colour)?.into(), opacity, ..Fill::default() })
}

fn stroke(look: &Look) -> Option<Stroke> {
    let array: Vec<f32> = look.dash.split(' ').filter_map(number).collect();
    Some(Stroke {
        paint: rgb(look.stroke?)?.into(),
        width: number(look.stroke_width)?,
        line_join: LineJoin::Round,
        opacity: share(look.stroke_opacity),
        dash: (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 }),
        ..Stroke::default()
    })
}

/// The colour of `#rrggbb`.
fn rgb(colour: &str) -> Option<rgb::Color> {
    let part = |at: usize| u8::from_str_radix(colour.get(at..at + 2)?, 16).ok();
    Some(rgb::Color::new(part(1)?, part(3)?, part(5)?))
}

/// A share, all where none is set.
fn share(text: &str) -> NormalizedF32 {
    number(text).and_then(NormalizedF32::new).unwrap_or(NormalizedF32::ONE)
}

fn number(text: &str) -> Option<f32> {
    text.parse().ok()
}

#[expect(clippy::cast_precision_loss, reason = "at most some thousands")]
const fn whole(units: u32) -> f32 {
    units as f32
}

/// Tenths as a number of units. Those of a scene are far below what a float of this size has exactly.
#[expect(clippy::cast_precision_loss, reason = "at most some ten thousands")]
const fn units(tenths: Tenths) -> f32 {
    tenths as f32 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_plot::scene::{Class, Role};

    #[test]
    fn the_fonts_have_what_figures_are_written_with() {
        for bytes in [REGULAR_TTF, BOLD_TTF] {
            let face = Face::new(bytes).unwrap();
            for glyph in face.glyphs("Aaz09 \u{a0}%$()<>*/:,.…·–−+×÷≤≥±éßøλЖ") {
                assert!(glyph.glyph_id.to_u32() > 0 && glyph.x_advance > 0.0, "{glyph:?}");
            }
        }
    }

    #[test]
    fn what_the_fonts_lack_and_what_is_empty_gives_a_file_too() {
        let text =
            |text: &str| Mark::text((0.0, 12.0), Anchor::Middle, text, Class::of(Role::Title));
        let path = Mark::new(Shape::Path(String::new()), Class::of(Role::Axis));
        let rect = Mark::rect(5.0, 5.0, 5.0, 9.0, Class::of(Role::Bar));
        for root in [vec![], vec![text("模型 \u{1f600}\u{1}")], vec![text(""), path, rect]] {
            let scene = Scene { title: "模型".to_owned(), width: 300, height: 100, root };
            let bytes = pdf(&scene, Theme::PRINT).unwrap();
            assert!(bytes.starts_with(b"%PDF-") && bytes.trim_ascii_end().ends_with(b"%%EOF"));
        }
    }
}
