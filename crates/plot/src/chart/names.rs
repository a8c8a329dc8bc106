//! Names that fit the available room. They break into lines at word ends, and are shortened in
//! their middle if that is not enough. The whole names are then listed below.

use super::{SMALL, ceil_units, text_width};
use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape};
use crate::typography::{is_break, pieces, wrapped};

/// The line height of a name.
pub(super) const LINE_HEIGHT: f64 = 15.0;
/// The line height of the whole names below a chart.
const BELOW: f64 = 16.0;
/// The gap above the whole names.
const GAP: f64 = 8.0;
/// The minimum width of a character as a share of the size.
const MIN_CHARACTER_WIDTH: f64 = 0.36;

/// A name in its written form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The lines of the name, at least one.
    pub(super) lines: Vec<String>,
    /// The whole name, if it was shortened.
    whole: String,
}

impl Name {
    /// Fits a name into at most `most` lines that are no wider than `room`.
    pub(super) fn new(text: &str, size: u32, room: f64, most: usize) -> Self {
        if let Some(lines) = fitting_lines(text, size, room, most) {
            return Self { lines, whole: String::new() };
        }
        let lines = shorten_middle(text, size, room, most);
        Self { lines, whole: text.to_owned() }
    }

    /// Returns the height of its lines after the first.
    pub(super) fn extra_height(&self) -> f64 {
        LINE_HEIGHT * u32::try_from(self.lines.len().saturating_sub(1)).map_or(0.0, f64::from)
    }

    /// Returns the width of its widest line.
    pub(super) fn width(&self, size: u32) -> f64 {
        self.lines.iter().map(|line| text_width(line, size)).fold(0.0, f64::max)
    }

    pub(super) const fn is_shortened(&self) -> bool {
        !self.whole.is_empty()
    }

    /// Draws its lines from the base line of the first one. A shortened name has the whole name as
    /// its title.
    pub(super) fn marks(&self, (x, mut y): (f64, f64), anchor: Anchor, class: Class) -> Vec<Mark> {
        let mut marks = Vec::new();
        for line in &self.lines {
            marks.push(Mark::text((x, y), anchor, line, class).info(&self.whole, ""));
            y += LINE_HEIGHT;
        }
        marks
    }
}

/// Fits the names of one chart into the same room. Names that would look alike when shortened get a
/// number, also in the list below the chart.
pub(super) fn list(texts: &[&str], size: u32, room: f64, most: usize) -> Vec<Name> {
    let names: Vec<Name> = texts.iter().map(|text| Name::new(text, size, room, most)).collect();
    let looks_alike = |name: &Name| {
        let is_other = |other: &Name| other.lines == name.lines && other.whole != name.whole;
        name.is_shortened() && names.iter().any(is_other)
    };
    let mut numbered: Vec<&str> = Vec::new();
    let mut list = Vec::new();
    for (name, text) in names.iter().zip(texts) {
        if !looks_alike(name) {
            list.push(name.clone());
            continue;
        }
        let number = numbered.iter().position(|known| known == text).unwrap_or(numbered.len());
        if number == numbered.len() {
            numbered.push(text);
        }
        let lines = shorten_middle(&format!("({}) {text}", number + 1), size, room, most);
        list.push(Name { lines, whole: (*text).to_owned() });
    }
    list
}

/// Returns the largest height of lines after the first.
pub(super) fn max_extra_height(names: &[Name]) -> f64 {
    names.iter().map(Name::extra_height).fold(0.0, f64::max)
}

/// Fits a text into one line no wider than `room`; a longer one is shortened in its middle.
pub(super) fn fit_line(text: &str, size: u32, room: f64) -> String {
    few_lines(text, size, room, 1).concat()
}

/// Fits a text into at most `most` lines no wider than `room`; a longer one is shortened in its
/// middle.
pub(crate) fn few_lines(text: &str, size: u32, room: f64, most: usize) -> Vec<String> {
    Name::new(text, size, room, most).lines
}

/// Returns a chart whose marks end at `bottom`. Names that were shortened are listed in full below
/// it.
pub(super) fn scene(title: &str, width: u32, bottom: f64, mut root: Vec<Mark>) -> Scene {
    let mut names: Vec<(String, String)> = Vec::new();
    collect(&root, &mut names);
    let mut y = bottom;
    let mut below = Vec::new();
    if !names.is_empty() {
        y += GAP;
    }
    for (at, (short, name)) in names.iter().enumerate() {
        if names[..at].iter().any(|(_, other)| other == name) {
            continue;
        }
        for line in paragraph(&format!("{short}: {name}"), SMALL, f64::from(width)) {
            y += BELOW;
            below.push(Mark::text((0.0, y - 4.0), Anchor::Start, line, Class::of(Role::Tick)));
        }
    }
    if !below.is_empty() {
        root.push(Mark::group(below));
        y += 4.0;
    }
    Scene { title: title.to_owned(), width, height: ceil_units(y), root }
}

/// Breaks a text into lines no wider than `room`. A long word without a break position continues
/// after dots.
pub(crate) fn paragraph(text: &str, size: u32, room: f64) -> Vec<String> {
    wrapped(text, size, room).iter().flat_map(|line| broken(line, size, room)).collect()
}

/// Breaks a line into as many as needed, with dots at the breaks.
fn broken(line: &str, size: u32, room: f64) -> Vec<String> {
    if text_width(line, size) <= room {
        return vec![line.to_owned()];
    }
    let room = room - 2.0 * text_width("…", size);
    let mut lines = vec![String::new()];
    let mut taken = 0.0;
    for character in line.chars() {
        let width = text_width(character.encode_utf8(&mut [0; 4]), size) + 1.0;
        if taken + width > room && taken > 0.0 {
            lines.push("…".to_owned());
            taken = 0.0;
        }
        taken += width;
        if let Some(last) = lines.last_mut() {
            last.push(character);
        }
    }
    let last = lines.len() - 1;
    lines[..last].iter_mut().for_each(|line| line.push('…'));
    lines
}

/// Collects shortened texts and their whole forms, in drawing order.
fn collect(marks: &[Mark], names: &mut Vec<(String, String)>) {
    let mut begun = false;
    for mark in marks {
        match &mark.shape {
            Shape::Group(marks) => collect(marks, names),
            Shape::Text { text, .. } if !mark.title.is_empty() => {
                match names.last_mut().filter(|(_, name)| begun && *name == mark.title) {
                    Some((short, _)) => {
                        let is_joined = short.ends_with(|end| is_break(end) && end != ':');
                        short.push_str(if is_joined { "" } else { " " });
                        short.push_str(text);
                    }
                    None => names.push((text.clone(), mark.title.clone())),
                }
                begun = true;
                continue;
            }
            Shape::Text { .. }
            | Shape::Path(_)
            | Shape::Line(_)
            | Shape::Rect(_)
            | Shape::Circle(_) => {}
        }
        begun = false;
    }
}

/// Returns the lines of a text, if they are few enough and all fit.
fn fitting_lines(text: &str, size: u32, room: f64, most: usize) -> Option<Vec<String>> {
    let lines = wrapped(text, size, room);
    let has_room = lines.len() <= most && lines.iter().all(|line| text_width(line, size) <= room);
    has_room.then_some(lines)
}

/// Returns the lines of a text without its middle. It leaves out whole words first, since names
/// differ at their ends. If no two words fit, it leaves out as few characters as possible. Both
/// ends keep equally many parts; if the number of kept parts is odd, the beginning keeps one more.
fn shorten_middle(text: &str, size: u32, room: f64, most: usize) -> Vec<String> {
    let words = pieces(text);
    let characters: Vec<char> = text.chars().collect();
    let longest = longest(size, room, most);
    for kept in (2..words.len().min(longest)).rev() {
        let begin = words[..kept.div_ceil(2)].concat();
        let end = words[words.len() - kept / 2..].concat();
        let candidate = format!("{}…{end}", begin.trim_end_matches(is_break));
        if let Some(lines) = fitting_lines(&candidate, size, room, most) {
            return lines;
        }
    }
    for kept in (1..characters.len().min(longest)).rev() {
        let mut candidate: String = characters[..kept.div_ceil(2)].iter().collect();
        candidate.push('…');
        candidate.extend(&characters[characters.len() - kept / 2..]);
        if let Some(lines) = fitting_lines(&candidate, size, room, most) {
            return lines;
        }
    }
    vec!["…".to_owned()]
}

/// Returns an upper bound of the number of characters that fit on the lines.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number of characters"
)]
fn longest(size: u32, room: f64, most: usize) -> usize {
    (room.max(0.0) / (MIN_CHARACTER_WIDTH * f64::from(size))) as usize * most + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Tint;

    const NAME: &str = "a-model-with-a-long-name · answer only";

    #[test]
    fn long_names_wrap() {
        let lines = |room: f64, most: usize| Name::new(NAME, 13, room, most).lines;
        assert_eq!(lines(400.0, 2), [NAME]);
        assert_eq!(lines(190.0, 2), ["a-model-with-a-long-", "name · answer only"]);
        assert_eq!(lines(110.0, 3), ["a-model-with-", "a-long-name ·", "answer only"]);
    }

    #[test]
    fn names_without_room_are_shortened_in_the_middle() {
        for most in 1..4 {
            for room in 30..260 {
                let room = f64::from(room);
                let name = Name::new(NAME, 13, room, most);
                assert!(name.width(13) <= room && name.lines.len() <= most, "{name:?} in {room}");
                let text = name.lines.concat();
                assert_eq!(name.is_shortened(), text.contains('…'), "{name:?}");
                let (begin, end) = text.split_once('…').unwrap_or((&text, ""));
                let blanks = |text: &str| text.replace(' ', "");
                assert!(blanks(NAME).starts_with(&blanks(begin)), "{name:?}");
                assert!(blanks(NAME).ends_with(&blanks(end)), "{name:?}");
            }
        }
        for (text, room, expected) in [
            ("model-a", 100.0, "model-a"),
            (NAME, 190.0, "a-model…answer only"),
            ("abcdefghijklmnop", 60.0, "abc…op"),
            ("wide", 1.0, "…"),
        ] {
            assert_eq!(fit_line(text, 13, room), expected);
        }
        let hostile = "x".repeat(1_000_000);
        assert!(fit_line(&hostile, 13, 200.0).chars().count() < 40);
    }

    #[test]
    fn identical_shortened_names_are_numbered() {
        let texts = [
            "router/claude-4.5-2025-09-29:with-extended-context",
            "router/claude-4.5-2025-10-14:with-extended-context",
            "short",
            "router/claude-4.5-2025-09-29:with-extended-context",
        ];
        let names = list(&texts, 13, 170.0, 1);
        let names: Vec<String> = names.into_iter().map(|name| name.lines.concat()).collect();
        let numbered = ["(1) router…context", "(2) router…context", "short", "(1) router…context"];
        assert_eq!(names, numbered);
        assert_eq!(list(&["short"; 2], 13, 150.0, 1)[0].lines, ["short"]);
    }

    #[test]
    fn a_word_without_a_break_is_split_with_dots() {
        assert_eq!(
            paragraph("of abcdefghijklmnop", 13, 90.0),
            ["of", "abcdefg…", "…hijklmn…", "…op"]
        );
        let word = "x".repeat(1_000);
        let lines = paragraph(&word, 12, 200.0);
        assert!(lines.iter().all(|line| text_width(line, 12) <= 200.0));
        assert_eq!(lines.concat().replace('…', ""), word);
        assert!(paragraph(&word, 12, 0.0).len() <= 1_000);
    }

    #[test]
    fn shortened_names_are_listed_in_full_below() {
        let class = Class::tinted(Role::Name, Tint::Series(0));
        let name = Name::new(NAME, 13, 90.0, 2);
        let mut marks = name.marks((0.0, 10.0), Anchor::Start, class);
        marks.extend(Name::new("short", 13, 90.0, 2).marks((0.0, 50.0), Anchor::Start, class));
        let scene = scene("A chart", 400, 60.0, vec![Mark::group(marks)]);
        let Some(Shape::Group(below)) = scene.root.last().map(|mark| mark.shape.clone()) else {
            panic!("{scene:?}")
        };
        let [Mark { shape: Shape::Text { text, .. }, .. }] = &below[..] else {
            panic!("{below:?}")
        };
        assert!(text.ends_with(&format!(": {NAME}")) && text.contains('…'), "{text}");
        assert_eq!(scene.height, 60 + 8 + 16 + 4);
        assert_eq!(super::scene("A chart", 400, 60.0, Vec::new()).height, 60);
    }
}
