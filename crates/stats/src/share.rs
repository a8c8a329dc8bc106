//! Counts, kept as counts until they are divided.

use crate::invalid::InvalidInput;

/// How often something held: `hits` of `trials`. No trials at all is a share too, though without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    hits: u32,
    trials: u32,
}

impl Share {
    /// `hits` of `trials`.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Hits`] where there are more hits than trials.
    pub const fn new(hits: u32, trials: u32) -> Result<Self, InvalidInput> {
        if hits > trials {
            return Err(InvalidInput::Hits { hits, trials });
        }
        Ok(Self { hits, trials })
    }

    /// How often it held.
    pub const fn hits(self) -> u32 {
        self.hits
    }

    /// How often it could have held.
    pub const fn trials(self) -> u32 {
        self.trials
    }

    /// The share as a number from 0 to 1; nothing where there are no trials.
    pub fn value(self) -> Option<f64> {
        (self.trials > 0).then(|| f64::from(self.hits) / f64::from(self.trials))
    }
}

/// A mean, kept as what was added up and what it is divided by, so that means can be pooled without a second rounding.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighted {
    total: f64,
    weight: f64,
}

impl Weighted {
    const LARGEST: f64 = 1e15;
    const LIGHTEST: f64 = 1e-15;

    /// The sum of an item's values and how many there are, or any other total with the weight it is divided by.
    ///
    /// # Errors
    ///
    /// [`InvalidInput::Total`] and [`InvalidInput::Weight`] where a number is none, infinite, or so large or small that
    /// sums could lose their meaning.
    pub fn new(total: f64, weight: f64) -> Result<Self, InvalidInput> {
        if !(-Self::LARGEST..=Self::LARGEST).contains(&total) {
            return Err(InvalidInput::Total);
        }
        if !(Self::LIGHTEST..=Self::LARGEST).contains(&weight) {
            return Err(InvalidInput::Weight);
        }
        Ok(Self { total, weight })
    }

    /// What was added up.
    pub const fn total(self) -> f64 {
        self.total
    }

    /// What it is divided by.
    pub const fn weight(self) -> f64 {
        self.weight
    }

    /// The mean: total by weight.
    pub fn value(self) -> f64 {
        self.total / self.weight
    }

    /// The mean of both together.
    pub(crate) fn pool(self, other: Self) -> Self {
        Self { total: self.total + other.total, weight: self.weight + other.weight }
    }

    /// A share as a total; one without trials has no mean.
    pub(crate) fn of_share(share: Share) -> Self {
        Self { total: f64::from(share.hits), weight: f64::from(share.trials) }
    }
}

/// All of `items` pooled; nothing where there are none.
pub(crate) fn pooled(items: impl IntoIterator<Item = Weighted>) -> Option<Weighted> {
    items.into_iter().reduce(Weighted::pool)
}

/// The length of a list as a number.
#[expect(clippy::cast_precision_loss, reason = "no list has 2^53 elements")]
pub(crate) const fn count<T>(list: &[T]) -> f64 {
    list.len() as f64
}
