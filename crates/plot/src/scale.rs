//! Scales from numbers to positions along an axis, and the choice of ticks.

/// A linear scale from a domain of numbers to a range of positions. Both may run in either
/// direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    domain: (f64, f64),
    range: (f64, f64),
}

impl Scale {
    /// Creates the scale that maps the ends of `domain` to those of `range`.
    pub const fn new(domain: (f64, f64), range: (f64, f64)) -> Self {
        Self { domain, range }
    }

    /// Returns the position of a number. If the domain is a single number, the position is the
    /// middle.
    pub fn at(self, value: f64) -> f64 {
        let (from, to) = self.domain;
        let share = (value - from) / (to - from);
        let share = if share.is_finite() { share } else { 0.5 };
        self.range.0 + share * (self.range.1 - self.range.0)
    }
}

/// Bands of equal width next to each other, with gaps between them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bands {
    /// The width of each band.
    pub width: f64,
    from: f64,
    pitch: f64,
}

impl Bands {
    /// Creates `count` bands between two positions, each no wider than `widest`. `gap` is a share
    /// of the distance from the start of a band to the start of the next.
    pub fn new(count: usize, (from, to): (f64, f64), gap: f64, widest: f64) -> Self {
        let count = u32::try_from(count.max(1)).map_or(f64::MAX, f64::from);
        let pitch = ((to - from) / count).min(widest / (1.0 - gap));
        Self { width: pitch * (1.0 - gap), from: from + pitch * gap / 2.0, pitch }
    }

    /// Returns the start of a band. Bands count from 0.
    pub fn start(self, band: usize) -> f64 {
        self.from + self.pitch * u32::try_from(band).map_or(0.0, f64::from)
    }

    /// Returns the middle of a band.
    pub fn middle(self, band: usize) -> f64 {
        self.start(band) + self.width / 2.0
    }
}

/// Returns whole numbers from `low` to `high` at equal distances of 1, 2 or 5 times a power of ten,
/// at most `most` of them. A `most` below 2 counts as 2.
pub fn integer_ticks(low: u32, high: u32, most: u32) -> Vec<u32> {
    let mut distances = std::iter::successors(Some(1u32), |power| power.checked_mul(10))
        .flat_map(|power| [1, 2, 5].map(|times| power.saturating_mul(times)));
    let count =
        |distance: u32| (high / distance).saturating_add(1).saturating_sub(low.div_ceil(distance));
    let distance = distances.find(|&distance| count(distance) <= most.max(2)).unwrap_or(u32::MAX);
    let first = low.div_ceil(distance);
    (first..=high / distance).map(|times| times * distance).collect()
}

/// Returns the end of an axis from 0 that includes `largest`, and the distance of its ticks. The
/// distance is 1, 2 or 5 times a power of ten, for four to six ticks. If `largest` is not between
/// 1e-12 and 1e15, the end is 1 and the distance 0.25.
pub fn nice_end(largest: f64) -> (f64, f64) {
    if !(largest > 1e-12 && largest < 1e15) {
        return (1.0, 0.25);
    }
    let mut power = 1.0;
    while power > largest {
        power /= 10.0;
    }
    while power * 10.0 <= largest {
        power *= 10.0;
    }
    let distance = [0.2, 0.5, 1.0, 2.0]
        .map(|times| times * power)
        .into_iter()
        .find(|distance| largest / distance <= 5.0);
    let distance = distance.unwrap_or(power * 2.0);
    ((largest / distance).ceil() * distance, distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_maps_ends_to_ends() {
        let scale = Scale::new((5.0, 95.0), (40.0, 400.0));
        assert_eq!(
            [5.0, 50.0, 95.0].map(|value| scale.at(value).to_bits()),
            [40.0, 220.0, 400.0].map(f64::to_bits)
        );
        let single = Scale::new((25.0, 25.0), (0.0, 100.0));
        assert!((single.at(25.0) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn whole_ticks_are_few_and_round() {
        assert_eq!(integer_ticks(1, 95, 6), [20, 40, 60, 80]);
        assert_eq!(integer_ticks(0, 95, 6), [0, 20, 40, 60, 80]);
        assert_eq!(integer_ticks(1, 5, 6), [1, 2, 3, 4, 5]);
        assert_eq!(integer_ticks(7, 7, 6), [7]);
        assert_eq!(integer_ticks(0, 500, 6), [0, 100, 200, 300, 400, 500]);
        assert!(integer_ticks(0, u32::MAX, 6).len() <= 6);
    }

    #[test]
    fn an_axis_ends_slightly_above_the_maximum() {
        for (largest, end, distance) in [
            (0.07, 0.08, 0.02),
            (1.0, 1.0, 0.2),
            (0.31, 0.4, 0.1),
            (412.0, 500.0, 100.0),
            (9.9, 10.0, 2.0),
        ] {
            let nice = nice_end(largest);
            assert!(
                (nice.0 - end).abs() < 1e-9 && (nice.1 - distance).abs() < 1e-9,
                "{largest}: {nice:?}"
            );
        }
        assert_eq!(nice_end(f64::NAN), nice_end(0.0));
    }

    #[test]
    fn bands_fill_their_range_with_gaps() {
        let bands = Bands::new(4, (10.0, 110.0), 0.2, 99.0);
        assert!((bands.width - 20.0).abs() < 1e-9);
        assert!((bands.start(0) - 12.5).abs() < 1e-9 && (bands.middle(3) - 97.5).abs() < 1e-9);
        assert!((Bands::new(1, (0.0, 1000.0), 0.2, 40.0).width - 40.0).abs() < 1e-9);
    }
}
