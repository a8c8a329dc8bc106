//! Several quantities of the same things: a column of bars for each.

use super::{NAME, ROOMY, SMALL, Told, clamped, fitted, note, whole, wide};
use crate::scene::{Anchor, Class, Mark, Role, Scene, Tint};

/// One quantity of one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantity {
    /// How long its bar is, from 0 to 1; nothing where there is no number.
    pub share: Option<f64>,
    /// The number in words.
    pub text: String,
    /// What it says.
    pub told: Told,
}

/// A quantity, of every thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// What it is, with its unit.
    pub label: String,
    /// One for each thing.
    pub quantities: Vec<Quantity>,
}

/// Columns of bars.
#[derive(Debug, Clone, PartialEq)]
pub struct Bars {
    /// What the chart is, for those who do not see it.
    pub title: String,
    /// The things: their names and colours.
    pub rows: Vec<(String, Tint)>,
    /// The quantities.
    pub columns: Vec<Column>,
}

/// The narrowest column.
const NARROWEST: f64 = 132.0;
const GAP: f64 = 26.0;
const ROW: f64 = 26.0;
const HEAD: f64 = 24.0;

/// Where a column of bars stands.
#[derive(Clone, Copy)]
struct Place {
    left: f64,
    top: f64,
    width: f64,
}

impl Bars {
    /// The chart at a width: columns beside each other where there is room, else below each other.
    pub fn scene(&self, width: u32) -> Scene {
        let width = clamped(width);
        if self.rows.is_empty() || self.columns.is_empty() {
            return note(&self.title, "There is nothing to draw.", width);
        }
        let all = f64::from(width);
        let most = if width >= ROOMY { 0.34 } else { 0.42 };
        let labels = self.rows.iter().map(|(name, _)| wide(name, NAME)).fold(0.0, f64::max) + 16.0;
        let labels = labels.min(all * most);
        let height = HEAD + ROW * u32::try_from(self.rows.len()).map_or(0.0, f64::from);
        let (beside, each) = self.grid(all - labels);
        let mut root = Vec::new();
        let mut top = 0.0;
        for columns in self.columns.chunks(beside) {
            root.push(Mark::group(self.names(top, labels)));
            let mut left = labels;
            for column in columns {
                root.push(self.column(column, Place { left, top, width: each }));
                left += each + GAP;
            }
            top += height + 16.0;
        }
        Scene { title: self.title.clone(), width, height: whole(top - 12.0), root }
    }

    /// How many columns stand beside each other in a width, in rows as equal as can be, and how wide each is.
    fn grid(&self, room: f64) -> (usize, f64) {
        let width = |beside: usize| {
            let count = u32::try_from(beside).map_or(1.0, f64::from);
            (room + GAP) / count - GAP
        };
        let fits = |beside: &usize| width(*beside) >= NARROWEST;
        let most = (1..=self.columns.len()).rev().find(fits).unwrap_or(1);
        let beside = self.columns.len().div_ceil(self.columns.len().div_ceil(most));
        (beside, width(beside).min(300.0))
    }

    fn names(&self, top: f64, room: f64) -> Vec<Mark> {
        let mut y = top + HEAD;
        let mut marks = Vec::new();
        for (name, _) in &self.rows {
            let text = fitted(name, NAME, room - 12.0);
            let at = (0.0, y + ROW / 2.0 + 4.5);
            marks.push(Mark::text(at, Anchor::Start, text, Class::of(Role::Row)));
            y += ROW;
        }
        marks
    }

    fn column(&self, column: &Column, place: Place) -> Mark {
        let texts = column.quantities.iter().map(|quantity| wide(&quantity.text, SMALL));
        let longest = (place.width - texts.fold(0.0, f64::max) - 7.0).max(8.0);
        let label = fitted(&column.label, SMALL, place.width);
        let at = (place.left, place.top + 14.0);
        let mut marks = vec![Mark::text(at, Anchor::Start, label, Class::of(Role::Label))];
        let left = place.left;
        let mut y = place.top + HEAD;
        for (quantity, (_, tint)) in column.quantities.iter().zip(&self.rows) {
            let length = quantity.share.unwrap_or(0.0).clamp(0.0, 1.0) * longest;
            if quantity.share.is_some() {
                let class = Class::tinted(Role::Bar, *tint);
                let right = left + length.max(1.0);
                marks.push(Mark::rect(left, y + 6.0, right, y + ROW - 6.0, class));
            }
            let at = (left + length + 6.0, y + ROW / 2.0 + 4.0);
            marks.push(Mark::text(at, Anchor::Start, &quantity.text, Class::of(Role::Value)));
            let target = Mark::rect(left, y, left + place.width, y + ROW, Class::of(Role::Target));
            marks.push(target.told(&quantity.told.title, &quantity.told.data));
            y += ROW;
        }
        let axis = ((left, place.top + HEAD), (left, y));
        marks.push(Mark::line(axis.0, axis.1, Class::of(Role::Axis)));
        Mark::group(marks)
    }
}
