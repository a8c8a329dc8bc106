//! Numbers and names as people read them.

use stepfall_procedure::Condition;
use stepfall_stats::{Bracket, Confidence, Estimate, Horizon, HorizonEstimate};
use stepfall_text::grouped_by;

/// The placeholder for a missing number.
pub(crate) const NONE: &str = "–";

/// Returns the display name of a condition.
pub(crate) fn condition_name(condition: Condition) -> String {
    match condition {
        Condition::AnswerOnly => "answer only".to_owned(),
        Condition::Filler(steps) => format!("filler of {steps} steps"),
        Condition::Checkpoints(chunk) => format!("{chunk} steps a turn"),
        Condition::Verified(chunk) => format!("checked every {chunk} steps"),
        Condition::CalculatorText => "calculator in text".to_owned(),
        Condition::Primed { steps, errors: 0 } => format!("primed with {steps} steps"),
        Condition::Primed { steps, errors: 1 } => format!("primed with {steps} steps, 1 wrong"),
        Condition::Primed { steps, errors } => format!("primed with {steps} steps, {errors} wrong"),
        other => other.word().to_owned(),
    }
}

/// Formats a non-negative number with `places` decimal places, rounded, independently of float
/// formatting.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sums of counts are small"
)]
pub(crate) fn fixed(value: f64, places: u32) -> String {
    let unit = 10u64.pow(places);
    let units = (value.max(0.0) * f64::from(10u32.pow(places)) + 0.5).floor() as u64;
    if places == 0 {
        return units.to_string();
    }
    let width = places as usize;
    format!("{}.{:0width$}", units / unit, units % unit)
}

/// Formats a share as a percentage: `62 %`, with a non-breaking space.
pub(crate) fn percent(share: f64) -> String {
    format!("{}\u{a0}%", percent_number(share))
}

/// Formats a share as a percentage without its sign. It is whole, but has one decimal place if the
/// whole number would incorrectly be 0 or 100, as in `99.6`.
pub(crate) fn percent_number(share: f64) -> String {
    let is_close = (share > 0.0 && share < 0.005) || (0.995..1.0).contains(&share);
    let places = u32::from(is_close);
    match fixed(share * 100.0, places).as_str() {
        "100.0" => "> 99.9".to_owned(),
        "0.0" => "< 0.1".to_owned(),
        number => number.to_owned(),
    }
}

/// Formats a share as a number of percent with one decimal place, for a column of a table.
pub(crate) fn percent_cell(share: f64) -> String {
    fixed(share * 100.0, 1)
}

/// Formats thousandths as a number of percent.
pub(crate) fn thousandths(parts: u32) -> String {
    format!("{}.{}", parts / 10, parts % 10)
}

/// Formats a share with its interval: `62 % (54 to 69 %)`.
pub(crate) fn estimate(estimate: Estimate) -> String {
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    let (low, high) = (percent_number(low), percent_number(high));
    format!("{} ({low} to {high}\u{a0}%)", percent(estimate.value))
}

/// Formats a share with its interval in few characters, for the end of a line: `62 % (54–69)`.
pub(crate) fn short_estimate(estimate: Estimate) -> String {
    let (low, high) = (estimate.interval.low, estimate.interval.high);
    format!("{} ({}–{})", percent(estimate.value), percent_number(low), percent_number(high))
}

/// Formats a whole number with commas between its thousands, for English sentences.
pub(crate) fn thousands(count: u64) -> String {
    grouped_by(count, ',')
}

/// Formats a count of things: `1 attempt`, `1,200 attempts`.
pub(crate) fn count(count: u32, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {thing}{plural}", thousands(u64::from(count)))
}

/// Joins names in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a name in the form for the middle of a sentence.
pub(crate) fn lower(name: &str) -> String {
    let mut name = name.to_owned();
    if let Some(first) = name.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    name
}

/// The smallest p-value that is printed as a number. A smaller p-value is printed as `< 0.0001`,
/// since a printed zero would mean that the event is impossible.
const MIN_PRINTED_P: f64 = 0.000_1;

/// Formats a p-value for a sentence: `p = 0.013`, `p = 0.0004`, `p < 0.0001`.
pub(crate) fn p_value(p: f64) -> String {
    match p_cell(p) {
        cell if cell.starts_with('<') => format!("p {cell}"),
        cell if p < 0.001 => format!("p = {cell}"),
        _ => format!("p = {}", fixed(p, 3)),
    }
}

/// Formats a p-value with four decimal places, for a column of a table: `0.0130`, `< 0.0001`.
pub(crate) fn p_cell(p: f64) -> String {
    if p < MIN_PRINTED_P { format!("< {}", fixed(MIN_PRINTED_P, 4)) } else { fixed(p, 4) }
}

/// The p-value below which a difference is called clear.
pub(crate) const CLEAR: f64 = 0.05;

/// Formats a horizon: a number of steps, or the side of the measured range on which it lies.
pub(crate) fn horizon(horizon: Horizon) -> String {
    match horizon {
        Horizon::BelowShortest(steps) => format!("below {steps}"),
        Horizon::At(steps) => fixed(steps, 0),
        Horizon::BeyondLongest(steps) => format!("beyond {steps}"),
    }
}

/// Returns the level of each interval, so that all intervals hold together in 95 % of runs
/// (Bonferroni): 95 % for one, 98.4 % for three.
pub(crate) fn level(claims: usize) -> Confidence {
    let claims = u16::try_from(claims).unwrap_or(u16::MAX).max(1);
    Confidence::new(1_000 - (50 / claims).max(1)).unwrap_or_default()
}

/// Returns the note on the intervals of several comparisons.
pub(crate) fn level_note(claims: usize) -> String {
    const DECIDES: &str = "Where interval and test disagree, the test decides.";
    if claims < 2 {
        return format!("The interval is at 95 %. {DECIDES}");
    }
    let each = thousandths(level(claims).per_mille().into());
    format!(
        "The {claims} intervals hold together in 95 % of runs (Bonferroni, {each} % each), and p-values are adjusted by Holm's method. {DECIDES}"
    )
}

/// The text for too few items for an interval.
pub(crate) const TOO_FEW_ITEMS: &str = "too few items";

/// Returns the fitted 50 % horizon with its interval: `fitted: 47, 41 to beyond 95`.
pub(crate) fn fitted_horizon(estimate: &HorizonEstimate) -> String {
    let fitted = format!("fitted: {}", horizon(estimate.horizon));
    let Some((low, high)) = estimate.interval else { return format!("{fitted}, {TOO_FEW_ITEMS}") };
    let (low, high) = (horizon(low), horizon(high));
    if low == high { fitted } else { format!("{fitted}, {low} to {high}") }
}

/// Returns the measured lengths that enclose a horizon, in few characters: `25 to 45`, `beyond 95`,
/// `below 5`.
pub fn enclosed_short(bracket: Bracket, lengths: &[u16]) -> String {
    let longest = lengths.last().copied().map(u32::from);
    match (bracket.above, bracket.below) {
        (Some(above), Some(below)) => format!("{above} to {below}"),
        (Some(above), None) if Some(above) == longest => format!("beyond {above}"),
        (Some(above), None) => format!("above {above}"),
        (None, Some(below)) => format!("below {below}"),
        (None, None) => "not clear".to_owned(),
    }
}

/// Returns the measured lengths that enclose a horizon: `between 25 and 45 steps`, `beyond 95
/// steps`, `below 5 steps`.
pub(crate) fn enclosed(bracket: Bracket, lengths: &[u16]) -> String {
    let short = enclosed_short(bracket, lengths);
    match (bracket.above, bracket.below) {
        (Some(above), Some(below)) => format!("between {above} and {below} steps"),
        (None, None) => format!("{short} at any length"),
        _ => format!("{short} steps"),
    }
}

/// Formats a difference of shares in percentage points, with its sign: `+12`, `−3`, `0`.
pub(crate) fn points(difference: f64) -> String {
    let size = fixed(difference.abs() * 100.0, 0);
    match (size.as_str(), difference < 0.0) {
        ("0", _) => size,
        (_, true) => format!("−{size}"),
        (_, false) => format!("+{size}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stepfall_stats::Interval;

    #[test]
    fn numbers_are_rounded_once_and_printed_plainly() {
        assert_eq!(fixed(0.125, 2), "0.13");
        assert_eq!(fixed(12.0, 3), "12.000");
        assert_eq!(fixed(0.004, 2), "0.00");
        assert_eq!(percent(0.615), "62\u{a0}%");
        assert_eq!(
            [0.996, 0.999_96, 0.000_2, 1.0, 0.0].map(percent).join("; "),
            "99.6\u{a0}%; > 99.9\u{a0}%; < 0.1\u{a0}%; 100\u{a0}%; 0\u{a0}%"
        );
        assert_eq!(percent_cell(2.0 / 3.0), "66.7");
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands).join(" "), "0 999 1,000 1,234,567");
        assert_eq!(count(1, "attempt"), "1 attempt");
        assert_eq!(count(2_000, "attempt"), "2,000 attempts");
        assert_eq!([0.12, -0.034, -0.001].map(points).join(" "), "+12 −3 0");
        assert_eq!(
            [0.013, 0.000_2, 0.000_1, 0.000_099_9, 0.0, 1.0].map(p_value).join("; "),
            "p = 0.013; p = 0.0002; p = 0.0001; p < 0.0001; p < 0.0001; p = 1.000"
        );
        assert_eq!(
            [0.013, 0.000_2, 0.000_04, 0.0, 1.0].map(p_cell).join("; "),
            "0.0130; 0.0002; < 0.0001; < 0.0001; 1.0000"
        );
    }

    #[test]
    fn intervals_and_lists_read_as_sentences() {
        let interval = Interval { low: 0.541, high: 0.694 };
        assert_eq!(estimate(Estimate { value: 0.62, interval }), "62\u{a0}% (54 to 69\u{a0}%)");
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(list(&names[..1]), "a");
        assert_eq!(list(&names[..2]), "a and b");
        assert_eq!(list(&names), "a, b and c");
    }

    #[test]
    fn a_horizon_is_printed_with_its_interval() {
        let (at, beyond) = (Horizon::At(47.4), Horizon::BeyondLongest(95));
        for (horizon, interval, expected) in [
            (at, Some((Horizon::At(40.6), beyond)), "fitted: 47, 41 to beyond 95"),
            (at, None, "fitted: 47, too few items"),
            (at, Some((at, at)), "fitted: 47"),
            (beyond, Some((beyond, beyond)), "fitted: beyond 95"),
        ] {
            assert_eq!(fitted_horizon(&HorizonEstimate { horizon, interval }), expected);
        }
        assert_eq!(horizon(Horizon::BelowShortest(5)), "below 5");
    }

    #[test]
    fn enclosing_lengths_are_printed_in_words() {
        for (above, below, expected) in [
            (Some(25), Some(45), "between 25 and 45 steps"),
            (Some(95), None, "beyond 95 steps"),
            (Some(25), None, "above 25 steps"),
            (None, Some(5), "below 5 steps"),
            (None, None, "not clear at any length"),
        ] {
            assert_eq!(enclosed(Bracket { above, below }, &[5, 25, 45, 95]), expected);
        }
    }

    #[test]
    fn levels_of_several_intervals_are_adjusted() {
        assert_eq!(
            [1, 2, 3, 8, 100].map(|claims| level(claims).per_mille()),
            [950, 975, 984, 994, 999]
        );
        assert!(level_note(3).starts_with(
            "The 3 intervals hold together in 95 % of runs (Bonferroni, 98.4 % each)"
        ));
    }
}
