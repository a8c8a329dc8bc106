//! Items and their measurements.

use crate::invalid::InvalidInput;
use crate::share::Share;

/// The fewest items for which a horizon or a hazard has an interval.
///
/// From this number on, the intervals contain the truth often enough: at least 93 % of the time, on
/// average over true values. See the rows "model, constant hazard" and "hazard" with 10 items in
/// `tests/golden/calibration.txt` (`cargo xtask calibrate`).
///
/// Shares and differences need no such limit, as the rows with 5 items show. With few items, their
/// intervals widen up to the interval for one attempt per item.
pub const MIN_ITEMS: usize = 10;

/// Relation between items with the same number in different strata, such as lengths and
/// look-backs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ItemSharing {
    /// Each stratum has its own items, which are drawn independently.
    #[default]
    Independent,
    /// Items with the same number are the same item in all strata. Example: a longer procedure
    /// begins like a shorter one.
    Shared,
}

/// The key of items that are drawn together: the group within which clusters are compared, and the
/// number of the cluster in the group.
pub(crate) type Cluster = (u32, u64);

impl ItemSharing {
    /// Returns the cluster of an item of a stratum.
    pub(crate) const fn cluster(self, stratum: u32, item: u64) -> Cluster {
        match self {
            Self::Independent => (stratum, item),
            Self::Shared => (0, item),
        }
    }
}

/// The attempts at one item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemShare {
    /// The stratum of the item. Items are drawn within each stratum; the mean is over all strata.
    pub stratum: u32,
    /// The number of the item within its stratum.
    pub item: u64,
    /// The share of attempts that are correct.
    pub share: Share,
}

impl ItemShare {
    /// Numbers the items of one stratum from 0 in their order.
    pub fn of_one_stratum(shares: &[Share]) -> Vec<Self> {
        let item_share = |(item, share): (u64, &Share)| Self { stratum: 0, item, share: *share };
        (0..).zip(shares).map(item_share).collect()
    }

    /// Checks that there are items and that every item has attempts.
    pub(crate) fn check(items: &[Self]) -> Result<(), InvalidInput> {
        match items.iter().position(|item| item.share.trials() == 0) {
            Some(item) => Err(InvalidInput::NoSamples { item }),
            None if items.is_empty() => Err(InvalidInput::Empty),
            None => Ok(()),
        }
    }
}

/// The mean of a measurement, such as a saliency, over the attempts at one item, or the difference
/// of two such means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ItemMean {
    /// The stratum of the item.
    pub stratum: u32,
    /// The number of the item within its stratum.
    pub item: u64,
    /// The mean, from 0 to 1, or the difference of two means, from -1 to 1.
    pub mean: f64,
    /// The number of attempts; at least 1.
    pub attempts: u32,
}

impl ItemMean {
    /// Checks that there are items, that each item has attempts, and that each mean is between
    /// `least` and 1.
    pub(crate) fn check(items: &[Self], least: f64) -> Result<(), InvalidInput> {
        if items.is_empty() {
            return Err(InvalidInput::Empty);
        }
        if let Some(item) = items.iter().position(|item| item.attempts == 0) {
            return Err(InvalidInput::NoSamples { item });
        }
        match items.iter().position(|item| !(least..=1.0).contains(&item.mean)) {
            Some(item) => Err(InvalidInput::Mean { item }),
            None => Ok(()),
        }
    }
}
