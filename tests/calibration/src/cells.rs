//! Reads numbers from tables of figures, and formats numbers for the table of the calibration.

use stepfall_figure::{Measure, Summary, Table};
use stepfall_stats::Interval;

/// The true accuracies that are simulated, from 5 to 95 %.
pub(crate) const RATES: &[f64] = &[0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/// Returns a number from the first row of a table, by the name of its column. A cell that begins
/// with `<` counts as 0.
fn number(table: &Table, column: &str) -> Option<f64> {
    let place = table.columns.iter().position(|name| name == column)?;
    let cell = table.rows.first()?.get(place)?;
    if cell.starts_with('<') { Some(0.0) } else { cell.parse().ok() }
}

/// Returns the interval that a table prints in percent, as shares. It is widened by the largest
/// rounding error.
pub(crate) fn interval(table: &Table, unit: &str) -> Option<Interval> {
    let ends = ["low", "high"].map(|end| number(table, &format!("{end}{unit}")));
    let [Some(low), Some(high)] = ends else { return None };
    Some(Interval { low: (low - 0.05) / 100.0, high: (high + 0.05) / 100.0 })
}

/// Returns the p-value and the interval of the first pair in the paired comparison of a run.
pub(crate) fn first_comparison(summary: &Summary) -> Option<(f64, Interval)> {
    let table = summary.paired(&summary.with_first(), Measure::First).table;
    Some((number(&table, "p")?, interval(&table, "")?))
}

/// Formats a share as a percentage with one decimal place.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

/// Returns the quotient of two counts.
pub(crate) fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}
