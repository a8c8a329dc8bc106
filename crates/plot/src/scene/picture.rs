//! A scene as a standalone picture, with a heading above it, and notes and its source below.

use super::outline::moved as moved_path;
use super::{Anchor, Class, Mark, Role, Scene, Shape, Tenths, tenths};
use crate::chart::{few_lines, paragraph};

/// The size of the heading, as in the style.
const HEADING: u32 = 16;
/// The size of the description, the notes and the source, as in the style.
const SMALL: u32 = 12;
/// The maximum number of lines of a source; a longer one loses its middle.
const SOURCE: usize = 3;
/// The line height of the heading.
const HEADING_LINE: f64 = 21.0;
/// The line height of the description, the notes and the source.
const LINE_HEIGHT: f64 = 16.0;
/// The gap between the texts and the scene.
const GAP: f64 = 12.0;

impl Scene {
    /// Returns the scene with texts. Above it are its title and a description, such as the number
    /// of attempts. Below it are notes for reading it and its source, such as a link. Empty texts
    /// are left out.
    #[must_use]
    pub fn captioned(&self, about: &str, notes: &[String], source: &str) -> Self {
        let all = f64::from(self.width);
        let mut root = Vec::new();
        let mut y = 0.0;
        let written = |root: &mut Vec<Mark>, lines: Vec<String>, line: f64, role, y: &mut f64| {
            for text in lines {
                *y += line;
                let at = (0.0, *y - 4.0);
                root.push(Mark::text(at, Anchor::Start, text, Class::of(role)));
            }
        };
        let title = paragraph(&self.title, HEADING, all);
        written(&mut root, title, HEADING_LINE, Role::Title, &mut y);
        if !about.is_empty() {
            written(&mut root, paragraph(about, SMALL, all), LINE_HEIGHT, Role::Label, &mut y);
        }
        y += GAP;
        let down = tenths(y);
        root.extend(self.root.iter().map(|mark| mark.lowered(down)));
        y += f64::from(self.height);
        let notes = notes.iter().map(|note| paragraph(note, SMALL, all));
        let source = (!source.is_empty()).then(|| few_lines(source, SMALL, all, SOURCE));
        for lines in notes.chain(source) {
            y += GAP / 2.0;
            written(&mut root, lines, LINE_HEIGHT, Role::Tick, &mut y);
        }
        let height = u32::try_from(tenths(y) / 10 + 1).unwrap_or(self.height);
        Self { title: self.title.clone(), width: self.width, height, root }
    }
}

impl Mark {
    /// Returns the mark moved down.
    fn lowered(&self, down: Tenths) -> Self {
        let shape = match &self.shape {
            Shape::Group(marks) => {
                Shape::Group(marks.iter().map(|mark| mark.lowered(down)).collect())
            }
            Shape::Path(path) => Shape::Path(moved_path(path, down)),
            Shape::Line([x, y, to, end]) => Shape::Line([*x, y + down, *to, end + down]),
            Shape::Rect([x, y, width, height]) => Shape::Rect([*x, y + down, *width, *height]),
            Shape::Circle([x, y, radius]) => Shape::Circle([*x, y + down, *radius]),
            Shape::Text { at: [x, y], anchor, text } => {
                Shape::Text { at: [*x, y + down], anchor: *anchor, text: text.clone() }
            }
        };
        Self { shape, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Tint, polygon};

    #[test]
    fn a_picture_has_its_texts_above_all_marks() {
        let class = Class::tinted(Role::Bar, Tint::Series(1));
        let root = vec![
            Mark::group(vec![Mark::rect(0.0, 1.0, 2.0, 4.0, class)]),
            Mark::new(Shape::Path(polygon(&[(1.0, 2.5), (3.0, -2.0)])), class),
            Mark::text((5.0, 10.0), Anchor::End, "5", class).info("five", ""),
        ];
        let scene = Scene { title: "A figure".to_owned(), width: 300, height: 100, root };
        let note = "Upright lines: 95 % Wilson intervals, of which there is one for each length.";
        let notes = [note.to_owned()];
        let picture = scene.captioned("96 attempts", &notes, "https://example.org");
        let (head, rest) = picture.root.split_at(2);
        let (marks, foot) = rest.split_at(3);
        let text = |mark: &Mark| match &mark.shape {
            Shape::Text { text, .. } => text.clone(),
            _ => String::new(),
        };
        let texts: Vec<String> = head.iter().chain(foot).map(text).collect();
        let (first, second) = note.split_at(note.find("there").unwrap_or(0));
        assert_eq!(texts, ["A figure", "96 attempts", first.trim(), second, "https://example.org"]);
        // One line of a heading, one of text, and a gap: 21 + 16 + 12.
        let Shape::Group(group) = &marks[0].shape else { panic!("{marks:?}") };
        assert_eq!(group[0].shape, Shape::Rect([0, 500, 20, 30]));
        assert_eq!(marks[1].shape, Shape::Path("M1 51.5L3 47Z".to_owned()));
        assert!(matches!(&marks[2].shape, Shape::Text { at: [50, 590], .. }));
        assert_eq!(marks[2].title, "five");
        assert_eq!(picture.height, 49 + 100 + (6 + 2 * 16) + (6 + 16) + 1);
        assert_eq!(scene.captioned("", &[], "").root.len(), 4);
    }
}
