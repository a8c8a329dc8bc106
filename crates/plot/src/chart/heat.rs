//! A field of shares: shade and number in each cell.

use super::{SMALL, Told, clamped, note, whole, wide};
use crate::scene::{Anchor, Class, Mark, Role, SHADES, Scene, Tint};

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The share, from 0 to 1.
    pub share: f64,
    /// How it is printed.
    pub text: String,
    /// What it says.
    pub told: Told,
}

/// A field of shares over two things.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// What the chart is, for those who do not see it.
    pub title: String,
    /// What the columns are.
    pub across: String,
    /// What the rows are.
    pub down: String,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The rows' names and their cells, one for each column; nothing where none was measured.
    pub rows: Vec<(String, Vec<Option<Field>>)>,
}

/// The narrowest column that has room for a number.
const NARROWEST: f64 = 29.0;
/// How wide and how high a cell is at most.
const WIDEST: f64 = 84.0;
const ROW: f64 = 34.0;
const GAP: f64 = 2.0;
const HEAD: f64 = 24.0;

impl Heat {
    /// The chart at a width. Where its columns are too many for it, rows and columns are exchanged.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.columns.is_empty() || self.rows.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let is_narrow = self.pitch(width) < NARROWEST && self.rows.len() < self.columns.len();
        if is_narrow { self.exchanged().drawn(width) } else { self.drawn(width) }
    }

    fn left(&self) -> f64 {
        self.rows.iter().map(|(name, _)| wide(name, SMALL)).fold(0.0, f64::max) + 10.0
    }

    /// From column to column.
    fn pitch(&self, width: u32) -> f64 {
        let columns = u32::try_from(self.columns.len()).map_or(f64::MAX, f64::from);
        ((f64::from(width) - self.left()) / columns).min(WIDEST)
    }

    fn exchanged(&self) -> Self {
        let cells = |at: usize| {
            self.rows.iter().map(|(_, cells)| cells.get(at).cloned().flatten()).collect()
        };
        Self {
            title: self.title.clone(),
            across: self.down.clone(),
            down: self.across.clone(),
            columns: self.rows.iter().map(|(name, _)| name.clone()).collect(),
            rows: self
                .columns
                .iter()
                .enumerate()
                .map(|(at, name)| (name.clone(), cells(at)))
                .collect(),
        }
    }

    fn drawn(&self, width: u32) -> Scene {
        let (left, pitch) = (self.left(), self.pitch(width));
        let place = |column: usize| left + pitch * u32::try_from(column).map_or(0.0, f64::from);
        let label = Class::of(Role::Label);
        let mut root = vec![Mark::text((0.0, 13.0), Anchor::Start, &self.down, label)];
        let mut y = HEAD;
        for (name, cells) in &self.rows {
            let middle = y + ROW / 2.0 + 4.0;
            let at = (left - 8.0, middle);
            root.push(Mark::text(at, Anchor::End, name, Class::of(Role::Tick)));
            for (column, cell) in cells.iter().enumerate() {
                let edges = [place(column), y, place(column) + pitch - GAP, y + ROW - GAP];
                root.push(drawn(cell.as_ref(), edges, middle));
            }
            y += ROW;
        }
        let mut free = f64::MIN;
        for (column, name) in self.columns.iter().enumerate() {
            let (x, half) = (place(column) + (pitch - GAP) / 2.0, wide(name, SMALL) / 2.0);
            if x - half < free {
                continue;
            }
            free = x + half + 4.0;
            root.push(Mark::text((x, y + 15.0), Anchor::Middle, name, Class::of(Role::Tick)));
        }
        let middle = left.midpoint(place(self.columns.len()));
        root.push(Mark::text((middle, y + 35.0), Anchor::Middle, &self.across, label));
        Scene { title: self.title.clone(), width, height: whole(y + 44.0), root }
    }
}

/// A cell (left, top, right, bottom), or the dot that stands for one that was not measured.
fn drawn(cell: Option<&Field>, [left, top, right, bottom]: [f64; 4], base: f64) -> Mark {
    let middle = (left.midpoint(right), base);
    let Some(field) = cell else {
        return Mark::text(middle, Anchor::Middle, "·", Class::of(Role::Tick));
    };
    let tint = Tint::Shade(shade(field.share));
    let mut marks = vec![Mark::rect(left, top, right, bottom, Class::tinted(Role::Cell, tint))];
    if wide(&field.text, SMALL) * 0.9 <= right - left {
        let class = Class::tinted(Role::CellValue, tint);
        marks.push(Mark::text(middle, Anchor::Middle, &field.text, class));
    }
    let target = Mark::rect(left, top, right, bottom, Class::of(Role::Target));
    marks.push(target.told(&field.told.title, &field.told.data));
    Mark::group(marks)
}

/// The shade of a share.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
fn shade(share: f64) -> u8 {
    let most = f64::from(SHADES - 1);
    (share.clamp(0.0, 1.0) * most + 0.5).floor() as u8
}
