//! Random draws for simulated runs.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// A source of random draws.
pub(crate) struct SeededRng(ChaCha8Rng);

impl SeededRng {
    /// Returns the draws for a cell of the table. Draws of different cells are independent.
    pub(crate) fn of_cell(cell: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*b"stepfall calibration: simulation");
        rng.set_stream(cell);
        Self(rng)
    }

    /// Returns a number from 0 to below 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns `true` with this probability.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Returns a standard normal number. Source: G. E. P. Box and M. E. Muller, Annals of
    /// Mathematical Statistics 29 (1958) 610-611.
    pub(crate) fn normal(&mut self) -> f64 {
        let (radius, turn) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
    }

    /// Returns the first incorrect step, if each step is incorrect with this probability.
    pub(crate) fn first_error(&mut self, hazard: f64) -> f64 {
        ((1.0 - self.unit()).ln() / (-hazard).ln_1p()).ceil().max(1.0)
    }
}
