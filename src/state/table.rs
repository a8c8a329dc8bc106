//! The rows of the table of steps.

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TableRow {
    /// The value at this position.
    Value(usize),
    /// The values from the first position to the second, both included, folded to one row.
    Fold(usize, usize),
    /// The answer.
    Answer,
}

/// The number of values shown before an error.
const BEFORE: usize = 2;
/// The number of values shown after an error.
const AFTER: usize = 3;
/// The minimum number of folded values; fewer would save at most one row.
const MIN_FOLDED: usize = 3;

/// Returns a row for each value from position `first` on.
pub(crate) fn all_rows(first: usize, count: usize) -> Vec<TableRow> {
    (first..count).map(TableRow::Value).collect()
}

/// Returns the rows around errors. Ranges of other values are folded, unless they are shorter than
/// [`MIN_FOLDED`]. `unfolded` lists the first position of each range that the user has unfolded.
pub(crate) fn rows_around(
    first: usize,
    count: usize,
    errors: &[u16],
    unfolded: &[usize],
) -> Vec<TableRow> {
    let is_near = |at: usize| {
        errors.iter().any(|number| {
            let error = usize::from(*number).saturating_sub(1);
            (error.saturating_sub(BEFORE)..=error + AFTER).contains(&at)
        })
    };
    let mut rows = Vec::new();
    let mut at = first;
    while at < count {
        let end = (at..count).find(|at| is_near(*at)).unwrap_or(count);
        if end - at >= MIN_FOLDED && !unfolded.contains(&at) {
            rows.push(TableRow::Fold(at, end - 1));
        } else {
            rows.extend((at..end).map(TableRow::Value));
        }
        at = (end..count).find(|at| !is_near(*at)).unwrap_or(count);
        rows.extend((end..at).map(TableRow::Value));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use TableRow::{Fold, Value};

    #[test]
    fn stretches_between_errors_are_folded() {
        // Values 11, 13 and 30 have errors. Value 30 is the last value.
        let rows = rows_around(0, 30, &[11, 13, 30], &[]);
        let near: Vec<TableRow> = (8..=15).map(Value).collect();
        let expected =
            [vec![Fold(0, 7)], near.clone(), vec![Fold(16, 26)], (27..30).map(Value).collect()];
        assert_eq!(rows, expected.concat());
        let unfolded = rows_around(0, 30, &[11, 13, 30], &[16]);
        let expected = [vec![Fold(0, 7)], near, (16..30).map(Value).collect()];
        assert_eq!(unfolded, expected.concat());
    }

    #[test]
    fn no_row_is_lost_and_short_stretches_are_not_folded() {
        assert_eq!(rows_around(0, 5, &[5], &[]), all_rows(0, 5));
        assert_eq!(rows_around(0, 0, &[3], &[]), []);
        assert_eq!(rows_around(2, 12, &[10], &[]), [vec![Fold(2, 6)], all_rows(7, 12)].concat());
        for errors in [vec![3], vec![3, 40], vec![20, 21, 22], vec![]] {
            let rows = rows_around(0, 40, &errors, &[]);
            let covered: Vec<usize> = rows
                .iter()
                .flat_map(|row| match *row {
                    Value(at) => at..=at,
                    Fold(from, to) => from..=to,
                    TableRow::Answer => unreachable!("{errors:?}"),
                })
                .collect();
            assert_eq!(covered, (0..40).collect::<Vec<_>>(), "{errors:?}");
        }
    }
}
