//! A heat map of shares, with a shade and a number in each cell.

use super::names::{list, max_extra_height, scene};
use super::panels::along;
use super::thumbnail::{Thumbnail, quarters};
use super::{MarkInfo, NAME, SMALL, clamped, note, text_width};
use crate::scene::{Anchor, Class, Mark, Role, SHADES, Scene, Tint};

/// A measured cell.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatCell {
    /// The share, from 0 to 1.
    pub share: f64,
    /// The share as text.
    pub text: String,
    /// The tooltip and filter.
    pub info: MarkInfo,
}

/// A grid of cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// The name of the grid.
    pub name: String,
    /// The rows' names and their cells, one for each column; `None` if a cell was not measured.
    pub rows: Vec<(String, Vec<Option<HeatCell>>)>,
}

/// A heat map of shares over two variables, in one grid or in several equal ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The accessible name of the chart.
    pub title: String,
    /// The name of the columns' variable.
    pub across: String,
    /// The name of the rows' variable.
    pub down: String,
    /// The columns' names.
    pub columns: Vec<String>,
    /// The grids. A single grid needs no name.
    pub grids: Vec<Grid>,
}

/// The minimum width of a column with room for a number.
const NARROWEST: f64 = 29.0;
/// The maximum width of a cell.
const WIDEST: f64 = 84.0;
/// The maximum height of a cell.
const ROW: f64 = 34.0;
const GAP: f64 = 2.0;
const HEAD: f64 = 24.0;
/// The distance between grids.
const APART: f64 = 26.0;
/// The maximum height of all grids together, if their rows stay legible.
const MAX_HEIGHT: f64 = 430.0;
/// The minimum width of one of several grids.
const SLIMMEST: f64 = 120.0;
/// The minimum height of a row with room for a number.
const LEGIBLE: f64 = 17.0;
/// The height above the cells of one of several grids, with a one-line name.
const NAMED: f64 = 22.0;
/// The height below the cells of one of several grids.
const FOOT: f64 = 28.0;
/// The maximum number of lines of a grid's name.
const LINES: usize = 2;

impl Heat {
    /// Draws the chart at a width. If it has too many columns, rows and columns are exchanged.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        let rows = self.grids.iter().map(|grid| grid.rows.len()).max().unwrap_or(0);
        if self.columns.is_empty() || rows == 0 {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let Some((only, [])) = self.grids.split_first() else { return self.several(width) };
        let is_narrow = self.pitch(f64::from(width)) < NARROWEST && rows < self.columns.len();
        if is_narrow {
            let exchanged = self.exchanged(only);
            return exchanged.single(width);
        }
        self.single(width)
    }

    /// Draws the chart as a thumbnail: the shades of up to four grids.
    pub fn thumbnail(&self, width: u32) -> Scene {
        let mut small = Thumbnail::new(width);
        let frame = small.frame;
        let frames = quarters(self.grids.len(), frame);
        let right = frames.first().map_or(frame.right, |frame| frame.right);
        if let (Some(first), Some(last)) = (self.columns.first(), self.columns.last()) {
            small.ends((frame.left, first), (right, last), right);
        }
        for (frame, grid) in frames.into_iter().zip(&self.grids) {
            let pitch = (frame.right - frame.left) / number(self.columns.len());
            let row = (frame.bottom - frame.top) / number(grid.rows.len()).max(1.0);
            for (down, (_, cells)) in grid.rows.iter().enumerate() {
                for (across, cell) in cells.iter().enumerate() {
                    let Some(field) = cell else { continue };
                    let (left, top) =
                        (frame.left + pitch * number(across), frame.top + row * number(down));
                    let class = Class::tinted(Role::Cell, Tint::Shade(shade(field.share)));
                    let (right, bottom) = (left + pitch - 1.0, top + row - 1.0);
                    small.marks.push(Mark::rect(left, top, right, bottom, class));
                }
            }
        }
        small.scene(&self.title)
    }

    /// Returns the width of the rows' names.
    fn left(&self) -> f64 {
        let rows = self.grids.iter().flat_map(|grid| &grid.rows);
        rows.map(|(name, _)| text_width(name, SMALL)).fold(0.0, f64::max) + 10.0
    }

    /// Returns the width of a column in a single grid.
    fn pitch(&self, width: f64) -> f64 {
        ((width - self.left()) / number(self.columns.len())).min(WIDEST)
    }

    fn exchanged(&self, only: &Grid) -> Self {
        let cells = |at: usize| {
            only.rows.iter().map(|(_, cells)| cells.get(at).cloned().flatten()).collect()
        };
        let rows = self.columns.iter().enumerate().map(|(at, name)| (name.clone(), cells(at)));
        Self {
            title: self.title.clone(),
            across: self.down.clone(),
            down: self.across.clone(),
            columns: only.rows.iter().map(|(name, _)| name.clone()).collect(),
            grids: vec![Grid { name: String::new(), rows: rows.collect() }],
        }
    }

    fn single(&self, width: u32) -> Scene {
        let label = Class::of(Role::Label);
        let mut root = vec![Mark::text((0.0, 13.0), Anchor::Start, &self.down, label)];
        let (left, pitch) = (self.left(), self.pitch(f64::from(width)));
        let rows = self.grids.first().map_or(&[][..], |grid| &grid.rows);
        let height = ROW.min((MAX_HEIGHT - 60.0) / number(rows.len()).max(1.0)).max(LEGIBLE);
        let place = Place { left, top: HEAD, pitch, row: height };
        root.extend(place.cells(rows, true));
        let bottom = HEAD + height * number(rows.len());
        root.extend(place.names(&self.columns, bottom));
        let middle = left + pitch * number(self.columns.len()) / 2.0;
        root.push(Mark::text((middle, bottom + 35.0), Anchor::Middle, &self.across, label));
        scene(&self.title, width, bottom + 44.0, root)
    }

    /// Draws several grids next to and below each other. Row names are next to the leftmost grids
    /// only.
    fn several(&self, width: u32) -> Scene {
        let all = f64::from(width);
        let left = self.left();
        let label = Class::of(Role::Label);
        let mut root = vec![Mark::text((0.0, 13.0), Anchor::Start, &self.down, label)];
        let columns = number(self.columns.len());
        let pitch = |per_row: usize| {
            (((all - left + APART) / number(per_row) - APART) / columns).min(WIDEST)
        };
        let count = self.grids.len();
        let most = self.grids.iter().map(|grid| grid.rows.len()).max().unwrap_or(1);
        let height = |per_row: &usize| {
            number(count.div_ceil(*per_row)) * (NAMED + LEGIBLE * number(most) + FOOT)
        };
        // Each row has as many grids as leave room for the numbers in cells. If the chart would
        // then be too high, each row has more grids, without numbers.
        let has_numbers = |per_row: &usize| pitch(*per_row) >= NARROWEST;
        let is_wide = |per_row: &usize| pitch(*per_row) * columns >= SLIMMEST;
        let widest = (1..=count).rev().find(has_numbers).unwrap_or(1);
        let wider =
            (widest..=count).take_while(is_wide).find(|per_row| height(per_row) <= MAX_HEIGHT);
        let down = count.div_ceil(wider.unwrap_or(widest));
        let per_row = count.div_ceil(down);
        let pitch = pitch(per_row);
        let names: Vec<&str> = self.grids.iter().map(|grid| grid.name.as_str()).collect();
        let names = list(&names, NAME, pitch * columns, LINES);
        let head = NAMED + max_extra_height(&names);
        let height = MAX_HEIGHT / number(down) - head - FOOT;
        let row = (height / number(most)).clamp(LEGIBLE, ROW);
        for (at, (grid, name)) in self.grids.iter().zip(&names).enumerate() {
            let left = left + (pitch * columns + APART) * number(at % per_row);
            let top = 20.0 + (head + row * number(most) + FOOT) * number(at / per_row) + head;
            let place = Place { left, top, pitch, row };
            let at_name = (left, top - 7.0 - name.extra_height());
            root.extend(name.marks(at_name, Anchor::Start, Class::of(Role::Row)));
            root.extend(place.cells(&grid.rows, at % per_row == 0));
            root.extend(place.names(&self.columns, top + row * number(grid.rows.len())));
        }
        let bottom = 20.0 + (head + row * number(most) + FOOT) * number(down);
        let middle = left.midpoint(left + (pitch * columns + APART) * number(per_row) - APART);
        root.push(Mark::text((middle, bottom + 6.0), Anchor::Middle, &self.across, label));
        scene(&self.title, width, bottom + 16.0, root)
    }
}

/// The position of a grid's cells.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    /// The width of a column.
    pitch: f64,
    /// The height of a row.
    row: f64,
}

impl Place {
    fn column(self, column: usize) -> f64 {
        self.left + self.pitch * number(column)
    }

    fn cells(self, rows: &[(String, Vec<Option<HeatCell>>)], is_named: bool) -> Vec<Mark> {
        let mut marks = Vec::new();
        let mut y = self.top;
        for (name, cells) in rows {
            let middle = y + self.row / 2.0 + 4.0;
            if is_named {
                let at = (self.left - 8.0, middle);
                marks.push(Mark::text(at, Anchor::End, name, Class::of(Role::Tick)));
            }
            for (column, cell) in cells.iter().enumerate() {
                let right = self.column(column) + self.pitch - GAP;
                let edges = [self.column(column), y, right, y + self.row - GAP];
                marks.push(draw_cell(cell.as_ref(), edges, middle));
            }
            y += self.row;
        }
        marks
    }

    /// Draws the columns' names below the cells.
    fn names(self, columns: &[String], bottom: f64) -> Vec<Mark> {
        let middle = |at: usize| self.column(at) + (self.pitch - GAP) / 2.0;
        let names = columns.iter().enumerate().map(|(at, name)| (middle(at), name.as_str()));
        along(&names.collect::<Vec<_>>(), bottom - 3.0)
    }
}

/// Draws a cell (left, top, right, bottom), or a dot for a cell that was not measured.
fn draw_cell(cell: Option<&HeatCell>, [left, top, right, bottom]: [f64; 4], base: f64) -> Mark {
    let middle = (left.midpoint(right), base);
    let Some(field) = cell else {
        return Mark::text(middle, Anchor::Middle, "·", Class::of(Role::Tick));
    };
    let tint = Tint::Shade(shade(field.share));
    let mut marks = vec![Mark::rect(left, top, right, bottom, Class::tinted(Role::Cell, tint))];
    if text_width(&field.text, SMALL) * 0.9 <= right - left {
        let class = Class::tinted(Role::CellValue, tint);
        marks.push(Mark::text(middle, Anchor::Middle, &field.text, class));
    }
    let target = Mark::rect(left, top, right, bottom, Class::of(Role::Target));
    marks.push(target.info(&field.info.title, &field.info.filter));
    Mark::group(marks)
}

/// Returns the shade of a share.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10")]
fn shade(share: f64) -> u8 {
    let most = f64::from(SHADES - 1);
    (share.clamp(0.0, 1.0) * most + 0.5).floor() as u8
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
