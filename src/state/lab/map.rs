//! Draws a map as SVG paths: one row per line of the transcript, one column per earlier line.

use stepfall_link::MapOf;

use super::{Column, FIRST, LabRun, View};

/// The number of shades of a visible cell.
const SHADES: usize = 10;
/// The share with the strongest shade.
const FULL: f32 = 0.5;
/// The smallest drawn share if the strongest shade is at [`FULL`]. At another strongest share, the
/// limit is in proportion: 2 % of it.
const MIN_SHARE: f32 = 0.01;
/// The smallest change of shares that may have the strongest shade. This limit keeps a map of
/// changes from magnifying noise. A map of unchanged rows has no such limit.
const FULL_CHANGE: f32 = 0.05;
/// The left margin, for the names of rows, in CSS pixels, like all lengths below.
const LEFT: f32 = 38.0;
/// The right margin, for the notes next to rows.
const RIGHT: f32 = 104.0;
/// The minimum width of a map with notes.
const ROOMY: u32 = 520;
/// The top margin, for the names of columns.
const TOP: f32 = 40.0;
/// The gap between the columns of the prompt and those of the trace.
const GAP: f32 = 8.0;
/// The maximum height of a row.
const TALL: f32 = 19.0;
/// The minimum height of a row.
const LOW: f32 = 5.0;
/// The height that all rows may take. Rows of a longer map are lower, down to [`LOW`].
const ROOM: f32 = 460.0;
/// The width of a column name.
const NAME: f32 = 30.0;
/// The height of a row name.
const LINE_HEIGHT: f32 = 13.0;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct MapRow {
    /// The number of the row's line, counted from 0.
    pub(crate) line: usize,
    pub(crate) top: f32,
    pub(crate) height: f32,
    /// The name of the row; `None` if there is no room.
    pub(crate) name: Option<String>,
    /// True if this is the first row with an error.
    pub(crate) is_first_error: bool,
}

/// A drawn map. All lengths are in CSS pixels.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct MapPicture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The cells of each shade as one path, the palest shade first.
    pub(crate) cells: Vec<String>,
    /// The cells with a negative value, of each shade as one path. Only a map of changes has such
    /// cells.
    pub(crate) less: Vec<String>,
    /// The path of the frames around the cells that each line needs.
    pub(crate) needed: String,
    /// The path of the frame around one cell in the row of the first error: the unneeded cell with
    /// the largest share. Empty if there is no error or no unneeded cell, and in a map of changes.
    pub(crate) unneeded: String,
    pub(crate) rows: Vec<MapRow>,
    /// The names of the columns, each with the horizontal position of its middle.
    pub(crate) columns: Vec<(f32, String)>,
    /// The horizontal middles of the prompt columns and of the trace columns.
    pub(crate) parts: [f32; 2],
    /// The horizontal start of the notes next to rows; `None` if there is no room.
    pub(crate) beside: Option<f32>,
    left: f32,
    right: f32,
}

impl LabRun {
    /// Returns the line with the first error, and the unneeded column with the largest share in its
    /// row.
    fn unneeded(&self, view: View) -> Option<(usize, Column)> {
        let (line, _) = self.first_error()?;
        let needed = self.needed_columns(line);
        let current = Column::Trace(u16::try_from(line).ok()?.checked_add(FIRST)?);
        let others = self.row(line, view).into_iter().filter(|(column, _)| {
            matches!(column, Column::Prompt(_) | Column::Trace(_))
                && *column != current
                && !needed.contains(column)
        });
        let most = others.reduce(|most, cell| if cell.1 > most.1 { cell } else { most });
        most.map(|(column, _)| (line, column))
    }

    /// Returns the row of a line minus the row of the same line in another transcript of the item.
    /// The result is empty if the other transcript lacks the line. It is also empty if the texts
    /// before the line differ, because then the rows are not comparable.
    fn change(&self, before: &Self, line: usize, view: View) -> Vec<(Column, f32)> {
        let [current_text, other_text] = [self, before].map(|run| {
            let lines = run.lines.iter().take(line).flat_map(|line| &line.tokens);
            lines.map(|token| token.text.as_str())
        });
        let (current, other) = (self.row(line, view), before.row(line, view));
        if other.is_empty() || !current_text.eq(other_text) {
            return Vec::new();
        }
        let pairs = current.into_iter().zip(other);
        pairs.map(|((column, current), (_, other))| (column, current - other)).collect()
    }

    /// Returns the largest change of a cell compared with another transcript: line, column and
    /// change.
    pub(crate) fn largest_change(&self, before: &Self, view: View) -> Option<(usize, Column, f32)> {
        let lines = 0..self.trace_lines().min(self.item.steps.len());
        let cells = lines.flat_map(|line| {
            let row = self.change(before, line, view);
            row.into_iter().map(move |(column, change)| (line, column, change))
        });
        cells.reduce(|most, cell| if cell.2.abs() > most.2.abs() { cell } else { most })
    }
}

impl MapPicture {
    /// Draws the map of the first `lines` lines of a transcript.
    pub(crate) fn new(run: &LabRun, view: View, width: u32, lines: usize) -> Self {
        let most = Self::most(run, view, lines);
        Self::from_rows(run, |line| run.row(line, view), most, run.unneeded(view), width, lines)
    }

    /// Draws the map of changes between two transcripts of an item: each row of `run` minus the row
    /// of the same line in `before`.
    pub(crate) fn of_change(
        run: &LabRun,
        before: &LabRun,
        view: View,
        width: u32,
        lines: usize,
    ) -> Self {
        let change = run.largest_change(before, view).map_or(0.0, |(.., change)| change.abs());
        let least = if view.is_plain { f32::MIN_POSITIVE } else { FULL_CHANGE };
        let row = |line| run.change(before, line, view);
        Self::from_rows(run, row, change.max(least), None, width, lines)
    }

    /// Draws a map from the values of rows. The value `most` has the strongest shade. `unneeded` is
    /// the cell with an error frame, if there is one.
    fn from_rows(
        run: &LabRun,
        row_of: impl Fn(usize) -> Vec<(Column, f32)>,
        most: f32,
        unneeded: Option<(usize, Column)>,
        width: u32,
        lines: usize,
    ) -> Self {
        let values = u16::try_from(run.item.values.len()).unwrap_or(u16::MAX);
        let steps = u16::try_from(run.item.steps.len()).unwrap_or(u16::MAX);
        if steps == 0 {
            return Self::default();
        }
        let is_roomy = width >= ROOMY;
        let full = f32::from(u16::try_from(width).unwrap_or(u16::MAX));
        let right = if is_roomy { full - RIGHT } else { full - 2.0 };
        // The first column is `Column::Frame`; the prompt lines and the trace lines follow.
        let count = 1 + values + steps;
        let cell = (right - LEFT - GAP) / f32::from(count);
        let tall = (ROOM / f32::from(steps + 1)).clamp(LOW, TALL);
        let place = |column: Column| match column {
            Column::Frame => LEFT,
            Column::Prompt(number) => LEFT + cell * f32::from(number),
            Column::Trace(number) => {
                LEFT + GAP + cell * f32::from(1 + values + number.saturating_sub(FIRST))
            }
            Column::Summary => right,
        };
        let first_error = run.first_error().map(|(line, _)| line);
        let mut picture = Self {
            width,
            cells: vec![String::new(); SHADES],
            less: vec![String::new(); SHADES],
            left: LEFT,
            right,
            parts: [
                LEFT + cell * f32::from(1 + values) / 2.0,
                place(Column::Trace(FIRST)).midpoint(right),
            ],
            beside: is_roomy.then_some(right + 8.0),
            ..Self::default()
        };
        let each_row = rounded_up(LINE_HEIGHT / tall);
        for line in 0..run.trace_lines().min(lines).min(usize::from(steps)) {
            let at = f32::from(u16::try_from(line).unwrap_or(u16::MAX));
            let top = TOP + tall * at;
            for (column, value) in row_of(line) {
                let shade = shade(value.abs(), most);
                if shade > 0 && column != Column::Summary {
                    let cells = if value < 0.0 { &mut picture.less } else { &mut picture.cells };
                    cells[shade - 1].push_str(&cell_path(place(column), top, cell, tall));
                }
            }
            for column in run.needed_columns(line) {
                picture.needed.push_str(&cell_path(place(column), top, cell, tall));
            }
            if let Some((_, column)) = unneeded.filter(|(at, _)| *at == line) {
                picture.unneeded.push_str(&cell_path(place(column), top, cell, tall));
            }
            let is_first_error = first_error == Some(line);
            picture.rows.push(MapRow {
                line,
                top,
                height: tall,
                name: (line.is_multiple_of(each_row) || is_first_error)
                    .then(|| run.name_of(line).unwrap_or("?").to_owned()),
                is_first_error,
            });
        }
        picture.height =
            u32::try_from(rounded_up(TOP + tall * f32::from(steps) + 6.0)).unwrap_or(0);
        let each_column = rounded_up(NAME / cell);
        let named = |number: u16| usize::from(number - 1).is_multiple_of(each_column);
        let prompt = (1..=values).filter(|number| named(*number)).map(Column::Prompt);
        let trace = (FIRST..FIRST + steps)
            .filter(|number| usize::from(*number - FIRST).is_multiple_of(each_column))
            .map(Column::Trace);
        picture.columns = prompt
            .chain(trace)
            .map(|column| {
                let name = match column {
                    Column::Prompt(number) => format!("S{number}"),
                    Column::Trace(number) => column_name(run, number),
                    Column::Frame | Column::Summary => String::new(),
                };
                (place(column) + cell / 2.0, name)
            })
            .collect();
        picture
    }

    /// Returns the value that has the strongest shade.
    fn most(run: &LabRun, view: View, lines: usize) -> f32 {
        if !view.is_plain || view.of == MapOf::Attention {
            return FULL;
        }
        let rows = (0..run.trace_lines().min(lines)).flat_map(|line| run.row(line, view));
        rows.map(|(_, value)| value).fold(f32::MIN_POSITIVE, f32::max)
    }

    /// Returns the frame around a whole row: x, y, width, height.
    pub(crate) fn frame(&self, row: &MapRow) -> [f32; 4] {
        [self.left - 2.0, row.top - 1.0, self.right - self.left + 4.0, row.height + 2.0]
    }
}

/// Returns the name of a trace column: the start of its line, or the due value if the line is
/// missing.
fn column_name(run: &LabRun, number: u16) -> String {
    let line = usize::from(number.saturating_sub(FIRST));
    if line < run.trace_lines() {
        run.name_of(line).unwrap_or("?").to_owned()
    } else {
        format!("S{number}")
    }
}

/// Returns the shade of a share, from 1 to [`SHADES`]; 0 if the share is too small to be visible.
/// `most` has the strongest shade.
fn shade(share: f32, most: f32) -> usize {
    if share < MIN_SHARE * most / FULL {
        return 0;
    }
    // The square root makes small shares easier to distinguish.
    let part = (share / most).clamp(0.0, 1.0).sqrt();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the value is from 0 to the number of shades"
    )]
    let place = (part * SHADES as f32 + 0.5) as usize;
    place.min(SHADES)
}

/// Rounds up to a whole number, at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are small")]
fn rounded_up(size: f32) -> usize {
    (size.ceil() as usize).max(1)
}

/// Formats a length with one decimal; negative lengths become 0. The function formats integers,
/// because formatting floats would add more code than all the drawing in this file.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are small")]
pub(crate) fn tenths(length: f32) -> String {
    let units = (length.max(0.0) * 10.0 + 0.5) as u32;
    format!("{}.{}", units / 10, units % 10)
}

/// Returns the path of a cell, slightly smaller than its area so that there is a gap between cells.
fn cell_path(x: f32, y: f32, width: f32, height: f32) -> String {
    let gap = if width > 6.0 && height > 6.0 { 1.0 } else { 0.3 };
    let (width, height) = (width - gap, height - gap);
    let [x, y, width, height] = [x, y, width, height].map(tenths);
    format!("M{x} {y}h{width}v{height}h-{width}z")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{VIEW, run};
    use super::*;

    #[test]
    fn a_map_has_a_row_per_step_and_frames_around_needed_cells() {
        let run = run("#/lab?v=2&steps=12&seed=1");
        let map = MapPicture::new(&run, VIEW, 580, usize::MAX);
        assert_eq!(map.rows.len(), 12);
        let frames = map.needed.matches('M').count();
        let needed: usize = (0..12).map(|line| run.needed_columns(line).len()).sum();
        assert_eq!(frames, needed);
        assert!(map.cells.iter().any(|path| !path.is_empty()));
        assert!(map.unneeded.is_empty() && map.beside.is_some());
        assert_eq!(map.rows[0].name.as_deref(), Some("S3"));
        let half = MapPicture::new(&run, VIEW, 580, 6);
        assert_eq!((half.rows.len(), half.height), (6, map.height));
    }

    #[test]
    fn the_first_error_frames_the_largest_unneeded_cell() {
        let run = run("#/lab?v=2&steps=30&seed=1");
        let map = MapPicture::new(&run, VIEW, 340, usize::MAX);
        assert_eq!(map.unneeded.matches('M').count(), 1);
        assert_eq!(map.rows.iter().filter(|row| row.is_first_error).count(), 1);
        assert_eq!(map.beside, None);
        let (first, _) = run.first_error().expect("the run has an error");
        let needed: usize = (0..=first).map(|line| run.needed_columns(line).len()).sum();
        assert_eq!(map.needed.matches('M').count(), needed);
        // Rows and columns are named after the start of their lines.
        let roomy = MapPicture::new(&run, VIEW, 4000, usize::MAX);
        let names = |line: usize| run.name_of(line).unwrap_or("?").to_owned();
        for (line, row) in roomy.rows.iter().enumerate() {
            assert!(row.name.as_ref().is_none_or(|name| *name == names(line)), "line {line}");
            assert_eq!(roomy.columns[32 + line].1, names(line));
        }
    }

    #[test]
    fn a_map_of_changes_has_increases_and_decreases_on_equal_texts() {
        let before = run("#/lab?v=2&steps=16&seed=24");
        let after = run("#/lab?v=2&steps=16&seed=24&flow=bridge:0.3:1");
        let map = MapPicture::of_change(&after, &before, VIEW, 580, usize::MAX);
        let marks = |paths: &[String]| -> usize {
            paths.iter().map(|path| path.matches('M').count()).sum()
        };
        let (more, less) = (marks(&map.cells), marks(&map.less));
        assert!(more > 0 && less > 0, "{more} more, {less} less");
        // The texts diverge within line 14, so line 15 has no comparable row.
        assert!(!after.change(&before, 14, VIEW).is_empty());
        assert_eq!(after.change(&before, 15, VIEW), []);
        // A transcript has no changes compared with itself.
        let none = MapPicture::of_change(&after, &after, VIEW, 580, usize::MAX);
        assert_eq!(marks(&none.cells) + marks(&none.less), 0);
        assert_eq!((none.rows.len(), none.needed), (16, map.needed));
    }

    #[test]
    fn the_longest_map_fits_its_size_limits() {
        let run = run("#/lab?v=2&steps=126&seed=1");
        let map =
            MapPicture::new(&run, View { layer: Some(4), is_plain: true, ..VIEW }, 340, usize::MAX);
        assert!(map.height < 800, "{}", map.height);
        let paths: usize = map.cells.iter().map(String::len).sum();
        assert!(paths < 2_000_000, "{paths}");
    }
}
