//! Several quantities of the same subjects, such as lines of a run, with a column of bars for each
//! quantity.

use super::names::{Name, list, max_extra_height, scene};
use super::thumbnail::Thumbnail;
use super::{
    MIN_WIDTH_FOR_SIDE_NAMES, MarkInfo, NAME, SMALL, ceil_units, clamped, fit_line, note,
    text_width,
};
use crate::scene::{Anchor, Class, Mark, Role, Scene, Tint};
use crate::typography;

/// One quantity of one subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// The length of the bar, from 0 to 1; `None` if there is no number.
    pub share: Option<f64>,
    /// The number as text.
    pub text: String,
    /// The tooltip and filter.
    pub info: MarkInfo,
}

/// A quantity of all subjects.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// The quantity, with its unit.
    pub label: String,
    /// The quantities, one for each subject.
    pub quantities: Vec<Quantity>,
}

/// A chart with columns of bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// The accessible name of the chart.
    pub title: String,
    /// The names and colours of the subjects.
    pub rows: Vec<(String, Tint)>,
    /// The columns, one for each quantity.
    pub columns: Vec<Column>,
}

/// The minimum width of a column.
const NARROWEST: f64 = 132.0;
/// The gap between columns.
const GAP: f64 = 26.0;
/// The height of a row with one-line names.
const ROW: f64 = 26.0;
/// The maximum number of lines of a name.
const LINES: usize = 2;
/// The height of a column's label on one line.
const HEAD: f64 = 24.0;
/// The height of the label's second line.
const LINE_HEIGHT: f64 = 15.0;

/// The position of a column of bars, the height of its label, and the distance between rows.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    width: f64,
    head: f64,
    row: f64,
}

impl Bars {
    /// Draws the chart at a width. Columns are next to each other if there is room, and otherwise
    /// below each other.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.rows.is_empty() || self.columns.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let all = f64::from(width);
        let most = if width >= MIN_WIDTH_FOR_SIDE_NAMES { 0.34 } else { 0.42 };
        let labels =
            self.rows.iter().map(|(name, _)| text_width(name, NAME)).fold(0.0, f64::max) + 16.0;
        let labels = labels.min(all * most);
        let (per_row, each) = self.grid(all - labels);
        let is_long = |column: &Column| text_width(&column.label, SMALL) > each;
        let head = HEAD + if self.columns.iter().any(is_long) { LINE_HEIGHT } else { 0.0 };
        let names: Vec<&str> = self.rows.iter().map(|(name, _)| name.as_str()).collect();
        let names = list(&names, NAME, labels - 12.0, LINES);
        let row = ROW + max_extra_height(&names) * 0.6;
        let height = head + row * u32::try_from(self.rows.len()).map_or(0.0, f64::from);
        let mut root = Vec::new();
        let mut top = 0.0;
        for columns in self.columns.chunks(per_row) {
            root.push(Mark::group(draw_row_names(&names, top + head, row)));
            let mut left = labels;
            for column in columns {
                root.push(self.column(column, Place { left, top, width: each, head, row }));
                left += each + GAP;
            }
            top += height + 16.0;
        }
        scene(&self.title, width, top - 12.0, root)
    }

    /// Draws the chart as a thumbnail: the bars of the first columns.
    pub fn thumbnail(&self, width: u32) -> Scene {
        const MAX_BARS: usize = 4;
        const GAP: f64 = 8.0;
        let mut small = Thumbnail::new(width);
        let (left, top) = (small.frame.left, small.frame.top);
        let columns = &self.columns[..self.columns.len().min(MAX_BARS)];
        let count = |things: usize| u32::try_from(things).map_or(1.0, f64::from).max(1.0);
        let each = (small.frame.right - left + GAP) / count(columns.len());
        let height = small.frame.bottom + 12.0 - top;
        let pitch = (height / count(self.rows.len())).min(20.0);
        let mut x = left;
        for column in columns {
            let mut y = top;
            for (quantity, (_, tint)) in column.quantities.iter().zip(&self.rows) {
                if let Some(share) = quantity.share {
                    let right = x + (share.clamp(0.0, 1.0) * (each - GAP)).max(1.0);
                    let class = Class::tinted(Role::Bar, *tint);
                    small.marks.push(Mark::rect(
                        x,
                        y + pitch * 0.18,
                        right,
                        y + pitch * 0.82,
                        class,
                    ));
                }
                y += pitch;
            }
            small.marks.push(Mark::line((x, top), (x, y), Class::of(Role::Axis)));
            x += each;
        }
        small.scene(&self.title)
    }

    /// Returns the number of columns next to each other, in rows as equal as possible, and the
    /// width of each.
    fn grid(&self, room: f64) -> (usize, f64) {
        let width = |per_row: usize| {
            let count = u32::try_from(per_row).map_or(1.0, f64::from);
            (room + GAP) / count - GAP
        };
        let fits = |per_row: &usize| width(*per_row) >= NARROWEST;
        let most = (1..=self.columns.len()).rev().find(fits).unwrap_or(1);
        let per_row = self.columns.len().div_ceil(self.columns.len().div_ceil(most));
        (per_row, width(per_row).min(300.0))
    }

    fn column(&self, column: &Column, place: Place) -> Mark {
        let texts = column.quantities.iter().map(|quantity| text_width(&quantity.text, SMALL));
        let longest = (place.width - texts.fold(0.0, f64::max) - 7.0).max(8.0);
        let mut marks = place.label(&column.label);
        let left = place.left;
        let first = place.top + place.head;
        let mut y = first;
        for (quantity, (_, tint)) in column.quantities.iter().zip(&self.rows) {
            let length = quantity.share.unwrap_or(0.0).clamp(0.0, 1.0) * longest;
            if quantity.share.is_some() {
                let class = Class::tinted(Role::Bar, *tint);
                let right = left + length.max(1.0);
                let middle = y + place.row / 2.0;
                marks.push(Mark::rect(left, middle - 7.0, right, middle + 7.0, class));
            }
            let at = (left + length + 6.0, y + place.row / 2.0 + 4.0);
            marks.push(Mark::text(at, Anchor::Start, &quantity.text, Class::of(Role::Value)));
            let end = (left + place.width, y + place.row);
            let target = Mark::rect(left, y, end.0, end.1, Class::of(Role::Target));
            marks.push(target.info(&quantity.info.title, &quantity.info.filter));
            y += place.row;
        }
        let axis = ((left, first), (left, y));
        marks.push(Mark::line(axis.0, axis.1, Class::of(Role::Axis)));
        Mark::group(marks)
    }
}

/// Draws the names of rows, each in the middle of its row.
fn draw_row_names(names: &[Name], top: f64, row: f64) -> Vec<Mark> {
    let mut y = top;
    let mut marks = Vec::new();
    for name in names {
        let at = (0.0, y + row / 2.0 + 4.5 - name.extra_height() / 2.0);
        marks.extend(name.marks(at, Anchor::Start, Class::of(Role::Row)));
        y += row;
    }
    marks
}

impl Place {
    /// Draws the label of a column, on up to two lines directly above its bars.
    fn label(self, label: &str) -> Vec<Mark> {
        let lines = typography::lines(label, SMALL, ceil_units(self.width));
        let second = lines.get(1).map_or("", |second| &label[second.start..]);
        let texts = match lines.first() {
            Some(first) if !second.is_empty() => vec![&label[first.clone()], second],
            _ => vec![label],
        };
        let mut y = self.top + self.head - 10.0 - if texts.len() > 1 { LINE_HEIGHT } else { 0.0 };
        let mut marks = Vec::new();
        for text in texts {
            let text = fit_line(text, SMALL, self.width);
            marks.push(Mark::text((self.left, y), Anchor::Start, text, Class::of(Role::Label)));
            y += LINE_HEIGHT;
        }
        marks
    }
}
