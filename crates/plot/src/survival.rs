//! Attempts as rows, each correct up to its first error, with the longest at the bottom. A curve
//! shows the shares of correct attempts that a constant error rate predicts.

use std::fmt::Write;

/// The left margin in units of the picture, with room for numbers.
const LEFT: f64 = 34.0;
/// The right margin.
const RIGHT: f64 = 8.0;
/// The upper margin, with room for the title.
const TOP: f64 = 16.0;
/// The lower margin, with room for the axis.
const BOTTOM: f64 = 40.0;

/// The positions of the marks of attempts. Paths are texts for SVG.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survival {
    /// The width of the picture, in units of its `viewBox`, like all lengths here.
    pub width: u32,
    /// The height of the picture.
    pub height: u32,
    /// The stroke width of a row.
    pub stroke: f64,
    /// The correct parts of rows.
    pub correct: String,
    /// The first errors, as areas.
    pub errors: String,
    /// The parts of rows after an error.
    pub after: String,
    /// The curve that a constant error rate predicts.
    pub curve: String,
    steps: u16,
}

impl Survival {
    /// Lays out the marks of attempts with `steps` steps. Each attempt has the number of correct
    /// steps before its first error, if it has one. `step_accuracy` is the probability that a step
    /// is correct.
    pub fn new(
        attempts: &[Option<u16>],
        steps: u16,
        step_accuracy: f64,
        (width, height): (u32, u32),
    ) -> Self {
        let steps = steps.max(1);
        let mut plot = Self { width, height, steps, ..Self::default() };
        let mut sorted: Vec<u16> = attempts
            .iter()
            .map(|correct| correct.map_or(steps, |correct| correct.min(steps)))
            .collect();
        sorted.sort_unstable_by(|first, second| second.cmp(first));
        let rows = f64::from(u32::try_from(sorted.len()).unwrap_or(u32::MAX)).max(1.0);
        let row = (f64::from(height) - TOP - BOTTOM) / rows;
        plot.stroke = row * 0.78;
        let mut y = plot.bottom() - row / 2.0;
        for correct in sorted {
            let (end, error) = (plot.x(f64::from(correct)), plot.x(f64::from(correct) + 1.0));
            // Writing to a text cannot fail.
            let _ = write!(plot.correct, "M{LEFT:.1} {y:.2}H{end:.1}");
            if correct < steps {
                let (top, end_of) = (y - row / 2.0, plot.x(f64::from(steps)));
                let _ = write!(plot.errors, "M{end:.1} {top:.2}H{error:.1}v{row:.2}H{end:.1}z");
                if error < end_of {
                    let _ = write!(plot.after, "M{error:.1} {y:.2}H{end_of:.1}");
                }
            }
            y -= row;
        }
        for step in 0..=steps {
            let (x, y) =
                (plot.x(step.into()), plot.y(step_accuracy.clamp(0.0, 1.0).powi(step.into())));
            let _ = write!(plot.curve, "{}{x:.1} {y:.1}", if step == 0 { 'M' } else { 'L' });
        }
        plot
    }

    /// Returns the position of a number of steps on the axis.
    pub fn x(&self, steps: f64) -> f64 {
        LEFT + (f64::from(self.width) - LEFT - RIGHT) * steps / f64::from(self.steps.max(1))
    }

    /// Returns the vertical position of a share of all attempts.
    pub fn y(&self, share: f64) -> f64 {
        TOP + (self.bottom() - TOP) * (1.0 - share)
    }

    /// Returns the lower end of the rows.
    pub fn bottom(&self) -> f64 {
        f64::from(self.height) - BOTTOM
    }

    /// Returns the upper end of the rows.
    pub const fn top(&self) -> f64 {
        TOP
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_end_at_their_first_error_with_the_longest_at_the_bottom() {
        let plot = Survival::new(&[Some(0), None, Some(9), Some(5)], 10, 0.9, (142, 136));
        // A step is 10 wide and a row 20 high. From the bottom one up, rows are at 86, 66, 46 and
        // 26.
        assert_eq!(
            plot.correct,
            "M34.0 86.00H134.0M34.0 66.00H124.0M34.0 46.00H84.0M34.0 26.00H34.0"
        );
        assert_eq!(
            plot.errors,
            "M124.0 56.00H134.0v20.00H124.0zM84.0 36.00H94.0v20.00H84.0zM34.0 16.00H44.0v20.00H34.0z"
        );
        assert_eq!(plot.after, "M94.0 46.00H134.0M44.0 26.00H134.0");
        assert!(plot.curve.starts_with("M34.0 16.0L44.0 24.0"), "{}", plot.curve);
        assert_eq!(plot.curve.matches('L').count(), 10);
    }

    #[test]
    fn nothing_is_drawn_without_attempts() {
        let plot = Survival::new(&[], 0, f64::NAN, (100, 100));
        assert_eq!(
            (plot.correct.as_str(), plot.errors.as_str(), plot.after.as_str()),
            ("", "", "")
        );
    }
}
