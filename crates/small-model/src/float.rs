//! Floating-point functions of the forward pass. They use only sums, products and square roots, so
//! every machine and WebAssembly give the same bits.

/// The number of lanes with separate sums: lane `i` takes the elements `i`, `i + 4`, … in their
/// order.
const LANES: usize = 4;

/// Returns `e^x`, with a relative error below 3e-7. `x` is limited to the range from -87 to 88.
///
/// x = n ln 2 + r with |r| at most ln 2 / 2, and `e^r` is its Taylor series to the sixth power. ln
/// 2 is subtracted in two parts (Cody and Waite).
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    // 1.5 * 2^23: adding this number rounds to an integer, which is in the lowest bits of the sum.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 88.0);
    let shifted = x * std::f32::consts::LOG2_E + ROUND;
    let n = shifted - ROUND;
    let r = (x - n * 0.693_359_4) - n * -2.121_944_4e-4;
    let tail = 1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0));
    let power = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * tail)));
    let scale = (shifted.to_bits().wrapping_sub(ROUND.to_bits()).wrapping_add(127)) << 23;
    power * f32::from_bits(scale)
}

/// Returns the hyperbolic tangent.
#[inline]
pub(crate) fn tanh(x: f32) -> f32 {
    1.0 - 2.0 / (exp(2.0 * x.clamp(-10.0, 10.0)) + 1.0)
}

/// `sqrt(2 / pi)`.
const GELU_SCALE: f32 = 0.797_884_6;
const GELU_CUBE: f32 = 0.044_715;

/// Returns the Gaussian error linear unit in its tanh form (Hendrycks and Gimpel, arXiv
/// 1606.08415).
#[inline]
pub(crate) fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + tanh(GELU_SCALE * (x + GELU_CUBE * x * x * x)))
}

/// Returns the derivative of [`gelu`].
#[inline]
pub(crate) fn gelu_slope(x: f32) -> f32 {
    let t = tanh(GELU_SCALE * (x + GELU_CUBE * x * x * x));
    let inner = GELU_SCALE * (1.0 + 3.0 * GELU_CUBE * x * x);
    0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * inner
}

/// Returns the sum, computed in [`LANES`] lanes.
#[inline]
pub(crate) fn sum(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += value;
        }
    }
    for (lane, value) in lanes.iter_mut().zip(rest) {
        *lane += value;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Returns the inner product, computed in [`LANES`] lanes.
#[inline]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (a, a_rest) = left.as_chunks::<LANES>();
    let (b, b_rest) = right.as_chunks::<LANES>();
    let mut lanes = [0.0f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    for (lane, (a, b)) in a_rest.iter().zip(b_rest).enumerate() {
        lanes[lane] += a * b;
    }
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Returns the largest value.
#[inline]
pub(crate) fn largest(values: &[f32]) -> f32 {
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        for (lane, &value) in lanes.iter_mut().zip(chunk) {
            *lane = if value > *lane { value } else { *lane };
        }
    }
    lanes
        .iter()
        .chain(rest)
        .fold(f32::NEG_INFINITY, |most, &value| if value > most { value } else { most })
}

const EPSILON: f32 = 1e-5;

/// Returns the factor that gives a vector a root mean square of one (`RMSNorm`, arXiv 1910.07467).
#[inline]
pub(crate) fn rms_scale(x: &[f32]) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a vector has a few hundred elements")]
    let mean = dot(x, x) / x.len() as f32;
    1.0 / (mean + EPSILON).sqrt()
}

/// Returns sine and cosine of an angle from 0 to 100,000, in radians.
///
/// Quarter turns are subtracted from the angle, and the rest goes into Taylor series. All
/// operations are sums and products of 64 bits.
pub(crate) fn sin_cos(angle: f64) -> (f64, f64) {
    const QUARTER: f64 = std::f64::consts::FRAC_PI_2;
    // The difference between a quarter turn and `QUARTER`.
    const QUARTER_TAIL: f64 = 6.123_233_995_736_766e-17;
    let turns = (angle / QUARTER + 0.5).floor();
    let x = (angle - turns * QUARTER) - turns * QUARTER_TAIL;
    let square = x * x;
    let (mut sine, mut cosine) = (0.0, 0.0);
    for k in (0..10).rev() {
        let k = f64::from(k);
        sine = 1.0 - square / ((2.0 * k + 2.0) * (2.0 * k + 3.0)) * sine;
        cosine = 1.0 - square / ((2.0 * k + 1.0) * (2.0 * k + 2.0)) * cosine;
    }
    let sine = sine * x;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the angle is not negative and bounded"
    )]
    match turns as u64 % 4 {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: f32, exact: f64, relative: f64) {
        let error = (f64::from(value) - exact).abs();
        assert!(error <= relative * exact.abs().max(1e-6), "{value} for {exact}");
    }

    #[test]
    fn functions_are_close_to_the_standard_library() {
        for step in -8_600..8_700 {
            let x = step as f32 / 100.0;
            near(exp(x), f64::from(x).exp(), 3e-7);
        }
        for step in -2_000..2_000 {
            let x = step as f32 / 150.0;
            let exact = f64::from(x).tanh();
            assert!((f64::from(tanh(x)) - exact).abs() < 3e-7, "{x}");
            let cube = f64::from(x) + 0.044_715 * f64::from(x).powi(3);
            let gelu_exact =
                0.5 * f64::from(x) * (1.0 + ((2.0 / std::f64::consts::PI).sqrt() * cube).tanh());
            assert!((f64::from(gelu(x)) - gelu_exact).abs() < 4e-6, "{x}");
            let slope = (f64::from(gelu(x + 0.01)) - f64::from(gelu(x - 0.01))) / 0.02;
            assert!((f64::from(gelu_slope(x)) - slope).abs() < 2e-3, "{x}");
        }
        for step in 0..20_000 {
            let angle = f64::from(step) * 0.37;
            let (sine, cosine) = sin_cos(angle);
            assert!(
                (sine - angle.sin()).abs() < 1e-12 && (cosine - angle.cos()).abs() < 1e-12,
                "{angle}"
            );
        }
    }

    #[test]
    fn sums_are_added_in_four_lanes() {
        let values: Vec<f32> = (0..11).map(|i| 0.1 * i as f32).collect();
        let lane = |from: usize| {
            values.iter().skip(from).step_by(4).fold(0.0f32, |sum, value| sum + value)
        };
        assert_eq!(sum(&values), (lane(0) + lane(1)) + (lane(2) + lane(3)));
        assert_eq!(largest(&[1.0, -3.0, 2.5, 2.0, 2.25]), 2.5);
        assert_eq!(dot(&[1.0, 2.0, 3.0, 4.0, 5.0], &[1.0; 5]), 15.0);
    }
}
