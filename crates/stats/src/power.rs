//! The smallest difference that a number of items can detect.

use crate::confidence::Confidence;

/// The point that a standard normal variable exceeds with a probability of 20 %.
const POWER_Z: f64 = 0.841_621_233_572_914_3;

/// Returns the smallest difference of two shares that McNemar's test detects at a level of 5 % with
/// a power of 80 %. Each item has one attempt of each run. Returns `None` if no difference is large
/// enough.
///
/// The shares are assumed to be around one half, and the results of the two runs at an item to be
/// independent. These assumptions are the worst case.
///
/// Source: R. J. Connor, Sample Size for Testing Differences in Proportions for the Paired-Sample
/// Design, Biometrics 43 (1987) 207-211.
pub fn detectable_difference(items: f64) -> Option<f64> {
    let is_enough = |difference: f64| {
        let square = difference * difference;
        // The share of items at which only one of the two runs is correct.
        let discordant = 0.5 + square / 2.0;
        let needed = Confidence::P95.z() * discordant.sqrt()
            + POWER_Z * (discordant - square).max(0.0).sqrt();
        items * square >= needed * needed
    };
    if !is_enough(1.0) {
        return None;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if is_enough(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Detecting 10 points with a power of 80 % takes about 400 items if results at an item are
    /// independent. Simulated runs agree: see "45 and 55" with spread 0 and 1 sample in
    /// `tests/golden/calibration.txt`.
    #[test]
    fn detecting_ten_points_takes_400_items() {
        for (items, points) in [(20.0, 0.459), (100.0, 0.200), (394.0, 0.1), (10_000.0, 0.0198)] {
            let found = detectable_difference(items).unwrap();
            assert!((found - points).abs() < 0.002, "{items}: {found}");
        }
        assert_eq!(detectable_difference(1.0), None);
        assert_eq!(detectable_difference(f64::NAN), None);
    }
}
