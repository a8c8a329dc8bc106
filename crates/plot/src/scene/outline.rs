//! Paths through given positions, in SVG syntax.

use super::{Tenths, push_units, tenths};

/// Returns the path from position to position, in units.
pub fn polyline(places: &[(f64, f64)]) -> String {
    let mut path = String::with_capacity(places.len() * 10);
    for (at, (x, y)) in places.iter().enumerate() {
        push_place(&mut path, if at == 0 { 'M' } else { 'L' }, tenths(*x), tenths(*y));
    }
    path
}

/// Returns the closed path from position to position.
pub fn polygon(places: &[(f64, f64)]) -> String {
    let mut path = polyline(places);
    path.push('Z');
    path
}

/// Returns parallel lines over a rectangle (left, top, right, bottom), clipped to its edges: rising
/// ones, falling ones, or both.
///
/// The positions of the lines do not depend on the rectangle, so that lines continue in adjacent
/// rectangles.
pub fn hatch(edges: [f64; 4], rising: bool, falling: bool) -> String {
    const APART: Tenths = 60;
    let [left, top, right, bottom] = edges.map(tenths);
    let mut path = String::new();
    if left >= right || top >= bottom {
        return path;
    }
    let mut cut = |sign: Tenths| {
        // On a rising line x + y is constant, and on a falling line x - y.
        let (least, most) = match sign {
            1 => (left + top, right + bottom),
            _ => (left - bottom, right - top),
        };
        let mut at = (least.div_euclid(APART) + 1) * APART;
        while at < most {
            let height = |x: Tenths| if sign == 1 { at - x } else { x - at };
            let across = |y: Tenths| if sign == 1 { at - y } else { at + y };
            let ends = [across(top).clamp(left, right), across(bottom).clamp(left, right)];
            let (from, to) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            push_place(&mut path, 'M', from, height(from));
            push_place(&mut path, 'L', to, height(to));
            at += APART;
        }
    };
    if rising {
        cut(1);
    }
    if falling {
        cut(-1);
    }
    path
}

fn push_place(path: &mut String, command: char, x: Tenths, y: Tenths) {
    path.push(command);
    push_units(path, x);
    path.push(' ');
    push_units(path, y);
}

/// One command of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Segment {
    /// Begins a line at x and y.
    Move([Tenths; 2]),
    /// Draws a line to x and y.
    Line([Tenths; 2]),
    /// Closes the line.
    Close,
}

/// Parses a path that this module wrote. Unknown commands are skipped.
fn segments(path: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let behind = &rest[command.len_utf8()..];
        let end = behind.find(|character: char| character.is_ascii_alphabetic());
        let (place, next) = behind.split_at(end.unwrap_or(behind.len()));
        segments.extend(segment(command, place));
        rest = next;
    }
    segments
}

fn segment(command: char, place: &str) -> Option<Segment> {
    let place = place.split_once(' ').and_then(|(x, y)| Some([read_units(x)?, read_units(y)?]));
    match (command, place) {
        ('M', Some(place)) => Some(Segment::Move(place)),
        ('L', Some(place)) => Some(Segment::Line(place)),
        ('Z', _) => Some(Segment::Close),
        (_, _) => None,
    }
}

/// Moves a path down.
pub(super) fn moved(path: &str, down: Tenths) -> String {
    let mut moved = String::with_capacity(path.len() + 8);
    for segment in segments(path) {
        match segment {
            Segment::Move([x, y]) => push_place(&mut moved, 'M', x, y + down),
            Segment::Line([x, y]) => push_place(&mut moved, 'L', x, y + down),
            Segment::Close => moved.push('Z'),
        }
    }
    moved
}

/// Parses a number of units as [`push_units`] writes it, in tenths.
fn read_units(text: &str) -> Option<Tenths> {
    let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
    let size = whole.trim_start_matches('-').parse::<Tenths>().ok()?.checked_mul(10)?;
    let size = size.checked_add(tenth.parse().ok()?)?;
    Some(if text.starts_with('-') { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_connect_their_points() {
        let places = [(0.0, 1.0), (2.25, 3.0), (4.0, 0.5)];
        assert_eq!(polyline(&places), "M0 1L2.3 3L4 0.5");
        assert_eq!(polygon(&places), "M0 1L2.3 3L4 0.5Z");
        assert_eq!(polyline(&[]), "");
    }

    #[test]
    fn a_path_reads_back() {
        use Segment::{Close, Line, Move};
        let places = [(0.0, 1.0), (2.25, -3.0), (4.0, 0.5)];
        let [first, second, third] = [[0, 10], [23, -30], [40, 5]];
        assert_eq!(segments(&polyline(&places)), [Move(first), Line(second), Line(third)]);
        assert_eq!(segments(&polygon(&places)), [Move(first), Line(second), Line(third), Close]);
        assert_eq!(segments(""), []);
        assert_eq!(segments("M1é 2 LxZ"), [Close]);
    }

    #[test]
    fn hatches_stay_in_their_rectangle() {
        for (edges, rising, falling) in [
            ([3.0, 5.0, 40.0, 17.0], true, false),
            ([3.0, 5.0, 40.0, 17.0], false, true),
            ([0.3, 5.1, 4.0, 217.7], true, true),
            ([10.0, 10.0, 10.0, 20.0], true, true),
        ] {
            let path = hatch(edges, rising, falling);
            for place in path.split(['M', 'L']).filter(|place| !place.is_empty()) {
                let (x, y) = place.split_once(' ').unwrap();
                let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
                assert!((edges[0]..=edges[2]).contains(&x), "{path}");
                assert!((edges[1]..=edges[3]).contains(&y), "{path}");
            }
            assert_eq!(path.is_empty(), edges[0] >= edges[2]);
        }
    }
}
