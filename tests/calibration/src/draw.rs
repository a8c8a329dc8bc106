//! Draws of simulated runs.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;

/// A source of draws.
pub(crate) struct Draw(ChaCha8Rng);

impl Draw {
    /// The draws of a cell of the table. Those of two cells are independent.
    pub(crate) fn of_cell(cell: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(*b"stepfall calibration: simulation");
        rng.set_stream(cell);
        Self(rng)
    }

    /// A number from 0 to below 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are exact")]
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of this probability happens.
    pub(crate) fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A standard normal number: G. E. P. Box and M. E. Muller, Annals of Mathematical Statistics 29 (1958) 610-611.
    pub(crate) fn normal(&mut self) -> f64 {
        let (radius, turn) = (1.0 - self.unit(), self.unit());
        (-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * turn).cos()
    }

    /// The step at which what goes wrong with this probability at each step goes wrong first.
    pub(crate) fn first_error(&mut self, hazard: f64) -> f64 {
        ((1.0 - self.unit()).ln() / (-hazard).ln_1p()).ceil().max(1.0)
    }
}
