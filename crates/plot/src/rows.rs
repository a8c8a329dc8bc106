//! Dependency arcs in rows that fill a frame: a picture of a given size for a procedure of any
//! length.

/// The number of values from which marks are bars and only a few values are named.
const DENSE: u16 = 150;
/// The maximum number of values in a row, and in a row of bars.
const COLUMNS: [u16; 2] = [40, 110];
/// The maximum distance between two values.
const WIDEST: u32 = 84;
/// The height for the label above an arc.
const LABEL: u32 = 18;
/// The height for the names below the marks.
const NAMES: u32 = 18;
/// The height between two rows.
const BETWEEN: u32 = 6;
/// The minimum height of a row with room for labels above arcs.
const LABELLED: u32 = 84;

/// A rectangle within a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Its left edge.
    pub left: u32,
    /// Its upper edge.
    pub top: u32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
}

/// The positions of a procedure's values, in rows of equal length below each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// The distance between two values.
    pub gap: u32,
    /// Half the width and half the height of a mark.
    pub half: (u32, u32),
    /// True if marks are bars, too narrow for a sign and a name each.
    pub is_dense: bool,
    /// True if there is room for labels above arcs.
    pub is_labelled: bool,
    is_single: bool,
    columns: u16,
    left: u32,
    /// The vertical position of the first row's axis.
    axis: u32,
    /// The distance from one axis to the next.
    row: u32,
    rise: Rise,
}

/// The height of arcs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Rise {
    gap: u32,
    /// The look-back whose arcs must fit.
    reach: u32,
    highest: u32,
}

impl Rise {
    fn over(self, distance: u16) -> u32 {
        let distance = u32::from(distance);
        let fair = distance * self.highest.saturating_sub(4) / self.reach;
        (4 + fair.clamp(distance * self.gap / 4, distance * self.gap * 3 / 4)).min(self.highest)
    }
}

impl Rows {
    /// Lays out the values up to `last` within a frame. `reach` is the look-back, and `links` are
    /// all arcs, from value to value.
    pub fn new(last: u16, reach: u8, links: &[(u16, u16)], frame: Frame) -> Self {
        let is_dense = last >= DENSE;
        let rows = last.max(1).div_ceil(COLUMNS[usize::from(is_dense)]);
        let fewest = last.max(1).div_ceil(rows);
        let gap = (frame.width / u32::from(fewest)).clamp(4, WIDEST);
        // Because the gap is rounded down to whole units, there may be room for more columns.
        let columns = u16::try_from(frame.width / gap).unwrap_or(fewest).clamp(fewest, last.max(1));
        let room = frame.height / u32::from(rows);
        let half = if is_dense {
            ((gap / 2).saturating_sub(2).max(2), (room / 9).clamp(6, 12))
        } else {
            let half = (gap / 2).saturating_sub(3).min(13);
            (half, half)
        };
        let is_labelled = room >= LABELLED;
        let label = if is_labelled { LABEL } else { 0 };
        let rest = label + 2 * half.1 + NAMES + BETWEEN;
        let highest = room.saturating_sub(rest).max(4);
        let rise = Rise { gap, reach: u32::from(reach).max(1), highest };
        // Height that no arc needs stays empty above and below all rows.
        let used = links.iter().map(|(from, to)| rise.over(from.abs_diff(*to))).max();
        let used = used.unwrap_or(4);
        let row = rest + used;
        let free = frame.height.saturating_sub(row * u32::from(rows));
        let wide = gap * u32::from(columns);
        Self {
            gap,
            half,
            is_dense,
            is_labelled,
            is_single: rows == 1,
            columns,
            left: frame.left + frame.width.saturating_sub(wide) / 2,
            axis: frame.top + free / 2 + label + used + half.1,
            row,
            rise,
        }
    }

    /// Returns the position of a value: horizontally, and the vertical position of its axis.
    pub fn place(&self, number: u16) -> (u32, u32) {
        let column = (number - 1) % self.columns;
        let x = self.left + self.gap / 2 + self.gap * u32::from(column);
        (x, self.axis + self.row * u32::from(self.row_of(number)))
    }

    /// Returns the row of a value, from 0.
    pub const fn row_of(&self, number: u16) -> u16 {
        (number - 1) / self.columns
    }

    /// Returns the left and the right edge of all rows.
    pub fn edges(&self) -> (u32, u32) {
        (self.left, self.left + self.gap * u32::from(self.columns))
    }

    /// Returns the start, the end and the vertical position of each row's axis, for values up to
    /// `last`.
    pub fn axes(&self, last: u16) -> Vec<(u32, u32, u32)> {
        let firsts = (1..=last).step_by(usize::from(self.columns));
        let axis = |first: u16| {
            let (begin, y) = self.place(first);
            (begin, self.place(last.min(first + self.columns - 1)).0, y)
        };
        firsts.map(axis).collect()
    }

    /// Returns whether the eye can easily follow an arc. In a single row it can follow every arc;
    /// in several rows, arcs no longer than half a row.
    pub const fn is_near(&self, from: u16, to: u16) -> bool {
        self.is_single || from.abs_diff(to) <= self.columns / 2
    }

    /// Returns the path of an arc, or of a line along the axis between neighbours. Between values
    /// in different rows, the path has two parts: from the first value to the edge of its row, and
    /// from the edge to the second value.
    pub fn path(&self, from: u16, to: u16) -> String {
        let (from, to) = (from.min(to), from.max(to));
        let (begin, end) = (self.spring(from), self.spring(to));
        if to - from == 1 && begin.1 == end.1 {
            let (x, y) = self.place(from);
            return format!("M{x} {y}H{}", end.0);
        }
        let across = self.gap * u32::from(to - from) / 2;
        let up = self.rise.over(to - from);
        if begin.1 == end.1 {
            return format!("M{} {}A{across} {up} 0 0 1 {} {}", begin.0, begin.1, end.0, end.1);
        }
        let (left, right) = self.edges();
        let leaves = begin.1 - height(across, up, right - begin.0);
        let enters = end.1 - height(across, up, end.0 - left);
        format!(
            "M{} {}A{across} {up} 0 0 1 {right} {leaves}M{left} {enters}A{across} {up} 0 0 1 {} {}",
            begin.0, begin.1, end.0, end.1
        )
    }

    /// Returns the top of an arc. If the arc joins two rows, returns the top of its part in the
    /// later row.
    pub fn top(&self, from: u16, to: u16) -> (u32, u32) {
        let (begin, end) = (self.spring(from.min(to)), self.spring(from.max(to)));
        let up = self.rise.over(from.abs_diff(to));
        if begin.1 == end.1 {
            return (begin.0.midpoint(end.0), begin.1 - up);
        }
        let across = self.gap * u32::from(from.abs_diff(to)) / 2;
        let length = (end.0 - self.left).min(across);
        (end.0 - length, end.1 - height(across, up, length))
    }

    /// Returns the starting point of arcs at a value: the top of its mark.
    fn spring(&self, number: u16) -> (u32, u32) {
        let (x, axis) = self.place(number);
        (x, axis - self.half.1)
    }
}

/// Returns the height of a half-ellipse at a distance `near` from one of its ends. The half-ellipse
/// is `2 * across` wide and `up` high.
fn height(across: u32, up: u32, near: u32) -> u32 {
    let aside = across.abs_diff(near).min(across);
    (across * across - aside * aside).isqrt() * up / across.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 56, top: 200, width: 1_088, height: 330 };

    fn chain(last: u16) -> Vec<(u16, u16)> {
        (2..=last).flat_map(|to| [(to - 1, to), (to.saturating_sub(5).max(1), to)]).collect()
    }

    #[test]
    fn values_are_inside_the_frame_and_apart() {
        for last in [3, 7, 27, 40, 41, 97, 149, 150, 302, 502] {
            let rows = Rows::new(last, 5, &chain(last), FRAME);
            let places: Vec<(u32, u32)> = (1..=last).map(|number| rows.place(number)).collect();
            for (x, y) in &places {
                assert!((FRAME.left..=FRAME.left + FRAME.width).contains(x), "{last}: {x}");
                assert!(
                    *y >= FRAME.top + 4 && y + NAMES <= FRAME.top + FRAME.height,
                    "{last}: {y}"
                );
            }
            assert!(places.is_sorted_by_key(|(x, y)| (*y, *x)));
            assert!(2 * rows.half.0 < rows.gap, "marks touch at {last} values");
            assert_eq!(
                rows.row_of(40.min(last)) == 0,
                rows.place(1).1 == rows.place(40.min(last)).1
            );
        }
        assert_eq!(Rows::new(40, 5, &[], FRAME).row_of(40), 0);
        assert_eq!(Rows::new(41, 5, &[], FRAME).row_of(41), 1);
        assert!(!Rows::new(149, 5, &[], FRAME).is_dense && Rows::new(150, 5, &[], FRAME).is_dense);
    }

    #[test]
    fn arcs_stay_in_the_frame_and_split_at_the_end_of_a_row() {
        for last in [27, 97, 502] {
            let rows = Rows::new(last, 5, &chain(last), FRAME);
            for (from, to) in chain(last) {
                let (_, top) = rows.top(from, to);
                assert!(top >= FRAME.top && top <= rows.place(to).1, "{from} to {to}: {top}");
                let stubs = rows.path(from, to).matches('M').count();
                assert_eq!(stubs == 2, rows.row_of(from) != rows.row_of(to));
            }
        }
        let rows = Rows::new(97, 5, &chain(97), FRAME);
        assert!(rows.is_near(30, 36) && !rows.is_near(1, 20));
        assert!(Rows::new(40, 5, &[], FRAME).is_near(1, 40));
        assert_eq!(rows.path(4, 9), rows.path(9, 4));
    }

    #[test]
    fn an_ellipse_is_highest_in_its_middle() {
        assert_eq!([0, 50, 100].map(|near| height(50, 40, near)), [0, 40, 0]);
        assert_eq!(height(50, 40, 20), 32);
    }
}
