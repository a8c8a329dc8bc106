//! Rows with a number and its interval. Numbers may lie outside of the measured range.

use super::axis::{FOOT, Frame};
use super::marker::marker;
use super::names::{self, LINE_HEIGHT, Name, list, max_extra_height};
use super::thumbnail::Thumbnail;
use super::{Axis, MIN_WIDTH_FOR_SIDE_NAMES, MarkInfo, NAME, SMALL, clamped, note, text_width};
use crate::scale::Scale;
use crate::scene::{Anchor, Class, Mark, Role, Scene, Shape, Tint, polygon};

/// A number on an axis, or the fact that it lies beyond one end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum End {
    /// Below the first number of the axis.
    Below,
    /// On the axis.
    At(f64),
    /// Above the last number of the axis.
    Beyond,
}

/// A row of the chart: a name, and a number with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// The name of the row.
    pub label: String,
    /// The colour and the marker of the row.
    pub tint: Tint,
    /// The number, or the end of the axis that it lies beyond.
    pub value: End,
    /// The ends of the interval of the number.
    pub range: (End, End),
    /// The number and its interval as text.
    pub text: String,
    /// The tooltip and filter.
    pub info: MarkInfo,
}

/// Rows with one number each.
#[derive(Debug, Clone, PartialEq)]
pub struct Dots {
    /// The accessible name of the chart.
    pub title: String,
    /// The horizontal axis.
    pub axis: Axis,
    /// The rows, from the top.
    pub rows: Vec<Dot>,
}

/// The width on both sides of the axis for numbers outside of it.
const OUTSIDE: f64 = 22.0;
/// The width on both sides of the axis in a thumbnail.
const OUTSIDE_SMALL: f64 = 10.0;
/// The minimum and maximum height of a row.
const PITCH: (f64, f64) = (18.0, 32.0);
/// The height of all rows together, if it leaves room for their texts.
const HEIGHT: f64 = 410.0;
/// The height of a row with two-line names.
const TWO_LINES: f64 = 40.0;
/// The height of a row whose name and number are on one line above the marks.
const BELOW: f64 = 48.0;
/// The maximum number of lines of a name.
const LINES: usize = 2;

/// The maximum number of vertical grid lines; there may be more ticks.
const MAX_GRID_LINES: usize = 6;

/// The geometry of the chart at one width.
struct Layout {
    frame: Frame,
    scale: Scale,
    names: Vec<Name>,
    /// The height of a row.
    pitch: f64,
    /// The width of the scene.
    all: f64,
    is_roomy: bool,
}

impl Dots {
    /// Draws the chart at a width.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.rows.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let layout = self.layout(width);
        let frame = layout.frame;
        let mut root = vec![Mark::group(self.ground(&layout))];
        let mut y = frame.top;
        for (row, name) in self.rows.iter().zip(&layout.names) {
            root.push(row.draw_row(name, &layout, y));
            y += layout.pitch;
        }
        names::scene(&self.title, width, frame.bottom + FOOT + 10.0, root)
    }

    /// Draws the chart as a thumbnail: marks only.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        small.foot();
        let frame = small.frame;
        let scale = self.axis.scale((frame.left + OUTSIDE_SMALL, frame.right - OUTSIDE_SMALL));
        small.along(&self.axis, scale);
        if self.axis.ends.0 < 0.0 {
            let x = scale.at(0.0);
            small.marks.push(Mark::line((x, frame.top), (x, frame.bottom), Class::of(Role::Axis)));
        }
        let rows = u32::try_from(self.rows.len()).map_or(1.0, f64::from).max(1.0);
        let pitch = ((frame.bottom - frame.top) / rows).min(22.0);
        let mut y = frame.top.midpoint(frame.bottom) - pitch * (rows - 1.0) / 2.0;
        for row in &self.rows {
            small.marks.extend(row.small(scale, frame, (y, (pitch * 0.4).clamp(1.2, 3.4))));
            y += pitch;
        }
        small.scene(&self.title)
    }

    fn layout(&self, width: u32) -> Layout {
        let all = f64::from(width);
        let is_roomy = width >= MIN_WIDTH_FOR_SIDE_NAMES;
        let rows = u32::try_from(self.rows.len()).map_or(1.0, f64::from).max(1.0);
        let widest = |text: fn(&Dot) -> &str, size| {
            self.rows.iter().map(|row| text_width(text(row), size)).fold(14.0, f64::max) + 14.0
        };
        let labelled: Vec<&str> = self.rows.iter().map(|row| row.label.as_str()).collect();
        let (labels, texts, names, pitch) = if is_roomy {
            let texts = widest(|row| &row.text, SMALL).min(all * 0.46);
            let most = (all * 0.36).max((all - texts) * 0.52);
            let labels = widest(|row| &row.label, NAME).min(most);
            // A second line fits only if there are few rows.
            let lines = if TWO_LINES * rows <= HEIGHT { LINES } else { 1 };
            let names = list(&labelled, NAME, labels - 10.0, lines);
            let most = if max_extra_height(&names) > 0.0 { TWO_LINES } else { PITCH.1 };
            (labels, texts, names, (HEIGHT / rows).clamp(PITCH.0, most))
        } else {
            let beside = list(&labelled, NAME, all - widest(|row| &row.text, SMALL), 1);
            if beside.iter().all(|name| !name.is_shortened()) {
                (0.0, 0.0, beside, BELOW)
            } else {
                let names = list(&labelled, NAME, all, LINES);
                let pitch = BELOW + LINE_HEIGHT + max_extra_height(&names);
                (0.0, 0.0, names, pitch)
            }
        };
        let top = 8.0;
        let bottom = top + pitch * rows;
        let frame = Frame { left: labels, top, right: all - texts, bottom };
        let scale = self.axis.scale((frame.left + OUTSIDE, frame.right - OUTSIDE));
        Layout { frame, scale, names, pitch, all, is_roomy }
    }

    /// Draws the axis and the lines at the ticks, with gaps for the texts above marks.
    fn ground(&self, layout: &Layout) -> Vec<Mark> {
        let Layout { frame, scale, pitch, is_roomy, .. } = *layout;
        let mut marks = Vec::new();
        let written = self.axis.fitting_ticks(scale);
        let every = written.len().div_ceil(MAX_GRID_LINES).max(1);
        for (at, (x, tick)) in written.into_iter().enumerate() {
            if at % every != 0 {
                continue;
            }
            let mut top = frame.top;
            // If numbers have both signs, zero is the baseline.
            let is_origin = tick.at.abs() < 1e-9 && self.axis.ends.0 < 0.0;
            let role = if is_origin { Role::Axis } else { Role::Grid };
            for _ in &self.rows {
                let from = if is_roomy { top } else { top + pitch - BELOW + 22.0 };
                marks.push(Mark::line((x, from), (x, top + pitch), Class::of(role)));
                top += pitch;
            }
        }
        let foot = ((frame.left, frame.bottom), (frame.right, frame.bottom));
        marks.push(Mark::line(foot.0, foot.1, Class::of(Role::Axis)));
        marks.extend(self.axis.along(scale, frame));
        marks
    }
}

impl Dot {
    /// Draws a row from a height on. Its name and number are next to its marks, or above them if
    /// there is no room.
    fn draw_row(&self, name: &Name, layout: &Layout, top: f64) -> Mark {
        let Layout { frame, scale, all, .. } = *layout;
        let (y, at, text_position, anchor);
        if layout.is_roomy {
            y = top + layout.pitch / 2.0;
            at = (0.0, y + 4.5 - name.extra_height() / 2.0);
            (text_position, anchor) = ((frame.right + 14.0, y + 4.0), Anchor::Start);
        } else {
            y = top + layout.pitch - 15.0;
            at = (0.0, top + 16.0);
            // The number is on the line of the name, or below names that leave no room.
            (text_position, anchor) = if layout.pitch > BELOW {
                ((0.0, top + 16.0 + LINE_HEIGHT + name.extra_height()), Anchor::Start)
            } else {
                ((all, top + 16.0), Anchor::End)
            };
        }
        let mut marks = name.marks(at, Anchor::Start, Class::of(Role::Row));
        marks.push(Mark::text(text_position, anchor, &self.text, Class::of(Role::Value)));
        marks.extend(self.marks(scale, frame, y));
        let reach = (layout.pitch / 2.0).min(14.0);
        let (above, below) = (y - reach, y + reach);
        let target = Mark::rect(frame.left, above, frame.right, below, Class::of(Role::Target));
        marks.push(target.info(&self.info.title, &self.info.filter));
        Mark::group(marks)
    }

    /// Draws the marks of a thumbnail at a height: the interval, and a marker of a size.
    fn small(&self, scale: Scale, frame: Frame, (y, size): (f64, f64)) -> Vec<Mark> {
        let place = |end: End| match end {
            End::Below => frame.left + 2.0,
            End::At(value) => scale.at(value),
            End::Beyond => frame.right - 2.0,
        };
        let (low, high) = (place(self.range.0), place(self.range.1));
        let class = Class::tinted(Role::Whisker, self.tint);
        vec![
            Mark::line((low, y), (high, y), class),
            marker((place(self.value), y), size, self.tint),
        ]
    }

    fn marks(&self, scale: Scale, frame: Frame, y: f64) -> Vec<Mark> {
        let place = |end: End| match end {
            End::Below => frame.left + 6.0,
            End::At(value) => scale.at(value),
            End::Beyond => frame.right - 6.0,
        };
        let (low, high) = (place(self.range.0), place(self.range.1));
        let class = Class::tinted(Role::Whisker, self.tint);
        let mut marks = vec![Mark::line((low, y), (high, y), class)];
        for (end, x) in [(self.range.0, low), (self.range.1, high)] {
            marks.push(match end {
                End::At(_) => Mark::line((x, y - 5.0), (x, y + 5.0), class),
                outside => arrow((x, y), outside == End::Beyond, self.tint),
            });
        }
        match self.value {
            End::At(_) => marks.push(marker((place(self.value), y), 4.6, self.tint)),
            outside => marks.push(arrow((place(outside), y), outside == End::Beyond, self.tint)),
        }
        marks
    }
}

/// Draws an arrow head that points out of the axis.
fn arrow((x, y): (f64, f64), is_rightward: bool, tint: Tint) -> Mark {
    let back = if is_rightward { -9.0 } else { 9.0 };
    let path = polygon(&[(x, y), (x + back, y - 5.0), (x + back, y + 5.0)]);
    Mark::new(Shape::Path(path), Class::tinted(Role::Point, tint))
}
