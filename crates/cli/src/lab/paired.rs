//! Paired comparison of a change with the unchanged model, over the same items.

use stepfall_stats::{
    Confidence, ItemPair, ItemSharing, Pairs, Share, holm, mcnemar, paired_difference,
};

/// The effect of a change, compared with the unchanged model.
pub(super) struct Comparison {
    /// The number of items that went from incorrect to correct.
    mended: u32,
    /// The number of items that went from correct to incorrect.
    broken: u32,
    /// The difference in percentage points, with its interval.
    difference: String,
}

impl Comparison {
    /// Compares whether each item was correct without and with the change.
    pub(super) fn of(pairs: impl IntoIterator<Item = (bool, bool)>) -> Self {
        let (mut mended, mut broken) = (0, 0);
        let mut shares = Vec::new();
        for (item, (before, after)) in (0u64..).zip(pairs) {
            mended += u32::from(!before && after);
            broken += u32::from(before && !after);
            let share = |correct: bool| Share::new(u32::from(correct), 1);
            if let (Ok(first), Ok(second)) = (share(after), share(before)) {
                shares.push(ItemPair { stratum: 0, item, first, second });
            }
        }
        let difference = paired_difference(&shares, ItemSharing::Independent, Confidence::P95)
            .map_or_else(
                |_| "–".to_owned(),
                |estimate| {
                    let [value, low, high] =
                        [estimate.value, estimate.interval.low, estimate.interval.high]
                            .map(|share| 100.0 * share);
                    format!("{value:+.1} ({low:+.1} to {high:+.1})")
                },
            );
        Self { mended, broken, difference }
    }

    /// Returns the cells of a table: the difference, and the numbers of mended and broken items.
    pub(super) fn cells(&self) -> [String; 2] {
        [self.difference.clone(), format!("{} / {}", self.mended, self.broken)]
    }

    /// Returns the p-value of McNemar's exact test.
    pub(super) fn p_value(&self) -> f64 {
        mcnemar(Pairs { both: 0, only_first: self.broken, only_second: self.mended, neither: 0 })
    }
}

/// A p-value and its cell in a table.
pub(super) struct Adjusted {
    pub(super) row: usize,
    pub(super) column: usize,
    pub(super) p: f64,
}

/// Adjusts all p-values by Holm's method, and writes each into its cell.
pub(super) fn fill_adjusted(rows: &mut [Vec<String>], p_values: &[Adjusted]) {
    let found: Vec<f64> = p_values.iter().map(|value| value.p).collect();
    for (value, p) in p_values.iter().zip(holm(&found).unwrap_or_default()) {
        rows[value.row][value.column] =
            if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_and_broken_answers_are_counted() {
        let pairs = [(true, true), (false, true), (false, true), (true, false), (false, false)];
        let comparison = Comparison::of(pairs);
        let [difference, counts] = comparison.cells();
        assert_eq!(counts, "2 / 1");
        assert!(difference.starts_with("+20.0 ("), "{difference}");
        assert!((comparison.p_value() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn p_values_are_adjusted_over_the_rows_that_have_them() {
        let mut rows = vec![vec!["–".to_owned()]; 3];
        let adjusted = |row, p| Adjusted { row, column: 0, p };
        fill_adjusted(&mut rows, &[adjusted(1, 0.01), adjusted(2, 0.03)]);
        assert_eq!(rows, [["–"], ["0.020"], ["0.030"]]);
    }
}
