//! Levels of confidence, with their points of the normal and of Student's distribution.

use crate::invalid::InvalidInput;

/// A level of confidence in thousandths: how often intervals contain the truth; 950 by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Confidence {
    per_mille: u16,
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

impl Confidence {
    /// The default level, 95 %.
    pub const P95: Self = Self { per_mille: 950 };

    /// The result of [`Confidence::z`] at 95 %, written out so that the usual intervals need no
    /// logarithm. The last digit of a logarithm differs between machines.
    const USUAL_Z: f64 = 1.959_963_984_540_054;

    /// Creates a level of 1 to 999 thousandths.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Confidence`] for any other level.
    pub const fn new(per_mille: u16) -> Result<Self, InvalidInput> {
        if per_mille == 0 || per_mille > 999 {
            return Err(InvalidInput::Confidence { per_mille });
        }
        Ok(Self { per_mille })
    }

    /// Returns the level in thousandths.
    pub const fn per_mille(self) -> u16 {
        self.per_mille
    }

    /// Returns the point that a standard normal variable exceeds with half of the error
    /// probability; 1.96 at 95 %.
    pub fn z(self) -> f64 {
        if self == Self::P95 { Self::USUAL_Z } else { upper_point(self.tail()) }
    }

    /// Returns the point that a variable with Student's distribution exceeds with half of the error
    /// probability; 2.06 at 95 % and 25 degrees of freedom. The result is exact to 0.001 from 10
    /// degrees on. 0 degrees count as 1.
    ///
    /// R. A. Fisher and E. A. Cornish's expansion in the normal point (M. Abramowitz and I. A.
    /// Stegun, Handbook of Mathematical Functions (1964), 26.7.5).
    pub fn t(self, degrees: u32) -> f64 {
        let (z, v) = (self.z(), f64::from(degrees.max(1)));
        let y = z * z;
        let first = polynomial(&[1.0, 1.0], y) / 4.0;
        let second = polynomial(&[3.0, 16.0, 5.0], y) / 96.0;
        let third = polynomial(&[-15.0, 17.0, 19.0, 3.0], y) / 384.0;
        let fourth = polynomial(&[-945.0, -1920.0, 1482.0, 776.0, 79.0], y) / 92_160.0;
        z * polynomial(&[1.0, first, second, third, fourth], 1.0 / v)
    }

    /// Returns the probability that a normal variable exceeds `√(n / (n - 1))` times Student's
    /// point for `n - 1` degrees of freedom. For fewer than two items the probability is 0.
    pub(crate) fn expanded_tail(self, items: usize) -> f64 {
        let Some(degrees @ 1..) = u32::try_from(items).unwrap_or(u32::MAX).checked_sub(1) else {
            return 0.0;
        };
        let widened = (f64::from(degrees) + 1.0) / f64::from(degrees);
        upper_tail(widened.sqrt() * self.t(degrees))
    }

    /// Returns half of the error probability: 0.0005 to 0.4995.
    fn tail(self) -> f64 {
        f64::from(1000 - self.per_mille) / 2000.0
    }
}

/// Returns the point that a standard normal variable exceeds with probability `tail`, which is
/// between 10⁻¹⁰ and one half.
///
/// M. J. Wichura, Algorithm AS 241: The Percentage Points of the Normal Distribution, Applied
/// Statistics 37 (1988) 477-484, routine PPND16. Its relative accuracy is about 10⁻¹⁶. Its third
/// range, tails below 10⁻¹⁰, is left out.
fn upper_point(tail: f64) -> f64 {
    let q = 0.5 - tail;
    if q <= 0.425 {
        let r = 0.180_625 - q * q;
        return q * polynomial(&CENTRE_OVER, r) / polynomial(&CENTRE_UNDER, r);
    }
    let r = (-tail.ln()).sqrt() - 1.6;
    polynomial(&TAIL_OVER, r) / polynomial(&TAIL_UNDER, r)
}

/// Returns the probability that a standard normal variable exceeds `x`, which is 0 or more; exact
/// to 1.5 · 10⁻⁷.
///
/// M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions (1964), 26.2.19. The formula
/// needs no exponential, whose last digit differs between machines.
fn upper_tail(x: f64) -> f64 {
    const TERMS: [f64; 7] = [
        1.0,
        0.049_867_347_0,
        0.021_141_006_1,
        0.003_277_626_3,
        0.000_038_003_6,
        0.000_048_890_6,
        0.000_005_383_0,
    ];
    0.5 * polynomial(&TERMS, x).powi(-16)
}

/// Returns the value at `x` of the polynomial with these coefficients, the constant first.
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |value, coefficient| value * x + coefficient)
}

/// The coefficients a0 to a7 of AS 241.
const CENTRE_OVER: [f64; 8] = [
    3.387_132_872_796_366_5,
    1.331_416_678_917_843_8e2,
    1.971_590_950_306_551_3e3,
    1.373_169_376_550_946e4,
    4.592_195_393_154_987e4,
    6.726_577_092_700_87e4,
    3.343_057_558_358_813e4,
    2.509_080_928_730_122_7e3,
];

/// The coefficients b0 to b7 of AS 241.
const CENTRE_UNDER: [f64; 8] = [
    1.0,
    4.231_333_070_160_091e1,
    6.871_870_074_920_579e2,
    5.394_196_021_424_751e3,
    2.121_379_430_158_659_7e4,
    3.930_789_580_009_271e4,
    2.872_908_573_572_194_3e4,
    5.226_495_278_852_545e3,
];

/// The coefficients c0 to c7 of AS 241.
const TAIL_OVER: [f64; 8] = [
    1.423_437_110_749_683_5,
    4.630_337_846_156_546,
    5.769_497_221_460_691,
    3.647_848_324_763_204_5,
    1.270_458_252_452_368_4,
    2.417_807_251_774_506e-1,
    2.272_384_498_926_918_4e-2,
    7.745_450_142_783_414e-4,
];

/// The coefficients d0 to d7 of AS 241.
const TAIL_UNDER: [f64; 8] = [
    1.0,
    2.053_191_626_637_759,
    1.676_384_830_183_803_8,
    6.897_673_349_851e-1,
    1.481_039_764_274_800_8e-1,
    1.519_866_656_361_645_7e-2,
    5.475_938_084_995_345e-4,
    1.050_750_071_644_416_9e-9,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The check values in the paper on algorithm AS 241, and points of the usual tables
    /// (Abramowitz and Stegun, table 26.5).
    #[test]
    fn normal_quantiles_match_published_tables() {
        for (tail, z) in [
            (0.25, 0.674_489_750_196_081_7),
            (0.001, 3.090_232_306_167_814),
            (0.1, 1.281_551_565_544_600_5),
            (0.05, 1.644_853_626_951_472_7),
            (0.025, 1.959_963_984_540_054),
            (0.005, 2.575_829_303_548_901),
            (0.0005, 3.290_526_731_491_895),
            (0.45, 0.125_661_346_855_074_03),
        ] {
            let point = upper_point(tail);
            assert!((point / z - 1.0).abs() < 4e-15, "{tail}: {point}");
        }
    }

    /// `scipy.stats.norm.sf`, and `norm.sf(sqrt(n / (n - 1)) * t.ppf(0.975, n - 1))`.
    #[test]
    fn normal_tails_match_scipy() {
        for (point, tail) in
            [(0.0, 0.5), (1.0, 0.158_655_253_93), (1.959_963_985, 0.025), (3.0, 0.001_349_898_03)]
        {
            assert!((upper_tail(point) - tail).abs() < 1.5e-7, "{point}: {}", upper_tail(point));
        }
        for (items, tail) in
            [(10, 0.008_551), (20, 0.015_881), (100, 0.023_064), (1_000_000, 0.025)]
        {
            let found = Confidence::P95.expanded_tail(items);
            assert!((found - tail).abs() < 2e-5, "{items}: {found}");
        }
        assert!(Confidence::P95.expanded_tail(1) <= 0.0);
    }

    #[test]
    fn usual_z_equals_the_computed_quantile() {
        let computed = upper_point(Confidence::P95.tail());
        assert!((computed - Confidence::USUAL_Z).abs() < 1e-15, "{computed}");
    }

    #[test]
    fn quantiles_increase_with_the_level_across_formulas() {
        let all: Vec<f64> = (1..1000).map(|level| Confidence::new(level).unwrap().z()).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        assert!(all.windows(2).all(|pair| pair[1] - pair[0] < 0.25));
    }

    /// `scipy.stats.t.ppf(0.5 + level / 2, degrees)`, `SciPy` 1.17.
    #[test]
    fn student_quantiles_match_scipy() {
        for (per_mille, degrees, expected) in [
            (950, 5, 2.570_581_835_636_314),
            (950, 10, 2.228_138_851_986_274),
            (950, 25, 2.059_538_552_753_297),
            (950, 119, 1.980_099_876_456_94),
            (500, 10, 0.699_812_061_312_431),
            (990, 19, 2.860_934_606_464_98),
            (999, 10, 4.586_893_858_702_708),
            (999, 119, 3.374_166_546_529_512),
        ] {
            let point = Confidence::new(per_mille).unwrap().t(degrees);
            assert!((point - expected).abs() < 1e-3, "{per_mille} {degrees}: {point}");
            assert!(degrees < 100 || (point - expected).abs() < 1e-8, "{per_mille}: {point}");
        }
        assert!((Confidence::P95.t(u32::MAX) - Confidence::P95.z()).abs() < 1e-9);
    }

    #[test]
    fn levels_outside_1_to_999_per_mille_are_refused() {
        for per_mille in [0, 1000, u16::MAX] {
            assert_eq!(Confidence::new(per_mille), Err(InvalidInput::Confidence { per_mille }));
        }
        assert_eq!(Confidence::new(950), Ok(Confidence::default()));
    }
}
