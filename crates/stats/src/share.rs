//! Shares and means. They are stored as counts or totals, and divided only on request.

use crate::invalid::InvalidInput;

/// A number of hits among a number of trials. A share without trials is valid but has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    hits: u32,
    trials: u32,
}

impl Share {
    /// Creates the share `hits` of `trials`.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Hits`] if there are more hits than trials.
    pub const fn new(hits: u32, trials: u32) -> Result<Self, InvalidInput> {
        if hits > trials {
            return Err(InvalidInput::Hits { hits, trials });
        }
        Ok(Self { hits, trials })
    }

    /// Returns the number of hits.
    pub const fn hits(self) -> u32 {
        self.hits
    }

    /// Returns the number of trials.
    pub const fn trials(self) -> u32 {
        self.trials
    }

    /// Returns the share as a number from 0 to 1, or `None` without trials.
    pub fn value(self) -> Option<f64> {
        (self.trials > 0).then(|| f64::from(self.hits) / f64::from(self.trials))
    }
}

/// A mean, kept as a total and a weight so that means can be pooled without a second rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    total: f64,
    weight: f64,
}

impl Weighted {
    const MAX_WEIGHT: f64 = 1e15;
    const MIN_WEIGHT: f64 = 1e-15;

    /// Creates a mean from a total and the weight that divides the total. Example: the sum of an
    /// item's values, and the number of the values.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Total`] or [`InvalidInput::Weight`] if the total or the weight is NaN,
    /// infinite, or so large or small that sums could lose their precision.
    pub fn new(total: f64, weight: f64) -> Result<Self, InvalidInput> {
        if !(-Self::MAX_WEIGHT..=Self::MAX_WEIGHT).contains(&total) {
            return Err(InvalidInput::Total);
        }
        if !(Self::MIN_WEIGHT..=Self::MAX_WEIGHT).contains(&weight) {
            return Err(InvalidInput::Weight);
        }
        Ok(Self { total, weight })
    }

    /// Returns the total.
    pub const fn total(self) -> f64 {
        self.total
    }

    /// Returns the weight that divides the total.
    pub const fn weight(self) -> f64 {
        self.weight
    }

    /// Returns the mean: total divided by weight.
    pub fn value(self) -> f64 {
        self.total / self.weight
    }

    /// Returns the weighted mean of two means.
    pub(crate) fn pool(self, other: Self) -> Self {
        Self { total: self.total + other.total, weight: self.weight + other.weight }
    }

    /// Converts a share. The mean of a share without trials is NaN, so callers check the trials.
    pub(crate) fn of_share(share: Share) -> Self {
        Self { total: f64::from(share.hits), weight: f64::from(share.trials) }
    }
}

/// Pools all `items`. Returns `None` if there are none.
pub(crate) fn pooled(items: impl IntoIterator<Item = Weighted>) -> Option<Weighted> {
    items.into_iter().reduce(Weighted::pool)
}

/// Returns the length of a list as a float.
#[expect(clippy::cast_precision_loss, reason = "no list has 2^53 elements")]
pub(crate) const fn count<T>(list: &[T]) -> f64 {
    list.len() as f64
}
