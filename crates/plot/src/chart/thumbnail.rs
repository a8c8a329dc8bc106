//! Common parts of thumbnails: one height, a plot without names, and the first and the last number
//! of an axis.

use super::axis::{Frame, TICKS};
use super::{Axis, SMALL, text_width};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role, Scene};

/// The minimum and maximum width of a thumbnail; other widths are clamped.
pub const THUMBNAIL_WIDTHS: (u32, u32) = (120, 320);
/// The height of every thumbnail.
pub const THUMBNAIL_HEIGHT: u32 = 120;

/// A thumbnail that is being drawn.
pub(super) struct Thumbnail {
    width: u32,
    /// The available rectangle for a plot with numbers below it.
    pub(super) frame: Frame,
    pub(super) marks: Vec<Mark>,
}

impl Thumbnail {
    pub(super) fn new(width: u32) -> Self {
        let width = width.clamp(THUMBNAIL_WIDTHS.0, THUMBNAIL_WIDTHS.1);
        let (right, bottom) = (f64::from(width) - 4.0, f64::from(THUMBNAIL_HEIGHT) - 20.0);
        Self { width, frame: Frame { left: 4.0, top: 8.0, right, bottom }, marks: Vec::new() }
    }

    /// Reserves room for the numbers at the ends of a vertical axis, and draws them.
    pub(super) fn upright(&mut self, y: &Axis) {
        let ends = || y.ticks.first().into_iter().chain(y.ticks.last());
        let room = ends().map(|tick| text_width(&tick.text, SMALL)).fold(0.0, f64::max);
        self.frame.left = room + 6.0;
        let scale = y.scale((self.frame.bottom, self.frame.top));
        for tick in ends() {
            let at = (self.frame.left - 5.0, scale.at(tick.at) + 4.0);
            self.marks.push(Mark::text(at, Anchor::End, &tick.text, Class::of(Role::Tick)));
        }
    }

    /// Draws the horizontal axis.
    pub(super) fn foot(&mut self) {
        let Frame { left, right, bottom, .. } = self.frame;
        self.marks.push(Mark::line((left, bottom), (right, bottom), Class::of(Role::Axis)));
    }

    /// Draws the first and the last number of a horizontal axis.
    pub(super) fn along(&mut self, x: &Axis, scale: Scale) {
        let (Some(first), Some(last)) = (x.ticks.first(), x.ticks.last()) else { return };
        let right = self.frame.right;
        self.ends((scale.at(first.at), &first.text), (scale.at(last.at), &last.text), right);
    }

    /// Draws both axes of a plane with their numbers. Returns their scales, the horizontal one
    /// first.
    pub(super) fn plane(&mut self, x: &Axis, y: &Axis) -> (Scale, Scale) {
        self.upright(y);
        self.foot();
        let Frame { left, top, right, bottom } = self.frame;
        let along = x.scale((left + 6.0, right - 6.0));
        self.along(x, along);
        (along, y.scale((bottom, top)))
    }

    /// Draws two texts below the axis, or one if they are equal. They stay between the left edge
    /// and `right`.
    pub(super) fn ends(&mut self, first: (f64, &str), last: (f64, &str), right: f64) {
        let Frame { left, bottom, .. } = self.frame;
        let texts = if first.1 == last.1 { vec![first] } else { vec![first, last] };
        for (x, text) in texts {
            let half = text_width(text, SMALL) / 2.0;
            let x = x.clamp((left + half).min(right - half), (left + half).max(right - half));
            let at = (x, bottom + TICKS - 2.0);
            self.marks.push(Mark::text(at, Anchor::Middle, text, Class::of(Role::Tick)));
        }
    }

    /// Returns the thumbnail with an accessible name.
    pub(super) fn scene(self, title: &str) -> Scene {
        let Self { width, marks, .. } = self;
        Scene { title: title.to_owned(), width, height: THUMBNAIL_HEIGHT, root: marks }
    }
}

/// Returns positions for up to four small plots in one thumbnail, side by side or two by two.
pub(super) fn quarters(count: usize, frame: Frame) -> Vec<Frame> {
    const GAP: f64 = 8.0;
    let (columns, rows): (u32, u32) = match count {
        0 | 1 => (1, 1),
        2 => (2, 1),
        _ => (2, 2),
    };
    let pitch = (
        (frame.right - frame.left + GAP) / f64::from(columns),
        (frame.bottom - frame.top + GAP) / f64::from(rows),
    );
    let place = |(column, row): (u32, u32)| {
        let (left, top) =
            (frame.left + pitch.0 * f64::from(column), frame.top + pitch.1 * f64::from(row));
        Frame { left, top, right: left + pitch.0 - GAP, bottom: top + pitch.1 - GAP }
    };
    let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    places.take(count.min(4)).map(place).collect()
}
